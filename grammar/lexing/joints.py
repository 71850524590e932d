"""Joints: what each comma and conjunction joins, told by the word that follows. One lookahead is all LALR has."""

from grammar.lexing.verbgroups import final_type
from grammar.lexing.words import Det, Verb, Word

ATTRIBUTES: frozenset[str] = frozenset({"ICON", "MAN", "TOK", "ADJ", "ARC", "NAME", "VEL", "PASO", "COMP"})
FINITE: frozenset[str] = frozenset({"VF", "MODAL"})
NOMINAL: frozenset[str] = frozenset({"DET", "NOUN", "PRON"})
PLACES: frozenset[str] = frozenset({"RANGO", "EN_ARC", "SIT", "FUERA_DE"})
RELATIVES: frozenset[str] = frozenset({"QUE", "CUYO", "QUE_P"})
# Tails of a sentence that may or may not have a comma before them: the printer decides.
TAILS: frozenset[str] = frozenset(
    {"INCLUSO", "INCLUSO_SI", "A_MENOS", "SI_POSIBLE", "VGER", "PERO", "EXCEPTO", "LIMITE", "RPAR"}
)
OPENERS: frozenset[str] = frozenset(
    {"MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "DESPUES_DE", "ANTES_DE", "SI", "AL_COMIENZO", "AL_FINAL", "DURANTE"}
)
BY_FOLLOWING: dict[str, str] = {
    "HACIA": "CJ_HACIA", "VGER": "CJ_GER", "EN": "CJ_PREP", "DE": "CJ_PREP", "SOBRE": "CJ_PREP", "DURANTE": "CJ_CL",
    "A": "CJ_PREP", "CON": "CJ_PREP", "GRADOS": "CJ_GR", "POR": "CJ_PREP",
}  # fmt: skip
PASSIVE: frozenset[str] = frozenset({"obstruido", "fijado_como_blanco"})
"""Adjectives that name an agent with «por»."""
VERBAL: frozenset[str] = frozenset({"VF", "MODAL", "VINF", "VGER"})


def mark_joints(words: list[Word]) -> list[Word]:
    for word in words:
        word.type = final_type(word)
    words = _merge(words)
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


def _merge(words: list[Word]) -> list[Word]:
    """Small joins that need the neighbours: no + adjective, y + luego, [x]/[y], en + cuya, token names without «de»."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word, following = words[i], words[i + 1] if i + 1 < len(words) else None
        last = out[-1] if out else None
        if word.type == "NO" and following and following.type in ("ADJ", "MAN", "TOK"):
            following.negated = True
        elif word.type == "CJ" and word.id == "y" and following and following.type == "LUEGO":
            out.append(
                Word("CJ", f"{word.text} {following.text}", word.start, following.end, "y_luego", variant=following.variant)
            )
            i += 2
            continue
        elif word.type == "CJ" and following and following.type == "SI":
            out.append(Word("CJ_OSI", f"{word.text} {following.text}", word.start, following.end, word.id))
            i += 2
            continue
        elif (
            word.type == "CJ"
            and following
            and following.text == ","
            and i + 2 < len(words)
            and words[i + 2].type in ("SI", "DURANTE")
        ):
            out.append(Word("CJ_CUERPO", word.text, word.start, following.end, word.id))
            i += 2
            continue
        elif word.type == "SIGN" and word.text == "/":
            out.append(Word("CJ", "/", word.start, word.end, "barra"))
        elif word.type == "EN" and following and following.type == "CUYO":
            following.id = "en_cuyo"
        elif word.type == "SIGN" and word.text == "," and following and following.type == "CJ" and following.id != "y_luego":
            following.variant = True  # «A, o B»
        elif word.type == "TOKB":
            named = last is not None and last.type == "CJ" and len(out) > 1 and out[-2].type == "TOK"
            word.type = "TOK" if named else "PALABRA"
            out.append(word)
        elif (
            word.type == "QUE"
            and last is not None
            and last.type in ("VF", "VINF")
            and last.id in ("provocar", "impedir", "considerar")
        ):
            word.type = "QUE_C"
            out.append(word)
        elif (word.type == "QUE" and last is not None and last.type == "COMP") or (word.type == "QUE" and _compares(out)):
            word.type = "QUE_COMP"
            out.append(word)
        elif word.type == "QUE" and following and following.type == "VF" and following.id == "ser" and following.verb:
            after = words[i + 2] if i + 2 < len(words) else None
            if after is not None and after.type in ATTRIBUTES and after.type != "COMP" and following.verb.aspect == "":
                negated = following.verb.negated
                out.append(Word("QUE_SER", f"que {following.text}", word.start, following.end, "no" if negated else "si"))
                i += 2
                continue
            out.append(word)
        elif word.type == "DE" and following and following.type == "ICON" and _after_action(out):
            following.variant = True
        elif word.type == "DQ" and word.id in ("o_mas", "o_menos") and (counted := _last_count(out)) is not None:
            counted.count = word.id  # «2 fichas o menos» is «2 o menos fichas»
        elif word.type == "ADJ_NEG":
            out.append(Word("ADJ", word.text, word.start, word.end, word.id, "rasgo", negated=True, variant=True))
        elif word.type == "CJ" and word.id == "y" and following and following.type == "SI" and _in_moment(out):
            if last is not None and last.text != ",":
                out.append(Word("SIGN", ",", word.start, word.start, variant=True))
        elif word.type == "QUE" and last is not None and _same_as(out, following):
            word.type = "QUE_COMP"
            out.append(word)
        elif word.type == "ADJ" and word.id in ("igual", "identico") and following and following.type == "A":
            word.type, word.id = "COMP", "igual"
            out.append(word)
        elif word.type == "POR" and last is not None and (last.type == "VPART" or last.id in PASSIVE):
            word.type = "POR_A"
            out.append(word)
        elif word.type == "NOUN" and word.cls.startswith("icono") and last is not None and last.id == "ficha":
            word.type, word.variant = "ICON", True
            out.append(word)
        elif word.type == "NOUN" and word.text == "Nave" and last is not None and last.id in ("carta_de_dano", "atributo"):
            word.type, word.id, word.cls = "ADJ", "atributo_nave", "atributo"
            out.append(word)
        elif word.type == "EN" and following and following.type == "GRADOS":
            following.id = "en_grados"
        elif word.type == "CJ" and (ghost := _repeated_verb(out, words, i)) is not None:
            out += [word, ghost]
        elif word.type in ("VPART", "VINF") and last is not None and last.type == "CJ" and (shared := _auxiliary(out, word)):
            out.append(shared)
        elif word.type == "DE" and last is not None and last.type in ("RANGO", "ARC_L"):
            word.type = "DE_REF"
            out.append(word)
        else:
            out.append(word)
        i += 1
    return out


def _same_as(out: list[Word], following: Word | None) -> bool:
    """«la misma velocidad que la actual»"""
    same = any(word.det is not None and word.det.same for word in out[-2:])
    return same and following is not None and following.type in ("DET", "PRON")


def _auxiliary(out: list[Word], word: Word) -> Word | None:
    """«has soltado ni lanzado», «vas a soltar o lanzar»: the second verb shares the auxiliary of the first."""
    aspect = "pasado" if word.type == "VPART" else "inminente"
    for before in reversed(out[:-1]):
        if before.type in ("VF", "VINF") and before.verb is not None:
            if before.verb.aspect != aspect or word.verb is None:
                return None
            verb = Verb(word.verb.lemma, before.verb.forms, before.verb.voice, aspect, word.verb.reflexive)
            return Word(before.type, word.text, word.start, word.end, word.id, verb=verb, variant=True)
        if before.type in ("SI", "COMA", "MODAL", "VINF", "PARA"):
            return None
    return None


def _after_action(out: list[Word]) -> bool:
    """«acción de [impulso]», «acción blanca de [impulso]»"""
    return any(word.id == "accion" for word in out[-2:])


def _last_count(out: list[Word]) -> Det | None:
    for word in reversed(out[-5:]):
        if word.det is not None:
            return word.det if word.det.count == "exacta" and word.det.values else None
    return None


def _in_moment(out: list[Word]) -> bool:
    """Still inside «mientras …» or «después de que …», or right after «si lo haces,»."""
    if any(word.type == "SI" for word in out):
        return False
    if out and out[-1].text == "," and len(out) > 1 and out[-2].type == "ENLACE":
        return True
    return bool(out) and out[0].type in OPENERS and not any(word.text == "," for word in out)


def _repeated_verb(out: list[Word], words: list[Word], i: int) -> Word | None:
    """«cambiar A por B o C por D»: the verb that the second half leaves unsaid."""
    verbs = [word for word in out if word.type in ("VF", "VINF")]
    if not verbs or verbs[-1].id != "cambiar" or not any(word.type == "POR" for word in out[-6:]):
        return None
    ahead = [word.type for word in words[i + 1 : i + 7]]
    if ahead[:1] != ["DET"] or "POR" not in ahead or "SIGN" in ahead[: ahead.index("POR")]:
        return None
    verb = verbs[-1]
    return Word(verb.type, verb.text, words[i].end, words[i].end, verb.id, verb=verb.verb, variant=True)


def _compares(out: list[Word]) -> bool:
    return any(word.det is not None and word.det.count == "mas" for word in out[-3:])


def _comma(words: list[Word], i: int, out: list[Word], following: Word | None) -> Word | None:
    word = words[i]
    if following is None or following.type in TAILS:
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
        if word.type == "CJ":
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
    if following.type == "ARC" and i > 1 and words[i - 1].type == "ARC" and words[i - 2].type == "DET":
        return "CJ_N"
    if following.type in ATTRIBUTES and not (following.type == "ARC" and words[i].id == "y_luego"):
        return "CJ_ATR"
    if following.type in PLACES:
        return "CJ_PP"
    if following.type in RELATIVES:
        return "CJ_REL"
    before = words[i - 1] if i else None
    if before is not None and before.type in ("ENLACE",):
        return "CJ_E"
    if following.type == "NOUN" and before is not None and before.type == "NOUN" and not _clause_follows(words, i):
        return "CJ_N"
    if following.type in NOMINAL:
        return "CJ_CL" if _clause_follows(words, i) else "CJ_NP"
    return BY_FOLLOWING.get(following.type, "CJ")


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
        elif word.type in ("CJ", "PARA", "VINF", "SI", "MIENTRAS", "POR") or word.text in (",", ";"):
            return False
    return False
