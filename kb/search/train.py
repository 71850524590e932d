"""Learns the model of a knowledge base from what people say for its rules: softmax regression, the same numbers each time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kb.search.model import NOTHING, UNIT, Model, merged, signs
from kb.search.negatives import CLASSES, NAME, SLOT, names_in, negatives, sound_of
from kb.search.phrases import Group
from kb.search.tables import Record, Tables
from kb.search.words import vocabulary
from kb.text import STOP_WORDS, fold, stem

EPOCHS, RATE, DECAY = 10, 2.0, 2e-5
SCALE = 6.0
"""What the unit of a sign is worth in the logits, so that the weights stay small."""
KEPT, LEAST = 48, 0.06
"""Of each sign, so many records are kept, and no weight smaller than this."""


class Example(NamedTuple):
    signs: Mapping[str, float]
    record: int
    weight: float


def learn(examples: Sequence[Example], epochs: int = EPOCHS, forgotten: float = DECAY) -> Model:
    """The model of one game."""
    records = sorted({e.record for e in examples})
    if len(records) < 2:
        return Model({})
    place = {n: k for k, n in enumerate(records)}
    names = sorted({sign for e in examples for sign in e.signs})
    number = {sign: k for k, sign in enumerate(names)}
    columns = [np.array([number[s] for s in e.signs], dtype=np.intp) for e in examples]
    values = [np.array(list(e.signs.values()), dtype=np.float32) * SCALE for e in examples]
    targets = [place[e.record] for e in examples]
    importance = [np.float32(e.weight) for e in examples]
    table = np.zeros((len(names), len(records)), dtype=np.float32)
    order = np.random.default_rng(19)
    # The same four stretches of memory for every example: asking for new ones took longer than the sums.
    most = max(map(len, columns))
    held, moved = (np.empty((most, len(records)), dtype=np.float32) for _ in range(2))
    chance, decay = np.empty(len(records), dtype=np.float32), np.float32(1 - forgotten)
    for epoch in range(epochs):
        rate = np.float32(RATE * (1 - epoch / epochs) / SCALE**2)
        for k in order.permutation(len(examples)).tolist():
            own, value = columns[k], values[k]
            size = len(own)
            if not size:
                continue
            rows, change = held[:size], moved[:size]
            table.take(own, 0, rows, "clip")
            np.dot(value, rows, chance)
            np.subtract(chance, np.maximum.reduce(chance), chance)
            np.exp(chance, chance)
            np.divide(chance, np.add.reduce(chance), chance)
            chance[targets[k]] -= 1.0
            np.multiply((value * (rate * importance[k]))[:, None], chance, change)
            np.multiply(rows, decay, rows)
            np.subtract(rows, change, rows)
            table[own] = rows
    return _kept(table * SCALE, names, records)


def _kept(table: "np.ndarray[tuple[int, int], np.dtype[np.float32]]", names: list[str], records: list[int]) -> Model:
    large = np.abs(table) >= LEAST
    for k in np.flatnonzero(large.sum(axis=1) > KEPT).tolist():
        large[k, np.argsort(-np.abs(table[k]), kind="stable")[KEPT:]] = False
    lines, columns = np.nonzero(large)
    numbers: list[int] = np.array(records)[columns].tolist()
    weights: list[int] = np.rint(table[lines, columns] * np.float64(UNIT)).astype(int).tolist()
    ends = np.searchsorted(lines, np.arange(len(names) + 1)).tolist()
    return Model({
        name: (numbers[start:end], weights[start:end])
        for name, (start, end) in zip(names, pairwise(ends), strict=True) if start < end
    })  # fmt: skip


WEIGHTS = {"titulo": 2.0, "indice": 1.5, "en": 1.5, "coloquial": 1.0, "errata": 0.5}
PHRASE, TEXT, ASKED = 1.0, 0.3, 0.5
"""What a phrase, a block of the book and the questions that cite an entry count beside a name."""
LISTENED, FORGOTTEN = 12, 1e-3
"""Times that what no book answers is gone through, and what is forgotten each time: strangers say it otherwise."""
REFUSED = 1.5
"""What a question that nobody answers counts: there are fewer of them."""
LONGEST = 60
"""Words of a block that are looked at."""


def with_models(tables: Tables, asked: Mapping[str, Mapping[str, Sequence[Group]]]) -> Tables:
    """The tables with what was learned from them and from what people ask, by game and slug."""
    by_game: dict[str, list[Example]] = {game: [] for game in tables.sizes}
    for n, record in enumerate(tables.records):
        by_game[record.game] += _examples(n, record, tables.rarity)
    places = {game: k for k, game in enumerate(tables.sizes)}
    games = [e._replace(record=places[game]) for game, rows in by_game.items() for e in rows]
    said = [phrase for rows in asked.values() for groups in rows.values() for group in groups for phrase in group.phrases]
    said += [record.title for record in tables.records if said]
    # Nobody can tell the questions about a book that nobody has asked about.
    taught = tuple(game for game in tables.sizes if asked.get(game))
    sounds = listen(said, negatives()) if taught else NOTHING
    return replace(
        tables, model=merged(learn(rows) for rows in by_game.values()), games=learn(games), sounds=sounds, taught=taught
    )


def listen(said: Sequence[str], refused: Mapping[str, Sequence[str]]) -> Model:
    """What tells questions about the rules from those that no book answers, by kind."""
    rows = [Example(_sound(phrase), 0, 1.0) for phrase in said]
    for kind, phrases in refused.items():
        rows += [Example(_sound(phrase.replace(SLOT, NAME)), CLASSES.index(kind), REFUSED) for phrase in phrases]
    return learn(rows, LISTENED, FORGOTTEN)


def _sound(phrase: str) -> dict[str, float]:
    words = fold(phrase).split()
    return signs(sound_of(words, names_in("", words, ())))


def _examples(n: int, record: Record, rarity: Callable[[str], float]) -> list[Example]:
    def row(words: Sequence[tuple[str, str]], weight: float) -> Example:
        return Example(signs(words, rarity, vocabulary().groups), n, weight)

    rows = [row(_words(name.text), WEIGHTS[name.source]) for name in record.names]
    rows += [row(_words(p.text)[:LONGEST], TEXT) for p in record.passages if not p.quiet]
    if record.asked:
        rows.append(row([(s, s) for s in record.asked.split()][:LONGEST], ASKED))
    return [row for row in rows if row.signs]


def _words(text: str) -> list[tuple[str, str]]:
    return [(w, stem(w)) for w in fold(text).split() if w not in STOP_WORDS]
