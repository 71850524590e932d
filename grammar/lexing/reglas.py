"""Rules in prose to sentences of typed words, ready for games/reglas.lark."""

import unicodedata
from dataclasses import dataclass

from grammar.game import load_game
from grammar.lexing.cualidades import VARIABLES, replace_keywords
from grammar.lexing.determiners import group_determiners
from grammar.lexing.lexicon import Lexicon
from grammar.lexing.lookup import look_up
from grammar.lexing.prosa import prose_lexicon, slug
from grammar.lexing.raw import pieces
from grammar.lexing.reescritura import names, numbers, rewrite
from grammar.lexing.tipos import typed
from grammar.lexing.verbgroups import final_type
from grammar.lexing.verbos import group_verbs, indicative
from grammar.lexing.words import Word

HEADERS: tuple[str, ...] = ("Preparación", "Acción", "Ataque")
MAX_HEADER = 6


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
    words = [indicative(_unrepaired(word, clean), lexicon) for word in look_up(raw, lexicon)]
    found = _sentences(words, game)
    for sentence in found:
        sentence.words = _shape(sentence.words, lexicon)
    return found


def _shape(words: list[Word], lexicon: Lexicon) -> list[Word]:
    words = _sided(names([word for word in words if word.type != "NL"], lexicon), lexicon)
    words = group_determiners(numbers(group_verbs(words, lexicon)))
    for word in words:
        word.type = final_type(word)
        if word.det is not None and word.text.startswith("-"):
            word.det.count = "menos"
    return typed(rewrite(words, lexicon))


def _sided(words: list[Word], lexicon: Lexicon) -> list[Word]:
    """«una unidad Rebelde»: after a noun the name of a side is its adjective."""
    for i in range(1, len(words)):
        word, before = words[i], words[i - 1]
        if word.type == "NOUN" and word.cls == "faccion" and word.variant and before.type in ("NOUN", "ADJ"):
            name = slug(word.text)
            side = next((id_ for id_ in (f"adj_{name}", f"adj_{name[:-1]}", f"adj_{name[:-2]}") if id_ in lexicon.terms), "")
            if side:
                words[i] = Word("ADJ", word.text, word.start, word.end, side, "rasgo", None, before.plural, variant=True)
    return words


# ---- before the vocabulary ----------------------------------------------------------------------------------


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
            out.append(
                Word(
                    "CONV",
                    f"{words[i].text}:{words[i + 2].text}",
                    words[i].start,
                    words[i + 2].end,
                    parts=[words[i], words[i + 2]],
                )
            )
            i += 3
            continue
        out.append(words[i])
        i += 1
    return out


def _unrepaired(word: Word, text: str) -> Word:
    """In prose an unknown word is declined, never guessed."""
    if not word.misprint:
        return word
    return Word("PALABRA", text[word.start : word.end], word.start, word.end, canonical=word.text)


# ---- sentences ----------------------------------------------------------------------------------------------


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
