"""Everything to say about a card text: what the compiler does not understand, and what the linter finds in the wording."""

from grammar.diagnostics import Diagnostic
from grammar.lint import lint_text
from grammar.meaning.card import Card


def findings(text: str, game: str, known: Card | None = None, names: tuple[str, ...] = ()) -> tuple[Diagnostic, ...]:
    """By place, each once. `known` is what the text compiles to, where that was asked already."""
    return lint_text(text, game, known, names)
