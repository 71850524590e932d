"""Learns when to say that no book answers: `python -m kb.search.learn_refusals KB PREGUNTAS...`, into rechazo.json.

Questions with an answer come from the files, those without from negativas.toml; each third of these is heard by a model that
was taught with the other two, as a stranger's would be.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path

import numpy as np

from kb.search.evaluate import questions_in
from kb.search.model import Model, chances, signs
from kb.search.negatives import CLASSES, NAME, negatives, sound_of
from kb.search.phrases import phrases
from kb.search.refuse import NOBODY, Case, evidence
from kb.search.searcher import Searcher
from kb.search.train import LISTENED, learn, sounds_from
from kb.search.understand import understand

FOLDS, STEPS, RATE, PULL = 3, 4000, 0.05, 0.002
FALSE_ALARM = 6.0
"""How much worse it is to refuse a question that has an answer than to answer one that has none."""
NAMES = (
    "Boba Fett",
    "el Halcón Milenario",
    "Luke Skywalker",
    "Vader",
    "los guardias reales",
    "Fenn Rau",
    "Zhan Gor",
    "el AT-ST",
)


def case_of(searcher: Searcher, q: str, game: str | None, sounds: Model) -> Case:
    query = understand(q, game, *searcher.parts)
    fit = searcher.fit(query)
    first = next(iter(searcher.ranked(fit)), NOBODY)
    _, names = searcher.sounds(query)
    heard = chances(sounds.scores(signs(sound_of(query.reading.split(), names))))
    return Case(query, fit, first, (), heard, names)


def samples(searcher: Searcher, paths: Sequence[Path]) -> tuple[list[dict[str, float]], list[bool]]:
    said = [p for game in searcher.games for rows in phrases(game).values() for group in rows for p in group.phrases]
    names, games = cycle(NAMES), cycle((*searcher.games, None))
    rows: list[dict[str, float]] = []
    wrong: list[bool] = []
    asked = [q for q in questions_in(paths) if q.answerable]
    for fold in range(FOLDS):
        kept = {kind: [p for n, p in enumerate(lines) if n % FOLDS != fold] for kind, lines in negatives().items()}
        sounds = learn(sounds_from(said, kept), LISTENED)
        for kind, lines in negatives().items():
            for phrase in lines[fold::FOLDS]:
                text = phrase.replace(f"{{{NAME}}}", next(names))
                rows.append(evidence(case_of(searcher, text, next(games), sounds)))
                wrong.append(CLASSES.index(kind) > 0)
        for n, question in enumerate(asked[fold::FOLDS]):
            rows.append(evidence(case_of(searcher, question.q, question.game if n % 2 else None, sounds)))
            wrong.append(False)
    return rows, wrong


def fitted(rows: Sequence[Mapping[str, float]], wrong: Sequence[bool]) -> dict[str, float]:
    names = list(rows[0])
    x = np.array([[row[name] for name in names] + [1.0] for row in rows])
    y = np.array(wrong, dtype=float)
    importance = np.where(y > 0, 1.0, FALSE_ALARM)
    weights = np.zeros(len(names) + 1)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(x @ weights)))
        weights -= RATE * ((chance - y) * importance @ x / len(y) + PULL * weights)
    return {name: round(float(w), 3) for name, w in zip([*names, "sesgo"], weights, strict=True)}


def main(kb: str, *paths: str) -> None:
    with Searcher.open(Path(kb)) as searcher:
        rows, wrong = samples(searcher, [Path(p) for p in paths])
    weights = fitted(rows, wrong)
    refused = [sum(weights[k] * v for k, v in row.items()) + weights["sesgo"] > 0 for row in rows]
    caught = sum(r and w for r, w in zip(refused, wrong, strict=True)) / sum(wrong)
    false = sum(r and not w for r, w in zip(refused, wrong, strict=True)) / (len(wrong) - sum(wrong))
    print(f"rechazadas {caught:.3f}, por error {false:.3f}", file=sys.stderr)
    print(json.dumps(weights, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
