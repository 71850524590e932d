"""Actions for whole sentences, and for lines without a verb. The last of the layers."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.words import Word
from grammar.meaning.actions.acts import Acts
from grammar.meaning.actions.said import (
    Between,
    Together,
    counts_amount,
    infinite,
    is_given,
    is_main,
    is_order,
    is_whole,
    left_out,
    purposed,
    yours_last,
)
from grammar.meaning.actions.things import ANY, At, fits, lasts, sort_of
from grammar.meaning.actions.verbs import Infs
from grammar.meaning.binding.subjects import acts_itself
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Act,
    Clause,
    CondClause,
    Cosa,
    Cual,
    Frame,
    Hecho,
    It,
    Lista,
    Nombre,
    Papel,
    Piece,
    Pred,
    Pron,
    Sentence,
    Value,
    Yo,
)
from grammar.meaning.values import parts as inside

SOMEBODY = (Nombre, Cosa, Papel)


class Sentences(Acts):
    def sentence(self, *parts: Any) -> Sequence[Sentence]:
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        tails = parts[at + 1 :]
        leads = tuple(f for part in parts[:at] for f in ((part.first, part.second) if isinstance(part, Between) else (part,)))
        if any(frame.kind == "si" for frame in tails) and counts_amount(parts[at][-1].act):
            return ()  # «1 ficha, o 2 fichas si …» is act_or_if
        if "continues" in self.lexicon.data:
            main = parts[at][0].act.clause.subject if isinstance(parts[at][0].act, Act) else None
            leads = tuple(self._by(frame, main if self._own(main) else None) for frame in leads)
            tails = tuple(self._by(frame, main, SOMEBODY) for frame in tails)
        elif "third_person_bearer" not in self.lexicon.data and isinstance(parts[at][0].act, Act):
            main = parts[at][-1 if yours_last(parts[at]) else 0].act.clause
            by = [self._by_actor(frame, main) for frame in tails]
            if any(frame is None for frame in by):
                return ()
            tails = tuple(frame for frame in by if frame is not None)
        kinds = [frame.kind for frame in (*leads, *tails)]
        if "para" in kinds and isinstance(parts[at][0].act, Act) and is_order(parts[at][0].act.clause):
            return ()  # what an order is for is what it pays: act_para_first
        if kinds.count("limite") > 1 or kinds.count("como") > 1:
            return ()
        timed = [any(frame.kind == "cuando" for frame in frames) for frames in (leads, tails)]
        if all(timed) and len(parts[at]) > 1:
            return ()  # «Cuando se defiende, hace A y B después de tirar»: whether A waits too, nobody can tell
        pieces = parts[at]
        if len(pieces) > 1 and any(frame.kind == "cuando" and infinite(frame) for frame in parts[at + 1 :]):
            if not yours_last(pieces) or len(tails) > 1:
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
        if frame.kind != "cuando" or not infinite(frame) or not isinstance(who, Cosa) or who.ref != "":
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

    def _by(self, frame: Frame, main: Value | None, told: tuple[type, ...] = (Nombre,)) -> Frame:
        """Who does what an infinitive says: «ganan 1 ficha al defenderse», the subject; before it, the bearer."""
        if frame.kind != "cuando" or not frame.events:
            return frame
        who: Value = main if isinstance(main, (Cosa, Nombre, Papel)) else Yo()
        return replace(frame, events=tuple(
            replace(c, subject=who)
            if (isinstance(c.subject, Pron) and c.preds[0].mood == "inf")
            or (isinstance(who, told) and left_out(c, who, self.lexicon))
            else c
            for c in frame.events
        ))  # fmt: skip

    def _by_actor(self, frame: Frame, main: Clause) -> Frame | None:
        """«el defensor pierde 1 escudo antes de sufrir daño»: he does; of a subject left out nobody could tell."""
        if frame.kind != "cuando" or not infinite(frame) or main.preds[0].person != 3 or main.preds[0].impersonal:
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
        if "continues" in self.lexicon.data:
            when = self._by(when, clause.subject, SOMEBODY)
        return [Sentence(leads, (Piece("", (), act),), (when,)) for act in self.act_para(clause, infs)]

    def sentence_paid(self, *parts: Any) -> Sequence[Sentence]:
        """«Agota esta carta: recuperas 1 escudo»: what an order pays stands before the colon, what it is paid for behind it."""
        colon = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        before, after = parts[:colon], parts[colon + 1 :]
        (price,) = (part for part in before if isinstance(part, Clause))
        then = after[-1]
        paid = self.lexicon.data.get("paid", "").split()
        if not is_order(price) or not is_whole(price) or any(f.verb not in paid for p in price.preds for f in p.facts):
            return ()
        if not is_whole(then) or not is_main(then) or purposed(then) or then.modal:
            return ()
        if is_order(then) or (then.subject is None and all(p.person == 2 for p in then.preds)):
            then = replace(then, subject=Yo())
        frames = tuple(part for part in (*before, *after) if isinstance(part, Frame))
        tails = tuple(frame for frame in frames if frame.kind == "cuando")
        leads = tuple(frame for frame in frames if frame.kind != "cuando")
        return (Sentence(leads, (Piece("", (), Act(price, "para", then)),), tails),)

    def sentence_still(self, *parts: Any) -> Sequence[Sentence]:
        """«ignora el terreno cuando se mueve, y también puede terminar sobre él»: then, too."""
        first, then = (part for part in parts if isinstance(part, Clause))
        frames = tuple(part for part in parts if isinstance(part, Frame))
        when = next(frame for frame in reversed(frames) if frame.kind == "cuando")
        if not then.modal or then.subject is not None or not all(is_whole(one) and is_main(one) for one in (first, then)):
            return ()
        leads = tuple(frame for frame in frames if frame is not when)
        return (Sentence(leads, (Piece("", (), Act(first)), Piece("y", (), Act(then))), (when,)),)

    # ---- lines without a verb
    def bonus(self, *parts: Any) -> Sequence[tuple[Value, ...]]:
        things = tuple(part for part in parts if not (isinstance(part, tuple) and isinstance(part[1], Word)))
        allowed = frozenset(self.lexicon.data.get("bonus", "").split())
        return (
            (things,)
            if all(isinstance(t, (Cosa, Cual, Nombre)) and sort_of(t, self.lexicon) in allowed and is_given(t) for t in things)
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

    def limit_only(self, frame: Frame) -> Sequence[Sentence]:
        return (Sentence((frame,), (), ()),)

    def start(self, sentence: Sentence) -> Sequence[Sentence]:
        return (sentence,)
