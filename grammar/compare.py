"""Two card texts side by side: whether they rule the same, and what one says that the other does not, in words."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from grammar.lexicon.load import lexicon_for
from grammar.meaning.card import Card, compile_card
from grammar.signature import Difference, Language, differences
from grammar.signature import told as in_words
from grammar.wording.plain import LEADS, Line, outline

Verdict = Literal["iguales", "distintos", "parecidos"]
_ENGLISH = re.compile(
    r"\b(?:the|you|your|may|while|when|after|before|unless|if|it|its|is|each|ship|figures?|units?|spaces?|that|this|gains?"
    r"|perform|moves?|with|within|from|for|to|in|as|of|or|and|not)\b",
    re.IGNORECASE,
)
_SPANISH = re.compile(
    r"\b(?:el|la|los|las|que|del?|al?|una?|tu|su|mientras|cuando|después|si|se|en|por|cada|nave|figura|unidad|puedes?|con|y|o)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Comparison:
    verdict: Verdict
    """`parecidos`: nothing differs in what can be compared without understanding one of them."""
    languages: tuple[Language, Language]
    differences: tuple[str, ...]
    by_effect: bool
    """Both were understood, and their effects were compared; otherwise only numbers, icons, sides and the like."""


def language_of(text: str) -> Language:
    return "en" if len(_ENGLISH.findall(text)) > len(_SPANISH.findall(text)) else "es"


def compare(a: str, b: str, game: str) -> Comparison:
    languages = (language_of(a), language_of(b))
    told = in_words(differences(a, b, game, languages))
    if languages != ("es", "es"):
        return Comparison("distintos" if told else "parecidos", languages, tuple(told), False)
    one, two = compile_card(a, game), compile_card(b, game)
    if not one.effects or not two.effects:
        return Comparison("distintos" if told else "parecidos", languages, tuple(told), False)
    if one.effects == two.effects:
        return Comparison("iguales", languages, (), True)
    return Comparison("distintos", languages, tuple(dict.fromkeys((*_parts(one, two, game), *told))), True)


def _parts(one: Card, two: Card, game: str) -> Iterator[str]:
    """What the readings say differently, part by part: «Cuesta: aquí …; allí …»."""
    here, there = list(_lines(one, game)), list(_lines(two, game))
    for op, i, j, k, m in difflib.SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if op == "equal":
            continue
        for left, right in zip_longest_pairs(here[i:j], there[k:m]):
            if left and right and left[0] == right[0]:
                yield f"{left[0]}: aquí «{left[1]}»; allí «{right[1]}»."
            else:
                yield from (
                    f"{part[0]}: «{part[1]}» sólo está {where}." for part, where in ((left, "aquí"), (right, "allí")) if part
                )


Told = tuple[str, str]


def zip_longest_pairs(here: list[Told], there: list[Told]) -> Iterator[tuple[Told | None, Told | None]]:
    """Parts of one role beside each other, then what is left over."""
    rest = list(there)
    for part in here:
        match = next((other for other in rest if other[0] == part[0]), None)
        if match is not None:
            rest.remove(match)
        yield part, match
    yield from ((None, part) for part in rest)


def _lines(card: Card, game: str) -> Iterator[Told]:
    for ability in card.effects:
        yield from _flat(outline(ability, lexicon_for(game)))


def _flat(line: Line) -> Iterator[Told]:
    for child in line.children:
        if child.words:
            yield LEADS.get(child.role, "Modo" if child.role == "modo" else child.role), child.words.strip(" .")
        yield from _flat(child)


__all__ = ["Comparison", "Difference", "compare", "language_of"]
