"""Actions for conditions, spans, limits and links: what stands around an act."""

from collections.abc import Sequence
from typing import Any

from grammar.meaning.actions.moments import Moments
from grammar.meaning.actions.said import (
    Between,
    clauses_in,
    goes_on,
    has_time,
    in_one_time,
    infinite,
    is_state,
    is_told,
    negated_clause,
    replaces,
    with_circ,
)
from grammar.meaning.actions.things import ANY, At, fits, lasts, sort_of
from grammar.meaning.actions.verbs import MANNER, Comp, Infs, Verb
from grammar.meaning.node import replace
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
    Hecho,
    Papel,
    Piece,
    Pred,
    Pron,
    Qty,
    Self,
    Sentence,
    Value,
    Yo,
)


class Conditions(Moments):
    # ---- conditions
    def prop(self, clause: Clause) -> Sequence[Clause]:
        if any(pred.gap or pred.mood in ("imp", "inf") or replaces(pred) for pred in clause.preds):
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
        if not lasts(value, self.lexicon, "ataque") or isinstance(value, (Pron, Yo)) or has_time(clause):
            return ()
        return self.prop(with_circ(clause, (("durante", value),)))

    def props(self, clause: Clause) -> Sequence[CondClause]:
        return (CondClause("y", (clause,)),)

    def props_y(self, *parts: Any) -> Sequence[CondClause]:
        if any(isinstance(part, tuple) and part[1].id == "aunque" for part in parts):
            return ()
        return (CondClause("y", in_one_time(clauses_in(parts))),)

    def props_while(self, first: Clause, _word: At, second: Clause) -> Sequence[CondClause]:
        return () if is_state(first) and goes_on(second) else self.props_y(first, second)

    def cond_while(self, word: At, first: Clause, during: At, second: Clause) -> Sequence[Frame]:
        """«si estás dañado mientras te defiendes» is «mientras te defiendes, si estás dañado»."""
        if not (is_state(first) and goes_on(second)) or any(pred.mood == "subj" for pred in (*first.preds, *second.preds)):
            return ()
        return (Frame("cuando", during[1].id, (second,), cond=CondClause("y", (first,)), at=word[0]),)

    def props_o(self, *parts: Any) -> Sequence[CondClause]:
        return (CondClause("o", in_one_time(clauses_in(parts))),)

    def props_ni(self, *parts: Any) -> Sequence[CondClause]:
        first, *rest = clauses_in(parts)
        if not any(fact.neg for pred in first.preds for fact in pred.facts):
            return ()
        when = tuple(item for pred in rest[-1].preds for fact in pred.facts for item in fact.circ if item[0] == "durante")
        if when and not any(key == "durante" for pred in first.preds for fact in pred.facts for key, _ in fact.circ):
            first = with_circ(first, when)  # «si no has atacado ni te has defendido en esta ronda»: neither then
        return (CondClause("y", (first, *(negated_clause(clause) for clause in rest))),)

    def cond_only(self, _solo: At, word: At, props: CondClause) -> Sequence[Frame]:
        """«puede … sólo si …»: unless that is so, it cannot."""
        return [replace(frame, rel="solo") for frame in self.cond_si(word, props)]

    def cond_si(self, word: At, props: CondClause) -> Sequence[Frame]:
        lasting = all(is_told(clause) for clause in props.items if isinstance(clause, Clause))
        if word[1].id == "siempre" and not lasting:
            return ()  # «siempre que ataques» is each time; «siempre que no hayas atacado», a condition
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
        kind = word[1].id if word[1].id in ("si_lo_es", "si_no_lo_es") else kind  # «Si no lo está, …»: how it was asked about
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
        return (frame,) if frame.kind == "cuando" and infinite(frame) else ()

    def _per(self) -> tuple[str, ...]:
        return ("ataque", "nave", *str(self.lexicon.data.get("limits", "")).split())
