"""Imperial Assault's own shapes: passes over the words of a sentence, before and after the shared ones."""

from grammar.lexing.asalto.lines import close
from grammar.lexing.asalto.order import mark
from grammar.lexing.asalto.words import prepare

__all__ = ["close", "mark", "prepare"]
