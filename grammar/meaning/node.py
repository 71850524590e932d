"""Frozen values that are compared and hashed often: each one remembers its hash."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T", bound=type)


class Node:
    """A value. Its hash is computed once: meanings are trees, and a chart asks for it thousands of times."""

    __slots__ = ("_hash",)


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
