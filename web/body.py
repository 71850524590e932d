"""A request's JSON body, read without trust: size, depth, repeated keys, NaN and broken text are refused by name."""

import json
from typing import Any

from flask import request

from web.errors import WebError


def json_body() -> Any:
    if request.mimetype != "application/json":
        raise WebError(415, "tipo_no_admitido", "Se espera JSON (application/json).")
    try:
        text = request.get_data().decode("utf-8")
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # a lone surrogate has no UTF-8
    except RecursionError as error:
        raise _wrong("está anidado demasiadas veces") from error
    except UnicodeError as error:
        raise _wrong("no es UTF-8 válido") from error
    except ValueError as error:
        raise _wrong(str(error) if isinstance(error, _Refused) else "no es JSON") from error
    return value


class _Refused(ValueError):
    """A JSON text that parses but should not."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Refused("repite una clave")
    return value


def _no_constant(name: str) -> Any:
    raise _Refused(f"no admite {name}")


def _wrong(why: str) -> WebError:
    return WebError(400, "peticion_incorrecta", f"El cuerpo de la petición {why}.")
