"""Positions: words whose place decides what they are, renamed so that one word of lookahead is enough.

…_P stands at the head of a clause, …_V right after a verb, …_N opens a noun phrase without a determiner.
"""

from grammar.lexing.words import Word

VERBS: frozenset[str] = frozenset({"VF", "VINF", "VGER", "VGER_C", "ADV_V"})
HEADS: frozenset[str] = frozenset({"COMA", "ENLACE", "LUEGO", "PYC", "CJ_CL", "CJ_CUERPO"})
CLAUSE_HEADS: frozenset[str] = HEADS | {"DESPUES_QUE", "ANTES_QUE", "SI", "MIENTRAS"}
HEAD_NAMES: frozenset[str] = frozenset({"DURANTE", "EN_T", "HASTA_FINAL", "EN_VEZ_ESO", "POR_CADA"})
VERB_NAMES: dict[str, str] = {
    "ADV": "ADV_V", "A": "A_V", "EN_T": "EN_T_V", "DURANTE": "DURANTE_V", "HASTA_FINAL": "HASTA_FINAL_V", "COMO": "COMO_V",
}  # fmt: skip
# After these a name, an arc or an icon qualifies what stands before.
QUALIFIED: frozenset[str] = frozenset({
    "DET", "NOUN", "ADJ", "NAME", "NAME_N", "TOK", "ICON", "ICON_N", "ARC", "ARC_N", "CJ_ATR", "CJ_N", "LPAR", "QUE_SER", "MAN",
    "VEL", "POR_ALCANCE", "DE_ALCANCE", "TUYO", "PASO", "DETP", "NUM", "VPART", "COMO_V", "RANGO",
})  # fmt: skip
NOUNS: frozenset[str] = frozenset({"NOUN", "ARC", "ARC_L", "NAME", "ICON"})
ATOMS: frozenset[str] = frozenset({"ICON", "ARC", "ADJ", "MAN", "NAME", "TOK", "CJ_ATR", "VEL", "PASO", "ICON_N"})


def mark_positions(words: list[Word]) -> list[Word]:
    words = _missing_commas(_adjectives_after(words))
    previous = ""
    for i, word in enumerate(words):
        following = words[i + 1].type if i + 1 < len(words) else ""
        word.type = _renamed(words, i, word, previous, following)
        previous = word.type
    return words


def _missing_commas(words: list[Word]) -> list[Word]:
    """«Después de que realices una acción puedes…», «en esta fase esa nave…»: the comma that the style asks for."""
    if not words:
        return words
    if words[0].type in OPENERS and not any(word.type == "COMA" for word in words):
        for i, word in enumerate(words):
            if word.type == "MODAL" and word.verb is not None and i > 2 and any(form.person == 2 for form in word.verb.forms):
                words.insert(i, Word("COMA", "", word.start, word.start, variant=True))
                break
    opened = False
    for i, word in enumerate(words):
        if word.type == "COMA":
            opened = False
        elif word.type == "MIENTRAS" and opened:
            words.insert(i, Word("COMA", "", word.start, word.start, variant=True))
            break
        elif word.type in OPENERS and (i == 0 or words[i - 1].type in ("COMA", "LUEGO", "ENLACE")):
            opened = True
    for i in range(len(words) - 3):
        if words[i].type == "EN_T" and (i == 0 or words[i - 1].type == "COMA") and words[i + 3].type == "DET":
            words.insert(i + 3, Word("COMA", "", words[i + 3].start, words[i + 3].start, variant=True))
            break
    return words


OPENERS: frozenset[str] = frozenset({"MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "DESPUES_DE", "ANTES_DE", "SI"})


def _renamed(words: list[Word], i: int, word: Word, previous: str, following: str) -> str:
    type_ = word.type
    head = previous == "" or previous in HEADS
    if type_ == "SIGN":
        return _sign(words, i, word)
    if head and type_ in HEAD_NAMES:
        return f"{type_}_P"
    if type_ == "A" and (head or previous in CLAUSE_HEADS):
        return "A_P"
    if head and type_ in ("CON", "EN"):
        rolled = any(later.id == "resultado" for later in words[i + 1 : i + 4])
        return "CON_P" if type_ == "CON" or rolled else "EN_T_P"
    if type_ == "EN_VEZ":
        if following == "VINF":
            return "EN_VEZ_INF_P" if head else "EN_VEZ_INF"
        if head and any(words[place].type == "COMA" for place in range(i + 1, _verb_after(words, i))):
            return "EN_VEZ_M"
        return "EN_VEZ_P" if head or previous == "DESPUES_QUE" else type_
    if type_ == "SOLO":
        return (
            "SOLO_P" if following in ("MODAL", "HACIA") and previous in ("", "COMA", "PERO", "NOUN", "ADJ", "CJ_FIN") else type_
        )
    if type_ == "A" and (
        previous == "COMP" or (i > 3 and words[i - 4].type == "COMP") or (i > 2 and words[i - 3].type == "COMP")
    ):
        return "A_COMP"
    if previous in VERBS and type_ in VERB_NAMES and not (previous == "VGER_C" and type_ == "COMO"):
        return VERB_NAMES[type_]
    if type_ == "VGER" and word.id == "considerar":
        return "VGER_C"
    if type_ == "DET" and (following not in NOUNS or words[i + 1].text.startswith("de ")):
        return "DETP"
    if type_ in ("NAME", "ARC", "ICON") and previous not in QUALIFIED:
        return f"{type_}_N"
    if type_ == "SIN" and following == "VINF":
        return "SIN_INF"
    if type_ == "PARA":
        return "PARA" if following == "VINF" else "PARA_NP"
    return type_


def _verb_after(words: list[Word], i: int) -> int:
    return next((place for place in range(i + 1, len(words)) if words[place].type in ("VF", "MODAL")), len(words))


def _sign(words: list[Word], i: int, word: Word) -> str:
    if word.text == "(":
        inside = []
        for later in words[i + 1 :]:
            if later.text == ")":
                break
            inside.append(later.type)
        return "LPAR" if inside and all(kind in ATOMS for kind in inside) else "LPAR_I"
    return {")": "RPAR", ";": "PYC"}.get(word.text, "SIGN")


def _adjectives_after(words: list[Word]) -> list[Word]:
    """«la siguiente fase»: the adjective goes behind its noun, where the grammar expects it."""
    for i in range(1, len(words) - 1):
        if words[i].type == "ADJ" and words[i - 1].type in ("DET", "POR_CADA") and words[i + 1].type in ("NOUN", "NAME"):
            words[i], words[i + 1] = words[i + 1], words[i]
    return words
