"""Rebellion: what the rules make of gaining Loyalty, Reputation and prisoners, whoever brings it about."""

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.state import Side, Table
from kb.play.run import Log

CARD = cite("rebellion/las-reglas-de-oro#r-e57d04", "Una carta manda sobre la guía")
NEUTRAL = cite("rebellion/lealtad#r-ganar-lealtad", "neutral")
ONE = cite("rebellion/lealtad#r-ganar-1-en", "neutral")
TWO = cite("rebellion/lealtad#r-ganar-2-en", "cambias")
LOSE = cite("rebellion/lealtad#r-perder", "Perder")
CORUSCANT = cite("rebellion/lealtad#r-b97211", "Coruscant")
TURNED = cite("rebellion/subyugacion#r-el-imperio", "Imperio gana")
STEP_BY_STEP = cite("rebellion/reputacion#r-6b7542", "una a una")
REBELS_WIN = cite("rebellion/ganar-la-partida#r-rebelde", "misma casilla")
CAPTURED = cite("rebellion/lideres-capturados#r-379d26", "uno a la vez")


def gain_loyalty(table: Table, name: str, side: Side, n: int, log: Log, step: str = "") -> Table:
    system = table.system(name)
    if system.coruscant:
        log.say(step, "Coruscant es siempre leal al Imperio", CORUSCANT)
        return table
    if system.lealtad is None:
        log.say(step, f"{name} pasa de neutral a leal", NEUTRAL)
        table = table.put_system(name, lealtad=side)
        if side == "imperio" and system.subyugacion:
            log.say(step, "el indicador de Subyugación se vuelve por la cara de Lealtad", TURNED)
            table = table.put_system(name, subyugacion=False)
        return table
    if system.lealtad == side:
        return table
    if n == 1:
        log.say(step, f"{name} queda neutral", ONE)
        return table.put_system(name, lealtad=None)
    log.say(step, f"{name} cambia de bando", TWO)
    return table.put_system(name, lealtad=side)


def lose_loyalty(table: Table, name: str, side: Side, log: Log, step: str = "") -> Table:
    if table.system(name).lealtad != side:
        log.say(step, f"{name} no es leal a ese bando: no pierde nada", LOSE)
        return table
    log.say(step, f"{name} deja de ser leal y queda neutral", LOSE)
    return table.put_system(name, lealtad=None)


def move_reputation(table: Table, n: int, log: Log, step: str = "") -> Table:
    """Square by square: meeting the time marker wins at once."""
    place, way = table.reputacion, -1 if n > 0 else 1
    for _ in range(abs(n)):
        if place + way < 0:  # the track has no more squares
            break
        place += way
        log.say(step, f"la Reputación pasa a la casilla {place}", STEP_BY_STEP)
        if place == table.tiempo:
            break
    return judged(table.model_copy(update={"reputacion": place}), log, step)


def judged(table: Table, log: Log, step: str = "") -> Table:
    if table.reputacion == table.tiempo:
        log.say(step, "Reputación y Tiempo coinciden: gana la Rebelión", REBELS_WIN)
        return table.model_copy(update={"gana": "rebelde"})
    return table


def capture(table: Table, leader: str, log: Log, step: str = "") -> Table:
    log.say(step, f"{leader} queda capturado; sólo puede haber uno", CAPTURED)
    if table.capturado is not None and table.capturado in table.lideres:
        table = table.put_leader(table.capturado, capturado=False)
    if leader in table.lideres:
        table = table.put_leader(leader, capturado=True)
    return table.model_copy(update={"capturado": leader})


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
