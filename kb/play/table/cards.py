"""Cards that can be put on the table by their name: those that the project ships."""

import json
from collections.abc import Mapping
from functools import cache

from grammar.game import CORPUS
from kb.play.validation import Model
from kb.text import fold


class Shipped(Model):
    nombre: str
    clase: str
    texto: str
    datos: dict[str, str]


@cache
def shipped(game: str) -> Mapping[str, Shipped]:
    """By their folded name."""
    path = CORPUS / game / "cartas.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()] if path.is_file() else []
    return {
        fold(row["name"]): Shipped(nombre=row["name"], clase=row["kind"], texto=row["text"], datos=row.get("datos", {}))
        for row in rows
    }


def found(game: str, words: str, most: int = 8) -> list[Shipped]:
    """Those whose name has the words, the ones that begin with them first."""
    asked = fold(words)
    if not asked:
        return []
    hits = [(not name.startswith(asked), name, card) for name, card in shipped(game).items() if asked in name]
    return [card for _, _, card in sorted(hits, key=lambda hit: hit[:2])][:most]
