"""`kb odds`: exact probabilities of an attack or a mission."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kb.formats.json_text import JsonError, read_json
from kb.play.errors import PlayError
from kb.play.odds.answer import odds

MOST_INPUT = 20_000_000


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    chances = commands.add_parser("odds", help="probabilidades exactas de un ataque o una misión",
                                  description="Una pregunta JSON por línea; «-» lee de la entrada estándar.")  # fmt: skip
    chances.add_argument("spec", metavar="SPEC.json", help="fichero con una pregunta por línea, o -")
    chances.add_argument("--json", action="store_true", help="una respuesta JSON por línea")
    chances.set_defaults(run=_odds)


def _odds(args: argparse.Namespace) -> int:
    for where, question in _questions(args.spec):
        answer = odds(question, where)
        if args.json:
            print(json.dumps(answer, ensure_ascii=False))
        else:
            print(_as_bars(answer))
    return 0


def _questions(name: str) -> Iterator[tuple[str, Any]]:
    """One JSON value per line, or one value over the whole file."""
    text = read_text(name)
    if not text.strip():
        raise PlayError("no hay ninguna pregunta", name)
    try:
        yield "", read_json(text)
        return
    except JsonError:
        pass
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield f"línea {number}", read_json(line)
            except JsonError as error:
                raise PlayError("no es JSON válido", f"{name}, línea {number}") from error


def read_text(name: str) -> str:
    try:
        text = sys.stdin.read(MOST_INPUT + 1) if name == "-" else Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayError("no se puede leer el fichero", name) from error
    if len(text) > MOST_INPUT:
        raise PlayError("es demasiado largo", name)
    return text


def _as_bars(answer: dict[str, Any]) -> str:
    names = {"damage": "daño", "wounds": "heridas", "results": "impactos y críticos"}
    lines: list[str] = []
    for key, title in names.items():
        for n, p in enumerate(answer.get(key, ())):
            lines.append(f"{n:>3} {title:<8} {p:7.2%} {'█' * round(p * 40)}")
    if "expected" in answer:
        lines.append(f"media {answer['expected']:.3f}")
    if "success" in answer:
        lines.append(f"éxito {answer['success']:.2%}")
    lines += [f"no interviene: {text}" for text in answer.get("left_out", ())]
    return "\n".join(lines)
