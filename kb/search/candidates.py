"""Which records deserve a closer look: one pass over the postings, the names and the model, for all records at once."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

import numpy as np

from kb.search.model import UNIT, Model, chances
from kb.search.tables import Tables

K1, B = 1.2, 0.75
DOUBT = 8.0
"""A chance of one in e to this is no chance."""
LEAST = 1e-300
ALMOST = 0.999
"""What is no lower than this beside the highest may be the same."""
EQUAL = 9
"""What is the same in so many decimals keeps its order: sums made in another order differ in the last."""
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
NONE = np.zeros(0, dtype=np.int64)
Pairs = dict[str, list[tuple[int, float]]]
"""By stem: where it is, and what it is worth there."""


class Row(NamedTuple):
    numbers: Numbers
    values: Floats
    length: int


class Rows:
    """By stem or sign: where it is and what it is worth there, all rows end to end."""

    def __init__(self, places: dict[str, tuple[int, int]], numbers: Numbers, values: Floats) -> None:
        self.places, self.numbers, self.values = places, numbers, values
        self._asked: dict[str, Row] = {}
        """Those that were asked for: cutting them out costs more than their sum."""

    def found(self, weights: Mapping[str, float]) -> list[tuple[Numbers, Floats, int, float]]:
        """The rows of those keys, each with its length and weight."""
        asked = self._asked
        return [(*asked[key], weight) for key, weight in weights.items() if key in asked or self._cut(key)]

    def _cut(self, key: str) -> bool:
        if (place := self.places.get(key)) is None:
            return False
        here = slice(*place)
        self._asked[key] = Row(self.numbers[here], self.values[here], place[1] - place[0])
        return True


class Few(NamedTuple):
    """A model of few things: of each sign, what it says of every one."""

    places: dict[str, int]
    values: np.ndarray[tuple[int, int], np.dtype[np.float64]]

    def sum(self, weights: Mapping[str, float]) -> list[float]:
        """What the signs say of each together; nothing where none is known."""
        found = [(self.places[key], weight) for key, weight in weights.items() if key in self.places]
        if not found:
            return []
        rows, values = zip(*found, strict=True)
        together: list[float] = np.dot(values, self.values[list(rows)]).tolist()
        return together


class Likely(NamedTuple):
    """What is known of every record before any is looked at."""

    worth: Floats
    meant: Floats
    """How likely each record is to be meant, as the model has learned."""
    games: dict[str, float]
    """How likely each game is to be meant; empty where one was asked for."""
    documents: Floats
    """How much of the query each passage says."""


class Candidates:
    """Each game has its own frequencies: a question about a game is weighed with its words alone."""

    def __init__(self, tables: Tables) -> None:
        games = list(tables.sizes)
        self._games = {game: n for n, game in enumerate(games)}
        self._game_of = np.array([self._games[r.game] for r in tables.records], dtype=np.int64)
        # Of a few long stretches the sums are quicker than of as many records.
        self._runs = np.flatnonzero(np.diff(self._game_of, prepend=-1))
        self._elsewhere = {game: self._game_of != n for game, n in self._games.items()}
        owners = [n for n, _ in tables.documents]
        self._documents, self._size = len(owners), len(tables.records)
        # Behind the documents stand the records, for what their names say; those are nobody's document.
        self._owners = np.array([*owners, *(self._size for _ in tables.records)], dtype=np.int64)
        documents = [(tables.records[n].game, tables.document(k).split()) for k, (n, _) in enumerate(tables.documents)]
        postings = {game: _bm25([(k, words) for k, (g, words) in enumerate(documents) if g == game]) for game in games}
        named = {game: _named(tables, game, self._documents) for game in games}
        self._texts: dict[str | None, Rows] = {game: _flat([postings[game], named[game]]) for game in games}
        self._texts[None] = _flat([*postings.values(), *named.values()])
        """What documents say, and after the documents what the names of the records say."""
        # Behind those the records as the model knows them, and the games.
        self._ends = (self._documents, self._documents + self._size, self._documents + 2 * self._size)
        self._all = self._ends[-1] + len(games)
        self._model, self._likely_game = _learned(tables.model, self._ends[1]), _learned(tables.games, self._ends[2])
        # The documents of a record stand side by side.
        firsts = np.searchsorted(self._owners, np.arange(self._size)).tolist()
        self._spans = [(first, first + len(record.passages)) for first, record in zip(firsts, tables.records, strict=True)]

    def likely(self, stems: Mapping[str, float], signs: Mapping[str, float], game: str | None) -> Likely:
        # All in few large steps: each call of numpy costs as much as the sums of a row.
        texts = self._texts[game].found(stems) if game in self._texts else []
        learned = [*self._model.found(signs), *([] if game else self._likely_game.found(signs))]
        numbers, sums = self._together([*texts, *learned])
        of_texts = numbers[: sum([length for _, _, length, _ in texts])]
        texts_end, names_end, records_end = self._ends
        documents, names, scores = sums[:texts_end], sums[texts_end:names_end], sums[names_end:records_end]
        best = np.zeros(self._size + 1)
        np.maximum.at(best, self._owners[of_texts], sums[of_texts])
        passages = best[:-1]
        heard = chances(dict(enumerate(sums[records_end:].tolist())))
        games = {} if game else dict(zip(self._games, heard.values(), strict=True))
        meant = self._meant(scores, {game: 1.0} if game else games)
        most = np.maximum.reduce(passages, initial=0.0) or 1.0
        worth = passages / most + names / (sum(stems.values()) or 1.0) + 3.0 * meant
        worth += np.maximum(0.0, 1 + np.log(np.maximum(meant, LEAST)) / DOUBT)
        if game:
            worth[self._elsewhere.get(game, slice(None))] = 0.0
        return Likely(worth, meant, games, documents)

    def passage(self, n: int, likely: Likely) -> int:
        """The passage of a record that says most of the query, as far as the postings tell."""
        start, end = self._spans[n]
        if end - start < 2:
            return 0
        said = likely.documents[start:end].tolist()
        highest = max(said)
        most, near = round(highest, EQUAL), highest * ALMOST
        return next(k for k, value in enumerate(said) if value >= near and round(value, EQUAL) == most)

    def _together(self, rows: Sequence[tuple[Numbers, Floats, int, float]]) -> tuple[Numbers, Floats]:
        """What the rows speak of, one after the other, and of each number what they say of it together."""
        if not rows:
            return NONE, np.zeros(self._all)
        numbers, values, lengths, weights = zip(*rows, strict=True)
        every: Numbers = np.concatenate(numbers)
        worth: Floats = np.concatenate(values)
        worth *= np.repeat(weights, lengths)
        sums: Floats = np.bincount(every, worth, self._all).astype(np.float64, copy=False)
        return every, sums

    def _meant(self, scores: Floats, games: Mapping[str, float]) -> Floats:
        powers = np.exp(scores - np.maximum.reduce(scores, initial=0.0)) * (scores != 0)
        runs = self._runs
        totals = np.maximum(np.bincount(self._game_of[runs], np.add.reduceat(powers, runs), len(self._games)), LEAST)
        shares = np.array([games.get(game, 0.0) for game in self._games]) / totals
        found: Floats = powers * shares[self._game_of]
        return found


def _bm25(documents: list[tuple[int, list[str]]]) -> Pairs:
    mean = sum(len(words) for _, words in documents) / (len(documents) or 1) or 1.0
    counts: Pairs = {}
    for n, words in documents:
        norm = K1 * (1 - B + B * len(words) / mean)
        for stem, tf in Counter(words).items():
            counts.setdefault(stem, []).append((n, tf * (K1 + 1) / (tf + norm)))
    size = len(documents)
    idf = {stem: math.log(1 + (size - len(rows) + 0.5) / (len(rows) + 0.5)) for stem, rows in counts.items()}
    return {stem: [(n, idf[stem] * score) for n, score in rows] for stem, rows in counts.items()}


def _named(tables: Tables, game: str, behind: int) -> Pairs:
    """By stem, the records whose names have it, numbered behind the documents."""
    owners: dict[str, dict[int, float]] = {}
    for n in tables.of_game(game):
        for name in tables.records[n].names:
            for stem in name.stems if name.source != "errata" else ():
                owners.setdefault(stem, {})[behind + n] = 1.0
    return {stem: list(numbers.items()) for stem, numbers in owners.items()}


def few(model: Model, size: int) -> Few:
    values = np.zeros((len(model.rows), size))
    for k, (numbers, weights) in enumerate(model.rows.values()):
        values[k, numbers] = weights
    return Few({sign: k for k, sign in enumerate(model.rows)}, values / UNIT)


def _learned(model: Model, behind: int) -> Rows:
    """Numbered behind the documents and what else there is."""
    rows = _rows(model.rows, [row[0] for row in model.rows.values()], [row[1] for row in model.rows.values()])
    return Rows(rows.places, rows.numbers + behind, rows.values / UNIT)


def _flat(parts: Iterable[Pairs]) -> Rows:
    every: Pairs = {}
    for part in parts:
        for stem, pairs in part.items():
            every.setdefault(stem, []).extend(pairs)
    rows = every.values()
    return _rows(every, [[n for n, _ in row] for row in rows], [[value for _, value in row] for row in rows])


def _rows(keys: Iterable[str], numbers: Sequence[Sequence[int]], values: Sequence[Sequence[float]]) -> Rows:
    ends = pairwise(accumulate(map(len, numbers), initial=0))
    return Rows(
        dict(zip(keys, ends, strict=True)),
        np.fromiter(chain.from_iterable(numbers), dtype=np.int64),
        np.fromiter(chain.from_iterable(values), dtype=np.float64),
    )
