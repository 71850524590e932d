"""Rebellion: the table's things as the interpreter speaks of them, and what is going on around whatever happens."""

from typing import get_args

from kb.play.games.rebellion.state import BASE, Lance, Side, Table
from kb.play.meaning.events import Ente, Event

SIDES: tuple[Side, ...] = get_args(Side)
PHASES = ("asignacion", "mando", "recuperacion")


def player(side: str) -> Ente:
    return Ente("jugador", side)


def unit_of(name: str) -> Ente:
    return Ente("unidad", name)


def leader_of(name: str) -> Ente:
    return Ente("lider", name)


def place_of(name: str) -> Ente:
    return Ente("lugar" if name == BASE else "sistema", name)


def mission_of(lance: Lance) -> Ente:
    return Ente("mision", lance.nombre, frozenset({lance.habilidad} - {""}), lance.bando)


def battle_of(theatre: str) -> Ente:
    return Ente("batalla", "batalla", frozenset({theatre}))


def going(table: Table) -> tuple[Event, ...]:
    lance = table.lance
    if lance is None:
        return ()
    if lance.clase == "mision":
        mission = mission_of(lance)
        parts = {"este_mision": mission}
        return (Event("mientras", "emprender", {"quien": player(lance.bando), "que": mission}, parts=parts, tiempo="mision"),)
    combat = Ente("combate", lance.sistema)
    found = [Event("durante", "combate", {"que": combat}, parts={"este_combate": combat}, tiempo="combate")]
    if lance.ronda:
        now = Ente("tiempo", "ronda_de_combate", frozenset({"primero"} if lance.ronda == 1 else ()))
        parts = {"este_ronda_de_combate": now}
        found.append(Event("durante", "ronda_de_combate", {"que": now}, parts=parts, tiempo="ronda_de_combate"))
    if lance.escenario is not None:
        battle = battle_of(lance.escenario)
        steps = dict.fromkeys(("este_batalla", "este_paso_de_batalla", f"este_paso_de_batalla_{lance.escenario}"), battle)
        found.append(Event("durante", "batalla", {"que": battle}, parts=steps, tiempo="batalla"))
        attack = Ente("ataque", "ataque", frozenset({lance.escenario}), lance.bando)
        found.append(Event("durante", "ataque", {"que": attack}, parts={"este_ataque": attack}, tiempo="ataque"))
    return tuple(found)
