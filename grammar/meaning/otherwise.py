"""What is done otherwise, or instead of what would happen: one shape for each."""

from typing import Any

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import Cond, Cosa, Hecho, Ref, parts


def one_otherwise(ability: Capacidad) -> Capacidad:
    made = _instead(replace(ability, pasos=tuple(_affirmed(_paid_or_not(step)) for step in ability.pasos)))
    return named_only(made) if made != ability else ability


def _affirmed(item: Item) -> Item:
    """«Si no A, B. De lo contrario, C» is «Si A, C. De lo contrario, B»."""
    if not isinstance(item, Paso):
        return item
    item = replace(item, efecto=tuple(map(_affirmed, item.efecto)), si_no=tuple(map(_affirmed, item.si_no)))
    cond = item.si[0] if len(item.si) == 1 else None
    if (
        not isinstance(cond, Hecho)
        or not cond.neg
        or not item.si_no
        or item != Paso(si=item.si, efecto=item.efecto, si_no=item.si_no)
    ):
        return item
    told = {part.id for part in parts((item.efecto, item.si_no)) if isinstance(part, Cosa) and part.id}
    if told or any(isinstance(part, Cosa) and part.qty.op == "ningun" for part in parts(cond)):
        return item  # what the first names may be spoken of in what follows
    return Paso(si=(replace(cond, neg=False),), efecto=_bare(item.si_no), si_no=(Paso(efecto=item.efecto),))


SETTLED = frozenset({"fallar", "impactar", "sacar", "superar", "tener_exito"})
"""What came out of a roll: nothing that is done afterwards changes it."""


def opposites_joined(ability: Capacidad) -> Capacidad:
    """«Si la supera, A. Si no la supera, B.» is «Si la supera, A. De lo contrario, B.»"""
    made: list[Item] = []
    for step in ability.pasos:
        last = made[-1] if made else None
        if isinstance(last, Paso) and isinstance(step, Paso) and _opposite(last, step):
            other: Item = replace(step, si=())
            made[-1] = _affirmed(replace(last, si_no=(other,)))
        else:
            made.append(step)
    return replace(ability, pasos=tuple(made))


def _opposite(a: Paso, b: Paso) -> bool:
    if len(a.si) != 1 or len(b.si) != 1 or a.si_no or b.si_no or a.modo or a.cuando or b.cuando or a.coste:
        return False
    first, second = a.si[0], b.si[0]
    settled = isinstance(first, Hecho) and (first.verb in SETTLED or _untouched(first, a.efecto)) and not first.circ
    return settled and isinstance(first, Hecho) and second == replace(first, neg=not first.neg)


def _untouched(cond: Hecho, acts: tuple[Item, ...]) -> bool:
    """«Si tienes algún escudo, recibes 1 ficha. Si no tienes ninguno, B»: what is got is nothing of what was asked."""
    had = cond.role("que") if cond.verb == "tener" else None
    got = [act.role("que") if isinstance(act, Hecho) and act.verb in ("recibir", "retirar") else None for act in acts]
    return isinstance(had, Cosa) and not had.id and all(isinstance(what, Cosa) and what.sort != had.sort for what in got)


def _bare(items: tuple[Item, ...]) -> tuple[Item, ...]:
    only = items[0] if len(items) == 1 else None
    return only.efecto if isinstance(only, Paso) and only == Paso(efecto=only.efecto) else items


def _paid_or_not(item: Item) -> Item:
    """«puedes gastar 1 ficha. Si no gastas esa ficha, B» is «… Si no lo haces, B»."""
    if not isinstance(item, Paso) or item.modo != "puede" or item.si or item.si_no:
        return item
    acts = [act for act in (*item.coste, *item.efecto) if isinstance(act, Hecho)]
    unless = [
        part
        for part in item.efecto
        if isinstance(part, Paso) and len(part.si) == 1 and any(_undone(part.si[0], act) for act in acts)
    ]
    if not unless:
        return item
    kept = tuple(part for part in item.efecto if part not in unless)
    made = replace(item, efecto=kept) if kept else replace(item, coste=(), efecto=item.coste)
    return replace(made, si_no=tuple(replace(part, si=()) for part in unless))


def _undone(cond: Cond, act: Hecho) -> bool:
    what = act.role("que")
    if not isinstance(cond, Hecho) or not cond.neg or cond.verb != act.verb or cond.role("quien") != act.role("quien"):
        return False
    return isinstance(what, Cosa) and bool(what.id) and cond.role("que") == Ref(what.id)


def _instead(ability: Capacidad) -> Capacidad:
    """«Si fueras a recibir 1 ficha, puedes A en vez de recibirla» is «…, puedes A en vez de eso»."""
    facts = [part for part in parts(ability) if isinstance(part, Hecho) and part.would]
    if not facts:
        return ability
    due = {Ref(what.id) for fact in facts if isinstance(what := fact.role("que"), Cosa) and what.id}
    would = (frozenset(fact.verb for fact in facts), frozenset(due))
    coming = any(isinstance(part, Hecho) and part.would for moment in ability.cuando for part in moment.hechos)
    return replace(ability, pasos=tuple(_replacing(step, would, coming) for step in ability.pasos))


Would = tuple[frozenset[str], frozenset[Ref]]
"""What would happen: by its verb, or the thing that would be got."""


def _replacing(item: Item, would: Would, coming: bool) -> Item:
    if not isinstance(item, Paso) or not (coming or any(isinstance(c, Hecho) and c.would for c in item.si)):
        return item
    kept = tuple(_without(fact, would) for fact in item.efecto)
    made = replace(item, efecto=kept, en_vez=True) if kept != item.efecto else item
    inner = [part for part in made.efecto if isinstance(part, Paso) and part == Paso(efecto=part.efecto, en_vez=True)]
    if inner and len(inner) == len(made.efecto) and not made.si_no:  # «… . Si lo haces, B en su lugar»
        return replace(made, efecto=tuple(act for part in inner for act in part.efecto), en_vez=True)
    return made


def _without(item: Item, would: Would) -> Item:
    if not isinstance(item, Hecho):
        return item
    verbs, due = would

    def meant(value: object) -> bool:
        return value in due or (isinstance(value, Hecho) and value.verb in verbs)

    return replace(item, circ=tuple((k, v) for k, v in item.circ if not (k == "en_vez_de" and meant(v))))


def named_only(ability: Capacidad) -> Capacidad:
    """Numbers only for what is spoken of again, in order."""
    used = sorted({part.id for part in parts(ability) if isinstance(part, Ref)})
    places = {number: at for at, number in enumerate(used, 1)}

    def renumbered(value: Any) -> Any:
        if isinstance(value, (Cosa, Ref)):
            value = replace(value, id=places.get(value.id, 0))
        return rebuilt(value, renumbered) if isinstance(value, (Node, tuple)) else value

    found: Capacidad = renumbered(ability)
    return found
