"""The commands of the engine: odds, order, run."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grammar.likeness import likeness
from kb.json_text import JsonError, read_json
from kb.play.coverage import REBELLION, RUNNABLE, only_read
from kb.play.errors import PlayError
from kb.play.fields import reference
from kb.play.games.legion.coverage import keywords_that_run
from kb.play.odds import odds
from kb.play.order import Timeline, order
from kb.play.order.check import differences
from kb.play.order.situation import Situation
from kb.play.scenario import Verdict, play_file
from kb.play.table import commands as table
from kb.play.tryout import TRIED, play_card
from kb.play.yaml_io import read_documents

MOST_INPUT = 20_000_000


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    chances = commands.add_parser("odds", help="probabilidades exactas de un ataque o una misión",
                                  description="Una pregunta JSON por línea; «-» lee de la entrada estándar.")  # fmt: skip
    chances.add_argument("spec", metavar="SPEC.json", help="fichero con una pregunta por línea, o -")
    chances.add_argument("--json", action="store_true", help="una respuesta JSON por línea")
    chances.set_defaults(run=_odds)
    queue = commands.add_parser("order", help="en qué orden se resuelven efectos simultáneos, y por qué")
    queue.add_argument("files", metavar="SITUACION.yaml", nargs="+", type=Path, help="efectos que ocurren a la vez")
    queue.add_argument("--json", action="store_true", help="salida en JSON, una línea por situación")
    queue.set_defaults(run=_order)
    scenes = commands.add_parser("run", help="ejecuta escenarios y comprueba lo que esperan",
                                 description="Termina con 1 si algún escenario no sale como dice.")  # fmt: skip
    scenes.add_argument("files", metavar="ESCENARIO.yaml", nargs="*", type=Path, help="situación, qué se hace y qué se espera")
    scenes.add_argument(
        "--list", action="store_true", help="enseña qué operaciones de las cartas se ejecutan y cuáles sólo se leen"
    )
    scenes.add_argument("--campos", action="store_true", help="enseña qué se puede escribir en cada paso de cada juego")
    scenes.add_argument("--carta", metavar="TEXTO", help="pone en juego una carta: donde actúa y donde no")
    scenes.add_argument("--juego", choices=TRIED, help="de qué juego es la carta; si no se dice, el que el texto nombra")
    scenes.add_argument("--json", action="store_true", help="salida en JSON, una línea por escenario")
    scenes.set_defaults(run=_run)
    table.register(commands)


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


def _order(args: argparse.Namespace) -> int:
    wrong = 0
    for path in args.files:
        for document in read_documents(path):
            situation = document.checked(Situation)
            try:
                timeline = order(situation)
            except PlayError as error:
                raise document.error(error.reason) from None
            found = differences(timeline, situation.espera)
            wrong += bool(found)
            if args.json:
                print(json.dumps({**timeline.model_dump(), "diferencias": found}, ensure_ascii=False))
            else:
                print(_as_timeline(situation, timeline))
                for line in found:
                    print(f"  ✗ {line}")
    return 1 if wrong else 0


def _run(args: argparse.Namespace) -> int:
    if args.list:
        operations = {"se_ejecutan": dict(RUNNABLE), "solo_se_leen": only_read(), "rebellion": list(REBELLION)}
        print(json.dumps({**operations, "cualidades_de_legion": keywords_that_run()}, ensure_ascii=False, indent=1))
        return 0
    if args.campos:
        print(reference(), end="")
        return 0
    if args.carta is not None:
        scenario, shown = play_card(args.carta, args.juego or _game_of(args.carta))
        if not args.json:
            print(scenario)
        for each in shown:
            print(json.dumps(each.model_dump(), ensure_ascii=False) if args.json else _as_story(each))
        return 0
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
            print(json.dumps(verdict.model_dump(), ensure_ascii=False) if args.json else _as_story(verdict))
    return 2 if senseless else 1 if wrong else 0


def _game_of(text: str) -> str:
    """The game whose words a card uses; of several, the first that can be played."""
    fits = likeness(text).candidates
    return next((game for game in fits if game in TRIED), TRIED[0])


def _as_story(verdict: Verdict) -> str:
    sign = "✗" if verdict.diferencias else "✓" if verdict.comprobado else "·"
    lines = [f"{sign} {verdict.titulo} ({verdict.juego})"]
    for event in verdict.informe.eventos:
        lines.append(f"    {event.paso:<3} {event.texto} [{event.cita}]")
    if verdict.informe.no_se_puede:
        lines.append(f"    no se puede: {verdict.informe.no_se_puede} [{verdict.informe.regla}]")
    if verdict.informe.pendiente:
        lines.append(f"    pendiente: {verdict.informe.pendiente}")
    lines += [f"    {choice.quien}: {choice.texto} (paso {choice.paso})" for choice in verdict.informe.opciones]
    lines += [f"    ✗ {line}" for line in verdict.diferencias]
    return "\n".join(lines)


def _as_timeline(situation: Situation, timeline: Timeline) -> str:
    lines = [situation.titulo or f"{situation.juego}: {situation.suceso}"]
    for n, step in enumerate(timeline.pasos, 1):
        who = f" ({step.jugador})" if step.jugador else ""
        queue = f"  cola: {', '.join(step.cola)}" if step.cola else ""
        lines.append(f"{n:>3}. {step.suceso.replace('_', ' ')} {step.capacidad}{who}: {step.razon} [{step.cita}]{queue}")
    return "\n".join(lines)


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
