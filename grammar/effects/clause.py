"""Clauses and abilities: who may, must or cannot do what, when, at which cost."""

from typing import Annotated, Literal

from pydantic import Field

from grammar.effects.base import Ident, Model, Nombre
from grammar.effects.operation import Plazo
from grammar.effects.operations import Op
from grammar.effects.selection import Conj, Grupo, Objeto

Modo = Literal[
    "puede", "debe", "capaz", "sigue_capaz", "opta", "elige", "deja_de", "sigue_pudiendo", "evita", "intenta", "necesita",
]  # fmt: skip
Relacion = Literal[
    "mientras", "despues", "antes", "al_comienzo", "al_final", "cuando", "al",
    "la_primera_vez_que", "la_proxima_vez_que", "cada_vez_que", "hasta_que",
]  # fmt: skip


class Secuencia(Model):
    """Operations in order, all («y», «y luego») or one of them («o»)."""

    ops: tuple[Op, ...]
    conj: Conj | None = None
    juntas: tuple[Conj, ...] = ()
    """Each joint in turn, only where they differ: «A y B o C»."""


class Frase(Model):
    """A clause. With `costes`, they must all be paid for the effect to happen."""

    sujeto: Objeto | None = None
    """None: the ship of the card («tú»)."""
    modo: Modo | None = None
    modo_negado: bool = False
    solo: bool = False
    modo_voz: Literal["se"] | None = None
    modo_tiempo: Literal["pasado"] | None = None
    adverbio: Ident | None = None
    tema: Objeto | None = None
    """What the clause is about, said first: «ese requisito debes considerarlo…»."""
    a_quien: Objeto | None = None
    """Said first: «a una nave se le inflige…»."""
    en_vez_previo: Objeto | None = None
    costes: Secuencia | None = None
    efecto: Secuencia
    para_que: "Frase | None" = None


class Frases(Model):
    """Clauses joined by «o» (any) or «y» (all)."""

    partes: tuple[Frase, ...] = ()
    """None in a sentence that only announces: «Al final de cada ronda:»."""
    conj: Conj | None = None
    repite_si: bool = False
    """«si A o si B»."""


class Momento(Model):
    kind: Literal["momento"] = "momento"
    relacion: Relacion
    frases: Frases | None = None
    infinitivo: Secuencia | None = None
    que: Objeto | None = None
    precisa: "Momento | None" = None
    """A reminder in parentheses of where in the sequence it falls."""


class Periodo(Model):
    kind: Literal["periodo"] = "periodo"
    plazo: Plazo


class Requisito(Model):
    kind: Literal["requisito"] = "requisito"
    frases: Frases


class PorCada(Model):
    kind: Literal["por_cada"] = "por_cada"
    que: Objeto


class ConResultado(Model):
    kind: Literal["con_resultado"] = "con_resultado"
    que: Objeto


class Enlace(Model):
    """How the sentence hangs from the one before."""

    kind: Literal["enlace"] = "enlace"
    tipo: Literal["si_lo_haces", "si_lo_hace", "si_lo_hacen", "de_lo_contrario", "luego", "en_vez_de_eso", "ademas"]
    y_si: Frases | None = None
    """«si lo haces y el ataque falla»."""


Marco = Annotated[Momento | Periodo | Requisito | PorCada | ConResultado | Enlace, Field(discriminator="kind")]


def speaks_of_others(frame: Marco) -> bool:
    """Does the frame name somebody, so that «sufre» after it may be about them?"""
    if isinstance(frame, Enlace):
        return frame.tipo == "luego"
    clauses = getattr(frame, "frases", None)
    return clauses is not None and any(clause.sujeto is not None for clause in clauses.partes)


class Cola(Model):
    """«incluso aunque», «a menos que», «si», «mientras» at the end of a sentence."""

    tipo: Literal[
        "incluso_aunque",
        "a_menos_que",
        "si",
        "mientras",
        "despues",
        "antes",
        "si_es_posible",
        "excepto_mientras",
        "inciso",
        "cuando",
        "al",
        "al_comienzo",
        "al_final",
        "pero_solo_hacia",
        "hasta_que",
        "cada_vez_que",
        "la_primera_vez_que",
        "la_proxima_vez_que",
    ]
    frases: Frases | None = None
    infinitivo: Secuencia | None = None
    que: Objeto | None = None


class Tramo(Model):
    """A further piece of the sentence: after a semicolon, or «o, si …, »."""

    conj: Conj | None = None
    marco: Marco | None = None
    frases: Frases
    colas: tuple[Cola, ...] = ()


class Oracion(Model):
    marco: tuple[Marco, ...] = ()
    frases: Frases
    colas: tuple[Cola, ...] = ()
    tramos: tuple[Tramo, ...] = ()


class Cabecera(Model):
    tipo: Literal[
        "accion", "ataque", "ataque_adicional", "preparacion", "final_de_la_partida", "copiloto", "bomba", "mina",
        "inoperativa",
        "nombre", "tipo", "coste", "punto", "reglas_de_mision",
    ]  # fmt: skip
    nombre: Nombre | None = None
    requisitos: tuple[Grupo, ...] = ()
    """Icons of an attack's requirements, or of a cost: «[acción] [acción]»."""
    clases: tuple[Ident, ...] = ()
    """What a device or an obstacle is: «Tipo: nave, bomba»."""
    modo: Ident | None = None
    """Mission rules: where the instructions go."""


class Capacidad(Model):
    """One ability: a header, and sentences that hang from each other."""

    kind: Literal["capacidad"] = "capacidad"
    cabeceras: tuple[Cabecera, ...] = ()
    oraciones: tuple[Oracion, ...] = ()
    anuncia: bool = False
    """Ends in a colon: what follows is what it speaks of."""


__all__ = ["Cabecera", "Capacidad", "Frase", "Ident", "Oracion"]
