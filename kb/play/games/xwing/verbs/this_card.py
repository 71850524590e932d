"""X-Wing: what a card does to itself: it is equipped, turned over, taken away."""

from grammar.meaning.values import Cosa, Papel, Value
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.verbs import reading
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom


def turn_card(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("a")
    if not this_card(what):
        return _others(scene, deed, what)
    card = reading.ship(scene, scene.me.name).cartas[scene.card]
    if card.sides:
        scene.say(f"«{scene.card}» se da la vuelta: vale su otro lado", rules.ABILITY)
        flipped = reading.ship(scene, scene.me.name).with_card(scene.card, boca_abajo=not card.boca_abajo)
        return scene.on(scene.state.put(scene.me.name, flipped))
    scene.say(f"«{scene.card}» se da la vuelta: este lado deja de actuar", rules.ABILITY)
    return turned(scene)


def _others(scene: Scene, deed: Deed, what: Value | None) -> Scene:
    """«dale la vuelta a la mejora [configuración] que tengas equipada»: other cards of the ship."""
    if not isinstance(what, Cosa) or what.sort != "mejora":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = whom(scene, what, rules.CHOOSE)
    for card in found:
        ship = reading.ship(scene, card.of)
        down = not ship.cartas[card.name].boca_abajo
        shows = "vale su otro lado" if ship.cartas[card.name].sides else f"queda boca {'abajo' if down else 'arriba'}"
        scene.say(f"{deed.who.name} da la vuelta a «{card.name}»: {shows}", rules.ABILITY)
        scene = scene.on(scene.state.put(card.of, ship.with_card(card.name, boca_abajo=down)))
    return scene


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
