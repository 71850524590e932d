"""Hands: processes that answer dear requests one at a time, each within a time, a processor time and a memory that the system
enforces. One that passes them dies in the middle, whatever it was doing, and another is forked in its place.

The keeper holds the site, without threads, and the hands share its memory. It alone looks for a new knowledge base: it reads it
while the old hands go on, and then replaces them.
"""

import gc
import logging
import logging.config
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from web.apart.room import KEEPER
from web.apart.wire import TAKEN, Ended, receive, send
from web.app import apart_app
from web.guard.budgets import APART_CPU, APART_MEMORY, APART_WALL, HANDS
from web.observe.logs import REQUEST, log_config
from web.observe.meters import PARTS, name_process
from web.observe.tally import ID, ROUTE

_LOOK_EVERY, _NEW_KB_EVERY = 0.05, 1.0
_TASKS = 2_000
"""After so many a hand makes room for a fresh one: whatever it kept goes with it."""
log = logging.getLogger(__name__)


class Limits(NamedTuple):
    """Of one request: seconds, processor seconds, and bytes beyond those that a hand begins with."""

    wall: float = APART_WALL
    cpu: float = APART_CPU
    memory: int = APART_MEMORY


def keep_hands(
    listener: socket.socket, make: Callable[[], Flask] = apart_app, hands: int = HANDS, limits: Limits | None = None
) -> None:
    logging.config.dictConfig(log_config())
    app = make()
    library = app.extensions["library"]
    library.watched = False
    gc.collect()
    gc.freeze()  # the hands share these pages for as long as nobody writes on them
    keeper, slots, looked = int(os.environ[KEEPER]), dict[int, int](), time.monotonic()
    while os.getppid() == keeper:
        _bury(slots)
        for slot in sorted(set(range(hands)) - set(slots.values())):
            slots[_forked(_Hand(app, listener, limits or Limits()), slot)] = slot
        time.sleep(_LOOK_EVERY)
        if time.monotonic() - looked > _NEW_KB_EVERY:
            looked = time.monotonic()
            if library.renew():
                gc.collect()
                gc.freeze()
                for hand in slots:
                    os.kill(hand, signal.SIGTERM)  # each ends what it has in it first


def _bury(slots: dict[int, int]) -> None:
    with suppress(ChildProcessError):
        while (dead := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            slots.pop(dead[0], None)
            if os.WIFSIGNALED(dead[1]):
                log.warning("a hand was ended by %s", signal.Signals(os.WTERMSIG(dead[1])).name)


def _forked(hand: "_Hand", slot: int) -> int:
    keeper = os.getpid()
    number = os.fork()
    if number == 0:
        try:
            hand.work(slot, keeper)
        finally:
            os._exit(0)
    return number


class _Hand:
    def __init__(self, app: Flask, listener: socket.socket, limits: Limits) -> None:
        self.app, self.listener, self.limits, self.leaving = app, listener, limits, False

    def work(self, slot: int, keeper: int) -> None:
        signal.signal(signal.SIGTERM, self._leave)
        for told in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(told, signal.SIG_DFL)  # the system ends us, even in the middle of a C function
        name_process(f"aparte-{slot}")
        _limit_memory(self.limits.memory)
        self.listener.settimeout(1.0)
        for _ in range(_TASKS):
            while not self._next():
                if self.leaving or os.getppid() != keeper:
                    return

    def _leave(self, *_: Any) -> None:
        self.leaving = True

    def _next(self) -> bool:
        """Answers one request; False where none came."""
        if self.leaving:
            return False
        try:
            line, _ = self.listener.accept()
        except TimeoutError:
            return False
        with line:
            line.settimeout(self.limits.wall)
            signal.setitimer(signal.ITIMER_REAL, self.limits.wall)
            signal.setitimer(signal.ITIMER_PROF, self.limits.cpu)
            with suppress(OSError, Ended):  # who asked is gone, here or while it waited for its turn
                line.sendall(TAKEN)
                environ, body = receive(line)
                send(line, *self._answer(environ, body))
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)
        return True

    def _answer(self, told: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        environ = {**told, "wsgi.input": BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.input_terminated": True}
        REQUEST.set(str(told.get(ID, "")))
        given: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], None]:
            given.update(status=status, headers=headers)
            return lambda _: None

        answer = self.app.wsgi_app(environ, start)
        content = b"".join(answer)
        close = getattr(answer, "close", None)
        if close is not None:
            close()
        self.leaving = self.leaving or given["status"].startswith("503")  # it may have been for want of memory
        return {**given, "route": environ.get(ROUTE), "parts": environ.get(PARTS, {})}, content


def _limit_memory(more: int) -> None:
    """So much more than it has now; asking for more than that is a MemoryError."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
