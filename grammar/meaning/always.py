"""What holds always, behind what happens at a moment: «Al final de la ronda, …. Las figuras de este grupo ignoran …»."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.refs import gives, uses
from grammar.meaning.values import EACH, EVERY, Cosa, Cual, Hecho, Papel, Ref, Yo, parts

INSTANTS = frozenset({"antes", "despues", "comienzo", "final"})
KNOWN = frozenset({Papel("este_grupo")})
"""Who is known without a moment."""
HABIT = ("modo", Cual("si_es_posible", "modo"))


def always_apart(ability: Capacidad, lexicon: Lexicon) -> Sequence[Capacidad]:
    """The ability without the steps of which no instant is the time, and each of these for itself."""
    if ability.clase == "constante" and len(ability.pasos) > 1:
        return _told_behind(ability)
    if ability.clase != "disparada" or not all(_an_instant(moment, lexicon) for moment in ability.cuando):
        return [ability]
    always = tuple(step for step in ability.pasos[1:] if isinstance(step, Paso) and _holds_always(step, lexicon))
    if not always:
        return [ability]
    left = replace(ability, pasos=tuple(step for step in ability.pasos if step not in always))
    return [left, *(_by_itself(step) for step in always)]


def _told_behind(ability: Capacidad) -> Sequence[Capacidad]:
    """«La carta se agota al final de tu activación. Puedes usar …»: two abilities, where the second speaks of nobody of the
    first."""
    first, *rest = ability.pasos
    if not isinstance(first, Paso) or not first.cuando or uses(tuple(rest)) & gives(first):
        return [ability]
    return [_by_itself(first), replace(ability, pasos=tuple(rest))]


def _by_itself(step: Paso) -> Capacidad:
    return Capacidad("disparada" if step.cuando else "constante", cuando=step.cuando, pasos=(replace(step, cuando=()),))


def _an_instant(moment: Momento, lexicon: Lexicon) -> bool:
    """«Cuando una figura entra en una casilla»; an attack takes its time, and another verb in other games may."""
    goes_on = str(lexicon.data.get("said_when", "")).split()
    at_once = moment.rel == "cuando" and goes_on and all(fact.verb not in goes_on for fact in moment.hechos)
    return moment.rel in INSTANTS or bool(at_once and moment.hechos)


def _holds_always(step: Paso, lexicon: Lexicon) -> bool:
    """Nothing of it is of what is going on: a ban under a state of the bearer's, how somebody is or does things, what he may
    do in each activation."""
    inside = list(parts(step))
    going_on = any(isinstance(part, Ref) or (isinstance(part, Papel) and part not in KNOWN) for part in inside)
    if going_on or any(isinstance(part, Hecho) and part.past for part in inside):
        return False
    if step.cuando or step.modo == "no_puede":
        timed = any(part.circ for part in inside if isinstance(part, Hecho))
        barred = step.modo == "no_puede" and bool(step.si) and not step.cuando
        return (barred or _in_each(step)) and not timed
    return _rule(step, lexicon)


def _rule(step: Paso, lexicon: Lexicon) -> bool:
    """«Las figuras de este grupo ignoran …», «las figuras enemigas no bloquean …», «se mueven a través de … siempre que sea
    posible»: of somebody who is told anew, with a verb that is no deed."""
    fact = step.efecto[0] if len(step.efecto) == 1 and not step.coste and not step.si_no and not step.si else None
    who = fact.role("quien") if isinstance(fact, Hecho) else None
    if not isinstance(fact, Hecho) or not isinstance(who, Cosa) or who.qty not in (EVERY, EACH):
        return False
    static = fact.verb in str(lexicon.data.get("no_deeds", "")).split() and not fact.circ
    return step.modo in ("", "puede", "es_capaz") and (static or (fact.circ == (HABIT,) and not step.modo))


def _in_each(step: Paso) -> bool:
    """«El Rancor puede realizar más de un ataque en cada activación»."""
    when = step.cuando[0] if len(step.cuando) == 1 else None
    each = when is not None and when.rel == "durante" and isinstance(when.tiempo, Cosa) and when.tiempo.qty == EVERY
    who = step.efecto[0].role("quien") if step.efecto and isinstance(step.efecto[0], Hecho) else None
    return each and step.modo in ("puede", "no_puede") and not step.coste and who not in (None, Yo())
