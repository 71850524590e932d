"""Titles are printed in capitals; the book's own sentences tell how they are written: «fase de Mando»."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kb.text import sentence_case

_SMALL = frozenset("a al con contra de del e el en la las los no o para por que se sin su y".split())
_ROMAN = re.compile(r"^[IVX]+$")
_WORD = re.compile(r"[^\W\d_]+")
_CODES = frozenset({"TIE", "OSI", "CR", "DRK", "AT", "ST"})


def cased_titles(titles: Sequence[str], lines: Sequence[str], names: Sequence[bool]) -> list[str]:
    """Each title as the text writes it; `names` marks those that are proper names (cards)."""
    text = "\n".join(line for line in lines if line != line.upper())
    lower = text.lower()
    cased, inner = [], {}
    for title, name in zip(titles, names, strict=True):
        own, inside = (_name(title), None) if name else _cased(title, text, lower)
        cased.append(own)
        if inside and inside[1:] != inside[1:].lower() and len(inside) < 40:
            inner[inside.lower()] = inside
    return [t if name else _with_inner(t, inner) for t, name in zip(cased, names, strict=True)]


def _with_inner(title: str, inner: dict[str, str]) -> str:
    """«Base Rebelde» is known from the text; a title that holds it learns it from there."""
    low = title.lower()
    for phrase, cased in inner.items():
        at = low.find(phrase)
        if at > 0:
            title = title[:at] + cased + title[at + len(phrase) :]
    return title


def _cased(title: str, text: str, lower: str) -> tuple[str, str | None]:
    """The title in its right case, and how its words are written inside a sentence, where that is known."""
    plain = sentence_case(title)
    if plain == title:
        return title, None
    core = re.split(r"\s[(\[]|:", plain)[0]
    tail = plain[len(core) :]
    if " " not in core:
        return (core.upper() if _is_initials(core, text) else core) + tail, None
    seen = Counter(_occurrences(core.lower(), text, lower))
    if not seen:
        return plain, None
    rest = Counter[str]()
    for found, count in seen.items():
        rest[found[1:]] += count
    best = rest.most_common(1)[0][0]
    inside = next((f for f in seen if f[0].islower()), core[0].upper())[0] + best
    return core[0].upper() + best + tail, inside


def _is_initials(word: str, text: str) -> bool:
    """`PE` and `IA` are never written in lower case."""
    short = re.escape(word)
    return len(word) <= 3 and bool(re.search(rf"\b{short.upper()}\b", text)) and not re.search(rf"\b{short.lower()}\b", text)


def _occurrences(core: str, text: str, lower: str, most: int = 10) -> Iterator[str]:
    """The first places where these words stand whole and not all in capitals."""
    at = lower.find(core)
    while at >= 0 and most:
        most -= 1
        found, end = text[at : at + len(core)], at + len(core)
        if not lower[at - 1 : at].isalpha() and not lower[end : end + 1].isalpha() and found != found.upper():
            yield found
        at = lower.find(core, at + 1)


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
