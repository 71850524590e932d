"""Entries as the ranking sees them: names, passages and extra text as stems, saved beside the engine's index."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, pairwise
from operator import or_
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic_core import to_json

from grammar.game import Game, Names
from kb.errors import StoreError
from kb.games import shelf_from
from kb.models import Block, Entry, Kind, Lines, Source
from kb.search.model import NOTHING, Model
from kb.search.passages import Passage
from kb.search.phrases import phrases
from kb.search.words import bare, content, known_form, sound, vocabulary
from kb.text import fold, lemma

FILE = "tables.json"
SCHEMA = 6
HIDDEN = frozenset({"portada", "indice"})
BELOW = frozenset({"pregunta", "ejemplo", "definicion", "paso"})
"""Kinds shown as a passage of the entry above them."""
HEARD = frozenset({"coloquial", "errata"})
"""Names as people write them, slips and all."""
SHORT_NAMES = frozenset({"titulo", "indice", "en", "errata"})

ITEMS = frozenset({"vineta", "paso"})
SHORTEST = 12
"""A block of so few characters says nothing alone."""
_TYPES = re.compile(r"(?:Tipos?|Contenido|Componentes) ?:")
_INSIDE = re.compile(r"(?<=[\wáéíóúñ,;)»”] )[«“\"(]?([^\W\d_]+)")
"""A word inside a sentence: its capital means something."""


class Name(NamedTuple):
    source: str
    """`titulo`, `indice`, `en`, `coloquial` or `errata`."""
    text: str
    stems: tuple[str, ...]
    place: int | None = None
    """Of a way of asking: the passage that answers it, where that is known."""


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
    verdict: str | None = None
    """Of a question of the FAQ."""
    page: int | None = None


TERM = 5
"""Times that a word of a name counts as said."""
COMMONEST, RAREST = 0.3, 6.0
K1, B = 1.2, 0.6
LENGTHS = {"body": 110.0, "passage": 26.0, "own": 70.0}
"""Mean number of stems of each kind of text, for the length norm of BM25."""


def length_norm(length: int, kind: str) -> float:
    return K1 * (1 - B + B * length / LENGTHS[kind])


class NameShape(NamedTuple):
    bare: str
    stems: frozenset[str]
    mass: float


class Row(NamedTuple):
    """Where a record has a stem."""

    names: int
    """A bit for each, the misspelt ones left out."""
    places: tuple[tuple[int, float], ...]
    """Each passage that has it, and how full of it that is: BM25 without the weight of the word."""
    body: float
    """How full of it all passages together are, and our own words."""
    own: float
    after: frozenset[str]
    """The stems that follow it somewhere."""


@dataclass(slots=True)
class Shape:
    """A record unfolded for matching; made once, when a query first looks at it."""

    names: list[NameShape]
    masses: list[float]
    """What each name weighs. Sets of names are bits in this order, the lightest the lowest: of some that say the same of a
    query, the lowest bit is the one most like it."""
    entitled: int
    """The bit of the title."""
    asking: int
    """The bits of the ways of asking."""
    places: dict[int, int]
    """By passage, the bits of the ways of asking that it answers."""
    placed: int
    """All of those bits."""
    bares: dict[str, int]
    """The bits of the other names without their variables, the misspelt ones left out."""
    misspelt: frozenset[str]
    title: frozenset[str]
    rows: dict[str, Row]
    spoken: list[int]
    """Passages that may be shown."""
    extent: float


@dataclass
class Tables:
    records: list[Record]
    frequencies: dict[str, dict[str, int]]
    """By game: in how many entries each stem occurs."""
    words: dict[str, dict[str, int]]
    """By game: folded words of the books and how often they occur."""
    proper: dict[str, list[str]]
    """By game: folded words that the book writes with a capital and no title has: cards, units, places."""
    model: Model = NOTHING
    """Which record people mean."""
    games: Model = NOTHING
    """Which game they mean, by its number in `sizes`."""
    sounds: Model = NOTHING
    """What kind of question it is, by its number in `negatives.CLASSES`."""
    taught: tuple[str, ...] = ()
    """Games about which people's questions are known."""
    facts: dict[str, Game] = field(default_factory=dict)
    """What is known of each game: what the knowledge base brings; of a shipped one that it does not bring, what is shipped."""
    by_id: dict[str, int] = field(init=False)
    documents: list[tuple[int, int]] = field(init=False)
    """Number of a document in the engine to (record, passage of the record); our own words on it are the last one."""
    sizes: dict[str, int] = field(init=False)
    readings: dict[tuple[object, ...], Any] = field(init=False, default_factory=dict, repr=False)
    """What `understand` has taken words for, by word and game, and by the names in which it stands."""
    _idfs: dict[tuple[str, str | None], float] = field(init=False, default_factory=dict)
    _weights: dict[str, dict[str, float]] = field(init=False, default_factory=dict)
    _shapes: dict[int, Shape] = field(init=False, default_factory=dict)
    _said: dict[int, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.by_id = {r.id: n for n, r in enumerate(self.records)}
        self.documents = [(n, k) for n, r in enumerate(self.records) for k in range(len(r.passages) + bool(r.summary))]
        self.sizes = dict(Counter(r.game for r in self.records))
        lacking = shelf_from({}, (game for game in self.sizes if game not in self.facts))  # reading them takes half a second
        self.facts = {slug: data.facts for slug, data in lacking.items()} | self.facts

    def of_game(self, game: str) -> list[int]:
        return [n for n, r in enumerate(self.records) if r.game == game]

    def document(self, number: int) -> str:
        """Stems of a document of the engine: a passage under its title."""
        n, k = self.documents[number]
        record = self.records[n]
        text = record.passages[k].stems if k < len(record.passages) else " ".join(record.summary)
        return f"{' '.join(record.names[0].stems)} {text}"

    def said(self, n: int) -> str:
        """All that an entry says, folded: for words in quotes and words that are not wanted."""
        if n not in self._said:
            record = self.records[n]
            self._said[n] = fold(" ".join((record.title, *(p.text for p in record.passages))))
        return self._said[n]

    def knows(self, stem: str, game: str | None) -> bool:
        return any(stem in counts for g, counts in self.frequencies.items() if game in (None, g))

    def idf(self, stem: str, game: str | None) -> float:
        found = self._idfs.get((stem, game))
        if found is None:
            found = self._idf(stem, game)
            if self.knows(stem, None):  # what no book says may be any of a stranger's words
                self._idfs[stem, game] = found
        return found

    def _idf(self, stem: str, game: str | None) -> float:
        games = [game] if game else list(self.sizes)
        seen = sum(self.frequencies[g].get(stem, 0) for g in games if g in self.frequencies)
        size = sum(self.sizes.get(g, 0) for g in games)
        return math.log(1 + (size - seen + 0.5) / (seen + 0.5))

    def rarity(self, stem: str) -> float:
        """What a stem counts for the model: the rarer, the more."""
        return max(COMMONEST, self.idf(stem, None) / RAREST)

    def shape(self, n: int) -> Shape:
        if n not in self._shapes:
            self._shapes[n] = self._unfold(self.records[n])
        return self._shapes[n]

    def _unfold(self, record: Record) -> Shape:
        names = [self._name(name, record.game) for name in record.names]
        order = sorted(range(len(names)), key=lambda k: (names[k].mass, k))
        bits = {k: 1 << place for place, k in enumerate(order)}
        right = {k: name for k, name in enumerate(record.names) if name.source != "errata"}
        bares: dict[str, int] = {}
        naming: dict[str, int] = {}
        answered: dict[int, int] = {}
        asking = 0
        for k, name in right.items():
            bit = bits[k]
            if k:
                bares[names[k].bare] = bares.get(names[k].bare, 0) | bit
            for s in names[k].stems:
                naming[s] = naming.get(s, 0) | bit
            if name.source == "coloquial":
                asking |= bit
                if name.place is not None:
                    answered[name.place] = answered.get(name.place, 0) | bit
        passages, own = [p.stems.split() for p in record.passages], [text.split() for text in record.summary]
        body, ours = list(chain.from_iterable(passages)), list(chain.from_iterable(own))
        places = _inverted(passages, "passage")
        in_body, in_own = _inverted([body], "body"), _inverted([ours], "own")
        after: dict[str, set[str]] = {}
        for words in (*passages, *own, *(name.stems for name in right.values())):
            for first, second in pairwise(words):
                after.setdefault(first, set()).add(second)
        return Shape(
            names=names, title=names[0].stems, bares=bares, masses=[names[k].mass for k in order],
            entitled=bits[0], asking=asking, places=answered,
            placed=reduce(or_, answered.values(), 0),
            misspelt=frozenset(shape.bare for k, shape in enumerate(names) if k not in right),
            rows={
                s: Row(
                    naming.get(s, 0), tuple(places.get(s, ())),
                    in_body.get(s, NOWHERE)[0][1], in_own.get(s, NOWHERE)[0][1], frozenset(after.get(s, ())),
                )
                for s in naming.keys() | places.keys() | in_own.keys()
            },
            spoken=[k for k, p in enumerate(record.passages) if not p.quiet] or list(range(len(record.passages))),
            extent=math.log1p(len(body) + len(ours)) / 7,
        )  # fmt: skip

    def weight(self, stem: str, game: str) -> float:
        """What a stem weighs in a name: the X of «PERFORANTE X» and numbers next to nothing."""
        return 0.2 if len(stem) == 1 or stem.isdigit() else self.idf(stem, game)

    def weights(self, game: str) -> dict[str, float]:
        """What each stem of a game weighs in a name of it."""
        found = self._weights.get(game)
        if found is None:
            found = self._weights[game] = {s: self.weight(s, game) for s in self.frequencies[game]}
        return found

    def _name(self, name: Name, game: str) -> NameShape:
        stems = dict.fromkeys(name.stems)
        return NameShape(bare(name.text), frozenset(stems), sum([self.weight(s, game) for s in stems]) or 1.0)

    def save(self, directory: Path) -> None:
        rows = [vars(r) for r in self.records]
        data = {"schema": SCHEMA, "records": rows, "frequencies": self.frequencies, "words": self.words, "proper": self.proper}
        data |= {"model": self.model.rows, "games": self.games.rows, "sounds": self.sounds.rows, "taught": self.taught}
        (directory / FILE).write_bytes(to_json(data))

    @classmethod
    def load(cls, directory: Path, facts: Mapping[str, Game] = MappingProxyType({})) -> "Tables":
        path = directory / FILE
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise StoreError(path, "no se puede leer el índice", "Reconstrúyelo con «kb build».") from error
        if data.get("schema") != SCHEMA:
            raise StoreError(path, "el índice es de otra versión", "Reconstrúyelo con «kb build».")
        models = {name: Model(data[name]) for name in ("model", "games", "sounds")}
        records = [_record(row) for row in data["records"]]
        return cls(
            records,
            data["frequencies"],
            data["words"],
            data["proper"],
            **models,
            taught=tuple(data["taught"]),
            facts=dict(facts),
        )


NOWHERE = [(0, 0.0)]


def _inverted(texts: Sequence[Sequence[str]], kind: str) -> dict[str, list[tuple[int, float]]]:
    """Stem to the texts that have it, and how full of it each is."""
    found: dict[str, list[tuple[int, float]]] = {}
    for k, words in enumerate(texts):
        norm = length_norm(len(words), kind)
        for s, tf in Counter(words).items():
            found.setdefault(s, []).append((k, tf / (tf + norm)))
    return found


def _record(row: dict[str, Any]) -> Record:
    names, passages, lines = row.pop("names"), row.pop("passages"), row.pop("lines")
    return Record(
        lines=tuple(lines) if lines else None,
        names=[Name(source, text, tuple(stems), place) for source, text, stems, place in names],
        passages=[Passage(*p) for p in passages],
        **row,
    )


def tables_from(entries: Sequence[Entry], lexicons: Mapping[str, Mapping[str, Names]]) -> Tables:
    kept = [e for e in entries if e.kind not in HIDDEN]
    number = {e.id: n for n, e in enumerate(kept)}
    asked = _asked(kept)
    records = [_record_from(e, number, lexicons.get(e.game, {}), asked.get(e.id, [])) for e in kept]
    _without_slips(records, {w for entry, record in zip(kept, records, strict=True) for w in _written(entry, record)})
    frequencies: dict[str, Counter[str]] = {}
    words: dict[str, Counter[str]] = {}
    for entry, record in zip(kept, records, strict=True):
        frequencies.setdefault(entry.game, Counter()).update(sorted(_stems(record)))  # the same bytes in every build
        _count(entry, record, words.setdefault(entry.game, Counter()))
    proper = {game: _proper([e for e in kept if e.game == game]) for game in words}
    return Tables(records, {g: dict(c) for g, c in frequencies.items()}, {g: dict(c) for g, c in words.items()}, proper)


def _proper(entries: Sequence[Entry]) -> list[str]:
    titles = {s for e in entries if e.kind not in BELOW for s in content(e.title)}
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    blocks = (b for e in entries for b in (*e.blocks, *(e.summary.blocks if e.summary else ())))
    for word, times in Counter([word for block in blocks for word in _INSIDE.findall(block.text)]).items():
        (capital if word[0].isupper() else small)[fold(word)] += times
    return sorted(w for w, n in capital.items() if n > small[w] and len(w) > 1 and not set(content(w)) & titles)


def _stems(record: Record) -> set[str]:
    texts = [*(p.stems for p in record.passages), *record.summary]
    names = [name.stems for name in record.names if name.source != "errata"]
    return {s for text in texts for s in text.split()} | {s for stems in names for s in stems}


def _count(entry: Entry, record: Record, words: Counter[str]) -> None:
    """Adds the words of an entry."""
    texts = [*(block.text for block in entry.blocks), *([entry.summary.text] if entry.summary else ())]
    words.update([w for text in texts for w in fold(text).split() if not w.isdigit()])
    for name in record.names:
        if name.source != "errata":
            # A term of the game is a likelier reading of a slip than a word of running text.
            for w in fold(name.text).split():
                words[w] += TERM


def _written(entry: Entry, record: Record) -> Iterable[str]:
    """The words of an entry but those that only ways of asking for it have."""
    yield from fold(entry.text).split()
    yield from fold(entry.summary.text).split() if entry.summary else ()
    yield from (w for name in record.names if name.source not in HEARD for w in fold(name.text).split())


def _without_slips(records: Sequence[Record], written: Set[str]) -> None:
    """Ways of asking also show how people misspell («ensima»): read as what they heard, or the slip would be a word."""
    heard: dict[str, str] = {}
    for word in sorted(written | vocabulary().known):
        heard.setdefault(sound(word), word)
    for record in records:
        for k, name in enumerate(record.names):
            if name.source != "coloquial":
                continue
            words = fold(name.text).split()
            right = [w if known_form(w, written) else heard.get(sound(w), w) for w in words]
            if right != words:
                text = " ".join(right)
                record.names[k] = name._replace(text=text, stems=content(text))


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
        passages=_passages(entry.blocks),
        summary=[" ".join(content(text)) for text in summary],
        asked=" ".join(" ".join(content(q)) for q in asked), verdict=entry.verdict.verdict if entry.verdict else None,
        page=entry.page,
    )  # fmt: skip


def _passages(blocks: Sequence[Block]) -> list[Passage]:
    return [
        Passage(b.mark or b.anchor, b.text, " ".join(content(_said(b))), lead, b.label, _quiet(b))
        for b, lead in zip(blocks, _leads(blocks), strict=True)
    ]


def _leads(blocks: Sequence[Block]) -> list[int | None]:
    """Of each item of a list, the block that introduces it: the paragraph above the list, or the item that it is below."""
    found: list[int | None] = []
    above: int | None = None
    for k, block in enumerate(blocks):
        if block.kind not in ITEMS:
            above = k if block.text.rstrip().endswith(":") else None
            found.append(None)
            continue
        upper = next((n for n in range(k - 1, -1, -1) if blocks[n].depth < block.depth or blocks[n].kind not in ITEMS), None)
        nested = upper is not None and blocks[upper].kind in ITEMS
        found.append(upper if nested else above)
    return found


def _quiet(block: Block) -> bool:
    return block.kind == "pie" or _TYPES.match(block.text) is not None or len(block.text) < SHORTEST


def _said(block: Block) -> str:
    """The text with its run-in title, which some blocks keep apart."""
    return block.text if not block.term or block.text.startswith(block.term) else f"{block.term} {block.text}"


def _names(entry: Entry, names: Names | None) -> list[Name]:
    """The title first, then every other name once."""
    rows: list[tuple[str, str, int | None]] = [("titulo", lemma(entry.title), None)]
    if names:
        rows += [("indice", n, None) for n in names.indice] + [("en", n, None) for n in names.en]
        rows += [("coloquial", n, None) for n in names.coloquial] + [("errata", n, None) for n in names.erratas]
    asked = phrases(entry.game).get(entry.id.split("/", 1)[1], ())
    said = [set(content(_said(block))) for block in entry.blocks] if asked else []
    for group in asked:
        place = _answering(said, group.about)
        rows += [("coloquial", n, place) for n in group.phrases]
    rows += [("indice", n, None) for n in entry.aliases]
    found: dict[str, Name] = {}
    for source, text, place in rows:
        found.setdefault(fold(text), Name(source, text, content(text), place))
    return list(found.values())


def _answering(said: Sequence[Set[str]], about: str) -> int | None:
    """The block that says most of what a group of phrases is about, if it says half of it; the shortest of those."""
    wanted = set(content(about))
    best = max(range(len(said)), key=lambda k: (len(wanted & said[k]), -len(said[k])), default=None)
    return best if best is not None and wanted and 2 * len(wanted & said[best]) >= len(wanted) else None
