"""Actions for moments: «después de que …», «mientras …», several events, who does them."""

from collections.abc import Sequence
from typing import Any

from grammar.meaning.actions.clauses import Clauses
from grammar.meaning.actions.said import (
    ACTIVITIES,
    RANGED,
    Together,
    clauses_in,
    has_time,
    holds_several,
    in_both,
    is_done,
    is_told,
    is_yours,
    replaces,
    with_circ,
)
from grammar.meaning.actions.things import At, fits, lasts, sort_of
from grammar.meaning.actions.verbs import Infs, Verb, clause_of, subject_agrees
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    Clause,
    CondClause,
    Cosa,
    Frame,
    Hecho,
    Junto,
    Papel,
    Pred,
    Pron,
    Value,
    Yo,
)


class Moments(Clauses):
    # ---- moments
    def events(self, *parts: Any) -> Sequence[tuple[Clause, ...]]:
        found = clauses_in(parts)
        # «agota esta carta cuando ataques para ignorar …», «gasta 1 [fuerza] mientras te defiendes para …»
        told_of = ("para",) if "third_person_bearer" not in self.lexicon.data else ()  # «cuando X gasta una ficha para …»
        apart = ("para", "al") if "continues" in self.lexicon.data else told_of
        if any(key in apart for clause in found for pred in clause.preds for fact in pred.facts for key, _ in fact.circ):
            return ()
        if any(pred.gap or pred.mood == "imp" or replaces(pred) for clause in found for pred in clause.preds):
            return ()
        return (self._at_one_range(self._one_subject(found)),)

    def _one_subject(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """«una nave pase a través de esta mina o se solape con ella»: what is joined goes on about its subject."""
        who = clauses[0].subject
        if not isinstance(who, Cosa) or "third_person_bearer" in self.lexicon.data or "continues" in self.lexicon.data:
            return clauses

        def same(clause: Clause) -> bool:
            return clause.subject is None and all(
                p.person == 3 and not p.impersonal and subject_agrees(who, p) and fits(who, p.sorts, self.lexicon)
                for p in clause.preds
            )

        return tuple(replace(clause, subject=who) if same(clause) else clause for clause in clauses)

    def _at_one_range(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """«ataque, se mueva o realice una acción a [alcance-2]»: what one unit does, all of it at that range."""
        told = [item for pred in clauses[-1].preds for fact in pred.facts for item in fact.circ if item[0] in RANGED]
        if (
            not told
            or "third_person_bearer" not in self.lexicon.data
            or any(clause.subject is not None for clause in clauses[1:])
            or any(
                key in RANGED or not any(role.name == "rango" for role in self.lexicon.verbs.get(fact.verb, ()))
                for clause in clauses[:-1]
                for pred in clause.preds
                for fact in pred.facts
                for key, _ in (*fact.circ, ("", None))
            )
        ):
            return clauses
        return tuple(
            replace(
                c, preds=tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, *told)) for f in p.facts)) for p in c.preds)
            )
            if c is not clauses[-1]
            else c
            for c in clauses
        )

    def events_y(self, *parts: Any) -> Sequence["Together"]:
        """Two things that happen together; a state beside an event is its condition."""
        first, second = clauses_in(parts)
        if any(pred.gap or pred.mood == "imp" or replaces(pred) for pred in (*first.preds, *second.preds)):
            return ()
        if second.modal:
            return ()  # «ignora el terreno mientras se mueve y puede detenerse en él»: what may be done is ruled
        return (Together(first, second),)

    def when_clause(self, word: At, events: "tuple[Clause, ...] | Together") -> Sequence[Frame]:
        if word[1].id == "siempre":
            told = (events.first,) if isinstance(events, Together) else events
            again = (word[0], replace(word[1], id="cada_vez"))
            return () if all(is_told(clause) for clause in told) else self.when_clause(again, events)
        if isinstance(events, Together) and word[1].id == "mientras" and events.first.subject == events.second.subject:
            doing = [fact.verb for pred in events.second.preds for fact in pred.facts if not (fact.neg or fact.past)]
            if doing and all(verb in ACTIVITIES for verb in doing):  # «mientras te mueves y efectúas ataques»: while either
                return (Frame("cuando", word[1].id, (events.first, events.second), at=word[0]),)
        if isinstance(events, Together):
            if holds_several(events.first):
                return ()
            return (Frame("cuando", word[1].id, (events.first,), cond=CondClause("y", (events.second,)), at=word[0]),)
        if any(map(holds_several, events)):
            return self.when_clause(word, in_both(events[0])) if len(events) == 1 else ()
        return (Frame("cuando", word[1].id, events, at=word[0]),)

    def when_either(self, *parts: Any) -> Sequence[Frame]:
        """«mientras te mueves y mientras atacas», «después de que A o después de que B»: at either time."""
        words = [p for p in parts if isinstance(p, tuple) and isinstance(p[0], int) and p[1].cls not in ("Y", "O", "QUE")]
        told = tuple(c for p in parts if isinstance(p, tuple) and isinstance(p[0], Clause) for c in p)
        if words[0][1].id != words[1][1].id or any(isinstance(p, Together) for p in parts):
            return ()
        if words[0][1].cls in ("MIENTRAS", "CUANDO"):
            return self.when_clause(words[0], told)
        return self.when_que(words[0], words[0], told)

    def when_que(self, word: At, _que: At, events: "tuple[Clause, ...] | Together") -> Sequence[Frame]:
        if not isinstance(events, Together) and any(map(holds_several, events)):
            return self.when_que(word, _que, in_both(events[0])) if len(events) == 1 else ()
        if isinstance(events, Together):
            return [
                replace(frame, cond=CondClause("y", (events.second,))) for frame in self.when_que(word, _que, (events.first,))
            ]
        if any(pred.mood not in ("subj", "isubj", "") and not is_done(pred) for clause in events for pred in clause.preds):
            return ()
        return (Frame("cuando", word[1].id, events, at=word[0]),)

    def when_inf(self, word: At, infs: Infs) -> Sequence[Frame]:
        if any(pred.gap for pred in infs.items):
            return ()
        return (Frame("cuando", word[1].id, tuple(self._done_by(pred) for pred in infs.items), at=word[0]),)

    def _done_by(self, pred: Pred) -> Clause:
        """«Tras resolver un ataque contra ti»: whoever attacks does, and the sentence does not say who."""
        attack = pred.facts[0].role("que") if len(pred.facts) == 1 else None
        if "continues" in self.lexicon.data and isinstance(attack, Cosa) and attack.sort == "ataque":
            against = [f for cond in attack.filters for f in (cond.items if isinstance(cond, Junto) else (cond,))]
            if any(isinstance(f, Hecho) and f.verb == "contra" and is_yours(f.role("que")) for f in against):
                return Clause(None, (replace(pred, impersonal=True),))
        return Clause(self._doer(pred), (pred,))

    def when_done(self, word: At, part: At, value: Value) -> Sequence[Frame]:
        """«Una vez resuelto el ataque»: after it."""
        found: list[Frame] = []
        for pred in self.predicates(
            Verb(part[1].id, part[0], 3, part[1].number, "subj", passive=True, gender=part[1].gender), ()
        ):
            found.extend(
                Frame("cuando", "despues", (clause,), at=word[0]) for clause in self.clause_subject(value, pred) if not pred.gap
            )
        return found

    def when_has_done(self, word: At, clause: Clause) -> Sequence[Frame]:
        """«Una vez ha sufrido 3 [daño]»: after it, told as what has come about."""
        if any(fact.neg or not fact.past for pred in clause.preds for fact in pred.facts):
            return ()
        preds = tuple(replace(p, facts=tuple(replace(fact, past=False) for fact in p.facts)) for p in clause.preds)
        return (Frame("cuando", "despues", (replace(clause, preds=preds),), at=word[0]),)

    def _doer(self, pred: Pred) -> Value:
        """Who does what an infinitive says: you; where cards speak of the bearer in the third person, who acts afterwards."""
        player = pred.sorts == frozenset({"jugador"}) or (
            "jugador" in pred.sorts and str(self.lexicon.data["bearer"]) not in pred.sorts
        )
        acts = str(self.lexicon.data.get("by_player", "")).split()
        things = [(fact.verb, fact.role("que")) for fact in pred.facts]
        player = player or all(
            what is not None and {f"{verb}:{sort_of(what, self.lexicon)}", f"{verb}:{getattr(what, 'noun', '')}"} & {*acts}
            for verb, what in things
        )
        if player and "jugador" in self.lexicon.data.get("roles", {}):
            return Papel("jugador")  # «Al crear un ejército, una unidad …»: who plays does
        return Pron("elidido", "-", "s", pred.at, pred.sorts) if self.lexicon.data.get("third_person_bearer") else Yo()

    def when_al(self, a: At, el: At, infs: Infs) -> Sequence[Frame]:
        if any(pred.gap for pred in infs.items) or (el[1].id, el[1].gender, el[1].number) != ("el", "m", "s"):
            return ()
        if any(key == "hasta" for pred in infs.items for fact in pred.facts for key, _ in fact.circ):
            return ()  # «gana +1 [bloqueo] al defenderse hasta el final de la ronda»: how long is said of what is gained
        return (Frame("cuando", "cuando", tuple(Clause(self._doer(pred), (pred,)) for pred in infs.items), at=a[0]),)

    def when_while(self, word: At, clause: Clause, _a: At, _el: At, infs: Infs) -> Sequence[Frame]:
        """«Cuando recuperes [tensión] al descansar»: while doing the other."""
        if any(pred.gap for pred in (*clause.preds, *infs.items)) or len(infs.items) != 1:
            return ()
        extra = ("al", Clause(Yo(), infs.items))
        preds = tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, extra)) for f in p.facts)) for p in clause.preds)
        return (Frame("cuando", word[1].id, (replace(clause, preds=preds),), at=word[0]),)

    def when_np(self, word: At, value: Value) -> Sequence[Frame]:
        if not lasts(value, self.lexicon, "ataque", "accion", "maniobra", "tirada") or isinstance(value, (Pron, Yo)):
            return ()
        return (Frame("cuando", word[1].id, value=value, at=word[0]),)

    def when_in_which(self, word: At, time: Value, prep: At, clause: Clause) -> Sequence[Frame]:
        """«al final de una ronda en la que hayas atacado»: at its end, if you have in that round."""
        if prep[1].id != "en" or not isinstance(time, Cosa) or time.qty not in (ONE, EVERY) or time.ref or time.filters:
            return ()
        gone_by = all(fact.past for pred in clause.preds for fact in pred.facts) and not clause.modal
        if not gone_by or any(pred.gap for pred in clause.preds) or has_time(clause) or sort_of(time, self.lexicon) != "tiempo":
            return ()
        asked = with_circ(clause, (("durante", Papel("este_" + time.noun)),))
        return [replace(frame, cond=CondClause("y", (asked,))) for frame in self.when_np(word, time)]

    def as_is(self, frame: Frame) -> Sequence[Frame]:
        return (frame,)

    def lead_and_props(self, link: Frame, _y: At, props: CondClause, *_comma: At) -> Sequence[Frame]:
        """«Si lo haces y el ataque falla»."""
        return (replace(link, cond=props),) if link.rel == "si_lo_hace" else ()

    def span_instead(self, word: At, value: Value) -> Sequence[Frame]:
        """«en vez de esa maniobra, puedes ejecutar otra»."""
        told = isinstance(value, (Cosa, Papel)) and sort_of(value, self.lexicon) in (
            "maniobra",
            "accion",
            "ataque",
            "plantilla",
        )
        return (Frame("en_vez_de", value=value, at=word[0]),) if told else ()

    def span_instead_inf(self, word: At, infs: Infs) -> Sequence[Frame]:
        """«En vez de tirar los dados, …»: said before the act or behind it."""
        if any(pred.gap for pred in infs.items) or len(infs.items) != 1:
            return ()
        return (Frame("en_vez_de", value=clause_of(Pron("reflejo", "-", "-", -1), infs), at=word[0]),)

    def limit_beyond(self, _more: At, limit: Frame) -> Sequence[Frame]:
        return (replace(limit, kind="limite_de_mas"),)
