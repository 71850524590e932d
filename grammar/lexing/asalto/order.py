"""Neighbours, after determiners: what «adyacente a» completes, adverbs before their verb, commas of the style."""

from grammar.lexing.words import Det, Word

SUPERLATIVES: frozenset[str] = frozenset({"mas_cercano", "mas_alejado"})
TAKES_A: frozenset[str] = frozenset(
    {"adyacente", "mas_cercano", "mas_alejado", "siguiente", "linea_de_vision", "figura_adyacente"}
)
"""Adjectives completed by «a»: «adyacente a ti», «más cercano al objetivo»."""


def mark(words: list[Word]) -> list[Word]:
    """Passes that come after determiners: nouns and adjectives that change places, «a» that completes an adjective."""
    words = _nearest(_commas(_adverbs(_infinitives(_pushed(_both(_conditions(words)))))))
    for i, word in enumerate(words):
        last = words[i - 1] if i else None
        following = words[i + 1] if i + 1 < len(words) else None
        if (
            word.type == "NOUN" and word.cls == "bando" and last is not None and last.type in ("NOUN", "ADJ", "TOK", "NAME")
        ) or (word.type == "NOUN" and word.cls == "bando" and last is not None and last.type == "NO"):
            word.type, word.feminine = "ADJ", None
        elif (word.type == "ADJ" and word.cls == "rasgo_de_figura" and _heads(last, following)) or (
            word.type == "ADJ"
            and word.cls == "rasgo_de_figura"
            and last is not None
            and last.type == "CJ"
            and _joins_trait(words, i)
        ):
            word.type = "NOUN"
        elif (word.type == "A" and last is not None and last.id in TAKES_A) or (
            word.type == "DE" and last is not None and last.id == "mas_alejado"
        ):
            word.type = "POR_A"
        elif word.type == "EXCEPTO" and following is not None and following.type in ("NAME", "DET"):
            word.type, word.id = "POR_A", "excepto"
        elif word.type == "V" and word.verb is not None and word.id == "transportar" and word.verb.has("ger"):
            word.type, word.id = "POR_A", "transportando"
        elif word.type == "NOUN" and word.id == "objetivo" and last is not None and last.type == "NOUN":
            word.type, word.cls = "ADJ", "situacion"
        elif word.type == "SIN" and following is not None and following.verb is not None and following.verb.has("inf"):
            word.type = "SIN_INF"
        elif word.type == "DURANTE" and last is not None and last.type in ("NOUN", "ADJ", "ICON") and _before_verb(words, i):
            word.type = "POR_A"
        elif (
            word.type in ("AL_FINAL", "AL_COMIENZO")
            and last is not None
            and last.type != "SIGN"
            and _framed_before_comma(words, i)
        ):
            word.type = "DURANTE"
        elif word.type == "ADV" and word.id == "cada_uno" and following is not None and following.type == "V":
            word.type = "PRON"
            word.id = "cada_una_de_ellas" if word.text.lower().endswith("ellas") else "cada_uno_de_ellos"
        elif word.det is not None and word.det.count in ("numero_de", "mayor_numero", "menor_numero"):
            word.det.article = ""
    return words


def _joins_trait(words: list[Word], i: int) -> bool:
    return i > 1 and words[i - 2].type == "NOUN" and words[i - 2].cls == "rasgo_de_figura"


def _before_verb(words: list[Word], i: int) -> bool:
    """Between the last comma and this word no finite verb but those of relative clauses, and one after it."""
    start = max((at + 1 for at in range(i) if words[at].text == ","), default=0)
    verbs = sum(word.type in ("V", "MODAL") for word in words[start:i])
    if verbs and (
        verbs != sum(word.type == "QUE" for word in words[start:i]) or words[start].type not in ("DET", "NOUN", "NAME")
    ):
        return False
    coming = words[i : next((at for at in range(i, len(words)) if words[at].text == ","), len(words))] if verbs else words[i:]
    return any(word.type in ("V", "MODAL") for word in coming)


def _framed_before_comma(words: list[Word], i: int) -> bool:
    """Inside «si …,» or «cuando …,»: «si la misión no ha terminado al final de la ronda 6, …»."""
    start = max((at + 1 for at in range(i) if words[at].text == ","), default=0)
    opened = words[start].type in ("SI", "MIENTRAS", "DESPUES_QUE", "ANTES_QUE")
    return opened and any(word.text == "," for word in words[i:])


def _both(words: list[Word]) -> list[Word]:
    """«todos los X y Y ganan»: the article that the second name leaves unsaid."""
    out: list[Word] = []
    for i, word in enumerate(words):
        before = words[i - 3 : i] if i > 2 else []
        shared = [part.type for part in before] == ["DET", "NAME", "CJ"] and before[0].plural and before[2].id == "y"
        if word.type == "NAME" and shared and i + 1 < len(words) and words[i + 1].type == "V":
            det = Det(article="el", feminine=False, plural=True)
            out.append(Word("DET", "los", word.start, word.start, det=det, feminine=False, plural=True, variant=True))
        out.append(word)
    return out


BEARERS: frozenset[str] = frozenset({"figura", "bando", "papel", "relacion", "rasgo_de_figura"})


def _conditions(words: list[Word]) -> list[Word]:
    """«cada figura Oculta» is «cada figura con Oculto»."""
    out: list[Word] = []
    for word in words:
        last = out[-1] if out else None
        if word.type == "NOUN" and word.cls == "estado" and word.variant and last is not None and last.cls in BEARERS:
            out.append(Word("CON", "con", word.start, word.start, "con", variant=True))
        out.append(word)
    return out


def _nearest(words: list[Word]) -> list[Word]:
    """«el Rebelde sin Debilidad más cercano»: the adjective goes to the figure."""
    for i in range(2, len(words)):
        if words[i].id in SUPERLATIVES and words[i - 1].cls == "estado" and words[i - 2].type in ("SIN", "CON"):
            words.insert(i - 2, words.pop(i))
    return words


def _pushed(words: list[Word]) -> list[Word]:
    """«Empuja Lorn 2 casillas» is «empuja a Lorn 2 casillas»."""
    out: list[Word] = []
    for word in words:
        if word.type == "NAME" and out and out[-1].id == "empujar":
            out.append(Word("A", "a", word.start, word.start, "a", variant=True))
        out.append(word)
    return out


FLOATING: frozenset[str] = frozenset({"ahora", "ya", "todavia", "inmediatamente", "tambien", "simplemente"})


def _adverbs(words: list[Word]) -> list[Word]:
    """«todavía no haya sido atacado»: the adverb goes behind its verb; «ya agotadas» says no more than «agotadas»."""
    out = list(words)
    i = 0
    while i + 1 < len(out):
        if out[i].type == "ADV" and out[i].id in FLOATING:
            if out[i + 1].type == "V" and _finite(out[i + 1]):
                out[i], out[i + 1] = out[i + 1], out[i]
                out[i].variant = True
                i += 1
            elif out[i + 1].type == "ADJ" and out[i].id == "ya":
                del out[i]
                out[i].variant = True
        i += 1
    return out


def _commas(words: list[Word]) -> list[Word]:
    """A comma between subject and verb goes, «, luego» joins, «al final de la ronda si…» gets its comma."""
    out: list[Word] = []
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type == "SIGN" and word.text == "," and following is not None:
            if following.type == "V" and _only_subject(out):
                following.variant = True
                continue
            if following.type == "LUEGO" and _has_verb(out):
                out.append(Word("CJ", ",", word.start, word.end, "y"))
                continue
        if (
            word.type == "SI"
            and out
            and out[-1].text != ","
            and out[0].type in ("AL_FINAL", "AL_COMIENZO")
            and not _has_verb(out)
        ):
            out.append(Word("SIGN", ",", word.start, word.start, variant=True))
        out.append(word)
    return out


def _has_verb(words: list[Word]) -> bool:
    """A finite verb since the last comma, outside a condition or a moment."""
    for word in reversed(words):
        if word.text == "," or word.type in ("SI", "MIENTRAS", "DESPUES_QUE", "ANTES_QUE", "AL_FINAL", "AL_COMIENZO"):
            return False
        if word.type in ("V", "MODAL") and _finite(word):
            return not _framed(words)
    return False


def _framed(words: list[Word]) -> bool:
    return any(word.type in ("SI", "MIENTRAS", "DESPUES_QUE", "ANTES_QUE") for word in words) and not any(
        word.text == "," for word in words
    )


def _finite(word: Word) -> bool:
    return word.verb is not None and not word.verb.has("inf", "ger")


def _only_subject(words: list[Word]) -> bool:
    """The words since the last comma are a subject: a noun phrase whose verbs stand in relative clauses."""
    start = max((i + 1 for i, word in enumerate(words) if word.text == ","), default=0)
    segment = words[start:]
    if not segment or segment[0].type not in ("DET", "NOUN", "NAME"):
        return False
    pending = False
    for word in segment:
        if word.type == "QUE":
            pending = True
        elif word.type in ("V", "MODAL") and _finite(word):
            if not pending:
                return False
            pending = False
    return True


def _infinitives(words: list[Word]) -> list[Word]:
    """«al atacar», «al defenderse»"""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word, article, verb = (*words[i : i + 3], None, None)[:3]
        if word is None:
            break
        if word.type == "A" and article is not None and article.type == "DET" and verb is not None and _infinitive(verb):
            out.append(Word("DESPUES_DE", word.text, word.start, word.end, "al"))
            i += 2
            continue
        out.append(word)
        i += 1
    return out


def _infinitive(word: Word) -> bool:
    return word.type == "V" and word.verb is not None and word.verb.has("inf")


def _heads(last: Word | None, following: Word | None) -> bool:
    """A trait that names the figure: «un LÍDER amigo», «cada CAZADOR Imperial»."""
    if last is not None and last.type in ("NOUN", "NAME", "CJ", "ADJ", "NO", "V"):
        return False
    return following is None or following.type != "NOUN"
