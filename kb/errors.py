"""Every error the knowledge base raises. They carry data; the Spanish sentence is made in `told`."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

_BREAKS = re.compile(r"[\s\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]+")
LONGEST = 1000


def one_line(text: str) -> str:
    """The text as one line that can be printed anywhere, whatever a reader's words brought into it."""
    line = _BREAKS.sub(" ", text).strip()
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


class KbError(Exception):
    """Root of the package's errors: one clear Spanish sentence for the user."""

    def __str__(self) -> str:
        return one_line(self.told())

    def told(self) -> str:
        return super().__str__()


class ReadError(KbError):
    """A source text cannot be read at all."""

    def __init__(self, path: Path | str, reason: str, advice: str = "") -> None:
        super().__init__(path, reason, advice)
        self.path, self.reason, self.advice = str(path), reason, advice

    def told(self) -> str:
        return " ".join(part for part in (f"{self.path}: {self.reason}.", self.advice) if part)


class CorpusError(KbError):
    """A file of the shipped corpus is malformed; says the file and line."""

    def __init__(self, path: Path | str, line: int, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path, self.line, self.reason = str(path), line, reason

    def told(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}."


class StoreError(KbError):
    """The knowledge base is missing, half-written, of another schema, or cannot be written."""

    def __init__(self, path: Path | str, reason: str, advice: str = "") -> None:
        super().__init__(path, reason, advice)
        self.path, self.reason, self.advice = str(path), reason, advice

    def told(self) -> str:
        return " ".join(part for part in (f"{self.path}: {self.reason}.", self.advice) if part)


class NotFound(KbError):
    """No entry has that id; carries the nearest ids."""

    def __init__(self, id: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(id, near)
        self.id, self.near = id, near

    def told(self) -> str:
        hint = f" ¿Quisiste decir {' o '.join(self.near)}?" if self.near else ""
        return f"No hay ninguna entrada «{self.id}».{hint}"


def ended(command: Callable[[], int]) -> int:
    """The status with which a command ends: its own, or 2 with one sentence where it raised an error of ours."""
    try:
        return command()
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        return 2
