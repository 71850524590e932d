"""Operations on estado: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Comparacion, Grupo, Lugar, Objeto


class Ser(Operacion):
    kind: Literal["ser"] = "ser"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    comparacion: Comparacion | None = None
    de: Objeto | None = None
    con: Objeto | None = None


class Estar(Operacion):
    kind: Literal["estar"] = "estar"
    lugares: tuple[Lugar, ...] = ()
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    detras_de: Objeto | None = None
    que: Objeto | None = None
    con: Objeto | None = None
    como: Objeto | Grupo | None = None


class Hallar(Operacion):
    kind: Literal["hallar"] = "hallar"
    que: Objeto | None = None
    lugares: tuple[Lugar, ...] = ()
    en: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Hallarse(Operacion):
    kind: Literal["hallarse"] = "hallarse"
    lugares: tuple[Lugar, ...] = ()
    en: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Tener(Operacion):
    kind: Literal["tener"] = "tener"
    que: Objeto | None = None
    a: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    lugares: tuple[Lugar, ...] = ()
    comparacion: Comparacion | None = None


class Haber(Operacion):
    kind: Literal["haber"] = "haber"
    que: Objeto | None = None


class Figurar(Operacion):
    kind: Literal["figurar"] = "figurar"
    en: Objeto | None = None
    que: Objeto | None = None


class Considerar(Operacion):
    kind: Literal["considerar"] = "considerar"
    que: Objeto | None = None
    a: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    como: Objeto | Grupo | None = None


class Considerarse(Operacion):
    kind: Literal["considerarse"] = "considerarse"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    como: Objeto | Grupo | None = None


class Ignorar(Operacion):
    kind: Literal["ignorar"] = "ignorar"
    que: Objeto | None = None


class Coincidir(Operacion):
    kind: Literal["coincidir"] = "coincidir"
    con: Objeto | None = None
    que: Objeto | None = None


class Salir(Operacion):
    kind: Literal["salir"] = "salir"
    que: Objeto | None = None


class Hacer(Operacion):
    kind: Literal["hacer"] = "hacer"
    que: Objeto | None = None


class Llevar(Operacion):
    kind: Literal["llevar"] = "llevar"
    que: Objeto | None = None


class Quedar(Operacion):
    kind: Literal["quedar"] = "quedar"
    que: Objeto | None = None
    en: Objeto | None = None


class Seguir(Operacion):
    kind: Literal["seguir"] = "seguir"
    que: Objeto | None = None


class Dejar(Operacion):
    kind: Literal["dejar"] = "dejar"
    que: Objeto | None = None


class Obstruir(Operacion):
    kind: Literal["obstruir"] = "obstruir"
    que: Objeto | None = None


class Costar(Operacion):
    kind: Literal["costar"] = "costar"
    que: Objeto | None = None


class Controlar(Operacion):
    kind: Literal["controlar"] = "controlar"
    que: Objeto | None = None


class Evadir(Operacion):
    kind: Literal["evadir"] = "evadir"
    que: Objeto | None = None


class Calcular(Operacion):
    kind: Literal["calcular"] = "calcular"
    que: Objeto | None = None


class Situar(Operacion):
    kind: Literal["situar"] = "situar"
    que: Objeto | None = None


class Ir(Operacion):
    kind: Literal["ir"] = "ir"
    a: Objeto | None = None


class Entrar(Operacion):
    kind: Literal["entrar"] = "entrar"
    en: Objeto | None = None


class Restar(Operacion):
    kind: Literal["restar"] = "restar"
    que: Objeto | None = None


class Pagar(Operacion):
    kind: Literal["pagar"] = "pagar"
    que: Objeto | None = None


class Medir(Operacion):
    kind: Literal["medir"] = "medir"
    que: Objeto | None = None
    desde: Objeto | None = None


class Apuntar(Operacion):
    kind: Literal["apuntar"] = "apuntar"
    que: Objeto | None = None
    a: Objeto | None = None


class Bloquear(Operacion):
    kind: Literal["bloquear"] = "bloquear"
    que: Objeto | None = None
    a: Objeto | None = None


class Acelerar(Operacion):
    kind: Literal["acelerar"] = "acelerar"


class Preparar(Operacion):
    kind: Literal["preparar"] = "preparar"
    que: Objeto | None = None


class Desacoplar(Operacion):
    kind: Literal["desacoplar"] = "desacoplar"
    que: Objeto | None = None


class Asociar(Operacion):
    kind: Literal["asociar"] = "asociar"
    que: Objeto | None = None


class Enfrentar(Operacion):
    kind: Literal["enfrentar"] = "enfrentar"
    que: Objeto | None = None


class Separar(Operacion):
    kind: Literal["separar"] = "separar"
    que: Objeto | None = None


class Unir(Operacion):
    kind: Literal["unir"] = "unir"
    que: Objeto | None = None


class Comprometer(Operacion):
    kind: Literal["comprometer"] = "comprometer"
    que: Objeto | None = None


class Optar(Operacion):
    kind: Literal["optar"] = "optar"


class Acabar(Operacion):
    kind: Literal["acabar"] = "acabar"
    que: Objeto | None = None
