"""Imperial Assault: what a verb is said of, read from its description: things, icons, amounts."""

from collections.abc import Iterator

from grammar.meaning.values import Cosa, Cual, Cuenta, Hecho, Lista, Rango, Value
from kb.play.cite import cite
from kb.play.games.imperial_assault.fight import Fight
from kb.play.games.imperial_assault.state import Table
from kb.play.meaning.conditions import number
from kb.play.meaning.numbers import place_of
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.run import Illegal, Pending

MODIFY = cite("imperial-assault/pasos-de-un-ataque#r-aplicar", "añaden o cancelan")
COLOUR = "color"


def pieces(scene: Scene, value: Value | None, fact: Hecho) -> Iterator[Cosa | Cual]:
    """«Gran alcance y Perforante 1»; «2 puntos o 1 ficha», as its player decides."""
    if isinstance(value, Lista) and value.conj == "o":
        place = place_of(scene.decision.opcion, len(value.items))
        if place is None:
            names = ", ".join(f"{n} ({getattr(item, 'noun', '')})" for n, item in enumerate(value.items, 1))
            raise Pending(f"di en «opcion» cuál: {names}")
        yield from pieces(scene, value.items[place], fact)
    elif isinstance(value, Lista):
        for item in value.items:
            yield from pieces(scene, item, fact)
    elif isinstance(value, Cosa | Cual):
        yield value
    else:
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)


def how_many(scene: Scene, thing: Cosa, deed: Deed) -> int:
    """A number; as many as something else; less where it says «-1»."""
    qty = thing.qty
    equal = next((f.role("igual") for f in thing.filters if isinstance(f, Hecho) and f.verb == "compara"), None)
    if equal is not None:
        found = as_many(scene, equal)
        if found is None:
            if scene.decision.cuantos is None:
                raise Pending(f"di en «cuantos» cuánto es para «{scene.card}»")
            found = int(scene.decision.cuantos)
        return found * deed.times
    if qty.op in ("n", "hasta", "mas", "menos", "exacto") and qty.n.isdigit():
        return int(qty.n) * deed.times * (-1 if qty.op == "menos" else 1)
    if qty.op in ("masa", "el", "algun"):
        return deed.times
    raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)


def as_many(scene: Scene, value: Value | None) -> int | None:
    if isinstance(value, Cuenta) and isinstance(value.de, Cosa):
        counted = scene.world.amount(scene, scene.me, value.de)
        return counted if counted is not None else number(scene, value)
    return scene.world.value(scene, value) if isinstance(value, Cosa) else None


def plain(scene: Scene, row: Stuff, fact: Hecho, *kinds: str) -> None:
    """Whatever of the description is not used makes it decline."""
    extra = [f for f in row.rest if not (isinstance(f, Hecho) and f.verb in ("compara", "valer"))]
    if extra or not Stuff(row.noun, row.sort, row.qty, row.kinds, row.of, row.on, row.name).only(*kinds):
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)


def worth(thing: Cosa) -> int:
    """Of a keyword: «Perforante 2»."""
    told = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "valer"), None)
    return int(told.desde) if isinstance(told, Rango) and told.desde.isdigit() else 1


def in_fight(scene: Scene) -> Fight:
    table: Table = scene.state
    if table.fight is None:
        raise Illegal(f"«{scene.card}» solo se usa en un ataque", MODIFY)
    return table.fight


def with_fight(scene: Scene, fight: Fight) -> Scene:
    return scene.on(scene.state.fighting(fight))


def colours_of(scene: Scene, value: Value | None, deed: Deed) -> tuple[str, ...]:
    """«1 dado rojo y 1 dado verde»."""
    found: list[str] = []
    for thing in pieces(scene, value, deed.fact):
        row = stuff(thing) if isinstance(thing, Cosa) else None
        if row is None or row.sort != "dado" or len(row.ids(COLOUR)) != 1:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        plain(scene, row, deed.fact, COLOUR)
        assert isinstance(thing, Cosa)
        found += [row.ids(COLOUR)[0]] * how_many(scene, thing, Deed(deed.fact, deed.who))
    return tuple(found)


def spaces_of(scene: Scene, value: Value | None, deed: Deed) -> int:
    if not isinstance(value, Cosa) or value.sort != "distancia":
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    return how_many(scene, value, Deed(deed.fact, deed.who))


def told_role(fact: Hecho, name: str) -> Value | None:
    return next((value for key, value in fact.circ if key == name), None)
