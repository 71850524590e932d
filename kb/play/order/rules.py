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
ATTACK = "xwing/ataque"
COST = "xwing/cuando-se-paga-el-coste-de-una-capacidad"
FIRST_GAME = cite(f"{QUEUE}#r-31cdee", "efecto de juego")
BY_PLAYER = cite(f"{QUEUE}#r-6c8744", "orden de los jugadores")
OWN_ORDER = cite(f"{QUEUE}#r-071309", "decide su orden")
TO_FRONT = cite(f"{QUEUE}#r-459c83", "al principio")
ENTRY_CHECK = cite(f"{QUEUE}#r-6f891a", "requisitos")
WAITS = cite(f"{QUEUE}#r-5d7d2a", "retirarse")
REQUIREMENT_LATE = cite("xwing/que-es-un-requisito-de-una-capacidad#r-67eddd", "ya no se cumple")
COST_ENTRY = cite(f"{COST}#r-c9c022", "poder pagarlo")
COST_LATE = cite(f"{COST}#r-2538fa", "sin pagar nada")
COST_PAID = cite(f"{COST}#r-5f0ba6", "Al resolverla")
OPTIONAL = cite("xwing/es-obligatoria-una-capacidad-opcional-que-ya#r-d11691", "decide si la usa")
ENTERS_ALONE = cite("xwing/entran-solas-en-la-cola-las-capacidades#r-96da27", "automáticamente")
CONSTANT = cite("xwing/que-es-una-capacidad#r-constante", "no usa la cola")
REPLACES = cite("xwing/capacidades#r-efectos", "al instante")
CONSEQUENCES = (
    cite(f"{ATTACK}#r-31d54e", "del jugador defensor que no dan"),
    cite(f"{ATTACK}#r-96b922", "del jugador atacante que no dan"),
    cite(f"{ATTACK}#r-c1ee88", "del jugador defensor que dan"),
    cite(f"{ATTACK}#r-ed4cd6", "del jugador atacante que dan"),
)
RESOLVES = cite(f"{QUEUE}#r-2d37bd", "primera a la última")

SIMULTANEOUS = "legion/efectos-simultaneos"
PRIORITY = cite(f"{SIMULTANEOUS}#r-3cc732", "prioridad")
LEGION_OWN = cite(f"{SIMULTANEOUS}#r-4253c6", "elige en qué orden")
STANDBY = cite("legion/alerta#r-momento", "antes de los demás")
DETONATE = cite("legion/detonar-x-tipo-de-carga#r-fb727d", "no controla")
AFTER = cite("legion/detonar-x-tipo-de-carga#r-be7961", "demás efectos")
COMMAND = "legion/resolucion-de-efectos-de-las-cartas-de-mando"
# The class of a command card effect: its place in the box, who starts, and the row.
COMMAND_ROWS: Mapping[str, tuple[int, str, Cite]] = {
    "al_mostrarse": (1, "azul", cite(f"{COMMAND}#r-6f98ec", "azul")),
    "sin_momento": (2, "azul", cite(f"{COMMAND}#r-c3e64e", "azul")),
    "al_impartir_ordenes": (3, "prioridad", cite(f"{COMMAND}#r-74f18b", "prioridad")),
    "comienzo_de_activacion": (4, "prioridad", cite(f"{COMMAND}#r-9221e6", "prioridad")),
    "durante_activacion": (5, "prioridad", cite(f"{COMMAND}#r-267ada", "prioridad")),
}
IN_VAIN = cite("xwing/ejemplo-de-cola-de-capacidades-n-1#r-f0a8c9", "salen sin efecto")
IN_ATTACK = cite("imperial-assault/conflictos#r-en-un-ataque", "atacante")
ASSAULT_OWN = cite("imperial-assault/conflictos#r-289edb", "orden que él quiera")
DECLINED = cite("imperial-assault/conflictos#r-a0a665", "opcional")
IN_CAMPAIGN = cite("imperial-assault/conflictos-en-una-campana#r-campana", "Imperial")
MISSION_BY_IMPERIAL = cite("imperial-assault/conflictos-en-una-campana#r-932ffd", "Imperial")
REBELS_AGREE = cite("imperial-assault/conflictos-en-una-campana#r-d2d810", "acuerdan")
IN_SKIRMISH = cite("imperial-assault/conflictos-en-una-escaramuza#r-escaramuza", "iniciativa")
INTERRUPTS = cite("imperial-assault/interrumpir#r-206f6c", "activación")
CURRENT = cite("rebellion/cartas-de-accion#r-b9e7d0", "jugador actual")
TOGETHER = cite("leyendas/efectos-simultaneos#r-222327", "jugadores deciden")


def _xwing(ability: Ability, s: Situation) -> Rank:
    if ability.tipo == "efecto_de_juego":
        return Rank(0, "los efectos del juego van antes que las capacidades", FIRST_GAME)
    if s.modo == "consecuencias":
        return _consequence(ability, s)
    place = 1 + _player(ability, s)
    return Rank(place, f"orden de jugadores: {ability.jugador} es el {place}.º", BY_PLAYER)


def _consequence(ability: Ability, s: Situation) -> Rank:
    """After an attack: the defender's player before the attacker's, and bonus attacks after everything else."""
    if s.defensor is None and s.atacante is None:
        raise PlayError("hace falta decir quién es el «defensor» o el «atacante»")
    mine = ability.jugador == s.defensor if s.defensor is not None else ability.jugador != s.atacante
    row = 2 * (ability.clase == "ataque_adicional") + (not mine)
    who = "defensor" if mine else "atacante"
    what = "da un ataque adicional" if ability.clase else "no da un ataque adicional"
    return Rank(1 + row, f"6{'abcd'[row]}: es del jugador {who} y {what}", CONSEQUENCES[row])


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
    if s.modo is None or s.modo == "consecuencias":
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
    "xwing": ("ataque_adicional",),
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
    *CONSEQUENCES,
)
