"""Sentences to an ability: frames go to what they rule, costs are told from effects, what depends on a choice hangs on it."""

from collections.abc import Sequence

from grammar.lexicon.load import Lexicon
from grammar.meaning.assembly.draft import DEPENDENT, Draft, Senseless
from grammar.meaning.assembly.frames import (
    SPANS,
    around_moments,
    by_its_side,
    conds_of,
    edges_of,
    lasting_times,
    moment_of,
    nobody_told,
    of_another,
    rolled_by_anybody,
    rolled_conds,
    shared_time,
    span_of,
    the_rest,
    waited_for,
)
from grammar.meaning.assembly.items import asking, done_in, plain_cost, there_is_none, unwrapped, without_also
from grammar.meaning.assembly.links import hang, hangs, limit_only, under_condition
from grammar.meaning.assembly.openings import told_behind
from grammar.meaning.assembly.pieces import items_of
from grammar.meaning.assembly.retold import (
    USED,
    at_most,
    barred,
    going_on_when,
    in_two,
    meanwhile_frame,
    only_if,
    only_then,
    only_there,
    said_about,
    spoken_of,
    told_before,
    uses_this,
    whose_condition,
    whose_moment,
)
from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Act,
    Cond,
    Cosa,
    Cual,
    Hecho,
    Papel,
    Qty,
    Roles,
    Sentence,
)


def assemble(sentences: Sequence[Sentence], clase: str, cabecera: Roles, lexicon: Lexicon, ruled: bool = False) -> Capacidad:
    """`ruled`: what the first sentence begins with is a condition of them all."""
    draft = Draft()
    over: tuple[Cond, ...] = ()
    if ruled:
        over, sentences = _over_all(sentences)
    told = [part for whole in sentences for part in in_two(whole)]
    behind = clase == "texto" and len(told) > 1 and told_behind(told, lexicon)
    for index, sentence in enumerate(told):
        _sentence(draft, sentence, first=index == 0, lexicon=lexicon, over_all=not behind)
        frames = (*sentence.leads, *(frame for piece in sentence.pieces for frame in piece.leads))
        draft.asked_first = any(frame.kind == "si" for frame in frames)
    steps = tuple(draft.pasos)
    if over and len(steps) > 1:
        steps = (Paso(si=over, efecto=steps),)
    elif over:
        raise Senseless("la condición no llega a más de una frase")
    steps = _used_up(steps, lexicon)
    costs: tuple[Item, ...] = ()
    if clase in ("ataque", "ataque_adicional") or (
        clase == "accion" and len(steps) > 1
    ):  # «Ataque: Gasta 1 [carga].»: its price
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
    return conds_of(lead), (replace(first, leads=first.leads[1:]), *rest)


def _used_up(steps: tuple[Item, ...], lexicon: Lexicon) -> tuple[Item, ...]:
    """«Agota esta carta cuando declares un ataque. Añade 1 dado»: whoever does not exhaust it has no use of it."""
    first, rest = (steps[0], steps[1:]) if steps else (None, ())
    fact = first.efecto[0] if isinstance(first, Paso) and first == Paso(efecto=first.efecto[:1]) and first.efecto else first
    ordered = isinstance(fact, Hecho) and fact.verb in lexicon.data.get("used_up", "").split() and not fact.neg
    if not rest or not ordered or fact.role("que") != Papel("este_carta"):  # type: ignore[union-attr]
        return steps
    return (Paso(coste=(fact,), efecto=tuple(map(unwrapped, rest))),)  # type: ignore[arg-type]


def _leading_costs(steps: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """«Acción: Gasta 1 [carga]. Suelta 1 mina»: what is spent first is the price."""
    at = 0
    while at < len(steps) and isinstance(steps[at], Paso) and plain_cost(steps[at]):  # type: ignore[arg-type]
        at += 1
    return tuple(item for step in steps[:at] for item in step.efecto), steps[at:]  # type: ignore[union-attr]


def _sentence(draft: Draft, sentence: Sentence, first: bool, lexicon: Lexicon, over_all: bool = True) -> None:
    """`over_all`: whether the moment of the first one is that of them all."""
    sentence = going_on_when(sentence, lexicon)
    others = any(of_another(fact) for moment in draft.cuando for fact in moment.hechos)
    frames = by_its_side(rolled_by_anybody([*sentence.leads, *sentence.tails]), sentence, others)
    moments = [moment_of(frame, lexicon) for frame in frames if frame.kind == "cuando"]
    lasting, moments = lasting_times(moments)
    waiting, leads = waited_for(sentence.leads)
    sentence = replace(sentence, leads=leads)
    moments = [*waiting, *moments]
    if not first and nobody_told(frames) and others:
        raise Senseless("no se dice quién lo hace: quien lleva la carta o quien se acaba de nombrar", frames[0].at)
    whose_moment(sentence)
    meanwhile = meanwhile_frame(sentence)
    if meanwhile is not None:
        raise Senseless("«mientras» habla de lo que viene luego, y no se sabe decir sólo de eso", meanwhile.at)
    sentence = at_most(only_there(only_then(only_if(whose_condition(sentence, lexicon)))))
    if "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data:
        sentence = told_before(sentence)
    who = spoken_of(sentence)
    frames = [*sentence.leads, *(said_about(frame, who, lexicon) for frame in sentence.tails)]
    conds = tuple(
        cond
        for frame in frames
        if frame.kind == "si" or (frame.kind in ("cuando", "enlace") and frame.cond is not None)
        for cond in conds_of(frame)
    )
    draft.qualified = draft.qualified or any(frame.kind == "cuando" and frame.cond is not None for frame in frames)
    spans = (*(span_of(frame) for frame in frames if frame.kind in SPANS), *lasting)
    if any(key == "hasta_un_maximo" for key, _ in spans) and not any(key == "por_cada" for key, _ in spans):
        raise Senseless("«hasta un máximo» pide algo que se cuente antes", frames[-1].at)
    limit = next((frame for frame in frames if frame.kind == "limite"), None)
    como = next((frame for frame in frames if frame.kind == "como"), None)
    links = [frame.rel for frame in frames if frame.kind == "enlace"]
    if links[:1] == ["si_no_hay"] and draft.pasos and (none := there_is_none(draft.pasos[-1], frames, lexicon)) is not None:
        conds, links = (none, *conds), links[1:]
    conds = (*conds, *rolled_conds(frames))
    edges, conds = edges_of(conds)
    moments = [*moments, *edges]
    if first and links and links[0] == "si_no_lo_hace" and "told_in_parts" in lexicon.data:
        conds = (*conds, Hecho("ocurrir", (("quien", Papel("lo_anterior")),), neg=True))  # what stood before is elsewhere
        links = links[1:]
    if first and links and links[0] in DEPENDENT:
        raise Senseless("no hay nada antes de lo que dependa", frames[0].at)
    acts = [piece.act.clause for piece in sentence.pieces if isinstance(piece.act, Act)]
    used = len(acts) == 1 and acts[0].modal == "solo_puede" and uses_this(acts[0], USED)
    if limit is not None and used:  # «Sólo puede usarse una vez por ronda»
        draft.limite = (("veces", Cual(limit.rel, "numero")), ("por", limit.value))  # type: ignore[assignment]
        return
    only = limit is not None and any(isinstance(p.act, Act) and p.act.clause.modal == "solo_puede" for p in sentence.pieces)
    if (
        only and limit is not None and limit.value is not None and "continues" in lexicon.data
    ):  # «solo puede X una vez por ronda»
        often = Cosa("vez", "tiempo", Qty("mas_de", limit.rel))
        spans = (*spans, ("veces", often), ("por_cada", limit.value))
        sentence = replace(sentence, pieces=tuple(barred(piece) for piece in sentence.pieces))
    elif limit is not None:
        draft.limite = (("veces", Cual(limit.rel, "numero")), ("por", limit.value))  # type: ignore[assignment]
    beyond = next((frame for frame in frames if frame.kind == "limite_de_mas"), None)
    if beyond is not None and beyond.value is not None:  # «no puedes … más de una vez por ronda»
        if len(acts) != 1 or acts[0].modal != "no_puede" or len(sentence.pieces) > 1:
            raise Senseless("«más de una vez» pide que se prohíba algo", beyond.at)
        if uses_this(acts[0], USED):
            draft.limite = (("veces", Cual(beyond.rel, "numero")), ("por", beyond.value))
            return
        spans = (*spans, ("veces", Cosa("vez", "tiempo", Qty("mas_de", beyond.rel))), ("por_cada", beyond.value))
    if como is not None:
        draft.como = como.value
    if not sentence.pieces:  # «Límite: una vez por ronda.»
        return
    later: tuple[Momento, ...] = ()
    spans_when: list[Momento] = []
    if first and over_all:
        during = [frame for frame in sentence.leads if frame.kind == "durante" and not the_rest(frame.value)]
        if moments:
            during = around_moments(sentence.leads, during)
        if during:
            spans_when = [Momento("durante", tiempo=frame.value) for frame in during]
            spans = (*(span_of(frame) for frame in frames if frame.kind in SPANS and frame not in during), *lasting)
        draft.cuando.extend([*moments, *spans_when])
    else:
        later = tuple(moments)
    carried = [cond for cond in conds if isinstance(cond, Hecho) and cond.verb in lexicon.data.get("carried", "").split()]
    if carried:
        draft.sigue = tuple(carried)
    elif any(frame.kind == "siempre" for frame in frames):
        draft.sigue = ()
    elif not hangs(draft, links):
        conds = (*draft.sigue, *conds)
    given = [
        cond for frame in frames if first and frame.kind == "cuando" and frame.cond is not None for cond in conds_of(frame)
    ]
    if given and not carried:  # «Después de que ataques y el defensor sea destruido, A. Luego, B»: of both
        draft.sigue = tuple(given)
    items = items_of(sentence.pieces, conds, spans, lexicon)
    if any(frame.kind == "si" for frame in sentence.leads):
        items = asking(items)
    if "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data:
        items = [without_also(item) for item in items]
    place = next((frame for frame in frames if frame.kind == "lugar"), None)
    if place is not None and place.value is not None:
        items = [done_in(item, place.value, place.at, lexicon) for item in items]
    shared, items = shared_time(items)
    if shared:
        if first:
            draft.cuando.extend(shared)
        else:
            later = (*later, *shared)
    if later:
        items = [
            replace(item, cuando=later) if isinstance(item, Paso) else Paso(cuando=later, efecto=(item,)) for item in items
        ]
    if limit_only(items, draft):
        return
    if not first and not conds and not later and "continues" in lexicon.data and under_condition(draft, frames, items):
        last = draft.pasos[-1]
        assert isinstance(last, Paso)
        draft.pasos.extend(
            replace(item, si=last.si) if isinstance(item, Paso) else Paso(si=last.si, efecto=(item,)) for item in items
        )
        return
    hang(draft, items, links, "third_person_bearer" not in lexicon.data and "continues" not in lexicon.data)
