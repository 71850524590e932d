"""Operations on damage: one class per verb, whose fields are the complements that the verb takes."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Frase


class SobreDano(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    de: Objeto | None = None
    a_traves_de: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Sufrir(SobreDano):
    kind: Literal["sufrir"] = "sufrir"


class Infligir(SobreDano):
    kind: Literal["infligir"] = "infligir"


class Exponer(SobreDano):
    kind: Literal["exponer"] = "exponer"


class Reparar(SobreDano):
    kind: Literal["reparar"] = "reparar"


class Destruir(SobreDano):
    kind: Literal["destruir"] = "destruir"


class Impedir(SobreDano):
    kind: Literal["impedir"] = "impedir"
    que_frase: "Frase | None" = None


class Provocar(SobreDano):
    kind: Literal["provocar"] = "provocar"
    que_frase: "Frase | None" = None


class Evitar(SobreDano):
    kind: Literal["evitar"] = "evitar"
