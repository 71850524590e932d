"""X-Wing: what a card does to itself: it is equipped, turned over, taken away."""

from grammar.meaning.values import Papel, Value
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.verbs import reading
from kb.play.meaning.scene import Deed, Scene


def turn_card(scene: Scene, deed: Deed) -> Scene:
    if not this_card(deed.fact.role("a")):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    card = reading.ship(scene, scene.me.name).cartas[scene.card]
    if card.sides:
        scene.say(f"«{scene.card}» se da la vuelta: vale su otro lado", rules.ABILITY)
        flipped = reading.ship(scene, scene.me.name).with_card(scene.card, boca_abajo=not card.boca_abajo)
        return scene.on(scene.state.put(scene.me.name, flipped))
    scene.say(f"«{scene.card}» se da la vuelta: este lado deja de actuar", rules.ABILITY)
    return turned(scene)


def this_card(what: Value | None) -> bool:
    return what == Papel("este_carta")


def turned(scene: Scene) -> Scene:
    """This side of the card no longer acts."""
    me = scene.me.name
    return scene.on(scene.state.put(me, reading.ship(scene, me).with_card(scene.card, boca_abajo=True)))


def equip(scene: Scene, deed: Deed) -> Scene:
    """«Preparación: equipa esta carta con este lado boca arriba»."""
    if not this_card(deed.fact.role("que")):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"«{scene.card}» queda con este lado boca arriba", rules.ABILITY)
    me = scene.me.name
    return scene.on(scene.state.put(me, reading.ship(scene, me).with_card(scene.card, boca_abajo=False)))
