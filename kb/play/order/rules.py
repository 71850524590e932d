"""Who goes first in each game: a rank per ability, with the reason and the passage that gives it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.order.situation import Ability, Situation


class Rank(NamedTuple):
    place: int
    reason: str
    cite: Cite


QUEUE = "xwing/cola-de-capacidades"
FIRST_GAME = cite(f"{QUEUE}#r5", "efecto de juego")
BY_PLAYER = cite(f"{QUEUE}#r2", "orden de los jugadores")
OWN_ORDER = cite(f"{QUEUE}#r3", "decide su orden")
TO_FRONT = cite(f"{QUEUE}#r4", "al principio")
ENTRY_CHECK = cite(f"{QUEUE}#r6", "requisitos")
WAITS = cite(f"{QUEUE}#r7", "retirarse")
REQUIREMENT_LATE = cite("xwing/que-es-un-requisito-de-una-capacidad#r3", "ya no se cumple")
COST_ENTRY = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r2", "poder pagarlo")
COST_LATE = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r3", "sin pagar nada")
COST_PAID = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r1", "Al resolverla")
OPTIONAL = cite("xwing/es-obligatoria-una-capacidad-opcional-que-ya#r1", "decide si la usa")
ENTERS_ALONE = cite("xwing/entran-solas-en-la-cola-las-capacidades#r1", "automáticamente")
CONSTANT = cite("xwing/que-es-una-capacidad#r2", "no usa la cola")
REPLACES = cite("xwing/capacidades#r13", "al instante")
RESOLVES = cite(f"{QUEUE}#r1", "primera a la última")

SIMULTANEOUS = "legion/efectos-simultaneos"
PRIORITY = cite(f"{SIMULTANEOUS}#r2", "prioridad")
LEGION_OWN = cite(f"{SIMULTANEOUS}#r3", "elige en qué orden")
STANDBY = cite("legion/alerta#r8", "antes de los demás")
DETONATE = cite("legion/detonar-x-tipo-de-carga#r4", "no controla")
AFTER = cite("legion/detonar-x-tipo-de-carga#r5", "demás efectos")
COMMAND = "legion/resolucion-de-efectos-de-las-cartas-de-mando"
# The class of a command card effect: its place in the box, who starts, and the row.
COMMAND_ROWS: Mapping[str, tuple[int, str, Cite]] = {
    "al_mostrarse": (1, "azul", cite(f"{COMMAND}#r3", "azul")),
    "sin_momento": (2, "azul", cite(f"{COMMAND}#r4", "azul")),
    "al_impartir_ordenes": (3, "prioridad", cite(f"{COMMAND}#r5", "prioridad")),
    "comienzo_de_activacion": (4, "prioridad", cite(f"{COMMAND}#r6", "prioridad")),
    "durante_activacion": (5, "prioridad", cite(f"{COMMAND}#r7", "prioridad")),
}
IN_VAIN = cite("xwing/ejemplo-de-cola-de-capacidades-n-1#r6", "salen sin efecto")
IN_ATTACK = cite("imperial-assault/conflictos#r2", "atacante")
ASSAULT_OWN = cite("imperial-assault/conflictos#r3", "orden que él quiera")
DECLINED = cite("imperial-assault/conflictos#r4", "opcional")
IN_CAMPAIGN = cite("imperial-assault/conflictos-en-una-campana#r1", "Imperial")
MISSION_BY_IMPERIAL = cite("imperial-assault/conflictos-en-una-campana#r2", "Imperial")
REBELS_AGREE = cite("imperial-assault/conflictos-en-una-campana#r3", "acuerdan")
IN_SKIRMISH = cite("imperial-assault/conflictos-en-una-escaramuza#r1", "iniciativa")
INTERRUPTS = cite("imperial-assault/interrumpir#r4", "activación")
CURRENT = cite("rebellion/cartas-de-accion#r6", "jugador actual")
TOGETHER = cite("leyendas/efectos-simultaneos#r1", "jugadores deciden")


def _xwing(ability: Ability, s: Situation) -> Rank:
    if ability.tipo == "efecto_de_juego":
        return Rank(0, "los efectos del juego van antes que las capacidades", FIRST_GAME)
    place = 1 + _player(ability, s)
    return Rank(place, f"orden de jugadores: {ability.jugador} es el {place}.º", BY_PLAYER)


def _legion(ability: Ability, s: Situation) -> Rank:
    if ability.clase in COMMAND_ROWS:
        place, who, row = COMMAND_ROWS[ability.clase]
        first = s.azul if who == "azul" else (s.prioridad or s.azul)
        if first is None:
            raise PlayError(f"hace falta decir quién {'es el jugador «azul»' if who == 'azul' else 'tiene la «prioridad»'}")
        return Rank(10 * place + (ability.jugador != first), f"carta de Mando, turno {place}; empieza {first}", row)
    if ability.clase == "alerta":
        return Rank(0, "las fichas de Alerta se gastan antes que lo demás", STANDBY)
    if ability.clase == "detonar":
        if s.actua is None:
            raise PlayError("hace falta decir en «actua» quién controla la unidad que acaba de actuar")
        mine = ability.jugador == s.actua
        return Rank(2 if mine else 1, "se detona tras las Alertas y primero quien no controla la unidad que actuó", DETONATE)
    first = s.prioridad or s.azul
    if first is None:
        raise PlayError("hace falta decir quién tiene la «prioridad» o quién es el jugador «azul»")
    why = "tiene la prioridad" if s.prioridad else "es el jugador azul y nadie tiene la prioridad"
    mine = ability.jugador == first
    return Rank(3 if mine else 4, f"va primero {first}, que {why}", AFTER if ability.clase == "despues" else PRIORITY)


def _assault(ability: Ability, s: Situation) -> Rank:
    if s.modo == "interrupcion":
        if s.actua is None:
            raise PlayError("hace falta decir en «actua» quién resuelve la activación")
        return Rank(0, f"dos interrupciones de una acción: ordena {s.actua}, que resuelve la activación", INTERRUPTS)
    if s.modo is None:
        raise PlayError("hace falta «modo»: campana, escaramuza, ataque o interrupcion")
    source = {"campana": IN_CAMPAIGN, "escaramuza": IN_SKIRMISH, "ataque": IN_ATTACK}[s.modo]
    if ability.clase == "mision":
        return Rank(0, "primero las reglas de misión", source)
    first, name = {
        "campana": (s.imperial, "el jugador Imperial"),
        "escaramuza": (s.iniciativa, "quien tiene la iniciativa"),
        "ataque": (s.atacante, "el atacante y sus figuras amigas"),
    }[s.modo]
    if first is None:
        raise PlayError(f"hace falta decir quién es {name}")
    mine = ability.jugador == first
    return Rank(1 if mine else 2, f"primero {name}, {first}", source)


def _rebellion(ability: Ability, s: Situation) -> Rank:
    if s.jugador_actual is None:
        raise PlayError("hace falta «jugador_actual»")
    mine = ability.jugador == s.jugador_actual
    return Rank(0 if mine else 1, f"primero el jugador actual, {s.jugador_actual}", CURRENT)


def _leyendas(_: Ability, s: Situation) -> Rank:
    return Rank(0, "los jugadores deciden el orden", TOGETHER)


def orderer(ability: Ability, s: Situation) -> str:
    """Who decides its place among those of equal rank."""
    if s.juego != "imperial-assault":
        return ability.jugador
    if s.modo == "interrupcion":
        return s.actua or ""
    if ability.clase == "mision":
        return (s.imperial if s.modo == "campana" else s.iniciativa) or ""
    rebels = [who for who in s.orden if s.modo == "campana" and ability.jugador != s.imperial != who]
    return rebels[0] if rebels else ability.jugador


def _player(ability: Ability, s: Situation) -> int:
    return s.jugadores.index(ability.jugador)


CLASSES: Mapping[str, tuple[str, ...]] = {
    "legion": ("alerta", "detonar", "despues", *COMMAND_ROWS),
    "imperial-assault": ("mision",),
}
"""What `clase` may say in each game."""


RANKS: Mapping[str, Callable[[Ability, Situation], Rank]] = {
    "xwing": _xwing,
    "legion": _legion,
    "imperial-assault": _assault,
    "rebellion": _rebellion,
    "leyendas": _leyendas,
}
OWN: Mapping[str, Cite] = {
    "xwing": OWN_ORDER,
    "legion": LEGION_OWN,
    "imperial-assault": ASSAULT_OWN,
    "rebellion": CURRENT,
    "leyendas": TOGETHER,
}
CITES: tuple[Cite, ...] = (
    *(value for value in list(globals().values()) if isinstance(value, Cite)),
    *(row[2] for row in COMMAND_ROWS.values()),
)
