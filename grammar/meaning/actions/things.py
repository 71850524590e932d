"""Parts of noun phrases, and what can be asked of a thing."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.lexicon.words import Word
from grammar.meaning.node import Node, node, replace
from grammar.meaning.values import (
    SOME,
    THE,
    Cond,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pred,
    Pron,
    Qty,
    Value,
    Yo,
    is_nobody,
)

At = tuple[int, Word]


ANY = frozenset({"cosa"})
SO_MANY = "tanto"
"""How many «tantas fichas …» are, until «como …» tells it further on."""


EXCLUSIVE = frozenset({"cara", "lado", "tamano", "bando", "faccion", "color"})
"""A thing has one quality of each of these kinds."""

WHERE_ONLY = frozenset({"parcialmente", "al_menos_parcialmente", "totalmente"})
ENTIRELY = WHERE_ONLY | {"completamente"}
"""Said of a place that they stand before; «completamente» of an act too."""
"""How much of a thing is somewhere: said of nothing else."""

HERE = Pron("aqui", "-", "-", -1)
"""Where a range that does not say it is measured from: you."""


@node
class Pre(Node):
    kind: str
    """det, qty, adj."""
    value: Any
    at: int


@node
class Post(Node):
    kind: str
    value: Any


@node
class Mod(Node):
    """Something said of a noun, to be tried on it."""

    kind: str
    value: Any
    prep: str = ""


def agree(a: str, b: str) -> bool:
    return a == "-" or b == "-" or a == b


def sort_of(value: Value, lexicon: Lexicon) -> str:
    if isinstance(value, Cosa):
        return value.sort
    if isinstance(value, Yo):
        return str(lexicon.data["bearer"])
    if isinstance(value, Lista):
        return sort_of(value.items[0], lexicon)
    if isinstance(value, Cuenta):
        return "numero"
    if isinstance(value, Cual):
        return value.kind
    if value in (Papel("yo"), Papel("tu_nave")):
        return str(lexicon.data["bearer"])
    if isinstance(value, Papel):
        noun = lexicon.nouns.get(value.this or value.nombre)
        return noun.sort if noun is not None else "cosa"
    if isinstance(value, Nombre):
        return value.sort
    return "cosa"


def headless(value: Value) -> bool:
    """«la otra», «1»: a part of things told before, known once they are."""
    return (
        isinstance(value, Cosa)
        and value.noun == ""
        and (
            value.qty.op in ("n", "hasta", "cualquiera", "al_menos", "exacto", "mas_de", "menos_de")
            or any(isinstance(f, Hecho) and f.verb == "otro" for f in value.filters)
            or by_its_side(value)
        )
    )


def by_its_side(value: Cosa) -> bool:
    """«Elige una unidad aliada y una unidad enemiga. La enemiga gana 1 ficha»: the one that was told to be so."""
    told = value.filters[0] if len(value.filters) == 1 else None
    side = told.role("que") if isinstance(told, Hecho) and told.verb == "ser" and not told.neg else None
    return isinstance(side, Cual) and side.kind == "lado" and (value.ref, value.qty, value.number) == ("el", THE, "s")


def is_named(thing: Cosa, names: set[str]) -> bool:
    """Whether a word before says what the icon shows."""
    told = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser"]
    return any(isinstance(kind, Cual) and names == {kind.id} for kind in told)


def states_of(lexicon: Lexicon, name: str, kind: str) -> str | None:
    """Sorts of which a quality is said: one of its own («the acobardado»), or that of its kind."""
    states = lexicon.data.get("states", {})
    found: str | None = states.get(f"the {name}", states.get(kind))
    return found


def lasts(value: Value, lexicon: Lexicon, *more: str) -> bool:
    """Whether it is a stretch of time, or something that goes on for one: a phase, this mission, a combat."""
    return sort_of(value, lexicon) in ("tiempo", "cosa", *more, *lexicon.data.get("events", "").split())


def fits(value: Value, sorts: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether the value may be there. A pronoun is tried when it is bound."""
    if isinstance(value, Lista):
        return all(fits(item, sorts, lexicon) for item in value.items)
    if isinstance(value, Pron):
        return not value.sorts or lexicon_any(value.sorts, sorts)
    if isinstance(value, Cual):
        return value.kind in sorts
    if isinstance(value, Cosa) and value.noun == "numero":
        return "numero" in sorts
    if headless(value):
        return True
    sort = sort_of(value, lexicon)
    if sort == "nombre":
        return True
    return lexicon.fits(sort, sorts)


def lexicon_any(a: frozenset[str], b: frozenset[str]) -> bool:
    return "cosa" in a or "cosa" in b or bool(a & b)


@node
class Of(Node):
    value: Value


def is_undetermined(value: Value) -> bool:
    """A singular noun without a determiner of its own, or of the first of its list."""
    if not isinstance(value, Cosa) or value.qty.op != "masa" or value.sort not in COUNTED:
        return False
    return value.number == "s" or (value.number == "-" and not value.noun.endswith("s"))  # «caza TIE/sf», not «desechos»


COUNTED = frozenset({"nave", "obstaculo", "lugar", "remoto", "dispositivo", "objeto", "ficha", "dado"})
"""Sorts whose nouns need a determiner in the singular."""


def reach_of(icon: str) -> str:
    """[alcance-1] is «alcance 1»."""
    number = icon.removeprefix("alcance_")
    return number if number.isdigit() else icon


@node
class Least(Node):
    n: str


def number_said(parts: Sequence[At]) -> str:
    return next(word.id for _, word in parts if word.cls == "NUM")


def is_rising(text: str) -> bool:
    low, high = text.split("-")
    return int(low) < int(high)


def kind_fact(value: Cual) -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", value)))


def is_any_icon(icons: tuple[Word, ...], conj: str) -> Cond:
    facts = tuple(Hecho("ser", (("quien", It()), ("que", Cual(icon.id, "icono_" + icon.sort)))) for icon in icons)
    return facts[0] if len(facts) == 1 else Junto("o", facts)


def has_value(thing: Cosa) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "valer" for f in thing.filters)


def extreme(thing: Cosa) -> bool:
    """Whether it is the most or the least of a measure: «mayor coste», «menos Vida»."""
    return any(is_of_kind(f, "medida") for f in thing.filters)


def moves_of(thing: Cosa, ids: str) -> Cosa:
    facts = tuple(Hecho("ser", (("quien", It()), ("que", Cual(name, "rumbo")))) for name in ids.split(","))
    return replace(thing, filters=(*thing.filters, facts[0] if len(facts) == 1 else Junto("o", facts)))


def owned_fact(value: Value) -> Hecho:
    return Hecho("de", (("quien", It()), ("que", value)))


def owned_only(filters: Sequence[Cond]) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "de" for f in filters)


def is_of_kind(cond: Cond, kind: str) -> bool:
    """Whether a quality of that kind is said."""
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(what, Cual) and what.kind == kind


def by_nobody(fact: Hecho) -> Hecho:
    """«que no haya sido abierta por los Rebeldes»: that none of them has opened, rather than one that has not."""
    who = fact.role("quien") if fact.neg else None
    if is_nobody(who):
        return replace(fact, neg=False)  # «que no disputa ninguna unidad»: one denial, said twice
    if not isinstance(who, Cosa) or who.qty != SOME or fact.role("que") not in (None, It()):
        return fact
    return replace(fact.put("quien", replace(who, qty=Qty("ningun"))), neg=False)


def befalls(pred: Pred) -> bool:
    """Told as a fact, and not as what is looked for: «que recibe», not «que reciba» nor «que ha recibido»."""
    gets = ("recibir", "recuperar", "sufrir", "perder", "adquirir")
    return pred.mood == "ind" and all(fact.verb in gets and not fact.past and not fact.neg for fact in pred.facts)
