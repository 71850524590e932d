"""One official rulebook to entries: outline, icons, repairs, blocks, links and layers, in that order.

Every stage is a function of the one before; nothing is read or written here.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.books import layers
from kb.books.blocks import RawBlock, blocks_from, numbered, plain_text, tokens_from
from kb.books.gaps import add_lost
from kb.books.headings import Heading
from kb.books.icons import Found, Section, recover, restore
from kb.books.ids import Titled, assign_ids
from kb.books.levels import CLOSING, Node
from kb.books.outline import BookOutline, Part, outline_book
from kb.books.profiles import GENERIC, Profile, edition_of, identify
from kb.books.refs import Linked, link_parts
from kb.books.repair import Line, Mended, lines_of, mend
from kb.books.source import Source
from kb.books.titles import cased_titles
from kb.collector import without_collector
from kb.models import Block, BookReport, Citation, Entry, IconMark, Repair
from kb.text import fold, lemma, slugify

_SEEN = re.compile(r"\b(?:ver|consulta|explica[n]?[^“]{0,40})\s+“([^”]{3,50})”", re.I)
_GLUED = re.compile(r"(?<=[a-záéíóúñ0-9?])\](?:\()(?!#)")
UNKNOWN = "[?]"
_ANSWER = re.compile(r"^R:\s*")


@dataclass(slots=True)
class Body:
    """The text of one part: blocks as parsed, blocks as numbered, and its closing list of related topics."""

    raw: list[RawBlock]
    blocks: tuple[Block, ...]
    closing: str | None = None


@dataclass(slots=True)
class Book:
    profile: Profile
    entries: list[Entry]
    report: BookReport
    repairs: list[Repair] = field(default_factory=list)
    known: bool = True


def read_book(source: Source) -> Book:
    """Recognises the book by its content and reads it; an unknown one by the general rules alone."""
    with without_collector():
        return _read(source)


def _read(source: Source) -> Book:
    profile = identify(source.lines)
    known = profile is not None
    profile = profile or GENERIC.model_copy(update={"libro": slugify(source.name.rsplit(".", 1)[0]) or "libro"})
    outline = outline_book(source.lines, profile)
    add_lost(outline, profile, source.lines)
    repairs: list[Repair] = list(layers.title_repairs(outline, profile))
    icons = _icons(outline, profile, source.lines)
    bodies = [_body(part, source.lines, icons, profile, repairs) for part in outline.parts]
    _add_definitions(outline, bodies)
    game = profile.juego if known else profile.libro
    nodes = [Titled(part.title, part.node.kind, part.node.parent) for part in outline.parts]
    ids = assign_ids(game, nodes)
    linked = link_parts(outline, bodies, profile)
    entries = _entries(outline, bodies, ids, linked, profile, game, source, known)
    entries = layers.with_layers(entries, profile)
    warnings = [*source.warnings, *outline.warnings]
    if not known:
        warnings.append("libro desconocido: leído con las reglas generales, sin los datos de ningún juego")
    report = BookReport(
        title=profile.titulo, source=source.name, sha256=source.sha256, entries=len(entries),
        excluded=tuple(sorted(outline.excluded, key=lambda e: e.lines)), warnings=tuple(warnings),
        repairs=len(repairs), icons=_icon_counts(entries), dangling=sum(len(e.dangling) for e in entries),
    )  # fmt: skip
    return Book(profile, entries, report, repairs, known)


def _icons(outline: BookOutline, profile: Profile, lines: Sequence[str]) -> Mapping[int, list[Found]]:
    """Every icon that the scan lost, by line."""
    sections = [Section(part.title, part.node.kind, a, b) for part in outline.parts for a, b in part.spans]
    by_line: dict[int, list[Found]] = defaultdict(list)
    for found in recover(profile.libro, lines, sections):
        by_line[found.line].append(found)
    return by_line


def _icon_counts(entries: Sequence[Entry]) -> dict[str, int]:
    marks = Counter("?" if m.token == UNKNOWN else m.confidence for e in entries for b in e.blocks for m in b.icons)
    return dict(sorted(marks.items()))


def _body(part: Part, lines: Sequence[str], icons: Mapping[int, list[Found]], profile: Profile, repairs: list[Repair]) -> Body:
    own = lines_of(lines, part.spans)
    closing = "\n".join(line.text.strip() for line in own if CLOSING.match(line.text.strip())) or None
    own = [line for line in own if not CLOSING.match(line.text.strip())]
    own = [_with_icons(line, icons.get(line.no)) for line in own]
    own = [_answer(line) if part.question else line for line in own]
    own = [layers.corrected(line, profile, repairs) for line in own]
    mended = mend(own, profile.sangria_es_nivel, repairs)
    raw = blocks_from(tokens_from(mended.markdown))
    blocks = tuple(_marked(b, mended, icons) for b in numbered(raw, mended.source))
    return Body(raw, blocks, closing)


def _with_icons(line: Line, found: Sequence[Found] | None) -> Line:
    if not found:
        return line
    # A token right before a parenthesis would be a Markdown link.
    return Line(line.no, _GLUED.sub("] (", restore(line.text, found)), line.caption)


def _marked(block: Block, mended: Mended, icons: Mapping[int, list[Found]]) -> Block:
    """The block with its recovered icons, its last line where it was joined, and whether it is a caption."""
    if block.lines is None:
        return block
    first, last = block.lines
    last = mended.joined.get(first, last)
    marks = tuple(
        IconMark(token=f.token, printed=f.printed, confidence=f.confidence, how=f.how)
        for n in range(first, last + 1)
        for f in icons.get(n, ())
    )
    caption = first in mended.captions
    if not marks and not caption and last == block.lines[1]:
        return block
    return block.model_copy(update={"lines": (first, last), "icons": marks, "kind": "pie" if caption else block.kind})


def _add_definitions(outline: BookOutline, bodies: list[Body]) -> None:
    """«(ver “Precisión” a la derecha)» names no title: the block that opens with **Precisión:** becomes an entry."""
    titles = {fold(lemma(part.title)) for part in outline.parts}
    wanted = {fold(words) for body in bodies for b in body.raw if "“" in b.text for words in _SEEN.findall(b.text)} - titles
    for i in range(len(outline.parts)):
        for raw, block in zip(bodies[i].raw, bodies[i].blocks, strict=True):
            if raw.term and fold(raw.term) in wanted and block.lines and _defines(raw):
                heading = Heading(block.lines[0], raw.term, raw.term, "titulo")
                node = Node(heading, outline.parts[i].node.region, "definicion", i)
                outline.parts.append(Part(node, raw.term, [block.lines], outline.parts[i].page))
                bodies.append(Body([raw], (block.model_copy(update={"anchor": "r1", "depth": 0}),)))


def _defines(raw: RawBlock) -> bool:
    """A block that only says «see X» does not define X."""
    return not _SEEN.search(raw.text)


def _answer(line: Line) -> Line:
    return Line(line.no, _ANSWER.sub("", line.text), line.caption)


def _entries(
    outline: BookOutline, bodies: Sequence[Body], ids: Sequence[str], linked: Sequence[Linked], profile: Profile,
    game: str, source: Source, known: bool,
) -> list[Entry]:  # fmt: skip
    titles = cased_titles([part.title for part in outline.parts], source.lines,
                          [part.node.kind == "carta" for part in outline.parts])  # fmt: skip
    edition = edition_of(profile, source.lines)
    book = profile.titulo if known else source.name
    entries = []
    for i, (part, body, links) in enumerate(zip(outline.parts, bodies, linked, strict=True)):
        first = part.node.heading.line
        last = max([first, *(span[1] for span in part.spans)])
        lines = None if part.lost and not part.spans else (first, last)
        title = part.title if part.question else titles[i]
        entries.append(Entry(
            id=ids[i], game=game, book=profile.libro, title=title, kind=part.node.kind, lines=lines,
            ranges=tuple(part.spans) if len(part.spans) > 1 else (),
            parent=ids[part.node.parent] if part.node.parent is not None else None,
            see_also=tuple(ids[k] for k in links.see_also), refs=tuple(ids[k] for k in links.refs),
            redirect=ids[links.redirect] if links.redirect is not None else None,
            redirect_anchor=links.anchor,
            redirect_best=ids[links.best] if links.best is not None else None,
            step_refs=tuple(f"{ids[k]}#paso-{n}" for k, n in dict.fromkeys(links.steps)),
            dangling=tuple(links.dangling), mentioned_by=tuple(ids[k] for k in links.backlinks),
            page=part.page, aliases=tuple(links.aliases), text=plain_text(body.blocks), blocks=body.blocks,
            synthetic=part.lost, lost=part.lost, note=part.note,
            citation=Citation(book=book, edition=edition, section=lemma(title), page=part.page),
        ))  # fmt: skip
    return entries
