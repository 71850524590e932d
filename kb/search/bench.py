"""How fast a whole answer is, against a bare SQLite FTS5 query on the same passages in the same run."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grammar.game import GAMES, load_game
from kb.models import Entry
from kb.search.searcher import DIRECTORY, Searcher, build_index
from kb.search.tables import Tables
from kb.text import STOP_WORDS, fold

ROUNDS = 9
QUESTIONS: tuple[str, ...] = tuple(q for slug in GAMES for q in load_game(slug).ejemplos)
"""Ours: what the site proposes to ask of each game."""


def bench_search(directory: Path) -> dict[str, object]:
    """Figures of the search on the knowledge base in `directory`."""
    base = _fts5(directory)
    ask: dict[str, Callable[[str], object]] = {
        "fts5": lambda q: base(q, STOP_WORDS), "fts5_todas_las_palabras": lambda q: base(q, frozenset()),
    }  # fmt: skip
    with Searcher.open(directory) as searcher:
        ask |= {"busqueda": searcher.fresh, "repetida": searcher.search, "completar": lambda q: searcher.complete(q[:5])}
        times = _times(ask, QUESTIONS)
    figures: dict[str, object] = {}
    for name, found in times.items():
        figures |= {f"{name}_p50_ms": _at(found, 0.5), f"{name}_p95_ms": _at(found, 0.95)}
    figures["veces_fts5_p50"] = _at(times["busqueda"], 0.5) / _at(times["fts5"], 0.5)
    return figures | _build_time(directory)


def _times(ask: Mapping[str, Callable[[str], object]], questions: Sequence[str]) -> dict[str, list[float]]:
    """Of each question, the best of some rounds, in processor time: none waits for anything else, so on a quiet machine it
    is what the clock says. They take turns, so that a busy machine is busy for all."""
    found: dict[str, list[float]] = {name: [] for name in ask}
    for q in questions:
        best = dict.fromkeys(ask, 1e9)
        for _ in range(ROUNDS):
            for name, answer in ask.items():
                start = time.thread_time()
                answer(q)
                best[name] = min(best[name], (time.thread_time() - start) * 1000)
        for name in ask:
            found[name].append(best[name])
    return {name: sorted(times) for name, times in found.items()}


def _at(times: Sequence[float], share: float) -> float:
    return times[int(len(times) * share)]


def _fts5(directory: Path) -> Callable[[str, frozenset[str]], object]:
    """Ten best of the same passages by BM25 of any word: the least that a search does."""
    tables = Tables.load(directory / DIRECTORY)
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table p using fts5(title, text, tokenize = 'unicode61 remove_diacritics 2')")
    entries = {e.id: e for e in _entries(directory)}
    for record in tables.records:
        summary = entries[record.id].summary
        texts = [p.text for p in record.passages] + [b.text for b in (summary.blocks if summary else ())]
        base.executemany("insert into p values (?, ?)", ((record.title, text) for text in texts))

    def ask(q: str, skip: frozenset[str]) -> object:
        words = " OR ".join(f'"{w}"' for w in fold(q).split() if w not in skip)
        return base.execute("select title, text, rank from p where p match ? order by rank limit 10", (words,)).fetchall()

    return ask


def _entries(directory: Path) -> list[Entry]:
    lines = (directory / "entries.jsonl").read_text(encoding="utf-8").splitlines()
    return [Entry.model_validate_json(line) for line in lines]


def _build_time(directory: Path) -> dict[str, object]:
    entries = _entries(directory)
    with tempfile.TemporaryDirectory() as out:
        start, used = time.perf_counter(), time.process_time()
        build_index(entries, {}, Path(out))
        return {"construir_indice_s": time.perf_counter() - start, "construir_indice_cpu_s": time.process_time() - used}
