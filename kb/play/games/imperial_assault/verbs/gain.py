"""Imperial Assault: what a figure or its attack gains: results, keywords, tokens, movement points; and what is applied."""

from collections.abc import Callable

from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho, Nombre, Papel
from kb.play.cite import cite
from kb.play.games.imperial_assault.fight import ATTACK_ICONS, DEFENSE_ICONS, Fight
from kb.play.games.imperial_assault.state import POWER, Table
from kb.play.games.imperial_assault.verbs.harm import acquire
from kb.play.games.imperial_assault.verbs.reading import MODIFY, how_many, pieces, plain, worth
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.standing import lasting
from kb.play.meaning.stuff import stuff

POINTS = cite("imperial-assault/puntos-de-movimiento#r-fd17f7", "se suman")
AFTER = frozenset({"explosion", "tajo", "recuperacion"})
FLAGS = frozenset({"gran_alcance", "movil", "descomunal"})
LASTING_BONUS = frozenset({"velocidad", "vida"})
"""Values that are looked up where they count, not results of an attack."""


def keep(scene: Scene, item: Item, until: str) -> Scene:
    """An effect that lasts goes on the table."""
    table: Table = scene.state
    row = lasting(scene, item, table.game, until)
    return scene.on(table.model_copy(update={"vigentes": (*table.vigentes, row)}))


def gain(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Papel) and what.nombre == "lo_que_sigue":
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    kept = False
    for thing in pieces(scene, what, deed.fact):
        if isinstance(thing, Cual):
            scene = _state(scene, deed, thing)
        elif thing.sort in ("bono", "palabra_clave"):
            if scene.state.fight is None and not kept:  # outside an attack: until the activation ends
                scene = _later(scene, deed)
                kept = True
            elif scene.state.fight is not None:
                scene = _in_attack(scene, deed, thing)
        else:
            scene = _supply(scene, deed, thing)
    return scene


def _later(scene: Scene, deed: Deed) -> Scene:
    scene.say(f"hasta el final de la activación, por «{scene.card}»: {scene.world.words(deed.fact)}", MODIFY)
    return keep(scene, deed.fact, "activacion")


def _state(scene: Scene, deed: Deed, what: Cual) -> Scene:
    return acquire(scene, Deed(Hecho("adquirir", (("que", what),)), deed.who, deed.times))


def _in_attack(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    fight: Fight = scene.state.fight
    row = stuff(thing)
    if thing.sort == "palabra_clave":
        plain(scene, row, deed.fact, "icono_dano", "icono_tension")
        if thing.noun in FLAGS:
            return scene  # read beforehand: see `keywords`
        if _name(deed.who, fight) != fight.attacker:
            return scene
        if thing.noun == "perforante":
            return modified(scene, "perforante", worth(thing) * deed.times)
        if thing.noun in AFTER:
            icon = "tension" if row.ids("icono_tension") else "dano"
            waits = (thing.noun, worth(thing), icon, scene.words)
            return scene.on(scene.state.fighting(fight.but(after=(*fight.after, waits))))
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if thing.noun in LASTING_BONUS:
        return scene  # looked up: see `standing`
    icon = icon_of(scene, thing, deed.fact)
    n = how_many(scene, thing, deed)
    mine = {fight.attacker} if icon in ATTACK_ICONS or n < 0 else {fight.defender}
    if icon in DEFENSE_ICONS and n < 0:  # «-1 [bloqueo]», whoever's it is: only the defender has any
        mine = {fight.attacker, fight.defender}
    return modified(scene, icon, n) if _name(deed.who, fight) in mine else scene


def _name(who: Ente, fight: Fight) -> str:
    return fight.attacker if who.sort == "ataque" else who.name


def icon_of(scene: Scene, thing: Cosa, fact: Hecho) -> str:
    if thing.noun == "precision":
        plain(scene, stuff(thing), fact)
        return "precision"
    row = stuff(thing)
    icons = row.ids("icono_resultado")
    plain(scene, row, fact, "icono_resultado")
    if thing.noun != "resultado" or len(icons) != 1 or icons[0] not in (*ATTACK_ICONS, *DEFENSE_ICONS):
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)
    return icons[0]


def modified(scene: Scene, icon: str, n: int) -> Scene:
    scene.say(f"{n:+d} {icon}", MODIFY)
    return scene.on(scene.state.fighting(scene.state.fight.modified(icon, n)))


def _supply(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    row = stuff(thing)
    if thing.noun == "punto_de_movimiento" and deed.who.sort == "figura":
        plain(scene, row, deed.fact)
        n = how_many(scene, thing, deed)
        table: Table = scene.state
        scene.say(f"{deed.who.name} gana {n} puntos de movimiento", POINTS)
        return scene.on(table.change(deed.who.name, puntos=table.figure(deed.who.name).puntos + n))
    kind = (row.ids("icono_ficha") or ("",))[0].removeprefix("ficha_")
    if thing.sort == "ficha" and kind in ("dano", "incremento", "bloqueo", "evadir") and deed.who.sort == "figura":
        plain(scene, row, deed.fact, "icono_ficha")
        return _token(scene, deed.who.name, kind, how_many(scene, thing, deed))
    raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)


def _token(scene: Scene, name: str, kind: str, n: int) -> Scene:
    table: Table = scene.state
    tokens: dict[str, int] = {str(k): v for k, v in table.figure(name).fichas.items()}
    got = min(max(0, 2 - sum(tokens.values())), n)
    scene.say(f"{name} gana {got} fichas de Poder de {kind}", POWER)
    return scene.on(table.change(name, fichas={**tokens, kind: tokens.get(kind, 0) + got}))


def apply(scene: Scene, deed: Deed) -> Scene:
    """«aplica +1 [bloqueo] a los resultados de defensa»: on whichever side the result belongs to."""
    where = deed.fact.role("a")
    if scene.event is not None and scene.event.roles.get("que", Ente("")).sort == "prueba":
        return _to_test(scene, deed)
    if isinstance(where, Nombre) or scene.state.fight is None:
        return _later(scene, deed)
    for thing in pieces(scene, deed.fact.role("que"), deed.fact):
        if not isinstance(thing, Cosa) or thing.sort != "bono":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        icon = icon_of(scene, thing, deed.fact)
        scene = modified(scene, icon, how_many(scene, thing, deed))
    return scene


def _to_test(scene: Scene, deed: Deed) -> Scene:
    event = scene.event
    assert event is not None
    for thing in pieces(scene, deed.fact.role("que"), deed.fact):
        if not isinstance(thing, Cosa) or icon_of(scene, thing, deed.fact) != "incremento":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        name, n = event.roles["quien"].name, how_many(scene, thing, deed)
        scene.say(f"{n:+d} éxito en la prueba de {name}", MODIFY)
        scene = scene.on(scene.state.testing(name, scene.state.tests.get(name, 0) + n))
    return scene


def threat(sign: int) -> Callable[[Scene, Deed], Scene]:
    """«incrementa [amenaza] en 2», «reduce [amenaza] por 2»."""

    def run(scene: Scene, deed: Deed) -> Scene:
        what = deed.fact.role("que")
        by = deed.fact.role("en") or deed.fact.role("por") or deed.fact.role("a")
        table: Table = scene.state
        if not isinstance(what, Cosa) or "amenaza" not in (*stuff(what).ids("icono_recurso"), what.noun):
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        n = table.nivel_de_amenaza if isinstance(by, Cosa) and by.noun == "nivel_de_amenaza" else None
        n = how_many(scene, by, deed) if n is None and isinstance(by, Cosa) else (n if n is not None else 1)
        now = n if deed.fact.role("a") is not None else max(0, min(20, table.amenaza + sign * n))
        scene.say(f"la amenaza pasa de {table.amenaza} a {now}", MODIFY)
        return scene.on(table.model_copy(update={"amenaza": now}))

    return run


def mission_token(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """A token on a card or in an area of play."""
    where = deed.fact.role("en")
    place = where.noun if isinstance(where, Cosa) else "mesa"
    kind = (stuff(what).ids("tipo_ficha") or (what.noun,))[0]
    table: Table = scene.state
    key = f"{kind} {place}"
    n = table.fichas_de_mesa.get(key, 0) + how_many(scene, what, deed)
    scene.say(f"se coloca en {place.replace('_', ' ')}: hay {n} fichas de {kind.replace('_', ' ')}", MODIFY)
    return scene.on(table.model_copy(update={"fichas_de_mesa": {**table.fichas_de_mesa, key: n}}))
