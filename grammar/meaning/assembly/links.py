"""What hangs on a sentence before: «si lo haces», «de lo contrario», «luego», and what stands under its condition."""

import itertools
from collections.abc import Sequence

from grammar.meaning.assembly.draft import DEPENDENT, NOT_MET_OR_NOT_DONE, SO_OR_NOT, Draft, Senseless
from grammar.meaning.assembly.items import (
    apart_from_price,
    chooses,
    comes_next,
    done_instead,
    if_impossible,
    is_order,
    may_fail,
    of_what_was_done,
    only_pays,
    pays_first,
    permits,
    plain_cost,
    points,
    points_back,
    put_under,
    unless_so,
    unwrapped,
    whichever,
    with_then,
    yours,
)
from grammar.meaning.effect import Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Cond,
    Cosa,
    Cual,
    Frame,
    Hecho,
    Papel,
    parts,
)


def hangs(draft: Draft, links: Sequence[str]) -> bool:
    """What depends on a step is under its conditions already."""
    last = draft.pasos[-1] if draft.pasos else None
    return bool(links) and isinstance(last, Paso) and bool(last.si) and links[0] in DEPENDENT


def under_condition(draft: Draft, frames: Sequence[Frame], items: Sequence[Item]) -> bool:
    """«Si …, lanza 1 dado. Cada Rebelde sufre [daño] igual a los resultados. Entonces …»: the rest has the same condition."""
    last = draft.pasos[-1] if draft.pasos else None
    if not isinstance(last, Paso) or not last.si or last.si_no or last.modo or last.en_vez:
        return False
    if any(frame.kind == "enlace" and frame.rel != "luego" for frame in frames):
        return False
    then = any(frame.kind == "enlace" and isinstance(frame.value, Cual) and frame.value.id == "entonces" for frame in frames)
    rolled = any(isinstance(fact, Hecho) and fact.verb == "tirar" for fact in last.efecto)
    return then or (rolled and "Cuenta(de=Cosa(noun='resultado'" in repr(items))


def limit_only(items: list[Item], draft: Draft) -> bool:
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
    done_first = itertools.dropwhile(lambda item: isinstance(item, Paso) and plain_cost(item), draft.pasos)
    steps = [step for step in done_first if isinstance(step, Paso)]  # «Ataque: Gasta 1 [carga]. Si impacta, …»: not the price
    first = steps[0].si if steps else ()
    done = all(
        step.si == first
        and (step.modo in ("", "debe") or (step.modo == "puede" and not yours(step)))
        and not step.si_no
        and not step.en_vez
        for step in steps
    )
    return first if done else ()


def _open_to(draft: Draft, items: Sequence[Item]) -> bool:
    """«A. Si B, C. Luego, D»: nobody could tell whether D is done without B."""
    last = draft.pasos[-1] if draft.pasos else None
    told = isinstance(last, Paso) and bool(last.si) and not last.modo and not last.si_no and not last.en_vez
    if told and whichever(draft.pasos[-2:]):
        return False  # «A o, si no B, C. Luego, D»: one of them is done, and then D
    return told and draft.asked_first and all(is_order(item) and not getattr(item, "si", ()) for item in items)


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


def hang(draft: Draft, items: list[Item], links: list[str], plain_then: bool = False) -> None:
    """`plain_then`: «luego» goes on with what was told, whatever it was told under."""
    link = links[0] if links else ""
    last = draft.pasos[-1] if draft.pasos else None
    if "en_vez_de_eso" in links:
        items = done_instead(items)
    if link == "luego" and isinstance(last, Paso) and last.modo == "puede" and not last.si_no and all(map(is_order, items)):
        if last.coste or all(of_what_was_done(item, last) for item in items):  # what is paid for is done, and then this
            draft.pasos[-1] = replace(last, efecto=(*last.efecto, *(unwrapped(item) for item in items)))
            return
        if yours(last) and not any(map(points_back, items)):
            raise Senseless("«luego» detrás de algo optativo: no se sabe si también cuando no se hace («Si lo haces, …»)")
    bought = isinstance(last, Paso) and last.modo == "puede" and bool(last.coste)
    if link == "luego" and bought and any(isinstance(item, Paso) and item.modo == "puede" for item in items):
        raise Senseless("«luego» detrás de algo que se paga: no se sabe si también cuando no se paga («Si lo haces, …»)")
    if link == "luego" and plain_then and (over := _over_so_far(draft)):
        items = [*put_under(items, over)]
    elif link == "luego" and isinstance(last, Paso) and _open_to(draft, items) and _of_what_was_asked(items, last, draft):
        items = [*put_under(items, last.si)]
    elif link == "luego" and _open_to(draft, items):
        raise Senseless("«luego» detrás de una condición: no se sabe si también cuando no se cumple")
    if link == "si_lo_hace":
        if isinstance(last, Paso) and (last.modo == "es_capaz" or permits(last, draft)):  # a permission that is used
            used = (item if isinstance(item, Paso) else Paso(efecto=(item,)) for item in items)
            draft.pasos[-1] = replace(last, modo="es_capaz", efecto=(*last.efecto, *used))
            return
        if isinstance(last, Paso) and last.modo == "puede_no":
            raise Senseless("«si lo haces» detrás de «puedes no …»: no se sabe si es cuando se hace o cuando no")
        if isinstance(last, Paso) and last.modo in ("puede",):
            draft.pasos[-1] = with_then(last, items)
            return
        free = [i for i, step in enumerate(draft.pasos) if isinstance(step, Paso) and step.modo == "puede"]
        if len(free) == 1 and all(isinstance(i, Paso) and i.si and not i.modo for i in draft.pasos[free[0] + 1 :]):
            chosen = draft.pasos[free[0]]  # «puedes A. Luego, si B, C. Si lo haces, …»: B and C are nobody's doing
            assert isinstance(chosen, Paso)
            draft.pasos[free[0]] = with_then(chosen, items)
            return
        if free:
            raise Senseless("«si lo haces» no dice de qué depende")
        if isinstance(last, Paso) and pays_first(last) and not any(isinstance(i, Paso) and i.coste for i in items):
            draft.pasos[-1] = with_then(last, items)  # «Recibe 1 ficha. Si lo haces, A» is «recibe 1 ficha para A»
            return
        if isinstance(last, Hecho) or (isinstance(last, Paso) and may_fail(last)):
            ordered = last if isinstance(last, Paso) else Paso(efecto=(last,))
            draft.pasos[-1] = with_then(ordered, items)  # «Ata a un Wookiee. Si lo haces, …»: there may be none
            return
        over = last.si if isinstance(last, Paso) and not last.si_no else ()  # what was ordered was done, if it was to be
        draft.pasos.extend(put_under(items, over) if over else items)
        return
    if link == "si_no_hay":  # «Ataca a un Héroe herido. Si no hay ninguno, …»: it cannot be done
        link = "si_no_lo_hace" if isinstance(last, Paso) and (last.modo in ("puede", "debe") or last.si) else "si_no_puede"
    if link == "si_no_puede":  # «debes gastar 1 [carga]. Si no puedes, …»
        draft.pasos[-1:] = [if_impossible(last, items)]
        return
    if link in SO_OR_NOT:
        draft.pasos[-1:] = unless_so(last, items, link)
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
            *same, final = put_under(rest, begun.si)
            draft.pasos[-len(rest) :] = [*same, replace(final, si_no=tuple(items))]  # «Si A, X. Y. De lo contrario, Z»
            return
        raise Senseless("«de lo contrario» no tiene de qué depender")
    later = [moment for item in items if isinstance(item, Paso) for moment in item.cuando]
    if isinstance(last, Paso) and last.modo == "puede" and last.coste and any(comes_next(m.tiempo) for m in later):
        draft.pasos[-1] = replace(
            last, efecto=(*last.efecto, *items)
        )  # «… . Al comienzo de la siguiente fase, …»: if it was done
        return
    if isinstance(last, Paso) and only_pays(last) and not any(map(apart_from_price, items)):
        draft.pasos[-1] = with_then(last, items)  # nobody pays for nothing: what follows is what is paid for
        return
    if len(items) > 1 and isinstance(last, Paso) and last.modo == "puede" and any(map(chooses, last.efecto)) and points(items):
        items = [Paso(efecto=tuple(map(unwrapped, items)))]  # «Esa nave pierde 1 escudo y tú recuperas 1»: both, or neither
    draft.pasos.extend(items)
