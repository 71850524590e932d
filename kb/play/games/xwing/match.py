"""X-Wing: the whole game: who goes first, points before the first round, the order of the ships, and when it ends."""

from collections.abc import Mapping
from typing import Any, Literal

from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.xwing.state import Natural, Table
from kb.play.run import Log, Pending
from kb.play.validation import Model

Face = Literal["impacto", "critico", "concentracion", "vacia"]
FIRST = cite("xwing/fase-de-planificacion#r-fdecaa", "tres dados de ataque")
TIE_EYES = cite("xwing/fase-de-planificacion#r-a0a2b5", "[concentración]")
TIE_HITS = cite("xwing/fase-de-planificacion#r-dd08d0", "[impacto]")
AGAIN = cite("xwing/fase-de-planificacion#r-7a734d", "se repite todo")
DEFICIT = cite("xwing/deficit#r-f51656", "la diferencia de su rival")
ROUNDS = cite("xwing/duracion-de-la-partida-y-seguimiento-de-rondas#r-5f8e41", "12 rondas")
NOBODY = cite("xwing/retirar-de-la-partida#r-8c08e2", "gana el otro")
ENDS = cite("xwing/duracion-de-la-partida-y-seguimiento-de-rondas#r-bacfd7", "al final de esa ronda")
WINS = cite("xwing/ganar-la-partida#r-0cdd8a", "más puntos de misión")
UNCLEAR = cite("xwing/ganar-la-partida#r-nota-para", "no aclara")
ASCENDING = cite("xwing/fase-de-activacion#r-36fe9e", "de menor a mayor Iniciativa")
DESCENDING = cite("xwing/fase-de-enfrentamiento#r-dbc450", "intervienen de una en una")
SYSTEMS = cite("xwing/fase-de-sistemas#r-e34be5", "De menor a mayor Iniciativa")
BY_TURNS: tuple[tuple[Face, Any], ...] = (("critico", FIRST), ("concentracion", TIE_EYES), ("impacto", TIE_HITS))
DICE = 3
LAST = 12


class FirstPlayer(Model):
    """The roll that ends the Planning phase."""

    tiradas: dict[str, tuple[Face, ...]]


class Start(Model):
    """The game begins: each player has what the other's squad falls short of."""

    puntos_de_escuadron: dict[str, Natural]
    maximo: Natural = 20


def first_player(table: Table, order: FirstPlayer, log: Log) -> tuple[Table, dict[str, Any]]:
    for player, shown in order.tiradas.items():
        if len(shown) != DICE:
            raise PlayError(f"{player} tira {DICE} dados y se dan {len(shown)} resultados")
    ranked = sorted(order.tiradas, key=lambda who: [-order.tiradas[who].count(face) for face, _ in BY_TURNS])
    if len(ranked) < 2:
        raise PlayError("di en «tiradas» lo que saca cada jugador")
    best, other = (order.tiradas[who] for who in ranked[:2])
    for face, rule in BY_TURNS:
        mine, his = best.count(face), other.count(face)
        if mine != his:
            log.say("", f"{ranked[0]} es el primer jugador: saca más resultados de {face}, {mine} a {his}", rule)
            return table.model_copy(update={"orden": tuple(ranked)}), {"primero": ranked[0]}
    log.say("", "empate en todo: se vuelve a tirar", AGAIN)
    raise Pending("empate en todo: hay que volver a tirar los tres dados de cada uno")


def start(table: Table, order: Start, log: Log) -> tuple[Table, dict[str, Any]]:
    points = dict(table.puntos)
    for player, worth in order.puntos_de_escuadron.items():
        if worth > order.maximo:
            raise PlayError(f"el escuadrón de {player} suma {worth}, más que {order.maximo}")
        for rival in order.puntos_de_escuadron:
            points.setdefault(rival, 0)
            if rival != player and worth < order.maximo:
                points[rival] += order.maximo - worth
                log.say("", f"el déficit de {player} es {order.maximo - worth}: puntos de misión de {rival}", DEFICIT)
    return table.model_copy(update={"puntos": points, "ronda": table.ronda or 1}), {}


def over(table: Table, log: Log) -> tuple[Table, dict[str, Any]]:
    """Asked at the end of each round: is the game over, and who wins?"""
    alive: dict[str, bool] = {}
    for ship in table.naves.values():
        if ship.jugador and not ship.remoto:
            alive[ship.jugador] = alive.get(ship.jugador, False) or not (ship.retirada or ship.destruida)
    gone = [player for player, left in alive.items() if not left]
    later = table.model_copy(update={"ronda": table.ronda + 1}) if table.ronda else table
    if gone and len(alive) > 1:
        return later, _without_ships(table, alive, gone, log)
    if table.ronda and table.ronda >= table.rondas:
        log.say("", f"acaba la ronda {table.ronda}: la partida termina", ROUNDS)
        return later, {"termina": True, **_by_points(table.puntos, log)}
    return later, {"termina": False} if table.ronda else {}


def _without_ships(table: Table, alive: Mapping[str, bool], gone: list[str], log: Log) -> dict[str, Any]:
    log.say("", f"todas las naves de {' y '.join(gone)} han sido retiradas: la partida termina", ENDS)
    left = [player for player, there in alive.items() if there]
    if len(left) != 1:
        return {"termina": True, **_by_points(table.puntos, log)}
    log.say("", f"gana {left[0]}", NOBODY)
    if any(table.puntos.get(player, 0) > table.puntos.get(left[0], 0) for player in gone):
        log.say("", f"{left[0]} iba por detrás en puntos de misión: la guía no lo aclara, decide el juez", UNCLEAR)
    return {"termina": True, "gana": left[0]}


def _by_points(points: Mapping[str, int], log: Log) -> dict[str, Any]:
    if not points:
        return {}
    most = max(points.values())
    best = [player for player, n in points.items() if n == most]
    if len(best) > 1:
        log.say("", f"{' y '.join(best)} tienen los mismos puntos de misión: la guía no dice quién gana", WINS)
        return {"gana": ""}
    log.say("", f"gana {best[0]}, con más puntos de misión ({most})", WINS)
    return {"gana": best[0]}


def turns(table: Table, phase: str) -> list[list[str]]:
    """The ships in the order in which they act in a phase: each group is one player's, in the order that he likes."""
    there = [name for name, ship in table.naves.items() if not ship.retirada and not ship.reserva]
    players = table.players()
    engaging = phase == "enfrentamiento"

    def key(name: str) -> tuple[int, int]:
        ship = table.ship(name)
        return (-ship.engages if engaging else ship.initiative), players.index(ship.jugador)

    groups: dict[tuple[int, int], list[str]] = {}
    for name in sorted(there, key=key):
        groups.setdefault(key(name), []).append(name)
    return list(groups.values())
