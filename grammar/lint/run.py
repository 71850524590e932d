"""Runs every rule over a text, in the order of the table."""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace

from grammar.compile import Result, compile_text
from grammar.diagnostics import Diagnostic, apply_fixes
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
    games.wrong_game, games.ignored,
)  # fmt: skip


def lint_text(text: str, game: str = "xwing", known: Result | None = None) -> tuple[Diagnostic, ...]:
    """Everything to say about the text, by place. What only differs from the canonical wording is a note.

    `known` is what it compiles to, where that was asked already.
    """
    result = compile_text(text, game) if known is None else known
    text = _cleaned(text)
    if game in PROSE_GAMES:
        return _proved(text, game, result, lint_prose(text, game, result))
    found: list[Diagnostic] = list(result.diagnostics)
    sentences = lex(text, game)
    context = Context(text, game, sentences, result, lexicon_for(game))
    for check in CHECKS:
        found.extend(check(context))
    return _proved(text, game, result, tuple(sorted(set(found), key=lambda d: (d.span, d.code, d.message))))


def _cleaned(text: str) -> str:
    """NFC, and half characters (lone surrogates) as «?»: they have no UTF-8, so that no answer could quote them."""
    return unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")


def _proved(text: str, game: str, result: Result, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """A fix is safe only where the text that it leaves means the same: two spaces inside a name may be the name's."""
    if result.status == "rechazado" or not any(_is_safe(d) for d in found):
        return found
    if _means(apply_fixes(text, found), game, result):
        return found
    alone = tuple(d if not _is_safe(d) or _means(apply_fixes(text, (d,)), game, result) else _unsafe(d) for d in found)
    if _means(apply_fixes(text, alone), game, result):
        return alone
    return tuple(_unsafe(d) if _is_safe(d) else d for d in found)


def _is_safe(diagnostic: Diagnostic) -> bool:
    return diagnostic.fix is not None and diagnostic.fix.safe


def _means(text: str, game: str, result: Result) -> bool:
    return compile_text(text, game).effects == result.effects


def _unsafe(diagnostic: Diagnostic) -> Diagnostic:
    assert diagnostic.fix is not None
    return replace(diagnostic, fix=replace(diagnostic.fix, safe=False))
