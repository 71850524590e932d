"""Imperial Assault and its co-operative mode: figures on a grid, instructions, conditions, keywords."""

from grammar.language.closed import Closed
from grammar.language.dialects.base import Dialect

CLOSED: dict[str, Closed] = {
    # moments
    "cuando": Closed("MIENTRAS", "cuando"),
    "la primera vez que": Closed("MIENTRAS", "la_primera_vez_que"),
    "si es la primera vez que": Closed("MIENTRAS", "la_primera_vez_que", True),
    "la próxima vez que": Closed("MIENTRAS", "la_proxima_vez_que"),
    "cada vez que": Closed("MIENTRAS", "cada_vez_que"),
    "aunque": Closed("INCLUSO", "incluso_aunque", True),
    "hasta que": Closed("ANTES_QUE", "hasta_que"),
    "una vez que": Closed("DESPUES_QUE", "despues", True),
    "tras": Closed("DESPUES_DE", "despues", True),
    "una vez durante": Closed("DURANTE", "una_vez_durante"),
    "al inicio de": Closed("AL_COMIENZO", "al_comienzo", True),
    "al comienzo del": Closed("AL_COMIENZO_DEL", "al_comienzo"),
    "al inicio del": Closed("AL_COMIENZO_DEL", "al_comienzo", True),
    # links
    "después": Closed("LUEGO", "luego", True),
    "entonces": Closed("LUEGO", "luego", True),
    "a continuación": Closed("LUEGO", "luego", True),
    "en caso contrario": Closed("ENLACE", "de_lo_contrario", True),
    "en su lugar": Closed("EN_VEZ_ESO", "en_vez_de_eso", True),
    "o bien": Closed("CJ", "o", True),
    "mayor": Closed("DQ", "mayor"),
    "menor": Closed("DQ", "menor"),
    # places: what can be seen is a place like a distance is
    "en línea de visión": Closed("RANGO", "linea_de_vision"),
    "en la línea de visión": Closed("RANGO", "linea_de_vision", True),
    "en su línea de visión": Closed("RANGO", "linea_de_vision", True),
    "lo más cerca posible": Closed("RANGO", "lo_mas_cerca_posible"),
    "tan cerca como sea posible": Closed("RANGO", "lo_mas_cerca_posible", True),
    "a distancia": Closed("ADJ", "ataque_a_distancia_dicho"),
    # adverbs
    "voluntariamente": Closed("ADV", "voluntariamente"), "manualmente": Closed("ADV", "manualmente"),
    "automáticamente": Closed("ADV", "automaticamente"),
    "entre sí": Closed("ADV", "entre_si"), "simplemente": Closed("ADV", "simplemente"),
    "al azar": Closed("ADV", "al_azar"), "aleatoriamente": Closed("ADV", "al_azar", True),
    "de nuevo": Closed("ADV", "de_nuevo"), "otra vez": Closed("ADV", "de_nuevo", True),
    "en cualquier orden": Closed("ADV", "en_cualquier_orden"),
    "como sea posible": Closed("ADV", "como_sea_posible"),
    "siempre que sea posible": Closed("ADV", "siempre_que_sea_posible"),
    "inmediatamente": Closed("ADV", "inmediatamente"),
    "de su elección": Closed("ADV", "de_su_eleccion"),
    "lo siguiente": Closed("PRON", "lo_siguiente"),
    "ahora": Closed("ADV", "ahora"),
    "todavía": Closed("ADV", "todavia"),
    "más de una vez": Closed("ADV", "mas_de_una_vez"),
    "dos veces": Closed("ADV", "dos_veces"),
    "hasta dos veces": Closed("ADV", "hasta_dos_veces"),
    "por primera vez": Closed("ADV", "por_primera_vez"),
    "ya": Closed("ADV", "ya"),
    "mínimo": Closed("LIM", "minimo"), "máximo": Closed("LIM", "maximo_dicho"),
    "límite": Closed("LIMITE_O", "limite"),
    "límite de": Closed("LIMITE_O", "limite"),
}  # fmt: skip

DETERMINERS: dict[str, tuple[str, str]] = {
    "por lo menos": ("DQ", "al_menos"), "como mínimo": ("DQ", "al_menos"), "como máximo": ("DQ", "hasta"),
    "o superior": ("DQ", "o_mas"), "o mayor": ("DQ", "o_mas"), "o inferior": ("DQ", "o_menos"), "o menor": ("DQ", "o_menos"),
    "menos de": ("DQ", "menos_de"),
    "menos": ("DQ", "menos"),
    "tanto": ("DQ", "tantos"), "tanta": ("DQ", "tantos"), "tantos": ("DQ", "tantos"), "tantas": ("DQ", "tantos"),
    "mayor número de": ("DQ", "mayor_numero"), "máximo de": ("DQ", "mayor_numero"), "menor número de": ("DQ", "menor_numero"),
    "el número de": ("DQ", "numero_de"), "número de": ("DQ", "numero_de"),
    "un solo": ("DQ", "uno_solo"), "un único": ("DQ", "uno_solo"),
    "cualquier cantidad de": ("DQ", "cualquiera"),
}  # fmt: skip

VERBS: tuple[str, ...] = (
    "empujar", "reposicionar", "confrontar", "interactuar", "derrotar", "reforzar", "interrumpir", "terminar", "agotar",
    "consumir", "requerir", "afectar", "superar", "repetir", "obligar", "romper", "trepar", "transportar",
    "cargar", "reclamar", "coger", "descansar", "contener", "necesitar", "mostrar", "mejorar", "cerrar", "abrir",
    "alejar", "arrestar", "atar", "intentar", "marcar", "aparecer", "jugar", "ocurrir", "llegar", "permanecer",
    "examinar", "redesplegar", "acercar", "vender", "comprar", "sanar", "probar", "tomar", "sumar",
    "conseguir", "lograr", "reventar", "activar", "entrar", "preparar", "convertir",
    "situar", "ir", "acabar", "seguir", "dejar",
    "hallar", "llevar", "restar", "causar", "separar", "unir",
    "atravesar", "priorizar", "perjudicar", "ocupar", "capturar", "rescatar", "escapar", "proteger", "escoltar", "liberar",
    "explorar", "duplicar", "recoger", "cruzar", "alcanzar", "atraer", "arrastrar", "saltar", "determinar", "indicar",
    "apartar", "compartir", "pertenecer", "subir", "bajar", "rodear", "durar",
    "escoger", "sustituir", "finalizar", "concluir", "iniciar", "continuar", "doblar",
)  # fmt: skip
VERBS = tuple(verb for verb in VERBS if verb not in ("desplegar"))

ABOUT_SOMEBODY: frozenset[str] = frozenset({
    "recibir", "perder", "sufrir", "obtener", "recuperar", "ser", "estar", "tener", "poseer", "adquirir", "ganar", "mover",
    "recuperarse",
})  # fmt: skip
"""After a frame that names somebody («si el defensor ha fallado, sufre…») these speak of them, not to you."""

ASALTO = Dialect(
    name="asalto",
    closed=CLOSED,
    determiners=DETERMINERS,
    verbs=VERBS,
    own_verbs=frozenset({"ganar", "usar", "eliminar"}),
    aliases={
        "utilizar": "usar",
        "lanzar": "tirar",
        "fallar": "fallar",
        "agregar": "añadir",
        "escoger": "elegir",
        "sustituir": "reemplazar",
        "finalizar": "terminar",
        "concluir": "terminar",
        "iniciar": "empezar",
        "continuar": "seguir",
        "doblar": "duplicar",
    },
    reflexive=frozenset({"recuperar", "preparar", "activar", "mover", "defender", "curar", "alejar", "acercar", "retirar"}),
    compound={
        ("lanzar", "al el aire"): "lanzar_al_aire",
        ("poner", "aparte"): "apartar",
        ("dejar", "aparte"): "apartar",
        ("volver", "a desplegar"): "redesplegar",
    },
    heads={"lanzar_al_aire": ("lanzar", "al aire"), "conceder": ("conceder", ""), "limitar": ("limitar", "")},
    modals={"intentar": "intenta", "necesitar": "necesita"},
)
