"""Single words, before names and determiners: «+1», «X», «a 3 o menos casillas», names in capitals, homographs."""

from grammar.language.verbs import Form, conjugate
from grammar.lexing.asalto.lines import FRAMES
from grammar.lexing.asalto.phrases import phrases
from grammar.lexing.asalto.titles import join_titles
from grammar.lexing.words import Verb, Word

SIGNS: dict[str, str] = {"+": "suma", "-": "resta", "–": "resta", "−": "resta"}
VARIABLES: dict[str, str] = {"X": "x", "Y": "y", "A": "a", "B": "b"}
SPAN_ENDS: dict[str, str] = {"o_menos": "casillas_o_menos", "o_mas": "casillas_o_mas"}
WHO: frozenset[str] = frozenset({"NOUN", "NAME", "PRON", "DESPUES_QUE", "ANTES_QUE", "MIENTRAS", "NO", "QUE"})
WHEN: frozenset[str] = frozenset({"DESPUES_QUE", "ANTES_QUE", "MIENTRAS"})
MISPRINTS: dict[str, tuple[str, str]] = {
    "elije": ("elegir", "elige"),
    "elijes": ("elegir", "eliges"),
    "estan": ("estar", "están"),
}
UNACCENTED: dict[str, str] = {"esta": "está", "este": "esté"}


def prepare(words: list[Word]) -> list[Word]:
    """Passes that come before names, values and determiners."""
    for i, word in enumerate(words):
        if word.type == "PROPIO":
            word.type = "NAME"
        elif word.type == "ADJ" and i and words[i - 1].id == "estado":  # «estado Perjudicial» is no name
            word.text = word.text.lower()
    return _distances(phrases(_homographs(_numbers(_capitals(join_titles(words))))))


def _numbers(words: list[Word]) -> list[Word]:
    """«+1» and «-2» are numbers with a sign; X, A and B stand for one."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        following = words[i + 1] if i + 1 < len(words) else None
        if (
            word.text == "("
            and i + 3 < len(words)
            and following is not None
            and following.type == "LIM"
            and words[i + 3].text == ")"
        ):
            out.extend(words[i + 1 : i + 3])  # «(mínimo 1)»
            i += 4
            continue
        if (
            word.type == "SIGN"
            and word.text in SIGNS
            and following is not None
            and following.type == "NUM"
            and following.start == word.end
        ):
            out.append(
                Word("NUM", word.text + following.text, word.start, following.end, SIGNS[word.text], values=following.values)
            )
            i += 2
            continue
        if (
            word.text in VARIABLES
            and word.type in ("PALABRA", "A")
            and (i > 0 or (following is not None and following.type == "V"))
        ):
            word = Word("NUM", word.text, word.start, word.end, VARIABLES[word.text])
        out.append(word)
        i += 1
    return out


def _capitals(words: list[Word]) -> list[Word]:
    """«usa PISOTEAR», «por Lanza de descarga»: a verb in capitals inside a sentence is the name of an ability."""
    for i, word in enumerate(words):
        if word.type != "V" or not word.text[:1].isupper() or (i == 0 and not _shouts(word)):
            continue
        if _shouts(word) or words[i - 1].type not in ("SIGN", "NL", "RANGO"):
            word.type, word.verb, word.id = "PALABRA", None, ""
    return words


def _shouts(word: Word) -> bool:
    return len(word.text) > 3 and word.text.isupper()


def _homographs(words: list[Word]) -> list[Word]:
    """«esta figura ataque» is a verb, «el ataque» a noun; «Objetivo el Rebelde» an order; «esta adyacente» lacks an accent."""
    for i, word in enumerate(words):
        last = words[i - 1] if i else None
        following = words[i + 1] if i + 1 < len(words) else None
        lower = word.text.lower()
        if word.id == "ataque" and lower == "ataque" and last is not None and last.type in WHO:
            words[i] = _verb(word, "atacar", "ataque")
        elif word.id == "ataque" and lower == "ataques" and last is not None and last.type in WHEN:
            words[i] = _verb(word, "atacar", "ataques")
        elif lower in MISPRINTS and word.type in ("PALABRA", "V"):
            words[i] = _verb(word, *MISPRINTS[lower], misprint=True)
        elif lower in UNACCENTED and following is not None and _is_place(words, i + 1):
            words[i] = _verb(word, "estar", UNACCENTED[lower], misprint=True)
        elif word.text == "Objetivo" and i == 0 and following is not None and following.type == "D":
            words[i] = _verb(word, "designar", "designa")
            words[i].variant = True
        elif word.type == "DQ" and word.id == "hasta" and last is not None and last.id == "linea_de_vision":
            word.type = "POR_A"
        elif word.type == "DQ" and word.id == "menos" and last is not None and last.type == "NUM":
            word.type = "MENOS"
        elif (
            lower == "entre"
            and word.type == "ENTRE"
            and last is not None
            and last.type in WHO
            and following is not None
            and following.type == "EN"
        ):
            words[i] = _verb(word, "entrar", "entre")
        elif (
            word.type == "V"
            and word.verb is not None
            and word.verb.has("inf")
            and last is not None
            and last.text == ","
            and _orders(words[:i])
        ) or (
            word.type == "V"
            and word.verb is not None
            and word.verb.has("inf")
            and (i == 0 or (i == 1 and words[0].type == "NO"))
        ):
            word.verb.forms, word.variant = (Form("imp", 2),), True
    return words


def _orders(words: list[Word]) -> bool:
    """A frame and nothing else: «cuando esté adyacente al terminal, cargar…»."""
    return words[0].type in FRAMES and sum(word.text == "," for word in words) == 1


def _verb(word: Word, lemma: str, form: str, misprint: bool = False) -> Word:
    verb = Verb(lemma, conjugate(lemma)[form])
    right = form.capitalize() if word.text[0].isupper() else form
    return Word(
        "V", right if misprint else word.text, word.start, word.end, lemma, verb=verb, variant=misprint, misprint=misprint
    )


def _is_place(words: list[Word], i: int) -> bool:
    return words[i].id == "adyacente" or (words[i].type == "A" and i + 1 < len(words) and words[i + 1].type == "NUM")


def _distances(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        found = _distance(words, i)
        if found is None:
            out.append(words[i])
            i += 1
            continue
        word, used = found
        if word.id == "casillas" and out and out[-1].type == "DQ" and out[-1].id == "al_menos":
            word.start, word.id = out.pop().start, "casillas_o_mas"
        out.append(word)
        i += used
    return out


def _distance(words: list[Word], i: int) -> tuple[Word, int] | None:
    """«a 3 casillas», «a 3 o menos casillas de distancia», «a 3 casillas o menos»."""
    if words[i].type != "A":
        return None
    at, relation = i + 1, "casillas"
    if at < len(words) and words[at].type == "DQ" and words[at].id in ("mas_de", "al_menos", "menos_de"):
        relation = {"mas_de": "mas_de_casillas", "al_menos": "casillas_o_mas", "menos_de": "menos_de_casillas"}[words[at].id]
        at += 1
    if at >= len(words) or words[at].type != "NUM":
        return None
    number = words[at]
    at += 1
    if at < len(words) and words[at].id in SPAN_ENDS:
        relation = SPAN_ENDS[words[at].id]
        at += 1
    if at >= len(words) or words[at].id != "casilla":
        return None
    at += 1
    if at < len(words) and words[at].id in SPAN_ENDS:
        relation = SPAN_ENDS[words[at].id]
        at += 1
    if at + 1 < len(words) and words[at].type == "DE" and words[at + 1].id == "distancia":
        at += 2
    last = words[at - 1]
    text = " ".join(word.text for word in words[i:at])
    return Word("RANGO", text, words[i].start, last.end, relation, number.id, values=number.values), at - i
