"""Rebellion: predicates of its own: where things are, whom a system is loyal to, what has happened in a combat or a mission."""

from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import Cosa, Cual, Hecho, Lista, Nombre, Value
from kb.play.games.rebellion.state import BASE, Table
from kb.play.games.rebellion.view import place_of
from kb.play.logic import Known, every, some
from kb.play.meaning.conditions import candidates, compared, fits, known_as, over
from kb.play.meaning.events import Ente
from kb.play.meaning.moments import unify
from kb.play.meaning.scene import Fact, Scene
from kb.text import slugify

PLACES = frozenset({"sistema", "lugar", "region", "casilla"})


def where(table: Table, ente: Ente) -> str:
    """The system or space in which a unit or a leader is; empty where it is in none."""
    if ente.sort == "unidad":
        return table.unit(ente.name).sistema
    return (table.leader(ente.name).sistema or "") if ente.sort == "lider" else ""


def located(table: Table, ente: Ente, place: Ente) -> Known:
    """Is it there? A captive is where its captor took it; a unit of the queue, on its square."""
    if place.sort == "region":
        inside = ente.name if ente.sort == "sistema" else where(table, ente)
        return inside in table.sistemas and table.sistemas[inside].region == place.name
    if place.sort == "casilla":
        unit = table.unidades.get(ente.name) if ente.sort == "unidad" else None
        return unit is not None and unit.bando == place.of and unit.casilla == place.number
    if place.sort in ("sistema", "lugar") and ente.sort in ("unidad", "lider"):
        return where(table, ente) == place.name
    if ente.sort == "ficha" and place.sort == "sistema":
        return table.system(place.name).sabotaje
    return None


def _in(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    if fact.circ:
        return None
    place = _named(fact.role("donde"))
    if isinstance(place, Ente):
        return over(scene, fact.role("quien"), it, lambda ente: located(scene.state, ente, place))
    return over(
        scene, fact.role("quien"), it, lambda ente: over(scene, place, it, lambda there: located(scene.state, ente, there))
    )


def _named(value: Value | None) -> Value | Ente | None:
    return place_of(slugify(value.nombre).replace("-", "_")) if isinstance(value, Nombre) else value


def _is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«leal al Imperio», «adyacente a este sistema»; the rest is the interpreter's."""
    what, to = fact.role("que"), fact.role("a")
    if to is None or not isinstance(what, Cual) or what.kind != "relacion" or what.id not in RELATIONS:
        return None
    test = RELATIONS[what.id]
    return over(scene, fact.role("quien"), it, lambda ente: over(scene, to, it, lambda other: test(scene.state, ente, other)))


def _loyal(table: Table, ente: Ente, to: Ente) -> Known:
    return table.system(ente.name).lealtad == to.name if ente.sort == "sistema" and to.sort == "jugador" else None


def adjacent(table: Table, ente: Ente, to: Ente) -> Known:
    if ente.sort != "sistema" or to.sort != "sistema":
        return None
    return to.name in table.system(ente.name).adyacentes or ente.name in table.system(to.name).adyacentes


RELATIONS = {"leal": _loyal, "adyacente": adjacent}


def _has(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«ningún sistema de 1 región contiene …»: of a region none does; whoever asks denies what is told here."""
    who, what = fact.role("quien"), fact.role("que")
    if not isinstance(who, Cosa) or who.qty.op != "ningun" or fact.neg or not isinstance(what, Cosa):
        return None
    thing = what
    places = (f for f in who.filters if isinstance(f, Hecho) and f.verb == "en" and isinstance(f.role("donde"), Cosa))
    inside = next(places, None)
    there = inside.role("donde") if inside is not None else None
    if not isinstance(there, Cosa):
        return None
    bare = replace(who, filters=tuple(f for f in who.filters if f is not inside), qty=replace(who.qty, op="todos"))
    systems = candidates(scene, bare)

    def some_has(region: Ente) -> Known:
        near = [ente for ente in systems if located(scene.state, ente, region)]
        counts = [scene.world.amount(scene, ente, thing) for ente in near]
        return some(None if n is None else compared(n, thing.qty) for n in counts)

    return every(some_has(region) for region in candidates(scene, there))


def _captured(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    if fact.role("quien") is not None:
        return None
    table: Table = scene.state

    def held(ente: Ente) -> Known:
        return table.leader(ente.name).capturado or table.capturado == ente.name if ente.sort == "lider" else None

    return over(scene, fact.role("que"), it, held)


def _outcome(good: bool) -> Fact:
    def known(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
        lance = scene.state.lance
        if fact.circ or lance is None or lance.clase != "mision":
            return good or None  # what a mission left behind is there because it succeeded
        return None if lance.exito is None else lance.exito is good

    return known


def _destroyed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si has destruido al menos 1 nave Imperial durante este combate»: of the last combat."""
    what, who = fact.role("que"), fact.role("quien")
    if not fact.past or not isinstance(what, Cosa):
        return None
    bare = replace(fact, past=False, neg=False, circ=(), roles=tuple((k, v) for k, v in fact.roles if k != "que"))
    fallen: dict[Ente, Known] = {}
    for event in scene.log.past[scene.log.since :]:
        if event.verb != "destruir" or "que" not in event.roles:
            continue
        by = unify(scene, bare, event)[0] if who is not None else True
        fallen[event.roles["que"]] = every((by, fits(scene, event.roles["que"], what)))
    sure = sum(known is True for known in fallen.values())
    return compared(sure, what.qty)  # «ninguna» is denied by whoever asks


def _against(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    lance, what = scene.state.lance, fact.role("que")
    if it is None or it.sort != "mision" or lance is None:
        return None
    if lance.contra is None:
        return False
    target = Ente("lider", lance.contra)
    found = known_as(scene, what)
    if found is not None:
        return target in found
    return fits(scene, target, what) if isinstance(what, Cosa) else None


def _called(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    name = fact.role("que")
    if it is None or not isinstance(name, Nombre) or fact.role("quien") is None:
        return None
    return slugify(name.nombre) == slugify(it.name.replace("_", " "))


def _among(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    found = known_as(scene, fact.role("que"))
    return None if it is None or found is None else it in found


def listed(value: Value | None) -> tuple[Value, ...]:
    """Each of «A y B»."""
    return value.items if isinstance(value, Lista) and value.conj != "o" else () if value is None else (value,)


FACTS: Mapping[str, Fact] = {
    "en": _in,
    "ser": _is,
    "tener": _has,
    "capturar": _captured,
    "tener_exito": _outcome(True),
    "fracasar": _outcome(False),
    "destruir": _destroyed,
    "contra": _against,
    "llamar": _called,
    "entre": _among,
}
SPACE = place_of(BASE)
