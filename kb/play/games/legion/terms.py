"""Legión keywords as players write them («Perforante 2», «Punto débil 1: posterior») -> identifier and number."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache

from grammar.game import Term, load_game
from kb.play.errors import PlayError
from kb.play.validation import nearest
from kb.text import identifier

CLASSES = frozenset({"cualidad_unidad", "cualidad_arma", "cualidad_mejora_mando"})
_NUMBER = re.compile(r"\s(\d+|X)\b")


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


def read_keywords(
    texts: Iterable[str], known: Collection[str], ignored: Collection[str], where: str
) -> tuple[Mapping[str, int], list[str]]:
    """Values by keyword (numbers of equal ones add up, 1 where there is none) and those that do not touch these dice."""
    found: dict[str, int] = {}
    aside: list[str] = []
    for text in texts:
        name, number = read_keyword(text)
        # «Blindaje» cancels every hit and «Blindaje 2» two: different rules under one name.
        key = f"{name}_x" if number and f"{name}_x" in known else name
        if key in known:
            found[key] = found.get(key, 0) + (number or 1)
        elif name in ignored:
            aside.append(text)
        else:
            raise PlayError(f"no se conoce la cualidad «{text}»; {nearest(name, sorted((*known, *ignored)))}", where)
    return found, aside
