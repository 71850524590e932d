"""Operations on cartas: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class Elegir(Operacion):
    kind: Literal["elegir"] = "elegir"
    que: Objeto | None = None
    entre: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Mirar(Operacion):
    kind: Literal["mirar"] = "mirar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Buscar(Operacion):
    kind: Literal["buscar"] = "buscar"
    en: Objeto | None = None
    que: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Barajar(Operacion):
    kind: Literal["barajar"] = "barajar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class VolverABarajar(Operacion):
    kind: Literal["volver_a_barajar"] = "volver_a_barajar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Robar(Operacion):
    kind: Literal["robar"] = "robar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Decir(Operacion):
    kind: Literal["decir"] = "decir"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class DecirEnVozAlta(Operacion):
    kind: Literal["decir_en_voz_alta"] = "decir_en_voz_alta"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Contar(Operacion):
    kind: Literal["contar"] = "contar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Empezar(Operacion):
    kind: Literal["empezar"] = "empezar"
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Incluir(Operacion):
    kind: Literal["incluir"] = "incluir"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Reemplazar(Operacion):
    kind: Literal["reemplazar"] = "reemplazar"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Adquirir(Operacion):
    kind: Literal["adquirir"] = "adquirir"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Poseer(Operacion):
    kind: Literal["poseer"] = "poseer"
    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
