"""The rulings of one moment, as pages ask for them: all, those that cite an entry, those about some words."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kb.text import stems
from web.kept.pages import Asks
from web.models import RulingOut

MOST_ABOUT = 3
"""Shown among the results of a search."""
_ENOUGH = 0.6
"""Share of the words asked that a ruling must have to be shown among the results of a search."""


@dataclass(frozen=True)
class Words:
    """Stems of a ruling: those of its question, and the others."""

    title: frozenset[str]
    rest: frozenset[str]

    def share(self, asked: Iterable[str]) -> float:
        """Of the words asked, those that the ruling has; those of its question count double."""
        found = [1.0 if word in self.title else 0.5 if word in self.rest else 0.0 for word in asked]
        return sum(found) / len(found)


def shown(rows: Iterable[RulingOut]) -> Hashable:
    """These rulings, as they are now."""
    return tuple((row.id, row.updated) for row in rows)


@dataclass(frozen=True)
class Shelf:
    rows: tuple[RulingOut, ...] = ()
    """Newest first."""
    _words: dict[tuple[int, str], Words] = field(default_factory=dict)
    """By number and moment, as they are asked for: what has not changed keeps them in the next shelf."""

    def renewed(self, rows: Iterable[RulingOut]) -> "Shelf":
        rows = tuple(rows)
        kept = {key: self._words[key] for key in ((row.id, row.updated) for row in rows) if key in self._words}
        return Shelf(rows, kept)

    @cached_property
    def standing(self) -> tuple[RulingOut, ...]:
        """Those that were not withdrawn: what readers are shown unless they ask for one by its number."""
        return tuple(row for row in self.rows if row.status == "vigente")

    @cached_property
    def _on(self) -> Mapping[str, tuple[RulingOut, ...]]:
        found: defaultdict[str, list[RulingOut]] = defaultdict(list)
        for row in self.standing:
            for entry in dict.fromkeys(c.entry for c in row.citations):
                found[entry].append(row)
        return {entry: tuple(rows) for entry, rows in found.items()}

    def on(self, entry: str) -> tuple[RulingOut, ...]:
        return self._on.get(entry, ())

    def answer(self, asks: Asks) -> tuple[RulingOut, ...]:
        if asks.entry:
            return self.on(asks.entry)
        return self.about(asks.words, asks.game, MOST_ABOUT) if asks.words else self.standing

    def about(self, q: str, game: str | None, limit: int) -> tuple[RulingOut, ...]:
        asked = set(stems(q))
        if not asked:
            return ()
        rows = [(self._words_of(row).share(asked), row) for row in self.standing if game in (None, row.game)]
        best = sorted((r for r in rows if r[0] >= _ENOUGH), key=lambda r: -r[0])
        return tuple(row for _, row in best[:limit])

    def _words_of(self, row: RulingOut) -> Words:
        key = row.id, row.updated
        found = self._words.get(key)
        if found is None:
            rest = f"{row.answer} {row.cards} {row.event}"
            found = self._words[key] = Words(frozenset(stems(row.question)), frozenset(stems(rest)))
        return found
