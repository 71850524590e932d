"""Rules in prose and card lines of the games that have them: text to effect and back, with the same gates as cards."""

from functools import cache
from typing import Any

from grammar.build.reglas import Assembler, PhraseBuilder
from grammar.diagnostics import Diagnostic, Fix
from grammar.effects.base import Model
from grammar.effects.reglas import Regla
from grammar.errors import BuildError
from grammar.explain.reglas import RulePrinter
from grammar.lexing.lineas import card_line
from grammar.lexing.prosa import prose_lexicon
from grammar.lexing.reglas import RuleSentence, lex_rules
from grammar.parse import Unparsed, parse

GAMES: frozenset[str] = frozenset({"legion", "rebellion"})


@cache
def printer_for(game: str) -> RulePrinter:
    return RulePrinter(prose_lexicon(game), game)


def read_rules(text: str, game: str) -> tuple[tuple[Model, ...], list[Diagnostic]]:
    """Effects of a text of rules, and what could not be read."""
    line = card_line(text, game)
    if line:
        return line, []
    effects: list[Model] = []
    problems: list[Diagnostic] = []
    for sentence in lex_rules(text, game):
        try:
            effects.append(_rule(sentence, game))
        except Unparsed as error:
            problems.append(_unparsed(sentence, error))
        except BuildError as error:
            problems.append(Diagnostic(error.code, "error", f"No encaja: {error.detail}.", (error.start, error.end), error.expected))
        except ValueError:
            problems.append(Diagnostic("KB102", "error", "La frase no se cierra.", (sentence.start, sentence.end)))
    return tuple(effects), problems


def _rule(sentence: RuleSentence, game: str) -> Regla:
    builder = PhraseBuilder(sentence.words)
    clauses = Assembler(builder.pieces(parse(sentence.words, game))).run()
    fields: dict[str, Any] = {"clausulas": clauses, "vineta": sentence.bullet, "anuncia": sentence.colon}
    if sentence.header:
        fields["cabecera"] = sentence.header
    return Regla.of(**fields)


def _unparsed(sentence: RuleSentence, error: Unparsed) -> Diagnostic:
    if error.index >= len(sentence.words):
        return Diagnostic("KB101", "error", "La frase acaba demasiado pronto.", (sentence.end, sentence.end), tuple(sorted(error.expected)))
    word = sentence.words[error.index]
    unknown = word.type == "PALABRA"
    message = f"No se conoce «{word.text}»." if unknown else f"No se entiende a partir de «{word.text}»."
    return Diagnostic("KB101", "error", message, (word.start, word.end), tuple(sorted(error.expected)))


def unsafe_fix(text: str, canonical: str) -> Fix:
    return Fix(0, len(text), canonical, safe=False)
