"""What a roll leads to, as exact whole-number weights.

An outcome is a vector that mixes linearly: one weight per amount of damage, then three sums: damage, and two that the
game chooses (hits and crits). Probabilities are weights over `total`. Choosing the better of two outcomes
compares exact averages, never floats.
"""

from collections.abc import Iterable
from math import lcm
from operator import mul
from typing import NamedTuple

_SUMS = 3


class Outcome(NamedTuple):
    vector: tuple[int, ...]
    total: int

    def beats(self, other: "Outcome") -> bool:
        """More damage on average; the last sum (crits) breaks ties."""
        mine, theirs = self.vector[-_SUMS] * other.total, other.vector[-_SUMS] * self.total
        if mine != theirs:
            return mine > theirs
        return self.vector[-1] * other.total > other.vector[-1] * self.total

    def probabilities(self) -> list[float]:
        weights = self.vector[:-_SUMS]
        last = max((i for i, w in enumerate(weights) if w), default=0)
        return [w / self.total for w in weights[: last + 1]]

    def average(self, of: int = 0) -> float:
        """Of the damage (0) or of the game's own sums (1, 2)."""
        return self.vector[of - _SUMS] / self.total


def certain(damage: int, size: int, first: int = 0, second: int = 0) -> Outcome:
    return Outcome((*(int(i == damage) for i in range(size)), damage, first, second), 1)


def padded(outcome: Outcome, size: int) -> Outcome:
    """The same with room for more damage, to be mixed with others."""
    weights, sums = outcome.vector[:-_SUMS], outcome.vector[-_SUMS:]
    return Outcome((*weights, *(0,) * (size - len(weights)), *sums), outcome.total)


def mixed(parts: Iterable[tuple[int, Outcome]]) -> Outcome:
    """The outcome of a roll: each part as often as its number of ways."""
    rows = [row for row in parts if row[0]]
    totals = {o.total for _, o in rows}
    total = totals.pop() if len(totals) == 1 else lcm(*totals)
    factors = [n * (total // o.total) for n, o in rows]
    columns = zip(*(o.vector for _, o in rows), strict=True)
    vector = tuple([sum(map(mul, factors, column)) for column in columns])
    return Outcome(vector, total * sum(n for n, _ in rows))


def best(options: Iterable[Outcome], sign: int) -> Outcome:
    """The outcome its chooser prefers: most damage for the attacker (1), least for the defender (-1).

    The first of equals wins, so that declining, which comes first, changes nothing."""
    found: Outcome | None = None
    for option in options:
        if found is None or (option.beats(found) if sign > 0 else found.beats(option)):
            found = option
    assert found is not None
    return found
