"""A rulebook as a web page, turned into marked text: headings, paragraphs, lists in lists, tables. What is of the site goes.
A word processor writes titles as paragraphs: they are told by the outline that it keeps, or by being bold and larger."""

import re
from html.parser import HTMLParser

_SKIPPED = frozenset("script style nav footer aside template noscript svg form button iframe".split())
_BLOCKS = frozenset(
    "p div section article main header blockquote figure figcaption dl dt dd pre address details summary hr".split()
)
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_OUTLINE = re.compile(r"mso-outline-level:\s*([1-6])|\bMso(?:Heading|Title|Ttulo)([1-6]?)", re.I)
_SIZE = re.compile(r"font-size:\s*([0-9]{1,4}(?:\.[0-9]{1,9})?)pt", re.I)
_BOLD = re.compile(r"\*\*([^*]{2,110}[^*.:;,])\*\*")
_GLYPH = re.compile(r"^(?:[·•§]|o(?=\s{2}))\s+")
"""What a word processor draws before an item."""
_TEXT_SIZE = 11.5
"""Points: what is bold and larger than a text is a title."""
_LOOKS = re.compile(rb"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.I | re.S)


def is_html(data: bytes) -> bool:
    return bool(_LOOKS.match(data[:4096]))


def marked_from(html: str) -> tuple[str, str]:
    """The page as marked text, and its title."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_block()
    levels = _levels(reader.titles)
    for at, size in reader.titles.items():
        reader.out[at] = f"{'#' * levels[size]} {reader.out[at]}"
    return "\n".join(reader.out).strip("\n") + "\n", " ".join(reader.title.split())


def _levels(titles: dict[int, tuple[int, float]]) -> dict[tuple[int, float], int]:
    """The level of each title that is a paragraph: what its outline says, else that of its size among the others'."""
    told = {size: level for level, size in titles.values() if level and size}
    sizes = sorted({size for _, size in titles.values() if size}, reverse=True)
    return {(level, size): level or told.get(size) or min(6, sizes.index(size) + 1) for level, size in titles.values()}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.title = ""
        self._text: list[str] = []
        self._skip = 0
        self._lists: list[int] = []
        """One number per open list: 0 for bullets, else that of the next step."""
        self._lead = ""
        self._row: list[str] | None = None
        self._rows = 0
        self._in_title = False
        self.titles: dict[int, tuple[int, float]] = {}
        """Lines that are titles by their looks alone: the outline's level or 0, and the size of their letters."""
        self._outline, self._size = 0, 0.0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED:
            self._skip += 1
        elif self._skip:
            return
        elif tag == "title":
            self._in_title = True
        elif re.fullmatch("h[1-6]", tag):
            self.end_block()
            self._lead = "#" * int(tag[1]) + " "
        elif tag in ("ul", "ol"):
            self.end_block()
            self._lists.append(1 if tag == "ol" else 0)
        elif tag == "li":
            self.end_block()
            self._lead = self._item()
        elif tag == "table":
            self.end_block()
            self._rows = 0
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th"):
            self._text.clear()
        elif tag == "br":
            self._text.append(" ")
        elif tag in _BLOCKS and self._row is None:
            self.end_block()
        elif tag in _BLOCKS:  # in a cell: what stands in two paragraphs is two words
            self._text.append(" ")
        elif tag in _MARKS:
            self._text.append(_MARKS[tag])
        self._look(tag, " ".join(value or "" for name, value in attrs if name in ("class", "style")))

    def _look(self, tag: str, told: str) -> None:
        if tag == "p" and (outline := _OUTLINE.search(told)):
            self._outline = int(outline[1] or outline[2] or 1)
        if size := _SIZE.search(told):
            self._size = max(self._size, float(size[1]))

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif self._skip:
            return
        elif tag == "title":
            self._in_title = False
        elif tag in ("ul", "ol"):
            self.end_block()
            if self._lists:
                self._lists.pop()
        elif tag in ("td", "th") and self._row is not None:
            self._row.append(self._taken().replace("|", "/"))
        elif tag == "tr":
            self._end_row()
        elif tag in _MARKS:
            self._text.append(_MARKS[tag])
        elif tag in _BLOCKS and self._row is not None:
            self._text.append(" ")
        elif tag in _BLOCKS or tag == "li" or re.fullmatch("h[1-6]", tag):
            self.end_block()

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._skip:
            self._text.append(data)

    def end_block(self) -> None:
        """Writes what was being said, under the mark that it opened with."""
        text, look = self._taken(), (self._outline, self._size)
        if not text:
            return
        self._outline, self._size = 0, 0.0
        lead, self._lead = self._lead, ""
        bold = _BOLD.fullmatch(text)
        if not lead and (look[0] or (bold and look[1] > _TEXT_SIZE)):
            self.out += ["", text.replace("**", ""), ""]
            self.titles[len(self.out) - 2] = look
            return
        if not lead and not self._lists and (item := _GLYPH.match(text)):
            lead, text = "- ", text[item.end() :]
        indent = "" if lead.startswith("#") else "   " * (len(self._lists) - (1 if lead else 0))
        if lead.strip().startswith("#"):
            text = text.replace("**", "")
        if not lead or lead.startswith("#"):
            self.out.append("")
        self.out.append(indent + lead + text)
        if lead.startswith("#"):
            self.out.append("")

    def _taken(self) -> str:
        text = " ".join("".join(self._text).split())
        self._text.clear()
        return re.sub(r"\*\*\s*\*\*", "", text)

    def _item(self) -> str:
        if not self._lists or not self._lists[-1]:
            return "- "
        self._lists[-1] += 1
        return f"{self._lists[-1] - 1}. "

    def _end_row(self) -> None:
        if self._row and any(self._row):
            if not self._rows:
                self.out.append("")
            self.out.append("| " + " | ".join(self._row) + " |")
            if not self._rows:
                self.out.append("|" + "---|" * len(self._row))
            self._rows += 1
        self._row = None
