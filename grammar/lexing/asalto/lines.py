"""Whole lines, at the end: what has no verb, what announces, what a preposition governs as one."""

from grammar.lexing.words import Word

FRAMES: frozenset[str] = frozenset(
    {"MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "DESPUES_DE", "ANTES_DE", "AL_COMIENZO", "AL_FINAL", "SI", "DURANTE_P", "EN_T_P"}
)
GOVERNING: frozenset[str] = frozenset({"CON", "EN", "VGER", "CJ_MISMO", "DE"})


def close(words: list[Word], colon: bool, headed: bool) -> list[Word]:
    """Tells the grammar what has no verb: a line of keywords, or a moment that announces what follows."""
    _same_kind(words)
    if colon and words and words[-1].type == "POR":  # «cambia sus instrucciones por:»
        words.append(Word("PRON", "lo siguiente", words[-1].end, words[-1].end, "lo_siguiente", variant=True))
    if not words or words[0].type == "LIMITE_O":
        return words
    if any(word.type in ("VF", "MODAL") for word in words) and not _open_frame(words, colon):
        return words
    first, last = words[0], words[-1]
    if first.type in FRAMES:
        return [*words, Word("COMA", ":", last.end, last.end), Word("ANUNCIO", "", last.end, last.end)]
    if any(word.type in ("VF", "MODAL") for word in words):
        return words
    for word in words:
        if word.type in ("COMA", "CJ_ATR", "CJ_N") and word.text == ",":
            word.type, word.id = "CJ_NP", "coma"
    return [Word("CLAVES", "", first.start, first.start), *words]


def _same_kind(words: list[Word]) -> None:
    """«usando 1 dado rojo y 1 dado verde»: what a preposition or a gerund governs as one."""
    for i, word in enumerate(words):
        if word.type == "CJ_ATR" and 0 < i < len(words) - 1 and words[i - 1].type == "ICON_N" and words[i + 1].type == "ICON":
            word.type, words[i + 1].type = "CJ_N", "NOUN"  # «una prueba de [fuerza] y [perspicacia]»
        if word.type != "CJ_NP" or i + 2 >= len(words) or words[i + 2].type != "NOUN":
            continue
        start = next((k for k in range(i - 1, -1, -1) if words[k].type == "DET"), 0)
        if start and words[start - 1].type in GOVERNING and words[start + 1].id == words[i + 2].id:
            word.type = "CJ_MISMO"


def _open_frame(words: list[Word], colon: bool) -> bool:
    """«Si hay un Rebelde a 3 casillas:»"""
    return colon and words[0].type in FRAMES and not any(word.type == "COMA" for word in words)
