"""X-Wing: what players and fans write that the official cards say in other words. Data only."""

from grammar.language.closed import Closed
from grammar.language.dialects.base import Dialect

CLOSED: dict[str, Closed] = {
    # moments
    "al hacerlo": Closed("ENLACE", "si_lo_haces", True),
    "tras": Closed("DESPUES_DE", "despues", True), "después que": Closed("DESPUES_QUE", "despues", True),
    "una vez que": Closed("DESPUES_QUE", "despues", True), "en cuanto": Closed("DESPUES_QUE", "despues", True),
    "la primera vez que": Closed("MIENTRAS", "la_primera_vez_que"),
    "la próxima vez que": Closed("MIENTRAS", "la_proxima_vez_que"),
    "cada vez que": Closed("MIENTRAS", "cada_vez_que"), "siempre que": Closed("MIENTRAS", "cada_vez_que", True),
    "al comienzo del": Closed("AL_COMIENZO_DEL", "al_comienzo"),
    "al inicio del": Closed("AL_COMIENZO_DEL", "al_comienzo", True),
    "al principio de": Closed("AL_COMIENZO", "al_comienzo", True),
    "una vez por": Closed("DURANTE", "una_vez_por"), "una vez cada": Closed("DURANTE", "una_vez_por", True),
    "una vez durante cada": Closed("DURANTE", "una_vez_por", True), "una vez en cada": Closed("DURANTE", "una_vez_por", True),
    "más de una vez por": Closed("DURANTE", "mas_de_una_vez_por"),
    # conditions and links
    "aunque": Closed("INCLUSO", "incluso_aunque", True), "incluso cuando": Closed("INCLUSO_SI", "incluso_aunque", True),
    "salvo que": Closed("A_MENOS", "a_menos_que", True), "salvo si": Closed("A_MENOS", "a_menos_que", True),
    "excepto si": Closed("A_MENOS", "a_menos_que", True),
    "siempre y cuando": Closed("SI", "si", True),
    "en tal caso": Closed("ENLACE", "si_lo_haces", True), "si es así": Closed("ENLACE", "si_lo_haces", True),
    "en caso contrario": Closed("ENLACE", "de_lo_contrario", True),
    "si no lo haces": Closed("ENLACE", "de_lo_contrario", True), "si no lo hace": Closed("ENLACE", "de_lo_contrario", True),
    "alternativamente": Closed("EN_VEZ_ESO", "en_vez_de_eso", True), "finalmente": Closed("LUEGO", "luego", True),
    "por último": Closed("LUEGO", "luego", True), "a continuación": Closed("LUEGO", "luego", True),
    "después": Closed("LUEGO", "luego", True),
    "en vez del": Closed("EN_VEZ_DEL", "en_vez_de"), "en lugar del": Closed("EN_VEZ_DEL", "en_vez_de", True),
    "además del": Closed("ADEMAS_DEL", "ademas_de"), "o bien": Closed("CJ", "o", True),
    # ranges and comparisons
    "a un alcance de": Closed("RNG", "a", True), "al alcance": Closed("RNG", "a", True), "en alcance": Closed("RNG", "a", True),
    "en rango": Closed("RNG", "a", True), "dentro del alcance": Closed("RNG", "dentro", True),
    "dentro de rango": Closed("RNG", "dentro", True), "dentro del rango": Closed("RNG", "dentro", True),
    "más allá del alcance": Closed("RNG", "mas_alla", True), "más allá de rango": Closed("RNG", "mas_alla", True),
    "más allá del rango": Closed("RNG", "mas_alla", True),
    "igual o menor": Closed("COMP", "igual_o_inferior", True), "menor o igual": Closed("COMP", "igual_o_inferior", True),
    "inferior o igual": Closed("COMP", "igual_o_inferior", True), "superior o igual": Closed("COMP", "igual_o_superior", True),
    **dict.fromkeys(("más grande", "más grandes", "más alto", "más alta"), Closed("COMP", "mayor", True)),
    **dict.fromkeys(("más pequeño", "más pequeña", "más pequeños", "más pequeñas", "más bajo", "más baja"),
                    Closed("COMP", "menor", True)),
    **dict.fromkeys(("vacío", "vacía", "vacíos", "vacías", "de cara en blanco"), Closed("ICON", "cara_vacia", True)),
    **dict.fromkeys(("crítico", "críticos"), Closed("ICON", "critico", True)),
    # arcs by their names
    "arco frontal": Closed("ARC", "arco_frontal", True), "arco delantero": Closed("ARC", "arco_frontal", True),
    "arco trasero": Closed("ARC", "arco_trasero", True), "arco izquierdo": Closed("ARC", "arco_izquierdo", True),
    "arco derecho": Closed("ARC", "arco_derecho", True), "arco diana": Closed("ARC", "arco_diana", True),
    "arco de diana": Closed("ARC", "arco_diana", True), "arco de torreta": Closed("ARC", "arco_torreta", True),
    "arco frontal completo": Closed("ARC", "arco_frontal_completo", True),
    "arco trasero completo": Closed("ARC", "arco_trasero_completo", True),
    # adverbs
    "ya": Closed("ADV", "ya"), "siempre": Closed("ADV", "siempre"), "aún": Closed("ADV", "todavia", True),
    "inmediatamente": Closed("ADV", "inmediatamente"), "voluntariamente": Closed("ADV", "voluntariamente"),
    "automáticamente": Closed("ADV", "automaticamente"), "al mismo tiempo": Closed("ADV", "al_mismo_tiempo"),
    "tu elección": Closed("ADV", "a_tu_eleccion", True),
    "según tu elección": Closed("ADV", "a_tu_eleccion", True), "además": Closed("ADV", "ademas"),
    "adicionalmente": Closed("ADV", "ademas", True),
    "nunca": Closed("NUNCA", "no", True), "jamás": Closed("NUNCA", "no", True),
    "tampoco": Closed("TAMPOCO", "tampoco"),
}  # fmt: skip

XWING = Dialect(
    name="xwing",
    closed=CLOSED,
    determiners={"por lo menos": ("DQ", "al_menos"), "como máximo": ("DQ", "hasta")},
    verbs=(
        "atravesar", "disminuir", "rotar", "escoger", "consumir", "emplear", "derribar", "regenerar", "restaurar", "sumar",
        "iniciar", "finalizar", "terminar",
    ),
    aliases={
        "disminuir": "reducir", "rotar": "girar", "escoger": "elegir", "consumir": "gastar",
        "emplear": "utilizar", "derribar": "destruir", "regenerar": "recuperar", "restaurar": "recuperar", "sumar": "añadir",
        "iniciar": "empezar", "finalizar": "acabar", "terminar": "acabar",
    },
    compound={
        ("tirar", "de nuevo"): "volver_a_tirar", ("lanzar", "de nuevo"): "volver_a_tirar",
        ("tirar", "otra vez"): "volver_a_tirar", ("lanzar", "otra vez"): "volver_a_tirar",
    },
)  # fmt: skip
