"""Decisions of the canonical style, in tables: which word where the language offers several."""

from typing import Final

# «1» or «una»: these nouns take the article. The official wording counts tokens, dice and charges with figures.
WITH_ARTICLE: Final[frozenset[str]] = frozenset({
    "nave",     "accion", "maniobra", "ataque", "blanco_fijado", "plantilla", "objeto", "defensor", "atacante", "arma",
    "indicador", "mejora",
    "obstaculo", "jefe_de_ala", "impulso", "tonel_volado", "coordinacion", "iniciativa", "velocidad", "numero",
    "tipo_de_ficha", "asteroide",
    "armamento", "espacio", "jugador", "objetivo", "caza_tie_ln", "direccion", "nombrado", "arco_torreta",
    "arco_de_fuego", "desechos_espaciales",
    "tipo", "minibomba", "mina_de_proximidad", "carga_sismica", "bomba_de_electroprotones",
    "conjunto_de_minas_de_racimo", "bomba_de_iones",
    "boya_de_sensores", "bomba_incendiaria",
})  # fmt: skip
# Chosen without a figure: «elegir un número».
NEVER_FIGURES: Final[frozenset[str]] = frozenset({"numero", "objeto", "tipo_de_ficha", "direccion"})
# Feminine nouns that take «un».
STRESSED_A: Final[frozenset[str]] = frozenset({"arma"})
# Said with «se» and not with «ser»: «no pueden recuperarse».
RECOVERED: Final[frozenset[str]] = frozenset({"recuperar"})
# Inside a moment these too: «después de que gastes una ficha».
EVENT_ARTICLE: Final[frozenset[str]] = frozenset({"ficha", "dispositivo", "bomba", "mina", "carta_de_dano", "carta"})
# Verbs of what happens to you: «recibes», not «recibe». Under a header all verbs are orders.
INDICATIVE: Final[frozenset[str]] = frozenset({
    "recibir", "perder", "sufrir", "obtener", "recuperar", "ser", "estar", "tener", "poseer", "ignorar", "intervenir",
    "adquirir", "empezar",
    "impedir", "destruir", "acoplarse", "activarse",
})  # fmt: skip
# What stands somewhere as a body does («que tengas a alcance 1»); other nouns take the range alone.
BODIES: Final[frozenset[str]] = frozenset({
    "nave", "objeto", "dispositivo", "bomba", "mina", "obstaculo", "defensor", "atacante", "objetivo",
    "companero_de_ala", "caza_tie_ln",
    "remoto", "uno", "nombrado", "caza_tie", "boya_de_sensores", "asteroide", "desechos_espaciales", "estructura",
    "caza_tie_fo", "caza_tie_sf", "tie_sf",
})  # fmt: skip
PRONOUNS: Final[dict[str, str]] = {
    "tu": "ti", "ti_mismo": "ti mismo", "el": "él", "ella": "ella", "ellos": "ellos", "ellas": "ellas", "este": "éste",
    "esta": "ésta",
    "la_tuya": "la tuya", "el_tuyo": "el tuyo", "si_misma": "sí misma", "la_suya": "la suya", "esto": "esto",
    "la_suya_propia": "la suya propia", "la_original": "la original", "lo_siguiente": "lo siguiente",
    "cada_uno_de_ellos": "cada uno de ellos", "cada_una_de_ellas": "cada una de ellas",
}  # fmt: skip
MASCULINE_PRONOUNS: Final[frozenset[str]] = frozenset({
    "tu", "ti_mismo", "el", "ellos", "este", "el_tuyo", "esto", "lo_siguiente", "cada_uno_de_ellos",
})  # fmt: skip
PLURAL_PRONOUNS: Final[frozenset[str]] = frozenset({"ellos", "ellas"})
ADVERBS: Final[dict[str, str]] = {
    "completamente": "completamente", "parcialmente": "parcialmente", "todavia": "todavía", "tambien": "también",
    "normalmente": "normalmente", "de_esta_manera": "de esta manera", "de_ninguna_otra_manera": "de ninguna otra manera",
    "de_cualquier_otra_manera": "de cualquier otra manera", "a_tu_eleccion": "a tu elección", "en_voz_alta": "en voz alta",
    "como_sea_posible": "como sea posible", "siempre_que_sea_posible": "siempre que sea posible",
    "ahora": "ahora", "ya": "ya", "de_su_eleccion": "de su elección",
    "inmediatamente": "inmediatamente", "mas_de_una_vez": "más de una vez", "dos_veces": "dos veces",
    "hasta_dos_veces": "hasta dos veces", "por_primera_vez": "por primera vez",
    "cada_uno": "cada uno de ellos", "en_tu_lugar": "en tu lugar", "ya_sea": "ya sea",
    "manualmente": "manualmente", "entre_si": "entre sí", "simplemente": "simplemente", "de_mas": "más", "de_menos": "menos",
    "al_azar": "al azar", "de_nuevo": "de nuevo", "en_cualquier_orden": "en cualquier orden", "mas": "más",
    "siempre": "siempre", "voluntariamente": "voluntariamente", "automaticamente": "automáticamente",
    "al_mismo_tiempo": "al mismo tiempo", "ademas": "además",
}  # fmt: skip
EARLY_ADVERBS: Final[frozenset[str]] = frozenset({
    "inmediatamente", "ya", "siempre", "automaticamente", "ademas",
    "completamente", "parcialmente", "todavia", "tambien", "normalmente", "mas",
})  # fmt: skip
PREPOSITIONS: Final[dict[str, str]] = {
    "de": "de", "en": "en", "sobre": "sobre", "con": "con", "contra": "contra", "desde": "desde", "a": "a", "por": "por",
    "a_traves_de": "a través de", "entre": "entre", "sin": "sin", "mediante": "mediante", "detras_de": "detrás de",
    "delante_de": "delante de", "hacia": "hacia", "fuera_de": "fuera de", "hasta": "hasta", "durante": "durante",
    "excepto": "excepto", "transportando": "transportando", "en_o_adyacente_a": "en o adyacente a",
}  # fmt: skip
COMPARISONS: Final[dict[str, str]] = {
    "mayor": "mayor que", "menor": "menor que", "superior": "superior a", "inferior": "inferior a", "la_misma": "la misma que",
    "igual_o_superior": "igual o superior a", "igual_o_inferior": "igual o inferior a",
    "superior_o_inferior": "superior o inferior a", "igual": "igual a", "que": "que",
}  # fmt: skip
RANGES: Final[dict[str, str]] = {
    "a": "a alcance", "a_ataque": "a alcance de ataque", "dentro": "dentro de alcance", "mas_alla": "más allá de alcance",
    "a_o_mas": "a alcance {} o más", "a_o_menos": "a alcance {} o menos",
}  # fmt: skip
LINKS: Final[dict[str, str]] = {
    "si_lo_haces": "si lo haces, ", "si_lo_hace": "si lo hace, ", "si_lo_hacen": "si lo hacen, ",
    "de_lo_contrario": "de lo contrario, ",
    "luego": "luego, ", "en_vez_de_eso": "en vez de eso ", "ademas": "además, ",
}  # fmt: skip
MOMENTS: Final[dict[str, str]] = {
    "mientras": "mientras", "despues": "después de", "antes": "antes de", "al_comienzo": "al comienzo de",
    "al_final": "al final de", "hasta_que": "hasta", "cada_vez_que": "cada vez", "la_primera_vez_que": "la primera vez",
    "la_proxima_vez_que": "la próxima vez",
}  # fmt: skip
PERIODS: Final[dict[str, str]] = {
    "una_vez_por": "una vez por", "mas_de_una_vez_por": "más de una vez por", "al_final": "al final de",
    "al_comienzo": "al comienzo de",
    "una_vez_durante": "una vez durante", "durante": "durante", "en": "en", "hasta_el_final": "hasta el final de",
}  # fmt: skip
CONJUNCTIONS: Final[dict[str, str]] = {"o": "o", "y": "y", "ni": "ni", "y_luego": "y luego"}
BEFORE_NOUN: Final[frozenset[str]] = frozenset({"siguiente", "primero", "segundo", "ultimo"})


def contract(preposition: str, rest: str) -> str:
    """de + el -> del, a + el -> al (not with a pronoun: «de él»)."""
    if rest.startswith("el ") and preposition.endswith((" de", "de")) and (preposition == "de" or preposition.endswith(" de")):
        return f"{preposition[:-2]}del {rest[3:]}"
    if rest.startswith("el ") and preposition == "a":
        return f"al {rest[3:]}"
    return f"{preposition} {rest}"


def link(conj: str, following: str) -> str:
    """«o» before an o sound is «u», «y» before an i sound is «e»."""
    word = CONJUNCTIONS.get(conj, conj)
    if following.startswith(("[", "(")):  # an icon is not read aloud
        return word
    start = following.lower()
    if word == "o" and start.startswith(("o", "ho")) and not start.startswith("o "):
        return "u"
    if word == "y" and start.startswith(("i", "hi")) and not start.startswith(("hie", "hia", "io", "ia")):
        return "e"
    return word


def series(parts: list[str], conj: str | None) -> str:
    """a, b o c."""
    if len(parts) == 1:
        return parts[0]
    if conj == "coma":
        return ", ".join(parts)
    if conj == "barra":
        return "/".join(parts)
    last = parts[-1]
    joint = link(conj or "y", last)
    comma = "," if conj == "y_luego" else ""
    return f"{', '.join(parts[:-1])}{comma} {joint} {last}"
