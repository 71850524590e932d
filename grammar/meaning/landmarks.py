"""Where a distance is measured from that does not say it: the bearer, if he can be anywhere.

The card of an event is nowhere: «Elige una figura. Todas las figuras a 2 casillas …» could be from her only, on the card of a
figure from the bearer too. Nothing in the text tells which of them it is, so it must be said.
"""

from collections.abc import Sequence
from itertools import pairwise

from grammar.lexicon.load import Lexicon
from grammar.lexicon.tokens import Raw
from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cosa, Hecho, Papel, Yo, parts

SOMEWHERE = frozenset({"accion", "ataque", "incremento", "disparada"})
"""Abilities of somebody who is somewhere: he acts, or something happens to him."""
ORDERED = frozenset({"instrucciones", "instruccion"})
"""What is told to the figures that carry it out."""
BEARER = frozenset({"ti", "te", "tu", "tú", "tus", "contigo"})


def chosen_nowhere(abilities: Sequence[Capacidad], lexicon: Lexicon) -> str:
    """The noun of somebody chosen before a distance from the bearer, who has no other place; '' of any other text."""
    if "continues" not in lexicon.data or any(ability.clase in SOMEWHERE for ability in abilities):
        return ""
    told = parts(tuple(ability for ability in abilities if ability.clase not in ORDERED))
    facts = [part for part in told if isinstance(part, Hecho)]
    near = [at for at, fact in enumerate(facts) if fact.verb == "a_alcance" and fact.role("de") == Yo()]
    near += [at for at, fact in enumerate(facts) if fact.verb == "ser" and fact.role("a") == Yo()]
    choosing = [(at, fact) for at, fact in enumerate(facts) if fact.verb == "elegir"]
    himself = sum(part == Yo() for part in told) - len(near) - sum(fact.role("quien") == Yo() for _, fact in choosing)
    his = any(isinstance(part, Papel) and part.nombre.startswith("este_") for part in told)
    living = {*lexicon.data["animate"].split(), *lexicon.data.get("placed", "").split()}
    chosen = [(at, fact.role("que")) for at, fact in choosing]
    nowhere = [(at, what) for at, what in chosen if isinstance(what, Cosa) and what.sort in living and Yo() not in parts(what)]
    if himself or his or not near or not nowhere or min(near) < nowhere[0][0]:
        return ""
    return nowhere[0][1].noun


def tells_bearer(raws: Sequence[Raw]) -> bool:
    """Whether a text names who bears it: «a 2 casillas de ti», «adyacente a esta figura»."""
    words = [raw.text.lower() for raw in raws]
    return bool(BEARER & set(words)) or ("esta", "figura") in pairwise(words)


def unmeasured(noun: str, lexicon: Lexicon) -> str:
    known = lexicon.nouns.get(noun.removeprefix("este_"))
    other = "otra cosa" if known is None else f"«{known.text}»"
    return f"No se dice desde dónde se mide: puede ser desde ti o desde {other}, que se acaba de nombrar. Escríbelo."
