"""X-Wing: what abilities make something count as: an Initiative, the colour of an action, the arc that a weapon asks for.

Whoever looks at the value does not ask the cards: `refreshed` puts on each ship what its cards and those of others say now."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from grammar.meaning.values import Cosa, Cual, Hecho, Value
from kb.play.games.xwing.board import BOARD, in_play
from kb.play.games.xwing.state import ABILITY, Table
from kb.play.games.xwing.view import ACTION_ICONS, ship_of
from kb.play.logic import every
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.meaning.conditions import fits, holds, known_as, number, within
from kb.play.meaning.events import Ente
from kb.play.meaning.look import standing
from kb.play.meaning.scene import Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

Shade = Literal["blanca", "roja", "violeta"]
VERBS = frozenset({"considerar", "intervenir"})


@lru_cache(maxsize=500)
def speaks(text: str) -> bool:
    """Whether a text may make something count as something else: asked first, because most do not."""
    if refusal(text, BOARD.game):
        return False
    return any(fact.verb in VERBS for ability in abilities_of(text, BOARD.game) for fact in ability.facts())


def spoken_of(table: Table) -> bool:
    return any(speaks(held.text) for held in in_play(table))


def _facts(table: Table) -> Iterator[tuple[Scene, Hecho, str]]:
    if not spoken_of(table):
        return
    for scene, step in standing(BOARD, table, None, (), Log()):
        if step.modo in ("", "debe", "puede") and every(holds(scene, cond) for cond in step.si):
            yield from ((scene, fact, step.modo) for fact in step.efecto if isinstance(fact, Hecho) and fact.verb in VERBS)


def refreshed(table: Table, log: Log | None = None) -> Table:
    """Every ship with the values that it is considered to have now; what changes is told."""
    values: dict[str, dict[str, int]] = {}
    by: dict[tuple[str, str], str] = {}
    for scene, fact, mode in _facts(table):
        if mode == "puede":
            continue
        for name, noun, n in _values(scene, fact):
            values.setdefault(name, {})[noun] = n
            by[name, noun] = scene.card
    for name, ship in table.naves.items():
        if ship.valores != values.get(name, {}):
            for noun, n in values.get(name, {}).items() if log is not None else ():
                if log is not None and ship.valores.get(noun) != n:
                    card = by[name, noun]
                    log.say("", f"«{card}»: la {NAMES[noun]} de {name} se considera {n}", ABILITY, card)
            table = table.put(name, ship.model_copy(update={"valores": values.get(name, {})}))
    return table


NAMES: Mapping[str, str] = {"iniciativa": "Iniciativa", "intervencion": "Iniciativa a la que interviene"}


def _values(scene: Scene, fact: Hecho) -> Iterator[tuple[str, str, int]]:
    """(ship, value, what it counts as)."""
    if fact.verb == "intervenir":
        at, who = fact.role("con"), known_as(scene, fact.role("quien"))
        spans = (
            [c.role("que") for c in at.filters if isinstance(c, Hecho) and c.verb == "valer"] if isinstance(at, Cosa) else []
        )
        told = next((n for n in range(10) if spans and within(spans[0], n)), None)
        if told is not None:
            yield from ((ente.name, "intervencion", told) for ente in who or ())
        return
    as_if = next((value for key, value in fact.circ if key == "como_si"), None)
    said = as_if if isinstance(as_if, Hecho) else fact.role("que")
    if not isinstance(said, Hecho) or said.verb not in ("valer", "compara"):
        return
    what = fact.role("que") if said is as_if else said.role("quien")
    n = number(scene, said.role("que") or said.role("igual"))
    if isinstance(what, Cosa) and what.noun == "iniciativa" and n is not None:
        yield from ((ente.name, "iniciativa", n) for ente in known_as(scene, stuff(what).of) or ())


SHADES: Mapping[str, Shade] = {"rojo": "roja", "violeta": "violeta", "blanco": "blanca"}


def colours(table: Table, name: str, action: str) -> Iterator[tuple[str, Shade]]:
    """Cards that make this action count as one of another colour: (card, colour)."""
    doing = Ente("accion", "accion", frozenset({ACTION_ICONS.get(action, action), "accion"}), name)
    for scene, fact, _ in _facts(table):
        what = fact.role("que")
        as_if = next((value for key, value in fact.circ if key == "como_si" and isinstance(value, Hecho)), None)
        colour = as_if.role("que") if as_if is not None and as_if.verb == "ser" else None
        acts = fact.verb == "considerar" and isinstance(what, Cosa) and what.sort == "accion"
        if acts and isinstance(what, Cosa) and isinstance(colour, Cual) and fits(scene, doing, what):
            yield scene.card, SHADES.get(colour.id, "blanca")


def arc_of(table: Table, name: str, weapon: str, arc: str) -> tuple[str, str]:
    """The arc that a weapon asks for once a card makes it count as another: (arc, card)."""
    for scene, fact, mode in _facts(table):
        what = fact.role("que")
        if mode == "puede" or not isinstance(what, Cosa) or what.sort != "requisito" or scene.me != ship_of(name):
            continue
        row = stuff(what)
        of = stuff(row.of) if isinstance(row.of, Cosa) else None
        kinds = of.ids("icono_tipo_mejora") if of is not None else ()
        arcs = row.ids("icono_arco")
        if of is not None and of.noun == "ataque_principal":  # «tu ataque principal [arco-frontal]»
            kinds, arcs = ("principal",), arcs or of.ids("icono_arco")
        to = _arc(next((v.role("que") for k, v in fact.circ if k == "como_si" and isinstance(v, Hecho)), None))
        if f"arco_{arc}" in arcs and weapon in kinds and to:
            return to, scene.card
    return arc, ""


def _arc(value: Value | None) -> str:
    ids = stuff(value).ids("icono_arco") if isinstance(value, Cosa) else (value.id,) if isinstance(value, Cual) else ()
    return ids[0].removeprefix("arco_") if len(ids) == 1 else ""
