"""Operations on dados: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class Tirar(Operacion):
    kind: Literal["tirar"] = "tirar"
    que: Objeto | None = None
    en: Objeto | None = None


class VolverATirar(Operacion):
    kind: Literal["volver_a_tirar"] = "volver_a_tirar"
    que: Objeto | None = None
    en: Objeto | None = None


class Cambiar(Operacion):
    kind: Literal["cambiar"] = "cambiar"
    que: Objeto | None = None
    en: Objeto | None = None
    grados: tuple[int, ...] = ()


class Anadir(Operacion):
    kind: Literal["anadir"] = "anadir"
    que: Objeto | None = None
    en: Objeto | None = None


class Anular(Operacion):
    kind: Literal["anular"] = "anular"
    que: Objeto | None = None
    en: Objeto | None = None
    antes_que: Objeto | None = None


class Modificar(Operacion):
    kind: Literal["modificar"] = "modificar"
    que: Objeto | None = None
    en: Objeto | None = None


class Neutralizar(Operacion):
    kind: Literal["neutralizar"] = "neutralizar"
    que: Objeto | None = None
    en: Objeto | None = None
    antes_que: Objeto | None = None


class Sacar(Operacion):
    kind: Literal["sacar"] = "sacar"
    que: Objeto | None = None
    en: Objeto | None = None


class Convertir(Operacion):
    kind: Literal["convertir"] = "convertir"
    que: Objeto | None = None
    en: Objeto | None = None
