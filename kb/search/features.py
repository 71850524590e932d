"""How a query fits an entry, in numbers between 0 and about 1. The ranking is a weighted sum of these."""

import math
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from kb.search.candidates import DOUBT, Likely
from kb.search.tables import Bag, NameShape, Shape, Tables, length_norm
from kb.search.understand import Query
from kb.search.words import bare

TITLED = 0.6
"""For the passage to show: what a word that the title says already counts beside another."""

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
Best = dict[int, float]
"""Slot to the points that a text earns in it."""


@dataclass(slots=True)
class Said:
    """What one passage says of the query."""

    number: int
    best: Best = field(default_factory=dict)
    score: float = 0.0


class Fit:
    """One query against many entries."""

    def __init__(
        self, query: Query, tables: Tables, likely: Likely, fuzzy: Mapping[int, float], entitled: Collection[int]
    ) -> None:
        self.query, self.tables, self.likely = query, tables, likely
        self.fuzzy, self.entitled = fuzzy, frozenset(entitled)
        self._said_by: dict[int, list[Said]] = {}
        self.stems: dict[str, list[tuple[int, float]]] = {}
        for n, slot in enumerate(query.slots):
            for s, points in slot.stems.items():
                self.stems.setdefault(s, []).append((n, points))
        self._quality = {
            s: max(points / (query.slots[n].importance or 1.0) for n, points in rows) for s, rows in self.stems.items()
        }
        self._bare, self._typed = bare(query.reading), bare(query.folded)
        self._all = frozenset(query.stems)
        strong = [s for s in query.slots if not s.weak]
        self._pairs = [(a.stems, b.stems) for a, b in pairwise(strong) if b.position - a.position <= 2]

    def features(self, n: int) -> dict[str, float]:
        record, shape = self.tables.records[n], self.tables.shape(n)
        source = self.tables.records[record.redirect] if record.redirect is not None else record
        text = self.tables.shape(record.redirect) if record.redirect is not None else shape
        words = shape.all if text is shape else shape.all | text.all
        keys = self.stems.keys() & words
        total, meant = self.query.total, float(self.likely.meant[n])
        found = self._names(shape, keys)
        parent = self.tables.shape(record.parent) if record.parent is not None else None
        passages = self._said_by[record.redirect if record.redirect is not None else n] = self._passages(keys, text)
        said = [sum(p.best.values()) for p in passages]
        short = self._best(keys, shape.short)
        found |= {
            "names_q": self._cover(keys, shape.named),
            "body": self._score(keys, text.body, "body"),
            "passage": max((p.score for p in passages), default=0.0) / total,
            "passage_cov": max(said, default=0.0) / total,
            "passage_named": max((s + _beyond(p.best, short) for s, p in zip(said, passages, strict=True)), default=0.0)
            / total,
            "own": self._score(keys, text.own, "own"),
            "all_cov": self._cover(keys, words),
            "parent_q": self._cover(self.stems.keys() & parent.title, parent.title) if parent else 0.0,
            "pairs": self._adjacent(keys, shape, text),
            "length": math.log1p(text.body.length + text.own.length) / 7,
            "lost": float(source.lost),
            "game": self.likely.games.get(record.game, 0.0),
            "fuzzy": self.fuzzy.get(n, 0.0),
            "meant": meant,
            "meant_log": max(0.0, 1 + math.log(meant) / DOUBT) if meant else 0.0,
            "title_full": float(n in self.entitled),
        }
        if record.kind in KINDS:
            found[record.kind] = 1.0
        return found

    def best_name(self, n: int) -> str:
        """The name of a record that is most like the query."""
        shape, record = self.tables.shape(n), self.tables.records[n]
        keys = self.stems.keys() & shape.named
        alike = [self._likeness(name, keys & name.stems)[1] for name in shape.names]
        return record.names[max(range(len(alike)), key=lambda k: (alike[k], -k))].text

    def _likeness(self, name: NameShape, said: set[str]) -> tuple[float, float]:
        """How much of the query a name says, and how alike they are: the mean of that and of how much of the name is said."""
        q = self._cover(said, said)
        return q, math.sqrt(q * sum([name.idfs[s] * self._quality[s] for s in said]) / name.mass)

    def passage_order(self, n: int) -> list[int]:
        """The passages of a record, those first that say most of the query: its title says some of it anyway, and the first
        defines it. Captions only where there is nothing else."""
        shape, passages = self.tables.shape(n), self.tables.records[n].passages
        spoken = [k for k, p in enumerate(passages) if not p.quiet] or list(range(len(passages)))
        if len(spoken) < 2:
            return spoken
        keys = self.stems.keys() & shape.all
        named = self._best(keys, shape.short)
        if len(named) == len(self.query.slots):  # nothing is asked of it but what it is
            return spoken
        entitled = self._best(keys, shape.title)
        worth = {
            said.number: said.score + sum([p * (TITLED if slot in entitled else 1.0) for slot, p in said.best.items()])
            for said in (self._said_by.get(n) or self._passages(keys, shape))
        }
        return sorted(spoken, key=lambda k: (-worth.get(k, 0.0), k))

    def _passages(self, keys: set[str], shape: Shape) -> list[Said]:
        """What each passage with any word of the query says of it, and its BM25."""
        where, norms = shape.passages, shape.norms
        found: dict[int, Said] = {}
        scores: dict[int, Best] = {}
        for s in keys:
            rows = self.stems[s]
            for k, tf in where.get(s, ()):
                said = found.get(k)
                if said is None:
                    said = found[k] = Said(k)
                    scores[k] = {}
                best = said.best
                for slot, points in rows:
                    if points > best.get(slot, 0.0):
                        best[slot] = points
                score, full = scores[k], tf / (tf + norms[k])
                for slot, points in rows:
                    if points * full > score.get(slot, 0.0):
                        score[slot] = points * full
        for k, said in found.items():
            said.score = sum(scores[k].values())
        return list(found.values())

    def _best(self, keys: set[str], text: Container[str]) -> Best:
        best: Best = {}
        for s in keys:
            if s in text:
                for slot, points in self.stems[s]:
                    if points > best.get(slot, 0.0):
                        best[slot] = points
        return best

    def _cover(self, keys: set[str], text: Container[str]) -> float:
        """Share of the query that a text says."""
        return sum(self._best(keys, text).values()) / self.query.total

    def _score(self, keys: set[str], bag: Bag, kind: str) -> float:
        """BM25 of the best stem of each slot, as a share of what a perfect text would earn."""
        best: Best = {}
        norm = length_norm(bag.length, kind)
        for s in keys:
            if tf := bag.counts.get(s):
                full = tf / (tf + norm)
                for slot, points in self.stems[s]:
                    if points * full > best.get(slot, 0.0):
                        best[slot] = points * full
        return sum(best.values()) / self.query.total

    def _names(self, shape: Shape, keys: set[str]) -> dict[str, float]:
        found = dict.fromkeys(("title_q", "title_sim", "title_prod", "name_exact", "short_sim", "long_sim"), 0.0)
        if self._typed in shape.misspelt:
            found["name_exact"] = 1.0
        for k, said in self._said(shape, keys).items():
            name = shape.names[k]
            q, sim = self._likeness(name, said)
            if name.source == "titulo":
                found |= {"title_q": q, "title_sim": sim, "title_prod": sim * sim}
            elif name.bare == self._bare:
                found["name_exact"] = 1.0
            key = "long_sim" if name.source == "coloquial" else "short_sim"
            found[key] = max(found[key], sim)
        title = shape.names[0]
        found["title_exact"] = 1.0 if title.bare == self._bare else 0.8 * (title.stems == self._all)
        found["long_sim2"] = found["long_sim"] ** 2
        return found

    @staticmethod
    def _said(shape: Shape, keys: set[str]) -> dict[int, set[str]]:
        """Which names of an entry the query touches, and with what."""
        found: dict[int, set[str]] = {}
        for s in keys:
            for k in shape.naming.get(s, ()):
                if k in found:
                    found[k].add(s)
                else:
                    found[k] = {s}
        return found

    def _adjacent(self, keys: set[str], shape: Shape, text: Shape) -> float:
        """Share of the neighbouring words of the query that are neighbours somewhere in the entry."""
        if not self._pairs:
            return 0.0
        pairs = shape.pairs if shape is text else shape.pairs | text.pairs
        hits = sum(any((x, y) in pairs for x in a if x in keys for y in b if y in keys) for a, b in self._pairs)
        return hits / len(self._pairs)


def _beyond(best: Best, other: Best) -> float:
    """Points that another text adds to these."""
    more = 0.0
    for slot, points in other.items():
        had = best.get(slot, 0.0)
        if points > had:
            more += points - had
    return more
