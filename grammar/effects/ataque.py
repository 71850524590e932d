"""Operations on ataque: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class Efectuar(Operacion):
    kind: Literal["efectuar"] = "efectuar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Atacar(Operacion):
    kind: Literal["atacar"] = "atacar"
    que: Objeto | None = None
    desde: Objeto | None = None
    contra: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class VolverAAtacar(Operacion):
    kind: Literal["volver_a_atacar"] = "volver_a_atacar"
    desde: Objeto | None = None
    que: Objeto | None = None
    contra: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Defenderse(Operacion):
    kind: Literal["defenderse"] = "defenderse"
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Declarar(Operacion):
    kind: Literal["declarar"] = "declarar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Impactar(Operacion):
    kind: Literal["impactar"] = "impactar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Fallar(Operacion):
    kind: Literal["fallar"] = "fallar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Convertirse(Operacion):
    kind: Literal["convertirse"] = "convertirse"
    en: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Aplicar(Operacion):
    kind: Literal["aplicar"] = "aplicar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Resolver(Operacion):
    kind: Literal["resolver"] = "resolver"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Utilizar(Operacion):
    kind: Literal["utilizar"] = "utilizar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Designar(Operacion):
    kind: Literal["designar"] = "designar"
    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
