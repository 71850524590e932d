"""X-Wing: what a card does to itself: it is equipped, turned over, taken away."""

from grammar.effects import Operacion, Seleccion
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.scene import Scene


def turn_card(scene: Scene, op: Operacion, name: str) -> Scene:
    if not (isinstance(op.a, Seleccion) and op.a.objeto == "carta" and op.a.articulo == "este"):
        raise scene.fail("da la vuelta a algo que no es esta carta")
    scene.say(f"«{scene.card}» se da la vuelta: este lado deja de actuar", rules.ABILITY)
    return turned(scene)


def this_card(what: Seleccion) -> bool:
    return what.objeto == "carta" and what.articulo == "este"


def turned(scene: Scene) -> Scene:
    """This side of the card no longer acts."""
    return scene.on(scene.table.put(scene.me, scene.ship(scene.me).with_card(scene.card, boca_abajo=True)))


def equip(scene: Scene, op: Operacion, name: str) -> Scene:
    """«Preparación: equipa esta carta con este lado boca arriba»."""
    what = scene.what(op)
    if not this_card(what):
        raise scene.fail(f"no se equipa «{what.objeto}»")
    scene.say(f"«{scene.card}» queda con este lado boca arriba", rules.ABILITY)
    return scene.on(scene.table.put(scene.me, scene.ship(scene.me).with_card(scene.card, boca_abajo=False)))
