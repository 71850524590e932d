"""How often an ability may be used: «una vez por ronda». Each use is data, and lapses with its scope."""

from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cual
from kb.play.meaning.standing import ENDS, scope
from kb.play.validation import Model


class Uso(Model):
    nave: str
    carta: str
    lugar: int
    """Which ability of the card."""
    hasta: str
    """Until when it counts."""


def limit_of(whole: Capacidad) -> tuple[int, str] | None:
    """How many times in which scope; None where there is no limit, or nobody keeps that count."""
    told = dict(whole.limite)
    times, each = told.get("veces"), told.get("por")
    until = scope(each)
    if set(told) != {"veces", "por"} or not isinstance(times, Cual) or not times.id.isdigit() or until is None:
        return None
    return int(times.id), until


def spent(uses: tuple[Uso, ...], name: str, card: str, place: int, limit: tuple[int, str]) -> bool:
    return sum((use.nave, use.carta, use.lugar) == (name, card, place) for use in uses) >= limit[0]


def still(uses: tuple[Uso, ...], over: str) -> tuple[Uso, ...]:
    """The uses that still count once an attack, a phase or a round is over."""
    return tuple(use for use in uses if use.hasta not in ENDS[over])
