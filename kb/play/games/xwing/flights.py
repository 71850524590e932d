"""X-Wing: the step «maniobra», with what meets a ship where it ends: its carrier, or an obstacle on which it stays."""

from typing import Any

from kb.play.games.xwing import state as rules
from kb.play.games.xwing.hazards import Cross, cross
from kb.play.games.xwing.manoeuvres import Manoeuvre, fly
from kb.play.games.xwing.squad import dock_in_flight
from kb.play.games.xwing.state import Table
from kb.play.run import Log


def manoeuvre(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.acopla:
        return dock_in_flight(table, order, log)
    table, found = fly(table, order, log, again=order.concedida)
    return _still_there(table, order, log, found) if found.get("tipo") == "inmovil" else (table, found)


def _still_there(table: Table, order: Manoeuvre, log: Log, found: dict[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Who does not move overlaps again every obstacle at range 0 («Inmóvil»)."""
    name = order.nave
    kinds = sorted(table.touching(name))
    dice = list(order.dados or ((order.dado,) if order.dado else ()))
    if kinds:
        log.say("", f"{name} no se mueve de donde está, a alcance 0 de un obstáculo: lo sufre otra vez", rules.STILL_ON)
    if kinds and not dice and log.rng is None:
        log.offer(name, "", f"tira el dado de cada obstáculo ({', '.join(kinds)}): dilo en «dado», o como paso «obstaculo»")
        return table, found
    for n, kind in enumerate(kinds):
        table = table.put(name, table.ship(name).model_copy(update={"sobre": tuple(kinds[:n])}))
        die = dice[n] if n < len(dice) else None
        on = Cross.model_validate({"nave": name, "tipo": kind, "dado": die, "solapada_al_final": True})
        table, crossed = cross(table, on, log)
        found = {**found, "omite_accion": found.get("omite_accion") or crossed["omite_accion"]}
    return table, found
