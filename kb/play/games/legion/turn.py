"""Legión: one turn of the Activation phase, step by step: choose or pass, start, rally, actions, end, order token."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from grammar.game import load_game
from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import LOOK, attacks_each, rally_die, speed_of, stands_by, sure_ban
from kb.play.games.legion.fight import BEARERS, wounded
from kb.play.games.legion.keywords import held, keyword, rule_named, rule_of
from kb.play.games.legion.orders import DefenseFace
from kb.play.games.legion.rolls import defense_dice
from kb.play.games.legion.state import Battle, Natural, Rank, Unit
from kb.play.games.legion.terms import read_keyword, terms
from kb.play.games.legion.unit_effects import (
    Told,
    acted,
    at_step,
    card_action,
    clock,
    does,
    got,
    move_of,
    moved,
    moves_itself,
    moving,
    states,
)
from kb.play.games.legion.verbs.on_table import GRANTED, KEEPS
from kb.play.games.legion.view import keyword_of, unit_of
from kb.play.meaning import look
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal, Log
from kb.play.validation import Model
from kb.text import identifier

Basic = Literal["alerta", "ataque", "ataque_apuntado", "esquiva", "movimiento", "recuperacion"]


class Action(Model):
    """An action; `carta` names the keyword of a card action and `elige` the units that it chooses."""

    accion: Basic | None = None
    carta: str = ""
    gratuita: bool = False
    elige: tuple[str, ...] = ()
    movimiento: Literal["normal", "pivote", "escalada", "retirada"] = "normal"


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
    conserva: Natural | None = None
    """«Sentido del peligro X»: suppression that it chooses not to take off when it rallies."""
    declina: tuple[str, ...] = ()
    elegidas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Units that an effect chooses during the activation, by whose it is or by its name."""

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
    speed: int | None = None
    """Its top speed before anything changed it for this activation."""


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
        return _idle_draw(s, order, log, number) if order.roba else _pass(s, order, log, number)
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


def _idle_draw(s: State, order: Turn, log: Log, number: str) -> State:
    """An order token of a rank that has nobody left to activate is taken out of the game."""
    rank, player = order.roba, order.jugador
    fits = [n for n, u in s.battle.of(player).items() if u.categoria == rank and u.orden == "sin"]
    if fits:
        raise Illegal(f"hay a quién activar con esa ficha: {', '.join(fits)} (di «unidad»)", rules.DRAWN)
    pool = s.battle.reserva_de_ordenes.get(player, {})
    if rank is None or not pool.get(rank, 0):
        raise Illegal(f"en la reserva de {player} no queda ninguna ficha de {rank}", rules.DRAWN)
    log.say(number, f"nadie de {player} es de {rank} y está sin orden: la ficha se retira de la partida", rules.NOBODY_FITS)
    log.say(number, f"{player} puede pasar, activar a una unidad con orden boca arriba o robar otra ficha", rules.NOBODY_FITS)
    left = {**s.battle.reserva_de_ordenes, player: {**pool, rank: pool[rank] - 1}}
    return s.model_copy(update={"battle": s.battle.model_copy(update={"reserva_de_ordenes": left}), "done": True})


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
    s = s.model_copy(update={"speed": s.battle.unit(order.unidad).velocidad})
    s = s.model_copy(update={"battle": states(s.battle, order.unidad, number, log)})
    mark = len(log.past)
    for rel in ("comienzo", "durante"):
        s = s.model_copy(update={"battle": clock(s.battle, rel, "activacion", number, order.told, log, order.unidad)})
    s = s.model_copy(update={"actions": s.actions + sum(e.number or 1 for e in granted(log, order.unidad, "adicional", mark))})
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
    have, mark = unit.has("acobardamiento"), len(log.past)
    s = s.model_copy(update={"battle": does(s.battle, "mientras", "reagrupar", number, order.told, log, order.unidad)})
    unit = s.battle.unit(order.unidad)
    colour, card = rally_die(s.battle, order.unidad)
    shown = defense_dice(log, order.reagrupamiento, colour, have, "el reagrupamiento")
    if have and card:
        log.say(number, f"tira dados {colour}s", rule_named(card), card)
    off = _removed(s.battle, order, len([face for face in shown if face != "vacia"]), log, number, mark)
    if have:
        log.say(number, f"{order.unidad} se quita {off} de {have} fichas de Acobardamiento", rules.RALLY)
    unit = unit.with_tokens(acobardamiento=-off)
    battle = s.battle.put(order.unidad, unit)
    mark = len(log.past)
    if have - off:
        battle = does(battle, "mientras", "comprobar", number, order.told, log, order.unidad, que=Ente("efecto", "panico"))
    panic = _panics(battle, battle.unit(order.unidad), order, log, number, mark)
    battle = battle.put(order.unidad, battle.unit(order.unidad).model_copy(update={"panico": panic}))
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


def _removed(battle: Battle, order: Turn, off: int, log: Log, number: str, mark: int) -> int:
    """Suppression that a rally takes off; a text may let the unit keep it («Desapercibido», «Sentido del peligro»)."""
    unit = battle.unit(order.unidad)
    if off and _noted(log, KEEPS, order.unidad, mark):
        return 0
    most = min(off, unit.keyword("sentido_del_peligro_x"))
    if most and order.conserva is None:
        log.offer(order.unidad, number, f"puedes conservar hasta {most} fichas de Acobardamiento con Sentido del peligro")
    if order.conserva and order.conserva > most:
        raise Illegal(f"{order.unidad} no puede conservar {order.conserva} fichas de Acobardamiento", rules.RALLY)
    if order.conserva:
        told = f"{order.unidad} elige no quitarse {order.conserva} fichas de Acobardamiento"
        log.say(number, told, rule_of("sentido_del_peligro_x"), "Sentido del peligro")
    return off - (order.conserva or 0)


def _without_token(unit: Unit) -> bool:
    """«la unidad que tenga asignada la ficha de Comandante»: the definition cannot say it (`falta`)."""
    return bool(unit.keyword("comandante_operativo")) and not unit.has("comandante")


def _panics(battle: Battle, unit: Unit, order: Turn, log: Log, number: str, mark: int) -> bool:
    courage, have = unit.aplomo, unit.has("acobardamiento")
    lent = {e.roles["de"].name: e.number or 0 for e in _noted(log, "aplomo", order.unidad, mark)}
    for name in [name for name in lent if _without_token(battle.unit(name))]:
        log.say(number, f"{name} no tiene ficha de Comandante: su Aplomo no cuenta", rule_of("comandante_operativo"))
        del lent[name]
    if order.aplomo_de and order.aplomo_de not in lent and have:
        leader = battle.unit(order.aplomo_de)
        if leader.categoria != "comandante" or leader.jugador != unit.jugador:
            raise Illegal(f"{order.aplomo_de} no es un Comandante aliado", rules.COMMANDER)
        worth = Ente("valor", "aplomo", None, order.aplomo_de)
        doubts: list[str] = []
        deed = Event("", "utilizar", {"quien": unit_of(order.unidad), "que": worth})
        if card := look.stopped(LOOK, battle, deed, None, (), log, doubts=doubts) or next(iter(doubts), ""):
            why = f"{order.unidad} no puede usar el Aplomo de {order.aplomo_de}, por {card}"
            raise Illegal(f"{why}: si comparten afiliación, «declina: [{card}]»", rule_named(card))
        log.say(number, f"usa el Aplomo de {order.aplomo_de} contra el pánico", rules.COMMANDER)
        courage = leader.aplomo
    if order.aplomo and have and order.aplomo not in lent.values():
        log.say(
            number,
            f"se da por dicho que algo da a {order.unidad} un Aplomo de {order.aplomo} contra el pánico",
            rules.COMMANDER,
        )
    if courage is not None:
        courage = max(courage, order.aplomo or 0, *lent.values())
    return not unit.vehiculo and courage is not None and 0 < have >= 2 * courage


def _act(s: State, order: Turn, log: Log, number: str) -> State:
    battle, left = s.battle, s.actions
    made: list[str] = []
    withdraws, mark = False, len(log.past)
    if not s.panic:
        battle = at_step(battle, "comienzo", "realizar_acciones", number, order.told, log, order.unidad)
    if s.panic and order.acciones:
        raise Illegal(f"{order.unidad} es presa del pánico: ni acciones ni acciones gratuitas", rules.PANIC)
    _first(order, log, mark)
    for action in order.acciones:
        name = action.accion or action.carta
        if not name:
            raise PlayError("cada acción dice cuál es: «accion» o «carta»")
        if not action.gratuita and not left:
            raise Illegal(f"{order.unidad} no puede realizar más acciones", rules.ACTIONS)
        most, card = _times(battle, order.unidad, name)
        if made.count(name) >= most:
            raise Illegal(f"{name}: cada acción, una sola vez por activación", rules.ACTIONS)
        if name == "ataque" and name in made:
            times = NUMBERS.get(most, most)
            log.say(number, f"{order.unidad} puede efectuar {times} acciones de ataque", rule_named(card), card)
        if action.gratuita and action.accion and not _given(battle, log, order.unidad, name):
            log.say(number, f"se da por concedida la acción gratuita de {name}: nada de lo que hay aquí la da", rules.FREE)
        if {"ataque", "alerta"} <= {*made, name}:
            raise Illegal("no se hacen acción de ataque y de alerta en la misma activación", rules.NOT_BOTH_ACTIONS)
        withdraws = withdraws or (name == "movimiento" and action.movimiento == "retirada")
        if withdraws and {"ataque", "alerta"} & {*made, name}:
            raise Illegal(f"{order.unidad} se bate en retirada: ni ataca ni se pone en alerta", rules.WITHDRAWS_ONLY)
        _allowed(battle, order.unidad, name, made, log)
        left -= not action.gratuita
        made.append(name)
        speed = battle.unit(order.unidad).velocidad
        if name == "movimiento":
            battle = _moves(battle, order, action, log, number)
        battle = _card(battle, order, action, log, number) if action.carta else _basic(battle, order, action, log, number)
        if name == "movimiento":  # what raised it for this move is over
            battle = battle.put(order.unidad, battle.unit(order.unidad).model_copy(update={"velocidad": speed}))
    if not s.panic:
        battle = at_step(battle, "final", "realizar_acciones", number, order.told, log, order.unidad)
    return s.model_copy(update={"battle": battle})


def _noted(log: Log, verb: str, name: str, since: int = 0) -> list[Event]:
    """What texts have left for whoever asks, about a unit."""
    return [e for e in log.past[since:] if isinstance(e, Event) and e.verb == verb and e.roles["quien"].name == name]


def granted(log: Log, name: str, mark: str, since: int = 0) -> list[Event]:
    """What texts have given a unit to do, of that class."""
    return [e for e in _noted(log, GRANTED, name, since) if mark in (e.roles["que"].marks or ())]


def _given(battle: Battle, log: Log, name: str, action: str) -> bool:
    """Whether something gives it a free action: of that kind, or of any; in this turn or before it."""
    any_kind = [e for e in granted(log, name, "gratuito") if not (e.roles["que"].marks or frozenset()) - {"gratuito"}]
    return bool(any_kind or granted(log, name, action) or battle.concedido.get(name))


def _first(order: Turn, log: Log, mark: int) -> None:
    """«su primera acción debe ser …»: free actions do not count; `declina` says that it can do none of those."""
    asked = _noted(log, "primera_accion", order.unidad, mark)
    first = next((action.accion or action.carta for action in order.acciones if not action.gratuita), "")
    for event in asked:
        card, allowed = event.roles["que"].name, event.roles["que"].marks or frozenset()
        declined = {read_keyword(text)[0] for text in order.declina}
        if not first or identifier(first) in allowed or read_keyword(card)[0] in declined:
            continue
        which = " o ".join(sorted(allowed))
        raise Illegal(f"la primera acción de {order.unidad} ha de ser de {which}, por {card}", rule_named(card))


def _withdrawn(battle: Battle, name: str, kind: str, log: Log, number: str) -> Battle:
    """Who is locked in melee gets out of it only by withdrawing, at speed 1, unless a text lets it move."""
    unit = battle.unit(name)
    if kind == "retirada" and not unit.trabada:
        raise Illegal(f"{name} no está trabada: no tiene de dónde retirarse", rules.WITHDRAWS)
    if not unit.trabada:
        return battle
    moves = Event("", "mover", {"quien": unit_of(name)})  # «puede moverse»; the others are of one kind of move
    deeds = (Event("", "realizar", {"quien": unit_of(name), "que": move_of(name, kind)}), moves)
    found = (look.allowed(LOOK, battle, deed, lambda scene, fact: scene.me.name == name, log, doubtful=True) for deed in deeds)
    lets = next((card for card in found if card is not None), None)
    if kind != "retirada" and lets is None:
        raise Illegal(f"{name} está trabada: solo puede moverse batiéndose en retirada", rules.LOCKED)
    if lets is not None:
        log.say(number, f"{name} puede moverse aunque está trabada: se da por cumplido lo que pide", rule_named(lets), lets)
    elif kind == "retirada":
        log.say(number, f"{name} se bate en retirada, a Velocidad 1", rules.WITHDRAWS)
    return battle.put(name, unit.model_copy(update={"trabada": False}))


def _moves(battle: Battle, order: Turn, action: Action, log: Log, number: str) -> Battle:
    """Before a move: which kinds are forbidden, what it sets off, and whether any speed is left for it."""
    name, kind = order.unidad, action.movimiento
    battle = _withdrawn(battle, name, kind, log, number)
    who = unit_of(name)
    card = sure_ban(battle, log, "realizar", quien=who, que=move_of(name, kind)) or sure_ban(battle, log, "mover", quien=who)
    if card:
        raise Illegal(f"{name} no puede realizar ese movimiento, por {card}", rule_named(card))
    battle = moving(battle, name, kind, number, order.told, log)
    held, speed = battle.unit(name).has("inmovilizacion"), speed_of(battle, name)
    if held and speed is None:
        unsaid = f"no se dice la Velocidad de {name}: con {held} fichas de Inmovilización quizá no pueda moverse"
        log.say(number, unsaid, rules.IMMOBILE)
    if held and speed is not None and speed <= held:
        why = f"{name} tiene {held} fichas de Inmovilización y Velocidad {speed}: no puede moverse"
        raise Illegal(why, rules.IMMOBILE)
    return battle


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


def _times(battle: Battle, name: str, action: str) -> tuple[int, str]:
    """How often it may be made in one activation, and which text says so."""
    if action == "movimiento":
        return MOST, ""
    return attacks_each(battle, name) if action == "ataque" else (1, "")


NUMBERS = {2: "dos", 3: "tres"}
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
    moves = moves_itself(battle, order.unidad, found)
    if moves:  # a card that moves its unit is used only where the unit could move
        battle = _moves(battle, order, action, log, number)
    battle = card_action(battle, order.unidad, found, number, Told({order.unidad: action.elige}), log)  # its own choice
    return moved(battle, order.unidad, "normal", number, order.told, log) if moves else battle


def _basic(battle: Battle, order: Turn, action: Action, log: Log, number: str) -> Battle:
    name = str(action.accion)
    unit = battle.unit(order.unidad)
    rule, token = BASIC[name]
    may = stands_by(battle, log, order.unidad)
    if name == "alerta" and not may:
        raise Illegal(f"{order.unidad} es un repulsor: no hace acciones de alerta", rules.STANDBY)
    if name != "alerta":
        battle = _standby_lost(battle, order.unidad, log, number)
        unit = battle.unit(order.unidad)
    log.say(number, f"{order.unidad}: acción de {name}" + (f", gana 1 ficha de {token}" if token else ""), rule)
    if token:
        unit = unit.gains(token, 1, may)
    if name == "recuperacion":
        unit = unit.with_tokens(acobardamiento=-unit.has("acobardamiento"))
    battle = battle.put(order.unidad, unit)
    if token:
        battle = got(battle, order.unidad, token, number, order.told, log)
    return acted(battle, order.unidad, name, number, order.told, log, action.movimiento)


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
        (not stands_by(battle, log, order.unidad), "un repulsor no gasta fichas de Alerta", rules.NO_STANDBY),
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
    battle = battle.put(name, battle.unit(name).model_copy(update={"velocidad": s.speed, "panico": None}))
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
