"""Operations on what is the case (being, having, standing somewhere): one class per verb; its fields are its complements."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Frase


class SobreEstado(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None


class Ser(SobreEstado):
    kind: Literal["ser"] = "ser"


class Estar(SobreEstado):
    kind: Literal["estar"] = "estar"
    detras_de: Objeto | None = None


class Hallarse(SobreEstado):
    kind: Literal["hallarse"] = "hallarse"


class Tener(SobreEstado):
    kind: Literal["tener"] = "tener"


class Haber(SobreEstado):
    kind: Literal["haber"] = "haber"


class Figurar(SobreEstado):
    kind: Literal["figurar"] = "figurar"


class Considerar(SobreEstado):
    kind: Literal["considerar"] = "considerar"
    que_frase: "Frase | None" = None


class Ignorar(SobreEstado):
    kind: Literal["ignorar"] = "ignorar"


class Coincidir(SobreEstado):
    kind: Literal["coincidir"] = "coincidir"


class Salir(SobreEstado):
    kind: Literal["salir"] = "salir"


class Hacer(SobreEstado):
    kind: Literal["hacer"] = "hacer"


class Quedar(SobreEstado):
    kind: Literal["quedar"] = "quedar"


class Obstruir(SobreEstado):
    kind: Literal["obstruir"] = "obstruir"


class Costar(SobreEstado):
    kind: Literal["costar"] = "costar"


class Controlar(SobreEstado):
    kind: Literal["controlar"] = "controlar"


class Pagar(SobreEstado):
    kind: Literal["pagar"] = "pagar"


class Bloquear(SobreEstado):
    kind: Literal["bloquear"] = "bloquear"


class Acelerar(SobreEstado):
    kind: Literal["acelerar"] = "acelerar"


class Desacoplar(SobreEstado):
    kind: Literal["desacoplar"] = "desacoplar"


class Consistir(SobreEstado):
    kind: Literal["consistir"] = "consistir"
