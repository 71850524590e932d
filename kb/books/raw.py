"""The raw text of a PDF: no blank lines, titles that nothing marks, page numbers and running heads among the sentences.

Lines stay as many as they are. What is a title gets its `#`, what is of the page and not of the book is put aside with its
reason, and paragraphs are told by their ends (`paragraphs`). The rest is a marked text like any other (`kb/books/marked.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.books.headings import is_upper
from kb.models import Excluded
from kb.text import fold

LONGEST_TITLE = 64
_OPEN = 8
"""Titles after which one that was opened is taken to have ended."""
_ENDS = re.compile(r"[.:;!?…)\]”»\"]$")
_STOPS = re.compile(r"[.!?…][”»\")\]]*$")
_ITEM = re.compile(r"^\s*(?:[-•*·▶►–]\s|\d{1,2}\s?[.)·]\s|[A-Za-z]\)\s|\d{1,2}\s·)")
_NUMBERED = re.compile(r"^(?P<n>\d{1,2}(?:\.\d{1,2})*)[.)ªº°]*\s+(?=[A-ZÁÉÍÓÚÑ¿¡])|^\d{1,2}[ªº]\s")
_GLUED = re.compile(r"(?<=[^\d\s.,:/x×+=-])(\d{1,3})$|(?<=[a-záéíóúñ]\.)(\d{1,3})$")
_ALONE = re.compile(r"^\s*(?:[-–—|]\s*)?(?:p[aá]g(?:ina|\.)?\s*)?(\d{1,4})(?:\s*[-–—|])?\s*$", re.I)
_LISTED = re.compile(r"^\s*[A-Z]?\s?\d")
_KEYED = re.compile(r"^[^:]{2,40}:\s+[A-ZÁÉÍÓÚÑ]")
_ROW = re.compile(r"^\s*(?:[-•*·▶►–]\s|[A-Z]?\s?\d|[A-Za-z]\))|:|=|\d$")
_HANGING = frozenset("a al con de del el en la las los o para por que sin su sus un una y e u se tu".split())
_BROKEN = re.compile(r"[a-záéíóúñ]-$")
_DOTS = re.compile(r"(?:\.\s?){4,}\s*\d*\s*$")


@dataclass(frozen=True, slots=True)
class Raw:
    lines: tuple[str, ...]
    excluded: tuple[Excluded, ...]
    pages: dict[int, int]
    """Line to printed page, where the text tells it."""


def is_raw(lines: Sequence[str]) -> bool:
    """Whether a text has lost the blank lines that part its paragraphs."""
    inked = [line for line in lines if line.strip()]
    blank = len(lines) - len(inked)
    return len(inked) >= 12 and blank < 0.08 * len(lines)


def read_raw(lines: Sequence[str]) -> Raw:
    """Titles marked, page numbers and running heads put aside."""
    out = [line.rstrip() for line in lines]
    numbers = _page_numbers(out)
    excluded = [Excluded(lines=(n, n), reason="número de página") for n in sorted(numbers) if _ALONE.match(out[n - 1])]
    for n, page in numbers.items():
        out[n - 1] = "" if _ALONE.match(out[n - 1]) else out[n - 1].removesuffix(str(page)).rstrip()
    heads = _running_heads(out, numbers)
    excluded += [Excluded(lines=(n, n), reason="cabecera o pie de página") for n in sorted(heads)]
    for n in heads:
        out[n - 1] = ""
    width = _width(out)
    titles = _with_text(out, [n for n in range(1, len(out) + 1) if _is_title(out, n, width)])
    for n, level in _levels(out, titles):
        out[n - 1] = f"{'#' * level} {out[n - 1].strip()}"
    return Raw(tuple(out), tuple(excluded), _pages(len(out), numbers))


def _page_numbers(lines: Sequence[str]) -> dict[int, int]:
    """Lines that are, or end in, a number of a page: the longest run that grows by one from line to line."""
    found: list[tuple[int, int]] = []
    for n, line in enumerate(lines, 1):
        alone = _ALONE.match(line)
        glued = None if alone else _GLUED.search(line.rstrip())
        if alone or glued:
            found.append((n, int(alone[1] if alone else (glued[1] or glued[2]))))  # type: ignore[index]
    best: dict[int, list[tuple[int, int]]] = {}
    for n, page in found:
        run = [*best.get(page - 1, []), (n, page)]
        if len(run) > len(best.get(page, [])):
            best[page] = run
    longest = max(best.values(), key=len, default=[])
    return dict(longest) if len(longest) >= 3 else {}


def _running_heads(lines: Sequence[str], numbers: dict[int, int]) -> set[int]:
    """Short lines said again and again, but for their figures, beside the page breaks."""
    near = {n + k for n in numbers for k in (-2, -1, 1, 2)}
    short = {n: _key(line) for n, line in enumerate(lines, 1) if 0 < len(" ".join(line.split())) <= 60}
    said = Counter(key for key in short.values() if key)
    return {n for n, key in short.items() if n in near and said[key] >= 3}


def _key(line: str) -> str:
    return re.sub(r"\d+", "", fold(line)).strip()


def _width(lines: Sequence[str]) -> int:
    """How long a full line of text is."""
    sizes = sorted(len(line) for line in lines if line)
    return sizes[int(0.9 * (len(sizes) - 1))] if sizes else 80


def _is_title(lines: Sequence[str], n: int, width: int) -> bool:
    text = lines[n - 1].strip()
    words = fold(text).split()
    if not words or len(text) > LONGEST_TITLE or len(words) > 10 or not any(len(w) > 2 and w.isalpha() for w in words):
        return False
    if (
        _STOPS.search(text)
        or text[-1] in ":;,-–=+"
        or words[-1] in _HANGING
        or _DOTS.search(text)
        or "@" in text
        or "www" in words
    ):
        return False
    opener = text.lstrip('¿¡“"«(')[:1]
    if not (opener.isupper() or _NUMBERED.match(text)) or re.match(r"^[A-Z]\s\d", text) or ("\t" in text):
        return False
    upper = is_upper(text)
    if sum(w.isdigit() for w in words) > 1 or (_KEYED.match(text) and not upper and not _NUMBERED.match(text)):
        return False
    if len(text) > 0.75 * width and not upper:
        return False
    above, below = _near(lines, n, -1), _near(lines, n, 1)
    return _closed(above, width) and _opens(below) and not _in_list(lines, n, width, upper) and below != ""


def _with_text(lines: Sequence[str], titles: Sequence[int]) -> list[int]:
    """A title heads something: sentences, a list, or other titles. A signature or a label heads nothing."""
    kept: list[int] = []
    for n, following in pairwise([*titles, len(lines) + 1]):
        body = [line for line in lines[n : following - 1] if line.strip()]
        leads = (
            bool(body) and body[-1].rstrip().endswith(":") and following <= len(lines)
        )  # «…, en este orden:», and titles follow
        if (
            leads
            or any(_STOPS.search(line) or _ITEM.match(line) or _LISTED.match(line) for line in body)
            or (not body and following <= len(lines))
        ):
            kept.append(n)
    return kept


def _near(lines: Sequence[str], n: int, step: int) -> str:
    at = n - 1 + step
    while 0 <= at < len(lines) and not lines[at].strip():
        at += step
    return lines[at].strip() if 0 <= at < len(lines) else ""


def _closed(above: str, width: int) -> bool:
    """What stands before a title has ended: a stop, a short line, or nothing."""
    if not above or _ENDS.search(above):
        return True
    if above[-1] in ",-":
        return False
    return len(above) < 0.6 * width and fold(above).split()[-1:] != [] and fold(above).split()[-1] not in _HANGING


def _opens(below: str) -> bool:
    """What follows a title begins anew."""
    first = below.lstrip('¿¡“"«(*')[:1]
    return bool(first) and (first.isupper() or first.isdigit() or bool(_ITEM.match(below)))


def _in_list(lines: Sequence[str], n: int, width: int, upper: bool) -> bool:
    """One of several short lines in a row is a label or a line of a list; the first of them may head the rest."""
    short = 0.6 * width
    before = _short_run(lines, n, -1, short, upper)
    after = _short_run(lines, n, 1, short, upper)
    if upper:
        alike = sum(is_upper(lines[k - 1]) for k in range(max(1, n - 2), min(len(lines), n + 2) + 1) if k != n and lines[k - 1])
        return alike >= 1 and before + after >= 2
    return before >= 2 or (before == 1 and after >= 1)


def _short_run(lines: Sequence[str], n: int, step: int, short: float, upper: bool) -> int:
    """How many short lines of its kind, without a stop, stand in a row beside this one."""
    count, at = 0, n - 1 + step
    while 0 <= at < len(lines) and 0 < len(lines[at]) < short and _of_its_kind(lines[at], upper):
        count, at = count + 1, at + step
    return count


def _of_its_kind(line: str, upper: bool) -> bool:
    """Rows of a list, of figures or of «clave: valor» are not what a title could be one of."""
    return not _STOPS.search(line) and not _ROW.search(line) and is_upper(line) == upper


def _levels(lines: Sequence[str], titles: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers tell the level where there are any. A title that says all the words of one before it, and more, stands under it,
    and so does what is between the two. Where a book shouts its titles, one that it does not shout stands under them."""
    found: list[tuple[int, int]] = []
    loud = [is_upper(lines[n - 1]) for n in titles]
    shouts = bool(loud) and loud[0] and sum(loud) * 2 >= len(loud)
    said = [{w for w in fold(lines[n - 1]).split() if len(w) > 3} for n in titles]
    for k, n in enumerate(titles):
        numbered = _NUMBERED.match(lines[n - 1].strip())
        level = 2 if shouts and not loud[k] else 1
        if numbered:
            figures = numbered.groupdict().get("n") or ""
            level = 1 + figures.count(".") if "." in figures else 2
        above = next(
            (j for j in range(k - 1, max(-1, k - _OPEN), -1) if found[j][1] == 1 and said[j] and said[j] <= said[k]), None
        )
        if above is not None:
            found[above + 1 :] = [(other, max(2, own)) for other, own in found[above + 1 :]]
            level = max(2, level)
        found.append((n, level))
    return found


def _pages(size: int, numbers: dict[int, int]) -> dict[int, int]:
    """The page of each line: a number ends its page, unless the first of them opens the text."""
    pages: dict[int, int] = {}
    if not numbers:
        return pages
    opens = min(numbers) <= 2
    marks = sorted(numbers.items())
    if opens:
        for (n, page), (end, _) in zip(marks, [*marks[1:], (size + 1, 0)], strict=True):
            pages.update(dict.fromkeys(range(n, end), page))
        return pages
    start = 1
    for n, page in marks:
        pages.update(dict.fromkeys(range(start, n + 1), page))
        start = n + 1
    pages.update(dict.fromkeys(range(start, size + 1), marks[-1][1] + 1))
    return pages


def paragraphs(rows: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Lines of a part as Markdown: a blank one where a paragraph ends, words that a line end broke put together again."""
    width = _width([text for _, text in rows])
    first, before = 0, ""
    for n, text in rows:
        line = text.strip()
        if _BROKEN.search(before) and line[:1].islower():
            before = before[:-1] + line
            continue
        if first or before:
            yield first, before
        item = _ITEM.match(line)
        if before and line and (item or (_ENDS.search(before) and (len(before) < 0.8 * width or _STOPS.search(before)))):
            yield 0, ""
        first, before = n, _as_item(line) if item else line
    yield first, before


def _as_item(line: str) -> str:
    """`3 · Coloca` is step 3, and any other mark a bullet."""
    if step := re.match(r"^(\d{1,2})\s?[.)·]\s*", line):
        return f"{step[1]}. {line[step.end() :]}"
    return "- " + re.sub(r"^\s*[-•*·▶►–]\s+", "", line)
