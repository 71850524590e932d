"""One shape for a step or a moment: what is paid, which event it is."""

import itertools

from grammar.meaning.effect import Eleccion, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import Cosa, Hecho, Junto, Lista, Self, Yo


def one_event(moment: Momento) -> Momento:
    """«realices una acción A o realices una acción B» is «realices una acción A o B»."""
    first = moment.hechos[0] if len(moment.hechos) > 1 else None
    if first is None:
        return moment
    bare = {replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) for fact in moment.hechos}
    things = [fact.role("que") for fact in moment.hechos]
    if len(bare) > 1 or not all(isinstance(thing, Cosa) and not thing.id for thing in things):
        return moment
    whole = Lista("o", tuple(thing for thing in things if thing is not None))
    return replace(moment, hechos=(first.put("que", whole),))


def price(step: Paso) -> Paso:
    """«puedes gastar 1 [carga] y realizar una acción»: what is spent first is the price of the rest."""
    if step.modo != "puede" or step.coste:
        return step
    spent = tuple(itertools.takewhile(lambda i: isinstance(i, Hecho) and i.verb == "gastar" and not i.neg, step.efecto))
    bought = step.efecto[len(spent) :]
    return replace(step, coste=spent, efecto=bought) if spent and bought else step


def spending(step: Paso) -> Paso:
    """«puedes soltar 1 mina gastando 1 [carga]»: what is spent is the price."""
    fact = step.efecto[0] if len(step.efecto) == 1 and step.modo == "puede" and not step.coste else None
    how = [v for k, v in fact.circ if k == "modo_de"] if isinstance(fact, Hecho) else []
    paid = how[0] if len(how) == 1 else None
    if not isinstance(fact, Hecho) or not isinstance(paid, Hecho) or paid.verb != "gastar" or paid.neg:
        return step
    who = fact.role("quien")
    if who != Yo() or paid.role("quien") not in (Self(), Yo()):
        return step
    left = replace(fact, circ=tuple(item for item in fact.circ if item[0] != "modo_de"))
    return replace(step, coste=(paid.put("quien", who),), efecto=(left,))


def either_act(item: Item) -> Item:
    """«elige entre sufrir 1 daño o perder 1 escudo»: one of the two is done by who chooses."""
    what = item.role("que") if isinstance(item, Hecho) and item.verb == "elegir" and not item.neg and not item.circ else None
    if not isinstance(item, Hecho) or not isinstance(what, Junto) or what.op != "o" or len(item.roles) != 2:
        return item
    acts = [act for act in what.items if isinstance(act, Hecho) and act.role("quien") == Self() and not act.neg]
    who = item.role("quien")
    if len(acts) < len(what.items) or who is None:
        return item
    done = [replace(act, roles=tuple((k, who if v == Self() else v) for k, v in act.roles)) for act in acts]
    return Eleccion(tuple((act,) for act in done))
