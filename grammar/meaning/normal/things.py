"""One shape for a thing: by which arc, of which face, but for which others, with how many."""

from typing import Any

from grammar.meaning.actions.things import HERE
from grammar.meaning.node import replace
from grammar.meaning.values import ONE, Cond, Cosa, Cual, Hecho, It, Lista, Papel, Pron, parts


def faces_said(thing: Cosa) -> Cosa:
    """«resultados que sean [impacto] o [crítico]» are «resultados [impacto] o [crítico]»."""

    def told(cond: Cond) -> tuple[Cond, ...]:
        what = (
            cond.role("que") if isinstance(cond, Hecho) and cond == Hecho("ser", cond.roles) and len(cond.roles) == 2 else None
        )
        same = isinstance(what, Cosa) and what.noun == thing.noun == "resultado" and what.qty.op == "masa" and not what.id
        return what.filters if same and isinstance(what, Cosa) else (cond,)

    made = tuple(part for cond in thing.filters for part in told(cond))
    return thing if made == thing.filters else replace(thing, filters=made)


def from_its_arc(thing: Cosa) -> Cosa:
    """«una nave enemiga en su [arco-frontal] a alcance 1»: the range is that of whose arc it is."""
    arcs = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    arc = arcs[0] if len(arcs) == 1 else None
    if not isinstance(arc, Cosa) or arc.sort != "arco":
        return thing
    owner = next((f.role("que") for f in arc.filters if isinstance(f, Hecho) and f.verb == "de"), None)
    if not isinstance(owner, (Pron, Papel)):
        return thing
    return replace(
        thing,
        filters=tuple(
            replace(f, roles=tuple((key, owner if (key, v) == ("de", HERE) else v) for key, v in f.roles))
            if isinstance(f, Hecho) and f.verb == "a_alcance"
            else f
            for f in thing.filters
        ),
    )


def as_it_is(cond: Cond) -> Cond:
    """«1 puerta que esté cerrada», «que haya sido cerrada» is «1 puerta cerrada»; with its time it is what has been done.

    «que no esté cerrada» is how it is, «que no haya sido cerrada» that nobody has."""
    if not isinstance(cond, Hecho) or cond.role("que") != It() or cond.role("quien") is not None or cond.neg:
        return cond
    if cond.would or cond.modal or cond.verb in ("ser", "tener"):
        return cond
    return replace(cond, past=cond.past and any(key == "durante" for key, _ in cond.circ), still=False)


def but_those(thing: Cosa) -> Cosa:
    """«1 dispositivo, salvo las minas» is «1 dispositivo que no sea una mina»."""
    if not any(isinstance(f, Hecho) and f.verb == "salvo" for f in thing.filters):
        return thing
    return replace(thing, filters=tuple(_none_such(f, thing.sort) for f in thing.filters))


def _none_such(cond: Cond, sort: str) -> Cond:
    other = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "salvo" and not cond.neg else None
    if not isinstance(cond, Hecho) or not isinstance(other, Cosa) or other.filters or other.id or other.sort != sort:
        return cond
    if other.qty.op not in ("todos", "algun", "masa"):
        return cond
    return Hecho("ser", (("quien", It()), ("que", replace(other, qty=ONE, ref="", number="s"))), neg=True)


def ranked(thing: Cosa) -> bool:
    """«las 2 figuras más cercanas», «las 2 de mayor coste», «las 4 primeras»: that many of more."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida", "orden") for part in parts(thing.filters))


ANOTHER = Hecho("otro", (("quien", It()),))


def as_before(thing: Cosa) -> Cosa:
    """«otra maniobra con su misma dirección», of the one that is replaced, is «otra maniobra con la misma dirección»."""
    if ANOTHER not in thing.filters:
        return thing
    whose = Hecho("de", (("quien", It()), ("que", Papel(f"este_{thing.noun}"))))

    def plain(part: Any) -> Any:
        if isinstance(part, Lista):
            return replace(part, items=tuple(map(plain, part.items)))
        same = isinstance(part, Cosa) and any(isinstance(f, Hecho) and f.verb == "mismo" for f in part.filters)
        return replace(part, filters=tuple(f for f in part.filters if f != whose)) if same else part

    def told(cond: Cond) -> Cond:
        if not isinstance(cond, Hecho) or cond.verb != "tener":
            return cond
        return replace(cond, roles=tuple((key, plain(what) if key == "que" else what) for key, what in cond.roles))

    return replace(thing, filters=tuple(map(told, thing.filters)))
