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
PAIR, BEGINS, CONCEPT = 0.7, 0.5, 0.6
"""What a pair of neighbours, the beginning of a word and what it is a word for count beside a stem."""
Groups = Mapping[str, Sequence[int]]
NO_GROUPS: Groups = {}


def signs(
    words: Sequence[tuple[str, str]], rarity: Callable[[str], float] | None = None, groups: Groups = NO_GROUPS
) -> dict[str, float]:
    """What the model sees of some words, given folded with their stem: each stem, the rarer the more; each pair of neighbours;
    how a word begins, which survives most slips and endings; and what it is a word for. The sum of squares is 1."""
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
