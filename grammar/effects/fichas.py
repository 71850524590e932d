"""Operations on fichas: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class Gastar(Operacion):
    kind: Literal["gastar"] = "gastar"
    que: Objeto | None = None
    de: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Recibir(Operacion):
    kind: Literal["recibir"] = "recibir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Retirar(Operacion):
    kind: Literal["retirar"] = "retirar"
    que: Objeto | None = None
    de: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Eliminar(Operacion):
    kind: Literal["eliminar"] = "eliminar"
    que: Objeto | None = None
    de: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Transferir(Operacion):
    kind: Literal["transferir"] = "transferir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Obtener(Operacion):
    kind: Literal["obtener"] = "obtener"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Recuperar(Operacion):
    kind: Literal["recuperar"] = "recuperar"
    que: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Perder(Operacion):
    kind: Literal["perder"] = "perder"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Asignar(Operacion):
    kind: Literal["asignar"] = "asignar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Asignarse(Operacion):
    kind: Literal["asignarse"] = "asignarse"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Trasladar(Operacion):
    kind: Literal["trasladar"] = "trasladar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Conservar(Operacion):
    kind: Literal["conservar"] = "conservar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Descartar(Operacion):
    kind: Literal["descartar"] = "descartar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Intercambiar(Operacion):
    kind: Literal["intercambiar"] = "intercambiar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Devolver(Operacion):
    kind: Literal["devolver"] = "devolver"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Poner(Operacion):
    kind: Literal["poner"] = "poner"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
