"""`kb quiz`: a question of practice on the terminal, and the questions made anew."""

import argparse
import json
import sys

from grammar.figures import whole
from grammar.game import CORPUS
from kb.anchors import passage_at
from kb.errors import StoreError
from kb.play.errors import PlayError
from kb.play.plays import PLAYS
from kb.play.quiz import FILE, NUMBERS, Quiz, made, quiz
from kb.store import default_kb, open_kb


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    asked = commands.add_parser(
        "quiz", help="una situación con una carta nuestra: di qué sale y lee por qué",
        description="La misma pregunta tiene siempre el mismo número.",
    )  # fmt: skip
    asked.add_argument("juego", metavar="JUEGO", choices=sorted(PLAYS), help="el juego, por su slug")
    asked.add_argument("numero", metavar="NÚMERO", nargs="?", type=int, default=1, help=f"de 1 a {NUMBERS}")
    asked.add_argument("-r", "--responde", metavar="OPCIÓN", type=int, help="la opción que se elige, por su número")
    asked.add_argument("--json", action="store_true", help="la pregunta y su respuesta, en JSON")
    asked.add_argument("--genera", action="store_true", help=f"hace de nuevo {FILE} con las cartas del juego (tarda minutos)")
    asked.set_defaults(run=_quiz)


def _quiz(args: argparse.Namespace) -> int:
    if args.genera:
        rows = [row.model_dump_json() for row in made(args.juego)]
        (CORPUS / args.juego / FILE).write_text("".join(f"{row}\n" for row in rows), "utf-8")
        print(f"{len(rows)} preguntas")
        return 0
    found = quiz(args.juego, args.numero)
    if args.json:
        print(json.dumps(found.model_dump(), ensure_ascii=False))
        return 0
    print(_question(found))
    said = args.responde
    if said is None and sys.stdin.isatty():
        said = _number(input("¿Qué sale? "))
    if said is not None and not 1 <= said <= len(found.opciones):
        raise PlayError(f"las opciones van de la 1 a la {len(found.opciones)}")
    if said is not None:
        print(_answer(found, said))
    return 0


def _number(text: str) -> int | None:
    return whole(text.strip())


def _question(found: Quiz) -> str:
    lines = [f"«{found.carta}»: {found.texto}", ""]
    lines += [f"  {piece.nombre}: {'; '.join(piece.datos)}" for piece in found.hay]
    lines += [found.tablero] if found.tablero else []
    lines += [*found.ocurre, *(f"  {line}" for line in found.dados), ""]
    return "\n".join([*lines, *(f"{n}. {option}" for n, option in enumerate(found.opciones, 1))])


def _answer(found: Quiz, said: int) -> str:
    verdict = "Así es." if said == found.acierto else f"No: sale la {found.acierto}."
    steps = (f"    {e.paso:<3} {e.texto} [{e.cita}]" for e in found.pasos)
    return "\n".join([verdict, *steps, *_why(found), *_passages(found)])


def _passages(found: Quiz) -> list[str]:
    """The rules that decide it in full, where a knowledge base has been built."""
    try:
        kb = open_kb(default_kb())
    except StoreError:
        return []
    lines = []
    for ref in found.claves:
        id, _, anchor = ref.partition("#")
        entry = kb.by_id.get(id)
        block = passage_at(entry, anchor) if entry else None
        lines += [f"  {entry.title}: {block[0].text}"] if entry and block else []
    return lines


def _why(found: Quiz) -> list[str]:
    return [f"    no se puede: {found.motivo} [{found.regla}]"] if found.motivo else []
