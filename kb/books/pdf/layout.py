"""A page in reading order: its columns, the lines of each, and what belongs to the page and not to the book."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.books.pdf.fragment import Fragment
from kb.text import fold

_MARGIN, _EDGE = 0.1, 0.06
"""Of the page's height: where running heads and page numbers may stand, and where nothing else does."""
_CROSSING, _SIDE = 0.3, 4
"""A gutter may be crossed by so many of the pieces (titles over both columns), and has at least so many on each side."""
_NUMBER = re.compile(r"^(?:p[aá]g(?:ina|\.)?\s*)?[-–|]?\s*(\d{1,4})\s*[-–|]?$", re.I)


@dataclass(slots=True)
class TextLine:
    """A line of a column. Its cells are its pieces where there is room between them."""

    cells: list[Fragment]
    left: float
    """Where its column begins and ends."""
    right: float
    page: int = 0
    """Which page of the file, from 0."""

    @property
    def y(self) -> float:
        return self.cells[0].y

    @property
    def x0(self) -> float:
        return self.cells[0].x0

    @property
    def x1(self) -> float:
        return self.cells[-1].x1

    @property
    def size(self) -> float:
        return max(cell.size for cell in self.cells)

    @property
    def bold(self) -> bool:
        return all(cell.bold for cell in self.cells)

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


@dataclass(slots=True)
class Page:
    height: float
    lines: list[TextLine] = field(default_factory=list)
    """In reading order."""


def page_from(pieces: Sequence[Fragment], height: float, number: int) -> Page:
    head, text, foot = _apart(sorted(pieces, key=lambda p: p.y), height)
    lines = [line for column in (head, *_columns(text), foot) for line in _lines(column)]
    for line in lines:
        line.page = number
    return Page(height, lines)


def _apart(pieces: list[Fragment], height: float) -> tuple[list[Fragment], list[Fragment], list[Fragment]]:
    """What stands alone at the head and at the foot of a page, where it would blur the edges of its columns."""
    first, last = 0, len(pieces)
    for k, (a, b) in enumerate(pairwise(pieces), 1):
        if b.y - a.y > 1.5 * max(a.size, b.size):
            if a.y < _EDGE * height:
                first = k
            elif b.y > (1 - _EDGE) * height:
                last = min(last, k)
    return pieces[:first], pieces[first:last], pieces[last:]


def _columns(pieces: list[Fragment]) -> Iterator[list[Fragment]]:
    """The pieces column by column. What crosses the gutter ends the columns above it and begins others below."""
    gutter = _gutter(pieces)
    if gutter is None:
        if pieces:
            yield pieces
        return
    band: list[Fragment] = []
    for piece in sorted(pieces, key=lambda p: p.y):
        if piece.x0 < gutter < piece.x1:
            yield from _halves(band, gutter)
            yield [piece]
            band = []
        else:
            band.append(piece)
    yield from _halves(band, gutter)


def _halves(band: list[Fragment], gutter: float) -> Iterator[list[Fragment]]:
    for side in ([p for p in band if p.x1 <= gutter], [p for p in band if p.x0 >= gutter]):
        yield from _columns(side)


def _gutter(pieces: Sequence[Fragment]) -> float | None:
    """The x that fewest pieces cross, where there is text enough on both sides of it for it to part two columns."""
    if len(pieces) < 2 * _SIDE:
        return None
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    best: tuple[float, float, float] | None = None
    for x in sorted({p.x1 + 0.1 for p in pieces}):
        if not left + 0.2 * (right - left) < x < right - 0.2 * (right - left):
            continue
        beside = [p for p in pieces if p.x0 >= x]
        before = [p for p in pieces if p.x1 <= x]
        crossing = (len(pieces) - len(beside) - len(before)) / len(pieces)
        if len(beside) < _SIDE or len(before) < _SIDE or crossing > _CROSSING:
            continue
        room = min(p.x0 for p in beside) - max(p.x1 for p in before)
        if room < 0.6 * _body(pieces) or not _are_columns(before, beside):
            continue
        if best is None or (crossing, -room) < best[:2]:
            best = crossing, -room, x + room / 2
    return best[2] if best is not None else None


def _are_columns(left: Sequence[Fragment], right: Sequence[Fragment]) -> bool:
    """Text on both sides, and not the cells of a table, whose lines go together and are not filled."""
    if _is_filled(left) and _is_filled(right):
        return True
    size = _body(left)
    ys = [p.y for p in right]
    beside = sum(any(abs(p.y - y) < 0.2 * size for y in ys) for p in left)
    return beside < 0.5 * min(len(left), len(right))


def _is_filled(side: Sequence[Fragment]) -> bool:
    rows = list(_lines(side))
    width = rows[0].right - rows[0].left
    full = sum(row.x1 - row.x0 > 0.6 * width for row in rows)
    return full >= 0.35 * len(rows) and width > 6 * _body(side)


def _body(pieces: Sequence[Fragment]) -> float:
    sizes = sorted(p.size for p in pieces)
    return sizes[len(sizes) // 2]


def _lines(column: Sequence[Fragment]) -> Iterator[TextLine]:
    """Pieces on one base line are one line."""
    if not column:
        return
    left, right = min(p.x0 for p in column), max(p.x1 for p in column)
    row: list[Fragment] = []
    for piece in sorted(column, key=lambda p: (p.y, p.x0)):
        if row and abs(piece.y - row[0].y) > 0.4 * min(piece.size, row[0].size):
            yield TextLine(sorted(row, key=lambda p: p.x0), left, right)
            row = []
        row.append(piece)
    if row:
        yield TextLine(sorted(row, key=lambda p: p.x0), left, right)


def without_furniture(pages: Sequence[Page]) -> tuple[list[TextLine], dict[int, int], Counter[str]]:
    """The lines of the book; the printed number of each page; and what was put aside, in words, by its reason."""
    said: Counter[str] = Counter()
    numbers: dict[int, Counter[int]] = defaultdict(Counter)
    edges = [_edges(page) for page in pages]
    for at, lines in enumerate(edges):
        said.update({_key(line.text) for line in lines})
        for line in lines:
            for cell in line.cells:
                if found := _NUMBER.match(cell.text.replace("*", "")):
                    numbers[int(found[1]) - at][at] += 1
    offset = max(numbers, key=lambda n: len(numbers[n]), default=0)
    counted = len(numbers[offset]) >= min(len(pages), max(2, len(pages) // 3)) if numbers else False
    kept: list[TextLine] = []
    aside: Counter[str] = Counter()
    for at, page in enumerate(pages):
        edge = {id(line) for line in edges[at]}
        for line in page.lines:
            if id(line) in edge and (reason := _furniture(line, at, offset if counted else None, said, len(pages))):
                aside[reason] += len(line.text.split())
            else:
                kept.append(line)
    return kept, {at: at + (offset if counted else 1) for at in range(len(pages))}, aside


def _edges(page: Page) -> list[TextLine]:
    return [l for l in page.lines if not _MARGIN * page.height < l.y < (1 - _MARGIN) * page.height]


def _furniture(line: TextLine, at: int, offset: int | None, said: Counter[str], pages: int) -> str | None:
    number = _NUMBER.match(line.text.replace("*", ""))
    if number and offset is not None and int(number[1]) == at + offset:
        return "número de página"
    if pages >= 3 and said[_key(line.text)] >= max(3, pages // 4) and len(line.text) <= 90:
        return "cabecera o pie de página"
    return None


def _key(text: str) -> str:
    return re.sub(r"\d+", "#", fold(text))
