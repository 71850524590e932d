"""Slips of the finger: the word of the books that an unknown word stands for."""

from collections.abc import Iterable, Mapping
from itertools import pairwise, permutations
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.search.words import sound, vocabulary

MIN_LENGTH = 4
_PRONOUNS = tuple(v + p for v in ("ar", "er", "ir") for p in ("me", "te", "se", "nos", "le", "les", "lo", "la", "los", "las"))
"""A verb with its pronoun that no book has is a verb, not a slip."""
SAME_SOUND = 0.95
CLOSE = 0.8
TWICE = 9
"""Words of this length may carry two slips."""
SHORT, TERM = 6, 5
"""Words up to this length are repaired only to words that names bring so often (see tables.py)."""

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_HEARD = ("mn", "lr", "dt", "bp", "cg", "cq", "gj", "sz", "iy", "fv", "sx", "cs", "jy")
VOWELS = "aeiou"
MISTAKEN = frozenset(
    a + b for near in (*(a + b for row in _KEYS for a, b in pairwise(row)), *_HEARD) for a, b in permutations(near)
)
"""Letters that take each other's place: neighbours on the keyboard, and those that sound alike. Any other exchange makes
another word («marea», «marca»), not a slip."""


class Repair(NamedTuple):
    word: str
    weight: float
    """How sure we are that this word was meant."""


class Speller:
    """Knows the words of each game's books and names, and how often each occurs."""

    def __init__(self, words: Mapping[str, Mapping[str, int]]) -> None:
        self._counts = words
        self._all: dict[str, int] = {}
        for counts in words.values():
            for word, count in counts.items():
                self._all[word] = self._all.get(word, 0) + count
        self._long = {g: [w for w in counts if len(w) >= MIN_LENGTH] for g, counts in words.items()}
        self._long[""] = [w for w in self._all if len(w) >= MIN_LENGTH]
        self._sounds: dict[str, list[str]] = {}
        for word in self._long[""]:
            self._sounds.setdefault(sound(word), []).append(word)

    def knows(self, word: str) -> bool:
        return word in self._all or word in vocabulary().known

    def repair(self, word: str, game: str | None) -> Repair | None:
        """The likeliest reading of a word that no book has, or None when none is near."""
        if len(word) < MIN_LENGTH or not word.isalpha() or len(word) > 30 or word.endswith(_PRONOUNS):
            return None
        counts = self._counts.get(game, {}) if game else self._all
        alike = [w for w in self._sounds.get(sound(word), ()) if w in counts]
        if alike:
            return Repair(max(alike, key=lambda w: counts[w]), SAME_SOUND)
        allowed = 1 if len(word) < TWICE else 2
        near = process.extract(word, self._long.get(game or "", ()), scorer=OSA.distance, score_cutoff=allowed, limit=12)
        return _best(word, ((w, int(d)) for w, d, _ in near), counts)


def _best(word: str, near: Iterable[tuple[str, int]], counts: Mapping[str, int]) -> Repair | None:
    # The first letter is seldom wrong, though it may be missing or too many: «curación» is no slip for «duración».
    # A short word is a slip only for a term of the game, not for any word of the text; «insuficiente» is no slip at all.
    # Two slips in one word are seldom more than one that is heard: «temporada» is no slip for «temporal».
    least = TERM if len(word) <= SHORT else 0
    fit = [
        (d, w[0] != word[0], -counts.get(w, 0), w) for w, d in near
        if (w[0] == word[0] or len(w) != len(word) > SHORT) and counts.get(w, 0) >= least and not word.endswith("in" + w)
        and (_exchanged(word, w) if d == 1 else OSA.distance(sound(word), sound(w)) < d)
    ]  # fmt: skip
    if not fit:
        return None
    distance, _, _, best = min(fit)
    return Repair(best, CLOSE if distance == 1 else CLOSE * 0.8)


def _exchanged(word: str, other: str) -> bool:
    """A letter is missing, too many or out of its place; or in place of one it is taken for."""
    letters = [(a, b) for a, b in zip(word, other, strict=False) if a != b] if len(word) == len(other) else []
    if len(letters) != 1:
        return True
    a, b = letters[0]
    return a + b in MISTAKEN or (len(word) > SHORT and a in VOWELS and b in VOWELS)
