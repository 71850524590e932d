"""One shape for what is asked: «si una nave está a alcance 1 de ti», «si estás a alcance 1 de ella», «si hay una nave …»."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import ONE, SIDES, SOME, THE, Cond, Cosa, Hecho, It, Junto, Papel, Qty, Rango, Ref, Value, Yo, parts


def asked(conds: Sequence[Cond], lexicon: Lexicon) -> tuple[Cond, ...]:
    """Conditions of a step, each in its one shape; one that says several things is several."""
    found: list[Cond] = []
    for cond in conds:
        made = _one(cond, lexicon)
        found.extend(made.items if isinstance(made, Junto) and made.op == "y" else (made,))
    return tuple(found)


def _one(cond: Cond, lexicon: Lexicon) -> Cond:
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(_one(item, lexicon) for item in cond.items))
    return _being(_one_near(_mutual(_by_its_value(cond, lexicon), lexicon), lexicon), str(lexicon.data.get("bearer", "")))


def _by_its_value(fact: Hecho, lexicon: Lexicon) -> Hecho:
    """«si el atacante está a alcance de ataque 1» is «si el alcance de ataque es 1»: an attack has one."""
    how = fact.role("rango") if fact.verb == "a_alcance" and not fact.circ else None
    value = lexicon.nouns.get(how.modo) if isinstance(how, Rango) else None
    if value is None or not isinstance(how, Rango) or not {fact.role("quien"), fact.role("de")} <= {Yo(), *SIDES}:
        return fact
    many = Qty("n", how.desde) if how.desde == how.hasta else Qty("entre", f"{how.desde}-{how.hasta}")
    reach = Cosa(how.modo, value.sort, THE)
    return replace(fact, verb="valer", roles=(("quien", reach), ("que", Cosa("numero", "numero", many))))


def _swapped(fact: Hecho, old: Value, new: Value) -> Hecho:
    return replace(fact, roles=tuple((name, new if value == old else value) for name, value in fact.roles))


def _mutual(fact: Hecho, lexicon: Lexicon) -> Hecho:
    """«estás a alcance 1 del defensor»: he is at range 1 of you."""
    other, how = fact.role("de"), fact.role("rango")
    if fact.verb != "a_alcance" or fact.role("quien") != Yo() or "third_person_bearer" in lexicon.data:
        return fact
    if "continues" in lexicon.data or not isinstance(how, Rango) or how.modo == "dentro" or fact.circ:
        return fact
    if not isinstance(other, (Papel, Ref)):
        return fact
    return replace(fact, roles=(("quien", other), ("de", Yo()), ("rango", how)))


def _one_near(fact: Hecho, lexicon: Lexicon) -> Hecho:
    """«si estás a alcance 1 de alguna nave» is «… de una nave»."""
    other = fact.role("de") if fact.verb == "a_alcance" and fact.role("quien") == Yo() and not fact.neg else None
    enough = isinstance(other, Cosa) and other.qty in (SOME, Qty("al_menos", "1")) and not other.ref and not other.id
    if not isinstance(other, Cosa) or not enough or {"continues", "third_person_bearer"} & lexicon.data.keys():
        return fact
    return _swapped(fact, other, replace(other, qty=ONE))


def _being(fact: Hecho, bearer: str) -> Cond:
    """«si el defensor es una nave dañada»: if he is damaged."""
    who, what = fact.role("quien"), fact.role("que")
    if fact.verb != "ser" or not isinstance(who, (Papel, Ref, Yo)) or not isinstance(what, Cosa) or len(fact.roles) != 2:
        return fact
    if what.noun != bearer or what.qty not in (ONE, Qty("masa")) or what.ref or what.id or fact.circ or fact.past or fact.modal:
        return fact
    told = [f for f in what.filters if isinstance(f, Hecho) and _plain(f)]
    if not told or len(told) < len(what.filters) or (fact.neg and len(told) > 1):
        return fact
    made = tuple(replace(_swapped(f, It(), who), neg=f.neg ^ fact.neg) for f in told)
    return made[0] if len(made) == 1 else Junto("y", made)


def _plain(fact: Hecho) -> bool:
    """Said of the thing itself, and of nothing of its own: «en su [arco-frontal]» would be somebody else's."""
    inner = [value for _, value in fact.roles if isinstance(value, Cosa)]
    owned = [f for thing in inner for f in parts(thing) if isinstance(f, Hecho) and f.verb == "de" and f.role("que") == It()]
    return any(value == It() for _, value in fact.roles) and not owned and fact.verb not in ("otro", "distinto", "mismo")


def near_you(value: Any) -> Any:
    """«una nave que te tenga a alcance 1»: that is at range 1 of you."""
    if isinstance(value, Hecho) and value.verb == "a_alcance" and value.role("quien") == Yo() and value.role("de") == It():
        how = value.role("rango")
        if isinstance(how, Rango) and how.modo != "dentro":
            value = replace(value, roles=(("quien", It()), ("de", Yo()), ("rango", how)))
    return rebuilt(value, near_you) if isinstance(value, (Node, tuple)) else value


COMPARED = frozenset({"mas_de", "menos_de", "al_menos"})


def at_least(value: Any) -> Any:
    """«si tienes más de 1 ficha» is «si tienes 2 o más fichas»: where it is asked, not forbidden."""
    return _least(value) if any(isinstance(part, Qty) and part.op in COMPARED for part in parts(value)) else value


def _least(value: Any) -> Any:
    if isinstance(value, Cosa) and value.noun not in ("vez", "") and value.qty.n.isdigit():
        if value.qty.op == "mas_de":
            value = replace(value, qty=Qty("al_menos", str(int(value.qty.n) + 1)))
        elif value.qty.op == "menos_de" and int(value.qty.n) > 1:
            value = replace(value, qty=Qty("hasta", str(int(value.qty.n) - 1)))
    return _at_most(rebuilt(value, _least)) if isinstance(value, (Node, tuple)) else value


def _at_most(value: Any) -> Any:
    """«si no tiene 3 o más fichas» is «si tiene 2 o menos fichas»."""
    what = value.role("que") if isinstance(value, Hecho) and value.neg and value.verb in ("tener", "hay") else None
    if not isinstance(what, Cosa) or what.qty.op != "al_menos" or not what.qty.n.isdigit() or int(what.qty.n) < 2:
        return value
    most = replace(what, qty=Qty("hasta", str(int(what.qty.n) - 1)))
    return replace(value, neg=False, roles=tuple((name, most if name == "que" else other) for name, other in value.roles))


def one_is_enough(value: Any) -> Any:
    """«si tienes al menos 1 ficha» is «si tienes alguna ficha», wherever something is asked."""
    if isinstance(value, Hecho) and value.verb in ("tener", "hay"):
        value = replace(value, roles=tuple((name, _some(what, value)) for name, what in value.roles))
    return rebuilt(value, one_is_enough) if isinstance(value, (Node, tuple)) else value


def _some(value: Value, fact: Hecho) -> Value:
    """«al menos 1 ficha»; and «hay una nave», «no tiene 1 ficha»: one is enough."""
    if not isinstance(value, Cosa) or value.sort in ("valor", "numero") or value.noun == "" or value.id:
        return value
    there = fact.verb == "hay" and value.sort != "blanco_fijado"
    one = value.qty == ONE and not value.ref and (there or fact.neg)
    return replace(value, qty=SOME) if one or value.qty == Qty("al_menos", "1") else value
