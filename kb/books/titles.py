"""Titles are printed in capitals; the book's own sentences tell how they are written: «fase de Mando»."""

import re
from collections import Counter
from collections.abc import Sequence

from kb.text import sentence_case

_SMALL = frozenset("a al con contra de del e el en la las los no o para por que se sin su y".split())
_ROMAN = re.compile(r"^[IVX]+$")
_WORD = re.compile(r"[^\W\d_]+")
_CODES = frozenset({"TIE", "OSI", "CR", "DRK", "AT", "ST"})


def cased_titles(titles: Sequence[str], lines: Sequence[str], names: Sequence[bool]) -> list[str]:
    """Each title as the text writes it; `names` marks those that are proper names (cards)."""
    text = "\n".join(line for line in lines if line != line.upper())
    lower = text.lower()
    return [_name(t) if name else _cased(t, text, lower) for t, name in zip(titles, names, strict=True)]


def _cased(title: str, text: str, lower: str) -> str:
    plain = sentence_case(title)
    if plain == title:
        return title
    core = re.split(r"\s[(\[]|:", plain)[0]
    seen: Counter[str] = Counter()
    at = lower.find(core.lower()) if " " in core else -1  # one word has no capital inside
    for _ in range(10):
        if at < 0:
            break
        found = text[at : at + len(core)]
        whole = not lower[at - 1 : at].isalpha() and not lower[at + len(core) : at + len(core) + 1].isalpha()
        if whole and found[0].islower() and found != found.upper():
            seen[found] += 1
        at = lower.find(core.lower(), at + 1)
    if not seen:
        return plain
    best = seen.most_common(1)[0][0]
    return best[0].upper() + best[1:] + plain[len(core) :]


def _name(title: str) -> str:
    """A proper name printed in capitals; model codes (`RZ-1`, `TIE/SK`, `BB-8`) stay as they are."""
    if title != title.upper():
        return title
    return _WORD.sub(lambda m: _word(m, title), title)


def _word(match: re.Match[str], title: str) -> str:
    word = match[0]
    around = title[max(0, match.start() - 1) : match.start()] + title[match.end() : match.end() + 1]
    code = len(word) <= 3 and any(c.isdigit() or c in "-/" for c in around)
    if word in _CODES or _ROMAN.match(word) or code:
        return word
    first = not any(c.isalpha() for c in title[: match.start()])
    return word.lower() if word.lower() in _SMALL and not first else word[0] + word[1:].lower()
