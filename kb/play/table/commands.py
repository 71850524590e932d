"""`kb mesa`: a judge's table on the terminal, asked and answered."""

import argparse
import json
import sys

import yaml

from kb.forms import OrderTable
from kb.games import shipped_game
from kb.play.errors import PlayError
from kb.play.plays import PLAYS
from kb.play.table.ask import answered
from kb.play.table.state import Answer, Piece, Said, Table, table_from
from kb.play.table.tell import scenario_of, tell
from kb.play.table.telling import Question, Telling
from kb.play.validation import checked


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    table = commands.add_parser(
        "mesa", help="cuenta una situación con frases, contesta lo que haga falta y oye qué pasa y por qué",
        description="Pregunta lo que importa, de una en una; con -r se contesta de antemano, en orden.",
    )  # fmt: skip
    table.add_argument("juego", metavar="JUEGO", choices=sorted(PLAYS), help="el juego, por su slug")
    table.add_argument("frases", metavar="FRASE", nargs="*", help="«A ataca a B a alcance 2», «B tiene 1 Evasión»")
    table.add_argument("-p", "--pon", metavar="PIEZA", action="append", default=[],
                       help="lo que hay: «Brasa», «Brasa@2» (del otro lado), «Torpedos en Brasa: texto»")  # fmt: skip
    table.add_argument(
        "-r", "--responde", metavar="RESPUESTA", action="append", default=[], help="una por pregunta; «no se sabe»"
    )
    table.add_argument("--mesa", metavar="CÓDIGO", default="", help="la mesa de un enlace")
    table.add_argument("--escenario", action="store_true", help="la situación como la lee kb run")
    table.add_argument("--json", action="store_true", help="lo que contesta la mesa, en JSON")
    table.set_defaults(run=_mesa)


def _mesa(args: argparse.Namespace) -> int:
    data = shipped_game(args.juego).table
    if data is None:
        raise PlayError("de este juego no se puede poner la mesa: su carpeta no trae «mesa.toml»")
    table = table_from(args.juego, args.mesa)
    table = table.plus(*(piece_from(text) for text in args.pon), *(Said(frase=text) for text in args.frases))
    table, told = _asked(table, data, list(args.responde), interactive=sys.stdin.isatty() and not args.json)
    if args.escenario:
        print(yaml.safe_dump(scenario_of(table, data), allow_unicode=True, sort_keys=False), end="")
    elif args.json:
        print(json.dumps(told.model_dump(), ensure_ascii=False))
    else:
        print(_as_story(told))
    return 0


def piece_from(text: str) -> Piece:
    """«Brasa@2», «Torpedos en Brasa: Ataque…». Raises PlayError where it says nothing."""
    head, _, words = text.strip().partition(":")
    head, at, side = head.partition("@")
    name, _, bearer = head.partition(" en ")
    if not name.strip() or (at and side.strip() not in ("1", "2")):
        raise PlayError("una pieza se pone como «Nombre», «Nombre@2» o «Carta en Nombre: texto»", "--pon")
    return checked(Piece, {"nombre": name.strip(), "lado": 2 if side.strip() == "2" else 1, "texto": words.strip(),
                           "en": bearer.strip()}, "--pon")  # fmt: skip


def _asked(table: Table, data: OrderTable, answers: list[str], interactive: bool) -> tuple[Table, Telling]:
    """Until nothing more has to be told, or nobody is left to answer."""
    told = tell(table, data)
    while told.pregunta is not None:
        question = told.pregunta
        if answers:
            said = answers.pop(0)
        elif interactive:
            said = _ask(question)
        else:
            break
        try:
            table = table.plus(Answer(clave=question.clave, valor=answered(question, said)))
            told = tell(table, data)
        except PlayError as error:
            if not interactive or answers:
                raise
            print(f"  {error}")
    return table, told


def _ask(question: Question) -> str:
    ways = ", ".join(option.rotulo for option in question.opciones) or ", ".join(f"n {c.rotulo}" for c in question.cuenta)
    try:
        return input(f"{question.texto} [{ways}, no se sabe] ")
    except EOFError:
        return "no se sabe"


def _as_story(told: Telling) -> str:
    lines = [told.veredicto] if told.veredicto else []
    lines += [f"  {step.paso:<3} {step.texto} [{step.cita}]" for step in told.pasos]
    if told.regla:
        lines.append(f"  regla: {told.regla}")
    lines += [f"  si {fork.si}: {fork.sale}" for fork in (*told.ramas, *told.alternativas) if fork.sale]
    lines += [f"  {note}" for note in told.notas]
    if told.pregunta is not None:
        ways = ", ".join(option.rotulo for option in told.pregunta.opciones) or ", ".join(
            c.rotulo for c in told.pregunta.cuenta
        )
        lines.append(f"  {told.pregunta.texto} ({ways})")
    return "\n".join(lines) or "La mesa está vacía: di qué ocurre."
