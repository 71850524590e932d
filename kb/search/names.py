"""Every name of every entry: which ones a query says, and which are written almost like it."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from rapidfuzz import fuzz

from kb.search.tables import SHORT_NAMES, Tables
from kb.search.words import bare, variable

MAX_NAME = 5
MAX_OWNERS = 3
SPELLED = 6
"""Names of each game that are written almost like a query."""
ALPHABET = 32
LONGEST, ALIKE, NEAREST = 40, 76.0, 70.0
"""A query of so many characters may be one misspelt name; how alike in % it has to be, and to be asked about."""
LINK = {"en": 0.7, "indice": 0.5, "errata": 0.8, "titulo": 0.0, "coloquial": 0.5}
"""What the title counts where a query says another name of the entry, by where that name comes from."""


class NameIndex:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._exact: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
        self._spelled: list[tuple[str, int]] = []
        self._written: list[str] = []
        self._titles: dict[str, list[int]] = defaultdict(list)
        self._full: dict[str, list[int]] = defaultdict(list)
        for n, record in enumerate(tables.records):
            self._titles[bare(record.names[0].text)].append(n)
            for title in {variable(record.names[0].text), variable(record.title)}:
                self._full[title].append(n)
            for name in record.names:
                if name.source in SHORT_NAMES and len(name.stems) <= MAX_NAME:
                    self._exact[name.stems].append((n, name.source))
                    self._spelled.append((bare(name.text), n))
                    self._written.append(record.names[0].text if name.source == "errata" else name.text)
        self._letters = Letters([text for text, _ in self._spelled])

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
        if not 4 <= len(text) <= LONGEST:
            return {}
        near: dict[str, list[tuple[float, int]]] = {}
        spelled = self._spelled
        alike = [(k, fuzz.ratio(text, spelled[k][0], score_cutoff=ALIKE)) for k in self._letters.near(text, ALIKE / 100)]
        for k, ratio in alike:
            if ratio:
                home = self._tables.records[spelled[k][1]].game
                if game is None or game == home:
                    near.setdefault(home, []).append((-ratio, k))
        found: dict[int, float] = {}
        for rows in near.values():
            for ratio, k in sorted(rows)[:SPELLED]:
                owner = self._spelled[k][1]
                found[owner] = max(found.get(owner, 0.0), (-ratio - ALIKE) / (100 - ALIKE))
        return found

    def nearest(self, text: str, game: str | None) -> list[tuple[str, int]]:
        """The names nearest to a text that no search reached, as they are written, with their records."""
        rows = ((k, *self._spelled[k]) for k in self._letters.near(text, NEAREST / 100))
        alike = {k: fuzz.ratio(text, name) for k, name, n in rows if game in (None, self._tables.records[n].game)}
        found = sorted((k for k, ratio in alike.items() if NEAREST <= ratio < 100), key=lambda k: (-alike[k], k))
        return [(self._written[k], self._spelled[k][1]) for k in found]


class Letters:
    """Which letters stand in some texts, and how often: enough to tell which of them cannot be like another text."""

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = [len(text) for text in texts]
        self._order = np.argsort(lengths, kind="stable")
        self._lengths = np.array(lengths, dtype=np.float32)[self._order]
        codes = [_letters(texts[k]) for k in self._order]
        self._often = [np.array([code[part] for code in codes], dtype=np.uint64) for part in (0, 1)]

    def near(self, text: str, share: float) -> list[int]:
        """The numbers of the texts that may have as many letters in common with `text` as that share of both together."""
        size, least, half = len(text), share / (2 - share), (share - 0.001) / 2
        start, end = self._lengths.searchsorted((math.floor(size * least), math.ceil(size / least) + 1)).tolist()
        parts = _letters(text)
        common = None
        for part, often in zip(parts, self._often, strict=True):
            if part:
                more = np.bitwise_count(often[start:end] & part)
                common = more if common is None else common + more
        if common is None:
            return []
        # What the text has oftener than is counted may be in common too.
        left = size - sum([part.bit_count() for part in parts])
        enough = common >= self._lengths[start:end] * np.float32(half) + np.float32(half * size - left - 0.001)
        found: list[int] = self._order[start:end][enough.nonzero()[0]].tolist()
        return found


def _letters(text: str) -> tuple[int, int]:
    """A bit for each letter that stands there and one for each that stands there twice; the same for three and four times."""
    once = twice = thrice = fourth = 0
    for code in text.encode("ascii"):  # folded; where two characters share a place, more texts look alike
        bit = 1 << (code & 31)
        if not once & bit:
            once |= bit
        elif not twice & bit:
            twice |= bit
        elif not thrice & bit:
            thrice |= bit
        else:
            fourth |= bit
    return once | twice << ALPHABET, thrice | fourth << ALPHABET
