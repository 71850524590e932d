"""Operations of Imperial Assault: one class per verb; its fields are the complements that the verb takes."""

from typing import Literal

from grammar.effects.operation import Operacion
from grammar.effects.selection import Cuenta, Grupo, Objeto


class Verbo(Operacion):
    """The complements that a figure's verbs share."""

    que: Objeto | None = None
    en: Objeto | None = None
    sobre: Objeto | None = None
    con: Objeto | None = None
    contra: Objeto | None = None
    de: Objeto | None = None
    desde: Objeto | None = None
    a_traves_de: Objeto | None = None
    entre: Objeto | None = None
    sin: Objeto | None = None
    hacia: tuple[Objeto, ...] = ()
    predicado: tuple[Grupo, ...] = ()


class Conceder(Verbo):
    """«+1 [daño], Perforante 1»: what the figure or the attack has; no verb is said."""

    kind: Literal["conceder"] = "conceder"


class Limitar(Verbo):
    """«Límite de una vez por activación.»"""

    kind: Literal["limitar"] = "limitar"
    por_cada_uno: Objeto | None = None


class Ganar(Verbo):
    kind: Literal["ganar"] = "ganar"


class Empujar(Verbo):
    kind: Literal["empujar"] = "empujar"


class Reposicionar(Verbo):
    kind: Literal["reposicionar"] = "reposicionar"
    distancia: Cuenta | None = None
    """Spaces that the figure wants between itself and the nearest Rebel."""


class Confrontar(Verbo):
    kind: Literal["confrontar"] = "confrontar"


class Interactuar(Verbo):
    kind: Literal["interactuar"] = "interactuar"


class Derrotar(Verbo):
    kind: Literal["derrotar"] = "derrotar"


class Reforzar(Verbo):
    kind: Literal["reforzar"] = "reforzar"


class Terminar(Verbo):
    kind: Literal["terminar"] = "terminar"


class Agotar(Verbo):
    kind: Literal["agotar"] = "agotar"


class Consumir(Verbo):
    kind: Literal["consumir"] = "consumir"


class Requerir(Verbo):
    kind: Literal["requerir"] = "requerir"


class Afectar(Verbo):
    kind: Literal["afectar"] = "afectar"


class Superar(Verbo):
    kind: Literal["superar"] = "superar"


class Repetir(Verbo):
    kind: Literal["repetir"] = "repetir"


class Obligar(Verbo):
    kind: Literal["obligar"] = "obligar"


class Romper(Verbo):
    kind: Literal["romper"] = "romper"


class Trepar(Verbo):
    kind: Literal["trepar"] = "trepar"


class Transportar(Verbo):
    kind: Literal["transportar"] = "transportar"


class Cargar(Verbo):
    kind: Literal["cargar"] = "cargar"


class Reclamar(Verbo):
    kind: Literal["reclamar"] = "reclamar"


class Coger(Verbo):
    kind: Literal["coger"] = "coger"


class Descansar(Verbo):
    kind: Literal["descansar"] = "descansar"


class Contener(Verbo):
    kind: Literal["contener"] = "contener"


class Necesitar(Verbo):
    kind: Literal["necesitar"] = "necesitar"


class Mostrar(Verbo):
    kind: Literal["mostrar"] = "mostrar"


class Mejorar(Verbo):
    kind: Literal["mejorar"] = "mejorar"


class Cerrar(Verbo):
    kind: Literal["cerrar"] = "cerrar"


class Abrir(Verbo):
    kind: Literal["abrir"] = "abrir"


class Alejar(Verbo):
    kind: Literal["alejar"] = "alejar"


class Alejarse(Verbo):
    kind: Literal["alejarse"] = "alejarse"


class Acercar(Verbo):
    kind: Literal["acercar"] = "acercar"


class Acercarse(Verbo):
    kind: Literal["acercarse"] = "acercarse"


class Arrestar(Verbo):
    kind: Literal["arrestar"] = "arrestar"


class Atar(Verbo):
    kind: Literal["atar"] = "atar"


class Intentar(Verbo):
    kind: Literal["intentar"] = "intentar"


class Marcar(Verbo):
    kind: Literal["marcar"] = "marcar"


class Aparecer(Verbo):
    kind: Literal["aparecer"] = "aparecer"


class Jugar(Verbo):
    kind: Literal["jugar"] = "jugar"


class Ocurrir(Verbo):
    kind: Literal["ocurrir"] = "ocurrir"


class Llegar(Verbo):
    kind: Literal["llegar"] = "llegar"


class Permanecer(Verbo):
    kind: Literal["permanecer"] = "permanecer"


class Examinar(Verbo):
    kind: Literal["examinar"] = "examinar"


class Redesplegar(Verbo):
    kind: Literal["redesplegar"] = "redesplegar"


class Vender(Verbo):
    kind: Literal["vender"] = "vender"


class Comprar(Verbo):
    kind: Literal["comprar"] = "comprar"


class Sanar(Verbo):
    kind: Literal["sanar"] = "sanar"


class Probar(Verbo):
    kind: Literal["probar"] = "probar"


class Tomar(Verbo):
    kind: Literal["tomar"] = "tomar"


class Sumar(Verbo):
    kind: Literal["sumar"] = "sumar"


class Conseguir(Verbo):
    kind: Literal["conseguir"] = "conseguir"


class Recuperarse(Verbo):
    kind: Literal["recuperarse"] = "recuperarse"


class Prepararse(Verbo):
    kind: Literal["prepararse"] = "prepararse"


class Retirarse(Verbo):
    kind: Literal["retirarse"] = "retirarse"


class Usar(Verbo):
    kind: Literal["usar"] = "usar"


class Lograr(Verbo):
    kind: Literal["lograr"] = "lograr"


class Reventar(Verbo):
    kind: Literal["reventar"] = "reventar"


class LanzarAlAire(Verbo):
    kind: Literal["lanzar_al_aire"] = "lanzar_al_aire"


class Activar(Verbo):
    kind: Literal["activar"] = "activar"


class Entrar(Verbo):
    kind: Literal["entrar"] = "entrar"


class Preparar(Verbo):
    kind: Literal["preparar"] = "preparar"


class Convertir(Verbo):
    kind: Literal["convertir"] = "convertir"


class Situar(Verbo):
    kind: Literal["situar"] = "situar"


class Ir(Verbo):
    kind: Literal["ir"] = "ir"


class Acabar(Verbo):
    kind: Literal["acabar"] = "acabar"


class Seguir(Verbo):
    kind: Literal["seguir"] = "seguir"


class Dejar(Verbo):
    kind: Literal["dejar"] = "dejar"


class Hallar(Verbo):
    kind: Literal["hallar"] = "hallar"


class Llevar(Verbo):
    kind: Literal["llevar"] = "llevar"


class Restar(Verbo):
    kind: Literal["restar"] = "restar"


class Causar(Verbo):
    kind: Literal["causar"] = "causar"


class Separar(Verbo):
    kind: Literal["separar"] = "separar"


class Unir(Verbo):
    kind: Literal["unir"] = "unir"


ASALTO: tuple[type[Operacion], ...] = (
    Conceder, Limitar, Ganar, Empujar, Reposicionar, Confrontar, Interactuar, Derrotar, Reforzar, Terminar, Agotar,
    Consumir, Requerir, Afectar, Superar, Repetir, Obligar, Romper, Trepar, Transportar, Cargar, Reclamar, Coger,
    Descansar, Contener, Necesitar, Mostrar, Mejorar, Cerrar, Abrir, Alejar, Alejarse, Acercar, Acercarse, Arrestar,
    Atar, Intentar, Marcar, Aparecer, Jugar, Ocurrir, Llegar, Permanecer, Examinar, Redesplegar, Vender, Comprar,
    Sanar, Probar, Tomar, Sumar, Conseguir, Recuperarse, Prepararse, Retirarse, Usar, Lograr, Reventar, LanzarAlAire,
    Activar, Entrar, Preparar, Convertir, Situar, Ir, Acabar, Seguir, Dejar, Hallar, Llevar, Restar, Causar, Separar,
    Unir,
)  # fmt: skip
OpAsalto = (
    Conceder | Limitar | Ganar | Empujar | Reposicionar | Confrontar | Interactuar | Derrotar | Reforzar | Terminar |
    Agotar | Consumir | Requerir | Afectar | Superar | Repetir | Obligar | Romper | Trepar | Transportar | Cargar |
    Reclamar | Coger | Descansar | Contener | Necesitar | Mostrar | Mejorar | Cerrar | Abrir | Alejar | Alejarse |
    Acercar | Acercarse | Arrestar | Atar | Intentar | Marcar | Aparecer | Jugar | Ocurrir | Llegar | Permanecer |
    Examinar | Redesplegar | Vender | Comprar | Sanar | Probar | Tomar | Sumar | Conseguir | Recuperarse |
    Prepararse | Retirarse | Usar | Lograr | Reventar | LanzarAlAire | Activar | Entrar | Preparar | Convertir |
    Situar | Ir | Acabar | Seguir | Dejar | Hallar | Llevar | Restar | Causar | Separar | Unir
)  # fmt: skip
