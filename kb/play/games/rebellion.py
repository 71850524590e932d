"""Rebellion: missions, combat rolls, loyalty, subjugation, reputation and time."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.odds import rebellion as odds
from kb.play.run import Illegal, Log, Play
from kb.play.validation import Model

Natural = Annotated[int, Field(ge=0, le=100)]
Side = Literal["rebelde", "imperio"]
Face = Literal["impacto", "impacto_directo", "especial", "vacia"]
SUCCESS = {"impacto": 1, "impacto_directo": 1, "especial": 2, "vacia": 0}
NO_ROLL = cite("rebellion/revelar-una-mision#r7", "sin tirar")
RESOLVED = cite("rebellion/revelar-una-mision#r5", "resuelve")
COUNT = cite("rebellion/revelar-una-mision#r9", "éxito")
MORE = cite("rebellion/revelar-una-mision#r10", "empate")
PORTRAIT = cite("rebellion/revelar-una-mision#r11", "2 éxitos")
NO_ICONS = cite("rebellion/revelar-una-mision#r12", "al menos 1")
TEN = cite("rebellion/revelar-una-mision#r14", "10 dados")
POOL = cite("rebellion/resolucion-de-ataques#r1", "dados")
CUT_FIRST = cite("rebellion/resolucion-de-ataques#r2", "antes")
COLOUR = cite("rebellion/resolucion-de-ataques#r10", "color")
DIRECT = cite("rebellion/resolucion-de-ataques#r11", "cualquier color")
BLOCK = cite("rebellion/resolucion-de-ataques#r15", "bloque")
NOT_TOKENS = cite("rebellion/resolucion-de-ataques#r16", "no se pueden bloquear")
NEUTRAL = cite("rebellion/lealtad#r2", "neutral")
ONE = cite("rebellion/lealtad#r3", "neutral")
TWO = cite("rebellion/lealtad#r4", "cambias")
LOSE = cite("rebellion/lealtad#r5", "Perder")
CORUSCANT = cite("rebellion/lealtad#r8", "Coruscant")
SUBJUGATED = cite("rebellion/subyugacion#r1", "subyugado")
STILL_LOYAL = cite("rebellion/subyugacion#r2", "lealtad no cambia")
TURNED = cite("rebellion/subyugacion#r4", "Imperio gana")
STEP_BY_STEP = cite("rebellion/reputacion#r2", "una a una")
REBELS_WIN = cite("rebellion/ganar-la-partida#r2", "misma casilla")
EMPIRE_WINS = cite("rebellion/ganar-la-partida#r1", "Imperio")
FIGHT_ON = cite("rebellion/combate#r7", "mismo escenario")
SABOTAGE = cite("rebellion/indicadores-de-sabotaje#r3", "construir")
CAPTURED = cite("rebellion/lideres-capturados#r6", "uno a la vez")
DEPLOY = cite("rebellion/despliegue-de-unidades#r1", "")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Unit(Model):
    bando: Side
    resistencia: Annotated[int, Field(ge=1, le=20)] = 1
    color: Literal["rojo", "negro"] = "negro"
    escenario: Literal["espacial", "terrestre"] = "terrestre"
    dano: Natural = 0
    destruida: bool = False


class System(Model):
    lealtad: Side | None = None
    subyugacion: bool = False
    terrestres_imperiales: Natural = 0
    sabotaje: bool = False
    coruscant: bool = False


class Table(Model):
    sistemas: dict[str, System] = Field(default_factory=dict)
    unidades: dict[str, Unit] = Field(default_factory=dict)
    reputacion: Natural = 14
    tiempo: Natural = 1
    gana: Side | None = None
    base_descubierta: bool = False
    capturado: str | None = None


class Mission(Model):
    jugador: str = "rebelde"
    verbo: Literal["emprende", "resuelve"] = "emprende"
    lideres_rivales: Natural = 0
    iconos: Natural = 0
    iconos_rivales: Natural = 0
    retrato: bool = False
    tirada: tuple[Face, ...] | None = None
    tirada_rival: tuple[Face, ...] | None = None


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
    cantidad: Annotated[int, Field(ge=-20, le=20)]


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


class Capture(Model):
    lider: str


def mission(table: Table, order: Mission, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.verbo == "resuelve":
        log.say("3", "la carta dice «resuelve»: no admite oposición", RESOLVED)
        return table, {"exito": True, "tirada": False}
    if not order.lideres_rivales:
        log.say("5", "el rival no tiene Líderes en el sistema: triunfa sin tirar", NO_ROLL)
        return table, {"exito": True, "tirada": False}
    mine = _successes(order.tirada, order.iconos, log, "la tirada de quien emprende la Misión")
    theirs = _successes(order.tirada_rival, order.iconos_rivales, log, "la tirada del rival")
    if order.retrato:
        mine += 2
        log.say("5", "el Líder del retrato suma 2 éxitos", PORTRAIT)
    if not order.iconos_rivales:
        log.say("5", "el rival no tiene iconos útiles: hace falta al menos 1 éxito", NO_ICONS)
    won = mine > theirs
    log.say("5", f"{mine} éxitos contra {theirs}: la Misión {'triunfa' if won else 'fracasa'}", MORE)
    return table, {
        "exito": won,
        "tirada": True,
        "exitos": mine,
        "exitos_rivales": theirs,
        "dados": min(order.iconos, odds.MOST_MISSION),
    }


def _successes(told: tuple[str, ...] | None, icons: int, log: Log, what: str) -> int:
    dice = min(icons, odds.MOST_MISSION)
    if dice < icons:
        log.say("5", f"como mucho {odds.MOST_MISSION} dados", TEN)
    faces = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
    shown = log.roll(told, dice, faces, what)
    total = sum(SUCCESS[face] for face in shown)
    log.say("5", f"{what}: {total} éxitos", COUNT)
    return total


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    dice = {}
    for colour, n in order.ataque.items():
        dice[colour] = min(odds.MOST_COMBAT, max(0, n - order.reduccion.get(colour, 0)))
    log.say("1", f"tira {dice}: la reducción se resta antes del máximo", CUT_FIRST)
    dealt: dict[str, int] = {}
    for hit in order.asigna:
        unit = _unit(table, hit.unidad)
        if hit.cara == "impacto" and hit.dado != unit.color:
            raise Illegal(f"un impacto {hit.dado} no sirve contra {hit.unidad}", COLOUR)
        dealt[hit.unidad] = dealt.get(hit.unidad, 0) + 1
        log.say("3", f"asigna un {hit.cara} {hit.dado} a {hit.unidad}", DIRECT if hit.cara == "impacto_directo" else COLOUR)
    if sum(order.bloquea.values()) > order.bloqueo:
        raise Illegal(f"sólo se pueden bloquear {order.bloqueo} puntos", BLOCK)
    for name, n in order.bloquea.items():
        if n > dealt.get(name, 0):
            raise Illegal(f"sólo se bloquea daño asignado ahora; las fichas de {name} no", NOT_TOKENS)
        dealt[name] = dealt[name] - n
        log.say("4", f"bloquea {n} de {name}", BLOCK)
    units = dict(table.unidades)
    for name, n in dealt.items():
        unit = units[name]
        total = unit.dano + n
        units[name] = unit.model_copy(update={"dano": total, "destruida": total >= unit.resistencia})
        log.say("5", f"{name} tiene {total} de daño" + (" y es destruida" if total >= unit.resistencia else ""), BLOCK)
    return table.model_copy(update={"unidades": units}), {"dados": dice, "dano": dealt}


def _unit(table: Table, name: str) -> Unit:
    if name not in table.unidades:
        raise Illegal(f"no hay ninguna unidad «{name}» en el combate", COLOUR)
    return table.unidades[name]


def gain_loyalty(table: Table, order: Gain, log: Log) -> tuple[Table, dict[str, Any]]:
    system = _system(table, order.sistema)
    if system.coruscant:
        log.say("", "Coruscant es siempre leal al Imperio", CORUSCANT)
        return table, {"lealtad": system.lealtad}
    if system.lealtad is None:
        log.say("", f"{order.sistema} pasa de neutral a leal", NEUTRAL)
        now: dict[str, Any] = {"lealtad": order.bando}
        if order.bando == "imperio" and system.subyugacion:
            log.say("", "el indicador de Subyugación se vuelve por la cara de Lealtad", TURNED)
            now["subyugacion"] = False
    elif system.lealtad == order.bando:
        now = {}
    elif order.cantidad == 1:
        log.say("", f"{order.sistema} queda neutral", ONE)
        now = {"lealtad": None}
    else:
        log.say("", f"{order.sistema} cambia de bando", TWO)
        now = {"lealtad": order.bando}
    after = system.model_copy(update=now)
    return _put(table, order.sistema, after), {"lealtad": after.lealtad}


def garrison(table: Table, order: Garrison, log: Log) -> tuple[Table, dict[str, Any]]:
    """Subjugated while an Imperial ground unit is there and the system is not loyal to the Empire."""
    system = _system(table, order.sistema)
    held = order.terrestres > 0 and system.lealtad != "imperio"
    log.say("", f"{order.sistema} {'está' if held else 'no está'} subyugado", SUBJUGATED)
    after = system.model_copy(update={"terrestres_imperiales": order.terrestres, "subyugacion": held})
    imperial = after.subyugacion or after.lealtad == "imperio"
    rebel = after.lealtad == "rebelde" and not after.subyugacion
    neutral = after.lealtad is None and not after.subyugacion
    if held:
        log.say("", "cuenta como sistema Imperial, pero su lealtad no cambia", STILL_LOYAL)
    return _put(table, order.sistema, after), {"sistema_imperial": imperial, "sistema_rebelde": rebel, "neutral": neutral}


def reputation(table: Table, order: Points, log: Log) -> tuple[Table, dict[str, Any]]:
    """Square by square: meeting the time marker wins at once."""
    place, step = table.reputacion, -1 if order.cantidad > 0 else 1
    for _ in range(abs(order.cantidad)):
        place += step
        log.say("", f"la Reputación pasa a la casilla {place}", STEP_BY_STEP)
        if place == table.tiempo:
            break
    return _judged(table.model_copy(update={"reputacion": place}), log)


def advance(table: Table, order: Points, log: Log) -> tuple[Table, dict[str, Any]]:
    return _judged(table.model_copy(update={"tiempo": table.tiempo + order.cantidad}), log)


def _judged(table: Table, log: Log) -> tuple[Table, dict[str, Any]]:
    if table.reputacion == table.tiempo:
        log.say("", "Reputación y Tiempo coinciden: gana la Rebelión", REBELS_WIN)
        table = table.model_copy(update={"gana": "rebelde"})
    return table, {"gana": table.gana}


def base(table: Table, order: Base, log: Log) -> tuple[Table, dict[str, Any]]:
    won = table.base_descubierta and order.imperiales > 0 and order.rebeldes == 0
    log.say("", "gana el Imperio" if won else "el Imperio no gana", EMPIRE_WINS)
    return table.model_copy(update={"gana": "imperio" if won else table.gana}), {"gana": "imperio" if won else None}


def battle(table: Table, order: Battle, log: Log) -> tuple[Table, dict[str, Any]]:
    won = order.mios_al_final > 0 and not order.rivales_al_final and order.rivales_al_principio > 0
    log.say("", "se gana la batalla" if won else "nadie gana la batalla", FIGHT_ON)
    return table, {"gana": won}


def next_round(table: Table, order: NextRound, log: Log) -> tuple[Table, dict[str, Any]]:
    shared = set(order.imperio) & set(order.rebelde)
    log.say("IV", "sigue el combate" if shared else "el combate termina: nadie comparte escenario", FIGHT_ON)
    return table, {"sigue": bool(shared)}


def place(table: Table, order: Place, log: Log) -> tuple[Table, dict[str, Any]]:
    system = _system(table, order.sistema)
    if system.sabotaje and order.verbo in ("desplegar", "construir"):
        raise Illegal(f"el Sabotaje impide {order.verbo} en {order.sistema}", SABOTAGE)
    allowed = min(2, order.unidades) if order.verbo == "desplegar" else order.unidades
    log.say("", f"{allowed} unidades; {order.unidades - allowed} esperan", DEPLOY if order.verbo == "desplegar" else SABOTAGE)
    return table, {"colocadas": allowed, "esperan": order.unidades - allowed}


def capture(table: Table, order: Capture, log: Log) -> tuple[Table, dict[str, Any]]:
    log.say("", f"{order.lider} queda capturado; sólo puede haber uno", CAPTURED)
    return table.model_copy(update={"capturado": order.lider}), {"rescatado": table.capturado}


def _system(table: Table, name: str) -> System:
    if name not in table.sistemas:
        raise Illegal(f"no hay ningún sistema «{name}»", NEUTRAL)
    return table.sistemas[name]


def _put(table: Table, name: str, system: System) -> Table:
    return table.model_copy(update={"sistemas": {**table.sistemas, name: system}})


PLAY = Play(
    state=Table,
    actions={
        "mision": (Mission, mission),
        "ataque": (Attack, attack),
        "gana_lealtad": (Gain, gain_loyalty),
        "guarnicion": (Garrison, garrison),
        "reputacion": (Points, reputation),
        "tiempo": (Points, advance),
        "base_rebelde": (Base, base),
        "batalla": (Battle, battle),
        "siguiente_ronda": (NextRound, next_round),
        "coloca": (Place, place),
        "captura": (Capture, capture),
    },
)
