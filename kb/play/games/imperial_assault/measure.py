"""Imperial Assault: what is measured between figures: spaces, adjacency, sight, sides."""

from grammar.figures import whole
from kb.play import grid
from kb.play.board import Figure as BoardFigure
from kb.play.board import Square
from kb.play.cite import cite
from kb.play.games.imperial_assault.state import Figure, Table, side, square
from kb.play.meaning.events import Ente
from kb.text import identifier

FAR = 1000
ADJACENT = cite("imperial-assault/adyacente#r-34c3b4", "esquina")
COUNTING = cite("imperial-assault/contar-casillas#r-83fe1f", "distancia")
SIGHT = cite("imperial-assault/linea-de-vision#r-como-se-traza", "rectas")


def friends(table: Table, a: str, b: str) -> bool:
    campaign = table.modo == "campana"
    return side(table.figure(a), campaign) == side(table.figure(b), campaign)


def neutral(figure: Figure) -> bool:
    """Of no player («Figuras neutrales»)."""
    return identifier(figure.bando) in ("neutral", "neutrales")


def group(table: Table, name: str) -> str:
    """A figure without a group is one by itself."""
    return table.figure(name).grupo or name


def small(table: Table, name: str) -> bool:
    if table.tablero and name in table.board.figures:
        return len(table.board.figure(name).squares) == 1
    return table.figure(name).base == "1x1"


def called(table: Table, name: str) -> frozenset[str]:
    """The names under which a text may speak of a figure."""
    figure = table.figure(name)
    return frozenset(identifier(word) for word in (name, figure.nombre, figure.grupo) if word)


def may_be_called(figure: Figure, name: str) -> bool:
    """Whether a name of a figure's own card may be its: of one whose name is told, only if it is a part of it, or holds it."""
    told, said = set(identifier(figure.nombre).split("_")), set(name.split("_"))
    return not figure.nombre or told <= said or said <= told


def alive(table: Table) -> list[str]:
    return [n for n, f in table.figuras.items() if not f.derrotada and not f.fuera]


def on_board(table: Table, name: str) -> BoardFigure:
    return table.board.figure(name)


def squares_of(table: Table, ente: Ente) -> frozenset[Square] | None:
    """Where something is; None where the table does not tell."""
    if ente.sort == "casilla":
        row, _, column = ente.name.partition(",")
        down, across = whole(row), whole(column)
        return None if down is None or across is None else frozenset({(down - 1, across - 1)})
    if ente.sort in ("objeto", "lugar"):
        place = table.objetos[ente.name].casilla if ente.name in table.objetos else None
        return frozenset({square(place)}) if place is not None else None
    if not table.tablero or ente.name not in table.board.figures:
        return None
    return on_board(table, ente.name).squares


def spaces(table: Table, a: Ente, b: Ente) -> int | None:
    """Squares from one to the other, by the board or as the attack states them."""
    fight = table.fought
    if table.tablero:
        first, second = squares_of(table, a), squares_of(table, b)
        if first is not None and second is not None:
            found = grid.distance(table.board, first, second)
            return FAR if found is None else found
    if fight is not None and {a.name, b.name} == {fight.attacker, fight.defender}:
        return fight.distance or 1
    return None


def adjacent(table: Table, a: Ente, b: Ente) -> bool | None:
    if a == b:
        return False
    if table.tablero:
        if a.sort == b.sort == "figura" and {a.name, b.name} <= set(table.board.figures):
            return grid.figures_adjacent(table.board, on_board(table, a.name), on_board(table, b.name))
        first, second = squares_of(table, a), squares_of(table, b)
        if first is not None and second is not None:
            return any(x == y or grid.adjacent(table.board, x, y) for x in first for y in second)
        return None
    far = spaces(table, a, b)
    return None if far is None else far <= 1


def sees(table: Table, a: Ente, b: Ente) -> bool | None:
    if not table.tablero or not {a.name, b.name} <= set(table.board.figures):
        return None
    return grid.sees(table.board, on_board(table, a.name), on_board(table, b.name))
