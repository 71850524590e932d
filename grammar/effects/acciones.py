"""Operations on actions: one class per verb, whose fields are the complements that the verb takes."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class SobreAcciones(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    contra: Objeto | None = None
    sobre: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None


class Realizar(SobreAcciones):
    kind: Literal["realizar"] = "realizar"


class Coordinar(SobreAcciones):
    kind: Literal["coordinar"] = "coordinar"


class Interferir(SobreAcciones):
    kind: Literal["interferir"] = "interferir"


class Recargar(SobreAcciones):
    kind: Literal["recargar"] = "recargar"


class Fracasar(SobreAcciones):
    kind: Literal["fracasar"] = "fracasar"


class Reorientar(SobreAcciones):
    kind: Literal["reorientar"] = "reorientar"
    hacia: tuple[Objeto, ...] = ()


class Fijar(SobreAcciones):
    kind: Literal["fijar"] = "fijar"


class FijarUnBlanco(SobreAcciones):
    kind: Literal["fijar_un_blanco"] = "fijar_un_blanco"


class FijarComoBlanco(SobreAcciones):
    kind: Literal["fijar_como_blanco"] = "fijar_como_blanco"


class Desactivar(SobreAcciones):
    kind: Literal["desactivar"] = "desactivar"


class Activarse(SobreAcciones):
    kind: Literal["activarse"] = "activarse"


class Intervenir(SobreAcciones):
    kind: Literal["intervenir"] = "intervenir"


class Omitir(SobreAcciones):
    kind: Literal["omitir"] = "omitir"
