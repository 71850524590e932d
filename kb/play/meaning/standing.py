"""What stands: effects that an ability leaves behind for a while, and when they lapse."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pydantic import Field

from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.values import Cosa, Hecho, Papel, Ref, Value, parts
from kb.play.meaning.abilities import effects_of
from kb.play.meaning.conditions import part as role
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene
from kb.play.validation import Model

ENDS: dict[str, frozenset[str]] = {
    "ataque": frozenset({"ataque"}),
    "maniobra": frozenset({"maniobra"}),
    "activacion": frozenset({"maniobra", "activacion"}),
    "batalla": frozenset({"ataque", "batalla"}),
    "ronda_de_combate": frozenset({"ataque", "batalla", "ronda_de_combate"}),
    "combate": frozenset({"ataque", "batalla", "ronda_de_combate", "combate"}),
    "fase": frozenset({"ataque", "maniobra", "activacion", "batalla", "ronda_de_combate", "combate", "fase"}),
    "ronda": frozenset({"ataque", "maniobra", "activacion", "batalla", "ronda_de_combate", "combate", "fase", "ronda"}),
}
"""What is over when each of these is."""


class Vigente(Model):
    """An effect that lasts, kept as the place where its text says it: a state is data."""

    nave: str
    """Whose card it is."""
    carta: str
    texto: str
    lugar: int
    """Which of the items of the text, counted from the outside in."""
    ligados: dict[int, tuple[str, ...]] = Field(default_factory=dict)
    """Who its referents are."""
    varios: tuple[int, ...] = ()
    papeles: dict[str, str] = Field(default_factory=dict)
    """Who the attacker and the defender were when it was left behind, where it speaks of them."""
    hasta: str = "fase"
    """What it lasts; `entonces`: it waits for a moment to come, and is gone once that has come."""


def items_of(effects: Iterable[Capacidad]) -> Iterator[Item]:
    for effect in effects:
        for item in (*effect.coste, *effect.pasos):
            yield from _inside(item)


def _inside(item: Item) -> Iterator[Item]:
    yield item
    inner: tuple[Item, ...] = ()
    if isinstance(item, Paso):
        inner = (*item.coste, *item.efecto, *item.si_no)
    elif isinstance(item, Eleccion):
        inner = tuple(part for option in item.opciones for part in option)
    elif isinstance(item, Capacidad):
        inner = (*item.coste, *item.pasos)
    for part in inner:
        yield from _inside(part)


def lasting(scene: Scene, item: Item, game: str, until: str) -> Vigente:
    """The item as something that stands from now on."""
    items = list(items_of(effects_of(scene.words, game)))
    place = next((n for n, each in enumerate(items) if each == item), None)
    if place is None:  # it was made of several of them
        raise scene.fail("depende de algo que no se lleva aquí", item)
    names = {id: tuple(e.name for e in entes) for id, entes in scene.bound.items() if all(e.sort in KEPT for e in entes)}
    return Vigente(
        nave=scene.me.name, carta=scene.card, texto=scene.words, lugar=place, ligados=names,
        varios=tuple(scene.several), papeles=_roles(scene, item), hasta=until,
    )  # fmt: skip


def _roles(scene: Scene, item: Item) -> dict[str, str]:
    """Who took part in what is over; an item with a moment of its own speaks of another attack."""
    if isinstance(item, Paso) and item.cuando:
        return {}
    named = {each.nombre for each in parts(item) if isinstance(each, Papel)} & {"atacante", "defensor", "protagonista"}
    found = {name: role(scene, name) for name in sorted(named)}
    return {name: ente.name for name, ente in found.items() if ente is not None and ente.sort in KEPT}


KEPT = frozenset({"nave", "dispositivo", "obstaculo", "mejora", "unidad", "figura", "miniatura", "lider", "sistema"})
"""Referents that are still there later, by their name; a manoeuvre or an attack is not."""


def item_of(row: Vigente, game: str) -> Item:
    return list(items_of(effects_of(row.texto, game)))[row.lugar]


def bound_of(row: Vigente, scene: Scene) -> dict[int, tuple[Ente, ...]]:
    found = {id: tuple(scene.world.entity(scene, name) for name in names) for id, names in row.ligados.items()}
    return {id: tuple(e for e in entes if e is not None) for id, entes in found.items()}


PHASE = "fase"
"""Alone, the phase in which it was said; else the name of one («hasta el final de la fase de Activación»)."""
TIMES = {
    "ronda": "ronda", "fase_final": "ronda", "partida": "partida", "ataque": "ataque", "activacion": "activacion",
    "este_fase": "fase", "este_ronda": "ronda", "este_ataque": "ataque", "este_activacion": "activacion",
    "este_maniobra": "maniobra", "este_partida": "partida", "este_fase_final": "ronda", "atacante": "ataque",
    "defensor": "ataque",
    "combate": "combate", "este_combate": "combate",
    "ronda_de_combate": "ronda_de_combate", "este_ronda_de_combate": "ronda_de_combate", "este_batalla": "batalla",
    "este_paso_de_batalla": "batalla", "este_paso_de_batalla_terrestre": "batalla", "este_paso_de_batalla_espacial": "batalla",
}  # fmt: skip


def scope(value: Value | None) -> str | None:
    """How long «hasta el final de la ronda» or «durante esta fase» is; None where nobody keeps that count."""
    if isinstance(value, Papel):
        return TIMES.get(value.nombre)
    names = [p.noun for p in parts(value) if isinstance(p, Cosa) and p.noun not in ("final", "comienzo", "resto")]
    if not names:
        named = [TIMES[p.nombre] for p in parts(value) if isinstance(p, Papel) and p.nombre in TIMES]
        if named:  # «hasta el final de este combate»
            return named[0]
        return "ronda" if any(isinstance(p, Ref) for p in parts(value)) else None
    return TIMES.get(names[-1], names[-1] if names[-1].startswith(PHASE) else None)


def duration(item: Any) -> str | None:
    """How long an item says that it lasts; None where it says nothing."""
    for part in parts(item):
        if isinstance(part, Hecho) and not part.past:  # «la maniobra que has ejecutado durante esta ronda» lasts nothing
            for name, value in part.circ:
                if name in ("hasta", "durante") and (found := scope(value)):
                    return found
    if isinstance(item, Paso):
        for moment in item.cuando:
            rest = isinstance(moment.tiempo, Cosa) and moment.tiempo.noun == "resto"  # «durante el resto de la partida»
            if moment.tiempo is not None and (isinstance(moment.tiempo, Papel) or rest) and (found := scope(moment.tiempo)):
                return found
    return None


THEN = "entonces"


def delayed(item: Item) -> bool:
    """«Si lo haces, al comienzo de la fase Final …»: done once, at an hour of the clock that is still to come, or when what
    is going on is over («después de este ataque»)."""
    hours = [m.tiempo for m in item.cuando if m.rel in ("comienzo", "final")] if isinstance(item, Paso) else []
    return (bool(hours) and all(isinstance(hour, Cosa) for hour in hours)) or after_this(item)


def after_this(item: Item) -> bool:
    """«después de este ataque», said in the attack."""
    moments = item.cuando if isinstance(item, Paso) else ()
    return bool(moments) and all(m.rel == "despues" and m.tiempo == Papel("este_ataque") for m in moments)


def lapsed(rows: tuple[Vigente, ...], over: str, phases: Collection[str] | None = None) -> tuple[Vigente, ...]:
    """What still stands once an attack, a phase or a round is over. `phases`: those that are over, by name; None where a game
    does not tell them apart."""

    def ends(until: str) -> bool:
        named = until.startswith(PHASE) and until != PHASE
        return (named and "fase" in ENDS[over] and (phases is None or until in phases)) or until in ENDS[over]

    return tuple(row for row in rows if not ends(row.hasta))
