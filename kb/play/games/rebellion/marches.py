"""Rebellion: units that go from one system to another, whoever moves them: who may leave, and what carries whom."""

from typing import Any

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.state import IMMOBILE, RIVAL, Side, Table
from kb.play.games.rebellion.transport import carried
from kb.play.games.rebellion.verbs.realm import MOVE, may_move
from kb.play.games.rebellion.view import place_of, unit_of
from kb.play.run import Illegal, Log
from kb.play.validation import Model

STILL = cite("rebellion/movimiento-de-unidades#r-inmovil", "no puede moverse")
LEADER = cite("rebellion/lideres#r-en-un-sistema", "no dejan salir")
PLACE_LEADER = cite("rebellion/activacion-de-sistemas#r-colocar-un", "Líder de su reserva")
NO_TACTICS = cite("rebellion/activacion-de-sistemas#r-cd0fe0", "puntuaciones de Táctica")
BASE_HERE = cite("rebellion/activacion-de-sistemas#r-descubrir-la", "queda descubierta")
SHIPS_ONLY = cite("rebellion/descubrir-la-base-rebelde#r-64d80f", "Las naves solas no bastan")
FIGHT = cite("rebellion/activacion-de-sistemas#r-combate", "mismo escenario")


class Move(Model):
    unidades: tuple[str, ...]
    a: str


class Activation(Model):
    """A leader of the pool to a system, and units from the systems beside it."""

    jugador: Side
    lider: str
    sistema: str
    unidades: tuple[str, ...] = ()


def move(table: Table, order: Move, log: Log) -> tuple[Table, dict[str, Any]]:
    """Units to a system beside theirs, as when a system is activated."""
    table.system(order.a)
    for name in order.unidades:
        unit = table.unit(name)
        if unit.tipo in IMMOBILE or unit.destruida:
            raise Illegal(f"{name} no puede moverse", STILL if unit.tipo in IMMOBILE else MOVE)
        held = [n for n, x in table.lideres.items() if x.bando == unit.bando and x.sistema == unit.sistema and not x.capturado]
        if held and unit.sistema:
            raise Illegal(f"{held[0]} está en {unit.sistema}: sus unidades no salen de allí", LEADER)
        may_move(table, unit_of(name), place_of(order.a), frozenset(), log)
    carried(table, order.unidades, log, "2")
    for name in order.unidades:
        log.say("2", f"{name} va de {table.unit(name).sistema} a {order.a}", MOVE)
        table = table.put_unit(name, sistema=order.a)
    return table, {}


def activate(table: Table, order: Activation, log: Log) -> tuple[Table, dict[str, Any]]:
    """Steps 1 to 4 of an activation; the combat that follows is a step of its own."""
    leader, side = table.leader(order.lider), order.jugador
    table.system(order.sistema)
    refusals = (
        (leader.bando != side, f"{order.lider} es del otro bando", PLACE_LEADER),
        (leader.capturado or leader.eliminado, f"{order.lider} no está en la reserva", PLACE_LEADER),
        (leader.sistema is not None, f"{order.lider} está en {leader.sistema} y no en la reserva", PLACE_LEADER),
        (
            not leader.espacial and not leader.terrestre,
            f"{order.lider} no tiene puntuaciones de Táctica: no activa",
            NO_TACTICS,
        ),
    )
    for refused, why, rule in refusals:
        if refused:
            raise Illegal(why, rule)
    for name in order.unidades:
        if table.unit(name).bando != side:
            raise Illegal(f"{name} es del otro bando", MOVE)
    log.say("1", f"{order.lider} activa {order.sistema}", PLACE_LEADER)
    left = tuple(dict.fromkeys(place for name in order.unidades if (place := table.unit(name).sistema)))
    table, _ = move(table, Move(unidades=order.unidades, a=order.sistema), log)
    table = table.model_copy(update={"llegadas": {order.sistema: {side: left}}})  # of earlier ones the combat is over
    table = table.put_leader(order.lider, sistema=order.sistema)
    before, table = table, _base_found(table, order, log)
    theatres = [t for t in ("espacial", "terrestre") if all(table.there(order.sistema, s, t) for s in (side, RIVAL[side]))]
    told = f"hay combate en {order.sistema}: los dos bandos tienen unidades en el mismo escenario"
    log.say("4", told if theatres else f"no hay combate en {order.sistema}", FIGHT)
    here = table.base == order.sistema and side == "imperio" and bool(order.unidades)
    found = "" if not here or before.base_descubierta else "descubierta" if table.base_descubierta else "oculta"
    return table, {"combate": bool(theatres), "base": found}


def _base_found(table: Table, order: Activation, log: Log) -> Table:
    """Step 3: ground units of the Empire make the Rebel say whether the Base is there; ships alone do not."""
    if order.jugador != "imperio" or table.base_descubierta or not order.unidades:
        return table
    if not any(table.unit(n).escenario == "terrestre" for n in order.unidades):
        log.say("3", "solo han entrado naves: la Base no se descubre y el Rebelde no dice nada", SHIPS_ONLY)
        return table
    if table.base != order.sistema:
        log.say("3", f"el Rebelde debe decir si su Base está en {order.sistema}: si lo está, queda descubierta", BASE_HERE)
        return table
    log.say("3", f"la Base está en {order.sistema}: queda descubierta antes del combate", BASE_HERE)
    return table.model_copy(update={"base_descubierta": True})


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
