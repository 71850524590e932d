"""A text with its numbers free («gana X fichas») and the card that gives them («Defender 2»): one text, bound where it is read.

A bound text is still a text, so that what lasts can be kept as data: the numbers are written behind it, «… ⟦x=2⟧»."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from grammar.figures import whole
from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.values import Cosa, Cual, Qty, Rango

_TAIL = re.compile(r" ⟦([^⟧]*)⟧$")


def place_of(told: str | None, most: int) -> int | None:
    """Which of so many options a player tells by its number, counted from 0; none where it is not one of theirs."""
    found = whole(told, most)
    return found - 1 if found else None


def numbered(text: str, **numbers: int) -> str:
    told = ",".join(f"{name}={n}" for name, n in sorted(numbers.items()))
    return f"{text} ⟦{told}⟧" if told else text


@lru_cache(maxsize=1024)
def parted(text: str) -> tuple[str, Mapping[str, str]]:
    """The text and its numbers."""
    found = _TAIL.search(text)
    if found is None:
        return text, {}
    return text[: found.start()], dict(pair.split("=", 1) for pair in found[1].split(","))


@lru_cache(maxsize=1024)
def readable(text: str) -> str:
    """As a player reads it, with the numbers in their places."""
    plain, numbers = parted(text)
    for name, n in numbers.items():
        plain = re.sub(rf"\b{name.upper()}\b", n, plain)
    return plain


def bound(effects: tuple[Capacidad, ...], numbers: Mapping[str, str]) -> tuple[Capacidad, ...]:
    return tuple(_bound(effect, numbers, False) for effect in effects) if numbers else effects


def _bound(value: Any, numbers: Mapping[str, str], asks: bool) -> Any:
    """`asks`: inside what is asked or forbidden, «BLINDAJE X» is that keyword whatever its number."""
    if isinstance(value, tuple):
        return tuple(_bound(item, numbers, asks) for item in value)
    if isinstance(value, Qty):
        return replace(value, n=numbers.get(value.n, value.n))
    if isinstance(value, Rango):
        return replace(value, desde=numbers.get(value.desde, value.desde), hasta=numbers.get(value.hasta, value.hasta))
    if isinstance(value, Cual) and value.kind == "numero":
        return replace(value, id=numbers.get(value.id, value.id))
    if isinstance(value, Cosa) and value.sort == "palabra_clave" and asks:
        return value
    if not is_dataclass(value) or isinstance(value, type):
        return value
    banned = isinstance(value, Paso) and value.modo == "no_puede"
    changes = {}
    for field in fields(value):
        inside = asks or banned or isinstance(value, Momento) or (isinstance(value, Paso) and field.name == "si")
        now = _bound(getattr(value, field.name), numbers, inside)
        if now != getattr(value, field.name):
            changes[field.name] = now
    return replace(value, **changes) if changes else value
