"""Proper names: of cards, conditions, abilities and ships. Capitals open a name; known words close it."""

from grammar.language.closed import PROCLITICS
from grammar.lexing.words import Word

# After these nouns a capital letter is always a name, even if the word is known.
NAMED: frozenset[str] = frozenset({"estado", "mejora", "capacidad", "capacidad_de_nave"})
LINKS: frozenset[str] = frozenset({"de", "del", "en", "y", "el", "la", "los", "las", "con", "a", "por", "te", "para"})
NEVER_NAMES: frozenset[str] = frozenset({
    "ahora", "quizás", "quizá", "casi", "así", "aquí", "apenas", "incluso", "salvo", "según", "asimismo", "entonces", "solo",
    "ambos", "todo", "nada", "nadie", "alguien", "hoy", "aun", "ante", "bajo", "cómo", "cuánto", "donde", "por", "cual",
})  # fmt: skip
"""Small words that no card is called by, at the head of a sentence."""
STEP_NOUNS: frozenset[str] = frozenset({"paso"})


def step_key(name: str) -> str:
    """Name of a step without case, quotes or articles: «Neutralizar los resultados» and «neutralizar resultados» agree."""
    words = name.strip("\"'").lower().split()
    return " ".join(word for word in words if word not in ("el", "la", "los", "las", "una", "un"))


def step_id(name: str, steps: dict[str, str]) -> str:
    return steps.get(step_key(name), "")


def group_names(words: list[Word], text: str, steps: dict[str, str]) -> list[Word]:
    out: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        if word.type == "QUOTE":
            i = _quote(words, i, out, text, steps)
            continue
        named = bool(out) and out[-1].id in NAMED and out[-1].type == "NOUN"
        if _opens(word, named, not out or out[-1].type in ("SIGN", "NL")):
            end = _end(words, i)
            out.append(_name(words[i], words[end - 1], text))
            i = end
            continue
        out.append(word)
        i += 1
    return out


def _opens(word: Word, named: bool, first: bool) -> bool:
    capital = word.text[:1].isupper() or word.text[:1] == "•" or (word.text[:1].isdigit() and not word.text.islower())
    if word.type == "PALABRA" and word.cls != "icono":
        return capital and not (first and (word.text.lower().endswith("mente") or word.text.lower() in NEVER_NAMES))
    return named and capital and word.type not in ("ICON", "ARC", "SIGN", "QUOTE") and not first


def _end(words: list[Word], i: int) -> int:
    """Index after the last word of the name that starts at i."""
    end = i + 1
    while end < len(words):
        word = words[end]
        unknown = word.type == "PALABRA" and word.text not in PROCLITICS
        if ((unknown or word.misprint) and word.cls != "icono") or (
            word.text[:1].isupper() and word.type not in ("SIGN", "ICON", "QUOTE")
        ):
            end += 1
        elif word.text.lower() in LINKS and (skip := _link(words, end)):
            end += skip
        elif word.type == "TOK" and word.text.lower().startswith("de ") and word.text[3:4].islower():
            end += 1
        else:
            break
    return end


def _link(words: list[Word], at: int) -> int:
    """Number of words from the link to the capital or unknown word that it joins, or 0."""
    for ahead in (1, 2):
        if at + ahead >= len(words):
            return 0
        word = words[at + ahead]
        if (word.type == "PALABRA" and word.text not in PROCLITICS) or (word.text[:1].isupper() and word.type != "SIGN"):
            return ahead + 1
        if word.text.lower() not in LINKS:
            return 0
    return 0


def _said(words: str) -> str:
    """One space between words: how a name is spaced on the card says nothing."""
    return " ".join(words.split())


def _name(first: Word, last: Word, text: str) -> Word:
    return Word("NAME", _said(text[first.start : last.end]).lstrip("•"), first.start, last.end, cls="nombre")


def _quote(words: list[Word], i: int, out: list[Word], text: str, steps: dict[str, str]) -> int:
    """«paso de "X"»: the step goes with its noun; any other quotation is a name."""
    quote = words[i]
    if out and out[-1].type == "DE" and len(out) > 1 and out[-2].id in STEP_NOUNS:
        out.pop()
        out.append(Word("PASO", quote.text, quote.start, quote.end, step_id(quote.text, steps)))
    elif out and out[-1].id in STEP_NOUNS:
        out.append(Word("PASO", quote.text, quote.start, quote.end, step_id(quote.text, steps), variant=True))
    else:
        end = _end(words, i) if i + 1 < len(words) and words[i + 1].type == "PALABRA" else i + 1
        out.append(Word("NAME", _said(text[quote.start : words[end - 1].end]), quote.start, words[end - 1].end, cls="nombre"))
        return end
    return i + 1
