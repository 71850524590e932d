"""A count of the words read on behalf of one request: work that would go on too long stops by itself, without a clock."""

from contextvars import ContextVar

from grammar.errors import GrammarError


class TooManyWords(GrammarError):
    """The words that were allowed have been read."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        return f"Es demasiado trabajo para una sola vez: el límite es de {self.limit} palabras leídas. Envía menos texto."


_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


def allow(steps: int | None) -> None:
    """From here on, in this thread, no more than so many words are read; None lifts the limit.

    A text counts once for each time that it is read.
    """
    _LEFT.set(None if steps is None else [steps, steps])


def spend(steps: int) -> None:
    left = _LEFT.get()
    if left is not None:
        left[0] -= steps
        if left[0] < 0:
            raise TooManyWords(left[1])
