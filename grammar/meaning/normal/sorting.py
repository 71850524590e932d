"""Everything of an effect in its one shape and order, from the inside out."""

from operator import is_
from typing import Any

from grammar.meaning.actions.things import extreme
from grammar.meaning.actions.verbs import facts_of, implied, joined
from grammar.meaning.asked import at_least
from grammar.meaning.effect import Eleccion, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.acts import either_act, one_event, price, spending
from grammar.meaning.normal.facts import counted_more, is_attack, measured_from, neither_had, one_no, value_of
from grammar.meaning.normal.lists import one_choice, one_of_two_kinds, said_of_all
from grammar.meaning.normal.order import in_order, sorted_out, unfolded
from grammar.meaning.normal.things import as_before, as_it_is, but_those, faces_said, from_its_arc, ranked
from grammar.meaning.normal.totals import in_all
from grammar.meaning.shapes import at_will, either_range, fact_shape
from grammar.meaning.values import EVERY, THE, Clause, Cosa, Cual, Hecho, Junto, Lista, Papel, Pron, Ref, Roles, Yo, parts

YOURSELF = (Papel("yo"), Papel("tu_nave"), Papel("tu_propia_nave"))
"""«esta figura», «tu nave»; the last is told by the verb too, where you do it: «gira tu nave»."""


def flat(value: Any) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    if isinstance(value, Papel):
        return Yo() if value in YOURSELF else value
    if isinstance(value, Hecho) and value.role("que") == Papel("tu_propia_nave") and flat(value.role("quien")) == Yo():
        value = replace(value, roles=tuple(role for role in value.roles if role[0] != "que"))
    if isinstance(value, Clause):
        subject = value.subject if value.subject is not None else implied(value.preds[0])
        facts = tuple(flat(fact) for fact in facts_of(value, subject))
        return facts[0] if len(facts) == 1 else joined(value.conj, facts)
    return rebuilt(value, flat)


def in_one_shape(value: Any) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    if isinstance(value, Cosa):
        if extreme(value) and value.qty.op in ("masa", "algun"):
            value = replace(value, qty=THE)  # «con menos Vida», «con la menor Vida»
        told = value.at >= 0 and not value.filters  # «Elige 2 naves. Las 2 naves …»: who is bound knows how many were told
        if value.ref == "el" and value.qty.op == "n" and value.qty.n not in ("1", "x") and not ranked(value) and not told:
            value = replace(value, qty=EVERY)  # «las dos opciones»: both
        value = but_those(as_before(from_its_arc(faces_said(value))))
        if not value.filters:
            return value
        filters = sorted_out(unfolded(tuple(at_least(in_one_shape(f)) for f in value.filters), "y"))
        return value if _the_same(filters, value.filters) else replace(value, filters=filters)
    if isinstance(value, Hecho) and value.verb == "salvo":
        other = value.role("que")
        if isinstance(other, Cosa) and other.qty.op != "n" and len(other.filters) == 1 and isinstance(other.filters[0], Hecho):
            return replace(other.filters[0], neg=not other.filters[0].neg)  # «salvo las de Cálculos»: that are not
    if isinstance(value, Hecho):
        value = in_all(counted_more(one_no(measured_from(value_of(value)))))
        if value.verb == "ser" and isinstance(value.role("que"), Cual) and value.role("que").kind == "figurado":
            state = Cual(value.role("que").id, "estado")
            value = replace(
                value, verb="tener", roles=tuple((k, state if k == "que" else v) for k, v in value.roles)
            )  # «está Oculto»
        what = value.role("que")
        if value.verb == "recibir" and isinstance(what, Cual) and what.kind == "estado" and not is_attack(value.role("quien")):
            value = replace(value, verb="adquirir")
        if isinstance(what, Cual) and what.id.startswith("no_"):  # «no-única»
            bare = Cual(what.id.removeprefix("no_"), what.kind)
            value = replace(value, neg=not value.neg, roles=tuple((k, bare if k == "que" else v) for k, v in value.roles))
        roles = tuple(sorted(_shaped(value.roles), key=_first_who)) if len(value.roles) > 1 else _shaped(value.roles)
        circ = sorted_out(tuple(dict.fromkeys(_shaped(value.circ))))  # nothing twice
        if not (_the_same(roles, value.roles) and _the_same(circ, value.circ)):
            value = replace(value, roles=roles, circ=circ)
        shaped = fact_shape(value)
        if isinstance(shaped, Hecho):
            shaped = neither_had(shaped)
        return in_one_shape(shaped) if isinstance(shaped, Junto) else shaped
    if isinstance(value, Junto):
        items = unfolded(tuple(in_one_shape(item) for item in value.items), value.op)
        merged_range = either_range(items) if value.op == "o" else None
        if merged_range is not None:
            return merged_range
        return items[0] if len(items) == 1 else Junto(value.op, in_order(items))
    if isinstance(value, Lista):
        items = tuple(
            part
            for item in value.items
            for part in (item.items if isinstance(item, Lista) and item.conj == value.conj else (item,))
        )
        made = said_of_all(tuple(in_one_shape(item) for item in items))
        merged = one_of_two_kinds(made) if value.conj == "o" else None
        return merged if merged is not None else Lista(value.conj, made)
    if isinstance(value, Eleccion):
        options = Eleccion(tuple(tuple(in_one_shape(item) for item in option) for option in value.opciones))
        one = one_choice(options)
        return one if one is options else in_one_shape(one)
    if isinstance(value, Paso):
        value = spending(price(replace(value, efecto=tuple(either_act(item) for item in value.efecto))))
        step = rebuilt(at_will(value), in_one_shape)
        return replace(step, si=in_order(unfolded(at_least(step.si), "y")))
    if isinstance(value, Momento):
        made = rebuilt(one_event(value), in_one_shape)
        points = any(
            isinstance(p, Pron | Ref) or getattr(p, "ref", "") == "ese" for p in parts(made.hechos)
        )  # «adyacente a él»
        return replace(made, hechos=at_least(made.hechos) if points else in_order(at_least(made.hechos)))
    return rebuilt(value, in_one_shape)


def _shaped(roles: Roles) -> Roles:
    made = [(role, in_one_shape(role[1])) for role in roles]
    return tuple(role if new is role[1] else (role[0], new) for role, new in made)


def _first_who(role: tuple[str, Any]) -> tuple[bool, bool, str]:
    return role[0] != "quien", role[0] != "que", role[0]


def _the_same(made: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    """The very same things: what is not changed is not made again."""
    return len(made) == len(before) and all(map(is_, made, before))


def as_they_are(value: Any) -> Any:
    """Things by what they are, however it came about."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, as_they_are)
    if not isinstance(made, Cosa) or not made.filters:
        return made
    filters = tuple(map(as_it_is, made.filters))
    return made if _the_same(filters, made.filters) else replace(made, filters=filters)
