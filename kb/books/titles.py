"""Titles are printed in capitals; the book's own sentences tell how they are written: «fase de Mando»."""

import re
from collections import Counter
from collections.abc import Sequence

from kb.text import sentence_case

_SMALL = frozenset("a al con contra de del e el en la las los no o para por que se sin su y".split())
_ROMAN = re.compile(r"^[IVX]+$")


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
    at = lower.find(core.lower()) if len(core) > 3 else -1
    while at >= 0 and seen.total() < 12:
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
    if title != title.upper():
        return title
    words = re.split(r"([\s/(\-•\"“]+)", title)
    out = [w if not w.isalpha() or _ROMAN.match(w) or any(c.isdigit() for c in w) else
           (w.lower() if w.lower() in _SMALL and k else w[0] + w[1:].lower()) for k, w in enumerate(words)]  # fmt: skip
    return "".join(out)
