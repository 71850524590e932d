"""`kb compile`: card texts to effects. Alone in its module, so that one text does not wait for all the other commands."""

import argparse
import json
import sys
from pathlib import Path
from textwrap import indent

from grammar.lexicon.load import lexicon_for
from grammar.wording.plain import plain
from kb.cards.files import read_cards
from kb.cards.given import takes_games
from kb.cards.marks import caret
from kb.cards.output import read_as
from kb.cards.safely import compile_safely
from kb.errors import KbError

FILES = "JSON, YAML, CSV, XLSX, Markdown o texto, o una carpeta; - para la entrada estándar"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compiles = subparsers.add_parser("compile", help="compila textos de carta: del texto al efecto y vuelta")
    compiles.add_argument("fichero", metavar="FICHERO", help=FILES)
    compiles.add_argument("--json", action="store_true", help="una respuesta JSON por línea")
    compiles.add_argument("--nombres", metavar="FICHERO", help="nombres propios tuyos, uno por línea")
    takes_games(compiles, run_compile)


def run_compile(args: argparse.Namespace) -> int:
    names = user_names(args.nombres)
    for card in read_cards(args.fichero, args.game):
        result = compile_safely(card.text, card.game, names)
        if args.json:
            sys.stdout.write(json.dumps({"id": card.id, **result.as_dict()}, ensure_ascii=False) + "\n")
            continue
        print(f"{card.name or card.id}: {result.status}")
        if result.effects:
            print(indent(plain(result.effects, lexicon_for(card.game, names)), "  "))
        for diagnostic in result.diagnostics:
            print(f"  {diagnostic.code} {diagnostic.message}")
            if result.status == "rechazado":
                print("\n".join(caret(card.text, *diagnostic.span)))
                if diagnostic.expected:
                    print(f"    se esperaba: {', '.join(diagnostic.expected[:6])}")
                print("\n".join(read_as(diagnostic)), end="\n" if diagnostic.readings else "")
    return 0


def user_names(path: str | None) -> tuple[str, ...]:
    """The user's own proper names, one a line."""
    if path is None:
        return ()
    try:
        return tuple(line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise KbError(f"no se puede leer la lista de nombres «{path}»: {error}") from None
