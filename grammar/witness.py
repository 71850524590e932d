"""Texts that are understood, as witnesses that a beginning can be gone on with: looked up, or found by trying.

The texts are those of `corpus/<juego>/usos.txt`, every one of which the compiler understands (tested). A beginning that is
the beginning of one of them goes on as that text does. Behind any other, the end of a text that has the same words is set and
compiled: what is understood is proved.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from grammar.lexicon.load import fold
from grammar.meaning.card import compile_card
from grammar.own import understood_texts

PIECE = re.compile(r"\[[^\[\]\n]*\]|[^\W_]+(?:[-'’/][^\W_]+)*|[^\w\s]|\n")
CLOSING = re.compile(r"[.,;:)]")
LOOKED_BACK, MOST_TRIES = 5, 3
"""Words before that two places are compared by; ends that are tried behind one word."""
MOST_PLACES = 400
"""Places of one word in our texts that are looked at."""


def laid(before: str, word: str) -> str:
    """The text with one more word, set as a writer sets it."""
    if CLOSING.match(word):
        return before.rstrip(" ") + word
    return before + word if not before or before[-1] in "\n (" else f"{before} {word}"


def pieces_of(text: str) -> tuple[str, ...]:
    return tuple(PIECE.findall(text))


def joined(pieces: Sequence[str], before: str = "") -> str:
    for piece in pieces:
        before = laid(before, piece)
    return before


@dataclass(frozen=True)
class Shelf:
    texts: tuple[tuple[str, ...], ...]
    """Each as its pieces, sorted: those that begin alike stand together."""
    places: Mapping[str, tuple[tuple[int, int], ...]]
    """Folded word -> text and place in it."""

    def following(self, before: str) -> dict[str, str]:
        """Words that go on with the beginning of a text, each with the rest of the shortest one."""
        begun = pieces_of(before)
        size = len(begun)
        found: dict[str, tuple[str, ...]] = {}
        at = bisect_left(self.texts, begun)
        while at < len(self.texts) and self.texts[at][:size] == begun:
            rest = self.texts[at][size:]
            if rest and (rest[0] not in found or len(rest) <= len(found[rest[0]])):
                found[rest[0]] = rest[1:]
            at += 1
        return {word: joined(rest, word)[len(word) :] for word, rest in found.items()}

    def ends(self, before: str, word: str) -> list[str]:
        """How sentences of ours end behind this word, those after the same words first, then the shorter."""
        back = [fold(piece) for piece in pieces_of(before)[-LOOKED_BACK:]][::-1]
        found: dict[str, tuple[int, int]] = {}
        for text, at in self.places.get(fold(word), ())[:MOST_PLACES]:
            pieces = self.texts[text]
            same = 0
            while same < min(len(back), at) and fold(pieces[at - 1 - same]) == back[same]:
                same += 1
            stop = next((n for n in range(at + 1, len(pieces)) if pieces[n] == "."), len(pieces) - 1)
            rest = joined(pieces[at + 1 : stop + 1], word)[len(word) :]
            found[rest] = max(found.get(rest, (0, 0)), (same, at - stop))
        return sorted(found, key=lambda rest: found[rest], reverse=True)


@lru_cache(maxsize=8)
def shelf(game: str) -> Shelf:
    cut = {pieces_of(text): text for text in understood_texts(game)}
    texts = tuple(sorted(pieces for pieces, text in cut.items() if joined(pieces) == text))
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, pieces in enumerate(texts):
        for at, piece in enumerate(pieces):
            places[fold(piece)].append((number, at))
    return Shelf(texts, {word: tuple(found) for word, found in places.items()})


@lru_cache(maxsize=512)
def understood(text: str, game: str, names: tuple[str, ...] = ()) -> bool:
    return compile_card(text, game, names).status != "rechazado"


def proved(before: str, word: str, game: str, names: tuple[str, ...] = ()) -> str | None:
    """What can be written behind the word so that the whole is understood; None where none of some tries is."""
    begun = laid(before, word)
    for rest in shelf(game).ends(before, word)[:MOST_TRIES]:
        if understood(begun + rest, game, names):
            return rest
    return None
