"""Gender and number: plurals of nouns, the four forms of an adjective, articles that agree."""

import re

UNACCENT = str.maketrans("áéíóú", "aeiou")
ACCENT = str.maketrans("aeiou", "áéíóú")
STRESSED_BEFORE_LAST = re.compile(r"[aeiou](?=[^aeiou]+[aeiou]n$)")
"""«orden», «imagen»: with one syllable more they need their accent."""


def pluralize(word: str) -> str:
    """Plural of a one-word noun or adjective: bomba -> bombas, acción -> acciones, vez -> veces."""
    if word.endswith("z"):
        return word[:-1] + "ces"
    if word[-1] in "aeoáéó" or word[-1] in "iu":
        return word + "s"
    if word.endswith("s"):
        return word
    stem = word[:-2] + word[-2:].translate(UNACCENT) if word[-2:-1] in "áéíóú" else word
    if stem == word and not any(letter in "áéíóú" for letter in word):
        stem = STRESSED_BEFORE_LAST.sub(lambda found: found[0].translate(ACCENT), word)
    return stem + "es"


def adjective_forms(word: str) -> dict[tuple[bool, bool], str]:
    """(feminine, plural) -> form, from the masculine singular."""
    if word in ("naranja", "violeta"):
        return dict.fromkeys(((False, False), (True, False), (False, True), (True, True)), word)
    if word.endswith("o"):
        feminine = word[:-1] + "a"
    elif word.endswith(("dor", "tor", "sor")):
        feminine = word + "a"
    else:
        feminine = word
    return {
        (False, False): word,
        (True, False): feminine,
        (False, True): pluralize(word),
        (True, True): pluralize(feminine),
    }


def agree(masculine: str, feminine: bool, plural: bool) -> str:
    """The form of an adjective, of one word or of several («boca abajo» does not change)."""
    head, _, rest = masculine.partition(" ")
    if head in ("más", "menos", "no") and rest:
        return f"{head} {agree(rest, feminine, plural)}"
    if head in INVARIABLE or head.endswith(("ando", "endo", "éndote")):
        return masculine
    form = adjective_forms(head)[(feminine, plural)]
    return f"{form} {rest}" if rest else form


INVARIABLE = frozenset({"boca", "bajo", "menos", "más", "sin", "de", "en", "por", "Nave", "Piloto", "Equipamiento"})
"""Heads of adjectives that never change."""
