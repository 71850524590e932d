"""Rebellion: what a scenario may do; missions, combats and cards have files of their own."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion import combat as rebellion_combat
from kb.play.games.rebellion import marches as rebellion_marches
from kb.play.games.rebellion import mission as rebellion_mission
from kb.play.games.rebellion import objectives as rebellion_objectives
from kb.play.games.rebellion import recovery as rebellion_recovery
from kb.play.games.rebellion import rules as rebellion_rules
from kb.play.games.rebellion import state as rebellion_state
from kb.play.games.rebellion import transport as rebellion_transport
from kb.play.games.rebellion import war as rebellion_war
from kb.play.games.rebellion.attack import DAMAGED, FALL, POOL
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.odds import solve as odds
from kb.play.games.rebellion.queue import named_cards, react
from kb.play.games.rebellion.rules import REBELS_WIN, capture, gain_loyalty, move_reputation, move_time, rescued, settle
from kb.play.games.rebellion.state import BASE, NO_HEALTH, RIVAL, STATIONS, Natural, Side, Table, destroy
from kb.play.games.rebellion.use import Used, kind_of, merged, moment_of, play, read, tell
from kb.play.games.rebellion.verbs.hands import ONE_USE, without_action
from kb.play.games.rebellion.verbs.realm import GAIN_UNIT, QUEUE
from kb.play.games.rebellion.view import leader_of, place_of
from kb.play.meaning.events import Event
from kb.play.run import Illegal, Log, Play
from kb.play.saying import many, of_each
from kb.play.validation import Model

CUT_FIRST = cite("rebellion/resolucion-de-ataques#r-f2e7f7", "antes")
COLOUR = cite("rebellion/resolucion-de-ataques#r-e1180d", "color")
DIRECT = cite("rebellion/resolucion-de-ataques#r-be64cd", "cualquier color")
BLOCK = cite("rebellion/resolucion-de-ataques#r-bloqueo-de", "bloque")
NOT_TOKENS = cite("rebellion/resolucion-de-ataques#r-ac19da", "no se pueden bloquear")
SUBJUGATED = cite("rebellion/subyugacion#r-831d20", "subyugado")
STILL_LOYAL = cite("rebellion/subyugacion#r-0436e4", "lealtad no cambia")
EMPIRE_WINS = cite("rebellion/ganar-la-partida#r-imperio", "Imperio")
WON = cite("rebellion/ganar-una-batalla#r-0b1602", "gana la batalla")
NO_WINNER = cite("rebellion/ganar-una-batalla#r-2e5d6a", "no gana nadie")
NO_RIVAL = cite("rebellion/ganar-una-batalla#r-a21c68", "al empezar")
FIGHT_ON = cite("rebellion/combate#r-siguiente", "mismo escenario")
FIVE = cite("rebellion/limitacion-de-componentes#r-dados", "5 negros y 5 rojos")
SABOTAGE = cite("rebellion/indicadores-de-sabotaje#r-e2cb39", "construir")
DEPLOY = cite("rebellion/despliegue-de-unidades#r-718702", "paso 6")
NO_DEPLOY = cite("rebellion/despliegue-de-unidades#r-42509c", "no admiten")
ENEMIES = cite("rebellion/despliegue-de-unidades#r-ab20cb", "unidades enemigas")
TWO_EACH = cite("rebellion/despliegue-de-unidades#r-743947", "Máximo de 2")
AT_BASE = cite("rebellion/despliegue-de-unidades#r-base-rebelde", "su espacio")
NOT_THERE = cite("rebellion/descubrir-la-base-rebelde#r-5cb69b", "desplegarse")
BUILD = cite("rebellion/construccion-de-unidades#r-807456", "cola de construcción")
RIVAL_THERE = cite("rebellion/construccion-de-unidades#r-ee8612", "alguna unidad")
FIRST_ICON = cite("rebellion/subyugacion#r-040b81", "primer icono")
NOT_HELD = cite("rebellion/lideres-capturados#r-379d26", "uno a la vez")
TIMING = cite("rebellion/cartas-de-accion#r-346ad2", "cuándo se usa")
CITES: tuple[Cite, ...] = (
    *(value for value in list(globals().values()) if isinstance(value, Cite)),
    *(value for value in vars(rebellion_state).values() if isinstance(value, Cite)),
    *rebellion_rules.CITES,
    *rebellion_mission.CITES,
    *rebellion_marches.CITES,
    *rebellion_transport.CITES,
    *rebellion_recovery.CITES,
    *rebellion_combat.CITES,
    *rebellion_objectives.CITES,
)


class Hit(Model):
    unidad: str
    cara: Literal["impacto", "impacto_directo"]
    dado: Literal["rojo", "negro"]


class Attack(Model):
    """One roll of combat: dice by colour once cut, damage assigned, damage blocked."""

    ataque: dict[Literal["rojo", "negro"], Natural] = Field(default_factory=dict)
    reduccion: dict[Literal["rojo", "negro"], Natural] = Field(default_factory=dict)
    asigna: tuple[Hit, ...] = ()
    bloqueo: Natural = 0
    bloquea: dict[str, Natural] = Field(default_factory=dict)


class Gain(Model):
    sistema: str
    bando: Side
    cantidad: Annotated[int, Field(ge=1, le=5)] = 1


class Lose(Model):
    sistema: str
    bando: Side


class Garrison(Model):
    sistema: str
    terrestres: Natural


class Points(Model):
    cantidad: Annotated[int, Field(ge=-20, le=20)] = 1


class Base(Model):
    imperiales: Natural
    rebeldes: Natural


class Battle(Model):
    """Who wins a battle in one theatre."""

    mios_al_final: Natural
    rivales_al_final: Natural
    rivales_al_principio: Natural = 1


class NextRound(Model):
    imperio: tuple[Literal["espacial", "terrestre"], ...] = ()
    rebelde: tuple[Literal["espacial", "terrestre"], ...] = ()


class Place(Model):
    sistema: str
    verbo: Literal["desplegar", "construir", "ganar", "poner_en_cola"]
    unidades: Natural = 1
    bando: Side | None = None
    """Whose units; without it, those of whose marker the system has."""


class Capture(Model):
    lider: str
    usa: dict[str, Told] = Field(default_factory=dict)


class Rescue(Model):
    """A captured leader is freed, by a mission where `mision` says so."""

    lider: str
    mision: bool = False
    lideres: tuple[str, ...] = ()
    """Those of the mission, who may go along."""


class Fall(Model):
    """Units that are destroyed."""

    unidades: tuple[str, ...]


class Ruin(Model):
    """A system is destroyed («Sistemas destruidos»)."""

    sistema: str


class Action(Model):
    """An Action card of «Asignación» or «Inmediata»."""

    jugador: Side
    carta: str
    decide: Told = Field(default_factory=Told)


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    dice: dict[str, int] = {}
    for colour, n in order.ataque.items():
        dice[colour] = min(odds.MOST_COMBAT, max(0, n - order.reduccion.get(colour, 0)))
    cut = any(order.reduccion.values())
    told = ": la reducción se resta antes del máximo" if cut else ""
    log.say("1", f"tira {of_each(dice, 'dado')}{told}", CUT_FIRST if cut else POOL)
    if not cut and any(n > odds.MOST_COMBAT for n in order.ataque.values()):
        log.say("1", f"como mucho {odds.MOST_COMBAT} dados de cada color", FIVE)
    dealt: dict[str, int] = {}
    for hit in order.asigna:
        unit = table.unit(hit.unidad)
        if unit.tipo in STATIONS:
            raise Illegal(f"{hit.unidad} no tiene Resistencia: no se le puede asignar daño", NO_HEALTH)
        if hit.cara == "impacto" and hit.dado != unit.color:
            raise Illegal(f"un impacto {hit.dado} no sirve contra {hit.unidad}", COLOUR)
        dealt[hit.unidad] = dealt.get(hit.unidad, 0) + 1
        log.say("3", f"asigna un {hit.cara} {hit.dado} a {hit.unidad}", DIRECT if hit.cara == "impacto_directo" else COLOUR)
    if sum(order.bloquea.values()) > order.bloqueo:
        raise Illegal(f"solo se pueden bloquear {order.bloqueo} puntos", BLOCK)
    for name, n in order.bloquea.items():
        table.unit(name)
        if n > dealt.get(name, 0):
            raise Illegal(f"solo se bloquea daño asignado ahora; las fichas de {name} no", NOT_TOKENS)
        dealt[name] = dealt.get(name, 0) - n
        log.say("4", f"bloquea {n} de {name}", BLOCK)
    units = dict(table.unidades)
    for name, n in dealt.items():
        unit = units[name]
        total = unit.dano + n
        units[name] = unit.model_copy(update={"dano": total, "destruida": total >= unit.resistencia})
        fallen = total >= unit.resistencia
        log.say("5", f"{name} tiene {total} de daño" + (" y es destruida" if fallen else ""), FALL if fallen else DAMAGED)
    return table.model_copy(update={"unidades": units}), {"dados": dice, "dano": dealt}


def loyalty(table: Table, order: Gain, log: Log) -> tuple[Table, dict[str, Any]]:
    table = gain_loyalty(table, order.sistema, order.bando, order.cantidad, log)
    return table, {"lealtad": table.system(order.sistema).lealtad}


def no_loyalty(table: Table, order: Lose, log: Log) -> tuple[Table, dict[str, Any]]:
    table.system(order.sistema)
    table = rebellion_rules.lose_loyalty(table, order.sistema, order.bando, log)
    return table, {"lealtad": table.system(order.sistema).lealtad}


def garrison(table: Table, order: Garrison, log: Log) -> tuple[Table, dict[str, Any]]:
    """Subjugated while an Imperial ground unit is there and the system is not loyal to the Empire."""
    system = table.system(order.sistema)
    ground = system.populoso and not system.destruido
    held = order.terrestres > 0 and system.lealtad != "imperio" and ground
    rule = SUBJUGATED if ground else rebellion_rules.RUINS if system.destruido else rebellion_rules.REMOTE
    log.say("", f"{order.sistema} {'está' if held else 'no está'} subyugado", rule)
    after = system.model_copy(update={"terrestres_imperiales": order.terrestres, "subyugacion": held})
    imperial = after.subyugacion or after.lealtad == "imperio"
    rebel = after.lealtad == "rebelde" and not after.subyugacion
    neutral = after.lealtad is None and not after.subyugacion
    if held:
        log.say("", "cuenta como sistema Imperial, pero su lealtad no cambia", STILL_LOYAL)
    return table.model_copy(update={"sistemas": {**table.sistemas, order.sistema: after}}), {
        "sistema_imperial": imperial,
        "sistema_rebelde": rebel,
        "neutral": neutral,
        "subyugado": held,
    }


def reputation(table: Table, order: Points, log: Log) -> tuple[Table, dict[str, Any]]:
    table = move_reputation(table, order.cantidad, log)
    if not order.cantidad and table.gana is None:
        log.say("", f"Reputación en {table.reputacion} y Tiempo en {table.tiempo}: no coinciden y nadie gana", REBELS_WIN)
    return table, {"gana": table.gana}


def advance(table: Table, order: Points, log: Log) -> tuple[Table, dict[str, Any]]:
    table = move_time(table, order.cantidad, log)
    return table, {"gana": table.gana}


def base(table: Table, order: Base, log: Log) -> tuple[Table, dict[str, Any]]:
    won = table.base_descubierta and order.imperiales > 0 and order.rebeldes == 0
    log.say("", "gana el Imperio" if won else "el Imperio no gana", EMPIRE_WINS)
    return table.model_copy(update={"gana": "imperio" if won else table.gana}), {"gana": "imperio" if won else None}


def battle(table: Table, order: Battle, log: Log) -> tuple[Table, dict[str, Any]]:
    won = order.mios_al_final > 0 and not order.rivales_al_final and order.rivales_al_principio > 0
    rule = NO_RIVAL if not order.rivales_al_principio else WON if won or order.rivales_al_final else NO_WINNER
    log.say("", "se gana la batalla" if won else "nadie gana la batalla", rule)
    return table, {"gana": won}


def next_round(table: Table, order: NextRound, log: Log) -> tuple[Table, dict[str, Any]]:
    shared = set(order.imperio) & set(order.rebelde)
    log.say("IV", "sigue el combate" if shared else "el combate termina: nadie comparte escenario", FIGHT_ON)
    return table, {"sigue": bool(shared)}


def place(table: Table, order: Place, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.sistema == BASE:
        return _at_base(table, order, log)
    system = table.system(order.sistema)
    if order.verbo == "desplegar":
        _deployable(table, order)
    if system.sabotaje and order.verbo in ("desplegar", "construir"):
        raise Illegal(f"el Sabotaje impide {order.verbo} en {order.sistema}", SABOTAGE)
    if order.verbo == "desplegar":
        _deployed(order, log)
        return table, _placed(min(MOST_DEPLOYED, order.unidades), order)
    if order.verbo == "construir":
        _built(table, order, log)
        return table, _placed(order.unidades, order)
    log.say("", f"{of_units(order.unidades)}: van a {order.sistema}", GAIN_UNIT if order.verbo == "ganar" else QUEUE)
    return table, _placed(order.unidades, order)


MOST_DEPLOYED = 2


def _placed(allowed: int, order: Place) -> dict[str, Any]:
    return {"colocadas": allowed, "esperan": order.unidades - allowed}


def of_units(n: int) -> str:
    return many(n, "unidad")


def _deployed(order: Place, log: Log) -> None:
    allowed = min(MOST_DEPLOYED, order.unidades)
    log.say("", f"se despliegan {of_units(allowed)} en {order.sistema}", DEPLOY if order.sistema != BASE else AT_BASE)
    if allowed < order.unidades:
        log.say("", f"solo caben {MOST_DEPLOYED}: {order.unidades - allowed} esperan en la casilla 1", TWO_EACH)


def _at_base(table: Table, order: Place, log: Log) -> tuple[Table, dict[str, Any]]:
    """The space of the Rebel Base: as a system while it is hidden («Despliegue de unidades»)."""
    if order.verbo == "desplegar":
        if table.base_descubierta:
            raise Illegal("con la Base descubierta no se despliega en su espacio", NOT_THERE)
        if order.bando == "imperio":
            raise Illegal("en el espacio de la Base Rebelde solo despliega la Rebelión", AT_BASE)
        _deployed(order, log)
        return table, _placed(min(MOST_DEPLOYED, order.unidades), order)
    log.say("", f"{of_units(order.unidades)}: van a la cola de construcción", BUILD)
    return table, _placed(order.unidades, order)


def _whose(table: Table, order: Place) -> Side | None:
    system = table.system(order.sistema)
    return order.bando or ("imperio" if system.subyugacion else system.lealtad)


def _built(table: Table, order: Place, log: Log) -> None:
    """With the resource icons of one's own systems; of a subjugated one, with the first («Subyugación»)."""
    system, side = table.system(order.sistema), _whose(table, order)
    if not system.populoso or system.destruido:
        why = rebellion_rules.RUINS if system.destruido else NO_DEPLOY
        raise Illegal(f"{order.sistema} no tiene iconos de recurso que usar", why)
    own = side == system.lealtad or (side == "imperio" and system.subyugacion)
    if side and not own and "lealtad" in system.model_fields_set:
        raise Illegal(f"{order.sistema} no es leal a ese bando", BUILD)
    if side and table.there(order.sistema, RIVAL[side]):
        raise Illegal(f"en {order.sistema} hay unidades del rival: no se usan sus iconos", RIVAL_THERE)
    log.say("", f"se construye en {order.sistema}: 1 unidad por icono de recurso, a la cola de construcción", BUILD)
    if system.subyugacion and side != "rebelde":
        log.say("", f"{order.sistema} está subyugado: solo cuenta el primer icono de la izquierda", FIRST_ICON)


def _deployable(table: Table, order: Place) -> None:
    """Not in remote systems nor where enemies are; whose it is, where nobody says it, the marker of the system does."""
    system, side = table.system(order.sistema), _whose(table, order)
    if not system.populoso or system.destruido:
        raise Illegal(f"{order.sistema} no admite despliegues", NO_DEPLOY)
    if side and table.there(order.sistema, RIVAL[side]):
        raise Illegal(f"en {order.sistema} hay unidades enemigas", ENEMIES)
    if order.bando and order.bando != system.lealtad and not (order.bando == "imperio" and system.subyugacion):
        raise Illegal(f"{order.sistema} no tiene indicador de ese bando", DEPLOY)


def rescue(table: Table, order: Rescue, log: Log) -> tuple[Table, dict[str, Any]]:
    if not table.leader(order.lider).capturado:
        raise Illegal(f"{order.lider} no está capturado", NOT_HELD)
    table = rescued(table, order.lider, log)
    if order.mision:
        log.say("", "los Líderes asignados a la Misión pueden irse con él", rebellion_rules.GO_ALONG)
    return table, {"rescatado": order.lider}


def ruin(table: Table, order: Ruin, log: Log) -> tuple[Table, dict[str, Any]]:
    table.system(order.sistema)
    log.say("", f"{order.sistema} queda destruido", rebellion_rules.DESTROYED)
    for name, leader in table.lideres.items():
        if leader.sistema == order.sistema:
            log.say("", f"a {name} no le pasa nada", rebellion_rules.LEADERS_SAFE)
    return table.put_system(order.sistema, destruido=True), {"destruido": order.sistema}


def fall(table: Table, order: Fall, log: Log) -> tuple[Table, dict[str, Any]]:
    for name in order.unidades:
        if not table.unit(name).destruida:
            table = destroy(table, name, log)
    return table, {}


def take(table: Table, order: Capture, log: Log) -> tuple[Table, dict[str, Any]]:
    before = table.capturado
    merged(log, order.usa)
    table = capture(table, order.lider, log)
    place = table.lideres[order.lider].sistema if order.lider in table.lideres else None
    roles = {"que": leader_of(order.lider), **({"en": place_of(place)} if place else {})}
    table = log.happen(table, Event("mientras", "capturar", roles), Event("despues", "capturar", roles))
    for name in order.usa:
        if name not in log.asked:
            _waits(table, name)
    return table, {"rescatado": before}


def _waits(table: Table, name: str) -> None:
    text = next((hand.acciones[name] for hand in table.manos.values() if name in hand.acciones), None)
    if text is None:
        raise PlayError(f"nadie tiene ninguna carta de Acción «{name}»")
    raise Illegal(f"«{name}» no se usa ahora: espera su momento ({moment_of(read(name, text)[0])})", TIMING)


def action(table: Table, order: Action, log: Log) -> tuple[Table, dict[str, Any]]:
    """Used on purpose, once a game: turned over, resolved and put back in the box."""
    name, side = order.carta, order.jugador
    text = table.hand(side).acciones.get(name)
    if text is None:
        raise PlayError(f"{side} no tiene ninguna carta de Acción «{name}»")
    if kind_of(name, text) not in ("asignacion", "inmediata", "constante"):
        raise Illegal(f"«{name}» no se usa ahora: espera su momento", TIMING)
    log.asked.add(name)
    log.say("", f"{side} usa «{name}»", ONE_USE, name, text)
    table, refused = play(without_action(table, side, name), Used(side, name, text, order.decide), log)
    tell(log, name, text, refused, "", ONE_USE)
    return table, {"no_ejecutado": list(refused)}


PLAY = Play(
    state=Table,
    actions={
        "mision": (rebellion_mission.Mission, rebellion_mission.mission),
        "combate": (rebellion_war.Combat, rebellion_combat.combat),
        "accion": (Action, action),
        "objetivo": (rebellion_objectives.Objective, rebellion_objectives.objective),
        "planos": (rebellion_objectives.Plans, rebellion_objectives.plans),
        "ataque": (Attack, attack),
        "gana_lealtad": (Gain, loyalty),
        "pierde_lealtad": (Lose, no_loyalty),
        "guarnicion": (Garrison, garrison),
        "reputacion": (Points, reputation),
        "tiempo": (Points, advance),
        "base_rebelde": (Base, base),
        "batalla": (Battle, battle),
        "siguiente_ronda": (NextRound, next_round),
        "coloca": (Place, place),
        "captura": (Capture, take),
        "rescata": (Rescue, rescue),
        "destruye": (Fall, fall),
        "destruye_sistema": (Ruin, ruin),
        "mueve": (rebellion_marches.Move, rebellion_marches.move),
        "activa": (rebellion_marches.Activation, rebellion_marches.activate),
        "fase": (rebellion_recovery.Phase, rebellion_recovery.phase),
    },
    answer=rebellion_objectives.answer,
    react=react,
    settle=settle,
    cards=named_cards,
    decision=Told,
    unasked=TIMING,
    choices=frozenset({"retrato", "envia", "contra", "bloqueo", "reduccion"}),
    staging="kb.play.games.rebellion.staging",
)
