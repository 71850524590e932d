"""Actions for sentences: moments, conditions, spans, limits, and what is ruled."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.lexicon.words import Word
from grammar.meaning.actions.clauses import Clauses
from grammar.meaning.actions.things import ANY, At, fits, lasts, sort_of
from grammar.meaning.actions.verbs import MANNER, Comp, Infs, Verb, clause_of, subject_agrees
from grammar.meaning.binding.subjects import acts_itself
from grammar.meaning.node import Node, node, replace
from grammar.meaning.values import (
    EVERY,
    NONE,
    THE,
    Act,
    Clause,
    CondClause,
    Cosa,
    Cual,
    Frame,
    Gap,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Piece,
    Pred,
    Pron,
    Qty,
    Roles,
    Self,
    Sentence,
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


def _several(clause: Clause) -> bool:
    """«está a [alcance-1] y en su línea de visión»: two things that hold at once, though a moment's facts are alternatives."""
    return clause.conj != "o" and sum(len(pred.facts) for pred in clause.preds) > 1 and _stative(clause)


def _both(clause: Clause) -> "Together":
    """The first of them is what happens, the rest its condition."""
    facts = [replace(pred, facts=(fact,)) for pred in clause.preds for fact in pred.facts]
    who = None if isinstance(clause.subject, Cosa) else clause.subject
    return Together(replace(clause, preds=tuple(facts[:1]), conj=""), replace(clause, subject=who, preds=tuple(facts[1:])))


def _stative(clause: Clause) -> bool:
    """What is so, and does not happen: being, having, lying somewhere."""
    return all(f.verb in STATES and not f.past for pred in clause.preds for f in pred.facts)


def _doing(clause: Clause) -> bool:
    """What goes on for a while: attacking, moving."""
    facts = [fact for pred in clause.preds for fact in pred.facts]
    return not clause.modal and all(f.verb in ACTIVITIES and not (f.neg or f.past) for f in facts)


def _clauses(parts: Sequence[Any]) -> tuple[Clause, ...]:
    return tuple(part for part in parts if isinstance(part, Clause))


COUNTED = frozenset({"n", "hasta", "al_menos"})


def _counted_elsewhere(clause: Clause) -> bool:
    """«Mueve 2 unidades hasta 3 casillas, o hasta 5 si …»: which number?"""
    fact = clause.preds[0].facts[0]
    others = (*(value for name, value in fact.roles if name not in ("quien", "que")), *(value for _, value in fact.circ))
    numbers = [part.qty for part in inside(others) if isinstance(part, Cosa) and part.qty.op in COUNTED]
    return any(qty.op != "n" or qty.n != "1" for qty in numbers)


class Frames(Clauses):
    # ---- moments
    def events(self, *parts: Any) -> Sequence[tuple[Clause, ...]]:
        found = _clauses(parts)
        # «agota esta carta cuando ataques para ignorar …», «gasta 1 [fuerza] mientras te defiendes para …»
        told_of = ("para",) if "third_person_bearer" not in self.lexicon.data else ()  # «cuando X gasta una ficha para …»
        apart = ("para", "al") if "continues" in self.lexicon.data else told_of
        if any(key in apart for clause in found for pred in clause.preds for fact in pred.facts for key, _ in fact.circ):
            return ()
        if any(pred.gap or pred.mood == "imp" or _instead(pred) for clause in found for pred in clause.preds):
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
        first, second = _clauses(parts)
        if any(pred.gap or pred.mood == "imp" or _instead(pred) for pred in (*first.preds, *second.preds)):
            return ()
        if second.modal:
            return ()  # «ignora el terreno mientras se mueve y puede detenerse en él»: what may be done is ruled
        return (Together(first, second),)

    def when_clause(self, word: At, events: "tuple[Clause, ...] | Together") -> Sequence[Frame]:
        if word[1].id == "siempre":
            told = (events.first,) if isinstance(events, Together) else events
            again = (word[0], replace(word[1], id="cada_vez"))
            return () if all(_stative(clause) for clause in told) else self.when_clause(again, events)
        if isinstance(events, Together) and word[1].id == "mientras" and events.first.subject == events.second.subject:
            doing = [fact.verb for pred in events.second.preds for fact in pred.facts if not (fact.neg or fact.past)]
            if doing and all(verb in ACTIVITIES for verb in doing):  # «mientras te mueves y efectúas ataques»: while either
                return (Frame("cuando", word[1].id, (events.first, events.second), at=word[0]),)
        if isinstance(events, Together):
            if _several(events.first):
                return ()
            return (Frame("cuando", word[1].id, (events.first,), cond=CondClause("y", (events.second,)), at=word[0]),)
        if any(map(_several, events)):
            return self.when_clause(word, _both(events[0])) if len(events) == 1 else ()
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
        if not isinstance(events, Together) and any(map(_several, events)):
            return self.when_que(word, _que, _both(events[0])) if len(events) == 1 else ()
        if isinstance(events, Together):
            return [
                replace(frame, cond=CondClause("y", (events.second,))) for frame in self.when_que(word, _que, (events.first,))
            ]
        if any(pred.mood not in ("subj", "isubj", "") and not _done(pred) for clause in events for pred in clause.preds):
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
            if any(isinstance(f, Hecho) and f.verb == "contra" and _mine(f.role("que")) for f in against):
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
        player = player or all(what is not None and f"{verb}:{sort_of(what, self.lexicon)}" in acts for verb, what in things)
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

    # ---- conditions
    def prop(self, clause: Clause) -> Sequence[Clause]:
        if any(pred.gap or pred.mood in ("imp", "inf") or _instead(pred) for pred in clause.preds):
            return ()
        return (clause,)

    def prop_adv(self, adv: At, *parts: Any) -> Sequence[Clause]:
        clause: Clause = parts[-1]
        extra = ("modo", Cual(adv[1].id, "modo"))
        said = tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, extra)) for f in p.facts)) for p in clause.preds)
        return self.prop(replace(clause, preds=said))

    def prop_at(self, word: At, value: Value, *parts: Any) -> Sequence[Clause]:
        """«si al final de la ronda …»."""
        clause: Clause = parts[-1]
        if sort_of(value, self.lexicon) != "tiempo":
            return ()
        said = tuple(
            replace(p, facts=tuple(replace(f, circ=(*f.circ, (word[1].id, value))) for f in p.facts)) for p in clause.preds
        )
        return self.prop(replace(clause, preds=said))

    def prop_in(self, _word: At, value: Value, *parts: Any) -> Sequence[Clause]:
        """«si en esta ronda has …»: its time, told first."""
        clause: Clause = parts[-1]
        slot = self._slot(clause.preds[0], "en") if len(clause.preds) == 1 and len(clause.preds[0].facts) == 1 else None
        if sort_of(value, self.lexicon) == "tirada" and slot is not None and fits(value, slot.sorts, self.lexicon):
            pred = clause.preds[0]  # «si en tu tirada obtienes …»: where, told first
            there = replace(pred.facts[0], roles=(*pred.facts[0].roles, ("en", value)))
            return self.prop(replace(clause, preds=(replace(pred, facts=(there,)),))) if not pred.facts[0].role("en") else ()
        if not lasts(value, self.lexicon, "ataque") or isinstance(value, (Pron, Yo)) or _timed(clause):
            return ()
        return self.prop(_with_circ(clause, (("durante", value),)))

    def props(self, clause: Clause) -> Sequence[CondClause]:
        return (CondClause("y", (clause,)),)

    def props_y(self, *parts: Any) -> Sequence[CondClause]:
        return (CondClause("y", _in_one_time(_clauses(parts))),)

    def props_while(self, first: Clause, _word: At, second: Clause) -> Sequence[CondClause]:
        return () if _stative(first) and _doing(second) else self.props_y(first, second)

    def cond_while(self, word: At, first: Clause, during: At, second: Clause) -> Sequence[Frame]:
        """«si estás dañado mientras te defiendes» is «mientras te defiendes, si estás dañado»."""
        if not (_stative(first) and _doing(second)) or any(pred.mood == "subj" for pred in (*first.preds, *second.preds)):
            return ()
        return (Frame("cuando", during[1].id, (second,), cond=CondClause("y", (first,)), at=word[0]),)

    def props_o(self, *parts: Any) -> Sequence[CondClause]:
        return (CondClause("o", _in_one_time(_clauses(parts))),)

    def props_ni(self, *parts: Any) -> Sequence[CondClause]:
        first, *rest = _clauses(parts)
        if not any(fact.neg for pred in first.preds for fact in pred.facts):
            return ()
        when = tuple(item for pred in rest[-1].preds for fact in pred.facts for item in fact.circ if item[0] == "durante")
        if when and not any(key == "durante" for pred in first.preds for fact in pred.facts for key, _ in fact.circ):
            first = _with_circ(first, when)  # «si no has atacado ni te has defendido en esta ronda»: neither then
        return (CondClause("y", (first, *(_negated(clause) for clause in rest))),)

    def cond_only(self, _solo: At, word: At, props: CondClause) -> Sequence[Frame]:
        """«puede … sólo si …»: unless that is so, it cannot."""
        return [replace(frame, rel="solo") for frame in self.cond_si(word, props)]

    def cond_si(self, word: At, props: CondClause) -> Sequence[Frame]:
        lasting = all(_stative(clause) for clause in props.items if isinstance(clause, Clause))
        if word[1].id == "siempre" and not lasting:
            return ()  # «siempre que ataques» is each time; «siempre que no estés dañado», a condition
        if word[1].cls == "SI" and any(
            pred.mood == "subj" and (at == 0 or not all(fact.would for fact in pred.facts))  # «si A y vaya a producirse B»
            for at, clause in enumerate(props.items)
            if isinstance(clause, Clause)
            for pred in clause.preds
        ):
            return ()
        return (Frame("si", cond=props, at=word[0]),)

    def cond_menos(self, word: At, props: CondClause) -> Sequence[Frame]:
        return (Frame("si", cond=CondClause(props.op, props.items, True), at=word[0]),)

    def whatever(self, vp: Any, _o: At, _no: At) -> Sequence[Frame]:
        """«tengas éxito o no»: in either case, so that no condition told before counts."""
        preds = vp.preds if isinstance(vp, Clause) else (vp,)
        return (Frame("siempre", at=_o[0]),) if all(p.mood == "subj" and not p.gap for p in preds) else ()

    def cond_con(self, word: At, value: Value) -> Sequence[Frame]:
        if isinstance(value, Cosa) and value.sort == "resultado":
            return (Frame("si_sale", word[1].id, value=value, at=word[0]),)
        return ()

    def span_turn(self, word: At, value: Value) -> Sequence[Frame]:
        """«Con Iniciativa 0, …», «En Iniciativa 0, …»: while that value has its turn."""
        moment = self.lexicon.data.get("moments_of", {}).get(value.noun) if isinstance(value, Cosa) else None
        known = self.lexicon.nouns.get(str(moment))
        if not isinstance(value, Cosa) or known is None or [getattr(f, "verb", "") for f in value.filters] != ["valer"]:
            return ()
        when = Cosa(str(moment), known.sort, THE, "el", known.gender, "s", value.filters, value.at)
        return (Frame("durante", value=when, at=word[0]),)

    # ---- spans
    def span_until(self, word: At, value: Value) -> Sequence[Frame]:
        return (Frame("hasta", value=value, at=word[0]),) if lasts(value, self.lexicon) and not isinstance(value, Pron) else ()

    def span_during(self, word: At, value: Value) -> Sequence[Frame]:
        return (
            (Frame("durante", value=value, at=word[0]),) if lasts(value, self.lexicon, "ataque", "maniobra", "accion") else ()
        )

    def span_in(self, word: At, value: Value) -> Sequence[Frame]:
        return (
            (Frame("durante", value=value, at=word[0]),)
            if sort_of(value, self.lexicon) in ("tiempo", *self.lexicon.data.get("events", "").split())
            else (Frame("lugar", value=value, at=word[0]),)
            if sort_of(value, self.lexicon) in self.lexicon.data.get("containers", "").split()
            else self.span_turn(word, value)
        )

    def span_until_clause(self, word: At, _que: At, clause: Clause) -> Sequence[Frame]:
        return (Frame("hasta", events=(clause,), at=word[0]),) if not any(p.gap for p in clause.preds) else ()

    def limit(self, word: At, value: Value) -> Sequence[Frame]:
        if not lasts(value, self.lexicon, *self._per()) or sort_of(value, self.lexicon) == self.lexicon.data.get("unit"):
            return ()  # «una vez por casilla»: a space is no time
        if isinstance(value, Cosa) and value.qty == EVERY:
            value = replace(value, qty=Qty("masa"), number="s")  # «una vez por cada activación» is once per activation
        return (Frame("limite", word[1].id, value=value, at=word[0]),)

    def only_limit(self, _only: At, limit: Frame) -> Sequence[Frame]:
        return (limit,)

    def cap(self, word: At, number: At) -> Sequence[Frame]:
        """«Por cada ficha, puedes volver a tirar 1 dado, hasta un máximo de 3»: of what is counted before."""
        return (Frame("hasta_un_maximo", value=Cual(number[1].id, "numero"), at=word[0]),)

    def each_frame(self, word: At, value: Value) -> Sequence[Frame]:
        if isinstance(value, Cosa) and (value.sort == "numero" or value.noun == ""):
            return ()
        return (Frame("por_cada", value=value, at=word[0]),)

    def also_frame(self, word: At, infs: Infs) -> Sequence[Frame]:
        """«Además de incrementar [amenaza], …»: that is done too."""
        if any(pred.gap for pred in infs.items) or len(infs.items) != 1:
            return ()
        return (Frame("ademas_de", value=Clause(Yo(), infs.items), at=word[0]),)

    def for_frame(self, word: At, *parts: Any) -> Sequence[Frame]:
        """«Para añadir un arma a la reserva, el defensor debe …»: what is asked for; whoever does it."""
        infs: Infs = parts[-1]
        if any(pred.gap for pred in infs.items) or len(infs.items) != 1:
            return ()
        nobody = tuple(replace(p, subject="nadie", impersonal=True) for p in infs.items)
        return (Frame("para", value=Clause(None, nobody), at=word[0]),)

    def by_frame(self, ger: At, *comps: Comp) -> Sequence[Frame]:
        """«Gastando 2 fichas de Esquiva, puede …»: by doing it."""
        made = self.predicates(Verb(ger[1].id, ger[0], 0, "-", "ger", clitics=ger[1].clitics), comps)
        return [Frame("modo_de", value=Clause(Self(), (pred,)), at=ger[0]) for pred in made if not pred.gap]

    def frame_follows(self, *parts: Any) -> Sequence[Sentence]:
        """«Al final de cada ronda:»: what the next lines say is done then."""
        frames = tuple(part for part in parts if isinstance(part, Frame))
        if "continues" not in self.lexicon.data or frames[-1].kind in ("si_sale", "por_cada", "limite", "ademas_de"):
            return ()
        if any(len(frame.events) > 1 for frame in frames):
            return ()  # «Cuando A, Maul usa las siguientes instrucciones:» is no list of moments
        done = Hecho("resolver", (("que", Papel("lo_que_sigue")),))
        act = Act(Clause(None, (Pred((done,), "quien", ANY, person=2, number="s", mood="imp", at=frames[0].at),)))
        return (Sentence(frames, (Piece("", (), act),), ()),)

    def link(self, word: At) -> Sequence[Frame]:
        kinds = {
            "SI_LO_HACES": "si_lo_hace",
            "SI_LO_HACE": "si_lo_hace",
            "EN_ESE_CASO": "si_lo_hace",
            "SI_NO_LO_HACES": "si_no_lo_hace",
            "SI_NO_LO_HACE": "si_no_lo_hace",
            "LUEGO": "luego",
            "ADEMAS": "ademas",
            "EN_VEZ_ESO": "en_vez_de_eso",
            "EN_SU_LUGAR": "en_vez_de_eso",
        }
        kind = "si_no_hay" if word[1].id in ("nadie", *NONE) else kinds[word[1].cls]
        return (Frame("enlace", kind, value=Cual(word[1].id, "quien"), at=word[0]),)

    def link_cannot(self, word: At, _no: At, can: At) -> Sequence[Frame]:
        """«Si no puedes, …», with nothing after it: what was told before is not done."""
        who = {(2, "s"): "tu", (3, "s"): "el", (3, "p"): "ellos"}.get((can[1].person, can[1].number))
        if who is None or can[1].mood != "ind":
            return ()
        return (Frame("enlace", "si_no_puede", value=Cual(who, "quien"), at=word[0]),)

    def about_frame(self, word: At, value: Value) -> Sequence[Frame]:
        """«En lo que respecta a los demás efectos, …»: said of the act, before it."""
        return (Frame(word[1].id, value=value, at=word[0]),) if word[1].id in MANNER else ()

    def manner_frame(self, word: At, value: Value) -> Sequence[Frame]:
        return (Frame("como", value=value, at=word[0]),) if isinstance(value, Cosa) and value.sort == "accion" else ()

    def each_one(self, word: At, number: At) -> Sequence[Frame]:
        return (Frame("por_cada", value=Pron("cada_uno", "-", "s", word[0]), at=word[0]),) if number[1].id == "1" else ()

    def lead(self, frame: Frame, *comma: At) -> Sequence[Frame]:
        return (
            (frame,)
            if comma
            or frame.kind in ("ademas_de", "enlace", "si_sale", "limite", "durante", "hasta")
            or frame.value is not None
            else ()
        )

    def lead_else(self, word: At, _no: At, _comma: At) -> Sequence[Frame]:
        """«Si no, …»: otherwise."""
        return (Frame("enlace", "si_no_lo_hace", value=Cual("tu", "quien"), at=word[0]),)

    def lead_between(self, *parts: Any) -> Sequence[Between]:
        first, second = (part for part in parts if isinstance(part, Frame))
        if (first.rel, second.rel) != ("despues", "antes"):
            return ()
        if first.events and isinstance(first.events[0].subject, Papel):  # one does both
            who = first.events[0].subject
            same = tuple(replace(c, subject=who) if isinstance(c.subject, Pron) else c for c in second.events)
            second = replace(second, events=same)
        return (Between(first, second),)

    def lead_and(self, when: Frame, *parts: Any) -> Sequence[Frame]:
        """«Después de que te defiendas y si estás dañado»: the moment, with its condition."""
        cond = next(part for part in parts if isinstance(part, Frame))
        if when.cond is not None or cond.kind != "si" or not when.events:
            return ()
        return (replace(when, cond=cond.cond),)

    def lead_and_if(self, link: Frame, *parts: Any) -> Sequence[Frame]:
        cond = next(part for part in parts if isinstance(part, Frame))
        return (replace(link, cond=cond.cond),) if cond.kind == "si" else ()

    def tail(self, *parts: Any) -> Sequence[Frame]:
        frame: Frame = parts[-1]
        if frame.kind == "si_sale" and frame.rel == "en":
            return ()  # «convierte 1 resultado en [crítico]»: into what
        if frame.kind == "si_sale" and len(parts) == 1:
            return ()  # «vuelve a tirar los dados con resultado [impacto]»: those that show it
        if frame.kind == "si" and not frame.rel and len(parts) > 1:
            return (replace(frame, rel="aparte"),)  # its comma parts it from the last act: it is said of all
        return (frame,)

    def inf_lead(self, frame: Frame) -> Sequence[Frame]:
        return (frame,) if frame.kind == "cuando" and _infinite(frame) else ()

    # ---- acts
    def act_plain(self, clause: Clause) -> Sequence[Act]:
        if _forbids(clause) or (_polite(clause) and "third_person_bearer" not in self.lexicon.data):
            clause = replace(clause, preds=tuple(replace(p, mood="imp") for p in clause.preds))  # «no lo marques»
        return (Act(clause),) if _whole(clause) and _main(clause) and not _edged(clause) and not _purposed(clause) else ()

    def act_order(self, infs: Infs) -> Sequence[Act]:
        """«Cargar los planos»: an order as Spanish instructions give it."""
        if "continues" not in self.lexicon.data or any(pred.gap for pred in infs.items):
            return ()
        preds = tuple(replace(pred, person=2, number="s", mood="imp") for pred in infs.items)
        return (Act(Clause(Yo(), preds, infs.conj)),)

    def act_target(self, *parts: Any) -> Sequence[Act]:
        """«Objetivo el Rebelde sano más cercano»: whom the instruction takes."""
        at, value = parts[0][0], parts[-1]
        if not isinstance(value, (Cosa, Nombre)) or sort_of(value, self.lexicon) not in ("figura", "objeto"):
            return ()
        target = Cosa("objetivo", "figura", Qty("masa"))
        fact = Hecho("elegir", (("que", value), ("como", target)))
        return (Act(Clause(Yo(), (Pred((fact,), "quien", ANY, person=2, number="s", mood="imp", at=at),))),)

    def act_subject(self, subject: Value, _comma: At, vp: Any) -> Sequence[Act]:
        """A comma after a long subject: only where a clause makes it long."""
        if (
            isinstance(subject, Cosa)
            and subject.qty.op == "masa"
            and subject.sort in self.lexicon.data.get("counted", "").split()
        ):
            return ()  # «a [alcance-2] de una | unidad con esta cualidad, …»
        if not isinstance(subject, Cosa) or not any(
            isinstance(f, Hecho) and f.verb not in ("ser", "de") for f in subject.filters
        ):
            return ()
        return [act for clause in self.clause_subject(subject, vp) for act in self.act_plain(clause)]

    def act_para(self, *parts: Any) -> Sequence[Act]:
        clause, infs = parts[0], parts[-1]
        if _forbids(clause):  # «no lo marques para evitar que …»
            clause = replace(clause, preds=tuple(replace(p, mood="imp") for p in clause.preds))
        if not _whole(clause) or not _main(clause) or any(pred.gap for pred in infs.items):
            return ()
        if any(self._takes_purpose(fact.verb) for pred in clause.preds for fact in pred.facts) or _purposed(clause):
            return ()  # «mueve 3 para atacar»: the purpose is the verb's own
        if infs.conj == "o" and any(fact.verb == "gastar" for pred in infs.items[1:] for fact in pred.facts):
            return ()  # «gastar 1 [carga] para A o gastar 2 [carga] para B»: two prices, never the one for the other
        if any(pred.subject == "que" and fact.verb == "considerar" for pred in clause.preds for fact in pred.facts):
            return ()  # «se considera vehículo para trazar líneas»: who traces them nobody tells
        if clause.preds[0].person == 2 and any(pred.mood == "inf" and pred.person == 3 for pred in infs.items):
            return ()  # «elige una nave que haya gastado fichas para defenderse»: it does
        if clause.preds[0].person == 3 and clause.subject is not None:  # «el defensor puede gastar 1 [carga] para fijarte»
            told = [self.done_to_you(pred) for pred in infs.items]
            if any(pred is None for pred in told):
                return ()
            infs = replace(infs, items=tuple(pred for pred in told if pred is not None))
        return (Act(clause, "para", clause_of(Yo(), infs)),)

    def act_para_or(self, clause: Clause, *parts: Any) -> Sequence[Act]:
        """«gastar 1 [carga] para A o para B»: one of them is bought."""
        infs = [part for part in parts if isinstance(part, Infs)]
        if any(one.conj for one in infs):
            return ()
        return self.act_para(clause, Infs("o", tuple(pred for one in infs for pred in one.items)))

    def _takes_purpose(self, verb: str) -> bool:
        return any(role.name == "para" for role in self.lexicon.verbs.get(verb, ()))

    def act_para_first(self, _para: At, infs: Infs, _comma: At, clause: Clause) -> Sequence[Act]:
        """An order is paid for its purpose, wherever that is told."""
        return self.act_para(clause, infs) if _ordered(clause) else ()

    def act_make(self, _word: At, clause: Clause) -> Sequence[Act]:
        """«Haz que el defensor reciba 1 ficha»: he does."""
        if clause.subject in (None, Yo()) or any(p.mood != "subj" or p.gap for p in clause.preds):
            return ()
        return self.act_plain(replace(clause, preds=tuple(replace(p, mood="ind") for p in clause.preds)))

    def act_para_que(self, *parts: Any) -> Sequence[Act]:
        clause, then = parts[0], parts[-1]
        if not _whole(clause) or not _whole(then) or not _main(clause) or any(p.mood != "subj" for p in then.preds):
            return ()
        return (Act(clause, "para", then),)

    def act_or_if(self, clause: Clause, _comma: At, _o: At, other: Value, cond: Frame) -> Sequence[Act]:
        """More or less of the same if something is so; otherwise what was said first."""
        if not _whole(clause) or not _main(clause) or len(clause.preds) != 1 or clause.preds[0].facts[0].role("que") is None:
            return ()
        told = clause.preds[0].facts[0].role("que")
        if isinstance(other, Cosa) and other.noun in ("", "numero") and isinstance(told, Cosa):
            if other.filters or other.ref or told.qty.op not in COUNTED or _counted_elsewhere(clause):
                return ()  # «unidades por un valor máximo de 4, o hasta 6 si …»: of what six?
            other = replace(told, qty=other.qty, number="p", at=other.at)  # «1 dado adicional, o 2 si …»: of the same
        return (Act(clause, "o_si", None, cond, other),)

    def act_case(self, *parts: Any) -> Sequence[Act]:
        clause, then = (part for part in parts if isinstance(part, Clause))
        return (Act(clause, "caso", then),) if _whole(clause) and _whole(then) and _main(clause) else ()

    def act_so(self, *parts: Any) -> Sequence[Act]:
        clause, then = (part for part in parts if isinstance(part, Clause))
        return (Act(clause, "resultado", then),) if _whole(clause) and _whole(then) and _main(clause) else ()

    def joint(self, *parts: At) -> Sequence[str]:
        classes = [word.cls for _, word in parts]
        for name, meaning in (("O", "o"), ("Y", "y"), ("NI", "ni"), ("PERO", "y"), ("LUEGO", "y"), ("SEMI", ";")):
            if name in classes:
                return (meaning,)
        return (",",)

    def gap_subject(self, subject: Value, _comma: At, obj: Value) -> Sequence[Gap]:
        return (Gap(subject, obj),)

    def gap_object(self, obj: Value) -> Sequence[Gap]:
        return (Gap(None, obj),)

    def comp_at(self, prep: At, value: Value) -> Sequence[tuple[str, Value]]:
        return ((prep[1].id, value),)

    def gap_each(self, obj: Value, _word: At, each: Value) -> Sequence[Gap]:
        return (Gap(None, obj, (("por_cada", each),)),) if isinstance(each, Cosa) and each.noun else ()

    def gap_where(self, obj: Value, *where: tuple[str, Value]) -> Sequence[Gap]:
        return (Gap(None, obj, where),)

    def more_act(self, joint: str, *parts: Any) -> Sequence[Piece]:
        leads = tuple(part for part in parts if isinstance(part, Frame))
        act: Act = parts[-1]
        if act.clause.subject == Yo() and act.clause.preds[0].mood == "imp":
            return ()  # «no puedes A ni B»: an infinitive gives an order only at the beginning
        return (Piece(joint, leads, act),)

    def more_gap(self, joint: str, *parts: Any) -> Sequence[Piece]:
        leads = tuple(part for part in parts if isinstance(part, Frame))
        gap: Gap = parts[-1]
        if any(lead.kind == "para" for lead in leads):
            return ()  # «… o para cambiar un resultado»: no object stands behind a purpose
        if any(lead.kind == "por_cada" for lead in leads) and isinstance(gap.obj, Cosa) and gap.obj.qty.op == "masa":
            return ()  # «y por cada resultado [crítico]»: of such a result, and no result is got for each
        if gap.subject is None and not leads and not gap.where:
            return ()  # a plain list of objects is npc's
        return (Piece(joint, leads, gap),)

    def more_gap_then(self, *parts: Any) -> Sequence[Piece]:
        """«usa primero A, luego B»: the same is done with B afterwards."""
        return (Piece("y", (), Gap(None, parts[-1])),)

    def body(self, act: Act, *others: Piece) -> Sequence[tuple[Piece, ...]]:
        denied = _neither((Piece("", (), act), *others))
        if denied is None:
            return ()
        first, *more = denied
        joints = {"y" if piece.joint == ";" else piece.joint for piece in more if piece.joint != ","}
        if len(joints) > 1:
            return ()
        joint = next(iter(joints), "y")
        if more and more[-1].joint == "," and not all(_defines(piece.act) for piece in (Piece("", (), act), *more)):
            return ()
        if joint == "o" and any(piece.joint == "," and piece.leads for piece in more):
            return ()  # «tira 1 dado, si sacas …, A o B»: no list of three
        return ((first, *(Piece(";" if piece.joint == ";" else joint, piece.leads, piece.act) for piece in more)),)

    def body_paid_either(self, act: Act, *parts: Any) -> Sequence[tuple[Piece, ...]]:
        """«puedes gastar 1 [carga] para A o gastar 2 [carga] para B»: one of two, each at its price."""
        pred = next(part for part in parts if isinstance(part, Pred))
        first = act.clause.preds[0]
        if act.link != "para" or act.clause.modal != "puede" or len(act.clause.preds) > 1 or act.then is None or act.then.conj:
            return ()
        paid = self.done_to_you(pred) if first.person == 3 else pred
        if paid is None or any(fact.neg for fact in paid.facts):
            return ()
        same = replace(paid, person=first.person, number=first.number, mood=first.mood)
        clause = replace(act.clause, preds=(same,))
        return [made for other in self.act_para(clause, parts[-1]) for made in self.body(act, Piece("o", (), other))]

    def sentence(self, *parts: Any) -> Sequence[Sentence]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        tails = parts[at + 1 :]
        leads = tuple(f for part in parts[:at] for f in ((part.first, part.second) if isinstance(part, Between) else (part,)))
        if any(frame.kind == "si" for frame in tails) and _amounts(parts[at][-1].act):
            return ()  # «1 ficha, o 2 fichas si …» is act_or_if
        if "continues" in self.lexicon.data:
            main = parts[at][0].act.clause.subject if isinstance(parts[at][0].act, Act) else None
            leads = tuple(self._by(frame, main if self._own(main) else None) for frame in leads)
            tails = tuple(self._by(frame, main) for frame in tails)
        elif "third_person_bearer" not in self.lexicon.data and isinstance(parts[at][0].act, Act):
            main = parts[at][-1 if _yours_last(parts[at]) else 0].act.clause
            by = [self._by_actor(frame, main) for frame in tails]
            if any(frame is None for frame in by):
                return ()
            tails = tuple(frame for frame in by if frame is not None)
        kinds = [frame.kind for frame in (*leads, *tails)]
        if "para" in kinds and isinstance(parts[at][0].act, Act) and _ordered(parts[at][0].act.clause):
            return ()  # what an order is for is what it pays: act_para_first
        if kinds.count("limite") > 1 or kinds.count("como") > 1:
            return ()
        timed = [any(frame.kind == "cuando" for frame in frames) for frames in (leads, tails)]
        if all(timed) and len(parts[at]) > 1:
            return ()  # «Cuando se defiende, hace A y B después de tirar»: whether A waits too, nobody can tell
        pieces = parts[at]
        if len(pieces) > 1 and any(frame.kind == "cuando" and _infinite(frame) for frame in parts[at + 1 :]):
            if not _yours_last(pieces) or len(tails) > 1:
                return ()  # «gana 1 ficha y puede atacar después de moverse»: nor here
            pieces = (*pieces[:-1], replace(pieces[-1], leads=(*pieces[-1].leads, *tails)))
            tails = ()
        told = [Sentence(tuple(leads), pieces, tuple(tails))]
        if "continues" in self.lexicon.data and isinstance(parts[at][0].act, Act):
            other = tuple(self._by_who_follows(frame, parts[at][0].act.clause) for frame in leads)
            if other != leads:
                told.append(Sentence(other, parts[at], tuple(tails)))
        return told

    def _by_who_follows(self, frame: Frame, main: Clause) -> Frame:
        """«Al interactuar con el terminal, un Héroe …»: he does in Spanish, the bearer on cards: asked."""
        who = main.subject
        if frame.kind != "cuando" or not _infinite(frame) or not isinstance(who, Cosa) or who.ref != "":
            return frame
        if any(clause.subject != Yo() for clause in frame.events) or any(isinstance(part, Papel) for part in inside(who)):
            return frame  # «cada figura adyacente al objetivo»: told by what the bearer does
        fit = all(fits(who, pred.sorts, self.lexicon) for clause in frame.events for pred in clause.preds)
        return replace(frame, events=tuple(replace(clause, subject=who) for clause in frame.events)) if fit else frame

    def sentence_no_comma(self, *parts: Any) -> Sequence[Sentence]:
        """A moment without its comma: only before what you may or must do, which nothing else could be."""
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        when, body = parts[at - 1], parts[at]
        act = body[0].act
        told_of = self.lexicon.data.get("third_person_bearer") and isinstance(act, Act) and act.clause.preds[0].person == 3
        if not when.events or not isinstance(act, Act):
            return ()
        if not told_of and (act.clause.subject is not None or act.clause.preds[0].person != 2):
            return ()
        if act.clause.modal not in ("puede", "debe", "no_puede"):
            return ()
        return self.sentence(*parts)

    def sentence_aside(self, *parts: Any) -> Sequence[Sentence]:
        """«Esta unidad, cuando ataca, puede …»: the moment or condition stands behind who it is about."""
        told = [part for part in parts if not (isinstance(part, tuple) and isinstance(part[1], Word))]
        at = next(i for i, part in enumerate(told) if not isinstance(part, (Frame, Between)))
        subject, frame, vp = told[at : at + 3]
        more = [part for part in told[at + 3 :] if isinstance(part, Piece)]
        tails = [part for part in told[at + 3 :] if isinstance(part, Frame)]
        acts = [act for clause in self.clause_subject(subject, vp) for act in self.act_plain(clause)]
        bodies = [body for act in acts for body in self.body(act, *more)]
        return [made for body in bodies for made in self.sentence(*told[:at], frame, body, *tails)]

    def tail_except(self, _word: At, _rel: At, events: "tuple[Clause, ...] | Together") -> Sequence[Frame]:
        """«no puedes … excepto mientras atacas»: if you are not attacking."""
        if isinstance(events, Together):
            return ()
        return (Frame("si", cond=CondClause("o", events, True), at=_word[0]),)

    def tail_except_al(self, word: At, _a: At, el: At, infs: Infs) -> Sequence[Frame]:
        """«no puedes … salvo al realizar una acción»: unless you do."""
        done = tuple(clause for frame in self.when_al(word, el, infs) for clause in frame.events)
        return (Frame("si", cond=CondClause("o", done, True), at=word[0]),) if done else ()

    def _own(self, who: Value | None) -> bool:
        """A name or a unit of its own card: «Tras atacar, IG-88 mueve 2 casillas» tells what IG-88 does."""
        if not isinstance(who, (Cosa, Nombre)) or getattr(who, "ref", "el") != "el":
            return False
        return sort_of(who, self.lexicon) in self.lexicon.data["animate"].split() and acts_itself(who, "", self.lexicon)

    def _by(self, frame: Frame, main: Value | None) -> Frame:
        """Who does what an infinitive says: «ganan 1 ficha al defenderse», the subject; before it, the bearer."""
        if frame.kind != "cuando" or not frame.events:
            return frame
        who: Value = main if isinstance(main, (Cosa, Nombre, Papel)) else Yo()
        return replace(frame, events=tuple(
            replace(c, subject=who)
            if (isinstance(c.subject, Pron) and c.preds[0].mood == "inf") or _left_out(c, who, self.lexicon)
            else c
            for c in frame.events
        ))  # fmt: skip

    def _by_actor(self, frame: Frame, main: Clause) -> Frame | None:
        """«el defensor pierde 1 escudo antes de sufrir daño»: he does; of a subject left out nobody could tell."""
        if frame.kind != "cuando" or not _infinite(frame) or main.preds[0].person != 3 or main.preds[0].impersonal:
            return frame
        who = main.subject
        facts = [fact for clause in frame.events for pred in clause.preds for fact in pred.facts]
        attack = [what for fact in facts if fact.verb == "resolver" and (what := fact.role("que")) is not None]
        if len(attack) == len(facts) and all(sort_of(what, self.lexicon) == "ataque" for what in attack):
            nobody = tuple(replace(p, impersonal=True) for clause in frame.events for p in clause.preds)
            return replace(frame, events=tuple(Clause(None, (pred,)) for pred in nobody))  # «después de resolver el ataque»
        if not isinstance(who, (Cosa, Papel, Nombre)):
            return None
        fit = all(fits(who, pred.sorts, self.lexicon) for clause in frame.events for pred in clause.preds)
        return replace(frame, events=tuple(replace(clause, subject=who) for clause in frame.events)) if fit else None

    def sentence_para(self, *parts: Any) -> Sequence[Sentence]:
        leads = tuple(part for part in parts[:-4])
        clause, when, infs = parts[-4], parts[-3], parts[-1]
        return [Sentence(leads, (Piece("", (), act),), (when,)) for act in self.act_para(clause, infs)]

    def sentence_paid(self, *parts: Any) -> Sequence[Sentence]:
        """«Agota esta carta: recuperas 1 escudo»: what an order pays stands before the colon, what it is paid for behind it."""
        colon = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        before, after = parts[:colon], parts[colon + 1 :]
        (price,) = (part for part in before if isinstance(part, Clause))
        then = after[-1]
        paid = self.lexicon.data.get("paid", "").split()
        if not _ordered(price) or not _whole(price) or any(f.verb not in paid for p in price.preds for f in p.facts):
            return ()
        if not _whole(then) or not _main(then) or _purposed(then) or then.modal:
            return ()
        if _ordered(then) or (then.subject is None and all(p.person == 2 for p in then.preds)):
            then = replace(then, subject=Yo())
        frames = tuple(part for part in (*before, *after) if isinstance(part, Frame))
        tails = tuple(frame for frame in frames if frame.kind == "cuando")
        leads = tuple(frame for frame in frames if frame.kind != "cuando")
        return (Sentence(leads, (Piece("", (), Act(price, "para", then)),), tails),)

    # ---- lines without a verb
    def bonus(self, *parts: Any) -> Sequence[tuple[Value, ...]]:
        things = tuple(part for part in parts if not (isinstance(part, tuple) and isinstance(part[1], Word)))
        allowed = frozenset(self.lexicon.data.get("bonus", "").split())
        return (
            (things,)
            if all(isinstance(t, (Cosa, Cual, Nombre)) and sort_of(t, self.lexicon) in allowed and _given(t) for t in things)
            else ()
        )

    def bonus_line(self, things: tuple[Value, ...]) -> Sequence[Sentence]:
        """«+1 [daño], Perforante 1»: the bearer has them."""
        pieces: list[Piece] = []
        for thing in things:
            verb = {"estado": "adquirir", "capacidad": "usar"}.get(sort_of(thing, self.lexicon), "recibir")
            pred = Pred((Hecho(verb, (("que", thing),)),), "quien", ANY, person=2, mood="imp", at=0)
            if isinstance(thing, Cual) and thing.id in self.lexicon.data.get("harmful", "").split():
                pred = replace(pred, person=3, mood="ind")  # a harmful state is for the target of the attack
                pieces.append(Piece("y" if pieces else "", (), Act(Clause(Papel("defensor"), (pred,)))))
                continue
            pieces.append(Piece("y" if pieces else "", (), Act(Clause(None, (pred,)))))
        return (Sentence((), tuple(pieces), ()),)

    def bonus_if(self, things: tuple[Value, ...], cond: Frame) -> Sequence[Sentence]:
        return [replace(line, tails=(cond,)) for line in self.bonus_line(things)] if cond.kind == "si" else ()

    def limit_line(self, *parts: Any) -> Sequence[Frame]:
        return (parts[-1],)

    def limit_each(self, word: At, first: Value, _por: At, second: Value) -> Sequence[Frame]:
        """«una vez por figura por ronda»."""
        if (
            not isinstance(first, Cosa)
            or not isinstance(second, Cosa)
            or not all(lasts(v, self.lexicon, *self._per()) for v in (first, second))
        ):
            return ()
        return (Frame("limite", word[1].id, value=Lista("y", (first, second)), at=word[0]),)

    def limit_of(self, word: At, thing: Value, _por: At, per: Value) -> Sequence[Frame]:
        """«Límite de 1 capacidad "Protector" por ataque»."""
        if (
            not isinstance(thing, Cosa)
            or thing.sort != "capacidad"
            or thing.qty.op != "n"
            or not lasts(per, self.lexicon, *self._per())
        ):
            return ()
        if not isinstance(per, Cosa):
            return ()
        said = (f for f in thing.filters if not (isinstance(f, Hecho) and f.verb == "usar"))  # «… usada por ataque»
        thing = replace(thing, filters=tuple(said))
        counted = replace(per, filters=(*per.filters, Hecho("usar", (("que", thing), ("durante", It())))))
        return (Frame("limite", thing.qty.n, value=counted, at=word[0]),)

    def _per(self) -> tuple[str, ...]:
        return ("ataque", "nave", *str(self.lexicon.data.get("limits", "")).split())

    def limit_only(self, frame: Frame) -> Sequence[Sentence]:
        return (Sentence((frame,), (), ()),)

    def start(self, sentence: Sentence) -> Sequence[Sentence]:
        return (sentence,)


def _amounts(act: Any) -> bool:
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


def _given(thing: Value) -> bool:
    """What a line may give: a bonus, a whole keyword, a state."""
    return isinstance(thing, (Cual, Nombre)) or (
        isinstance(thing, Cosa) and thing.ref == "" and thing.qty.op in ("mas", "menos", "masa")
    )


def _instead(pred: Pred) -> bool:
    """«en vez de eso» belongs to what is ruled, not to its moment or condition."""
    return any(key == "en_vez_de_eso" for fact in pred.facts for key, _ in fact.circ)


def _edged(clause: Clause) -> bool:
    """«al final de la ronda» after an act is the moment's, told by the sentence."""
    return any(
        key in ("comienzo", "final", "comienzo_o_final", "despues", "antes", "al")
        for pred in clause.preds
        for fact in pred.facts
        for key, _ in fact.circ
    )


def _yours_last(pieces: Sequence[Piece]) -> bool:
    """«esa nave no puede atacar y tú puedes efectuar un ataque después de moverte»: only you move there."""
    *before, last = pieces
    others = [piece.act.clause.subject if isinstance(piece.act, Act) else None for piece in before]
    mine = isinstance(last.act, Act) and last.act.clause.subject == Yo() and last.joint == "y"
    return mine and all(isinstance(who, (Cosa, Papel, Nombre)) for who in others)


def _infinite(frame: Frame) -> bool:
    """«después de convertir los incrementos puede …»: an infinitive is no sentence that would need its comma."""
    return bool(frame.events) and all(pred.mood == "inf" for clause in frame.events for pred in clause.preds)


def _purposed(clause: Clause) -> bool:
    """«si gasta una ficha para volver a tirar dados»: told of a condition; an act pays for its purpose."""
    return any(key == "para" for pred in clause.preds for fact in pred.facts for key, _ in fact.circ)


def _mine(value: Value | None) -> bool:
    """You, or one of your figures."""
    if isinstance(value, Lista):
        return any(_mine(item) for item in value.items)
    owned = isinstance(value, Cosa) and any(
        isinstance(f, Hecho) and f.verb == "de" and f.role("que") == Yo() for f in value.filters
    )
    return owned or value in (Yo(), Papel("yo"))


def _forbids(clause: Clause) -> bool:
    """«no lo marques»: an order not to."""
    return clause.subject is None and all(
        p.person == 2 and p.mood == "subj" and p.facts and all(f.neg for f in p.facts) for p in clause.preds
    )


def _polite(clause: Clause) -> bool:
    """«Retire esta carta»: no subjunctive opens a sentence but an order to «usted»."""
    return (
        clause.subject is None
        and not clause.modal
        and all(
            p.person == 3 and p.mood == "subj" and p.number == "s" and p.subject == "quien" and not p.impersonal
            for p in clause.preds
        )
    )


def _left_out(clause: Clause, who: Value, lexicon: Lexicon) -> bool:
    """«Después de que sufra [daño], Maul ataca»: who is left out is named right after it."""
    third = all(p.person == 3 and not p.impersonal and p.subject == "quien" and p.number != "p" for p in clause.preds)
    return (
        isinstance(who, Nombre)
        and clause.subject is None
        and third
        and all(fits(who, pred.sorts, lexicon) for pred in clause.preds)
    )


def _defines(act: Act | Gap) -> bool:
    """«X es el número de Héroes»: two of these stand side by side with a comma."""
    who = act.clause.subject if isinstance(act, Act) else None
    return isinstance(who, Cosa) and who.noun == "numero" and not who.qty.n.isdigit()


def _ordered(clause: Clause) -> bool:
    return clause.subject is None and all(pred.mood == "imp" for pred in clause.preds)


def _whole(clause: Clause) -> bool:
    return not any(pred.gap for pred in clause.preds)


def _main(clause: Clause) -> bool:
    """An order or a statement: no subjunctive stands alone, but «no puede» and «puede» do."""
    return all(pred.mood in ("ind", "imp", "fut", "") for pred in clause.preds)


def _done(pred: Pred) -> bool:
    """«después de que ha realizado …»: the perfect, where the subjunctive is better Spanish."""
    return pred.mood == "ind" and all(fact.past for fact in pred.facts)


def _in_one_time(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """«si durante esta ronda has atacado y te has defendido»: what one has done is of the one time that is told."""
    times = {item for c in clauses for p in c.preds for f in p.facts for item in f.circ if item[0] == "durante"}
    who = {(c.subject, p.person, p.impersonal) for c in clauses for p in c.preds}
    deeds = all(f.past for c in clauses for p in c.preds for f in p.facts)
    if len(times) != 1 or len(who) > 1 or not deeds:
        return clauses
    return tuple(c if _timed(c) else _with_circ(c, tuple(times)) for c in clauses)


def _with_circ(clause: Clause, more: Roles) -> Clause:
    return replace(
        clause,
        preds=tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, *more)) for f in p.facts)) for p in clause.preds),
    )


def _neither(pieces: tuple[Piece, ...]) -> tuple[Piece, ...] | None:
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
    if not isinstance(act, Act) or _timed(act.clause):
        return piece
    return replace(piece, act=replace(act, clause=_with_circ(act.clause, when)))


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
    return act if _denies(act.clause) else replace(act, clause=_negated(act.clause))


def _timed(clause: Clause) -> bool:
    return any(key in ("durante", "hasta") for pred in clause.preds for fact in pred.facts for key, _ in fact.circ)


def _negated(clause: Clause) -> Clause:
    return replace(
        clause, preds=tuple(replace(p, facts=tuple(replace(f, neg=not f.neg) for f in p.facts)) for p in clause.preds)
    )
