"""The last pass over a sentence of rules: every word gets the type that games/reglas.lark reads, told by the word before."""

from grammar.lexing.words import Word

NOMINAL: frozenset[str] = frozenset({
    "DET", "DETP", "NOUN", "ICON_D", "NAME_D", "ICON_N", "NAME_N", "CUAL_N", "CONV_N", "PRON", "ADJ", "TOK",
    "ICON", "NAME", "NUM", "VPART",
    "PASO", "CUAL",
})  # fmt: skip
ATOMS: frozenset[str] = frozenset(
    {"ADJ", "TOK", "ICON", "NAME", "NUM", "VPART", "PASO", "CUAL", "PRED", "ICON_D", "ICON_N", "CUAL_N"}
)
RAW_ATOMS: frozenset[str] = frozenset({"ADJ", "VPART", "TOK", "TOKB", "ICON", "CUAL", "NAME", "LABEL"})
NAMED: frozenset[str] = frozenset({"sistema", "lider_imperial", "lider_rebelde"})
SIDES: frozenset[str] = frozenset({"atacante", "defensor"})


def typed(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    for i, word in enumerate(words):
        previous = out[-1].type if out else ""
        following = words[i + 1] if i + 1 < len(words) else None
        word.type = _type(words, i, word, previous, following, out)
        out.append(word)
    return out


def _type(words: list[Word], i: int, word: Word, previous: str, following: Word | None, out: list[Word]) -> str:
    noun_before = previous in NOMINAL or (previous == "CJ_A" and len(out) > 1 and out[-2].type != "PRED")
    match word.type:
        case "SIGN":
            if word.text == "," and _atoms_follow(words, i, previous):
                word.id = "coma"
                return "CJ_A"
            return {",": "COMA", ";": "PYC", "(": "LPAR", ")": "RPAR"}.get(word.text, "SIGN")
        case "CJ":
            return "CJ_A" if previous in ATOMS and following is not None and _atom(following, previous) else "CJ"
        case "ADJ" | "VPART":
            return word.type if noun_before else "PRED"
        case "TOKB":
            if previous == "CJ_A":
                return "TOK"
            if noun_before and previous in ("NOUN", "DETP"):
                return "TOK"
            word.id = ""
            return "NAME_N"
        case "ICON" | "NAME":
            return f"{word.type}_D" if previous == "DET" else word.type if noun_before else f"{word.type}_N"
        case "PASO":
            return "PASO" if noun_before else "NAME_N"
        case "CUAL":
            return "CUAL" if noun_before else "CUAL_N"
        case "CONV":
            return "CONV_N"
        case "LABEL":
            return "NUM"
        case "NOUN" if word.cls in NAMED and previous == "NOUN":  # «el sistema Hoth»
            return "NAME"
        case "NOUN" if word.id in SIDES and previous in NOMINAL and previous != "DET":
            word.id = f"adj_{word.id}"
            return "ADJ"
        case "DET" if _label(word, previous, following):
            word.values = word.det.values if word.det is not None else ()
            return "NUM"
        case "DET" if following is None or following.type not in ("NOUN", "ICON", "NAME"):
            return "DETP"
        case "DE":
            if following is not None and following.type == "VINF":
                return "NEXO"
            return "DE_N" if previous in NOMINAL else "PREP"
        case "PREP" if following is not None and (following.type == "VINF" or following.id == "no"):
            return "NEXO"
        case "PREP" if word.id == "como" and following is not None and following.type in ("VF", "MODAL"):
            return "NEXO"
        case "DQ" | "D":
            if word.id == "hasta" and following is not None and following.type == "VINF":
                return "NEXO"
            return (
                "PREP" if word.id == "hasta" else "ADV" if word.id in ("mas", "o_mas", "al_menos", "exactamente") else word.type
            )
        case "MODAL" if following is None or following.type not in ("VINF", "MODAL", "ADV"):
            return "VF"
        case "MODAL" if (
            following is not None and following.type == "ADV" and (i + 2 >= len(words) or words[i + 2].type != "VINF")
        ):
            return "VF"
        case "ADV" if previous == "MODAL" and following is not None and following.type == "VINF":
            return "ADV_M"
    return word.type


def _label(word: Word, previous: str, following: Word | None) -> bool:
    """«altura 2»: a bare number after a noun."""
    det = word.det
    bare = (
        det is not None
        and bool(det.values)
        and not det.article
        and not det.other
        and det.count in ("exacta", "o_mas", "o_menos")
    )
    named = following is not None and following.type in ("NOUN", "ICON", "NAME")
    return bare and previous in NOMINAL and not named and not any(c.isalpha() and c not in "XY" for c in word.text)


def _atom(word: Word, previous: str) -> bool:
    if previous in ("ICON_D", "ICON_N"):
        return word.type == "ICON"
    if previous == "CUAL_N":
        return word.type == "CUAL"
    if word.type == "NOUN":
        return word.id in SIDES and previous == "ADJ"
    return word.type in RAW_ATOMS


def _atoms_follow(words: list[Word], i: int, previous: str) -> bool:
    """A comma of a list: «Herida, Iones y Veneno»."""
    place = i + 1
    while previous in ATOMS and place + 1 < len(words) and _atom(words[place], previous):
        joint = words[place + 1]
        if joint.type == "CJ":
            return place + 2 < len(words) and _atom(words[place + 2], previous)
        if joint.text != ",":
            return False
        place += 2
    return False
