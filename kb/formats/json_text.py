"""JSON -> values, without trust: the only reader of the JSON that people send, for every door.

Refused: repeated keys, NaN and infinities, numbers of more than eighteen figures, half characters, and what nests too deep.
"""

import json
import re
from math import isinf
from typing import Any

DEEPEST = 60
MOST_FIGURES = 18
_ENDLESS = re.compile(r"\d{1000}")
"""Figures in a text that somebody may take for a number: Python reads no more than 4,300."""
_NESTING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
"""A string, or a sign that opens or closes: each character is looked at once."""


class JsonError(ValueError):
    """What is wrong with it: a Spanish predicate («repite una clave»), and the line where it is known."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason, line)
        self.reason, self.line = reason, line


def read_json(text: str) -> Any:
    if _too_deep(text):
        raise JsonError("está anidado demasiadas veces")
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_int, parse_float=_float)
        told = json.dumps(value, ensure_ascii=False)
        told.encode("utf-8")  # a lone surrogate has no UTF-8
        if _ENDLESS.search(told):
            raise JsonError(f"tiene un número de más de {MOST_FIGURES} cifras")
    except JsonError:
        raise
    except RecursionError:
        raise JsonError("está anidado demasiadas veces") from None
    except UnicodeError:
        raise JsonError("tiene medio carácter (un sustituto suelto, como \\ud800)") from None
    except ValueError as error:
        where = f" a partir de la columna {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise JsonError(f"no es JSON{where}", getattr(error, "lineno", 1)) from None
    return value


def _too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _NESTING.finditer(text):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif sign in "]}":
            depth -= 1
    return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise JsonError("repite una clave")
    return value


def _no_constant(name: str) -> Any:
    raise JsonError(f"no admite {name}")


def _int(figures: str) -> int:
    if len(figures) > MOST_FIGURES + 1:
        raise JsonError(f"tiene un número de más de {MOST_FIGURES} cifras")
    return int(figures)


def _float(figures: str) -> float:
    value = float(figures)
    if isinf(value):
        raise JsonError("tiene un número demasiado grande")
    return value
