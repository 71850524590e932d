"""Pages that the source has lost: an entry marked as lost for each, so that neighbours do not swallow what follows.

Nothing is invented: a lost entry holds the part of its text that survives, if any, and a note of what is missing.
What the rest of the book says about it reaches it as references.
"""

import re
from collections.abc import Sequence

from kb.books.headings import Heading
from kb.books.levels import Node
from kb.books.outline import BookOutline, Part
from kb.books.profiles import Lost, Profile
from kb.models import Lines
from kb.text import fold, lemma


def add_lost(book: BookOutline, profile: Profile, lines: Sequence[str]) -> None:
    """Inserts the entries that the profile knows to be lost, and adopts their surviving subsections."""
    for lost in profile.perdidos:
        after = next((i for i, p in enumerate(book.parts) if fold(lemma(p.title)) == fold(lost.tras)), None)
        if after is not None and not any(fold(lemma(p.title)) == fold(lost.titulo) for p in _originals(book, lost)):
            _insert(book, lost, after, lines, profile)


def _originals(book: BookOutline, lost: Lost) -> list[Part]:
    return [p for p in book.parts if p.node.region == "glosario" and p.node.kind != "redireccion" and not p.lost]


def _insert(book: BookOutline, lost: Lost, after: int, lines: Sequence[str], profile: Profile) -> None:
    previous = book.parts[after]
    spans: list[Lines] = []
    line = previous.node.heading.line
    if lost.retoma:
        line, spans = _take_text(previous, lost.retoma, lines)
    at = after + 1
    while at < len(book.parts) and book.parts[at].lost:
        at += 1
    for part in book.parts:
        if part.node.parent is not None and part.node.parent >= at:
            part.node.parent += 1
    heading = Heading(line, "", lost.titulo, "mayusculas")
    node = Node(heading, previous.node.region, profile.clase_glosario, previous.node.parent)  # type: ignore[arg-type]
    page = next((r.page for r in book.index if fold(lemma(r.term)) == fold(lemma(lost.titulo)) and r.see is None), None)
    book.parts.insert(at, Part(node, lost.titulo, spans, page, lost=True, note=lost.que))
    wanted = {fold(t) for t in lost.hijos}
    for part in book.parts[at + 1 :]:
        if fold(lemma(part.title)) in wanted and part.node.kind != "redireccion" and part.node.region == node.region:
            part.node.parent, part.node.kind = at, "apartado"
            wanted.discard(fold(lemma(part.title)))


def _take_text(part: Part, pattern: str, lines: Sequence[str]) -> tuple[int, list[tuple[int, int]]]:
    """Cuts from the part above what belongs to the lost entry: everything from the first line that matches."""
    for k, (first, last) in enumerate(part.spans):
        for n in range(first, last + 1):
            if re.match(pattern, lines[n - 1]):
                rest = [(n, last), *part.spans[k + 1 :]]
                part.spans = [s for s in [*part.spans[:k], (first, n - 1)] if s[0] <= s[1]]
                return n, rest
    return part.node.heading.line, []
