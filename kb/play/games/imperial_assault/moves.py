"""Imperial Assault: what a figure does on the board: move, rotate, be placed, be pushed, open a door."""

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from kb.play.board import Figure as BoardFigure
from kb.play.board import Square, between
from kb.play.cite import Cite, cite
from kb.play.games.imperial_assault import paths
from kb.play.games.imperial_assault.state import Natural, Spot, Table, side, spot, square
from kb.play.run import Illegal, Log, Pending
from kb.play.saying import many
from kb.play.validation import Model

OPEN = cite("imperial-assault/puertas#r-c77f69", "abrirla")
NEXT_TO = cite("imperial-assault/puertas#r-2d8402", "comparten borde")
STUCK = cite("imperial-assault/descomunal#r-664e2b", "no puede moverse más")
MOVE_X = cite("imperial-assault/movimiento#r-mover-x", "Mover X casillas")


class Move(Model):
    figura: str
    camino: tuple[Spot, ...]
    """Squares as (row, column) from 1; of a large figure, where the top left one goes."""
    puntos: Natural | None = None
    """Movement points at hand: where it is told, the walk may not take more."""
    casillas: Natural | None = None
    """«Mueve X casillas»: no points are spent, and no more spaces than these."""
    empujadas: dict[str, Spot] = Field(default_factory=dict)
    """Where the figures under a massive one go, if there is a choice."""


class Rotate(Model):
    figura: str
    casillas: tuple[Spot, ...]
    """The squares of its base once turned."""


class Place(Model):
    figura: str
    casilla: Spot
    base: tuple[Spot, ...] | None = None
    """All the squares of a large figure's base; without them the legal ones are offered."""


class Push(Model):
    figura: str
    camino: tuple[Spot, ...]
    casillas: Natural = 1


class Open(Model):
    figura: str
    puerta: tuple[Spot, Spot]
    """The two squares that the door parts."""


def _legal(error: paths.Forbidden) -> Illegal:
    assert isinstance(error.rule, Cite)
    return Illegal(error.reason, error.rule)


def move(table: Table, order: Move, log: Log) -> tuple[Table, dict[str, Any]]:
    if table.figure(order.figura).quieta:
        raise Illegal(f"{order.figura} no puede moverse más en esta activación", STUCK)
    way = [square(s) for s in order.camino]
    try:
        if order.casillas is not None:
            figure, cost = _spaces(table, order.figura, way, order.casillas), 0
            log.say("", f"{order.figura} mueve {len(way)} casillas sin gastar puntos", MOVE_X)
        else:
            figure, cost = paths.walk(table.board, order.figura, way, order.puntos)
            log.say("", f"{order.figura} gasta {cost} puntos de movimiento", paths.STEP)
    except paths.Forbidden as error:
        raise _legal(error) from None
    table = crush(table, order.figura, figure, order.empujadas, log)
    return table, {"puntos": cost}


def _spaces(table: Table, name: str, way: list[Square], most: int) -> BoardFigure:
    if len(way) > most:
        raise paths.Forbidden(f"el camino tiene {len(way)} casillas y son como mucho {most}", MOVE_X)
    return paths.push(table.board, name, way)


def crush(table: Table, name: str, figure: BoardFigure, told: dict[str, Spot], log: Log) -> Table:
    """Who lies under a massive figure is pushed to the nearest empty square: first the friends of the mover."""
    under = table.board.others(figure.squares, name)
    table = table.moved(name, figure)
    for other in sorted(under, key=lambda f: (f.side != figure.side, f.name)):
        table = table.moved(other.name, _aside(table, other.name, told.get(other.name)))
        log.say("", f"{other.name} es empujada a la casilla vacía más cercana", paths.CRUSH)
    if under:
        log.say("", f"{name} no puede moverse más en esta activación", STUCK)
        table = table.change(name, quieta=True)
    return table


def _aside(table: Table, name: str, told: Spot | None) -> BoardFigure:
    places = paths.nearest_empty(table.board, name)
    if told is not None:
        places = [p for p in places if min(p) == square(told)]
    if not places:
        raise Illegal(f"{name} no puede quedar ahí: no es la casilla vacía más cercana", paths.CRUSH)
    if len(places) > 1:
        spots = "; ".join(spot(min(p)) for p in places)
        raise Pending(f"falta saber adónde va {name} («empujadas»): {spots}")
    return paths.moved(table.board.figure(name), min(places[0]))


def rotate(table: Table, order: Rotate, log: Log) -> tuple[Table, dict[str, Any]]:
    try:
        figure, cost = paths.rotate(table.board, order.figura, _squares(order.casillas))
    except paths.Forbidden as error:
        raise _legal(error) from None
    log.say("", f"{order.figura} rota su base 90 grados por {cost} puntos de movimiento", paths.ROTATE)
    return crush(table, order.figura, figure, {}, log), {"puntos": cost}


def place(table: Table, order: Place, log: Log) -> tuple[Table, dict[str, Any]]:
    """Deployed, or placed by an ability: part of the base on the square told."""
    data = table.figure(order.figura)
    old = table.board.figures.get(order.figura)
    theirs = side(data, table.modo == "campana")
    figure = old or BoardFigure(order.figura, frozenset(), theirs, data.descomunal, data.movil)
    size = paths.shape(old.squares) if old else (int(data.base[0]), int(data.base[2]))
    at = square(order.casilla)
    legal = list(paths.placings(table.board, figure, size, at))
    if order.base is None and len(legal) > 1:
        for base in legal:
            log.offer(order.figura, "", f"puedes colocar la base en {', '.join(spot(s) for s in sorted(base))}")
        raise Pending(f"falta saber cómo se orienta la base de {order.figura}: {len(legal)} maneras")
    base = _squares(order.base) if order.base is not None else next(iter(legal), frozenset({at}))
    try:
        after = paths.place(table.board, figure, size, at, base)
    except paths.Forbidden as error:
        raise _legal(error) from None
    log.say("", f"{order.figura} se coloca en {', '.join(spot(s) for s in sorted(base))}", paths.ORIENT)
    return table.moved(order.figura, after), {"maneras": len(legal)}


def push(table: Table, order: Push, log: Log) -> tuple[Table, dict[str, Any]]:
    table = _shifted(table, order)
    log.say("", f"{order.figura} es empujada {many(len(order.camino), 'casilla')}", paths.PUSH)
    return table, {"puntos": 0}


def shift(table: Table, order: Push, log: Log) -> Table:
    """«Mover X casillas»: it walks, and pays no movement points."""
    table = _shifted(table, order)
    log.say("", f"{order.figura} se mueve {many(len(order.camino), 'casilla')}, sin gastar puntos", MOVE_X)
    return table


def _shifted(table: Table, order: Push) -> Table:
    try:
        figure = _spaces(table, order.figura, [square(s) for s in order.camino], order.casillas)
    except paths.Forbidden as error:
        raise _legal(error) from None
    return table.moved(order.figura, figure)


def open_door(table: Table, order: Open, log: Log) -> tuple[Table, dict[str, Any]]:
    a, b = (square(s) for s in order.puerta)
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 or table.board.edge(*between(a, b)) != "D":
        raise Illegal(f"entre {spot(a)} y {spot(b)} no hay ninguna puerta", OPEN)
    if not {a, b} & table.board.figure(order.figura).squares:
        raise Illegal(f"{order.figura} no está adyacente a la puerta: no comparte borde con ella", NEXT_TO)
    log.say("", f"{order.figura} abre la puerta: se retira la ficha", OPEN)
    return table.opened(between(a, b)), {}


def _squares(spots: Iterable[Spot]) -> frozenset[Square]:
    return frozenset(square(s) for s in spots)


CITES: tuple[Cite, ...] = (OPEN, NEXT_TO, STUCK, MOVE_X, *paths.CITES)
