"""Operations on estado: one class per verb; its fields are the complements that the verb takes, in print order."""

from typing import TYPE_CHECKING, Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Grupo, Objeto

if TYPE_CHECKING:
    from grammar.effects.clause import Frase


class Ser(Operacion):
    kind: Literal["ser"] = "ser"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    de: Objeto | None = None
    con: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    contra: Objeto | None = None


class Estar(Operacion):
    kind: Literal["estar"] = "estar"
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    detras_de: Objeto | None = None
    que: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None


class Hallar(Operacion):
    kind: Literal["hallar"] = "hallar"
    que: Objeto | None = None
    en: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None


class Hallarse(Operacion):
    kind: Literal["hallarse"] = "hallarse"
    en: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None


class Tener(Operacion):
    kind: Literal["tener"] = "tener"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None


class Haber(Operacion):
    kind: Literal["haber"] = "haber"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Figurar(Operacion):
    kind: Literal["figurar"] = "figurar"
    en: Objeto | None = None
    que: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Considerar(Operacion):
    kind: Literal["considerar"] = "considerar"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que_frase: "Frase | None" = None


class Considerarse(Operacion):
    kind: Literal["considerarse"] = "considerarse"
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que_frase: "Frase | None" = None


class Ignorar(Operacion):
    kind: Literal["ignorar"] = "ignorar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Coincidir(Operacion):
    kind: Literal["coincidir"] = "coincidir"
    con: Objeto | None = None
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Salir(Operacion):
    kind: Literal["salir"] = "salir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Hacer(Operacion):
    kind: Literal["hacer"] = "hacer"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Llevar(Operacion):
    kind: Literal["llevar"] = "llevar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Quedar(Operacion):
    kind: Literal["quedar"] = "quedar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Seguir(Operacion):
    kind: Literal["seguir"] = "seguir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Dejar(Operacion):
    kind: Literal["dejar"] = "dejar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Obstruir(Operacion):
    kind: Literal["obstruir"] = "obstruir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Costar(Operacion):
    kind: Literal["costar"] = "costar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Controlar(Operacion):
    kind: Literal["controlar"] = "controlar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Evadir(Operacion):
    kind: Literal["evadir"] = "evadir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Calcular(Operacion):
    kind: Literal["calcular"] = "calcular"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Situar(Operacion):
    kind: Literal["situar"] = "situar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Ir(Operacion):
    kind: Literal["ir"] = "ir"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Entrar(Operacion):
    kind: Literal["entrar"] = "entrar"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Restar(Operacion):
    kind: Literal["restar"] = "restar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Pagar(Operacion):
    kind: Literal["pagar"] = "pagar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Medir(Operacion):
    kind: Literal["medir"] = "medir"
    que: Objeto | None = None
    desde: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Apuntar(Operacion):
    kind: Literal["apuntar"] = "apuntar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Bloquear(Operacion):
    kind: Literal["bloquear"] = "bloquear"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Acelerar(Operacion):
    kind: Literal["acelerar"] = "acelerar"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Preparar(Operacion):
    kind: Literal["preparar"] = "preparar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Desacoplar(Operacion):
    kind: Literal["desacoplar"] = "desacoplar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Asociar(Operacion):
    kind: Literal["asociar"] = "asociar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Enfrentar(Operacion):
    kind: Literal["enfrentar"] = "enfrentar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Separar(Operacion):
    kind: Literal["separar"] = "separar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Unir(Operacion):
    kind: Literal["unir"] = "unir"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Comprometer(Operacion):
    kind: Literal["comprometer"] = "comprometer"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Optar(Operacion):
    kind: Literal["optar"] = "optar"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Acabar(Operacion):
    kind: Literal["acabar"] = "acabar"
    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()


class Consistir(Operacion):
    kind: Literal["consistir"] = "consistir"
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    de: Objeto | None = None
    contra: Objeto | None = None
    que: Objeto | None = None
    predicado: tuple[Grupo, ...] = ()
