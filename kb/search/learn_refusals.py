"""Learns when to say that no book answers: `python -m kb.search.learn_refusals KB PREGUNTAS...`, into rechazo.json.

Questions with an answer come from the files, those without from negativas/. Each third of these is heard by a model that was
taught with the other two, as a stranger's would be. The figure to believe is the one by kinds: how much of a kind is refused
when neither the model nor the weights have heard any of it.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kb.search.evaluate import questions_in
from kb.search.model import Model, asked_signs
from kb.search.negatives import CLASSES, SLOT, negative_lines, sound_of
from kb.search.phrases import phrases
from kb.search.refuse import FITS, NOBODY, Case, by_name, declined, evidence, sound
from kb.search.searcher import Searcher
from kb.search.train import listen
from kb.search.understand import understand

FOLDS, STEPS, RATE, PULL = 3, 800, 0.05, 0.002
FALSE_ALARM = 6.0
"""How much worse it is to refuse a question that has an answer than to answer one that has none."""
ALLOWED = 0.015
"""Of the questions that have an answer, so many may be refused by weights that have not seen them."""
RULE = CLASSES[0]
FOR = frozenset(FITS)
AGAINST = frozenset({"suena", "raras", "ajenas", "faltan"})
"""Evidence that can only speak for an answer, and only against one: so it cannot learn the questions by heart."""
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


class Sample(NamedTuple):
    text: str
    kind: str
    part: int
    """Which third it belongs to."""
    case: Case

    def heard_by(self, sounds: Model) -> Case:
        words = self.case.query.reading.split()
        scores = sounds.scores(asked_signs(sound_of(words, self.case.names)))
        return self.case._replace(heard=sound(scores, len(words), self.case.names))


def case_of(searcher: Searcher, q: str, game: str | None) -> Case:
    query = understand(q, game, *searcher.parts)
    fit = searcher.fit(query)
    ranked = searcher.ranked(fit)
    return Case(query, fit, ranked[0] if ranked else NOBODY, (), searcher.sounds(query))


def samples(searcher: Searcher, paths: Sequence[Path]) -> list[Sample]:
    names, games = cycle(NAMES), cycle((*searcher.games, None))
    rows = []
    for kind, lines in negative_lines().items():
        for n, family in enumerate(lines):
            for phrase in family:
                text = phrase.replace(SLOT, next(names))
                rows.append(Sample(text, kind, n % FOLDS, case_of(searcher, text, next(games))))
    for n, question in enumerate(q for q in questions_in(paths) if q.answerable):
        rows.append(Sample(question.q, RULE, n % FOLDS, case_of(searcher, question.q, question.game if n % 2 else None)))
    return rows


def taught(said: Sequence[str], without: int | str) -> Model:
    """A model that has not heard one third of what no book answers, or a whole kind of it."""
    kept = {
        kind: [p for n, family in enumerate(lines) if n % FOLDS != without for p in family]
        for kind, lines in negative_lines().items()
        if kind != without
    }
    return listen(said, kept)


def fitted(rows: Sequence[Mapping[str, float]], wrong: Sequence[bool]) -> dict[str, float]:
    """Logistic regression on evidence of mean 0 and deviation 1, told again in the units it came in."""
    names = list(rows[0])
    x = np.array([[row[name] for name in names] for row in rows])
    middle, spread = x.mean(0), x.std(0) + 1e-6
    x = np.column_stack([(x - middle) / spread, np.ones(len(x))])
    y = np.array(wrong, dtype=float)
    importance = np.where(y > 0, 1.0, FALSE_ALARM)
    weights, mean, square = (np.zeros(len(names) + 1) for _ in range(3))
    low = np.array([0.0 if name in AGAINST else -np.inf for name in names] + [-np.inf])
    high = np.array([0.0 if name in FOR else np.inf for name in names] + [np.inf])
    for step in range(1, STEPS + 1):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = (chance - y) * importance @ x / len(y) + PULL * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = np.clip(weights, low, high)
    told = weights[:-1] / spread
    return {name: float(w) for name, w in zip([*names, "sesgo"], [*told, weights[-1] - told @ middle], strict=True)}


def weigh(weights: Mapping[str, float], row: Mapping[str, float]) -> float:
    return sum(weights[name] * value for name, value in row.items()) + weights["sesgo"]


def bar(rows: Sequence[Mapping[str, float]], samples: Sequence[Sample]) -> float:
    """Above this, what has an answer is refused as seldom as allowed by weights that have not seen it."""
    strangers = []
    for part in range(FOLDS):
        kept = [k for k, r in enumerate(samples) if r.part != part]
        weights = fitted([rows[k] for k in kept], [samples[k].kind != RULE for k in kept])
        strangers += [weigh(weights, rows[k]) for k, r in enumerate(samples) if r.part == part and r.kind == RULE]
    strangers.sort(reverse=True)
    return strangers[int(ALLOWED * len(strangers))]


def learned(rows: Sequence[Mapping[str, float]], samples: Sequence[Sample]) -> dict[str, float]:
    weights = fitted(rows, [r.kind != RULE for r in samples])
    weights["sesgo"] -= bar(rows, samples)
    return {name: round(w, 3) for name, w in weights.items()}


def by_kind(samples: Sequence[Sample], thirds: Mapping[int, Model], said: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Of each kind, how many are refused by what has not heard it, of how many; and by what has not heard the third."""
    found: defaultdict[str, list[bool]] = defaultdict(list)
    heard = [evidence(r.heard_by(thirds[r.part])) for r in samples]
    for kind in CLASSES[1:]:
        kept = [k for k, r in enumerate(samples) if r.kind != kind]
        weights = learned([heard[k] for k in kept], [samples[k] for k in kept])
        stranger = taught(said, kind)
        found[kind] = [declined(r.heard_by(stranger), weights) is not None for r in samples if r.kind == kind]
    limit = bar(heard, samples)
    for part in range(FOLDS):
        kept = [k for k, r in enumerate(samples) if r.part != part]
        weights = fitted([heard[k] for k in kept], [samples[k].kind != RULE for k in kept])
        weights["sesgo"] -= limit
        for r in samples:
            if r.part == part:
                found[f"{r.kind}, oída"].append(declined(r.heard_by(thirds[part]), weights) is not None)
    return {kind: (sum(flags), len(flags)) for kind, flags in found.items()}


def main(kb: str, *paths: str) -> None:
    with Searcher.open(Path(kb)) as searcher:
        rows = [r for r in samples(searcher, [Path(p) for p in paths]) if not by_name(r.case.first)]
        said = [p for game in searcher.games for found in phrases(game).values() for group in found for p in group.phrases]
    thirds = {part: taught(said, part) for part in range(FOLDS)}
    for kind, (caught, total) in by_kind(rows, thirds, said).items():
        print(f"{kind:24} rechazadas {caught:4} de {total:4} = {caught / total:.3f}", file=sys.stderr)
    print(json.dumps(learned([evidence(r.heard_by(thirds[r.part])) for r in rows], rows), indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
