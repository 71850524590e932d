"""Which lines of a scanned rulebook are headings. Levels are decided later, in levels.py.

A heading is a line alone between blanks that is marked with `#`, all in capitals, a date in a history, the name of
an object above its `Tipos:` line, an «Ejemplo de …», or a title that the book's profile names.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.text import fold

Style = Literal["almohadilla", "mayusculas", "titulo", "fecha"]
MAX_TITLE = 120
ECHO = 6
"""A title repeated within so many lines is a label drawn under it, not a second heading."""

_HASH = re.compile(r"^(#{1,6})\s+(.*\S)\s*$")
_BULLET = re.compile(r"^\s*(?:[-•☞⦿–*◇◊»]|\d+[.)]|[PR]:)\s")
_DATE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{4}$")
_TAIL = re.compile(r"^([A-ZÁÉÍÓÚÜÑ][A-ZÁÉÍÓÚÜÑ ]{3,})\s\((?=[^)]*[a-záéíóúñ]{4})[^)]{15,}\)$")
_LEADER = re.compile(r"(?:\s*\.){3,}\s*\d+$")
_CARD_FIELD = re.compile(r"^Tipos?:\s")
_EXAMPLE = re.compile(r"^Ejemplos? de [^.]{3,60}$")
_LEGEND = re.compile(r"^(?:- |1\. )\**Nombre:")
_CARDS = re.compile(r"^CARTAS? DE\b")
_HISTORY = re.compile(r"^(historial|actualizacion|registro de cambios|changelog)\b")


@dataclass(frozen=True, slots=True)
class Heading:
    line: int
    """1-based."""
    printed: str
    title: str
    style: Style
    marks: int = 0
    """How many `#`."""


def headings_from(lines: Sequence[str], extra: Sequence[str] = (), labels: Sequence[str] = (),
                  corrections: dict[str, str] | None = None, marked: bool = False) -> list[Heading]:  # fmt: skip
    """All headings in order. `extra` and `labels` come from the profile: titles to add, and to leave out. Of a `marked` source
    they are those with `#`."""
    wanted, unwanted, fixes = set(extra), {fold(l) for l in labels}, corrections or {}
    cards = set() if marked else _card_titles(lines)
    history = False
    found: list[Heading] = []
    for i, line in enumerate(lines):
        style = _style(lines, i, wanted, cards, history)
        if style is None or (marked and style != "almohadilla"):
            continue
        mark = _HASH.match(line)
        printed = mark[2] if mark else line.strip()
        tail = _TAIL.match(printed)
        title = fixes.get(printed, tail[1] if tail else _LEADER.sub("", printed))
        if fold(printed) in unwanted and printed not in wanted:
            continue
        again = bool(found) and found[-1].title == title and i + 1 - found[-1].line <= ECHO
        if again and not (mark and _said(lines, found[-1].line, i)):
            continue
        history = bool(_HISTORY.match(fold(title))) or (history and style == "fecha") or (
            history and fold(title).startswith("version"))  # fmt: skip
        found.append(Heading(i + 1, printed, title, style, len(mark[1]) if mark else 0))
    return _without_sample_cards(lines, found)


def _said(lines: Sequence[str], first: int, last: int) -> bool:
    """Whether sentences stand between two lines: then the second is no label of a drawing."""
    return any(len(line) > 60 for line in lines[first:last])


def is_upper(text: str, least: float = 0.9) -> bool:
    letters = [c for c in text if c.isalpha() and c.lower() != c.upper()]
    return len(letters) >= 2 and sum(c.isupper() for c in letters) >= least * len(letters)


def _style(lines: Sequence[str], i: int, wanted: set[str], cards: set[int], history: bool) -> Style | None:
    text = lines[i].strip()
    if not text or not _alone(lines, i):
        return None
    if _HASH.match(lines[i]):  # a question may be a title, and long
        return "almohadilla" if len(text) <= MAX_TITLE + 8 or text.endswith("?") else None
    if len(text) > MAX_TITLE + 8:
        return None
    if text in wanted or i in cards:
        return "titulo"
    if "\t" in text or "**" in text or _BULLET.match(lines[i]) or text.startswith("©"):
        return None
    if _DATE.match(text):
        return "fecha" if history else None
    if is_upper(text) or _TAIL.match(text):
        return "mayusculas" if fold(text) and len(text) <= MAX_TITLE else None
    # «MANIOBRAS DE INCLINACIÓN [↖ y ↗]»: capitals but for a bracket of icons.
    bare = re.sub(r"\[[^\]]*\]", "", text)
    if bare != text and is_upper(bare):
        return "mayusculas"
    return "titulo" if _EXAMPLE.match(text) else None


def _alone(lines: Sequence[str], i: int) -> bool:
    return (i == 0 or not lines[i - 1].strip()) and (i + 1 >= len(lines) or not lines[i + 1].strip())


def is_caption(lines: Sequence[str], i: int) -> bool:
    """Whether line i (0-based) is a caption: short, no full stop, after the blank lines of a lost figure."""
    text = lines[i].strip()
    gap = i >= 2 and not lines[i - 1].strip() and not lines[i - 2].strip()
    second = i >= 3 and lines[i - 1].strip() and is_caption(lines, i - 1)  # a caption may be two lines long
    return (
        bool(gap or second)
        and 0 < len(text) <= 60
        and text[-1] not in ".:;!?"
        and not _BULLET.match(lines[i])
        and "\t" not in text
    )


def cover_end(lines: Sequence[str], found: Sequence[Heading]) -> int:
    """Line of the first heading that opens running text; what stands before it is the cover."""
    for heading in found:
        below = next((l.strip() for l in lines[heading.line :] if l.strip()), "")
        if len(below) >= 60 and not is_upper(below, 0.5):
            return heading.line
    return found[0].line if found else len(lines) + 1


def _card_titles(lines: Sequence[str]) -> set[int]:
    """Indexes of the names that stand above a `Tipos:` line: the first short line of that block."""
    titles = set()
    for i, line in enumerate(lines):
        if not _CARD_FIELD.match(line):
            continue
        first = None
        for k in range(i - 1, max(-1, i - 12), -1):
            text = lines[k].strip()
            if len(text) > 60 or is_upper(text) or _HASH.match(text) or _CARD_FIELD.match(text):
                break
            if text and not text.endswith("."):
                first = k
        if first is not None:
            titles.add(first)
    return titles


def _without_sample_cards(lines: Sequence[str], found: list[Heading]) -> list[Heading]:
    """Drops the labels of a drawn card: capitals between «CARTAS DE …» and the legend that explains the drawing."""
    legends = [i + 1 for i, line in enumerate(lines) if _LEGEND.match(line)]
    zones = list(_zones(found, legends))
    return [h for h in found if not any(a < h.line < b for a, b in zones)]


def _zones(found: Sequence[Heading], legends: Sequence[int]) -> Iterator[tuple[int, int]]:
    for legend in legends:
        opener = next((h for h in reversed(found) if h.line < legend and _CARDS.match(h.title)
                       and not h.title.endswith(")")), None)  # fmt: skip
        if opener is not None and legend - opener.line < 130:
            yield opener.line, legend
