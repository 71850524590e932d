"""Bodies on their way in. The server's threads read them, and cannot be called back: so that a few slow senders do not take
every thread, only some may read at once, and of one address fewer. One that has been at it for far too long is hung up on as
soon as somebody else finds no place."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from threading import Condition
from wsgiref.types import WSGIEnvironment

from grammar.figures import whole
from web.guard.budgets import BODIES, BODIES_OF_ONE, MOST_BODY
from web.guard.lines import hang_up

PATIENCE = 0.05
"""Seconds to wait for a place: other bodies that are already here take far less."""
_STUCK = 0.25
"""A body that takes longer is waiting for its sender, and nobody waits behind it."""
ENDLESS = 30.0
"""A body that takes longer is given up where somebody else wants its place: 64 kB take six seconds on the worst of lines."""
_LOOK_EVERY = 1.0


class Full(Exception):
    """No place: `mine` says whether this address holds them itself."""

    def __init__(self, mine: bool) -> None:
        super().__init__(mine)
        self.mine = mine


class Cut(Exception):
    """The sender went away before the end."""


@dataclass
class Inbox:
    clock: Callable[[], float] = time.monotonic
    _reading: dict[int, tuple[str, float, str]] = field(default_factory=dict)
    """Who sends, since when, and from which address its connection comes, by a number of our own."""
    _changed: Condition = field(default_factory=Condition)
    _next: int = 0
    _looked: float = -ENDLESS

    def take(self, environ: WSGIEnvironment, who: str) -> None:
        """Reads the body to its end, or to one byte past the largest that any endpoint takes."""
        length = environ.get("CONTENT_LENGTH") or ""
        if not length and not environ.get("wsgi.input_terminated"):
            return
        told = whole(length, MOST_BODY)
        if length.isdecimal() and told is None:
            return  # refused unread
        number = self._enter(who, environ.get("REMOTE_ADDR", ""))
        try:
            body: bytes = environ["wsgi.input"].read(MOST_BODY + 1)
        except OSError as error:
            raise Cut from error
        finally:
            with self._changed:
                del self._reading[number]
                self._changed.notify()
        if told is not None and len(body) < told:
            raise Cut
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(body), str(len(body))

    def _enter(self, who: str, peer: str) -> int:
        with self._changed:
            if not self._room(who):
                self._end_endless()
            if not self._room(who) and not (not self._stuck() and self._changed.wait_for(lambda: self._room(who), PATIENCE)):
                raise Full(self._of(who) >= BODIES_OF_ONE)
            self._next += 1
            self._reading[self._next] = (who, self.clock(), peer)
            return self._next

    def _end_endless(self) -> None:
        """Once a second at most: all connections of the process are looked at."""
        now = self.clock()
        peers = {peer for _, since, peer in self._reading.values() if now - since > ENDLESS}
        if peers and now - self._looked > _LOOK_EVERY:
            self._looked = now
            hang_up(peers, ENDLESS)

    def _room(self, who: str) -> bool:
        return len(self._reading) < BODIES and self._of(who) < BODIES_OF_ONE

    def _of(self, who: str) -> int:
        return sum(name == who for name, _, _ in self._reading.values())

    def _stuck(self) -> bool:
        """Whether all that are being read have stopped coming."""
        now = self.clock()
        return all(now - since > _STUCK for _, since, _ in self._reading.values())
