"""Where a distance is measured from that does not say it: the bearer, if he can be anywhere.

The card of an event is nowhere: «Elige una figura. Todas las figuras a 2 casillas …» could be from her only, on the card of a
figure from the bearer too. Nothing in the text tells which of them it is, so it must be said.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.lexicon.load import Lexicon
from grammar.lexicon.tokens import Raw
from grammar.meaning.effect import Capacidad, Paso
from grammar.meaning.values import Cosa, Hecho, It, Papel, Yo, parts

SOMEWHERE = frozenset({"accion", "ataque", "incremento", "disparada"})
"""Abilities of somebody who is somewhere: he acts, or something happens to him."""
ORDERED = frozenset({"instrucciones", "instruccion"})
"""What is told to the figures that carry it out."""
BEARER = frozenset({"ti", "te", "tu", "tú", "tus", "contigo"})


def chosen_nowhere(abilities: Sequence[Capacidad], lexicon: Lexicon) -> str:
    """The noun of somebody chosen before a distance from the bearer, who has no other place; '' of any other text."""
    if "continues" not in lexicon.data:
        return ""
    if around := _around(abilities, lexicon):
        return around
    if any(ability.clase in SOMEWHERE for ability in abilities):
        return ""
    told = parts(tuple(ability for ability in abilities if ability.clase not in ORDERED))
    facts = [part for part in told if isinstance(part, Hecho)]
    near = [at for at, fact in enumerate(facts) if fact.verb == "a_alcance" and fact.role("de") == Yo()]
    acts = [part for ability in abilities for step in ability.pasos if isinstance(step, Paso) for part in step.efecto]
    near += [at for at, fact in enumerate(facts) if fact.verb == "ser" and fact.role("a") == Yo()]
    orders = {"elegir", *lexicon.data.get("always_orders", "").split()}
    ordered = sum(fact.role("quien") == Yo() and fact.verb in orders for fact in facts)  # what whoever reads does
    himself = sum(part == Yo() for part in told) - len(near) - ordered
    his = any(isinstance(part, Papel) and part.nombre.startswith("este_") for part in told)
    living = {*lexicon.data["animate"].split(), *lexicon.data.get("placed", "").split()} - {"dado"}  # dice lie anywhere
    known = [(at, what) for at, fact in enumerate(facts) if fact in acts for what in _told(fact, orders)]
    nowhere = [(at, what) for at, what in known if what.sort in living and Yo() not in parts(what)]
    if himself or his or not near or not nowhere or min(near) < nowhere[0][0]:
        return ""
    return nowhere[0][1].noun


def _around(abilities: Sequence[Capacidad], lexicon: Lexicon) -> str:
    """«un terminal sin Rebeldes a 2 casillas»: from the terminal; what has a place is not told by who is near another."""
    placed = {*lexicon.data["animate"].split(), *lexicon.data.get("placed", "").split()}
    for thing in (part for part in parts(tuple(abilities)) if isinstance(part, Cosa) and part.sort in placed):
        has = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "tener" and f.role("quien") == It()]
        near = [f for what in has if isinstance(what, Cosa) for f in what.filters if isinstance(f, Hecho)]
        if any(fact.verb == "a_alcance" and fact.role("de") == Yo() for fact in near):
            return thing.noun
    return ""


def _told(fact: Hecho, orders: set[str]) -> Iterator[Cosa]:
    """Who is chosen or put somewhere, or what happens to somebody: one of whom a distance could be measured."""
    for name, what in fact.roles:
        if isinstance(what, Cosa) and name in (("que", "en") if fact.verb in orders else ("quien",)):
            yield what


def tells_bearer(raws: Sequence[Raw]) -> bool:
    """Whether a text names who bears it: «a 2 casillas de ti», «adyacente a esta figura»."""
    words = [raw.text.lower() for raw in raws]
    return bool(BEARER & set(words)) or ("esta", "figura") in pairwise(words)


def unmeasured(noun: str, lexicon: Lexicon) -> str:
    known = lexicon.nouns.get(noun.removeprefix("este_"))
    other = "otra cosa" if known is None else f"«{known.text}»"
    return f"No se dice desde dónde se mide: puede ser desde ti o desde {other}, que se acaba de nombrar. Escríbelo."
