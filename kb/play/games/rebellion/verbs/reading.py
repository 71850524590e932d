"""Rebellion: what a verb acts on, read from its order: which units, where, how many."""

from collections.abc import Callable, Iterable

from grammar.meaning.values import WHOLE, Cosa, Cual, Hecho, Nombre, Qty, Value, parts
from kb.play.cite import Cite
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.facts import PLACES, where
from kb.play.games.rebellion.state import Side, Table
from kb.play.games.rebellion.view import place_of
from kb.play.games.rebellion.world import system_of
from kb.play.logic import Known
from kb.play.meaning.abilities import abilities_of
from kb.play.meaning.conditions import candidates, fits, holds, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Pending
from kb.text import slugify

EVERY = frozenset({*WHOLE, "cualquiera", "varios"})
SOME = frozenset({"algun", "masa"})


def side(scene: Scene, deed: Deed) -> Side:
    """Whose order it is: the player that it names, or the one of the card."""
    name = deed.who.name if deed.who.sort == "jugador" else scene.me.name
    return "imperio" if name == "imperio" else "rebelde"


def told(scene: Scene) -> Told:
    found: Told = scene.decision
    return found


def ask(field: str, what: str, options: Iterable[str] = ()) -> Pending:
    """What has to be told, in which field, and what it may be."""
    listed = ", ".join(options)
    return Pending(f"di en «{field}» {what}{f' ({listed})' if listed else ''}")


def number(scene: Scene, deed: Deed, qty: Qty) -> int:
    """How many at most: «2», «hasta 2», «1 por cada …, hasta un máximo de 3»."""
    if qty.op in ("n", "hasta", "exacto", "menos", "mas", "al_menos") and qty.n.isdigit():
        found = int(qty.n)
    elif qty.op in ("el", *SOME):
        found = 1
    else:
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    found *= deed.times
    most = deed.circ("hasta_un_maximo")
    return min(found, int(most.id)) if isinstance(most, Cual) and most.id.isdigit() else found


def places(scene: Scene, deed: Deed, value: Value | None, rule: Cite) -> tuple[Scene, tuple[Ente, ...]]:
    """Where: the system of the card, the ones that the text describes, the one that is chosen."""
    if value is None:
        here = system_of(scene)
        if here is None:
            raise ask("sistema", "en qué sistema ocurre", scene.state.sistemas)
        return scene, (here,)
    if isinstance(value, Nombre):
        return scene, (named(scene, value),)
    told_here = told(scene).chosen("", scene.chose, "sistema", False)
    if isinstance(value, Cosa) and value.sort == "sistema" and value.qty.op not in EVERY and told_here:
        scene.state.system(told_here[0])
        if lack := lacks(scene, place_of(told_here[0]), value):
            raise Illegal(f"«{scene.card}» pide {lack}; {told_here[0]} no lo es", rule)
    scene, found = whom(scene, value, rule)
    if any(place.sort not in PLACES for place in found):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene, found


def named(scene: Scene, value: Nombre) -> Ente:
    """«el sistema Hoth», in the spelling of the situation."""
    table: Table = scene.state
    wanted = slugify(value.nombre)
    name = next((n for n in table.sistemas if slugify(n.replace("_", " ")) == wanted), wanted.replace("-", "_"))
    return place_of(name)


def one_place(scene: Scene, deed: Deed, value: Value | None, rule: Cite) -> tuple[Scene, Ente]:
    scene, found = places(scene, deed, value, rule)
    if len(found) != 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene, found[0]


def pick(
    scene: Scene,
    deed: Deed,
    value: Value | None,
    rule: Cite,
    fit: Callable[[Ente], bool] = lambda ente: True,
    most: int | None = None,
) -> tuple[Scene, tuple[Ente, ...]]:
    """The units or leaders that it is about: all of them, those that there are, or those that its player says."""
    pointed = known_as(scene, value)
    if pointed is not None:
        return scene, tuple(ente for ente in pointed if fit(ente))
    if not isinstance(value, Cosa) or value.sort not in ("unidad", "lider"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    possible = {ente: known for ente, known in candidates(scene, value).items() if fit(ente)}
    if value.qty.op in EVERY:
        return scene.binding(value.id, *possible), tuple(possible)
    most = most if most is not None else 100 if value.qty.op in SOME else number(scene, deed, value.qty)
    chosen = _chosen(scene, deed, value, possible, most, rule)
    return scene.binding(value.id, *chosen), chosen


def _chosen(scene: Scene, deed: Deed, thing: Cosa, possible: dict[Ente, Known], most: int, rule: Cite) -> tuple[Ente, ...]:
    names = told(scene).chosen("", scene.chose, thing.sort, True)
    if names is None:
        if not possible or (thing.qty.op in ("n", "el") and len(possible) <= most):
            return tuple(possible)
        raise ask(told(scene).asks("", thing.sort), "qué se elige", (ente.name for ente in possible))
    found = []
    for name in names:
        ente = next((each for each in possible if each.name == name), None)
        if ente is not None:
            found.append(ente)
        elif not _elsewhere(scene, name, thing):
            scene.world.entity(scene, name)
            raise Illegal(f"«{scene.card}» no permite elegir {name}", rule)
    if len(found) > most:
        raise Illegal(f"«{scene.card}» llega a {most} como mucho", rule)
    if len(set(found)) != len(found):
        raise Illegal(f"«{scene.card}» pide elegir diferentes", rule)
    return tuple(found)


def _elsewhere(scene: Scene, name: str, thing: Cosa) -> bool:
    """Whether another of the things that the card lets choose may be this one."""
    ente = scene.world.entity(scene, name)
    wanted = [p for ability in abilities_of(scene.words, "rebellion") for p in things_of(ability.whole)]
    return ente is not None and any(
        other is not thing and other != thing and other.sort == ente.sort and fits(scene, ente, other) is not False
        for other in wanted
    )


def things_of(value: object) -> list[Cosa]:
    return [p for p in parts(value) if isinstance(p, Cosa) and p.sort in ("unidad", "lider") and p.qty.op not in EVERY]


def here(scene: Scene, place: Ente) -> Callable[[Ente], bool]:
    return lambda ente: where(scene.state, ente) == place.name


def lacks(scene: Scene, place: Ente, goal: Cosa) -> str:
    """What a system lacks of what is asked, in words; empty where it lacks nothing."""
    for cond in goal.filters:
        if holds(scene, cond, place) is not False:
            continue
        what = cond.role("que") if isinstance(cond, Hecho) else None
        if isinstance(what, Cosa) and isinstance(cond, Hecho):
            told = " ".join((what.noun, *(word.replace("imperial", "imperio") for word in stuff(what).ids("bando"))))
            return f"un sistema {'sin' if cond.neg else 'con'} {told.replace('_', ' ')}"
        return f"un sistema {what.id}" if isinstance(what, Cual) else "otro sistema"
    return ""
