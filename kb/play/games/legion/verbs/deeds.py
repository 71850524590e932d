"""Legión: what a unit does because a text says so: choosing units."""

from dataclasses import replace

from grammar.meaning.values import Cosa
from kb.play.games.legion.verbs import reading
from kb.play.games.legion.verbs.reading import say
from kb.play.games.legion.view import battle_of
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom


def choose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "unidad":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if deed.circ("siendo") is not None:  # «siendo X el número de ronda»
        what = replace(what, qty=replace(what.qty, n=str(battle_of(scene.state).ronda)))
    scene, chosen = whom(scene, what, reading.cited(scene))
    say(scene, f"{deed.who.name} elige a {', '.join(ente.name for ente in chosen)}")
    return scene
