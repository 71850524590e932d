"""Text to raw pieces: words, numbers and ranges, icons, quoted steps, punctuation."""

import re

from grammar.lexing.words import Word
from grammar.steps import spend

PIECE = re.compile(
    r"""
    (?P<ICON>\[[^\[\]\s]{1,60}\])
  | (?P<QUOTE>"[^"\n]{1,60}"|'[^'\n]{2,60}')
  | (?P<NUM>[0-9]{1,4}(?:\s?[-−–─]\s?[0-9]{1,4})?(?![^\Wº°˚]|[/-]))
  | (?P<WORD>[•]*[^\W_º][^\Wº]*(?:[-/'][\w]+)*)
  | (?P<SIGN>[.,;:()/˚°º•+–-])
  | (?P<OTHER>\S)
    """,
    re.VERBOSE,
)
MAX_PIECES = 600
MAX_STOPS = 60
"""Pieces of one text, and signs and line breaks that may end a sentence: the longest rule of the books has 425 and 21 of them,
the longest card 226 and 22. What has more is declined at once, whatever it holds."""
PER_TEXT = 10
"""Steps that reading any text costs, beside its pieces."""
STOP = re.compile(r"[.:;\n]")
QUOTES = str.maketrans({"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})


def fits(text: str) -> bool:
    """Whether a text is short enough to be read: counted, so that the cost of the rest has a bound."""
    return len(STOP.findall(text)) <= MAX_STOPS and sum(1 for _ in PIECE.finditer(text)) <= MAX_PIECES


def pieces(text: str) -> list[Word]:
    """Raw words with their place in the text; line breaks come out as NL."""
    found: list[Word] = []
    last = 0
    clean = text.translate(QUOTES)
    for match in PIECE.finditer(clean):
        if "\n" in clean[last : match.start()] and found:
            found.append(Word("NL", "\n", last, match.start()))
        kind = match.lastgroup or "OTHER"
        found.append(Word(kind, match.group(), match.start(), match.end()))
        last = match.end()
    spend(PER_TEXT + len(found))
    return found
