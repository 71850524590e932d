"""The outermost layer: gives each request its id, and leaves a record of how it was answered."""

import logging
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter, time
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request

from web.observe import tally
from web.observe.logs import REQUEST
from web.observe.meters import PARTS
from web.observe.tally import ASKED, ID, KEPT, NOWHERE, ROUTE, Route
from web.observe.unanswered import Notebook

HEADER = "X-Request-Id"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})
_LIKE_AN_ID = re.compile(r"(?![\d-]+\Z)[0-9a-f-]{16,64}\Z", re.ASCII)
"""What proxies send: a UUID, nginx's $request_id, a trace. Hexadecimal and no mere number: nobody's name or telephone."""
_FAMILIES = {
    "home": "busqueda", "entries": "entradas", "games": "juegos", "glossary": "glosario", "sequences": "secuencias",
    "symbols": "iconos", "changes": "cambios", "coverage": "cobertura", "workshop": "taller", "odds": "tiradas",
    "situations": "situaciones", "scenarios": "escenarios", "tables": "mesa", "offline": "sin_conexion",
    "rulings": "dictamenes", "about": "acerca_de", "docs": "documentacion", "metrics": "metricas",
}  # fmt: skip
_OWN = {"about.static_file": "estaticos", "about.healthz": "salud", "about.readyz": "salud"}
log = logging.getLogger(__name__)


@dataclass
class Watch:
    inner: WSGIApplication
    notebook: Notebook | None
    _mine: str = field(default_factory=lambda: os.urandom(4).hex())
    """Ids that no other worker makes: this, then numbers in order; the system need not be asked each time."""
    _numbers: Iterator[int] = field(default_factory=count)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID")
        id = given if given is not None and _LIKE_AN_ID.match(given) else f"{self._mine}{next(self._numbers):08x}"
        environ[ID] = id
        REQUEST.set(id)
        told, told_headers = "500", []

        def answer(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal told, told_headers
            told, told_headers = status, headers
            return start(status, [*headers, (HEADER, id)], *more)

        try:
            body = self.inner(environ, answer)
        except Exception:
            log.exception("a layer of the site failed")
            answer("500 INTERNAL SERVER ERROR", [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
            body = [f"Algo ha fallado por nuestra parte. Referencia: {id}\n".encode()]
        get = environ.get
        asked = get(ASKED)
        if asked is not None and asked.words and self.notebook is not None:
            self.notebook.add(asked.words, asked.game)
        size = len(body[0]) if type(body) is list and len(body) == 1 else _length(told_headers)
        method = environ["REQUEST_METHOD"]
        tally.note((time(), id, method if method in METHODS else "otro", get(ROUTE, NOWHERE), int(told[:3]),
                    perf_counter() - began, size, KEPT in environ, asked, get(PARTS)))  # fmt: skip
        return body


def _length(headers: Iterable[tuple[str, str]]) -> int:
    return next((int(value) for name, value in headers if name.lower() == "content-length"), 0)


def tell_routes(app: Flask) -> None:
    """Each request's route is told as soon as Flask knows it."""
    routes: dict[str, Route] = {}

    @app.before_request
    def tell_route() -> None:
        rule = request.url_rule
        if rule and rule.rule not in routes:
            routes[rule.rule] = Route(rule.rule, _family(rule.rule, rule.endpoint))
        request.environ[ROUTE] = routes[rule.rule] if rule else NOWHERE


def register(app: Flask, notebook: Notebook | None) -> None:
    """Puts the watch around everything else."""
    tally.start()
    app.wsgi_app = Watch(app.wsgi_app, notebook)  # type: ignore[method-assign, assignment]


def _family(rule: str, endpoint: str) -> str:
    family = _OWN.get(endpoint) or _FAMILIES.get(endpoint.partition(".")[0], "otra")
    return f"api/{family}" if rule.startswith("/api/") else family
