"""The outline of any effect, by the printer of its family."""

from grammar.compile import printer_for
from grammar.effects import Capacidad
from grammar.effects.base import Model
from grammar.explain.esquema import outline_rule
from grammar.explain.outline import Part, outline
from grammar.rules import printer_for as rule_printer


def outline_of(effect: Model, game: str) -> Part:
    if isinstance(effect, Capacidad):
        return outline(effect, printer_for(game))
    return outline_rule(effect, rule_printer(game))
