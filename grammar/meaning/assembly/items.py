"""What a step is like: whether it pays, chooses, permits, points back; and how one is put under another."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.assembly.draft import Draft, Senseless
from grammar.meaning.binding.entities import as_said
from grammar.meaning.effect import Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    NONE,
    SOME,
    Cond,
    Cosa,
    Cual,
    Frame,
    Hecho,
    Papel,
    Pron,
    Roles,
    Value,
    Yo,
    parts,
)


def plain_cost(step: Paso) -> bool:
    return not (step.modo or step.si or step.cuando or step.coste or step.si_no) and all(
        isinstance(i, Hecho) and i.verb == "gastar" for i in step.efecto
    )


def done_in(item: Item, place: Value, at: int, lexicon: Lexicon) -> Item:
    """«En este sistema, destruye 1 nave»: where it is done, told first."""
    if isinstance(item, Paso) and len(item.efecto) == 1 and not item.coste and not item.si_no:
        return replace(item, efecto=tuple(done_in(part, place, at, lexicon) for part in item.efecto))
    slot = next((r for r in lexicon.verbs.get(item.verb, ()) if r.name == "en"), None) if isinstance(item, Hecho) else None
    if not isinstance(item, Hecho) or slot is None or item.role("en") is not None or not fits(place, slot.sorts, lexicon):
        raise Senseless("no se sabe qué se hace en ese lugar", at)
    return replace(item, roles=(*item.roles, ("en", place)))


def put_under(items: Sequence[Item], over: tuple[Cond, ...]) -> list[Paso]:
    return [_ruled(i, over) if isinstance(i, Paso) else Paso(si=over, efecto=(i,)) for i in items]


def _ruled(step: Paso, over: tuple[Cond, ...]) -> Paso:
    """Under what rules the whole, too, which is asked again only where it is told again."""
    return replace(step, si=(*over, *step.si), otra_vez=step.otra_vez and bool(set(step.si) & set(over)))


def whichever(steps: Sequence[Item]) -> bool:
    """Two steps of which the one is done where the other is not."""
    conds = [step.si[0] for step in steps if isinstance(step, Paso) and len(step.si) == 1 and not step.modo]
    one, other = conds if len(conds) == 2 else (None, None)
    return isinstance(one, Hecho) and isinstance(other, Hecho) and replace(one, neg=not one.neg) == other


PRICES = frozenset({"gastar", "recibir", "perder", "sufrir", "retirar", "descartar"})
"""What is ordered of oneself and can be a price."""


def pays_first(step: Paso) -> bool:
    """«Recibe 1 ficha de Tensión.», ordered to you: what may be the price of what comes next."""
    fact = step.efecto[0] if len(step.efecto) == 1 and not (step.modo or step.coste or step.si_no or step.en_vez) else None
    own = isinstance(fact, Hecho) and fact.verb in PRICES and fact.role("quien") == Yo()
    return own and isinstance(fact, Hecho) and not fact.neg and not fact.circ and not step.cuando


def may_fail(step: Paso) -> bool:
    """What is ordered or told, and may not come about."""
    acts = all(isinstance(fact, Hecho) and not fact.neg and not chooses(fact) for fact in step.efecto)
    return bool(step.efecto) and acts and not (step.modo or step.coste or step.si_no or step.en_vez or step.cuando)


def permits(step: Paso, draft: Draft) -> bool:
    """«Puedes realizar la acción [eludir] incluso aunque estés bajo tensión. Si lo haces, …»: allowed at any time, no price."""
    free = step.modo == "puede" and not step.coste and not step.cuando and not draft.cuando
    even_so = (any(key == "incluso_aunque" for key, _ in i.circ) if isinstance(i, Hecho) else False for i in step.efecto)
    return free and bool(step.efecto) and all(even_so)


def points(items: Sequence[Item]) -> bool:
    """«esa nave», «la nave elegida»."""
    things = [part for part in parts(tuple(items)) if isinstance(part, Cosa)]
    return any(
        thing.ref == "ese" or (thing.ref == "el" and any(isinstance(f, Hecho) and f.verb == "elegir" for f in thing.filters))
        for thing in things
    )


def comes_next(time: object) -> bool:
    """«la siguiente fase de Planificación»: counted from what was told before."""
    told = [f.role("que") for f in time.filters if isinstance(f, Hecho)] if isinstance(time, Cosa) else []
    return any(isinstance(what, Cual) and what.id == "siguiente" for what in told)


def only_pays(step: Paso) -> bool:
    """«Puedes gastar 3 [carga].», and nothing yet for it."""
    free = step.modo == "puede" and not step.coste and not step.si_no
    return free and bool(step.efecto) and all(isinstance(i, Hecho) and i.verb == "gastar" for i in step.efecto)


def apart_from_price(item: Item) -> bool:
    """What need not be what is paid for: another choice, another moment. «Durante esta fase, …» is in the same one."""
    if not isinstance(item, Paso):
        return False
    here = [
        (isinstance(m.tiempo, Cosa) and m.tiempo.ref in ("este", "ese")) or isinstance(m.tiempo, Papel) for m in item.cuando
    ]
    lasts = item.modo in ("no_puede", "es_capaz") and any(
        key == "hasta" for fact in item.efecto if isinstance(fact, Hecho) for key, _ in fact.circ
    )
    return not all(here) or (item.modo != "" and not here and not lasts)


def is_order(item: Item) -> bool:
    """Neither allowed nor forbidden: what is done."""
    return isinstance(item, Hecho) or (isinstance(item, Paso) and not item.modo and not item.cuando)


def of_what_was_done(item: Item, step: Paso) -> bool:
    """«puedes realizar una acción … . Luego, si has realizado una acción que …»: it asks how that went."""
    deeds = {part.verb for part in parts(step.efecto) if isinstance(part, Hecho)} | {"sacar"}
    asked = [part for part in parts(item.si) if isinstance(part, Hecho)] if isinstance(item, Paso) else []
    return any(fact.past and fact.verb in deeds for fact in asked)


def yours(step: Paso) -> bool:
    return any(isinstance(item, Hecho) and item.role("quien") == Yo() for item in step.efecto)


def points_back(item: Item) -> bool:
    """«Luego, coloca 1 ficha sobre ese dispositivo»: binding tells on what it hangs."""
    return any(isinstance(p, Pron) or (isinstance(p, Cosa) and p.ref == "ese") for p in parts(item))


def with_then(step: Paso, items: Sequence[Item]) -> Paso:
    """What was optional becomes the cost of what follows; choosing is no cost."""
    plain = tuple(unwrapped(item) for item in items)
    if step.coste:
        return replace(step, efecto=(*step.efecto, *plain))
    first = next((at for at, item in enumerate(step.efecto) if chooses(item)), len(step.efecto))
    later = tuple(item for item in step.efecto[first:] if _pays_alone(item))
    costs = (*step.efecto[:first], *later)
    chosen = tuple(item for item in step.efecto[first:] if item not in later)
    return replace(step, coste=costs, efecto=(*chosen, *plain))


def _pays_alone(item: Item) -> bool:
    """«elegir 1 nave y gastar 1 [fuerza]»: the price, which does not depend on what was chosen."""
    if not isinstance(item, Hecho) or item.verb != "gastar":
        return False
    return not any(
        (isinstance(part, Pron) and part.kind != "aqui") or (isinstance(part, Cosa) and part.ref == "ese")
        for part in parts(item)
    )


def chooses(item: Item) -> bool:
    return isinstance(item, Hecho) and item.verb == "elegir"


def unwrapped(item: Item) -> Item:
    """A step that says nothing but its one act is that act."""
    if isinstance(item, Paso) and item == Paso(efecto=item.efecto) and len(item.efecto) == 1:
        return item.efecto[0]
    return item


def doer(who: Value | None) -> Value | None:
    """Who is left out goes on, wherever that is."""
    return replace(who, at=-1, gender="-") if isinstance(who, Pron) and who.kind == "elidido" else who


def asking(items: Sequence[Item]) -> list[Item]:
    """The first of what a condition rules is where it is asked; the others are ruled by the same answer."""
    first = items[0] if items else None
    return [replace(first, otra_vez=True), *items[1:]] if isinstance(first, Paso) and first.si else [*items]


def paid_together(first: list[Item], last: list[Item]) -> list[Item]:
    """«Gasta 1 [carga] y recibe 1 ficha para recuperar 1 escudo»: both are the price, as behind «puedes»."""
    match (first, last):
        case ([Paso() as paid], [Paso(coste=costs) as step]) if costs and paid == Paso(si=step.si, efecto=paid.efecto):
            mine = all(isinstance(i, Hecho) and i.role("quien") == Yo() and not chooses(i) for i in (*paid.efecto, *costs))
            if mine and not step.modo:
                return [replace(step, coste=(*paid.efecto, *costs))]
    return [*first, *last]


def asked_which(options: Sequence[Sequence[Item]], spans: Roles) -> None:
    """«A por cada X o B por cada X»: one of them for every X, or one for each? «Por cada X, A o B» is each time."""
    if any(key == "por_cada" for key, _ in spans):
        return
    told = [
        {as_said(value) for key, value in fact.circ if key == "por_cada"}
        for option in options
        for fact in option
        if isinstance(fact, Hecho)
    ]
    if len(told) > 1 and all(told) and all(each == told[0] for each in told):
        raise Senseless("«por cada …» dicho de cada opción: escribe «Por cada …, A o B» si se elige cada vez")


ALSO = ("modo", Cual("tambien", "modo"))


def without_also(item: Item) -> Item:
    """«recibe también 1 ficha»: an act that is told after another is done too, said or not."""
    if isinstance(item, Hecho):
        return replace(item, circ=tuple(c for c in item.circ if c != ALSO))
    if isinstance(item, Paso):
        return replace(item, efecto=tuple(without_also(part) for part in item.efecto))
    return item


def done_instead(items: Sequence[Item]) -> list[Item]:
    return [replace(item, en_vez=True) if isinstance(item, Paso) else Paso(efecto=(item,), en_vez=True) for item in items]


def _measured(cond: Cond) -> bool:
    """«más cercano», «con más [daño]»: there is one as soon as there is any."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(cond))


def there_is_none(last: Item, frames: Sequence[Frame], lexicon: Lexicon) -> Hecho | None:
    """«Ataca al Rebelde herido más cercano. Si no hay ninguno, …»: no wounded Rebel, wherever he might be."""
    frame = next(frame for frame in frames if frame.kind == "enlace")
    gender = NONE.get(frame.value.id) if isinstance(frame.value, Cual) else None
    act = last.efecto[-1] if isinstance(last, Paso) and last == Paso(efecto=last.efecto) else last
    if gender is None or not isinstance(act, Hecho) or act.neg:
        return None
    told = [part for part in parts(act) if isinstance(part, Cosa) and part.noun != lexicon.data.get("unit")]
    inner = {part.at for thing in told for part in parts(thing.filters) if isinstance(part, Cosa)}
    told = [thing for thing in told if thing.at not in inner]
    kinds = [thing for thing in told if thing.gender == gender and thing.ref in ("", "el") and thing.qty.op in ("n", "el")]
    if len(kinds) != 1:
        raise Senseless("«ninguno» no dice de qué no hay: escríbelo («Si no hay ningún …»)", frame.at)
    of = tuple(f for f in kinds[0].filters if not _measured(f))
    return Hecho("hay", (("que", replace(kinds[0], qty=SOME, ref="", filters=of, at=frame.at)),), neg=True)


def if_impossible(last: Item | None, items: Sequence[Item]) -> Paso:
    """«Si A, debes B. Si no puedes, C»: C too is done only if A."""
    if isinstance(last, Hecho) and not last.neg:
        last = Paso(efecto=(last,))  # «Mueve 3 para atacar. Si no puedes, …»: what is ordered may turn out impossible
    if not isinstance(last, Paso) or last.modo not in ("", "debe") or last.si_no or last.coste or last.en_vez:
        raise Senseless("no se dice qué es lo que no se puede")
    must = replace(last, si=(), si_no=tuple(items))
    return Paso(si=last.si, efecto=(must,)) if last.si else must


def unless_so(last: Item | None, items: Sequence[Item], link: str) -> list[Item]:
    """«Si está herida, A. Si no lo está, B»: the other answer to the one thing that was asked."""
    asked = last.si[0] if isinstance(last, Paso) and len(last.si) == 1 else None
    if not isinstance(last, Paso) or not isinstance(asked, Hecho) or asked.neg != (link == "si_lo_es") or last.si_no:
        raise Senseless("no se dice qué es lo que no se cumple: escríbelo")
    if asked.verb not in HOW_IT_IS and (asked.role("quien") is not None or asked.would):
        raise Senseless("no se dice qué es lo que no se cumple: escríbelo")  # «si recibe 1 ficha, … Si no lo está, …»
    if last.modo == "puede":
        return [last, *put_under(items, (replace(asked, neg=not asked.neg),))]
    return [replace(last, si_no=tuple(items))]


HOW_IT_IS = ("ser", "en", "a_alcance", "sobre", "bajo", "compara")


def without_span(item: Item, key: str) -> Item:
    if isinstance(item, Hecho) and any(k == key for k, _ in item.circ):
        return replace(item, circ=tuple((k, v) for k, v in item.circ if k != key))
    return item
