"""Situations in which an ability acts, for a census that is honest and for whoever wants to see a card run.

A game stages situations; what the engine asks is answered with what it offers. An ability acts where the report names its card
and the table ends otherwise than without it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.play.errors import PlayError
from kb.play.run import Play, Report, run

Situation = Mapping[str, Any]
"""A scenario as `kb run` reads it: dado, cuando, semilla."""
ASKED = re.compile(r"di (?:en|con) «(\w+)»(?:, con «(\w+)»)?(?P<rest>.*)", re.DOTALL)
MOST = 8
"""Questions answered in one situation."""


@dataclass(frozen=True)
class Staging:
    play: Play
    tell: Callable[[Situation, str, Any], Situation]
    """The same situation with a decision of the card told: field, value."""
    answer: Callable[[str, str, int], Any]
    """What is answered to a question: its field, the words after it, and which of the answers that it offers."""
    without: Callable[[Situation], Situation]
    """The same situation without the card."""
    table: Callable[[Report], Any]
    """What of a report is the table: what an ability has to change."""
    names: Callable[[Situation], Iterable[str]]
    """Under which names the report tells that the card acts."""


def played(staging: Staging, told: Situation) -> Report | None:
    try:
        return run(staging.play, told.get("dado", {}), told.get("cuando", ()), told.get("semilla"))
    except PlayError:
        return None


def answered(staging: Staging, told: Situation, way: int) -> tuple[Situation, Report | None]:
    """With an answer to every question, and what comes of it; `way` is which of the answers that the engine offers."""
    report = played(staging, told)
    for _ in range(MOST):
        offered = (choice.texto for choice in report.opciones if "(di en" in choice.texto) if report is not None else ()
        found = ASKED.search(report.pendiente or next(iter(offered), "")) if report is not None else None
        name = (found[2] or found[1]) if found is not None else ""
        more = staging.tell(told, name, staging.answer(name, found["rest"], way)) if found is not None else told
        if more == told:
            break
        told, report = more, played(staging, more)
    return told, report


def acts(staging: Staging, told: Situation, report: Report | None) -> bool:
    """It is named as acting, nothing of it is left out, and the table ends otherwise than without it."""
    if report is None or report.pendiente or any("no se ejecuta" in event.texto for event in report.eventos):
        return False
    names = frozenset(staging.names(told))
    if report.no_se_puede:  # a card that forbids is seen at work where something is refused because of it
        return any(f"«{name}»" in report.no_se_puede and "no lo permite" in report.no_se_puede for name in names)
    if not any(event.efecto in names for event in report.eventos):
        return False
    other = played(staging, staging.without(told))
    return other is not None and staging.table(report) != staging.table(other)
