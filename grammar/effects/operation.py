"""What all operations share: tense, voice, and the circumstances that any verb may take."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.base import Ident, Model
from grammar.effects.selection import Comparacion, Complemento, Grupo, Lugar, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Frase, Secuencia


class Plazo(Model):
    """«durante esta fase», «en esta ronda», «hasta el final de la ronda»."""

    relacion: Literal[
        "durante", "en", "hasta_el_final", "una_vez_durante", "una_vez_por", "mas_de_una_vez_por", "al_final", "al_comienzo",
    ]  # fmt: skip
    que: Objeto


class Uso(Model):
    """«utilizando la plantilla…», «ignorando las restricciones…»."""

    verbo: Ident
    que: Objeto | None = None
    prep: Ident | None = None


class Trato(Model):
    """«considerando esa acción como si fuera roja»."""

    que: Objeto
    como: Objeto | Grupo | Comparacion | None = None
    como_si: "Frase | None" = None


class Limite(Model):
    tipo: Literal["limite", "maximo", "maximo_alcance", "minimo", "maximo_dicho"]
    valores: tuple[int, ...]


class Operacion(Model):
    kind: str
    negada: bool = False
    tiempo: Literal["pasado", "inminente", "reciente"] | None = None
    voz: Literal["pasiva", "se"] | None = None
    adverbios: tuple[Ident, ...] = ()
    solo: bool = False
    durante: tuple[Plazo, ...] = ()
    por_cada: Objeto | None = None
    en_vez_de: Objeto | None = None
    en_vez_de_hacer: "Secuencia | None" = None
    en_vez_de_eso: bool = False
    sin_hacer: "Secuencia | None" = None
    """«sin gastar una acción»."""
    en_vez_de_lugar: Lugar | None = None
    en_vez_de_rasgo: Grupo | None = None
    """«boca abajo en vez de boca arriba»."""
    lugares: tuple[Lugar, ...] = ()
    ademas_de: Objeto | None = None
    usando: tuple[Uso, ...] = ()
    predicado_con: Complemento | None = None
    """What completes the predicate: «obstruido por un obstáculo»."""
    considerando: Trato | None = None
    como: Objeto | Grupo | Comparacion | None = None
    como_si: "Frase | None" = None
    debido_a: "Frase | None" = None
    limite: Limite | None = None
    por: Objeto | None = None
    para: Objeto | None = None
    a: Objeto | None = None
    comparacion: Comparacion | None = None
    contigo: bool = False
    en_o_adyacente_a: Objeto | None = None
    """«en un terminal o adyacente a él» (Imperial Assault)."""
