"""Imperial Assault: what happens, said with the words of the effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.play.games.imperial_assault.fight import Fight
from kb.play.games.imperial_assault.state import Table
from kb.play.meaning.abilities import Ability
from kb.play.meaning.board import Held
from kb.play.meaning.events import Ente, Event

Happened = tuple[Event, tuple[Event, ...]]
"""An event, and what is going on around it."""


@dataclass(frozen=True)
class Use:
    """An ability that its player uses now: a surge, a special action, an instruction."""

    held: Held
    ability: Ability
    step: str
    decision: Any = None
    bound: Mapping[int, tuple[Ente, ...]] | None = None
    """Whom its text points at, where that is settled before."""


def figure_of(name: str) -> Ente:
    return Ente("figura", name)


def attack_of(fight: Fight) -> Ente:
    return Ente("ataque", "ataque", frozenset({"ataque", fight.kind}), fight.attacker, fight.distance)


def parts_of(fight: Fight) -> dict[str, Ente]:
    return {"atacante": figure_of(fight.attacker), "defensor": figure_of(fight.defender), "este_ataque": attack_of(fight)}


def going(table: Table, step: str = "") -> tuple[Event, ...]:
    """The attack in progress, as its two figures see it, and the activation in which it is made."""
    found: list[Event] = []
    if table.fight is not None:
        parts = parts_of(table.fight)
        made = {"quien": parts["atacante"], "que": parts["defensor"]}
        met = {"quien": parts["defensor"], "de": parts["atacante"]}
        done = {"quien": parts["atacante"], "que": parts["este_ataque"]}
        number = table.fight.distance
        found += [
            Event("mientras", "atacar", made, frozenset(), parts, number, step),
            Event("mientras", "defender", met, frozenset(), parts, number, step),
            Event("mientras", "realizar", done, frozenset(), parts, number, step),
            Event("durante", "ataque", {"que": parts["este_ataque"]}, frozenset(), parts, number, step),
        ]  # fmt: skip
    if table.activa is not None:
        found.append(activation(table, "durante", table.activa, step))
    return tuple(found)


def fighting(table: Table, rel: str, verb: str, step: str) -> Happened:
    """Something that the attacker does with its attack: declares it, resolves it."""
    fight = table.fought
    assert fight is not None
    parts = parts_of(fight)
    roles = {"quien": parts["atacante"], "que": parts["este_ataque"], "contra": parts["defensor"]}
    if verb in ("atacar", "defender"):
        roles = {"quien": parts["atacante" if verb == "atacar" else "defensor"], "que": parts["defensor"]}
    return Event(rel, verb, roles, frozenset(), parts, fight.distance, step), going(table, step)


def over_with(table: Table, step: str) -> Happened:
    """«después de cada ataque de …»."""
    fight = table.fought
    assert fight is not None
    parts = parts_of(fight)
    return Event("despues", "ataque", {"que": parts["este_ataque"]}, frozenset(), parts, fight.distance, step, "ataque"), ()


def window(table: Table, step: str) -> tuple[Happened, ...]:
    """A step of the attack is reached: what its two figures do while it lasts."""
    around = going(table, step)
    return tuple((event, around) for event in around if event.tiempo != "activacion")


def activation(table: Table, rel: str, name: str, step: str) -> Event:
    when = Ente("tiempo", "activacion", None, name)
    return Event(rel, "activar", {"que": when}, frozenset(), {"este_activacion": when}, None, step, "activacion")


def deployment(table: Table, name: str) -> Happened:
    when = Ente("tiempo", "despliegue", None, name)
    event = Event("despues", "desplegar", {"que": when}, frozenset(), {"este_despliegue": when}, None, "", "despliegue")
    return event, going(table)


def round_(rel: str, step: str) -> Event:
    when = Ente("tiempo", "ronda")
    return Event(rel, "ronda", {"que": when}, frozenset(), {"este_ronda": when}, None, step, "ronda")


def phase(rel: str, name: str, step: str) -> Event:
    when = Ente("tiempo", name)
    return Event(rel, "fase", {"que": when}, frozenset(), {"este_fase": when}, None, step, name)


def acted(table: Table, name: str, kind: str, step: str) -> Happened:
    """An action of an activation is over."""
    roles = {"quien": figure_of(name), "que": Ente("accion", kind, frozenset({"accion", kind}), name)}
    return deed(table, "despues", "realizar", roles, step)


def deed(table: Table, rel: str, verb: str, roles: dict[str, Ente], step: str = "") -> Happened:
    parts = parts_of(table.fought) if table.fought is not None else {}
    return Event(rel, verb, roles, frozenset(), parts, None, step), going(table, step)
