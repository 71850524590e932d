"""What must hold of every answer and every refusal, whatever was asked."""

import json
import re
from typing import Any

_PROGRAMMER = re.compile(r"Traceback|NoneType|object has no|KeyError|TypeError|ValueError|pydantic|__\w+__|0x[0-9a-f]{6}")
_QUOTED = re.compile(r"«[^»]*»")
"""What the person wrote, said back."""
LONGEST_MESSAGE = 1200


class Broken(AssertionError):
    """An invariant that an input broke: a short name by which equal findings are told, and the detail."""

    def __init__(self, name: str, detail: object = "") -> None:
        super().__init__(name, detail)
        self.name, self.detail = name, detail

    def __str__(self) -> str:
        return f"{self.name}: {str(self.detail)[:600]}"


def hold(condition: object, name: str, detail: object = "") -> None:
    if not condition:
        raise Broken(name, detail)


def sound(value: Any, name: str) -> str:
    """The value as JSON text: no NaN, no lone surrogate, nothing that JSON has no word for."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Broken(f"{name}: sustituto suelto", error) from error
    except (TypeError, ValueError) as error:
        raise Broken(f"{name}: no es JSON", error) from error
    return text


def refusal(error: Exception) -> str:
    """A refusal is one line of Spanish for a person."""
    told = str(error)
    hold(told.strip(" .:"), "negativa vacía", repr(error))
    hold("\n" not in told and "\r" not in told, "negativa de varias líneas", told)
    hold(len(told) <= LONGEST_MESSAGE, "negativa demasiado larga", told[:300])
    hold(not _PROGRAMMER.search(_QUOTED.sub("«»", told)), "negativa para programadores", told)
    try:
        told.encode("utf-8")
    except UnicodeEncodeError as broken:
        raise Broken("negativa con sustituto suelto", ascii(told)) from broken
    return told


def same(first: Any, second: Any, name: str) -> None:
    """Compared as text: NaN differs from itself."""
    hold(repr(first) == repr(second), name, f"{first!r} / {second!r}")
