"""The gate before the front door: how often one address may ask, and how long an address and its headers may be.

It stands outside Flask, so that kept pages count too and a refusal costs no more than they do.
"""

import math
import time
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.apart.clock import Clock, TooLong
from web.apart.door import Busy
from web.errors import RETRY_WORK, TOO_LONG, ErrorBody, typed_still
from web.guard.budgets import BODIES, BODIES_OF_ONE, DOOR, MOST_HEADERS, MOST_PATH, Budget
from web.guard.headers import safe_headers
from web.guard.inbox import Cut, Full, Inbox
from web.guard.patience import patience
from web.guard.rates import MINUTE, address, counters, proxies_told, rates_told
from web.kept.pages import HTML, JSON
from web.observe.meters import ERRORS, PARTS
from web.observe.tally import ID, ROUTE, Route

Render = Callable[[str, int, ErrorBody, str], bytes]
"""Path, status, error and the request's id as an answer's body: a page or JSON."""
_ID = "aqui-va-la-referencia"
_BODILESS = ("GET", "HEAD")
_MINE = f"Hay demasiados envíos a medias desde tu dirección: el límite es de {BODIES_OF_ONE} a la vez. Espera a que acaben."
_OTHERS = f"Hay demasiados envíos a medias: el límite es de {BODIES} a la vez. Prueba dentro de un momento."
_BUSY = "Hay demasiado trabajo a la vez. Prueba dentro de un momento."
_WATCHED = ("leer", "buscar")
"""What writes has deadlines of its own (`web/rulings/guard.py`), and is not cut in the middle."""
_ANSWERS = {
    400: ("400 BAD REQUEST", "peticion_incorrecta"),
    411: ("411 LENGTH REQUIRED", "sin_longitud"),
    413: ("413 CONTENT TOO LARGE", "demasiado_grande"),
    414: ("414 URI TOO LONG", "direccion_larga"),
    429: ("429 TOO MANY REQUESTS", "demasiadas_peticiones"),
    431: ("431 REQUEST HEADER FIELDS TOO LARGE", "cabeceras_largas"),
    503: ("503 SERVICE UNAVAILABLE", "ocupado"),
}


class Gate:
    def __init__(self, inner: WSGIApplication, render: Render) -> None:
        self.inner, self._render = inner, render
        self.counters, self._rates, self._proxies = counters(), rates_told(), proxies_told()
        self._inbox, self._clock, self._patience = Inbox(), Clock(), patience()
        self._bodies: dict[tuple[bool, str], bytes] = {}
        """Of the refusals already given: there are as many as limits."""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        # As Flask will read them: «post //entrar» is «POST /entrar», and counts as such.
        method = environ["REQUEST_METHOD"] = environ["REQUEST_METHOD"].upper()
        if environ["PATH_INFO"][1:2] == "/":
            environ["PATH_INFO"] = "/" + environ["PATH_INFO"].lstrip("/")
        row = DOOR.row(method, environ["PATH_INFO"])
        most = self._rates[row.rate]
        if most:
            key = f"{row.rate}/{address(environ, self._proxies)}"
            if self.counters.incr(key, MINUTE) > most:
                wait = max(1, math.ceil(self.counters.get_expiry(key) - time.time()))
                told = f"Son demasiadas peticiones desde tu dirección: el límite es de {most} por minuto. Espera un poco."
                return self._refuse(environ, start, 429, told, ("Retry-After", str(wait)))
        wrong = _too_long(environ, method, row)
        if wrong is not None:
            return self._refuse(environ, start, *wrong)
        if method not in _BODILESS:
            try:
                began = time.perf_counter()
                self._inbox.take(environ, address(environ, self._proxies))
                environ[PARTS] = {"body": (time.perf_counter() - began) * 1000}  # how long its sender took
            except Full as error:
                told = _MINE if error.mine else _OTHERS
                return self._refuse(environ, start, 429 if error.mine else 503, told, ("Retry-After", "5"))
            except Cut:
                return self._refuse(environ, start, 400, "El cuerpo de la petición ha llegado a medias.")
        return self._answered(environ, start, row)

    def _answered(self, environ: WSGIEnvironment, start: StartResponse, row: Budget) -> Iterable[bytes]:
        """Within its time, whoever does the work: `web/apart` where it is dear, this thread where it only reads."""
        try:
            if row.rate in _WATCHED:
                with self._clock.limit(row.cpu * self._patience, row.wall * self._patience):
                    return self.inner(environ, start)
            return self.inner(environ, start)
        except Busy:
            return self._refuse(environ, start, 503, _BUSY, ("Retry-After", "2"))
        except TooLong:
            return self._refuse(environ, start, 503, TOO_LONG, ("Retry-After", str(RETRY_WORK)), code="fuera_de_plazo")

    def _refuse(
        self, environ: WSGIEnvironment, start: StartResponse, status: int, told: str, *more: tuple[str, str], code: str = ""
    ) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        environ.setdefault(ROUTE, Route("-", f"puerta/{DOOR.row(environ['REQUEST_METHOD'], path).rate}"))
        is_api = path.startswith("/api/")
        told += typed_still(environ["REQUEST_METHOD"], path, status)
        line, code = _ANSWERS[status][0], code or _ANSWERS[status][1]
        body = self._bodies.get((is_api, told))
        if body is None:
            body = self._render("/api/" if is_api else "/", status, ErrorBody(code=code, message=told), _ID)
            self._bodies[is_api, told] = body
        body = body.replace(_ID.encode(), str(environ.get(ID, "")).encode())
        ERRORS.labels(code).inc()
        kind = ("Content-Type", JSON if is_api else HTML)
        start(line, [kind, ("Content-Length", str(len(body))), ("Cache-Control", "no-store"), *safe_headers(path), *more])
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]


def _too_long(environ: WSGIEnvironment, method: str, row: Budget) -> tuple[int, str] | None:
    """Status and sentence of the first limit that the request passes, of those that need no reading of its body."""
    if len(environ.get("QUERY_STRING", "")) > row.query:
        return 414, f"La dirección es demasiado larga: tras el «?» caben {row.query} caracteres."
    if len(environ["PATH_INFO"]) > MOST_PATH:
        return 414, f"La dirección es demasiado larga: caben {MOST_PATH} caracteres."
    if sum(map(len, [value for name, value in environ.items() if "HTTP_" in name])) > MOST_HEADERS:
        return 431, f"Las cabeceras son demasiado largas: caben {MOST_HEADERS} caracteres."
    if method in _BODILESS and ((environ.get("CONTENT_LENGTH") or "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ):
        return 413, "Esta dirección no admite cuerpo: el límite es de 0 bytes."
    if row.rate == "escribir" and "HTTP_TRANSFER_ENCODING" in environ:  # granian gives out one that was cut as if it were whole
        return 411, "El envío no dice cuánto mide (Content-Length): podría llegar a medias y guardarse así."
    return None
