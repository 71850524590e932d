"""A text pasted under the wrong game."""

from collections.abc import Iterator

from grammar.diagnostics import Diagnostic
from grammar.game import load_game
from grammar.likeness import other_game
from grammar.lint.context import Context, finding


def wrong_game(context: Context) -> Iterator[Diagnostic]:
    if context.result.status != "rechazado":
        return
    found = other_game(context.text, context.game)
    if found is not None:
        terms = ", ".join(f"«{term}»" for term in found.terms[:4])
        message = f"Parece de {load_game(found.game).nombre}: usa {terms}."
        yield finding("KB216", message, 0, len(context.text))
