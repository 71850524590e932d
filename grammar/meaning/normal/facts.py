"""One shape for a fact: what is compared, had, measured or priced."""

from grammar.meaning.actions.things import HERE
from grammar.meaning.node import replace
from grammar.meaning.normal.order import key
from grammar.meaning.values import ONE, SOME, THE, Cond, Cosa, Cual, Hecho, It, Junto, Lista, Papel, Qty, Ref, Value, Yo


def counted_more(fact: Hecho) -> Hecho:
    """«tira -1 dado» is «tira 1 dado menos», «tira +1 dado», «1 dado adicional»."""
    what = fact.role("que") if fact.verb == "tirar" else None
    word = (
        {"mas": Cual("adicional", "rasgo"), "menos": Cual("menos", "rasgo")}.get(what.qty.op)
        if isinstance(what, Cosa)
        else None
    )
    if not isinstance(what, Cosa) or word is None or what.sort != "dado":
        return fact
    made = replace(what, qty=Qty("n", what.qty.n), filters=(*what.filters, Hecho("ser", (("quien", It()), ("que", word)))))
    return fact.put("que", made)


NONE = frozenset({"algun", "masa", "ningun"})
"""How what is denied is said: «no tienes fichas», «ninguna ficha»."""


def neither_had(fact: Hecho) -> Cond:
    """«no tienes ninguna ficha verde ni ningún escudo»: you have none of the one and none of the other."""
    had = fact.role("que") if fact.verb == "tener" and fact.neg and not fact.modal and not fact.circ else None
    if isinstance(had, Cosa) and had.qty.op in NONE and not had.id:  # «no tienes fichas verdes ni rojas»
        either = next((f for f in had.filters if isinstance(f, Junto) and f.op == "o" and of_a_kind(f)), None)
        if either is None:
            return fact
        kinds = (replace(had, filters=tuple(kind if f is either else f for f in had.filters)) for kind in either.items)
        return Junto("y", tuple(fact.put("que", one) for one in kinds))
    if not isinstance(had, Lista) or had.conj != "o":
        return fact
    if not all(isinstance(item, Cosa) and item.qty.op == "ningun" and not item.id for item in had.items):
        return fact
    each = (fact.put("que", item) for item in had.items)
    return Junto("y", tuple(each))


def of_a_kind(cond: Cond) -> bool:
    return all(map(of_a_kind, cond.items)) if isinstance(cond, Junto) else cond.verb == "ser"


def value_of(fact: Hecho) -> Hecho:
    """«con una Iniciativa mayor que la tuya» is «cuya Iniciativa es mayor que la tuya»: a value is compared, not had."""
    what, who = fact.role("que"), fact.role("quien")
    if (
        fact.verb != "tener"
        or fact.circ
        or fact.past
        or not isinstance(what, Cosa)
        or not isinstance(who, (It, Yo, Papel, Ref))
    ):
        return fact
    same = [f for f in what.filters if isinstance(f, Hecho) and f.verb == "mismo" and f.role("que") is not None]
    if what.sort == "valor" and len(same) == len(what.filters) == 1 and isinstance(who, (Yo, Papel, Ref)):
        own = Hecho("de", (("quien", It()), ("que", who)))  # «si tienes la misma Iniciativa que el defensor»
        mine = replace(what, qty=THE, ref="el", filters=(own,))
        return Hecho("compara", (("quien", mine), ("igual", same[0].role("que"))), fact.neg)  # type: ignore[arg-type]
    measures = [f for f in what.filters if isinstance(f, Hecho) and f.verb == "compara"]
    told = measures[0] if len(measures) == 1 else None
    kinds = tuple(f for f in what.filters if f is not told)  # «más Vida restante que tú»
    if any(not isinstance(f, Hecho) or f.verb != "ser" for f in kinds):
        return fact
    if not isinstance(told, Hecho) or told.verb != "compara" or told.role("quien") != It() or what.sort != "valor":
        return fact
    if what.qty not in (ONE, SOME, Qty("masa")):
        return fact
    owner = Hecho("de", (("quien", It()), ("que", who)))
    owned = replace(what, qty=THE, ref="" if isinstance(who, Ref) else "el", filters=tuple(sorted((owner, *kinds), key=key)))
    roles = tuple((key, owned if key == "quien" else value) for key, value in told.roles)
    return replace(told, roles=roles, neg=told.neg ^ fact.neg, modal=fact.modal)


def one_no(fact: Hecho) -> Hecho:
    """«no has soltado ningún dispositivo»: Spanish says twice what is denied once."""
    if not fact.neg:
        return fact
    roles = tuple((k, _any(v) if k != "quien" else v) for k, v in fact.roles)
    return fact if roles == fact.roles else replace(fact, roles=roles)


def _any(value: Value) -> Value:
    return replace(value, qty=SOME) if isinstance(value, Cosa) and value.qty.op == "ningun" else value


def measured_from(fact: Hecho) -> Hecho:
    """«un Rebelde adyacente», «el Rebelde más cercano» without more: to the bearer."""
    what = fact.role("que")
    mutual = isinstance(fact.role("quien"), Lista)  # «como si A y B fueran adyacentes»: to each other
    if (
        fact.verb == "ser"
        and isinstance(what, Cual)
        and what.kind in ("relacion", "extremo")
        and not (fact.role("a") or mutual)
    ):
        return replace(fact, roles=(*fact.roles, ("a", HERE)))
    return fact


def is_attack(value: Value | None) -> bool:
    return value == Papel("este_ataque") or (isinstance(value, Cosa) and value.sort == "ataque")
