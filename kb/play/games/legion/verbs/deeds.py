"""Legión: what a unit does because a text says so: choosing units."""

from grammar.meaning.values import Cosa
from kb.play.games.legion.verbs import reading
from kb.play.games.legion.verbs.reading import say
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom


def choose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "unidad" or deed.who != scene.me:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, chosen = whom(scene, what, reading.cited(scene))
    say(scene, f"{deed.who.name} elige a {', '.join(ente.name for ente in chosen)}")
    return scene
