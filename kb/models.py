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


class Block(Model):
    """The smallest thing a judge can link to: a paragraph, a bullet, a step, a table row group."""

    anchor: str
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


class BookReport(Model):
    title: str
    source: str
    sha256: str
    entries: int
    excluded: tuple[Excluded, ...] = ()
    warnings: tuple[str, ...] = ()
    repairs: int = 0
    icons: dict[str, int] = Field(default_factory=dict)
    """Recovered icons by confidence, and `?` for those that could not be known."""
    dangling: int = 0
