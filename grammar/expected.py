"""What the parser could have read, in words for a person: terminals in groups, each with its name."""

GROUPS: dict[str, tuple[str, ...]] = {
    "un verbo": ("VF", "MODAL"),
    "un verbo en infinitivo": ("VINF",),
    "un nombre (nave, ficha, dado…)": ("NOUN", "NAME_N", "ARC_N", "ICON_N", "PRON"),
    "un número o un artículo": ("DET", "DETP"),
    "un adjetivo": ("ADJ", "VPART"),
    "un icono": ("ICON", "ARC"),
    "una ficha («de Concentración»…)": ("TOK",),
    "un alcance o un arco («a alcance 0-1», «en tu [arco-diana]»)": ("RANGO", "EN_ARC", "SIT"),
    "una maniobra («(2 [recto])»)": ("MAN", "VEL"),
    "una coma": ("COMA",),
    "«para» y un infinitivo": ("PARA",),
    "«si» y una condición": ("SI",),
    "«por cada»": ("POR_CADA",),
    "«que» y una frase": ("QUE", "QUE_P", "QUE_C", "CUYO"),
    "«o» / «y»": ("CJ_FIN", "CJ_NP", "CJ_INF", "CJ_ATR", "CJ_N", "CJ_PP"),
    "una preposición («de», «sobre», «con»…)": ("DE", "SOBRE", "CON", "CONTRA", "EN", "DESDE", "A", "A_V", "POR", "HACIA"),
    "un momento («mientras», «después de que»…)": ("MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "AL_COMIENZO", "DURANTE_P"),
    "el final de la frase": ("$END",),
}
NAMES: dict[str, str] = {terminal: name for name, terminals in GROUPS.items() for terminal in terminals}


def in_words(terminals: frozenset[str]) -> tuple[str, ...]:
    """Names of what was expected, in the order of the table."""
    found = {NAMES[terminal] for terminal in terminals if terminal in NAMES}
    return tuple(name for name in GROUPS if name in found)
