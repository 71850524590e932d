"""Legión: one turn of the Activation phase, step by step: choose or pass, start, rally, actions, end, order token."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from grammar.game import load_game
from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import LOOK, rally_die, sure_ban
from kb.play.games.legion.fight import BEARERS, wounded
from kb.play.games.legion.keywords import held, keyword, rule_named, rule_of
from kb.play.games.legion.orders import DefenseFace
from kb.play.games.legion.rolls import defense_dice
from kb.play.games.legion.state import Battle, Natural, Rank, Unit
from kb.play.games.legion.terms import terms
from kb.play.games.legion.unit_effects import Told, acted, at_step, card_action, clock, does, got, moving
from kb.play.games.legion.view import keyword_of, unit_of
from kb.play.meaning import look
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal, Log
from kb.play.validation import Model

Basic = Literal["alerta", "ataque", "ataque_apuntado", "esquiva", "movimiento", "recuperacion"]


class Action(Model):
    """An action; `carta` names the keyword of a card action and `elige` the units that it chooses."""

    accion: Basic | None = None
    carta: str = ""
    gratuita: bool = False
    elige: tuple[str, ...] = ()
    movimiento: Literal["normal", "pivote", "escalada"] = "normal"


class Turn(Model):
    jugador: str
    unidad: str = ""
    """None: the player passes."""
    roba: Rank | None = None
    """Rank of the order token drawn from the pool."""
    dados: tuple[DefenseFace, ...] | None = None
    """White dice for ions, then for vehicle damage."""
    reagrupamiento: tuple[DefenseFace, ...] | None = None
    aplomo_de: str = ""
    """A commander in range whose courage is used against panic."""
    aplomo: Natural | None = None
    """Courage that a keyword of a commander nearby gives against panic."""
    acciones: Annotated[tuple[Action, ...], Field(max_length=20)] = ()
    inspira: dict[str, Natural] = Field(default_factory=dict)
    """«Inspirador X»: tokens off each friendly unit."""
    regeneracion: tuple[DefenseFace, ...] | None = None
    declina: tuple[str, ...] = ()
    elegidas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that an effect of a unit chooses during the activation."""

    @property
    def told(self) -> Told:
        mine = tuple(name for name, n in self.inspira.items() for _ in range(n))
        chosen = {**self.elegidas, **({self.unidad: mine} if mine else {})}
        return Told(chosen, declined=self.declina, rolled=self.regeneracion, firm=bool(mine))


class React(Model):
    """A standby token spent after an enemy has attacked, moved or acted."""

    unidad: str
    contra: str
    """The enemy that acted: the only one that may be attacked."""
    alcance: Annotated[int, Field(ge=0, le=6)]
    accion: Literal["ataque", "movimiento"]
    activa: str = ""
    """The unit whose activation this is."""


class State(Model):
    """What the steps of one turn tell each other."""

    battle: Battle
    actions: int = 2
    panic: bool = False
    done: bool = False


Step = Callable[[State, Turn, Log, str], State]


def turn(battle: Battle, order: Turn, log: Log) -> tuple[Battle, dict[str, Any]]:
    state = State(battle=battle)
    for step in load_game("legion").secuencias["fase_de_activacion"][1:4]:
        for part in (*step.pasos, step):
            if part.id in STEPS and not state.done:
                state = STEPS[part.id](state, order, log, part.numero)
    return state.battle, {"panico": state.panic, "acciones": state.actions, "pasa": not order.unidad}


def _choose(s: State, order: Turn, log: Log, number: str) -> State:
    if not order.unidad:
        return _pass(s, order, log, number)
    unit = s.battle.unit(order.unidad)
    if unit.jugador and unit.jugador != order.jugador:
        raise Illegal(f"{order.unidad} no es de {order.jugador}", rules.FACE_UP)
    again = unit.keyword("avance_imparable") and order.roba
    if unit.derrotada or (unit.orden == "boca_abajo" and not again):
        why = "está derrotada" if unit.derrotada else "ya se ha activado"
        raise Illegal(f"{order.unidad} no puede activarse: {why}", rules.FACE_UP)
    battle = s.battle.model_copy(update={"paso": {**s.battle.paso, order.jugador: False}})
    if unit.orden == "boca_arriba":
        log.say(number, f"{order.jugador} activa a {order.unidad}, con orden boca arriba", rules.FACE_UP)
    else:
        battle = _draw(battle, order, unit, log, number)
    return s.model_copy(update={"battle": does(battle, "mientras", "activar", number, order.told, log, order.unidad)})


def _draw(battle: Battle, order: Turn, unit: Unit, log: Log, number: str) -> Battle:
    pool = battle.reserva_de_ordenes.get(order.jugador)
    rank = order.roba or unit.categoria
    if pool is None or rank is None:
        log.say(number, f"{order.jugador} roba la ficha de {order.unidad} y la activa", rules.DRAWN)
        return battle
    if not pool.get(rank, 0):
        raise Illegal(f"en la reserva de {order.jugador} no queda ninguna ficha de {rank}", rules.DRAWN)
    if unit.categoria and unit.categoria != rank:
        raise Illegal(f"la ficha robada es de {rank} y {order.unidad} es de {unit.categoria}", rules.DRAWN)
    log.say(number, f"{order.jugador} roba una ficha de {rank} y activa a {order.unidad}", rules.DRAWN)
    left = {**pool, rank: pool[rank] - 1}
    return battle.model_copy(update={"reserva_de_ordenes": {**battle.reserva_de_ordenes, order.jugador: left}})


def _pass(s: State, order: Turn, log: Log, number: str) -> State:
    mine = s.battle.of(order.jugador)
    left = s.battle.reserva_de_espera.get(order.jugador, 0)
    passed = {**s.battle.paso, order.jugador: True}
    if mine and all(unit.orden == "boca_abajo" for unit in mine.values()):
        log.say(number, f"{order.jugador} no tiene a quién activar: debe pasar", rules.MUST_PASS)
        return s.model_copy(update={"battle": s.battle.model_copy(update={"paso": passed}), "done": True})
    if s.battle.paso.get(order.jugador):
        raise Illegal(f"{order.jugador} ya pasó en su turno anterior", rules.PASSES)
    if not left:
        raise Illegal(f"{order.jugador} no tiene fichas de Ventaja para pasar", rules.PASSES)
    log.say(number, f"{order.jugador} gasta una ficha de Ventaja y pasa", rules.PASSES)
    pool = {**s.battle.reserva_de_espera, order.jugador: left - 1}
    battle = s.battle.model_copy(update={"reserva_de_espera": pool, "paso": passed})
    return s.model_copy(update={"battle": battle, "done": True})


def no_damage(unit: str) -> str:
    return f"{unit} ya tuvo su ficha de Daño a vehículo y no la tiene: no tira dado por ella"


def _start(s: State, order: Turn, log: Log, number: str) -> State:
    for rel in ("comienzo", "durante"):
        s = s.model_copy(update={"battle": clock(s.battle, rel, "activacion", number, order.told, log, order.unidad)})
    unit = s.battle.unit(order.unidad)
    ions, damaged = unit.has("iones"), unit.has("dano_a_vehiculo")
    shown = defense_dice(log, order.dados, "blanco", ions + damaged, "los dados de activación")
    if unit.danado and not damaged:
        log.say(number, no_damage(order.unidad), rules.VEHICLE_DIE)
    lost = 0
    for dice, rule, what in ((shown[:ions], rules.ION_DIE, "Iones"), (shown[ions:], rules.VEHICLE_DIE, "Daño a vehículo")):
        if dice:
            lost += "vacia" in dice
            log.say(number, f"{what}: {', '.join(dice)}" + ("; una acción menos" if "vacia" in dice else ""), rule)
    return s.model_copy(update={"actions": max(0, s.actions - lost)})


def _rally(s: State, order: Turn, log: Log, number: str) -> State:
    unit = s.battle.unit(order.unidad)
    have = unit.has("acobardamiento")
    s = s.model_copy(update={"battle": does(s.battle, "mientras", "reagrupar", number, order.told, log, order.unidad)})
    unit = s.battle.unit(order.unidad)
    colour, card = rally_die(s.battle, order.unidad)
    shown = defense_dice(log, order.reagrupamiento, colour, have, "el reagrupamiento")
    if have and card:
        log.say(number, f"tira dados {colour}s", rule_named(card), card)
    off = len([face for face in shown if face != "vacia"])
    if have:
        log.say(number, f"{order.unidad} se quita {off} de {have} fichas de Acobardamiento", rules.RALLY)
    unit = unit.with_tokens(acobardamiento=-off)
    battle = s.battle.put(order.unidad, unit)
    battle = does(battle, "mientras", "comprobar", number, order.told, log, order.unidad, que=Ente("efecto", "panico"))
    panic = _panics(battle, battle.unit(order.unidad), order, log, number)
    actions = s.actions
    if panic:
        log.say(number, f"{order.unidad} es presa del pánico: no puede realizar acciones", rules.PANIC)
        actions = 0
    elif unit.suppressed():
        log.say(number, f"{order.unidad} está acobardada: una acción menos", rules.SUPPRESSED)
        actions = max(0, actions - 1)
    who, told = order.unidad, order.told
    battle = at_step(battle, "despues", "reagrupamiento", number, told, log, who)
    battle = does(battle, "despues", "resolver", number, told, log, who, que=Ente("tiempo", "reagrupamiento", None, who))
    return s.model_copy(update={"battle": battle, "actions": actions, "panic": panic})


def _panics(battle: Battle, unit: Unit, order: Turn, log: Log, number: str) -> bool:
    courage, have = unit.aplomo, unit.has("acobardamiento")
    if order.aplomo_de:
        leader = battle.unit(order.aplomo_de)
        if leader.categoria != "comandante" or leader.jugador != unit.jugador:
            raise Illegal(f"{order.aplomo_de} no es un Comandante aliado", rules.COMMANDER)
        log.say(number, f"usa el Aplomo de {order.aplomo_de} contra el pánico", rules.COMMANDER)
        courage = leader.aplomo
    if order.aplomo is not None and courage is not None:
        courage = max(courage, order.aplomo)
    if unit.vehiculo or courage is None or not have:
        return False
    return have >= 2 * courage


def _act(s: State, order: Turn, log: Log, number: str) -> State:
    battle, left = s.battle, s.actions
    made: list[str] = []
    if not s.panic:
        battle = at_step(battle, "comienzo", "realizar_acciones", number, order.told, log, order.unidad)
    if s.panic and order.acciones:
        raise Illegal(f"{order.unidad} es presa del pánico: ni acciones ni acciones gratuitas", rules.PANIC)
    for action in order.acciones:
        name = action.accion or action.carta
        if not name:
            raise PlayError("cada acción dice cuál es: «accion» o «carta»")
        if not action.gratuita and not left:
            raise Illegal(f"{order.unidad} no puede realizar más acciones", rules.ACTIONS)
        if made.count(name) >= _times(battle.unit(order.unidad), name):
            raise Illegal(f"{name}: cada acción, una sola vez por activación", rules.ACTIONS)
        if name == "ataque" and name in made:
            log.say(number, f"{order.unidad} puede efectuar dos acciones de ataque", rules.ATARU, "Dominio de Ataru")
        if {"ataque", "alerta"} <= {*made, name}:
            raise Illegal("no se hacen acción de ataque y de alerta en la misma activación", rules.NOT_BOTH_ACTIONS)
        _allowed(battle, order.unidad, name, made, log)
        left -= not action.gratuita
        made.append(name)
        if name == "movimiento":
            battle = moving(battle, order.unidad, action.movimiento, number, order.told, log)
        battle = _card(battle, order, action, log, number) if action.carta else _basic(battle, order, name, log, number)
    if not s.panic:
        battle = at_step(battle, "final", "realizar_acciones", number, order.told, log, order.unidad)
    return s.model_copy(update={"battle": battle})


def _allowed(battle: Battle, name: str, action: str, made: Sequence[str], log: Log) -> None:
    """What a text forbids to do in the activation: «sólo puede realizar una acción de movimiento»."""
    what = Ente("accion", "accion", frozenset({action, f"accion_de_{action}"}), name)
    during = Event("durante", "fase", {"quien": unit_of(name)}, tiempo="activacion",
                   parts={"este_activacion": Ente("tiempo", "activacion", None, name)})  # fmt: skip
    deed = Event("", "realizar", {"quien": unit_of(name), "que": what}, number=made.count(action) + 1)
    deeds = (deed, Event("", "atacar", {"quien": unit_of(name)})) if action == "ataque" else (deed,)
    for each in deeds:
        if card := look.stopped(LOOK, battle, each, during, (during,), log):
            raise Illegal(f"{name} no puede realizar la acción de {action}, por {card}", rule_named(card))


def _times(unit: Unit, action: str) -> int:
    """How often it may be made in one activation."""
    return MOST if action == "movimiento" else 2 if action == "ataque" and unit.keyword("dominio_de_ataru") else 1


MOST = 100
"""Moves: as often as there are actions for them."""


def _card(battle: Battle, order: Turn, action: Action, log: Log, number: str) -> Battle:
    unit = battle.unit(order.unidad)
    armed = {id for weapon in unit.armas.values() for id in held(weapon.cualidades, "arma")}
    mine = {*held(unit.cualidades), *unit.cartas, *armed}
    named = [action.carta] if action.carta in unit.cartas else [keyword(action.carta, of).term.id for of in BEARERS]
    found = next((name for name in named if name in mine), named[0])
    if found not in mine:
        raise Illegal(f"{order.unidad} no tiene {action.carta}", rules.CARD_ACTION)
    if found in terms() and (card := sure_ban(battle, log, "utilizar", quien=unit_of(order.unidad), que=keyword_of(found))):
        raise Illegal(f"{order.unidad} no puede usar {action.carta}, por {card}", rule_named(card))
    battle = _standby_lost(battle, order.unidad, log, number)
    return card_action(battle, order.unidad, found, number, Told({order.unidad: action.elige}), log)  # its own choice


def _basic(battle: Battle, order: Turn, name: str, log: Log, number: str) -> Battle:
    unit = battle.unit(order.unidad)
    rule, token = BASIC[name]
    if name == "alerta" and unit.repulsor:
        raise Illegal(f"{order.unidad} es un repulsor: no hace acciones de alerta", rules.STANDBY)
    if name != "alerta":
        battle = _standby_lost(battle, order.unidad, log, number)
        unit = battle.unit(order.unidad)
    log.say(number, f"{order.unidad}: acción de {name}" + (f", gana 1 ficha de {token}" if token else ""), rule)
    if token:
        unit = unit.gains(token, 1)
    if name == "recuperacion":
        unit = unit.with_tokens(acobardamiento=-unit.has("acobardamiento"))
    battle = battle.put(order.unidad, unit)
    if token:
        battle = got(battle, order.unidad, token, number, order.told, log)
    return acted(battle, order.unidad, name, number, order.told, log)


def _standby_lost(battle: Battle, name: str, log: Log, number: str) -> Battle:
    unit = battle.unit(name)
    if not unit.has("alerta"):
        return battle
    log.say(number, f"{name} pierde su ficha de Alerta", rules.LOSES_STANDBY)
    return battle.put(name, unit.with_tokens(alerta=-1))


# Where each action stands, and the token that it gains.
BASIC: Mapping[str, tuple[Cite, str]] = {
    "alerta": (rules.STANDBY, "alerta"),
    "ataque": (rules.ATTACKS, ""),
    "ataque_apuntado": (rules.AIMS, "ataque_apuntado"),
    "esquiva": (rules.DODGES, "esquiva"),
    "movimiento": (rules.MOVES, ""),
    "recuperacion": (rules.RECOVERY, ""),
}


def react(battle: Battle, order: React, log: Log) -> tuple[Battle, dict[str, Any]]:
    """The free action follows as an action of its own; its defender can only be who set it off."""
    unit, enemy = battle.unit(order.unidad), battle.unit(order.contra)
    far = 3 if unit.keyword("centinela") else 2
    refusals = (
        (not unit.has("alerta"), "no tiene ninguna ficha de Alerta", rules.REACTS),
        (bool(unit.jugador) and unit.jugador == enemy.jugador, f"{order.contra} no es enemiga", rules.REACTS),
        (order.alcance > far, f"{order.contra} está a alcance {order.alcance} y la Alerta llega a {far}", rules.REACTS),
        (unit.repulsor, "un repulsor no gasta fichas de Alerta", rules.NO_STANDBY),
        (order.activa == order.unidad, "no se gasta durante su propia activación", rules.NOT_OWN_TURN),
    )
    for refused, why, rule in refusals:
        if refused:
            raise Illegal(f"{order.unidad}: {why}", rule)
    if far == 3:
        log.say("1", "puede reaccionar a alcance 3", rule_of("centinela"), "Centinela")
    log.say("1", f"{order.unidad} gasta su Alerta: acción gratuita de {order.accion}", rules.REACTS)
    return battle.put(order.unidad, unit.with_tokens(alerta=-1)), {"accion": order.accion, "contra": order.contra}


def _finish(s: State, order: Turn, log: Log, number: str) -> State:
    """Poison first wounds and then goes with ions and immobilisation; who panicked recovers."""
    battle, name = s.battle, order.unidad
    unit = battle.unit(name)
    if unit.has("veneno"):
        log.say(number, f"{name} sufre {unit.has('veneno')} Heridas por el Veneno y pierde esas fichas", rules.POISONED)
        battle = wounded(battle, name, unit.has("veneno"), log)
    for token, rule in (("iones", rules.IONS_OFF), ("inmovilizacion", rules.FREED)):
        if unit.has(token):
            log.say(number, f"{name} pierde sus fichas de {token}", rule)
    gone = {token: -unit.has(token) for token in ("veneno", "iones", "inmovilizacion")}
    if s.panic:
        off = min(unit.aplomo or 0, unit.has("acobardamiento"))
        log.say(number, f"{name} se recupera del pánico: pierde {off} fichas de Acobardamiento", rules.RECOVERS)
        gone["acobardamiento"] = -off
    unit = battle.unit(name).with_tokens(**gone).model_copy(update={"arrollamientos": 0})
    battle = battle.put(name, unit)
    battle = clock(battle, "final", "activacion", number, order.told, log, name)
    return s.model_copy(update={"battle": battle.over("activacion")})


def _marked(s: State, order: Turn, log: Log, number: str) -> State:
    unit = s.battle.unit(order.unidad)
    log.say(number, f"{order.unidad} queda activada: ficha de Orden boca abajo", rules.FACE_DOWN)
    return s.model_copy(update={"battle": s.battle.put(order.unidad, unit.model_copy(update={"orden": "boca_abajo"}))})


STEPS: Mapping[str, Step] = {
    "escoger_unidad": _choose,
    "comienzo_de_la_activacion": _start,
    "reagrupamiento": _rally,
    "realizar_acciones": _act,
    "final_de_la_activacion": _finish,
    "asignar_ficha_de_orden": _marked,
}
