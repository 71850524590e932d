"""What is usual in a game's cards: how likely a word is, given what is written before it.

Many small estimates are added up: what followed the last words, words of their kinds, and words at this point of such a clause
(how it was opened, whether its verb has come, which verb and which noun came last). Each says what followed there in our own
texts, or which kinds of words did. A sum forgives: a word that one of them expects is expected.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest

from grammar.game import GAMES
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.words import Word
from grammar.own import book_lines, own_texts, practice

PIECE = re.compile(r"\[[^\[\]\n]{1,40}\]|[^\W\d_]+|\d+(?:-\d+)?|[.,:;()\n]")
CARDS, BOOK, ELSEWHERE = 1.0, 0.25, 0.15
"""What a text of the game's cards counts, a sentence of its book, and a card of another game: the same Spanish."""
NUMBER, RANGE = "#", "#-#"
START = "^"
OPENINGS = frozenset(
    "mientras cuando si que al tras durante antes despues para hasta puede puedes pueden".split()
)  # what opens a clause, whose verb is then to come
NAMED = "n"
"""Of a clause: something has been named, and its verb is still to come."""
STOPS = frozenset(".:\n")
FINITE = frozenset({"ind", "subj", "isubj", "impf", "pret", "fut", "imp"})
STEMMED = frozenset({"N", "V", "V_INF", "V_GER", "V_PART", "ADJ"})
OPEN_CLASSES = frozenset({"N", "V", "V_INF", "V_GER", "V_PART", "ADJ", "NAME", "ICON", "KIND", "WICON"})
MOST_AFTER, MOST_OF_KIND = 120, 40
"""Words that are remembered after one beginning, and of one kind: the rest are rarer than all of these."""

Key = tuple[Hashable, ...]


def piece_of(text: str) -> str:
    return (RANGE if "-" in text else NUMBER) if text[0].isdigit() else fold(text) if text != "\n" else text


def pieces_of(text: str) -> list[str]:
    return [piece_of(piece) for piece in PIECE.findall(text)]


@dataclass(frozen=True)
class Kinds:
    """What is known of a single word: its kind, whether it is a noun or a verb that bends."""

    kind: Mapping[str, str]
    nouns: frozenset[str]
    finite: Mapping[str, str]
    """Verb -> its mood."""
    verbs: Mapping[str, str]
    """Form of a verb -> the verb."""
    stems: Mapping[str, str]
    """Form of a noun, a verb or an adjective -> what it is a form of."""

    def of(self, word: str) -> str:
        return self.kind.get(word, word)

    def stem(self, word: str) -> str:
        return self.stems.get(word, word)


@lru_cache(maxsize=8)
def kinds_of(game: str) -> Kinds:
    kind, nouns, finite, verbs, stems = {}, set(), {}, {}, {}
    for form, words in lexicon_for(game).forms.items():
        if not words or " " in form:
            continue
        noun = next((word for word in words if word.cls == "N"), None)
        chosen = noun or words[0]
        kind[form] = _kind(chosen) if chosen.cls in OPEN_CLASSES else form
        if chosen.cls in STEMMED:
            stems[form] = f"{chosen.cls[0]}.{chosen.id}"
        if noun is not None:
            nouns.add(form)
            continue
        verb = next((word for word in words if word.mood), None)
        if verb is not None:
            verbs[form] = verb.id
        mood = next((word.mood for word in words if word.mood in FINITE), None)
        if mood is not None:
            finite[form] = mood
    return Kinds(kind, frozenset(nouns), finite, verbs, stems)


def _kind(word: Word) -> str:
    return f"{word.cls}.{word.sort}.{word.mood}{word.person or ''}{word.number}{'+' if word.clitics else ''}"


@dataclass
class Point:
    """Where a text has come to."""

    kinds: Kinds
    last: list[str] = field(default_factory=lambda: [START])
    first: str = ""
    opening: str = START
    mood: str = ""
    noun: str = ""
    verb: str = ""

    def after(self, word: str) -> None:
        self.last = [*self.last[-2:], word]
        if word in STOPS:
            self.opening, self.mood, self.first, self.verb = START, "", "", ""
            return
        if word == ",":
            self.opening, self.mood = f",{self.first}", ""
        elif word in OPENINGS:
            self.opening, self.mood = word, ""
        if word in self.kinds.nouns:
            self.noun, self.mood = word, self.mood or NAMED
        self.mood = self.kinds.finite.get(word, self.mood)
        self.verb = self.kinds.verbs.get(word, self.verb)
        self.first = self.first or word

    def plain_keys(self) -> tuple[Key, ...]:
        """What the first PLAIN estimates look at."""
        last = self.last
        one, two = ([*(self.kinds.of(word) for word in reversed(last)), ""])[:2]
        stems = tuple(self.kinds.stem(word) for word in last)
        return tuple(last[-1:]), tuple(last[-2:]), tuple(last[-3:]), (one,), (one, two), stems[-2:], stems[-3:]

    def keys(self) -> tuple[Key, ...]:
        """What the estimates of WEIGHTS look at, in their order."""
        last, opening, mood = self.last[-1], self.opening, self.mood
        plain = self.plain_keys()
        one, two = plain[4]
        return (
            *plain, (opening, mood, one), (opening, mood, one, two), (self.noun, last), (self.verb, last), (self.verb, one),
            (opening, mood),
        )  # fmt: skip


WEIGHTS = (0.7, 1.0, 4.0, 1.0, 1.0, 1.0, 2.0, 1.5, 1.5, 1.5, 1.0, 1.5, 0.5)
PLAIN = 7
"""So many of the estimates learn from books and other games too; the rest only from the game's own cards."""
WORDS, TWICE = 3, 1.1
"""The first estimates look at words alone and keep what was met once; of the others that is chance, and most of the memory."""
KIND_WEIGHTS = {3: 1.5, 4: 1.5, 8: 1.5, 12: 0.5}
"""Estimates that also say which kinds follow, by their place among the keys."""

MET, OTHER_FORM = 0.3, 0.1

Row = tuple[tuple[tuple[str, float], ...], float]
"""What followed, each with its share, and the share that is left for what never did."""


@dataclass(frozen=True)
class Usage:
    kinds: Kinds
    words: tuple[Mapping[Key, Row], ...]
    of_kinds: Mapping[int, Mapping[Key, Row]]
    alone: Mapping[str, float]
    """How likely a word is anywhere."""
    by_kind: Mapping[str, tuple[tuple[str, float], ...]]
    digits: Mapping[str, tuple[str, ...]]
    """Number or range -> how it is written, the usual ones first."""
    spelt: Mapping[str, tuple[str, ...]]
    """Folded word -> how our texts write it, the usual way first."""

    def scores(self, before: str) -> dict[str, float]:
        """Folded words, numbers and signs that may come next, and how much speaks for each."""
        point = Point(self.kinds)
        for piece in pieces_of(before):
            point.after(piece)
        keys = point.keys()
        found: dict[str, float] = defaultdict(float)
        left = 0.0
        for table, key, weight in zip(self.words, keys, WEIGHTS, strict=True):
            row, rest = table.get(key, ((), 1.0))
            left += weight * rest
            for word, share in row:
                found[word] += weight * share
        for at, weight in KIND_WEIGHTS.items():
            for kind, share in self.of_kinds[at].get(keys[at], ((), 1.0))[0]:
                for word, part in self.by_kind.get(kind, ()):
                    found[word] += weight * share * part
        return {word: score + left * self.alone.get(word, 0.0) for word, score in found.items()}


def _rows(counts: Mapping[Key, Mapping[str, float]], least: float) -> dict[Key, Row]:
    """Counts as shares; what never followed keeps a part, the larger the more various what follows is (Witten and Bell)."""
    made: dict[Key, Row] = {}
    for key, after in counts.items():
        total = sum(after.values()) + len(after)
        if total - len(after) < least:
            continue
        usual = nlargest(MOST_AFTER, after.items(), key=lambda row: (row[1], row[0]))
        made[key] = tuple((word, count / total) for word, count in usual), len(after) / total
    return made


def _texts(game: str) -> Iterator[tuple[float, str]]:
    own = dict.fromkeys((*own_texts(game), *practice(game)))
    yield from ((CARDS, text) for text in own)
    yield from ((BOOK, text) for text in book_lines(game))
    for other in GAMES:
        yield from ((ELSEWHERE, text) for text in (*own_texts(other), *practice(other)) if text not in own)


@lru_cache(maxsize=8)
def usage_of(game: str) -> Usage:
    kinds = kinds_of(game)
    words = [defaultdict[Key, dict[str, float]](lambda: defaultdict(float)) for _ in WEIGHTS]
    of_kinds = {at: defaultdict[Key, dict[str, float]](lambda: defaultdict(float)) for at in KIND_WEIGHTS}
    seen: dict[str, float] = defaultdict(float)
    for weight, text in _texts(game):
        point = Point(kinds)
        for word in pieces_of(text):
            kind = kinds.of(word)
            seen[word] += weight
            keys = point.keys() if weight == CARDS else point.plain_keys()
            for table, key in zip(words, keys, strict=False):
                table[key][word] += weight
            for at, kind_table in of_kinds.items():
                if at < len(keys):
                    kind_table[keys[at]][kind] += weight
            point.after(word)
    total = sum(seen.values())
    return Usage(
        kinds,
        tuple(_rows(table, 0.0 if at < WORDS else TWICE) for at, table in enumerate(words)),
        {at: _rows(kind_table, TWICE) for at, kind_table in of_kinds.items()},
        {word: count / total for word, count in seen.items()},
        _by_kind(seen, kinds),
        _digits(game),
        _spelt(game),
    )


def _by_kind(seen: Mapping[str, float], kinds: Kinds) -> dict[str, tuple[tuple[str, float], ...]]:
    """Words of a kind, also those that were never met in this form: «reorientar» where there was «reorienta»."""
    stems: dict[str, float] = defaultdict(float)
    for word, count in seen.items():
        if word in kinds.stems:
            stems[kinds.stems[word]] += count
    rows: dict[str, dict[str, float]] = defaultdict(dict)
    for word, count in seen.items():
        rows[kinds.of(word)][word] = count + MET
    for word, stem in kinds.stems.items():
        if stem in stems:
            row = rows[kinds.of(word)]
            row[word] = row.get(word, 0.0) + OTHER_FORM * stems[stem]
    made = {}
    for kind, row in rows.items():
        total = sum(row.values())
        made[kind] = tuple(
            (word, count / total) for word, count in nlargest(MOST_OF_KIND, row.items(), key=lambda r: (r[1], r[0]))
        )
    return made


def _digits(game: str) -> dict[str, tuple[str, ...]]:
    pieces = [piece for text in (*own_texts(game), *practice(game)) for piece in PIECE.findall(text) if piece[0].isdigit()]
    return {each: _usual(piece for piece in pieces if piece_of(piece) == each) for each in (NUMBER, RANGE)}


def _usual(pieces: Iterable[str]) -> tuple[str, ...]:
    return tuple(piece for piece, _ in Counter(pieces).most_common())


def _spelt(game: str) -> dict[str, tuple[str, ...]]:
    """Capitals count where no sentence begins: «Tensión», but «gasta»."""
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    for weight, text in _texts(game):
        before = "."
        for piece in PIECE.findall(text):
            opens: Sequence[str] = (".", ":", "\n", "(")
            ways[piece_of(piece)][piece.lower() if before in opens else piece] += 1 if weight == CARDS else 0
            before = piece
    return {folded: tuple(way for way, _ in found.most_common()) for folded, found in ways.items()}
