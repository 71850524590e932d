"""Keywords between languages and cards: English names to the Spanish line, a definition bound to a card's numbers."""

import re
from collections.abc import Iterable
from functools import cache

from grammar.effects.base import Model
from grammar.effects.reglas import Cualidad, X, Y
from grammar.game import load_game
from grammar.lexing.prosa import is_keyword

TAIL = re.compile(r"\s+(?:X|[0-9]+)\b.*$")


@cache
def english_keywords(game: str = "legion") -> dict[str, str]:
    """English name in lower case, without parameters -> Spanish name."""
    found: dict[str, str] = {}
    for term in load_game(game).vocabulario:
        if is_keyword(term):
            for name in term.en:
                key = name.lower()
                found.setdefault(key, term.nombre)
                found.setdefault(TAIL.sub("", name.partition(":")[0]).lower().strip(), term.nombre)
    return found


@cache
def english_terms(game: str = "legion") -> dict[str, str]:
    """Everything else that a parameter can name: tokens, sectors, types, factions."""
    facts = load_game(game)
    named = [*((token.nombre, token.en) for token in facts.fichas), *((term.nombre, term.en) for term in facts.vocabulario)]
    return {name.lower(): word[:1].upper() + word[1:] for word, names in reversed(named) for name in names}


def translate_keyword(english: str, game: str = "legion") -> str | None:
    """«Weak Point 1: Rear, Sides» -> «Punto débil 1: Posterior, Flancos»; None if the book does not have the keyword."""
    names = english_keywords(game)
    if english.lower() in names:
        return names[english.lower()]
    head, colon, tail = english.partition(":")
    match = re.fullmatch(r"(?P<name>.+?)(?: (?P<value>[0-9]+|X))?", head.strip())
    assert match is not None
    spanish = names.get(match.group("name").lower())
    if spanish is None:
        return None
    value = match.group("value")
    if re.fullmatch(r"X|[0-9]+", tail.strip()):  # «Arsenal: X», as some lists write it
        value, colon = tail.strip(), ""
    line = f"{spanish} {value}" if value else spanish
    return f"{line}: {_parameters(tail.strip(), game)}" if colon else line


def _parameters(text: str, game: str) -> str:
    if capacity := re.fullmatch(r"Capacity ([0-9]+|Y)", text):
        return f"Capacidad {capacity.group(1)}"
    parts = [part.strip() for part in re.split(r",", text.replace(" or ", " o "))]
    return ", ".join(" o ".join(_parameter(piece, game) for piece in part.split(" o ")) for part in parts)


def _parameter(text: str, game: str) -> str:
    match = re.fullmatch(r"(.+?)( [0-9]+| X)?", text)
    assert match is not None
    name = english_terms(game).get(match.group(1).lower(), match.group(1))
    return name + (match.group(2) or "")


def combine(keywords: Iterable[Cualidad], game: str = "legion") -> tuple[Cualidad, ...]:
    """The keywords that a unit ends up with: numbers add up (Reglamento, «Cualidades con una cifra»), up to the cap if any."""
    terms = {term.id: term for term in load_game(game).vocabulario if is_keyword(term)}
    found: list[Cualidad] = []
    for keyword in keywords:
        term = terms[keyword.id]
        adds = term.acumula or ("suma" if "X" in term.parametros else "no")
        place = next((i for i, other in enumerate(found) if _same(other, keyword)), None)
        if place is None or adds == "aparte":
            found.append(keyword)
        elif adds == "suma":
            total = (found[place].valor or 0) + (keyword.valor or 0)
            found[place] = found[place].but(valor=total)
    return tuple(_capped(keyword, terms[keyword.id].tope) for keyword in found)


def _same(one: Cualidad, other: Cualidad) -> bool:
    return one.id == other.id and one.nombres == other.nombres


def _capped(keyword: Cualidad, cap: int | None) -> Cualidad:
    return keyword if cap is None or keyword.valor is None else keyword.but(valor=min(keyword.valor, cap))


def bind(effects: tuple[Model, ...], x: int, y: int | None = None) -> tuple[Model, ...]:
    """The definition of a keyword with a card's numbers in place of X and Y: what «Perforante 2» does."""
    return tuple(_bound(effect, {X: x, Y: y if y is not None else Y}) for effect in effects)


def _bound(node: Model, numbers: dict[int, int]) -> Model:
    changed: dict[str, object] = {}
    for name, value in node.__dict__.items():
        if isinstance(value, Model):
            changed[name] = _bound(value, numbers)
        elif isinstance(value, tuple):
            changed[name] = tuple(_item(child, numbers) for child in value)
        elif isinstance(value, int) and not isinstance(value, bool):
            changed[name] = numbers.get(value, value)
    return node.but(**changed)


def _item(child: object, numbers: dict[int, int]) -> object:
    if isinstance(child, Model):
        return _bound(child, numbers)
    return numbers.get(child, child) if isinstance(child, int) else child
