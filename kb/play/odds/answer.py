"""`kb odds`: a question in, exact probabilities out. Each game answers its own (`kb/play/games/<juego>/odds/`)."""

from collections.abc import Mapping
from typing import Any

from kb.play.errors import PlayError
from kb.play.odds.budget import Budget
from kb.play.odds.game import ROLLED, Answer, odds_of
from kb.play.validation import checked


def odds(question: Any, where: str = "", budget: Budget | None = None) -> Answer:
    """The answer to one question of interface.md. Raises PlayError with a Spanish sentence.

    `budget` is for who answers many people and has less patience than the command.
    """
    if not isinstance(question, Mapping):
        raise PlayError("se espera un objeto JSON con «game»", where)
    game = question.get("game")
    if not isinstance(game, str) or game not in ROLLED:
        raise PlayError(f"el juego debe ser uno de {', '.join(ROLLED)}", ": ".join(p for p in (where, "game") if p))
    here = odds_of(game)
    return here.answer(checked(here.spec, question, where), budget or Budget())
