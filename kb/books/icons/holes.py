"""Where a scan lost an icon: a foreign glyph, leftover LaTeX, or the space that the icon has left behind."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.books.icons.data import HOLE, BookIcons

_GLYPH = "[\u2190-\u21ff\u2295-\u22a1\u2300-\u23ff\u2460-\u24ff\u2500-\u27bf\u2900-\u29ff\u2b00-\u2bff\U0001f000-\U0001faff]"
_MARKS = rf"(?P<mark>(?P<g>{_GLYPH})\ufe0f?(?:(?P=g)\ufe0f?)*|\$\\[^$]{{1,40}}\$|\\[a-z]{{3,}}(?:\{{[^}}]*\}})*)"
_BOLD_MARK = re.compile(rf"(?P<b>\*\*|\*|){_MARKS}(?P=b)")
_BULLET = re.compile(r"^[\s\-]*(?:[☞⦿◇◊»►▪■●○]\s+)+(?=\S)")
"""Ornaments that open a line are bullets, not icons."""

# Each pattern ends where the icon stood. They open with a plain character so that the search is quick.
_TRACES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("paréntesis vacío", re.compile(r"\((?=\))")),
    ("paréntesis que se abre con un hueco", re.compile(r"\((?= [^ ])")),
    ("comilla que se abre con un hueco", re.compile(r"[“«](?=:? \S)")),
    ("espacio antes de puntuación",
     re.compile(r" (?=[.,;:)”»])(?<=[\w,:/”*] )(?=[,;:)”»](?!\w)|\.(?![.\w])(?! \.))")),
    ("espacio antes de comilla recta", re.compile(r' (?=")(?<=[a-záéíóúñ\d] )(?="(?:[.,;)]|$))')),
    ("doble espacio", re.compile(r" (?= )(?<=[\w,/(:”*-] )(?=  ?\S)")),
)  # fmt: skip
_LEGEND = re.compile(r"\s*(?:- )?(?:» )?(?=: )")
"""A bullet that opens with the colon after its icon."""
_LOOSE = frozenset({"doble espacio", "comilla que se abre con un hueco"})
"""Signs too weak for a book of which nothing is known."""
_CHEAP = re.compile(rf"{_GLYPH}|\\[a-z]{{3}}|[^ ]  [^ ]| [.,;:)”»\"]|\((?:\)| )|[“«]:? |- (?:» )?: |   ")


@dataclass(frozen=True, slots=True)
class Hole:
    start: int
    end: int
    printed: str
    """The glyph, figure or formula printed there; empty where nothing was."""


def holes_in(line: str, book: BookIcons, titles: Sequence[str] = ()) -> list[Hole]:
    """All the holes of one line, in order; `titles` are those of the entries that hold it, folded."""
    found: dict[int, Hole] = {}
    if _CHEAP.search(line):
        for hole in (*_marks(line), *_traces(line, book)):
            found.setdefault(hole.start, hole)
    for detector in book.detectors:
        for key in detector.keys:
            if key in line:
                break
        else:
            continue
        if detector.section is None or any(detector.section.search(t) for t in titles):
            for match in detector.pattern.finditer(line):
                start, end = match.span("h") if detector.figure else (match.end(), match.end())
                found[start] = Hole(start, end, line[start:end].strip("*") or line[start:end])
    if not found:
        return []
    holes = _apart(sorted(found.values(), key=lambda h: (h.start, -h.end)))
    if book.real:
        spans = [m.span() for m in book.real.finditer(line)]
        holes = [h for h in holes if not any(a <= h.start and h.end <= b for a, b in spans)]
    return holes


def _marks(line: str) -> Iterator[Hole]:
    bullet = _BULLET.match(line)
    for match in _BOLD_MARK.finditer(line, bullet.end() if bullet else 0):
        yield Hole(match.start(), match.end(), match["mark"].rstrip("\ufe0f"))


def _traces(line: str, book: BookIcons) -> Iterator[Hole]:
    if "\t" in line:
        return
    if legend := _LEGEND.match(line):
        yield Hole(legend.end(), legend.end(), "")
    for name, pattern in _TRACES:
        if book.book or name not in _LOOSE:
            for match in pattern.finditer(line):
                yield Hole(match.end(), match.end(), "")


def _apart(holes: list[Hole]) -> list[Hole]:
    """Of two signs of the same loss, the first: `1  ,` is one hole, and nothing lies inside a glyph."""
    kept: list[Hole] = []
    for hole in holes:
        last = kept[-1] if kept else None
        reach = 1 if last is not None and last.printed else 0
        if last is not None and (hole.start < last.end or (not hole.printed and hole.start <= last.end + reach)):
            continue
        if last is not None and hole.printed and not last.printed and hole.start - last.end <= 1:
            kept.pop()  # the space around a glyph is not a second icon
        kept.append(hole)
    return kept


def skeleton(line: str, holes: list[Hole]) -> str:
    """The line with every hole as one character, without emphasis nor link marks, evenly spaced."""
    parts, at = [], 0
    for hole in holes:
        parts += [line[at : hole.start], f" {HOLE} "]
        at = hole.end
    text = "".join([*parts, line[at:]])
    text = text.replace("**", "").replace("](#)", "]").replace("*", "")
    text = re.sub(r" {2,}", " ", text)
    text = re.sub(r"([(\[“«/¿]) (?=\ue000)", r"\1", text)
    return re.sub(r"(?<=\ue000) (?=[.,;:)\]”»/?!\"])", "", text).strip()
