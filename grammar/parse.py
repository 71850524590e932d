"""Typed words to a tree: one LALR parser per game, built once and cached on disk."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer

from grammar.cache import cache_root, private
from grammar.lexing.words import Word
from grammar.steps import spend

GRAMMARS = Path(__file__).parent / "games"
LAYERS: dict[str, tuple[str, ...]] = {
    "imperial-assault": ("shared", "imperial-assault"),
    "leyendas": ("shared", "imperial-assault", "leyendas"),
}
"""A dialect is a delta (`%extend`, own rules): its text is read after the shared one."""
Node = Tree[Token]
WHAT_WAS_EXPECTED = 30
"""Steps: to know what might stand there costs as much as reading so many words."""
BASES: dict[str, str] = {"legion": "reglas", "rebellion": "reglas"}
"""Games that speak in the prose of their rulebook: reglas.lark instead of shared.lark."""


class WordLexer(Lexer):
    """Hands the words over to Lark; `start_pos` is the index of the word."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: list[Word]) -> Iterator[Token]:  # type: ignore[override]
        for index, word in enumerate(data):
            yield Token(word.type, word.text, start_pos=index)


class Unparsed(Exception):
    """No rule takes the word at `index` (the number of words: the sentence ends too soon)."""

    def __init__(self, index: int, expected: frozenset[str]) -> None:
        super().__init__(index)
        self.index, self.expected = index, expected


@cache
def parser_for(game: str) -> Lark:
    return build_parser(game, cached=True)


def build_parser(game: str, cached: bool) -> Lark:
    """The shared grammar and the game's layers after it. `cached` keeps the tables in the user's own cache, by their hash.

    The delta is read as part of the same text: an imported rule would come with its terminals renamed.
    """
    paths = dict.fromkeys(GRAMMARS / f"{name}.lark" for name in LAYERS.get(game, (BASES.get(game, "shared"), game)))
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths if path.exists())
    kept = _kept(text) if cached else False
    return Lark(text, parser="lalr", lexer=WordLexer, start="oracion", strict=True, maybe_placeholders=False, cache=kept)


def _kept(text: str) -> str | bool:
    """Where the tables of this grammar are kept, or that they are not. Lark keeps them as a pickle, which runs whatever is in
    it: so never where somebody else may write, as in the temporary folder that it would take."""
    try:
        folder = cache_root() / "gramaticas"
        if not private(folder) or not os.access(folder, os.W_OK):
            return False
    except (OSError, RuntimeError):  # RuntimeError: nobody's home
        return False
    digest = sha256(f"{lark_version} {sys.version_info[:2]} {text}".encode()).hexdigest()
    return str(folder / f"{digest[:24]}.tablas")


def parse(words: list[Word], game: str) -> Node:
    try:
        return parser_for(game).parse(words)
    except UnexpectedToken as error:
        spend(WHAT_WAS_EXPECTED)
        index = error.token.start_pos if error.token.type != "$END" else len(words)
        raise Unparsed(index if index is not None else len(words), frozenset(error.accepts or error.expected)) from None
