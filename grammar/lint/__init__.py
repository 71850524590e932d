"""The validator: rules over the words and the effect of a text. Precision before zeal."""

from grammar.lint.catalogue import CATALOGUE, Rule
from grammar.lint.run import lint_text

__all__ = ["CATALOGUE", "Rule", "lint_text"]
