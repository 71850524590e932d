"""pydantic's complaints as one Spanish sentence with the path of the field."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from kb.play.errors import PlayError

M = TypeVar("M", bound=BaseModel)


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_SENTENCES: Mapping[str, str] = {
    "missing": "falta",
    "extra_forbidden": "no se conoce este campo",
    "int_type": "debe ser un número entero",
    "int_parsing": "debe ser un número entero",
    "int_from_float": "debe ser un número entero",
    "bool_type": "debe ser true o false",
    "bool_parsing": "debe ser sí o no (true o false)",
    "string_type": "debe ser un texto",
    "list_type": "debe ser una lista",
    "tuple_type": "debe ser una lista",
    "dict_type": "debe ser un objeto con nombres y valores",
    "model_type": "debe ser un objeto con nombres y valores",
    "model_attributes_type": "debe ser un objeto con nombres y valores",
    "greater_than_equal": "debe ser {ge} o más",
    "less_than_equal": "debe ser {le} o menos",
    "too_long": "tiene demasiados elementos (como mucho {max_length})",
    "too_short": "tiene muy pocos elementos (como mínimo {min_length})",
    "string_too_long": "es demasiado largo (como mucho {max_length} caracteres)",
    "literal_error": "debe ser {expected}",
    "union_tag_invalid": "no vale; se espera {expected_tags}",
    "union_tag_not_found": "falta decir de qué clase es",
    "value_error": "{error}",
}


def sentence(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Path of the first wrong field and what is wrong with it."""
    first = error.errors()[0]
    context = {k: str(v).replace(" or ", " o ") for k, v in first.get("ctx", {}).items()}
    place = first["loc"][:-1] if first["loc"] and first["loc"][-1] == "[key]" else first["loc"]  # a name, not its value
    return tuple(place), _SENTENCES.get(first["type"], "no vale").format(**context)


def checked(model: type[M], data: Any, where: str = "") -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        path, why = sentence(error)
        spot = ".".join(str(p) for p in path)
        raise PlayError(why, ": ".join(part for part in (where, spot) if part)) from None


def told_by(value: Any) -> Any:
    """`usa: [a, b]` is `usa: {a: {}, b: {}}`."""
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return {name: {} for name in value}
    return value
