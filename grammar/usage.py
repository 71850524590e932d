"""What is usual in a game's cards: how likely a word is after the words before it.

Two estimates are mixed, each falling back from longer beginnings to shorter ones (Witten and Bell): the very words, and their
kinds (class, sort, mood), so that a word nobody has written here yet is expected where its like stands.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from itertools import product

from grammar.lexicon.load import Lexicon, fold, lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.lexicon.words import Token, Word
from grammar.own import book_lines, own_texts, practice

PIECE = re.compile(r"\[[^\[\]\n]{1,40}\]|[^\W\d_]+|\d+(?:-\d+)?|[.,:;()]")
CARDS, BOOK = 4.0, 1.0
"""What a line of a card counts, and one of the book, which speaks of the same things in another voice."""
LONGEST = 3
WORDS, KINDS = 0.7, 0.3
SAME_LEMMA, UNSEEN = 0.3, 0.05
"""Another form of the word counts so much; and so much a word that our texts never have."""
PER_KIND, MOST_KINDS, MOST_WAYS = 30, 24, 16
"""Words of a kind that are candidates; kinds that are looked at, and readings of the two words before."""

Tag = tuple[str, str, str]
"""Class, sort, and mood, person and number."""
START = "^"
NUMBER = "#"
SIGNS = (
    ("NUM", "p", NUMBER), ("NUM", "s", NUMBER), ("COMMA", "-", ","), ("LPAR", "-", "("), ("RPAR", "-", ")"),
    ("A", "-", "al"), ("DE", "-", "del"), *(("RANGE", "-", text) for text in ("0-1", "1-2", "0-2", "1-3", "0-3", "2-3")),
)  # fmt: skip
"""What is written and is no form of the lexicon: class, number, text."""


def piece_of(text: str) -> str:
    return NUMBER if text[0].isdigit() and "-" not in text else fold(text)


def tag_of(word: Word) -> Tag:
    return word.cls, word.sort, f"{word.mood}{word.person or ''}{word.number}"


STARTED: Tag = (START, "", "")
STOPPED: Tag = (".", "", "")


def tags_of(token: Token) -> tuple[Tag, ...]:
    return tuple(dict.fromkeys(tag_of(word) for word in token.words)) or ((token.text, "", ""),)


Steps = tuple[tuple[Mapping[object, float], float, float], ...]
"""From the shortest beginning that was met to the longest: what followed, how often, how many kinds."""


class Chain:
    """Counts of what follows what, up to some steps back."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.after: dict[tuple[object, ...], dict[object, float]] = defaultdict(lambda: defaultdict(float))

    def add(self, before: Sequence[object], here: object, weight: float) -> None:
        for back in range(min(self.longest, len(before)) + 1):
            self.after[tuple(before[len(before) - back :])][here] += weight

    def begin(self, before: Sequence[object]) -> Steps:
        found = []
        for back in range(min(self.longest, len(before)) + 1):
            after = self.after.get(tuple(before[len(before) - back :]))
            if after is None:
                break
            found.append((after, sum(after.values()), CARDS * len(after)))
        return tuple(found)


def chance(steps: Steps, here: object, ground: float) -> float:
    for after, total, various in steps:
        ground = (after.get(here, 0.0) + various * ground) / (total + various)
    return ground


@dataclass(frozen=True)
class Usage:
    words: Chain
    kinds: Chain
    classes: Chain
    within: Mapping[Tag, float]
    """How likely a kind is among those of its class."""
    by_kind: Mapping[Tag, Mapping[str, float]]
    """Of a kind: its forms and how likely each is, the usual ones first."""
    tags: Mapping[str, tuple[Tag, ...]]
    """First word of a form -> its kinds."""

    def ranked(
        self, before: str, tokens: Sequence[Token], wanted: frozenset[str], begun: str, more: Iterable[str]
    ) -> list[str]:
        """Folded forms that may come next, the likeliest first; `more` are words that go on with a phrase."""
        pieces = [START, *(piece_of(piece) for piece in PIECE.findall(before))][-LONGEST:]
        steps = self.words.begin(pieces)
        kinds = self._kinds(tokens, wanted, len(pieces) > 1)
        found: dict[str, float] = {}
        for kind, likely in kinds:
            for form, share in _some(self.by_kind[kind], begun):
                found[form] = found.get(form, 0.0) + likely * share
        for form in more:
            if form.startswith(begun):
                found.setdefault(form, 1e-4)
        wide = {kind for kind in self.by_kind if kind[0] in wanted}
        for after, _, _ in steps[1:]:
            for piece in after:
                form = str(piece)
                if form.startswith(begun) and not wide.isdisjoint(self.tags.get(form, ())):
                    found.setdefault(form, 0.0)
        floor = 1.0 / (1 + len(self.tags))
        score = {
            form: WORDS * chance(steps, form.split()[0], floor) / (1 + form.count(" ")) + KINDS * share
            for form, share in found.items()
        }
        return sorted(score, key=lambda form: (-score[form], form))

    def _kinds(self, tokens: Sequence[Token], wanted: frozenset[str], later: bool) -> list[tuple[Tag, float]]:
        rows = [(STARTED,), (STOPPED if later else STARTED,), *map(tags_of, tokens)][-2:]
        ways = [(a, b) for a in rows[0] for b in rows[1]][:MOST_WAYS]
        open_kinds = [kind for kind in self.by_kind if kind[0] in wanted]
        likely: dict[Tag, float] = dict.fromkeys(open_kinds, 0.0)
        floor = 1.0 / (1 + len(self.by_kind))
        for way in ways:
            classes = self.classes.begin(tuple(kind[0] for kind in way))
            by_class = {cls: chance(classes, cls, floor) for cls in wanted}
            steps = self.kinds.begin(way)
            for kind in open_kinds:
                ground = by_class[kind[0]] * self.within[kind]
                likely[kind] += chance(steps[1:], kind, ground) / len(ways)
        return nlargest(MOST_KINDS, likely.items(), key=lambda found: (found[1], found[0]))


def _one_each(forms: Iterable[str], known: Mapping[str, tuple[Tag, ...]]) -> list[str]:
    """Of the forms that begin with the same word only one, the word itself where it is a form: words are written one by one."""
    found: dict[str, str] = {}
    for form in forms:
        head = form.split()[0]
        found.setdefault(head, head if head in known else form)
    return list(found.values())


def _some(forms: Mapping[str, float], begun: str) -> Iterable[tuple[str, float]]:
    if begun:
        return [(form, share) for form, share in forms.items() if form.startswith(begun)]
    return list(forms.items())[:PER_KIND]


@lru_cache(maxsize=8)
def usage_of(game: str) -> Usage:
    lexicon = lexicon_for(game)
    words, kinds, classes, seen = Chain(LONGEST), Chain(2), Chain(2), defaultdict[str, float](float)
    cards = (*own_texts(game), *practice(game))
    for weight, texts in ((CARDS, cards), (BOOK, book_lines(game))):
        for text in texts:
            pieces = [START, *(piece_of(piece) for piece in PIECE.findall(text))]
            for at in range(1, len(pieces)):
                words.add(pieces[max(0, at - LONGEST) : at], pieces[at], weight)
                seen[pieces[at]] += weight
    for text in cards:
        rows = [(STARTED,), (STARTED,), *map(tags_of, tokens_of(raw_tokens(text), lexicon))]
        for first, last, row in zip(rows, rows[1:], rows[2:], strict=False):
            share = 1.0 / (len(first) * len(last) * len(row))
            for a, b, c in product(first, last, row):
                kinds.add((a, b), c, share)
                classes.add((a[0], b[0]), c[0], share)
    by_kind, tags = _forms(lexicon, seen)
    here, total = kinds.after[()], classes.after[()]
    size = Counter(kind[0] for kind in by_kind)
    within = {kind: (here.get(kind, 0.0) + 1.0) / (total.get(kind[0], 0.0) + size[kind[0]]) for kind in by_kind}
    return Usage(words, kinds, classes, within, by_kind, tags)


def _forms(
    lexicon: Lexicon, seen: Mapping[str, float]
) -> tuple[Mapping[Tag, Mapping[str, float]], Mapping[str, tuple[Tag, ...]]]:
    lemmas: dict[str, float] = defaultdict(float)
    for form, words in lexicon.forms.items():
        for word in words:
            lemmas[word.id] += seen.get(form, 0.0)
    rows: dict[Tag, dict[str, float]] = defaultdict(dict)
    tags: dict[str, set[Tag]] = defaultdict(set)
    listed = [(form, words) for form, words in lexicon.forms.items() if len(form.split()) <= 4]
    for form, words in listed:
        for word in words:
            kind = tag_of(word)
            rows[kind][form] = seen.get(form, 0.0) + SAME_LEMMA * lemmas[word.id] + UNSEEN
            tags[form].add(kind)
    for cls, number, form in SIGNS:
        rows[cls, "", number][form] = seen.get(form, 0.0) + UNSEEN
        tags[form].add((cls, "", number))
    by_kind = {}
    for kind, forms in rows.items():
        total = sum(forms.values())
        by_kind[kind] = {form: share / total for form, share in sorted(forms.items(), key=lambda row: (-row[1], row[0]))}
    return by_kind, {form: tuple(found) for form, found in tags.items()}
