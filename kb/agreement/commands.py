"""The command `kb facts`: our words against the official ones, and definitions against both."""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grammar.game import CORPUS, GAMES, load_game
from kb.agreement.apart import READ, apart, read_in
from kb.agreement.facts import EXPLANATIONS, Comparison, compare, explanations_from
from kb.build import build_from
from kb.console.progress import Line
from kb.models import Entry

FEWEST_WORDS = 5
"""Of a reason."""


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    facts = commands.add_parser(
        "facts", help="compara cifras y verbos modales de nuestro texto con el oficial; termina con 1 si discrepan",
        description=f"Lo ya explicado está en corpus/{EXPLANATIONS} y no se vuelve a mostrar.")  # fmt: skip
    facts.add_argument("--books", type=Path, metavar="DIR", required=True, help="directorio de los reglamentos oficiales")
    facts.add_argument("--game", metavar="JUEGO", help="solo este juego")
    facts.add_argument("--json", action="store_true", help="salida en JSON")
    facts.add_argument(
        "--leidas",
        action="store_true",
        help=f"pone en {READ} lo que aún no tiene motivo, para escribirlo, y quita lo que sobra",
    )
    facts.set_defaults(run=_facts)


def _facts(args: argparse.Namespace) -> int:
    line = Line()
    entries = build_from(args.books, line).entries
    line.clear()
    chosen = [e for e in entries if args.game in (None, e.game)]
    found = definitions_apart(chosen)
    for game, rows in found.items() if args.leidas else ():
        (CORPUS / game / READ).write_text(as_read(rows, read_in(CORPUS / game)), encoding="utf-8")
    result = compare(chosen, explanations_from(CORPUS / EXPLANATIONS))
    unread = list(not_read(found))
    print(result.model_dump_json(indent=1) if args.json else "\n".join((*unread, _as_text(result))))
    return 1 if result.open or unread else 0


def definitions_apart(entries: Iterable[Entry]) -> dict[str, dict[str, list[str]]]:
    """By game and keyword, what only the definition says side by side, or only the entry and the book."""
    found: dict[str, dict[str, list[str]]] = {}
    both = {e.id: e for e in entries if e.source == "oficial" and e.summary}
    for game in map(load_game, GAMES):
        for term in game.vocabulario:
            entry = both.get(f"{game.slug}/{term.entrada}")
            if (
                term.definicion
                and entry
                and entry.summary
                and (told := sorted(apart(game, term, entry.summary.blocks, entry.blocks)))
            ):
                found.setdefault(game.slug, {})[term.id] = told
    return found


def not_read(found: Mapping[str, Mapping[str, list[str]]]) -> Iterator[str]:
    """What stands apart without a reason, and what has a reason and is there no more."""
    for game, rows in found.items():
        read = read_in(CORPUS / game)
        for keyword, kept in read.items():
            if idle := sorted({*kept} - {*rows.get(keyword, ())}):
                yield f"{game}/{keyword}: sobra en {READ} ({', '.join(idle)})"
        for keyword, told in rows.items():
            if new := [pair for pair in told if not is_reason(read.get(keyword, {}).get(pair, ""))]:
                yield f"{game}/{keyword}: su definición dice algo que ni la entrada ni el libro, sin motivo ({', '.join(new)})"


def is_reason(text: str) -> bool:
    """A sentence: a word or two explain nothing."""
    return len(text.split()) >= FEWEST_WORDS and text.endswith(".")


def as_read(rows: Mapping[str, list[str]], known: Mapping[str, Mapping[str, str]]) -> str:
    """The file of reasons: those that are known stay; what has none waits for one, and `kb facts` says so until then."""
    head = (
        "# Lo que una definición dice con otras palabras que la entrada y el libro, y por qué no los contradice (kb facts).\n"
    )
    out = [head]
    for id, told in rows.items():
        reasons: dict[str, list[str]] = {}
        for pair in told:
            reasons.setdefault(known.get(id, {}).get(pair, ""), []).append(pair)
        for reason, pairs in reasons.items():
            values = (f'cualidad = "{id}"', f"aparte = {_json(pairs)}", f"motivo = {_json(reason)}")
            out.append("\n[[leida]]\n" + "".join(f"{value}\n" for value in values))
    return "".join(out)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


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
