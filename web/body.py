"""A request's body, read without trust: its size by the table, and of JSON depth, repeated keys, NaN and broken text."""

import json
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from grammar.steps import allow
from web.errors import WebError
from web.guard.budgets import BUDGETS, FORM_PARTS, WORDS


def limit_work() -> None:
    """Before any view: how much it may read and work, as its row says. A body that tells its length is refused unread."""
    row = BUDGETS.get(f"{request.method} {request.url_rule}")
    most = row.body if row else 0
    request.max_content_length = request.max_form_memory_size = most
    request.max_form_parts = FORM_PARTS
    allow(WORDS if row and row.rate == "trabajar" else None)
    if row and (request.content_length or 0) > most:
        raise RequestEntityTooLarge()


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
