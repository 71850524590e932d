"""A card without one of its operations, each in turn: what it leaves out has to show somewhere."""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TypeVar

from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.values import Hecho

S = TypeVar("S")
AT_A_TIME = (1, 1, 2, 4, 6)
"""Situations that are played before asking which operations have not shown themselves yet, the first time and so on: most do in
the first, and to change what a card means takes time too."""


def thinner(items: tuple[Item, ...]) -> Iterator[tuple[tuple[Item, ...], Hecho]]:
    """The items without one operation, each operation in turn."""
    for n, item in enumerate(items):
        before, after = items[:n], items[n + 1 :]
        if isinstance(item, Hecho):
            yield (*before, *after), item
        elif isinstance(item, Paso):
            for field in ("coste", "efecto", "si_no"):
                for fewer, gone in thinner(getattr(item, field)):
                    step = replace(item, **{field: fewer})
                    yield (*before, *((step,) if step.coste or step.efecto else ()), *after), gone
        elif isinstance(item, Eleccion):
            for k, option in enumerate(item.opciones):
                for fewer, gone in thinner(option):
                    options = (*item.opciones[:k], *((fewer,) if fewer else ()), *item.opciones[k + 1 :])
                    yield (*before, *((replace(item, opciones=options),) if options else ()), *after), gone


def mutants(effects: tuple[Capacidad, ...]) -> Iterator[tuple[int, tuple[Capacidad, ...], Hecho]]:
    for n, effect in enumerate(effects):
        for field in ("coste", "pasos"):
            for fewer, gone in thinner(getattr(effect, field)):
                changed = replace(effect, **{field: fewer})
                kept = (changed,) if changed.coste or changed.pasos else ()
                yield n, (*effects[:n], *kept, *effects[n + 1 :]), gone


def undetected(
    effects: tuple[Capacidad, ...],
    put: Callable[[tuple[Capacidad, ...]], None],
    named: Callable[[], object],
    situations: Callable[[], Iterable[S]],
    told: Callable[[S], object],
    card: str,
) -> tuple[int, list[str]]:
    """How many operations a card has, and those whose lack is neither named nor changes what any situation comes to.

    `put` makes a card mean that; `named` is what is said not to run; `told` is what a situation comes to.
    """
    known, left, count = named(), [], 0
    for _, mutant, gone in mutants(effects):
        count += 1
        put(mutant)
        if named() == known:
            left.append((mutant, gone.verb))
    put(effects)
    showed: dict[int, None] = {}
    waiting, sizes = _telling_first(situations, card), chain(AT_A_TIME, repeat(AT_A_TIME[-1]))
    while left and (some := [(n, one, told(one)) for n, one in islice(waiting, next(sizes))]):
        same = []
        for mutant, verb in left:
            put(mutant)
            shown = next((n for n, one, before in some if told(one) != before), None)
            if shown is None:
                same.append((mutant, verb))
            else:
                showed[shown] = None
        put(effects)
        left = same
    if "MUTANTS_LEARN" in os.environ:
        _learn(card, list(showed))
    return count, [verb for _, verb in left]


TELLING = Path(__file__).parent / "fixtures" / "mutantes.json"
"""By card: the numbers of the situations that showed what it lacked when somebody last looked (`MUTANTS_LEARN=1`). They are
tried first; if they show nothing any more, all the others are: this saves time and decides nothing."""


@cache
def _telling() -> dict[str, list[int]]:
    return dict(json.loads(TELLING.read_text("utf-8"))) if TELLING.exists() else {}


def _key(card: str) -> str:
    return hashlib.sha256(card.encode()).hexdigest()[:12]


def _telling_first(situations: Callable[[], Iterable[S]], card: str) -> Iterator[tuple[int, S]]:
    first = frozenset(_telling().get(_key(card), ()))
    if first:
        yield from (row for row in islice(enumerate(situations()), max(first) + 1) if row[0] in first)
    yield from (row for row in enumerate(situations()) if row[0] not in first)


def _learn(card: str, showed: list[int]) -> None:
    """Only of those that were not shown by the very first ones."""
    found = {**_telling(), _key(card): sorted(showed)}
    if not any(number >= AT_A_TIME[0] for number in showed):
        found.pop(_key(card))
    TELLING.write_text(json.dumps(found, sort_keys=True, indent=0, separators=(",", ":")) + "\n", "utf-8")
    _telling.cache_clear()
