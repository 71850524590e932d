"""A book whose headings say their level: Markdown as people write it, and what other formats are turned into.

The lines of the file stay as they are, so that an entry can say which are its own. Headings are those of Markdown (`#` with or
without blank lines around it, or underlined), the title of each document where several are put together, and those of boxes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.books.headings import Heading, is_upper
from kb.books.levels import Node
from kb.books.outline import BookOutline, Part, split_questions
from kb.models import Excluded, Kind, Lines
from kb.text import fold

_ATX = re.compile(r"^(?P<indent>\s*)(?P<marks>#{1,6})(?:[ \t]+(?P<spaced>\S.*)|(?P<glued>[A-ZÁÉÍÓÚÑ¿¡].*))$")
_UNDER = re.compile(r"^ {0,3}(=+|-{2,})\s*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_BOX = re.compile(r"^(?P<indent>\s*)(?:!!!|\?\?\?\+?|:::)\s*(?P<name>[\w-]*)\s*(?:\"(?P<title>[^\"]*)\")?")
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^}]*\}\s*$")
_NOT_TEXT = re.compile(r"^\s*(?:[-*+>|#]|\d+[.)]\s|```)")
_NUMBERED = re.compile(r"^ {0,3}\d{1,2}(?:\.\d{1,2})*[.)]\s+\S")
_RULE = re.compile(r"^\s*(?:_{3,}|\*{3,}|-{3,}|(?:[*_-] ){2,}[*_-])\s*$")
_INLINE = (
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]+)\]\]"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
    (re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"</?[a-zA-Z][^>]*>"), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)
_WIKI = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]+)\]\]")
_BREAK = re.compile(r"<br\s*/?>", re.I)
_TAG = re.compile(r"</?[a-zA-Z][^>]{0,200}>")
_CONTENTS = re.compile(r"^(indice|indice (de contenidos?|general)|tabla de contenidos?|sumario|contenidos?)$")
_ROW = re.compile(r"^(?:[-*+] ?|\d+[.)] ?)?(?:\[[^\]]+\]\([^)]*\)|[^.\n]*\. ?\. ?\.[. ]*\d+|[^\t\n]*\t+\d+|\d+)$")
_KINDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"^ejemplos?\b"), "ejemplo"),
    (re.compile(r"^apendices?\b"), "apendice"),
    (re.compile(r"^(historial|registro de cambios|changelog)\b"), "historial"),
)
_GLOSSARY = re.compile(r"^(glosario|vocabulario|terminos)\b")


@dataclass(frozen=True, slots=True)
class Marked:
    """A heading of a marked book, and where its box ends if it is one."""

    heading: Heading
    last: int | None = None
    """Last line of the box that it heads; what follows is again of the section before it."""


def title_of(text: str) -> str:
    """A title without the marks of Markdown inside it."""
    text = _ATTRIBUTES.sub("", text.strip())
    for pattern, plain in _INLINE:
        text = pattern.sub(plain, text)
    return " ".join(text.split())


def _words(heading: re.Match[str]) -> str:
    """The title of a heading, without the marks that may close its line."""
    text: str = heading["spaced"] or heading["glued"]
    return text.rstrip().rstrip("#").rstrip()


def is_marked(lines: Sequence[str]) -> bool:
    """Whether a text is Markdown by its headings, whatever its file is called. A scan that shouts its titles has lost their
    levels, and is better read by its order and its closing lines."""
    found = [_words(match) for line in lines if line.startswith("#") and (match := _ATX.match(line))]
    return len(found) >= 2 and sum(map(is_upper, found)) < 0.8 * len(found)


def front_title(lines: Sequence[str]) -> str:
    """The title that the data at the head of a file give it, where it is one document."""
    fronts = list(_fronts(lines))
    at = fronts[0][2] if len(fronts) == 1 else None
    return _front_title(lines, at).title if at is not None else ""


def opening_title(lines: Sequence[str]) -> str:
    """The first heading, where it is of the first level and opens the text: what the book is called."""
    first = next((n for n, line in enumerate(lines, 1) if line.strip()), 0)
    heading = _heading(lines, first, boxed=False) if first else None
    return heading.title if heading and heading.marks == 1 else ""


def outline_marked(lines: Sequence[str], title: str) -> BookOutline:
    """The outline of a marked text: levels by their marks, boxes where they stand, what precedes every heading as the cover."""
    fronts = list(_fronts(lines))
    several = len(fronts) > 1  # then each opens a document and its data are of the entry that has its title
    found = _headings(lines, fronts if several else [(a, b, None) for a, b, _ in fronts])
    data = [(a, a if several else b) for a, b, _ in (fronts[:1] if several else fronts)]
    excluded = [Excluded(lines=lines_, reason="datos de la cabecera del fichero") for lines_ in data]
    # The lines that open and close the data of a document are rules: they stay, and say nothing.
    aside = {n for a, b, _ in fronts for n in (range(a + 1, b) if several else range(a, b + 1))} | {a for a, _ in data}
    book = BookOutline(_parts(lines, found, title, aside), excluded)
    if not found:
        book.warnings.append("no se ha reconocido ningún título; todo el texto queda en una sola entrada")
    _drop_contents(book, lines)
    split_questions(book, lines)
    return book


def _fronts(lines: Sequence[str]) -> Iterator[tuple[int, int, int | None]]:
    """First and last line of each block of data that opens a document, and the line of its title."""
    at = 0
    while at < len(lines):
        mark = lines[at].strip()
        opens = mark in ("---", "+++") and (at == 0 or not lines[at - 1].strip())
        if opens and (end := _front_end(lines, at, mark)) is not None:
            titled = (n + 1 for n in range(at + 1, end) if re.match(r"\s*(?:title|titulo|título)\s*[:=]", lines[n]))
            yield at + 1, end + 1, next(titled, None)
            at = end
        at += 1


def _front_end(lines: Sequence[str], at: int, mark: str) -> int | None:
    """The line that closes the block: between the two there is nothing but `key: value`."""
    for n in range(at + 1, min(at + 60, len(lines))):
        text = lines[n]
        if text.strip() == mark:
            return n if n > at + 1 else None
        if text.strip() and not re.match(r"^\s*(?:[\w.-]+\s*[:=]|-\s|#|\])", text):
            return None
    return None


def _headings(lines: Sequence[str], fronts: Sequence[tuple[int, int, int | None]]) -> list[Marked]:
    data = {n for a, b, _ in fronts for n in range(a, b + 1)}
    found = [Marked(_front_title(lines, at)) for _, _, at in fronts if at is not None]
    fenced, box_end = False, 0
    for n, line in enumerate(lines, 1):
        if n in data or not line.strip():
            continue
        if _FENCE.match(line):
            fenced = not fenced
        if fenced:
            continue
        if box := _BOX.match(line):
            box_end = _box_end(lines, n, box)
            if box["title"]:
                found.append(Marked(Heading(n, line.strip(), title_of(box["title"]), "almohadilla", 6), box_end))
        elif heading := _heading(lines, n, n <= box_end):
            found.append(Marked(heading, box_end if n <= box_end else None))
    found.sort(key=lambda row: row.heading.line)
    return [row for k, row in enumerate(found) if not _repeats(found, k)]


def _repeats(found: Sequence[Marked], k: int) -> bool:
    """The title of a document said again by its first heading."""
    return k > 0 and found[k - 1].heading.marks == 0 and fold(found[k - 1].heading.title) == fold(found[k].heading.title)


def _front_title(lines: Sequence[str], at: int) -> Heading:
    said = re.split(r"[:=]", lines[at - 1], maxsplit=1)[1].strip().strip("\"'")
    return Heading(at, lines[at - 1].strip(), title_of(said) or "Sin título", "almohadilla", 0)


def _heading(lines: Sequence[str], n: int, boxed: bool) -> Heading | None:
    line = lines[n - 1]
    if found := _ATX.match(line):
        said = title_of(_words(found))
        deep = len(found["indent"].expandtabs()) >= 4
        return (
            Heading(n, line.strip(), said, "almohadilla", len(found["marks"])) if fold(said) and (boxed or not deep) else None
        )
    under = _UNDER.match(lines[n]) if n < len(lines) else None
    above = lines[n - 2].strip() if n > 1 else ""
    alone = not above or bool(_ATX.match(above) or _UNDER.match(above)) or above[-1] in ".!?:"
    # «2. El turno» over a line as long as itself is a title; over a short one, a step and a rule.
    numbered = under and _NUMBERED.match(line) and len(under[1]) >= 0.6 * len(line.strip())
    text = bool(numbered) or not _NOT_TEXT.match(line)
    if under and alone and text and fold(line) and len(line) <= 120 and "|" not in line:
        return Heading(n, line.strip(), title_of(line), "almohadilla", 1 if under[1].startswith("=") else 2)
    return None


def _box_end(lines: Sequence[str], n: int, box: re.Match[str]) -> int:
    """A box is what is indented below its mark."""
    width, last = len(box["indent"].expandtabs()), n
    for k in range(n, len(lines)):
        text = lines[k].expandtabs()
        if text.strip():
            if len(text) - len(text.lstrip()) < width + 2:
                break
            last = k + 1
    return last


def _parts(lines: Sequence[str], found: Sequence[Marked], title: str, aside: set[int]) -> list[Part]:
    inked = [n for n, line in enumerate(lines, 1) if line.strip() and n not in aside]
    first = found[0].heading.line if found else len(lines) + 1
    parts: list[Part] = []
    before = [n for n in inked if n < first]
    if before:
        kind: Kind = "portada" if found else "seccion"
        node = Node(Heading(before[0], "", title, "titulo"), "texto", kind)
        parts.append(Part(node, title, [(before[0], before[-1])]))
    stack: list[tuple[int, int]] = []
    text: int | None = None
    ends = [*(row.heading.line for row in found), len(lines) + 1][1:]
    for row, end in zip(found, ends, strict=False):
        at, node = len(parts), Node(row.heading, "texto", "seccion")
        if row.last is None:
            while stack and stack[-1][0] >= row.heading.marks:
                stack.pop()
        node.parent = stack[-1][1] if stack else None
        node.kind = _kind(node, parts, boxed=row.last is not None)
        start = row.heading.line + (2 if _is_under(lines, row.heading) else 1)
        stop = end - 1 if row.last is None else min(end - 1, row.last)
        parts.append(Part(node, row.heading.title, _own(start, stop, aside)))
        if row.last is None:
            stack.append((row.heading.marks, at))
            text = at
        elif row.last < end - 1 and text is not None:  # after a box, the section goes on
            parts[text].spans += _own(row.last + 1, end - 1, aside)
    for part in parts:
        part.spans = [trimmed for span in part.spans if (trimmed := _inked(lines, span))]
    return parts


def _is_under(lines: Sequence[str], heading: Heading) -> bool:
    return (
        heading.marks > 0
        and not heading.printed.startswith("#")
        and heading.line < len(lines)
        and bool(_UNDER.match(lines[heading.line]))
    )


def _own(first: int, last: int, aside: set[int]) -> list[Lines]:
    """The span without the lines that were put aside."""
    cuts = [first - 1, *(n for n in range(first, last + 1) if n in aside), last + 1]
    return [(a + 1, b - 1) for a, b in pairwise(cuts) if b - a > 1]


def _inked(lines: Sequence[str], span: Lines) -> Lines | None:
    there = [n for n in range(span[0], span[1] + 1) if lines[n - 1].strip()]
    return (there[0], there[-1]) if there else None


def _kind(node: Node, parts: Sequence[Part], boxed: bool) -> Kind:
    title = fold(node.heading.title)
    if boxed:
        return "recuadro"
    if kind := next((kind for pattern, kind in _KINDS if pattern.match(title)), None):
        return kind
    if node.parent is None:
        return "seccion"
    up: int | None = node.parent
    while up is not None:
        if _GLOSSARY.match(fold(parts[up].title)):
            return "termino"
        up = parts[up].node.parent
    return "apartado"


def _drop_contents(book: BookOutline, lines: Sequence[str]) -> None:
    """A table of contents is no rule: it is put aside."""
    gone = {k for k, part in enumerate(book.parts) if _is_contents(book, k, lines)}
    for k in gone:
        part = book.parts[k]
        last = max((b for _, b in part.spans), default=part.node.heading.line)
        book.excluded.append(Excluded(lines=(part.node.heading.line, last), reason="índice de contenido"))
    book.drop(gone)


def _is_contents(book: BookOutline, k: int, lines: Sequence[str]) -> bool:
    part = book.parts[k]
    if not _CONTENTS.match(fold(part.title)) or any(other.node.parent == k for other in book.parts):
        return False
    rows = [lines[n - 1] for a, b in part.spans for n in range(a, b + 1) if lines[n - 1].strip()]
    return bool(rows) and sum(bool(_ROW.match(row.strip())) for row in rows) >= 0.8 * len(rows)


def markdown_of(lines: Sequence[str], spans: Sequence[Lines]) -> tuple[str, tuple[int, ...]]:
    """What a part says, as Markdown for the block reader, and the line of the source that each of its lines is."""
    out: list[tuple[int, str]] = []
    for first, last in spans:
        out += [(0, ""), *_undented([(n, lines[n - 1]) for n in range(first, last + 1)])]
    return "\n".join(text for _, text in out), tuple(n for n, _ in out)


def _undented(rows: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Boxes lose their mark and their indentation; rules and tags go, their lines stay."""
    inside = 0
    base = min((len(t) - len(t.lstrip()) for _, t in rows if t.strip()), default=0)
    for n, line in rows:
        text = line.expandtabs(4)[base:] if "\t" not in line.strip() else line
        indent = len(text) - len(text.lstrip())
        if box := _BOX.match(text):
            inside, text = len(box["indent"]) + 4, box["title"] or ""
        elif inside and text.strip():
            if indent < inside - 2:
                inside = 0
            else:
                text = text[min(indent, inside) :]
        if _RULE.match(text):
            text = ""
        if "<" in text:
            text = _TAG.sub("", _BREAK.sub("  ", text))
        yield n, _WIKI.sub(r"[\1](#)", text) if "[[" in text else text
