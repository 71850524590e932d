"""Frames of a sentence as moments, conditions and circumstances."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.verbs import MANNER, facts_of, implied, joined
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.effect import Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.moments import told_attack
from grammar.meaning.shapes import no_more_than
from grammar.meaning.values import (
    ONE,
    SIDES,
    THE,
    Act,
    Clause,
    Cond,
    CondClause,
    Cosa,
    Frame,
    Hecho,
    Junto,
    Papel,
    Pron,
    Roles,
    Sentence,
    Value,
    Yo,
)

SPANS = ("hasta", "durante", "por_cada", "hasta_un_maximo", "en_vez_de", "ademas_de", "para", "modo_de", *sorted(MANNER))


def around_moments(leads: Sequence[Frame], during: list[Frame]) -> list[Frame]:
    """«Durante la fase Final, después de que te defiendas, …»: the time is that of the whole, cost and all."""
    whens = [at for at, frame in enumerate(leads) if frame.kind == "cuando"]
    return [frame for frame in during if whens and leads.index(frame) < whens[0]]


def shared_time(items: list[Item]) -> tuple[list[Momento], list[Item]]:
    """«no puede … durante esta ronda» is «durante esta ronda, no puede …»: a time that all the acts share is the moment's."""
    facts = [fact for item in items if isinstance(item, Paso) for fact in (*item.coste, *item.efecto)]
    if not facts or not all(isinstance(item, Paso) for item in items) or not all(isinstance(f, Hecho) for f in facts):
        return [], items
    if any(isinstance(item, Paso) and (item.modo == "solo_puede" or no_more_than(item)) for item in items):
        return [], items  # «sólo puedes realizar esta acción durante ese paso», «no más de 1»: the time is what is restricted
    times = [v for key, v in facts[0].circ if key == "durante" and not the_rest(v)]  # type: ignore[union-attr]
    if not times or not all(("durante", times[0]) in f.circ for f in facts):  # type: ignore[union-attr]
        return [], items

    def without(part: Item) -> Item:
        assert isinstance(part, Hecho)
        return replace(part, circ=tuple(c for c in part.circ if c[0] != "durante" or the_rest(c[1])))

    bare: list[Item] = [
        replace(item, coste=tuple(map(without, item.coste)), efecto=tuple(map(without, item.efecto)))
        for item in items
        if isinstance(item, Paso)
    ]
    return [Momento("durante", tiempo=times[0])], bare


def the_rest(value: Value | None) -> bool:
    """«durante el resto de la partida»: how long it lasts, and no moment at which something happens."""
    return isinstance(value, Cosa) and value.noun == "resto"


def edges_of(conds: tuple[Cond, ...]) -> tuple[list[Momento], tuple[Cond, ...]]:
    """«Si … al final de la ronda, …» is «Al final de la ronda, si …, …»."""
    found = list(
        dict.fromkeys(
            item for cond in conds if isinstance(cond, Hecho) for item in cond.circ if item[0] in ("comienzo", "final")
        )
    )
    bare = tuple(replace(c, circ=tuple(i for i in c.circ if i not in found)) if isinstance(c, Hecho) else c for c in conds)
    return [Momento(key, tiempo=value) for key, value in found], bare


def rolled_conds(frames: Sequence[Frame]) -> tuple[Cond, ...]:
    """«Con un resultado [crítico], …»: if who rolled got that."""
    return tuple(
        Hecho("sacar", (("quien", Pron("quien_tira", "-", "-", -1)), ("que", frame.value)), past=True)
        for frame in frames
        if frame.kind == "si_sale" and frame.value is not None
    )


def nobody_told(frames: list[Frame]) -> bool:
    """«…, después de defender, …»: an infinitive that says nobody, read as yours."""
    events = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    return any(clause.subject == Yo() and all(pred.mood == "inf" for pred in clause.preds) for clause in events)


def of_another(fact: Hecho) -> bool:
    return fact.role("quien") not in (None, Yo())


def rolled_by_anybody(frames: list[Frame]) -> list[Frame]:
    """«Mientras otra nave se defiende, antes de tirar los dados, …»: whoever rolls them, not you."""
    whens = [frame for frame in frames if frame.kind == "cuando" and frame.events]
    others = any(clause.subject not in (None, Yo()) for frame in whens for clause in frame.events)
    others = others or any(f.kind == "durante" and f.value is not None and _attack(f.value) for f in frames)
    if not others:
        return frames
    return [
        replace(frame, events=tuple(_by_anybody(clause) for clause in frame.events)) if frame in whens else frame
        for frame in frames
    ]


def by_its_side(frames: list[Frame], sentence: Sentence, others: bool) -> list[Frame]:
    """«Mientras una nave aliada ataca, …, después de defender, el defensor …»: he does both, where others have been told."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    side = acts[0].clause.subject if acts else None
    told = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    if side not in SIDES or not (others or any(clause.subject not in (None, Yo()) for clause in told)):
        return frames

    def his(clause: Clause) -> Clause:
        facts = [fact for pred in clause.preds for fact in pred.facts]
        alone = clause.subject == Yo() and all(pred.mood == "inf" for pred in clause.preds)
        does = all(f.verb == "defender" if side == Papel("defensor") else told_attack(f) for f in facts)
        return replace(clause, subject=side) if alone and does else clause

    return [replace(f, events=tuple(map(his, f.events))) if f.kind == "cuando" else f for f in frames]


def _attack(value: Value) -> bool:
    return isinstance(value, Cosa) and value.sort == "ataque" and not value.ref


def _by_anybody(clause: Clause) -> Clause:
    rolls = all(p.mood == "inf" and all(f.verb in ("tirar", "volver_a_tirar") for f in p.facts) for p in clause.preds)
    if not rolls or clause.subject != Yo():
        return clause
    return replace(clause, subject=None, preds=tuple(replace(pred, impersonal=True) for pred in clause.preds))


def _refuse_for_both(frame: Frame, lexicon: Lexicon) -> None:
    """«Mientras te defiendes o atacas contra X»: is X in both? Who is defended against may be told of either."""
    facts = [fact for clause in frame.events for pred in clause.preds for fact in pred.facts]
    told = [_against(fact) for fact in facts]
    fights = [fact.verb == "defender" or told_attack(fact) for fact in facts]
    if told and told[-1] and any(fight and not own for fight, own in zip(fights, told, strict=True)):
        raise Senseless("«contra …» puede ser de todo o sólo de lo último: dilo en cada cosa, o en dos frases", frame.at)
    for said, where in (("a través de …", _through), ("a alcance …", _at_range)):
        found = [where(fact, lexicon) for fact in facts]
        if found and found[-1] and False in found:
            raise Senseless(f"«{said}» puede ser de todo o sólo de lo último: dilo en cada cosa, o en dos frases", frame.at)


def _through(fact: Hecho, lexicon: Lexicon) -> bool | None:
    """Whether it is said through what; None where it could not be."""
    may = any(role.name == "a_traves_de" for role in lexicon.verbs.get(fact.verb, ()))
    return fact.role("a_traves_de") is not None if may else None


def _at_range(fact: Hecho, _lexicon: Lexicon) -> bool | None:
    """Whether it is said at which range one fights; None of what is no fight."""
    if fact.verb != "defender" and not told_attack(fact):
        return None
    what = fact.role("que")
    told = isinstance(what, Cosa) and any(isinstance(f, Hecho) and f.verb == "a_alcance" for f in what.filters)
    return told or any(key == "a_alcance" for key, _ in fact.circ)


def _against(fact: Hecho) -> bool:
    what = fact.role("que")
    told = isinstance(what, Cosa) and any(isinstance(f, Hecho) and f.verb == "contra" for f in what.filters)
    return told or fact.role("contra") is not None


def moment_of(frame: Frame, lexicon: Lexicon) -> Momento:
    _refuse_for_both(frame, lexicon)
    made = _attack_of(frame.value) if frame.rel in ("antes", "despues") and "third_person_bearer" not in lexicon.data else None
    if made is not None and "continues" not in lexicon.data:
        return Momento(frame.rel, (made,))
    if frame.value is not None:
        return Momento(frame.rel, tiempo=frame.value)
    facts: list[Hecho] = []
    for clause in frame.events:
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        lasting = frame.rel == "mientras"  # «mientras tenga capturada una ficha»: it has been done, and holds
        facts.extend(fact if lasting or fact.still else replace(fact, past=False) for fact in facts_of(clause, subject))
    return Momento(frame.rel, tuple(facts))


def _attack_of(value: Value | None) -> Hecho | None:
    """«Tras un ataque tuyo» is «después de que efectúes un ataque»."""
    if not isinstance(value, Cosa) or value.sort != "ataque" or value.ref == "ese" or value.qty not in (ONE, THE):
        return None
    whose = [f for f in value.filters if isinstance(f, Hecho) and f.verb == "de" and not f.neg]
    who = whose[0].role("que") if len(whose) == 1 else None
    if who is None:
        return None
    attack = replace(value, qty=ONE, ref="", filters=tuple(f for f in value.filters if f is not whose[0]))
    return Hecho("efectuar", (("quien", who), ("que", attack)))


def lasting_times(moments: list[Momento]) -> tuple[Roles, list[Momento]]:
    """«mientras te defiendes hasta el final de la ronda» is «hasta el final de la ronda, mientras te defiendes»."""
    ends = [
        item for m in moments if m.rel == "mientras" and len(m.hechos) == 1 for item in m.hechos[0].circ if item[0] == "hasta"
    ]
    if len(ends) != 1:
        return (), moments

    def bare(fact: Hecho) -> Hecho:
        return replace(fact, circ=tuple(item for item in fact.circ if item not in ends))

    return tuple(ends), [replace(m, hechos=tuple(map(bare, m.hechos))) if m.rel == "mientras" else m for m in moments]


EVENTS = frozenset({"cuando", "cada_vez", "despues", "antes", "primera_vez", "siguiente_vez"})
"""Moments that come, and are waited for; «mientras» lasts by itself."""


def waited_for(leads: tuple[Frame, ...]) -> tuple[list[Momento], tuple[Frame, ...]]:
    """«Hasta el final de la ronda, cada vez que te ataquen, …»: so long it is waited for, however long it lasts then."""
    event = next((at for at, frame in enumerate(leads) if frame.kind == "cuando" and frame.events), 0)
    if leads[event : event + 1] and leads[event].rel not in EVENTS:
        return [], leads
    until = [frame for frame in leads[:event] if frame.kind == "hasta" and frame.value is not None]
    return [Momento("hasta", tiempo=frame.value) for frame in until], tuple(frame for frame in leads if frame not in until)


def conds_of(frame: Frame) -> tuple[Cond, ...]:
    assert frame.cond is not None
    found = _cond(frame.cond)
    return found.items if isinstance(found, Junto) and found.op == "y" else (found,)


def _cond(cond: CondClause) -> Cond:
    items: list[Cond] = []
    before: Value | None = None
    for clause in cond.items:
        if isinstance(clause, CondClause):
            items.append(_cond(clause))
            continue
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        if isinstance(subject, Pron) and before is not None and subject.kind == "elidido" and not isinstance(before, Yo):
            subject = subject
        before = subject
        facts = tuple(facts_of(clause, subject))
        if len(facts) == 1:
            items.append(facts[0])
        elif all(not fact.neg for fact in facts):
            items.append(joined(clause.conj, facts))
        else:
            items.append(Junto("y", facts))
    made: Cond = items[0] if len(items) == 1 else Junto(cond.op, tuple(items))
    return negated(made) if cond.neg else made


def negated(cond: Cond) -> Cond:
    if isinstance(cond, Hecho):
        return replace(cond, neg=not cond.neg)
    return Junto("o" if cond.op == "y" else "y", tuple(negated(item) for item in cond.items))


def span_of(frame: Frame) -> tuple[str, Value]:
    if frame.events:
        clause = frame.events[0]
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        return (frame.kind, next(iter(facts_of(clause, subject))))
    assert frame.value is not None
    return (frame.kind, frame.value)
