"""Rules in prose to sentences of typed words, ready for games/reglas.lark."""

import unicodedata
from dataclasses import dataclass

from grammar.game import load_game
from grammar.language.lemmas import COMPOUND
from grammar.lexing.cualidades import VARIABLES, replace_keywords
from grammar.lexing.determiners import group_determiners
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.lookup import look_up
from grammar.lexing.names import step_key
from grammar.lexing.prosa import prose_lexicon, slug
from grammar.lexing.raw import pieces
from grammar.lexing.verbgroups import Grouper, final_type
from grammar.lexing.words import Verb, Word

NOMINAL: frozenset[str] = frozenset({
    "DET", "DETP", "NOUN", "ICON_D", "NAME_D", "ICON_N", "NAME_N", "CUAL_N", "CONV_N", "PRON", "ADJ", "TOK", "ICON", "NAME", "NUM", "VPART",
    "PASO", "CUAL",
})  # fmt: skip
ATOMS: frozenset[str] = frozenset({"ADJ", "TOK", "ICON", "NAME", "NUM", "VPART", "PASO", "CUAL", "PRED", "ICON_D", "ICON_N", "CUAL_N"})
RAW_ATOMS: frozenset[str] = frozenset({"ADJ", "VPART", "TOK", "TOKB", "ICON", "CUAL", "NAME", "LABEL"})
HOLDING: frozenset[str] = frozenset({"poseer", "tener", "presentar", "contener", "llevar", "incluir", "disponer"})
EQUIPPED: frozenset[str] = frozenset({"adj_provisto", "adj_dotado", "equipar", "equipado"})
HEADERS: tuple[str, ...] = ("Preparación", "Acción", "Ataque")
MAX_HEADER = 6
SIDES: frozenset[str] = frozenset({"atacante", "defensor"})


class RuleGrouper(Grouper):
    """Rules keep the verbs of their game («ganar» is not «recibir»); these say the same in every one of them."""

    aliases = {
        "usar": "utilizar", "emplear": "utilizar", "escoger": "elegir", "seleccionar": "elegir", "hallar": "encontrar", "lanzar": "tirar",
        "efectuar": "realizar", "finalizar": "terminar", "acabar": "terminar", "comenzar": "empezar",
    }  # fmt: skip
    compounds = {key: name for key, name in COMPOUND.items() if key[0] in ("volver", "dar", "llevar")}


@dataclass(slots=True)
class RuleSentence:
    words: list[Word]
    start: int
    end: int
    header: str = ""
    bullet: bool = False
    colon: bool = False


def lex_rules(text: str, game: str) -> list[RuleSentence]:
    clean = unicodedata.normalize("NFC", text)
    lexicon = prose_lexicon(game)
    raw = _charts(_contractions(_variables(replace_keywords(pieces(clean), clean, game)), lexicon))
    words = [_indicative(_unrepaired(word, clean), lexicon) for word in look_up(raw, lexicon)]
    found = _sentences(words, game)
    for sentence in found:
        sentence.words = _shape(sentence.words, lexicon)
    return found


# ---- before the vocabulary -----------------------------------------------------------------------------------


def _variables(words: list[Word]) -> list[Word]:
    for word in words:
        if word.type == "WORD" and word.text in VARIABLES:
            word.type = "VAR"
    out: list[Word] = []
    for word in words:
        last = out[-1] if out else None
        if word.type == "NUM" and last is not None and last.text == "-" and last.end == word.start and word.text.isdigit():
            out[-1] = Word("NEG", f"-{word.text}", last.start, word.end)
        else:
            out.append(word)
    return out


def _contractions(words: list[Word], lexicon: Lexicon) -> list[Word]:
    out: list[Word] = []
    for i, word in enumerate(words):
        low = word.text.lower()
        infinitive = low == "al" and i + 1 < len(words) and _infinitive(words[i + 1].text, lexicon)
        if word.type == "WORD" and low in ("del", "al") and not infinitive:
            out.append(Word("WORD", low[:-1] if low == "al" else "de", word.start, word.end))
            out.append(Word("WORD", "el", word.end, word.end))
        else:
            out.append(word)
    return out


def _infinitive(text: str, lexicon: Lexicon) -> bool:
    low = text.lower()
    for ending in ("", "se", "la", "lo", "le", "las", "los", "les"):
        forms = lexicon.verbs.get(low.removesuffix(ending), ()) if low.endswith(ending) else ()
        if any(form.mood == "inf" for _, found in forms for form in found):
            return True
    return False


def _charts(words: list[Word]) -> list[Word]:
    """«[incremento-de-ataque]: [crítico]» is one word."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        if words[i].type == "ICON" and i + 2 < len(words) and words[i + 1].text == ":" and words[i + 2].type == "ICON":
            out.append(Word("CONV", f"{words[i].text}:{words[i + 2].text}", words[i].start, words[i + 2].end, parts=[words[i], words[i + 2]]))
            i += 3
            continue
        out.append(words[i])
        i += 1
    return out


def _unrepaired(word: Word, text: str) -> Word:
    """In prose an unknown word is declined, never guessed."""
    return Word("PALABRA", text[word.start : word.end], word.start, word.end) if word.misprint else word


def _indicative(word: Word, lexicon: Lexicon) -> Word:
    """«ve» is the verb «ver» that somebody does, before the order of «ir»."""
    if word.verb is None or word.verb.has("ind", "subj", "inf", "ger", "part"):
        return word
    for lemma, forms in lexicon.verbs.get(word.text.lower(), ()):
        if any(form.mood == "ind" for form in forms):
            return Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms))
    return word


# ---- sentences -------------------------------------------------------------------------------------------------


def _sentences(words: list[Word], game: str) -> list[RuleSentence]:
    found: list[RuleSentence] = []
    current: list[Word] = []
    bullet = False
    header = ""

    def close(end: int, colon: bool = False) -> None:
        nonlocal bullet, header
        if current:
            found.append(RuleSentence(list(current), current[0].start, end, header, bullet, colon))
            bullet, header = False, ""
        current.clear()

    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type == "NL":
            if following is None or not following.text[:1].islower():
                close(word.start)
        elif word.text in ("-", "•", "–") and not current:
            bullet = True
        elif word.type == "SIGN" and word.text == ".":
            close(word.end)
        elif word.type == "SIGN" and word.text == ":":
            name = _header(current, game)
            if name and not header:
                header = name
                current.clear()
            else:
                close(word.end, True)
        else:
            current.append(word)
    close(words[-1].end if words else 0)
    return found


def _header(words: list[Word], game: str) -> str:
    if not words or len(words) > MAX_HEADER:
        return ""
    said = slug(" ".join(word.text for word in words))
    names = [*HEADERS, *(term.nombre for term in load_game(game).vocabulario if term.clase == "momento")]
    return next((slug(name) for name in names if slug(" ".join(_plain(name))) == said or slug(name) == said), "")


def _plain(name: str) -> list[str]:
    out: list[str] = []
    for word in name.split():
        out.extend({"del": ["de", "el"], "al": ["a", "el"]}.get(word, [word]))
    return out


# ---- words of one sentence ---------------------------------------------------------------------------------------


def _shape(words: list[Word], lexicon: Lexicon) -> list[Word]:
    words = [word for word in words if word.type != "NL"]
    words = _names(words, lexicon)
    words = _obligations(RuleGrouper(_verbs_again(_entre(words, lexicon), lexicon), lexicon).run())
    words = _numbers(words)
    words = group_determiners(words)
    for word in words:
        if word.det is not None and word.text.startswith("-"):
            word.det.count = "menos"
    for word in words:
        word.type = final_type(word)
    words = _token_lists(words, lexicon)
    words = _before_nouns(_keyword_owners(_steps(_ranges(_negations(_relative_pronouns(words))))))
    return _typed(words)


def _names(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """Unknown words with a capital are names, with what joins them; quotations are steps or names."""
    out: list[Word] = []
    for i, word in enumerate(words):
        if word.type == "QUOTE":
            name = word.text.strip("\"'")
            step = lexicon.steps.get(step_key(name), "")
            out.append(Word("PASO" if step else "NAME", name, word.start, word.end, step, "comillas"))
        elif word.type == "PALABRA" and word.cls != "icono" and _is_name(words, i):
            last = out[-1] if out else None
            if last is not None and last.type == "NAME" and last.cls == "":
                last.text, last.end = f"{last.text} {word.text}", word.end
            else:
                out.append(Word("NAME", word.text, word.start, word.end))
        else:
            out.append(word)
    return out


def _entre(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«entre» before «en» is the verb."""
    for i, word in enumerate(words[:-1]):
        if word.id == "entre" and words[i + 1].text.lower().startswith("en "):
            lemma, forms = lexicon.verbs["entre"][0]
            words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, forms))
    return words


def _verbs_again(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«se activa», «haya dado»: a verb where the vocabulary saw an adjective or a noun."""
    for i in range(1, len(words)):
        word, before = words[i], words[i - 1]
        forms = lexicon.verbs.get(word.text.lower())
        if word.type not in ("ADJ", "NOUN") or not forms:
            continue
        participle = any(form.mood == "part" for _, found in forms for form in found)
        finite = any(form.mood in ("ind", "subj") for _, found in forms for form in found)
        auxiliary = before.type == "V" and before.id == "haber"
        bare = word.type == "NOUN" and before.type in ("NOUN", "ADJ", "QUE") and finite  # «la unidad ataque», «que figura»
        if bare or (auxiliary and participle) or (before.text.lower() in ("se", "le", "les") and finite):
            lemma, found = forms[0]
            words[i] = Word("V", word.text, word.start, word.end, lemma, verb=Verb(lemma, found))
    return words


def _obligations(words: list[Word]) -> list[Word]:
    """«ha de tirarse» and «tiene que tirarse» are «debe tirarse»."""
    out: list[Word] = []
    for i, word in enumerate(words):
        last = out[-1] if out else None
        following = words[i + 1] if i + 1 < len(words) else None
        infinitive = following is not None and following.verb is not None and following.verb.has("inf")
        if last is not None and infinitive and (last.id, word.text) in (("haber", "de"), ("tener", "que")) and last.verb is not None:
            last.type, last.id = "MODAL", "debe"
            continue
        out.append(word)
    return out


def _is_name(words: list[Word], i: int) -> bool:
    """A capital, except the one that opens the sentence, unless another follows it."""
    text = words[i].text
    if i == 0 and not any(char.isdigit() for char in text):
        return text[:1].isupper() and len(words) > 1 and words[1].text[:1].isupper()
    return text[:1].isupper() or text[:1].isdigit()


def _numbers(words: list[Word]) -> list[Word]:
    for word in words:
        if word.type == "VAR":
            word.type, word.values = "NUM", (VARIABLES[word.text],)
        elif word.type == "NEG":
            word.type, word.values = "NUM", (int(word.text[1:]),)
    for i in range(1, len(words)):
        word, before = words[i], words[i - 1]
        following = words[i + 1].type if i + 1 < len(words) else ""
        listed = before.type == "CJ" and i > 1 and words[i - 2].type == "LABEL"
        if word.type == "NUM" and (before.type == "NOUN" or listed) and following not in ("NOUN", "ADJ", "DQ") and word.text[0] != "-":
            word.type = "LABEL"  # «la casilla 2 o 3 de tu cola»
    return words


def _relative_pronouns(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        following = words[i + 1] if i + 1 < len(words) else None
        if word.type in ("PREP", "DE") and following is not None and following.type == "CUYO":
            following.id = f"{word.id or 'de'}_cuyo"
            i += 1
            continue
        if word.type == "PREP" and following is not None and following.type == "QUE":
            out.append(Word("QUE_P", f"{word.text} que", word.start, following.end, word.id, feminine=False, plural=False))
            i += 2
            continue
        if word.type in ("PREP", "DE") and i + 2 < len(words) and (words[i + 2].type == "QUE" or words[i + 2].text in ("cual", "cuales")):
            article = words[i + 1]
            if article.det is not None and article.det.article == "el" and not article.det.count:
                out.append(Word("QUE_P", f"{word.text} {article.text} que", word.start, words[i + 2].end, word.id or "de",
                                feminine=article.feminine, plural=article.plural))  # fmt: skip
                i += 3
                continue
        out.append(word)
        i += 1
    return out


def _negations(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    for word in words:
        if out and out[-1].type == "NO" and word.type in ("ADJ", "VPART", "CUAL"):
            out.pop()
            word.negated = True
        out.append(word)
    for word in out:
        if word.type == "NO":
            word.type, word.id = "ADV", "no"
    return out


def _ranges(words: list[Word]) -> list[Word]:
    """«alcance 2» is the icon."""
    out: list[Word] = []
    for word in words:
        last = out[-1] if out else None
        if word.type == "LABEL" and last is not None and last.id == "alcance" and len(word.values) == 1 and word.values[0] > 0:
            out[-1] = Word("ICON", last.text, last.start, word.end, f"alcance_{word.values[0]}", "icono:alcance")
            continue
        out.append(word)
    return out


def _steps(words: list[Word]) -> list[Word]:
    """«el paso de “X”» and «el paso “X”» are the same."""
    out: list[Word] = []
    for word in words:
        if word.type == "PASO" and len(out) > 1 and out[-1].type == "DE" and out[-2].id == "paso":
            out.pop()
        out.append(word)
    return out


def _token_lists(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«de Ataque apuntado, Esquiva o Incremento»: all of them are tokens, whatever else the word may be."""
    names = {name.lower(): ident for ident, name in lexicon.tokens.items()}
    for i in range(2, len(words)):
        word = words[i]
        listed = words[i - 1].type == "CJ" or words[i - 1].text == ","
        if listed and words[i - 2].type in ("TOK", "TOKB") and word.text[:1].isupper() and word.text.lower() in names:
            words[i] = Word("TOKB", word.text, word.start, word.end, names[word.text.lower()], "ficha")
    return words


def _keyword_owners(words: list[Word]) -> list[Word]:
    """«que posee la cualidad X», «provista de la cualidad X», «dotada de», «con X»: one way of saying it."""
    out: list[Word] = []
    for i, word in enumerate(words):
        goes_on = i + 2 < len(words) and words[i + 1].type == "CJ" and words[i + 2].type in ("VF", "MODAL")
        if word.type == "CUAL":
            _absorb(out, word, goes_on)
        out.append(word)
    return out


def _absorb(out: list[Word], keyword: Word, goes_on: bool) -> None:
    """Takes back the words that only say «has»; not those of a relative clause that goes on after the keyword."""
    end = len(out)
    if end > 1 and out[-1].id == "cualidad" and out[-2].type == "DET" and out[-2].det is not None and out[-2].det.article == "el":
        end -= 2
    start = end
    if start and out[start - 1].type == "PREP" and out[start - 1].id in ("con", "sin"):
        keyword.negated = keyword.negated or out[start - 1].id == "sin"
        start -= 1
    elif start > 1 and out[start - 1].type in ("DE", "PREP") and out[start - 2].id in EQUIPPED:
        start -= 2
    elif start > 1 and out[start - 1].type == "VF" and out[start - 1].id in HOLDING and out[start - 2].type == "QUE":
        verb = out[start - 1].verb
        if verb is None or goes_on or verb.voice != "activa" or verb.aspect or verb.dative or verb.accusative:
            return
        keyword.negated = keyword.negated or verb.negated
        start -= 2
    elif end != len(out) or (out and out[-1].type in ("NOUN", "ADJ", "TOK", "ICON")):
        return
    if start < len(out) and start and out[start - 1].type in ("NOUN", "ADJ", "TOK", "ICON", "NAME", "VPART", "CUAL", "DET"):
        del out[start:]


def _before_nouns(words: list[Word]) -> list[Word]:
    """«las restantes miniaturas»: the adjective goes behind its noun."""
    for i in range(1, len(words) - 1):
        opened = words[i - 1].type in ("DET", "CUYO", "PREP", "DE", "VF", "VINF")
        if words[i].type in ("ADJ", "VPART") and opened and words[i + 1].type == "NOUN" and not words[i].id.startswith("boca"):
            words[i], words[i + 1] = words[i + 1], words[i]
    return words


# ---- final types -------------------------------------------------------------------------------------------------


def _typed(words: list[Word]) -> list[Word]:
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
            return "PREP" if word.id == "hasta" else "ADV" if word.id in ("mas", "o_mas", "al_menos", "exactamente") else word.type
        case "MODAL" if following is None or following.type not in ("VINF", "MODAL", "ADV"):
            return "VF"
        case "MODAL" if following is not None and following.type == "ADV" and (i + 2 >= len(words) or words[i + 2].type != "VINF"):
            return "VF"
        case "ADV" if previous == "MODAL" and following is not None and following.type == "VINF":
            return "ADV_M"
    return word.type


def _label(word: Word, previous: str, following: Word | None) -> bool:
    """«altura 2»: a bare number after a noun."""
    det = word.det
    bare = det is not None and bool(det.values) and not det.article and not det.other and det.count in ("exacta", "o_mas", "o_menos")
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
