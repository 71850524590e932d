"""A card's compiled text as abilities that wait, stand or are used: each with the moments that are its own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from grammar.lexicon.load import lexicon_for
from grammar.meaning.card import compile_card
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt
from grammar.meaning.values import Cond, Cosa, Cual, Hecho, Junto, Papel, Ref, parts
from grammar.wording.abilities import text_of
from grammar.wording.nouns import Unprintable
from kb.play.errors import PlayError
from kb.play.meaning.moments import stative
from kb.play.meaning.numbers import bound, parted

KEPT = 500
"""Texts whose effects are remembered: more than any table has cards."""
WEAPONS = frozenset({"ataque", "ataque_adicional"})
PREPARES = frozenset({"preparacion", "final_de_la_partida", "tipo"})


class NotUnderstood(PlayError):
    """The text of a card is declined by the compiler."""


@dataclass(frozen=True)
class Ability:
    place: int
    """Which of the card, from 1."""
    whole: Capacidad
    """The ability it comes from: its class, its header, its limit."""
    moments: tuple[Momento, ...]
    steps: tuple[Item, ...]

    @property
    def clase(self) -> str:
        return self.whole.clase

    @property
    def timed(self) -> bool:
        return bool(self.moments)

    @property
    def optional(self) -> bool:
        first = self.steps[0] if self.steps else None
        if isinstance(first, Eleccion):
            first = first.opciones[0][0] if first.opciones and first.opciones[0] else None
        if isinstance(first, Paso) and _left_behind(first):
            return False  # it stands by itself; what it permits is decided when its moment comes
        return isinstance(first, Paso) and (first.modo == "puede" or any(used(item) for item in first.efecto))

    @property
    def weapon(self) -> bool:
        return self.clase in WEAPONS

    def facts(self) -> Iterator[Hecho]:
        """Every order of it, costs first."""
        yield from orders(self.steps)


def used(item: Item) -> bool:
    """«Usa esta carta …»: whoever has it decides."""
    return isinstance(item, Hecho) and item.verb == "usar" and item.role("que") == Papel("este_carta")


def orders(items: tuple[Item, ...]) -> Iterator[Hecho]:
    for item in items:
        match item:
            case Hecho():
                yield item
            case Paso():
                yield from orders(item.coste)
                yield from orders(item.efecto)
                yield from orders(item.si_no)
            case Eleccion():
                for option in item.opciones:
                    yield from orders(option)
            case Capacidad():
                yield from orders((*item.coste, *item.pasos))


@lru_cache(maxsize=KEPT)
def effects_of(text: str, game: str) -> tuple[Capacidad, ...]:
    plain, numbers = parted(text)
    card = compile_card(plain, game)
    if card.status == "rechazado":
        why = card.diagnostics[0].message if card.diagnostics else "no se entiende"
        raise NotUnderstood(f"el texto no se entiende ({why.rstrip('.')})")
    return tuple(_lasting_apart(_as_lasting(_about_to(_places_again(whole)))) for whole in bound(card.effects, numbers))


def _places_again(whole: Capacidad) -> Capacidad:
    """«si está en tu [arco-diana], … si no está en él»: an arc is nothing that could be bound; it is described again."""
    things = {p.id: p for p in parts(whole) if isinstance(p, Cosa) and p.id and p.sort in PLACES and p.qty.op == "el"}
    told: Capacidad = _spelled(whole, things) if things else whole
    return told


def _about_to(whole: Capacidad) -> Capacidad:
    """«Mientras vas a ejecutar …» is before it."""
    if not any(m.rel == "mientras" and m.hechos and all(fact.would for fact in m.hechos) for m in whole.cuando):
        return whole
    return replace(whole, cuando=tuple(
        replace(m, rel="antes") if m.rel == "mientras" and m.hechos and all(fact.would for fact in m.hechos) else m
        for m in whole.cuando
    ))  # fmt: skip


PLACES = frozenset({"arco", "tiempo"})
"""Sorts of things that are looked at and never stand on the table: arcs, phases."""


def _spelled(value: Any, things: Mapping[int, Cosa]) -> Any:
    if isinstance(value, Ref) and value.id in things:
        return things[value.id]
    return rebuilt(value, lambda part: _spelled(part, things)) if isinstance(value, (Node, tuple)) else value


def _as_lasting(whole: Capacidad) -> Capacidad:
    """«Hasta el final de la ronda, cada vez que A, B»: the game keeps how long A is waited for with what B leaves behind."""
    until = tuple(m for m in whole.cuando if m.rel == "hasta")
    steps = tuple(_until(step, until) for step in whole.pasos)
    return replace(whole, cuando=tuple(m for m in whole.cuando if m not in until), pasos=steps) if _waits(whole) else whole


def _waits(whole: Capacidad) -> bool:
    return any(isinstance(part, Momento) and part.rel == "hasta" for part in parts(whole))


def _until(item: Item, until: tuple[Momento, ...]) -> Item:
    if isinstance(item, Paso):
        own = (*until, *(m for m in item.cuando if m.rel == "hasta"))
        inner = tuple(_until(part, own) for part in item.efecto)
        return replace(item, cuando=tuple(m for m in item.cuando if m.rel != "hasta"), efecto=inner)
    if isinstance(item, Hecho):
        return replace(item, circ=(*item.circ, *(("hasta", m.tiempo) for m in until if m.tiempo is not None)))
    return item


def _lasting_apart(whole: Capacidad) -> Capacidad:
    """«Después de que A, hasta el final de la fase, mientras B, …»: A sets it off; B is when what it leaves behind acts."""
    first, *others = whole.cuando or (Momento("", ()),)
    later = tuple(m for m in others if m.rel == "mientras" and m.tiempo is None and not stative(m))
    if first.rel not in SETTING_OFF or not later or not all(isinstance(s, Paso) and _lasts(s) for s in whole.pasos):
        return whole
    steps = tuple(replace(step, cuando=(*later, *step.cuando)) for step in whole.pasos if isinstance(step, Paso))
    return replace(whole, cuando=tuple(m for m in whole.cuando if m not in later), pasos=steps)


SETTING_OFF = frozenset({"antes", "despues", "comienzo", "final"})


@lru_cache(maxsize=KEPT)
def refusal(text: str, game: str) -> str:
    """Why a text is not understood; empty where it is."""
    try:
        effects_of(text, game)
    except NotUnderstood as error:
        return error.reason
    return ""


@lru_cache(maxsize=KEPT)
def abilities_of(text: str, game: str) -> tuple[Ability, ...]:
    """In the order of the text; raises NotUnderstood."""
    if why := refusal(text, game):
        raise NotUnderstood(why)
    found: list[Ability] = []
    for whole in effects_of(text, game):
        if whole.clase == "recordatorio":
            continue  # it repeats a rule, and rules nothing
        steps = (*whole.coste, *whole.pasos)
        own = [step for n, step in enumerate(steps) if _apart(step) or _instead(step) or (n and _always(step, whole))]
        rest = tuple(step for step in steps if step not in own)
        if rest or not own:
            found.append(Ability(len(found) + 1, whole, *_in_its_place(whole.cuando, rest)))
        for step in own:
            assert isinstance(step, Paso)
            moments = (*whole.cuando, Momento("iba_a", coming)) if (coming := _instead(step)) else step.cuando
            if _always(step, whole):
                found.append(Ability(len(found) + 1, Capacidad("constante", pasos=(step,)), (), (step,)))
                continue
            found.append(Ability(len(found) + 1, whole, moments, (Paso(step.modo, step.si, (), *_of(step)),)))
    return tuple(found)


def _of(step: Paso) -> tuple[Any, ...]:
    return step.coste, step.efecto, step.si_no, step.en_vez


def _always(step: Item, whole: Capacidad) -> bool:
    """«… . Las [carga] de esta carta no pueden recuperarse»: a sentence after a trigger that holds whatever has happened."""
    if not isinstance(step, Paso) or step.modo not in ("no_puede", "es_capaz") or step.cuando:
        return False
    if any(moment.rel in ("mientras", "durante") and moment.tiempo is None for moment in whole.cuando):
        return False
    if whole.clase in WEAPONS and any(isinstance(p, Cosa) and p.sort in DICE for p in parts(step)):
        return False  # «Ataque: …. Tus dados no pueden ser modificados»: in that attack
    return not _lasts(step) and not any(isinstance(p, Ref) or p in PRESENT for p in parts(step))


DICE = frozenset({"dado", "resultado"})
"""What is there only while somebody attacks."""


def _left_behind(step: Paso) -> bool:
    """«hasta el final de la fase, mientras te defiendes, …»."""
    return _lasts(step) and any(m.rel == "mientras" and m.tiempo is None for m in step.cuando)


def _lasts(item: Item) -> bool:
    return any(isinstance(p, Hecho) and any(key in ("hasta", "durante") for key, _ in p.circ) for p in parts(item))


PRESENT = (Papel("atacante"), Papel("defensor"), Papel("este_ataque"))


def _instead(step: Item) -> tuple[Hecho, ...]:
    """«Si una nave aliada va a recibir …, en vez de eso …»: what it waits for."""
    if not isinstance(step, Paso):
        return ()
    return tuple(fact for cond in step.si for fact in would(cond))


def _in_its_place(moments: tuple[Momento, ...], steps: tuple[Item, ...]) -> tuple[tuple[Momento, ...], tuple[Item, ...]]:
    """«Antes de que sufras daño …, A en vez de ese daño» is «si vas a sufrir daño …, en vez de eso A»."""
    facts = moments[0].hechos if len(moments) == 1 and moments[0].rel == "antes" else ()
    if len(facts) != 1 or facts[0].verb not in TOLD_BEFORE:
        return moments, steps
    coming, found = facts[0], list(steps)
    for n, step in enumerate(steps):
        for k, order in enumerate(step.efecto) if isinstance(step, Paso) else ():
            replaced = _replaced(order, coming) if isinstance(order, Hecho) else None
            if isinstance(step, Paso) and isinstance(order, Hecho) and replaced is not None:
                plain = replace(order, circ=tuple(row for row in order.circ if row[0] != "en_vez_de"))
                found[n] = replace(step, efecto=(*step.efecto[:k], plain, *step.efecto[k + 1 :]), en_vez=True)
                about = replace(coming.put("que", replaced), would=True)
                return (replace(moments[0], rel="iba_a", hechos=(about,)),), tuple(found)
    return moments, steps


TOLD_BEFORE = frozenset({"sufrir", "recibir"})
"""What the sequences tell when it is about to happen, so that something else may come in its place."""


def _replaced(order: Hecho, coming: Hecho) -> Cosa | None:
    """What an order comes in the place of, where that is what is about to happen: «ese daño», «1 de daño [crítico]»."""
    told = next((value for key, value in order.circ if key == "en_vez_de"), None)
    told = told.role("que") if isinstance(told, Hecho) and told.verb == coming.verb else told
    what = coming.role("que")
    if not isinstance(what, Cosa) or order.role("que") == told:
        return None
    if isinstance(told, Ref):
        return what if told.id == what.id else None
    return replace(told, id=what.id) if isinstance(told, Cosa) and told.noun == what.noun else None


def would(cond: Cond) -> tuple[Hecho, ...]:
    """What is about to happen, where a condition is that: «si vas a soltar o lanzar un dispositivo»."""
    facts = cond.items if isinstance(cond, Junto) and cond.op == "o" else (cond,)
    return tuple(f for f in facts if isinstance(f, Hecho)) if all(isinstance(f, Hecho) and f.would for f in facts) else ()


def of_before(cond: Cond) -> bool:
    """«si el ataque ha impactado»: of what has happened when the ability resolves, however long its effect lasts."""
    return all(map(of_before, cond.items)) if isinstance(cond, Junto) else cond.past


def _apart(step: Item) -> bool:
    """«… Durante la fase Final, puedes …»: a sentence with a moment of its own that needs nothing of those before it."""
    if not isinstance(step, Paso) or not step.cuando:
        return False
    if _left_behind(step) or any(isinstance(m.tiempo, Papel) or to_come(m) for m in step.cuando):
        return False
    told = {p.id for p in parts(step) if hasattr(p, "id") and not isinstance(p, Ref) and isinstance(p.id, int)}
    return all(p.id in told for p in parts(step) if isinstance(p, Ref))


def to_come(moment: Momento) -> bool:
    """«al comienzo de la siguiente fase de …»: counted from what has just been done."""
    return any(isinstance(p, Cual) and p.id == "siguiente" for p in parts(moment.tiempo))


@lru_cache(maxsize=KEPT)
def said(item: Item, game: str) -> str:
    """An item in canonical Spanish; its verb where it cannot be said alone."""
    whole = (
        item if isinstance(item, Capacidad) else Capacidad(pasos=(item if isinstance(item, Paso) else Paso(efecto=(item,)),))
    )
    try:
        return text_of((whole,), lexicon_for(game)).rstrip(".")
    except Unprintable:
        pass
    except (KeyError, AttributeError, TypeError, IndexError, ValueError, AssertionError):
        pass  # a referent that is told elsewhere: the wording needs the whole ability
    return next((fact.verb for fact in orders((item,))), "")
