"""What stands now: the prohibitions, permissions and other lasting steps of every card in play, each with its scene."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from grammar.meaning.effect import Momento, Paso
from grammar.meaning.values import Cosa, Hecho
from grammar.steps import spend
from kb.play.logic import Known, every
from kb.play.meaning.abilities import of_before, refusal
from kb.play.meaning.board import Board, Held, scene_bare, scene_of
from kb.play.meaning.conditions import compared, holds, introduced
from kb.play.meaning.events import Event
from kb.play.meaning.moments import holds_around, stative, unify
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import bound_of, item_of
from kb.play.run import Log

Step = tuple[Scene, Paso]
PER_LOOK, PER_STANDING = 1, 4
"""Steps of looking at a card for what stands now, and of seeing whether that does (`grammar/steps.py`)."""


def standing(
    table: Board, state: Any, event: Event | None, going: tuple[Event, ...], log: Log, doubtful: bool = False
) -> Iterator[Step]:
    """Steps that hold now, whatever happens: constant abilities, those «mientras» and «durante», and what was left behind.
    `doubtful`: those too of which nobody told whether they do."""
    for held in table.cards(state):
        spend(PER_LOOK)
        if refusal(held.text, table.game):
            continue
        for ability in table.abilities(held):
            if ability.clase not in table.stands:
                continue
            spend(PER_STANDING)
            scene = scene_of(table, state, held, event, going, log, ability)
            for step in ability.steps:
                if isinstance(step, Paso):
                    known, now = _now(scene, ability.moments, step)
                    if known or (doubtful and known is None):
                        yield now, step
                        yield from _used(now, step)
                    scene = introduced(scene, step.si)  # a later sentence may speak of what this one asks about
    yield from _left(table, state, event, going, log)


def _used(scene: Scene, step: Paso) -> Iterator[Step]:
    """«Eres capaz de …. Si lo haces, no puedes …»: what stands while what is permitted is being done."""
    inner = [part for part in step.efecto if isinstance(part, Paso)] if step.modo == "es_capaz" else []
    doing = [each for each in (scene.event, *scene.going) if each is not None] if inner else []
    facts = [part for part in step.efecto if isinstance(part, Hecho)]
    if any(unify(scene, fact, replace(event, rel=""))[0] for fact in facts for event in doing if event.verb == fact.verb):
        yield from ((scene, part) for part in inner)


def _now(scene: Scene, moments: Sequence[Momento], step: Paso) -> tuple[Known, Scene]:
    """Whether a step of an ability holds now: in the moment that its own sentence names, else in that of the ability."""
    own = tuple(m for m in step.cuando if isinstance(m.tiempo, Cosa) and m.rel == "durante")
    moments = own or moments
    if any(m.rel not in ("mientras", "durante", "cuando") and not stative(m) for m in moments):
        return False, scene
    return holds_around(scene, moments) if moments else (True, scene)


def _left(table: Board, state: Any, event: Event | None, going: tuple[Event, ...], log: Log) -> Iterator[Step]:
    for row in table.standing(state):
        item = item_of(row, table.game)
        step = item if isinstance(item, Paso) else Paso(efecto=(item,))
        step = replace(step, si=tuple(cond for cond in step.si if not of_before(cond)))  # judged when it was left behind
        bearer = table.world.entity(scene_bare(table, state, log), row.nave)
        if bearer is None:
            continue
        scene = scene_of(table, state, Held(bearer, row.carta, row.texto), event, going, log)
        scene = replace(scene, bound=bound_of(row, scene), several=frozenset(row.varios))
        if row.papeles and scene.decision is not None:
            scene = replace(scene, decision=scene.decision.model_copy(update={"papeles": row.papeles}))
        moments = [m for m in step.cuando if m.tiempo is None or getattr(m.tiempo, "noun", "") in table.clock]
        known: Known = True
        if moments:
            known, scene = holds_around(scene, moments)
        if known:
            yield scene, step


def stopped(
    table: Board,
    state: Any,
    deed: Event,
    event: Event | None,
    going: tuple[Event, ...],
    log: Log,
    same: Callable[[str, str], bool] = lambda said, done: said == done,
    granted: bool = False,
    doubts: list[str] | None = None,
) -> str | None:
    """The card that forbids the deed; «no puede» wins. `granted`: what nobody told is taken as each card asks; `doubts`: where
    the cards are written of which nobody told whether they forbid it."""
    for scene, step in standing(table, state, event, going, log):
        met = every(holds(scene, cond) for cond in step.si) if step.modo == "no_puede" else False
        if met is False:
            continue
        covers = _covers(introduced(scene, step.si), step, deed, same)
        if covers and (met or granted):
            return scene.card
        if doubts is not None and covers is not False:
            doubts.append(scene.card)
    return None


def kept(table: Board, state: Any, deed: Event, going: tuple[Event, ...], log: Log) -> str | None:
    """The card because of which something that the rules do is not done: «no retira sus fichas»."""
    for scene, step in standing(table, state, None, going, log):
        for fact in step.efecto:
            if isinstance(fact, Hecho) and fact.neg and unify(scene, replace(fact, neg=False, circ=()), deed)[0]:
                return scene.card
    return None


def allowed(
    table: Board, state: Any, deed: Event, despite: Callable[[Scene, Hecho], bool], log: Log, doubtful: bool = False
) -> str | None:
    """The card that lets it be done although something forbids it in general: «incluso aunque …», or «eres capaz».
    `doubtful`: what nobody told is taken as the card asks."""
    for scene, step in standing(table, state, deed, (), log, doubtful):
        met = every(holds(scene, cond) for cond in step.si) if step.modo in ("es_capaz", "puede") else False
        if not met and not (doubtful and met is None):
            continue
        for fact in step.efecto:
            if isinstance(fact, Hecho) and despite(scene, fact) and unify(scene, _bare(fact), deed)[0]:
                return scene.card
    return None


def _bare(fact: Hecho) -> Hecho:
    return replace(
        fact, circ=tuple((k, v) for k, v in fact.circ if k not in NO_MANNER and getattr(v, "id", "") not in OTHERWISE)
    )


NO_MANNER = frozenset({"incluso_aunque", "hasta", "durante", "para"})
OTHERWISE = frozenset({"de_ninguna_otra_manera", "de_otra_manera"})
"""«… de ninguna otra manera»: than what the text has just let do, which is done by now."""


def _covers(scene: Scene, step: Paso, deed: Event, same: Callable[[str, str], bool]) -> Known:
    found: Known = False
    for fact in step.efecto:
        if not isinstance(fact, Hecho) or not same(fact.verb, deed.verb):
            continue
        if any(k == "para" for k, _ in fact.circ) and "para_modificar" not in deed.modes:
            continue
        what = fact.role("que")
        if isinstance(what, Cosa) and what.qty.op == "mas_de" and not compared(deed.number or 1, what.qty):
            continue
        known = unify(scene, replace(_bare(fact), verb=deed.verb), deed)[0]
        if known:
            return True
        found = None if known is None else found
    return found
