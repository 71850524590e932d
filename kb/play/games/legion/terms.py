"""Legión keywords as players write them («Perforante 2», «Punto débil 1: posterior») -> identifier and number."""

import re
from collections.abc import Mapping
from functools import cache

from grammar.game import Term, load_game
from kb.text import identifier

CLASSES = frozenset({"cualidad_unidad", "cualidad_arma", "cualidad_mejora_mando"})
_NUMBER = re.compile(r"\s([0-9]{1,9}|X)\b")


@cache
def terms() -> Mapping[str, Term]:
    return {term.id: term for term in load_game("legion").vocabulario if term.clase in CLASSES}


@cache
def by_name() -> Mapping[str, tuple[Term, ...]]:
    """Every keyword by what it is called, as an identifier without its number."""
    found: dict[str, tuple[Term, ...]] = {}
    for term in terms().values():
        for name in (term.nombre, *term.sinonimos):
            key = identifier(name)
            found[key] = (*found.get(key, ()), term)
    return found


def read_keyword(text: str) -> tuple[str, int]:
    """`Punto débil 1: posterior` -> ("punto_debil", 1); a keyword without a number counts 0."""
    head, _, tail = text.strip().partition(":")
    # «Selección avanzada de blanco: soldado 2» prints its number at the end.
    number = _NUMBER.search(head) or _NUMBER.search(f" {tail}")
    name = identifier(_NUMBER.sub("", head))
    return name, int(number[1]) if number and number[1] != "X" else 0
