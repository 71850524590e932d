"""Rebellion: the phases: what waits for their start and end, and the upkeep of the Refresh phase step by step."""

from typing import Any, Literal

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.board import over
from kb.play.games.rebellion.rules import judged
from kb.play.games.rebellion.state import Table
from kb.play.meaning.events import Event
from kb.play.run import Log
from kb.play.validation import Model

LEADERS_BACK = cite("rebellion/fase-de-recuperacion#r-recuperar", "vuelven a su reserva")
MISSIONS = cite("rebellion/fase-de-recuperacion#r-robar", "roba 2")
PROBES = cite("rebellion/fase-de-recuperacion#r-lanzar", "2 cartas de Sonda")
OBJECTIVE = cite("rebellion/fase-de-recuperacion#r-robar-2", "roba 1")
TIME = cite("rebellion/fase-de-recuperacion#r-avanzar-el", "1 casilla")
QUEUE = cite("rebellion/fase-de-recuperacion#r-desplegar", "1 casilla por la cola")
UNREVEALED = cite("rebellion/fase-de-mando#r-032963", "vuelven a la reserva")
NAMES = {"asignacion": "Asignación", "mando": "Mando", "recuperacion": "Recuperación"}
PHASES = {
    "asignacion": cite("rebellion/fase-de-asignacion#r-34e453", "Primera fase"),
    "mando": cite("rebellion/fase-de-mando#r-37186e", "alternan turnos"),
    "recuperacion": cite("rebellion/fase-de-recuperacion#r-2482d7", "Última fase"),
}


class Phase(Model):
    nombre: Literal["asignacion", "mando", "recuperacion"]
    momento: Literal["comienzo", "durante", "final"] = "comienzo"
    """`durante`: the upkeep of the Refresh phase, step by step."""


LATER = "sus pasos (recuperar Líderes, robar, avanzar el Tiempo…) vienen después: «momento: durante»"


def phase(table: Table, order: Phase, log: Log) -> tuple[Table, dict[str, Any]]:
    """Its start or its end: what waits for it, and what is over with it; in between, its upkeep."""
    name = f"fase_de_{order.nombre}"
    if order.momento == "durante":
        return (_upkeep(table, log) if order.nombre == "recuperacion" else table), {"gana": table.gana}
    if order.momento == "comienzo":
        log.since = len(log.past)
    later = f"; {LATER}" if (order.nombre, order.momento) == ("recuperacion", "comienzo") else ""
    log.say("", f"{order.momento} de la fase de {NAMES[order.nombre]}{later}", PHASES[order.nombre])
    if (order.nombre, order.momento) == ("mando", "final"):
        log.say("", "los Líderes que siguen en Misiones sin revelar vuelven a la reserva, y esas cartas a la mano", UNREVEALED)
    table = log.happen(table, Event(order.momento, "fase", tiempo=name))
    if order.momento == "final":
        table = over(table, "ronda" if order.nombre == "recuperacion" else "fase")
    return table, {}


def _upkeep(table: Table, log: Log) -> Table:
    back = [n for n, leader in table.lideres.items() if leader.sistema and not leader.capturado and not leader.eliminado]
    for name in back:
        table = table.put_leader(name, sistema=None)
    log.say("1", f"vuelven a su reserva: {', '.join(back)}" if back else "no hay Líderes que recuperar", LEADERS_BACK)
    log.say("2", "cada jugador roba 2 Misiones; quien pase de 10 cartas descarta hasta 10", MISSIONS)
    log.say("3", "el Imperio roba 2 cartas de Sonda", PROBES)
    log.say("4", "el Rebelde roba 1 Objetivo", OBJECTIVE)
    for deck, n in (("mision", 4), ("sonda", 2), ("objetivo", 1)):
        table = table.counted("robadas", deck, n)
    log.say("5", f"el Tiempo avanza a la casilla {table.tiempo + 1}; si tiene iconos, se recluta o se construye", TIME)
    table = judged(table.model_copy(update={"tiempo": table.tiempo + 1}), log, "5")
    for name, unit in table.unidades.items() if table.gana is None else ():
        if unit.casilla is not None and not unit.destruida:
            out = unit.casilla == 1
            told = "sale de la cola: está lista para desplegarse" if out else f"baja a la casilla {unit.casilla - 1}"
            log.say("6", f"{name} {told}", QUEUE)
            table = table.put_unit(name, casilla=None if out else unit.casilla - 1)
    return table


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite)) + tuple(PHASES.values())
