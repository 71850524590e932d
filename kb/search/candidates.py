"""Which records deserve a closer look: one pass over the postings, the names and the model, for all records at once."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from kb.search.model import UNIT, Model
from kb.search.tables import Tables

K1, B = 1.2, 0.75
DOUBT = 8.0
"""A chance of one in e to this is no chance."""
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
Rows = dict[str, tuple[Numbers, Floats]]
"""By stem or sign: where it is, and what it is worth there."""


class Likely(NamedTuple):
    """What is known of every record before any is looked at."""

    worth: Floats
    meant: Floats
    """How likely each record is to be meant, as the model has learned."""
    games: dict[str, float]
    """How likely each game is to be meant; empty where one was asked for."""


class Candidates:
    """Each game has its own frequencies: a question about a game is weighed with its words alone."""

    def __init__(self, tables: Tables) -> None:
        games = list(tables.sizes)
        self._games = {game: n for n, game in enumerate(games)}
        self._game_of = np.array([self._games[r.game] for r in tables.records], dtype=np.int64)
        self._owner = np.array([n for n, _ in tables.documents], dtype=np.int64)
        self._heads = np.flatnonzero(np.diff(self._owner, prepend=-1)) if len(self._owner) else self._owner
        documents = [(tables.records[n].game, tables.document(k).split()) for k, (n, _) in enumerate(tables.documents)]
        self._postings = {game: _bm25([(k, words) for k, (g, words) in enumerate(documents) if g == game]) for game in games}
        self._named = _named(tables)
        self._model, self._likely_game = _arrays(tables.model), _arrays(tables.games)
        self._size = len(tables.records)

    def likely(self, stems: Mapping[str, float], signs: Mapping[str, float], game: str | None) -> Likely:
        games = {} if game else self._chances_of_games(signs)
        meant = self._meant(signs, game, games)
        total = sum(stems.values()) or 1.0
        passages = self._best_passages(stems, game)
        names = _sum(self._named, stems, self._size)
        worth = passages / (passages.max(initial=0.0) or 1.0) + names / total + 3.0 * meant
        with np.errstate(divide="ignore"):
            worth += np.maximum(0.0, 1 + np.log(meant) / DOUBT)
        if game:
            worth[self._game_of != self._games.get(game, -1)] = 0.0
        worth[(passages == 0) & (names == 0) & (meant == 0)] = 0.0
        return Likely(worth, meant, games)

    def _chances_of_games(self, signs: Mapping[str, float]) -> dict[str, float]:
        scores = _sum(self._likely_game, signs, len(self._games))
        powers = np.exp(scores - scores.max(initial=0.0))
        return {game: float(powers[n] / powers.sum()) for game, n in self._games.items()}

    def _meant(self, signs: Mapping[str, float], game: str | None, games: Mapping[str, float]) -> Floats:
        scores = _sum(self._model, signs, self._size)
        found = np.zeros(self._size)
        for name, n in self._games.items():
            here = (self._game_of == n) & (scores != 0)
            if game in (None, name) and here.any():
                powers = np.exp(scores[here] - scores[here].max())
                found[here] = powers / powers.sum() * (games[name] if games else 1.0)
        return found

    def _best_passages(self, stems: Mapping[str, float], game: str | None) -> Floats:
        scores = np.zeros(len(self._owner))
        for name, rows in self._postings.items():
            if game in (None, name):
                _add(scores, rows, stems)
        found = np.zeros(self._size)
        if len(scores):
            found[self._owner[self._heads]] = np.maximum.reduceat(scores, self._heads)
        return found


def _bm25(documents: list[tuple[int, list[str]]]) -> Rows:
    mean = sum(len(words) for _, words in documents) / (len(documents) or 1) or 1.0
    counts: dict[str, list[tuple[int, float]]] = {}
    for n, words in documents:
        norm = K1 * (1 - B + B * len(words) / mean)
        for stem, tf in Counter(words).items():
            counts.setdefault(stem, []).append((n, tf * (K1 + 1) / (tf + norm)))
    size = len(documents)
    idf = {stem: math.log(1 + (size - len(rows) + 0.5) / (len(rows) + 0.5)) for stem, rows in counts.items()}
    return {stem: _row((n, idf[stem] * score) for n, score in rows) for stem, rows in counts.items()}


def _named(tables: Tables) -> Rows:
    owners: dict[str, dict[int, None]] = {}
    for n, record in enumerate(tables.records):
        for name in record.names:
            for stem in name.stems if name.source != "errata" else ():
                owners.setdefault(stem, {})[n] = None
    return {stem: _row((n, 1.0) for n in numbers) for stem, numbers in owners.items()}


def _arrays(model: Model) -> Rows:
    return {sign: (np.array(n, dtype=np.int64), np.array(w, dtype=np.float64) / UNIT) for sign, (n, w) in model.rows.items()}


def _row(pairs: Iterable[tuple[int, float]]) -> tuple[Numbers, Floats]:
    numbers, values = zip(*pairs, strict=True)
    return np.array(numbers, dtype=np.int64), np.array(values, dtype=np.float64)


def _sum(rows: Rows, weights: Mapping[str, float], size: int) -> Floats:
    found = np.zeros(size)
    _add(found, rows, weights)
    return found


def _add(found: Floats, rows: Rows, weights: Mapping[str, float]) -> None:
    for key, weight in weights.items():
        if key in rows:
            numbers, values = rows[key]
            found[numbers] += weight * values  # no number stands twice in a row
