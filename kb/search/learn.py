"""Learns the weights of the features from questions with known answers: `python -m kb.search.learn KB PREGUNTAS...`.

Listwise logistic regression: the right entries should take all the probability among the candidates. Few weights, a
pull towards zero, and no evidence may count against an entry, so that it cannot learn the questions by heart.
It also says what each voice gets from weights learned without it.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kb.search.evaluate import Question, questions_in
from kb.search.features import FEATURES
from kb.search.searcher import Searcher
from kb.search.understand import understand

STEPS, RATE, PULL, LOOKED = 300, 0.1, 0.002, 24
ANY_SIGN = frozenset(FEATURES) - frozenset(list(FEATURES)[: list(FEATURES).index("length")])
FREE = ANY_SIGN - {"fuzzy", "game", "meant", "meant_log"}
"""Features that may count against an entry: its length, its kind, its lost text."""
Rows = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
Weights = np.ndarray[tuple[int], np.dtype[np.float64]]


class Sample(NamedTuple):
    style: str
    rows: Rows
    right: Flags


def sample(searcher: Searcher, question: Question, with_game: bool) -> Sample:
    query = understand(question.q, question.game if with_game else None, *searcher.parts)
    fit = searcher.fit(query)
    records = fit.tables.records
    found = searcher.candidates(fit, LOOKED)
    rows = [[features.get(name, 0.0) for name in FEATURES] for features in map(fit.features, found)]
    right = [question.right(records[records[n].shown], by_title=False) for n in found]
    return Sample(question.style, np.array(rows).reshape(len(found), len(FEATURES)), np.array(right, dtype=bool))


def learn(samples: Sequence[Sample]) -> Weights:
    samples = [s for s in samples if s.right.any()]
    rows = np.concatenate([s.rows for s in samples])
    right = np.concatenate([s.right for s in samples])
    starts = np.cumsum([0, *(len(s.right) for s in samples)])[:-1]
    sizes = np.array([len(s.right) for s in samples])
    bound = np.array([name not in FREE for name in FEATURES])
    weights, mean, square = (np.zeros(len(FEATURES)) for _ in range(3))
    for step in range(1, STEPS + 1):
        scores = rows @ weights
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        good = powers * right
        error = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        error -= good / np.repeat(np.add.reduceat(good, starts), sizes)
        slope = error @ rows / len(samples) + PULL * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        rate = RATE if step < 0.7 * STEPS else RATE / 3
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights[bound] = np.maximum(weights[bound], 0.0)
    return weights


def places(samples: Sequence[Sample], weights: Weights) -> list[int]:
    """Where the first right entry stands in each sample."""
    found = []
    for s in samples:
        scores = s.rows @ weights
        found.append(1 + int((scores > scores[s.right].max()).sum()) if s.right.any() else 99)
    return found


def by_voice(samples: Sequence[Sample]) -> dict[str, list[int]]:
    """Places of each voice's questions, with weights learned from the others."""
    voices: defaultdict[str, list[Sample]] = defaultdict(list)
    for s in samples:
        voices[s.style].append(s)
    return {voice: places(own, learn([s for s in samples if s.style != voice])) for voice, own in voices.items()}


def main(kb: str, *paths: str) -> None:
    questions = [q for q in questions_in(map(Path, paths)) if q.answerable]
    with Searcher.open(Path(kb)) as searcher:
        samples = {w: [sample(searcher, q, w) for q in questions] for w in (True, False)}
    for with_game, own in samples.items():
        found = [place for row in by_voice(own).values() for place in row]
        first, third = (sum(p <= n for p in found) / len(found) for n in (1, 3))
        print(f"{'con' if with_game else 'sin'} juego, por voces: {first:.3f} {third:.3f}", file=sys.stderr)
    weights = learn([*samples[True], *samples[False]])
    print(json.dumps({n: round(float(w), 3) for n, w in zip(FEATURES, weights, strict=True) if abs(w) > 0.005}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
