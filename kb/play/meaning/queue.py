"""What waits for something to happen: abilities enter, are ordered, and resolve one by one.

What the resolution of one sets off goes first, because it happens inside it. A trigger whose requirement or cost is not met
leaves the queue and says so; the step in which it waited goes on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.meaning.effect import Item, Momento, Paso
from grammar.meaning.values import Cosa, Hecho, Papel, parts
from grammar.steps import spend
from kb.play.cite import Cite
from kb.play.logic import Known, every
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Board, Held, scene_bare, scene_of
from kb.play.meaning.conditions import holds
from kb.play.meaning.events import Event
from kb.play.meaning.moments import comes, may_be_now
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.perform import STANDS, Performer, quiet, unless
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import THEN, Vigente, after_this, bound_of, item_of
from kb.play.run import Illegal, Log, Pending

LEFT_BEHIND = 100
"""From here on are the places of what an ability has left behind."""


@dataclass(frozen=True)
class Waiting:
    held: Held
    ability: Ability
    scene: Scene
    known: Known
    """Whether its moment and requirements are certain."""
    decision: Any
    place: int
    """Where its player puts it among the others."""
    row: Vigente | None = None
    """What an ability left behind, where it is that."""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.held.bearer.name, self.held.card, self.ability.place


@dataclass(frozen=True, kw_only=True)
class Table(Board):
    """How a game's queue works."""

    performer: Performer
    rank: Callable[[Any, Waiting], tuple[int, ...]]
    """Who goes first."""
    admits: Callable[[Any, Held, Ability, Event, Any], bool]
    """Whether it may enter here, its moment aside: weapons in use, the step of an attack in which it acts."""
    before: Callable[[Scene, Ability], Scene]
    """What using it means by itself: an action that is tried, a use that is counted."""
    ordered: Callable[[Any, Waiting, Waiting], tuple[str, Cite]]
    unsupported: Callable[[str], Sequence[str]]
    """What of a text the engine never runs, each in one sentence."""
    left: Cite
    costs: Cite
    turn: Cite | None
    """Where it stands that its turn has come; None where its effects are told enough."""
    at_will: frozenset[str] = frozenset({"accion"})
    """Classes of abilities that are used only where their player says so."""
    used_up: Callable[[Any, Held, Ability], bool] = lambda state, held, ability: False
    """Whether it has been used as often as its text allows («una vez por ronda»)."""
    tacit: Callable[[Any], bool] = lambda decision: False
    """Whether nobody has said a decision, and the game takes it so: one that the rules do not allow is then no mistake."""
    on_entry: Cite | None = None
    """Where it stands that a cost must be payable already on entering; None where only its turn counts."""
    decided: "Callable[[Any, Log, Held, Ability], tuple[Any, int]] | None" = None
    """What its player decides about it, and where he puts it; without it, what the scenario says under «decide»."""


PER_CARD = 3
"""Steps that it takes to see whether a card waits for what happens."""


def react(table: Table, state: Any, happened: Sequence[tuple[Event, tuple[Event, ...]]], log: Log) -> Any:
    """Everything that this sets off, resolved. What happens at once makes one queue."""
    for event, _ in happened:
        if event.rel == "despues":
            log.past.append(event)
    queue = [waiting for event, going in happened for waiting in entering(table, state, event, going, log)]
    queue.sort(key=lambda waiting: table.rank(state, waiting))
    if table.on_entry is not None and len(queue) > 1:  # alone in the queue, entering and resolving are one moment
        queue = [queue[0], *(waiting for waiting in queue[1:] if _affordable(table, waiting, table.on_entry))]
    for n, waiting in enumerate(queue):
        if n and waiting.decision and queue[n - 1].decision and queue[n - 1].held != waiting.held:
            before = queue[n - 1]
            why, rule = table.ordered(state, before, waiting)
            log.say(waiting.scene.step, f"después de «{before.held.card}», «{waiting.held.card}»: {why}", rule)
        if waiting.row is not None and waiting.row not in state.vigentes:
            continue  # it waited for one moment, and that has come
        state = turn(table, state, waiting, log)
        if waiting.row is not None and waiting.row.hasta == THEN:
            state = state.model_copy(update={"vigentes": tuple(row for row in state.vigentes if row != waiting.row)})
    return state


def entering(table: Table, state: Any, event: Event, going: tuple[Event, ...], log: Log) -> Iterator[Waiting]:
    """Only what meets its requirements now; what the situation does not tell waits for an answer."""
    for held in table.cards(state):
        spend(PER_CARD)
        if why := refusal(held.text, table.game):
            _once(log, f"«{held.card}» no actúa: {why}", held, table.world.rule)
            log.unmet.setdefault(held.card, "y su texto no se entiende")
            continue
        for line in table.unsupported(held.text):
            _once(log, f"«{held.card}» se lee pero no se ejecuta: {line}", held, table.world.rule)
        for ability in table.abilities(held):
            if not may_be_now(ability.moments, event) or stands_only(ability) or _its_own(log, held, ability, event):
                continue
            decided, place = table.decided(state, log, held, ability) if table.decided else decided_for(log, held)
            decision = _nth(decided, log.taken[held.bearer.name, held.card, ability.place])
            scene = scene_of(table, state, held, event, going, log, ability)
            waiting = _waits(table, state, held, ability, scene, decision, place)
            if waiting is not None:
                yield waiting
    yield from _standing(table, state, event, going, log)


def _its_own(log: Log, held: Held, ability: Ability, event: Event) -> bool:
    """What an ability does «antes de» or «en vez de» something does not set it off again: it is already at it."""
    return event.rel in ("antes", "iba_a") and (held.bearer.name, held.card, ability.place) in log.resolving


def _waits(table: Table, state: Any, held: Held, ability: Ability, scene: Scene, decision: Any, place: int) -> Waiting | None:
    assert scene.event is not None
    if not table.admits(state, held, ability, scene.event, decision):
        return None
    come, filled = comes(scene, ability.moments)
    if come is False:
        return None
    known = every((come, ready(filled, ability)))
    used_up = table.used_up(state, held, ability)
    if used_up or known is False:
        why = "y ya se ha usado tantas veces como dice" if used_up else "y no se cumple lo que pide"
        for name in (held.card, f"{held.bearer.name}/{held.card}"):
            scene.log.unmet.setdefault(name, why)
        return None
    return Waiting(held, ability, filled, known, decision, place)


def _affordable(table: Table, waiting: Waiting, rule: Cite) -> bool:
    """Could its cost be paid now? What nobody has told is not held against it."""
    first = waiting.ability.steps[0] if waiting.ability.steps else None
    if not waiting.decision or not isinstance(first, Paso) or not first.coste:
        return True
    scene = replace(waiting.scene, decision=waiting.decision, decided=True)
    try:
        table.performer.items(quiet(scene), first.coste, nested=True, cost=True)
    except (NotRun, Pending):
        return True
    except Illegal as error:
        told = f"«{waiting.held.card}» no entra en la cola: su coste no se puede pagar ({error.reason})"
        scene.say(told, rule)
        scene.log.asked.update((waiting.held.card, f"{waiting.held.bearer.name}/{waiting.held.card}"))
        return False
    return True


def stands_only(ability: Ability) -> bool:
    """It forbids or permits while its moment lasts: nothing has to be resolved."""
    return all(isinstance(step, Paso) and step.modo in STANDS for step in ability.steps) and all(
        moment.rel in ("mientras", "durante") for moment in ability.moments
    )


def _standing(table: Table, state: Any, event: Event, going: tuple[Event, ...], log: Log) -> Iterator[Waiting]:
    """Effects with a moment of their own that an ability has left behind."""
    for row in table.standing(state):
        item = item_of(row, table.game)
        lasts = isinstance(item, Paso) and all(isinstance(m.tiempo, Papel) for m in item.cuando) and not after_this(item)
        if not isinstance(item, Paso) or item.modo in STANDS or (lasts and (item.cuando or row.hasta != THEN)):
            continue  # it has no moment but how long it lasts: it is looked up where it matters
        bearer = table.world.entity(scene_bare(table, state, log), row.nave)
        if bearer is None:
            continue
        held = Held(bearer, row.carta, row.texto)
        whole = abilities_of(row.texto, table.game)[0].whole
        hours = tuple(_come(moment) for moment in item.cuando or (OVER,)) if row.hasta == THEN else item.cuando
        ordered = item if row.hasta == THEN else _in_force(item)
        ability = Ability(LEFT_BEHIND + row.lugar, whole, hours, (replace(ordered, cuando=()),))
        decided, place = decided_for(log, held)
        scene = scene_of(table, state, held, event, going, log, ability)
        scene = replace(scene, bound=bound_of(row, scene), several=frozenset(row.varios))
        waiting = _waits(table, state, held, ability, scene, _nth(decided, log.taken[bearer.name, row.carta, 0]), place)
        if waiting is not None:
            yield replace(waiting, row=row)


OVER = Momento(rel="despues", tiempo=Papel("este_ataque"))
"""When it is known how an attack came out."""


def _in_force(step: Paso) -> Paso:
    """What stands «hasta el final de la fase» has begun: when its moment comes it is done, and not put off again."""
    return replace(step, efecto=tuple(_at_once(item) for item in step.efecto))


def _at_once(item: Item) -> Item:
    if not isinstance(item, Hecho):
        return item
    return replace(item, circ=tuple((k, v) for k, v in item.circ if k not in ("hasta", "durante")))


def _come(moment: Momento) -> Momento:
    """«la siguiente fase …» is, for what waits for it, the first that comes."""
    if not isinstance(moment.tiempo, Cosa):
        return moment
    rest = tuple(f for f in moment.tiempo.filters if all(getattr(p, "id", "") != "siguiente" for p in parts(f)))
    return replace(moment, tiempo=replace(moment.tiempo, filters=rest))


def ready(scene: Scene, ability: Ability) -> Known:
    """Are its requirements met now? (Checked on entering the queue and again on resolving.)"""
    first = ability.steps[0] if ability.steps else None
    if not isinstance(first, Paso) or first.si_no or first.en_vez:
        return True
    if len(ability.steps) > 1 and first.modo not in ("puede",) and not _same_conditions(ability.steps):
        return True  # each sentence has its own: they are asked one by one
    return every(holds(scene, cond) for cond in first.si if unless(scene, cond) is None)


def _same_conditions(steps: tuple[Item, ...]) -> bool:
    return len({step.si if isinstance(step, Paso) else () for step in steps}) == 1


def decided_for(log: Log, held: Held) -> tuple[Any, int]:
    """Two ships with one card are told apart as «nave/carta»."""
    for place, (told, decision) in enumerate(log.decisions.items()):
        if told in (held.card, f"{held.bearer.name}/{held.card}"):
            return decision, place
    return None, len(log.decisions)


def _nth(decided: Any, n: int) -> Any:
    """Of several decisions, the one of this time; one alone is for every time."""
    if isinstance(decided, tuple):
        return decided[n] if n < len(decided) else None
    return decided


def turn(table: Table, state: Any, waiting: Waiting, log: Log) -> Any:
    """Its turn in the queue: resolved, offered, or out because it no longer can."""
    held, ability, decision = waiting.held, waiting.ability, waiting.decision
    scene = replace(waiting.scene, state=state)
    if all(each.card != held.card or each.bearer != held.bearer for each in table.cards(state)):
        return state
    if decision is None and (ability.optional or ability.clase in table.at_will):
        doubt = "" if waiting.known else ", si se cumple lo que pide"
        again = " otra vez" if log.taken[waiting.key] else ""
        log.offer(held.bearer.name, scene.step, f"puedes usar «{held.card}»{again}{doubt}")
        return state
    log.asked.update((held.card, f"{held.bearer.name}/{held.card}"))
    scene = replace(scene, decision=decision or table.decision(), decided=decision is not None)
    if scene.decision.se_cumple is None and comes(scene, ability.moments)[0] is None:
        raise Pending(f"di en «decide», con «se_cumple», si «{held.card}» actúa aquí: la situación no lo dice")
    if scene.decision.se_cumple is False and waiting.known is None:
        return state
    if ready(scene, ability) is False:
        scene.say(f"«{held.card}» ya no cumple su requisito: sale de la cola", table.left)
        return state
    return _resolved(table, state, waiting, scene, log)


def _resolved(table: Table, state: Any, waiting: Waiting, scene: Scene, log: Log) -> Any:
    """All of it or nothing: where it cannot be resolved, what it wrote goes with it."""
    marks = len(log.events), len(log.choices), len(log.past), len(log.refused)
    settled, gone = log.settled, dict(log.gone)
    log.taken[waiting.key] += 1
    outer, log.resolving = log.resolving, (*log.resolving, waiting.key)
    if table.turn:
        scene.say(f"se resuelve «{scene.card}» de {scene.me.name}", table.turn)
    try:
        after, _ = table.performer.items(table.before(scene, waiting.ability), waiting.ability.steps)
    except Illegal as error:
        del log.events[marks[0] :], log.choices[marks[1] :], log.past[marks[2] :], log.refused[marks[3] :]
        log.taken[waiting.key] -= 1
        log.gone, log.settled = gone, settled
        if isinstance(error, NotRun):
            whole = "; ".join(filter(None, (scene.world.words(step) for step in waiting.ability.steps)))
            undone = f"; no ocurre nada de «{whole}»" if whole and whole != error.words else ""
            scene.say(f"{error.reason}{undone}", error.rule)
        else:
            scene.say(f"«{scene.card}» no puede resolverse y sale de la cola sin pagar nada: {error.reason}", table.costs)
        if waiting.decision is not None and not table.tacit(waiting.decision) and not log.taken[waiting.key]:
            log.refused.append(error)
        return state
    finally:
        log.resolving = outer
    return after.state


def _once(log: Log, text: str, held: Held, rule: Cite) -> None:
    if all(event.texto != text for event in log.events):
        log.say("", text, rule, held.card, held.text)
