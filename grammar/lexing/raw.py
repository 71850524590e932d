"""Text to raw pieces: words, numbers and ranges, icons, quoted steps, punctuation."""

import re

from grammar.lexing.words import Word

PIECE = re.compile(
    r"""
    (?P<ICON>\[[^\[\]\s]{1,60}\])
  | (?P<QUOTE>"[^"\n]{1,60}"|'[^'\n]{2,60}')
  | (?P<NUM>\d{1,4}(?:\s?[-−–─]\s?\d{1,4})?(?![^\Wº°˚]|[/-]))
  | (?P<WORD>[•]*[^\W_º][^\Wº]*(?:[-/][\w]+)*)
  | (?P<SIGN>[.,;:()/˚°º•+–-])
  | (?P<OTHER>\S)
    """,
    re.VERBOSE,
)
QUOTES = str.maketrans({"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})


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
    return found
