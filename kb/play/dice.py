"""Dice as juego.toml gives them, and exact sums of them: {result: ways}, over the product of their sides."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, reduce

from grammar.game import load_game
from kb.play.errors import PlayError

Result = tuple[int, ...]
"""Counts of the icons that a game cares about, in the order in which it asked for them."""
Ways = Mapping[Result, int]


@cache
def die_faces(game: str, die: str, icons: tuple[str, ...]) -> tuple[Result, ...]:
    """The faces of a die as counts of `icons`, one per side."""
    for row in load_game(game).dados:
        if row.id == die:
            return tuple(tuple(face.get(icon, 0) for icon in icons) for face in row.caras)
    raise PlayError(f"no hay ningún dado «{die}» en {load_game(game).nombre}")


def ways(faces: Iterable[Result]) -> Ways:
    return Counter(faces)


def added(left: Ways, right: Ways) -> Ways:
    """Convolution: every result of one with every result of the other."""
    total: Counter[Result] = Counter()
    for a, n in left.items():
        for b, m in right.items():
            total[tuple(x + y for x, y in zip(a, b, strict=True))] += n * m
    return total


def rolled(pool: Iterable[tuple[Result, ...]], width: int) -> Ways:
    """All results of rolling the dice of a pool together."""
    nothing: Ways = {(0,) * width: 1}
    return reduce(added, (ways(faces) for faces in pool), nothing)
