"""What every part of an effect shares: frozen, closed, ASCII identifiers."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints

Ident = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+$")]
Nombre = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def dump(value: object) -> Any:
    """JSON form without what is empty; loading it back gives an equal value."""
    if isinstance(value, BaseModel):
        return {name: dump(child) for name, child in value.__dict__.items() if child not in EMPTY}
    if isinstance(value, tuple):
        return [dump(child) for child in value]
    return value


EMPTY: tuple[object, ...] = (None, False, "", ())
