"""The only place that answers an error: a page in Spanish for people, one JSON shape for programs."""

import logging
from collections.abc import Callable
from urllib.parse import quote

from flask import Flask, Response, current_app, render_template, request
from pydantic import BaseModel, ConfigDict
from werkzeug.exceptions import HTTPException

from grammar.steps import TooMuchWork
from kb.errors import KbError, NotFound, StoreError, one_line
from web.kept.pages import HTML, JSON
from web.observe.meters import ERRORS
from web.observe.tally import ID

log = logging.getLogger(__name__)
RETRY_BASE = 30
"""Seconds after which a reader may ask again for a knowledge base that is not there: an operator has to act."""


RETRY_WORK = 5
TOO_LONG = "Es demasiado trabajo para una sola petición, y se ha dejado a medias. Prueba con un texto más corto o más sencillo."


class ErrorBody(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    message: str
    details: dict[str, object] = {}


class ErrorOut(BaseModel):
    """The one error shape."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    error: ErrorBody


class WebError(Exception):
    """An answer that is no success: status, code and one Spanish sentence."""

    def __init__(
        self, status: int, code: str, message: str, details: dict[str, object] | None = None, retry: int | None = None
    ) -> None:
        super().__init__(status, code, message)
        self.status, self.body = status, ErrorBody(code=code, message=one_line(message), details=details or {})
        self.retry = retry
        """Seconds after which asking again makes sense."""


def within(what: str, text: str, most: int) -> str:
    """The text, or an error that names the limit."""
    if len(text) > most:
        raise WebError(400, "peticion_incorrecta", f"{what} pasa de {most} caracteres.")
    return text


_HTTP = {
    400: ("peticion_incorrecta", "La petición no se entiende."),
    404: ("no_encontrado", "Aquí no hay nada."),
    405: ("metodo_no_permitido", "Esta dirección no admite ese método."),
    413: ("demasiado_grande", "Lo enviado pasa del límite de {limit} kB."),
    415: ("tipo_no_admitido", "Se espera JSON (application/json)."),
    500: ("error_interno", "Algo ha fallado por nuestra parte. Ya está anotado."),
}


def register(app: Flask) -> None:
    app.register_error_handler(WebError, _web_error)
    app.register_error_handler(KbError, _kb_error)
    app.register_error_handler(TooMuchWork, _too_much)
    app.register_error_handler(MemoryError, _no_room)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


_AGAIN = (
    " No se ha guardado nada, pero lo que has escrito no se pierde: recarga esta página dentro de un momento y se enviará "
    "otra vez; o vuelve atrás, al formulario."
)
_BACK = " No se ha guardado nada. Vuelve atrás, al formulario, y acórtalo."


def typed_still(method: str, path: str, status: int) -> str:
    """To a judge whose form was refused unread, where what they typed is: the browser has it, and sends it again on reload (the
    form's `envio` makes it one ruling), and the forms let it be kept (`web/rulings/pages.py`)."""
    if method != "POST" or not (path.startswith("/dictamenes/") or path == "/entrar"):
        return ""
    return _BACK if status == 413 else _AGAIN


def _web_error(error: Exception) -> Response:
    assert isinstance(error, WebError)
    return _answer(error.status, error.body, error.retry)


def _kb_error(error: Exception) -> Response:
    if isinstance(error, NotFound):
        return _answer(404, ErrorBody(code="no_encontrado", message=str(error), details={"near": list(error.near)}))
    if isinstance(error, StoreError):
        return _answer(503, ErrorBody(code="sin_base", message="La base de conocimiento no está disponible."), RETRY_BASE)
    return _unexpected(error)


def _too_much(error: Exception) -> Response:
    return _answer(400, ErrorBody(code="demasiado_trabajo", message=str(error)))


def _no_room(error: Exception) -> Response:
    """Only where work is done apart: there the system gives no more than the table says (`web/apart/hands.py`)."""
    return _answer(503, ErrorBody(code="fuera_de_plazo", message=TOO_LONG), RETRY_WORK)


def _http_error(error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.code or 500
    if status < 400 and error.response is None:
        return Response(error.get_body(), status, error.get_headers())
    if status == 404 and (shorter := _without_slash()):
        return Response(status=308, headers={"Location": quote(shorter)})
    code, message = _HTTP.get(status, ("error", "La petición no se puede atender."))
    limit = (request.max_content_length or 0) // 1024
    unread = typed_still(request.method, request.path, status) if status == 413 else ""
    answer = _answer(status, ErrorBody(code=code, message=message.format(limit=limit) + unread))
    if status == 405 and (allowed := dict(error.get_headers()).get("Allow")):
        answer.headers["Allow"] = allowed
    return answer


def _without_slash() -> str | None:
    """The page of «/taller/»: its address without the slash that somebody typed at the end, if there is one."""
    path = request.path.rstrip("/")
    routes = current_app.url_map.bind("")
    return path if path and path != request.path and routes.test(path, request.method) else None


def _unexpected(error: Exception) -> Response:
    log.error("unexpected error at %s", request.url_rule or "-", exc_info=error)
    code, message = _HTTP[500]
    return _answer(500, ErrorBody(code=code, message=message))


def _answer(status: int, body: ErrorBody, retry: int | None = None) -> Response:
    """Each carries the request's id as «referencia», so that a reader can quote it and we find its lines in the log."""
    ERRORS.labels(body.code).inc()
    told = _told(request.path, status, body, str(request.environ.get(ID, "")))
    kind = JSON if request.path.startswith("/api/") else HTML
    headers = {"Cache-Control": "no-store", **({"Retry-After": str(retry)} if retry else {})}
    return Response(told, status, headers, content_type=kind)


def _told(path: str, status: int, body: ErrorBody, quoted: str) -> str:
    if quoted:
        body = body.model_copy(update={"details": {**body.details, "referencia": quoted}})
    if path.startswith("/api/"):
        return ErrorOut(error=body).model_dump_json()
    return render_template("error.html", status=status, error=body, near=body.details.get("near", []), quoted=quoted)


def renderer(app: Flask) -> Callable[[str, int, ErrorBody, str], bytes]:
    """The same bodies for who answers before Flask is asked."""

    def render(path: str, status: int, body: ErrorBody, quoted: str) -> bytes:
        with app.test_request_context(path):
            return _told(path, status, body, quoted).encode()

    return render
