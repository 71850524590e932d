"""Who «it» is in a text that speaks of a unit by its keyword: «Una unidad con BRÍO … . Cuando ataca, …» is that unit.

A definition never says «esta unidad»; an ability whose subject was left out would be its bearer's, and means the unit told.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import ONE, THE, Cond, Cosa, Hecho, It, Papel, Ref, Yo, parts

NEW = 1_000
"""Number of the unit until all are numbered again."""


def owns_keyword(cond: object) -> bool:
    thing = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "tener" else None
    return isinstance(thing, Cosa) and thing.sort == "palabra_clave"


def told_bearer(abilities: Sequence[Capacidad], lexicon: Lexicon) -> Cosa | None:
    """The one unit that the text speaks of by its keyword; none where it tells several.

    Where a weapon has the keyword («un arma con VENENO 1 …. Al final de su activación, la unidad …»), «la unidad» is any.
    """
    found = {
        replace(p, id=0, filters=(f,))
        for a in abilities
        for p in parts(a)
        if isinstance(p, Cosa) and p.qty == ONE
        for f in p.filters
        if owns_keyword(f)
    }
    sort = str(lexicon.data["bearer"])
    if found and not any(thing.sort == sort for thing in found):
        return Cosa(str(lexicon.data["bearer_noun"]), sort, ONE)
    return found.pop() if len(found) == 1 else None


def conditioned(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«Una unidad con esta cualidad que esté trabada gana 1 ficha»: the bearer does, if it is so. Before binding."""
    marks = lexicon.data.get("bearer_marks", {})
    owns = Hecho("tener", (("quien", It()), ("que", Papel("este_" + str(marks.get("mark", ""))))))
    if not marks:
        return ability

    def marked(value: Any) -> bool:
        named = isinstance(value, Cosa) and value.noun in marks["nouns"] and value.qty == ONE and owns in value.filters
        return named and Hecho("otro", (("quien", It()),)) not in value.filters  # «otra unidad con esta cualidad» is another

    def bare(value: Any) -> Any:
        return replace(value, filters=(owns,)) if marked(value) else _mapped(value, bare)

    def asked(value: Any) -> tuple[Cond, ...]:
        told = (f for part in parts(value) if marked(part) for f in part.filters if f != owns)
        return tuple(dict.fromkeys(_of_bearer(f) for f in told))

    if any(moment.rel in ("antes", "despues") and asked(moment) for moment in ability.cuando):
        return ability  # what was so before it happened need not be so now
    shared = asked(ability.cuando)
    steps = tuple(
        replace(bare(step), si=(*shared, *asked(step), *bare(step).si)) if isinstance(step, Paso) else step
        for step in ability.pasos
    )
    return replace(ability, cuando=bare(ability.cuando), pasos=steps) if shared or steps != ability.pasos else ability


def _of_bearer(cond: Cond) -> Cond:
    if isinstance(cond, Hecho):
        return replace(cond, roles=tuple((name, Yo() if value == It() else value) for name, value in cond.roles))
    return replace(cond, items=tuple(map(_of_bearer, cond.items)))


def _keyword(thing: Cosa) -> tuple[Cond, ...]:
    """«una unidad no desplegada con BRÍO» is told by its keyword, too."""
    return tuple(f for f in thing.filters if owns_keyword(f)) if thing.qty == ONE else ()


def with_bearer(ability: Capacidad, told: Cosa) -> Capacidad | None:
    """The ability with who was left out told once, then pointed to; None where it tells the unit several times."""
    if not any(isinstance(p, Yo) for p in parts(ability)):
        return ability
    own = [p for p in parts(ability) if isinstance(p, Cosa) and told.filters and replace(p, id=0, filters=_keyword(p)) == told]
    if len(own) > 1:
        return None
    if own:  # «Una unidad con BRÍO … . Esta unidad …»: the same one, pointed to
        return _numbered(_pointed(ability, own[0]))
    if told.filters and any(isinstance(p, Cosa) and p.qty != ONE and told.filters[0] in p.filters for p in parts(ability)):
        return _by_player(ability)  # «Por cada unidad con BRÍO, coloca 1 ficha»: none of them does it
    seen: list[bool] = []

    def filled(value: Any) -> Any:
        if isinstance(value, Papel) and value.nombre.startswith("este_") and not told.filters and not seen:
            whose = Hecho("de", (("quien", It()), ("que", replace(told, id=NEW))))  # «al final de la activación, la unidad …»
            seen.append(True)
            return Cosa(value.nombre.removeprefix("este_"), "tiempo", THE, filters=(whose,))
        if isinstance(value, Yo):
            seen.append(True)
            return replace(told, id=NEW) if len(seen) == 1 else Ref(NEW)
        return _mapped(value, filled)

    made: Capacidad = filled(ability)
    return _numbered(made)


def _by_player(ability: Capacidad) -> Capacidad:
    def filled(value: Any) -> Any:
        return Papel("jugador") if isinstance(value, Yo) else _mapped(value, filled)

    made: Capacidad = filled(ability)
    return made


def _pointed(ability: Capacidad, told: Cosa) -> Capacidad:
    number = told.id or NEW

    def filled(value: Any) -> Any:
        if isinstance(value, Yo):
            return Ref(number)
        made = _mapped(value, filled)
        return replace(made, id=number) if value == told else made

    found: Capacidad = filled(ability)
    return found


def _numbered(ability: Capacidad) -> Capacidad:
    """Referents that are used, in the order of the effect."""
    used = {p.id for p in parts(ability) if isinstance(p, Ref)}
    order = {number: i for i, number in enumerate(dict.fromkeys(n for n in _numbers(ability) if n in used), 1)}

    def renamed(value: Any) -> Any:
        if isinstance(value, Ref):
            return Ref(order[value.id])
        made = _mapped(value, renamed)
        return replace(made, id=order.get(made.id, 0)) if isinstance(made, Cosa) else made

    found: Capacidad = renamed(ability)
    return found


def _numbers(value: Any) -> Iterator[int]:
    return (p.id for p in parts(value) if isinstance(p, Cosa) and p.id)


def _mapped(value: Any, change: Any) -> Any:
    return rebuilt(value, change) if isinstance(value, (Node, tuple)) else value
