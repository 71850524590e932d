"""The door to the room: dear requests leave the worker here, so that its other readers do not wait for them.

Who finds every hand at work waits for its turn, some seconds at most. What comes back is the answer, or nothing: then the hand
was ended for lasting too long, and the reader is told so.
"""

import socket
from collections.abc import Iterable
from threading import BoundedSemaphore
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.apart.clock import TooLong
from web.apart.wire import Ended, receive, send, wait_for_turn
from web.guard.budgets import APART, APART_WAIT, APART_WALL, DOOR, LEFT_APART
from web.guard.patience import patience
from web.observe.meters import PARTS
from web.observe.tally import ID, ROUTE, Route

_TOLD = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "CONTENT_TYPE", "CONTENT_LENGTH", "SERVER_NAME",
         "SERVER_PORT", "SERVER_PROTOCOL", "REMOTE_ADDR", "wsgi.url_scheme", ID)  # fmt: skip


_SLACK = 2.0
"""Seconds over the time of a hand: it is the hand that is ended."""


class Busy(Exception):
    """No hand was free in time."""


def is_dear(environ: WSGIEnvironment) -> bool:
    """Work on what a reader sends. A form that nobody has filled in is a page like others, and is kept like them."""
    row = DOOR.row(environ["REQUEST_METHOD"], environ["PATH_INFO"])
    return row.rate in APART and (environ["REQUEST_METHOD"] == "POST" or bool(environ.get("QUERY_STRING")))


class Apart:
    def __init__(self, inner: WSGIApplication, place: str, places: int = LEFT_APART) -> None:
        self.inner, self._place = inner, place
        self._room, self._patience = BoundedSemaphore(places), patience()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not is_dear(environ):
            return self.inner(environ, start)
        if not self._room.acquire(blocking=False):
            raise Busy
        try:
            told, content = self._asked(environ)
        finally:
            self._room.release()
        if told["route"]:
            environ[ROUTE] = Route(*told["route"])
        environ[PARTS] = {**environ.get(PARTS, {}), **told["parts"]}
        start(told["status"], [(name, value) for name, value in told["headers"]])
        return [content]

    def _asked(self, environ: WSGIEnvironment) -> tuple[dict[str, Any], bytes]:
        head = {name: value for name, value in environ.items() if name in _TOLD or name.startswith("HTTP_")}
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.settimeout(APART_WAIT * self._patience)
                line.connect(self._place)
                send(line, {**head, "wsgi.url_scheme": environ.get("wsgi.url_scheme", "http")}, environ["wsgi.input"].read())
                wait_for_turn(line)
            except (OSError, Ended) as error:
                raise Busy from error
            try:
                line.settimeout(APART_WALL + _SLACK)
                return receive(line)
            except (OSError, Ended) as error:
                raise TooLong from error
