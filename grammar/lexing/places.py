"""Where things are: «que tengas a alcance 0-1», «situada en tu arco» and relative pronouns with a preposition."""

from grammar.lexing.words import Word

LOCATING: frozenset[str] = frozenset({"RANGO", "EN_ARC", "FUERA_DE"})
PREPOSITIONS: frozenset[str] = frozenset({"SOBRE", "DESDE", "A", "EN", "CON", "CONTRA", "POR", "A_TRAVES", "DE"})


def mark_places(words: list[Word]) -> list[Word]:
    words = _arcs(_named_arcs(words))
    words = _relative_pronouns(words)
    return _markers(words)


def _named_arcs(words: list[Word]) -> list[Word]:
    """«tu arco [arco-izquierdo]» is «tu [arco-izquierdo]»."""
    out: list[Word] = []
    for word in words:
        if out and word.cls == "icono:arco" and out[-1].type == "ARC" and out[-1].id == "arco":
            out.pop()
            word.variant = True
        out.append(word)
    return out


def _arcs(words: list[Word]) -> list[Word]:
    """«en tu [arco]» opens a place, «en tu mano» does not."""
    for i, word in enumerate(words):
        following = words[i + 1 : i + 3]
        if not following:
            break
        arc = following[0].type == "ARC" or (len(following) > 1 and following[0].type == "DET" and following[1].type == "ARC")
        if word.type == "EN" and arc:
            word.type = "EN_ARC"
            _locate(words, i + 1)
        elif word.type == "EN" and len(following) > 1 and following[0].type == "DET" and following[1].cls == "tiempo":
            word.type = "EN_T"
    return words


def _locate(words: list[Word], at: int) -> None:
    """The arcs that this «en» reaches: «en tu [arco] o [arco]», «en tu [arco] o tu [arco]»."""
    if words[at].type == "DET":
        at += 1
    words[at].type = "ARC_L"
    while at + 2 < len(words) and words[at + 1].type == "CJ":
        again = words[at + 2]
        if again.type == "DET" and at + 3 < len(words) and words[at + 3].type == "ARC" and again.det == words[at - 1].det:
            del words[at + 2]
            words[at + 1].variant = True
        if words[at + 2].type != "ARC":
            break
        words[at + 2].type = "ARC_L"
        at += 2


def _relative_pronouns(words: list[Word]) -> list[Word]:
    """«sobre la que», «a través de la que», «desde el que» -> QUE_P with its preposition."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        article = words[i + 1] if i + 2 < len(words) else None
        if (
            word.type in PREPOSITIONS and article is not None and article.type == "DET"
            and article.det is not None and article.det.article == "el" and words[i + 2].type == "QUE"
        ):  # fmt: skip
            out.append(Word("QUE_P", f"{word.text} {article.text} que", word.start, words[i + 2].end, word.id,
                            feminine=article.feminine, plural=article.plural))  # fmt: skip
            i += 3
            continue
        out.append(word)
        i += 1
    return out


def _markers(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        used = _marker(words, i, out)
        if used:
            i += used
        else:
            out.append(words[i])
            i += 1
    return out


def _marker(words: list[Word], i: int, out: list[Word]) -> int:
    word = words[i]
    verb_at = i + 1 if word.type == "QUE" else i
    if verb_at >= len(words):
        return 0
    head = words[verb_at]
    opened = word.type == "QUE" or (word.type == "V" and bool(out) and out[-1].type == "CJ")
    named = head.verb is not None and head.verb.dative == "te"  # «que te tienen fijado»: you are the one
    if opened and not named and head.type == "V" and head.verb and not head.verb.negated and head.verb.aspect == "":
        after = verb_at + 1
        if head.id in ("estar", "hallar") and after < len(words) and words[after].id == "situado":
            after += 1
        if after >= len(words):
            return 0
        nxt = words[after]
        second = any(form.person == 2 for form in head.verb.forms)
        subjunctive = any(form.mood == "subj" for form in head.verb.forms)
        if word.type != "QUE" and not subjunctive:
            return 0
        if head.id == "tener" and not head.verb.accusative and nxt.id == "fijado_como_blanco":
            who = "fijado_por_ti" if second else "fijado_por_su"
            out.append(Word("ADJ", nxt.text, word.start, nxt.end, who, "rasgo", nxt.feminine, nxt.plural))
            return after + 1 - i
        if head.id == "tener" and second and nxt.type == "ADJ" and nxt.id == "equipado":
            out.append(Word("ADJ", nxt.text, word.start, nxt.end, "equipado", "rasgo", nxt.feminine, nxt.plural))
            return after + 1 - i
        if (
            head.id in ("estar", "hallar")
            and nxt.type == "ADJ"
            and nxt.cls == "estado_de_nave"
            and word.type == "QUE"
            and second is False
        ):
            return 0
        if head.id in ("tener", "estar", "hallar") and nxt.type in LOCATING:
            who = "tu" if head.id == "tener" and second else "su" if head.id == "tener" else "tu"
            out.append(Word("SIT", words[verb_at].text, word.start, words[after - 1].end, who))
            return after - i
    if word.type == "ADJ" and word.id == "situado" and i + 1 < len(words) and words[i + 1].type in LOCATING:
        predicate = bool(out) and out[-1].type == "V" and out[-1].id in ("estar", "hallar")
        if not predicate:
            out.append(Word("SIT", word.text, word.start, word.end, "tu"))
        return 1
    return 0
