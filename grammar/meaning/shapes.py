"""Small rewrites, each of one thing that Spanish says in two ways: what is left is the shape that the effect has."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from grammar.meaning.effect import Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Cond,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pron,
    Qty,
    Rango,
    Ref,
    Value,
    Yo,
    parts,
)  # fmt: skip

AGAIN = ("modo", Cual("otra_vez", "modo"))
NOUNLESS = ("", "los_que")
"""«la tuya», «la que has dicho»: of the noun that they are compared with."""
AGAIN_VERBS = ("repetir", "volver_a_tirar")


MIRRORED = {"mayor": "menor", "menor": "mayor", "igual": "igual", "mayor_igual": "menor_igual", "menor_igual": "mayor_igual"}


def _yours_first(fact: Hecho) -> Hecho:
    """«si el atacante tiene más escudos que tú» is «si tienes menos escudos que el atacante»."""
    who = fact.role("quien")
    if len(fact.roles) != 2 or who in (None, It()) or who == Yo():
        return fact
    op, other = next(role for role in fact.roles if role[0] != "quien")
    if op not in MIRRORED or who is None:
        return fact
    if any(isinstance(part, Cosa) and part.at >= 0 for part in parts(fact)):
        return fact  # not bound yet: who is compared goes on being spoken of
    if _only_yours(other) != _only_yours(who):
        turned = _only_yours(other) and _only_roles(who)
    else:  # «hay menos naves aliadas que enemigas» is «hay más naves enemigas que aliadas»
        turned = op in ("menor", "menor_igual") and _counts(who) and _counts(other)
    return replace(fact, roles=(("quien", other), (MIRRORED[op], who))) if turned else fact


def _counts(value: Value) -> bool:
    """How many there are of things that nobody points to."""
    found = tuple(parts(value))
    free = not any(isinstance(part, (Ref, Pron, Nombre)) or (isinstance(part, Cosa) and part.id) for part in found)
    return isinstance(value, Cuenta) and free and sum(isinstance(part, Cosa) for part in found) == 1


def _only_yours(value: Value) -> bool:
    return any(part == Yo() for part in parts(value)) and _only_roles(value)


def _only_roles(value: Value) -> bool:
    """A value of you, the attacker or the defender: nobody is told by it that others point to."""
    owners = [part for part in parts(value) if isinstance(part, (Yo, Papel, Ref, Pron, Nombre))]
    things = [part for part in parts(value) if isinstance(part, Cosa)]
    return bool(owners) and all(isinstance(owner, (Yo, Papel)) for owner in owners) and len(things) == 1


def _against(fact: Hecho) -> Hecho:
    """«efectúa este ataque como ataque adicional contra X»: whom it is against, not what kind of attack it is."""
    kind = fact.role("como")
    if not isinstance(kind, Cosa) or kind.sort != "ataque" or not isinstance(fact.role("que"), Papel):
        return fact
    told = [f for f in kind.filters if isinstance(f, Hecho) and f.verb == "contra" and not f.neg]
    if len(told) != 1 or fact.role("contra") is not None:
        return fact
    bare = replace(kind, filters=tuple(f for f in kind.filters if f is not told[0]))
    roles = tuple((k, bare if k == "como" else v) for k, v in fact.roles)
    return replace(fact, roles=(*roles, ("contra", told[0].role("que"))))  # type: ignore[arg-type]


def fact_shape(fact: Hecho) -> Cond:
    """A fact in its one shape."""
    what, who = fact.role("que"), fact.role("quien")
    if fact.verb == "tirar" and AGAIN in fact.circ:  # «tirar de nuevo»
        fact = replace(fact, verb="volver_a_tirar", circ=tuple(c for c in fact.circ if c != AGAIN))
    dice = _owner(what) if fact.verb in AGAIN_VERBS and isinstance(what, Cosa) and what.noun == "tirada" else None
    if isinstance(dice, Cosa) and dice.sort == "dado":  # «repetir la tirada de 2 dados»
        fact = replace(fact, verb="volver_a_tirar", roles=tuple((k, dice if k == "que" else v) for k, v in fact.roles))
    fact = _against(fact)
    alike = _same_as(what) if fact.verb == "ser" else None
    if alike is not None:  # «es la misma que la del atacante» is «es igual a la del atacante»
        fact = replace(fact, verb="compara", roles=tuple(("igual", alike) if k == "que" else (k, v) for k, v in fact.roles))
    if fact.verb == "coincidir" and fact.role("con") is not None:  # «coincide con la tuya» is «es igual a la tuya»
        fact = replace(fact, verb="compara", roles=tuple(("igual" if k == "con" else k, v) for k, v in fact.roles))
    if fact.verb == "ser" and isinstance(what, Cosa) and what.noun in NOUNLESS and _measured(who) and what.filters:
        fact = replace(fact, verb="compara", roles=tuple(("igual" if k == "que" else k, v) for k, v in fact.roles))
    if fact.verb == "compara" and isinstance(who, Lista) and who.conj == "y" and not fact.neg:
        return Junto("y", tuple(fact_shape(_of_one(fact, who, at)) for at in range(len(who.items))))
    if fact.verb in ("compara", "difiere") and isinstance(who, Cosa):
        fact = replace(fact, roles=tuple((k, v if k == "quien" else _as_kind(who, v)) for k, v in fact.roles))
    if fact.verb == "compara" and not fact.circ:
        fact = _yours_first(fact)
    if fact.verb in ("ser", "tener") and isinstance(what, Lista) and all(isinstance(item, Cual) for item in what.items):
        each = tuple(
            replace(fact, neg=False, roles=tuple((k, item if k == "que" else v) for k, v in fact.roles)) for item in what.items
        )
        if not fact.neg:
            return Junto(what.conj, each)  # «que sean negros o blancos»
        return Junto("y", tuple(replace(one, neg=True) for one in each))
    if (
        fact.verb == "tener"
        and what == It()
        and who not in (None, It())
        and fact == Hecho("tener", fact.roles, sujeto=fact.sujeto)
    ):
        return Hecho("de", (("quien", It()), ("que", who)))  # «una ficha que tenga el defensor» is one of his
    return fact


def _measured(value: Value | None) -> bool:
    """«la velocidad es la que has dicho»: values are compared, where nobody is one of several."""
    items = value.items if isinstance(value, Lista) else (value,)
    return all(isinstance(item, Cosa) and item.sort == "valor" for item in items)


def _of_one(fact: Hecho, who: Lista, at: int) -> Hecho:
    """«la velocidad y la dirección coinciden con las de A»: each of them with its own."""

    def alone(value: Value) -> Value:
        if isinstance(value, Lista) and len(value.items) == len(who.items):
            return value.items[at]
        if isinstance(value, Cosa) and value.noun in NOUNLESS and value.number == "p":
            return replace(value, number="s")
        return value

    return replace(fact, roles=tuple((k, who.items[at] if k == "quien" else alone(v)) for k, v in fact.roles))


INDEFINITE = frozenset({"n", "algun", "ningun", "al_menos", "mas_de"})
"""Quantities of things that are only said to be there."""


def lies(cond: Cond) -> Cond:
    """«si hay un Rebelde adyacente» and «si un Rebelde está adyacente a ti» are «si estás adyacente a un Rebelde»;
    «si un Rebelde está en la sala» is «si hay un Rebelde en la sala». Once bound."""
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(map(lies, cond.items)))
    if cond.past or cond.would or cond.modal or cond.circ:
        return cond
    thing = cond.role("que") if cond.verb == "hay" else cond.role("quien")
    if not isinstance(thing, Cosa) or thing.qty.op not in INDEFINITE or len(cond.roles) < 1:
        return cond
    if cond.verb == "hay":
        near = [f for f in thing.filters if isinstance(f, Hecho) and _near(f) and not f.neg]
        where = near[0] if len(near) == 1 and cond.roles == (("que", thing),) else None
        bare = replace(thing, filters=tuple(f for f in thing.filters if f is not where))
    elif _near(cond) or cond.verb == "en":
        where, bare = cond, thing
    else:
        return cond
    if where is None or (cond.verb != "hay" and cond.neg and thing.qty.op != "ningun"):
        return cond
    neg = cond.neg != (thing.qty.op == "ningun")
    bare = replace(bare, qty=SOME) if bare.qty.op == "ningun" or (neg and bare.qty == ONE) else bare
    if _other_end(where) == Yo() and _mutual(where):
        ends: dict[str, Value] = {"quien": Yo(), "a": bare, "de": bare}
        return replace(where, neg=neg, roles=tuple((k, ends.get(k, v)) for k, v in where.roles))
    end = _other_end(where)
    if isinstance(end, Cosa) and end.qty not in (ONE, SOME) and end.qty.op in INDEFINITE:
        return cond  # «si 1 sistema es adyacente a 2 o más sistemas leales»
    there = replace(where, neg=False, roles=tuple((k, It() if k == "quien" else v) for k, v in where.roles))
    return Hecho("hay", (("que", replace(bare, filters=(*bare.filters, there))),), neg) if cond.verb != "hay" else cond


def _near(fact: Hecho) -> bool:
    return fact.verb == "a_alcance" or (fact.verb == "ser" and fact.role("que") == Cual("adyacente", "relacion"))


def _mutual(fact: Hecho) -> bool:
    """As far from one to the other as back; «dentro de alcance 1» is said of one of them."""
    span = fact.role("rango")
    return fact.verb == "ser" or (isinstance(span, Rango) and span.modo in ("a", "hasta"))


def _other_end(fact: Hecho) -> Value | None:
    return fact.role("de") if fact.verb == "a_alcance" else fact.role("a") if fact.verb == "ser" else None


def by_anybody(fact: Hecho) -> Hecho:
    """«Después de que una nave te coordine» is «después de que seas coordinado»: who does it is not said in either.

    Once bound: somebody who is spoken of again has a number.
    """
    doer, done = fact.role("quien"), fact.role("que")
    if not isinstance(doer, Cosa) or doer.qty not in (ONE, SOME) or doer.filters or doer.id or not isinstance(done, Yo):
        return fact
    return replace(fact, roles=tuple((k, v) for k, v in fact.roles if k != "quien"))


def _same_as(value: Value | None) -> Value | None:
    """What «la misma que …» compares with."""
    if not isinstance(value, Cosa) or value.noun or len(value.filters) != 1:
        return None
    same = value.filters[0]
    return same.role("que") if isinstance(same, Hecho) and same.verb == "mismo" else None


def _as_kind(thing: Cosa, other: Value) -> Value:
    """«mayor que la tuya»: of the same noun."""
    if not isinstance(other, Cosa) or other.noun not in NOUNLESS:
        return other
    if other.noun and (thing.sort != "valor" or other.number == "p"):
        return other  # «los que has elegido» are told by what was done to them
    theirs = _of_theirs(thing, other)
    if theirs is not None:
        return theirs
    ref, qty = ("el", THE) if other.noun or other.qty == EVERY else (other.ref, other.qty)
    return replace(other, noun=thing.noun, sort=thing.sort, gender=thing.gender, ref=ref, qty=qty)


def _owner(thing: Cosa) -> Value | None:
    owners = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "de"]
    return owners[0] if len(owners) == 1 else None


def _with_owner(thing: Cosa, owner: Value) -> Cosa:
    filters = tuple(f.put("que", owner) if isinstance(f, Hecho) and f.verb == "de" else f for f in thing.filters)
    return replace(thing, filters=filters, at=-1)


def _of_theirs(thing: Cosa, other: Cosa) -> Value | None:
    """«la velocidad de tu maniobra es mayor que la del atacante»: that of the attacker's manoeuvre."""
    has, whose = _owner(thing), _owner(other)
    if not isinstance(has, Cosa) or whose is None or len(other.filters) != 1 or _owner(has) is None:
        return None
    if isinstance(whose, Cosa) and whose.noun == has.noun:
        return None
    return _with_owner(thing, _with_owner(has, whose))


def either_range(items: Sequence[Cond]) -> Cond | None:
    """«a alcance 2 o a alcance 3» is «a alcance 2-3»."""
    facts = [item for item in items if isinstance(item, Hecho) and item.verb == "a_alcance"]
    ranges = [fact.role("rango") for fact in facts]
    if len(facts) != len(items) or len({(_without(fact), fact.neg) for fact in facts}) != 1:
        return None
    spans = sorted(
        (int(r.desde), int(r.hasta))
        for r in ranges
        if isinstance(r, Rango) and r.modo == "a" and r.desde.isdigit() and r.hasta.isdigit()
    )
    if len(spans) != len(facts) or any(b[0] != a[1] + 1 for a, b in itertools.pairwise(spans)):
        return None
    whole: Value = Rango(str(spans[0][0]), str(spans[-1][1]))
    return facts[0].put("rango", whole)


def _without(fact: Hecho) -> tuple[Any, ...]:
    return tuple(item for item in fact.roles if item[0] != "rango")


def steps(items: Sequence[Item]) -> Iterator[Item]:
    """Steps in their one shape."""
    for item in items:
        if isinstance(item, Paso):
            inner = replace(item, efecto=tuple(steps(item.efecto)), si_no=tuple(steps(item.si_no)))
            yield from _step(inner)
        else:
            yield item


def up_to(item: Item) -> Item:
    """«puedes elegir 1 o 2 naves» is «hasta 2»: none is chosen by not doing it."""
    thing = item.role("que") if isinstance(item, Hecho) else None
    if (
        not isinstance(item, Hecho)
        or not isinstance(thing, Cosa)
        or thing.qty.op != "entre"
        or not thing.qty.n.startswith("1-")
    ):
        return item
    return item.put("que", replace(thing, qty=Qty("hasta", thing.qty.n.removeprefix("1-"))))


def _of_yours(item: Item) -> Item:
    """«esa nave puede gastar tus fichas. Si lo hace, …»: it is let, and takes as many as it likes."""
    thing = item.role("que") if isinstance(item, Hecho) and item.verb == "gastar" else None
    if not isinstance(item, Hecho) or not isinstance(thing, Cosa) or (thing.qty, thing.ref, thing.number) != (EVERY, "el", "p"):
        return item
    owner = _owner(thing)
    apart = owner is not None and item.role("quien") not in (None, owner)
    return item.put("que", replace(thing, qty=Qty("cualquiera"), ref="")) if apart else item


def at_will(step: Paso) -> Paso:
    """«puede gastar tus fichas» allows it, as many as one likes; «todas tus fichas» are all. Before binding: «tus» is told."""
    if step.modo == "puede":
        step = replace(step, efecto=tuple(map(up_to, step.efecto)), coste=tuple(map(_of_yours, step.coste)))
    fact = step.efecto[0] if len(step.efecto) == 1 and not step.coste else None
    thing = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "gastar" else None
    if not isinstance(fact, Hecho) or not isinstance(thing, Cosa) or thing.qty.op != "todos" or thing.ref != "el":
        return step
    many = {"puede": Qty("cualquiera"), "es_capaz": Qty("cualquiera"), "no_puede": SOME}.get(step.modo)
    return step if many is None else replace(step, efecto=(fact.put("que", replace(thing, qty=many, ref="")),))


def _apart(fact: Item) -> Iterator[Item]:
    """«gana 1 de Lealtad en A y en B»: 1 in each."""
    if isinstance(fact, Hecho):
        what = fact.role("que")
        so_many = isinstance(what, Cosa) and what.qty.op == "n" and not what.id
        where = fact.role("en")
        if isinstance(where, Lista) and where.conj == "y" and so_many and not any(getattr(i, "id", 0) for i in where.items):
            yield from (fact.put("en", place) for place in where.items)
            return
    yield fact


def _step(step: Paso) -> Iterator[Paso]:
    each = tuple(one for item in step.efecto for one in _apart(item))
    if len(each) > len(step.efecto) == 1 and not (step.modo or step.coste or step.si_no):
        yield from (replace(step, efecto=(one,)) for one in each)
        return
    if len(step.efecto) > 1 and step == Paso(efecto=step.efecto) and all(isinstance(item, Hecho) for item in step.efecto):
        yield from (Paso(efecto=(item,)) for item in step.efecto)  # «elige y retira 1 ficha»: one after the other
        return
    fact = step.efecto[0] if len(step.efecto) == 1 and not step.coste else None
    thing = fact.role("que") if isinstance(fact, Hecho) else None
    if not isinstance(fact, Hecho) or thing is None:
        yield step
    elif _only_so_many(step) and isinstance(thing, Cosa):  # «sólo puede realizar una acción»: no more than one
        yield replace(step, modo="no_puede", efecto=(fact.put("que", replace(thing, qty=Qty("mas_de", thing.qty.n))),))
    elif step.modo == "no_puede" and isinstance(thing, Cosa) and thing.qty.op == "ningun":  # «no puede gastar ninguna ficha»
        yield from _step(replace(step, efecto=(fact.put("que", replace(thing, qty=Qty("algun"))),)))
    elif step.modo == "no_puede":  # «no puede ganar fichas de A ni de B»: neither
        yield from (replace(step, efecto=(fact.put("que", one),)) for one in _each(thing))
    else:
        yield step


def no_more_than(step: Paso) -> bool:
    """«no puede realizar más de 1 acción durante su activación»: what is counted, and while when."""
    things = [fact.role("que") for fact in step.efecto if isinstance(fact, Hecho)]
    return step.modo == "no_puede" and any(isinstance(thing, Cosa) and thing.qty.op == "mas_de" for thing in things)


def _only_so_many(step: Paso) -> bool:
    """«sólo puede realizar una acción»: how many are restricted, and neither which nor when."""
    fact = step.efecto[0] if len(step.efecto) == 1 and not step.coste else None
    thing = fact.role("que") if isinstance(fact, Hecho) else None
    return step.modo == "solo_puede" and isinstance(thing, Cosa) and thing.qty.op == "n" and not _picked(thing)


def _picked(thing: Cosa) -> bool:
    """«sólo puedes elegir una nave en tu arco»: which one, not how many."""
    return any(not isinstance(f, Hecho) or f.verb not in ("ser", "de", "llamar", "incluye") for f in thing.filters)


def _each(thing: Value) -> Iterator[Value]:
    if isinstance(thing, Lista) and thing.conj in ("o", "ni"):
        for item in thing.items:
            yield from _each(item)
        return
    either = (
        next((f for f in thing.filters if isinstance(f, Junto) and f.op == "o"), None)
        if isinstance(thing, Cosa) and thing.qty.op in ("algun", "masa", "ningun")
        else None
    )
    if either is None or not isinstance(thing, Cosa):
        yield thing
        return
    for cond in either.items:
        yield from _each(replace(thing, filters=tuple(cond if f is either else f for f in thing.filters)))
