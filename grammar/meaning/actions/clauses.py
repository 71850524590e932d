"""Actions for infinitives, clauses and relative clauses."""

from collections.abc import Sequence
from typing import Any

from grammar.chart import HOPELESS
from grammar.lexicon.load import Role
from grammar.lexicon.words import Word
from grammar.meaning.actions.complements import Complements
from grammar.meaning.actions.things import ANY, At, agree, befalls, fits, sort_of
from grammar.meaning.actions.verbs import (
    PLACED,
    Comp,
    Copula,
    Infs,
    Modal,
    Verb,
    facts_of,
    implied,
    of_owner,
    subject_agrees,
    with_roles,
    with_subject,
)
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import (
    EVERY,
    SOME,
    Clause,
    Cond,
    Cosa,
    Cual,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pred,
    Pron,
    Qty,
    Roles,
    Value,
    Yo,
    is_nobody,
    parts,
)

ALSO = Comp("circ", Cual("tambien", "modo"), "modo")

IF_POSSIBLE = Cual("si_es_posible", "modo")


def _negative(clause: Clause) -> bool:
    return any(fact.neg for pred in clause.preds for fact in pred.facts)


def _denied_once(vp: Pred | Clause, subject: Value) -> Sequence[Pred | Clause]:
    """«que no dispute ninguna unidad»: behind its verb «ninguna» asks for a «no», and both deny once."""
    if not is_nobody(subject):
        return (vp,)
    preds = vp.preds if isinstance(vp, Clause) else (vp,)
    if len(preds) != 1 or not all(fact.neg for fact in preds[0].facts):
        return ()
    told = replace(preds[0], facts=tuple(replace(fact, neg=False) for fact in preds[0].facts))
    return (replace(vp, preds=(told,)) if isinstance(vp, Clause) else told,)


class Clauses(Complements):
    def clause_also(self, subject: Value, word: At, vp: Any) -> Sequence[Clause]:
        if "continues" not in self.lexicon.data:
            return ()
        also = (word[0], Word("ADV", "tambien"))
        return [clause for said in self.vp_adv(also, vp) for clause in self.clause_subject(subject, said)]

    def infp_plain(self, verb: Verb, *comps: Comp) -> Sequence[Pred]:
        return self.predicates_or_none(verb, comps)

    def infp_you_say(self, verb: Verb, who: At, *comps: Comp) -> Sequence[Pred]:
        """«para elegir tú las casillas»: you, and nobody else."""
        return self.infp_plain(verb, *comps) if who[1].id == "tu" else HOPELESS

    def infp_copula(self, be: At, *comps: Comp) -> Sequence[Pred]:
        return self.vp_copula(Copula(be[1].id, be[0], 0, "-", False, False), *comps)

    def infp_can(self, _can: At, infs: Infs) -> Sequence[Pred]:
        return ()

    def infs(self, pred: Pred) -> Sequence[Infs]:
        return (Infs("", (pred,)),)

    def infs_y(self, *parts: Any) -> Sequence[Infs]:
        return (Infs("y", _even_all(tuple(p for p in parts if isinstance(p, Pred)))),)

    def infs_y_shared(self, first: Pred, _y: At, *parts: Any) -> Sequence[Infs]:
        """«realizar una acción y también ganar y gastar fichas»: the last two share their object."""
        return [Infs("y", (first, *rest.items)) for rest in self.infs_shared(*parts) if rest.conj == "y"]

    def infs_o(self, *parts: Any) -> Sequence[Infs]:
        preds = self._against_all(_even_all(tuple(p for p in parts if isinstance(p, Pred))))
        nor = any(isinstance(p, tuple) and p[1].cls == "NI" for p in parts)
        return (Infs("o", self._neither_then(preds) if nor else preds),)

    def _neither_then(self, preds: tuple[Pred, ...]) -> tuple[Pred, ...]:
        """«no puedes A ni B durante esta ronda», «ni B en este sistema»: neither, then or there."""
        last = preds[-1].facts[-1]
        when = tuple(item for item in last.circ if item[0] in ("durante", "hasta"))
        where = last.role("en")

        def also(pred: Pred) -> Pred:
            slot = self._slot(pred, "en") if where is not None else None
            there = where if slot is not None and where is not None and fits(where, slot.sorts, self.lexicon) else None
            return replace(pred, facts=tuple(_said_there(fact, when, there) for fact in pred.facts))

        return tuple(also(pred) for pred in preds[:-1]) + preds[-1:]

    def _against_all(self, preds: tuple[Pred, ...]) -> tuple[Pred, ...]:
        """«defenderse o usar esta cualidad contra un ataque cuya reserva …»: against it in either case."""
        told = preds[-1].facts[0].role("contra") if len(preds[-1].facts) == 1 else None
        if told is None or sort_of(told, self.lexicon) != "ataque":
            return preds

        def also(pred: Pred) -> Pred:
            slot = self._slot(pred, "contra")
            if slot is None or len(pred.facts) != 1 or not fits(told, slot.sorts, self.lexicon):
                return pred
            return replace(pred, facts=(replace(pred.facts[0], roles=(*pred.facts[0].roles, ("contra", _again(told)))),))

        return tuple(also(pred) for pred in preds[:-1]) + preds[-1:]

    def infs_para(self, *parts: Any) -> Sequence[Infs]:
        return ()

    def vp_modal(self, modal: Modal, infs: Infs) -> Sequence[Clause]:
        if any(pred.gap and pred.gap not in ("que", "a", "con", "de", "contra", "quien") for pred in infs.items):
            return ()
        items: tuple[Pred, ...] = infs.items
        if modal.person == 2 and any(pred.mood == "inf" and pred.person == 3 for pred in items):
            return ()  # «puedes defenderse»
        if modal.person == 3:
            told = [self.done_to_you(pred) for pred in items]
            items = tuple(pred for pred in told if pred is not None)
            if len(items) < len(told):
                return ()
        preds = tuple(replace(pred, person=modal.person, number=modal.number, mood=modal.mood) for pred in items)
        only = ("modo", Cual("exclusivamente", "modo"))
        if modal.kind == "puede" and len(preds) == 1 and all(only in fact.circ for fact in preds[0].facts):
            # «puedes girarlo solo hacia …» is «solo puedes girarlo hacia …»
            bare = tuple(replace(fact, circ=tuple(c for c in fact.circ if c != only)) for fact in preds[0].facts)
            return (Clause(None, (replace(preds[0], facts=bare),), infs.conj, "solo_puede"),)
        return (Clause(None, preds, infs.conj, modal.kind),)

    def vp_modal_y_o(self, modal: Modal, first: Pred, _y: At, *parts: Any) -> Sequence[Clause]:
        """«puedes efectuar un ataque y soltar o lanzar 1 mina»: the first, and one of the others, which share their object."""
        return [
            replace(clause, conj="y_o")
            for rest in self.infs_shared(*parts)
            if rest.conj == "o" and len(first.facts) == 1 and modal.kind in ("puede", "debe")
            for clause in self.vp_modal(modal, Infs("y", (first, *rest.items)))
        ]

    def vp_modal_each(self, modal: Modal, *parts: Any) -> Sequence[Clause]:
        """«pueden cada una recibir 1 ficha»: what several do, each of them does."""
        return self.vp_modal(modal, parts[-1]) if modal.number == "p" else ()

    def clause_bare(self, vp: Pred | Clause) -> Sequence[Clause]:
        if (vp.preds[0] if isinstance(vp, Clause) else vp).person == 5:
            return ()
        if not all(self._can_be_you(pred) for pred in (vp.preds if isinstance(vp, Clause) else (vp,))):
            return ()  # «estás boca arriba»
        return (vp if isinstance(vp, Clause) else Clause(None, (vp,)),)

    def _can_be_you(self, pred: Pred) -> bool:
        """Whether who bears the card, or who plays it, can be what the verb asks for."""
        told = pred.person == 2 or pred.mood == "imp"
        if not told or pred.impersonal or pred.subject not in ("quien", "que"):
            return True
        return any(self.lexicon.fits(sort, pred.sorts) for sort in (str(self.lexicon.data["bearer"]), "jugador"))

    def prop_not_all(self, _no: At, subject: Value, vp: Pred | Clause) -> Sequence[Clause]:
        """«no todas las naves están bajo tensión»: some of them are not."""
        if not isinstance(subject, Cosa) or (subject.qty, subject.ref, subject.number) != (EVERY, "", "p"):
            return ()
        return [
            replace(
                clause,
                subject=replace(subject, qty=SOME),
                preds=tuple(replace(p, facts=tuple(replace(f, neg=True) for f in p.facts)) for p in clause.preds),
            )
            for clause in self.clause_subject(subject, vp)
            if len(clause.preds) == 1 and not clause.modal and [f.neg for p in clause.preds for f in p.facts] == [False]
        ]

    def clause_subject(self, subject: Value, vp: Pred | Clause) -> Sequence[Clause]:
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if any(pred.impersonal for pred in clause.preds) or (is_nobody(subject) and _negative(clause)):
            return ()  # «ninguna nave no está dañada» denies twice
        if any(p.subject in ("que", "quien") and f.role(p.subject) is not None for p in clause.preds for f in p.facts):
            return ()  # «este ataque se considera un [misil]»: its place is taken, and it would be lost
        first = clause.preds[0]
        if first.person == 5 and isinstance(subject, Lista) and Yo() in subject.items:  # «tú y esa figura ganáis»
            clause = replace(clause, preds=tuple(replace(p, person=3) for p in clause.preds))
            return (
                (replace(clause, subject=subject),) if all(fits(subject, p.sorts, self.lexicon) for p in clause.preds) else ()
            )
        with_you = isinstance(subject, Lista) and Yo() in subject.items  # «tú o una nave aliada os defendéis», «te defiendes»
        if (
            first.person == 2
            and not isinstance(subject, Yo)
            and not with_you
            and len(clause.preds) == 1
            and clause.subject is None
        ):
            moved = self._dislocated(first, "que", subject)
            return (replace(clause, preds=(moved,)),) if moved is not None else ()
        if ((first.person == 2) != isinstance(subject, Yo) and not with_you) or first.mood == "imp" or first.person == 5:
            return ()
        if not all(fits(subject, pred.sorts, self.lexicon) for pred in clause.preds):
            return ()
        if not self.lenient and not subject_agrees(subject, first):
            return ()
        return (replace(clause, subject=subject),)

    def clause_dative(self, _a: At, whom: Value, vp: Pred | Clause) -> Sequence[Clause]:
        """«a una nave aliada se le inflija 1 carta de Daño»: told first, and again by its pronoun."""
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if len(clause.preds) != 1 or clause.subject is not None:
            return ()
        pred = clause.preds[0]
        made = self._dislocated(pred, "a", whom)
        return (replace(clause, preds=(made,)),) if made is not None else ()

    def _dislocated(self, pred: Pred, role: str, value: Value) -> Pred | None:
        """The predicate whose pronoun in that role is the thing told before it: «tus maniobras puedes considerarlas …»."""
        if len(pred.facts) != 1 or not isinstance(value, (Cosa, Papel, Lista, Nombre)):
            return None
        fact = pred.facts[0]
        told = fact.role(role)
        if not isinstance(told, Pron) or told.kind != "clitico" or not fits(value, told.sorts, self.lexicon):
            return None
        if isinstance(value, Cosa) and not (agree(told.gender, value.gender) and agree(told.number, value.number)):
            return None
        return replace(pred, facts=(fact.put(role, value),))

    def rel_que(self, _que: At, clause: Clause) -> Sequence[Any]:
        if any(key == "modo_de" or _if_possible(key, value) for p in clause.preds for f in p.facts for key, value in f.circ):
            return ()  # «…, ignorando …» is said of the act
        if self._so_instead(clause.preds):
            return ()
        if any(key == "para" or value == IF_POSSIBLE for p in clause.preds for f in p.facts for key, value in f.circ):
            return ()  # «descartar una carta que tenga equipada para …»: what the act is for
        also = ("modo", Cual("tambien", "modo"))
        if "continues" in self.lexicon.data and any(also in f.circ for p in clause.preds for f in p.facts):
            return ()  # «cada Rebelde que sufra [daño] también adquiere Debilidad»
        if any(p.mood == "imp" for p in clause.preds):
            return ()  # «un movimiento que termina …»: no order stands in a relative clause
        return (("", clause),) if clause.subject is None or any(p.gap for p in clause.preds) else ()

    def rel_inverted(self, que: At, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        return [
            made
            for told in _denied_once(vp, subject)
            for clause in self.clause_subject(subject, told)
            for made in self.rel_que(que, clause)
            if any(p.gap for p in clause.preds)
        ]

    def rel_prep(self, prep: At, clause: Clause) -> Sequence[Any]:
        return ((prep[1].id, clause),) if not any(p.mood == "imp" for p in clause.preds) else ()

    def rel_prep_inverted(self, prep: At, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        return [(prep[1].id, clause) for told in _denied_once(vp, subject) for clause in self.clause_subject(subject, told)]

    def rel_prep_done(self, prep: At, *said: Any) -> Sequence[Any]:
        """«el arma a la que está asignada»: what the verb cannot do without; where it can, the clause is whole."""
        copula = next(one for one in said if isinstance(one, Copula))
        part = next(one for one in said if isinstance(one, tuple))
        who = [one for one in said if one is not copula and one is not part]
        if copula.verb != "estar" or copula.past or copula.clitics or (copula.person != 3 and who):
            return ()
        at, done = part
        verb = Verb(done.id, at, copula.person, done.number, copula.mood, copula.neg, passive=True, gender=done.gender)
        return [
            (prep[1].id, clause)
            for gap in self.predicates(verb, ())
            if gap.gap == prep[1].id and len(gap.facts) == 1
            for pred in (replace(gap, facts=(self.brought_about(gap.facts[0], copula.mood),)),)
            for clause in (self.clause_subject(who[0], pred) if who else (Clause(None, (pred,)), *self._this_card(pred)))
        ]

    def _this_card(self, pred: Pred) -> Sequence[Clause]:
        """«el arma a la que está asignada», where nothing else was told that could be: the card itself."""
        if pred.person != 3 or "carta" not in pred.sorts or (pred.gender, pred.number) == ("m", "s"):
            return ()
        return (Clause(Pron("esta_carta", pred.gender, pred.number, pred.at, pred.sorts), (pred,)),)

    def rel_prep_lies(self, prep: At, copula: Copula, who: Value) -> Sequence[Any]:
        """«un arco en el que se encuentre el atacante»."""
        own = copula.clitics == (("se",) if copula.verb in ("hallar", "encontrar") else ())
        if prep[1].id != "en" or not own or copula.verb == "ser" or copula.person != 3 or isinstance(who, (Yo, Pron)):
            return ()
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        fact = Hecho("en", (("donde", It()),), copula.neg, copula.past)
        pred = Pred((fact,), "quien", placed, person=3, number=copula.number, mood=copula.mood, at=copula.at)
        return [("cuyo", clause) for clause in self.clause_subject(who, pred)]

    def rel_whose(self, _word: At, thing: Value, vp: Pred | Clause) -> Sequence[Any]:
        if not isinstance(thing, Cosa):
            return ()
        owned = replace(
            thing,
            qty=EVERY if thing.number == "p" else Qty("el"),
            ref="el",
            filters=(*thing.filters, Hecho("de", (("quien", It()), ("que", Pron("duenno", "-", "-", -1))))),
        )
        preds = vp.preds if isinstance(vp, Clause) else (vp,)
        if self._so_instead(preds):
            return ()
        if any(_if_possible(key, value) for p in preds for f in p.facts for key, value in f.circ):
            return ()
        return [("cuyo", clause) for clause in self.clause_subject(owned, _as_noun(vp, thing))]

    def rel_in_whose_is(self, word: At, thing: Value, vp: Pred | Clause) -> Sequence[Any]:
        """«en cuya reserva haya un arma»: the reserve has it."""
        if isinstance(vp, Clause) or len(vp.facts) != 1 or vp.facts[0].verb != "hay" or not isinstance(thing, Cosa):
            return ()
        what = vp.facts[0].role("que")
        if what is None or not self.has(thing.sort, what):
            return ()
        has = replace(vp, facts=(replace(vp.facts[0], verb="tener"),), subject="quien", sorts=ANY, impersonal=False)
        return list(self.rel_whose(word, replace(thing, number="-"), has))

    def rel_in_whose_lies(self, word: At, thing: Value, copula: Copula, *who: Value) -> Sequence[Any]:
        """«en cuyo [arco-frontal] estés»: that has you there."""
        lies = copula.verb in ("estar", "hallar", "encontrar") and copula.clitics in ((), ("te",), ("se",))
        if word[1].id != "en" or not lies or not isinstance(thing, Cosa) or (copula.person == 3) != bool(who):
            return ()
        if not fits(thing, frozenset(self.lexicon.data.get("places", "").split()), self.lexicon):
            return ()
        owner = Hecho("de", (("quien", It()), ("que", Pron("duenno", "-", "-", -1))))
        owned = replace(thing, qty=Qty("el"), ref="el", filters=(*thing.filters, owner))
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        fact = Hecho("en", (("donde", owned),), copula.neg, copula.past)
        pred = Pred((fact,), "quien", placed, person=3, number=copula.number, mood=copula.mood, at=copula.at)
        if not who:
            return [("cuyo", Clause(Yo(), (pred,)))]
        return [("cuyo", clause) for clause in self.clause_subject(who[0], pred)]

    def rel_in_whose(self, _word: At, thing: Value, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        """«en cuya barra de acciones figure [cálculo]»."""
        if (
            not isinstance(thing, Cosa)
            or isinstance(vp, Clause)
            or vp.impersonal
            or len(vp.facts) != 1
            or vp.gap not in ("", "en")
            or not fits(subject, vp.sorts, self.lexicon)
        ):
            return ()
        owned = replace(
            thing,
            qty=Qty("el"),
            ref="el",
            filters=(*thing.filters, Hecho("de", (("quien", It()), ("que", Pron("duenno", "-", "-", -1))))),
        )
        fact = replace(vp.facts[0], roles=(*vp.facts[0].roles, ("en", owned)))
        return [("cuyo", Clause(subject, (replace(vp, facts=(fact,), gap=""),)))]

    def _may_own(self, owner: Cosa, thing: Cosa) -> bool:
        """«un ataque contra una unidad cuya Velocidad sea 2»: whether what «cuyo» names can be the attack's."""
        owners = str(self.lexicon.data.get("of", {}).get(thing.sort, "ataque")).split()
        return (owner.sort != "ataque" or "ataque" in owners) and self.its(thing.noun, owner.sort)

    def _kept_there(self, clause: Clause) -> Hecho | None:
        """«un sistema en el que tengas un Líder» contains one of yours."""
        pred = clause.preds[0]
        fact = pred.facts[0] if len(clause.preds) == len(pred.facts) == 1 and not clause.modal else None
        if fact is None or fact.verb != "tener" or not isinstance(what := fact.role("que"), Cosa) or len(fact.roles) != 1:
            return None
        whose = clause.subject if clause.subject is not None else implied(pred)
        if not isinstance(whose, (Yo, Papel)):
            return None
        mine = replace(what, filters=(*what.filters, Hecho("de", (("quien", It()), ("que", whose)))))
        return replace(fact, roles=(("quien", It()), ("que", mine)))

    def relative(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...] | Cosa]:
        prep, clause = value
        if thing.sort == "" and thing.qty.op == "n" and thing.filters == (Hecho("otro", (("quien", It()),)),):
            return [
                c for c in self.relative(replace(thing, sort="cosa"), value) if isinstance(c, tuple)
            ]  # «ejecuta otra que …»
        if thing.sort == "":
            if thing.ref != "el" or thing.filters or prep:
                return ()
            thing = replace(thing, noun="los_que", sort="cosa", qty=EVERY, ref="ese")  # «los que no la superen»: those of them
            return [replace(thing, filters=c) if isinstance(c, tuple) else c for c in self.relative(thing, value)]
        if not prep and thing.qty.op == "n" and not thing.ref and thing.at > 1 and any(map(befalls, clause.preds)):
            return ()  # «Elige 1 nave, que recibe 1 ficha»: what becomes of it; «Una nave que recibe 1 ficha …» is which one
        done_to = False
        if prep == "a" and all(p.gap == "que" for p in clause.preds) and thing.sort in self._persons():
            prep, done_to = "", True  # «una nave a la que has fijado»: a person takes its «a»
        if prep == "cuyo":
            if isinstance(clause.subject, Cosa) and not self._may_own(thing, clause.subject):
                return ()  # «un ataque contra una nave cuya Iniciativa …»: no attack has one
            return [tuple(facts_of(clause, clause.subject))]
        if prep == "en" and thing.sort in self.containers and "having_is_owning" in self.lexicon.data:
            kept = self._kept_there(clause)
            if kept is not None:
                return [(kept,)]
        if prep:
            found = []
            for pred in clause.preds:
                locked = self._locked(pred, thing)
                if locked is not None:  # «un defensor al que hayas fijado blanco»: that you have locked
                    found.append(locked)
                    continue
                if pred.gap and pred.gap != prep:
                    return ()
                if prep == "a" and self._span(thing) and len(pred.facts) == 1 and not pred.gap:
                    found.append(replace(pred.facts[0], roles=(*pred.facts[0].roles, ("a", It()))))
                    continue  # «el alcance al que puedes elegir un objeto»
                slot = self._slot(pred, prep)
                then = prep in ("en", "durante") and thing.sort == "tiempo" and thing.ref == "el" and not slot
                if then and not pred.gap and len(pred.facts) == 1 and not pred.facts[0].past:
                    found.append(replace(pred.facts[0], circ=(*pred.facts[0].circ, ("durante", It()))))
                    continue  # «el paso en el que se imparten órdenes»
                if not slot or not self.lexicon.fits(thing.sort, slot.sorts) or len(pred.facts) != 1:
                    return ()
                fact = pred.facts[0]
                if fact.verb == "hay" and thing.sort in self.containers:  # «un sistema en el que haya un Líder» contains it
                    found.append(replace(fact, verb="tener", roles=(("quien", It()), *fact.roles)))
                else:
                    found.append(replace(fact, roles=(*fact.roles, (prep, It()))))
            who = clause.subject
            return [
                tuple(
                    self._mutual(with_roles(fact, pred, who if who is not None else implied(pred), clause.modal), prep)
                    for fact, pred in zip(found, clause.preds, strict=True)
                )
            ]
        results: list[tuple[Cond, ...]] = []
        pred = clause.preds[0]
        open_ = clause.subject is None and pred.person in (3, 0) and not any(p.gap for p in clause.preds)
        if (
            open_
            and not pred.impersonal
            and (self.lenient or agree(pred.number, thing.number))
            and all(self.lexicon.fits(thing.sort, p.sorts) for p in clause.preds)
            and agree(pred.gender, thing.gender)
        ):
            said = tuple(self.upon(thing.sort, fact) for fact in facts_of(clause, It()))
            if any(self._no_such(thing, fact) for fact in said):
                return ()
            results.append((Junto("o", said),) if clause.conj == "o" and len(said) > 1 else said)
        upon = all(self.lies_upon(thing.sort, fact.role("donde")) for fact in pred.facts)
        if thing.sort == "lugar" and thing.qty.op == "el" and any(fact.verb == "a_alcance" for fact in pred.facts):
            return results  # «un sitio que tengas a alcance 1»; «la zona de juego» is one, and no range tells it apart
        if len(clause.preds) == 1 and pred.gap and (upon or self.lexicon.fits(thing.sort, pred.gap_sorts)):
            filled = replace(pred, facts=tuple(replace(f, roles=((pred.gap, It()), *f.roles)) for f in pred.facts), gap="")
            subject = clause.subject if clause.subject is not None else implied(pred)
            # «un tipo que no posea», «la unidad a la que ataque»: who is told before
            third = done_to or not any(self.lexicon.fits(thing.sort, p.sorts) for p in clause.preds)
            third = third or (pred.subject == "de" and pred.facts[0].verb == "a_alcance")  # «que tenga a alcance 1»: from him
            third = third or any(fact.verb == "de" for fact in pred.facts)  # «descarta 1 carta que tenga en la mano»: his
            third = third or self._wants(pred)  # «por cada unidad que haya derrotado»: it is what was defeated
            if isinstance(subject, Pron) and clause.subject is None and not pred.impersonal and not third:
                return results
            made = tuple(facts_of(replace(clause, preds=(filled,)), subject))
            on = tuple(self.upon(thing.sort, fact) for fact in made)
            if on != made and pred.subject == "de":  # «un bloqueo que tengas en el defensor»: yours, on him
                on = (*on, of_owner(subject))
            results.append(on)
        return results

    def _mutual(self, fact: Hecho, prep: str) -> Hecho:
        """«una puerta a la que estés adyacente» is «una puerta adyacente a ti»: each is so to the other."""
        quality, who = fact.role("que"), fact.role("quien")
        both = str(self.lexicon.data.get("mutual", "")).split()
        if not isinstance(quality, Cual) or quality.id not in both or who is None or fact.verb != "ser":
            return fact
        return fact.put("quien", It()).put(prep, who)

    def _span(self, thing: Cosa) -> bool:
        return thing.noun in str(self.lexicon.data.get("spans", "")).split()

    def resumed(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        """«que esté en tu arco y la tengas a alcance 1»: the pronoun is what the clause before it is about."""
        prep, clause = value
        pred = clause.preds[0]
        subject = clause.subject if clause.subject is not None else implied(pred)
        again = {v for f in pred.facts for _, v in f.roles if isinstance(v, Pron) and v.kind == "clitico"}
        if prep or pred.gap or len(clause.preds) > 1 or len(again) != 1 or isinstance(subject, Pron):
            return ()
        (told,) = again
        if not (agree(told.gender, thing.gender) and agree(told.number, thing.number)) or not fits(
            thing, told.sorts or ANY, self.lexicon
        ):
            return ()
        facts = tuple(replace(f, roles=tuple((k, It() if v == told else v) for k, v in f.roles)) for f in pred.facts)
        return [tuple(facts_of(replace(clause, preds=(replace(pred, facts=facts),)), subject))]

    def _so_instead(self, preds: Sequence[Pred]) -> bool:
        """«ejecuta otra que tenga la misma dirección en vez de esa maniobra»: the act is instead, not how it is."""
        acts = self.lexicon.verbs
        so = [f for pred in preds for f in pred.facts if f.verb in ("ser", "tener") or f.verb not in acts]
        return any(key == "en_vez_de" for fact in so for key, _ in fact.circ)

    def _wants(self, pred: Pred) -> bool:
        """Whether the verb could not do without what the clause leaves open, and what is left out acts on living things."""
        slots = [role for fact in pred.facts for role in self.lexicon.verbs.get(fact.verb, ()) if role.name == pred.gap]
        done = pred.subject == "quien" and pred.gap == "que" and all(fact.past for fact in pred.facts)
        return done and bool(slots) and not any(role.optional for role in slots)

    def _no_such(self, thing: Cosa, fact: Hecho) -> bool:
        """«una reserva que sea un arma»: of sorts that have nothing in common none is another."""
        other = fact.role("que") if fact.verb == "ser" else None
        apart = self.lexicon.data.get("nothing_else", "").split()
        return isinstance(other, Cosa) and thing.sort != other.sort and thing.sort in apart and other.sort in apart

    def _persons(self) -> tuple[str, ...]:
        data = self.lexicon.data
        return (*str(data.get("animate", "")).split(), *str(data.get("personal", "")).split())

    def _locked(self, pred: Pred, thing: Cosa) -> Hecho | None:
        for name, told in self.lexicon.data.get("same_act", {}).items():
            act, noun, _ = told.split()
            fact = pred.facts[0]
            got = fact.role("que")
            role = next((r for r in self.lexicon.verbs.get(name, ()) if r.name == "que"), None)
            if fact.verb != act or not fact.past or not isinstance(got, Cosa) or got.noun != noun or got.filters:
                continue
            if role is not None and self.lexicon.fits(thing.sort, role.sorts):
                return replace(fact, verb=name, roles=tuple((k, It() if k == "que" else v) for k, v in fact.roles))
        return None

    def _slot(self, pred: Pred, prep: str) -> Role | None:
        signature = self.lexicon.verbs.get(pred.facts[0].verb, ())
        quality = pred.facts[0].role("que") if pred.facts[0].verb == "ser" else None
        if isinstance(quality, Cual):  # «la nave con la que estás acoplado», «la puerta a la que estés adyacente»
            takes = self.lexicon.data.get({"con": "adj_with", "a": "adj_takes"}.get(prep, ""), {}).get(quality.id)
            return Role(prep, frozenset(str(takes).split()), True) if takes and pred.facts[0].role(prep) is None else None
        if pred.facts[0].verb == "hay" and prep == "en":
            return Role("en", frozenset(self.lexicon.data.get("places", "").split()), True)
        if pred.facts[0].verb in ("hay", "tener") and prep in self.lexicon.data.get("preps", {}):  # «sobre el que haya 1 ficha»
            held = pred.facts[0].role("que")
            sorts = self.lexicon.data["preps"][prep].get(sort_of(held, self.lexicon) if held is not None else "", "")
            return Role(prep, frozenset(sorts.split()), True)
        return next((role for role in signature if role.name == prep and pred.facts[0].role(prep) is None), None)

    def only_has(self, vp: Any, owner: Value) -> bool:
        """Whether the verb says nothing but that the owner has it."""
        if not isinstance(vp, Pred) or len(vp.facts) != 1 or vp.gap != "que" or not fits(owner, vp.sorts, self.lexicon):
            return False
        return vp.facts[0] == Hecho("tener") and vp.person == 3 and subject_agrees(owner, vp)

    def asked(self, thing: Cosa, infs: Any) -> Sequence[tuple[Cond, ...]]:
        """«el requisito de pertenecer a la categoría [tropa]»: what it asks for."""
        if thing.sort != "requisito" or any(p.gap for p in infs.items):
            return ()
        return [(Hecho("exigir", (("quien", It()), ("que", Clause(Pron("nadie", "-", "-", -1), infs.items, infs.conj)))),)]

    def _meant(self, verb: str) -> tuple[str, ...]:
        return tuple(self.lexicon.senses.get(verb, ()))

    def gerund(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        """«un Oficial transportando los planos»: who carries them."""
        (at, ger), comps = value
        if not comps or ger.clitics or {"usar", "utilizar"} & {ger.id, *self.lexicon.senses.get(ger.id, ())}:
            return ()
        preds = self.predicates(Verb(ger.id, at, 3, "-", "ger"), comps)
        return [
            tuple(with_roles(f, pred, It(), "") for f in pred.facts)
            for pred in preds
            if not pred.gap and self.lexicon.fits(thing.sort, pred.sorts)
        ]

    def participle(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        (_, part), comps, neg = value
        if comps and comps[-1] == ALSO:
            return ()  # «el nombre indicado también forma parte …»: said of what follows
        shown = thing.noun == thing.sort and thing.noun != "ficha" and any(_is_icon(f) for f in thing.filters)
        gender = "-" if shown else thing.gender  # an icon shows no gender
        if thing.sort == "" and thing.ref == "el" and not thing.filters and "indicar" in (part.id, *self._meant(part.id)):
            named = replace(thing, sort="cosa")  # «cuyo nombre sea el indicado»: a name, as what it is said of
            return self.participle(named, value)
        if thing.sort == "" or not (self.lenient or (agree(part.gender, gender) and agree(part.number, thing.number))):
            return ()
        if part.id in PLACED and not self.lies(thing):
            return ()
        worn = self.lexicon.data.get("borne", {}).get(part.id)
        if worn not in (None, thing.sort) and not any(c.kind == "prep" for c in comps) and thing.sort in self._persons():
            return ()  # «una nave equipada con …»: with what is said of her, too
        if self.lenient and not agree(part.gender, gender):
            nearer = [c for c in parts(thing.filters) if isinstance(c, Cosa) and c.at > thing.at >= 0]
            if any(agree(part.gender, c.gender) and agree(part.number, c.number) for c in nearer):
                return ()  # «una carta de un Héroe agotado»: it agrees with the Hero, of whom it is not said
        if any(c.kind == "circ" and c.prep == "hasta" for c in comps):
            return ()  # «la nave elegida hasta el final de la fase»: how long is said of the act
        found = []
        during = any(c.kind == "circ" and c.prep == "durante" for c in comps)  # «activado durante esta ronda»: that it happened
        done = (
            neg or during or (part.id in self.lexicon.data.get("at_once", "").split() and any(c.prep == "por" for c in comps))
        )
        for facts, sorts, _, _, _ in self._states(Comp("part", value[:2])):
            if neg or done:
                facts = tuple(replace(f, neg=f.neg ^ neg, past=done, still=neg and not during) for f in facts)
            if self.lexicon.fits(thing.sort, sorts):
                found.append(
                    tuple(with_roles(f, None, It(), "") for f in facts)
                    if part.id not in PLACED | {"situar"}
                    else tuple(with_subject(f, It()) for f in facts)
                )
        return found


FAR = 10_000
"""No sentence has as many words: places of what is said once and meant twice."""


def _again(value: Any) -> Any:
    """The same once more, which nothing behind it points to."""
    once = replace(value, at=value.at + FAR) if getattr(value, "at", -1) >= 0 else value
    return rebuilt(once, _again) if isinstance(once, (Node, tuple)) else once


def _said_there(fact: Hecho, when: Roles, where: Value | None) -> Hecho:
    """The fact at that time and place, unless it has its own."""
    timed = any(key in ("durante", "hasta") for key, _ in fact.circ)
    fact = fact if timed else replace(fact, circ=(*fact.circ, *when))
    if where is None or fact.role("en") is not None:
        return fact
    return replace(fact, roles=(*fact.roles, ("en", where)))


def _as_noun(vp: Pred | Clause, thing: Cosa) -> Pred | Clause:
    """«cuyo nombre sea el indicado»: the name that is told."""

    def named(value: Value) -> Value:
        if not isinstance(value, Cosa) or value.noun or value.ref != "el" or len(value.filters) != 1:
            return value
        told = value.filters[0]
        if not isinstance(told, Hecho) or told.verb != "indicar" or not agree(value.gender, thing.gender):
            return value
        return replace(value, noun=thing.noun, sort=thing.sort) if agree(value.number, thing.number) else value

    if isinstance(vp, Clause):
        return vp
    facts = tuple(replace(f, roles=tuple((k, named(v)) for k, v in f.roles)) for f in vp.facts)
    return replace(vp, facts=facts)


def _is_icon(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" else None
    return isinstance(what, Cual) and what.kind.startswith("icono_")


def _if_possible(key: str, value: Any) -> bool:
    """«…, si es posible» is said of the act, not of what it is done with."""
    return key == "modo" and value == Cual("si_es_posible", "modo")


def _even_all(preds: tuple[Pred, ...]) -> tuple[Pred, ...]:
    """«realizar acciones y ejecutar maniobras, incluso aunque …»: the exception is said of all of them."""
    even = tuple(c for f in preds[-1].facts for c in f.circ if c[0] == "incluso_aunque")
    if not even:
        return preds
    return tuple(
        replace(
            p,
            facts=tuple(
                f if any(k == "incluso_aunque" for k, _ in f.circ) else replace(f, circ=(*f.circ, *even)) for f in p.facts
            ),
        )
        for p in preds
    )
