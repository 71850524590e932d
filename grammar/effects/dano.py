"""Operations on dano: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Frase


class Sufrir(Operacion):
    kind: Literal["sufrir"] = "sufrir"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Infligir(Operacion):
    kind: Literal["infligir"] = "infligir"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Exponer(Operacion):
    kind: Literal["exponer"] = "exponer"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Reparar(Operacion):
    kind: Literal["reparar"] = "reparar"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Destruir(Operacion):
    kind: Literal["destruir"] = "destruir"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Impedir(Operacion):
    kind: Literal["impedir"] = "impedir"
    que: Objeto | None = None
    que_frase: "Frase | None" = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Provocar(Operacion):
    kind: Literal["provocar"] = "provocar"
    que_frase: "Frase | None" = None
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Evitar(Operacion):
    kind: Literal["evitar"] = "evitar"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Causar(Operacion):
    kind: Literal["causar"] = "causar"
    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
