"""Joints: what each comma and conjunction joins, told by the word that follows. One lookahead is all LALR has."""

from grammar.lexing.neighbours import ATTRIBUTES, OPENERS, join_neighbours
from grammar.lexing.verbgroups import final_type
from grammar.lexing.words import Word

FINITE: frozenset[str] = frozenset({"VF", "MODAL"})
NOMINAL: frozenset[str] = frozenset({"DET", "NOUN", "PRON"})
PLACES: frozenset[str] = frozenset({"RANGO", "EN_ARC", "SIT", "FUERA_DE"})
RELATIVES: frozenset[str] = frozenset({"QUE", "CUYO", "QUE_P"})
# Tails of a sentence that may or may not have a comma before them: the printer decides.
TAILS: frozenset[str] = frozenset(
    {"INCLUSO", "INCLUSO_SI", "A_MENOS", "SI_POSIBLE", "VGER", "PERO", "EXCEPTO", "LIMITE", "RPAR"}
)
BY_FOLLOWING: dict[str, str] = {
    "HACIA": "CJ_HACIA", "VGER": "CJ_GER", "EN": "CJ_PREP", "DE": "CJ_PREP", "SOBRE": "CJ_PREP", "DURANTE": "CJ_CL",
    "A": "CJ_DAT", "CON": "CJ_PREP", "GRADOS": "CJ_GR", "POR": "CJ_PREP",
}  # fmt: skip
VERBAL: frozenset[str] = frozenset({"VF", "MODAL", "VINF", "VGER"})


def mark_joints(words: list[Word]) -> list[Word]:
    for word in words:
        word.type = final_type(word)
    words = join_neighbours(words)
    out: list[Word] = []
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type == "SIGN" and word.text == "," and following is not None and following.type == "CJ_CUERPO":
            continue
        if word.type == "SIGN" and word.text == ",":
            kept = _comma(words, i, out, following)
            if kept is not None:
                out.append(kept)
        elif word.type == "CJ":
            word.type = _conjunction(words, i, following)
            out.append(word)
        else:
            out.append(word)
    return out


def _comma(words: list[Word], i: int, out: list[Word], following: Word | None) -> Word | None:
    word = words[i]
    if following is None or following.type in TAILS or _aside(words, i, following):
        return None
    last = out[-1].type if out else ""
    list_type = ""
    if (
        following.type in ATTRIBUTES
        and last in ATTRIBUTES
        and (_list_ahead(words, i, ATTRIBUTES) or _inside_parentheses(words, i))
    ):
        list_type = "CJ_ATR"
    elif following.type == "VINF":
        list_type = "CJ_INF"
    elif following.type == "VF" and _list_ahead(words, i, FINITE) and _finite_list(words, i):
        list_type = "CJ_FIN"
    elif following.type == "NOUN" and last in ("NOUN", "CJ_N") and _bare_list(words, i):
        list_type = "CJ_N"
    elif following.type in NOMINAL and _counted(following) and _nominal_list(words, i):
        list_type = "CJ_NP"
    elif following.type == "CJ":
        return None
    return Word(list_type or "COMA", ",", word.start, word.end, "coma" if list_type else "")


def _aside(words: list[Word], i: int, following: Word) -> bool:
    """«mientras tú, o una nave aliada, te defiendes»: the comma that closes what was put between two."""
    if following.type not in FINITE:
        return False
    for place in range(i - 1, 0, -1):
        if words[place].type in FINITE or words[place].text == ",":
            return False
        if (
            words[place].type.startswith("CJ")
            and words[place].id == "o"
            and words[place].variant
            and words[place - 1].id == "tu"
        ):
            return words[place - 1].type == "PRON"
    return False


def _counts(word: Word) -> bool:
    """«por cada [impacto] o [crítico]», «1 [impacto] o [crítico]»: the icons are what is counted."""
    return word.type in ("DET", "POR_CADA")


def _inside_parentheses(words: list[Word], i: int) -> bool:
    signs = [word.text for word in words[:i] if word.text in ("(", ")")]
    return bool(signs) and signs[-1] == "("


def _finite_list(words: list[Word], i: int) -> bool:
    """«fijas un blanco, coordinas o interfieres»: same person and mood before and after the comma.

    A comma that closes a moment or a condition is no list, unless another one closes it later.
    """
    following = words[i + 1].verb
    for place in range(i - 1, -1, -1):
        word = words[place]
        if word.text == "," or word.type in ("ENLACE", "LUEGO", "MODAL"):
            return False
        if word.type == "VF" and word.verb is not None and following is not None:
            if not set(word.verb.forms) & set(following.forms):
                return False
            opened = any(before.type in OPENERS for before in _segment(words, place))
            return not opened or any(later.text == "," for later in words[i + 2 :])
    return False


def _segment(words: list[Word], place: int) -> list[Word]:
    start = place
    while start > 0 and words[start - 1].text != ",":
        start -= 1
    return words[start:place]


def _counted(word: Word) -> bool:
    return word.type == "NOUN" or (word.det is not None and bool(word.det.values))


def _bare_list(words: list[Word], i: int) -> bool:
    """«un obstáculo, estructura o nave enorme»"""
    place = i + 1
    while place + 2 < len(words) and words[place].type == "NOUN":
        joint = words[place + 1]
        if joint.type == "CJ":
            return words[place + 2].type == "NOUN"
        if joint.text != ",":
            return False
        place += 2
    return False


def _list_ahead(words: list[Word], i: int, kinds: frozenset[str]) -> bool:
    """A conjunction that joins a word of these kinds comes before the sentence turns elsewhere."""
    for place in range(i + 1, min(i + 14, len(words) - 1)):
        word = words[place]
        if word.type == "CJ" and word.id != "barra":
            return words[place + 1].type in kinds
        if word.text == "," and not (words[place + 1].type in kinds or words[place + 1].type == "CJ"):
            return False
        if kinds is ATTRIBUTES and word.type in VERBAL:
            return False
    return False


def _nominal_list(words: list[Word], i: int) -> bool:
    for place in range(i + 1, min(i + 12, len(words) - 1)):
        word = words[place]
        if word.type in VERBAL or word.type in ("MIENTRAS", "SI"):
            return False
        if word.type == "CJ":
            return words[place + 1].type in NOMINAL
    return False


def _conjunction(words: list[Word], i: int, following: Word | None) -> str:
    if following is None:
        return "CJ"
    if following.type == "VINF":
        return "CJ_INF"
    if following.type in FINITE:
        return "CJ_FIN"
    if following.type == "ARC_L" and i and words[i - 1].type == "ARC_L":
        return "CJ_ARC"
    if following.type in ("ARC", "ICON") and i > 1 and words[i - 1].type == following.type and _counts(words[i - 2]):
        return "CJ_N"
    if following.type in ATTRIBUTES and not (following.type == "ARC" and words[i].id == "y_luego"):
        return "CJ_ATR"
    if following.type in PLACES:
        return "CJ_LUG" if _measured(words, i) else "CJ_PP"
    if following.type in RELATIVES:
        return "CJ_REL"
    before = words[i - 1] if i else None
    if before is not None and before.type in ("ENLACE",):
        return "CJ_E"
    if following.type == "NOUN" and before is not None and before.type == "NOUN" and not _clause_follows(words, i):
        return "CJ_N"
    if following.type in NOMINAL:
        return "CJ_CL" if _clause_follows(words, i) else "CJ_NP"
    if following.type == "A" and any(word.type in RELATIVES for word in words[:i]):
        return "CJ"  # «a una nave que ataque a otra y a ti»: who knows
    return BY_FOLLOWING.get(following.type, "CJ")


def _measured(words: list[Word], i: int) -> bool:
    """«a alcance 0 de X y más allá de alcance 3 de Y»: two places, each measured from something."""
    if i + 2 >= len(words) or words[i + 2].type != "DE_REF":
        return False
    for place in range(i - 1, 0, -1):
        if words[place].type == "DE_REF":
            return words[place - 1].type == words[i + 1].type
        if words[place].type in RELATIVES or words[place].type in VERBAL or words[place].type in (*PLACES, "SIGN", "COMA"):
            return False
    return False


def _clause_follows(words: list[Word], i: int) -> bool:
    """«… y la nave recibe»: a verb before, and the next verb belongs to the noun that follows."""
    before = False
    for word in reversed(words[:i]):
        if (
            word.type == "COMA"
            or (word.type == "SIGN" and word.text in ",;")
            or word.type in ("DESPUES_QUE", "ANTES_QUE", "SI", "MIENTRAS")
        ):
            break
        if word.type in FINITE:
            before = True
            break
    if not before:
        return False
    relative = False
    for word in words[i + 1 :]:
        if word.type in FINITE:
            if not relative:
                return True
            relative = False
        elif word.type in RELATIVES:
            relative = True
        elif word.id == "barra":
            continue
        elif word.type in ("CJ", "PARA", "VINF", "SI", "MIENTRAS", "POR") or word.text in (",", ";"):
            return False
    return False
