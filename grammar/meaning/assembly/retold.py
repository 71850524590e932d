"""A sentence said so that the rest need not know how it was worded: «sólo si», «sólo entonces», what comes after its act."""

from collections.abc import Iterator, Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.actions.verbs import subject_agrees
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.assembly.frames import EVENTS
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Act,
    Clause,
    Cosa,
    Cual,
    Frame,
    Hecho,
    Papel,
    Piece,
    Pred,
    Pron,
    Sentence,
    Value,
    parts,
)


def meanwhile_frame(sentence: Sentence) -> Frame | None:
    """«Antes de moverte, puedes gastar 1 [carga] para ignorar obstáculos mientras te mueves»: only the purpose lasts."""
    edge = any(frame.kind == "cuando" and frame.rel in ("antes", "despues") for frame in sentence.leads)
    bought = any(isinstance(piece.act, Act) and piece.act.link == "para" for piece in sentence.pieces)
    tails = (frame for frame in sentence.tails if frame.kind == "cuando" and frame.rel == "mientras")
    return next(tails, None) if edge and bought else None


def circumstances(sentence: Sentence) -> Iterator[tuple[str, Value]]:
    acts = [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]
    return (item for clause in acts for pred in clause.preds for fact in pred.facts for item in fact.circ)


def in_two(sentence: Sentence) -> tuple[Sentence, ...]:
    """«Si lo haces, A; de lo contrario, B» is «Si lo haces, A. De lo contrario, B»."""

    def linked(leads: Sequence[Frame], rel: str) -> bool:
        return any(frame.kind == "enlace" and frame.rel == rel for frame in leads)

    if not linked(sentence.leads, "si_lo_hace"):
        return (sentence,)
    at = next((i for i, piece in enumerate(sentence.pieces) if i and linked(piece.leads, "si_no_lo_hace")), 0)
    if not at or sentence.pieces[at].joint == "o":
        return (sentence,)
    other = (replace(sentence.pieces[at], joint="", leads=()), *sentence.pieces[at + 1 :])
    return (
        replace(sentence, pieces=sentence.pieces[:at], tails=()),
        Sentence(sentence.pieces[at].leads, other, sentence.tails),
    )


def told_before(sentence: Sentence) -> Sentence:
    """«… , puede volver a tirar 1 dado si el defensor está dañado»: who is left out was told before, not by the condition."""
    if not any(frame.kind == "si" for frame in sentence.tails):
        return sentence

    def told(piece: Piece) -> Piece:
        act = piece.act
        if not isinstance(act, Act) or act.clause.subject is not None:
            return piece
        if not all(p.person == 3 and not p.impersonal and p.subject == "quien" and p.mood == "ind" for p in act.clause.preds):
            return piece
        pred = act.clause.preds[0]
        who = Pron("previo", pred.gender, pred.number, pred.at, pred.sorts)
        return replace(piece, act=replace(act, clause=replace(act.clause, subject=who)))

    return replace(sentence, pieces=tuple(told(piece) for piece in sentence.pieces))


def spoken_of(sentence: Sentence) -> Value | None:
    """The subject of the acts, if it is somebody known: «el defensor recibe 1 ficha, a menos que elija …»."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    who = acts[-1].clause.subject if acts else None
    if isinstance(who, Papel) or (isinstance(who, Cosa) and who.ref == "ese") or each_one(who):
        return who
    return who if isinstance(who, Cosa) and who.at >= 0 else None


def each_one(who: Value | None) -> bool:
    """«cada una de ellas»."""
    return isinstance(who, Pron) and who.kind.startswith("cada_")


def going_on_when(sentence: Sentence, lexicon: Lexicon) -> Sentence:
    """«Esa unidad tira 1 dado menos cuando se defiende»: a moment told after the act goes on about who was pointed to."""
    who = spoken_of(sentence)
    if not isinstance(who, Cosa) or not (who.ref == "ese" or (who.ref == "el" and _chosen_one(who))):
        return sentence

    def said_of(clause: Clause) -> Clause:
        told = clause.subject is not None or any(p.person != 3 or p.impersonal or p.subject != "quien" for p in clause.preds)
        fit = not told and all(subject_agrees(who, p) and fits(who, p.sorts, lexicon) for p in clause.preds)
        return replace(clause, subject=who) if fit else clause

    return replace(sentence, tails=tuple(
        replace(frame, events=tuple(map(said_of, frame.events))) if frame.kind == "cuando" and frame.events else frame
        for frame in sentence.tails
    ))  # fmt: skip


def _chosen_one(thing: Cosa) -> bool:
    return any(isinstance(cond, Hecho) and cond.verb == "elegir" for cond in thing.filters)


def said_about(frame: Frame, who: Value | None, lexicon: Lexicon) -> Frame:
    """A condition told after the act goes on about who acts, if he can be so: «tus dados … si está bajo tensión» is no die."""
    if frame.kind != "si" or frame.cond is None or who is None:
        return frame
    owners = [f.role("que") for f in who.filters if isinstance(f, Hecho) and f.verb == "de"] if isinstance(who, Cosa) else []

    def said_of(item: Clause) -> Value | None:
        if item.subject is not None or not all(p.person == 3 and not p.impersonal and p.subject for p in item.preds):
            return None
        if each_one(who):
            return who if all(p.number == "s" for p in item.preds) else None
        fit = (
            one
            for one in (who, *owners)
            if isinstance(one, (Cosa, Papel))
            and all(subject_agrees(one, p) and fits(one, p.sorts, lexicon) for p in item.preds)
        )
        one = next(fit, None)
        if isinstance(one, Cosa) and one.ref != "ese":  # «cada nave recibe 1 ficha a menos que elija …»: each of them
            return Pron("tras", one.gender, one.number, one.at)
        return one

    items = tuple(
        replace(item, subject=one) if isinstance(item, Clause) and (one := said_of(item)) is not None else item
        for item in frame.cond.items
    )
    return replace(frame, cond=replace(frame.cond, items=items))


def whose_condition(sentence: Sentence, lexicon: Lexicon) -> Sentence:
    """«A y B si C»: whether A too asks for C, nobody can tell; a comma before «si» says that both do."""
    last = next((frame for frame in sentence.tails if frame.kind == "si"), None)
    if last is None:
        return sentence
    told = {fact.verb for part in parts(last.cond) if isinstance(part, Pred) for fact in part.facts}
    if told == {"sacar"} and last.rel != "aparte" and _rolled_before_last(sentence.pieces):
        lead = replace(last, rel="")  # «tira 1 dado y sufre 1 de daño si saca [impacto]»: only the last can hang on the roll
        final = replace(sentence.pieces[-1], leads=(*sentence.pieces[-1].leads, lead))
        kept = tuple(frame for frame in sentence.tails if frame is not last)
        return replace(sentence, pieces=(*sentence.pieces[:-1], final), tails=kept)
    over_all = last.rel == "aparte" or told <= set(lexicon.data.get("carried", "").split())  # «… si tienes éxito»
    if len(sentence.pieces) > 1 and not over_all:
        raise Senseless(
            "«si …» al final puede ser condición de todo o sólo de lo último: escríbela delante de lo suyo", last.at
        )
    tails = tuple(replace(frame, rel="") if frame.rel == "aparte" else frame for frame in sentence.tails)
    return replace(sentence, tails=tails)


def whose_moment(sentence: Sentence) -> None:
    """«El defensor recibe 1 ficha y tú recuperas 1 [carga] después de que te muevas»: both, or only the last?"""
    frame = next((frame for frame in sentence.tails if frame.kind == "cuando" and frame.rel in EVENTS), None)
    acts = [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]
    if frame is None or len(acts) < 2 or acts[-1].subject is None or acts[-1].subject == acts[0].subject:
        return
    raise Senseless("ese momento al final puede ser de todo o sólo de lo último: escríbelo delante de lo suyo", frame.at)


def _rolled_before_last(pieces: Sequence[Piece]) -> bool:
    """«A, tira 1 dado y B»: the last but one rolls."""
    rolls = [
        isinstance(p.act, Act) and any(f.verb == "tirar" for pred in p.act.clause.preds for f in pred.facts) for p in pieces
    ]
    return len(pieces) > 1 and rolls[-2] and not any(rolls[:-2]) and not rolls[-1] and pieces[-1].joint == "y"


USED = ("utilizar", "usar", "jugar")


def only_if(sentence: Sentence) -> Sentence:
    """«Sólo puedes utilizar esta capacidad si estás dañado»: unless you are, you cannot. It restricts when, not what."""
    told = [frame for frame in sentence.tails if frame.kind in ("si", "cuando")]
    if any(frame.kind == "si" and frame.rel == "solo" for frame in sentence.leads):
        raise Senseless("«sólo si» no dice qué restringe")
    if [frame.rel for frame in told] == ["solo"]:
        used = all(
            isinstance(p.act, Act) and uses_this(p.act.clause, USED) for p in sentence.pieces
        )  # «Juega esta carta sólo si …»
        may = all(isinstance(p.act, Act) and p.act.clause.modal in ("puede", "es_capaz") for p in sentence.pieces)
        if not may and not used:
            raise Senseless("«sólo si» pide algo que se pueda hacer", told[0].at)
        only = tuple(
            replace(p, act=replace(p.act, clause=replace(p.act.clause, modal="solo_puede")))
            for p in sentence.pieces
            if isinstance(p.act, Act)
        )
        sentence = replace(sentence, pieces=only)
    if not told or not any(isinstance(p.act, Act) and p.act.clause.modal == "solo_puede" for p in sentence.pieces):
        return sentence
    if len(told) > 1 or told[0].kind != "si" or told[0].cond is None or len(sentence.pieces) > 1:
        raise Senseless("«sólo» no dice si restringe lo que se puede o cuándo se puede", told[0].at)
    unless = replace(told[0], cond=replace(told[0].cond, neg=not told[0].cond.neg))
    tails = tuple(unless if frame is told[0] else frame for frame in sentence.tails)
    return replace(sentence, tails=tails, pieces=tuple(barred(piece) for piece in sentence.pieces))


def only_then(sentence: Sentence) -> Sentence:
    """«No puedes gastar fichas excepto durante la fase Final»: you can only then."""
    if not any(key == "salvo_durante" for key, _ in circumstances(sentence)):
        return sentence
    acts = [piece.act for piece in sentence.pieces]
    if len(acts) != 1 or not isinstance(acts[0], Act) or acts[0].clause.modal != "no_puede" or len(acts[0].clause.preds) != 1:
        raise Senseless("«excepto durante» pide algo que no se pueda hacer")
    (pred,) = acts[0].clause.preds
    then = tuple(
        replace(fact, circ=tuple(("durante" if key == "salvo_durante" else key, value) for key, value in fact.circ))
        for fact in pred.facts
    )
    clause = replace(acts[0].clause, preds=(replace(pred, facts=then),), modal="solo_puede")
    return replace(sentence, pieces=(replace(sentence.pieces[0], act=replace(acts[0], clause=clause)),))


def only_there(sentence: Sentence) -> Sentence:
    """«Puedes girar tu indicador sólo hacia tu [arco-trasero]», without a moment: no turn is given, all others are barred."""
    if sentence.leads or sentence.tails or len(sentence.pieces) != 1:
        return sentence
    (piece,) = sentence.pieces
    act = piece.act
    if (
        piece.leads
        or not isinstance(act, Act)
        or act.clause.modal != "puede"
        or act.then is not None
        or len(act.clause.preds) != 1
    ):
        return sentence
    (pred,) = act.clause.preds
    if len(pred.facts) != 1 or not any(key == "solo" for key, _ in pred.facts[0].circ):
        return sentence
    bare = replace(pred.facts[0], circ=tuple((key, value) for key, value in pred.facts[0].circ if key != "solo"))
    clause = replace(act.clause, preds=(replace(pred, facts=(bare,)),), modal="solo_puede")
    return replace(sentence, pieces=(replace(piece, act=replace(act, clause=clause)),))


ALONE = ("modo", Cual("solo", "modo"))


def at_most(sentence: Sentence) -> Sentence:
    """«Puedes gastar sólo 1 ficha por ataque» is «sólo puedes gastar 1»; «hasta 2 por ronda» allows two, or forbids a third."""
    pieces = []
    for piece in sentence.pieces:
        act = piece.act
        facts = [fact for pred in act.clause.preds for fact in pred.facts] if isinstance(act, Act) else []
        capped = [fact for fact in facts if any(key in ("por", "por_cada") and _bare_time(value) for key, value in fact.circ)]
        if not isinstance(act, Act) or act.clause.modal not in ("", "puede") or not capped or capped != facts:
            pieces.append(piece)
            continue
        if len(facts) > 1 or ALONE not in facts[0].circ or not act.clause.modal or act.then is not None:
            raise Senseless("«por …» puede dar permiso o poner un tope: escribe «no … más de N … por …» o «N veces por …, …»")
        bare = replace(facts[0], circ=tuple(item for item in facts[0].circ if item != ALONE))
        clause = replace(act.clause, preds=(replace(act.clause.preds[0], facts=(bare,)),), modal="solo_puede")
        pieces.append(replace(piece, act=replace(act, clause=clause)))
    return replace(sentence, pieces=tuple(pieces))


def _bare_time(value: Value) -> bool:
    """«por ronda», «por ataque»: how often, and no factor."""
    return isinstance(value, Cosa) and value.qty.op == "masa" and value.sort in ("tiempo", "ataque") and not value.filters


def barred(piece: Piece) -> Piece:
    """«solo puede» with a number of times: it cannot more often."""
    act = piece.act
    if not isinstance(act, Act) or act.clause.modal != "solo_puede":
        return piece
    return replace(piece, act=replace(act, clause=replace(act.clause, modal="no_puede")))


def uses_this(clause: Clause, verbs: tuple[str, ...] = ("utilizar",)) -> bool:
    """«utilizar esta capacidad»: what the ability itself is."""
    facts = [fact for pred in clause.preds for fact in pred.facts]
    this = (Papel("este_capacidad"), Papel("este_carta"))
    uses = len(facts) == 1 and facts[0].verb in verbs
    itself = clause.subject is None and not facts[0].roles and all(pred.subject in ("que", "nadie") for pred in clause.preds)
    return uses and (itself or facts[0].role("que") in this or clause.subject in this)
