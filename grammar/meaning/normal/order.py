"""By what the things of a list are put in order, and which of them say the same."""

import re
from typing import Any

from grammar.meaning.node import Node
from grammar.meaning.values import ONE, Cosa, Cual, Hecho, Junto, Pron, parts

VOLATILE = re.compile(r"(at|id)=-?\d+")


def key(value: Any) -> str:
    """By what things of a list are put in order. A value remembers its own: it is asked each time a list is."""
    if not isinstance(value, Node):
        return VOLATILE.sub("", repr(value))
    try:
        return value._key  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        value._key = VOLATILE.sub("", repr(value))  # type: ignore[attr-defined]
        return value._key  # type: ignore[attr-defined, no-any-return]


def sorted_out(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """In their order; one alone is not asked for its key."""
    return tuple(sorted(items, key=key)) if len(items) > 1 else items


def in_order(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Conditions in one order; as they were told while a subject that goes on is not bound yet."""
    return items if len(items) < 2 or any(_open(item) for item in items) else tuple(sorted(items, key=key))


def _open(value: Any) -> bool:
    for part in parts(value):
        if isinstance(part, Pron) and part.kind in ("elidido", "tras"):
            return True
        if isinstance(part, Cosa) and (part.ref == "ese" or (part.noun == "" and part.qty == ONE and not part.filters)):
            return True  # «esa nave»; «… o te solapas con uno»
    return False


def unfolded(items: tuple[Any, ...], op: str) -> tuple[Any, ...]:
    """«A y (B y C)» is «A, B y C»; nothing twice."""
    found: list[Any] = []
    for item in items:
        for part in item.items if isinstance(item, Junto) and item.op == op else (item,):
            if part not in found:
                found.append(part)
    return tuple(found)


def quality_of(cond: Any) -> Cual | None:
    if isinstance(cond, Junto):
        cond = cond.items[0]
    value = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and not cond.neg else None
    return value if isinstance(value, Cual) else None
