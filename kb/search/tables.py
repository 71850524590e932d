"""Entries as the ranking sees them: names, passages and extra text as stems, saved beside the engine's index."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from grammar.game import Names
from kb.errors import StoreError
from kb.models import Block, Entry, Kind, Lines, Source
from kb.search.words import bare, content, spoken
from kb.text import fold, lemma

FILE = "tables.json"
SCHEMA = 1
HIDDEN = frozenset({"portada", "indice"})
BELOW = frozenset({"pregunta", "ejemplo", "definicion", "paso"})
"""Kinds shown as a passage of the entry above them."""
SHORT_NAMES = frozenset({"titulo", "indice", "en", "errata"})


_INSIDE = re.compile(r"(?<=[\wáéíóúñ,;)»”] )[«“\"(]?([^\W\d_]+)")
"""A word inside a sentence: its capital means something."""


class Name(NamedTuple):
    source: str
    """`titulo`, `indice`, `en`, `coloquial` or `errata`."""
    text: str
    stems: tuple[str, ...]


class Passage(NamedTuple):
    anchor: str | None
    text: str
    stems: str


@dataclass(slots=True)
class Bag:
    """Stems of one text with their counts."""

    counts: dict[str, int]
    length: int

    @classmethod
    def of(cls, stems: str) -> "Bag":
        words = stems.split()
        return cls(dict(Counter(words)), len(words))


@dataclass
class Record:
    """One entry. Numbers point to other records of the same list."""

    id: str
    game: str
    book: str
    kind: Kind
    title: str
    lines: Lines | None
    source: Source
    modes: list[str]
    parent: int | None
    shown: int
    """The record that answers for this one in a list of hits."""
    redirect: int | None
    lost: bool
    current: bool
    links: int
    names: list[Name]
    passages: list[Passage]
    summary: list[str]
    """Stems of our own words on it, a paragraph each."""
    asked: str
    """Stems of the questions that cite it."""


class NameShape(NamedTuple):
    source: str
    bare: str
    order: tuple[str, ...]
    stems: frozenset[str]
    idfs: dict[str, float]
    mass: float


@dataclass(slots=True)
class Shape:
    """A record unfolded for matching; made once, when a query first looks at it."""

    names: list[NameShape]
    naming: dict[str, list[int]]
    """Stem to the names that have it, the misspelt ones left out."""
    misspelt: frozenset[str]
    title: frozenset[str]
    short: frozenset[str]
    """Stems of every name but the ways of asking."""
    named: frozenset[str]
    body: Bag
    lengths: list[int]
    """Of each passage."""
    passages: dict[str, list[tuple[int, int]]]
    """Stem to the passages that have it, and how often."""
    own: Bag
    own_passages: dict[str, list[tuple[int, int]]]
    asked: frozenset[str]
    all: frozenset[str]
    pairs: frozenset[tuple[str, str]]


@dataclass
class Tables:
    records: list[Record]
    frequencies: dict[str, dict[str, int]]
    """By game: in how many entries each stem occurs."""
    words: dict[str, dict[str, int]]
    """By game: folded words of the books and how often they occur."""
    proper: dict[str, list[str]]
    """By game: folded words that the book writes with a capital and no title has: cards, units, places."""
    by_id: dict[str, int] = field(init=False)
    documents: list[tuple[int, int]] = field(init=False)
    """Number of a document in the engine to (record, passage of the record); our own words on it are the last one."""
    sizes: dict[str, int] = field(init=False)
    _idfs: dict[tuple[str, str | None], float] = field(init=False, default_factory=dict)
    _shapes: dict[int, Shape] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.by_id = {r.id: n for n, r in enumerate(self.records)}
        self.documents = [(n, k) for n, r in enumerate(self.records) for k in range(len(r.passages) + bool(r.summary))]
        self.sizes = dict(Counter(r.game for r in self.records))

    def of_game(self, game: str) -> list[int]:
        return [n for n, r in enumerate(self.records) if r.game == game]

    def document(self, number: int) -> str:
        """Stems of a document of the engine: a passage under its title."""
        n, k = self.documents[number]
        record = self.records[n]
        text = record.passages[k].stems if k < len(record.passages) else " ".join(record.summary)
        return f"{' '.join(record.names[0].stems)} {text}"

    def knows(self, stem: str, game: str | None) -> bool:
        return any(stem in counts for g, counts in self.frequencies.items() if game in (None, g))

    def idf(self, stem: str, game: str | None) -> float:
        key = stem, game
        if key not in self._idfs:
            self._idfs[key] = self._idf(stem, game)
        return self._idfs[key]

    def _idf(self, stem: str, game: str | None) -> float:
        games = [game] if game else list(self.sizes)
        seen = sum(self.frequencies[g].get(stem, 0) for g in games if g in self.frequencies)
        size = sum(self.sizes.get(g, 0) for g in games)
        return math.log(1 + (size - seen + 0.5) / (seen + 0.5))

    def shape(self, n: int) -> Shape:
        if n not in self._shapes:
            self._shapes[n] = self._unfold(self.records[n])
        return self._shapes[n]

    def _unfold(self, record: Record) -> Shape:
        names = [self._name(name, record.game) for name in record.names]
        right = [name for name in names if name.source != "errata"]
        named = frozenset(s for name in right for s in name.stems)
        body, own = Bag.of(" ".join(p.stems for p in record.passages)), Bag.of(" ".join(record.summary))
        texts = [tuple(stems.split()) for stems in (*(p.stems for p in record.passages), *record.summary)]
        texts += [name.order for name in right]
        return Shape(
            names=names, naming=_naming(names), title=names[0].stems,
            misspelt=frozenset(name.bare for name in names if name.source == "errata"),
            short=frozenset(s for name in right if name.source != "coloquial" for s in name.stems), named=named,
            body=body, lengths=[p.stems.count(" ") + 1 for p in record.passages],
            passages=_inverted(p.stems for p in record.passages),
            own=own, own_passages=_inverted(record.summary),
            asked=frozenset(record.asked.split()), all=named | body.counts.keys() | own.counts.keys(),
            pairs=frozenset(pair for words in texts for pair in pairwise(words)),
        )  # fmt: skip

    def _name(self, name: Name, game: str) -> NameShape:
        # The X of «PERFORANTE X» and numbers weigh next to nothing.
        idfs = {s: 0.2 if len(s) == 1 or s.isdigit() else self.idf(s, game) for s in name.stems}
        return NameShape(
            name.source,
            bare(name.text),
            name.stems,
            frozenset(name.stems),
            idfs,
            sum(idfs.values()) or 1.0,
        )

    def save(self, directory: Path) -> None:
        rows = [vars(r) for r in self.records]
        data = {"schema": SCHEMA, "records": rows, "frequencies": self.frequencies, "words": self.words, "proper": self.proper}
        (directory / FILE).write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    @classmethod
    def load(cls, directory: Path) -> "Tables":
        path = directory / FILE
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise StoreError(path, "no se puede leer el índice", "Reconstrúyelo con «kb build».") from error
        if data.get("schema") != SCHEMA:
            raise StoreError(path, "el índice es de otra versión", "Reconstrúyelo con «kb build».")
        records = [_record(row) for row in data["records"]]
        return cls(records, data["frequencies"], data["words"], data["proper"])


def _naming(names: Sequence[NameShape]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        for s in name.stems if name.source != "errata" else ():
            found.setdefault(s, []).append(k)
    return found


def _inverted(texts: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for k, text in enumerate(texts):
        for s, tf in Counter(text.split()).items():
            found.setdefault(s, []).append((k, tf))
    return found


def _record(row: dict[str, Any]) -> Record:
    names, passages, lines = row.pop("names"), row.pop("passages"), row.pop("lines")
    return Record(
        lines=tuple(lines) if lines else None,
        names=[Name(s, t, tuple(stems)) for s, t, stems in names],
        passages=[Passage(*p) for p in passages],
        **row,
    )


def tables_from(entries: Sequence[Entry], lexicons: Mapping[str, Mapping[str, Names]]) -> Tables:
    kept = [e for e in entries if e.kind not in HIDDEN]
    number = {e.id: n for n, e in enumerate(kept)}
    asked = _asked(kept)
    records = [_record_from(e, number, lexicons.get(e.game, {}), asked.get(e.id, [])) for e in kept]
    frequencies: dict[str, Counter[str]] = {}
    words: dict[str, Counter[str]] = {}
    for entry, record in zip(kept, records, strict=True):
        frequencies.setdefault(entry.game, Counter()).update(sorted(_stems(record)))  # the same bytes in every build
        words.setdefault(entry.game, Counter()).update(_words(entry, record))
    proper = {game: _proper([e for e in kept if e.game == game]) for game in words}
    return Tables(records, {g: dict(c) for g, c in frequencies.items()}, {g: dict(c) for g, c in words.items()}, proper)


def _proper(entries: Sequence[Entry]) -> list[str]:
    titles = {s for e in entries if e.kind not in BELOW for s in content(e.title)}
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for block in (b for e in entries for b in (*e.blocks, *(e.summary.blocks if e.summary else ()))):
        for word in _INSIDE.findall(block.text):
            (capital if word[0].isupper() else small)[fold(word)] += 1
    return sorted(w for w, n in capital.items() if n > small[w] and len(w) > 1 and not set(content(w)) & titles)


def _stems(record: Record) -> set[str]:
    texts = [*(p.stems for p in record.passages), *record.summary]
    names = [name.stems for name in record.names if name.source != "errata"]
    return {s for text in texts for s in text.split()} | {s for stems in names for s in stems}


def _words(entry: Entry, record: Record) -> Iterable[str]:
    yield from (w for block in entry.blocks for w in fold(block.text).split() if not w.isdigit())
    if entry.summary:
        yield from (w for w in fold(entry.summary.text).split() if not w.isdigit())
    for name in record.names:
        if name.source != "errata":
            # A term of the game is a likelier reading of a slip than a word of running text.
            yield from 5 * fold(name.text).split()


def _asked(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """The FAQ questions that cite each entry, as extra text for it."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        if entry.kind == "pregunta":
            cited = {*entry.refs, *entry.see_also, *(step.split("#")[0] for step in entry.step_refs)}
            for target in cited - {entry.parent}:
                found.setdefault(target, []).append(entry.title)
    return found


def _record_from(entry: Entry, number: Mapping[str, int], lexicon: Mapping[str, Names], asked: list[str]) -> Record:
    parent = number.get(entry.parent) if entry.parent else None
    shown = parent if entry.kind in BELOW and parent is not None else number[entry.id]
    target = entry.redirect_best or entry.redirect
    summary = [b.text for b in entry.summary.blocks] if entry.summary else []
    return Record(
        id=entry.id, game=entry.game, book=entry.book, kind=entry.kind, title=entry.title,
        lines=entry.lines, source=entry.source, modes=list(entry.modes), parent=parent,
        shown=shown, redirect=number.get(target) if target else None, lost=entry.lost, current=entry.current,
        links=len(entry.mentioned_by), names=_names(entry, lexicon.get(entry.id.split("/", 1)[1])),
        passages=[Passage(b.anchor, b.text, " ".join(content(_said(b)))) for b in entry.blocks],
        summary=[" ".join(content(text)) for text in summary],
        asked=" ".join(" ".join(content(q)) for q in asked),
    )  # fmt: skip


def _said(block: Block) -> str:
    """The text with its run-in title, which some blocks keep apart."""
    return block.text if not block.term or block.text.startswith(block.term) else f"{block.term} {block.text}"


def _names(entry: Entry, names: Names | None) -> list[Name]:
    """The title first, then every other name once."""
    rows = [("titulo", lemma(entry.title))]
    if names:
        rows += [("indice", n) for n in names.indice] + [("en", n) for n in names.en]
        rows += [("coloquial", n) for n in names.coloquial] + [("errata", n) for n in names.erratas]
    rows += [("coloquial", n) for n in spoken().get(entry.game, {}).get(entry.id.split("/", 1)[1], ())]
    rows += [("indice", n) for n in entry.aliases]
    found: dict[str, Name] = {}
    for source, text in rows:
        found.setdefault(fold(text), Name(source, text, content(text)))
    return list(found.values())
