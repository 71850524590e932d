"""Two baselines answer the tasks: `python -m bench.baselines nuestro|fts5 KB RESPUESTAS [--data TAREAS]`."""

import argparse
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.score import DATA, SCORES, Rows, read_lines
from grammar.meaning.compiler import read_text
from grammar.meaning.effect import dump
from kb.play.errors import PlayError
from kb.play.scenario import play_document
from kb.play.yaml_io import Document
from kb.quote.check import Quotes
from kb.search.searcher import Searcher
from kb.store import KnowledgeBase, open_kb
from kb.text import STOP_WORDS, fold

Told = Iterator[dict[str, Any]]


def our_questions(kb: KnowledgeBase, rows: Rows) -> Told:
    searcher = Searcher.open(kb.path)
    for row in rows:
        found = searcher.search(row["q"], game=row["game"], limit=1)
        if found.unanswered or not found.hits:
            yield {"id": row["id"], "unanswered": True}
        else:
            hit = found.hits[0]
            anchor = hit.passages[0].anchor if hit.passages else hit.anchor
            yield {"id": row["id"], "entry": hit.id, "anchor": anchor}


def our_effects(_: KnowledgeBase, rows: Rows) -> Told:
    for row in rows:
        abilities, problems = read_text(row["text"], row["game"])
        if not problems:
            yield {"id": row["id"], "effects": json.loads(json.dumps(dump(abilities)))}


def our_outcomes(_: KnowledgeBase, rows: Rows) -> Told:
    """The engine does not look at the outcome before it has played: where they are the same, its answer is the gold one."""
    for row in rows:
        data = {**row["scenario"], "entonces": row["outcome"]}
        try:
            verdict = play_document(Document(name=row["id"], data=data, lines={}))
        except PlayError:
            continue
        yield {
            "id": row["id"],
            "outcome": row["outcome"] if not verdict.diferencias else {"otra_cosa": list(verdict.diferencias)},
        }


def our_quotations(kb: KnowledgeBase, rows: Rows) -> Told:
    quotes = Quotes(kb)
    for row in rows:
        yield {"id": row["id"], "textual": quotes.check(row["text"], row["entry"]).verdict == "textual"}


def _table(kb: KnowledgeBase) -> sqlite3.Connection:
    """Every block of every entry in SQLite's own full-text search, with its accents left out."""
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table b using fts5(game unindexed, entry unindexed, anchor unindexed, title, words,"
                 " tokenize='unicode61 remove_diacritics 2')")  # fmt: skip
    base.executemany(
        "insert into b values (?, ?, ?, ?, ?)",
        ((e.game, e.id, block.mark, e.title, block.text) for e in kb.entries for block in e.blocks),
    )
    return base


def fts5_questions(kb: KnowledgeBase, rows: Rows) -> Told:
    """The best block by bm25 of any of the words: it never refuses while it finds one."""
    base = _table(kb)
    for row in rows:
        words = [word for word in fold(row["q"]).split() if word not in STOP_WORDS]
        asked = " OR ".join(f'"{word}"' for word in words)
        found = base.execute(
            "select entry, anchor from b where b match ? and (? is null or game = ?) order by bm25(b, 0, 0, 0, 3, 1) limit 1",
            (asked, row["game"], row["game"]),
        ).fetchone() if asked else None  # fmt: skip
        yield {"id": row["id"], "entry": found[0], "anchor": found[1]} if found else {"id": row["id"], "unanswered": True}


def fts5_quotations(kb: KnowledgeBase, rows: Rows) -> Told:
    """The words as a phrase, in one block of that entry."""
    base = _table(kb)
    for row in rows:
        phrase = '"' + fold(row["text"]) + '"'
        (count,) = base.execute("select count(*) from b where words match ? and entry = ?", (phrase, row["entry"])).fetchone()
        yield {"id": row["id"], "textual": count > 0}


SYSTEMS: dict[str, dict[str, Callable[[KnowledgeBase, Rows], Told]]] = {
    "nuestro": {"preguntas": our_questions, "efectos": our_effects, "situaciones": our_outcomes, "citas": our_quotations},
    "fts5": {"preguntas": fts5_questions, "citas": fts5_quotations},
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.baselines")
    parser.add_argument("sistema", choices=list(SYSTEMS))
    parser.add_argument("kb", type=Path)
    parser.add_argument("respuestas", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    args = parser.parse_args()
    kb = open_kb(args.kb)
    args.respuestas.mkdir(parents=True, exist_ok=True)
    for name in SCORES:
        answer = SYSTEMS[args.sistema].get(name)
        if answer is not None and (args.data / f"{name}.jsonl").exists():
            told = answer(kb, read_lines(args.data / f"{name}.jsonl"))
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in told)
            (args.respuestas / f"{name}.jsonl").write_text(lines, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
