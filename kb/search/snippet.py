"""The part of an entry to show: its best passage, cut to the sentences that matter, with the matched words marked."""

import re
from collections.abc import Collection

from kb.search.models import Span
from kb.text import fold, stem

LIMIT = 320
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.!?…:;])\s+(?=[^\s])")


def marks(text: str, stems: Collection[str]) -> tuple[Span, ...]:
    """Stretches of the text whose words have one of the stems; neighbours are joined."""
    found: list[Span] = []
    for match in _WORD.finditer(text):
        word = fold(match[0])
        if word and (stem(word) in stems or word in stems):
            if found and text[found[-1][1] : match.start()].strip() == "":
                found[-1] = (found[-1][0], match.end())
            else:
                found.append((match.start(), match.end()))
    return tuple(found)


def cut(text: str, stems: Collection[str]) -> str:
    """The sentences around the one with most matches, whole, up to LIMIT characters."""
    if len(text) <= LIMIT:
        return text
    sentences = _SENTENCE.split(text)
    worth = [len({stem(w) for w in fold(s).split()} & set(stems)) / (1 + len(s) / 400) for s in sentences]
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
