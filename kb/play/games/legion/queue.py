"""Legión: the queue of what reacts: who goes first, who takes part, what its player decides."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from grammar.game import load_game
from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Hecho, Papel, Ref, Yo
from kb.play.cite import Cite
from kb.play.games.legion.board import cards, ignores, keyword_in, rows
from kb.play.games.legion.decision import Decision, Tacit
from kb.play.games.legion.fight import Fight, Side
from kb.play.games.legion.keywords import CARD_EFFECT
from kb.play.games.legion.runs import never_run
from kb.play.games.legion.terms import terms
from kb.play.games.legion.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.legion.view import State, battle_of, going, named, on, side_of
from kb.play.games.legion.world import GAME, Legion
from kb.play.meaning import queue
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.events import Event
from kb.play.meaning.limits import Uso, limit_of, spent
from kb.play.meaning.moments import comes, holds_around, stative
from kb.play.meaning.perform import Performer, Rules
from kb.play.meaning.queue import Table, Waiting, decided_for, ready
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import lasting
from kb.play.meaning.stuff import stuff
from kb.play.run import Log

Told = Callable[[State, Held, Ability], Any]
"""What the order of a step says about a keyword: a decision, or None where nothing is said."""


def _keep(scene: Scene, item: Item, until: str) -> Scene:
    battle = battle_of(scene.state)
    now = battle.model_copy(update={"vigentes": (*battle.vigentes, lasting(scene, item, GAME, until))})
    return scene.on(replace(scene.state, battle=now) if isinstance(scene.state, Fight) else now)


RULES = Rules(CARD_EFFECT, CARD_EFFECT, CARD_EFFECT, CARD_EFFECT, CARD_EFFECT, _keep)
PERFORMER = Performer(RULES)
WORLD = Legion(RUN, CIRCUMSTANCES, ROLES)


@cache
def listed(step: str) -> tuple[str, ...]:
    """Keywords that a step of juego.toml lists, its parts first, in the order in which they act."""
    by_entry: dict[str, list[str]] = {}
    for term in terms().values():
        by_entry.setdefault(term.entrada or "", []).append(term.id)
    found: list[str] = []

    def walk(row: Any) -> None:
        for part in row.pasos if row.id == step else ():
            found.extend(keyword for slug in part.cualidades for keyword in by_entry.get(slug, ()))
        if row.id == step:
            found.extend(keyword for slug in row.cualidades for keyword in by_entry.get(slug, ()))
        for part in row.pasos:
            walk(part)

    game = load_game(GAME)
    for sequence in (game.ataque, *game.secuencias.values(), game.ronda):
        for row in sequence:
            walk(row)
    return tuple(dict.fromkeys(found))


@cache
def _namesakes(step: str) -> tuple[str, ...]:
    """Steps that are called the same: «Posibles repeticiones» of the attack and of the defence."""
    found: list[str] = []

    def walk(row: Any) -> None:
        if row.nombre == named(step):
            found.append(row.id)
        for part in row.pasos:
            walk(part)

    for row in load_game(GAME).ataque:
        walk(row)
    return tuple(found)


def _rank(state: State, waiting: Waiting) -> tuple[int, ...]:
    """The side whose window is first; then the order in which the step lists the keywords."""
    f = state if isinstance(state, Fight) else None
    side = side_of(f, waiting.held.bearer) if f else None
    event = waiting.scene.event
    step = event.tiempo if event else ""
    first = "defensor" if step == "modificar_defensa" else "atacante"
    order = listed(step)
    id = keyword_in(waiting.held.text)
    here = order.index(id) if id in order else len(order)
    players = battle_of(state).players()
    mine = battle_of(state).unidades.get(waiting.held.bearer.name)
    turn = players.index(mine.jugador) if mine and mine.jugador in players else 0
    if mine and mine.jugador == battle_of(state).prioridad:
        turn = -1
    if step == "determinar_cobertura":  # what raises the cover goes before what cuts it, whoever it is («Cobertura»)
        cuts = any(fact.verb == "reducir" for ability in abilities_of(waiting.held.text, GAME) for fact in ability.facts())
        return (int(cuts), here, waiting.place)
    return (int(side != first) if f else turn, here, waiting.place)


def _of_others(ability: Ability) -> bool:
    """Its moment says whose activation it is: «al comienzo de la activación de una unidad enemiga»."""
    return any(isinstance(moment.tiempo, Cosa) and moment.tiempo.filters for moment in ability.moments)


LOOKED_UP = frozenset({"ignorar"})


def _lends(fact: Hecho) -> bool:
    """«esa unidad puede gastar las fichas de esta unidad»: asked about where somebody does (`lending`)."""
    return fact.verb == "gastar" and isinstance(fact.role("quien"), Ref)


def _admits(state: State, held: Held, ability: Ability, event: Event, decision: Any) -> bool:
    """In an attack, whose it is: a weapon's is the attacker's; else whoever it says that acts, or has it in its moment."""
    if all(fact.verb in LOOKED_UP or _lends(fact) for fact in ability.facts()):
        return False  # it is asked about where it matters
    limit = limit_of(ability.whole)
    if limit and spent(battle_of(state).usos, held.bearer.name, held.card, ability.place, limit):
        return False
    if not isinstance(state, Fight):
        other = event.who is not None and event.who.sort == "unidad" and event.who != held.bearer
        if other and event.who is not None and ignores(battle_of(state), event.who.name, keyword_in(held.text)):
            return False
        return event.who is None or event.verb not in ("fase", "paso") or held.bearer == event.who or _of_others(ability)
    id = keyword_in(held.text)
    if event.verb == "paso" and id:
        steps = [step for step in _namesakes(event.tiempo) if id in listed(step)]
        if steps and event.tiempo not in steps:
            return False
    return concerns(state, held, ability)


def concerns(f: Fight, held: Held, ability: Ability) -> bool:
    roles = [value for moment in ability.moments for fact in moment.hechos for _, value in fact.roles]
    if any(isinstance(value, Yo) or (isinstance(value, Cosa) and value.sort == "unidad") for value in roles):
        return True
    side, id = side_of(f, held.bearer), keyword_in(held.text)
    if id and terms()[id].clase == "cualidad_arma":
        return side == "atacante"
    who = _doer(ability)
    if isinstance(who, Papel):
        return who.nombre == side
    return side is not None and isinstance(who, Yo)


def _doer(ability: Ability) -> object:
    """Who does it; where nobody does («la cobertura de la unidad aumenta»), whose it is."""
    first = next(iter(ability.facts()), None)
    if first is None or first.role("quien") is not None:
        return first.role("quien") if first else None
    what = first.role("que")
    return stuff(what).of if isinstance(what, Cosa) else None


def _before(scene: Scene, ability: Ability) -> Scene:
    """What a situation does not tell is taken as so, and told: who writes the keyword vouches for it."""
    if comes(scene, ability.moments)[0] is None or ready(scene, ability) is None:
        scene.say(f"«{scene.card}»: se da por cumplido lo que pide", CARD_EFFECT)
    if limit := limit_of(ability.whole):
        battle = battle_of(scene.state)
        use = Uso(nave=scene.me.name, carta=scene.card, lugar=ability.place, hasta=limit[1])
        scene = scene.on(on(scene.state, battle.model_copy(update={"usos": (*battle.usos, use)})))
    return scene


def _ordered(state: State, before: Waiting, after: Waiting) -> tuple[str, Cite]:
    return "así lo ordena el paso", CARD_EFFECT


TABLE = Table(
    game=GAME, world=WORLD, cards=cards, standing=rows, decision=Decision, performer=PERFORMER, rank=_rank, admits=_admits,
    before=_before, ordered=_ordered, unsupported=never_run, left=CARD_EFFECT, costs=CARD_EFFECT, turn=None,
    tacit=lambda decision: isinstance(decision, Tacit),
)  # fmt: skip


def react(state: State, events: Sequence[Event], log: Log, told: Told, side: Side | None = None) -> State:
    """Everything that this sets off; in an attack, only of one side where its window is told apart."""
    around = going(state) if isinstance(state, Fight) else ()
    if isinstance(state, Fight) and state.here is not None and state.here not in events:
        around = (*around, replace(state.here, rel="durante"))

    def decided(state: State, log: Log, held: Held, ability: Ability) -> tuple[Any, int]:
        said, place = decided_for(log, held)
        if said is None and ability.optional and _gives_up(ability):
            return None, place  # offered: nobody gives up what protects it without a word
        return (said, place) if said is not None else (told(state, held, ability), place)

    def admits(state: State, held: Held, ability: Ability, event: Event, decision: Any) -> bool:
        if side and isinstance(state, Fight) and (side_of(state, held.bearer) or "defensor") != side:
            return False
        if isinstance(decision, Tacit) and not decision.usa and ability.optional:
            return False  # declined: as if it did not have it
        return _admits(state, held, ability, event, decision)

    table = replace(TABLE, decided=decided, admits=admits)
    found: State = queue.react(table, state, [(event, around) for event in events], log)
    return found


def _gives_up(ability: Ability) -> bool:
    """«puede perder la cualidad …»: all that it does is to its own cost."""
    facts = tuple(ability.facts())
    return bool(facts) and all(
        fact.verb == "perder" and fact.role("quien") == Yo() and getattr(fact.role("que"), "sort", "") == "palabra_clave"
        for fact in facts
    )


def constant(f: Fight, before: Fight | None = None) -> Fight:
    """«Mientras esta unidad tenga …, gana [incremento]: [crítico]»: what its state gives a unit, for this attack; with
    `before`, only what has come to hold since then."""
    state: State = f
    for held in cards(f):
        if refusal(held.text, GAME) or not side_of(f, held.bearer):
            continue
        for ability in abilities_of(held.text, GAME):
            if not ability.moments or not all(stative(moment) for moment in ability.moments):
                continue
            scene = scene_of(TABLE, state, held, None, going(f), f.log, ability)
            held_before = before is not None and holds_around(replace(scene, state=before), ability.moments)[0]
            if holds_around(scene, ability.moments)[0] and not held_before:
                state = PERFORMER.items(scene, ability.steps)[0].state
    assert isinstance(state, Fight)
    return state
