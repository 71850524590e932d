"""Runs every rule over a text, in the order of the table."""

from collections.abc import Callable, Iterator

from grammar.compile import cleaned, compile_text
from grammar.diagnostics import Diagnostic
from grammar.lexing.lexer import lex
from grammar.lexing.lexicon import lexicon_for
from grammar.lint import games, meaning, wording
from grammar.lint.context import Context
from grammar.lint.prosa import lint_prose
from grammar.rules import GAMES as PROSE_GAMES

Check = Callable[[Context], Iterator[Diagnostic]]
CHECKS: tuple[Check, ...] = (
    wording.misprints, wording.other_games, wording.wrong_game, wording.capitals, wording.fan_words, wording.fan_verbs,
    wording.agreement, wording.range_words,
    wording.whenever, wording.punctuation, meaning.lost_icons, meaning.bounds, meaning.empty_options, meaning.impossible_costs,
    meaning.dangling, meaning.duplicates, meaning.reminders,
    games.wrong_game,
)  # fmt: skip


def lint_text(text: str, game: str = "xwing") -> tuple[Diagnostic, ...]:
    """Everything to say about the text, by place. What only differs from the canonical wording is a note."""
    text = cleaned(text)
    result = compile_text(text, game)
    if game in PROSE_GAMES:
        return lint_prose(text, game, result)
    found: list[Diagnostic] = list(result.diagnostics)
    sentences = lex(text, game)
    context = Context(text, game, sentences, result, lexicon_for(game))
    for check in CHECKS:
        found.extend(check(context))
    return tuple(sorted(set(found), key=lambda d: (d.span, d.code, d.message)))
