"""A card text compiled where one fault must not stop the rest: a fault of the compiler is ours, so the text is declined."""

import logging

from grammar.diagnostics import Diagnostic
from grammar.meaning.card import Card, compile_card
from grammar.steps import TooMuchWork

log = logging.getLogger(__name__)


def compile_safely(text: str, game: str, names: tuple[str, ...] = ()) -> Card:
    try:
        return compile_card(text, game, names)
    except (TooMuchWork, MemoryError):
        raise
    except Exception:
        log.exception("the compiler failed on a text of %s characters of %s", len(text), game)
        return Card("rechazado", diagnostics=(stumbled(text),))


def stumbled(text: str) -> Diagnostic:
    return Diagnostic("KB100", "error", "El compilador ha tropezado con este texto. Ya está anotado.", (0, len(text)))
