"""The choices of a question of practice: what comes out, and what else could be thought to.

Wrong answers are other outcomes of the same situation (with one thing more or less, without the card) and, where they are few,
the right one with one of its changes forgotten, miscounted, or given to somebody else: they all look alike."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kb.play.meaning.tryout import Staging, Step
from kb.play.table.cards import shipped
from kb.play.table.words import NOTHING

CHOICES = 4
CANNOT = "No se puede."
OWN = 2
"""Of the wrong answers, how many are outcomes of variants where there are more; the others are made of the right one."""
BLUNT = 0.3
"""How often a wrong answer is that nothing changes or that it cannot be done: always would give it away, and never, too."""
COUNT = re.compile(r"^(?P<what>.*) (?P<old>\d+) → (?P<new>\d+)$")
Square = tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    first: str = ""
    """How the step came out, in the game's words."""
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Who ends otherwise, and in what."""
    moved: tuple[tuple[str, Square], ...] = ()
    cannot: bool = False

    def __str__(self) -> str:
        if self.cannot:
            return CANNOT
        told = [f"{who}: {', '.join(what)}." for who, what in self.changed]
        went = [f"{name} acaba en la fila {row}, columna {column}." for name, (row, column) in self.moved]
        return " ".join(filter(None, (self.first, *told, *went))) or NOTHING

    @property
    def blunt(self) -> bool:
        return str(self) in (CANNOT, NOTHING)

    def parts(self) -> frozenset[object]:
        return frozenset({self.first, *((who, one) for who, what in self.changed for one in what), *self.moved})


def wrong(right: Outcome, others: tuple[Outcome, ...], chance: Random) -> list[str]:
    """Wrong answers, no two alike; those that are most like the right one."""
    seen = {str(right)}
    told = [o for o in others if not o.blunt and str(o) not in seen and not seen.add(str(o))]  # type: ignore[func-returns-value]
    model = right if not right.blunt else told[0] if told else None
    if model is not None:
        told.sort(key=lambda o: len(o.parts() ^ model.parts()))
    near = [o for o in _misread(model) if str(o) not in seen and not o.blunt] if model is not None else []
    near = list({str(o): o for o in near}.values())
    chance.shuffle(near)
    found = [str(o) for o in (*told[:OWN], *near, *told[OWN:])][: CHOICES - 1]
    blunt = [text for text in (CANNOT, NOTHING) if text not in seen]
    chance.shuffle(blunt)
    if blunt and len(found) == CHOICES - 1 and chance.random() < BLUNT:
        return [*found[:-1], blunt[0]]
    return [*found, *blunt][: CHOICES - 1]


def _misread(right: Outcome) -> Iterator[Outcome]:
    """The right one with one change forgotten, miscounted or given to another; one square farther or nearer."""
    for n, (who, what) in enumerate(right.changed):
        others = right.changed[:n], right.changed[n + 1 :]
        for k, one in enumerate(what):
            rest = (*what[:k], *what[k + 1 :])
            yield replace(right, changed=(*others[0], *(((who, rest),) if rest else ()), *others[1]))
            for counted in _miscounted(one):
                yield replace(right, changed=(*others[0], (who, (*what[:k], counted, *what[k + 1 :])), *others[1]))
        for m, (other, theirs) in enumerate(right.changed[n + 1 :], n + 1):
            swapped = {n: (who, theirs), m: (other, what)}
            yield replace(right, changed=tuple(swapped.get(i, each) for i, each in enumerate(right.changed)))
    for n, (name, (row, column)) in enumerate(right.moved):
        for step in (-1, 1):
            if column + step > 0:
                moved = (*right.moved[:n], (name, (row, column + step)), *right.moved[n + 1 :])
                yield replace(right, moved=moved)


def _miscounted(change: str) -> Iterator[str]:
    """One more, one fewer, or the other way: lost instead of gained."""
    found = COUNT.match(change)
    if found is None:
        return
    old, new = int(found["old"]), int(found["new"])
    for other in dict.fromkeys((new - 1, new + 1, 2 * old - new)):
        if other >= 0 and other not in (old, new):
            yield f"{found['what']} {old} → {other}"


def cast(staging: Staging, card: str) -> Mapping[str, str]:
    """Names of our own cards for the pieces; the one that bears a card of that kind is called as it."""
    kind, pieces = staging.cast
    names = [each.nombre for each in shipped(staging.game).values() if each.clase == kind and each.nombre != card]
    bearer = [card] if any(each.clase == kind and each.nombre == card for each in shipped(staging.game).values()) else []
    Random(card).shuffle(names)  # noqa: S311 - no secret
    return dict(zip(pieces, (*bearer, *names), strict=False))


def renamed(told: Step, names: Mapping[str, str]) -> Step:
    """The situation with other names for its pieces. Of what happens, the fields keep theirs."""
    given = {field: _called(value, names, keys=True) for field, value in told["dado"].items()}
    steps = [
        {name: {key: _called(each, names, keys=True) for key, each in body.items()} if isinstance(body, Mapping) else body
         for name, body in step.items()}
        for step in told["cuando"]
    ]  # fmt: skip
    return {**told, "dado": given, "cuando": steps}


def _called(value: Any, names: Mapping[str, str], keys: bool = False) -> Any:
    """`keys`: those of this mapping are pieces."""
    if isinstance(value, str):
        words = value.split()  # «nave enemiga» is a pair of pieces
        return " ".join(names[word] for word in words) if words and all(word in names for word in words) else value
    if isinstance(value, Mapping):
        return {_called(key, names) if keys else key: _called(each, names)
                for key, each in value.items()}  # fmt: skip
    if isinstance(value, list | tuple):
        return [_called(each, names) for each in value]
    return value
