"""Operations on tokens, charges and other things that are had: one class per verb; its fields are its complements."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto


class SobreFichas(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    de: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Gastar(SobreFichas):
    kind: Literal["gastar"] = "gastar"


class Recibir(SobreFichas):
    kind: Literal["recibir"] = "recibir"


class Retirar(SobreFichas):
    kind: Literal["retirar"] = "retirar"


class Eliminar(SobreFichas):
    kind: Literal["eliminar"] = "eliminar"


class Transferir(SobreFichas):
    kind: Literal["transferir"] = "transferir"


class Obtener(SobreFichas):
    kind: Literal["obtener"] = "obtener"


class Recuperar(SobreFichas):
    kind: Literal["recuperar"] = "recuperar"


class Perder(SobreFichas):
    kind: Literal["perder"] = "perder"


class Asignar(SobreFichas):
    kind: Literal["asignar"] = "asignar"


class Interrumpir(SobreFichas):
    kind: Literal["interrumpir"] = "interrumpir"


class Trasladar(SobreFichas):
    kind: Literal["trasladar"] = "trasladar"


class Descartar(SobreFichas):
    kind: Literal["descartar"] = "descartar"


class Intercambiar(SobreFichas):
    kind: Literal["intercambiar"] = "intercambiar"


class Devolver(SobreFichas):
    kind: Literal["devolver"] = "devolver"


class Poner(SobreFichas):
    kind: Literal["poner"] = "poner"
