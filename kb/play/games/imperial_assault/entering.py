"""Imperial Assault: what it costs to enter a square, without a board: difficult terrain, and who stands there (Movimiento)."""

from typing import Any

from kb.play.cite import Cite, cite
from kb.play.games.imperial_assault.state import Natural, Table
from kb.play.run import Illegal, Log
from kb.play.saying import many
from kb.play.validation import Model


class Rules(Model):
    difficult: Cite
    through: Cite
    point: Cite


RULES = {
    "imperial-assault": Rules(
        difficult=cite("imperial-assault/terreno-dificil#r-f3bc16", "1 punto de movimiento más"),
        through=cite("imperial-assault/movimiento#r-a-traves-de", "sin acabar en ella"),
        point=cite("imperial-assault/movimiento#r-28c438", "puntos de movimiento"),
    ),
    "leyendas": Rules(
        difficult=cite("leyendas/mover-a-traves-de-terreno#r-dificil", "1 punto de movimiento más"),
        through=cite("leyendas/mover-a-traves-de-figuras#r-5d11ed", "1 punto de movimiento más"),
        point=cite("leyendas/mover#r-9e02f1", "Con 1 punto"),
    ),
}
CITES: tuple[Cite, ...] = tuple(each for rules in RULES.values() for each in (rules.difficult, rules.through, rules.point))


class Enter(Model):
    """A figure wants to enter a square, or to go through it."""

    figura: str
    dificil: bool = False
    enemiga: bool = False
    amiga: bool = False
    termina: bool = False
    """It wants to end its movement there."""
    puntos: Natural | None = None
    """Those that it has."""


def enter(table: Table, order: Enter, log: Log) -> tuple[Table, dict[str, Any]]:
    figure, rules = table.present(order.figura), RULES[table.game]
    free, cost = figure.descomunal or figure.movil, 1
    if order.dificil and not free and "terreno" not in figure.sin_recargo:
        cost += 1
        log.say("", "1 punto de movimiento más por el terreno difícil", rules.difficult)
    if order.enemiga and not free and "figuras" not in figure.sin_recargo:
        cost += 1
        log.say("", "1 punto de movimiento más por la figura enemiga", rules.through)
    log.say("", f"entrar le cuesta {many(cost, 'punto')} de movimiento", rules.point)
    held = order.enemiga or order.amiga
    if order.termina and held:
        raise Illegal(f"{order.figura} no puede acabar su movimiento en la casilla de otra figura", rules.through)
    if order.puntos is not None and order.puntos < cost:
        raise Illegal(f"hacen falta {cost} puntos de movimiento y hay {order.puntos}", rules.point)
    if held:
        log.say("", "no puede acabar ahí su movimiento", rules.through)
        if order.puntos == cost:
            raise Illegal(f"con {order.puntos} entraría y no le quedaría con qué salir: ahí no puede acabar", rules.through)
    return table, {"cuesta": cost}
