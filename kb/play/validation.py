"""pydantic's complaints as one Spanish sentence with the path of the field."""

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from itertools import takewhile
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from kb.play.errors import PlayError
from kb.text import identifier

M = TypeVar("M", bound=BaseModel)


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _plain_names(cls, data: Any) -> Any:
        """«Concentración» is `concentracion`: identifiers are written without accents, and people write accents."""
        if not isinstance(data, dict) or cls.model_fields.keys() >= data.keys():
            return data
        plain = {name: identifier(str(name)) for name in data if name not in cls.model_fields}
        return {
            plain[name] if plain.get(name) in cls.model_fields and plain[name] not in data else name: value
            for name, value in data.items()
        }


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


def sentence(error: ValidationError, model: type[BaseModel]) -> tuple[tuple[str | int, ...], str]:
    """Path of the first wrong field and what is wrong with it."""
    first = error.errors()[0]
    context = {k: str(v).replace(" or ", " o ") for k, v in first.get("ctx", {}).items()}
    place = first["loc"][:-1] if first["loc"] and first["loc"][-1] == "[key]" else first["loc"]  # a name, not its value
    why = _SENTENCES.get(first["type"], "no vale").format(**context)
    if first["type"] == "extra_forbidden" and (fields := fields_at(model, place[:-1])):
        why += f"; {nearest(str(place[-1]), fields)}"
    return tuple(place), why


def plain_words(value: Any) -> Any:
    """Faces of dice without accents nor capitals: «vacía» is `vacia`."""
    if not isinstance(value, list | tuple):
        return value
    return tuple(identifier(word) if isinstance(word, str) else word for word in value)


Faces = Annotated[tuple[str, ...], BeforeValidator(plain_words)]
"""What dice show, or showed."""


def plain_names(value: Any) -> Any:
    """The names of a mapping without accents nor capitals: «Concentración» is `concentracion`."""
    if not isinstance(value, dict):
        return value
    plain = {name: identifier(str(name)) for name in value}
    return {plain[name]: n for name, n in value.items()} if len(set(plain.values())) == len(value) else value


def alike(name: str, known: Collection[str]) -> str | None:
    """The name that was probably meant."""
    plain = identifier(name)
    # A slip changes some letters («concentrasion»), or writes half of the name («apuntado»).
    folded = {identifier(k): k for k in known}
    near = get_close_matches(plain, folded, 1, 0.7) or [
        k for k in folded if len(plain) > 3 < len(k) and (plain in k or k in plain)
    ]
    return folded[near[0]] if near else None


def nearest(name: str, known: Collection[str]) -> str:
    """What to write instead of a name that does not exist: the one most like it, or all of them."""
    if near := alike(name, known):
        return f"quizá «{near}»"
    if len(known) > MOST_NAMES:
        return "no se parece a ninguno de los que hay"
    return f"se espera {', '.join(known)}" if known else "no hay ninguno"


MOST_NAMES = 40
"""As many as a sentence can list."""


def fields_at(model: type[BaseModel], path: Iterable[str | int]) -> tuple[str, ...]:
    """The fields that a scenario may write there."""
    here: list[type[BaseModel]] = [model]
    inside: list[Any] = []
    for part in path:
        # A field of a model, or an element of a list or mapping that was reached before.
        named = [m.model_fields[part].annotation for m in here if isinstance(part, str) and part in m.model_fields]
        inside = named or [arg for kind in inside for arg in get_args(kind)]
        here = [m for kind in inside for m in _models(kind)]
        inside = [kind for one in inside for kind in unwrapped(one)]
    return tuple(dict.fromkeys(name for m in here for name in m.model_fields))


def unwrapped(kind: Any) -> list[Any]:
    """What may be written: each member of a union, a type without its limits."""
    if get_origin(kind) is Annotated:
        return unwrapped(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [each for member in get_args(kind) for each in unwrapped(member)]
    return [kind]


def _models(kind: Any) -> list[type[BaseModel]]:
    return [each for each in unwrapped(kind) if isinstance(each, type) and issubclass(each, BaseModel)]


def read(model: type[M], data: Any) -> M:
    """Like pydantic, and a word of a closed list may carry its accents: «crítico» is `critico`. Nothing given is changed."""
    for _ in range(ROUNDS):
        try:
            return model.model_validate(data)
        except ValidationError as error:
            plainer = data
            for wrong in takewhile(lambda wrong: wrong["type"] == "literal_error", error.errors(include_url=False)):
                plain = identifier(str(wrong["input"]))
                fits = f"'{plain}'" in str(wrong.get("ctx", {}).get("expected")) and plain != wrong["input"]
                changed = _replaced(plainer, wrong["loc"], plain) if plain and fits else None
                if changed is None:
                    break
                plainer = changed
            if plainer is data:
                raise
            data = plainer
    return model.model_validate(data)


ROUNDS = 8
"""Of looking at all of it: what is told again and again is put right at once (word by word took .13 s for two hundred)."""


def _replaced(data: Any, path: tuple[str | int, ...], value: str) -> Any:
    """A copy with `value` at `path`; None where the path is not one of the data's (a branch of a union)."""
    if not path:
        return value
    here = path[0]
    inside = data.get(here) if isinstance(data, dict) else None
    if isinstance(data, list | tuple) and isinstance(here, int) and here < len(data):
        inside = data[here]
    below = None if inside is None else _replaced(inside, path[1:], value)
    if below is None:
        return None
    if isinstance(data, dict):
        return {**data, here: below}
    return [*data[: int(here)], below, *data[int(here) + 1 :]]


def checked(model: type[M], data: Any, where: str = "") -> M:
    try:
        return read(model, data)
    except ValidationError as error:
        path, why = sentence(error, model)
        spot = ".".join(str(p) for p in path)
        raise PlayError(why, ": ".join(part for part in (where, spot) if part)) from None


def told_by(value: Any) -> Any:
    """`usa: [a, b]` is `usa: {a: {}, b: {}}`."""
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return {name: {} for name in value}
    return value
