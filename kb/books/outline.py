"""From lines to a placed outline: cover, contents, index, headings with their levels, and which lines each one owns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.books.headings import Heading, cover_end, headings_from
from kb.books.levels import Evidence, Node, outline_from, place
from kb.books.profiles import Profile
from kb.books.tables import Row, contents_from, index_from
from kb.models import Excluded, Lines
from kb.text import fold, lemma

_CONTENTS = re.compile(r"^(indice|tabla) de contenidos?$|^sumario$")
_HISTORY_BOX = re.compile(r"recuadro [\"“']([^\"”']+)")
_LEGAL = re.compile(r"^(?:©|®|Disney\b)|\bstarwars\.com\b|Lucasfilm Ltd\.? Ninguna parte")
_EPIGRAPH = re.compile(r"^[“\"«][^”\"»]{5,150}[”\"»]$")
_SIGNATURE = re.compile(r"^[–—-]\s*[A-ZÁÉÍÓÚ][^.]{2,60}$")
_NOISY = frozenset('©®D“"«–—-')
_LONGEST_CAPTION, _NEAR = 60, 6
_QUESTION = re.compile(r"^P:\s+(.*\S)")


@dataclass(slots=True)
class Part:
    """One future entry: its place in the outline and the lines it owns."""

    node: Node
    title: str
    spans: list[Lines]
    page: int | None = None
    listed: bool = False
    """Whether contents or index print its page."""
    question: bool = False
    lost: bool = False
    note: str | None = None


@dataclass(slots=True)
class BookOutline:
    parts: list[Part]
    excluded: list[Excluded]
    index: list[Row] = field(default_factory=list)
    contents: list[Row] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def drop(self, gone: set[int]) -> None:
        """Removes parts; parents are indexes, so they are renumbered."""
        new = {old: k for k, old in enumerate(i for i in range(len(self.parts)) if i not in gone)}
        self.parts = [part for i, part in enumerate(self.parts) if i not in gone]
        for part in self.parts:
            parent = part.node.parent
            part.node.parent = new.get(parent) if parent is not None else None


def outline_book(lines: Sequence[str], profile: Profile, marked: bool = False) -> BookOutline:
    """The outline of a book. Where the source is `marked`, only those lines are titles and the first of them opens the text."""
    found = headings_from(lines, profile.titulos, profile.rotulos, profile.correcciones, marked)
    if not found:
        return _untitled(lines)
    contents, first = _contents(lines, found)
    start = max(found[0].line if marked else cover_end(lines, found), first)
    if contents:
        start = next((h.line for h in found if h.line > first), len(lines) + 1)
    found = [h for h in found if h.line >= start]
    boxes = frozenset(fold(m) for line in lines for m in _HISTORY_BOX.findall(line))
    evidence = Evidence(lines, outline_from(profile.esquema), contents, boxes, profile.clase_glosario)  # type: ignore[arg-type]
    nodes = place(found, evidence)
    parts = [_part(nodes, i, lines) for i in range(len(nodes))]
    book = BookOutline(parts, [], contents=contents)
    if start > 1:
        _exclude(book, lines, 1, start - 1, "portada, créditos e índice de contenido" if contents else "portada")
    _take_index(book, lines)
    _take_noise(book, lines)
    _return_to_parent(book, lines, profile)
    split_questions(book, lines)
    _set_pages(book)
    return book


def _untitled(lines: Sequence[str]) -> BookOutline:
    """A text without a single heading is one entry, named by its first line."""
    first = next((n for n, line in enumerate(lines, 1) if line.strip()), 1)
    title = lines[first - 1].strip()[:60] or "Texto"
    last = max((n for n, line in enumerate(lines, 1) if line.strip()), default=first)
    node = Node(Heading(first, title, title, "titulo"), "texto", "seccion")
    book = BookOutline([Part(node, title, [(first, last)])], [])
    book.warnings.append("no se ha reconocido ningún título; todo el texto queda en una sola entrada")
    return book


def _contents(lines: Sequence[str], found: Sequence[Heading]) -> tuple[list[Row], int]:
    """Rows of the table of contents and its last line; empty and 0 where there is none."""
    for k, heading in enumerate(found):
        if _CONTENTS.match(fold(heading.title)):
            last = found[k + 1].line - 1 if k + 1 < len(found) else len(lines)
            rows = contents_from(lines, heading.line + 1, last)
            return rows, max((r.line for r in rows), default=heading.line)
    return [], 0


def _part(nodes: Sequence[Node], i: int, lines: Sequence[str]) -> Part:
    first = nodes[i].heading.line
    last = nodes[i + 1].heading.line - 1 if i + 1 < len(nodes) else len(lines)
    while last > first and not lines[last - 1].strip():
        last -= 1
    return Part(nodes[i], nodes[i].heading.title, [(first + 1, last)] if last > first else [])


def _exclude(book: BookOutline, lines: Sequence[str], first: int, last: int, reason: str) -> None:
    if any(line.strip() for line in lines[first - 1 : last]):
        book.excluded.append(Excluded(lines=(first, last), reason=reason))


def _take_index(book: BookOutline, lines: Sequence[str]) -> None:
    """The alphabetical index is data (pages, other names), not an entry."""
    at = [k for k, part in enumerate(book.parts) if part.node.region == "indice"]
    if not at:
        return
    first = book.parts[at[0]].node.heading.line
    last = max(s[1] for k in at for s in [*book.parts[k].spans, (0, book.parts[k].node.heading.line)])
    book.index = index_from(lines, first + 1, last)
    _exclude(book, lines, first, last, "índice alfabético (usado para páginas y otros nombres)")
    book.drop(set(at))


def _take_noise(book: BookOutline, lines: Sequence[str]) -> None:
    """Legal notices, epigraphs and the captions of lost figures are left out, each with its reason."""
    for part in book.parts:
        own: list[Lines] = []
        for first, last in part.spans:
            at = first
            for n in range(first, last + 1):
                reason = _noise(lines, n) or ("pie de una figura" if n == last and _is_caption(lines, n) else None)
                if reason:
                    book.excluded.append(Excluded(lines=(n, n), reason=reason))
                    own.append((at, n - 1))
                    at = n + 1
            own.append((at, last))
        part.spans = [s for s in (_trim(lines, *s) for s in own) if s[0] <= s[1]]


def _noise(lines: Sequence[str], n: int) -> str | None:
    text = lines[n - 1].strip()
    if text[:1] not in _NOISY and "Lucasfilm" not in text and "starwars.com" not in text:
        return None  # nearly every line: decided without a pattern
    if _LEGAL.search(text):
        return "aviso legal"
    below = next((l.strip() for l in lines[n : n + 3] if l.strip()), "")
    above = next((l.strip() for l in reversed(lines[max(0, n - 3) : n - 1]) if l.strip()), "")
    if _EPIGRAPH.match(text) and _SIGNATURE.match(below.replace("*", "")):
        return "cita de ambientación"
    if _SIGNATURE.match(text.replace("*", "")) and _EPIGRAPH.match(above):
        return "cita de ambientación"
    return None


def _is_caption(lines: Sequence[str], n: int) -> bool:
    """A few words alone after «Véase también», with which an entry ends: they were under a figure of the next one."""
    text = lines[n - 1].strip()
    if not text or len(text) > _LONGEST_CAPTION or text[-1] in ".:;,)" or lines[n - 2].strip():
        return False
    above = next((line.strip() for line in reversed(lines[max(0, n - _NEAR) : n - 1]) if line.strip()), "")
    return above.lstrip("*•- ").startswith("Véase también") and not above.endswith(",")


def _trim(lines: Sequence[str], first: int, last: int) -> Lines:
    while first <= last and not lines[first - 1].strip():
        first += 1
    while last >= first and not lines[last - 1].strip():
        last -= 1
    return first, last


def _return_to_parent(book: BookOutline, lines: Sequence[str], profile: Profile) -> None:
    """A box that interrupts the running text owns only its first lines; the rest goes back to the text."""
    by_title = {fold(title): count for title, count in profile.recuadros_cortos.items()}
    for part in book.parts:
        count = by_title.get(fold(part.title))
        parent = part.node.parent
        if count is None or parent is None or not part.spans:
            continue
        inked = [n for a, b in part.spans for n in range(a, b + 1) if lines[n - 1].strip()]
        if len(inked) > count:
            book.parts[parent].spans.append((inked[count], part.spans[-1][1]))
            part.spans = [(inked[0], inked[count - 1])]


def split_questions(book: BookOutline, lines: Sequence[str]) -> None:
    """Each «P: … R: …» of a section of questions is an entry of its own."""
    out: list[Part] = []
    moved: dict[int, int] = {}
    questions: list[tuple[Part, int]] = []
    for i, part in enumerate(book.parts):
        moved[i] = len(out)
        out.append(part)
        asked = [n for a, b in part.spans for n in range(a, b + 1) if _QUESTION.match(lines[n - 1])]
        if not asked:
            continue
        last = part.spans[-1][1]
        bounds = [*asked, last + 1]
        part.spans = [s for s in [_trim(lines, part.spans[0][0], asked[0] - 1)] if s[0] <= s[1]]
        for first, end in pairwise(bounds):
            found = _QUESTION.match(lines[first - 1])
            title = found[1] if found else ""
            heading = Heading(first, lines[first - 1], title, "titulo")
            node = Node(heading, "faq", "pregunta")
            ask = Part(node, title, [_trim(lines, first + 1, end - 1)], question=True)
            questions.append((ask, i))
            out.append(ask)
    for part in book.parts:
        if part.node.parent is not None:
            part.node.parent = moved[part.node.parent]
    for ask, i in questions:
        ask.node.parent = moved[i]
    book.parts = out


def _set_pages(book: BookOutline) -> None:
    """Printed pages from contents and index; what stands between two entries of one page is on that page."""
    at = 0
    for row in book.contents:  # in reading order, so that a repeated title gets the page of its own place
        found = next((k for k in range(at, len(book.parts)) if fold(book.parts[k].title) == fold(row.term)), None)
        if found is not None:
            book.parts[found].page, book.parts[found].listed, at = row.page, True, found + 1
    pages: dict[str, list[int]] = {}
    for row in book.index:
        names = [row.term] if row.sub_of is None else [row.term, f"{row.sub_of} {row.term}", f"{row.sub_of} de {row.term}"]
        for name in names:
            if row.see is None:
                pages.setdefault(fold(lemma(name)), []).append(row.page)
                if lemma(name) != name:
                    pages.setdefault(fold(name), []).append(row.page)
    seen: dict[str, int] = {}
    for part in book.parts:
        title = fold(lemma(part.title))
        if title in pages and not part.question and part.node.kind != "redireccion":
            listed = sorted(pages[title])
            part.page = listed[min(seen.get(title, 0), len(listed) - 1)]
            part.listed = True
            seen[title] = seen.get(title, 0) + 1
    for part in book.parts:
        title = fold(lemma(part.title))
        if part.page is None and title in pages and part.node.kind != "redireccion":
            part.page = sorted(pages[title])[-1]
    _fill_pages(book.parts)


def _fill_pages(parts: Sequence[Part]) -> None:
    known = [(i, p.page) for i, p in enumerate(parts) if p.page]
    for (a, page), (b, following) in pairwise(known):
        if page == following:
            for part in parts[a + 1 : b]:
                part.page = page
