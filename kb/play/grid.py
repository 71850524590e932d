"""Adjacency, counting and line of sight on a board of squares, whichever game is played on it."""

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import atan2, floor, gcd, tau

from grammar.steps import spend
from kb.play.board import Board, Corner, Figure, Square, Terrain, around, between, corners


def pinched(board: Board, corner: Corner, direction: tuple[int, int], impassable: bool = False) -> bool:
    """Does a line through `corner` pass between things that stop it on both sides? A figure never counts (figura 17)."""
    left = right = False
    dx, dy = direction
    for ex, ey in _solid_about(board, corner, impassable):
        turn = dx * ey - dy * ex
        left, right = left or turn > 0, right or turn < 0
    return left and right


def _solid_about(board: Board, corner: Corner, impassable: bool) -> tuple[tuple[int, int], ...]:
    """Directions, from a corner, of the walls and the blocked squares that touch it."""
    found = board.known.about.get((corner, impassable))
    if found is None:
        found = board.known.about[corner, impassable] = tuple(_solid(board, corner, impassable))
    return found


def _solid(board: Board, corner: Corner, impassable: bool) -> Iterator[tuple[int, int]]:
    x, y = corner
    for ex, ey in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        end = (x + ex, y + ey)
        if board.wall(corner, end) or (impassable and board.edge(corner, end) == "P"):
            yield ex, ey
    for square, way in around(corner):
        if board.solid(square) or (impassable and board.at(square) == Terrain.IMPASSABLE):
            yield way


def adjacent(board: Board, a: Square, b: Square) -> bool:
    """They share an edge that nothing closes, or a corner that is no crossing of walls and blocked squares."""
    dr, dc = b[0] - a[0], b[1] - a[1]
    if max(abs(dr), abs(dc)) != 1 or board.at(b) == Terrain.NOTHING:
        return False
    if not dr or not dc:
        return not board.wall(*between(a, b))
    shared = next(iter(set(corners(a)) & set(corners(b))))
    return not pinched(board, shared, (dc, dr))


PER_LINE, PER_SQUARE, COUNTED = 6, 2, 6
"""Steps of looking along a line, and at what is beside a square; and the squares gone over in a step (`grammar/steps.py`)."""
_ABOUT = tuple((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)


def neighbours(board: Board, square: Square) -> tuple[Square, ...]:
    """Looked up once for each square of a board, whoever moves on it."""
    found = board.known.beside.get(square)
    if found is None:
        spend(PER_SQUARE)
        about = ((square[0] + dr, square[1] + dc) for dr, dc in _ABOUT)
        found = board.known.beside[square] = tuple(near for near in about if adjacent(board, square, near))
    return found


def figures_adjacent(board: Board, a: Figure, b: Figure) -> bool:
    return a.name != b.name and any(adjacent(board, x, y) for x in a.squares for y in b.squares)


def distance(board: Board, start: Iterable[Square], goal: Iterable[Square]) -> int | None:
    """Squares from one to the other; walls, doors and blocked terrain cannot be counted through. None: no way."""
    ends = set(goal)
    seen = dict.fromkeys(start, 0)
    queue = deque(seen)
    found = None
    while queue and found is None:
        square = queue.popleft()
        if square in ends:
            found = seen[square]
        for near in neighbours(board, square):
            if near not in seen and (not board.solid(near) or near in ends):
                seen[near] = seen[square] + 1
                queue.append(near)
    spend(1 + len(seen) // COUNTED)
    return found


def sees(board: Board, a: Figure, b: Figure, through: bool = False) -> bool:
    """Line of sight from `a` to `b`: not always the same as from `b` to `a`. `through`: figures do not stop it."""
    if figures_adjacent(board, a, b):
        return True
    free = frozenset({a.name, b.name})
    if a.massive or b.massive or through:
        free |= frozenset(board.figures)  # «Descomunal»: figures do not stop lines to or from it
    return any(_sees_square(board, x, y, free, b.squares) for x in a.squares for y in b.squares)


def _sees_square(board: Board, a: Square, b: Square, free: frozenset[str], target: frozenset[Square]) -> bool:
    ring = corners(b)
    for start in corners(a):
        for i in range(4):
            first, second = ring[i], ring[(i + 1) % 4]
            if start in (first, second) or _overlap(start, first, second):
                continue
            if all(_leaves(board, a, start, end) and _arrives(board, b, start, end) for end in (first, second)) and all(
                clear(board, start, end, free, target) for end in (first, second)
            ):
                return True
    return False


def _leaves(board: Board, square: Square, start: Corner, end: Corner) -> bool:
    """A line may not leave its own square by a crossing of walls and blocked squares (figura 16)."""
    return not _cut_off(board, start, _towards(square, start), (end[0] - start[0], end[1] - start[1]))


def _arrives(board: Board, square: Square, start: Corner, end: Corner) -> bool:
    return not _cut_off(board, end, _towards(square, end), (start[0] - end[0], start[1] - end[1]))


def _towards(square: Square, corner: Corner) -> tuple[int, int]:
    return (2 * (square[1] - corner[0]) + 1, 2 * (square[0] - corner[1]) + 1)


def _cut_off(board: Board, corner: Corner, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Seen from a corner, does something solid lie between two directions on either way round?"""
    found = board.known.cut.get((corner, one, other))
    if found is None:
        found = board.known.cut[corner, one, other] = _between(board, corner, one, other)
    return found


def _between(board: Board, corner: Corner, one: tuple[int, int], other: tuple[int, int]) -> bool:
    start, end = atan2(one[1], one[0]), atan2(other[1], other[0])
    turn = (end - start) % tau
    sides = set()
    for ex, ey in _solid_about(board, corner, False):
        angle = (atan2(ey, ex) - start) % tau
        if min(angle, tau - angle) > 1e-9 and abs(angle - turn) > 1e-9:
            sides.add(angle < turn)
    return len(sides) == 2


def _overlap(start: Corner, a: Corner, b: Corner) -> bool:
    """Two lines that lie one on the other are one line, not two (figura 4)."""
    ax, ay, bx, by = a[0] - start[0], a[1] - start[1], b[0] - start[0], b[1] - start[1]
    return ax * by == ay * bx and ax * bx + ay * by > 0


def clear(board: Board, start: Corner, end: Corner, free: frozenset[str], target: frozenset[Square]) -> bool:
    """Is the straight line between two corners uninterrupted? It may run along edges and touch corners."""
    spend(PER_LINE)
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = gcd(dx, dy)
    way = (dx // steps, dy // steps)
    touched = [(start[0] + way[0] * k, start[1] + way[1] * k) for k in range(1, steps)]
    if any(pinched(board, corner, way) for corner in touched):
        return False
    if not dx or not dy:
        return True
    return all(_passes(board, piece, free, target) for piece in _pieces(start, end))


@lru_cache(maxsize=4096)
def _pieces(start: Corner, end: Corner) -> tuple[tuple[Square, tuple[Corner, Corner] | None], ...]:
    """Each square whose inside the line crosses, with the edge by which it leaves (None where it leaves by a corner)."""
    return tuple(_crossed(start, end))


def _crossed(start: Corner, end: Corner) -> Iterator[tuple[Square, tuple[Corner, Corner] | None]]:
    (x0, y0), (x1, y1) = start, end
    cuts = {Fraction(0), Fraction(1)}
    cuts |= {Fraction(x - x0, x1 - x0) for x in range(min(x0, x1), max(x0, x1) + 1)}
    cuts |= {Fraction(y - y0, y1 - y0) for y in range(min(y0, y1), max(y0, y1) + 1)}
    order = sorted(cuts)
    for low, high in pairwise(order):
        middle = (low + high) / 2
        square = (floor(y0 + middle * (y1 - y0)), floor(x0 + middle * (x1 - x0)))
        x, y = x0 + high * (x1 - x0), y0 + high * (y1 - y0)
        if x.denominator == y.denominator == 1:
            yield square, None
        elif x.denominator == 1:
            yield square, ((int(x), floor(y)), (int(x), floor(y) + 1))
        else:
            yield square, ((floor(x), int(y)), (floor(x) + 1, int(y)))


def _passes(
    board: Board, piece: tuple[Square, tuple[Corner, Corner] | None], free: frozenset[str], target: frozenset[Square]
) -> bool:
    square, edge = piece
    if board.solid(square) and square not in target:
        return False
    figure = board.occupant(square)
    if figure is not None and figure.name not in free:
        return False
    return edge is None or not board.wall(*edge)
