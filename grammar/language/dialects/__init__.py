"""What a game's language adds to the shared one: small words, verbs, ways of counting. Data only."""

from dataclasses import replace

from grammar.language.dialects.asalto import ASALTO
from grammar.language.dialects.base import Dialect
from grammar.language.dialects.xwing import XWING
from grammar.language.lemmas import HEADS, LEMMAS

NONE = Dialect()
DIALECTS: dict[str, Dialect] = {"imperial-assault": ASALTO, "leyendas": replace(ASALTO, targets=True), "xwing": XWING}


def dialect_for(game: str) -> Dialect:
    return DIALECTS.get(game, NONE)


for _dialect in DIALECTS.values():
    HEADS.update(_dialect.heads)
    LEMMAS.update({lemma.replace("ñ", "n"): lemma for lemma in (*_dialect.verbs, *_dialect.heads)})


__all__ = ["DIALECTS", "Dialect", "dialect_for"]
