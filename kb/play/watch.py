"""Whether what a step tells is ever looked at: a field that nobody reads had no part in what happened, and the report says so.

A rule that forgets to ask for something is silent; this makes a line of that silence, whichever game and step it is.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, cast

from kb.play.validation import Model

M = TypeVar("M", bound=Model)
MARK = " watch"
"""Where a watched value keeps who has read it, and under which name: no field can be called so."""


class Seen:
    """The fields of one step that somebody has read, by their path."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.told: set[str] = set()

    def unread(self) -> list[str]:
        """What was told and nobody has read; of a thing none of whose parts was read, the whole."""
        left = sorted(self.told - self.read)
        return [path for path in left if not any(path.startswith(f"{other}.") for other in left)]


def watched(order: M, seen: Seen, where: str = "") -> M:
    """The same order; from now on reading a field of it leaves a trace in `seen`."""
    copy = order.model_copy()
    for name in order.model_fields_set:
        value = order.__dict__[name]
        if value:
            seen.told.add(f"{where}{name}")
            copy.__dict__[name] = _inside(value, seen, f"{where}{name}.")
    return _marked(copy, (seen, where))


def passed_on(order: Model, to: type[M], without: frozenset[str] = frozenset(), **more: Any) -> M:
    """An order that another one does: the fields that both have, watched as they were."""
    told = {name: order.__dict__[name] for name in order.model_fields_set if name in to.model_fields and name not in without}
    made = cast("M", to.model_construct(**{**told, **more}))
    if MARK in order.__dict__:
        return _marked(made, order.__dict__[MARK])
    return made


def _marked(order: M, mark: tuple[Seen, str]) -> M:
    order.__dict__[MARK] = mark
    object.__setattr__(order, "__class__", _watching(type(order)))
    return order


def _inside(value: Any, seen: Seen, where: str) -> Any:
    match value:
        case Model():
            return watched(value, seen, where)
        case tuple():
            return tuple(_inside(each, seen, f"{where}{n}.") for n, each in enumerate(value))
        case Mapping():
            return {key: _inside(each, seen, f"{where}{key}.") for key, each in value.items()}
    return value


@cache
def _watching(model: type[Model]) -> type[Model]:
    """The model with fields that tell when they are read. Made without pydantic's own machinery, which would build it anew."""
    fields = dict(_readers(model))
    made: type[Model] = type.__new__(type(model), model.__name__, (model,), {**fields, "model_dump": _dumped, "__slots__": ()})
    return made


def _readers(model: type[Model]) -> Iterator[tuple[str, property]]:
    for name in model.model_fields:
        yield name, property(_reader(name))


def _reader(name: str) -> Callable[[Model], Any]:
    def read(order: Model) -> Any:
        seen, where = order.__dict__[MARK]
        seen.read.add(f"{where}{name}")
        return order.__dict__[name]

    return read


def _dumped(self: Model, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """Whoever takes all of it has read all of it."""
    seen, where = self.__dict__[MARK]
    seen.read.update(path for path in seen.told if path.startswith(where))
    return Model.model_dump(self, *args, **kwargs)
