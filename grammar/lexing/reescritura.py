"""Small rewritings of a sentence of rules: names, labels, relative pronouns, ranges, steps, and who has a keyword."""

from grammar.lexing.cualidades import VARIABLES
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.names import step_key
from grammar.lexing.words import Word

HOLDING: frozenset[str] = frozenset({"poseer", "tener", "presentar", "contener", "llevar", "incluir", "disponer"})
EQUIPPED: frozenset[str] = frozenset({"adj_provisto", "adj_dotado", "equipar", "equipado"})


def names(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """Unknown words with a capital are names, with what joins them; quotations are steps or names."""
    out: list[Word] = []
    for i, word in enumerate(words):
        if word.type == "QUOTE":
            name = word.text.strip("\"'")
            step = lexicon.steps.get(step_key(name), "")
            out.append(Word("PASO" if step else "NAME", name, word.start, word.end, step, "comillas"))
        elif (word.type == "PALABRA" and word.cls != "icono" and _is_name(words, i)) or _is_called(words, i):
            last = out[-1] if out else None
            if last is not None and last.type == "NAME" and last.cls == "":
                last.text, last.end = f"{last.text} {word.text}", word.end
            else:
                out.append(Word("NAME", word.text, word.start, word.end))
        elif word.type == "TOKB" and out and out[-1].type == "NAME" and word.text[:1].isupper():
            out[-1].text, out[-1].end = f"{out[-1].text} {word.text}", word.end  # «Cad Bane»
        else:
            out.append(word)
    return out


def _is_called(words: list[Word], i: int) -> bool:
    """«Han Solo»: a verb or an adverb with a capital beside another inside a sentence, and that auxiliary also opening one."""
    word = words[i]
    if word.type not in ("V", "ADV") or not word.text[:1].isupper():
        return False
    before, after = words[i - 1] if i else None, words[i + 1] if i + 1 < len(words) else None
    if before is None or before.type in ("SIGN", "NL"):
        return word.id == "haber" and after is not None and after.text[:1].isupper()
    return (
        (before.text[:1].isupper() and i > 1)
        or (before.id == "haber" and before.text[:1].isupper())
        or (after is not None and after.type in ("V", "ADV", "PALABRA") and after.text[:1].isupper())
    )


def _is_name(words: list[Word], i: int) -> bool:
    """A capital, except the one that opens the sentence, unless another follows it."""
    text = words[i].text
    if i == 0 and not any(char.isdigit() for char in text):
        return text[:1].isupper() and len(words) > 1 and words[1].text[:1].isupper()
    return text[:1].isupper() or text[:1].isdigit()


def numbers(words: list[Word]) -> list[Word]:
    for word in words:
        if word.type == "VAR":
            word.type, word.values = "NUM", (VARIABLES[word.text],)
        elif word.type == "NEG":
            word.type, word.values = "NUM", (int(word.text[1:]),)
    for i in range(1, len(words)):
        word, before = words[i], words[i - 1]
        following = words[i + 1].type if i + 1 < len(words) else ""
        listed = before.type == "CJ" and i > 1 and words[i - 2].type == "LABEL"
        if (
            word.type == "NUM"
            and (before.type == "NOUN" or listed)
            and following not in ("NOUN", "ADJ", "DQ")
            and word.text[0] != "-"
        ):
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
        if (
            word.type in ("PREP", "DE")
            and i + 2 < len(words)
            and (words[i + 2].type == "QUE" or words[i + 2].text in ("cual", "cuales"))
        ):
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
    if (
        end > 1
        and out[-1].id == "cualidad"
        and out[-2].type == "DET"
        and out[-2].det is not None
        and out[-2].det.article == "el"
    ):
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


def rewrite(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """Every rewriting after verbs and determiners are grouped, in order."""
    words = _ranges(_negations(_relative_pronouns(_token_lists(words, lexicon))))
    return _before_nouns(_keyword_owners(_steps(words)))
