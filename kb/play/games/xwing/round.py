"""X-Wing: the moments of a round that no ship makes by acting: phases, activations, engagements, dials, measuring."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import Manoeuvre
from kb.play.games.xwing.moments import BEARINGS, COLOURS, PHASES
from kb.play.games.xwing.state import Arc, Table
from kb.play.games.xwing.view import Happening
from kb.play.run import Log
from kb.play.validation import Model


class Phase(Model):
    nombre: Literal["planificacion", "sistemas", "activacion", "enfrentamiento", "final"]
    momento: Literal["comienzo", "durante", "final"] = "comienzo"


class Turn(Model):
    nave: str
    momento: Literal["antes", "despues"] = "antes"


class Reveal(Manoeuvre):
    """The dial of a ship, turned up in its activation."""


class Places(Model):
    """Ranges and arcs measured again."""

    alcances: dict[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict)
    arcos: dict[str, dict[Arc, tuple[str, ...]]] = Field(default_factory=dict)


def phase(table: Table, order: Phase, log: Log) -> tuple[Table, dict[str, Any]]:
    noun = PHASES[order.nombre]
    if order.momento == "comienzo":
        table = table.model_copy(update={"fase": order.nombre, "prohibido": ()})
        log.say("", f"comienza la fase: {order.nombre}", rules.PHASE_START)
        return log.happen(table, Happening("al_comienzo", "fase", noun=noun)), {}
    if order.momento == "durante":
        table = table.model_copy(update={"fase": order.nombre})
        return log.happen(table, Happening("durante", "fase", noun=noun)), {}
    log.say("", f"termina la fase: {order.nombre}", rules.PHASE_END)
    return log.happen(table, Happening("al_final", "fase", noun=noun)), {}


def activate(table: Table, order: Turn, log: Log) -> tuple[Table, dict[str, Any]]:
    table.ship(order.nave)
    return log.happen(table, Happening(order.momento, "activarse", order.nave)), {}


def engage(table: Table, order: Turn, log: Log) -> tuple[Table, dict[str, Any]]:
    """A ship that was destroyed in its own initiative still engages («Regla de ataques simultáneos»)."""
    table.ship(order.nave)
    if order.momento == "antes":
        log.say("", f"le toca intervenir a {order.nave}", rules.ENGAGE)
    return log.happen(table, Happening(order.momento, "intervenir", order.nave)), {}


def reveal(table: Table, order: Reveal, log: Log) -> tuple[Table, dict[str, Any]]:
    table.ship(order.nave)
    shown = frozenset({COLOURS[order.color], *BEARINGS[order.tipo]})
    for relation in ("antes", "despues"):
        happened = [
            Happening(relation, "revelar", order.nave, noun, shown, order.velocidad) for noun in ("selector", "maniobra")
        ]
        table = log.happen(table, *happened)
        if relation == "antes":
            log.say("", f"{order.nave} revela su selector", rules.REVEAL)
    return table, {}


def place(table: Table, order: Places, log: Log) -> tuple[Table, dict[str, Any]]:
    """What is told now holds; ships named in it are measured again."""
    named = {name for pair in order.alcances for name in pair.split()} | set(order.arcos)
    changed = {
        "alcances": {**table.alcances, **order.alcances},
        "arcos": {**table.arcos, **order.arcos},
        "sin_medir": tuple(name for name in table.sin_medir if name not in named),
    }
    return Table.model_validate({**table.model_dump(), **changed}), {}
