"""Parts of clauses, and what can be asked of facts."""

from collections.abc import Iterator, Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import Mod, agree
from grammar.meaning.node import Node, node, rebuilt, replace
from grammar.meaning.values import (
    EVERY,
    Clause,
    Cond,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Papel,
    Pred,
    Pron,
    Qty,
    Value,
    Yo,
    is_nobody,
)

MANNER = frozenset(
    {
        "sin_importar", "en_lo_que_respecta_a", "a_efectos_de", "como_parte_de", "de_cara_a", "por_efecto_de",
        "a_diferencia_de",
    }
)  # fmt: skip
"""Prepositions of several words that say how, whatever the verb."""


PLACED = frozenset({"situar", "colocar", "ubicar"})
"""«situada en», «colocada a»: only says where."""


@node
class Verb(Node):
    """A verb group."""

    id: str
    at: int
    person: int
    number: str
    mood: str
    neg: bool = False
    past: bool = False
    would: bool = False
    passive: bool = False
    gender: str = "-"
    clitics: tuple[str, ...] = ()
    again: bool = False
    still: bool = False


@node
class Comp(Node):
    kind: str
    value: Any = None
    prep: str = ""


ONLY = Comp("circ", Cual("solo", "modo"), "modo")


@node
class Copula(Node):
    verb: str
    at: int
    person: int
    number: str
    neg: bool
    past: bool
    clitics: tuple[str, ...] = ()
    mood: str = ""


@node
class Modal(Node):
    kind: str
    at: int
    person: int
    number: str
    only: bool = False
    mood: str = ""
    clitics: tuple[str, ...] = ()
    """«se le puede quitar»: whose."""


@node
class Infs(Node):
    conj: str
    items: tuple[Pred, ...]
    purpose: "Infs | None" = None


def as_comp(mod: Mod) -> Comp:
    if mod.kind == "near":
        return Comp("adj_to", ((mod.value[0],), mod.value[1]))
    return Comp("range", mod.value) if mod.kind == "range" else Comp("place", mod.value, mod.prep)


def of_both(places: Sequence[Any]) -> tuple[Any, ...]:
    """«a [alcance-2] y dentro de la línea de visión de X»: both are X's. A line that tells X first goes before the range."""
    told = [place for place in places if (owner := _whose_line(place)) is not None and not _is_su(owner)]
    at = next((i for i, place in enumerate(places) if told and place is told[0]), 0)
    if not any(_from_nobody(place) for place in places[:at]):
        return tuple(places)
    owner = _whose_line(places[at])
    new = isinstance(owner, Cosa) and not owner.ref and not any(_marks(f) for f in owner.filters)
    end = Pron("tras", owner.gender, owner.number, owner.at) if new and isinstance(owner, Cosa) else owner
    made = [
        replace(place, value=(*place.value[:2], end, place.value[3])) if _from_nobody(place) else place for place in places[:at]
    ]
    return (places[at], *made, *places[at + 1 :]) if new else (*made, *places[at:])


def _from_nobody(place: Mod | Comp) -> bool:
    return place.kind == "range" and place.value[2] is None


def _marks(cond: Cond) -> bool:
    """«una unidad con esta cualidad» is the bearer."""
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "tener" else None
    return isinstance(what, Papel) and bool(what.this)


def _whose_line(place: Mod | Comp) -> Value | None:
    where = place.value[0].value if place.kind == "place_how" else place.value
    if place.kind not in ("en", "p", "place", "place_how") or not isinstance(where, Cosa) or where.sort != "linea":
        return None
    return next((f.role("que") for f in where.filters if isinstance(f, Hecho) and f.verb == "de"), None)


def _is_su(owner: Value) -> bool:
    return isinstance(owner, Pron) and owner.kind == "su"


def subject_agrees(subject: Value, pred: Pred) -> bool:
    if isinstance(subject, Lista):
        each = all(isinstance(item, Cosa) and item.qty == EVERY and item.number == "s" for item in subject.items)
        return pred.number in ("p", "-") or each if subject.conj == "y" else True
    if isinstance(subject, Cosa):
        number = subject.number if subject.number != "-" else "-"
        return agree(number, pred.number) and agree(subject.gender, pred.gender)
    if isinstance(subject, Papel):
        return agree("p" if subject.nombre.startswith("estos_") else "s", pred.number)  # «estas reglas se aplican»
    if isinstance(subject, Pron):
        return agree(subject.number, pred.number)
    return True


def with_subject(fact: Hecho, subject: Value) -> Hecho:
    """A state said of somebody."""
    return replace(fact, roles=(("quien", subject), *(item for item in fact.roles if item[0] != "quien")))


def implied(pred: Pred) -> Value:
    """Who does what no word says: you, or somebody told before."""
    if pred.person in (2, 0) or pred.mood == "imp":
        return Yo()
    return Pron("nadie" if pred.impersonal else "elidido", pred.gender, pred.number, pred.at, pred.sorts)


def with_roles(fact: Hecho, pred: Pred | None, subject: Value | None, modal: str) -> Hecho:
    """The fact with its subject in the role that the verb gives it."""
    role = pred.subject if pred is not None else "que"
    one = not isinstance(subject, Cosa) or (pred is not None and len(pred.facts) == 1)  # of two facts one would lose who he is
    if role == "de" and fact.verb == "en" and one and subject not in (None, It()):  # «si el defensor te tiene en su arco»
        nobody = is_nobody(subject)  # «ninguna nave te tiene en su arco»
        fact = replace(_in_its_own(fact, subject), neg=fact.neg or nobody)
    roles = list(fact.roles)
    if role == "de" and fact.verb == "de" and subject is not None:  # «que tengas en este sistema»: yours
        return replace(fact, roles=(*roles, ("que", subject)), modal=modal)
    if (
        role
        and role not in ("nadie", "duenos", "donde_ambos")
        and subject is not None
        and not (role == "de" and fact.role("de") is not None)
        and not any(key == role for key, _ in roles)
    ) and not (role == "de" and fact.verb not in ("a_alcance",)):
        roles.insert(0, (role, subject))
    if role == "dueno" and subject is not None:  # «tienes más fichas que …»: the subject's tokens are counted
        return replace(fact, roles=tuple((k, owned_by(v, subject) if k == "quien" else v) for k, v in fact.roles), modal=modal)
    if role == "hacen" and subject is not None:  # «controlas más terminales que tu adversario»: what each of them does
        (key, mine), (op, theirs) = fact.roles
        return replace(fact, roles=((key, _done_to(mine, subject)), (op, theirs)), modal=modal)
    if role in ("duenos", "donde_ambos") and subject is not None:  # «contiene más A que B»: both are counted there
        mine = of_owner(subject) if role == "duenos" else Hecho("en", (("quien", It()), ("donde", subject)))
        return replace(fact, roles=tuple((k, _narrowed(v, mine)) for k, v in fact.roles), modal=modal)
    if fact.verb == "hay" and role == "de" and subject is not None:
        roles = [(key, measured_by(value, subject)) for key, value in roles]
    told = "que" if pred is not None and role == "que" and not pred.impersonal else ""
    return replace(fact, roles=tuple(roles), modal=modal, sujeto=told)


def _in_its_own(value: Any, owner: Value) -> Any:
    if isinstance(value, Pron):
        return owner if value.kind == "duenno" else value
    return rebuilt(value, lambda part: _in_its_own(part, owner)) if isinstance(value, (Node, tuple)) else value


def _narrowed(value: Value, cond: Hecho) -> Value:
    if not isinstance(value, Cuenta) or not isinstance(value.de, Cosa):
        return value
    return Cuenta(replace(value.de, filters=(*value.de.filters, cond)))


def _done_to(value: Value, who: Value) -> Value:
    """What is counted, with who does to it what its last filter tells."""
    if not isinstance(value, Cuenta) or not isinstance(value.de, Cosa) or not isinstance(done := value.de.filters[-1], Hecho):
        return value
    return Cuenta(replace(value.de, filters=(*value.de.filters[:-1], replace(done, roles=(("quien", who), *done.roles)))))


def owned_by(value: Value, subject: Value) -> Value:
    assert isinstance(value, Cuenta) and isinstance(value.de, Cosa)
    return Cuenta(replace(value.de, filters=(*value.de.filters, of_owner(subject))))


def of_owner(owner: Value) -> Hecho:
    return Hecho("de", (("quien", It()), ("que", owner)))


def with_owner(pred: Pred, whose: Value) -> Pred:
    """What the act is done to is somebody's."""

    def owned(value: Value) -> Value:
        if not isinstance(value, Cosa):
            return value
        mine = of_owner(Pron("reflejo", "-", "-", pred.at))  # «se le pueden quitarse»: said twice
        return replace(value, filters=(*(f for f in value.filters if f != mine), of_owner(whose)))

    facts = tuple(replace(f, roles=tuple((k, owned(v) if k == "que" else v) for k, v in f.roles)) for f in pred.facts)
    return replace(pred, facts=facts)


LOCATION = frozenset({"a_alcance", "en"})


def measured_by(value: Value, subject: Value) -> Value:
    """«tienes un obstáculo a alcance 1»: measured from the subject."""
    if not isinstance(value, Cosa):
        return value
    filters = tuple(
        replace(f, roles=(*f.roles[:1], ("de", subject), *f.roles[1:]))
        if isinstance(f, Hecho) and f.verb == "a_alcance" and f.role("de") is None
        else f
        for f in value.filters
    )
    return replace(value, filters=filters)


def facts_of(clause: Clause, subject: Value | None) -> Iterator[Hecho]:
    """The facts of a clause with their subject."""
    for pred in clause.preds:
        for fact in pred.facts:
            yield with_roles(fact, pred, subject if not pred.impersonal else None, clause.modal)


def got_by(verb: str, on: Value, qty: Qty, lexicon: Lexicon) -> tuple[str, Cosa] | None:
    """«fijar una nave» is to get a lock on it: the verb that says so, and what is got; none of a verb with no such other."""
    told = str(lexicon.data.get("same_act", {}).get(verb, "")).split()
    if not told:
        return None
    name, noun, link = told
    known = lexicon.nouns[noun]
    upon = Hecho(link, (("quien", It()), ("que", on)))
    return name, Cosa(noun, known.sort, qty, gender=known.gender, number="s", filters=(upon,))


def joined(conj: str, facts: tuple[Hecho, ...]) -> Cond:
    """Facts as their clause joins them; `y_o`: the first, and one of the others."""
    if conj == "y_o":
        return Junto("y", (facts[0], Junto("o", facts[1:])))
    return Junto(conj or "y", facts)


def clause_of(subject: Value, infs: Infs) -> Clause:
    return Clause(subject, infs.items, infs.conj)
