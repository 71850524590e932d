"""Operations on posicion: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class Colocar(Operacion):
    kind: Literal["colocar"] = "colocar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Colocarse(Operacion):
    kind: Literal["colocarse"] = "colocarse"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Desplegar(Operacion):
    kind: Literal["desplegar"] = "desplegar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Desplegarse(Operacion):
    kind: Literal["desplegarse"] = "desplegarse"
    desde: Objeto | None = None
    mediante: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Acoplar(Operacion):
    kind: Literal["acoplar"] = "acoplar"
    que: Objeto | None = None
    con: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Acoplarse(Operacion):
    kind: Literal["acoplarse"] = "acoplarse"
    con: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Soltar(Operacion):
    kind: Literal["soltar"] = "soltar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Lanzar(Operacion):
    kind: Literal["lanzar"] = "lanzar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Detonar(Operacion):
    kind: Literal["detonar"] = "detonar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Detonarse(Operacion):
    kind: Literal["detonarse"] = "detonarse"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class DarLaVuelta(Operacion):
    kind: Literal["dar_la_vuelta"] = "dar_la_vuelta"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Separarse(Operacion):
    kind: Literal["separarse"] = "separarse"
    de: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Unirse(Operacion):
    kind: Literal["unirse"] = "unirse"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Mantener(Operacion):
    kind: Literal["mantener"] = "mantener"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Equipar(Operacion):
    kind: Literal["equipar"] = "equipar"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    sobre: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Equiparse(Operacion):
    kind: Literal["equiparse"] = "equiparse"
    con: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
