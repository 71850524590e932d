"""Keywords as programs: the definition compiles once with its parameters free; a card line («Perforante 2») binds them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from grammar.compile import compile_text
from grammar.effects import Capacidad, Cuenta, Seleccion
from grammar.effects.base import Model
from grammar.lexing.lexicon import lexicon_for


@dataclass(frozen=True)
class Keyword:
    """One keyword of a card line, with its arguments."""

    id: str
    x: int | None = None
    icono: str | None = None


@cache
def definition(keyword: str, game: str = "imperial-assault") -> tuple[Capacidad, ...]:
    """The effect of a keyword with its parameter free; empty where the game gives no definition."""
    term = lexicon_for(game).terms.get(keyword)
    if term is None or not term.definicion:
        return ()
    result = compile_text(term.definicion, game)
    if result.status == "rechazado":
        raise ValueError(f"la definición de «{term.nombre}» no compila: {result.diagnostics[0].message}")
    return tuple(effect for effect in result.effects if isinstance(effect, Capacidad))


def keywords_of(effects: tuple[Capacidad, ...], game: str = "imperial-assault") -> Iterator[Keyword]:
    """Every keyword that the effect mentions with its arguments, in order."""
    terms = lexicon_for(game).terms
    for value in _selections(effects):
        term = terms.get(value.objeto)
        if term is None or term.clase != "palabra_clave":
            continue
        numbers = [
            part.valores[0] for group in value.rasgos for part in group.partes if part.clase == "numero" and part.valores
        ]
        icons = [part.id for group in value.rasgos for part in group.partes if part.clase == "icono"]
        yield Keyword(value.objeto, numbers[0] if numbers else None, icons[0] if icons else None)


def bound(keyword: Keyword, game: str = "imperial-assault") -> tuple[Capacidad, ...]:
    """What the keyword does here: X is its number, and its icon stands where the definition has [daño]."""
    found: tuple[Capacidad, ...] = _bind(definition(keyword.id, game), keyword)
    return found


def _bind(value: Any, keyword: Keyword) -> Any:
    if isinstance(value, tuple):
        return tuple(_bind(child, keyword) for child in value)
    if (
        isinstance(value, Seleccion)
        and value.cuenta is not None
        and value.cuenta.variable == "x"
        and keyword.icono
        and value.objeto == "dano"
    ):
        value = value.but(objeto=keyword.icono)
    if isinstance(value, Cuenta):
        if value.variable != "x" or keyword.x is None:
            return value
        kind = "exacta" if value.tipo == "variable" else value.tipo
        return value.but(tipo=kind, valores=(keyword.x,), variable=None)
    if isinstance(value, Model):
        return value.but(**{name: _bind(child, keyword) for name, child in value.__dict__.items()})
    return value


def _selections(value: object) -> Iterator[Seleccion]:
    if isinstance(value, tuple):
        for child in value:
            yield from _selections(child)
    elif isinstance(value, Seleccion):
        yield value
        for child in value.__dict__.values():
            yield from _selections(child)
    elif isinstance(value, Model):
        for child in value.__dict__.values():
            yield from _selections(child)
