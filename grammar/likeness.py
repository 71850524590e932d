"""Which game a text is written for: one answer for page, linter and search. Learned from our own books, cards and lexicons.

Each game has a model of words and pairs of words; how many of the words its lexicon knows counts too. The scores become
probabilities with a few fitted numbers. «ninguno» where no game's language fits; several games where none is plainly ahead.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from grammar.game import CORPUS, GAMES, load_game
from grammar.habits import habits
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.own import own_texts

SURE = 0.7
"""Probability among the games from which one is told without asking."""
PLAIN = 0.97
"""Probability from which who named another game is contradicted."""
FEW, FEW_SURE = 3, 0.95
"""So few words say little: they must say it clearly."""
POSSIBLE = 0.1
"""Probability from which a game is worth asking about."""
NONE = 0.7
"""Probability from which a text is no card's."""
# Fitted on half of the cards that are only for measuring (by name; the figures are of the other half): ten numbers, no words.
WORDS_WEIGHT, KNOWN_WEIGHT = 1.47, 0.89
NONE_WEIGHTS = (19.764, -20.246, 0.788, -1.178, -0.318)
"""Of «ninguno»: always, share of known words, root of how many are not, what the words say for a game, log of the length."""
LONGEST = 700
"""Characters that are looked at: a text of two games is of none."""
PIECE = re.compile(r"\[[^\[\]\n]{1,40}\]|[^\W\d_]+|\d+(?:-\d+)?|[■«:]")
CARDS_COUNT = 6
"""How many times a word of a card of ours counts against one of a book."""
MODE_LEAD = 2.0


@dataclass(frozen=True)
class Likeness:
    game: str
    """The game, or «» for none or for several."""
    candidates: tuple[str, ...]
    """Games that fit, the likeliest first; one where it is sure, none where the text is no card's."""
    probability: float
    terms: tuple[str, ...] = ()
    """Words that speak for the first."""

    @property
    def sure(self) -> bool:
        return bool(self.game)


NOTHING = Likeness("", (), 1.0)


def pieces(text: str) -> list[str]:
    return [fold(piece) if not piece[0].isdigit() else "0" for piece in PIECE.findall(text[:LONGEST])]


@dataclass(frozen=True)
class Model:
    words: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    """Logarithm of how much likelier here than in the games together."""


@lru_cache(maxsize=1)
def models() -> Mapping[str, Model]:
    counts: dict[str, tuple[Counter[str], Counter[tuple[str, str]]]] = {}
    for game in GAMES:
        words: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        for text, weight in _own(game):
            cut = [fold(piece) if not piece[0].isdigit() else "0" for piece in PIECE.findall(text)]
            for piece in cut:
                words[piece] += weight
            for pair in pairwise(cut):
                pairs[pair] += weight
        for form in lexicon_for(game).forms:
            words[form] += 1
        counts[game] = (words, pairs)
    return {game: Model(_ratios(counts, game, 0), _ratios(counts, game, 1)) for game in GAMES}


def _own(game: str) -> list[tuple[str, int]]:
    book = CORPUS / game / "libro.md"
    cards = own_texts(game)
    own = len(cards) - (len(own_texts(base)) if (base := load_game(game).sobre) else 0)
    return [*((text, CARDS_COUNT) for text in cards[:own]), (book.read_text(encoding="utf-8") if book.exists() else "", 1)]


def _ratios(counts: Mapping[str, tuple[Any, Any]], game: str, kind: int) -> dict[Any, float]:
    """Shares are smoothed with those of all games, so that a word that nobody has says nothing."""
    shares = {name: (found[kind], sum(found[kind].values()) or 1) for name, found in counts.items()}
    here, total = shares[game]
    every: dict[Any, float] = {}
    for found, size in shares.values():
        for key, n in found.items():
            every[key] = every.get(key, 0.0) + n / size / len(shares)
    smooth = 400.0
    return {key: math.log((here[key] + smooth * mean) / (total + smooth) / mean) for key, mean in every.items()}


@lru_cache(maxsize=512)
def likeness(text: str) -> Likeness:
    """Which game, none, or which ones."""
    text = text[:LONGEST]
    cut = pieces(text)
    if not any(piece[0].isalpha() or piece[0] == "[" for piece in cut):
        return NOTHING
    bases = [game for game in GAMES if load_game(game).sobre is None]
    known = {game: known_share(text, game) for game in bases}
    words = {game: max(_words(cut, name) for name in GAMES if family(name) == game) for game in bases}
    score = {game: WORDS_WEIGHT * words[game] + KNOWN_WEIGHT * known[game] + habits(game).bias for game in bases}
    top = max(score.values())
    weights = {game: math.exp(value - top) for game, value in score.items()}
    share = {game: weight / sum(weights.values()) for game, weight in weights.items()}
    none = _none(max(known.values()), max(words.values()), len(cut))
    ranked = sorted(bases, key=lambda game: -share[game])
    if none >= NONE:
        return Likeness("", (), none)
    first = _mode(ranked[0], cut)
    if share[ranked[0]] >= (SURE if len(cut) > FEW else FEW_SURE):
        return Likeness(first, (first,), share[ranked[0]], _speaking(cut, ranked[0]))
    fits = tuple(_mode(game, cut) for game in ranked if share[game] >= POSSIBLE)
    return Likeness("", fits or (first,), share[ranked[0]], _speaking(cut, ranked[0]))


def _none(known: float, words: float, size: int) -> float:
    strange = (1 - known) * size
    always, share, few, speaks, length = NONE_WEIGHTS
    return 1 / (1 + math.exp(-(always + share * known + few * math.sqrt(strange) + speaks * words + length * math.log(size))))


def _words(cut: list[str], game: str) -> float:
    model = models()[game]
    words = sum(min(2.5, max(-2.5, model.words.get(piece, 0.0))) for piece in set(cut))
    pairs = sum(min(2.0, max(-2.0, model.pairs.get(pair, 0.0))) for pair in set(pairwise(cut)))
    return (words + 0.5 * pairs) / math.sqrt(max(4, len(set(cut))))


def known_share(text: str, game: str) -> float:
    """Share of the words that the game's lexicon reads; names with a capital count half."""
    tokens = [token for token in tokens_of(raw_tokens(text), lexicon_for(game)) if token.text not in ".,;:()"]
    if not tokens:
        return 0.0
    return sum(bool(token.words) or (0.5 if token.text[:1].isupper() else 0) for token in tokens) / len(tokens)


def _speaking(cut: list[str], game: str) -> tuple[str, ...]:
    found = models()[game].words
    return tuple(sorted(set(cut), key=lambda piece: -found.get(piece, 0.0))[:4])


def _mode(game: str, cut: list[str]) -> str:
    """A game, or the mode of it whose own words the text uses."""
    for mode in (name for name in GAMES if load_game(name).sobre == game):
        lead = sum(models()[mode].words.get(piece, 0.0) - models()[game].words.get(piece, 0.0) for piece in set(cut)) + sum(
            models()[mode].pairs.get(p, 0.0) - models()[game].pairs.get(p, 0.0) for p in set(pairwise(cut))
        )
        if lead / math.sqrt(max(4, len(set(cut)))) > MODE_LEAD:
            return mode
    return game


def family(game: str) -> str:
    """A mode shares its words with the game it is a mode of."""
    return load_game(game).sobre or game


def other_game(text: str, game: str) -> Likeness | None:
    """The game that the text was plainly meant for, where that is not this one and knows its words better."""
    found = likeness(text)
    if not found.sure or found.probability < PLAIN or family(found.game) == family(game):
        return None
    return found if known_share(text, family(found.game)) > known_share(text, family(game)) else None
