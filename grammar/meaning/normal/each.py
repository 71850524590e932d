"""What is done by each of several, and what is told again of them all."""

from collections.abc import Mapping
from typing import Any

from grammar.meaning.actions.said import STATES
from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.refs import renumbered, swapped, uses
from grammar.meaning.values import EACH, EVERY, Cond, Cosa, Cual, Hecho, It, Lista, Ref, Value, parts

FIXED = frozenset({"bando", "lado", "rasgo_de_figura", "rasgo_fijo", "tamano"})
"""Kinds of qualities that nothing done in between changes."""

COUNTED = frozenset({"n", "hasta", "al_menos", "exacto", "mas", "menos"})
WHITHER = frozenset({"en", "a", "por", "con", "sobre", "hacia", "hasta"})
"""Where what is done to each of several needs a thing for each: «en 1 casilla», «por 1 resultado»."""
CLOCK = "tiempo"
"""Sort of rounds and phases, of which there are never two at once."""


def one_by_one(ability: Capacidad) -> Capacidad:
    """«Coloca cada figura en 1 casilla», «después de cada ataque»: of all of them another thing would be ruled.

    Elsewhere each is all: «cada nave recibe 1 ficha» rules what «todas las naves reciben 1 ficha» does."""
    if not any(isinstance(part, Cosa) and part.qty == EACH for part in parts(ability)):
        return ability
    made: Capacidad = _one_by_one(ability)
    return made


def _one_by_one(value: Any) -> Any:
    if isinstance(value, Cosa) and value.qty == EACH:
        return _all_of_them(value)
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, _one_by_one)
    if isinstance(value, Momento) and isinstance(value.tiempo, Cosa) and value.tiempo.qty == EACH:
        return replace(made, tiempo=replace(made.tiempo, qty=EACH)) if value.tiempo.sort != CLOCK else made
    if not isinstance(value, Hecho):
        return made
    what = value.role("que")
    apart = any(name in WHITHER and _counted(one) for name, one in value.roles)
    if not isinstance(what, Cosa) or what.qty != EACH or not apart:
        return made
    return made.put("que", replace(what, filters=_one_by_one(what.filters)))


def _all_of_them(thing: Cosa) -> Value:
    among = thing.filters[0] if len(thing.filters) == 1 else None
    told = among.role("que") if isinstance(among, Hecho) and among.verb == "entre" else None
    return told if isinstance(told, Ref) else replace(thing, qty=EVERY, filters=_one_by_one(thing.filters))


def _counted(value: Value) -> bool:
    if isinstance(value, Lista):
        return any(map(_counted, value.items))
    return isinstance(value, Cosa) and value.qty.op in COUNTED


def all_again(ability: Capacidad) -> Capacidad:
    """«Cada jugador descarta 1 carta y roba 1» is «… y cada jugador roba 1»: they are the same ones, whatever was done."""
    every = _all_told(ability.pasos)
    again = {ref: thing for ref, thing in every.items() if all(_fixed(cond) for cond in thing.filters)}
    if not again:
        return ability

    def told(fact: Item) -> Item:
        who = fact.role("quien") if isinstance(fact, Hecho) else None
        if not isinstance(fact, Hecho) or who not in again or sum(part == who for part in parts(fact)) > 1:
            return fact
        same = replace(again[who], id=0)
        return fact.put("quien", same)

    steps = tuple(
        replace(step, efecto=tuple(map(told, step.efecto)))
        if isinstance(step, Paso) and step == Paso(efecto=step.efecto)
        else step
        for step in ability.pasos
    )
    made = replace(ability, pasos=steps)
    for thing in sorted(again.values(), key=lambda one: -one.id):
        if Ref(thing.id) not in set(parts(made)):
            made = renumbered(swapped(made, thing, replace(thing, id=0)), thing.id)
    return made


def _fixed(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and len(cond.roles) == 2 else None
    return isinstance(what, Cual) and what.kind in FIXED


def told_once(ability: Capacidad) -> Capacidad:
    """«Durante esta activación, A y, durante esta activación, B»: the moment of the whole is not told of a part again."""
    over = {moment.tiempo for moment in ability.cuando if moment.rel == "durante" and not moment.hechos}
    if not over:
        return ability

    def plain(value: Any) -> Any:
        made = rebuilt(value, plain) if isinstance(value, (Node, tuple)) else value
        if not isinstance(made, Hecho) or not any(k == "durante" and v in over for k, v in made.circ):
            return made
        return replace(made, circ=tuple(item for item in made.circ if not (item[0] == "durante" and item[1] in over)))

    return replace(ability, pasos=plain(ability.pasos))


def each_by_itself(ability: Capacidad) -> Capacidad:
    """«cada nave enemiga recibe 1 ficha si está dañada» is «cada nave enemiga dañada …»: it is asked of each, not of all.

    What is so or was done; «a menos que pierda 1 escudo» is something to be done."""
    ability = replace(
        ability,
        pasos=tuple(
            _inside(_each_of_those(step, _all_told(ability.pasos[:at])), _all_told((step,)), uses(ability.pasos[at + 1 :]))
            for at, step in enumerate(ability.pasos)
        ),
    )
    for at, step in enumerate(ability.pasos):
        who = _everybody(step)
        if not isinstance(step, Paso) or who is None:
            continue
        mine = Ref(who.id)
        asked = tuple(c for c in step.si if isinstance(c, Hecho) and c.role("quien") == mine and (c.past or c.verb in STATES))
        left = replace(step, si=tuple(c for c in step.si if c not in asked))
        rest = replace(ability, pasos=(*ability.pasos[:at], left, *ability.pasos[at + 1 :]))
        if asked and who.id not in uses(rest):
            told = replace(who, id=0, filters=(*who.filters, *(swapped(c, mine, It()) for c in asked)))
            return each_by_itself(renumbered(swapped(rest, who, told), who.id))
    return ability


def _all_told(steps: tuple[Item, ...]) -> dict[Value, Cosa]:
    """Who was told one by one."""
    return {Ref(c.id): c for c in parts(steps) if isinstance(c, Cosa) and c.id and c.qty == EVERY}


def _each_of_those(step: Item, told: Mapping[Value, Cosa]) -> Item:
    """«Cada Héroe sufre 1 [daño] y, si está herido, 1 [tensión]»: each of them who is."""
    fact = step.efecto[0] if isinstance(step, Paso) and len(step.efecto) == 1 and not step.coste and not step.si_no else None
    who = fact.role("quien") if isinstance(fact, Hecho) else None
    group = told.get(who) if who is not None else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho) or group is None or who is None:
        return step
    asked = tuple(c for c in step.si if isinstance(c, Hecho) and c.role("quien") == who and (c.past or c.verb in STATES))
    left = replace(step, si=tuple(c for c in step.si if c not in asked))
    others = replace(left, efecto=(replace(fact, roles=tuple(role for role in fact.roles if role[0] != "quien")),))
    if not asked or who in parts(others):
        return step
    one = Hecho("entre", (("quien", It()), ("que", who)))
    each = Cosa(group.noun, group.sort, EVERY, filters=(one, *(swapped(c, who, It()) for c in asked)))
    return replace(left, efecto=(fact.put("quien", each),))


def _inside(step: Item, told: Mapping[Value, Cosa], after: set[int]) -> Item:
    """«Cada Héroe puede A. Si está herido, puede B en su lugar», where they are spoken of again: «ese Héroe» would be lost."""
    told = {ref: thing for ref, thing in told.items() if thing.id in after}
    if not isinstance(step, Paso) or not any(isinstance(part, Paso) and part.en_vez for part in step.efecto[1:]):
        return step
    first, *rest = step.efecto
    return replace(step, efecto=(first, *(_each_of_those(part, told) for part in rest)))


def _everybody(step: Item) -> Cosa | None:
    """Of whom a step says what each of them does, where something else is said of them too."""
    first = step.efecto[0] if isinstance(step, Paso) and step.efecto and not step.coste and not step.si_no else None
    who = first.role("quien") if isinstance(first, Hecho) else None
    return who if isinstance(who, Cosa) and who.qty == EVERY and who.id else None
