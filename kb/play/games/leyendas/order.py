"""Leyendas de la Alianza: nobody goes first among simultaneous effects, the players decide («Efectos simultáneos»)."""

from kb.play.cite import cite
from kb.play.order.game import Order, Rank
from kb.play.order.situation import Ability, Situation

TOGETHER = cite("leyendas/efectos-simultaneos#r-222327", "jugadores deciden")


def _rank(_: Ability, __: Situation) -> Rank:
    return Rank(0, "los jugadores deciden el orden", TOGETHER)


ORDER = Order(rank=_rank, own=TOGETHER)
