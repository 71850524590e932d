"""A board of squares: squares, edges and figures, read from a drawing.

    +-+-+-+     squares: . open  # blocked  x impassable  ~ difficult  (space) no board
    |A . #|     capital letters are figures: two squares with one letter are one large figure
    + +-+ +     edges: | - wall   D door   R blocked edge   P impassable edge
    |. . B|
    +-+-+-+
A wall that covers only part of an edge is not drawn: it stops nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kb.play.errors import PlayError
from kb.play.validation import nearest

Square = tuple[int, int]
"""(row, column) from the top left."""
Corner = tuple[int, int]
"""(x, y): the top left corner of square (r, c) is (c, r)."""
Edge = tuple[Corner, Corner]
LARGEST = 60


class Terrain(StrEnum):
    OPEN = "."
    BLOCKED = "#"
    IMPASSABLE = "x"
    DIFFICULT = "~"
    NOTHING = " "


SOLID_EDGES = frozenset("|-DR")
"""Edges that stop sight, counting and movement; an impassable one (P) only stops movement."""


@dataclass(frozen=True)
class Figure:
    name: str
    squares: frozenset[Square]
    side: str = ""
    massive: bool = False
    mobile: bool = False
    light: frozenset[str] = frozenset()
    """Surcharges that a card spares it: «terreno», «figuras»."""

    @property
    def free(self) -> bool:
        """Terrain and other figures cost it nothing more and do not stop it («Descomunal», «Móvil»); walls do."""
        return self.massive or self.mobile


@dataclass(frozen=True)
class Ground:
    """Terrain and edges that stay the same while figures move, with what has been found out about them."""

    terrain: Mapping[Square, Terrain]
    edges: Mapping[Edge, str]
    beside: dict[Square, tuple[Square, ...]] = field(default_factory=dict)
    """The squares that count as adjacent to each that was asked for."""
    about: dict[tuple[Corner, bool], tuple[Corner, ...]] = field(default_factory=dict)
    """Directions, from a corner, of what is solid there; also with what only stops movement."""
    cut: dict[tuple[Corner, tuple[int, int], tuple[int, int]], bool] = field(default_factory=dict)
    """Whether something solid lies at a corner between two directions, on either way round."""


@dataclass(frozen=True)
class Board:
    rows: int
    columns: int
    terrain: Mapping[Square, Terrain]
    edges: Mapping[Edge, str]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    interior: frozenset[Square] = frozenset()
    known: Ground = field(default=Ground({}, {}), compare=False, repr=False)

    def __post_init__(self) -> None:
        known = self.known
        if known.terrain is not self.terrain or known.edges is not self.edges:
            object.__setattr__(self, "known", Ground(self.terrain, self.edges))

    def at(self, square: Square) -> Terrain:
        return self.terrain.get(square, Terrain.NOTHING)

    def solid(self, square: Square) -> bool:
        return self.at(square) in (Terrain.BLOCKED, Terrain.NOTHING)

    def edge(self, a: Corner, b: Corner) -> str:
        return self.edges.get((min(a, b), max(a, b)), "")

    def wall(self, a: Corner, b: Corner) -> bool:
        return self.edge(a, b) in SOLID_EDGES and self.edge(a, b) != ""

    def figure(self, name: str) -> Figure:
        if name not in self.figures:
            raise PlayError(f"no hay ninguna figura «{name}» en el tablero; {nearest(name, self.figures)}")
        return self.figures[name]

    def occupant(self, square: Square) -> Figure | None:
        return next((f for f in self.figures.values() if square in f.squares), None)

    def others(self, squares: Iterable[Square], name: str) -> list[Figure]:
        """Figures other than `name` that stand on any of those squares."""
        wanted = set(squares)
        return [f for f in self.figures.values() if f.name != name and f.squares & wanted]

    def with_figure(self, name: str, squares: Iterable[Square], like: Figure | None = None) -> "Board":
        figure = replace(like or self.figure(name), name=name, squares=frozenset(squares))
        return replace(self, figures={**self.figures, name: figure})

    def without_figure(self, name: str) -> "Board":
        return replace(self, figures={n: f for n, f in self.figures.items() if n != name})

    def without_edge(self, edge: Edge) -> "Board":
        return replace(self, edges={**self.edges, edge: ""})

    def ground(self, name: str) -> str:
        """The terrain under each square of a figure, in reading order."""
        return "".join(self.at(square) for square in sorted(self.figure(name).squares))


def corners(square: Square) -> tuple[Corner, Corner, Corner, Corner]:
    """In order around the square, so that neighbours in the tuple are adjacent corners."""
    r, c = square
    return (c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)


def between(a: Square, b: Square) -> Edge:
    """The edge that two orthogonal neighbours share."""
    shared = sorted(set(corners(a)) & set(corners(b)))
    return shared[0], shared[1]


def around(corner: Corner) -> Iterator[tuple[Square, Corner]]:
    """The four squares about a corner, each with the direction (dx, dy) in which it lies."""
    x, y = corner
    for dx, dy in ((-1, -1), (0, -1), (-1, 0), (0, 0)):
        yield (y + dy, x + dx), (2 * dx + 1, 2 * dy + 1)


def read_board(
    drawing: str, figures: Mapping[str, Mapping[str, object]] | None = None, interior: Iterable[Square] = ()
) -> Board:
    lines = [line.rstrip() for line in drawing.strip("\n").splitlines()]
    width = max(map(len, lines), default=0)
    if len(lines) % 2 == 0 or width % 2 == 0 or len(lines) < 3:
        raise PlayError("el tablero se dibuja con casillas y bordes alternos: un número impar de filas y de columnas")
    rows, columns = len(lines) // 2, width // 2
    if max(rows, columns) > LARGEST:
        raise PlayError(f"el tablero es demasiado grande (como mucho {LARGEST} casillas de lado)")
    lines = [line.ljust(width) for line in lines]
    terrain: dict[Square, Terrain] = {}
    found: dict[str, set[Square]] = {}
    for r in range(rows):
        for c in range(columns):
            mark = lines[2 * r + 1][2 * c + 1]
            if mark.isalpha() and mark.isupper():
                found.setdefault(mark, set()).add((r, c))
                mark = "."
            if mark not in set(Terrain):
                raise PlayError(f"no se conoce la casilla «{mark}» (fila {r + 1}, columna {c + 1})")
            terrain[(r, c)] = Terrain(mark)
    facts = figures or {}
    if extra := sorted(name for name in set(facts) - set(found) if not facts[name].get("fuera")):
        raise PlayError(f"la figura «{extra[0]}» no está en el dibujo")
    inside = frozenset(interior)
    if wrong := sorted(square for square in inside if terrain.get(square, Terrain.NOTHING) == Terrain.NOTHING):
        raise PlayError(f"no hay ninguna casilla en la fila {wrong[0][0] + 1}, columna {wrong[0][1] + 1}")
    placed = {name: _figure(name, frozenset(squares), facts.get(name, {}), terrain) for name, squares in found.items()}
    return Board(rows, columns, terrain, dict(_edges(lines, rows, columns)), placed, inside)


def drawn(board: Board) -> str:
    """The drawing of a board: `read_board` gives it back, with what lies under figures told apart (`ground`)."""
    lines = []
    for r in range(board.rows + 1):
        lines.append("+" + "+".join(board.edge((c, r), (c + 1, r)) or " " for c in range(board.columns)) + "+")
        if r < board.rows:
            marks = [board.edge((c, r), (c, r + 1)) or " " for c in range(board.columns + 1)]
            squares = [_seen(board, (r, c)) for c in range(board.columns)]
            lines.append("".join(m + s for m, s in zip(marks, [*squares, ""], strict=True)))
    return "\n".join(lines) + "\n"


def _seen(board: Board, square: Square) -> str:
    figure = board.occupant(square)
    return figure.name if figure is not None else str(board.at(square))


def _figure(name: str, squares: frozenset[Square], facts: Mapping[str, object], terrain: dict[Square, Terrain]) -> Figure:
    if ground := str(facts.get("sobre") or ""):
        marks = ground * len(squares) if len(ground) == 1 else ground
        if set(marks) - set(Terrain) or len(marks) != len(squares):
            raise PlayError(f"no se conoce el terreno «{ground}» bajo «{name}»: una marca, o una por casilla")
        for square, mark in zip(sorted(squares), marks, strict=True):
            terrain[square] = Terrain(mark)
    light = facts.get("sin_recargo")
    spared = frozenset(light) if isinstance(light, tuple) else frozenset()
    return Figure(name, squares, str(facts.get("bando", "")), bool(facts.get("descomunal")), bool(facts.get("movil")), spared)


def _edges(lines: list[str], rows: int, columns: int) -> Iterator[tuple[Edge, str]]:
    for r in range(rows + 1):
        for c in range(columns):
            yield ((c, r), (c + 1, r)), _mark(lines[2 * r][2 * c + 1], "-")
    for r in range(rows):
        for c in range(columns + 1):
            yield ((c, r), (c, r + 1)), _mark(lines[2 * r + 1][2 * c], "|")


def _mark(mark: str, wall: str) -> str:
    if mark in (" ", "+", ""):
        return ""
    if mark not in (wall, "D", "R", "P"):
        raise PlayError(f"no se conoce el borde «{mark}»; se espera {wall}, D, R o P")
    return mark
