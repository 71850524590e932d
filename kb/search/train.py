"""Learns the model of a knowledge base from what people say for its rules: softmax regression, the same numbers each time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, chain, cycle, pairwise
from typing import NamedTuple

import numpy as np

from kb.search.model import NOTHING, UNIT, Model, asked_signs, merged, signs
from kb.search.negatives import CLASSES, NAME, SLOT, contrasts, frames, names_in, negatives, sound_of
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
ALONE = 16
"""Products of so many rows are too small for BLAS to share among threads, which would wait for each other most of the time."""
Table = np.ndarray[tuple[int, int], np.dtype[np.float32]]
Floats = np.ndarray[tuple[int], np.dtype[np.float32]]
Numbers = np.ndarray[tuple[int], np.dtype[np.intp]]
Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


class Example(NamedTuple):
    signs: Mapping[str, float]
    record: int
    weight: float


def learn(examples: Sequence[Example], epochs: int = EPOCHS, forgotten: float = DECAY) -> Model:
    """The model of one game."""
    return learn_part(numbered(examples), [e.record for e in examples], 0, epochs, forgotten)


class Numbered(NamedTuple):
    """Examples as numbers, their signs end to end."""

    signs: Sequence[str]
    """In alphabetical order."""
    pairs: Flags
    """Which of them are two neighbours."""
    starts: Numbers
    """Where each example begins, and where the last one ends."""
    columns: Numbers
    values: Floats
    weights: Floats


def numbered(examples: Sequence[Example]) -> Numbered:
    every = list(chain.from_iterable([e.signs for e in examples]))
    names = sorted(set(every))
    number = dict(zip(names, range(len(names)), strict=True))
    return Numbered(
        names,
        np.array([" " in name for name in names], dtype=np.bool_),
        np.concatenate([[0], np.cumsum([len(e.signs) for e in examples], dtype=np.intp)]),
        np.fromiter(map(number.__getitem__, every), dtype=np.intp, count=len(every)),
        np.fromiter(chain.from_iterable([e.signs.values() for e in examples]), dtype=np.float32, count=len(every)),
        np.array([e.weight for e in examples], dtype=np.float32),
    )


class Rows(NamedTuple):
    """What is learned from: as `Numbered`, with the number of what each example means."""

    starts: Numbers
    columns: Numbers
    values: Floats
    targets: Numbers
    weights: Floats


def learn_part(
    every: Numbered, meant: Sequence[int], first: int = 0, epochs: int = EPOCHS, forgotten: float = DECAY
) -> Model:  # fmt: skip
    """What the examples from `first` on teach, as many as `meant` has: the record that each means."""
    records = sorted(set(meant))
    if len(records) < 2:
        return Model({})
    place = {n: k for k, n in enumerate(records)}
    starts = every.starts[first : first + len(meant) + 1]
    here = slice(int(starts[0]), int(starts[-1]))
    columns = every.columns[here]
    seen = np.bincount(columns, minlength=len(every.signs))
    # A pair of neighbours that was said once tells nothing of other questions: a fifth of the table without it.
    wanted = seen > every.pairs
    kept = wanted[columns]
    rows = Rows(
        np.concatenate([[0], np.cumsum(kept)])[starts - starts[0]],
        (np.cumsum(wanted) - 1)[columns[kept]],
        every.values[here][kept] * np.float32(SCALE),
        np.array([place[n] for n in meant], dtype=np.intp),
        every.weights[first : first + len(meant)],
    )
    table: Table = np.zeros((int(wanted.sum()), len(records)), dtype=np.float32)
    order = np.random.default_rng(19)
    go = _together if len(records) <= FEW else _one_by_one
    for epoch in range(epochs):
        rate = np.float32(RATE * (1 - epoch / epochs) / SCALE**2)
        go(table, rows, order.permutation(len(meant)), rate, np.float32(1 - forgotten))
    return _kept(table * SCALE, [every.signs[k] for k in np.flatnonzero(wanted).tolist()], records)


def _one_by_one(table: Table, rows: Rows, order: Numbers, rate: np.float32, decay: np.float32) -> None:
    # The same stretches of memory for every example: asking for new ones took longer than the sums.
    most = int(np.diff(rows.starts).max())
    held, moved = (np.empty((most, table.shape[1]), dtype=np.float32) for _ in range(2))
    chance = np.empty(table.shape[1], dtype=np.float32)
    starts, targets, columns, values = rows.starts.tolist(), rows.targets.tolist(), rows.columns, rows.values
    steps = np.repeat(rate * rows.weights, np.diff(rows.starts)) * values
    for k in order.tolist():
        start, end = starts[k], starts[k + 1]
        size = end - start
        if not size:
            continue
        own, kept, change = columns[start:end], held[:size], moved[:size]
        table.take(own, 0, kept, "clip")
        np.dot(values[start:end], kept, chance)
        np.subtract(chance, np.maximum.reduce(chance), chance)
        np.exp(chance, chance)
        np.divide(chance, np.add.reduce(chance), chance)
        chance[targets[k]] -= 1.0
        np.multiply(steps[start:end, None], chance, change)
        np.multiply(kept, decay, kept)
        np.subtract(kept, change, kept)
        table[own] = kept


def _together(table: Table, rows: Rows, order: Numbers, rate: np.float32, decay: np.float32) -> None:
    """Some examples at a time: where there are few records, the steps cost more than the sums."""
    sizes = np.diff(rows.starts)
    order = order[sizes[order] > 0]
    # All signs in the new order, and which of the examples of its turn has each.
    size = sizes[order]
    ends = np.cumsum(size)
    at = np.repeat(rows.starts[order] - (ends - size), size) + np.arange(int(ends[-1]))
    columns, values, turns = rows.columns[at], rows.values[at], np.repeat(np.arange(len(order)) % TOGETHER, size)
    targets, steps = rows.targets[order], rate * rows.weights[order]
    seat = np.zeros(len(table), dtype=np.intp)
    start = 0
    for first in range(0, len(order), TOGETHER):
        last = min(first + TOGETHER, len(order))
        end = int(ends[last - 1])
        own = columns[start:end]
        numbers = np.arange(len(own))
        seat[own] = numbers
        distinct = own[seat[own] == numbers]
        seat[distinct] = np.arange(len(distinct))
        said = np.zeros((last - first, len(distinct)), dtype=np.float32)
        said[turns[start:end], seat[own]] = values[start:end]
        held = table[distinct]
        parts = [slice(part, part + ALONE) for part in range(0, last - first, ALONE)]
        chance = np.concatenate([said[part] @ held for part in parts])
        chance -= chance.max(axis=1, keepdims=True)
        np.exp(chance, chance)
        chance /= chance.sum(axis=1, keepdims=True)
        chance[numbers[: last - first], targets[first:last]] -= 1.0
        chance *= steps[first:last, None]
        held *= decay
        for part in parts:
            held -= said[part].T @ chance[part]
        table[distinct] = held
        start = end


def _kept(table: Table, names: list[str], records: list[int]) -> Model:
    size = np.abs(table)
    large = size >= LEAST
    many = np.flatnonzero(large.sum(axis=1) > KEPT)
    if len(many):
        rows = size[many]
        enough = rows >= np.partition(rows, -KEPT, axis=1)[:, -KEPT, None]
        for k in np.flatnonzero(enough.sum(axis=1) > KEPT).tolist():  # of those that weigh the same, the first
            enough[k] = False
            enough[k, np.argsort(-rows[k], kind="stable")[:KEPT]] = True
        large[many] &= enough
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
LISTENED, FORGOTTEN = 3, 3e-3
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
    rarity = cache(tables.rarity)
    for n, record in enumerate(tables.records):
        by_game[record.game] += _examples(n, record, rarity)
    every = numbered([e for rows in by_game.values() for e in rows])
    firsts = accumulate(map(len, by_game.values()), initial=0)
    model = merged(learn_part(every, [e.record for e in rows], n) for n, rows in zip(firsts, by_game.values(), strict=False))
    games = learn_part(every, [k for k, rows in enumerate(by_game.values()) for _ in rows], epochs=OF_GAMES)
    said = [phrase for rows in asked.values() for groups in rows.values() for group in groups for phrase in group.phrases]
    said += [record.title for record in tables.records if said]
    # Nobody can tell the questions about a book that nobody has asked about.
    taught = tuple(game for game in tables.sizes if asked.get(game))
    sounds = listen(said, negatives()) if taught else NOTHING
    return replace(tables, model=model, games=games, sounds=sounds, taught=taught)


def listen(said: Sequence[str], refused: Mapping[str, Sequence[str]]) -> Model:
    """What tells questions about the rules from those that no book answers, by kind."""
    rows = [Example(_sound(phrase.replace(SLOT, NAME)), 0, 1.0) for phrase in _framed([*said, *contrasts()])]
    for kind, phrases in refused.items():
        rows += [Example(_sound(phrase.replace(SLOT, NAME)), CLASSES.index(kind), REFUSED) for phrase in _framed(phrases)]
    return learn(rows, LISTENED, FORGOTTEN)


def _framed(phrases: Sequence[str]) -> list[str]:
    """The phrases, and some of them with what people say around any question: it must not tell the kinds apart."""
    around = zip(cycle(frames()), phrases[::FRAMED], strict=False)
    return [*phrases, *(frame.replace("…", phrase) for frame, phrase in around)]


def _sound(phrase: str) -> dict[str, float]:
    words = fold(phrase).split()
    return asked_signs(sound_of(words, names_in("", words, ())))


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
