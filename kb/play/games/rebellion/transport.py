"""Rebellion: what carries whom, whenever units go from one system to another."""

from collections.abc import Iterable

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.state import Table, Unit
from kb.play.run import Illegal, Log

TRANSPORT = cite("rebellion/movimiento-de-unidades#r-transporte", "capacidad")
RESTRICTED = cite("rebellion/movimiento-de-unidades#r-restriccion", "solo se mueve si")
CAPACITY = cite("rebellion/capacidad-de-transporte#r-2e8fdc", "ocupa 1 punto")


FIGHTERS = frozenset({"ala_x", "ala_y", "caza_tie"})
"""Of ships whose capacity nobody told, the last to be asked about."""


def needs_transport(unit: Unit) -> bool:
    return unit.escenario == "terrestre" or unit.tipo == "caza_tie"


def carried(table: Table, names: Iterable[str], log: Log, step: str) -> None:
    """Ground units and TIE fighters go with ships that leave the same system, one for each point of their capacity; where a
    ship does not tell its own («transporte»), that is said."""
    going = {name: table.unit(name) for name in names}
    for origin in dict.fromkeys(unit.sistema for unit in going.values()):
        load = [n for n, u in going.items() if u.sistema == origin and needs_transport(u)]
        ships = {n: u for n, u in going.items() if u.sistema == origin and not needs_transport(u)}
        if not load:
            continue
        unsaid = [n for n in load if not going[n].model_fields_set & {"tipo", "escenario"}]
        if not ships and unsaid:
            log.say(step, f"no se dice qué es {unsaid[0]}: si es terrestre, necesita una nave que la lleve", TRANSPORT)
            continue
        if not ships:
            raise Illegal(f"{load[0]} necesita transporte, y de {origin} no sale ninguna nave con ella", RESTRICTED)
        unknown = sorted((n for n, u in ships.items() if u.transporte is None), key=lambda n: ships[n].tipo in FIGHTERS)
        room = sum(u.transporte or 0 for u in ships.values())
        if unknown:
            many = f"{len(load)} unidades necesitan transporte" if len(load) > 1 else f"{load[0]} necesita transporte"
            log.say(step, f"{many}: no se dice cuántas lleva {unknown[0]} («transporte»), y se da por bastante", TRANSPORT)
        elif len(load) > room:
            raise Illegal(f"{', '.join(load)} necesitan transporte, y las naves de {origin} llevan {room}", CAPACITY)


CITES: tuple[Cite, ...] = (TRANSPORT, RESTRICTED, CAPACITY)
