"""Lines of a PDF to marked text: which are titles and of what level, where paragraphs end, what is a list or a table."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.books.pdf.layout import TextLine

LONGEST_TITLE = 130
LONGEST_QUESTION = 500
"""A title whose letters are larger than the text's may be as long as a question of a page of questions."""
WEAK = 6
"""Level of a title that only its weight tells: it may be a label."""
_LARGER, _LEADING = 1.09, 1.32
"""A title's letters beside those of the text; the distance between paragraphs beside that between lines."""
_BULLET = re.compile(r"^(?:\*\*)?([•◦▪●○■–·∙‣»◇◊☞⦿▶►*-])(?:\*\*)?\s+(?=\S)")
_STEP = re.compile(r"^(?:\*\*)?(\d{1,2}[.)]|[a-h][.)])(?:\*\*)?\s+(?=\S)")
_STOP = re.compile(r"[.:;!?…][”»\")\]*]*$")
_DATE = re.compile(r"^\d{1,2}[./]\d{1,2}[./]\d{2,4}$")
_SENTENCE = re.compile(r"(?<!\.)[.:;!][”»\")\]*]*$")
_CELL_GAP = 1.2


@dataclass(slots=True)
class Row:
    """A line of the text that is made, and the page of the file where it begins."""

    text: str
    page: int


def marked_lines(lines: Sequence[TextLine]) -> Iterator[Row]:
    """Titles with their `#`, a paragraph or an item a line, a blank one between them, rows of tables between bars."""
    if not lines:
        return
    body, leading = _body_size(lines), _leading(lines)
    heads = _heads(lines, body, leading)
    larger = sorted({_style(lines[k], body) for k in heads if lines[k].size > body * _LARGER}, reverse=True)
    levels = {style: min(5, n) for n, style in enumerate(larger, 1)}
    at, open_row, item_indents = 0, None, [0.0]
    while at < len(lines):
        line = lines[at]
        if at in heads:
            end = _title_end(lines, heads, at, body, leading)
            yield from _closed(open_row)
            title = " ".join(l.text for l in lines[at:end]).replace("**", "")
            yield from (
                Row("#" * levels.get(_style(line, body), WEAK) + " " + " ".join(title.split()), line.page),
                Row("", line.page),
            )
            open_row, at = None, end
            continue
        if rows := _table(lines, at, heads):
            yield from _closed(open_row)
            yield from _table_rows(lines[at : at + rows])
            open_row, at = None, at + rows
            continue
        text = line.text
        bullet, step = _BULLET.match(text), _STEP.match(text)
        if bullet or step:
            yield from _closed(open_row, tight=True)
            depth = _depth(line, item_indents)
            lead = "- " if bullet else f"{step[1].replace(')', '.')} " if step and step[1][0].isdigit() else f"- {step[1]} "  # type: ignore[index]
            open_row = Row("   " * depth + lead + text[(bullet or step).end() :], line.page)  # type: ignore[union-attr]
        elif open_row is not None and _joins(lines[at - 1], line, leading, open_row.text):
            open_row.text = _glued(open_row.text, text)
        else:
            yield from _closed(open_row)
            item_indents = [0.0]
            open_row = Row(text, line.page)
        at += 1
    yield from _closed(open_row)


def _closed(row: Row | None, tight: bool = False) -> Iterator[Row]:
    if row is not None:
        yield Row(row.text.replace("****", ""), row.page)
        if not (tight and row.text.lstrip().startswith(("- ", *"0123456789"))):
            yield Row("", row.page)


def _body_size(lines: Sequence[TextLine]) -> float:
    """The size of most letters."""
    count: Counter[float] = Counter()
    for line in lines:
        count[round(line.size * 2) / 2] += len(line.text)
    return count.most_common(1)[0][0]


def _leading(lines: Sequence[TextLine]) -> float:
    """The usual distance between two lines of a paragraph."""
    gaps = Counter(round((b.y - a.y) * 2) / 2 for a, b in pairwise(lines) if a.page == b.page and 0 < b.y - a.y < 4 * a.size)
    return gaps.most_common(1)[0][0] if gaps else 14.0


def _style(line: TextLine, body: float) -> tuple[float, bool]:
    """What titles of one level share. Weight counts where the size says nothing."""
    size = round(line.size * 2) / 2
    return size, line.bold if size <= body * _LARGER else True


def _heads(lines: Sequence[TextLine], body: float, leading: float) -> set[int]:
    found = set()
    for k, line in enumerate(lines):
        worded = any(c.isalpha() for c in line.text) or _DATE.match(line.text)
        if len(line.text) > LONGEST_TITLE or not worded or _BULLET.match(line.text):
            continue
        if line.size > body * _LARGER or (line.bold and _stands_alone(lines, k, leading)):
            found.add(k)
    return found


def _stands_alone(lines: Sequence[TextLine], k: int, leading: float) -> bool:
    """A bold line of the text's own size is a title where it is apart from what precedes it, which may be a table, and no
    sentence."""
    line = lines[k]
    if _SENTENCE.search(line.text) or len(line.cells) > 1:
        return False
    before = lines[k - 1] if k else None
    after = lines[k + 1] if k + 1 < len(lines) else None
    apart = before is None or _parted(before, line, leading) or before.bold or len(before.cells) > 1
    listed = _STEP.match(line.text) and (after is None or _STEP.match(after.text))
    return apart and after is not None and (not after.bold or _parted(line, after, leading)) and not listed


def _parted(before: TextLine, line: TextLine, leading: float) -> bool:
    """Whether there is more than the usual room between two lines, or they are of different columns."""
    down = line.y - before.y
    return before.page != line.page or before.left != line.left or down < 0 or down > _LEADING * leading


def _title_end(lines: Sequence[TextLine], heads: set[int], at: int, body: float, leading: float) -> int:
    """A title goes on in the next line where that is of its style and close below: also where that is «(1/3)» or «- la
    batalla», which would be no title alone."""
    end = at + 1
    larger = lines[at].size > body * _LARGER
    longest = LONGEST_QUESTION if larger else LONGEST_TITLE
    while end < len(lines) and _style(lines[end], body) == _style(lines[at], body):
        before, line = lines[end - 1], lines[end]
        below = line.page == before.page and line.left == before.left and line.y > before.y
        if (
            not (end in heads or (larger and below))
            or (below and line.y - before.y > 1.45 * line.size)
            or len(" ".join(l.text for l in lines[at : end + 1])) > longest
            or _had_room(before, line)
        ):
            break
        end += 1
    return end


def _had_room(before: TextLine, line: TextLine) -> bool:
    """Whether the first word of a line would have fitted in the one before it: then somebody meant the break."""
    word = line.text.split()[0]
    width = (line.x1 - line.x0) * (len(word) + 1) / max(1, len(line.text))
    return before.x1 + width < before.right - 0.3 * line.size


def _fills(line: TextLine) -> bool:
    """Whether a line comes near the end of its column, so that what follows may be the rest of it."""
    return line.x1 > line.right - 0.3 * (line.right - line.left)


def _joins(before: TextLine, line: TextLine, leading: float, text: str) -> bool:
    """Whether a line is the rest of the paragraph before it."""
    if abs(line.size - before.size) > 0.25 * before.size:
        return False
    if before.page != line.page or before.left != line.left or line.y < before.y:  # another column or page
        return not _STOP.search(text) and (line.text[:1].islower() or _fills(before))
    if line.y - before.y > _LEADING * leading:
        return False
    indented = line.x0 - before.x0 > 0.8 * line.size and not _BULLET.match(before.text) and not _STEP.match(before.text)
    return not (indented and _STOP.search(text))


def _glued(text: str, more: str) -> str:
    """A word that the end of a line broke is one again."""
    if text.endswith("-") and more[:1].islower() and text[-2:-1].isalpha():
        return text[:-1] + more
    return f"{text} {more}"


def _depth(line: TextLine, indents: list[float]) -> int:
    """How deep an item is, by how far in it stands."""
    own = line.x0 - line.left
    while len(indents) > 1 and own < indents[-1] - 0.5 * line.size:
        indents.pop()
    if indents == [0.0]:
        indents[:] = [own]
    elif own > indents[-1] + 0.5 * line.size:
        indents.append(own)
    return len(indents) - 1


def _table(lines: Sequence[TextLine], at: int, heads: set[int]) -> int:
    """How many lines from here are rows of a table: pieces with room between them that stand one under another."""
    end = at
    while end < len(lines) and end not in heads and len(_cells(lines[end])) > 1 and lines[end].left == lines[at].left:
        end += 1
    return end - at if end - at > 1 and _aligned(lines[at:end]) else 0


def _cells(line: TextLine) -> list[str]:
    """The pieces of a line as cells; a bullet is no cell of its own."""
    cells: list[str] = []
    before = None
    for piece in line.cells:
        if before is not None and piece.x0 - before.x1 < _CELL_GAP * line.size:
            cells[-1] += f" {piece.text}"
        else:
            cells.append(piece.text)
        before = piece
    if len(cells) > 1 and (_BULLET.match(cells[0] + " x") or _STEP.match(cells[0] + " x")):
        cells[:2] = [f"{cells[0]} {cells[1]}"]
    return cells


def _aligned(rows: Sequence[TextLine]) -> bool:
    """The second cells begin, or end, at the same place."""
    starts = Counter(round(cell.x0 / 4) for line in rows for cell in line.cells[1:])
    ends = Counter(round(cell.x1 / 4) for line in rows for cell in line.cells[1:])
    return max([*starts.values(), *ends.values()]) >= 0.6 * len(rows)


def _table_rows(lines: Sequence[TextLine]) -> Iterator[Row]:
    rows = [_cells(line) for line in lines]
    width = max(map(len, rows))
    for n, (line, cells) in enumerate(zip(lines, rows, strict=True)):
        yield Row("| " + " | ".join(c.replace("|", "/") for c in [*cells, *[""] * (width - len(cells))]) + " |", line.page)
        if n == 0:
            yield Row("|" + "---|" * width, line.page)
    yield Row("", lines[-1].page)
