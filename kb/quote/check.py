"""A quotation held against the rules: textual or not, where, and in what it differs from the nearest passage."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal

from rapidfuzz.fuzz import partial_ratio_alignment

from kb.errors import KbError
from kb.models import Block, Citation, Entry, Model, Source
from kb.quote.words import OMISSION, Icons, Word, without_ends, words_of
from kb.store import KnowledgeBase
from kb.text import fold, stems

MOST_PLACES, _CANDIDATES = 5, 6
_ALIKE = 0.5
"""Share of its words that a passage must have to be told as the nearest."""


_Step = tuple[str, int, int, int, int]
"""As difflib tells it: what is done, and the words of the quotation and of the passage that it is about."""


class Place(Model):
    """Words of a rule, with their address."""

    entry: str
    title: str
    anchors: tuple[str, ...]
    """The marks of the blocks that the words are in: `juego/entrada#marca` is their address."""
    source: Source
    words: str
    """As the rule has them."""
    citation: Citation


class Difference(Model):
    op: Literal["cambia", "falta", "sobra"]
    quoted: str
    """The words of the quotation; empty where some of the rule's are missing."""
    text: str
    """The words of the rule; empty where the quotation has some that are not there."""


class Quotation(Model):
    verdict: Literal["textual", "no_textual", "otra_edicion"]
    told: str
    places: tuple[Place, ...] = ()
    nearest: Place | None = None
    differences: tuple[Difference, ...] = ()
    omissions: int = 0
    """Places where the quotation says that it leaves words out."""
    digest: str


class QuoteError(KbError):
    """What was sent cannot be compared with anything."""


@dataclass(frozen=True)
class _Text:
    """One side of an entry, official or ours, as one run of words; each word knows its block."""

    entry: Entry
    source: Source
    blocks: tuple[Block, ...]
    prefix: str
    words: tuple[Word, ...]
    at: tuple[int, ...]
    """The block of each word."""

    @cached_property
    def keys(self) -> str:
        """Every word between spaces: a run of words is found as text."""
        return f" {' '.join(word.key for word in self.words)} "

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stem for block in self.blocks for stem in stems(block.text))


@dataclass(frozen=True)
class _Shelf:
    """All texts, in order, and where those of a game, an entry and a word stand: nobody goes through all of them to ask."""

    texts: tuple[_Text, ...]

    @cached_property
    def of_game(self) -> Mapping[str, tuple[_Text, ...]]:
        return {"": self.texts} | {
            game: tuple(t for t in self.texts if t.entry.game == game) for game in {t.entry.game for t in self.texts}
        }

    @cached_property
    def of_entry(self) -> Mapping[str, tuple[_Text, ...]]:
        found: dict[str, tuple[_Text, ...]] = {}
        for text in self.texts:
            found[text.entry.id] = (*found.get(text.entry.id, ()), text)
        return found

    @cached_property
    def of_stem(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for n, text in enumerate(self.texts):
            for stem in text.stems:
                found[stem].append(n)
        return dict(found)


@dataclass(frozen=True)
class Quotes:
    """What quotations are held against: made once for a knowledge base."""

    kb: KnowledgeBase
    _shelves: dict[bool, _Shelf] = field(default_factory=dict)

    def shelf(self, loose: bool) -> _Shelf:
        if loose not in self._shelves:
            icons = self._icons
            self._shelves[loose] = _Shelf(tuple(text for e in self.kb.entries for text in _sides(e, icons[e.game], loose)))
        return self._shelves[loose]

    @cached_property
    def _icons(self) -> Mapping[str, Icons]:
        """By game; those of all of them under no name."""
        found = {game: _icons_of(self.kb, game) for game in self.kb.games}
        return found | {"": {name: token for icons in found.values() for name, token in icons.items()}}

    def check(self, text: str, entry: str = "", game: str = "", edition: str = "", loose: bool = False) -> Quotation:
        """Whether the words are in that entry, or in any of the game, or in any at all. An unknown entry is NotFound."""
        chosen = self.kb.get(entry.partition("#")[0]) if entry else None
        icons = self._icons.get(chosen.game if chosen else game, {})
        pieces = [without_ends(words_of(piece, icons, loose)) for piece in OMISSION.split(text)]
        pieces = [piece for piece in pieces if piece]
        if not pieces:
            raise QuoteError("La cita no tiene ninguna palabra.")
        shelf = self.shelf(loose)
        near = shelf.of_entry.get(chosen.id, ()) if chosen else shelf.of_game.get(game, ())
        omissions = len(OMISSION.findall(text))
        if chosen and edition and edition != chosen.citation.edition:
            told = f"Aquí está la edición {chosen.citation.edition} de ese libro, no la {edition}: no se puede comprobar."
            return Quotation(verdict="otra_edicion", told=told, omissions=omissions, digest=self.kb.digest)
        wanted = [(" ".join(word.key for word in piece), len(piece)) for piece in pieces]
        # What all of it needs is asked first, of every text: one word more than that is dear.
        rarest = max((keys[1:] for keys, _ in wanted), key=len)
        places = [place for t in near if rarest in t.keys and (place := _found(t, wanted))]
        if places:
            more = f" y en {len(places) - 1} pasajes más" if len(places) > 1 else ""
            told = f"Es textual: está en «{places[0].title}»{more}."
            return Quotation(verdict="textual", told=told, places=tuple(places[:MOST_PLACES]), omissions=omissions,
                             digest=self.kb.digest)  # fmt: skip
        return self._not_there(text, pieces, near, omissions, chosen, shelf)

    def _not_there(self, text: str, pieces: Sequence[list[Word]], near: Sequence[_Text], omissions: int,
                   chosen: Entry | None, shelf: _Shelf) -> Quotation:  # fmt: skip
        words = [word for piece in pieces for word in piece]
        where = f"en «{chosen.title}»" if chosen else "en estas reglas"
        found = [(aligned, t) for t in _likely(text, near, shelf) if (aligned := _aligned(words, t))]
        if not found:
            told = f"No es textual: {where} no hay nada parecido."
            return Quotation(verdict="no_textual", told=told, omissions=omissions, digest=self.kb.digest)
        (_, begin, end), best = max(found, key=lambda pair: pair[0][0])
        first, last, differences = _compared(words, best, begin, end)
        told = f"No es textual: lo más parecido {where} difiere en {_count(differences)}."
        return Quotation(verdict="no_textual", told=told, nearest=_place(best, first, last), differences=differences,
                         omissions=omissions, digest=self.kb.digest)  # fmt: skip


def _count(differences: Sequence[Difference]) -> str:
    return "un punto" if len(differences) == 1 else f"{len(differences)} puntos"


def _icons_of(kb: KnowledgeBase, game: str) -> Icons:
    found = kb.games.get(game)
    icons = found.facts.iconos if found else ()
    return {fold(name): icon.token.strip("[]") for icon in icons for name in (icon.nombre, icon.token)}


def _sides(entry: Entry, icons: Icons, loose: bool) -> Iterator[_Text]:
    own = entry.summary.blocks if entry.summary else ()
    for source, blocks, prefix in ((entry.source, entry.blocks, ""), ("propio", own, "p-")):
        if blocks:
            words = [(word, n) for n, block in enumerate(blocks) for word in words_of(block.text, icons, loose)]
            yield _Text(entry, source, blocks, prefix, tuple(w for w, _ in words), tuple(n for _, n in words))


def _found(text: _Text, pieces: Sequence[tuple[str, int]]) -> Place | None:
    """All pieces, each with how many words it has, in order and as whole words."""
    at, first, last = 0, None, 0
    for wanted, size in pieces:
        spots = (text.keys.find(f" {start}{wanted[1:]} ", at) for start in {wanted[0].lower(), wanted[0].upper()})
        at = min((spot for spot in spots if spot >= 0), default=-1)
        if at < 0:
            return None
        begin = text.keys.count(" ", 0, at)
        first, last = begin if first is None else first, begin + size
        at += len(wanted) + 1
    return _place(text, first or 0, last)


def _place(text: _Text, first: int, last: int) -> Place:
    """The words from one to another, block by block, as the rule writes them."""
    parts: list[str] = []
    blocks = range(text.at[first], text.at[last - 1] + 1)
    for n in blocks:
        inside = [text.words[i] for i in range(first, last) if text.at[i] == n]
        parts += [text.blocks[n].text[inside[0].start : inside[-1].end]] if inside else []
    entry = text.entry
    return Place(entry=entry.id, title=entry.title, anchors=tuple(f"{text.prefix}{text.blocks[n].mark}" for n in blocks),
                 source=text.source, words="\n".join(parts), citation=entry.citation)  # fmt: skip


def _likely(text: str, near: Sequence[_Text], shelf: _Shelf) -> list[_Text]:
    """The passages that share most of its words, without the commonest; of as many, those that stand first."""
    here = {id(t) for t in near}
    shared = Counter(n for stem in frozenset(stems(text)) for n in shelf.of_stem.get(stem, ()) if id(shelf.texts[n]) in here)
    best = sorted(shared, key=lambda n: (-shared[n], n))[:_CANDIDATES]
    return [shelf.texts[n] for n in best] or list(near[:1])


def _aligned(words: Sequence[Word], text: _Text) -> tuple[float, int, int] | None:
    """How alike the quotation and the stretch most like it are, and which words that is; None where too little."""
    told = " ".join(word.key for word in words)
    left = told.count(" ", _LONGEST)  # hundreds of signs, each a word: where it stands is told by those before
    told = told[:_LONGEST]
    found = partial_ratio_alignment(told, text.keys, score_cutoff=100 * _ALIKE)
    if found is None or found.score < 100 * _ALIKE or len(told) > len(text.keys):
        begin, end = (0, len(text.words)) if found else (0, 0)
    else:
        begin = max(0, text.keys.count(" ", 0, found.dest_start + 1) - 1 - _SLACK)
        end = min(len(text.words), text.keys.count(" ", 0, found.dest_end) + _SLACK + left)
    if found is None or not {word.key for word in words} & {word.key for word in text.words[begin:end]}:
        return None
    return found.score, begin, end


def _compared(words: Sequence[Word], text: _Text, first: int, last: int) -> tuple[int, int, tuple[Difference, ...]]:
    """Of that stretch of the passage, what the quotation is about, and word by word what is otherwise."""
    matcher = SequenceMatcher(None, [w.key for w in words], [w.key for w in text.words[first:last]], autojunk=False)
    steps = _trimmed([(op, a, b, c, d) for op, a, b, c, d in matcher.get_opcodes()])
    begin, end = first + steps[0][3], first + steps[-1][4]
    return begin, max(end, begin + 1), tuple(_difference(words, text, first, step) for step in steps if step[0] != "equal")


def _trimmed(steps: list[_Step]) -> list[_Step]:
    """Without what the rule says before and after: it is not missing in a quotation."""
    while steps and steps[0][0] == "insert":
        steps = steps[1:]
    while steps and steps[-1][0] == "insert":
        steps = steps[:-1]
    op, a, b, c, d = steps[0]
    if op == "replace":
        steps[0] = (op, a, b, max(c, d - (b - a)), d)
    op, a, b, c, d = steps[-1]
    if op == "replace":
        steps[-1] = (op, a, b, c, min(d, c + (b - a)))
    return steps


_SLACK, _LONGEST = 6, 900
_OPS: Mapping[str, Literal["cambia", "falta", "sobra"]] = {"replace": "cambia", "insert": "falta", "delete": "sobra"}


def _difference(words: Sequence[Word], text: _Text, first: int, step: _Step) -> Difference:
    op, a, b, c, d = step
    theirs = text.words[first + c : first + d]
    return Difference(op=_OPS[op], quoted=" ".join(w.key for w in words[a:b]), text=" ".join(w.key for w in theirs))
