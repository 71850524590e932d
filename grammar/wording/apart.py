"""For the reading said back: of several chosen ones each does it («cada una de esas naves»), whatever the card says."""

from typing import Any

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.refs import swapped
from grammar.meaning.values import EVERY, Cosa, Hecho, It, Qty, Ref, Yo, parts

SEVERAL = frozenset({"n", "hasta", "cualquiera", "al_menos", EVERY.op})
BY_EACH = frozenset(
    (
        "recibir retirar sufrir perder recuperar gastar adquirir descartar realizar efectuar tirar volver_a_tirar mover moverse"
        " ganar quitar lanzar volver_a_lanzar superar"
    ).split()
)
"""Verbs of which the rules know no deed in common: «esas naves reciben 1 ficha» is one each."""
TRIED = "superar"
"""A test is each one's own: «los que no la superen»."""


def each_told(ability: Capacidad) -> Capacidad:
    things = {part.id: part for part in parts(ability) if isinstance(part, Cosa) and part.id}
    new = max(things, default=0) + 1
    return replace(ability, pasos=tuple(_each(step, things, new + at) for at, step in enumerate(ability.pasos)))


def all_told(value: Any) -> Any:
    """«Cada Héroe realiza una prueba»: told of all of them it could be one test of theirs."""
    made = rebuilt(value, all_told) if isinstance(value, (Node, tuple)) else value
    who = made.role("quien") if isinstance(made, Hecho) and made.verb in BY_EACH else None
    if not isinstance(who, Cosa) or who.qty != EVERY or not _one_each(made):
        return made
    apart = any(isinstance(f, Hecho) and (f.verb in ("otro", "entre") or f.role("que") == Yo()) for f in who.filters)
    return made if apart else made.put("quien", replace(who, qty=Qty("cada")))


def _one_each(act: Hecho) -> bool:
    return any(isinstance(value, Cosa) and value.qty.op in ("n", "hasta") for role, value in act.roles if role != "quien")


def _each(step: Item, things: dict[int, Cosa], one: int) -> Item:
    """The step with «cada una de esas naves» as the one who acts; what else points to her is singular then."""
    if not isinstance(step, Paso):
        return step
    acts = [
        part for part in parts((step.coste, step.efecto, step.si_no)) if isinstance(part, Hecho) and part.role("quien") != It()
    ]
    who = {act.role("quien") for act in acts}
    group = next(iter(who)) if len(who) == 1 else None
    thing = things.get(group.id) if isinstance(group, Ref) else None
    several = thing is not None and thing.qty.op in SEVERAL and thing.qty.n != "1"
    if thing is None or not isinstance(group, Ref) or not several or not all(act.verb in BY_EACH for act in acts):
        return step
    among = Hecho("entre", (("quien", It()), ("que", group)))
    each = Cosa(thing.noun, thing.sort, EVERY, gender="-", number="-", filters=(among,), id=one)
    alone: Paso = swapped(step, group, Ref(one))
    if any(isinstance(cond, Hecho) and cond.verb == TRIED and cond.role("quien") == Ref(one) for cond in alone.si):
        whoever = replace(each, qty=Qty("alguno"))  # «si alguna de esas figuras no supera esa prueba, esa figura …»
        return replace(alone, si=tuple(_acting(cond, Ref(one), whoever) for cond in alone.si))
    return _acting(alone, Ref(one), each)  # type: ignore[no-any-return]


def _acting(value: Any, one: Ref, each: Cosa) -> Any:
    if isinstance(value, Hecho):
        return value.put("quien", each) if value.role("quien") == one else value
    return rebuilt(value, lambda part: _acting(part, one, each)) if isinstance(value, (Node, tuple)) else value
