"""Rules in prose and card lines: clauses with their parts, keywords with their parameters, weapon profiles.

Clauses keep the order of the text; who does it and to what is told by `papel`. A keyword's parameter that the
definition leaves open is written as a negative number: -1 is X, -2 is Y.
"""

from typing import Literal

from grammar.effects.base import Ident, Model, Nombre
from grammar.effects.clause import Modo
from grammar.effects.selection import Conj, Grupo, Seleccion

X = -1
Y = -2


class Verbo(Model):
    """One verb group. `modo` is what the subject may, must or cannot do."""

    lema: Ident
    modo: Modo | None = None
    modo_negado: bool = False
    modo_adverbio: Ident | None = None
    negado: bool = False
    forma: Literal["personal", "infinitivo", "gerundio", "imperativo"] = "personal"
    persona: Literal["tu", "tercera"] = "tercera"
    plural: bool = False
    subjuntivo: bool = False
    irreal: bool = False
    """«como si fuese»."""
    tiempo: Literal["pasado", "inminente", "reciente", "curso"] | None = None
    voz: Literal["pasiva", "se"] | None = None
    participio: Literal["m", "f", "ms", "fs"] | None = None
    reflexivo: bool = False
    dativo: Literal["te", "le", "les", "se"] | None = None
    acusativo: Literal["lo", "la", "los", "las", "te"] | None = None


class Parte(Model):
    """A noun phrase with its preposition, an adverb or a predicate."""

    papel: Literal["sujeto", "objeto"] | None = None
    prep: Ident | None = None
    segunda_prep: Ident | None = None
    """«en vez de a»."""
    que: Seleccion | None = None
    adverbio: Ident | None = None
    predicado: tuple[Grupo, ...] = ()
    concordancia: Literal["m", "f", "ms", "fs"] | None = None
    """Gender and number of a predicate, as its subject asks."""
    union: Conj | None = None
    """How it joins the part before it."""
    relativas: tuple["Clausula", ...] = ()
    """Clauses that say which one: «que haya sido derrotada»."""


class Clausula(Model):
    """One clause, or a circumstance without a verb («durante la fase de Mando»)."""

    separador: Literal["coma", "punto_y_coma", "dos_puntos"] | None = None
    inciso: bool = False
    """In parentheses."""
    nexos: tuple[Ident, ...] = ()
    antes: tuple[Parte, ...] = ()
    verbo: Verbo | None = None
    partes: tuple[Parte, ...] = ()


class Regla(Model):
    """One sentence of a rule."""

    kind: Literal["regla"] = "regla"
    cabecera: Ident | None = None
    """Timing word or header before the colon: «Inicio del combate:»."""
    vineta: bool = False
    clausulas: tuple[Clausula, ...]
    anuncia: bool = False
    """Ends in a colon."""


class Cualidad(Model):
    """A keyword with its parameters, as a card line prints it: «Guardián 2: C-3PO»."""

    id: Ident
    valor: int | None = None
    capacidad: int | None = None
    nombres: tuple[Nombre, ...] = ()
    valores: tuple[int, ...] = ()
    """Numbers that go with the names: «Independiente: Esquiva 1»."""


class Cualidades(Model):
    kind: Literal["cualidades"] = "cualidades"
    lista: tuple[Cualidad, ...]


class Dados(Model):
    cantidad: int
    color: Ident


class Arma(Model):
    """A weapon line: range, dice, keywords."""

    kind: Literal["arma"] = "arma"
    cuerpo_a_cuerpo: bool = False
    alcance: tuple[int, ...] = ()
    dados: tuple[Dados, ...] = ()
    cualidades: tuple[Cualidad, ...] = ()


class Conversion(Model):
    """A line of a surge chart: «[incremento-de-ataque]: [crítico]»."""

    kind: Literal["conversion"] = "conversion"
    de: Ident
    a: Ident


__all__ = ["Arma", "Clausula", "Conversion", "Cualidad", "Cualidades", "Dados", "Parte", "Regla", "Verbo", "X", "Y"]
