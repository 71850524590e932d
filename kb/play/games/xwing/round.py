"""X-Wing: the moments of a round that no ship makes by acting: phases, activations, engagements, dials, measuring."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.considered import refreshed, spoken_of
from kb.play.games.xwing.devices import Detonation, bombs_detonate
from kb.play.games.xwing.manoeuvres import Manoeuvre, activation_of
from kb.play.games.xwing.match import ASCENDING, DESCENDING, SYSTEMS, turns
from kb.play.games.xwing.standing import end
from kb.play.games.xwing.state import Arc, Dial, Rock, Table
from kb.play.games.xwing.view import COLOURS, PHASES, Happening, bearings
from kb.play.run import Illegal, Log
from kb.play.validation import Model


class Phase(Model):
    nombre: Literal["planificacion", "sistemas", "activacion", "enfrentamiento", "final"]
    momento: Literal["comienzo", "durante", "final"] = "comienzo"
    detona: dict[str, Detonation] = Field(default_factory=dict)
    """At the end of the Activation phase: what each bomb needs to be told."""


class Turn(Model):
    nave: str
    momento: Literal["antes", "despues"] = "antes"


class Reveal(Manoeuvre):
    """The dial of a ship, turned up in its activation."""


class Places(Model):
    """Ranges and arcs measured again."""

    alcances: dict[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict)
    arcos: dict[str, dict[Arc, tuple[str, ...]]] = Field(default_factory=dict)
    obstaculos: dict[str, Rock] = Field(default_factory=dict)
    """Those that are put on the table."""


def phase(table: Table, order: Phase, log: Log) -> tuple[Table, dict[str, Any]]:
    noun = PHASES[order.nombre]
    if order.momento == "comienzo":
        table = end(legality.removed(activation_of(table, ""), log), "fase", order.nombre)
        table = _fresh(table.model_copy(update={"fase": order.nombre, "iniciativa": None}), order.nombre)
        log.say("", f"comienza la fase: {order.nombre}", rules.PHASES[order.nombre])
        after = log.happen(table, Happening("al_comienzo", "fase", noun=noun))
        told = not spoken_of(after)  # what no card says is as the situation tells it
        return after, _turns(table if told else refreshed(after, log), order.nombre, log)
    if order.momento == "durante":
        table = table.model_copy(update={"fase": order.nombre})
        return log.happen(table, Happening("durante", "fase", noun=noun)), {}
    log.say("", f"termina la fase: {order.nombre}", rules.PHASE_END)
    if order.nombre == "activacion":
        table = bombs_detonate(activation_of(table, ""), order.detona, log)
    table = log.happen(table, Happening("al_final", "fase", noun=noun))
    over = end(table.model_copy(update={"fase": order.nombre}), "fase", following(order.nombre))
    return over.model_copy(update={"fase": table.fase}), {}


def following(name: str) -> str:
    """The phase after one; empty after the last."""
    names = list(PHASES)
    return (*names, "")[names.index(name) + 1]


def _turns(table: Table, name: str, log: Log) -> dict[str, Any]:
    """In which order the ships act, where it is told whose they are: those of one group as their player likes."""
    if name not in ORDERED or not all(ship.jugador for ship in table.naves.values()) or len(table.naves) < 2:
        return {}
    groups = turns(table, name)
    log.say("", f"por este orden: {'; '.join(', '.join(group) for group in groups)}", ORDERED[name])
    return {"turnos": groups}


ORDERED: Mapping[str, Cite] = {"sistemas": SYSTEMS, "activacion": ASCENDING, "enfrentamiento": DESCENDING}
PER_PHASE: Mapping[str, Mapping[str, Any]] = {
    "sistemas": {"coloco": False, "descamuflo": False, "acoplo": False},
    "activacion": {"activada": False},
    "enfrentamiento": {"ataques": 0, "intervino": False},
    "planificacion": {"revelada": None},
}


def _fresh(table: Table, name: str) -> Table:
    """What is counted phase by phase starts again."""
    reset = PER_PHASE.get(name)
    for ship in table.naves if reset else ():
        table = table.put(ship, table.ship(ship).model_copy(update=reset))
    return table


def activate(table: Table, order: Turn, log: Log) -> tuple[Table, dict[str, Any]]:
    early = order.momento == "antes"
    legality.check(legality.absent(table, order.nave) or (legality.may_activate(table, order.nave) if early else None))
    table = activation_of(table, order.nave if order.momento == "antes" else "")
    if order.momento == "despues":
        table = table.put(order.nave, table.ship(order.nave).model_copy(update={"activada": True}))
    return log.happen(table, Happening(order.momento, "activarse", order.nave)), {}


def engage(table: Table, order: Turn, log: Log) -> tuple[Table, dict[str, Any]]:
    """A ship that was destroyed in its own initiative still engages («Regla de ataques simultáneos»)."""
    table = refreshed(table, log)
    if order.momento == "antes":
        legality.check(legality.absent(table, order.nave, engaging=True) or legality.may_engage(table, order.nave))
        if table.fase and table.ship(order.nave).intervino:
            raise Illegal(f"{order.nave} ya ha intervenido en esta fase: cada nave, una vez", rules.ENGAGE)
        table = table.put(order.nave, table.ship(order.nave).model_copy(update={"intervino": True}))
        table = legality.engaged(table, order.nave, log)
        log.say("", f"le toca intervenir a {order.nave}", rules.ENGAGE)
    return log.happen(table, Happening(order.momento, "intervenir", order.nave)), {}


def reveal(table: Table, order: Reveal, log: Log) -> tuple[Table, dict[str, Any]]:
    table = activation_of(table, order.nave)
    if table.ship(order.nave).over("iones"):
        log.say("", f"{order.nave} está ionizada: nada se activa porque revele su selector", rules.ION_DIAL)
        return table, {}
    told = Dial(color=order.color, velocidad=order.velocidad, tipo=order.tipo, sentido=order.sentido)
    table = table.put(order.nave, table.ship(order.nave).model_copy(update={"revelada": told}))
    shown = frozenset({COLOURS[order.color], *bearings(order.tipo, order.sentido or "")})
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
    if "obstaculos" in order.model_fields_set:
        table = table.model_copy(update={"obstaculos": {**table.obstaculos, **order.obstaculos}})
    return Table.model_validate(table.measured(order.alcances, order.arcos).model_dump()), {}
