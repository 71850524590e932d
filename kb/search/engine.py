"""What the ranking asks of a full-text engine: the passages that share most with some weighted stems."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol


class Document(NamedTuple):
    game: str
    stems: str
    """Stems separated by spaces: the engines do no analysis of their own."""


class Engine(Protocol):
    """Documents are numbered in the order in which they were written."""

    def candidates(self, stems: Mapping[str, float], games: Sequence[str], limit: int) -> list[int]:
        """Numbers of the best documents of those games, best first."""

    def close(self) -> None: ...


class Maker(Protocol):
    """How an engine is written and opened."""

    name: str
    package: str
    """Whose version decides how postings are written."""

    def write(self, documents: Iterable[Document], games: Sequence[str], directory: Path) -> None: ...

    def open(self, directory: Path, games: Sequence[str]) -> Engine: ...


def field_of(game: str) -> str:
    """One field per game: each has its own frequencies, and a question about a game reads only its postings."""
    return "g_" + game.replace("-", "_")
