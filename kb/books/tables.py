"""The tables that a book gives of itself: contents and alphabetical index, as data."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grammar.figures import whole
from kb.text import fold

LAST_PAGE = 9999
_DOTS = re.compile(r"^\s*(?P<sub>[–-]\s*)?(?P<term>.*?\S)\s*(?:\.{2,}|…+|(?: \.){2,})\s*(?P<pages>\d{1,4}(?:, ?\d{1,4})*)\s*$")
_BARE = re.compile(r"^\s*(?P<sub>[–-]\s*)?(?P<term>.*?[^\d\s.,])(?P<gap>\s*)(?P<pages>\d{1,3})\s*$")
_SEE = re.compile(r"[(;]\s*ver\s(.*)\)\s*$", re.I)
_ICONS = re.compile(r"[^\w\s()/;,.:¿?¡!“”\"'-]+")
_TAGS = re.compile(r"</?[a-z]+>")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table of contents or an index."""

    line: int
    term: str
    page: int
    upper: bool = False
    sub_of: str | None = None
    see: str | None = None


def contents_from(lines: Sequence[str], first: int, last: int) -> list[Row]:
    """Rows of a table of contents set in two columns `título⇥pág⇥título⇥pág`: the left column, then the right."""
    left: list[Row] = []
    right: list[Row] = []
    for n in range(first, last + 1):
        cells = lines[n - 1].rstrip().split("\t")
        for column, at in ((left, 0), (right, 2)):
            page = whole(cells[at + 1].strip(), LAST_PAGE) if len(cells) > at + 1 else None
            if page is not None and cells[at].strip():
                title = cells[at].strip()
                column.append(Row(n, title, page, upper=title.upper() == title))
    rows = left + right
    return [r for k, r in enumerate(rows) if k == 0 or (fold(r.term), r.page) != (fold(rows[k - 1].term), rows[k - 1].page)]


def index_from(lines: Sequence[str], first: int, last: int) -> list[Row]:
    """Terms of an alphabetical index: dotted, glued to the page, or set with tabs; broken rows are joined."""
    rows: list[Row] = []
    head: str | None = None
    pending = ""
    for n in range(first, last + 1):
        text = _TAGS.sub("", lines[n - 1].replace("\t", " \t ")).rstrip()
        if not text.strip() or text.startswith("#"):
            pending = ""
            continue
        row = _tabbed(n, text) if "\t" in text else _dotted(n, _joined(pending, text), head)
        if row is None:
            pending = _joined(pending, text) if len(text.strip()) > 1 else ""
            continue
        pending = ""
        rows.append(row)
        if row.sub_of is None:
            head = row.term
    return rows


def _joined(pending: str, text: str) -> str:
    if not pending:
        return text
    return pending[:-1] + text.strip() if pending.endswith("-") else f"{pending} {text.strip()}"


def _tabbed(n: int, text: str) -> Row | None:
    cells = [c.strip() for c in text.split("\t") if c.strip()]
    page = whole(cells[-1], LAST_PAGE) if len(cells) > 1 else None
    return None if page is None else _row(n, cells[-2], page, None)


def _dotted(n: int, text: str, head: str | None) -> Row | None:
    match = _DOTS.match(text) or _BARE.match(text)
    if match is None:
        return None
    # A space before the page marks a row that stands under the one above it.
    spaced = re.search(r"\s\d+\s*$", text) is not None and not re.search(r"\.\s?\.\s\d", text)
    sub = head if match["sub"] else None
    row = _row(n, match["term"], int(match["pages"].split(",")[0]), sub)
    return row if sub or not spaced or head is None else Row(row.line, row.term, row.page, row.upper, head, row.see)


def _row(n: int, term: str, page: int, sub_of: str | None) -> Row:
    see = _SEE.search(term)
    if see:
        closes = ")" if ";" in see[0] else ""
        term = term[: see.start()].rstrip() + closes
    term = _ICONS.sub(" ", term).strip(" .")
    return Row(n, " ".join(term.split()), page, term.upper() == term, sub_of, see[1].strip() if see else None)
