"""For the reading said back: of several chosen ones each does it («cada una de esas naves»), whatever the card says."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.refs import swapped
from grammar.meaning.values import EVERY, Cosa, Hecho, It, Qty, Ref, Yo, parts

SEVERAL = frozenset({"n", "hasta", "cualquiera", "al_menos", EVERY.op})
BY_EACH = frozenset(
    (
        "recibir retirar sufrir perder recuperar gastar adquirir descartar realizar efectuar tirar volver_a_tirar mover moverse"
        " ganar quitar lanzar volver_a_lanzar superar pivotar reagrupar escalar"
    ).split()
)
"""Verbs of which the rules know no deed in common: «esas naves reciben 1 ficha» is one each."""
TRIED = "superar"
"""A test is each one's own: «los que no la superen»."""


def each_told(ability: Capacidad) -> Capacidad:
    things = {part.id: part for part in parts(ability) if isinstance(part, Cosa) and part.id}
    new = count(max(things, default=0) + 1)
    return replace(ability, pasos=tuple(_each(step, things, new) for step in ability.pasos))


def all_told(ability: Capacidad, spoken: bool = False) -> Capacidad:
    """«Cada Héroe realiza una prueba», «1 ficha de cada nave»: told of all of them it could be one for all.

    Who is spoken of in other steps stays «esas naves» there; `spoken`: these too, once it is known how they are called."""
    steps = []
    for step in ability.pasos:
        others = (ability.cuando, *(other for other in ability.pasos if other is not step))
        away = frozenset(part.id for other in others for part in parts(other) if isinstance(part, Ref))
        steps.append(_by_each(step, frozenset() if spoken else away))
    return replace(ability, pasos=tuple(steps))


def nobody(act: Any) -> Any:
    """«Ninguna nave puede»: «todas las naves no pueden» is said of some that can."""
    who = act.role("quien") if isinstance(act, Hecho) else None
    barred = singly(who)
    return act if barred is who else act.put("quien", replace(barred, qty=Qty("ningun")))


COUNTED = frozenset({"n", "hasta", "al_menos", "mas_de", "menos_de", "exacto", "mas", "menos"})
EACH_OF = ("quien", "a", "de", "en", "sobre")
TOGETHER = frozenset("colocar mover desplegar elegir anadir".split())
"""«Elige 1 figura de todas las casillas»: 1 out of all there is in them."""


def _by_each(value: Any, away: frozenset[int]) -> Any:
    if isinstance(value, Paso):
        acts = {name: _by_each(getattr(value, name), away) for name in ("coste", "efecto", "si_no")}
        return replace(value, **acts)
    if isinstance(value, Cosa):
        counted = value.qty.op in COUNTED
        return replace(value, filters=tuple(_owner(one, away) for one in value.filters)) if counted else value
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _by_each(part, away))
    if not isinstance(made, Hecho):
        return made
    if any(key == "veces" for key, _ in made.circ):  # «Cada opción sólo puede ser elegida 1 vez»
        return replace(made, roles=tuple((role, singly(one, away)) for role, one in made.roles))
    if not any(isinstance(one, Cosa) and one.qty.op in COUNTED for _, one in made.roles):
        return made
    return replace(made, roles=tuple((role, singly(one, away) if _alone(made, role, one) else one) for role, one in made.roles))


def _alone(act: Hecho, role: str, told: Any) -> bool:
    """«Aplica +1 [bloqueo] a los resultados» is 1 in all: what is rolled is one whole."""
    rolled = isinstance(told, Cosa) and told.sort == "resultado" and role != "quien"
    return not rolled and role in EACH_OF and (role != "de" or act.verb not in TOGETHER)


def _owner(told: Any, away: frozenset[int]) -> Any:
    """«1 ficha de cada nave»."""
    owned = isinstance(told, Hecho) and told.verb == "de"
    return told.put("que", singly(told.role("que"), away)) if owned and isinstance(told.role("que"), Cosa) else told


def singly(who: Any, away: frozenset[int] = frozenset()) -> Any:
    """«cada nave» of «todas las naves», where that can be said of it."""
    if not isinstance(who, Cosa) or who.qty != EVERY or who.id in away:
        return who
    apart = any(isinstance(f, Hecho) and (f.verb in ("otro", "entre") or f.role("que") == Yo()) for f in who.filters)
    return who if apart else replace(who, qty=Qty("cada"))


BETWEEN_THEM = frozenset({"coincidir", "empatar"})
"""Verbs of several among themselves: of one alone they say nothing."""


def compared_together(ability: Capacidad) -> frozenset[int]:
    """«Después de mostrar las cartas, si sus prioridades coinciden»: it is asked of all of them at once, never of each."""
    asked = [f for f in parts(ability) if isinstance(f, Hecho) and f.verb in BETWEEN_THEM and f.role("con") is None]
    return frozenset(ref.id for fact in asked for ref in parts(fact.role("quien")) if isinstance(ref, Ref))


def _each(step: Item, things: dict[int, Cosa], new: Iterator[int]) -> Item:
    """The step with «cada una de esas naves» as the one who acts; what else points to her is singular then."""
    if not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(_each(part, things, new) for part in step.efecto))
    acts = [
        part for part in parts((step.coste, step.efecto, step.si_no)) if isinstance(part, Hecho) and part.role("quien") != It()
    ]
    who = {act.role("quien") for act in acts}
    group = next(iter(who)) if len(who) == 1 else None
    thing = things.get(group.id) if isinstance(group, Ref) else None
    several = thing is not None and thing.qty.op in SEVERAL and thing.qty.n != "1"
    if thing is None or not isinstance(group, Ref) or not several or not all(act.verb in BY_EACH for act in acts):
        return step
    among, one = Hecho("entre", (("quien", It()), ("que", group))), next(new)
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
