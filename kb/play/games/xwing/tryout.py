"""X-Wing: the situations of staging.py for each ability, and how they are read and changed (`meaning/tryout.py`)."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from kb.play.games.xwing import PLAY
from kb.play.games.xwing.runs import never_run
from kb.play.games.xwing.staging import CARD, FOE, FRIEND, MINE, SEEN, WORLDS, Step, arcs_of, scenario, steps
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability
from kb.play.meaning.tryout import Staging

WAYS = 4
"""Of each question, how many of its answers are tried."""
PLAIN: Mapping[str, Any] = {"hacia": "trasero", "accion": "evasion", "se_cumple": True, "cuantos": 1}
AT_WILL = frozenset({"accion", "preparacion", "final_de_la_partida"})
"""Classes whose use is a step of its own."""


DIALS = (
    {"color": "roja", "velocidad": 3, "tipo": "recta"}, {"color": "blanca", "velocidad": 2, "tipo": "inclinacion"},
    {"color": "azul", "velocidad": 3, "tipo": "recta"}, {"color": "blanca", "velocidad": 3, "tipo": "recta"},
)  # fmt: skip


def situations(text: str, ability: Ability) -> Iterator[Step]:
    yield from (at_will if ability.clase in AT_WILL else in_time)(text, ability)


def in_time(text: str, ability: Ability) -> Iterator[Step]:
    """Its moment comes; then the same in another world, in other arcs, with other answers."""
    moments = list({repr(step): step for step in steps(ability)}.values())
    optional = ability.optional or ability.weapon
    for way, seen, step in product(range(WAYS), SEEN if arcs_of(ability) else SEEN[:1], moments):
        for world in range(len(WORLDS)):
            told = {**step, "decide": {CARD: {"usa": True}}} if optional else step
            yield STAGING.answered(scenario(text, ability, world, told, seen), way)


def at_will(text: str, ability: Ability) -> Iterator[Step]:
    """An action, a preparation, or a moment that no step of ours brings: the scenario says that it has come."""
    if ability.weapon:
        return
    for way, world in product(range(WAYS), range(len(WORLDS))):
        use = {"nave": MINE, "carta": CARD, "oracion": ability.place, "papeles": {"atacante": FOE, "defensor": MINE}}
        yield STAGING.answered(scenario(text, ability, world, {"capacidad": use}), way)


def elsewhere(text: str, ability: Ability) -> Iterator[Step]:
    """Somebody else flies, acts or is attacked."""
    others: tuple[Step, ...] = (
        {"maniobra": {"nave": FOE, "color": "blanca"}}, {"maniobra": {"nave": MINE, "color": "blanca"}},
        {"accion": {"nave": FOE, "accion": "evasion"}}, {"ataque": {"atacante": FOE, "defensor": FRIEND, "alcance": 2}},
    )  # fmt: skip
    for step, world in product(others, range(len(WORLDS))):
        yield scenario(text, ability, world, step)


def _value(name: str, options: list[str], way: int, question: str) -> Any:
    if name == "dados":
        many = re.search(r": (\d+) de (.*)$", question, re.DOTALL)
        faces = re.split(r", ", many[2]) if many else options
        n = int(many[1]) if many else 1
        return (faces[way % len(faces) :] + faces[: way % len(faces)])[:n]
    if name == "maniobra":
        return DIALS[way % len(DIALS)]
    if name in ("se_cumple", "hacia", "cuantos"):
        return PLAIN[name]
    if name == "objetivo" and not options:
        return (FOE, FRIEND)[way % 2]
    return options[way % len(options)] if options else PLAIN.get(name, "1")


def _told(told: Step, name: str, value: Any) -> Step:
    *before, step = told["cuando"]
    if "capacidad" in step:
        changed = {**step, "capacidad": {**step["capacidad"], name: value}}
    else:
        decided = step.get("decide", {}).get(CARD, {})
        changed = {**step, "decide": {CARD: {**decided, name: value}}}
    return {**told, "cuando": [*before, changed]}


def _bare(told: Step) -> Step:
    """The same without the card; where its use is the step, before it."""
    if "capacidad" in told["cuando"][-1]:
        return {**told, "cuando": []}
    mine = {key: value for key, value in told["dado"]["naves"][MINE].items() if key != "cartas"}
    given = {**told["dado"], "naves": {**told["dado"]["naves"], MINE: mine}}
    return {**told, "dado": given, "cuando": [_without(step) for step in told["cuando"]]}


def _without(step: Step) -> Step:
    """The same step where the card is not there to be decided about."""
    kept = {name: dict(body) for name, body in step.items() if name != "decide"}
    for body in kept.values():
        if body.get("carta") == CARD:
            del body["carta"]
    return kept


def _state(state: Mapping[str, Any]) -> Any:
    ships = {name: {k: v for k, v in ship.items() if k != "cartas"} for name, ship in state["naves"].items()}
    cards = {
        (name, card): (row.get("cargas"), row.get("boca_abajo"))
        for name, ship in state["naves"].items()
        for card, row in ship.get("cartas", {}).items()
        if row.get("cargas") is not None or row.get("boca_abajo")
    }
    return ships, cards, state.get("dispositivos"), state.get("vigentes"), state.get("sin_medir")


STAGING = Staging(
    game=GAME, play=PLAY, card=CARD, situations=situations, told=_told, bare=_bare, state=_state, left_out=never_run,
    value=_value, elsewhere=elsewhere, cast=("pilot", (MINE, FRIEND, FOE)),
)  # fmt: skip
