"""Sentences to an ability: frames go to what they rule, costs are told from effects, what depends on a choice hangs on it."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import fits
from grammar.meaning.actions.verbs import MANNER, facts_of, implied, joined, subject_agrees
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.moments import told_attack
from grammar.meaning.shapes import no_more_than
from grammar.meaning.values import (
    EVERY,
    NONE,
    ONE,
    SIDES,
    SOME,
    THE,
    Act,
    Clause,
    Cond,
    CondClause,
    Cosa,
    Cual,
    Frame,
    Gap,
    Hecho,
    It,
    Junto,
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
    parts,
)

REFERRING = ("si_lo_hace", "si_no_lo_hace", "luego", "ademas", "en_vez_de_eso")


class Senseless(Exception):
    """The sentences do not make an ability: why, and the place."""

    def __init__(self, reason: str, at: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


@dataclass
class Draft:
    cuando: list[Momento] = field(default_factory=list)
    limite: Roles = ()
    como: Value | None = None
    pasos: list[Item] = field(default_factory=list)
    sigue: tuple[Cond, ...] = ()
    """A condition that rules the sentences after it too: «Si tienes éxito»."""
    asked_first: bool = False
    """The last sentence began with a condition: «Recibe 1 ficha a menos que …» asks only about that."""
    qualified: bool = False
    """The moment asks for more than that it comes: «Mientras te defiendes y el atacante está dañado»."""


def assemble(sentences: Sequence[Sentence], clase: str, cabecera: Roles, lexicon: Lexicon, ruled: bool = False) -> Capacidad:
    """`ruled`: what the first sentence begins with is a condition of them all."""
    draft = Draft()
    over: tuple[Cond, ...] = ()
    if ruled:
        over, sentences = _over_all(sentences)
    for index, sentence in enumerate(part for whole in sentences for part in _in_two(whole)):
        _sentence(draft, sentence, first=index == 0, lexicon=lexicon)
        frames = (*sentence.leads, *(frame for piece in sentence.pieces for frame in piece.leads))
        draft.asked_first = any(frame.kind == "si" for frame in frames)
    steps = tuple(draft.pasos)
    if over and len(steps) > 1:
        steps = (Paso(si=over, efecto=steps),)
    elif over:
        raise Senseless("la condición no llega a más de una frase")
    steps = _used_up(steps, lexicon)
    costs: tuple[Item, ...] = ()
    if (clase in ("accion", "ataque") and len(steps) > 1) or clase == "ataque_adicional":
        costs, steps = _leading_costs(steps)
    if clase == "texto":
        clase = "disparada" if draft.cuando else "constante"
    if draft.como is not None:
        clase, cabecera = "accion", (("como", draft.como),)
    return Capacidad(clase, cabecera, draft.limite, tuple(draft.cuando), costs, steps)


def _over_all(sentences: Sequence[Sentence]) -> tuple[tuple[Cond, ...], Sequence[Sentence]]:
    """«Si A: B. C.»: A apart from its sentences. «De lo contrario» would leave open whether A or another is meant."""
    first, *rest = sentences
    lead = first.leads[0] if first.leads else None
    if lead is None or lead.kind != "si":
        raise Senseless("falta la condición que abre «:»")
    otherwise = [any(f.kind == "enlace" and f.rel == "si_no_lo_hace" for f in sentence.leads) for sentence in rest]
    if otherwise == [True]:
        return (), sentences  # «Si A: B. De lo contrario, C.»
    if any(otherwise):
        raise Senseless("«de lo contrario» no dice de qué condición depende", rest[0].leads[0].at if rest[0].leads else 0)
    return _conds(lead), (replace(first, leads=first.leads[1:]), *rest)


def _used_up(steps: tuple[Item, ...], lexicon: Lexicon) -> tuple[Item, ...]:
    """«Agota esta carta cuando declares un ataque. Añade 1 dado»: whoever does not exhaust it has no use of it."""
    first, rest = (steps[0], steps[1:]) if steps else (None, ())
    fact = first.efecto[0] if isinstance(first, Paso) and first == Paso(efecto=first.efecto[:1]) and first.efecto else first
    ordered = isinstance(fact, Hecho) and fact.verb in lexicon.data.get("used_up", "").split() and not fact.neg
    if not rest or not ordered or fact.role("que") != Papel("este_carta"):  # type: ignore[union-attr]
        return steps
    return (Paso(coste=(fact,), efecto=tuple(map(_unwrapped, rest))),)  # type: ignore[arg-type]


def _leading_costs(steps: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """«Acción: Gasta 1 [carga]. Suelta 1 mina»: what is spent first is the price."""
    at = 0
    while at < len(steps) and isinstance(steps[at], Paso) and _plain_cost(steps[at]):  # type: ignore[arg-type]
        at += 1
    return tuple(item for step in steps[:at] for item in step.efecto), steps[at:]  # type: ignore[union-attr]


def _meanwhile(sentence: Sentence) -> Frame | None:
    """«Antes de moverte, puedes gastar 1 [carga] para ignorar obstáculos mientras te mueves»: only the purpose lasts."""
    edge = any(frame.kind == "cuando" and frame.rel in ("antes", "despues") for frame in sentence.leads)
    bought = any(isinstance(piece.act, Act) and piece.act.link == "para" for piece in sentence.pieces)
    tails = (frame for frame in sentence.tails if frame.kind == "cuando" and frame.rel == "mientras")
    return next(tails, None) if edge and bought else None


def _plain_cost(step: Paso) -> bool:
    return not (step.modo or step.si or step.cuando or step.coste or step.si_no) and all(
        isinstance(i, Hecho) and i.verb == "gastar" for i in step.efecto
    )


def opens(sentence: Sentence) -> bool:
    """Whether the sentence has a moment of its own, and so may begin an ability."""
    frames = [*sentence.leads, *sentence.tails]
    linked = any(frame.kind == "enlace" and frame.rel != "ademas" for frame in sentence.leads)
    if sentence.leads and sentence.leads[0].kind == "hasta":
        return False  # «Hasta el final de la ronda, mientras te defiendes, …»: from what was just told
    whens = {frame.rel for frame in frames if frame.kind == "cuando"}
    if whens == {"mientras"} and any(key == "hasta" for key, _ in _circumstances(sentence)):
        return False  # «Mientras te defiendes, tira 1 dado menos hasta el final de la ronda»
    return not linked and any(frame.kind == "cuando" for frame in frames)


def _circumstances(sentence: Sentence) -> Iterator[tuple[str, Value]]:
    acts = [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]
    return (item for clause in acts for pred in clause.preds for fact in pred.facts for item in fact.circ)


def in_a_phase(sentence: Sentence) -> bool:
    """«Durante la fase Final, recuperas 1 [carga]»: a moment of its own, after another one."""
    first = sentence.leads[0] if sentence.leads else None
    when = first.value if first is not None and first.kind == "durante" else None
    return isinstance(when, Cosa) and when.noun.startswith("fase_") and when.qty.op == "el" and not when.filters


SPANS = ("hasta", "durante", "por_cada", "hasta_un_maximo", "en_vez_de", "ademas_de", "para", "modo_de", *sorted(MANNER))
LASTING = frozenset({"no_puede", "es_capaz", "solo_puede"})


def permanent(sentence: Sentence, lexicon: Lexicon) -> bool:
    """A rule that holds always: «las [carga] de esta carta no pueden recuperarse», «Añádete el espacio [cañón]»."""
    if sentence.leads or sentence.tails or len(sentence.pieces) != 1 or not isinstance(sentence.pieces[0].act, Act):
        return False
    act = _only_there(sentence).pieces[0].act
    assert isinstance(act, Act)
    facts = [fact for pred in act.clause.preds for fact in pred.facts]
    if act.clause.subject is None and any(pred.person == 3 and pred.number == "p" for pred in act.clause.preds):
        return False  # «Los Soldados …. No pueden moverse.»: they, who were told before
    if any(key in ("hasta", "durante") for fact in facts for key, _ in fact.circ):
        return False
    slots = lexicon.data.get("permanent", {})
    gains = all(isinstance(f.role("que"), Cosa) and f.role("que").sort in slots.get(f.verb, "").split() for f in facts)  # type: ignore[union-attr]
    return act.clause.modal in LASTING or gains


def standing(sentence: Sentence) -> bool:
    """A rule of what may or must be, or is: nothing that is done while the game is set up."""
    if sentence.leads or len(sentence.pieces) != 1 or not isinstance(sentence.pieces[0].act, Act):
        return False
    clause = sentence.pieces[0].act.clause
    return bool(clause.modal) or all(fact.verb in ("ser", "tener") for pred in clause.preds for fact in pred.facts)


NOT_MET_OR_NOT_DONE = "no se sabe si eso es cuando no se cumple la condición o cuando no se hace: escribe cuál"


def _in_two(sentence: Sentence) -> tuple[Sentence, ...]:
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


def _sentence(draft: Draft, sentence: Sentence, first: bool, lexicon: Lexicon) -> None:
    sentence = _going_on_when(sentence, lexicon)
    others = any(_of_another(fact) for moment in draft.cuando for fact in moment.hechos)
    frames = _by_its_side(_rolled_by_anybody([*sentence.leads, *sentence.tails]), sentence, others)
    moments = [_moment(frame, lexicon) for frame in frames if frame.kind == "cuando"]
    lasting, moments = _lasting(moments)
    waiting, leads = _waiting(sentence.leads)
    sentence = replace(sentence, leads=leads)
    moments = [*waiting, *moments]
    if not first and _nobody_told(frames) and others:
        raise Senseless("no se dice quién lo hace: quien lleva la carta o quien se acaba de nombrar", frames[0].at)
    _whose_moment(sentence)
    meanwhile = _meanwhile(sentence)
    if meanwhile is not None:
        raise Senseless("«mientras» habla de lo que viene luego, y no se sabe decir sólo de eso", meanwhile.at)
    sentence = _capped(_only_there(_only_then(_only_if(_whose_condition(sentence, lexicon)))))
    if "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data:
        sentence = _told_before(sentence)
    who = _spoken_of(sentence)
    frames = [*sentence.leads, *(_about(frame, who, lexicon) for frame in sentence.tails)]
    conds = tuple(
        cond
        for frame in frames
        if frame.kind == "si" or (frame.kind in ("cuando", "enlace") and frame.cond is not None)
        for cond in _conds(frame)
    )
    draft.qualified = draft.qualified or any(frame.kind == "cuando" and frame.cond is not None for frame in frames)
    spans = (*(_span(frame) for frame in frames if frame.kind in SPANS), *lasting)
    if any(key == "hasta_un_maximo" for key, _ in spans) and not any(key == "por_cada" for key, _ in spans):
        raise Senseless("«hasta un máximo» pide algo que se cuente antes", frames[-1].at)
    limit = next((frame for frame in frames if frame.kind == "limite"), None)
    como = next((frame for frame in frames if frame.kind == "como"), None)
    links = [frame.rel for frame in frames if frame.kind == "enlace"]
    if links[:1] == ["si_no_hay"] and draft.pasos and (none := _there_is_none(draft.pasos[-1], frames, lexicon)) is not None:
        conds, links = (none, *conds), links[1:]
    conds = (*conds, *_rolled(frames))
    edges, conds = _edges(conds)
    moments = [*moments, *edges]
    if first and links and links[0] == "si_no_lo_hace" and "told_in_parts" in lexicon.data:
        conds = (*conds, Hecho("ocurrir", (("quien", Papel("lo_anterior")),), neg=True))  # what stood before is elsewhere
        links = links[1:]
    if first and links and links[0] in DEPENDENT:
        raise Senseless("no hay nada antes de lo que dependa", frames[0].at)
    acts = [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]
    used = len(acts) == 1 and acts[0].modal == "solo_puede" and _uses_this(acts[0], USED)
    if limit is not None and used:  # «Sólo puede usarse una vez por ronda»
        draft.limite = (("veces", Cual(limit.rel, "numero")), ("por", limit.value))  # type: ignore[assignment]
        return
    only = limit is not None and any(isinstance(p.act, Act) and p.act.clause.modal == "solo_puede" for p in sentence.pieces)
    if (
        only and limit is not None and limit.value is not None and "continues" in lexicon.data
    ):  # «solo puede X una vez por ronda»
        often = Cosa("vez", "tiempo", Qty("mas_de", limit.rel))
        spans = (*spans, ("veces", often), ("por_cada", limit.value))
        sentence = replace(sentence, pieces=tuple(_barred(piece) for piece in sentence.pieces))
    elif limit is not None:
        draft.limite = (("veces", Cual(limit.rel, "numero")), ("por", limit.value))  # type: ignore[assignment]
    beyond = next((frame for frame in frames if frame.kind == "limite_de_mas"), None)
    if beyond is not None and beyond.value is not None:  # «no puedes … más de una vez por ronda»
        if len(acts) != 1 or acts[0].modal != "no_puede" or len(sentence.pieces) > 1:
            raise Senseless("«más de una vez» pide que se prohíba algo", beyond.at)
        if _uses_this(acts[0], USED):
            draft.limite = (("veces", Cual(beyond.rel, "numero")), ("por", beyond.value))
            return
        spans = (*spans, ("veces", Cosa("vez", "tiempo", Qty("mas_de", beyond.rel))), ("por_cada", beyond.value))
    if como is not None:
        draft.como = como.value
    if not sentence.pieces:  # «Límite: una vez por ronda.»
        return
    later: tuple[Momento, ...] = ()
    spans_when: list[Momento] = []
    if first:
        during = [frame for frame in sentence.leads if frame.kind == "durante" and not _the_rest(frame.value)]
        if moments:
            during = _around(sentence.leads, during)
        if during:
            spans_when = [Momento("durante", tiempo=frame.value) for frame in during]
            spans = (*(_span(frame) for frame in frames if frame.kind in SPANS and frame not in during), *lasting)
        draft.cuando.extend([*moments, *spans_when])
    else:
        later = tuple(moments)
    carried = [cond for cond in conds if isinstance(cond, Hecho) and cond.verb in lexicon.data.get("carried", "").split()]
    if carried:
        draft.sigue = tuple(carried)
    elif any(frame.kind == "siempre" for frame in frames):
        draft.sigue = ()
    elif not _hangs(draft, links):
        conds = (*draft.sigue, *conds)
    given = [cond for frame in frames if first and frame.kind == "cuando" and frame.cond is not None for cond in _conds(frame)]
    if given and not carried:  # «Después de que ataques y el defensor sea destruido, A. Luego, B»: of both
        draft.sigue = tuple(given)
    items = _pieces(sentence.pieces, conds, spans, lexicon)
    if any(frame.kind == "si" for frame in sentence.leads):
        items = _asking(items)
    if "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data:
        items = [_without_also(item) for item in items]
    place = next((frame for frame in frames if frame.kind == "lugar"), None)
    if place is not None and place.value is not None:
        items = [_done_in(item, place.value, place.at, lexicon) for item in items]
    shared, items = _shared_time(items)
    if shared:
        if first:
            draft.cuando.extend(shared)
        else:
            later = (*later, *shared)
    if later:
        items = [
            replace(item, cuando=later) if isinstance(item, Paso) else Paso(cuando=later, efecto=(item,)) for item in items
        ]
    if _limit_only(items, draft):
        return
    if not first and not conds and not later and "continues" in lexicon.data and _under_condition(draft, frames, items):
        last = draft.pasos[-1]
        assert isinstance(last, Paso)
        draft.pasos.extend(
            replace(item, si=last.si) if isinstance(item, Paso) else Paso(si=last.si, efecto=(item,)) for item in items
        )
        return
    _linked(draft, items, links, "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data)


def _around(leads: Sequence[Frame], during: list[Frame]) -> list[Frame]:
    """«Durante la fase Final, después de que te defiendas, …»: the time is that of the whole, cost and all."""
    whens = [at for at, frame in enumerate(leads) if frame.kind == "cuando"]
    return [frame for frame in during if whens and leads.index(frame) < whens[0]]


def _done_in(item: Item, place: Value, at: int, lexicon: Lexicon) -> Item:
    """«En este sistema, destruye 1 nave»: where it is done, told first."""
    if isinstance(item, Paso) and len(item.efecto) == 1 and not item.coste and not item.si_no:
        return replace(item, efecto=tuple(_done_in(part, place, at, lexicon) for part in item.efecto))
    slot = next((r for r in lexicon.verbs.get(item.verb, ()) if r.name == "en"), None) if isinstance(item, Hecho) else None
    if not isinstance(item, Hecho) or slot is None or item.role("en") is not None or not fits(place, slot.sorts, lexicon):
        raise Senseless("no se sabe qué se hace en ese lugar", at)
    return replace(item, roles=(*item.roles, ("en", place)))


DEPENDENT = ("si_lo_hace", "si_no_lo_hace", "si_no_puede", "si_no_hay")


def _hangs(draft: Draft, links: Sequence[str]) -> bool:
    """What depends on a step is under its conditions already."""
    last = draft.pasos[-1] if draft.pasos else None
    return bool(links) and isinstance(last, Paso) and bool(last.si) and links[0] in DEPENDENT


def _told_before(sentence: Sentence) -> Sentence:
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


def _spoken_of(sentence: Sentence) -> Value | None:
    """The subject of the acts, if it is somebody known: «el defensor recibe 1 ficha, a menos que elija …»."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    who = acts[-1].clause.subject if acts else None
    if isinstance(who, Papel) or (isinstance(who, Cosa) and who.ref == "ese") or _each_one(who):
        return who
    return who if isinstance(who, Cosa) and who.at >= 0 else None


def _each_one(who: Value | None) -> bool:
    """«cada una de ellas»."""
    return isinstance(who, Pron) and who.kind.startswith("cada_")


def _going_on_when(sentence: Sentence, lexicon: Lexicon) -> Sentence:
    """«Esa unidad tira 1 dado menos cuando se defiende»: a moment told after the act goes on about who was pointed to."""
    who = _spoken_of(sentence)
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


def _about(frame: Frame, who: Value | None, lexicon: Lexicon) -> Frame:
    """A condition told after the act goes on about who acts, if he can be so: «tus dados … si está bajo tensión» is no die."""
    if frame.kind != "si" or frame.cond is None or who is None:
        return frame
    owners = [f.role("que") for f in who.filters if isinstance(f, Hecho) and f.verb == "de"] if isinstance(who, Cosa) else []

    def said_of(item: Clause) -> Value | None:
        if item.subject is not None or not all(p.person == 3 and not p.impersonal and p.subject for p in item.preds):
            return None
        if _each_one(who):
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


def _whose_condition(sentence: Sentence, lexicon: Lexicon) -> Sentence:
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


def _whose_moment(sentence: Sentence) -> None:
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


def _only_if(sentence: Sentence) -> Sentence:
    """«Sólo puedes utilizar esta capacidad si estás dañado»: unless you are, you cannot. It restricts when, not what."""
    told = [frame for frame in sentence.tails if frame.kind in ("si", "cuando")]
    if any(frame.kind == "si" and frame.rel == "solo" for frame in sentence.leads):
        raise Senseless("«sólo si» no dice qué restringe")
    if [frame.rel for frame in told] == ["solo"]:
        used = all(
            isinstance(p.act, Act) and _uses_this(p.act.clause, USED) for p in sentence.pieces
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
    return replace(sentence, tails=tails, pieces=tuple(_barred(piece) for piece in sentence.pieces))


def _only_then(sentence: Sentence) -> Sentence:
    """«No puedes gastar fichas excepto durante la fase Final»: you can only then."""
    if not any(key == "salvo_durante" for key, _ in _circumstances(sentence)):
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


def _only_there(sentence: Sentence) -> Sentence:
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


def _capped(sentence: Sentence) -> Sentence:
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


def _barred(piece: Piece) -> Piece:
    """«solo puede» with a number of times: it cannot more often."""
    act = piece.act
    if not isinstance(act, Act) or act.clause.modal != "solo_puede":
        return piece
    return replace(piece, act=replace(act, clause=replace(act.clause, modal="no_puede")))


def _under_condition(draft: Draft, frames: Sequence[Frame], items: Sequence[Item]) -> bool:
    """«Si …, lanza 1 dado. Cada Rebelde sufre [daño] igual a los resultados. Entonces …»: the rest has the same condition."""
    last = draft.pasos[-1] if draft.pasos else None
    if not isinstance(last, Paso) or not last.si or last.si_no or last.modo or last.en_vez:
        return False
    if any(frame.kind == "enlace" and frame.rel != "luego" for frame in frames):
        return False
    then = any(frame.kind == "enlace" and isinstance(frame.value, Cual) and frame.value.id == "entonces" for frame in frames)
    rolled = any(isinstance(fact, Hecho) and fact.verb == "tirar" for fact in last.efecto)
    return then or (rolled and "Cuenta(de=Cosa(noun='resultado'" in repr(items))


def _shared_time(items: list[Item]) -> tuple[list[Momento], list[Item]]:
    """«no puede … durante esta ronda» is «durante esta ronda, no puede …»: a time that all the acts share is the moment's."""
    facts = [fact for item in items if isinstance(item, Paso) for fact in (*item.coste, *item.efecto)]
    if not facts or not all(isinstance(item, Paso) for item in items) or not all(isinstance(f, Hecho) for f in facts):
        return [], items
    if any(isinstance(item, Paso) and (item.modo == "solo_puede" or no_more_than(item)) for item in items):
        return [], items  # «sólo puedes realizar esta acción durante ese paso», «no más de 1»: the time is what is restricted
    times = [v for key, v in facts[0].circ if key == "durante" and not _the_rest(v)]  # type: ignore[union-attr]
    if not times or not all(("durante", times[0]) in f.circ for f in facts):  # type: ignore[union-attr]
        return [], items

    def without(part: Item) -> Item:
        assert isinstance(part, Hecho)
        return replace(part, circ=tuple(c for c in part.circ if c[0] != "durante" or _the_rest(c[1])))

    bare: list[Item] = [
        replace(item, coste=tuple(map(without, item.coste)), efecto=tuple(map(without, item.efecto)))
        for item in items
        if isinstance(item, Paso)
    ]
    return [Momento("durante", tiempo=times[0])], bare


def _the_rest(value: Value | None) -> bool:
    """«durante el resto de la partida»: how long it lasts, and no moment at which something happens."""
    return isinstance(value, Cosa) and value.noun == "resto"


def _edges(conds: tuple[Cond, ...]) -> tuple[list[Momento], tuple[Cond, ...]]:
    """«Si … al final de la ronda, …» is «Al final de la ronda, si …, …»."""
    found = list(
        dict.fromkeys(
            item for cond in conds if isinstance(cond, Hecho) for item in cond.circ if item[0] in ("comienzo", "final")
        )
    )
    bare = tuple(replace(c, circ=tuple(i for i in c.circ if i not in found)) if isinstance(c, Hecho) else c for c in conds)
    return [Momento(key, tiempo=value) for key, value in found], bare


def _rolled(frames: Sequence[Frame]) -> tuple[Cond, ...]:
    """«Con un resultado [crítico], …»: if who rolled got that."""
    return tuple(
        Hecho("sacar", (("quien", Pron("quien_tira", "-", "-", -1)), ("que", frame.value)), past=True)
        for frame in frames
        if frame.kind == "si_sale" and frame.value is not None
    )


def _uses_this(clause: Clause, verbs: tuple[str, ...] = ("utilizar",)) -> bool:
    """«utilizar esta capacidad»: what the ability itself is."""
    facts = [fact for pred in clause.preds for fact in pred.facts]
    this = (Papel("este_capacidad"), Papel("este_carta"))
    uses = len(facts) == 1 and facts[0].verb in verbs
    itself = clause.subject is None and not facts[0].roles and all(pred.subject in ("que", "nadie") for pred in clause.preds)
    return uses and (itself or facts[0].role("que") in this or clause.subject in this)


def _limit_only(items: list[Item], draft: Draft) -> bool:
    """«Sólo puedes utilizar esta capacidad una vez por ronda»: a limit, not an act."""
    if len(items) != 1 or not isinstance(items[0], Paso) or items[0].modo not in ("solo_puede",):
        return False
    facts = items[0].efecto
    if (
        len(facts) == 1
        and isinstance(facts[0], Hecho)
        and facts[0].verb == "utilizar"
        and (
            facts[0].role("que") in (Papel("este_capacidad"), Papel("este_carta"), Papel("este_cualidad"))
            or _own(facts[0], draft)
        )
    ):
        if draft.limite and _own(facts[0], draft):
            draft.limite = (*draft.limite, ("uso", facts[0]))  # told, and what the limit is of anyway: gone in the normal form
        return bool(draft.limite)
    return False


def _own(fact: Hecho, draft: Draft) -> bool:
    """«La cualidad BRÍO sólo puede utilizarse una vez por ronda», in what tells of who has it."""
    what = fact.role("que")
    told = [part.noun for part in parts((tuple(draft.cuando), tuple(draft.pasos))) if isinstance(part, Cosa)]
    return isinstance(what, Cosa) and what.sort == "palabra_clave" and what.noun in told


def _over_so_far(draft: Draft) -> tuple[Cond, ...]:
    """«Después de que te defiendas, si A, B. Luego, C»: the condition with which the ability began rules what comes next."""
    done_first = itertools.dropwhile(lambda item: isinstance(item, Paso) and _plain_cost(item), draft.pasos)
    steps = [step for step in done_first if isinstance(step, Paso)]  # «Ataque: Gasta 1 [carga]. Si impacta, …»: not the price
    first = steps[0].si if steps else ()
    done = all(
        step.si == first
        and (step.modo in ("", "debe") or (step.modo == "puede" and not _yours(step)))
        and not step.si_no
        and not step.en_vez
        for step in steps
    )
    return first if done else ()


def _under(items: Sequence[Item], over: tuple[Cond, ...]) -> list[Paso]:
    return [_ruled(i, over) if isinstance(i, Paso) else Paso(si=over, efecto=(i,)) for i in items]


def _ruled(step: Paso, over: tuple[Cond, ...]) -> Paso:
    """Under what rules the whole, too, which is asked again only where it is told again."""
    return replace(step, si=(*over, *step.si), otra_vez=step.otra_vez and bool(set(step.si) & set(over)))


def _open_to(draft: Draft, items: Sequence[Item]) -> bool:
    """«A. Si B, C. Luego, D»: nobody could tell whether D is done without B."""
    last = draft.pasos[-1] if draft.pasos else None
    told = isinstance(last, Paso) and bool(last.si) and not last.modo and not last.si_no and not last.en_vez
    if told and _whichever(draft.pasos[-2:]):
        return False  # «A o, si no B, C. Luego, D»: one of them is done, and then D
    return told and draft.asked_first and all(_ordered(item) and not getattr(item, "si", ()) for item in items)


def _of_what_was_asked(items: Sequence[Item], last: Paso, draft: Draft) -> bool:
    """«Si tiene alguna ficha roja, A. Luego retira esas fichas»: without them there is nothing to take."""
    asked = {
        part.noun
        for cond in last.si
        if not (isinstance(cond, Hecho) and cond.neg)
        for part in parts(cond)
        if isinstance(part, Cosa) and part.qty.op in ("n", "algun", "alguno", "al_menos") and not part.ref
    }
    elsewhere = {
        part.noun for part in parts((tuple(draft.cuando), tuple(draft.pasos[:-1]), last.efecto)) if isinstance(part, Cosa)
    }
    pointed = [{p.noun for p in parts(item) if isinstance(p, Cosa) and p.ref == "ese"} for item in items]
    return all(nouns & asked - elsewhere for nouns in pointed)


def _whichever(steps: Sequence[Item]) -> bool:
    """Two steps of which the one is done where the other is not."""
    conds = [step.si[0] for step in steps if isinstance(step, Paso) and len(step.si) == 1 and not step.modo]
    one, other = conds if len(conds) == 2 else (None, None)
    return isinstance(one, Hecho) and isinstance(other, Hecho) and replace(one, neg=not one.neg) == other


def _linked(draft: Draft, items: list[Item], links: list[str], plain_then: bool = False) -> None:
    """`plain_then`: «luego» goes on with what was told, whatever it was told under."""
    link = links[0] if links else ""
    last = draft.pasos[-1] if draft.pasos else None
    if "en_vez_de_eso" in links:
        items = _instead(items)
    if link == "luego" and isinstance(last, Paso) and last.modo == "puede" and not last.si_no and all(map(_ordered, items)):
        if last.coste or all(_of_what_was_done(item, last) for item in items):  # what is paid for is done, and then this
            draft.pasos[-1] = replace(last, efecto=(*last.efecto, *(_unwrapped(item) for item in items)))
            return
        if _yours(last) and not any(map(_points_back, items)):
            raise Senseless("«luego» detrás de algo optativo: no se sabe si también cuando no se hace («Si lo haces, …»)")
    bought = isinstance(last, Paso) and last.modo == "puede" and bool(last.coste)
    if link == "luego" and bought and any(isinstance(item, Paso) and item.modo == "puede" for item in items):
        raise Senseless("«luego» detrás de algo que se paga: no se sabe si también cuando no se paga («Si lo haces, …»)")
    if link == "luego" and plain_then and (over := _over_so_far(draft)):
        items = [*_under(items, over)]
    elif link == "luego" and isinstance(last, Paso) and _open_to(draft, items) and _of_what_was_asked(items, last, draft):
        items = [*_under(items, last.si)]
    elif link == "luego" and _open_to(draft, items):
        raise Senseless("«luego» detrás de una condición: no se sabe si también cuando no se cumple")
    if link == "si_lo_hace":
        if isinstance(last, Paso) and (last.modo == "es_capaz" or _permits(last, draft)):  # a permission that is used
            used = (item if isinstance(item, Paso) else Paso(efecto=(item,)) for item in items)
            draft.pasos[-1] = replace(last, modo="es_capaz", efecto=(*last.efecto, *used))
            return
        if isinstance(last, Paso) and last.modo in ("puede",):
            draft.pasos[-1] = _then(last, items)
            return
        free = [i for i, step in enumerate(draft.pasos) if isinstance(step, Paso) and step.modo == "puede"]
        if len(free) == 1 and all(isinstance(i, Paso) and i.si and not i.modo for i in draft.pasos[free[0] + 1 :]):
            chosen = draft.pasos[free[0]]  # «puedes A. Luego, si B, C. Si lo haces, …»: B and C are nobody's doing
            assert isinstance(chosen, Paso)
            draft.pasos[free[0]] = _then(chosen, items)
            return
        if free:
            raise Senseless("«si lo haces» no dice de qué depende")
        if isinstance(last, Paso) and _pays_first(last) and not any(isinstance(i, Paso) and i.coste for i in items):
            draft.pasos[-1] = _then(last, items)  # «Recibe 1 ficha. Si lo haces, A» is «recibe 1 ficha para A»
            return
        over = last.si if isinstance(last, Paso) and not last.si_no else ()  # what was ordered was done, if it was to be
        draft.pasos.extend(_under(items, over) if over else items)
        return
    if link == "si_no_hay":  # «Ataca a un Héroe herido. Si no hay ninguno, …»: it cannot be done
        link = "si_no_lo_hace" if isinstance(last, Paso) and (last.modo in ("puede", "debe") or last.si) else "si_no_puede"
    if link == "si_no_puede":  # «debes gastar 1 [carga]. Si no puedes, …»
        draft.pasos[-1:] = [_cannot(last, items)]
        return
    if link == "si_no_lo_hace":
        if draft.qualified:
            raise Senseless("«de lo contrario» no dice si también cuando no se da lo que pide el momento")
        if isinstance(last, Paso) and last.modo == "puede" and last.si:
            raise Senseless(NOT_MET_OR_NOT_DONE)
        if isinstance(last, Paso) and (last.modo in ("puede", "debe") or last.si):
            draft.pasos[-1] = replace(last, si_no=(*last.si_no, *items))
            return
        branch = next((i for i in range(len(draft.pasos) - 1, -1, -1) if getattr(draft.pasos[i], "si", ())), None)
        begun = draft.pasos[branch] if branch is not None else None
        rest = draft.pasos[branch + 1 :] if branch is not None else []
        if isinstance(begun, Paso) and not begun.si_no and all(i == Paso(efecto=i.efecto) for i in rest if isinstance(i, Paso)):
            *same, final = _under(rest, begun.si)
            draft.pasos[-len(rest) :] = [*same, replace(final, si_no=tuple(items))]  # «Si A, X. Y. De lo contrario, Z»
            return
        raise Senseless("«de lo contrario» no tiene de qué depender")
    later = [moment for item in items if isinstance(item, Paso) for moment in item.cuando]
    if isinstance(last, Paso) and last.modo == "puede" and last.coste and any(comes_next(m.tiempo) for m in later):
        draft.pasos[-1] = replace(
            last, efecto=(*last.efecto, *items)
        )  # «… . Al comienzo de la siguiente fase, …»: if it was done
        return
    if isinstance(last, Paso) and only_pays(last) and not any(map(_apart_from_price, items)):
        draft.pasos[-1] = _then(last, items)  # nobody pays for nothing: what follows is what is paid for
        return
    if (
        len(items) > 1
        and isinstance(last, Paso)
        and last.modo == "puede"
        and any(map(_chooses, last.efecto))
        and _points(items)
    ):
        items = [Paso(efecto=tuple(map(_unwrapped, items)))]  # «Esa nave pierde 1 escudo y tú recuperas 1»: both, or neither
    draft.pasos.extend(items)


PRICES = frozenset({"gastar", "recibir", "perder", "sufrir", "retirar", "descartar"})
"""What is ordered of oneself and can be a price."""


def _pays_first(step: Paso) -> bool:
    """«Recibe 1 ficha de Tensión.», ordered to you: what may be the price of what comes next."""
    fact = step.efecto[0] if len(step.efecto) == 1 and not (step.modo or step.coste or step.si_no or step.en_vez) else None
    own = isinstance(fact, Hecho) and fact.verb in PRICES and fact.role("quien") == Yo()
    return own and isinstance(fact, Hecho) and not fact.neg and not fact.circ and not step.cuando


def _permits(step: Paso, draft: Draft) -> bool:
    """«Puedes realizar la acción [eludir] incluso aunque estés bajo tensión. Si lo haces, …»: allowed at any time, no price."""
    free = step.modo == "puede" and not step.coste and not step.cuando and not draft.cuando
    even_so = (any(key == "incluso_aunque" for key, _ in i.circ) if isinstance(i, Hecho) else False for i in step.efecto)
    return free and bool(step.efecto) and all(even_so)


def _points(items: Sequence[Item]) -> bool:
    """«esa nave», «la nave elegida»."""
    things = [part for part in parts(tuple(items)) if isinstance(part, Cosa)]
    return any(
        thing.ref == "ese" or (thing.ref == "el" and any(isinstance(f, Hecho) and f.verb == "elegir" for f in thing.filters))
        for thing in things
    )


def comes_next(time: object) -> bool:
    """«la siguiente fase de Planificación»: counted from what was told before."""
    told = [f.role("que") for f in time.filters if isinstance(f, Hecho)] if isinstance(time, Cosa) else []
    return any(isinstance(what, Cual) and what.id == "siguiente" for what in told)


def only_pays(step: Paso) -> bool:
    """«Puedes gastar 3 [carga].», and nothing yet for it."""
    free = step.modo == "puede" and not step.coste and not step.si_no
    return free and bool(step.efecto) and all(isinstance(i, Hecho) and i.verb == "gastar" for i in step.efecto)


def _apart_from_price(item: Item) -> bool:
    """What need not be what is paid for: another choice, another moment. «Durante esta fase, …» is in the same one."""
    if not isinstance(item, Paso):
        return False
    here = [
        (isinstance(m.tiempo, Cosa) and m.tiempo.ref in ("este", "ese")) or isinstance(m.tiempo, Papel) for m in item.cuando
    ]
    lasts = item.modo in ("no_puede", "es_capaz") and any(
        key == "hasta" for fact in item.efecto if isinstance(fact, Hecho) for key, _ in fact.circ
    )
    return not all(here) or (item.modo != "" and not here and not lasts)


def _ordered(item: Item) -> bool:
    """Neither allowed nor forbidden: what is done."""
    return isinstance(item, Hecho) or (isinstance(item, Paso) and not item.modo and not item.cuando)


def _of_what_was_done(item: Item, step: Paso) -> bool:
    """«puedes realizar una acción … . Luego, si has realizado una acción que …»: it asks how that went."""
    deeds = {part.verb for part in parts(step.efecto) if isinstance(part, Hecho)} | {"sacar"}
    asked = [part for part in parts(item.si) if isinstance(part, Hecho)] if isinstance(item, Paso) else []
    return any(fact.past and fact.verb in deeds for fact in asked)


def _yours(step: Paso) -> bool:
    return any(isinstance(item, Hecho) and item.role("quien") == Yo() for item in step.efecto)


def _points_back(item: Item) -> bool:
    """«Luego, coloca 1 ficha sobre ese dispositivo»: binding tells on what it hangs."""
    return any(isinstance(p, Pron) or (isinstance(p, Cosa) and p.ref == "ese") for p in parts(item))


def _then(step: Paso, items: Sequence[Item]) -> Paso:
    """What was optional becomes the cost of what follows; choosing is no cost."""
    plain = tuple(_unwrapped(item) for item in items)
    if step.coste:
        return replace(step, efecto=(*step.efecto, *plain))
    first = next((at for at, item in enumerate(step.efecto) if _chooses(item)), len(step.efecto))
    later = tuple(item for item in step.efecto[first:] if _pays_alone(item))
    costs = (*step.efecto[:first], *later)
    chosen = tuple(item for item in step.efecto[first:] if item not in later)
    return replace(step, coste=costs, efecto=(*chosen, *plain))


def _pays_alone(item: Item) -> bool:
    """«elegir 1 nave y gastar 1 [fuerza]»: the price, which does not depend on what was chosen."""
    if not isinstance(item, Hecho) or item.verb != "gastar":
        return False
    return not any(
        (isinstance(part, Pron) and part.kind != "aqui") or (isinstance(part, Cosa) and part.ref == "ese")
        for part in parts(item)
    )


def _chooses(item: Item) -> bool:
    return isinstance(item, Hecho) and item.verb == "elegir"


def _unwrapped(item: Item) -> Item:
    """A step that says nothing but its one act is that act."""
    if isinstance(item, Paso) and item == Paso(efecto=item.efecto) and len(item.efecto) == 1:
        return item.efecto[0]
    return item


def _nobody_told(frames: list[Frame]) -> bool:
    """«…, después de defender, …»: an infinitive that says nobody, read as yours."""
    events = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    return any(clause.subject == Yo() and all(pred.mood == "inf" for pred in clause.preds) for clause in events)


def _of_another(fact: Hecho) -> bool:
    return fact.role("quien") not in (None, Yo())


def _rolled_by_anybody(frames: list[Frame]) -> list[Frame]:
    """«Mientras otra nave se defiende, antes de tirar los dados, …»: whoever rolls them, not you."""
    whens = [frame for frame in frames if frame.kind == "cuando" and frame.events]
    others = any(clause.subject not in (None, Yo()) for frame in whens for clause in frame.events)
    others = others or any(f.kind == "durante" and f.value is not None and _attack(f.value) for f in frames)
    if not others:
        return frames
    return [
        replace(frame, events=tuple(_by_anybody(clause) for clause in frame.events)) if frame in whens else frame
        for frame in frames
    ]


def _by_its_side(frames: list[Frame], sentence: Sentence, others: bool) -> list[Frame]:
    """«Mientras una nave aliada ataca, …, después de defender, el defensor …»: he does both, where others have been told."""
    acts = [piece.act for piece in sentence.pieces if isinstance(piece.act, Act)]
    side = acts[0].clause.subject if acts else None
    told = [clause for frame in frames if frame.kind == "cuando" for clause in frame.events]
    if side not in SIDES or not (others or any(clause.subject not in (None, Yo()) for clause in told)):
        return frames

    def his(clause: Clause) -> Clause:
        facts = [fact for pred in clause.preds for fact in pred.facts]
        alone = clause.subject == Yo() and all(pred.mood == "inf" for pred in clause.preds)
        does = all(f.verb == "defender" if side == Papel("defensor") else told_attack(f) for f in facts)
        return replace(clause, subject=side) if alone and does else clause

    return [replace(f, events=tuple(map(his, f.events))) if f.kind == "cuando" else f for f in frames]


def _attack(value: Value) -> bool:
    return isinstance(value, Cosa) and value.sort == "ataque" and not value.ref


def _by_anybody(clause: Clause) -> Clause:
    rolls = all(p.mood == "inf" and all(f.verb in ("tirar", "volver_a_tirar") for f in p.facts) for p in clause.preds)
    if not rolls or clause.subject != Yo():
        return clause
    return replace(clause, subject=None, preds=tuple(replace(pred, impersonal=True) for pred in clause.preds))


def _refuse_against_both(frame: Frame) -> None:
    """«Mientras te defiendes o atacas contra X»: is X in both? Who is defended against may be told of either."""
    facts = [fact for clause in frame.events for pred in clause.preds for fact in pred.facts]
    told = [_against(fact) for fact in facts]
    fights = [fact.verb == "defender" or told_attack(fact) for fact in facts]
    if told and told[-1] and any(fight and not own for fight, own in zip(fights, told, strict=True)):
        raise Senseless("«contra …» puede ser de todo o sólo de lo último: dilo en cada cosa, o en dos frases", frame.at)


def _against(fact: Hecho) -> bool:
    what = fact.role("que")
    told = isinstance(what, Cosa) and any(isinstance(f, Hecho) and f.verb == "contra" for f in what.filters)
    return told or fact.role("contra") is not None


def _moment(frame: Frame, lexicon: Lexicon) -> Momento:
    _refuse_against_both(frame)
    made = _attack_of(frame.value) if frame.rel in ("antes", "despues") and "third_person_bearer" not in lexicon.data else None
    if made is not None and "continues" not in lexicon.data:
        return Momento(frame.rel, (made,))
    if frame.value is not None:
        return Momento(frame.rel, tiempo=frame.value)
    facts: list[Hecho] = []
    for clause in frame.events:
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        lasting = frame.rel == "mientras"  # «mientras tenga capturada una ficha»: it has been done, and holds
        facts.extend(fact if lasting else replace(fact, past=False) for fact in facts_of(clause, subject))
    return Momento(frame.rel, tuple(facts))


def _attack_of(value: Value | None) -> Hecho | None:
    """«Tras un ataque tuyo» is «después de que efectúes un ataque»."""
    if not isinstance(value, Cosa) or value.sort != "ataque" or value.ref == "ese" or value.qty not in (ONE, THE):
        return None
    whose = [f for f in value.filters if isinstance(f, Hecho) and f.verb == "de" and not f.neg]
    who = whose[0].role("que") if len(whose) == 1 else None
    if who is None:
        return None
    attack = replace(value, qty=ONE, ref="", filters=tuple(f for f in value.filters if f is not whose[0]))
    return Hecho("efectuar", (("quien", who), ("que", attack)))


def _lasting(moments: list[Momento]) -> tuple[Roles, list[Momento]]:
    """«mientras te defiendes hasta el final de la ronda» is «hasta el final de la ronda, mientras te defiendes»."""
    ends = [
        item for m in moments if m.rel == "mientras" and len(m.hechos) == 1 for item in m.hechos[0].circ if item[0] == "hasta"
    ]
    if len(ends) != 1:
        return (), moments

    def bare(fact: Hecho) -> Hecho:
        return replace(fact, circ=tuple(item for item in fact.circ if item not in ends))

    return tuple(ends), [replace(m, hechos=tuple(map(bare, m.hechos))) if m.rel == "mientras" else m for m in moments]


EVENTS = frozenset({"cuando", "cada_vez", "despues", "antes", "primera_vez", "siguiente_vez"})
"""Moments that come, and are waited for; «mientras» lasts by itself."""


def _waiting(leads: tuple[Frame, ...]) -> tuple[list[Momento], tuple[Frame, ...]]:
    """«Hasta el final de la ronda, cada vez que te ataquen, …»: so long it is waited for, however long it lasts then."""
    event = next((at for at, frame in enumerate(leads) if frame.kind == "cuando" and frame.events), 0)
    if leads[event : event + 1] and leads[event].rel not in EVENTS:
        return [], leads
    until = [frame for frame in leads[:event] if frame.kind == "hasta" and frame.value is not None]
    return [Momento("hasta", tiempo=frame.value) for frame in until], tuple(frame for frame in leads if frame not in until)


def _conds(frame: Frame) -> tuple[Cond, ...]:
    assert frame.cond is not None
    found = _cond(frame.cond)
    return found.items if isinstance(found, Junto) and found.op == "y" else (found,)


def _cond(cond: CondClause) -> Cond:
    items: list[Cond] = []
    before: Value | None = None
    for clause in cond.items:
        if isinstance(clause, CondClause):
            items.append(_cond(clause))
            continue
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        if isinstance(subject, Pron) and before is not None and subject.kind == "elidido" and not isinstance(before, Yo):
            subject = subject
        before = subject
        facts = tuple(facts_of(clause, subject))
        if len(facts) == 1:
            items.append(facts[0])
        elif all(not fact.neg for fact in facts):
            items.append(joined(clause.conj, facts))
        else:
            items.append(Junto("y", facts))
    made: Cond = items[0] if len(items) == 1 else Junto(cond.op, tuple(items))
    return negated(made) if cond.neg else made


def negated(cond: Cond) -> Cond:
    if isinstance(cond, Hecho):
        return replace(cond, neg=not cond.neg)
    return Junto("o" if cond.op == "y" else "y", tuple(negated(item) for item in cond.items))


def _span(frame: Frame) -> tuple[str, Value]:
    if frame.events:
        clause = frame.events[0]
        subject = clause.subject if clause.subject is not None else implied(clause.preds[0])
        return (frame.kind, next(iter(facts_of(clause, subject))))
    assert frame.value is not None
    return (frame.kind, frame.value)


def _pieces(pieces: Sequence[Piece], conds: tuple[Cond, ...], spans: Roles, lexicon: Lexicon) -> list[Item]:
    made: list[list[Item]] = []
    previous: Act | None = None
    inner: tuple[Cond, ...] = ()
    """«A y, si B, C y D»: D too is done only if B."""
    for piece in pieces:
        waiting, leads = _waiting(piece.leads)
        piece = replace(piece, leads=leads)
        told = [frame for frame in piece.leads if frame.kind == "si" or (frame.kind == "enlace" and frame.cond is not None)]
        own = tuple(cond for frame in told for cond in _conds(frame)) + _rolled(piece.leads)
        own = inner = inner if not piece.leads and piece.joint == "y" else own
        own_spans = tuple(_span(frame) for frame in piece.leads if frame.kind in SPANS)
        later = (*waiting, *(_moment(frame, lexicon) for frame in piece.leads if frame.kind == "cuando"))
        act = piece.act
        if isinstance(act, Gap):
            if previous is None:
                raise Senseless("falta el verbo")
            act = _filled(act, previous, lexicon)
        links = [frame.rel for frame in piece.leads if frame.kind == "enlace"]
        if "si_no_puede" in links:  # «debes gastar 1 [carga]; si no puedes, …»
            last = made[-1][-1] if made and made[-1] else None
            made[-1:] = [[*(made[-1][:-1] if made else ()), _cannot(last, _act(act, own, (*spans, *own_spans), lexicon))]]
            previous = act
            continue
        if "si_no_lo_hace" in links:  # «…; de lo contrario, …»
            last = made[-1][-1] if made and made[-1] else None
            if not isinstance(last, Paso) or not (last.si or last.modo == "puede") or pieces[-1].joint == "o":
                raise Senseless("«de lo contrario» no tiene de qué depender")
            if last.si and last.modo == "puede":
                raise Senseless(NOT_MET_OR_NOT_DONE)
            other = _act(act, own, (*spans, *own_spans), lexicon)
            made[-1][-1] = replace(last, si_no=(*last.si_no, *other))
            previous = act
            continue
        if "si_lo_hace" in links:  # «puedes recibir 1 ficha; si lo haces, …»
            last = made[-1][-1] if made and made[-1] else None
            if not isinstance(last, Paso) or last.modo != "puede" or piece.joint == "o":
                raise Senseless("«si lo haces» no dice de qué depende")
            made[-1][-1] = _then(last, _act(act, own, (*spans, *own_spans), lexicon))
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
        items = _act(act, (*shared, *own), (*around, *own_spans), lexicon)
        if told and (not shared or set(own) & set(shared)):
            items = _asking(items)
        if later:
            items = [
                replace(item, cuando=later) if isinstance(item, Paso) else Paso(cuando=later, efecto=(item,)) for item in items
            ]
        if made and piece.joint != "o" and any(isinstance(i, Paso) and i.en_vez for i in (*made[-1], *items)):
            items = [replace(i, en_vez=True) if isinstance(i, Paso) else i for i in items]  # «A en su lugar y B»: both are
            made = [[replace(i, en_vez=True) if isinstance(i, Paso) else i for i in before] for before in made]
        if "en_vez_de_eso" in links:  # «…; en su lugar, …»
            last = made[-1][-1] if made and made[-1] else None
            if isinstance(last, Paso) and last.modo == "puede":  # «puedes A; en su lugar, B»: only who does A
                made[-1][-1] = _then(last, _instead(_act(act, own, (*spans, *own_spans), lexicon)))
                previous = act
                continue
            items = _instead(items)
        chosen = made[-1][-1] if made and made[-1] and piece.joint == "y" else None
        if isinstance(chosen, Paso) and _joined_to_choice(chosen, items, told):
            made[-1][-1] = _with_it(chosen, items)
            previous = act
            continue
        made.append(items)
        previous = act
    joint = pieces[-1].joint
    unless = tuple(cond for frame in pieces[-1].leads if frame.kind == "si" for cond in _conds(frame))
    if joint == "o" and len(made) == 2 and unless and not any(isinstance(i, Paso) and i.modo for i in made[1]):
        return _one_or_the_other(made[0], made[1], conds, unless)
    if joint == "o":
        return [_choice(made, conds)]
    if joint == "y" and len(pieces) == len(made) == 2 and not pieces[1].leads:
        return _paid_together(*made)
    return [item for items in made for item in items]


def _one_or_the_other(first: list[Item], other: list[Item], conds: tuple[Cond, ...], unless: tuple[Cond, ...]) -> list[Item]:
    """«Descarta tus estados o, si no tienes ninguno, adquiere X»: asked once, before the first changes the answer."""

    def bare(items: list[Item], asked: tuple[Cond, ...]) -> tuple[Item, ...]:
        steps = (replace(i, si=i.si[len(asked) :], en_vez=False, otra_vez=False) for i in items if isinstance(i, Paso))
        return tuple(map(_unwrapped, steps))

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
    acts = (*chosen.efecto, *map(_unwrapped, under))
    doers = {_doer(i.role("quien")) if isinstance(i, Hecho) and not i.neg else None for i in acts}
    if len(doers) > 1 or None in doers or chosen.coste or only_pays(chosen):
        return _then(chosen, under)
    return replace(chosen, efecto=(*chosen.efecto, *map(_unwrapped, under)))


def _doer(who: Value | None) -> Value | None:
    """Who is left out goes on, wherever that is."""
    return replace(who, at=-1, gender="-") if isinstance(who, Pron) and who.kind == "elidido" else who


def _asking(items: Sequence[Item]) -> list[Item]:
    """The first of what a condition rules is where it is asked; the others are ruled by the same answer."""
    first = items[0] if items else None
    return [replace(first, otra_vez=True), *items[1:]] if isinstance(first, Paso) and first.si else [*items]


def _paid_together(first: list[Item], last: list[Item]) -> list[Item]:
    """«Gasta 1 [carga] y recibe 1 ficha para recuperar 1 escudo»: both are the price, as behind «puedes»."""
    match (first, last):
        case ([Paso() as paid], [Paso(coste=costs) as step]) if costs and paid == Paso(si=step.si, efecto=paid.efecto):
            mine = all(isinstance(i, Hecho) and i.role("quien") == Yo() and not _chooses(i) for i in (*paid.efecto, *costs))
            if mine and not step.modo:
                return [replace(step, coste=(*paid.efecto, *costs))]
    return [*first, *last]


ALSO = ("modo", Cual("tambien", "modo"))


def _without_also(item: Item) -> Item:
    """«recibe también 1 ficha»: an act that is told after another is done too, said or not."""
    if isinstance(item, Hecho):
        return replace(item, circ=tuple(c for c in item.circ if c != ALSO))
    if isinstance(item, Paso):
        return replace(item, efecto=tuple(_without_also(part) for part in item.efecto))
    return item


def _instead(items: Sequence[Item]) -> list[Item]:
    return [replace(item, en_vez=True) if isinstance(item, Paso) else Paso(efecto=(item,), en_vez=True) for item in items]


def _measured(cond: Cond) -> bool:
    """«más cercano», «con más [daño]»: there is one as soon as there is any."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(cond))


def _there_is_none(last: Item, frames: Sequence[Frame], lexicon: Lexicon) -> Hecho | None:
    """«Ataca al Rebelde herido más cercano. Si no hay ninguno, …»: no wounded Rebel, wherever he might be."""
    frame = next(frame for frame in frames if frame.kind == "enlace")
    gender = NONE.get(frame.value.id) if isinstance(frame.value, Cual) else None
    act = last.efecto[-1] if isinstance(last, Paso) and last == Paso(efecto=last.efecto) else last
    if gender is None or not isinstance(act, Hecho) or act.neg:
        return None
    told = [part for part in parts(act) if isinstance(part, Cosa) and part.noun != lexicon.data.get("unit")]
    inner = {part.at for thing in told for part in parts(thing.filters) if isinstance(part, Cosa)}
    told = [thing for thing in told if thing.at not in inner]
    kinds = [thing for thing in told if thing.gender == gender and thing.ref in ("", "el") and thing.qty.op in ("n", "el")]
    if len(kinds) != 1:
        raise Senseless("«ninguno» no dice de qué no hay: escríbelo («Si no hay ningún …»)", frame.at)
    of = tuple(f for f in kinds[0].filters if not _measured(f))
    return Hecho("hay", (("que", replace(kinds[0], qty=SOME, ref="", filters=of, at=frame.at)),), neg=True)


def _cannot(last: Item | None, items: Sequence[Item]) -> Paso:
    """«Si A, debes B. Si no puedes, C»: C too is done only if A."""
    if isinstance(last, Hecho) and not last.neg:
        last = Paso(efecto=(last,))  # «Mueve 3 para atacar. Si no puedes, …»: what is ordered may turn out impossible
    if not isinstance(last, Paso) or last.modo not in ("", "debe") or last.si_no or last.coste or last.en_vez:
        raise Senseless("no se dice qué es lo que no se puede")
    must = replace(last, si=(), si_no=tuple(items))
    return Paso(si=last.si, efecto=(must,)) if last.si else must


def _choice(made: list[list[Item]], conds: tuple[Cond, ...]) -> Item:
    """«puedes A o B»: conditions and «puede» go out of the choice where all share them."""
    firsts = [items[0] for items in made]
    if all(isinstance(f, Paso) and f.modo == firsts[0].modo and f.si == firsts[0].si for f in firsts):  # type: ignore[union-attr]
        head: Paso = firsts[0]  # type: ignore[assignment]
        options = tuple(
            tuple(_unwrapped(replace(item, modo="", si=()) if isinstance(item, Paso) else item) for item in items)
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


def _act(act: Act, conds: tuple[Cond, ...], spans: Roles, lexicon: Lexicon) -> list[Item]:
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
    main = tuple(_without(f, "en_vez_de_eso") for f in main)
    if act.link == "o_si":
        return _more_or_less(act, main, conds, lexicon)
    if act.then is None:
        return [Paso(modal, conds, efecto=main, en_vez=instead)]
    then_subject = subject if act.link == "para" and _payers_own(act.then) else _aimed_at(act, lexicon)
    if act.then.modal and act.link not in ("para", "caso"):
        raise Senseless("lo que se puede o no se puede pide su propia frase")
    then = (
        tuple(_act(Act(replace(act.then, subject=then_subject)), (), spans, lexicon))  # «para que el defensor no pueda …»
        if act.then.modal
        else _facts(act.then, then_subject, spans)
    )
    instead = instead or any(isinstance(f, Hecho) and any(k == "en_vez_de_eso" for k, _ in f.circ) for f in then)
    then = tuple(_without(f, "en_vez_de_eso") for f in then)
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
            _then(Paso(modal or "", conds, efecto=main), then) if modal == "puede" else _ordered_cost(modal, conds, main, then)
        )
        return [replace(step, en_vez=instead)]
    if act.link == "caso":
        return [_then(Paso(modal, conds, efecto=main), then)]
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
    if left_out and isinstance(who, Pron) and _each_one(who):
        raise Senseless("«cada una de ellas» no dice de quién es la condición: escribe «cada una de esas …»", who.at)
    if left_out and isinstance(who, Cosa) and who.qty.op not in ("el", "n") and who.ref != "este":
        if who.qty != EVERY or modal or who.number == "p":
            raise Senseless("no se sabe si cada uno por sí mismo o todos a la vez: escribe «cada …»", act.cond.at)
        own = _conds(_said_of(act.cond, It(), lexicon))
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
    own = _conds(_said_of(act.cond, who, lexicon) if who is not None else act.cond)
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
    if all(_chooses(item) for item in main):
        return Paso(modal, conds, efecto=(*main, *then))
    return Paso(modal, conds, coste=main, efecto=then)


def _without(item: Item, key: str) -> Item:
    if isinstance(item, Hecho) and any(k == key for k, _ in item.circ):
        return replace(item, circ=tuple((k, v) for k, v in item.circ if k != key))
    return item


def clauses_to_facts(value: Any) -> Any:
    """Clauses inside circumstances (incluso aunque …, como si …) as facts."""
    if isinstance(value, Clause):
        return next(iter(facts_of(value, _subject(value))))
    return value


def sentences_in(readings: Sequence[Sequence[Sentence]], most: int) -> Iterator[tuple[Sentence, ...]]:
    """One reading of each sentence, all combinations up to a bound."""
    found: list[tuple[Sentence, ...]] = [()]
    for options in readings:
        found = [(*before, option) for before in found for option in options][: most + 1]
    yield from found[:most]


__all__ = ["Qty", "Senseless", "assemble", "opens", "sentences_in"]
