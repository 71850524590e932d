"""One official rulebook to entries: outline, icons, repairs, blocks, links and layers, in that order.

Every stage is a function of the one before; nothing is read or written here.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grammar.game import Game
from kb.books import layers
from kb.books.blocks import RawBlock, blocks_from, numbered, plain_text, tokens_from
from kb.books.gaps import add_lost
from kb.books.headings import Heading, headings_from
from kb.books.icons import Found, Section, recover, restore
from kb.books.ids import Titled, assign_ids
from kb.books.levels import CLOSING, Node
from kb.books.marked import is_marked, markdown_of, outline_marked
from kb.books.outline import BookOutline, Part, outline_book
from kb.books.pdf.text import WEAK
from kb.books.profiles import GENERIC, Profile, edition_of, identify
from kb.books.raw import is_raw, paragraphs, read_raw
from kb.books.refs import Linked, link_parts
from kb.books.repair import Line, Mended, lines_of, mend
from kb.books.source import Source
from kb.books.titles import cased_titles
from kb.console.collector import without_collector
from kb.games import slug_for
from kb.models import Block, BookReport, Citation, Entry, IconMark, Provenance, Repair
from kb.text import fold, lemma

_SEEN = re.compile(r"\b(?:ver|consulta|explica[n]?[^“]{0,40})\s+“([^”]{3,50})”", re.I)
_GLUED = re.compile(r"(?<=[a-záéíóúñ0-9?])\](?:\()(?!#)")
UNKNOWN = "[?]"
_ENOUGH = 12
"""Titles that a book has at the least whose size tells them."""
BOOK, MARKED, RAW = "libro", "marcado", "crudo"
"""How a text is laid out: as the official books are, with `#`, or as it came out of a PDF."""
_ANSWER = re.compile(r"^R:\s*")
_TRANSLATED = "La fuente trae aquí una frase en inglés; estas palabras son nuestras."


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


def read_book(source: Source, game: Game | None = None) -> Book:
    """Recognises the book by its content and reads it; an unknown one by the general rules alone. `game`: whose book it is."""
    with without_collector():
        return _read(source, game)


def _read(source: Source, game_facts: Game | None) -> Book:
    profile = identify(source.lines) if game_facts is None else None
    known = profile is not None
    profile = profile or (_of_game(game_facts) if game_facts else _generic(source))
    source, layout = (_known(source), BOOK) if known else _laid_out(source)
    told = known and source.marked and _titles(source) >= _ENOUGH
    outline = outline_book(source.lines, profile, told) if layout == BOOK else outline_marked(source.lines, profile.titulo)
    if told:
        _trust_marks(outline)
    outline.excluded += source.aside
    add_lost(outline, profile, source.lines)
    repairs: list[Repair] = list(layers.title_repairs(outline, profile))
    icons = _icons(outline, profile, source.lines)
    if layout == BOOK:
        bodies = [_body(part, source.lines, icons, profile, repairs) for part in outline.parts]
    else:
        bodies = [_marked_body(part, source.lines, layout) for part in outline.parts]
    for part in outline.parts if source.pages else ():
        part.page = source.pages.get(part.node.heading.line, part.page)
    _add_definitions(outline, bodies)
    game = profile.juego
    nodes = [Titled(part.title, part.node.kind, part.node.parent) for part in outline.parts]
    ids = assign_ids(game, nodes)
    linked = link_parts(outline, bodies, profile)
    entries = _entries(outline, bodies, ids, linked, profile, game, source, known)
    entries = layers.with_layers(entries, profile)
    warnings = [*source.warnings, *outline.warnings]
    if not known and game_facts is None:
        warnings.append("libro desconocido: leído con las reglas generales, sin los datos de ningún juego")
    report = BookReport(
        title=profile.titulo, source=source.name, sha256=source.sha256, entries=len(entries),
        excluded=tuple(sorted(outline.excluded, key=lambda e: e.lines)), warnings=tuple(warnings),
        inked=sum(bool(line.strip()) for line in source.lines), repairs=len(repairs), icons=_icon_counts(entries),
        dangling=sum(len(e.dangling) for e in entries),
    )  # fmt: skip
    return Book(profile, entries, report, repairs, known)


def _of_game(game: Game) -> Profile:
    told = {"libro": game.slug, "juego": game.slug, "titulo": game.libro, "edicion_por_defecto": game.edicion}
    return GENERIC.model_copy(update=told)


def _generic(source: Source) -> Profile:
    """What can be said of a book that nobody has seen: what it calls itself, or what its file is called."""
    slug = slug_for(source.name)
    return GENERIC.model_copy(
        update={"libro": slug, "juego": slug, "titulo": source.title or slug.replace("-", " ").capitalize()}
    )


def _known(source: Source) -> Source:
    """A book that we know has no titles that only their weight tells: what looks like one is a label."""
    if not source.marked or _titles(source) < _ENOUGH:
        return source
    weak = "#" * WEAK + " "
    plain = (f"**{line.removeprefix(weak)}**" if line.startswith(weak) else line for line in source.lines)
    return replace(source, lines=tuple(plain))


def _titles(source: Source) -> int:
    """How many titles it has whose level is told."""
    return sum(line.startswith("#") and not line.startswith("#" * WEAK) for line in source.lines)


def _trust_marks(outline: BookOutline) -> None:
    """Where the source tells the levels of its titles, they stand as it says, whatever the book's order would have told."""
    if len({part.node.heading.marks for part in outline.parts if part.node.heading.marks}) < 2:
        return
    stack: list[tuple[int, int]] = []
    for k, part in enumerate(outline.parts):
        marks = part.node.heading.marks
        if marks:
            while stack and stack[-1][0] >= marks:
                stack.pop()
            part.node.parent = stack[-1][1] if stack else None
            stack.append((marks, k))


def _laid_out(source: Source) -> tuple[Source, str]:
    """How a book that nobody has seen is read: by its marks, as raw text, or by its capitals and blank lines."""
    if source.marked or is_marked(source.lines):
        return source, MARKED
    if not is_raw(source.lines):
        found = headings_from(source.lines)
        if found:
            return source, BOOK
    raw = read_raw(source.lines)
    return replace(source, lines=raw.lines, aside=(*source.aside, *raw.excluded), pages=raw.pages or source.pages), RAW


def _marked_body(part: Part, lines: Sequence[str], layout: str) -> Body:
    markdown, source = markdown_of(lines, part.spans)
    if layout == RAW and source:
        rows = list(paragraphs(list(zip(source, markdown.split("\n"), strict=True))))
        markdown, source = "\n".join(text for _, text in rows), tuple(n for n, _ in rows)
    raw = blocks_from(tokens_from(markdown))
    return Body(raw, numbered(raw, source))


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
    ours = {r.line: r.after for r in repairs if r.why == layers.IN_ENGLISH}
    return Body(raw, tuple(_in_our_words(b, ours) for b in blocks), closing)


def _in_our_words(block: Block, ours: Mapping[int, str]) -> Block:
    """What stands under «Texto oficial» and is not: the reader is told."""
    first, last = block.lines or (0, -1)
    told = tuple(
        Provenance(words=ours[n][:60], origin="contexto", confidence="media", told=_TRANSLATED)
        for n in range(first, last + 1) if n in ours
    )  # fmt: skip
    return block.model_copy(update={"provenance": told}) if told else block


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
    book = profile.titulo
    entries = []
    for i, (part, body, links) in enumerate(zip(outline.parts, bodies, linked, strict=True)):
        first = part.node.heading.line
        last = max([first, *(span[1] for span in part.spans)])
        lines = None if part.lost and not part.spans else (first, last)
        title = layers.spelled(part.title, profile) if part.question else layers.drawn(titles[i], profile)
        shown = profile.titulos_a_la_vista.get(title, "")
        entries.append(Entry(
            id=ids[i], game=game, book=profile.libro, title=title, shown=shown,
            kind=part.node.kind, lines=lines,
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
            citation=Citation(book=book, edition=edition, section=lemma(shown or title), page=part.page),
        ))  # fmt: skip
    return entries
