"""Operations on cards, choices and declarations: one class per verb, whose fields are the complements that the verb takes."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class SobreCartas(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    en: Objeto | None = None
    de: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    entre: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Elegir(SobreCartas):
    kind: Literal["elegir"] = "elegir"


class Mirar(SobreCartas):
    kind: Literal["mirar"] = "mirar"


class Buscar(SobreCartas):
    kind: Literal["buscar"] = "buscar"


class Barajar(SobreCartas):
    kind: Literal["barajar"] = "barajar"


class VolverABarajar(SobreCartas):
    kind: Literal["volver_a_barajar"] = "volver_a_barajar"


class Robar(SobreCartas):
    kind: Literal["robar"] = "robar"


class Decir(SobreCartas):
    kind: Literal["decir"] = "decir"


class DecirEnVozAlta(SobreCartas):
    kind: Literal["decir_en_voz_alta"] = "decir_en_voz_alta"


class Contar(SobreCartas):
    kind: Literal["contar"] = "contar"


class Empezar(SobreCartas):
    kind: Literal["empezar"] = "empezar"


class Incluir(SobreCartas):
    kind: Literal["incluir"] = "incluir"


class Reemplazar(SobreCartas):
    kind: Literal["reemplazar"] = "reemplazar"


class Adquirir(SobreCartas):
    kind: Literal["adquirir"] = "adquirir"


class Poseer(SobreCartas):
    kind: Literal["poseer"] = "poseer"
