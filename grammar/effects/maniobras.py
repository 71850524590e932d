"""Operations on manoeuvres and movement: one class per verb, whose fields are the complements that the verb takes."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Cuenta, Grupo, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Secuencia


class SobreManiobras(Operacion):
    """Complements that these verbs share."""

    que: Objeto | None = None
    en: Objeto | None = None
    con: Objeto | None = None
    a_traves_de: Objeto | None = None
    desde: Objeto | None = None
    sobre: Objeto | None = None


class Ejecutar(SobreManiobras):
    kind: Literal["ejecutar"] = "ejecutar"


class Revelar(SobreManiobras):
    kind: Literal["revelar"] = "revelar"


class Establecer(SobreManiobras):
    kind: Literal["establecer"] = "establecer"


class Reducir(SobreManiobras):
    kind: Literal["reducir"] = "reducir"


class Incrementar(SobreManiobras):
    kind: Literal["incrementar"] = "incrementar"


class Girar(SobreManiobras):
    kind: Literal["girar"] = "girar"
    hacia: tuple[Objeto, ...] = ()
    grados: tuple[int, ...] = ()


class Pivotar(SobreManiobras):
    kind: Literal["pivotar"] = "pivotar"
    grados: tuple[int, ...] = ()


class Mover(SobreManiobras):
    kind: Literal["mover"] = "mover"
    puntos: Cuenta | None = None
    """«mueve 3»: movement points to spend at once (Imperial Assault)."""
    hacia: tuple[Objeto, ...] = ()
    predicado: tuple[Grupo, ...] = ()
    proposito: "Secuencia | None" = None
    """«mueve 3 para atacar»: no cost, but what the figure moves for; if it can't, the whole is skipped."""


class Moverse(SobreManiobras):
    kind: Literal["moverse"] = "moverse"


class Pasar(SobreManiobras):
    kind: Literal["pasar"] = "pasar"


class Solapar(SobreManiobras):
    kind: Literal["solapar"] = "solapar"


class Solaparse(SobreManiobras):
    kind: Literal["solaparse"] = "solaparse"


class Superponer(SobreManiobras):
    kind: Literal["superponer"] = "superponer"


class Superponerse(SobreManiobras):
    kind: Literal["superponerse"] = "superponerse"


class Huir(SobreManiobras):
    kind: Literal["huir"] = "huir"
    de: Objeto | None = None
