"""The command `kb facts`: our words against the official ones."""

import argparse
from collections import Counter
from pathlib import Path

from grammar.game import CORPUS
from kb.agreement.facts import EXPLANATIONS, Comparison, compare, explanations_from
from kb.build import build_from
from kb.console.progress import Line


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    facts = commands.add_parser(
        "facts", help="compara cifras y verbos modales de nuestro texto con el oficial; termina con 1 si discrepan",
        description=f"Lo ya explicado está en corpus/{EXPLANATIONS} y no se vuelve a mostrar.")  # fmt: skip
    facts.add_argument("--books", type=Path, metavar="DIR", required=True, help="directorio de los reglamentos oficiales")
    facts.add_argument("--game", metavar="JUEGO", help="sólo este juego")
    facts.add_argument("--json", action="store_true", help="salida en JSON")
    facts.set_defaults(run=_facts)


def _facts(args: argparse.Namespace) -> int:
    line = Line()
    entries = build_from(args.books, line).entries
    line.clear()
    chosen = [e for e in entries if args.game in (None, e.game)]
    result = compare(chosen, explanations_from(CORPUS / EXPLANATIONS))
    print(result.model_dump_json(indent=1) if args.json else _as_text(result))
    return 1 if result.open else 0


def _as_text(result: Comparison) -> str:
    lines = []
    for d in result.open:
        lines += [f"{d.entry}: {d.what}", f"    nuestro: {d.ours or '—'}", f"    oficial: {d.official or '—'}"]
    lines += [f"{entry}: sobra la explicación de «{what}»" for entry, what in result.stale]
    kinds = Counter(d.kind for d in result.open)
    detail = f" ({', '.join(f'{n} de {kind}' for kind, n in kinds.items())})" if kinds else ""
    lines.append(
        f"{result.compared} entradas comparadas: {len(result.open)} discrepancias sin explicar{detail},"
        f" {result.explained} explicadas, {len(result.stale)} explicaciones que sobran"
    )
    return "\n".join(lines)
