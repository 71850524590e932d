"""What the engine refuses, in one Spanish sentence each."""

from kb.errors import KbError


class PlayError(KbError):
    """A question or a situation that makes no sense; `where` is a path such as `attack.dice` or `fichero:línea`."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason, where)
        self.reason, self.where = reason, where

    def told(self) -> str:
        reason = self.reason.rstrip(".")
        return f"{self.where}: {reason}." if self.where else f"{reason}."


class TooMuch(PlayError):
    """A question whose exact answer would take too long."""
