"""A count of the work done on behalf of one request: what would go on too long stops by itself, without a clock.

A step is some 10 µs of a processor: a word read, a beginning that the chart makes. What is dearer counts as so many more of
them; what each kind of work counts was fitted to what 2,700 texts of ours and spoilt ones take (docs/budgets.md).
"""

from contextvars import ContextVar

from grammar.errors import GrammarError


class TooMuchWork(GrammarError):
    """The steps that were allowed have been done."""

    def __init__(self, limit: int, unit: str = "pasos") -> None:
        super().__init__(limit, unit)
        self.limit, self.unit = limit, unit

    def __str__(self) -> str:
        most = f"{self.limit} {self.unit}"
        return f"Es demasiado trabajo para una sola vez: el límite es de {most}. Envía menos texto, o menos cartas."


_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


def allow(steps: int | None) -> None:
    """From here on, in this thread, no more than so many steps are done; None lifts the limit.

    A text counts once for each time that it is read.
    """
    _LEFT.set(None if steps is None else [steps, steps])


def spend(steps: int) -> None:
    left = _LEFT.get()
    if left is not None:
        left[0] -= steps
        if left[0] < 0:
            raise TooMuchWork(left[1])


class Room:
    """Work inside may take so many steps of those that are left. `own`: these ran out, and not all that was allowed."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.own = True

    def __enter__(self) -> "Room":
        self._outer = _LEFT.get()
        self.own = self._outer is None or self._outer[0] >= self.limit
        self._inner = [self.limit, self.limit] if self._outer is None or self.own else [*self._outer]
        self._given = self._inner[0]
        _LEFT.set(self._inner)
        return self

    @property
    def left(self) -> int:
        return self._inner[0]

    def __exit__(self, *raised: object) -> None:
        if self._outer is not None:
            self._outer[0] -= self._given - max(0, self._inner[0])
        _LEFT.set(self._outer)


def most(limit: int) -> int:
    """So many steps, or those that are left where these are fewer: past them the work need not go on."""
    left = _LEFT.get()
    return limit if left is None else min(limit, max(0, left[0]))
