"""One side's window on one pool of equal dice: rerolls, then changes, each optional and played at its best.

A pool is the count of each face, worst face first; where it matters, the dice that were rolled again follow in a second row of
counts, because a die is rolled again once in an attack, whoever does it. Rerolls come before changes, since a die left alone
can still be changed afterwards, except those that give a reroll more to take (`_early`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from operator import add, sub

from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, best, mixed

Counts = tuple[int, ...]
Value = Callable[[Counts], Outcome]
Left = Callable[[Counts, tuple[int, ...], Counts], Outcome]
"""The value of a pool given the changes still to be made and what is left to spend."""


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
    return tuple(map(sub, a, b))


def plus(a: Counts, b: Counts) -> Counts:
    return tuple(map(add, a, b))


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


def play(window: Window, sides: Counts, value: Value, budget: Budget, weight: int = 1, later: bool = False) -> Value:
    """The value of a rolled pool before `window`, given its value after it. `weight`: the steps of one roll.

    `later`: the other side may roll these dice again afterwards, so that `value` gets both rows."""
    if not window.options:
        return value
    rerolls = tuple(o for o in window.options if isinstance(o, Reroll))
    changes = tuple(o for o in window.options if not isinstance(o, Reroll))
    both = later and bool(rerolls)
    settled = _changes(changes, window.sign, len(sides), value, budget)
    if not rerolls:
        return lambda counts: settled(counts, tuple(range(len(changes))), window.resources)
    return _rerolls(rerolls, changes, window, sides, settled, budget, weight, both)


def paid(purse: Counts, cost: Counts) -> Counts | None:
    """What is left after paying; None where it cannot be paid."""
    if not cost:
        return purse
    left = minus(purse, cost)
    return left if min(left) >= 0 else None


def _early(changes: tuple[Change | Add, ...], rerolls: tuple[Reroll, ...]) -> tuple[int, ...]:
    """Changes that may pay before a reroll: a result added, or put on a face that the reroll takes and it had not; and one that
    has to be made, on a die that is then rolled again (Guía de referencia, «Modificación de dados»)."""

    def opens(change: Change | Add) -> bool:
        if isinstance(change, Add):
            return any(change.to in r.faces for r in rerolls)
        return any(change.to in r.faces and (change.obligatory or not change.faces <= r.faces) for r in rerolls)

    return tuple(i for i, change in enumerate(changes) if opens(change))


def _rerolls(
    rerolls: tuple[Reroll, ...], changes: tuple[Change | Add, ...], window: Window, sides: Counts, value: Left, budget: Budget,
    weight: int, both: bool,
) -> Value:  # fmt: skip
    faces, zero = len(sides), (0,) * len(sides)
    early = frozenset(_early(changes, rerolls))

    def stop(fresh: Counts, again: Counts, open_: tuple[int, ...], purse: Counts) -> Outcome:
        return value(fresh + again if both else plus(fresh, again), open_, purse)

    @cache
    def choose(fresh: Counts, again: Counts, left: tuple[int, ...], open_: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend()
        options = [] if any(rerolls[i].exact for i in left) else [stop(fresh, again, open_, purse)]
        for i in left:
            rest, after = tuple(j for j in left if j != i), paid(purse, rerolls[i].cost)
            if after is not None:
                options += [roll(left_over, again, dice, rest, open_, after) for left_over, dice in _lifts(rerolls[i], fresh)]
        for i in early.intersection(open_) if left else ():
            rest, after = tuple(j for j in open_ if j != i), paid(purse, changes[i].cost)
            if after is not None and _whole(changes[i], fresh, again):
                options += [choose(then, again, left, rest, after) for then in _results(changes[i], fresh, faces)]
        budget.spend(len(options) // 6)
        return best(options or [stop(fresh, again, open_, purse)], window.sign)

    @cache
    def roll(fresh: Counts, again: Counts, dice: int, left: tuple[int, ...], open_: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend(weight)
        if not dice:
            # With no reroll left nobody asks which dice were rolled again: fewer states to remember.
            return choose(fresh, again, left, open_, purse) if left else stop(fresh, again, open_, purse)
        return mixed((n, roll(*landed(fresh, again, f, left), dice - 1, left, open_, purse)) for f, n in enumerate(sides) if n)

    def landed(fresh: Counts, again: Counts, face: int, left: tuple[int, ...]) -> tuple[Counts, Counts]:
        return (fresh, one_more(again, face)) if left or both else (one_more(fresh, face), again)

    def start(counts: Counts) -> Outcome:
        fresh, again = counts[:faces], counts[faces:] or zero
        return choose(fresh, again, tuple(range(len(rerolls))), tuple(range(len(changes))), window.resources)

    return start


def _whole(rule: Change | Add, fresh: Counts, again: Counts) -> bool:
    """The dice not yet rolled again are enough for all that `rule` changes."""
    if isinstance(rule, Add) or not any(again[f] for f in rule.faces):
        return True
    return rule.most is not None and sum(fresh[f] for f in rule.faces) >= rule.most


@lru_cache(maxsize=8192)
def _lifts(rule: Reroll, fresh: Counts) -> tuple[tuple[Counts, int], ...]:
    """Every way to lift dice by a rule: what stays, and how many are rolled."""
    most = sum(fresh) if rule.most is None else rule.most
    takes = [take for take in split(fresh, rule.faces, most) if any(take) or rule.exact]
    if takes and (rule.exact or rule.whole):
        size = max(map(sum, takes))
        takes = [take for take in takes if sum(take) == size]
    return tuple((minus(fresh, take), sum(take)) for take in takes)


def _changes(changes: tuple[Change | Add, ...], sign: int, faces: int, value: Value, budget: Budget) -> Left:
    if not changes:
        return lambda counts, _open, _purse: value(counts)

    @cache
    def choose(counts: Counts, left: tuple[int, ...], purse: Counts) -> Outcome:
        budget.spend(1 + len(left) // 3)
        must = [i for i in left if (rule := changes[i]) and isinstance(rule, Change) and rule.obligatory]
        options = [] if must else [value(counts)]
        for i in must or left:
            rest, money = tuple(j for j in left if j != i), paid(purse, changes[i].cost)
            if money is not None:
                options += [choose(after, rest, money) for after in _results(changes[i], counts, faces)]
        budget.spend(len(options) // 6)
        return best(options or [value(counts)], sign)

    return choose


@lru_cache(maxsize=8192)
def _results(rule: Change | Add, counts: Counts, faces: int) -> tuple[Counts, ...]:
    """The pools that using `rule` to the full can leave. A changed die stays in its row; an added one goes to the first."""
    if isinstance(rule, Add):
        if rule.if_face is not None and sum(counts[rule.if_face[0] :: faces]) < rule.if_face[1]:
            return ()
        return (tuple(n + rule.count * (f == rule.to) for f, n in enumerate(counts)),)
    both = frozenset(f for f in range(len(counts)) if f % faces in rule.faces)
    available = sum(n for f, n in enumerate(counts) if f in both)
    wanted = available if rule.most is None else min(rule.most, available)
    if not wanted:
        return (counts,) if rule.obligatory else ()
    takes = [take for take in split(counts, both, wanted) if sum(take) == wanted]
    if rule.to is None:
        return tuple(minus(counts, take) for take in takes)
    return tuple(_moved(counts, take, rule.to, faces) for take in takes)


def _moved(counts: Counts, take: Counts, to: int, faces: int) -> Counts:
    gained = [sum(take[first : first + faces]) for first in range(0, len(counts), faces)]
    return tuple(n - t + gained[f // faces] * (f % faces == to) for f, (n, t) in enumerate(zip(counts, take, strict=True)))
