"""The validator for games that speak in prose and keyword lists: what is sure there, and whose text it is."""

import re
from collections.abc import Callable, Iterator

from grammar.compile import Result, compile_text
from grammar.diagnostics import Diagnostic
from grammar.game import GAMES, load_game
from grammar.lexing.prosa import prose_lexicon
from grammar.lexing.raw import fits
from grammar.lexing.reglas import lex_rules
from grammar.lexing.sentences import Sentence
from grammar.lint import wording
from grammar.lint.context import Context, finding
from grammar.rules import MAX_TEXT

LONGEST_CARD = 600
"""Characters: no official card of the other games has more, so that a longer text is none of theirs."""
LOST_ICON = re.compile(r"\[\?\]")


def unknown_words(context: Context) -> Iterator[Diagnostic]:
    for word in context.words():
        if word.type == "PALABRA" and word.canonical:
            message = f"«{word.text}» no está en el vocabulario: ¿quisiste decir «{word.canonical}»?"
            yield finding("KB201", message, word.start, word.end, word.canonical)
        elif word.type == "PALABRA" and word.cls == "icono":
            yield finding("KB201", f"El icono «{word.text}» no existe en este juego.", word.start, word.end)


def lost_icons(context: Context) -> Iterator[Diagnostic]:
    for match in LOST_ICON.finditer(context.text):
        yield finding("KB205", "Aquí falta un icono.", match.start(), match.end())


def whose_text(context: Context) -> Iterator[Diagnostic]:
    """A text that is not understood here and compiles as one of another game was pasted under the wrong one."""
    if context.result.status != "rechazado" or len(context.text) > LONGEST_CARD:
        return
    for game in GAMES:
        if game != context.game and compile_text(context.text, game).status != "rechazado":
            yield finding("KB202", f"Parece un texto de {load_game(game).nombre}.", 0, len(context.text))
            return


CHECKS: tuple[Callable[[Context], Iterator[Diagnostic]], ...] = (unknown_words, lost_icons, wording.punctuation, whose_text)


def lint_prose(text: str, game: str, result: Result) -> tuple[Diagnostic, ...]:
    found: list[Diagnostic] = list(result.diagnostics)
    if len(text) > MAX_TEXT or not fits(text):
        return tuple(found)
    sentences = [Sentence([], sentence.words, sentence.start, sentence.end) for sentence in lex_rules(text, game)]
    context = Context(text, game, sentences, result, prose_lexicon(game))
    for check in CHECKS:
        found.extend(check(context))
    return tuple(sorted(set(found), key=lambda d: (d.span, d.code, d.message)))
