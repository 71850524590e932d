"""Rebellion: a card used on purpose: a Mission, a Tactic, an Action. What of it does not run is told."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grammar.meaning.effect import Capacidad, Item
from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.board import enforce, lasts
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.queue import PERFORMER, WORLD, left_out
from kb.play.games.rebellion.state import Side, Table
from kb.play.games.rebellion.view import going, player
from kb.play.games.rebellion.world import GAME
from kb.play.meaning.abilities import Ability, NotUnderstood, abilities_of, said
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import scope
from kb.play.run import Log


@dataclass(frozen=True)
class Used:
    """Who uses which card, how, and in which step."""

    side: Side
    name: str
    text: str
    told: Told
    step: str = ""
    decided: bool = True


def read(name: str, text: str) -> tuple[Ability, ...]:
    try:
        return abilities_of(text, GAME)
    except NotUnderstood as error:
        raise PlayError(f"el texto de «{name}» no se entiende: {error.reason}") from None


def kind_of(name: str, text: str) -> str:
    """The class of a card: its first ability's."""
    found = read(name, text)
    return found[0].clase if found else ""


def scene_for(table: Table, use: Used, log: Log) -> Scene:
    return Scene(
        WORLD, table, player(use.side), use.name, use.told, log, None, going(table), words=use.text, step=use.step,
        decided=use.decided,
    )  # fmt: skip


def carry_out(scene: Scene, items: Iterable[Item]) -> tuple[Scene, tuple[str, ...]]:
    """Step by step; at the first that is not run it stops, because what follows may depend on it. Why, is told."""
    for item in items:
        events = len(scene.log.events)
        try:
            scene, _ = PERFORMER.items(scene, (item,))
        except NotRun as error:
            del scene.log.events[events:]
            return scene, (f"{error.why} («{error.words}»)" if error.words else error.why,)
    return scene, ()


def play(table: Table, use: Used, log: Log) -> tuple[Table, tuple[str, ...]]:
    """The whole card: what it does now, and what holds while a moment of its own lasts."""
    scene = scene_for(table, use, log)
    refused: tuple[str, ...] = left_out(use.text)
    for ability in read(use.name, use.text):
        if lasts(ability):
            scene = scene.on(enforce(scene.state, use.side, use.name, use.text, _until(ability)))
            scene.say(f"«{use.name}» queda en vigor", WORLD.rule)
            if not _rolled(scene, ability):
                continue
        scene, why = carry_out(scene, ability.steps)
        refused = tuple(dict.fromkeys((*refused, *why)))
    return scene.state, refused


def _rolled(scene: Scene, ability: Ability) -> bool:
    """«Durante esta ronda, tira 1 dado más», played when the dice of this attack are on the table: that one is rolled now."""
    lance = scene.state.lance
    attacking = lance is not None and lance.escenario is not None and lance.bando == scene.me.name
    return attacking and all(fact.verb == "tirar" for fact in ability.facts())


def _until(ability: Ability) -> str:
    """How long «durante …» is: this step, this round; what comes again in a combat lasts as long as it."""
    named = [found for moment in ability.moments if not hasattr(moment.tiempo, "noun") and (found := scope(moment.tiempo))]
    return named[0] if named else "combate"


def tell(log: Log, name: str, text: str, refused: tuple[str, ...], step: str, rule: Cite) -> None:
    for why in refused:
        log.say(step, f"«{name}»: se entiende, pero no se ejecuta: {why}", rule, name, text)


def moment_of(ability: Ability) -> str:
    """When it is used, in words."""
    found = said(Capacidad(cuando=ability.moments, pasos=ability.steps[:1]), GAME)
    return found.replace("[", "").replace("]", "").replace("-", " ")


def merged(log: Log, *told: Any) -> None:
    """Decisions that a step has fields for, with those of `decide`."""
    for cards in told:
        log.decisions = {**log.decisions, **cards}
