"""One side's window on one pool of equal dice: rerolls, then changes, each optional and played at its best.

A pool is the count of each face, worst face first. Dice that were rolled again are kept apart: a die is rolled again once.
Rerolls come before changes because a die left alone can still be changed afterwards, so nothing is lost by waiting.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, best, mixed

Counts = tuple[int, ...]
Value = Callable[[Counts], Outcome]
Left = Callable[[Counts, Counts], Outcome]
"""The value of a pool given what is left to spend."""


@dataclass(frozen=True)
class Reroll:
    """Roll again up to `most` dice (None: any number) that show one of `faces`."""

    faces: frozenset[int]
    most: int | None = None
    whole: bool = False
    """All the dice that show those faces, or none."""
    exact: bool = False
    """Obligatory: exactly `most`, or as many as there are."""
    cost: Counts = ()
    """How much of each resource of the window it spends; empty: nothing."""


@dataclass(frozen=True)
class Change:
    """Turn up to `most` results (None: all or nothing, as a focus token does) of `faces` into `to`; `to=None` removes them."""

    faces: frozenset[int]
    to: int | None
    most: int | None = None
    obligatory: bool = False
    cost: Counts = ()


@dataclass(frozen=True)
class Add:
    """Add `count` results."""

    to: int
    count: int = 1
    if_face: tuple[int, int] | None = None
    """(face, at least)."""
    cost: Counts = ()


Option = Reroll | Change | Add


@dataclass(frozen=True)
class Window:
    sign: int
    """1: the attacker chooses; -1: the defender."""
    options: tuple[Option, ...] = ()
    resources: Counts = ()
    """What the options may spend: tokens for which several of them compete."""


def split(counts: Counts, faces: frozenset[int], most: int) -> Iterator[Counts]:
    """Every way of taking up to `most` dice among `faces`, nothing first."""
    ranges = [range(min(n, most) + 1) if f in faces else range(1) for f, n in enumerate(counts)]
    return (take for take in product(*ranges) if sum(take) <= most)


def minus(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def one_more(counts: Counts, face: int) -> Counts:
    return (*counts[:face], counts[face] + 1, *counts[face + 1 :])


@lru_cache(maxsize=256)
def pools(dice: int, sides: Counts) -> tuple[tuple[int, Counts], ...]:
    """Every pool that `dice` equal dice can show, with its number of ways."""
    if not dice:
        return ((1, (0,) * len(sides)),)
    found: Counter[Counts] = Counter()
    for ways, counts in pools(dice - 1, sides):
        for face, n in enumerate(sides):
            if n:
                found[one_more(counts, face)] += ways * n
    return tuple((ways, counts) for counts, ways in found.items())


def rolled_value(dice: int, sides: Counts, value: Value) -> Outcome:
    """The average of `value` over the roll of `dice` equal dice."""
    return mixed((ways, value(counts)) for ways, counts in pools(dice, sides))


def play(window: Window, sides: Counts, value: Value, budget: Budget, weight: int = 1) -> Value:
    """The value of a rolled pool before `window`, given its value after it. `weight`: the steps of one roll."""
    if not window.options:
        return value
    rerolls = tuple(o for o in window.options if isinstance(o, Reroll))
    changes = tuple(o for o in window.options if not isinstance(o, Reroll))
    settled = _changes(changes, window.sign, value, budget)
    if rerolls:
        settled = _rerolls(rerolls, window.sign, sides, settled, budget, weight)
    return lambda counts: settled(counts, window.resources)


def paid(purse: Counts, cost: Counts) -> Counts | None:
    """What is left after paying; None where it cannot be paid."""
    if not cost:
        return purse
    left = minus(purse, cost)
    return left if min(left) >= 0 else None


def _rerolls(rerolls: tuple[Reroll, ...], sign: int, sides: Counts, value: Left, budget: Budget, weight: int) -> Left:
    zero = (0,) * len(sides)

    @cache
    def choose(fresh: Counts, again: Counts, left: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend()
        options = [] if any(rerolls[i].exact for i in left) else [value(plus(fresh, again), purse)]
        for i in left:
            rest, after = tuple(j for j in left if j != i), paid(purse, rerolls[i].cost)
            if after is not None:
                options += [roll(left_over, again, dice, rest, after) for left_over, dice in _lifts(rerolls[i], fresh)]
        budget.spend(len(options) // 6)
        return best(options or [value(plus(fresh, again), purse)], sign)

    @cache
    def roll(fresh: Counts, again: Counts, dice: int, left: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend(weight)
        if not dice:
            # With no reroll left nobody asks which dice were rolled again: fewer states to remember.
            return choose(fresh, again, left, purse) if left else value(plus(fresh, again), purse)
        return mixed((n, roll(*landed(fresh, again, f, left), dice - 1, left, purse)) for f, n in enumerate(sides) if n)

    def landed(fresh: Counts, again: Counts, face: int, left: tuple[int, ...]) -> tuple[Counts, Counts]:
        return (fresh, one_more(again, face)) if left else (one_more(fresh, face), again)

    return lambda counts, purse: choose(counts, zero, tuple(range(len(rerolls))), purse)


@lru_cache(maxsize=50_000)
def _lifts(rule: Reroll, fresh: Counts) -> tuple[tuple[Counts, int], ...]:
    """Every way to lift dice by a rule: what stays, and how many are rolled."""
    most = sum(fresh) if rule.most is None else rule.most
    takes = [take for take in split(fresh, rule.faces, most) if any(take) or rule.exact]
    if takes and (rule.exact or rule.whole):
        size = max(map(sum, takes))
        takes = [take for take in takes if sum(take) == size]
    return tuple((minus(fresh, take), sum(take)) for take in takes)


def _changes(changes: tuple[Change | Add, ...], sign: int, value: Value, budget: Budget) -> Left:
    if not changes:
        return lambda counts, _: value(counts)

    @cache
    def choose(counts: Counts, left: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend(1 + len(left) // 3)
        must = [i for i in left if (rule := changes[i]) and isinstance(rule, Change) and rule.obligatory]
        options = [] if must else [value(counts)]
        for i in must or left:
            rest, money = tuple(j for j in left if j != i), paid(purse, changes[i].cost)
            if money is not None:
                options += [choose(after, rest, money) for after in _results(changes[i], counts)]
        budget.spend(len(options) // 6)
        return best(options or [value(counts)], sign)

    return lambda counts, purse: choose(counts, tuple(range(len(changes))), purse)


@lru_cache(maxsize=50_000)
def _results(rule: Change | Add, counts: Counts) -> tuple[Counts, ...]:
    """The pools that using `rule` to the full can leave."""
    if isinstance(rule, Add):
        if rule.if_face is not None and counts[rule.if_face[0]] < rule.if_face[1]:
            return ()
        return (tuple(n + rule.count * (f == rule.to) for f, n in enumerate(counts)),)
    available = sum(n for f, n in enumerate(counts) if f in rule.faces)
    wanted = available if rule.most is None else min(rule.most, available)
    if not wanted:
        return (counts,) if rule.obligatory else ()
    left = (minus(counts, take) for take in split(counts, rule.faces, wanted) if sum(take) == wanted)
    if rule.to is None:
        return tuple(left)
    return tuple(tuple(n + wanted * (f == rule.to) for f, n in enumerate(rest)) for rest in left)
