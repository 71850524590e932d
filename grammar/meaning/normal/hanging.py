"""On which step each step hangs, and what is paid for it."""

from grammar.meaning.assembly.items import only_pays
from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.order import key
from grammar.meaning.normal.refs import gives, uses
from grammar.meaning.values import Cosa, Hecho, parts

TOGETHER = frozenset({"recibir", "sufrir", "perder", "recuperar", "gastar", "retirar", "reclutar", "robar"})


def hung(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«Esa nave pierde 1 escudo y tú recuperas 1», of the ship that one may choose: the whole sentence hangs on it."""
    made: list[Item] = []
    for step in steps:
        last = made[-1] if made else None
        whole = isinstance(step, Paso) and len(step.efecto) > 1 and step == Paso(efecto=step.efecto)
        if whole and isinstance(last, Paso) and last.modo == "puede" and uses(step) & gives(last.efecto):
            made[-1] = _paid(replace(last, efecto=(*last.efecto, *step.efecto)))  # type: ignore[union-attr]
        else:
            made.append(step)
    return tuple(made)


def dependent(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """A step about something that an optional step chooses happens only with it."""
    made: list[Item] = []
    for step in steps:
        last = made[-1] if made else None
        if (
            isinstance(last, Paso)
            and last.modo == "puede"
            and isinstance(step, Paso)
            and not _tested(step)
            and uses(step) & gives(last.efecto)
            and not _lasting(step, last)
        ):
            plain = step.efecto if step == Paso(efecto=step.efecto) else (step,)
            if only_pays(last):  # «puede gastar hasta 2 fichas; por cada ficha gastada, …»: the price of what follows
                last = replace(last, coste=last.efecto, efecto=())
            made[-1] = _paid(replace(last, efecto=(*last.efecto, *plain)))
            continue
        if isinstance(step, Paso) and len(step.efecto) > 1 and step == Paso(efecto=step.efecto):
            made.extend(item if isinstance(item, Paso) else Paso(efecto=(item,)) for item in step.efecto)
            continue
        made.append(step)
    return tuple(made)


def _lasting(step: Paso, last: Paso) -> bool:
    """«Una unidad con BRÍO puede moverse. Esa unidad nunca puede tener más de 1 ficha»: so it is whether it moves or not."""
    timed = any(key in ("durante", "hasta") for part in parts(step) if isinstance(part, Hecho) for key, _ in part.circ)
    who = [part.role("quien") for part in last.efecto if isinstance(part, Hecho)]
    actors = {thing.id for thing in who if isinstance(thing, Cosa)}
    return step.modo == "no_puede" and not step.cuando and not timed and uses(step) & gives(last.efecto) <= actors


def _paid(step: Paso) -> Paso:
    """«puedes elegir 1 nave y gastar 1 [fuerza]. Esa nave …»: what is spent is the price, as after «si lo haces»."""
    spent = tuple(i for i in step.efecto if isinstance(i, Hecho) and i.verb == "gastar" and not i.neg and not uses(i))
    chosen = any(isinstance(i, Hecho) and i.verb == "elegir" for i in step.efecto)
    if step.coste or not spent or not chosen:
        return step
    return replace(step, coste=spent, efecto=tuple(i for i in step.efecto if i not in spent))


def _tested(step: Paso) -> bool:
    """«Si no la supera»: whoever did not make the test has not passed it either."""
    subjects = [fact.role("quien") for fact in step.efecto if isinstance(fact, Hecho)]
    told = (*step.si, *(f for who in subjects if isinstance(who, Cosa) for f in who.filters))
    return any(isinstance(f, Hecho) and f.verb == "superar" for f in told)


def paid_at_once(step: Item) -> Item:
    """«recibir 1 ficha y gastar 1 [carga] para A»: a price has no order, where no part of it speaks of another."""
    if not isinstance(step, Paso) or len(step.coste) < 2:
        return step
    plain = all(isinstance(i, Hecho) and i.verb in TOGETHER for i in step.coste) and not gives(step.coste) | uses(step.coste)
    return replace(step, coste=tuple(sorted(step.coste, key=key))) if plain else step


def target_first(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«Ataca. Objetivo el Rebelde más cercano»: how the target is chosen, told after the act, is no later step."""
    made: list[Item] = []
    for step in steps:
        last = made[-1] if made else None
        told = (
            isinstance(step, Paso) and step == Paso(efecto=step.efecto) and len(step.efecto) == 1 and _targets(step.efecto[0])
        )
        if told and isinstance(last, Paso) and not _targets(*last.efecto[:1]) and not uses(step) & gives((last,)):
            made[-1:] = [step, last]
        else:
            made.append(step)
    return tuple(made)


def _targets(*items: Item) -> bool:
    fact = items[0] if items else None
    told = fact.role("como") if isinstance(fact, Hecho) and fact.verb == "elegir" else None
    return isinstance(told, Cosa) and told.noun == "objetivo"


def paid_first(ability: Capacidad) -> Capacidad:
    """«Acción: Gasta 1 [carga] para A. B» is «Acción: Gasta 1 [carga]. A. B»: who does not pay does not perform it."""
    first = ability.pasos[0] if ability.pasos else None
    if ability.clase != "accion" or ability.coste or not isinstance(first, Paso) or not first.coste or first.modo:
        return ability
    spent = all(isinstance(i, Hecho) and i.verb == "gastar" for i in first.coste)  # «recibe 1 ficha» alone is no price
    if first.si or first.cuando or first.si_no or not spent:
        return ability
    return replace(ability, coste=first.coste, pasos=(replace(first, coste=()), *ability.pasos[1:]))
