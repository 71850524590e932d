"""Keywords as a situation writes them («Perforante 2», «Punto débil 1: posterior») -> terms of juego.toml with their number.

Equal ones add up as the book says («Cualidades con una cifra»); an unknown one, or one without its number, is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal

from grammar.game import Term
from kb.anchors import START
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.legion.terms import by_name, read_keyword, terms
from kb.text import identifier

Bearer = Literal["unidad", "arma"]


@dataclass(frozen=True)
class Held:
    """One keyword that a unit or a weapon has."""

    term: Term
    value: int
    """Its number; 1 where it has none."""
    about: str = ""
    """What follows the colon: a sector, a type of charge."""

    @property
    def words(self) -> str:
        number = f" {self.value}" if "X" in self.term.parametros and str(self.value) not in self.about.split() else ""
        return f"{self.term.nombre}{number}" + (f": {self.about}" if self.about else "")


@lru_cache(maxsize=4096)
def keyword(text: str, bearer: Bearer = "unidad") -> Held:
    """The keyword that a text writes."""
    name, number = read_keyword(text)
    whole = identifier(text)
    if whole in by_name():  # a name may end in a number of its own: «Inmune a armas con alcance 1»
        name, number = whole, 0
    named = by_name().get(name, ())
    if not named:
        near = get_close_matches(name, by_name(), 1)
        raise PlayError(f"no se conoce la cualidad «{text}»" + (f" (quizá «{by_name()[near[0]][0].nombre}»)" if near else ""))
    # «Blindaje» and «Blindaje 2» are two rules; «Autodestrucción» is one on a unit and another on a weapon.
    about = text.partition(":")[2].strip()
    fit = [t for t in named if ("X" in t.parametros) == bool(number)]
    if not fit and number:  # a title of the book may print an X that its rule does not use
        fit = [t for t in named if f"{t.nombre} X" in t.sinonimos]
    if not fit and about:  # «Flotante: terrestre»: what follows the colon needs no number
        fit = [t for t in named if len(t.parametros) > 1]
    if not fit and number:
        raise PlayError(f"la cualidad «{named[0].nombre}» no lleva número")
    if not fit:
        raise PlayError(f"a la cualidad «{named[0].nombre}» le falta su número, p. ej. «{named[0].nombre} 1»")
    mine = [t for t in fit if (t.clase == "cualidad_arma") == (bearer == "arma")]
    return Held((mine or fit)[0], number or 1, about)


@lru_cache(maxsize=4096)
def held(texts: tuple[str, ...], bearer: Bearer = "unidad") -> Mapping[str, Held]:
    """By id of the term, added up: up to the cap of the keyword, where it has one."""
    found: dict[str, Held] = {}
    for text in texts:
        mine = keyword(text, bearer)
        before = found.get(mine.term.id)
        adds = mine.term.acumula or ("suma" if "X" in mine.term.parametros else "no")
        if before is not None and adds == "suma":
            mine = replace(mine, value=before.value + mine.value)
        elif before is not None and adds == "no":
            mine = before
        if mine.term.tope and mine.value > mine.term.tope:
            mine = replace(mine, value=mine.term.tope)
        found[mine.term.id] = mine
    return found


CARD_EFFECT = cite("legion/efectos-de-cartas#r-635724", "efecto de carta")


@lru_cache(maxsize=4096)
def title(name: str, n: int = 0) -> str:
    """How a keyword (by id) or a card (by name) is written."""
    return Held(terms()[name], n).words if name in terms() and n else terms()[name].nombre if name in terms() else name


@lru_cache(maxsize=4096)
def rule_of(keyword_id: str, anchor: str = START) -> Cite:
    """The entry of a keyword, whose first passage says what it does; of a card, what a card's effect is."""
    if keyword_id not in terms():
        return CARD_EFFECT
    return cite(f"legion/{terms()[keyword_id].entrada}#{anchor}", "")


def rule_named(card: str) -> Cite:
    """The entry of a keyword by the name that it has in play («Deflagración», «Alta velocidad»)."""
    name, number = read_keyword(card)
    fit = [t for t in by_name().get(name, ()) if ("X" in t.parametros) == bool(number)]
    return rule_of(fit[0].id) if fit else CARD_EFFECT
