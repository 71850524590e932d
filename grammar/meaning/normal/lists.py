"""One shape for a list: what is said of all its items, and choices that are one thing in two kinds."""

from typing import Any

from grammar.meaning.effect import Eleccion
from grammar.meaning.node import replace
from grammar.meaning.normal.order import key, quality_of, unfolded
from grammar.meaning.values import EVERY, ONE, THE, Cond, Cosa, Hecho, Junto, Lista, Value

BEHIND = frozenset({"a_alcance", "en", "de", "sobre", "adyacente"})
"""What is said behind a noun and may be said of all the nouns before it."""


def said_of_all(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """«1 bomba o 1 mina a alcance 1»: both of them are, as nothing of the kind is said of the first."""
    things = [item for item in items if isinstance(item, Cosa)]
    if len(things) == len(items) and (owned := _somebodys(things)):
        return owned
    if len(things) < len(items) or len({(thing.sort, thing.qty, thing.ref) for thing in things}) != 1:
        return items
    shared = tuple(cond for cond in things[-1].filters if _behind(cond))
    if not shared or any(_behind(cond) for thing in things[:-1] for cond in thing.filters):
        return items
    if any(thing.noun == things[-1].noun and set(thing.filters) <= set(things[-1].filters) for thing in things[:-1]):
        return items  # «1 [carga] o 1 [carga] no recurrente de esa mejora»: said of both, the first would have the other in it
    return (*(replace(t, filters=tuple(sorted((*t.filters, *shared), key=key))) for t in things[:-1]), things[-1])


PERSONAL = frozenset({"valor", "capacidad", "nombre", "carga"})
"""Sorts of what is nothing without who has it."""


def _somebodys(things: list[Cosa]) -> tuple[Value, ...]:
    """«el nombre, la Iniciativa y las [carga] de esa nave»: all of them hers, as none is another's."""
    owner = tuple(f for f in things[-1].filters if isinstance(f, Hecho) and f.verb == "de")
    if len(owner) != 1 or not {thing.sort for thing in things} <= PERSONAL or len({thing.sort for thing in things}) < 2:
        return ()
    if any(thing.qty.op not in ("el", "masa", "todos", "algun") or thing.ref == "ese" for thing in things):
        return ()
    if any(isinstance(f, Hecho) and f.verb in ("de", "llamar") for thing in things[:-1] for f in thing.filters):
        return ()
    told = (*(replace(t, filters=tuple(sorted((*t.filters, *owner), key=key))) for t in things[:-1]), things[-1])
    return tuple(map(_all_of_it, told)) if things[0].qty == THE else told  # the first article is that of all


def _all_of_it(thing: Cosa) -> Cosa:
    if thing.qty.op not in ("masa", "algun"):
        return thing
    return replace(thing, qty=EVERY if thing.sort == "carga" else THE, ref="el")


def _behind(cond: Cond) -> bool:
    return isinstance(cond, Hecho) and cond.verb in BEHIND


COUNTED = frozenset({"n", "hasta", "al_menos", "todos"})
"""So many of one kind or of the other are not so many of both."""


def one_of_two_kinds(items: tuple[Any, ...]) -> Any:
    """«1 ficha de Merma o 1 ficha de Iones» is «1 ficha de Merma o de Iones»: things that differ in one quality."""
    first = items[0]
    if len(items) < 2 or not all(
        isinstance(i, Cosa) and (i.noun, i.sort, i.qty, i.ref) == (first.noun, first.sort, first.qty, first.ref) for i in items
    ):
        return None
    common = [f for f in first.filters if all(f in i.filters for i in items)]
    rest = [[f for f in i.filters if f not in common] for i in items]
    if any(len(own) != 1 for own in rest) or (first.qty != ONE and not all(_alike(rest[0][0], own[0]) for own in rest)):
        return None
    if first.qty != ONE and first.qty.op in COUNTED:
        return None  # «3 cartas rojas o 3 cartas negras»: never 2 and 1
    joined = Junto("o", tuple(sorted(unfolded(tuple(own[0] for own in rest), "o"), key=key)))
    return replace(first, filters=tuple(sorted((*common, joined), key=key)))


def _alike(a: Any, b: Any) -> bool:
    """The same kind of quality, so that «o» between them reads as one noun phrase."""
    kinds = [value.kind for cond in (a, b) for value in [quality_of(cond)] if value is not None]
    return len(kinds) == 2 and kinds[0] == kinds[1]


def one_choice(value: Eleccion) -> Any:
    """«realizar A o realizar B» is «realizar A o B»; «colocar 1 en A o colocar 1 en B», «en A o B»."""
    facts = [option[0] if len(option) == 1 else None for option in value.opciones]
    first = facts[0]
    if not isinstance(first, Hecho):
        return value
    what = first.role("que")
    for name in ("que", "en") if isinstance(what, Cosa) and what.qty == ONE and not what.id else ("que",):
        rest = replace(first, roles=tuple(r for r in first.roles if r[0] != name))
        if all(
            isinstance(f, Hecho)
            and replace(f, roles=tuple(r for r in f.roles if r[0] != name)) == rest
            and f.role(name) is not None
            for f in facts
        ):
            whole = Lista("o", tuple(f.role(name) for f in facts))  # type: ignore[union-attr, misc]
            return first.put(name, whole)
    return value
