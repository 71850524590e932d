"""A card without one of its operations, each in turn: what it leaves out has to show somewhere."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, repeat
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
    situations: Iterable[S],
    told: Callable[[S], object],
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
    waiting, sizes = iter(situations), chain(AT_A_TIME, repeat(AT_A_TIME[-1]))
    while left and (some := [(one, told(one)) for one in islice(waiting, next(sizes))]):
        same = []
        for mutant, verb in left:
            put(mutant)
            if all(told(one) == before for one, before in some):
                same.append((mutant, verb))
        put(effects)
        left = same
    return count, [verb for _, verb in left]
