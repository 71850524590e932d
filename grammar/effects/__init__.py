"""The effect: pydantic, frozen, closed vocabulary. No text of the card, no spans, no catch-all."""

from functools import cache
from typing import Annotated

from pydantic import Field, TypeAdapter

from grammar.effects.base import dump
from grammar.effects.clause import (
    Cabecera,
    Capacidad,
    Cola,
    ConResultado,
    Enlace,
    Frase,
    Frases,
    Momento,
    Oracion,
    Periodo,
    PorCada,
    Requisito,
    Secuencia,
    Tramo,
    speaks_of_others,
)  # fmt: skip
from grammar.effects.operation import Limite, Operacion, Plazo, Trato, Uso
from grammar.effects.operations import BY_KIND, Op
from grammar.effects.reglas import Arma, Clausula, Conversion, Cualidades, Regla
from grammar.effects.selection import (
    Atomo,
    Comparacion,
    Complemento,
    Cuenta,
    Grupo,
    Lista,
    Lugar,
    Objeto,
    Relativa,
    Seleccion,
)  # fmt: skip

# Building a validator for each of the classes would take seconds, and the compiler makes its values from checked
# parts with `model_construct`. `effect_adapter` builds the one validator that reads effects back from JSON.
_NAMES = {"Frase": Frase, "Objeto": Objeto, "Seleccion": Seleccion, "Secuencia": Secuencia, "Clausula": Clausula}


Efecto = Annotated[Capacidad | Regla | Cualidades | Arma | Conversion, Field(discriminator="kind")]
"""What a text compiles to: abilities, or the rules and lines of the games that speak in prose."""


@cache
def effect_adapter() -> TypeAdapter[list[Efecto]]:
    for model in (Capacidad, Regla):
        model.model_rebuild(_types_namespace=_NAMES)
    return TypeAdapter(list[Efecto])


__all__ = [
    "BY_KIND",
    "Atomo",
    "Cabecera",
    "Capacidad",
    "Cola",
    "Comparacion",
    "Complemento",
    "ConResultado",
    "Cuenta",
    "Enlace",
    "Frase",
    "Frases",
    "Grupo",
    "Limite",
    "Lista",
    "Lugar",
    "Momento",
    "Objeto",
    "Op",
    "Operacion",
    "Oracion",
    "Periodo",
    "Plazo",
    "PorCada",
    "Relativa",
    "Requisito",
    "Secuencia",
    "Seleccion",
    "Tramo",
    "Trato",
    "Uso",
    "dump",
    "effect_adapter",
    "speaks_of_others",
]  # fmt: skip
