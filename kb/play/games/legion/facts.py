"""Legión: facts that are its own: what has been done in this attack, what the pool shows, what is about to be rolled."""

from collections.abc import Mapping
from dataclasses import replace

from grammar.lexicon.load import fold
from grammar.meaning.values import Cosa, Hecho, It, Rango, Value, Yo
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.kinds import KINDS, kind_named
from kb.play.games.legion.view import battle_of, names
from kb.play.logic import Known
from kb.play.meaning.conditions import compared, known_as, over
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import unify
from kb.play.meaning.scene import Fact, Scene
from kb.play.meaning.stuff import stuff

SEEN = frozenset({"gastar", "volver_a_tirar"})
"""Of these, the attack sees all that is done in it; of the rest only what this run has told."""


def _happened(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    if not fact.past and fact.verb not in ("gastar",):
        return None
    if it is not None and fact.role("que") == It():
        return None
    pattern = replace(fact, past=False, neg=False, circ=tuple((k, v) for k, v in fact.circ if k != "durante"))
    when = next((v for k, v in fact.circ if k == "durante"), None)
    fighting = isinstance(scene.state, Fight)
    found: list[Known] = []
    for event in scene.log.past[scene.log.since :] if fighting and fact.verb in SEEN else scene.log.past:
        if _then(event, when):
            found.append(unify(scene, pattern, event)[0])
    if True in found:
        return True
    return False if fighting and fact.verb in SEEN and None not in found else None


def _then(event: Event, when: Value | None) -> bool:
    """Whether it was done during the step that the text names."""
    if not isinstance(when, Cosa):
        return True
    said = [f.role("que") for f in when.filters if isinstance(f, Hecho) and f.verb == "llamar"]
    return not said or getattr(said[0], "nombre", "") in names().get(event.tiempo, frozenset())


def _suffered(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si el defensor ha sufrido Heridas»: in this attack."""
    who = known_as(scene, fact.role("quien"), it)
    what = fact.role("que")
    if not fact.past or not isinstance(scene.state, Fight) or not who or not isinstance(what, Cosa):
        return None
    f = scene.state
    if who[0].name != f.pool.defensor or what.filters:
        return None
    return compared(f.wounds, what.qty) and not f.defender.derrotada


def _contains(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si la reserva de ataque contiene alguna cara vacía»."""
    what = fact.role("que")
    have = scene.world.amount(scene, scene.me, what) if isinstance(what, Cosa) else None
    return None if have is None or not isinstance(what, Cosa) else compared(have, what.qty)


def _about_to_roll(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    if (
        not fact.would
        or not isinstance(what, Cosa)
        or not isinstance(scene.state, Fight)
        or not stuff(what).only("clase_de_dado")
    ):
        return None
    return compared(scene.state.dice, what.qty)


def _worth(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«BLINDAJE X»: the keyword, whatever its number."""
    span = fact.role("que")
    if it is None or it.sort != "palabra_clave" or not isinstance(span, Rango):
        return None
    return True if not span.desde.isdigit() else None


def _at_range(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«a alcance 2» is at 2 or nearer, and whatever it is, it is at any range of itself («Alcances específicos»)."""
    span = fact.role("rango")
    if not isinstance(span, Rango) or span.modo != "a" or not span.hasta.isdigit():
        return None
    most = int(span.hasta)

    def near(one: Ente, other: Ente) -> Known:
        told = 0 if one == other else scene.world.distance(scene, one, other)
        return None if told is None else told <= most

    origin = fact.role("de") or Yo()
    return over(scene, fact.role("quien"), it, lambda one: over(scene, origin, it, lambda other: near(one, other)))


def _pointed_out(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«la unidad indicada»: the one that the keyword names after its colon, where a unit of the table is called so."""
    told = fold(scene.card.partition(":")[2].strip().lower())
    known = {fold(name.lower()) for name in battle_of(scene.state).unidades}
    if it is None or it.sort != "unidad" or fact.role("que") != It():
        return None
    if told not in known and (kind := kind_named(scene.card)):
        return KINDS[kind](battle_of(scene.state).unit(it.name))
    return fold(it.name.lower()) == told if told in known else None


MOVES = {"pivotar": "pivote", "escalar": "escalada"}


def _is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«movimientos que no son pivotar»: which kind of move it is; «es del tipo indicado»: which kind of unit."""
    what = fact.role("que")
    if (
        isinstance(what, Cosa)
        and what.noun == "tipo"
        and any(isinstance(f, Hecho) and f.verb == "indicar" for f in what.filters)
    ):
        who = known_as(scene, fact.role("quien"), it)
        kind = kind_named(scene.card)
        return KINDS[kind](battle_of(scene.state).unit(who[0].name)) if kind and who and who[0].sort == "unidad" else None
    if it is None or it.sort != "movimiento" or fact.role("quien") != It() or not isinstance(what, Hecho):
        return None
    return MOVES[what.verb] in (it.marks or ()) if what.verb in MOVES else None


FACTS: Mapping[str, Fact] = {
    "ser": _is,
    "gastar": _happened,
    "realizar": _happened,
    "volver_a_tirar": _happened,
    "recibir": _happened,
    "sufrir": _suffered,
    "contener": _contains,
    "sacar": _contains,
    "tirar": _about_to_roll,
    "valer": _worth,
    "a_alcance": _at_range,
    "indicar": _pointed_out,
}
