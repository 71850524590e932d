"""Commands on card texts: compile, lint, fmt, schema, explain, explain-text, coverage."""

import argparse
import json
import sys
from collections.abc import Iterator

from grammar.compile import compile_text
from grammar.diagnostics import Diagnostic, apply_fixes
from grammar.effects import effect_adapter
from grammar.explain.outline import draw
from grammar.game import GAMES
from grammar.lint import CATALOGUE, lint_text
from grammar.outlines import outline_of
from kb.cards.coverage import as_markdown, coverage
from kb.cards.files import Card, CardFileError, read_cards, write_texts
from kb.cards.output import FORMATS, caret
from kb.cards.plain import explain
from kb.errors import KbError
from kb.models import Entry
from kb.store import default_kb, open_kb

FILES = "JSON Lines, YAML o Markdown; - para la entrada estándar"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compiles = subparsers.add_parser("compile", help="compila textos de carta: del texto al efecto y vuelta")
    compiles.add_argument("fichero", metavar="FICHERO", help=FILES)
    compiles.add_argument("--json", action="store_true", help="una respuesta JSON por línea")
    compiles.set_defaults(run=run_compile)
    lints = subparsers.add_parser("lint", help="revisa textos de carta; termina con 1 si encuentra algo")
    lints.add_argument("ficheros", metavar="FICHERO", nargs="+", help=FILES)
    lints.add_argument("--format", choices=sorted(FORMATS), default="text", help="formato de la salida (text)")
    lints.add_argument("--fix", action="store_true", help="aplica los arreglos que no pueden cambiar el significado")
    lints.add_argument("--notes", action="store_true", help="enseña también las notas de estilo")
    lints.set_defaults(run=run_lint)
    formats = subparsers.add_parser("fmt", help="escribe los textos de carta en su redacción canónica")
    formats.add_argument("ficheros", metavar="FICHERO", nargs="+", help=FILES)
    formats.add_argument("--check", action="store_true", help="no escribe nada; termina con 1 si algo cambiaría")
    formats.set_defaults(run=run_fmt)
    for parser in (compiles, lints, formats):
        parser.add_argument("--game", choices=GAMES, help="juego de las cartas que no lo dicen (xwing)")
    schema = subparsers.add_parser("schema", help="esquema JSON de un tipo de dato")
    schema.add_argument("que", choices=["effect"], metavar="QUE", help="effect")
    schema.set_defaults(run=run_schema)
    codes = subparsers.add_parser("explain", help="explica un código de diagnóstico")
    codes.add_argument("codigo", metavar="CODIGO", help="p. ej. KB203")
    codes.set_defaults(run=run_explain)
    plain = subparsers.add_parser("explain-text", help="explica un texto de carta en lenguaje llano, con las reglas que toca")
    plain.add_argument("texto", metavar="TEXTO", help="el texto de la carta, entre comillas")
    plain.add_argument("--game", choices=GAMES, default="xwing", help="juego de la carta (xwing)")
    plain.set_defaults(run=run_explain_text)
    covers = subparsers.add_parser("coverage", help="cuántos textos compilan, y qué falta para los demás")
    covers.add_argument("ficheros", metavar="FICHERO", nargs="+", help=FILES)
    covers.add_argument("--game", choices=GAMES, help="juego de las cartas que no lo dicen (xwing)")
    covers.add_argument("--json", action="store_true", help="salida en JSON")
    covers.set_defaults(run=run_coverage)


def _all_cards(paths: list[str], game: str | None) -> Iterator[Card]:
    for path in paths:
        yield from read_cards(path, game)


def run_compile(args: argparse.Namespace) -> int:
    for card in read_cards(args.fichero, args.game):
        result = compile_text(card.text, card.game)
        if args.json:
            sys.stdout.write(json.dumps({"id": card.id, **result.as_dict()}, ensure_ascii=False) + "\n")
            continue
        print(f"{card.name or card.id}: {result.status}")
        for ability in result.effects:
            print("\n".join(draw(outline_of(ability, card.game))))
        for diagnostic in result.diagnostics:
            print(f"  {diagnostic.code} {diagnostic.message}")
            if result.status == "rechazado":
                print("\n".join(caret(card.text, *diagnostic.span)))
                if diagnostic.expected:
                    print(f"    se esperaba: {', '.join(diagnostic.expected[:6])}")
    return 0


def run_lint(args: argparse.Namespace) -> int:
    findings: list[tuple[Card, Diagnostic]] = []
    for path in args.ficheros:
        cards = read_cards(path, args.game)
        found = [_findings(card, args.notes) for card in cards]
        if args.fix:
            if path == "-":
                raise CardFileError("-", 1, "con --fix hace falta un fichero")
            texts = [apply_fixes(card.text, tuple(diagnostics)) for card, diagnostics in zip(cards, found, strict=True)]
            write_texts(path, cards, texts)
            cards = read_cards(path, args.game)
            found = [_findings(card, args.notes) for card in cards]
        findings += [(card, diagnostic) for card, diagnostics in zip(cards, found, strict=True) for diagnostic in diagnostics]
    if findings or args.format in ("json", "sarif"):
        print(FORMATS[args.format](findings))
    return 1 if findings else 0


def _findings(card: Card, notes: bool) -> list[Diagnostic]:
    return [found for found in lint_text(card.text, card.game) if notes or found.severity != "nota"]


def run_fmt(args: argparse.Namespace) -> int:
    changed = 0
    for path in args.ficheros:
        cards = read_cards(path, args.game)
        texts = []
        for card in cards:
            result = compile_text(card.text, card.game)
            texts.append(result.canonical if result.status == "variante" else card.text)
            if texts[-1] != card.text:
                changed += 1
                if path != "-":
                    print(f"{path}:{card.line}: {card.id}")
        if path == "-":
            for card, text in zip(cards, texts, strict=True):
                print(json.dumps({"id": card.id, "game": card.game, "text": text}, ensure_ascii=False))
        elif not args.check:
            write_texts(path, cards, texts)
    return 1 if changed and args.check else 0


def run_schema(args: argparse.Namespace) -> int:
    print(json.dumps(effect_adapter().json_schema(), ensure_ascii=False, indent=1))
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


def run_coverage(args: argparse.Namespace) -> int:
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
