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


@cache
def sides() -> Mapping[str, str]:
    """Whose each kind is."""
    whose = {"unidad_imperial": "imperio", "unidad_rebelde": "rebelde"}
    return {term.id: whose[term.clase] for term in load_game("rebellion").vocabulario if term.clase in whose}


def kind_of(told: object) -> object:
    """The id of a kind. Any other is refused: a station that nobody recognises would play as a plain ship."""
    if not isinstance(told, str) or not told:
        return told
    plain = identifier(told)
    if plain in kinds():
        return kinds()[plain]
    near = alike(plain, kinds())
    hint = f"quizá «{kinds()[near]}»" if near else f"hay: {', '.join(sides())}"
    raise ValueError(f"no existe la unidad «{told}»; {hint}")


def named_kind(units: object) -> object:
    """Units whose name is that of a kind are of it, where nothing else is told: «Estrella de la Muerte: {bando: imperio}»."""
    if not isinstance(units, dict):
        return units
    return {name: _with_kind(str(name), row) for name, row in units.items()}


def _with_kind(name: str, row: object) -> object:
    plain = identifier(name).rstrip("0123456789_")
    return {**row, "tipo": kinds()[plain]} if isinstance(row, dict) and not row.get("tipo") and plain in kinds() else row
