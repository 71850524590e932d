"""Scores a system by its answers, given as files: `python -m bench.score RESPUESTAS`. Needs nothing but Python.

RESPUESTAS is a folder with any of preguntas.jsonl, efectos.jsonl, situaciones.jsonl and citas.jsonl: an object a line, each
with the `id` of a task. What is not answered is declined.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"
Rows = list[dict[str, Any]]
Answers = dict[str, dict[str, Any]]


def read_lines(path: Path) -> Rows:
    """One JSON object a line; a line that is none is an error that names it."""
    rows: Rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                raise SystemExit(f"{path}:{number}: no es un objeto JSON con «id».")
            rows.append(row)
    return rows


def questions(gold: Rows, answers: Answers) -> dict[str, Any]:
    """Right: one of the gold entries first; its passage too. Of what no book says: refused. Wrong and sure is counted apart."""
    asked = [g for g in gold if g["answerable"]]
    nobody = [g for g in gold if not g["answerable"]]
    entry = sum(_entry(g, answers) for g in asked)
    passage = sum(_passage(g, answers) for g in asked)
    refused = sum(_declines(answers.get(g["id"])) for g in nobody)
    wrong = sum(not _declines(answers.get(g["id"])) and not _entry(g, answers) for g in gold)
    return {"tasks": len(gold), "entry": _share(entry, asked), "passage": _share(passage, asked),
            "refused": _share(refused, nobody), "sure_and_wrong": _share(wrong, gold)}  # fmt: skip


def _declines(answer: dict[str, Any] | None) -> bool:
    return answer is None or bool(answer.get("unanswered")) or not answer.get("entry")


def _entry(gold: dict[str, Any], answers: Answers) -> bool:
    answer = answers.get(gold["id"])
    return answer is not None and not _declines(answer) and answer["entry"] in [place["entry"] for place in gold["gold"]]


def _passage(gold: dict[str, Any], answers: Answers) -> bool:
    if not _entry(gold, answers):
        return False
    answer = answers[gold["id"]]
    return {"entry": answer["entry"], "anchor": answer.get("anchor")} in gold["gold"]


def effects(gold: Rows, answers: Answers) -> dict[str, Any]:
    """Right: the same effects, as data. A text without an answer is declined; any other effects are wrong."""
    given = [
        (g["effects"], answers[g["id"]].get("effects")) for g in gold if answers.get(g["id"], {}).get("effects") is not None
    ]
    right = sum(a == b for a, b in given)
    return {"tasks": len(gold), "right": _share(right, gold), "sure_and_wrong": _share(len(given) - right, gold)}


def outcomes(gold: Rows, answers: Answers) -> dict[str, Any]:
    """Right: everything that the gold outcome says is so in the answer, which may say more."""
    given = [
        (g["outcome"], answers[g["id"]].get("outcome")) for g in gold if answers.get(g["id"], {}).get("outcome") is not None
    ]
    right = sum(_within(a, b) for a, b in given)
    return {"tasks": len(gold), "right": _share(right, gold), "sure_and_wrong": _share(len(given) - right, gold)}


def _within(wanted: object, found: object) -> bool:
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and _within(value, found[key]) for key, value in wanted.items())
    return wanted == found


def quotations(gold: Rows, answers: Answers) -> dict[str, Any]:
    """Right: `textual` as it is. An altered one let through is sure and wrong; so is a true one that is refused."""
    given = [(g["textual"], answers[g["id"]].get("textual")) for g in gold if g["id"] in answers]
    right = sum(a is b for a, b in given)
    through = sum(b is True and a is False for a, b in given)
    wrong = sum(isinstance(b, bool) and a is not b for a, b in given)
    altered = [g for g in gold if not g["textual"]]
    return {"tasks": len(gold), "right": _share(right, gold), "let_through": _share(through, altered),
            "sure_and_wrong": _share(wrong, gold)}  # fmt: skip


def _share(count: int, of: Rows) -> float:
    return round(count / len(of), 4) if of else 0.0


SCORES: dict[str, Callable[[Rows, Answers], dict[str, Any]]] = {
    "preguntas": questions,
    "efectos": effects,
    "situaciones": outcomes,
    "citas": quotations,
}


def score(folder: Path, gold: dict[str, Rows]) -> dict[str, Any]:
    """Each kind of task that there are answers for."""
    found = {}
    for name, rows in gold.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            found[name] = SCORES[name](rows, {row["id"]: row for row in read_lines(path)})
    return found


def public(data: Path = DATA) -> dict[str, Rows]:
    return {name: read_lines(data / f"{name}.jsonl") for name in SCORES}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.score", description="Puntúa las respuestas de un sistema.")
    parser.add_argument(
        "respuestas", type=Path, help="carpeta con preguntas.jsonl, efectos.jsonl, situaciones.jsonl, citas.jsonl"
    )
    parser.add_argument("--data", type=Path, default=DATA, help="otra carpeta de tareas, p. ej. la parte reservada ya abierta")
    args = parser.parse_args()
    if not any((args.respuestas / f"{name}.jsonl").exists() for name in SCORES):
        parser.error(f"{args.respuestas} no tiene respuestas: {', '.join(f'{name}.jsonl' for name in SCORES)}")
    gold = {name: read_lines(args.data / f"{name}.jsonl") for name in SCORES if (args.data / f"{name}.jsonl").exists()}
    print(json.dumps(score(args.respuestas, gold), ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
