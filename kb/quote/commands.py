"""The command `kb quote`."""

import argparse
from pathlib import Path

from kb.quote.check import Quotation, Quotes
from kb.store import default_kb, open_kb


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    quote = commands.add_parser(
        "quote", help="dice si una frase está de verdad en las reglas; termina con 1 si no",
        description="No cuentan espacios, forma de las comillas ni signos de los extremos; sí cada palabra, en su orden,"
        " con mayúsculas y acentos. «[…]» dice que se ha quitado algo.")  # fmt: skip
    quote.add_argument("text", metavar="FRASE", help="la frase, entre comillas")
    quote.add_argument("--entry", default="", metavar="ID", help="solo en esta entrada")
    quote.add_argument("--game", default="", metavar="JUEGO", help="solo en un juego")
    quote.add_argument("--edition", default="", metavar="EDICION", help="la edición de la que se dice que es")
    quote.add_argument("--loose", action="store_true", help="sin contar acentos ni mayúsculas")
    quote.add_argument("--json", action="store_true", help="salida en JSON")
    quote.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    quote.set_defaults(run=_quote)


def _quote(args: argparse.Namespace) -> int:
    found = Quotes(open_kb(args.kb or default_kb())).check(args.text, args.entry, args.game, args.edition, args.loose)
    print(found.model_dump_json(indent=1) if args.json else _as_text(found))
    return 0 if found.verdict == "textual" else 1


def _as_text(found: Quotation) -> str:
    lines = [found.told]
    for place in (*found.places, *((found.nearest,) if found.nearest else ())):
        cited = f"{place.citation.book} {place.citation.edition}".strip()
        lines += [f"  {place.entry}#{place.anchors[0]} ({cited}, texto {place.source}):", f"    {place.words}"]
    lines += [f"  {d.op}: la cita «{d.quoted or '∅'}», la regla «{d.text or '∅'}»" for d in found.differences]
    return "\n".join(lines)
