"""Who is spoken to: «retira» can be an order to you or what somebody does. Cards tell by what was said before it.

A verb in the third person without a subject continues somebody of the same sentence; otherwise it is an order.
"""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import sort_of
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import (
    EVERY,
    THE,
    Act,
    Clause,
    CondClause,
    Cosa,
    Cual,
    Frame,
    Hecho,
    Lista,
    Nombre,
    Papel,
    Piece,
    Pred,
    Pron,
    Sentence,
    Value,
    Yo,
    parts,
)

ATTACKS = frozenset({"atacar", "realizar", "declarar", "mover", "defender"})


class Unaddressed(Exception):
    """A verb that may be told to you or go on about somebody: its place."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def addressed(readings: Sequence[Sentence], lexicon: Lexicon) -> tuple[Sentence, ...]:
    """The readings whose persons make sense; an order gives way to a subject that goes on."""
    wide = bool(lexicon.data.get("third_person_bearer"))
    for reading in readings if wide and "continues" not in lexicon.data else ():
        _either_of_the_moment(reading, lexicon)
    if "continues" in lexicon.data:
        readings = [_permitted_other(reading, lexicon) for reading in readings]
        for reading in readings:
            _not_who_is_told(reading, lexicon)
        orders = frozenset(lexicon.data.get("always_orders", "").split())
        return _continued(readings, frozenset(lexicon.data["continues"].split()), orders, lexicon)
    if wide:
        readings = [_not_yours(reading) for reading in readings]
    either = frozenset(lexicon.data.get("undergone", "").split())
    doubtful = [reading for reading in readings if _two_ships(reading, either, lexicon)]
    if not any(_orders(reading) for reading in doubtful):
        doubtful = []  # «recibirá 1 ficha» is nobody's order
    if doubtful and len(doubtful) == len(readings):
        bare = (clause for clause in _mains(doubtful[0]) if clause.subject is None and _undergone(clause, either))
        raise Unaddressed(next(clause.preds[0].at for clause in bare))
    readings = [reading for reading in readings if reading not in doubtful]
    ordered = {place for reading in readings for place in _orders(reading)}  # «se compromete» is nobody's order
    sensible = [reading for reading in readings if _sensible(reading, wide, lexicon, either, ordered)]
    kept = {place for reading in sensible for place in _after_its_subject(reading, either, lexicon)}
    sensible = [reading for reading in sensible if not _orders(reading) & kept]
    going_on = [reading for reading in sensible if any(_free_third(clause) for clause in _mains(reading))]
    if any(_to_you(reading) for reading in sensible):
        yours = [reading for reading in sensible if not _goes_on_at_once(reading, ordered)]
        hers = {place for reading in yours for place in _behind_its_subject(reading)}
        return tuple(reading for reading in yours if not _orders(reading) & hers)
    if not going_on:
        return tuple(sensible)
    rolled = any(frame.kind == "si_sale" for reading in going_on for frame in reading.leads)
    places = {p for reading in going_on for p in _free_place(reading, frozenset() if rolled else either)}
    if wide:
        return tuple(reading for reading in sensible if not _orders(reading, "elegir" if _enemy_told(reading) else "") & places)
    if any(_of_a_place(reading, lexicon) for reading in sensible):
        return tuple(sensible)
    return tuple(reading for reading in sensible if reading in going_on or not _orders(reading) & places)


def _of_a_place(sentence: Sentence, lexicon: Lexicon) -> bool:
    """«Si contiene unidades Rebeldes, destruye 1»: a system has them, and does nothing; binding tells whether it is one."""
    conds = [clause for frame in sentence.leads if frame.kind == "si" for clause in _clauses(frame)]
    places = lexicon.data.get("containers", "").split()
    return bool(conds) and all(
        clause.subject is None
        and all(fact.verb == "tener" and _lies_in(fact.role("que"), places, lexicon) for p in clause.preds for fact in p.facts)
        for clause in conds
    )


def _lies_in(what: Value | None, places: Sequence[str], lexicon: Lexicon) -> bool:
    has = lexicon.data.get("has", {})
    return isinstance(what, Cosa) and any(what.sort in str(has.get(place, "")).split() for place in places)


def _either_of_the_moment(sentence: Sentence, lexicon: Lexicon) -> None:
    """«Después de que una unidad enemiga ataque a esta unidad, puede atacarla»: which of them?

    «Después de que una unidad aliada sea derrotada, gana 1 ficha»: not that one, or who?"""
    events = [clause for frame in sentence.leads if frame.kind == "cuando" for clause in frame.events]
    first = next(iter(_mains(sentence)), None)
    if not events or first is None or first.subject is not None or any(frame.kind == "si" for frame in sentence.leads):
        return
    if first.preds[0].person != 3 or first.preds[0].impersonal or first.preds[0].subject != "quien":
        return
    done = [(clause, pred, fact) for clause in events for pred in clause.preds for fact in pred.facts]
    beaten = any(fact.verb == "derrotar" and p.subject == "que" and _one_other(c.subject, lexicon) for c, p, fact in done)
    struck = any(
        fact.verb == "atacar" and _one_other(clause.subject, lexicon) and _is_bearer(fact.role("que"))
        for clause, _, fact in done
    )
    if (struck and first.modal == "puede") or beaten:
        raise Unaddressed(first.preds[0].at)


def _is_bearer(value: Value | None) -> bool:
    if isinstance(value, Cosa):
        return value.ref == "este" or Papel("este_cualidad") in parts(value.filters)
    return value in (Yo(), Papel("yo"))


def _permitted_other(sentence: Sentence, lexicon: Lexicon) -> Sentence:
    """«Cuando una figura amiga ataque, puede … si estás herido»: you would be told «puedes», so that it is she."""
    frames = (*sentence.leads, *sentence.tails)
    conds = [clause for frame in frames if frame.kind == "si" for clause in _clauses(frame)]
    others = [clause.subject for frame in frames if frame.kind == "cuando" for clause in frame.events]
    who = others[0] if len(others) == 1 else None
    told_you = any(clause.subject is None and any(pred.person == 2 for pred in clause.preds) for clause in conds)
    if not told_you or not isinstance(who, Cosa) or not _one_other(who, lexicon):
        return sentence
    that = replace(who, qty=THE, ref="ese", filters=())

    def permitted(piece: Piece) -> Piece:
        act = piece.act
        if not isinstance(act, Act) or act.clause.subject is not None or not act.clause.modal:
            return piece
        if any(pred.person != 3 or pred.impersonal or pred.subject != "quien" for pred in act.clause.preds):
            return piece
        return replace(piece, act=replace(act, clause=replace(act.clause, subject=replace(that, at=act.clause.preds[0].at))))

    return replace(sentence, pieces=tuple(map(permitted, sentence.pieces)))


def _not_who_is_told(sentence: Sentence, lexicon: Lexicon) -> None:
    """«Después de que derrotes a una figura, si estaba herida, …»: who reads would be told «estabas»."""
    frames = (*sentence.leads, *sentence.tails)
    events = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    you = any(pred.person == 2 for clause in events if clause.subject is None for pred in clause.preds)
    other = any(_one_other(fact.role("que"), lexicon) for clause in events for pred in clause.preds for fact in pred.facts)
    conds = [clause for frame in frames if frame.kind == "si" for clause in _clauses(frame) if _left_out(clause)]
    if you and other and conds and any(pred.subject == "quien" for pred in conds[0].preds):
        raise Unaddressed(conds[0].preds[0].at)


def gone_on(sentences: Sequence[Sentence], lexicon: Lexicon, words: Sequence[str]) -> None:
    """«Elige 1 figura enemiga. Sufre 2 [daño]»: an order to who reads, or what becomes of the chosen one? Nobody could tell."""
    verbs = frozenset(lexicon.data.get("chosen_undergoes", "").split())
    whoever = frozenset(lexicon.data.get("whoever", "").split())
    for at, (before, after) in enumerate(itertools.pairwise(sentences)):
        last, first = next(reversed(_mains(before)), None), next(iter(_mains(after)), None)
        if first is not None and _done_or_undergone(sentences[: at + 1], after, first, lexicon):
            raise Unaddressed(first.preds[0].at)
        if "continues" in lexicon.data and first is not None and _about_named(before) and _asked_of_nobody(after, first):
            raise Unaddressed(first.preds[0].at)  # «Si Luke está aquí, mueve 4. Si no puede moverse, ataca»: he, or you?
        if last is None or first is None or first.subject is not None or not (verbs or _one_other(last.subject, lexicon)):
            continue
        if _undergone(first, verbs) and first.preds[0].subject == "quien" and _otherwise(sentences[: at + 1], after, lexicon):
            raise Unaddressed(first.preds[0].at)
        if any(frame.kind != "enlace" or frame.rel != "luego" for frame in after.leads):
            continue
        choice = [fact.role("que") for pred in last.preds for fact in pred.facts if fact.verb == "elegir"]
        # «Elige A y B. Gana …»
        chosen = [one for what in choice for one in (what.items if isinstance(what, Lista) else (what,))]
        goes_on = "continues" in lexicon.data or (not verbs and first.preds[0].mood == "imp")  # «El jugador X … . Luego roba …»
        told = [_spoken_last(before)] if goes_on else []  # «El objetivo sufre 2 [daño]. Adquiere Aturdimiento.»
        done_to = [f.role("que") for pred in last.preds for f in pred.facts] if verbs and _undergone(first, verbs) else []
        """«Refuerza una figura de este grupo. Adquiere Concentración.»: that one, or who bears the card?"""
        other = any(_one_other(who, lexicon) for who in (*chosen, *told, *done_to)) or (told and _done_to_one(last))
        third = first.preds[0].person == 3 or first.preds[0].mood == "imp"
        going = bool(after.leads) and bool(told) and last.subject is not None and not first.modal
        """«El Rebelde más cercano se mueve. Después, ataca.»: he, or you?"""
        place = first.preds[0].at
        if first.preds[0].subject != "quien" or words[place].lower().endswith("te"):  # «muévete»: you
            continue
        if all(fact.verb in whoever and _all_of(fact.role("que")) for pred in first.preds for fact in pred.facts):
            continue  # «Luego anula todos los resultados»: no choice of anybody's
        tested = all(_goes_on(fact, frozenset({"realizar"})) for pred in first.preds for fact in pred.facts)
        itself = bool(verbs) and first.preds[0].mood == "ind" and "se" in map(str.lower, words[max(0, place - 1) : place + 1])
        """«Elige 1 figura. Se mueve 2»: no order to you."""
        either = going or tested or itself or _undergone(first, verbs) or (first.modal and "*" in verbs)
        if other and third and not first.preds[0].impersonal and either:
            raise Unaddressed(first.preds[0].at)


def _all_of(what: Value | None) -> bool:
    return isinstance(what, Cosa) and what.qty == EVERY


def _done_or_undergone(told: Sequence[Sentence], after: Sentence, first: Clause, lexicon: Lexicon) -> bool:
    """«Mientras una nave enemiga te ataca, puedes A. Si lo haces, pierde 1 ficha»: you, or that ship?"""
    either = frozenset(lexicon.data.get("undergone", "").split())
    bare = first.subject is None and not first.modal and (first.preds[0].mood == "imp" or _free_third(first))
    if not bare or not _to_you(after) or not _undergone(first, either) or any(frame.kind == "si" for frame in after.leads):
        return False
    moments = [clause for before in told for frame in before.leads if frame.kind == "cuando" for clause in frame.events]
    chosen = [f.role("que") for before in told for c in _mains(before) for p in c.preds for f in p.facts if f.verb == "elegir"]
    others = [clause.subject for clause in moments if not _destroyed(clause)]
    return any(_one_other(who, lexicon) for who in (*others, *chosen))


def _spoken_last(sentence: Sentence) -> Value | None:
    """«El objetivo sufre 1 [daño] y adquiere Debilidad»: the subject of both."""
    for clause in reversed(_mains(sentence)):
        if clause.subject is not None or not _free_third(clause):
            return clause.subject
    return None


def _about_named(sentence: Sentence) -> bool:
    """«Si Luke está aquí, mueve 4»: a figure of that name does."""
    conds = [clause for frame in sentence.leads if frame.kind == "si" for clause in _clauses(frame)]
    mains = _mains(sentence)
    return bool(mains) and mains[-1].subject is None and any(isinstance(clause.subject, Nombre) for clause in conds)


def _asked_of_nobody(sentence: Sentence, first: Clause) -> bool:
    """«Si no puede moverse, ataca»: whoever was spoken of."""
    conds = [clause for frame in sentence.leads if frame.kind == "si" for clause in _clauses(frame)]
    return first.subject is None and not first.modal and bool(conds) and all(map(_left_out, conds))


def _otherwise(told: Sequence[Sentence], after: Sentence, lexicon: Lexicon) -> bool:
    """«Si el objetivo está Aturdido, … . De lo contrario, adquiere …»: he who was asked about, or you?"""
    if not any(frame.kind == "enlace" and frame.rel == "si_no_lo_hace" for frame in after.leads):
        return False
    *earlier, before = told
    others = any(_one_other(clause.subject, lexicon) for sentence in earlier for clause in _mains(sentence))
    asked = [clause for frame in before.leads if frame.kind == "si" for clause in _clauses(frame)]
    return any(
        (_one_other(clause.subject, lexicon) if clause.subject is not None else others)
        and all(pred.person == 3 and not pred.impersonal and pred.subject == "quien" for pred in clause.preds)
        for clause in asked
    )


def _done_to_one(clause: Clause) -> bool:
    """«Empújala 2 casillas»: somebody who was told before is spoken of."""
    things = [fact.role("que") for pred in clause.preds for fact in pred.facts if fact.verb == "empujar"]
    return any(isinstance(what, Pron) or (isinstance(what, Cosa) and what.ref == "ese") for what in things)


def _one_other(who: Value | None, lexicon: Lexicon) -> bool:
    if isinstance(who, Papel):
        return who.nombre != "yo" and sort_of(who, lexicon) == lexicon.data["bearer"]
    return (
        isinstance(who, Cosa)
        and who.sort == lexicon.data["bearer"]
        and who.number == "s"
        and who.ref != "este"
        and who.qty.op != "ningun"
        and (who.qty.op != "todos" or who.sort == "jugador")  # «Cada jugador descarta 1 carta. Luego roba 1»
    )


def _to_you(sentence: Sentence) -> bool:
    """«Si lo haces, recupera 1 escudo»: who did it is told to."""
    return any(
        frame.kind == "enlace" and frame.rel == "si_lo_hace" and getattr(frame.value, "id", "") == "tu"
        for frame in sentence.leads
    )


def _of_another(frame: Frame) -> bool:
    """«si lo hace», «si no lo hace», «si no puede»: who is spoken of is not who reads."""
    return frame.kind == "enlace" and getattr(frame.value, "id", "") in ("el", "ellos")


def _goes_on_at_once(sentence: Sentence, ordered: set[int]) -> bool:
    """Whether its first act, which could be an order, is somebody else's."""
    first = next(iter(_mains(sentence)), None)
    return first is not None and _free_third(first) and first.preds[0].at in ordered


def _not_yours(sentence: Sentence) -> Sentence:
    """«puedes quitar una de sus fichas»: who is spoken to would be told «tus»."""
    spoken_to = any(
        pred.person == 2
        for piece in sentence.pieces
        if isinstance(piece.act, Act) and piece.act.clause.subject is None
        for pred in piece.act.clause.preds
    )
    return replace(sentence, pieces=_others(sentence.pieces)) if spoken_to else sentence


def _others(value: Any) -> Any:
    if isinstance(value, Pron):
        return replace(value, kind="ajeno") if value.kind == "su" else value
    return rebuilt(value, _others) if isinstance(value, (Node, tuple)) else value


def _continued(
    readings: Sequence[Sentence], verbs: frozenset[str], orders: frozenset[str], lexicon: Lexicon
) -> tuple[Sentence, ...]:
    """Cards that give orders to their bearer: «mueve 2» is one, «adquiere Debilidad» goes on about who was told."""
    wanted = {place for reading in readings for place in _going_on(reading, verbs, orders, lexicon)}
    found = []
    for reading in readings:
        free = set(_free_place(reading))
        if _orders(reading) & wanted or any(
            place not in wanted and any(place in _orders(other) for other in readings) for place in free
        ):
            continue
        found.append(reading)
    return tuple(found)


def _going_on(sentence: Sentence, verbs: frozenset[str], orders: frozenset[str], lexicon: Lexicon) -> set[int]:
    """Places of the verbs without a subject that go on about somebody of the same sentence."""
    frames = (*sentence.leads, *sentence.tails)
    conds = [clause for frame in frames if frame.kind == "si" for clause in _clauses(frame) if not _is_gone(clause)]
    events = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    named = any(
        isinstance(clause.subject, Nombre)
        or (
            isinstance(clause.subject, Cosa)
            and clause.subject.ref == "el"
            and clause.subject.number == "s"
            and clause.subject.sort in lexicon.data.get("animate", "").split()
            and not clause.subject.filters
        )
        for clause in conds
    )
    told = bool(conds) or any(clause.subject not in (None, Yo(), Papel("yo")) for clause in events)
    tested = bool(conds) and all(fact.verb == "superar" for c in conds for pred in c.preds for fact in pred.facts)
    told_of = {clause.subject.noun for clause in conds if isinstance(clause.subject, Cosa)}
    doing = [clause for clause in conds if _acts(clause)]  # «si una figura te ataca, …» is a moment too
    moving = any(isinstance(clause.subject, (Cosa, Papel, Nombre)) for clause in (*events, *doing))
    spoken = any(map(_of_another, sentence.leads))
    found: set[int] = set()
    for clause in _mains(sentence):
        if clause.subject is not None:
            spoken = not _is_bearer(clause.subject)  # «esta figura lo ataca y gana 1 ficha»: she does
        elif _free_third(clause):
            ordered = any(fact.verb in orders for pred in clause.preds for fact in pred.facts) or any(
                isinstance(part, Pron) and part.kind in ("el", "ella", "clitico") for part in parts(clause)
            )  # «Si Luke está herido, mueve 5 hacia él»: he is not who moves
            pushed = {part.noun for part in parts(clause) if isinstance(part, Cosa) and part.ref in ("el", "ese")}
            ordered = ordered or bool(pushed & told_of)  # «Si el rehén está cerca, empuja al rehén 1 casilla»: not he
            undergone = _undergone(clause, frozenset(lexicon.data.get("chosen_undergoes", "").split()))
            if moving and undergone and any(_left_out(c) for c in conds) and not ordered:
                got = [fact.role("que") for pred in clause.preds for fact in pred.facts if fact.verb == "recibir"]
                if _left_nobody(events, lexicon):
                    continue  # «Cuando una figura sea derrotada, si está adyacente a ti, gana …»: not she
                if any(not isinstance(what, Cual) for what in got):
                    raise Unaddressed(clause.preds[0].at)  # «Cuando un Héroe te ataque, si está herido, gana …»: he, or you?
                found.add(clause.preds[0].at)  # «Después de que un Héroe descanse, si está herido, recupera …»: he does
            before = [clause for frame in sentence.leads if frame.kind == "si" for clause in _clauses(frame)]
            if undergone and _only_near(before, lexicon) and (_either_s(clause, lexicon) or _there(before, clause)):
                raise Unaddressed(clause.preds[0].at)  # «Si un Rebelde está cerca, adquiere Concentración»: he, or you?
            if (
                moving
                and _given_to_an_attack(clause)
                and all(map(_acts, events))
                and not any(isinstance(p, Yo) for p in parts(events))
            ):
                raise Unaddressed(clause.preds[0].at)  # «Cuando un Soldado ataque, gana Perforante 1»: his attack, or yours?
            open_to = _done_by_another(events, lexicon) and not conds and not (ordered or spoken or _altered(clause))
            if open_to and undergone and not all(fact.verb in verbs for pred in clause.preds for fact in pred.facts):
                raise Unaddressed(clause.preds[0].at)  # «Después de que una figura amiga sufra [daño], gana 1»: she, or you?
            alters = all(_alters(fact) for pred in clause.preds for fact in pred.facts)
            if moving and alters and ordered and any(isinstance(part, Yo) for part in parts((*events, *doing))):
                raise Unaddressed(clause.preds[0].at)  # «Cuando un Rebelde te ataque, tira 1 dado menos»: he, or you?
            if (
                spoken
                or (named and not ordered)
                or (moving and alters)
                or (
                    tested
                    and all(fact.verb in ("recibir", "recuperar", "descartar") for pred in clause.preds for fact in pred.facts)
                )
                or (told and all(_goes_on(fact, verbs) for pred in clause.preds for fact in pred.facts))
            ):
                found.add(clause.preds[0].at)
        else:
            spoken = False
    return found


def _altered(clause: Clause) -> bool:
    return all(_alters(fact) for pred in clause.preds for fact in pred.facts)


def _done_by_another(events: Sequence[Clause], lexicon: Lexicon) -> bool:
    """Somebody is told by the moment, and can go on."""
    others = [clause for clause in events if _one_other(clause.subject, lexicon)]
    return bool(others) and len(others) == len(events) and not _left_nobody(events, lexicon)


def _left_nobody(events: Sequence[Clause], lexicon: Lexicon) -> bool:
    """Who is told by the moment is gone: «cuando una figura sea derrotada»."""
    gone = lexicon.data.get("ends", "").split()
    done = [(pred, fact) for clause in events for pred in clause.preds for fact in pred.facts]
    return bool(done) and all(pred.subject == "que" and fact.verb in gone for pred, fact in done)


def _only_near(conds: Sequence[Clause], lexicon: Lexicon) -> bool:
    """«si un Rebelde está adyacente», «si hay un Rebelde a 3 casillas»: where somebody is, and no more."""
    facts = [(clause, fact) for clause in conds for pred in clause.preds for fact in pred.facts]
    return bool(facts) and all(
        _one_other(fact.role("que") if fact.verb == "hay" else clause.subject, lexicon)
        and (fact.verb in ("hay", "a_alcance") or (fact.verb == "ser" and _relation(fact)))
        and not fact.neg
        for clause, fact in facts
    )


def _there(conds: Sequence[Clause], clause: Clause) -> bool:
    """«Si hay un Rebelde adyacente, sufre 1 [daño]»."""
    there = all(fact.verb == "hay" for cond in conds for pred in cond.preds for fact in pred.facts)
    return there and all(fact.verb in ("sufrir", "adquirir", "perder") for pred in clause.preds for fact in pred.facts)


def _relation(fact: Hecho) -> bool:
    what = fact.role("que")
    return isinstance(what, Cual) and what.kind == "relacion"


def _either_s(clause: Clause, lexicon: Lexicon) -> bool:
    """A good state, which the bearer would get too; a «sufre» or a bad one is of who is near, or of nobody sure."""
    good = [f.role("que") for p in clause.preds for f in p.facts if f.verb == "adquirir"]
    harmful = lexicon.data.get("harmful", "").split()
    return any(isinstance(state, Cual) and state.id not in harmful for state in good)


def _given_to_an_attack(clause: Clause) -> bool:
    things = [fact.role("que") for pred in clause.preds for fact in pred.facts if fact.verb == "recibir"]
    return bool(things) and all(isinstance(what, Cosa) and what.sort in ("palabra_clave", "palabra_abierta") for what in things)


def _left_out(clause: Clause) -> bool:
    """«si está herido»: of somebody who was told, and not of who reads."""
    return clause.subject is None and all(pred.person == 3 and not pred.impersonal for pred in clause.preds)


def _acts(clause: Clause) -> bool:
    """Whether it tells what somebody does now: no state, nothing past or suffered."""
    facts = [fact for pred in clause.preds if pred.subject == "quien" for fact in pred.facts]
    return bool(facts) and all(fact.verb in ATTACKS and not (fact.past or fact.neg) for fact in facts)


def _goes_on(fact: Hecho, verbs: frozenset[str]) -> bool:
    """«Si falla, realiza otra prueba» goes on; «si el objetivo ha sufrido [daño], realiza otro ataque» is an order."""
    what = fact.role("que")
    return fact.verb in verbs and (fact.verb != "realizar" or (isinstance(what, Cosa) and what.sort == "prueba"))


def _alters(fact: Hecho) -> bool:
    """«Cuando un Héroe descanse, recupera 1 [tensión] menos»: less than he would, so that it is he who does."""
    what = fact.role("que")
    return isinstance(what, Cosa) and any(part.id in ("mas", "menos") for part in parts(what.filters) if isinstance(part, Cual))


def _is_gone(clause: Clause) -> bool:
    """«si el objetivo ha sido derrotado, …»: whoever goes on, it is not him."""
    return any(fact.verb == "derrotar" and fact.past and pred.subject == "que" for pred in clause.preds for fact in pred.facts)


def _enemy_told(sentence: Sentence) -> bool:
    """«Cuando una unidad enemiga se mueva, elige …»: the reader chooses, or the enemy."""
    subjects = (clause.subject for frame in sentence.leads for clause in frame.events)
    return any(
        isinstance(who, Cosa) and any(part == Cual("enemigo", "lado") for part in parts(who.filters)) for who in subjects
    )


def _mains(sentence: Sentence) -> list[Clause]:
    return [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]


def _free_third(clause: Clause) -> bool:
    return (
        clause.subject is None
        and not clause.modal
        and all(p.mood == "ind" and p.person == 3 and not p.impersonal and p.subject == "quien" for p in clause.preds)
    )


def _free_place(sentence: Sentence, either: frozenset[str] = frozenset()) -> tuple[int, ...]:
    """Places of the verbs that go on about somebody; where only binding can tell, the order stays beside it."""
    found: list[int] = []
    subject = False
    for clause in _mains(sentence):
        if _free_third(clause) and (subject or not either or not _undergone(clause, either)):
            found.append(clause.preds[0].at)
        subject = subject or clause.subject is not None
    return tuple(found)


def _after_its_subject(sentence: Sentence, either: frozenset[str], lexicon: Lexicon) -> tuple[int, ...]:
    """«esa nave recibe 1 ficha y recupera 1 [carga]», «Si lo hace, recibe 1 ficha», «si está dañada, recibe …»: she does, told
    in the same sentence."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    asked = [frame for frame in (*sentence.leads, *(act.cond for act in acts if act.cond is not None)) if frame.kind == "si"]
    of_her = [clause for frame in asked for clause in _clauses(frame) if _left_out(clause) and _of_somebody(clause, lexicon)]
    of_a_roll = [
        clause for frame in asked for clause in _clauses(frame) if sort_of(clause.subject or Yo(), lexicon) == "resultado"
    ]
    told = any(map(_of_another, sentence.leads)) or bool(of_her or of_a_roll)  # «Si el resultado es [crítico], …»: who rolled
    found: list[int] = []
    for clause in _mains(sentence):
        if told and _free_third(clause) and _undergone(clause, either):
            found.append(clause.preds[0].at)
        told = told or clause.subject is not None
    return tuple(found)


def _behind_its_subject(sentence: Sentence) -> tuple[int, ...]:
    """«Si lo haces, esa nave recibe 1 ficha y repara 1 carta»: she does, who has just been told as the subject."""
    pairs = itertools.pairwise(_mains(sentence))
    return tuple(
        after.preds[0].at for before, after in pairs if _free_third(after) and isinstance(before.subject, (Cosa, Papel, Pron))
    )


def _two_ships(sentence: Sentence, verbs: frozenset[str], lexicon: Lexicon) -> bool:
    """«Después de que una nave enemiga te fije, recibe 1 ficha», «Si el defensor está dañado, recibe 1 ficha»: you, or that
    ship? Nobody could tell."""
    for before, after in itertools.pairwise(_mains(sentence)):
        ship = next((f.role("que") for p in before.preds for f in p.facts if f.verb == "elegir"), None)
        chosen = isinstance(ship, Cosa) and ship.sort == lexicon.data["bearer"] and before.preds[0].mood == "imp"
        bare = after.subject is None and not after.modal and (after.preds[0].mood == "imp" or _free_third(after))
        if verbs and chosen and bare and _undergone(after, verbs):
            return True  # «Elige 1 nave y recibe 1 ficha»: both are orders, or the ship receives it
    if not verbs or any(frame.kind == "enlace" for frame in sentence.leads):
        return False
    first = next(iter(_mains(sentence)), None)
    if first is None or first.subject is not None or first.modal or not _undergone(first, verbs):
        return False
    if first.preds[0].person == 2 and first.preds[0].mood != "imp":  # «recibes»
        return False
    conds = [clause for frame in sentence.leads if frame.kind == "si" for clause in _clauses(frame)]
    conds = [clause for clause in conds if _of_somebody(clause, lexicon)]  # «si es roja»: the manoeuvre, and nobody is told
    if conds:
        has = any(c.subject is None and all(p.subject == "de" and p.person == 3 for p in c.preds) for c in conds)
        if has:  # «si te tiene en su arco, recibe 1 ficha»: who has you there, or you
            return True
        one = first.preds[0].number != "p"  # «Si 2 naves están dañadas, recupera 1 escudo»: not they
        return any(
            _may_go_on(clause.subject, lexicon) and not (one and getattr(clause.subject, "number", "") == "p")
            for clause in conds
            if not _destroyed(clause)
        )
    events = [clause for frame in sentence.leads if frame.kind == "cuando" for clause in frame.events]
    return any(
        isinstance(who, Cosa) and who.sort == lexicon.data["bearer"] and not _destroyed(clause)
        for clause in events
        for who in (clause.subject.items if isinstance(clause.subject, Lista) else (clause.subject,))
    )


def _of_somebody(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether a condition tells of somebody who could go on: you, or one of the bearer's kind."""
    bearer = str(lexicon.data["bearer"])
    if clause.subject is not None:
        return sort_of(clause.subject, lexicon) == bearer
    return any(pred.person != 3 or (not pred.impersonal and lexicon.fits(bearer, pred.sorts)) for pred in clause.preds)


def _destroyed(clause: Clause) -> bool:
    """Who is destroyed receives nothing any more."""
    return all(fact.verb == "destruir" for pred in clause.preds for fact in pred.facts)


def _may_go_on(who: Value | None, lexicon: Lexicon) -> bool:
    """Somebody of the bearer's kind; «ninguna nave» is nobody."""
    if isinstance(who, Cosa):
        return who.sort == lexicon.data["bearer"] and who.qty.op != "ningun"
    return isinstance(who, Papel) and who.nombre in ("atacante", "defensor")


def _undergone(clause: Clause, verbs: frozenset[str]) -> bool:
    """«recibe 2 fichas»: you, or the ship just chosen."""
    return all(fact.verb in verbs for pred in clause.preds for fact in pred.facts)


def _orders(sentence: Sentence, save: str = "") -> set[int]:
    """Places of the orders; but whoever reads the card may be told to choose, though somebody else is spoken of."""
    return {
        clause.preds[0].at
        for clause in _mains(sentence)
        if clause.preds[0].mood == "imp" and clause.preds[0].facts[0].verb != save
    }


def _changes_person(sentence: Sentence, ordered: set[int]) -> bool:
    """«…, elige 1 nave y le inflige 1 daño»: who inflicts it is not you, so that it is not you who chooses; «retira 1 ficha y
    recibe 1»: two orders."""
    mains = _mains(sentence)
    return any(
        before.preds[0].mood == "imp"
        and _free_third(after)
        and (after.preds[0].at not in ordered or before.preds[0].facts[0].verb != "elegir")
        for before, after in itertools.pairwise(mains)
    )


def _sensible(sentence: Sentence, wide: bool, lexicon: Lexicon, either: frozenset[str], ordered: set[int]) -> bool:
    if not wide and _changes_person(sentence, ordered):
        return False
    topic = _told(sentence, wide, lexicon)
    for clause in _mains(sentence):
        if _free_third(clause):
            several = clause.preds[0].number == "p" and _several(sentence)
            if not topic and not several and not _undergone(clause, either) and clause.preds[0].at in ordered:
                return False
        elif clause.subject is not None:
            topic = True
        elif clause.preds[0].person == 2:
            topic = wide
        elif clause.modal and not clause.preds[0].impersonal:
            topic = True  # «debe gastar 1 ficha; si no puede, tira 1 dado menos»: the same one
    return True


def _several(sentence: Sentence) -> bool:
    """«Mientras tus compañeros de ala ejecutan …, consideran …»: several are spoken of, and no order is in the plural."""
    subjects = (clause.subject for frame in sentence.leads for clause in frame.events)
    return any(isinstance(who, Cosa) and who.number == "p" for who in subjects)


def _told(sentence: Sentence, wide: bool, lexicon: Lexicon) -> bool:
    """Whether a third person is being spoken of when the acts begin."""
    frames = (*sentence.leads, *sentence.tails)
    if wide:
        return True
    if any(_of_another(frame) for frame in frames):
        return True
    fixed = lexicon.data.get("elided_subject", {})  # «Si tiene éxito» is said of the mission: nobody goes on
    told = [clause for frame in frames if frame.kind == "si" and frame.cond is not None for clause in _clauses(frame)]
    untold = [clause for frame in frames for clause in _untold(frame) if _elided(clause)]
    if any(clause.preds[0].facts[0].verb not in fixed and _could_do(clause, sentence, lexicon) for clause in untold):
        return True
    return _of_third_players(told, lexicon)


def _could_do(asked: Clause, sentence: Sentence, lexicon: Lexicon) -> bool:
    """«si es Luke Skywalker, gana 1 de Reputación»: a leader gains none, so that it is an order."""
    what = asked.preds[0].facts[0].role("que")
    kind = sort_of(what, lexicon) if isinstance(what, Nombre) and asked.preds[0].facts[0].verb == "ser" else ""
    first = next(iter(_mains(sentence)), None)
    if first is None or not _free_third(first) or kind not in lexicon.data["animate"].split():
        return True
    if lexicon.data["bearer"] == "jugador" and lexicon.fits(kind, first.preds[0].sorts):
        raise Unaddressed(first.preds[0].at)  # «si es Boba Fett, captura a un Líder»: he, or you?
    return lexicon.fits(kind, first.preds[0].sorts)


def _untold(frame: Frame) -> list[Clause]:
    """Clauses of a condition up to one that tells its subject: «si el defensor está A y está B» speaks of him only there."""
    if frame.kind != "si" or frame.cond is None:
        return []
    return list(itertools.takewhile(lambda clause: clause.subject is None, _clauses(frame)))


def _of_third_players(told: Sequence[Clause], lexicon: Lexicon) -> bool:
    """«Si el jugador Imperial tiene más unidades, gana …»: he does, unless the sentence speaks to you."""
    if lexicon.data["bearer"] != "jugador":  # where cards speak to ships, a condition about the defender changes no subject
        return False
    players = [c.subject for c in told if isinstance(c.subject, Papel) and sort_of(c.subject, lexicon) == "jugador"]
    return bool(players) and not any(player == Papel("adversario") for player in players) and not _says_you(told)


def _says_you(told: Sequence[Clause]) -> bool:
    return any(isinstance(part, Yo) or (isinstance(part, Pred) and part.person == 2) for part in parts(tuple(told)))


def _clauses(frame: Frame) -> list[Clause]:
    found: list[Clause] = []

    def walk(cond: CondClause) -> None:
        for item in cond.items:
            if isinstance(item, CondClause):
                walk(item)
            else:
                found.append(item)

    if frame.cond is not None:
        walk(frame.cond)
    return found


def _elided(clause: Clause) -> bool:
    return clause.subject is None and all(p.person == 3 and not p.impersonal for p in clause.preds)
