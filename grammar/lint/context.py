"""What a rule sees: the text, its words with all their readings and, where it is understood, its effect."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from grammar.diagnostics import Diagnostic, Fix
from grammar.lexicon.load import Lexicon, fold
from grammar.lexicon.tokens import Raw, raw_tokens, tokens_of
from grammar.lexicon.words import Token
from grammar.lint.catalogue import CATALOGUE
from grammar.lint.terms import Terms, terms_for
from grammar.meaning.card import Card

YOU = frozenset({"tu", "tus", "te", "ti", "contigo"})


@dataclass(frozen=True)
class Context:
    text: str
    game: str
    card: Card
    names: tuple[str, ...] = ()

    @cached_property
    def terms(self) -> Terms:
        return terms_for(self.game, self.names)

    @property
    def lexicon(self) -> Lexicon:
        return self.terms.lexicon

    @cached_property
    def raws(self) -> list[Raw]:
        return raw_tokens(self.text)

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens_of(self.raws, self.lexicon)

    @property
    def understood(self) -> bool:
        return self.card.status != "rechazado"

    def pairs(self) -> Iterator[tuple[Token, Token]]:
        """Neighbouring words with nothing but blanks of one line between them."""
        for left, right in pairwise(self.tokens):
            if left.end <= right.start and not self.text[left.end : right.start].strip(" "):
                yield left, right

    def addressed(self, token: Token) -> bool:
        """Whether its sentence has spoken to «tú» before."""
        start = max(self.text.rfind(sign, 0, token.start) for sign in (".", ":", "\n"))
        around = (t for t in self.tokens if start < t.start < token.start)
        return any((w.person == 2 and w.mood != "imp") or fold(t.text) in YOU for t in around for w in t.words)

    def opens(self, token: Token) -> bool:
        """Whether a sentence begins with it."""
        before = self.text[: token.start].rstrip(' "“«(')
        return not before or before[-1] in ".:\n■•!?)]"


def finding(code: str, message: str, start: int, end: int, fix: str | None = None, safe: bool = True) -> Diagnostic:
    change = Fix(start, end, fix, safe) if fix is not None else None
    return Diagnostic(code, CATALOGUE[code].severity, message, (start, end), fix=change)
