"""Learns the weights of the features from questions with known answers: `python -m kb.search.learn KB PREGUNTAS...`.

Listwise logistic regression: the right entries should take all the probability among the candidates. Few weights, a
pull towards zero, and no evidence may count against an entry, so that it cannot learn the questions by heart.
"""

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kb.search.evaluate import Question, questions_in
from kb.search.features import FEATURES
from kb.search.searcher import Searcher
from kb.search.understand import understand

STEPS, RATE, PULL = 250, 0.1, 0.002
FREE = frozenset(FEATURES) - frozenset(list(FEATURES)[: list(FEATURES).index("length")]) - {"fuzzy", "game"}
"""Features that may count against an entry: its length, its kind, its lost text."""


class Sample(NamedTuple):
    rows: list[list[float]]
    right: list[bool]


def sample(searcher: Searcher, question: Question, with_game: bool) -> Sample:
    query = understand(question.q, question.game if with_game else None, *searcher.parts)
    fit = searcher.fit(query)
    rows, right = [], []
    for n in searcher.candidates(query, fit):
        features = fit.features(n)
        rows.append([features.get(name, 0.0) for name in FEATURES])
        right.append(question.right(fit.tables.records[fit.tables.records[n].shown], by_title=False))
    return Sample(rows, right)


def gradient(samples: Sequence[Sample], weights: Sequence[float]) -> list[float]:
    total = [0.0] * len(weights)
    for rows, right in samples:
        scores = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
        top = max(scores)
        chances = [math.exp(s - top) for s in scores]
        everything = sum(chances)
        good = sum(c for c, r in zip(chances, right, strict=True) if r)
        for row, chance, is_right in zip(rows, chances, right, strict=True):
            error = chance / everything - (chance / good if is_right else 0.0)
            if abs(error) > 1e-4:
                for k, x in enumerate(row):
                    if x:
                        total[k] += error * x
    return [g / len(samples) for g in total]


def learn(samples: Sequence[Sample]) -> dict[str, float]:
    names = list(FEATURES)
    samples = [s for s in samples if any(s.right)]
    weights, mean, square = ([0.0] * len(names) for _ in range(3))
    for step in range(1, STEPS + 1):
        slope = gradient(samples, weights)
        rate = RATE if step < 0.7 * STEPS else RATE / 3
        for k, g in enumerate(slope):
            g += PULL * weights[k]
            mean[k] = 0.9 * mean[k] + 0.1 * g
            square[k] = 0.99 * square[k] + 0.01 * g * g
            weights[k] -= rate * (mean[k] / (1 - 0.9**step)) / (math.sqrt(square[k] / (1 - 0.99**step)) + 1e-8)
            if names[k] not in FREE:
                weights[k] = max(0.0, weights[k])
    return {name: round(w, 3) for name, w in zip(names, weights, strict=True) if abs(w) > 0.005}


def main(kb: str, *paths: str) -> None:
    questions = [q for q in questions_in(map(Path, paths)) if q.answerable]
    with Searcher.open(Path(kb)) as searcher:
        samples = [sample(searcher, q, with_game) for q in questions for with_game in (True, False)]
    print(json.dumps(learn(samples), indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
