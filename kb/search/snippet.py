"""The part of an entry to show: its best passage, cut to the sentences that matter, with the matched words marked."""

import re
from collections.abc import Set
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kb.search.models import Span
from kb.text import STOP_WORDS, fold, stem

LIMIT = 320
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.!?…:;])\s+(?=[^\s])")


class Words(NamedTuple):
    """The words of a text that mean something, in order."""

    spans: tuple[Span, ...]
    stems: frozenset[str]
    places: dict[str, tuple[int, ...]]
    """Stem to the words that have it."""
    joined: frozenset[int]
    """Words that only a space parts from the one before."""


@lru_cache(maxsize=2048)
def _words(text: str) -> Words:
    found = [(m.span(), fold(m[0])) for m in _WORD.finditer(text)]
    kept = [(span, stem(word)) for span, word in found if word and word not in STOP_WORDS]
    places: dict[str, list[int]] = {}
    for n, (_, s) in enumerate(kept):
        places.setdefault(s, []).append(n)
    spans = tuple(span for span, _ in kept)
    joined = frozenset(n for n, (a, b) in enumerate(pairwise(spans), 1) if text[a[1] : b[0]].isspace())
    return Words(spans, frozenset(places), {s: tuple(numbers) for s, numbers in places.items()}, joined)


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each sentence with its stems."""
    return tuple((s, _words(s).stems) for s in _SENTENCE.split(text))


def marks(text: str, stems: Set[str]) -> tuple[Span, ...]:
    """Stretches of the text whose words have one of the stems; neighbours are joined."""
    spans, known, places, joined = _words(text)
    found: list[Span] = []
    last = -2
    for n in sorted([n for s in known & stems for n in places[s]]):
        if n == last + 1 and n in joined:
            found[-1] = (found[-1][0], spans[n][1])
        else:
            found.append(spans[n])
        last = n
    return tuple(found)


def cut(text: str, stems: Set[str]) -> str:
    """The sentences around the one with most matches, whole, up to LIMIT characters."""
    if len(text) <= LIMIT:
        return text
    sentences = _sentences(text)
    worth = [len(said & stems) / (1 + len(s) / 400) for s, said in sentences]
    first = last = max(range(len(sentences)), key=lambda n: (worth[n], -n))
    size = len(sentences[first][0])
    while True:
        before = len(sentences[first - 1][0]) if first > 0 else LIMIT
        after = len(sentences[last + 1][0]) if last + 1 < len(sentences) else LIMIT
        if size + min(before, after) + 1 > LIMIT:
            break
        if after <= before:
            last, size = last + 1, size + after + 1
        else:
            first, size = first - 1, size + before + 1
    shown = " ".join(s for s, _ in sentences[first : last + 1])
    return ("… " if first > 0 else "") + shown + (" …" if last + 1 < len(sentences) else "")
