"""`kb lint`, `kb fmt`, `kb compare` and `kb lsp`: what designers and editors run often, loaded without the other commands."""

import argparse
import difflib
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

from grammar.compare import compare
from grammar.diagnostics import Diagnostic, apply_edits, safe_fixes
from grammar.game import DEFAULT_GAME
from grammar.lint.rewrite import wording_edits
from kb.cards.compiling import FILES
from kb.cards.config import Config, config_for, fingerprint, ignored, read_baseline, write_baseline
from kb.cards.files import Card, CardFileError, Sheet, card_files, fixed, open_sheet, read_cards
from kb.cards.findings import findings
from kb.cards.given import takes_games
from kb.cards.lsp import server
from kb.cards.output import FORMATS, given
from kb.cards.safely import compile_safely
from kb.errors import KbError


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    lints = subparsers.add_parser("lint", help="revisa textos de carta; termina con 1 si encuentra algo")
    lints.add_argument("ficheros", metavar="FICHERO", nargs="+", help=FILES)
    lints.add_argument("--format", choices=sorted(FORMATS), default="text", help="formato de la salida (text)")
    lints.add_argument("--fix", action="store_true", help="aplica los arreglos que no pueden cambiar el significado")
    lints.add_argument("--notes", action="store_true", help="enseña también las notas de estilo")
    lints.add_argument("--diff", action="store_true", help="enseña lo que haría --fix y no toca nada")
    lints.add_argument("--select", metavar="CÓDIGOS", help="solo los códigos que empiezan así, separados por comas")
    lints.add_argument("--ignore", metavar="CÓDIGOS", help="sin los códigos que empiezan así, separados por comas")
    lints.add_argument("--baseline", metavar="FICHERO", help="hallazgos ya conocidos, que no se cuentan")
    lints.add_argument("--write-baseline", metavar="FICHERO", help="anota los hallazgos de ahora como conocidos")
    lints.add_argument("--watch", action="store_true", help="vuelve a mirar cada vez que cambia un fichero")
    lints.add_argument("--stdin-filename", metavar="NOMBRE", help="cómo se llama lo que llega por la entrada estándar")
    formats = subparsers.add_parser("fmt", help="escribe los textos de carta en su redacción canónica")
    formats.add_argument("ficheros", metavar="FICHERO", nargs="+", help=FILES)
    formats.add_argument("--check", action="store_true", help="no escribe nada; termina con 1 si algo cambiaría")
    compares = subparsers.add_parser("compare", help="compara dos textos, o dos ficheros de cartas: qué dice uno y no el otro")
    compares.add_argument("a", metavar="A", help="un texto entre comillas, o un fichero de cartas")
    compares.add_argument("b", metavar="B", help="otro texto, también en inglés, o fichero con los mismos «id»")
    compares.add_argument("--json", action="store_true", help="salida en JSON")
    serves = subparsers.add_parser("lsp", help="servidor de lenguaje para editores, por la entrada y la salida estándar")
    serves.set_defaults(run=run_lsp)
    for parser, run in ((lints, run_lint), (formats, run_fmt), (compares, run_compare)):
        takes_games(parser, run)


def run_compare(args: argparse.Namespace) -> int:
    """Two texts, or two files of cards by their ids."""
    pairs = _pairs(args)
    different = 0
    rows = []
    for name, game, a, b in pairs:
        found = compare(a, b, game)
        different += found.verdict == "distintos"
        rows.append(
            {"id": name, "verdict": found.verdict, "differences": list(found.differences), "by_effect": found.by_effect}
        )
        if not args.json:
            how = "" if found.by_effect else " (por números, iconos y palabras: no por el efecto)"
            print(f"{name}: {VERDICTS[found.verdict]}{how}")
            for told in found.differences:
                print(f"  - {told}")
    if args.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    return 1 if different else 0


def run_lsp(args: argparse.Namespace) -> int:
    server().start_io()
    return 0


VERDICTS = {"iguales": "mandan lo mismo", "distintos": "no dicen lo mismo", "parecidos": "no se ve ninguna diferencia"}


def _pairs(args: argparse.Namespace) -> list[tuple[str, str, str, str]]:
    if not (Path(args.a).is_file() and Path(args.b).is_file()):
        return [("textos", args.game or DEFAULT_GAME, args.a, args.b)]
    there = {card.id: card for card in read_cards(args.b, args.game)}
    found = [(card.id, card.game, card.text, there[card.id].text) for card in read_cards(args.a, args.game) if card.id in there]
    if not found:
        raise KbError("los dos ficheros no tienen ninguna carta con el mismo «id»")
    return found


def _config(args: argparse.Namespace, path: str) -> Config:
    """That of the file's folder, with what the command says on top."""
    found = config_for(str(Path(path).parent if path != "-" else Path(args.stdin_filename or ".").parent))
    return replace(
        found,
        select=tuple(code.upper() for code in (args.select or "").split(",") if code) or found.select,
        ignore=(*found.ignore, *(code.upper() for code in (args.ignore or "").split(",") if code)),
    )


Row = tuple[Card, Diagnostic]


def _linted(sheet: Sheet, config: Config, notes: bool) -> list[list[Diagnostic]]:
    """Findings of each card that the project wants to hear of."""
    rows = []
    for card, silent in zip(sheet.cards, ignored(sheet.content, sheet.cards), strict=True):
        found = config.kept(findings(card.text, card.game, compile_safely(card.text, card.game, config.names), config.names))
        rows.append([d for d in found if (notes or d.severity != "nota") and not (silent and d.code.startswith(silent))])
    return rows


def run_lint(args: argparse.Namespace) -> int:
    if args.watch:
        return _watched(args)
    rows, notes, unread = _all_findings(args)
    for told in (*notes, *unread):
        print(f"kb: {told}", file=sys.stderr)
    if args.write_baseline:
        write_baseline(args.write_baseline, rows)
        print(f"{args.write_baseline}: {len(rows)} hallazgos anotados")
        return 0
    if (rows or args.format in ("json", "sarif")) and not args.diff:
        print(FORMATS[args.format](rows))
    return UNREAD if unread else 1 if rows else 0


UNREAD = 2
"""How the command ends where a file could not be read, whatever the others have."""


def _all_findings(args: argparse.Namespace) -> tuple[list[Row], list[str], list[str]]:
    """Findings, what is to be known of the files, and what could not be read of them."""
    rows: list[Row] = []
    notes: list[str] = []
    unread: list[str] = []
    known: frozenset[str] = frozenset()
    for path in card_files(args.ficheros):
        config = _config(args, path)
        base = args.baseline or (str(config.root / config.baseline) if config.baseline else None)
        known = read_baseline(base) if base else known
        game = args.game or config.game_of(path)
        try:
            sheet = open_sheet(path, game, args.stdin_filename if path == "-" else None)
        except CardFileError as error:
            if [path] == args.ficheros:
                raise
            unread.append(error.told())  # of many files, one that has no cards must not hide the others
            continue
        if path == "-":
            given(sheet.path, sheet.content)
        notes += [sheet.note] if sheet.note else []
        found = _linted(sheet, config, args.notes)
        if args.fix or args.diff:
            made, left = fixed(sheet, [safe_fixes(tuple(mine)) for mine in found])
            notes += [f"{card.path}:{card.line}: ese texto no se puede cambiar con seguridad" for card in left]
            if args.diff:
                sys.stdout.write(_diff(sheet, made))
            elif path == "-":
                sys.stdout.write(made.decode(sheet.encoding))
                return rows, notes, unread
            elif made != sheet.raw:
                Path(path).write_bytes(made)
                sheet = open_sheet(path, game)
                found = _linted(sheet, config, args.notes)
        rows += [
            (card, d) for card, mine in zip(sheet.cards, found, strict=True) for d in mine if not _is_known(card, d, known)
        ]
    return rows, notes, unread


def _is_known(card: Card, found: Diagnostic, known: frozenset[str]) -> bool:
    return bool(known) and fingerprint(card, found) in known


def _diff(sheet: Sheet, made: bytes) -> str:
    if sheet.path.lower().endswith(".xlsx") or made == sheet.raw:
        return ""
    before, after = (raw.decode(sheet.encoding).splitlines(keepends=True) for raw in (sheet.raw, made))
    return "".join(difflib.unified_diff(before, after, sheet.path, sheet.path))


def _watched(args: argparse.Namespace) -> int:
    """Looks again whenever a file changes, until it is stopped."""
    seen: dict[str, int] = {}
    args.watch = False
    try:
        while True:
            now = {path: Path(path).stat().st_mtime_ns for path in card_files(args.ficheros) if Path(path).exists()}
            if now != seen:
                seen = now
                config_for.cache_clear()
                try:
                    rows, _, unread = _all_findings(args)
                    print(FORMATS["text"](rows) if rows else "Sin hallazgos.", *unread, sep="\n", flush=True)
                except KbError as error:
                    print(f"kb: {error}", file=sys.stderr, flush=True)
            time.sleep(0.4)
    except KeyboardInterrupt:
        return 0


def run_fmt(args: argparse.Namespace) -> int:
    changed = 0
    for path in card_files(args.ficheros):
        config = config_for(str(Path(path).parent if path != "-" else "."))
        sheet = open_sheet(path, args.game or config.game_of(path))
        changes = [
            wording_edits(card.text, compile_safely(card.text, card.game, config.names), card.game, config.names)
            for card in sheet.cards
        ]
        for card, edits in zip(sheet.cards, changes, strict=True):
            if edits:
                changed += 1
                if path != "-":
                    print(f"{path}:{card.line}: {card.id}")
        if path == "-":
            for card, edits in zip(sheet.cards, changes, strict=True):
                print(json.dumps({"id": card.id, "game": card.game, "text": apply_edits(card.text, edits)}, ensure_ascii=False))
        elif not args.check and any(changes):
            made, left = fixed(sheet, changes)
            Path(path).write_bytes(made)
            for card in left:
                print(f"kb: {card.path}:{card.line}: ese texto no se puede cambiar con seguridad", file=sys.stderr)
    return 1 if changed and args.check else 0
