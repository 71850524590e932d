"""Imperial Assault's own shapes: passes over the words of a sentence, before and after the shared ones."""

from grammar.lexing.asalto.breaks import breaks
from grammar.lexing.asalto.lines import close
from grammar.lexing.asalto.order import mark
from grammar.lexing.asalto.titles import join_initials
from grammar.lexing.asalto.words import prepare

__all__ = ["breaks", "close", "join_initials", "mark", "prepare"]
