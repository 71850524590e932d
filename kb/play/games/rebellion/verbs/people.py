"""Rebellion: leaders that are captured, rescued or eliminated; missions that fail; combats that follow."""

from grammar.meaning.values import Cosa
from kb.play.cite import cite
from kb.play.games.rebellion.rules import capture, effect_of, rescued
from kb.play.games.rebellion.verbs.reading import one_place
from kb.play.games.rebellion.verbs.realm import one_leader
from kb.play.games.rebellion.view import leader_of, place_of
from kb.play.meaning.events import Event
from kb.play.meaning.scene import Deed, Scene

ELIMINATED = cite("rebellion/eliminacion-de-lideres#r-6cffc2", "eliminado")
COMBAT = cite("rebellion/combate#r-a523a9", "mismo sistema")


def seize(scene: Scene, deed: Deed) -> Scene:
    scene, leader = one_leader(scene, deed, deed.fact.role("que"))
    table = capture(scene.state, leader.name, scene.log, scene.step)
    return scene.on(captured(scene.on(table), leader.name))


def captured(scene: Scene, leader: str) -> "object":
    """Whoever waits for that leader to be captured hears of it."""
    place = scene.state.lideres[leader].sistema if leader in scene.state.lideres else None
    roles = {"que": leader_of(leader), **({"en": place_of(place)} if place else {})}
    step = scene.step
    return scene.log.happen(
        scene.state, Event("mientras", "capturar", roles, step=step), Event("despues", "capturar", roles, step=step)
    )


def rescue(scene: Scene, deed: Deed) -> Scene:
    scene, leader = one_leader(scene, deed, deed.fact.role("que"))
    table = rescued(scene.state, leader.name, scene.log, scene.step)
    roles = {"que": leader}
    return scene.on(scene.log.happen(table, Event("mientras", "rescatar", roles), Event("despues", "rescatar", roles)))


def eliminate(scene: Scene, deed: Deed) -> Scene:
    scene, leader = one_leader(scene, deed, deed.fact.role("que"))
    scene.say(f"{leader.name} es eliminado", ELIMINATED)
    captive = None if scene.state.capturado == leader.name else scene.state.capturado
    table = scene.state.put_leader(leader.name, eliminado=True, capturado=False)
    return scene.on(table.model_copy(update={"capturado": captive}))


def fail(scene: Scene, deed: Deed) -> Scene:
    if scene.state.lance is None or scene.state.lance.clase != "mision" or deed.who.sort != "mision":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say("la Misión fracasa", effect_of(scene))
    return scene.on(scene.state.going(fracasa=True))


def fight(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.sort != "combate" or what.filters:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, place = one_place(scene, deed, deed.fact.role("en"), COMBAT)
    scene.say(f"sigue un combate en {place.name}: escríbelo como otro paso", COMBAT)
    scene.log.offer(scene.me.name, scene.step, f"resuelve un «combate» en {place.name}")
    return scene
