"""Rebellion: who goes first among simultaneous effects (Guía de referencia, «Cartas de acción»)."""

from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.order.game import Order, Rank
from kb.play.order.situation import Ability, Situation

CURRENT = cite("rebellion/cartas-de-accion#r-b9e7d0", "jugador actual")


def _rank(ability: Ability, s: Situation) -> Rank:
    if s.jugador_actual is None:
        raise PlayError("hace falta «jugador_actual»")
    mine = ability.jugador == s.jugador_actual
    return Rank(0 if mine else 1, f"primero el jugador actual, {s.jugador_actual}", CURRENT)


ORDER = Order(rank=_rank, own=CURRENT)
