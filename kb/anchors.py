"""Addresses of blocks: a mark follows what a block says, so that a bullet put before it does not change it."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

from kb.models import Block, Entry
from kb.text import fold, slugify

_WORDS = 8
"""A block is recognised by its opening words: what is corrected further on keeps its address."""
_LONGEST = 13
"""A mark fits, with its prefix, in the twenty characters that a judge's citation keeps."""


def marks(blocks: Iterable[tuple[str | None, str]]) -> list[str]:
    """One mark for each block of an entry, given its run-in title and its text: `r-coste`, `r-3f9a1c`, `r-3f9a1c-2`."""
    seen: Counter[str] = Counter()
    out = []
    for term, text in blocks:
        mark = f"r-{_slug(term or '') or _short(text)}"
        seen[mark] += 1
        out.append(mark if seen[mark] == 1 else f"{mark}-{seen[mark]}")
    return out


def _slug(term: str) -> str:
    """The run-in title's first words; a single long one gives no slug."""
    out = ""
    for word in slugify(term).split("-"):
        if len(out) + len(word) + 1 > _LONGEST:
            break
        out = f"{out}-{word}" if out else word
    return out


def _short(text: str) -> str:
    opening = " ".join(fold(text).split()[:_WORDS])
    return hashlib.sha256(opening.encode()).hexdigest()[:6]


def block_at(blocks: Sequence[Block], anchor: str) -> Block | None:
    """The block that an anchor means, be it its mark, an anchor that was given out before, or its place."""
    for named in (lambda b: b.mark == anchor, lambda b: anchor in b.old, lambda b: b.anchor == anchor):
        if found := next(filter(named, blocks), None):
            return found
    return None


START = "r-inicio"
"""The first passage of an entry of ours: what it says before anything else."""
OWN = "p-"
"""Before the anchor of a passage in our own words, where the entry has the official ones too."""


def passage_at(entry: Entry, anchor: str) -> tuple[Block, str] | None:
    """The passage that a citation means, with its address on the entry's page: the official words where there are some, which
    answer to our marks too (`kb/books/passages.py`), and ours where the book says nothing of it."""
    ours = entry.summary.blocks if entry.summary else ()
    if not anchor.startswith(OWN) and (found := block_at(entry.blocks, anchor)):
        return found, found.mark
    found = block_at(ours, anchor.removeprefix(OWN))
    return (found, f"{OWN}{found.mark}") if found else None
