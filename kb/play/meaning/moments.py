"""Has the moment come? A moment is a pattern of facts; an event fills it, and its referents are bound by that."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from grammar.meaning.effect import Momento
from grammar.meaning.values import SOME, Cond, Cosa, Cual, Hecho, Lista, Nombre, Papel, Ref, Self, Value, Yo, parts
from kb.play.logic import Known, every
from kb.play.meaning.conditions import candidates, fits, holds, known_as, part, within
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Scene

STATES = frozenset({"ser", "tener", "en", "a_alcance", "hay", "detras_de"})
"""Verbs of what is so, not of what happens."""
AROUND = frozenset({"mientras", "durante", "cuando"})
"""Relations that what is going on can fill, and not only what happens now."""
SAME_REL = {"cuando": "mientras", "primera_vez": "mientras", "cada_vez": "despues"}

CLOCKS = ("este_fase", "este_ronda", "este_activacion")
"""Times of which a game may say which one this is."""
Match = tuple[Known, Scene]


EITHER = {"comienzo_o_final": ("comienzo", "final"), "antes_o_despues": ("antes", "despues")}
"""Relations that are two."""


def relations(moment: Momento) -> tuple[str, ...]:
    return EITHER.get(moment.rel) or (SAME_REL.get(moment.rel, moment.rel),)


def may_be_now(moments: Sequence[Momento], event: Event) -> bool:
    """Whether an event can be any of these moments at all: asked first, because most are not."""
    return any(event.rel in relations(moment) for moment in moments)


def stative(moment: Momento) -> bool:
    """«mientras estés dañado»."""
    return moment.rel in AROUND and bool(moment.hechos) and all(fact.verb in STATES for fact in moment.hechos)


def comes(scene: Scene, moments: Sequence[Momento]) -> Match:
    """Do all the moments of an ability fit? One of them at least has to be what happens now."""
    parts: list[Known] = []
    now = False
    for moment in moments:
        if stative(moment):
            parts.append(some_fact(scene, moment))
            continue
        if for_good(moment) and len(moments) > 1:
            continue
        if _before_dice(moment) and len(moments) > 1:
            unrolled = scene.world.facts.get(UNROLLED)
            parts.append(unrolled(scene, Hecho(UNROLLED), None) if unrolled is not None else None)
            continue
        known, filled = happens(scene, moment, scene.event) if scene.event is not None else (False, scene)
        if known is not False:
            now, scene = True, filled
        elif moment.rel in AROUND:
            known, scene = _around(scene, moment)
        parts.append(known)
        if known is False:
            return False, scene
    return (every(parts) if now else False), scene


UNROLLED = "sin_tirar"
"""A game's fact: nobody has rolled dice yet in what is going on."""


def for_good(moment: Momento) -> bool:
    """«durante el resto de la partida», said beside the moment in which it happens: how long it lasts, and no moment."""
    rest = moment.rel == "durante" and isinstance(moment.tiempo, Cosa) and moment.tiempo.noun == "resto"
    return rest and any(isinstance(p, Cosa) and p.noun == "partida" for p in parts(moment.tiempo))


def _before_dice(moment: Momento) -> bool:
    """«(antes de las tiradas de dados)», said of another moment."""
    return moment.rel == "antes" and isinstance(moment.tiempo, Cosa) and moment.tiempo.sort == "tirada"


def holds_around(scene: Scene, moments: Iterable[Momento]) -> Match:
    """Whether what is going on, or what is so, fills every moment: for what stands and does not react."""
    parts: list[Known] = []
    for moment in moments:
        if stative(moment):
            parts.append(some_fact(scene, moment))
            continue
        known, scene = happens(scene, moment, scene.event) if scene.event is not None else (False, scene)
        if known is False and moment.rel in AROUND:
            known, scene = _around(scene, moment)
        parts.append(known)
    return every(parts), scene


def some_fact(scene: Scene, moment: Momento) -> Known:
    found = [holds(scene, fact) for fact in moment.hechos]
    return True if True in found else None if None in found else False


def _around(scene: Scene, moment: Momento) -> Match:
    for event in scene.going:
        known, filled = happens(scene, moment, event)
        if known is not False:
            return known, filled
    return False, scene


def happens(scene: Scene, moment: Momento, event: Event | None) -> Match:
    if event is None or event.rel not in relations(moment):
        return False, scene
    if moment.tiempo is not None:
        known, told = _clock(scene, moment.tiempo, event), event.roles.get("que") or _this_time(event)
        if isinstance(moment.tiempo, Cosa) and told is not None and known is not False:
            scene = within_it(scene, moment.tiempo, told)
        return known, scene
    best: Match = (False, scene)
    for fact in _told_in_full(moment.hechos):
        known, filled = unify(scene, fact, event)
        if known:
            return known, filled
        if known is None:
            best = None, filled
    return best


@lru_cache(maxsize=500)
def _told_in_full(facts: tuple[Hecho, ...]) -> tuple[Hecho, ...]:
    """«una nave aliada se defiende o efectúa un ataque»: the second fact points at the subject of the first, and needs it."""
    things = {p.id: p for fact in facts for p in parts(fact) if isinstance(p, Cosa) and p.id}
    return tuple(
        replace(fact, roles=tuple((k, things.get(v.id, v) if isinstance(v, Ref) else v) for k, v in fact.roles))
        for fact in facts
    )


def _clock(scene: Scene, value: Value, event: Event) -> Known:
    if isinstance(value, Papel):
        if any(name in event.parts for name in CLOCKS):
            return value.nombre in event.parts
        if event.tiempo and value.nombre in ("este_fase", "este_ronda"):
            return True
        # «después del ataque» is not after each of its steps, nor after each thing that is done in it
        if event.verb == "paso":
            return value.nombre == f"este_{event.tiempo}"
        part = event.parts.get(value.nombre)
        return part is not None and (event.rel != "despues" or part in event.roles.values())
    if not isinstance(value, Cosa) or not event.tiempo:
        return False
    if "que" in event.roles:  # whose activation it is, which attack
        return fits(scene, event.roles["que"], each_is_any(value)) if value.noun == event.tiempo else False
    names = [f.role("que") for f in value.filters if isinstance(f, Hecho) and f.verb == "llamar"]
    named = scene.world.called(event.tiempo, getattr(names[0], "nombre", "")) if names else value.noun == event.tiempo
    if not named:
        return False
    this = _this_time(event)
    left = [f for f in value.filters if not (isinstance(f, Hecho) and f.verb == "llamar")]
    return every(holds(scene, f, this) for f in left)  # «… de un ataque a distancia», «de su activación»


def _this_time(event: Event) -> Ente:
    """The step that this is; of whose activation."""
    return Ente("tiempo", event.tiempo, None, event.who.name if event.who else "")


def unify(scene: Scene, fact: Hecho, event: Event) -> Match:
    """The roles of a pattern filled by those of an event: whom it names is bound."""
    if fact.verb != event.verb or fact.neg:
        return False, scene
    if fact.would != (event.rel == "iba_a") and not (fact.would and event.rel == "antes"):
        return False, scene
    parts: list[Known] = [_circumstances(scene, fact, event)]
    for name, value in fact.roles:
        ente = event.roles.get(name)
        if ente is None:
            parts.append(None)
            continue
        told = isinstance(value, Cosa) and value.sort == "ataque" != ente.sort
        if told and name != "que":  # «contra un ataque», not against who makes it
            ente = event.parts.get("este_ataque", ente)
        known, scene = _fills(scene, value, ente, event)
        parts.append(known)
        if known is False:
            return False, scene
    return every(parts), scene


def _fills(scene: Scene, value: Value, ente: Ente, event: Event) -> Match:
    if isinstance(value, Lista):
        for item in value.items:
            known, filled = _fills(scene, item, ente, event)
            if known is not False:
                return known, filled
        return False, scene
    if isinstance(value, Yo):
        return ente == scene.me, scene
    if isinstance(value, Self):  # «no pueden moverse»: whoever does it
        return ente == event.roles.get("quien"), scene
    if isinstance(value, Papel | Ref | Nombre):
        found = known_as(scene, value)
        return (ente in found if found else None), scene
    if isinstance(value, Cosa):
        return fits(scene, ente, value), within_it(scene.binding(value.id, ente), value, ente)
    return None, scene


def each_is_any(thing: Cosa) -> Cosa:
    """«la activación de cada figura»: in a moment, that of any of them."""

    def loose(cond: Cond) -> Cond:
        if not isinstance(cond, Hecho):
            return cond
        every_one = [(k, replace(v, qty=SOME) if isinstance(v, Cosa) and v.qty.op == "todos" else v) for k, v in cond.roles]
        return replace(cond, roles=tuple(every_one))

    return replace(thing, filters=tuple(loose(cond) for cond in thing.filters))


def within_it(scene: Scene, thing: Cosa, ente: Ente) -> Scene:
    """«un ataque contra una figura …, esa figura»: what the description names is whoever makes it true."""
    for cond in thing.filters:
        for inner in (value for _, value in cond.roles) if isinstance(cond, Hecho) and not cond.neg else ():
            if isinstance(inner, Cosa) and inner.id and inner.id not in scene.bound:
                who = [one for one in candidates(scene, inner) if holds(scene.binding(inner.id, one), cond, ente)]
                scene = scene.binding(inner.id, *who) if who else scene
    return scene


def _circumstances(scene: Scene, fact: Hecho, event: Event) -> Known:
    parts: list[Known] = []
    for name, value in fact.circ:
        if name == "modo" and isinstance(value, Cual):
            parts.append(value.id in event.modes)
        elif name == "a_alcance" and isinstance(value, Hecho):
            parts.append(within(value.role("rango"), event.number))
        elif name in event.roles and isinstance(value, Cosa):
            parts.append(fits(scene, event.roles[name], value))
        elif name == "durante" and isinstance(value, Cosa) and value.sort == "ataque":
            attack = part(scene, "este_ataque")
            parts.append(None if attack is None else fits(scene, attack, value))
        elif name in ("hasta", "durante"):
            continue  # how long it lasts: whoever registers it sees to it
        else:
            parts.append(None)
    return every(parts)
