"""Where the pages ask for a search: the engine of kb.search, or the titles alone where there is no index."""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from kb.models import Entry
from kb.search.models import Answer, Completion, Hit
from kb.search.searcher import COMPLETED, DIRECTORY, Searcher
from kb.store import KnowledgeBase
from kb.text import fold, stems


class Finder(Protocol):
    def search(
        self, q: str, *, game: str | None = None, kind: str | None = None, source: str | None = None, limit: int = 10
    ) -> Answer: ...

    def complete(self, prefix: str, game: str | None = None, limit: int = COMPLETED) -> Sequence[Completion]: ...

    def meant(self, q: str, game: str | None = None) -> Sequence[Completion]: ...


def open_finder(kb: KnowledgeBase) -> Finder:
    if not (kb.path / DIRECTORY).is_dir():
        return TitleFinder(kb)
    return Searcher.open(kb.path, kb.games)


class TitleFinder:
    """Titles and other names only: what a knowledge base built with --no-index can offer."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._entries = kb.entries

    @cached_property
    def _rows(self) -> list[tuple[Entry, str, list[set[str]]]]:
        """Made for the first who asks."""
        return [(e, fold(e.title), [set(stems(n)) for n in (e.title, *e.aliases)]) for e in self._entries]

    def search(
        self, q: str, *, game: str | None = None, kind: str | None = None, source: str | None = None, limit: int = 10
    ) -> Answer:
        asked = set(stems(q))
        scored = [(self._score(asked, fold(q), title, names), e) for e, title, names in self._rows
                  if game in (None, e.game) and kind in (None, e.kind) and source in (None, e.source)]  # fmt: skip
        best = sorted((row for row in scored if row[0] > 0), key=lambda row: -row[0])[:limit]
        return Answer(q=q, hits=tuple(_hit(e, s) for s, e in best), corrected=None, unanswered=not best, game=game)

    def complete(self, prefix: str, game: str | None = None, limit: int = COMPLETED) -> list[Completion]:
        start = fold(prefix)
        rows = [e for e, title, _ in self._rows if title.startswith(start) and (game is None or e.game == game)]
        return [Completion(text=e.title, id=e.id, game=e.game, title=e.title) for e in rows[:limit]]

    def meant(self, q: str, game: str | None = None) -> tuple[Completion, ...]:
        return ()  # what is near needs the index

    @staticmethod
    def _score(asked: set[str], q: str, title: str, names: list[set[str]]) -> float:
        if not asked:
            return 0.0
        near = max((len(asked & name) / len(asked | name) for name in names if name), default=0.0)
        return near + (1.0 if title == q else 0.3 if title.startswith(q) else 0.0)


def _hit(entry: Entry, score: float) -> Hit:
    first = entry.blocks[0] if entry.blocks else None
    return Hit(id=entry.id, game=entry.game, title=entry.title, lines=entry.lines, score=score,
               passage=first.text if first else entry.text[:200], anchor=first.anchor if first else None,
               within=entry.id, breadcrumb=(), kind=entry.kind, source=entry.source, marks=())  # fmt: skip
