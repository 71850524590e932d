"""«Cada figura gana 1 ficha. Si está herida, gana 2 en su lugar»: who gets the other thing is who would have got the first."""

from collections.abc import Sequence

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import EVERY, THE, Cosa, Hecho, Nombre, Pred, Pron, Sentence, Value, Yo, parts


def same_doer(ability: Capacidad, reading: Sequence[Sentence]) -> Capacidad:
    """Before binding: the same verb again, without a subject, behind «en su lugar» or a condition without one."""
    yours = {
        f.verb for p in parts(tuple(reading)) if isinstance(p, Pred) and p.person == 2 and p.mood == "ind" for f in p.facts
    }
    steps = list(ability.pasos)
    for at in range(1, len(steps)):
        before, step = _only(steps[at - 1]), steps[at]
        who = before.role("quien") if before is not None else None
        told = isinstance(who, Nombre) or (isinstance(who, Cosa) and who.at >= 0 and who.noun != "")
        if before is None or not isinstance(step, Paso) or not told:
            continue
        fact = _only(step)
        asked = any(isinstance(cond, Hecho) and _left_out(cond.role("quien")) for cond in step.si)
        if (
            fact is None
            or fact.verb != before.verb
            or not (step.en_vez or asked)
            or fact.role("quien") != Yo()
            or fact.verb in yours
        ):
            continue
        steps[at] = replace(step, efecto=(fact.put("quien", _again(who)),))
    return replace(ability, pasos=tuple(steps))


def _again(who: Value | None) -> Value:
    if isinstance(who, Cosa):
        return replace(who, ref="ese", qty=EVERY if who.qty == EVERY else THE, filters=(), at=-1)
    assert who is not None
    return who


def _only(item: Item) -> Hecho | None:
    if isinstance(item, Hecho):
        return item
    fact = item.efecto[0] if isinstance(item, Paso) and len(item.efecto) == 1 and not item.coste and not item.si_no else None
    return fact if isinstance(fact, Hecho) else None


def _left_out(value: Value | None) -> bool:
    return isinstance(value, Pron) and value.kind == "elidido"
