"""A stretch that no kind of mistake explains: one word less, one more or another, as our own texts have it between the same
neighbours. Which of these is meant is left to reading: the first after which the text is understood."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from grammar.lexicon.load import fold
from grammar.lint.context import Context
from grammar.lint.terms import owners
from grammar.own import own_texts, practice
from grammar.usage import PIECE, kinds_of, piece_of

BEFORE, AFTER = 8, 2
"""Words around a place where reading stops at which a change is tried."""
MOST_AT_ONE_PLACE = 6
WHOLE, KIND = 1.0, 0.1
"""What it counts that the very neighbours had the word between them, and that words of their kind had."""
USUAL = 5.0
"""How much less a word is doubted for each time that our texts have it there."""
LESS, MORE, OTHER, ALIKE = 1.0, 0.6, 0.3, 3.0
"""A word too many is likelier than one that is missing, and that than another one, but for one that begins as it should."""
PREPOSITIONS = frozenset({"P", "A", "DE", "EN", "CON", "POR", "PARA", "HASTA", "DURANTE", "COMO"})
EDGE = "^"

Neighbours = tuple[str, str]


@dataclass(frozen=True)
class Habit:
    between: Mapping[Neighbours, Mapping[str, float]]
    """Two words, or their kinds -> what our texts have between them, «» for nothing."""
    written: Mapping[str, str]
    """Folded word -> how it is written inside a sentence."""


@dataclass(frozen=True)
class Change:
    start: int
    end: int
    text: str
    kind: str
    """menos, más, otra."""


@lru_cache(maxsize=8)
def habit_of(game: str) -> Habit:
    between: dict[Neighbours, Counter[str]] = defaultdict(Counter)
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    for text in dict.fromkeys((*own_texts(game), *practice(game))):
        pieces = PIECE.findall(text)
        folded = [EDGE, *map(piece_of, pieces), EDGE]
        for a, b in itertools.pairwise(folded):
            for pair in _neighbours(a, b, game):
                between[pair][""] += 1
        for a, word, b in zip(folded, folded[1:], folded[2:], strict=False):
            for pair in _neighbours(a, b, game):
                between[pair][word] += 1
        for before, piece in zip((".", *pieces), pieces, strict=False):
            if before not in ".:\n":
                ways[piece_of(piece)][piece] += 1
    return Habit(between, {word: found.most_common(1)[0][0] for word, found in ways.items()})


def _neighbours(a: str, b: str, game: str) -> tuple[Neighbours, ...]:
    kinds = kinds_of(game)
    return (a, b), (f"={kinds.of(a)}", b), (a, f"={kinds.of(b)}")


def changes(context: Context, places: Iterable[int]) -> Iterator[Change]:
    """One-word changes near some places of the text: first where what stands there is least usual and the change is most so."""
    habit = habit_of(context.game)
    found = list(PIECE.finditer(context.text))
    folded = [EDGE, *(piece_of(match.group()) for match in found), EDGE]
    rows: dict[Change, float] = {}
    for at in _near(places, [match.end() for match in found]):
        here, match = folded[at + 1], found[at]
        there = _met(habit, folded[at], folded[at + 2], context.game)
        doubt = 1 / (1 + USUAL * there[here])
        for word, count in there.most_common(MOST_AT_ONE_PLACE):
            if word == "":
                start = found[at - 1].end() if at else match.start()
                rows[Change(start, match.end(), "", "menos")] = LESS * count * doubt
            elif word != here and _exchangeable(context, here, word):
                weight = OTHER * (ALIKE if word[:3] == here[:3] else 1)
                rows[Change(match.start(), match.end(), _shown(habit, word, match.group()), "otra")] = weight * count * doubt
        if at and found[at - 1].end() < match.start():
            there = _met(habit, folded[at], here, context.game)
            doubt = 1 / (1 + USUAL * there[""])
            for word, count in there.most_common(MOST_AT_ONE_PLACE):
                if word and word not in "#:(":
                    gap = f"{habit.written.get(word, word)} "
                    gap = gap if word in ",." else f" {gap}"
                    rows[Change(found[at - 1].end(), match.start(), gap, "más")] = MORE * count * doubt
    yield from sorted(rows, key=lambda change: -rows[change])


def _near(places: Iterable[int], ends: list[int]) -> list[int]:
    chosen: dict[int, None] = {}
    for place in places:
        at = next((i for i, end in enumerate(ends) if end > place), len(ends) - 1)
        chosen.update(dict.fromkeys(range(max(0, at - BEFORE), min(len(ends), at + AFTER + 1))))
    return list(chosen)


def _met(habit: Habit, a: str, b: str, game: str) -> Counter[str]:
    """What stands between two words in our texts, with how often."""
    counts: Counter[str] = Counter()
    for pair, weight in zip(_neighbours(a, b, game), (WHOLE, KIND, KIND), strict=True):
        for word, n in habit.between.get(pair, {}).items():
            counts[word] += weight * n  # type: ignore[assignment]
    return counts


def _exchangeable(context: Context, here: str, word: str) -> bool:
    """Words of one class: a noun is not meant where a verb stands."""
    mine, others = (frozenset(w.cls for w in context.lexicon.forms.get(fold(each), ())) for each in (here, word))
    if "N" in others and owners(here, context.game):  # «1 figura terrestre» where «figura» is no thing
        return True
    return bool(mine & others) or bool(mine & PREPOSITIONS and others & PREPOSITIONS)


def _shown(habit: Habit, word: str, like: str) -> str:
    written = habit.written.get(word, word)
    return written[:1].upper() + written[1:] if like[:1].isupper() and written[:1].isalpha() else written
