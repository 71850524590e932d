"""`kb order`: who goes first among simultaneous effects."""

import argparse
import json
import sys
from pathlib import Path

from kb.play.errors import PlayError
from kb.play.order import Timeline, order
from kb.play.order.check import differences
from kb.play.order.situation import Situation
from kb.play.yaml_io import Document, read_each


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    queue = commands.add_parser("order", help="en qué orden se resuelven efectos simultáneos, y por qué")
    queue.add_argument("files", metavar="SITUACION.yaml", nargs="+", type=Path, help="efectos que ocurren a la vez")
    queue.add_argument("--json", action="store_true", help="salida en JSON, una línea por situación")
    queue.set_defaults(run=_order)


def _order(args: argparse.Namespace) -> int:
    """Each situation by itself: one that makes no sense is told, and the others are ordered."""
    wrong, senseless = 0, 0
    for path in args.files:
        for document in read_each(path):
            try:
                wrong += _told(document, args.json)
            except PlayError as error:
                senseless += 1
                print(f"kb: {error}", file=sys.stderr)
    return 2 if senseless else 1 if wrong else 0


def _told(document: Document | PlayError, as_json: bool) -> int:
    if isinstance(document, PlayError):
        raise document
    situation = document.checked(Situation)
    try:
        timeline = order(situation)
    except PlayError as error:
        raise document.error(error.reason) from None
    found = differences(timeline, situation.espera)
    if as_json:
        print(json.dumps({**timeline.model_dump(), "diferencias": found}, ensure_ascii=False))
    else:
        print(_as_timeline(situation, timeline))
        for line in found:
            print(f"  ✗ {line}")
    return int(bool(found))


def _as_timeline(situation: Situation, timeline: Timeline) -> str:
    lines = [situation.titulo or f"{situation.juego}: {situation.suceso}"]
    for n, step in enumerate(timeline.pasos, 1):
        who = f" ({step.jugador})" if step.jugador else ""
        queue = f"  cola: {', '.join(step.cola)}" if step.cola else ""
        lines.append(f"{n:>3}. {step.suceso.replace('_', ' ')} {step.capacidad}{who}: {step.razon} [{step.cita}]{queue}")
    return "\n".join(lines)
