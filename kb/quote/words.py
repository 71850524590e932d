"""A text as the words by which a quotation is compared, each with its place.

What does not count: white space, the shape of quotation marks, dashes and the ellipsis, marks at either end, and how an icon is
written (by its token or by its name), and whether the first letter is a capital, as a quotation may begin in the middle of a
sentence. What counts: every word, number and inner punctuation mark, in order, with capitals and accents, unless the reader
asks for those not to count.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from kb.text import fold, strip_accents

OMISSION = re.compile(r"\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)")
"""Where who quotes says that something is left out."""
_PIECE = re.compile(r"\[[^\[\]\n]{1,40}\]|\.\.\.|\w+(?:['’]\w+)*|[^\w\s]")
_SHAPES = {**dict.fromkeys("«»“”„\"'‘’`´", ""), **dict.fromkeys("–—−‐‑", "-"), "…": "..."}
_ENDS = frozenset((".", ",", ";", ":", "...", "¿", "?", "¡", "!", "-", "(", ")", "*", "•", ""))
Icons = Mapping[str, str]
"""Folded names of icons, also their tokens, to the token."""


@dataclass(frozen=True, slots=True)
class Word:
    key: str
    """What it is compared by."""
    start: int
    end: int


def words_of(text: str, icons: Icons, loose: bool = False) -> list[Word]:
    """The pieces that count. `loose` leaves capitals and accents out of account."""
    out = []
    for match in _PIECE.finditer(unicodedata.normalize("NFC", text)):
        piece = match[0]
        key = _icon(piece, icons) if piece[0] == "[" and len(piece) > 2 else _SHAPES.get(piece, piece)
        if loose:
            key = strip_accents(key.casefold())
        if key:
            out.append(Word(key, match.start(), match.end()))
    return out


def _icon(piece: str, icons: Icons) -> str:
    name = fold(piece)
    return f"[{icons.get(name, name).replace(' ', '-')}]"


def without_ends(words: list[Word]) -> list[Word]:
    """Without the marks at either end: a sentence is quoted with its stop or without it."""
    first, last = 0, len(words)
    while first < last and words[first].key in _ENDS:
        first += 1
    while last > first and words[last - 1].key in _ENDS:
        last -= 1
    return words[first:last]
