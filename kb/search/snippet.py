"""The part of an entry to show: its best passage, cut to the sentences that matter, with the matched words marked."""

import re
from collections.abc import Collection
from functools import lru_cache

from kb.search.models import Span
from kb.text import STOP_WORDS, fold, stem

LIMIT = 320
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.!?…:;])\s+(?=[^\s])")


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[tuple[int, int, str], ...]:
    """Place and stem of each word."""
    found = ((m.start(), m.end(), fold(m[0])) for m in _WORD.finditer(text))
    return tuple((start, end, stem(word)) for start, end, word in found if word and word not in STOP_WORDS)


def marks(text: str, stems: Collection[str]) -> tuple[Span, ...]:
    """Stretches of the text whose words have one of the stems; neighbours are joined."""
    found: list[Span] = []
    for start, end, word in _words(text):
        if word in stems:
            if found and text[found[-1][1] : start].isspace():
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
    return tuple(found)


def cut(text: str, stems: Collection[str]) -> str:
    """The sentences around the one with most matches, whole, up to LIMIT characters."""
    if len(text) <= LIMIT:
        return text
    sentences = _SENTENCE.split(text)
    worth = [len({word for *_, word in _words(s) if word in stems}) / (1 + len(s) / 400) for s in sentences]
    first = last = max(range(len(sentences)), key=lambda n: (worth[n], -n))
    size = len(sentences[first])
    while True:
        before = len(sentences[first - 1]) if first > 0 else LIMIT
        after = len(sentences[last + 1]) if last + 1 < len(sentences) else LIMIT
        if size + min(before, after) + 1 > LIMIT:
            break
        if after <= before:
            last, size = last + 1, size + after + 1
        else:
            first, size = first - 1, size + before + 1
    shown = " ".join(sentences[first : last + 1])
    return ("… " if first > 0 else "") + shown + (" …" if last + 1 < len(sentences) else "")
