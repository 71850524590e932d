"""Commands on card texts: compile, lint, fmt, schema, explain, explain-text, coverage."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from grammar.game import DEFAULT_GAME
from grammar.lint import CATALOGUE
from grammar.meaning.schema import effect_schema
from kb.cards import compiling, linting
from kb.cards.compiling import FILES
from kb.cards.coverage import as_markdown, coverage
from kb.cards.files import Card, card_files, read_cards
from kb.cards.given import takes_games
from kb.cards.plain import explain
from kb.errors import KbError
from kb.models import Entry
from kb.play.errors import PlayError
from kb.play.reach import REACHED, as_text, looked_at, noted, reach
from kb.store import default_kb, open_kb


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compiling.register(subparsers)
    linting.register(subparsers)
    schema = subparsers.add_parser("schema", help="esquema JSON de un tipo de dato")
    schema.add_argument("que", choices=["effect"], metavar="QUE", help="effect")
    schema.set_defaults(run=run_schema)
    codes = subparsers.add_parser("explain", help="explica un código de diagnóstico")
    codes.add_argument("codigo", metavar="CODIGO", help="p. ej. KB203")
    codes.set_defaults(run=run_explain)
    plain = subparsers.add_parser("explain-text", help="explica un texto de carta en lenguaje llano, con las reglas que toca")
    plain.add_argument("texto", metavar="TEXTO", help="el texto de la carta, entre comillas")
    takes_games(plain, run_explain_text, DEFAULT_GAME)
    covers = subparsers.add_parser("coverage", help="cuántos textos compilan, y qué falta para los demás")
    covers.add_argument("ficheros", metavar="FICHERO", nargs="*", help=FILES)
    covers.add_argument("--reglas", action="store_true", help="qué pasajes del reglamento ejecutan los escenarios dados")
    covers.add_argument("--anota", action="store_true", help="con --reglas: guarda lo alcanzado, para la página de cobertura")
    covers.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    covers.add_argument("--json", action="store_true", help="salida en JSON")
    takes_games(covers, run_coverage)


def _all_cards(paths: list[str], game: str | None) -> Iterator[Card]:
    for path in card_files(paths):
        yield from read_cards(path, game)


def run_schema(args: argparse.Namespace) -> int:
    print(json.dumps(effect_schema(), ensure_ascii=False, indent=1))
    return 0


def run_explain(args: argparse.Namespace) -> int:
    rule = CATALOGUE.get(args.codigo.upper())
    if rule is None:
        raise KbError(f"no hay ningún diagnóstico «{args.codigo}»; hay: {', '.join(sorted(CATALOGUE))}")
    print(f"{rule.code} ({rule.severity}): {rule.title}\n\n{rule.about}")
    if rule.bad:
        print(f"\n  mal:  {rule.bad}\n  bien: {rule.good}")
    return 0


def run_explain_text(args: argparse.Namespace) -> int:
    entries: tuple[Entry, ...] = ()
    try:
        entries = open_kb(default_kb()).entries
    except KbError as error:
        print(f"aviso: sin base de conocimiento no hay citas completas ({error})", file=sys.stderr)
    print(explain(args.texto, args.game, entries))
    return 0


def run_rule_coverage(args: argparse.Namespace) -> int:
    """Without scenarios, what was noted of the project's own."""
    files = [Path(name) for name in args.ficheros]
    if lost := next((path for path in files if not path.exists()), None):
        raise PlayError("no existe", str(lost))
    looked = looked_at(files, args.game) if files else None
    reached = looked.reached if looked is not None else noted()
    if args.anota:
        REACHED.write_text("\n".join(sorted(reached)) + "\n", "utf-8")
    for problem in looked.wrong if looked is not None else ():
        print(f"aviso: {problem}", file=sys.stderr)
    if looked is not None and not looked.games:
        raise PlayError("ninguno de los ficheros tiene un escenario o una carta que se pueda jugar")
    rows = reach(open_kb(args.kb or default_kb()).entries, reached)
    rows = tuple(row for row in rows if looked is None or row.juego in looked.games)
    print(json.dumps([row.model_dump() for row in rows], ensure_ascii=False) if args.json else as_text(rows))
    return 0


def run_coverage(args: argparse.Namespace) -> int:
    if args.reglas:
        return run_rule_coverage(args)
    if not args.ficheros:
        raise PlayError("falta el fichero de las cartas")
    found = coverage(_all_cards(args.ficheros, args.game))
    if not args.json:
        print(as_markdown(found))
        return 0
    rows = [{"game": r.game, "texts": r.total, "exact": r.exact, "variant": r.variant, "declined": r.declined,
             "backlog": [{"obstacle": o, "texts": n, "example": r.examples[o]} for o, n in r.backlog.most_common()]}
            for r in found]  # fmt: skip
    print(json.dumps(rows, ensure_ascii=False))
    return 0


def main(argv: list[str] | None = None) -> int:
    """Only these commands, for measuring; `kb` has them all."""
    parser = argparse.ArgumentParser(prog="kb")
    register(parser.add_subparsers(required=True))
    args = parser.parse_args(argv)
    try:
        status: int = args.run(args)
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
