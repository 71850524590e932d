"""From requests answered to counters and log lines, in the background: the reader never waits for either.

A request leaves one record in a queue. Ten times a second a thread of the worker takes them all, adds them up and writes their
lines; what the queue held is lost only if the process is killed outright.
"""

import logging
import os
import select
import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from multiprocessing.util import Finalize
from threading import Lock, Thread
from typing import NamedTuple

from web import meters
from web.logs import ACCESS, Access

_EVERY = 0.1
_ATOMIC = select.PIPE_BUF
"""What one write puts into a pipe without mixing with another worker's."""
_PATIENCE = 1.0
log = logging.getLogger(__name__)


class Route(NamedTuple):
    """Where a request went: the template of its address, and the class it is counted in."""

    template: str
    family: str


class Asked(NamedTuple):
    """A search: its outcome, whether it was typed or sent, and what is left of its words when it found nothing."""

    outcome: str
    how: str
    words: str = ""
    game: str = ""


ID, ROUTE, KEPT, ASKED = "reglario.id", "reglario.route", "reglario.kept", "reglario.asked"
"""What the layers leave in a request's environment: its id, where it went, that its page was kept, what it searched."""
NOWHERE = Route("-", "ninguna")
Record = tuple[float, str, str, Route, int, float, int, bool, Asked | None, Mapping[str, float] | None]
"""Time, id, method, route, status, seconds, bytes, kept, search, parts. A plain tuple, as one is made for every request."""

_records: deque[Record] = deque()
_lock = Lock()
_running: int = 0
note = _records.append


def start() -> None:
    """Begins to take records in this process; again changes nothing."""
    global _running
    if _running != os.getpid():
        _running = os.getpid()
        Finalize(None, drain, exitpriority=100)
        Thread(target=_forever, daemon=True, name="tally").start()


def _forever() -> None:
    while True:
        time.sleep(_EVERY)
        if _records:
            drain()


def drain() -> None:
    """Everything noted so far, counted and written."""
    with _lock:
        batch = [_records.popleft() for _ in range(len(_records))]
        if batch:
            _count(batch)
            _write(batch)


def _count(batch: list[Record]) -> None:
    for (route, method, status), n in Counter((r[3].family, r[2], r[4]) for r in batch).items():
        meters.REQUESTS.labels(route, method, status).inc(n)
        if status == 429:
            meters.LIMITED.labels(route).inc(n)
    for route, n in Counter(r[3].family for r in batch if r[7]).items():
        meters.KEPT.labels(route).inc(n)
    for asked, n in Counter(r[8][:2] for r in batch if r[8]).items():
        meters.SEARCHES.labels(*asked).inc(n)
    for record in batch:
        if not record[7]:
            meters.DURATIONS.labels(record[3].family).observe(record[5])
            if record[5] * 1000 > slow_ms():
                _slow(record)


def slow_ms() -> float:
    told = os.environ.get("KB_SLOW_MS", "")
    return float(told) if told.isdecimal() else 500.0


def _slow(record: Record) -> None:
    meters.SLOW.labels(record[3].family).inc()
    parts = {name: round(ms, 1) for name, ms in (record[9] or {}).items()}
    data = {"id": record[1], "route": record[3].template, "ms": round(record[5] * 1000, 1), "parts": parts}
    log.warning("slow request", extra={"data": data})


def _write(batch: list[Record]) -> None:
    access = logging.getLogger(ACCESS)
    for handler in access.handlers:
        made = getattr(handler.formatter, "access", None)
        if made is None or not isinstance(handler, logging.StreamHandler):
            continue
        chosen = [r for r in batch if access.isEnabledFor(logging.ERROR if r[4] >= 500 else logging.INFO)]
        _send(handler.stream.fileno(), (made(Access(*r[:3], r[3].template, r[4], r[5] * 1000, *r[6:8])) for r in chosen))


def _send(out: int, lines: Iterable[str]) -> None:
    """Whole lines in pieces that a pipe takes at once; where nobody reads them, they are dropped and counted."""
    piece, held = b"", 0
    for line in (*lines, None):
        data = f"{line}\n".encode() if line is not None else b""
        if piece and (line is None or len(piece) + len(data) > _ATOMIC):
            if select.select([], [out], [], _PATIENCE)[1]:
                os.write(out, piece)
            else:
                meters.LOST_LINES.inc(held)
            piece, held = b"", 0
        piece, held = piece + data, held + 1
