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
from kb.play.games.rebellion.attack import DAMAGED, FALL
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.odds import solve as odds
from kb.play.games.rebellion.queue import named_cards, react
from kb.play.games.rebellion.rules import REBELS_WIN, capture, gain_loyalty, move_reputation, move_time, settle
from kb.play.games.rebellion.state import RIVAL, Natural, Side, Table
from kb.play.games.rebellion.use import Used, kind_of, merged, moment_of, play, read, tell
from kb.play.games.rebellion.verbs.hands import ONE_USE, without_action
from kb.play.games.rebellion.verbs.realm import GAIN_UNIT, QUEUE
from kb.play.games.rebellion.view import leader_of, place_of
from kb.play.meaning.events import Event
from kb.play.run import Illegal, Log, Play
from kb.play.saying import of_each
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
SABOTAGE = cite("rebellion/indicadores-de-sabotaje#r-e2cb39", "construir")
DEPLOY = cite("rebellion/despliegue-de-unidades#r-718702", "paso 6")
NO_DEPLOY = cite("rebellion/despliegue-de-unidades#r-42509c", "no admiten")
ENEMIES = cite("rebellion/despliegue-de-unidades#r-ab20cb", "unidades enemigas")
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


class Action(Model):
    """An Action card of «Asignación» or «Inmediata»."""

    jugador: Side
    carta: str
    decide: Told = Field(default_factory=Told)


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    dice: dict[str, int] = {}
    for colour, n in order.ataque.items():
        dice[colour] = min(odds.MOST_COMBAT, max(0, n - order.reduccion.get(colour, 0)))
    log.say("1", f"tira {of_each(dice, 'dado')}: la reducción se resta antes del máximo", CUT_FIRST)
    dealt: dict[str, int] = {}
    for hit in order.asigna:
        unit = table.unit(hit.unidad)
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
    system = table.system(order.sistema)
    if system.sabotaje and order.verbo in ("desplegar", "construir"):
        raise Illegal(f"el Sabotaje impide {order.verbo} en {order.sistema}", SABOTAGE)
    if order.verbo == "desplegar":
        _deployable(table, order)
    allowed = min(2, order.unidades) if order.verbo == "desplegar" else order.unidades
    rules = {"desplegar": DEPLOY, "ganar": GAIN_UNIT}
    log.say("", f"{allowed} unidades; {order.unidades - allowed} esperan", rules.get(order.verbo, QUEUE))
    return table, {"colocadas": allowed, "esperan": order.unidades - allowed}


def _deployable(table: Table, order: Place) -> None:
    """Not in remote systems nor where enemies are; whose it is, where nobody says it, the marker of the system does."""
    system = table.system(order.sistema)
    if not system.populoso or system.destruido:
        raise Illegal(f"{order.sistema} no admite despliegues", NO_DEPLOY)
    side: Side | None = order.bando or ("imperio" if system.subyugacion else system.lealtad)
    if order.bando and order.bando != system.lealtad and not (order.bando == "imperio" and system.subyugacion):
        raise Illegal(f"{order.sistema} no tiene indicador de ese bando", DEPLOY)
    if side and table.there(order.sistema, RIVAL[side]):
        raise Illegal(f"en {order.sistema} hay unidades enemigas", ENEMIES)


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
        "guarnicion": (Garrison, garrison),
        "reputacion": (Points, reputation),
        "tiempo": (Points, advance),
        "base_rebelde": (Base, base),
        "batalla": (Battle, battle),
        "siguiente_ronda": (NextRound, next_round),
        "coloca": (Place, place),
        "captura": (Capture, take),
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
