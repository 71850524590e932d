"""«Un total de 3 fichas a las unidades aliadas»: so many in all, among those that are told; of one alone it is how many."""

from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.node import replace
from grammar.meaning.values import EVERY, SOME, Cosa, Hecho, Lista, Qty, Value


def in_all(fact: Hecho) -> Hecho:
    """Several who share a total are some of them: nobody says how many each has."""
    shared = [name for name, value in fact.roles if isinstance(value, Cosa) and value.qty.total]
    if len(shared) != 1:
        return fact
    (name,) = shared
    what = fact.role(name)
    assert isinstance(what, Cosa)
    doer = fact.role("quien")
    if name != "quien" and (isinstance(doer, Lista) or (isinstance(doer, Cosa) and doer.qty == EVERY and doer.number != "s")):
        raise Senseless("«un total» entre varios que lo hacen: di cuánto cada uno")
    roles = tuple((key, value if key in ("quien", name) else _some(value)) for key, value in fact.roles)
    owners = tuple(f.put("que", _some(owner)) if (owner := _owner(f)) is not None else f for f in what.filters)  # type: ignore[union-attr]
    told = [value for key, value in roles if key not in ("quien", name)] + [_owner(f) for f in owners]
    several = any(isinstance(value, Lista) or (isinstance(value, Cosa) and value.qty == SOME) for value in told)
    qty = what.qty if several else Qty(what.qty.op, what.qty.n)
    same = replace(what, qty=qty, filters=owners)
    return replace(fact, roles=tuple((key, same if key == name else value) for key, value in roles))


def _owner(cond: object) -> Value | None:
    return cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None


def _some(value: Value) -> Value:
    """«las unidades» is «unidades»; «cada unidad» is one by one, and a total of each is how many."""
    if not isinstance(value, Cosa) or value.qty != EVERY or value.number == "s":
        return value
    return replace(value, qty=SOME, ref="")
