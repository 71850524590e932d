"""X-Wing: suffering damage, losing shields, repairing."""

from dataclasses import replace
from typing import Any

from kb.play.errors import PlayError
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.state import Natural, Ship, Table
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Log
from kb.play.saying import many
from kb.play.validation import Model

ATTACK = "5"
"""In this step of an attack a destroyed ship's abilities wait for step 6 («Destrucción de naves»)."""


def suffer(table: Table, name: str, hits: int, crits: int, log: Log, step: str = "", cause: str = "") -> Table:
    """Point by point, hits before crits: a shield, else a card. `cause`: an obstacle, an attack, whose bomb."""
    if hits + crits:
        kinds = {"impacto"} if not crits else {"critico"} if not hits else {"impacto", "critico"}
        marks = frozenset({f"{rules.CAUSE}{cause}", *kinds} if cause else kinds)
        about = Happening("antes", "sufrir", name, "dano", marks, hits + crits, step=step)
        table = log.happen(table, about, replace(about, relation="iba_a"))
        replaced = log.instead_of({"impacto": hits, "critico": crits})
        hits, crits = hits - replaced["impacto"], crits - replaced["critico"]
        if not hits + crits:
            return table
    hits, crits, table = _spared(table, name, hits, crits, log, step)
    before = table.ship(name)
    if before.impide:
        log.say(step, f"el daño que iba a sufrir {name} se impide", rules.PREVENT)
        return table.put(name, before.model_copy(update={"impide": False}))
    for kind, n in (("impacto", hits), ("critico", crits)):
        for _ in range(n):
            table = _about_to_get(table, name, kind, log, step)
            if log.instead():
                continue
            shields = table.ship(name).escudos
            table = table.put(name, _one(table.ship(name), name, kind, log, step))
            if table.ship(name).escudos < shields:  # point by point: each shield is lost for itself
                table = log.happen(table, Happening("despues", "perder", name, "escudo", step=step))
    table = _dealt(before, table, name, log, step)
    table = _judged(table, name, log, step)
    return log.happen(table, Happening("despues", "sufrir", name, "dano", step=step)) if hits + crits else table


def _spared(table: Table, name: str, hits: int, crits: int, log: Log, step: str) -> tuple[int, int, Table]:
    """Points of it that an ability prevents: all of one kind, or the hits first."""
    ship = table.ship(name)
    if not ship.evita:
        return hits, crits, table
    fewer = min(hits, ship.evita) if ship.evita_de != "critico" else 0
    less = min(crits, ship.evita - fewer) if ship.evita_de != "impacto" else 0
    log.say(step, f"de ese daño se impide {fewer + less}", rules.PREVENT)
    return hits - fewer, crits - less, table.put(name, ship.model_copy(update={"evita": 0, "evita_de": ""}))


def _about_to_get(table: Table, name: str, kind: str, log: Log, step: str) -> Table:
    """A card is about to come to a ship without shields: something may take its place."""
    ship = table.ship(name)
    if ship.escudos or not ship.cartas:
        return table
    face = "boca_arriba" if kind == "critico" and not ship.remoto else "boca_abajo"
    return log.happen(table, Happening("antes", "recibir", name, "carta_de_dano", frozenset({face}), step=step))


def _dealt(before: Ship, table: Table, name: str, log: Log, step: str) -> Table:
    """Damage cards have come to a ship."""
    after = table.ship(name)
    up, down = after.criticos > before.criticos, after.dano > before.dano
    if not up and not down:
        return table
    marks = frozenset({*(("boca_arriba",) if up else ()), *(("boca_abajo",) if down else ())})
    dealt = Happening("despues", "infligir", "", "carta_de_dano", marks, roles={"a": name}, step=step)
    return log.happen(table, dealt, Happening("despues", "recibir", name, "carta_de_dano", marks, step=step))


def deal_cards(table: Table, name: str, down: int, up: int, log: Log) -> Table:
    """«Infligir una carta de Daño» passes by the shields and is no suffering of damage."""
    ship = table.ship(name)
    log.say("", f"{name} recibe {many(down + up, 'carta')} de Daño, sin pasar por los escudos", rules.DEALT)
    table = table.put(name, ship.model_copy(update={"dano": ship.dano + down, "criticos": ship.criticos + up}))
    return _judged(_dealt(ship, table, name, log, ""), name, log, "")


def lose_shields(table: Table, name: str, n: int, log: Log) -> Table:
    ship = table.ship(name)
    lost = min(n, ship.escudos)
    log.say("", f"{name} pierde {lost} escudos; perder un escudo no es sufrir daño", rules.SHIELD_TAKEN)
    table = table.put(name, ship.model_copy(update={"escudos": ship.escudos - lost}))
    return log.happen(table, Happening("despues", "perder", name, "escudo")) if lost else table


def _one(ship: Ship, name: str, kind: str, log: Log, step: str) -> Ship:
    if ship.escudos:
        log.say(step, f"{name} pierde un escudo por un {kind}", rules.SHIELD)
        return ship.model_copy(update={"escudos": ship.escudos - 1})
    face, field = ("boca arriba", "criticos") if kind == "critico" and not ship.remoto else ("boca abajo", "dano")
    rule = rules.REMOTE_HURT if ship.remoto else rules.CARD
    log.say(step, f"se inflige a {name} una carta de Daño {face}", rule)
    return ship.model_copy(update={field: getattr(ship, field) + 1})


def destroy(table: Table, name: str, log: Log) -> Table:
    """An effect that destroys it, whatever damage it has."""
    log.say("", f"{name} es destruida", rules.DESTROYED)
    table = table.put(name, table.ship(name).model_copy(update={"destruida": True}))
    return log.happen(table, Happening("despues", "destruir", name))


def _judged(table: Table, name: str, log: Log, step: str) -> Table:
    ship = table.ship(name)
    if not ship.destruida and ship.dano + ship.criticos >= ship.casco:
        log.say(
            step,
            f"{name} es destruida: tiene {many(ship.dano + ship.criticos, 'carta')} de Daño y {ship.casco} de Casco",
            rules.DESTROYED,
        )
        table = table.put(name, ship.model_copy(update={"destruida": True}))
        if step != ATTACK:
            table = log.happen(table, Happening("despues", "destruir", name))
    return table


class Suffer(Model):
    nave: str
    impactos: Natural = 0
    criticos: Natural = 0
    cartas_boca_abajo: Natural = 0
    cartas_boca_arriba: Natural = 0
    pierde_escudos: Natural = 0


class Repair(Model):
    nave: str
    boca_abajo: Natural = 0
    boca_arriba: Natural = 0


def hurt(table: Table, order: Suffer, log: Log) -> tuple[Table, dict[str, Any]]:
    before = table.ship(order.nave)
    if order.pierde_escudos:
        table = lose_shields(table, order.nave, order.pierde_escudos, log)
    if order.cartas_boca_abajo or order.cartas_boca_arriba:
        table = deal_cards(table, order.nave, order.cartas_boca_abajo, order.cartas_boca_arriba, log)
    if order.impactos or order.criticos:
        table = suffer(table, order.nave, order.impactos, order.criticos, log)
    after = table.ship(order.nave)
    return table, {"sufre_dano": bool(order.impactos + order.criticos), "destruida": after.destruida, "antes": before.escudos}


def repair(table: Table, order: Repair, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    if not order.boca_arriba + order.boca_abajo:
        raise PlayError("di cuántas cartas repara: «boca_arriba» o «boca_abajo»")
    up, down = min(order.boca_arriba, ship.criticos), min(order.boca_abajo, ship.dano)
    if not up + down:
        raise Illegal(f"{order.nave} no tiene ninguna carta de Daño de esas que reparar", rules.REPAIR)
    # A face-up card that is repaired is turned face down; a face-down one is discarded.
    ship = ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano - down + up})
    if up:
        log.say("", f"{order.nave} repara {many(up, 'carta')} boca arriba: se da la vuelta y queda boca abajo", rules.REPAIR)
    if down:
        log.say("", f"{order.nave} repara {many(down, 'carta')} boca abajo: se descarta", rules.REPAIR)
    if up + down < order.boca_arriba + order.boca_abajo:
        log.say("", f"{order.nave} no tiene más cartas de Daño de esas que reparar", rules.REPAIR)
    if ship.destruida:
        log.say("", f"{order.nave} ya estaba destruida, y lo sigue estando", rules.STAYS_DESTROYED)
    return table.put(order.nave, ship), {"destruida": ship.destruida}
