"""Movement on a board: steps, rotation, placing, pushing (Guía de referencia de Imperial Assault, Apéndice II)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.play.board import Board, Figure, Square, Terrain, between, corners
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.grid import adjacent, distance, neighbours, pinched

STEP = cite("imperial-assault/puntos-de-movimiento#r-a1c673", "casilla adyacente")
DIAGONAL = cite("imperial-assault/movimiento#r-diagonales", "cruce en diagonal")
THROUGH = cite("imperial-assault/movimiento#r-a-traves-de", "sin acabar")
LARGE = cite("imperial-assault/apendice-ii-ejemplos-de-movimiento#r-caso-7", "figura grande en diagonal: no puede")
ROTATE = cite("imperial-assault/figuras-grandes#r-movimiento", "Rotar 90 grados")
SURCHARGE = cite("imperial-assault/figuras-grandes#r-recargos", "una vez por punto")
ORIENT = cite("imperial-assault/figuras-grandes#r-colocarlas", "orientación")
PLACE = cite("imperial-assault/colocar#r-30f386", "no pueda acabar")
WALLS = cite("imperial-assault/muros#r-8c2c8f", "No se puede mover")
TERRAIN = cite("imperial-assault/terreno-infranqueable#r-465d15", "No se puede entrar")
BLOCKED = cite("imperial-assault/terreno-bloqueado#r-c99009", "No se puede entrar")
MASSIVE = cite("imperial-assault/descomunal#r-otras-figuras", "otra Descomunal")
INSIDE = cite("imperial-assault/descomunal#r-campana", "interiores")
CRUSH = cite("imperial-assault/descomunal#r-empuje-al", "empuja primero")
PUSH = cite("imperial-assault/empujar#r-6e6137", "empujada")
CITES = (
    STEP,
    DIAGONAL,
    THROUGH,
    LARGE,
    ROTATE,
    SURCHARGE,
    ORIENT,
    PLACE,
    WALLS,
    TERRAIN,
    BLOCKED,
    MASSIVE,
    INSIDE,
    CRUSH,
    PUSH,
)

TERRAIN_EDGES = frozenset("RP")
SIDES: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Forbidden(PlayError):
    """The book does not allow the move; `rule` says where."""

    def __init__(self, reason: str, rule: object) -> None:
        super().__init__(reason)
        self.rule = rule


def may_cross(board: Board, figure: Figure, a: Square, b: Square) -> bool:
    """The edge between two orthogonal neighbours: walls and doors stop all, terrain on it does not stop who ignores terrain."""
    edge = board.edge(*between(a, b))
    return edge == "" or (edge in TERRAIN_EDGES and figure.free)


def may_stand(board: Board, figure: Figure, squares: Iterable[Square]) -> None:
    """May the base be there, figures aside? No blocked or impassable terrain, nothing that cuts the base in two."""
    base = set(squares)
    for square in sorted(base):
        if board.at(square) == Terrain.NOTHING:
            raise Forbidden(f"{_name(square)} no está en el tablero", PLACE)
        if board.at(square) in (Terrain.BLOCKED, Terrain.IMPASSABLE) and not figure.free:
            rule = BLOCKED if board.at(square) == Terrain.BLOCKED else TERRAIN
            raise Forbidden(f"{_name(square)} no se puede pisar", rule)
        if figure.massive and square in board.interior:
            raise Forbidden(f"{_name(square)} es interior y {figure.name} es Descomunal", INSIDE)
        for dr, dc in SIDES[:2]:
            other = (square[0] + dr, square[1] + dc)
            if other in base and not may_cross(board, figure, square, other):
                raise Forbidden(f"la base quedaría partida entre {_name(square)} y {_name(other)}", WALLS)
    if figure.massive and (big := [f for f in board.others(base, figure.name) if f.massive]):
        raise Forbidden(f"donde está {big[0].name}, que es Descomunal, no entra otra", MASSIVE)


def may_end(board: Board, figure: Figure, squares: Iterable[Square]) -> None:
    """No figure ends where another one is, but a massive one, which pushes them aside."""
    if not figure.massive and (others := board.others(squares, figure.name)):
        where = min(others[0].squares & set(squares))
        raise Forbidden(f"no se puede terminar en {_name(where)}: hay otra figura", THROUGH)


def moved(figure: Figure, to: Square) -> Figure:
    """The figure with the first square of its base (top, then left) at `to`."""
    top = min(figure.squares)
    return replace(figure, squares=frozenset((r + to[0] - top[0], c + to[1] - top[1]) for r, c in figure.squares))


def step(board: Board, figure: Figure, to: Square) -> tuple[Figure, int]:
    """One step, and what it costs; raises where the book forbids it."""
    at = min(figure.squares)
    dr, dc = to[0] - at[0], to[1] - at[1]
    if max(abs(dr), abs(dc)) != 1:
        raise Forbidden(f"{_name(to)} no es adyacente a {_name(at)}", STEP)
    if dr and dc and len(figure.squares) > 1:
        raise Forbidden("una figura grande no se mueve en diagonal", LARGE)
    after = moved(figure, to)
    for square in sorted(figure.squares):
        _passage(board, figure, square, (square[0] + dr, square[1] + dc))
    may_stand(board, after, after.squares)
    return after, 1 + surcharge(board, figure, after.squares - figure.squares)


def _passage(board: Board, figure: Figure, a: Square, b: Square) -> None:
    if a[0] == b[0] or a[1] == b[1]:
        if not may_cross(board, figure, a, b):
            raise Forbidden(f"hay un muro, una puerta o terreno entre {_name(a)} y {_name(b)}", WALLS)
    elif _corner_shut(board, figure, a, b):
        raise Forbidden("no se pasa por la intersección diagonal de muros, terreno bloqueado o infranqueable", DIAGONAL)


def _corner_shut(board: Board, figure: Figure, a: Square, b: Square) -> bool:
    shared = next(iter(set(corners(a)) & set(corners(b))))
    way = (b[1] - a[1], b[0] - a[0])
    if figure.free:  # terrain is nothing to it: only walls, doors and the end of the board are left
        bare = replace(board, terrain={s: Terrain.OPEN for s, t in board.terrain.items() if t != Terrain.NOTHING},
                       edges={e: m for e, m in board.edges.items() if m not in TERRAIN_EDGES})  # fmt: skip
        return pinched(bare, shared, way)
    return not adjacent(board, a, b) or pinched(board, shared, way, impassable=True)


def surcharge(board: Board, figure: Figure, squares: Iterable[Square]) -> int:
    """One more for an enemy's square and one more for difficult ground; each once, however large the base."""
    if figure.free:
        return 0
    wanted = set(squares)
    enemy = any(f.side not in (figure.side, "neutral") for f in board.others(wanted, figure.name))
    difficult = any(board.at(s) == Terrain.DIFFICULT for s in wanted)
    return (enemy and "figuras" not in figure.light) + (difficult and "terreno" not in figure.light)


def walk(board: Board, name: str, steps: Sequence[Square], points: int | None = None) -> tuple[Figure, int]:
    """A whole walk: where it ends and the movement points it takes."""
    figure, total = board.figure(name), 0
    for to in steps:
        figure, cost = step(board, figure, to)
        total += cost
    may_end(board, figure, figure.squares)
    if points is not None and total > points:
        raise Forbidden(f"hacen falta {total} puntos de movimiento y hay {points}", STEP)
    return figure, total


def rotate(board: Board, name: str, squares: Iterable[Square]) -> tuple[Figure, int]:
    """By 90 degrees for a point: it must keep at least half of its squares."""
    figure = board.figure(name)
    old, new = figure.squares, frozenset(squares)
    if len(old) not in (2, 6):
        raise Forbidden("solo rotan las figuras con bases de dos o seis casillas", ROTATE)
    if shape(new) != shape(old)[::-1] or not _solid(new):
        raise Forbidden("esas casillas no son su base girada 90 grados", ROTATE)
    if 2 * len(old & new) < len(old):
        raise Forbidden("al rotar debe conservar al menos la mitad de sus casillas", ROTATE)
    after = replace(figure, squares=new)
    may_stand(board, after, new)
    may_end(board, after, new)
    return after, 1 + surcharge(board, figure, new - old)


def placings(board: Board, figure: Figure, size: tuple[int, int], at: Square) -> Iterator[frozenset[Square]]:
    """Every legal way to put down a base with a part of it on `at`."""
    for rows, columns in dict.fromkeys((size, size[::-1])):
        for dr in range(rows):
            for dc in range(columns):
                base = frozenset((at[0] - dr + i, at[1] - dc + j) for i in range(rows) for j in range(columns))
                try:
                    place(board, figure, size, at, base)
                except Forbidden:
                    continue
                yield base


def place(board: Board, figure: Figure, size: tuple[int, int], at: Square, base: frozenset[Square]) -> Figure:
    """Put down: a part of the base on the square told, the rest with any orientation, never on other figures."""
    if at not in base:
        raise Forbidden(f"una parte de la base tiene que ocupar {_name(at)}", ORIENT)
    if shape(base) not in (size, size[::-1]) or not _solid(base):
        raise Forbidden("esas casillas no tienen la forma de su base", ORIENT)
    after = replace(figure, squares=base)
    may_stand(board, after, base)
    if others := board.others(base, figure.name):
        raise Forbidden(f"no se puede colocar sobre {others[0].name}", PLACE)
    return after


def push(board: Board, name: str, steps: Sequence[Square]) -> Figure:
    """Pushed or moved a number of spaces: no points, no rotation; terrain and figures count all the same."""
    figure = board.figure(name)
    for to in steps:
        figure, _ = step(board, figure, to)
    may_end(board, figure, figure.squares)
    return figure


def nearest_empty(board: Board, name: str) -> list[frozenset[Square]]:
    """Where a figure that cannot stay goes: the empty places nearest to it, all at the same distance."""
    figure = board.figure(name)
    top = min(figure.squares)
    found: dict[int, list[frozenset[Square]]] = {}
    for square in board.terrain:
        there = moved(figure, square).squares
        try:
            may_stand(board, figure, there)
        except Forbidden:
            continue
        if board.others(there, name):
            continue
        far = distance(board, {top}, {square})
        if far is not None:
            found.setdefault(far, []).append(there)
    return found[min(found)] if found else []


def reach(board: Board, name: str, points: int) -> dict[frozenset[Square], tuple[int, tuple[Square, ...]]]:
    """Every base where the figure may end with those points: the cheapest cost and a walk there (rotation aside)."""
    start = board.figure(name)
    best: dict[frozenset[Square], tuple[int, tuple[Square, ...]]] = {start.squares: (0, ())}
    queue = [start]
    while queue:
        queue.sort(key=lambda f: best[f.squares][0])
        here = queue.pop(0)
        cost, way = best[here.squares]
        for to in neighbouring(board, here):
            try:
                after, price = step(board, here, to)
            except Forbidden:
                continue
            total = cost + price
            if total <= points and (after.squares not in best or total < best[after.squares][0]):
                best[after.squares] = (total, (*way, to))
                queue.append(after)
    return {squares: found for squares, found in best.items() if start.massive or not board.others(squares, name)}


def neighbouring(board: Board, figure: Figure) -> Iterator[Square]:
    top = min(figure.squares)
    if figure.free or len(figure.squares) > 1:
        yield from ((top[0] + dr, top[1] + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
    else:
        yield from neighbours(board, top)


def shape(squares: Iterable[Square]) -> tuple[int, int]:
    return len({r for r, _ in squares}), len({c for _, c in squares})


def _solid(squares: frozenset[Square]) -> bool:
    rows, columns = [r for r, _ in squares], [c for _, c in squares]
    return len(squares) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def _name(square: Square) -> str:
    return f"la casilla {square[0] + 1},{square[1] + 1}"
