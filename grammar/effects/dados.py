"""Operations on dice and their results: one class per verb, whose fields are the complements that the verb takes."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class SobreDados(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    en: Objeto | None = None


class Tirar(SobreDados):
    kind: Literal["tirar"] = "tirar"


class VolverATirar(SobreDados):
    kind: Literal["volver_a_tirar"] = "volver_a_tirar"


class Cambiar(SobreDados):
    kind: Literal["cambiar"] = "cambiar"
    grados: tuple[int, ...] = ()


class Anadir(SobreDados):
    kind: Literal["anadir"] = "anadir"


class Anular(SobreDados):
    kind: Literal["anular"] = "anular"
    antes_que: Objeto | None = None


class Modificar(SobreDados):
    kind: Literal["modificar"] = "modificar"


class Neutralizar(SobreDados):
    kind: Literal["neutralizar"] = "neutralizar"
    antes_que: Objeto | None = None


class Sacar(SobreDados):
    kind: Literal["sacar"] = "sacar"
