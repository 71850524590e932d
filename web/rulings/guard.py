"""The way to the database: few at a time, each with a deadline, so that one that is dead, locked or stuck holds no reader.

A request waits for the answer in its own thread while another one talks to the database; past the deadline it goes on without
it. Whatever goes wrong there comes out as `Away`: a 503 with a sentence and when to try again.
"""

import logging
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from web.errors import WebError
from web.guard.patience import patience
from web.rulings.database import lost

DOORS = 2
"""Requests that may be at the database at once, of the four threads that a worker has: the others are the readers'."""
TURN, DEADLINE, HOLD = 1.0, 4.0, 5.0
"""Seconds to wait for a door; for the answer; and during which nobody else waits after one that never came."""
RETRY = 5
log = logging.getLogger(__name__)
T = TypeVar("T")

_REASONS = (
    ("is locked", "está ocupada por otro programa"),
    ("readonly", "no admite escrituras"),
    ("is full", "no tiene sitio en el disco"),
    ("no space left", "no tiene sitio en el disco"),
    ("disk i/o error", "no puede usar el disco"),
    ("malformed", "está dañada"),
    ("not a database", "está dañada"),
    ("unable to open", "no se encuentra o no se puede abrir"),
    ("no such table", "no está preparada"),
    ("no such column", "es de una versión anterior"),
    ("undefinedtable", "no está preparada"),
    ("undefinedcolumn", "es de una versión anterior"),
    ("password authentication", "no acepta nuestra contraseña"),
    ("timeout", "tarda demasiado"),
)
"""What each error says to a person after «la base de datos», by a part of its text, in order."""


class Away(WebError):
    """The database does not answer. `sure` means that nothing was kept; otherwise it may have been."""

    def __init__(self, reason: str = "no responde", sure: bool = True) -> None:
        message = f"Los dictámenes no están disponibles ahora mismo: la base de datos {reason}. Prueba dentro de unos segundos."
        super().__init__(503, "sin_dictamenes", message, retry=RETRY)
        self.reason, self.sure = reason, sure


def reason(error: BaseException) -> str:
    text = f"{type(getattr(error, 'orig', error)).__name__} {error}".lower()
    return next((told for part, told in _REASONS if part in text), "no responde")


class Guard:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.away: str | None = None
        """Why the last attempt failed, while that is so."""
        self._doors = BoundedSemaphore(DOORS)
        self._stuck = -HOLD
        self._patience = patience()

    def ask(self, work: Callable[[Session], T]) -> T:
        """What `work` returns, given a session; `Away` where the database fails, refuses or takes too long."""
        if time.monotonic() - self._stuck < HOLD or not self._doors.acquire(timeout=TURN * self._patience):
            raise Away(self.away or "tiene demasiado trabajo")
        answer: SimpleQueue[T | BaseException] = SimpleQueue()
        Thread(target=self._work, args=(work, answer), daemon=True, name="rulings").start()
        try:
            found = answer.get(timeout=DEADLINE * self._patience)
        except Empty:
            self._stuck = time.monotonic()
            self._told("no responde a tiempo")
            raise Away("no responde a tiempo", sure=False) from None
        if isinstance(found, SQLAlchemyError):
            self._told(reason(found))
            raise Away(reason(found), sure=not getattr(found, "connection_invalidated", False)) from found
        if isinstance(found, BaseException):
            raise found
        self._told(None)
        return found

    def _work(self, work: Callable[[Session], T], answer: "SimpleQueue[T | BaseException]") -> None:
        try:
            with Session(self.engine, expire_on_commit=False) as session:
                found = work(session)
            if lost(self.engine):  # SQLite goes on writing to a file that was deleted, where nobody will ever find it
                self.engine.dispose()
                answer.put(Away("ya no está donde estaba", sure=False))
            else:
                answer.put(found)
        except BaseException as error:
            answer.put(error)
        finally:
            self._doors.release()

    def _told(self, why: str | None) -> None:
        """One line when it goes away and one when it comes back, however many ask meanwhile."""
        if why != self.away:
            log.warning("rulings database: %s", why or "bien")
        self.away = why
