"""A request's body, read without trust: its size by the table, and of JSON depth, repeated keys, NaN and broken text."""

from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from grammar.steps import allow
from kb.formats.json_text import JsonError, read_json
from web.errors import WebError
from web.fields import RULING
from web.guard.budgets import APART, BUDGETS, FORM_PARTS, RULING_TEXT

_CLEANED = {RULING[name] for name in RULING_TEXT}


def limit_work() -> None:
    """Before any view: how much it may read and work, as its row says. A body that tells its length is refused unread."""
    row = BUDGETS.get(f"{request.method} {request.url_rule}")
    most = row.body if row else 0
    request.max_content_length = request.max_form_memory_size = most
    request.max_form_parts = FORM_PARTS
    allow(row.steps if row and row.rate in APART else None)
    if row and (request.content_length or 0) > most:
        raise RequestEntityTooLarge()
    if row and row.rate == "escribir" and any("\0" in text for name, text in request.form.items() if name not in _CLEANED):
        # PostgreSQL takes none in a text. Those of a ruling are read without theirs, so that nothing of it is lost.
        raise WebError(400, "peticion_incorrecta", "Hay un carácter nulo en lo enviado.")


def json_body() -> Any:
    if request.mimetype != "application/json":
        raise WebError(415, "tipo_no_admitido", "Se espera JSON (application/json).")
    try:
        return read_json(request.get_data().decode("utf-8"))
    except UnicodeError as error:
        raise _wrong("no es UTF-8 válido") from error
    except JsonError as error:
        raise _wrong(error.reason) from error


def _wrong(why: str) -> WebError:
    return WebError(400, "peticion_incorrecta", f"El cuerpo de la petición {why}.")
