"""`kb run`: situations played. Alone in its module, and a game is loaded when a situation names it."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

from kb.play.errors import PlayError
from kb.play.plays import PLAYS
from kb.play.scenario import Verdict, play_file

SHOWN = "kb.play.showing"
"""What needs every game: loaded only where it is asked for."""


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    scenes = commands.add_parser("run", help="ejecuta escenarios y comprueba lo que esperan",
                                 description="Termina con 1 si algún escenario no sale como dice.")  # fmt: skip
    scenes.add_argument("files", metavar="ESCENARIO.yaml", nargs="*", type=Path, help="situación, qué se hace y qué se espera")
    scenes.add_argument(
        "--list", action="store_true", help="enseña qué operaciones de las cartas se ejecutan y cuáles solo se leen"
    )
    scenes.add_argument("--campos", action="store_true", help="enseña qué se puede escribir en cada paso de cada juego")
    scenes.add_argument("--carta", metavar="TEXTO", help="pone en juego una carta: donde actúa y donde no")
    scenes.add_argument("--juego", choices=tuple(PLAYS), help="de qué juego es la carta; si no se dice, el que el texto nombra")
    scenes.add_argument("--json", action="store_true", help="salida en JSON, una línea por escenario")
    scenes.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.list or args.campos or args.carta is not None:
        return int(import_module(SHOWN).show(args))
    if not args.files:
        raise PlayError("falta el fichero del escenario")
    wrong = senseless = 0
    for path in args.files:
        for verdict in play_file(path):
            if isinstance(verdict, PlayError):
                print(f"kb: {verdict}", file=sys.stderr)
                senseless += 1
                continue
            wrong += bool(verdict.diferencias)
            print(json.dumps(verdict.model_dump(), ensure_ascii=False) if args.json else as_story(verdict))
    return 2 if senseless else 1 if wrong else 0


def as_story(verdict: Verdict) -> str:
    sign = "✗" if verdict.diferencias else "✓" if verdict.comprobado else "·"
    lines = [f"{sign} {verdict.titulo} ({verdict.juego})"]
    for event in verdict.informe.eventos:
        lines.append(f"    {event.paso:<3} {event.texto} [{event.cita}]")
    if verdict.informe.no_se_puede:
        lines.append(f"    no se puede: {verdict.informe.no_se_puede} [{verdict.informe.regla}]")
    if verdict.informe.pendiente:
        lines.append(f"    pendiente: {verdict.informe.pendiente}")
    if verdict.informe.sin_usar:
        lines.append(f"    no ha contado: {', '.join(verdict.informe.sin_usar)}")
    lines += [f"    {choice.quien}: {choice.texto} (paso {choice.paso})" for choice in verdict.informe.opciones]
    lines += [f"    ✗ {line}" for line in verdict.diferencias]
    return "\n".join(lines)
