"""A small linear model of which entry people mean: learned by `kb.search.train` when a knowledge base is built.

What people say for a rule (corpus/<juego>/preguntas.toml, the names, the questions of the FAQ) and what the books say are its
examples. One table of weights per game, kept as whole numbers, so that every machine adds up the same.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

UNIT = 32.0
"""A weight of 1.0 is stored as this."""
PREFIX = 4
PAIR, BEGINS, CONCEPT, ASKED = 0.7, 0.5, 0.6, 0.5
"""What a pair of neighbours, the beginning of a word, what it is a word for and what is asked of it count beside a stem."""
ASKING = frozenset(
    "que cual cuales cuanto cuanta cuantos cuantas quien quienes como donde cuando puedo puede pueden se hay es si".split()
)
Groups = Mapping[str, Sequence[int]]
NO_GROUPS: Groups = {}


def signs(
    words: Sequence[tuple[str, str]], rarity: Callable[[str], float] | None = None, groups: Groups = NO_GROUPS
) -> dict[str, float]:
    """What the model sees of some words, given folded with their stem: each stem, the rarer the more; each pair of neighbours;
    how a word begins, which survives most slips and endings; and what it is a word for. The sum of squares is 1."""
    return _of_length_1(_signs(words, rarity, groups))


def asked_signs(words: Sequence[tuple[str, str]]) -> dict[str, float]:
    """For telling what kind of question it is: as `signs`, and the word that asks with each later one but the next."""
    found = _signs(words, None, NO_GROUPS)
    asks = next((k for k, (word, _) in enumerate(words) if word in ASKING), None)
    if asks is not None:
        found |= {f"{words[asks][0]}>{stem}": ASKED for _, stem in words[asks + 2 :]}
    return _of_length_1(found)


def _signs(words: Sequence[tuple[str, str]], rarity: Callable[[str], float] | None, groups: Groups) -> dict[str, float]:
    found: dict[str, float] = {}
    before = ""
    for word, stem in words:
        found[stem] = rarity(stem) if rarity else 1.0
        if before:
            found[f"{before} {stem}"] = PAIR
        if len(word) > PREFIX:
            found["^" + word[:PREFIX]] = BEGINS
        for group in groups.get("=" + word) or groups.get(stem, ()):
            found[f"~{group}"] = CONCEPT
        before = stem
    return found


def _of_length_1(found: dict[str, float]) -> dict[str, float]:
    norm = math.sqrt(sum([value * value for value in found.values()])) or 1.0
    return {sign: value / norm for sign, value in found.items()}


@dataclass(frozen=True)
class Model:
    """Of each sign, the records it speaks for or against and how much."""

    rows: Mapping[str, Sequence[Sequence[int]]]
    """By sign: two lists of the same length, records and weights."""

    def scores(self, found: Mapping[str, float]) -> dict[int, float]:
        """The logit of each record that any sign speaks of."""
        total: dict[int, float] = {}
        get = total.get
        for sign, value in found.items():
            row = self.rows.get(sign)
            if row:
                value /= UNIT
                for n, weight in zip(row[0], row[1], strict=True):
                    total[n] = get(n, 0.0) + value * weight
        return total


NOTHING = Model({})


def chances(scores: Mapping[int, float]) -> dict[int, float]:
    """The same as shares of 1."""
    if not scores:
        return {}
    top = max(scores.values())
    powers = {n: math.exp(score - top) for n, score in scores.items()}
    total = sum(powers.values())
    return {n: power / total for n, power in powers.items()}


def merged(models: Iterable[Model]) -> Model:
    """One table for all games: their records are different ones."""
    rows: dict[str, tuple[Sequence[int], Sequence[int]]] = {}
    for model in models:
        for sign, (records, weights) in model.rows.items():
            mine = rows.get(sign)
            rows[sign] = (records, weights) if mine is None else ([*mine[0], *records], [*mine[1], *weights])
    return Model(rows)
