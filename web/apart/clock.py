"""The clock of what is answered in a worker's own thread: a second thread looks on, and past its time raises in the first.

It cannot stop a C function in the middle, so it is for what only reads; work on a reader's text goes apart (`door.py`).
"""

import ctypes
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, Thread, get_ident

_LOOK_EVERY = 0.1


class TooLong(Exception):
    """The work passed its time, its processor time or its memory."""


class _Stop(BaseException):
    """What is raised in the thread: no `except Exception` on the way may take it for a fault of its own."""


@dataclass
class _Row:
    wall: float
    cpu: float
    clock: int
    """The processor clock of the thread."""
    raised: bool = False

    def over(self) -> bool:
        return time.monotonic() > self.wall or time.clock_gettime(self.clock) > self.cpu


@dataclass
class Clock:
    _rows: dict[int, _Row] = field(default_factory=dict)
    """By thread."""
    _lock: Lock = field(default_factory=Lock)
    _looks: bool = False

    @contextmanager
    def limit(self, cpu: float, wall: float) -> Iterator[None]:
        """TooLong where what is done inside takes more processor seconds or seconds than these."""
        thread = get_ident()
        clock = time.pthread_getcpuclockid(thread)
        try:
            with self._lock:
                self._rows[thread] = _Row(time.monotonic() + wall, time.clock_gettime(clock) + cpu, clock)
                begin, self._looks = not self._looks, True
            if begin:
                Thread(target=self._look_on, daemon=True, name="clock").start()
            try:
                yield
            finally:
                with self._lock:
                    if self._rows.pop(thread).raised:
                        _raise_in(thread, None)  # if it has not come yet, it would come in somebody else's request
        except _Stop:
            raise TooLong from None

    def _look_on(self) -> None:
        while True:
            time.sleep(_LOOK_EVERY)
            with self._lock:
                for thread, row in self._rows.items():
                    if not row.raised and row.over():
                        row.raised = True
                        _raise_in(thread, _Stop)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    told = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), told)
