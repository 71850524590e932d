"""What points to what: the things that a step tells and those that it uses; one said in the place of another."""

from typing import Any

from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import SIDES, Cosa, Lista, Papel, Ref, Yo, parts

OF_A_LIST = 0
"""No number of a thing: «esa nave», chosen between you and another."""


def uses(value: Any) -> set[int]:
    return {
        part.id if isinstance(part, Ref) else OF_A_LIST
        for part in parts(value)
        if isinstance(part, Ref) or part == Papel("elegida")
    }


def gives(value: Any) -> set[int]:
    found = {part.id for part in parts(value) if isinstance(part, Cosa) and part.id}
    lists = (part for part in parts(value) if isinstance(part, Lista) and part.conj == "o")
    return found | {OF_A_LIST} if any({Yo(), *SIDES} & set(part.items) for part in lists) else found


def swapped(value: Any, old: Any, new: Any) -> Any:
    if value == old:
        return new
    return rebuilt(value, lambda part: swapped(part, old, new)) if isinstance(value, (Node, tuple)) else value


def renumbered(value: Any, gone: int) -> Any:
    """Without a number that nothing has any more."""
    if isinstance(value, (Cosa, Ref)) and value.id > gone:
        value = replace(value, id=value.id - 1)
    return rebuilt(value, lambda part: renumbered(part, gone)) if isinstance(value, (Node, tuple)) else value


def making_room(value: Any, number: int) -> Any:
    """With a number free for a thing that had none."""
    if isinstance(value, (Cosa, Ref)) and value.id >= number:
        value = replace(value, id=value.id + 1)
    return rebuilt(value, lambda part: making_room(part, number)) if isinstance(value, (Node, tuple)) else value


def exchanged(value: Any, table: dict[Any, Any]) -> Any:
    if isinstance(value, Papel):
        return table.get(value, value)
    return rebuilt(value, lambda part: exchanged(part, table)) if isinstance(value, (Node, tuple)) else value
