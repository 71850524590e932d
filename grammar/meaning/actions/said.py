"""What a clause that was read is like: an order, a state, a ban, whole, elided."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.node import Node, node, replace
from grammar.meaning.values import (
    Act,
    Clause,
    Cosa,
    Cual,
    Frame,
    Gap,
    Hecho,
    Lista,
    Nombre,
    Papel,
    Piece,
    Pred,
    Roles,
    Value,
    Yo,
)
from grammar.meaning.values import parts as inside

RANGED = ("a_alcance", "en_vez_de")
ACTIVITIES = frozenset({"efectuar", "realizar", "ejecutar", "defender", "atacar", "mover"})
"""What one does for a while: two of them are done one after the other."""


STATES = frozenset({"ser", "tener", "hay", "en", "a_alcance", "de", "compara", "valer"})


@node
class Together(Node):
    first: Clause
    second: Clause


@node
class Between(Node):
    """«Después de A pero antes de B»: two moments."""

    first: Frame
    second: Frame


def holds_several(clause: Clause) -> bool:
    """«está a [alcance-1] y en su línea de visión»: two things that hold at once, though a moment's facts are alternatives."""
    return clause.conj != "o" and sum(len(pred.facts) for pred in clause.preds) > 1 and is_state(clause)


def in_both(clause: Clause) -> "Together":
    """The first of them is what happens, the rest its condition."""
    facts = [replace(pred, facts=(fact,)) for pred in clause.preds for fact in pred.facts]
    who = None if isinstance(clause.subject, Cosa) else clause.subject
    return Together(replace(clause, preds=tuple(facts[:1]), conj=""), replace(clause, subject=who, preds=tuple(facts[1:])))


def is_state(clause: Clause) -> bool:
    """What is so, and does not happen: being, having, lying somewhere."""
    return all(f.verb in STATES and not f.past for pred in clause.preds for f in pred.facts)


def is_told(clause: Clause) -> bool:
    """What can only be so or not (a state, what has been done, is not done, may be): of it «siempre que» is a condition."""
    return is_state(clause) or bool(clause.modal) or all(fact.past or fact.neg for pred in clause.preds for fact in pred.facts)


def goes_on(clause: Clause) -> bool:
    """What goes on for a while: attacking, moving."""
    facts = [fact for pred in clause.preds for fact in pred.facts]
    return not clause.modal and all(f.verb in ACTIVITIES and not (f.neg or f.past) for f in facts)


def clauses_in(parts: Sequence[Any]) -> tuple[Clause, ...]:
    return tuple(part for part in parts if isinstance(part, Clause))


COUNTED = frozenset({"n", "hasta", "al_menos"})


def counted_elsewhere(clause: Clause) -> bool:
    """«Mueve 2 unidades hasta 3 casillas, o hasta 5 si …»: which number?"""
    fact = clause.preds[0].facts[0]
    others = (*(value for name, value in fact.roles if name not in ("quien", "que")), *(value for _, value in fact.circ))
    numbers = [part.qty for part in inside(others) if isinstance(part, Cosa) and part.qty.op in COUNTED]
    return any(qty.op != "n" or qty.n != "1" for qty in numbers)


def counts_amount(act: Any) -> bool:
    """Whether the object is «1 ficha … o 2 fichas …»: the same thing in two amounts."""
    if not isinstance(act, Act):
        return False
    values = [fact.role("que") for pred in act.clause.preds for fact in pred.facts]
    return any(
        isinstance(v, Lista)
        and v.conj == "o"
        and all(isinstance(i, Cosa) for i in v.items)
        and len({i.qty for i in v.items if isinstance(i, Cosa)}) > 1
        for v in values
    )


def is_given(thing: Value) -> bool:
    """What a line may give: a bonus, a whole keyword, a state."""
    return isinstance(thing, (Cual, Nombre)) or (
        isinstance(thing, Cosa) and thing.ref == "" and thing.qty.op in ("mas", "menos", "masa")
    )


def replaces(pred: Pred) -> bool:
    """«en vez de eso» belongs to what is ruled, not to its moment or condition."""
    return any(key == "en_vez_de_eso" for fact in pred.facts for key, _ in fact.circ)


def has_edge(clause: Clause) -> bool:
    """«al final de la ronda» after an act is the moment's, told by the sentence."""
    return any(
        key in ("comienzo", "final", "comienzo_o_final", "despues", "antes", "al")
        for pred in clause.preds
        for fact in pred.facts
        for key, _ in fact.circ
    )


def yours_last(pieces: Sequence[Piece]) -> bool:
    """«esa nave no puede atacar y tú puedes efectuar un ataque después de moverte»: only you move there."""
    *before, last = pieces
    others = [piece.act.clause.subject if isinstance(piece.act, Act) else None for piece in before]
    mine = isinstance(last.act, Act) and last.act.clause.subject == Yo() and last.joint == "y"
    return mine and all(isinstance(who, (Cosa, Papel, Nombre)) for who in others)


def infinite(frame: Frame) -> bool:
    """«después de convertir los incrementos puede …»: an infinitive is no sentence that would need its comma."""
    return bool(frame.events) and all(pred.mood == "inf" for clause in frame.events for pred in clause.preds)


def purposed(clause: Clause) -> bool:
    """«si gasta una ficha para volver a tirar dados»: told of a condition; an act pays for its purpose."""
    return any(key == "para" for pred in clause.preds for fact in pred.facts for key, _ in fact.circ)


def is_yours(value: Value | None) -> bool:
    """You, or one of your figures."""
    if isinstance(value, Lista):
        return any(is_yours(item) for item in value.items)
    owned = isinstance(value, Cosa) and any(
        isinstance(f, Hecho) and f.verb == "de" and f.role("que") == Yo() for f in value.filters
    )
    return owned or value in (Yo(), Papel("yo"))


def forbids(clause: Clause) -> bool:
    """«no lo marques»: an order not to."""
    return clause.subject is None and all(
        p.person == 2 and p.mood == "subj" and p.facts and all(f.neg for f in p.facts) for p in clause.preds
    )


def polite(clause: Clause) -> bool:
    """«Retire esta carta»: no subjunctive opens a sentence but an order to «usted»."""
    return (
        clause.subject is None
        and not clause.modal
        and all(
            p.person == 3 and p.mood == "subj" and p.number == "s" and p.subject == "quien" and not p.impersonal
            for p in clause.preds
        )
    )


def left_out(clause: Clause, who: Value, lexicon: Lexicon) -> bool:
    """«Después de que sufra [daño], Maul ataca»: who is left out is named right after it."""
    third = all(p.person == 3 and not p.impersonal and p.subject == "quien" and p.number != "p" for p in clause.preds)
    return (
        not isinstance(who, Yo)
        and clause.subject is None
        and third
        and all(fits(who, pred.sorts, lexicon) for pred in clause.preds)
    )


def defines(act: Act | Gap) -> bool:
    """«X es el número de Héroes»: two of these stand side by side with a comma."""
    who = act.clause.subject if isinstance(act, Act) else None
    return isinstance(who, Cosa) and who.noun == "numero" and not who.qty.n.isdigit()


def is_order(clause: Clause) -> bool:
    return clause.subject is None and all(pred.mood == "imp" for pred in clause.preds)


def is_whole(clause: Clause) -> bool:
    return not any(pred.gap for pred in clause.preds)


def is_main(clause: Clause) -> bool:
    """An order or a statement: no subjunctive stands alone, but «no puede» and «puede» do."""
    return all(pred.mood in ("ind", "imp", "fut", "") for pred in clause.preds)


def is_done(pred: Pred) -> bool:
    """«después de que ha realizado …»: the perfect, where the subjunctive is better Spanish."""
    return pred.mood == "ind" and all(fact.past for fact in pred.facts)


def in_one_time(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """«si durante esta ronda has atacado y te has defendido»: what one has done is of the one time that is told."""
    times = {item for c in clauses for p in c.preds for f in p.facts for item in f.circ if item[0] == "durante"}
    who = {(c.subject, p.person, p.impersonal) for c in clauses for p in c.preds}
    deeds = all(f.past for c in clauses for p in c.preds for f in p.facts)
    if len(times) != 1 or len(who) > 1 or not deeds:
        return clauses
    return tuple(c if has_time(c) else with_circ(c, tuple(times)) for c in clauses)


def with_circ(clause: Clause, more: Roles) -> Clause:
    return replace(
        clause,
        preds=tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, *more)) for f in p.facts)) for p in clause.preds),
    )


def denied_each(pieces: tuple[Piece, ...]) -> tuple[Piece, ...] | None:
    """«no recuperan escudos ni retiran fichas durante esta ronda»: the denial is said of each, with the time that closes it."""
    made: list[Piece] = []
    for piece in pieces:
        if piece.joint == "ni":
            before = made[-1].act
            denied = _denied(piece.act) if not piece.leads and isinstance(before, Act) and _denies(before.clause) else None
            if denied is None:
                return None
            piece = Piece("y", (), denied)
        made.append(piece)
    if all(piece.joint == "ni" for piece in pieces[1:]) and len(pieces) > 1:
        last = made[-1].act
        assert isinstance(last, Act)
        when = tuple(c for pred in last.clause.preds for fact in pred.facts for c in fact.circ if c[0] in ("durante", "hasta"))
        made[:-1] = [_then(piece, when) for piece in made[:-1]]
    return tuple(made)


def _then(piece: Piece, when: Roles) -> Piece:
    act = piece.act
    if not isinstance(act, Act) or has_time(act.clause):
        return piece
    return replace(piece, act=replace(act, clause=with_circ(act.clause, when)))


def _denies(clause: Clause) -> bool:
    return clause.modal == "no_puede" or all(fact.neg for pred in clause.preds for fact in pred.facts)


def _denied(act: "Act | Gap") -> Act | None:
    """What stands behind «ni»: «retiran», «tampoco retiran», «puede retirar»."""
    if isinstance(act, Gap) or act.link or act.clause.modal not in ("", "puede", "no_puede"):
        return None
    if act.clause.modal == "no_puede":  # «ni tampoco puede …»
        return act
    if act.clause.modal:
        return replace(act, clause=replace(act.clause, modal="no_puede"))
    return act if _denies(act.clause) else replace(act, clause=negated_clause(act.clause))


def has_time(clause: Clause) -> bool:
    return any(key in ("durante", "hasta") for pred in clause.preds for fact in pred.facts for key, _ in fact.circ)


def negated_clause(clause: Clause) -> Clause:
    return replace(
        clause, preds=tuple(replace(p, facts=tuple(replace(f, neg=not f.neg) for f in p.facts)) for p in clause.preds)
    )
