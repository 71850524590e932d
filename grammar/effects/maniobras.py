"""Operations on maniobras: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class Ejecutar(Operacion):
    kind: Literal["ejecutar"] = "ejecutar"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Revelar(Operacion):
    kind: Literal["revelar"] = "revelar"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Establecer(Operacion):
    kind: Literal["establecer"] = "establecer"
    en: Objeto | None = None
    que: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Reducir(Operacion):
    kind: Literal["reducir"] = "reducir"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Incrementar(Operacion):
    kind: Literal["incrementar"] = "incrementar"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Girar(Operacion):
    kind: Literal["girar"] = "girar"
    que: Objeto | None = None
    hacia: tuple[Objeto, ...] = ()
    sobre: Objeto | None = None
    grados: tuple[int, ...] = ()
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None


class Pivotar(Operacion):
    kind: Literal["pivotar"] = "pivotar"
    grados: tuple[int, ...] = ()
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Mover(Operacion):
    kind: Literal["mover"] = "mover"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Moverse(Operacion):
    kind: Literal["moverse"] = "moverse"
    a_traves_de: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Pasar(Operacion):
    kind: Literal["pasar"] = "pasar"
    a_traves_de: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None
    que: Objeto | None = None


class Solapar(Operacion):
    kind: Literal["solapar"] = "solapar"
    que: Objeto | None = None
    con: Objeto | None = None
    en: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Solaparse(Operacion):
    kind: Literal["solaparse"] = "solaparse"
    con: Objeto | None = None
    en: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Superponer(Operacion):
    kind: Literal["superponer"] = "superponer"
    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Superponerse(Operacion):
    kind: Literal["superponerse"] = "superponerse"
    con: Objeto | None = None
    en: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Huir(Operacion):
    kind: Literal["huir"] = "huir"
    de: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None
    que: Objeto | None = None
