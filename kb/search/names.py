"""Every name of every entry: which ones a query says, and which are written almost like it."""

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import fuzz, process

from kb.search.tables import SHORT_NAMES, Tables
from kb.search.words import bare, variable

MAX_NAME = 5
MAX_OWNERS = 3
LONGEST, ALIKE = 40, 76.0
"""A query of so many characters may be one misspelt name; how alike in % it has to be."""
LINK = {"en": 0.7, "indice": 0.5, "errata": 0.8, "titulo": 0.0, "coloquial": 0.5}
"""What the title counts where a query says another name of the entry, by where that name comes from."""


class NameIndex:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._exact: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
        self._spelled: dict[str, tuple[list[str], list[int]]] = defaultdict(lambda: ([], []))
        self._titles: dict[str, list[int]] = defaultdict(list)
        self._full: dict[str, list[int]] = defaultdict(list)
        for n, record in enumerate(tables.records):
            self._titles[bare(record.names[0].text)].append(n)
            for title in {variable(record.names[0].text), variable(record.title)}:
                self._full[title].append(n)
            for name in record.names:
                if name.source in SHORT_NAMES and len(name.stems) <= MAX_NAME:
                    self._exact[name.stems].append((n, name.source))
                    texts, owners = self._spelled[record.game]
                    texts.append(bare(name.text))
                    owners.append(n)

    def said(self, stems: tuple[str, ...], game: str | None) -> list[tuple[int, int, int, str]]:
        """(start, end, record, source) of each short name that stands in the query."""
        found = []
        for start in range(len(stems)):
            for end in range(start + 1, min(len(stems), start + MAX_NAME) + 1):
                owners = self._exact.get(stems[start:end], ())
                found += [(start, end, n, source) for n, source in owners if game in (None, self._tables.records[n].game)]
        return found

    def titled(self, title: str) -> list[int]:
        """Every record with that title, in any game."""
        return self._titles.get(bare(title), [])

    def entitled(self, texts: Iterable[str], game: str | None) -> set[int]:
        """Records whose title is exactly one of those, even where it is made of stop words («Y/O»)."""
        found = (n for text in texts for n in self._full.get(variable(text), ()))
        return {n for n in found if game in (None, self._tables.records[n].game)}

    def links(self, stems: tuple[str, ...], game: str | None) -> dict[int, dict[str, float]]:
        """By position in the query: stems of the titles whose other names stand there."""
        said = self.said(stems, game)
        owners: dict[tuple[int, int], set[int]] = defaultdict(set)
        for start, end, n, _ in said:
            owners[start, end].add(n)
        found: dict[int, dict[str, float]] = defaultdict(dict)
        for start, end, n, source in said:
            weight = LINK[source]
            if weight and len(owners[start, end]) <= MAX_OWNERS:
                for s in self._tables.records[n].names[0].stems:
                    for position in range(start, end):
                        found[position][s] = max(found[position].get(s, 0.0), weight)
        return found

    def spelled(self, text: str, game: str | None) -> dict[int, float]:
        """Records with a name written almost like the whole query, from 0 (far) to 1 (the same)."""
        found: dict[int, float] = {}
        if not 4 <= len(text) <= LONGEST:
            return found
        for key, (texts, owners) in self._spelled.items():
            if game in (None, key):
                for _, ratio, k in process.extract(text, texts, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=6):
                    found[owners[k]] = max(found.get(owners[k], 0.0), (ratio - ALIKE) / (100 - ALIKE))
        return found
