"""What a rule sees: the text, its words and, where it compiles, its effect."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from grammar.compile import Result
from grammar.diagnostics import Diagnostic, Fix
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.sentences import Sentence
from grammar.lexing.words import Word
from grammar.lint.catalogue import CATALOGUE


@dataclass(frozen=True)
class Context:
    text: str
    game: str
    sentences: list[Sentence]
    result: Result
    lexicon: Lexicon

    def words(self) -> Iterator[Word]:
        for sentence in self.sentences:
            yield from sentence.words

    def pairs(self) -> Iterator[tuple[Word, Word]]:
        """Neighbouring words of the same sentence."""
        for sentence in self.sentences:
            yield from zip(sentence.words, sentence.words[1:], strict=False)

    def nodes(self, kind: type[BaseModel] | tuple[type[BaseModel], ...]) -> Iterator[BaseModel]:
        """Every part of the effects of this kind."""
        pending: list[object] = list(self.result.effects)
        while pending:
            node = pending.pop(0)
            if isinstance(node, BaseModel):
                if isinstance(node, kind):
                    yield node
                pending.extend(node.__dict__.values())
            elif isinstance(node, tuple):
                pending.extend(node)


def finding(code: str, message: str, start: int, end: int, fix: str | None = None) -> Diagnostic:
    change = Fix(start, end, fix) if fix is not None else None
    return Diagnostic(code, CATALOGUE[code].severity, message, (start, end), fix=change)
