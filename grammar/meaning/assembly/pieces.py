"""The acts of one sentence: joined, one or the other, the second left half unsaid."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.assembly.acts import done_by
from grammar.meaning.assembly.draft import NOT_MET_OR_NOT_DONE, SO_OR_NOT, Senseless
from grammar.meaning.assembly.frames import EVENTS, SPANS, conds_of, moment_of, negated, rolled_conds, span_of, waited_for
from grammar.meaning.assembly.items import (
    asked_which,
    asking,
    doer,
    done_instead,
    if_impossible,
    only_pays,
    paid_together,
    unless_so,
    unwrapped,
    with_then,
)
from grammar.meaning.effect import Eleccion, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Act,
    Cond,
    Cosa,
    Frame,
    Gap,
    Hecho,
    Junto,
    Piece,
    Roles,
)


def items_of(pieces: Sequence[Piece], conds: tuple[Cond, ...], spans: Roles, lexicon: Lexicon) -> list[Item]:
    made: list[list[Item]] = []
    previous: Act | None = None
    inner: tuple[Cond, ...] = ()
    """«A y, si B, C y D»: D too is done only if B."""
    for piece in pieces:
        waiting, leads = waited_for(piece.leads)
        piece = replace(piece, leads=leads)
        told = [frame for frame in piece.leads if frame.kind == "si" or (frame.kind == "enlace" and frame.cond is not None)]
        own = tuple(cond for frame in told for cond in conds_of(frame)) + rolled_conds(piece.leads)
        own = inner = inner if not piece.leads and piece.joint == "y" else own
        own_spans = tuple(span_of(frame) for frame in piece.leads if frame.kind in SPANS)
        later = (*waiting, *(moment_of(frame, lexicon) for frame in piece.leads if frame.kind == "cuando"))
        act = piece.act
        if isinstance(act, Gap):
            if previous is None:
                raise Senseless("falta el verbo")
            act = _filled(act, previous, lexicon)
        links = [frame.rel for frame in piece.leads if frame.kind == "enlace"]
        if "si_no_puede" in links:  # «debes gastar 1 [carga]; si no puedes, …»
            last = made[-1][-1] if made and made[-1] else None
            made[-1:] = [
                [*(made[-1][:-1] if made else ()), if_impossible(last, done_by(act, own, (*spans, *own_spans), lexicon))]
            ]
            previous = act
            continue
        if links and links[0] in SO_OR_NOT:  # «si está dañada, …; si no lo está, …»
            last = made[-1][-1] if made and made[-1] and pieces[-1].joint != "o" else None
            other = unless_so(last, done_by(act, own, (*spans, *own_spans), lexicon), links[0])
            made[-1:] = [[*(made[-1][:-1] if made else ()), *other]]
            previous = act
            continue
        if "si_no_lo_hace" in links:  # «…; de lo contrario, …»
            last = made[-1][-1] if made and made[-1] else None
            if not isinstance(last, Paso) or not (last.si or last.modo == "puede") or pieces[-1].joint == "o":
                raise Senseless("«de lo contrario» no tiene de qué depender")
            if last.si and last.modo == "puede":
                raise Senseless(NOT_MET_OR_NOT_DONE)
            other = done_by(act, own, (*spans, *own_spans), lexicon)
            made[-1][-1] = replace(last, si_no=(*last.si_no, *other))
            previous = act
            continue
        if "si_lo_hace" in links:  # «puedes recibir 1 ficha; si lo haces, …»
            last = made[-1][-1] if made and made[-1] else None
            if not isinstance(last, Paso) or last.modo != "puede" or piece.joint == "o":
                raise Senseless("«si lo haces» no dice de qué depende")
            made[-1][-1] = with_then(last, done_by(act, own, (*spans, *own_spans), lexicon))
            previous = act
            continue
        if any(moment.rel in EVENTS for moment in later):  # «hasta el final de la ronda, A y, después de que ataques, B»
            later = (
                *(Momento("hasta", tiempo=end) for key, end in spans if key == "hasta" and not isinstance(end, Hecho)),
                *later,
            )
        shared = () if piece.joint == ";" and own else conds  # «si A, …; si B, …»: each has its own
        around = () if piece.joint == ";" and own_spans else spans  # «por cada ficha, …; gastando dos, …»
        around = tuple(span for span in around if not (span[0] == "hasta" and any(m.rel == "hasta" for m in later)))
        items = done_by(act, (*shared, *own), (*around, *own_spans), lexicon)
        if told and (not shared or set(own) & set(shared)):
            items = asking(items)
        if later:
            items = [
                replace(item, cuando=later) if isinstance(item, Paso) else Paso(cuando=later, efecto=(item,)) for item in items
            ]
        replacing = made[-1] if made and own else (*made[-1], *items) if made else ()  # «A; si B, C en su lugar»: C, of A
        if piece.joint != "o" and any(isinstance(i, Paso) and i.en_vez for i in replacing):
            items = [replace(i, en_vez=True) if isinstance(i, Paso) else i for i in items]  # «A en su lugar y B»: both are
            made = [[replace(i, en_vez=True) if isinstance(i, Paso) else i for i in before] for before in made]
        if "en_vez_de_eso" in links:  # «…; en su lugar, …»
            last = made[-1][-1] if made and made[-1] else None
            if isinstance(last, Paso) and last.modo == "puede":  # «puedes A; en su lugar, B»: only who does A
                made[-1][-1] = with_then(last, done_instead(done_by(act, own, (*spans, *own_spans), lexicon)))
                previous = act
                continue
            items = done_instead(items)
        chosen = made[-1][-1] if made and made[-1] and piece.joint == "y" else None
        if isinstance(chosen, Paso) and _joined_to_choice(chosen, items, told):
            made[-1][-1] = _with_it(chosen, items)
            previous = act
            continue
        made.append(items)
        previous = act
    joint = pieces[-1].joint
    unless = tuple(cond for frame in pieces[-1].leads if frame.kind == "si" for cond in conds_of(frame))
    if joint == "o" and len(made) == 2 and unless and not any(isinstance(i, Paso) and i.modo for i in made[1]):
        return _one_or_the_other(made[0], made[1], conds, unless)
    if joint == "o":
        asked_which([[f for i in items for f in (i.efecto if isinstance(i, Paso) else (i,))] for items in made], spans)
        return [_choice(made, conds)]
    if joint == "y" and len(pieces) == len(made) == 2 and not pieces[1].leads:
        return paid_together(*made)
    return [item for items in made for item in items]


def _one_or_the_other(first: list[Item], other: list[Item], conds: tuple[Cond, ...], unless: tuple[Cond, ...]) -> list[Item]:
    """«Descarta tus estados o, si no tienes ninguno, adquiere X»: asked once, before the first changes the answer."""

    def bare(items: list[Item], asked: tuple[Cond, ...]) -> tuple[Item, ...]:
        steps = (replace(i, si=i.si[len(asked) :], en_vez=False, otra_vez=False) for i in items if isinstance(i, Paso))
        return tuple(map(unwrapped, steps))

    if any(isinstance(item, Paso) and item.modo for item in first):
        otherwise = negated(unless[0] if len(unless) == 1 else Junto("y", unless))
        return [
            *(replace(i, si=(*i.si, otherwise)) for i in first if isinstance(i, Paso)),
            *(replace(i, en_vez=False) for i in other if isinstance(i, Paso)),
        ]
    either = Paso("", unless, efecto=bare(other, (*conds, *unless)), si_no=(Paso(efecto=bare(first, conds)),))
    return [Paso(si=conds, efecto=(either,)) if conds else either]


def _joined_to_choice(chosen: Paso, items: Sequence[Item], told: Sequence[Frame]) -> bool:
    """«puedes A y recibes B»: who declines A gets no B. «y no puedes B», «y, si C, B» leave that open."""
    if chosen.modo != "puede" or chosen.si_no or any(isinstance(item, Paso) and item.modo == "puede" for item in items):
        return False
    if told or any(isinstance(item, Paso) and (item.modo not in ("", "debe") or item.cuando) for item in items):
        raise Senseless("«y …» detrás de algo optativo: no se sabe si también cuando no se hace («Si lo haces, …»)")
    return True


def _with_it(chosen: Paso, items: Sequence[Item]) -> Paso:
    """«puedes A y recibes B» is «puedes A y recibir B»; what somebody else does comes of it: «Si lo haces, …»."""
    under = [replace(i, si=()) if isinstance(i, Paso) and i.si == chosen.si else i for i in items]
    acts = (*chosen.efecto, *map(unwrapped, under))
    doers = {doer(i.role("quien")) if isinstance(i, Hecho) and not i.neg else None for i in acts}
    if len(doers) > 1 or None in doers or chosen.coste or only_pays(chosen):
        return with_then(chosen, under)
    return replace(chosen, efecto=(*chosen.efecto, *map(unwrapped, under)))


def _choice(made: list[list[Item]], conds: tuple[Cond, ...]) -> Item:
    """«puedes A o B»: conditions and «puede» go out of the choice where all share them."""
    firsts = [items[0] for items in made]
    if all(isinstance(f, Paso) and f.modo == firsts[0].modo and f.si == firsts[0].si for f in firsts):  # type: ignore[union-attr]
        head: Paso = firsts[0]  # type: ignore[assignment]
        options = tuple(
            tuple(unwrapped(replace(item, modo="", si=()) if isinstance(item, Paso) else item) for item in items)
            for items in made
        )
        return Paso(head.modo, head.si, efecto=(Eleccion(options),))
    return Eleccion(tuple(tuple(items) for items in made))


def _filled(gap: Gap, before: Act, lexicon: Lexicon) -> Act:
    """«y el defensor, 1 de Sobresfuerzo»: the verb before, with another subject and object."""
    clause = before.then if before.then is not None and before.link == "para" else before.clause
    if len(clause.preds) != 1 or len(clause.preds[0].facts) != 1:
        raise Senseless("falta el verbo")
    pred = clause.preds[0]
    old = pred.facts[0].role("que")
    obj = gap.obj
    if isinstance(obj, Cosa) and obj.noun == "" and isinstance(old, Cosa):
        obj = replace(obj, noun=old.noun, sort=old.sort)
    again = dict(gap.where)
    each = again.pop("por_cada", None)
    if each is not None:  # «y 1 [tensión] por cada [incremento]»
        others = tuple(item for item in pred.facts[0].circ if item[0] != "por_cada")
        if len(others) == len(pred.facts[0].circ):
            raise Senseless("no encaja con el verbo de antes")
        pred = replace(pred, facts=(replace(pred.facts[0], circ=(*others, ("por_cada", each))),))
    slots = {role.name: role.sorts for role in lexicon.verbs.get(pred.facts[0].verb, ())}
    told = {key for key, _ in pred.facts[0].roles}
    if gap.subject is not None and not fits(gap.subject, slots.get("quien", frozenset({"cosa"})), lexicon):
        raise Senseless("no encaja con el verbo de antes")
    if not fits(obj, slots.get("que", frozenset({"cosa"})), lexicon) or any(
        key not in told or not fits(value, slots[key], lexicon) for key, value in again.items()
    ):
        raise Senseless("no encaja con el verbo de antes")
    roles = tuple((key, obj if key == "que" else again.get(key, value)) for key, value in pred.facts[0].roles)
    how = tuple(item for item in pred.facts[0].circ if item[0] != "modo")  # «resuelve primero A y luego B»
    changed = replace(pred, facts=(replace(pred.facts[0], roles=roles, circ=how),))
    subject = gap.subject if gap.subject is not None else clause.subject
    return Act(replace(clause, subject=subject, preds=(changed,)))
