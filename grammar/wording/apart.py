"""For the reading said back: of several chosen ones each does it («cada una de esas naves»), whatever the card says."""

from typing import Any

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.refs import swapped
from grammar.meaning.values import EVERY, Cosa, Hecho, It, Ref, parts

SEVERAL = frozenset({"n", "hasta", "cualquiera", "al_menos"})
BY_EACH = frozenset(
    "recibir retirar sufrir perder recuperar gastar adquirir realizar efectuar tirar volver_a_tirar mover moverse".split()
)
"""Verbs of which the rules know no deed in common: «esas naves reciben 1 ficha» is one each."""


def each_told(ability: Capacidad) -> Capacidad:
    things = {part.id: part for part in parts(ability) if isinstance(part, Cosa) and part.id}
    return replace(ability, pasos=tuple(_each(step, things) for step in ability.pasos))


def _each(step: Item, things: dict[int, Cosa]) -> Item:
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
    one = max(things) + 1
    each = Cosa(thing.noun, thing.sort, EVERY, gender="-", number="-", filters=(among,), id=one)
    return _acting(swapped(step, group, Ref(one)), Ref(one), each)  # type: ignore[no-any-return]


def _acting(value: Any, one: Ref, each: Cosa) -> Any:
    if isinstance(value, Hecho):
        return value.put("quien", each) if value.role("quien") == one else value
    return rebuilt(value, lambda part: _acting(part, one, each)) if isinstance(value, (Node, tuple)) else value
