"""«Cada figura gana 1 ficha. Si está herida, gana 2 en su lugar»: who gets the other thing is who would have got the first."""

from collections.abc import Sequence

from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import EVERY, THE, Cond, Cosa, Hecho, Nombre, Pred, Pron, Sentence, Value, Yo, parts


def same_doer(ability: Capacidad, reading: Sequence[Sentence]) -> Capacidad:
    """Before binding: the same verb again, without a subject, behind «en su lugar» or a condition without one."""
    yours = [pred for pred in parts(tuple(reading)) if isinstance(pred, Pred) and pred.person == 2 and pred.mood == "ind"]
    verbs = frozenset(fact.verb for pred in yours for fact in pred.facts)
    return replace(ability, pasos=_of_the_same(ability.pasos, verbs))


def _of_the_same(told: tuple[Item, ...], yours: frozenset[str]) -> tuple[Item, ...]:
    steps = list(told)
    for at, step in enumerate(told):
        if isinstance(step, Paso) and any(isinstance(part, Paso) for part in step.efecto):
            steps[at] = replace(step, efecto=_of_the_same(step.efecto, yours))
        elif at and isinstance(step, Paso):
            steps[at] = _goes_on(step, _only(told[at - 1]), yours)
    return tuple(steps)


def _goes_on(step: Paso, before: Hecho | None, yours: frozenset[str]) -> Paso:
    who = before.role("quien") if before is not None else None
    told = isinstance(who, Nombre) or (isinstance(who, Cosa) and who.at >= 0 and who.noun != "")
    fact = _only(step)
    if before is None or who is None or fact is None or not told or fact.verb != before.verb:
        return step
    asked = any(isinstance(cond, Hecho) and _left_out(cond.role("quien")) for cond in step.si)
    if asked and fact.role("quien") == who:  # «sufre 1 [daño] y, si está herida, también 1 [tensión]»
        return replace(step, si=tuple(_of(cond, _again(who)) for cond in step.si))
    if not (step.en_vez or asked) or fact.role("quien") != Yo() or fact.verb in yours:
        return step
    return replace(step, efecto=(fact.put("quien", _again(who)),))


def _of(cond: Cond, who: Value) -> Cond:
    return cond.put("quien", who) if isinstance(cond, Hecho) and _left_out(cond.role("quien")) else cond


def _again(who: Value) -> Value:
    if isinstance(who, Cosa):
        return replace(who, ref="ese", qty=EVERY if who.qty == EVERY else THE, filters=(), at=-1)
    return who


def _only(item: Item) -> Hecho | None:
    if isinstance(item, Hecho):
        return item
    fact = item.efecto[0] if isinstance(item, Paso) and len(item.efecto) == 1 and not item.coste and not item.si_no else None
    return fact if isinstance(fact, Hecho) else None


def _left_out(value: Value | None) -> bool:
    return isinstance(value, Pron) and value.kind == "elidido"
