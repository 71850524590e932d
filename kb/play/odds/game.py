"""What a game brings to `kb odds`: its `odds/answer.py` has one of these, `ODDS`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kb.play.odds.budget import Budget
from kb.play.plays import having, part
from kb.play.validation import Model

Answer = dict[str, Any]
PART = "odds.answer"


@dataclass(frozen=True)
class Odds:
    spec: type[Model]
    """Its questions, as interface.md promises them."""
    answer: Callable[[Any, Budget], Answer]
    """A question of that model, answered."""
    tried: Callable[[str], dict[str, str] | None] | None = None
    """A keyword -> an attack with it beside the same without it, as fields of the form of its page; None where unknown."""


ROLLED: tuple[str, ...] = having(PART)
"""The games whose odds are known."""


def odds_of(game: str) -> Odds:
    found: Odds = part(game, PART).ODDS
    return found
