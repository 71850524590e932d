"""Closed classes: the small words that hold a sentence together, as phrase -> (terminal, id).

Longest phrase wins. A third item marks wording that the canonical style replaces by the id's own.
"""

from typing import NamedTuple


class Closed(NamedTuple):
    terminal: str
    id: str
    variant: bool = False


CLOSED: dict[str, Closed] = {
    # moments
    "mientras": Closed("MIENTRAS", "mientras"),
    "cuando": Closed("MIENTRAS", "mientras", True),
    "después de que": Closed("DESPUES_QUE", "despues"),
    "después de de que": Closed("DESPUES_QUE", "despues", True),
    "antes que": Closed("ANTES_Q", "antes_que"),
    "antes de que": Closed("ANTES_QUE", "antes"),
    "después de": Closed("DESPUES_DE", "despues"),
    "después del": Closed("DESPUES_DEL", "despues"),
    "antes de": Closed("ANTES_DE", "antes"),
    "antes del": Closed("ANTES_DEL", "antes"),
    "al comienzo de": Closed("AL_COMIENZO", "al_comienzo"),
    "al inicio de": Closed("AL_COMIENZO", "al_comienzo", True),
    "al final de": Closed("AL_FINAL", "al_final"),
    "al final del": Closed("AL_FINAL_DEL", "al_final"),
    "durante": Closed("DURANTE", "durante"),
    "hasta el final de": Closed("HASTA_FINAL", "hasta_el_final"),
    "hasta el final del": Closed("HASTA_FINAL_DEL", "hasta_el_final"),
    "hasta la conclusión de": Closed("HASTA_FINAL", "hasta_el_final", True),
    # conditions and links
    "si": Closed("SI", "si"),
    "excepto": Closed("EXCEPTO", "excepto"),
    "a menos que": Closed("A_MENOS", "a_menos_que"),
    "a no ser que": Closed("A_MENOS", "a_menos_que", True),
    "incluso aunque": Closed("INCLUSO", "incluso_aunque"),
    "incluso si": Closed("INCLUSO_SI", "incluso_aunque", True),
    "incluso mientras": Closed("INCLUSO_SI", "incluso_aunque", True),
    "si lo haces": Closed("ENLACE", "si_lo_haces"),
    "si lo hace": Closed("ENLACE", "si_lo_hace"),
    "si haces esto": Closed("ENLACE", "si_lo_haces", True),
    "en ese caso": Closed("ENLACE", "si_lo_haces", True),
    "en este caso": Closed("ENLACE", "si_lo_haces", True),
    "si actúas de esta manera": Closed("ENLACE", "si_lo_haces", True),
    "si lo hacen": Closed("ENLACE", "si_lo_hacen"),
    "luego": Closed("LUEGO", "luego"),
    "acto seguido": Closed("LUEGO", "luego", True),
    "de lo contrario": Closed("ENLACE", "de_lo_contrario"),
    "en vez de eso": Closed("EN_VEZ_ESO", "en_vez_de_eso"),
    "en lugar de eso": Closed("EN_VEZ_ESO", "en_vez_de_eso", True),
    "en su lugar": Closed("EN_VEZ_ESO", "en_vez_de_eso", True),
    "en tu lugar": Closed("ADV", "en_tu_lugar"),
    "en vez de": Closed("EN_VEZ", "en_vez_de"),
    "en lugar de": Closed("EN_VEZ", "en_vez_de", True),
    "además de": Closed("ADEMAS_DE", "ademas_de"),
    "por cada": Closed("POR_CADA", "por_cada"),
    "para que": Closed("PARA_QUE", "para_que"),
    "para": Closed("PARA", "para"),
    "pero": Closed("PERO", "pero"),
    "ya sea": Closed("ADV", "ya_sea"),
    "debido a que": Closed("DEBIDO", "debido_a_que"),
    "como si": Closed("COMO_SI", "como_si"),
    "como": Closed("COMO", "como"),
    "que": Closed("QUE", "que"),
    "cuyo": Closed("CUYO", "cuyo"), "cuya": Closed("CUYO", "cuyo"),
    "cuyos": Closed("CUYO", "cuyo"), "cuyas": Closed("CUYO", "cuyo"),
    "y": Closed("CJ", "y"), "e": Closed("CJ", "y"), "o": Closed("CJ", "o"), "u": Closed("CJ", "o"),
    "ni": Closed("CJ", "ni"),
    "no": Closed("NO", "no"),
    # prepositions
    "de": Closed("DE", "de"), "del": Closed("DEL", "de"), "a": Closed("A", "a"), "al": Closed("AL", "a"),
    "en": Closed("EN", "en"), "sobre": Closed("SOBRE", "sobre"), "con": Closed("CON", "con"),
    "contra": Closed("CONTRA", "contra"), "desde": Closed("DESDE", "desde"), "hacia": Closed("HACIA", "hacia"),
    "por": Closed("POR", "por"), "sin": Closed("SIN", "sin"), "mediante": Closed("MEDIANTE", "mediante"),
    "encima de": Closed("SOBRE", "sobre", True), "a través de": Closed("A_TRAVES", "a_traves_de"),
    "entre": Closed("ENTRE", "entre"), "fuera de": Closed("FUERA_DE", "fuera_de"),
    "detrás de": Closed("DETRAS", "detras_de"), "detrás del": Closed("DETRAS_DEL", "detras_de"),
    "delante de": Closed("DETRAS", "delante_de"), "delante del": Closed("DETRAS_DEL", "delante_de"),
    "contigo": Closed("CONTIGO", "contigo"),
    # ranges, speeds, faces
    "hasta un límite de": Closed("LIM", "limite"), "con un límite de": Closed("LIM", "limite", True),
    "hasta un máximo de": Closed("LIM", "maximo"), "hasta un máximo de alcance": Closed("LIM", "maximo_alcance"),
    "a alcance": Closed("RNG", "a"), "a alcance de ataque": Closed("RNG", "a_ataque"),
    "a alcance range": Closed("RNG", "a", True), "at range a alcance": Closed("RNG", "a", True),
    "a distancia": Closed("RNG", "a", True), "a rango": Closed("RNG", "a", True), "en el rango": Closed("RNG", "a", True),
    "a rango de ataque": Closed("RNG", "a_ataque", True), "alcance": Closed("RNGW", "a"),
    "dentro de alcance": Closed("RNG", "dentro"), "completamente a alcance": Closed("RNG", "dentro", True),
    "más allá de alcance": Closed("RNG", "mas_alla"),
    "de velocidad": Closed("VELP", "de_velocidad"), "a velocidad": Closed("VELP", "de_velocidad", True),
    "velocidad": Closed("VELW", "velocidad"),
    "de cara vacía": Closed("ICON", "cara_vacia"), "cara vacía": Closed("ICON", "cara_vacia", True),
    "en blanco": Closed("ICON", "cara_vacia", True),
    "mayor": Closed("COMP", "mayor"), "menor": Closed("COMP", "menor"), "superior": Closed("COMP", "superior"),
    "inferior": Closed("COMP", "inferior"), "la misma que": Closed("COMP_QUE", "la_misma"),
    "igual o superior": Closed("COMP", "igual_o_superior"), "igual o inferior": Closed("COMP", "igual_o_inferior"),
    "igual o mayor": Closed("COMP", "igual_o_superior", True), "mayor o igual": Closed("COMP", "igual_o_superior", True),
    "superior o inferior": Closed("COMP", "superior_o_inferior"),
    "iónico": Closed("TOK", "iones", True), "iónica": Closed("TOK", "iones", True),
    "iónicos": Closed("TOK", "iones", True), "iónicas": Closed("TOK", "iones", True),
    "sin limitaciones": Closed("ADJ_NEG", "limitado", True), "sin restricciones": Closed("ADJ_NEG", "limitado", True),
    # pronouns
    "tú": Closed("PRON", "tu"), "ti": Closed("PRON", "tu"), "ti mismo": Closed("PRON", "ti_mismo"),
    "él": Closed("PRON", "el"), "ella": Closed("PRON", "ella"), "ellos": Closed("PRON", "ellos"),
    "ellas": Closed("PRON", "ellas"), "éste": Closed("PRON", "este"), "ésta": Closed("PRON", "esta"),
    "este último": Closed("PRON", "este", True),
    "la tuya": Closed("PRON", "la_tuya"), "el tuyo": Closed("PRON", "el_tuyo"), "sí misma": Closed("PRON", "si_misma"),
    "la suya": Closed("PRON", "la_suya"), "esto": Closed("PRON", "esto"), "la suya propia": Closed("PRON", "la_suya_propia"),
    "la original": Closed("PRON", "la_original"),
    "tuya": Closed("TUYO", "tuyo"), "tuyo": Closed("TUYO", "tuyo"),
    # adverbs
    "completamente": Closed("ADV", "completamente"), "parcialmente": Closed("ADV", "parcialmente"),
    "sólo": Closed("SOLO", "solo"), "solo": Closed("SOLO", "solo", True), "solamente": Closed("SOLO", "solo", True),
    "todavía": Closed("ADV", "todavia"), "también": Closed("ADV", "tambien"),
    "normalmente": Closed("ADV", "normalmente"), 
    "cada uno de ellos": Closed("ADV", "cada_uno"), "cada una de ellas": Closed("ADV", "cada_uno"),
    "de esta manera": Closed("ADV", "de_esta_manera"), "de ninguna otra manera": Closed("ADV", "de_ninguna_otra_manera"),
    "de otra manera": Closed("ADV", "de_ninguna_otra_manera", True),
    "de cualquier otra manera": Closed("ADV", "de_cualquier_otra_manera"),
    "a tu elección": Closed("ADV", "a_tu_eleccion"), "de tu elección": Closed("ADV", "a_tu_eleccion", True),
    "si es posible": Closed("SI_POSIBLE", "si_es_posible"), "si le es posible": Closed("SI_POSIBLE", "si_es_posible", True),
    "en voz alta": Closed("ADV", "en_voz_alta"),
    "por alcance": Closed("POR_ALCANCE", "por_alcance"), "de alcance": Closed("DE_ALCANCE", "de_alcance"),
}  # fmt: skip

PROCLITICS: frozenset[str] = frozenset({"te", "se", "le", "les", "lo", "la", "los", "las", "os"})
ENCLITICS: tuple[str, ...] = ("te", "se", "le", "les", "lo", "la", "los", "las")

NUMBERS: dict[str, int] = {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6}
