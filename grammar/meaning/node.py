"""Frozen values that are compared, hashed and changed often: each one remembers its hash and its parts.

Frozen for the type checker, which refuses to write on one: a dataclass that refuses it when it runs takes six times as
long to make, and a chart makes thousands.
"""

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

T = TypeVar("T", bound=type)
V = TypeVar("V")
FLAT = (str, int, bool, frozenset[str])
"""Fields of these have no values inside."""
_AS_IT_WAS: Any = object()


class Node:
    """A value. Its hash is computed once: meanings are trees, and a chart asks for it thousands of times."""

    __slots__ = ("_hash", "_key", "_parts")

    _deep: ClassVar[tuple[str, ...]]
    """Names of the fields that may hold other values."""
    _with: ClassVar[Callable[..., Any]]
    _rebuilt: ClassVar[Callable[..., Any]]

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """Its fields alone: a hash of words is another one in another process."""
        return type(self), tuple(getattr(self, name) for name in names_of(self))


if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that the fields of a copy are checked
    from typing import dataclass_transform

    @dataclass_transform(frozen_default=True)
    def node(cls: T) -> T: ...

else:

    def node(cls: T) -> T:
        made = dataclasses.dataclass(slots=True, unsafe_hash=True)(cls)
        plain = made.__hash__

        def remembered(self: Any) -> int:
            found = getattr(self, "_hash", None)  # half of the values are asked once: a default is cheaper than an exception
            if found is None:
                found = self._hash = plain(self)
            return found

        made.__hash__ = remembered
        made._deep = tuple(field.name for field in dataclasses.fields(made) if field.type not in FLAT)
        made._with = _copier(made)
        made._rebuilt = _rebuilder(made)
        return made

    def replace(value: V, /, **changes: Any) -> V:
        """A copy with some fields changed: what `dataclasses.replace` gives, of a node in a third of its time."""
        if isinstance(value, Node):
            return value._with(**changes)
        return dataclasses.replace(value, **changes)


def _copier(cls: type) -> Callable[..., Any]:
    """Of a class, its own function that copies a value with some fields changed."""
    names = cls.__match_args__  # type: ignore[attr-defined]
    taken = ", ".join(f"{name}=same" for name in names)
    given = ", ".join(f"self.{name} if {name} is same else {name}" for name in names)
    space: dict[str, Any] = {"cls": cls, "same": _AS_IT_WAS}
    # as `dataclasses` writes its own: from the names of the fields, which are ours
    exec(f"def copied(self{', *, ' if names else ''}{taken}): return cls({given})", space)  # noqa: S102
    return space["copied"]  # type: ignore[no-any-return]


def _rebuilder(cls: Any) -> Callable[..., Any]:
    """Of a class, its own function that changes the parts of a value: `rebuilt`, written out for its fields."""
    names, deep = cls.__match_args__, cls._deep
    lines = ["def made(self, change):"]
    for name in deep:
        lines += [f"    {name} = self.{name}", f"    if {name} and isinstance({name}, inner): {name} = change({name})"]
    if deep:
        lines += [f"    if {' and '.join(f'{name} is self.{name}' for name in deep)}:", "        return self"]
        given = ", ".join(name if name in deep else f"self.{name}" for name in names)
        lines += [f"    return cls({given})"]
    else:
        lines += ["    return self"]
    space: dict[str, Any] = {"cls": cls, "inner": (Node, tuple)}
    exec("\n".join(lines), space)  # noqa: S102 - as above
    return space["made"]  # type: ignore[no-any-return]


def names_of(value: Any) -> tuple[str, ...]:
    """Names of a value's fields, in their order."""
    return type(value).__match_args__  # type: ignore[no-any-return]


def parts(value: Any) -> Sequence[Any]:
    """Every part of a value, from the outside in. A value remembers its own: it is asked at every step that builds on it."""
    if isinstance(value, Node):
        known = getattr(value, "_parts", None)
        if known is None:
            found = [value]
            for name in value._deep:
                part = getattr(value, name)
                if part and isinstance(part, (Node, tuple)):
                    found.extend(parts(part))
            known = value._parts = tuple(found)  # type: ignore[attr-defined]
        return known
    if isinstance(value, tuple):
        inside: list[Any] = []
        for item in value:
            if isinstance(item, (Node, tuple)):
                inside.extend(parts(item))
        return inside
    return ()


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value, or several, with each of its own parts changed; the very same where none of them is another.

    Only what is a value or several of them is asked about: a name, a number and a flag stay.
    """
    if isinstance(value, tuple):
        items: list[Any] | None = None
        for at, item in enumerate(value):
            if isinstance(item, (Node, tuple)):
                new = change(item)
                if new is not item:
                    if items is None:
                        items = list(value)
                    items[at] = new
        return value if items is None else tuple(items)
    return value._rebuilt(change)
