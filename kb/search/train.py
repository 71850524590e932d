"""Learns the model of a knowledge base from what people say for its rules: softmax regression, the same numbers each time."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kb.search.model import NOTHING, UNIT, Model, merged, signs
from kb.search.negatives import CLASSES, NAME, known_names, negatives, sound_of
from kb.search.phrases import Group
from kb.search.tables import Record, Tables
from kb.text import STOP_WORDS, fold, stem

EPOCHS, RATE, DECAY = 6, 2.0, 2e-5
SCALE = 6.0
"""What the unit of a sign is worth in the logits, so that the weights stay small."""
KEPT, LEAST = 48, 0.06
"""Of each sign, so many records are kept, and no weight smaller than this."""


class Example(NamedTuple):
    words: Sequence[tuple[str, str]]
    """Folded words with their stems."""
    record: int
    weight: float


def learn(examples: Sequence[Example], epochs: int = EPOCHS) -> Model:
    """The model of one game."""
    records = sorted({e.record for e in examples})
    if len(records) < 2:
        return Model({})
    place = {n: k for k, n in enumerate(records)}
    seen = [signs(e.words) for e in examples]
    names = sorted({sign for found in seen for sign in found})
    number = {sign: k for k, sign in enumerate(names)}
    columns = [np.array([number[s] for s in found], dtype=np.int32) for found in seen]
    values = [np.array(list(found.values()), dtype=np.float32) * SCALE for found in seen]
    targets = np.array([place[e.record] for e in examples])
    importance = np.array([e.weight for e in examples], dtype=np.float32)
    table = np.zeros((len(names), len(records)), dtype=np.float32)
    order = np.random.default_rng(19)
    for epoch in range(epochs):
        rate = np.float32(RATE * (1 - epoch / epochs) / SCALE**2)
        for k in order.permutation(len(examples)):
            if not len(columns[k]):
                continue
            rows = table[columns[k]]
            logits = values[k] @ rows
            logits -= logits.max()
            chance = np.exp(logits)
            chance /= chance.sum()
            chance[targets[k]] -= 1.0
            step = rate * importance[k]
            table[columns[k]] = rows * np.float32(1 - DECAY) - np.outer(values[k] * step, chance)
    return _kept(table * SCALE, names, records)


def _kept(table: "np.ndarray[tuple[int, int], np.dtype[np.float32]]", names: list[str], records: list[int]) -> Model:
    rows: dict[str, tuple[list[int], list[int]]] = {}
    for k, sign in enumerate(names):
        row = table[k]
        best = [int(c) for c in np.argsort(-np.abs(row), kind="stable")[:KEPT] if abs(row[c]) >= LEAST]
        if best:
            best.sort()
            rows[sign] = ([records[c] for c in best], [round(float(row[c]) * UNIT) for c in best])
    return Model(rows)


WEIGHTS = {"titulo": 2.0, "indice": 1.5, "en": 1.5, "coloquial": 1.0, "errata": 0.5}
PHRASE, TEXT, ASKED = 1.0, 0.3, 0.5
"""What a phrase, a block of the book and the questions that cite an entry count beside a name."""
LISTENED = 16
"""Times that the examples of what no book answers are gone through."""
REFUSED = 8.0
"""What a question that nobody answers counts: there are far fewer of them."""
LONGEST = 60
"""Words of a block that are looked at."""


def with_models(tables: Tables, asked: Mapping[str, Mapping[str, Sequence[Group]]]) -> Tables:
    """The tables with what was learned from them and from what people ask, by game and slug."""
    by_game: dict[str, list[Example]] = {game: [] for game in tables.sizes}
    for n, record in enumerate(tables.records):
        groups = asked.get(record.game, {}).get(record.id.split("/", 1)[1], ())
        by_game[record.game] += _examples(n, record, groups)
    places = {game: k for k, game in enumerate(tables.sizes)}
    games = [e._replace(record=places[game]) for game, rows in by_game.items() for e in rows]
    said = [phrase for rows in asked.values() for groups in rows.values() for group in groups for phrase in group.phrases]
    said += [record.title for record in tables.records if said]
    # Nobody can tell the questions about a book that nobody has asked about.
    taught = tuple(game for game in tables.sizes if asked.get(game))
    sounds = learn(sounds_from(said, negatives()), LISTENED) if taught else NOTHING
    return replace(
        tables, model=merged(learn(rows) for rows in by_game.values()), games=learn(games), sounds=sounds, taught=taught
    )


def sounds_from(said: Sequence[str], refused: Mapping[str, Sequence[str]]) -> list[Example]:
    """Questions about the rules, and those that no book answers by kind."""
    names = known_names()
    rows = [Example(sound_of(fold(phrase).split(), names), 0, 1.0) for phrase in said]
    for kind, phrases in refused.items():
        for phrase in phrases:
            rows.append(Example(sound_of(fold(phrase.replace("{nombre}", NAME)).split(), names), CLASSES.index(kind), REFUSED))
    return rows


def _examples(n: int, record: Record, groups: Sequence[Group]) -> list[Example]:
    rows = [Example(_words(name.text), n, WEIGHTS[name.source]) for name in record.names]

    rows += [Example(_words(p.text)[:LONGEST], n, TEXT) for p in record.passages if not p.quiet]
    if record.asked:
        rows.append(Example([(s, s) for s in record.asked.split()][:LONGEST], n, ASKED))
    return [row for row in rows if row.words]


def _words(text: str) -> list[tuple[str, str]]:
    return [(w, stem(w)) for w in fold(text).split() if w not in STOP_WORDS]
