"""Frozen values that are compared and hashed often: each one remembers its hash."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T", bound=type)


class Node:
    """A value. Its hash is computed once: meanings are trees, and a chart asks for it thousands of times."""

    __slots__ = ("_hash", "_key", "_parts")


if TYPE_CHECKING:
    from typing import dataclass_transform

    @dataclass_transform(frozen_default=True)
    def node(cls: T) -> T: ...

else:

    def node(cls: T) -> T:
        made = dataclass(frozen=True, slots=True)(cls)
        plain = made.__hash__

        def remembered(self: Any) -> int:
            try:
                return self._hash
            except AttributeError:
                object.__setattr__(self, "_hash", plain(self))
                return self._hash

        made.__hash__ = remembered
        return made


def names_of(value: Any) -> tuple[str, ...]:
    """Names of a value's fields, in their order."""
    return type(value).__match_args__  # type: ignore[no-any-return]


def parts(value: Any) -> Sequence[Any]:
    """Every part of a value, from the outside in. A value remembers its own: it is asked at every step that builds on it."""
    if isinstance(value, Node):
        try:
            return value._parts  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            found = [value]
            for name in names_of(value):
                part = getattr(value, name)
                if isinstance(part, (Node, tuple)) and part:
                    found.extend(parts(part))
            object.__setattr__(value, "_parts", tuple(found))
            return found
    if isinstance(value, tuple):
        inside: list[Any] = []
        for item in value:
            if isinstance(item, (Node, tuple)):
                inside.extend(parts(item))
        return inside
    return ()


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value, or several, with each of its own parts changed; the very same where none of them is another."""
    if isinstance(value, tuple):
        items = [change(item) for item in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else tuple(items)
    old = [getattr(value, name) for name in names_of(value)]
    new = [change(part) for part in old]
    return value if all(a is b for a, b in zip(new, old, strict=True)) else type(value)(*new)
