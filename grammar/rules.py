"""Rules in prose and card lines of the games that have them: text to effect and back, with the same gates as cards."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel

from grammar.build.reglas import Assembler, Unassembled
from grammar.build.sintagmas import PhraseBuilder
from grammar.diagnostics import Diagnostic
from grammar.effects.base import Model
from grammar.effects.reglas import Regla
from grammar.errors import BuildError
from grammar.expected import in_words
from grammar.explain.reglas import RulePrinter
from grammar.lexing.lineas import card_line, unknown_item
from grammar.lexing.prosa import prose_lexicon
from grammar.lexing.raw import fits
from grammar.lexing.reglas import RuleSentence, lex_rules
from grammar.lexing.words import Word
from grammar.parse import Unparsed, parse

GAMES: frozenset[str] = frozenset({"legion", "rebellion"})
MAX_TEXT = 3200
MAX_WORDS = 120
"""Longer than any rule of the books: declined at once, so that no text takes long."""


@cache
def printer_for(game: str) -> RulePrinter:
    return RulePrinter(prose_lexicon(game), game)


def read_rules(text: str, game: str) -> tuple[tuple[Model, ...], list[Diagnostic]]:
    """Effects of a text of rules, and what could not be read."""
    if len(text) > MAX_TEXT or not fits(text):
        return (), [
            Diagnostic("KB100", "error", "El texto es demasiado largo para ser el de una carta o una regla.", (0, len(text)))
        ]
    line = card_line(text, game)
    if line:
        return line, []
    effects: list[Model] = []
    problems: list[Diagnostic] = []
    for sentence in lex_rules(text, game):
        if len(sentence.words) > MAX_WORDS:
            problems.append(Diagnostic("KB100", "error", "La frase es demasiado larga.", (sentence.start, sentence.end)))
            continue
        line = card_line(text[sentence.start : sentence.end], game)
        if line and not sentence.header:
            effects.extend(line)
            continue
        try:
            rule = _rule(sentence, game)
            lost = lost_word(sentence, rule)
            if lost is not None:
                problems.append(Diagnostic("KB110", "error", f"«{lost.text}» no llega al efecto.", (lost.start, lost.end)))
            effects.append(rule)
        except Unparsed as error:
            problems.append(_unparsed(sentence, error))
        except BuildError as error:
            problems.append(
                Diagnostic(error.code, "error", f"No encaja: {error.detail}.", (error.start, error.end), error.expected)
            )
        except Unassembled as error:
            problems.append(Diagnostic("KB102", "error", f"No encaja: {error}.", (sentence.start, sentence.end)))
    if problems and (strange := unknown_item(text, game)) is not None:
        item, at = strange
        message = f"No se conoce ninguna cualidad «{item}»."
        problems = [Diagnostic("KB101", "error", message, (at, at + len(item)), ("una cualidad del juego",))]
    return tuple(effects), problems


def lost_word(sentence: RuleSentence, rule: Regla) -> Word | None:
    """The first word whose number, icon, token, keyword or negation the effect does not hold: nothing is dropped in silence."""
    marked = [(word, mark) for word in sentence.words for mark in _marks(word)]
    if not marked:
        return None
    held = _held(rule)
    for word, mark in marked:
        held[mark] -= 1
        if held[mark] < 0:
            return word
    return None


def _marks(word: Word) -> Iterator[str]:
    if word.type.rstrip("_DN") in ("ICON", "TOK", "CUAL") and word.id:
        yield word.id
    for value in word.det.values if word.det is not None else word.values:
        yield f"#{value}"
    if word.negated or (word.verb is not None and word.verb.negated):
        yield "!"


def _held(rule: Regla) -> Counter[str]:
    """Identifiers, numbers («#2») and negations («!») that an effect holds."""
    held: Counter[str] = Counter()
    pending: list[object] = [rule]
    while pending:
        node = pending.pop()
        if isinstance(node, BaseModel):
            fields = node.__dict__
            if fields.get("negado"):
                held["!"] += 1
            if fields.get("modo_negado"):
                held["!"] += 1
            pending.extend(child for child in fields.values() if child is not None and child is not False and child is not True)
        elif isinstance(node, tuple):
            pending.extend(node)
        elif isinstance(node, str):
            held[node.removeprefix("icono_")] += 1
        elif isinstance(node, int):
            held[f"#{node}"] += 1
    return held


def _rule(sentence: RuleSentence, game: str) -> Regla:
    builder = PhraseBuilder(sentence.words)
    clauses = Assembler(builder.pieces(parse(sentence.words, game))).run()
    if not sentence.colon and all(clause.verbo is None for clause in clauses):
        raise Unassembled("falta el verbo")
    fields: dict[str, Any] = {"clausulas": clauses, "vineta": sentence.bullet, "anuncia": sentence.colon}
    if sentence.header:
        fields["cabecera"] = sentence.header
    return Regla.of(**fields)


def _unparsed(sentence: RuleSentence, error: Unparsed) -> Diagnostic:
    expected = in_words(error.expected)
    if error.index >= len(sentence.words):
        return Diagnostic("KB101", "error", "La frase acaba demasiado pronto.", (sentence.end, sentence.end), expected)
    word = sentence.words[error.index]
    unknown = word.type == "PALABRA"
    message = f"No se conoce «{word.text}»." if unknown else f"No se entiende a partir de «{word.text}»."
    return Diagnostic("KB101", "error", message, (word.start, word.end), expected)
