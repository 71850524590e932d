"""X-Wing: abilities that hold always: permissions («eres capaz de…») and changes of difficulty. They do not use the queue."""

from collections.abc import Iterator
from dataclasses import replace

from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho
from kb.play.games.xwing.board import BOARD
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import Happening, event_of, ship_of
from kb.play.logic import every
from kb.play.meaning.conditions import holds, over
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.limits import still
from kb.play.meaning.look import allowed, kept, standing
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import lapsed, lasting
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

STEPS = {"reducir": -1, "incrementar": 1}


def permits(table: Table, verb: str, deed: Happening) -> str | None:
    """The card that lets the ship do it although it is stressed."""
    event, _ = event_of(table, deed)
    return allowed(BOARD, table, replace(event, rel=""), _although_stressed, Log())


def _although_stressed(scene: Scene, fact: Hecho) -> bool:
    despite = next((value for key, value in fact.circ if key == "incluso_aunque"), None)
    what = despite.role("que") if isinstance(despite, Hecho) else None
    return isinstance(what, Cual) and what.id == "bajo_tension"


def despite(fact: Hecho) -> frozenset[str]:
    """The states in spite of which an order may be carried out."""
    value = next((value for key, value in fact.circ if key == "incluso_aunque"), None)
    what = value.role("que") if isinstance(value, Hecho) else None
    return frozenset({what.id}) if isinstance(what, Cual) else frozenset()


def difficulty(table: Table, flight: Happening) -> Iterator[tuple[str, int]]:
    """Cards that change the difficulty of this manoeuvre, and by how much."""
    event, going = event_of(table, flight)
    manoeuvre = event.roles["que"]
    flying = event.roles["quien"]
    for scene, step in standing(BOARD, table, None, going, Log()):
        if step.modo not in ("", "debe") or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            if isinstance(fact, Hecho) and fact.verb in STEPS and _of(scene, fact, manoeuvre, flying):
                yield scene.card, STEPS[fact.verb]


def _of(scene: Scene, fact: Hecho, manoeuvre: Ente, flying: Ente) -> bool:
    """«la dificultad de tus maniobras rojas»: is this one of them?"""
    what = fact.role("que")
    which = stuff(what).of if isinstance(what, Cosa) and what.noun == "dificultad" else None
    if not isinstance(which, Cosa) or which.sort != "maniobra":
        return False
    who = fact.role("quien")
    each = getattr(who, "id", 0)
    inner = scene.binding(each, flying) if each else scene
    mine = over(inner, who, None, lambda ente: ente == flying) if not isinstance(who, Cosa) else _one_of(inner, who, flying)
    thing = replace(manoeuvre, of=flying.name)
    fits = every([scene.world.is_a(inner, thing, which), *(holds(inner, cond, thing) for cond in which.filters)])
    return bool(mine and fits)


def _one_of(scene: Scene, who: Cosa, flying: Ente) -> bool:
    return bool(every([scene.world.is_a(scene, flying, who), *(holds(scene, cond, flying) for cond in who.filters)]))


def ignores(table: Table, name: str, kind: str) -> str | None:
    """The card because of which a ship that moves takes no notice of an obstacle of this kind."""
    moving = Event("mientras", "mover", {"quien": ship_of(name)})
    for scene, step in standing(BOARD, table, moving, (), Log()):
        if step.modo != "" or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "ignorar" else None
            if isinstance(what, Cosa) and not what.filters and what.noun in ("obstaculo", kind) and scene.me.name == name:
                return scene.card
    return None


def keeps(table: Table, name: str, token: str, log: Log) -> str | None:
    """The card because of which a ship does not remove its tokens in the End phase."""
    marks = frozenset({token, "ficha"})
    deed = Event("", "retirar", {"quien": ship_of(name), "que": Ente("ficha", token, marks, name)})
    return kept(BOARD, table, deed, (), log) if table.vigentes else None


def withheld(fact: Hecho) -> bool:
    """«no retira sus fichas de Evasión»: all of them; of one token among several nobody has said which."""
    what = fact.role("que")
    every_one = isinstance(what, Cosa) and what.qty.op in ("todos", "algun", "masa") and what.sort == "ficha"
    return fact.verb == "retirar" and every_one


def keep(scene: Scene, item: Item, until: str) -> Scene:
    """An effect that lasts goes on the table."""
    table: Table = scene.state
    if isinstance(item, Hecho) and item.neg and not withheld(item):
        raise scene.fail("el verbo no se ejecuta en este juego", item)
    row = lasting(scene, item, BOARD.game, until)
    return scene.on(table.model_copy(update={"vigentes": (*table.vigentes, row)}))


def end(table: Table, over_: str) -> Table:
    """An attack, a phase or a round is over: what lasted until then lapses."""
    if not table.vigentes and not table.usos:
        return table
    return table.model_copy(update={"vigentes": lapsed(table.vigentes, over_), "usos": still(table.usos, over_)})
