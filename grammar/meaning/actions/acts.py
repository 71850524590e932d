"""Actions for acts: orders, purposes, what is left half unsaid, and several of them."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.meaning.actions.conditions import Conditions
from grammar.meaning.actions.said import (
    COUNTED,
    counted_elsewhere,
    defines,
    denied_each,
    forbids,
    has_edge,
    is_main,
    is_order,
    is_state,
    is_whole,
    polite,
    purposed,
)
from grammar.meaning.actions.things import ANY, At, sort_of
from grammar.meaning.actions.verbs import Infs, Modal, clause_of
from grammar.meaning.node import Node, node, replace
from grammar.meaning.values import (
    Act,
    Clause,
    Cosa,
    Frame,
    Gap,
    Hecho,
    Nombre,
    Piece,
    Pred,
    Qty,
    Self,
    Value,
    Yo,
)

ALTHOUGH = "aunque"


@node
class Also(Node):
    """Infinitives that share the «puede» of the act before them."""

    joint: str
    leads: tuple[Frame, ...]
    infs: Infs


class Acts(Conditions):
    # ---- acts
    def act_plain(self, clause: Clause) -> Sequence[Act]:
        if forbids(clause) or (polite(clause) and "third_person_bearer" not in self.lexicon.data):
            clause = replace(clause, preds=tuple(replace(p, mood="imp") for p in clause.preds))  # «no lo marques»
        return (Act(clause),) if is_whole(clause) and is_main(clause) and not has_edge(clause) and not purposed(clause) else ()

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
        if forbids(clause):  # «no lo marques para evitar que …»
            clause = replace(clause, preds=tuple(replace(p, mood="imp") for p in clause.preds))
        if not is_whole(clause) or not is_main(clause) or any(pred.gap for pred in infs.items):
            return ()
        if any(self._takes_purpose(fact.verb) for pred in clause.preds for fact in pred.facts) or purposed(clause):
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
        return self.act_para(clause, infs) if is_order(clause) else ()

    def act_make(self, _word: At, clause: Clause) -> Sequence[Act]:
        """«Haz que el defensor reciba 1 ficha»: he does."""
        if clause.subject in (None, Yo()) or any(p.mood != "subj" or p.gap for p in clause.preds):
            return ()
        return self.act_plain(replace(clause, preds=tuple(replace(p, mood="ind") for p in clause.preds)))

    def act_para_que(self, *parts: Any) -> Sequence[Act]:
        clause, then = parts[0], parts[-1]
        if not is_whole(clause) or not is_whole(then) or not is_main(clause) or any(p.mood != "subj" for p in then.preds):
            return ()
        return (Act(clause, "para", then),)

    def act_or_if(self, clause: Clause, _comma: At, _o: At, other: Value, cond: Frame) -> Sequence[Act]:
        """More or less of the same if something is so; otherwise what was said first."""
        if (
            not is_whole(clause)
            or not is_main(clause)
            or len(clause.preds) != 1
            or clause.preds[0].facts[0].role("que") is None
        ):
            return ()
        told = clause.preds[0].facts[0].role("que")
        if isinstance(other, Cosa) and other.noun in ("", "numero") and isinstance(told, Cosa):
            if other.filters or other.ref or told.qty.op not in COUNTED or counted_elsewhere(clause):
                return ()  # «unidades por un valor máximo de 4, o hasta 6 si …»: of what six?
            other = replace(told, qty=other.qty, number="p", at=other.at)  # «1 dado adicional, o 2 si …»: of the same
        return (Act(clause, "o_si", None, cond, other),)

    def act_by_doing(self, infs: Infs, *parts: Any) -> Sequence[Act]:
        """«Usar BRÍO no hará que esa carta se agote»: by that it is not exhausted."""
        verb = next(part[1] for part in parts if isinstance(part, tuple) and part[1].cls == "V")
        clause: Clause = parts[-1]
        neg = parts[0][1].cls == "NO"
        brought = verb.id == "hacer" and verb.person == 3 and verb.mood in ("ind", "fut") and verb.number == "s"
        if not brought or any(p.gap for p in (*infs.items, *clause.preds)) or any(p.mood != "subj" for p in clause.preds):
            return ()
        why = ("por", Clause(Self(), infs.items, infs.conj))
        preds = tuple(
            replace(p, mood="ind", facts=tuple(replace(f, neg=f.neg != neg, circ=(*f.circ, why)) for f in p.facts))
            for p in clause.preds
        )
        return self.act_plain(replace(clause, preds=preds))

    def act_case(self, *parts: Any) -> Sequence[Act]:
        clause, then = (part for part in parts if isinstance(part, Clause))
        return (Act(clause, "caso", then),) if is_whole(clause) and is_whole(then) and is_main(clause) else ()

    def act_so(self, *parts: Any) -> Sequence[Act]:
        clause, then = (part for part in parts if isinstance(part, Clause))
        return (Act(clause, "resultado", then),) if is_whole(clause) and is_whole(then) and is_main(clause) else ()

    def joint(self, *parts: At) -> Sequence[str]:
        classes = [word.cls for _, word in parts]
        if any(word.id == "aunque" for _, word in parts):
            return (ALTHOUGH,)
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
        if joint == ALTHOUGH:  # «…, aunque no puede atacar»: but; «aunque está dañada» tells what does not hinder
            if (is_state(act.clause) and not act.clause.modal) or any(pred.mood == "imp" for pred in act.clause.preds):
                return ()  # «aunque no figure en su barra»: what does not hinder, and no order
            joint = "y"
        if act.clause.subject == Yo() and act.clause.preds[0].mood == "imp":
            return ()  # «no puedes A ni B»: an infinitive gives an order only at the beginning
        return (Piece(joint, leads, act),)

    def more_gap(self, joint: str, *parts: Any) -> Sequence[Piece]:
        leads = tuple(part for part in parts if isinstance(part, Frame))
        gap: Gap = parts[-1]
        if joint == ALTHOUGH:
            return ()
        if any(lead.kind == "para" for lead in leads):
            return ()  # «… o para cambiar un resultado»: no object stands behind a purpose
        if any(lead.kind == "por_cada" for lead in leads) and isinstance(gap.obj, Cosa) and gap.obj.qty.op == "masa":
            return ()  # «y por cada resultado [crítico]»: of such a result, and no result is got for each
        if gap.subject is None and not leads and not gap.where:
            return ()  # a plain list of objects is npc's
        return (Piece(joint, leads, gap),)

    def more_gap_instead(self, joint: str, *parts: Any) -> Sequence[Piece]:
        """«gana 1 o, si está herida, 2 en su lugar»: one of the two, as «o» says already."""
        conds = [part for part in parts if isinstance(part, Frame)]
        return self.more_gap(joint, *parts[:-1]) if joint == "o" and all(frame.kind == "si" for frame in conds) else ()

    def more_infs(self, joint: str, *parts: Any) -> Sequence["Also"]:
        """«puedes mover 2 o, si estás herido, recuperar 1»: what may be done, too, if that is so."""
        leads = tuple(part for part in parts if isinstance(part, Frame))
        if joint != "o" or any(frame.kind != "si" or frame.rel for frame in leads):
            return ()
        return (Also(joint, leads, parts[-1]),)

    def _also_may(self, first: Clause, other: "Also") -> Sequence[Piece]:
        """With the «puede» that came before, and who may."""
        pred = first.preds[0]
        if first.modal not in ("puede", "debe"):
            return ()
        modal = Modal(first.modal, pred.at, pred.person, pred.number, mood=pred.mood)
        return [
            Piece(other.joint, other.leads, act)
            for made in self.vp_modal(modal, other.infs)
            for act in self.act_plain(replace(made, subject=first.subject))
        ]

    def more_gap_then(self, *parts: Any) -> Sequence[Piece]:
        """«usa primero A, luego B»: the same is done with B afterwards."""
        return (Piece("y", (), Gap(None, parts[-1])),)

    def body(self, act: Act, *others: "Piece | Also") -> Sequence[tuple[Piece, ...]]:
        told = [(one,) if isinstance(one, Piece) else self._also_may(act.clause, one) for one in others]
        return [made for pieces in itertools.product(*told) for made in self._in_body(act, *pieces)]

    def _in_body(self, act: Act, *others: Piece) -> Sequence[tuple[Piece, ...]]:
        denied = denied_each((Piece("", (), act), *others))
        if denied is None:
            return ()
        first, *more = denied
        joints = {"y" if piece.joint == ";" else piece.joint for piece in more if piece.joint != ","}
        if len(joints) > 1:
            return ()
        joint = next(iter(joints), "y")
        if more and more[-1].joint == "," and not all(defines(piece.act) for piece in (Piece("", (), act), *more)):
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
