"""Operations on things on the table (devices, cards, ships): one class per verb; its fields are its complements."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class SobrePosicion(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Colocar(SobrePosicion):
    kind: Literal["colocar"] = "colocar"


class Colocarse(SobrePosicion):
    kind: Literal["colocarse"] = "colocarse"


class Desplegar(SobrePosicion):
    kind: Literal["desplegar"] = "desplegar"


class Desplegarse(SobrePosicion):
    kind: Literal["desplegarse"] = "desplegarse"
    mediante: Objeto | None = None


class Acoplar(SobrePosicion):
    kind: Literal["acoplar"] = "acoplar"


class Acoplarse(SobrePosicion):
    kind: Literal["acoplarse"] = "acoplarse"


class Soltar(SobrePosicion):
    kind: Literal["soltar"] = "soltar"


class Lanzar(SobrePosicion):
    kind: Literal["lanzar"] = "lanzar"


class Detonar(SobrePosicion):
    kind: Literal["detonar"] = "detonar"


class Detonarse(SobrePosicion):
    kind: Literal["detonarse"] = "detonarse"


class DarLaVuelta(SobrePosicion):
    kind: Literal["dar_la_vuelta"] = "dar_la_vuelta"


class Separarse(SobrePosicion):
    kind: Literal["separarse"] = "separarse"
    de: Objeto | None = None


class Unirse(SobrePosicion):
    kind: Literal["unirse"] = "unirse"


class Mantener(SobrePosicion):
    kind: Literal["mantener"] = "mantener"


class Equipar(SobrePosicion):
    kind: Literal["equipar"] = "equipar"


class Equiparse(SobrePosicion):
    kind: Literal["equiparse"] = "equiparse"
