"""Learns the model of a knowledge base from what people say for its rules: softmax regression, the same numbers each time."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, pairwise
from typing import NamedTuple

import numpy as np

from kb.search.model import NOTHING, UNIT, Model, merged, signs
from kb.search.negatives import CLASSES, NAME, SLOT, frames, names_in, negatives, sound_of
from kb.search.phrases import Group
from kb.search.tables import Record, Tables
from kb.search.words import vocabulary
from kb.text import STOP_WORDS, fold, stem

EPOCHS, RATE, DECAY = 3, 5.0, 2e-5
OF_GAMES = 6
"""Times that what tells the games apart is gone through: there are few of them and much is said about each."""
SCALE = 6.0
"""What the unit of a sign is worth in the logits, so that the weights stay small."""
KEPT, LEAST = 48, 0.06
"""Of each sign, so many records are kept, and no weight smaller than this."""


FEW, TOGETHER = 64, 64
"""With so few records, so many examples are gone through at a time."""
Table = np.ndarray[tuple[int, int], np.dtype[np.float32]]
Floats = np.ndarray[tuple[int], np.dtype[np.float32]]
Numbers = np.ndarray[tuple[int], np.dtype[np.intp]]


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
    seen = Counter(sign for e in examples for sign in e.signs)
    # A pair of neighbours that was said once tells nothing of other questions: a fifth of the table without it.
    names = sorted(sign for sign, times in seen.items() if times > 1 or " " not in sign)
    number = {sign: k for k, sign in enumerate(names)}
    rows = [_row(e, number, place[e.record]) for e in examples]
    table: Table = np.zeros((len(names), len(records)), dtype=np.float32)
    order = np.random.default_rng(19)
    go = _together if len(records) <= FEW else _one_by_one
    for epoch in range(epochs):
        rate = np.float32(RATE * (1 - epoch / epochs) / SCALE**2)
        mixed = [rows[k] for k in order.permutation(len(rows)).tolist()]
        go(table, mixed, rate, np.float32(1 - forgotten))
    return _kept(table * SCALE, names, records)


class Row(NamedTuple):
    """An example as numbers."""

    columns: Numbers
    values: Floats
    target: int
    weight: np.float32


def _row(example: Example, number: Mapping[str, int], target: int) -> Row:
    known = {number[sign]: value for sign, value in example.signs.items() if sign in number}
    values = np.fromiter(known.values(), dtype=np.float32, count=len(known)) * np.float32(SCALE)
    return Row(np.fromiter(known, dtype=np.intp, count=len(known)), values, target, np.float32(example.weight))


def _one_by_one(table: Table, rows: Sequence[Row], rate: np.float32, decay: np.float32) -> None:
    # The same stretches of memory for every example: asking for new ones took longer than the sums.
    most = max(len(row.columns) for row in rows)
    held, moved = (np.empty((most, table.shape[1]), dtype=np.float32) for _ in range(2))
    chance = np.empty(table.shape[1], dtype=np.float32)
    for own, value, target, weight in rows:
        size = len(own)
        if not size:
            continue
        kept, change = held[:size], moved[:size]
        table.take(own, 0, kept, "clip")
        np.dot(value, kept, chance)
        np.subtract(chance, np.maximum.reduce(chance), chance)
        np.exp(chance, chance)
        np.divide(chance, np.add.reduce(chance), chance)
        chance[target] -= 1.0
        np.multiply((value * (rate * weight))[:, None], chance, change)
        np.multiply(kept, decay, kept)
        np.subtract(kept, change, kept)
        table[own] = kept


def _together(table: Table, rows: Sequence[Row], rate: np.float32, decay: np.float32) -> None:
    """Some examples at a time: where there are few records, the steps cost more than the sums."""
    rows = [row for row in rows if len(row.columns)]
    for first in range(0, len(rows), TOGETHER):
        batch = rows[first : first + TOGETHER]
        own, value = np.concatenate([row.columns for row in batch]), np.concatenate([row.values for row in batch])[:, None]
        size = np.array([len(row.columns) for row in batch])
        chance = np.add.reduceat(table[own] * value, np.cumsum(size) - size, axis=0)
        chance -= chance.max(axis=1, keepdims=True)
        np.exp(chance, chance)
        chance /= chance.sum(axis=1, keepdims=True)
        chance[np.arange(len(batch)), [row.target for row in batch]] -= 1.0
        chance *= np.array([rate * row.weight for row in batch])[:, None]
        by = np.argsort(own, kind="stable")
        own, change = own[by], (np.repeat(chance, size, axis=0) * value)[by]
        heads = np.flatnonzero(np.diff(own, prepend=-1))
        distinct = own[heads]
        table[distinct] = table[distinct] * decay - np.add.reduceat(change, heads, axis=0)


def _kept(table: Table, names: list[str], records: list[int]) -> Model:
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
LISTENED, FORGOTTEN = 4, 3e-3
"""Times that what no book answers is gone through, and what is forgotten each time: strangers say it otherwise."""
REFUSED = 1.5
"""What a question that nobody answers counts: there are fewer of them."""
FRAMED = 6
"""Of so many phrases, one is also heard with something around it."""
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
    model = merged(learn(rows) for rows in by_game.values())
    return replace(tables, model=model, games=learn(games, OF_GAMES), sounds=sounds, taught=taught)


def listen(said: Sequence[str], refused: Mapping[str, Sequence[str]]) -> Model:
    """What tells questions about the rules from those that no book answers, by kind."""
    rows = [Example(_sound(phrase), 0, 1.0) for phrase in _framed(said)]
    for kind, phrases in refused.items():
        rows += [Example(_sound(phrase.replace(SLOT, NAME)), CLASSES.index(kind), REFUSED) for phrase in _framed(phrases)]
    return learn(rows, LISTENED, FORGOTTEN)


def _framed(phrases: Sequence[str]) -> list[str]:
    """The phrases, and some of them with what people say around any question: it must not tell the kinds apart."""
    around = zip(cycle(frames()), phrases[::FRAMED], strict=False)
    return [*phrases, *(frame.replace("…", phrase) for frame, phrase in around)]


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
