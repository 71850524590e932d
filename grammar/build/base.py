"""The builder's ground: access to words, dispatch by rule name, spans."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Token, Tree

from grammar.errors import BuildError
from grammar.lexing.words import Word
from grammar.parse import Node


@cache
def _method(rule: str) -> str:
    return f"build_{rule.rsplit('__', 1)[-1]}"


class BuilderBase:
    def __init__(self, words: list[Word]) -> None:
        self.words = words

    def word(self, token: Token) -> Word:
        return self.words[token.start_pos or 0]

    def build(self, node: Node) -> Any:
        """Calls build_<rule>. A test checks that every rule of the grammar has its method."""
        return getattr(self, _method(node.data))(node)

    def trees(self, node: Node, name: str | None = None) -> Iterator[Node]:
        return iter([child for child in node.children if isinstance(child, Tree) and (name is None or child.data == name)])

    def first(self, node: Node, *names: str) -> Node | None:
        for child in node.children:
            if isinstance(child, Tree) and child.data in names:
                return child
        return None

    def tokens(self, node: Node) -> list[Token]:
        return [child for child in node.children if isinstance(child, Token)]

    def all_tokens(self, node: Node, kind: str) -> list[Token]:
        """Tokens of one kind at any depth, in order."""
        return [
            value
            for value in node.scan_values(lambda value: isinstance(value, Token))
            if isinstance(value, Token) and value.type == kind
        ]

    def span(self, node: Node | Token) -> tuple[int, int]:
        found = list(node.scan_values(lambda value: isinstance(value, Token))) if isinstance(node, Tree) else [node]
        if not found:
            return (0, 0)
        spans = [self.word(token) for token in found]
        return (min(word.start for word in spans), max(word.end for word in spans))

    def fail(self, node: Node | Token, detail: str, *expected: str, code: str = "KB102") -> BuildError:
        start, end = self.span(node)
        return BuildError(code, start, end, detail, expected)
