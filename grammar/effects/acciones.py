"""Operations on acciones: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class Realizar(Operacion):
    kind: Literal["realizar"] = "realizar"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Coordinar(Operacion):
    kind: Literal["coordinar"] = "coordinar"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Interferir(Operacion):
    kind: Literal["interferir"] = "interferir"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Recargar(Operacion):
    kind: Literal["recargar"] = "recargar"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Fracasar(Operacion):
    kind: Literal["fracasar"] = "fracasar"
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    que: Objeto | None = None


class Reorientar(Operacion):
    kind: Literal["reorientar"] = "reorientar"
    que: Objeto | None = None
    hacia: tuple[Objeto, ...] = ()
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Fijar(Operacion):
    kind: Literal["fijar"] = "fijar"
    que: Objeto | None = None
    con: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None


class FijarUnBlanco(Operacion):
    kind: Literal["fijar_un_blanco"] = "fijar_un_blanco"
    sobre: Objeto | None = None
    contra: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    que: Objeto | None = None


class FijarComoBlanco(Operacion):
    kind: Literal["fijar_como_blanco"] = "fijar_como_blanco"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Desactivar(Operacion):
    kind: Literal["desactivar"] = "desactivar"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Activar(Operacion):
    kind: Literal["activar"] = "activar"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Activarse(Operacion):
    kind: Literal["activarse"] = "activarse"
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Intervenir(Operacion):
    kind: Literal["intervenir"] = "intervenir"
    con: Objeto | None = None
    en: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    que: Objeto | None = None


class Omitir(Operacion):
    kind: Literal["omitir"] = "omitir"
    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
