"""One act with its condition, purpose and circumstances: facts, permissions, prices."""

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.actions.verbs import facts_of, implied, subject_agrees
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.assembly.frames import conds_of, negated
from grammar.meaning.assembly.items import asked_which, chooses, with_then, without_span
from grammar.meaning.assembly.retold import each_one
from grammar.meaning.effect import Eleccion, Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    Act,
    Clause,
    Cond,
    CondClause,
    Cosa,
    Cual,
    Frame,
    Hecho,
    It,
    Junto,
    Pron,
    Roles,
    Self,
    Value,
    Yo,
    parts,
)


def _subject(clause: Clause) -> Value:
    return clause.subject if clause.subject is not None else implied(clause.preds[0])


def _aimed_at(act: Act, lexicon: Lexicon) -> Value:
    """«puedes sufrir 1 [tensión] para que recupere 2»: not who pays, or Spanish would say «para recuperar»."""
    assert act.then is not None
    who = _subject(act.then)
    if act.link != "para" or not isinstance(who, Pron) or who.kind != "elidido" or not lexicon.data.get("third_person_bearer"):
        return who
    return replace(who, kind="otro")


def _payers_own(aim: Clause) -> bool:
    """«… para recuperar 1 escudo»: who pays does; «para que tú recuperes 1 escudo» says who."""
    return aim.subject == Yo() and all(pred.mood != "subj" for pred in aim.preds)


def _facts(clause: Clause, subject: Value | None, spans: Roles) -> tuple[Item, ...]:
    """Acts of a clause; «o» between them is a choice. The modal is the step's."""
    bare = replace(clause, modal="")
    facts = tuple(_spanned(fact, spans) for fact in facts_of(bare, subject))
    if clause.conj == "o" and len(facts) > 1:
        asked_which([(fact,) for fact in facts if isinstance(fact, Hecho)], spans)
        return (Eleccion(tuple((fact,) for fact in facts)),)
    if clause.conj == "y_o":
        return (facts[0], Eleccion(tuple((fact,) for fact in facts[1:])))
    return facts


def _spanned(fact: Hecho, spans: Roles) -> Hecho:
    return replace(fact, circ=(*fact.circ, *spans)) if spans else fact


def _allowed(act: Act) -> Act:
    """«BRÍO permite a una unidad ganar …» is «una unidad con BRÍO puede ganar …»."""
    clause = act.clause
    fact = clause.preds[0].facts[0] if len(clause.preds) == 1 and len(clause.preds[0].facts) == 1 else None
    if fact is None or fact.verb != "permitir" or fact.neg or clause.modal or act.then is not None:
        return act
    who, what, giver = fact.role("a"), fact.role("que"), clause.subject
    if not isinstance(who, Cosa) or not isinstance(what, Clause) or what.modal or not isinstance(giver, Cosa):
        return act
    if giver.sort != "palabra_clave":
        return act
    owned = replace(who, filters=(*who.filters, Hecho("tener", (("quien", It()), ("que", giver)))))
    return replace(act, clause=replace(what, subject=owned, modal="puede"))


def _none_may(act: Act) -> Act:
    """«Ningún Rebelde puede abrirla» is «los Rebeldes no pueden abrirla»; «ninguno sufre» is «no sufren»."""
    who = act.clause.subject
    if not isinstance(who, Cosa) or who.qty.op != "ningun" or any(f.neg for p in act.clause.preds for f in p.facts):
        return act
    if act.clause.modal not in ("", "puede", "es_capaz", "no_puede"):
        raise Senseless("«ninguno» no dice si se prohíbe o sólo no hace falta")
    if act.clause.modal == "no_puede":
        raise Senseless("«ninguno» y «no» dicen lo mismo dos veces", who.at)
    every = replace(who, qty=EVERY, ref="el", number="p")
    if act.clause.modal:
        return replace(act, clause=replace(act.clause, subject=every, modal="no_puede"))
    denied = tuple(replace(p, facts=tuple(replace(f, neg=True) for f in p.facts)) for p in act.clause.preds)
    return replace(act, clause=replace(act.clause, subject=every, preds=denied))


def done_by(act: Act, conds: tuple[Cond, ...], spans: Roles, lexicon: Lexicon) -> list[Item]:
    act = _none_may(_allowed(act))
    subject = _subject(act.clause)
    modal = act.clause.modal
    if modal == "puede" and any(fact.neg for pred in act.clause.preds for fact in pred.facts):
        facts_no = tuple(_spanned(replace(fact, neg=False), spans) for fact in facts_of(replace(act.clause, modal=""), subject))
        return [Paso("puede_no", conds, efecto=facts_no)]
    if modal == "no_puede" or any(fact.neg for pred in act.clause.preds for fact in pred.facts):
        facts = tuple(_spanned(replace(fact, modal=modal), spans) for fact in facts_of(replace(act.clause, modal=""), subject))
        if act.then is not None:  # «no puede enviar Líderes para oponerse»: that is what is forbidden
            aim = act.then
            if aim.subject == Yo() and all(p.subject == "que" for p in act.clause.preds):  # «no pueden ser descartadas para …»
                aim = Clause(None, tuple(replace(p, subject="nadie", impersonal=True) for p in aim.preds), aim.conj)
            by = subject if _payers_own(aim) else _subject(aim)
            what_for = tuple(("para", f) for f in facts_of(aim, by))
            facts = tuple(replace(f, circ=(*f.circ, *what_for)) for f in facts)
        # «no puede A ni B»: neither
        return [Paso("no_puede" if modal == "no_puede" else modal, conds, efecto=(replace(f, modal=""),)) for f in facts]
    verbs = {fact.verb for pred in act.clause.preds for fact in pred.facts}
    own = tuple(span for span in spans if act.then is not None and _instead_of_doing(span, verbs))
    spans = tuple(span for span in spans if span not in own)  # «en vez de gastar A, puedes gastar B para C»: B, and C as well
    main = _facts(act.clause, subject, spans if act.then is None else own)
    instead = any(isinstance(f, Hecho) and any(k == "en_vez_de_eso" for k, _ in f.circ) for f in main)
    main = tuple(without_span(f, "en_vez_de_eso") for f in main)
    if act.link == "o_si":
        return _more_or_less(act, main, conds, lexicon)
    if act.then is None:
        return [Paso(modal, conds, efecto=main, en_vez=instead)]
    then_subject = subject if act.link == "para" and _payers_own(act.then) else _aimed_at(act, lexicon)
    if act.then.modal and act.link not in ("para", "caso"):
        raise Senseless("lo que se puede o no se puede pide su propia frase")
    then = (
        tuple(done_by(Act(replace(act.then, subject=then_subject)), (), spans, lexicon))  # «para que el defensor no pueda …»
        if act.then.modal
        else _facts(act.then, then_subject, spans)
    )
    instead = instead or any(isinstance(f, Hecho) and any(k == "en_vez_de_eso" for k, _ in f.circ) for f in then)
    then = tuple(without_span(f, "en_vez_de_eso") for f in then)
    if act.link == "para" and _turns(main, then):  # «dale la vuelta para dejarla boca arriba»: the result, no price
        return [Paso(modal, conds, efecto=(*main, *then), en_vez=instead)]
    if act.link == "para" and _own_doing(main, then):
        own_aim = then[0] if len(then) == 1 and len(main) == 1 else None
        if not isinstance(own_aim, Hecho) or not isinstance(main[0], Hecho) or own_aim.role("quien") != subject or own_aim.circ:
            raise Senseless("«para» dice a quién va esa acción: no es un coste")
        whom = replace(own_aim, roles=tuple((k, Self() if k == "quien" else v) for k, v in own_aim.roles))
        return [Paso(modal, conds, efecto=(replace(main[0], circ=(*main[0].circ, ("para", whom))),), en_vez=instead)]
    if act.link == "para":
        step = (
            with_then(Paso(modal or "", conds, efecto=main), then)
            if modal == "puede"
            else _ordered_cost(modal, conds, main, then)
        )
        return [replace(step, en_vez=instead)]
    if act.link == "caso":
        return [with_then(Paso(modal, conds, efecto=main), then)]
    if act.link == "a_menos":
        return [Paso(modal, (*conds, *(negated(f) for f in then if isinstance(f, Hecho))), efecto=main)]
    facts_so = tuple(f for f in then if isinstance(f, Hecho))
    if len(facts_so) == 1 and facts_so[0].verb == "a_alcance" and isinstance(main[0], Hecho):
        where = replace(facts_so[0], roles=tuple(r for r in facts_so[0].roles if r[0] != "quien"), modal="")
        return [Paso(modal, conds, efecto=(replace(main[0], circ=(*main[0].circ, ("a_alcance", where))), *main[1:]))]
    joined = tuple(
        replace(f, circ=(*f.circ, *(("de_modo_que", so) for so in facts_so))) if isinstance(f, Hecho) else f for f in main
    )
    return [Paso(modal, conds, efecto=joined)]


def _instead_of_doing(span: tuple[str, Value], verbs: set[str]) -> bool:
    key, value = span
    facts = [f for p in value.preds for f in p.facts] if isinstance(value, Clause) else [value]
    return key == "en_vez_de" and all(isinstance(f, Hecho) and f.verb in verbs for f in facts)


def _more_or_less(act: Act, main: tuple[Item, ...], conds: tuple[Cond, ...], lexicon: Lexicon) -> list[Item]:
    """«recibe 1 ficha, o 2 si está dañada»: the one or the other, asked once; of several, each by itself."""
    assert act.cond is not None and act.cond.cond is not None and act.other is not None and isinstance(main[0], Hecho)
    who, modal = act.clause.subject, act.clause.modal
    left_out = any(isinstance(clause, Clause) and _elided_clause(clause) for clause in act.cond.cond.items)
    if left_out and isinstance(who, Pron) and each_one(who):
        raise Senseless("«cada una de ellas» no dice de quién es la condición: escribe «cada una de esas …»", who.at)
    if left_out and isinstance(who, Cosa) and who.qty.op not in ("el", "n") and who.ref != "este":
        if who.qty != EVERY or modal or who.number == "p":
            raise Senseless("no se sabe si cada uno por sí mismo o todos a la vez: escribe «cada …»", act.cond.at)
        own = conds_of(_said_of(act.cond, It(), lexicon))
        one = own[0] if len(own) == 1 else Junto("y", own)

        def by_each(fact: Hecho, asked: Cond, at: int) -> Paso:
            return Paso("", conds, efecto=(fact.put("quien", replace(who, filters=(*who.filters, asked), at=at)),))

        if main[0].role("quien") != who:
            raise Senseless("no se sabe de quién es la condición", act.cond.at)
        return [by_each(main[0].put("que", act.other), one, who.at), by_each(main[0], negated(one), -1)]
    first: list[Item] = []
    if left_out and isinstance(who, Cosa) and who.qty == ONE and not who.ref:
        if modal or conds or main[0].role("quien") != who:
            raise Senseless("no se dice antes de quién se habla: escribe «Elige 1 …»", act.cond.at)
        first = [Paso(efecto=(Hecho("elegir", (("quien", Yo()), ("que", who))),))]  # one is taken, and then asked about
    own = conds_of(_said_of(act.cond, who, lexicon) if who is not None else act.cond)
    other: Item = main[0].put("que", act.other)
    if modal:
        unless = negated(own[0] if len(own) == 1 else Junto("y", own))
        return [Paso(modal, (*conds, unless), efecto=main), Paso(modal, (*conds, *own), efecto=(other,))]
    either = Paso("", own, efecto=(other,), si_no=(Paso(efecto=main),))
    return [*first, Paso("", conds, efecto=(either,)) if conds else either]


def _elided_clause(clause: Clause) -> bool:
    return clause.subject is None and all(p.person == 3 and not p.impersonal and p.subject for p in clause.preds)


def _said_of(frame: Frame, who: Value, lexicon: Lexicon) -> Frame:
    """The condition, with who acts as the subject that it leaves out, if he can be so."""
    assert frame.cond is not None

    def told(item: Clause | CondClause) -> Clause | CondClause:
        if not isinstance(item, Clause) or not _elided_clause(item):
            return item
        fit = who == It() or all(subject_agrees(who, p) and fits(who, p.sorts, lexicon) for p in item.preds)
        return replace(item, subject=who) if fit else item

    return replace(frame, cond=replace(frame.cond, items=tuple(map(told, frame.cond.items))))


def _turns(main: tuple[Item, ...], then: tuple[Item, ...]) -> bool:
    turned = all(isinstance(i, Hecho) and i.verb == "dar_la_vuelta" for i in main)
    return turned and all(isinstance(i, Hecho) and i.verb in ("dejar", "colocar") for i in then)


def _own_doing(main: tuple[Item, ...], then: tuple[Item, ...]) -> bool:
    """«realizar una acción [coordinar] para coordinar a esa nave»: what the action does anyway, and to whom."""
    kinds = {
        part.id
        for item in main
        if isinstance(item, Hecho) and item.verb == "realizar"
        for part in parts(item.role("que"))
        if isinstance(part, Cual)
    }
    return any(isinstance(i, Hecho) and (i.verb in kinds or getattr(i.role("que"), "noun", "") in kinds) for i in then)


def _ordered_cost(modal: str, conds: tuple[Cond, ...], main: tuple[Item, ...], then: tuple[Item, ...]) -> Paso:
    if all(chooses(item) for item in main):
        return Paso(modal, conds, efecto=(*main, *then))
    return Paso(modal, conds, coste=main, efecto=then)
