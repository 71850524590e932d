"""How a query fits an entry, in numbers between 0 and about 1. The ranking is a weighted sum of these.

Each stem that may stand for a word of the query has a bit, the bits of a word side by side and the best of them the lowest.
What a text has of the query is then one number, its mask, and what it earns is worked out once, however many texts have it.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple, TypeVar

from kb.search.candidates import DOUBT, EQUAL, Likely
from kb.search.tables import Row, Tables
from kb.search.understand import Query
from kb.search.words import bare

ASKED = 1.0
"""For the passage to show: what it counts that people ask for it just so, beside saying all of the query."""
TITLED = 0.3
"""For the passage to show: what a word that the title says already counts beside another."""
BESIDE = 0.3
"""For the passage to show: what it counts that the block before or after it says the query; one thing is told in several."""

KINDS = (
    "pregunta", "carta", "ejemplo", "historial", "redireccion", "seccion", "apartado", "apendice", "recuadro", "cualidad",
    "definicion",
)  # fmt: skip
FEATURES: dict[str, str] = {
    "title_q": "parte de la consulta que está en el título",
    "title_sim": "parecido con el título",
    "title_prod": "título dicho por entero",
    "title_exact": "es el título exacto",
    "name_exact": "es otro de sus nombres, exacto",
    "short_sim": "parecido con otro nombre",
    "long_sim": "parecido con una manera de preguntarlo",
    "long_sim2": "muy parecido con una manera de preguntarlo",
    "names_q": "parte de la consulta que está en sus nombres",
    "body": "texto de la entrada",
    "passage": "mejor pasaje",
    "passage_cov": "parte de la consulta que está en un pasaje",
    "passage_named": "parte de la consulta que está en un pasaje o sus nombres",
    "own": "nuestro resumen",
    "all_cov": "parte de la consulta que está en la entrada",
    "parent_q": "parte de la consulta que está en el título superior",
    "pairs": "palabras seguidas",
    "length": "extensión",
    "lost": "texto perdido",
    "game": "juego más probable",
    "fuzzy": "escrito casi igual que un nombre",
    "meant": "lo que se suele querer decir",
    "meant_log": "lo que a veces se quiere decir",
    **{kind: f"clase «{kind}»" for kind in KINDS},
}
"""Name of each feature and how `--explain` tells it."""
MEASURED = (*(name for name in FEATURES if name not in KINDS), "title_full")
"""What `Fit.values` gives, in its order: all but the kinds, and whether the query is the whole title."""
Key = TypeVar("Key")
Value = TypeVar("Value")
Touched = list[tuple[int, Row]]
"""Of each stem of the query that a record has: its bit, and where the record has it."""


class Memo(dict[Key, Value]):
    """What was worked out once is only looked up."""

    def __init__(self, make: Callable[[Key], Value]) -> None:
        self._make = make

    def __missing__(self, key: Key) -> Value:
        found = self[key] = self._make(key)
        return found


class Covers(dict[int, float]):
    """By what a text says: the share of the query that it is."""

    def __init__(self, slots: Iterable["Slot"], total: float) -> None:
        self._slots = [(slot.mask, slot.points) for slot in slots]
        self._total = total

    def __missing__(self, said: int) -> float:
        points = 0.0
        for mask, earned in self._slots:
            here = said & mask
            if here:
                points += earned[here & -here]
        found = self[said] = points / self._total
        return found


class Likeness(dict[int, float]):
    """By what a name of a game says: how much of the query that is, times what the stems in which they agree weigh."""

    def __init__(self, covers: Covers, stems: Mapping[int, tuple[str, float]], weights: Mapping[str, float]) -> None:
        self._covers, self._stems, self._weights = covers, stems, weights
        self._values: dict[int, float] = {}

    def __missing__(self, said: int) -> float:
        total, rest, values = 0.0, said, self._values
        while rest:
            bit = rest & -rest
            value = values.get(bit)
            if value is None:
                value = values[bit] = self._value(bit)
            total += value
            rest ^= bit
        found = self[said] = self._covers[said] * total
        return found

    def _value(self, bit: int) -> float:
        """A stem is counted by its first bit."""
        if (known := self._stems.get(bit)) is None:
            return 0.0
        stem, agreed = known
        return self._weights[stem] * agreed


class Slot(NamedTuple):
    """A word of the query as bits."""

    mask: int
    points: dict[int, float]
    """By bit; no bit has more than a lower one."""
    stems: list[tuple[str, int, float]]


class Met(NamedTuple):
    """What the text of one record has of the query."""

    mask: int
    rows: Touched
    said: dict[int, int]
    """Of each passage, its mask."""
    scores: dict[int, float]
    """BM25 of each passage: of each slot, the best stem."""
    body: float
    own: float


class Called(NamedTuple):
    """What the names of one record have of the query."""

    title: float
    """What of the query stands in the title, how like they are, whether they are the same; so for the others."""
    title_sim: float
    title_exact: float
    name_exact: float
    short_sim: float
    long_sim: float
    short: int
    """The mask of all names but the ways of asking."""
    named: int
    entitled: int
    """All bits of the words that the title says."""
    groups: list[tuple[int, int]]
    """Masks of the query, each with the bits of the names that say just so much of it."""


class Fit:
    """One query against many entries."""

    def __init__(
        self, query: Query, tables: Tables, likely: Likely, fuzzy: Mapping[int, float], entitled: Collection[int]
    ) -> None:
        self.query, self.tables, self.likely = query, tables, likely
        self.fuzzy, self.entitled = fuzzy, frozenset(entitled)
        self._masks: dict[str, int] = {}
        self._stems: dict[int, tuple[str, float]] = {}
        """By the first bit of each: how well it stands for a word of the query, at best."""
        self._slots = self._as_bits()
        self._covers = Covers(self._slots, query.total)
        self._alike: Memo[str, Likeness] = Memo(lambda game: Likeness(self._covers, self._stems, tables.weights(game)))
        self._parents: Memo[int, float] = Memo(lambda n: self._covers[self._mask(tables.shape(n).title)])
        self._met: Memo[int, Met] = Memo(self._meet)
        self._called: Memo[int, Called] = Memo(self._names)
        self._bare, self._typed = bare(query.reading), bare(query.folded)
        self._all = frozenset(query.stems)
        strong = [k for k, slot in enumerate(query.slots) if not slot.weak]
        near = ((a, b) for a, b in pairwise(strong) if b - a <= 2)
        self._pairs = [(self._slots[a].mask, query.slots[b].stems.keys()) for a, b in near]

    def _as_bits(self) -> list[Slot]:
        bit, found = 1, []
        masks, firsts = self._masks, self._stems
        for slot in self.query.slots:
            importance = slot.importance or 1.0
            first, earned, standing = bit, {}, []
            for s, points in slot.stems.items():
                earned[bit] = points
                standing.append((s, bit, points))
                if s in masks:
                    again = masks[s] & -masks[s]
                    firsts[again] = s, max(firsts[again][1], points / importance)
                    masks[s] |= bit
                else:
                    masks[s] = bit
                    firsts[bit] = s, points / importance
                bit <<= 1
            found.append(Slot(bit - first, earned, standing))
        return found

    def features(self, n: int) -> dict[str, float]:
        """By name, for whoever asks why."""
        kind = self.tables.records[n].kind
        return dict(zip(MEASURED, self.values(n), strict=True)) | ({kind: 1.0} if kind in KINDS else {})

    def values(self, n: int) -> tuple[float, ...]:
        tables, cover, total = self.tables, self._covers, self.query.total
        record = tables.records[n]
        met = told = self._met[n]
        target, here, rows = n, met.mask, met.rows
        if record.redirect is not None:
            target = record.redirect
            told = self._met[target]
            here, rows = here | told.mask, rows + told.rows
        called = self._called[n]
        short, meant = called.short, float(self.likely.meant[n])
        passage_cov = passage_named = 0.0
        for words in set(told.said.values()):
            passage_cov = max(passage_cov, cover[words])
            passage_named = max(passage_named, cover[words | short])
        return (
            called.title, called.title_sim, called.title_sim**2, called.title_exact, called.name_exact, called.short_sim,
            called.long_sim, called.long_sim**2, cover[called.named], told.body / total,
            max(told.scores.values(), default=0.0) / total,
            passage_cov,
            passage_named,
            told.own / total,
            cover[here],
            self._parents[record.parent] if record.parent is not None else 0.0,
            self._adjacent(rows) if self._pairs else 0.0,
            tables.shape(target).extent,
            float(tables.records[target].lost),
            self.likely.games.get(record.game, 0.0),
            self.fuzzy.get(n, 0.0),
            meant,
            max(0.0, 1 + math.log(meant) / DOUBT) if meant else 0.0,
            float(n in self.entitled),
        )  # fmt: skip

    def best_name(self, n: int) -> str:
        """The name of a record that is most like the query."""
        shape, record = self.tables.shape(n), self.tables.records[n]
        likeness, named = self._alike[record.game], self._called[n].named  # what only a misspelt name has does not count
        alike = [math.sqrt(likeness[self._mask(name.stems) & named] / name.mass) for name in shape.names]
        return record.names[max(range(len(alike)), key=lambda k: (round(alike[k], EQUAL), -k))].text

    def called(self, n: int) -> bool:
        """One of its names is what was typed."""
        shape = self.tables.shape(n)
        return shape.names[0].bare == self._bare or self._bare in shape.bares or self._typed in shape.misspelt

    def passage_order(self, n: int) -> list[int]:
        """The passages of a record, those first that say most of the query: its title says some of it anyway, and the first
        defines it. Captions only where there is nothing else."""
        shape = self.tables.shape(n)
        if len(shape.spoken) < 2:
            return shape.spoken
        called, met, cover, total = self._called[n], self._met[n], self._covers, self.query.total
        if all(called.short & slot.mask for slot in self._slots):  # nothing is asked of it but what it is
            return shape.spoken
        known, said, asked = called.entitled, met.said, self._asked(n)
        share = {k: cover[here] for k, here in said.items()}
        touched = {*said, *asked, *[k - 1 for k in said], *[k + 1 for k in said]}
        if touched.isdisjoint(shape.spoken):
            return shape.spoken
        worth = {
            k: -round(
                met.scores.get(k, 0.0)
                + total * (share.get(k, 0.0) - (1 - TITLED) * cover[said.get(k, 0) & known] + ASKED * asked.get(k, 0.0))
                + total * BESIDE * max(share.get(k - 1, 0.0), share.get(k + 1, 0.0)),
                EQUAL,
            )
            for k in touched
        }
        return sorted(shape.spoken, key=lambda k: worth.get(k, 0.0))

    def _mask(self, stems: Collection[str]) -> int:
        masks = self._masks
        return sum([masks[s] for s in stems if s in masks])

    def _meet(self, n: int) -> Met:
        where = self.tables.shape(n).rows
        mask, body, own = 0, 0.0, 0.0
        rows: Touched = []
        said: dict[int, int] = {}
        scores: dict[int, float] = {}
        for _, _, stems in self._slots:
            best: dict[int, float] = {}
            best_body = best_own = 0.0
            for s, bit, points in stems:
                if s in where:
                    row = where[s]
                    rows.append((bit, row))
                    mask |= bit
                    _, places, in_body, in_own, _ = row
                    if points * in_body > best_body:
                        best_body = points * in_body
                    if points * in_own > best_own:
                        best_own = points * in_own
                    for k, full in places:
                        said[k] = said.get(k, 0) | bit
                        if points * full > best.get(k, 0.0):
                            best[k] = points * full
            body += best_body
            own += best_own
            for k, score in best.items():
                scores[k] = scores.get(k, 0.0) + score
        return Met(mask, rows, said, scores, body, own)

    def _names(self, n: int) -> Called:
        shape = self.tables.shape(n)
        groups = _parted(self._met[n].rows)
        alike, masses, asking, heading = self._alike[self.tables.records[n].game], shape.masses, shape.asking, shape.entitled
        short = ways = said = title = 0
        short_sim = long_sim = 0.0
        for words, names in groups:
            said |= names
            if names & heading:
                title = words
            if asks := names & asking:
                ways |= words
                long_sim = max(long_sim, alike[words] / masses[_lowest(asks)])
            if calls := names & ~asking:
                short |= words
                short_sim = max(short_sim, alike[words] / masses[_lowest(calls)])
        named = said & shape.bares.get(self._bare, 0) or self._typed in shape.misspelt
        same = shape.names[0].bare == self._bare
        return Called(
            self._covers[title], math.sqrt(alike[title] / masses[_lowest(heading)]),
            1.0 if same else 0.8 * (shape.title == self._all), float(bool(named)),
            math.sqrt(short_sim), math.sqrt(long_sim), short, short | ways,
            sum([slot.mask for slot in self._slots if title & slot.mask]), groups,
        )  # fmt: skip

    def _asked(self, n: int) -> dict[int, float]:
        """Of passages: how like the query a way of asking for it is."""
        shape, alike = self.tables.shape(n), self._alike[self.tables.records[n].game]
        found: dict[int, float] = {}
        for words, names in self._called[n].groups:
            if names & shape.placed:
                for place, ways in shape.places.items():
                    if asks := names & ways:
                        found[place] = max(found.get(place, 0.0), alike[words] / shape.masses[_lowest(asks)])
        return found

    def _adjacent(self, rows: Touched) -> float:
        """Share of the neighbouring words of the query that are neighbours somewhere in the entry."""
        hits = 0
        for first, second in self._pairs:
            for bit, row in rows:
                if bit & first and not second.isdisjoint(row[4]):
                    hits += 1
                    break
        return hits / len(self._pairs)


def _parted(rows: Touched) -> list[tuple[int, int]]:
    """The names that say some of the query, by what they say."""
    groups: list[tuple[int, int]] = []
    said = 0
    for bit, row in rows:
        names = row[0]
        if not names:
            continue
        parted = []
        for words, those in groups:
            both = those & names
            if both:
                parted.append((words | bit, both))
            if both != those:
                parted.append((words, those ^ both))
        if fresh := names & ~said:
            parted.append((bit, fresh))
            said |= names
        groups = parted
    return groups


def _lowest(names: int) -> int:
    return (names & -names).bit_length() - 1
