"""What every part of an effect shares: frozen, closed, ASCII identifiers."""

from functools import cache
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, StringConstraints

Ident = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+$")]
LONGEST_NAME = 80
Nombre = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """A value from parts that the builder has already checked. Tests validate what it makes; this is 30 times faster."""
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", {**_defaults(cls), **fields})
        object.__setattr__(made, "__pydantic_fields_set__", set(fields))
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made

    def but(self, **fields: Any) -> Self:
        """A copy with some fields changed."""
        return type(self).of(**{**self.__dict__, **fields})


@cache
def _defaults(model: type[BaseModel]) -> dict[str, Any]:
    return {name: field.get_default() for name, field in model.model_fields.items() if not field.is_required()}


def dump(value: object) -> Any:
    """JSON form without what is empty; loading it back gives an equal value."""
    if isinstance(value, BaseModel):
        return {name: dump(child) for name in _names(type(value)) if (child := value.__dict__[name]) not in EMPTY}
    if isinstance(value, tuple):
        return [dump(child) for child in value]
    return value


@cache
def _names(model: type[BaseModel]) -> tuple[str, ...]:
    return tuple(model.model_fields)


EMPTY: tuple[object, ...] = (None, False, "", ())
