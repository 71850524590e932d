"""Operations on attacks: one class per verb, whose fields are the complements that the verb takes."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Objeto


class SobreAtaques(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    contra: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Efectuar(SobreAtaques):
    kind: Literal["efectuar"] = "efectuar"


class Atacar(SobreAtaques):
    kind: Literal["atacar"] = "atacar"


class VolverAAtacar(SobreAtaques):
    kind: Literal["volver_a_atacar"] = "volver_a_atacar"


class Defenderse(SobreAtaques):
    kind: Literal["defenderse"] = "defenderse"


class Declarar(SobreAtaques):
    kind: Literal["declarar"] = "declarar"


class Impactar(SobreAtaques):
    kind: Literal["impactar"] = "impactar"


class Fallar(SobreAtaques):
    kind: Literal["fallar"] = "fallar"


class Convertirse(SobreAtaques):
    kind: Literal["convertirse"] = "convertirse"


class Aplicar(SobreAtaques):
    kind: Literal["aplicar"] = "aplicar"


class Resolver(SobreAtaques):
    kind: Literal["resolver"] = "resolver"


class Utilizar(SobreAtaques):
    kind: Literal["utilizar"] = "utilizar"


class Designar(SobreAtaques):
    kind: Literal["designar"] = "designar"
