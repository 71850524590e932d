"""Rebellion: the kinds of unit of juego.toml, in any spelling: names, plurals and other names, with or without accents."""

from collections.abc import Mapping
from functools import cache

from grammar.game import load_game
from kb.play.validation import alike
from kb.text import identifier


@cache
def kinds() -> Mapping[str, str]:
    """How each may be written, to its id."""
    out: dict[str, str] = {}
    for term in load_game("rebellion").vocabulario:
        if term.clase.startswith("unidad"):
            for name in (term.id, term.nombre, term.plural or "", *term.sinonimos, *term.en):
                out.setdefault(identifier(name), term.id)
    return out


def kind_of(told: object) -> object:
    """The id of a kind; one almost like another is a slip; any other is a unit of no special rules."""
    if not isinstance(told, str) or not told:
        return told
    plain = identifier(told)
    if plain in kinds():
        return kinds()[plain]
    if near := alike(plain, kinds()):
        raise ValueError(f"no existe la unidad «{told}»; quizá «{kinds()[near]}»")
    return plain
