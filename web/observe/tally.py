"""From requests answered to counters and log lines, in the background: the reader never waits for either.

A request leaves one record in a queue. Ten times a second a thread of the worker takes them all, adds them up and writes their
lines; what the queue held is lost only if the process is killed outright.
"""

import logging
import os
import select
import time
from collections import Counter, deque
from collections.abc import Mapping
from multiprocessing.util import Finalize
from operator import itemgetter
from threading import Lock, Thread
from typing import Any, NamedTuple

from grammar.figures import whole
from web.observe import meters
from web.observe.logs import ACCESS, Json, Text

_EVERY = 0.1
_ATOMIC = select.PIPE_BUF
"""What one write puts into a pipe without mixing with another worker's."""
_PATIENCE = 1.0
MOST_KEPT_LINES = 50
"""Of kept pages each tenth of a second."""
_ONCE_EVERY = 1.0
"""Seconds between two lines of refusals that are alike."""
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

_ALIKE, _ASKED = itemgetter(2, 3, 4, 7), itemgetter(8)
_records: deque[Record] = deque(maxlen=50_000)
"""Waiting to be counted, four times a second; where nobody does any more, the oldest are lost and not the memory."""
_said: dict[Any, float] = {}
_unsaid: Counter[Any] = Counter()
"""Refusals by what they have in common: when there was a line of them, and how many since."""
_lock = Lock()
_running: int = 0
note = _records.append


def start() -> None:
    """Begins to take records in this process; again changes nothing."""
    global _running
    if _running != os.getpid():
        _running = os.getpid()
        Finalize(None, drain, (True,), exitpriority=100)
        Thread(target=_forever, daemon=True, name="tally").start()


def _forever() -> None:
    while True:
        time.sleep(_EVERY)
        if _records or _unsaid:
            drain()


def drain(last: bool = False) -> None:
    """Everything noted so far, counted and written; the `last` time, also what would have been told later."""
    with _lock:
        batch = [_records.popleft() for _ in range(len(_records))]
        if batch or _unsaid:
            _count(batch)
            _write(batch, last)


def _count(batch: list[Record]) -> None:
    for (method, route, status, kept), n in Counter(map(_ALIKE, batch)).items():
        meters.REQUESTS.labels(route.family, method, status).inc(n)
        if kept:
            meters.KEPT.labels(route.family).inc(n)
        if status == 429:
            meters.LIMITED.labels(route.family).inc(n)
    for asked, n in Counter(filter(None, map(_ASKED, batch))).items():
        meters.SEARCHES.labels(asked.outcome, asked.how).inc(n)
    limit = slow_ms() / 1000
    for record in batch:
        if not record[7]:
            meters.DURATIONS.labels(record[3].family).observe(record[5])
            if record[5] > limit:
                _slow(record)


def slow_ms() -> float:
    told = os.environ.get("KB_SLOW_MS", "")
    found = whole(told)
    return 500.0 if found is None else float(found)


def _slow(record: Record) -> None:
    meters.SLOW.labels(record[3].family).inc()
    parts = {name: round(ms, 1) for name, ms in (record[9] or {}).items()}
    data = {"id": record[1], "route": record[3].template, "ms": round(record[5] * 1000, 1), "parts": parts}
    log.warning("slow request", extra={"data": data})


def _write(batch: list[Record], last: bool) -> None:
    access = logging.getLogger(ACCESS)
    if not access.isEnabledFor(logging.INFO):
        batch = [record for record in batch if record[4] >= 500]
    batch, more = _spared(batch, last)
    for handler in access.handlers:
        if not isinstance(handler.formatter, Json | Text) or not isinstance(handler, logging.StreamHandler):
            continue
        line, together = handler.formatter.access, handler.formatter.together
        lines = [line((when, id, method, route.template, status, seconds * 1000, size, kept))
                 for when, id, method, route, status, seconds, size, kept, _, _ in batch]  # fmt: skip
        lines += [together(method, route.template, status, kept, n) for (method, route, status, kept), n in more.items()]
        _send(handler.stream.fileno(), lines)


def _spared(batch: list[Record], last: bool) -> tuple[list[Record], Counter[Any]]:
    """Those with a line of their own, and those that are told together; none is left out. Of kept pages, in a rush, only some
    have one; of refusals that are alike the first, and then there is a line each second: a flood of them fills no disk."""
    own, more, kept, now = list[Record](), Counter[Any](), 0, time.monotonic()
    for record in batch:
        alike = _ALIKE(record)
        if record[7]:
            kept += 1
            if kept > MOST_KEPT_LINES:
                more[alike] += 1
                continue
        elif record[3].template == NOWHERE.template:
            if now - _said.get(alike, -_ONCE_EVERY) < _ONCE_EVERY:
                _unsaid[alike] += 1
                continue
            _said[alike] = now
        own.append(record)
    for alike in [alike for alike in _unsaid if last or now - _said[alike] >= _ONCE_EVERY]:
        more[alike], _said[alike] = _unsaid.pop(alike), now
    return own, more


def _send(out: int, lines: list[str]) -> None:
    """Whole lines in pieces that a pipe takes at once; where nobody reads them, they are dropped and counted."""
    at = 0
    while at < len(lines):
        end, size = at, 0
        while end < len(lines) and size + len(lines[end]) < _ATOMIC:  # they are ASCII; one more for the line's end
            size += len(lines[end]) + 1
            end += 1
        end = max(end, at + 1)
        if not _written(out, "\n".join((*lines[at:end], "")).encode("ascii", "replace")):
            meters.LOST_LINES.inc(len(lines) - at)
            return
        at = end


def _written(out: int, piece: bytes) -> bool:
    """False where nobody reads, the disk is full or the log is gone: the site goes on all the same."""
    try:
        return bool(select.select([], [out], [], _PATIENCE)[1]) and os.write(out, piece) == len(piece)
    except (OSError, ValueError):
        return False
