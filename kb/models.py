"""What a knowledge base is made of: entries, their blocks, and the record of what the reader did."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal[
    "seccion", "termino", "cualidad", "apartado", "recuadro", "ejemplo", "apendice", "historial", "carta",
    "redireccion", "pregunta", "errata", "tabla", "paso", "definicion", "indice", "portada",
]  # fmt: skip
BlockKind = Literal["parrafo", "vineta", "paso", "tabla", "ejemplo", "nota", "pregunta", "respuesta", "pie"]
Confidence = Literal["alta", "media", "baja"]
Source = Literal["oficial", "propio"]
Origin = Literal["impreso", "contexto", "otra edición", "público"]
"""Printed so (another edition differs), deduced from the rest of the book, from another edition, public knowledge."""
Lines = tuple[int, int]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class IconMark(Model):
    """An icon that the scan lost or replaced, and what we say it was."""

    token: str
    printed: str
    """What the source shows there: a glyph, a digit, or nothing."""
    confidence: Confidence
    how: str
    """The evidence, in Spanish, shown to the reader of the site."""


class Provenance(Model):
    """Where a fact comes from that the Spanish book does not simply print."""

    words: str
    """The words of the block that it is about."""
    origin: Origin
    confidence: Confidence
    told: str
    """One sentence for the reader of the site."""


class Block(Model):
    """The smallest thing a judge can link to: a paragraph, a bullet, a step, a table row group."""

    anchor: str
    """Its place in the entry: `r3` for the third block."""
    mark: str = ""
    """Its address, made of what it says: it survives blocks put before it."""
    old: tuple[str, ...] = ()
    """Other anchors that lead here."""
    kind: BlockKind
    depth: int = 0
    label: str | None = None
    """`2b` for step 2b."""
    term: str | None = None
    """Run-in title: the bold words that open the block."""
    text: str
    md: str
    """The same with inline Markdown (bold, links), for pages."""
    lines: Lines | None = None
    modes: tuple[str, ...] = ()
    icons: tuple[IconMark, ...] = ()
    provenance: tuple[Provenance, ...] = ()


class Citation(Model):
    book: str
    edition: str
    section: str
    page: int | None = None


class Change(Model):
    """One line of a change history about this entry."""

    version: str
    op: str
    text: str


class Edit(Model):
    """Words of an entry that two editions have otherwise, with those around them."""

    removed: str
    added: str
    lead: str = ""
    trail: str = ""


class Verdict(Model):
    """What is particular to a FAQ pair: the answer in a word and what it cites."""

    verdict: Literal["si", "no", "depende", "explica"]
    cards: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class Erratum(Model):
    current: str
    printed: str | None = None
    reason: str | None = None


class Override(Model):
    """A rule of this entry that stands over another entry's in some mode."""

    target: str
    relation: Literal["sustituye", "desactiva", "reinterpreta", "anade", "restringe"]
    mode: str
    note: str = ""


class Summary(Model):
    """Our own words on an official entry, shown beside it."""

    text: str
    blocks: tuple[Block, ...]


class Entry(Model):
    id: str
    game: str
    book: str
    title: str
    shown: str = ""
    """Its title as readers see it, where the copy of the book has letters or glyphs for icons that it lost."""
    kind: Kind
    source: Source = "oficial"
    lines: Lines | None = None
    ranges: tuple[Lines, ...] = ()
    """The exact lines of its own text where a box interrupts it."""
    parent: str | None = None
    see_also: tuple[str, ...] = ()
    redirect: str | None = None
    redirect_best: str | None = None
    """The subsection that really holds the answer, where the book only names its entry."""
    redirect_anchor: str | None = None
    refs: tuple[str, ...] = ()
    step_refs: tuple[str, ...] = ()
    """Steps that its text cites, as `id#paso-2b`."""
    dangling: tuple[str, ...] = ()
    mentioned_by: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    """Entries that its text names without referring the reader to them: links woven into its blocks."""
    named_by: tuple[str, ...] = ()
    """The other end of `mentions`, without those in `mentioned_by`."""
    formerly: tuple[str, ...] = ()
    """Other ids that this entry has had: they lead here."""
    page: int | None = None
    aliases: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    text: str
    blocks: tuple[Block, ...] = ()
    synthetic: bool = False
    lost: bool = False
    """True where the source has lost this entry's text."""
    note: str | None = None
    """What a reader must know about the state of this entry's source."""
    citation: Citation
    changes: tuple[Change, ...] = ()
    edits: tuple[Edit, ...] = ()
    """What changed in its words since the edition that the build was given to compare with."""
    new: bool = False
    """True where that edition did not have it."""
    verdict: Verdict | None = None
    erratum: Erratum | None = None
    overrides: tuple[Override, ...] = ()
    overridden_by: tuple[Override, ...] = ()
    """Here `target` is the entry that overrides this one."""
    current: bool = True
    """False for obsolete text kept for reference."""
    summary: Summary | None = None


class Repair(Model):
    line: int
    before: str
    after: str
    why: str
    confidence: Confidence


class Excluded(Model):
    lines: Lines
    reason: str


class Outcome(Model):
    """A card or a scenario that comes out otherwise under another edition's facts."""

    kind: Literal["carta", "escenario"]
    name: str
    before: str
    after: str
    """The first line of what is told that differs; empty where there is none."""


class BookReport(Model):
    title: str
    before: str = ""
    """The edition that this one was compared with."""
    gone: tuple[str, ...] = ()
    """Titles of the entries that only that edition has."""
    outcomes: tuple[Outcome, ...] | None = None
    """Cards and scenarios that come out otherwise than with that edition's facts; None where they were not run."""
    source: str
    sha256: str
    entries: int
    excluded: tuple[Excluded, ...] = ()
    warnings: tuple[str, ...] = ()
    inked: int = 0
    """Lines of the source that have something in them."""
    repairs: int = 0
    icons: dict[str, int] = Field(default_factory=dict)
    """Recovered icons by confidence, and `?` for those that could not be known."""
    dangling: int = 0

    def put_aside(self) -> dict[str, float]:
        """What part of the source's lines is in no entry, by its reason."""
        lines: dict[str, int] = {}
        for part in self.excluded:
            lines[part.reason] = lines.get(part.reason, 0) + part.lines[1] - part.lines[0] + 1
        return {reason: min(1.0, count / (self.inked or 1)) for reason, count in lines.items()}
