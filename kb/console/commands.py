"""The commands about the knowledge base itself: build, show, check, diff, repairs."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from grammar.game import Game
from kb.anchors import passage_at
from kb.books.official import read_book
from kb.books.source import read_source
from kb.build import build_from, save
from kb.console.progress import Line
from kb.disk.pack import is_pack, pack_folder, write_pack
from kb.disk.sign import new_key, sign
from kb.errors import NotFound
from kb.models import BookReport, Entry
from kb.review.check import check
from kb.review.diff import EntryDiff, diff_entries, with_edits, with_gone, with_outcomes
from kb.review.outcomes import changed_outcomes, sample_cards
from kb.review.touched import Touched, all_touched, rulings_from
from kb.search.searcher import build_index
from kb.store import REPAIRS, default_kb, open_kb, remember

MOST_ASIDE = 0.1
"""The part of a book that may be in no entry without a warning."""


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    build = commands.add_parser("build", help="lee los reglamentos y escribe la base de conocimiento",
                                description="Sin --books construye el texto propio que trae el proyecto.")  # fmt: skip
    build.add_argument("--books", type=Path, metavar="DIR", help="directorio con los textos de los reglamentos oficiales")
    build.add_argument("--games", type=Path, metavar="DIR", help="directorio con las carpetas de otros juegos, o la de uno")
    build.add_argument("--antes", type=Path, metavar="DIR|FICHERO",
                       help="la edición anterior (base de conocimiento o texto): se cuenta qué ha cambiado")  # fmt: skip
    build.add_argument("--escenarios", type=Path, metavar="DIR|FICHERO", help="con --antes: se juegan con las dos ediciones")
    build.add_argument("--out", type=Path, metavar="DIR", default=Path("build/kb"), help="dónde escribirla (build/kb)")
    build.add_argument("--no-index", action="store_true", help="sin índice de búsqueda")
    build.set_defaults(run=_build)
    pack = commands.add_parser("pack", help="empaqueta la base de conocimiento en un fichero con su huella por nombre",
                               description="Los mismos textos dan el mismo fichero en cualquier máquina.")  # fmt: skip
    pack.add_argument("--out", type=Path, metavar="FICHERO|DIR", default=Path(), help="dónde escribirlo (aquí)")
    pack.add_argument("--sign", type=Path, metavar="LLAVE", help="lo firma con una llave de «kb key», en un fichero a su lado")
    pack.set_defaults(run=_pack)
    key = commands.add_parser("key", help="hace una llave para firmar bases empaquetadas",
                              description="Escribe la llave, que no se enseña, y dice la pública, para KB_TRUST.")  # fmt: skip
    key.add_argument("file", type=Path, metavar="FICHERO", help="dónde escribir la llave; solo la leerá su dueño")
    key.set_defaults(run=_key)
    show = commands.add_parser("show", help="muestra una entrada")
    show.add_argument("id", metavar="ID", help="juego y nombre de la entrada: juego/entrada")
    show.add_argument("--repairs", action="store_true", help="enseña también lo reparado en ella")
    show.set_defaults(run=_show)
    checks = commands.add_parser("check", help="revisa la base de conocimiento; termina con 1 si algo está mal")
    checks.add_argument("--all", action="store_true", help="enseña también lo que solo es una observación")
    checks.set_defaults(run=_check)
    diff = commands.add_parser("diff", help="compara dos ediciones: bases de conocimiento o textos de un libro")
    diff.add_argument("old", type=Path, metavar="ANTES", help="base de conocimiento o texto de un libro")
    diff.add_argument("new", type=Path, metavar="DESPUES", help="otra edición de lo mismo")
    diff.add_argument("--escenarios", type=Path, metavar="DIR|FICHERO", help="escenarios que se juegan con las dos")
    diff.add_argument(
        "--dictamenes", type=Path, metavar="FICHERO", help="los de un sitio (/api/v1/rulings): cuáles se apoyan en lo cambiado"
    )
    diff.set_defaults(run=_diff)
    for parser in (pack, show, checks, diff):
        parser.add_argument("--json", action="store_true", help="salida en JSON")
    for parser in (pack, show, checks):
        parser.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")


def _build(args: argparse.Namespace) -> int:
    line = Line()
    built = build_from(args.books, line, games=args.games)
    if args.antes:
        old = _edition(args.antes)
        built.report = with_gone(built.report, built.entries, old)
        built.entries = with_edits(built.entries, old)
        line("Jugando cartas y escenarios con las dos ediciones")
        facts = {slug: data.facts for slug, data in built.games.items()}
        rerun = changed_outcomes(_facts_of(args.antes), facts, _scenarios(args.escenarios))
        built.report = with_outcomes(built.report, built.entries, rerun)
    line("Escribiendo la base de conocimiento y su índice")
    save(built, args.out, None if args.no_index else build_index)
    line.clear()
    remember(args.out)
    for report in built.report.values():
        for told in _aside(report):
            print(told, file=sys.stderr)
    for warning in built.warnings:
        print(f"aviso: {warning}", file=sys.stderr)
    games = Counter(e.game for e in built.entries)
    print(f"{args.out}: {len(built.entries)} entradas ({', '.join(f'{g} {n}' for g, n in games.items())})")
    return 0


def _aside(report: BookReport) -> Iterator[str]:
    """What of a book is in no entry, a line for each reason; too much of it is a warning."""
    shares = report.put_aside()
    for reason, share in shares.items():
        yield f"aparte: {report.source}: {reason}, {_percent(share)} de las líneas"
    if sum(shares.values()) > MOST_ASIDE:
        yield f"aviso: {report.source}: queda fuera de las entradas el {_percent(sum(shares.values()))} de las líneas."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".", ",")


def _pack(args: argparse.Namespace) -> int:
    kb = open_kb(args.kb or default_kb())
    pack = pack_folder(kb.path)
    path = write_pack(pack, args.out)
    told = {"path": str(path), "sha256": pack.digest, "bytes": len(pack.data), "entries": len(kb.entries)}
    if args.sign:
        told["signature"] = str(sign(path, pack.digest, args.sign))
    print(json.dumps(told) if args.json else f"{path}: {len(kb.entries)} entradas, sha256 {pack.digest}")
    return 0


def _key(args: argparse.Namespace) -> int:
    print(new_key(args.file))
    return 0


def _show(args: argparse.Namespace) -> int:
    kb = open_kb(args.kb or default_kb())
    id, _, anchor = args.id.partition("#")
    entry = kb.get(id)
    if anchor:
        return _show_block(entry, anchor, args.json)
    if args.json:
        print(entry.model_dump_json(indent=1))
        return 0
    print(_as_text(entry))
    if args.repairs and entry.lines:
        for row in map(json.loads, (kb.path / REPAIRS).read_text("utf-8").splitlines()):
            if row["book"] == entry.book and entry.lines[0] <= row["line"] <= entry.lines[1]:
                print(f"  línea {row['line']}: {row['why']} ({row['confidence']}): {row['before']} → {row['after']}")
    return 0


def _show_block(entry: Entry, anchor: str, json: bool) -> int:
    found = passage_at(entry, anchor)
    if found is None:
        raise NotFound(f"{entry.id}#{anchor}")
    print(found[0].model_dump_json(indent=1) if json else found[0].text)
    return 0


def _as_text(entry: Entry) -> str:
    cite = entry.citation
    page = f", p. {cite.page}" if cite.page else ""
    where = f"{cite.book} {cite.edition}, «{cite.section}»{page}"
    parts = [f"{entry.title}  [{entry.kind}, {entry.source}]", where]
    parts += [f"Nota: {entry.note}"] if entry.note else []
    parts += [f"→ {entry.redirect}"] if entry.redirect else []
    parts += [entry.text] if entry.text else []
    if entry.summary:
        parts.append(f"En nuestras palabras:\n{entry.summary.text}")
    if entry.see_also:
        parts.append("Véase también: " + ", ".join(entry.see_also))
    return "\n\n".join(parts)


def _check(args: argparse.Namespace) -> int:
    findings = check(open_kb(args.kb or default_kb()))
    wrong = [f for f in findings if f.wrong]
    shown = findings if args.all else wrong
    if args.json:
        print(json.dumps([f.model_dump() for f in shown], ensure_ascii=False, indent=1))
    else:
        for f in shown:
            print(f"{'mal' if f.wrong else 'nota'}: {f.where}: {f.message}")
        print(f"{len(wrong)} errores, {len(findings) - len(wrong)} observaciones")
    return 1 if wrong else 0


def _diff(args: argparse.Namespace) -> int:
    rows = diff_entries(_edition(args.old), _edition(args.new))
    old, new = _facts_of(args.old), _facts_of(args.new)
    rerun = changed_outcomes(old, new, _scenarios(args.escenarios))
    cards = {game: sample_cards(game) for game in {row.id.split("/", 1)[0] for row in rows}}
    rulings = rulings_from(args.dictamenes) if args.dictamenes else ()
    touches = all_touched(rows, old | new, cards, rulings)
    if args.json:
        print(json.dumps({
            "entries": [row.model_dump() | {"touches": touches.get(row.id, Touched()).model_dump()} for row in rows],
            "outcomes": {game: [told.model_dump() for told in found] for game, found in rerun.items()},
        }, ensure_ascii=False, indent=1))  # fmt: skip
    else:
        for row in rows:
            print(_diff_text(row, touches.get(row.id, Touched())))
        for game, found in rerun.items():
            print(f"{game}: {len(found)} cartas y escenarios salen de otro modo")
            for told in found:
                print(f"  {told.kind}: {told.name}\n  - {told.before or '∅'}\n  + {told.after or '∅'}")
        print(", ".join(f"{n} {op}s" for op, n in Counter(r.op for r in rows).items()) or "sin cambios")
    return 1 if rows or any(rerun.values()) else 0


def _facts_of(path: Path) -> dict[str, Game]:
    """The facts of each game of a knowledge base; the text of a book has none."""
    return {slug: data.facts for slug, data in open_kb(path).games.items()} if path.is_dir() or is_pack(path) else {}


def _scenarios(path: Path | None) -> list[Path]:
    return [] if path is None else sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def _edition(path: Path) -> list[Entry]:
    return list(open_kb(path).entries) if path.is_dir() or is_pack(path) else read_book(read_source(path)).entries


def _diff_text(row: EntryDiff, touches: Touched) -> str:
    lines = [f"{row.op}: {row.id} ({row.title})"]
    lines += [f"  - {e.removed or '∅'}\n  + {e.added or '∅'}" for e in row.edits]
    told = (
        ("cualidades", touches.keywords),
        ("cartas de muestra", touches.cards),
        ("dictámenes", tuple(f"{r.id} («{r.question}»)" for r in touches.rulings)),
    )
    lines += [f"  toca {what}: {', '.join(names)}" for what, names in told if names]
    return "\n".join(lines)
