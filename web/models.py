"""What the JSON twins of the pages answer. An entry's own fields are those of kb.models."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from grammar.game import Die, Icon, Priority, Step, Token
from kb.models import BookReport, Change, Entry, Kind, Source

GameSlug = Literal["legion", "xwing", "rebellion", "imperial-assault", "leyendas"]


class Out(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ref(Out):
    """An entry by name, enough to link to it."""

    id: str
    game: str
    title: str
    kind: Kind
    url: str


class StepRef(Out):
    """A step of a sequence in which something acts."""

    game: str
    sequence: str
    sequence_title: str
    id: str
    number: str
    name: str
    url: str


class BlockCite(Out):
    anchor: str
    cite: str
    url: str


class EntryOut(Entry):
    url: str
    cite: str
    block_cites: tuple[BlockCite, ...]
    breadcrumb: tuple[Ref, ...]
    children: tuple[Ref, ...]
    previous: Ref | None
    next: Ref | None
    questions: tuple[Ref, ...]
    """FAQ that refer to this entry."""
    acts_in: tuple[StepRef, ...]


class Preview(Out):
    id: str
    title: str
    game: str
    kind: Kind
    excerpt: str
    url: str


class EntryList(Out):
    items: tuple[Ref, ...]
    total: int
    limit: int
    offset: int
    next: str | None


class GameOut(Out):
    slug: str
    name: str
    book: str
    edition: str
    in_force: str | None
    mode_of: str | None
    source: Source
    entries: int
    questions: int
    sequences: tuple[str, ...]
    url: str


class GameList(Out):
    items: tuple[GameOut, ...]


class Outline(Out):
    """The contents of a book, as a tree."""

    entry: Ref
    page: int | None
    below: tuple["Outline", ...] = ()


class GamePage(Out):
    game: GameOut
    contents: tuple[Outline, ...]


class Term(Out):
    entry: Ref
    within: str | None
    """Title of the entry that holds it: tells homonyms apart."""
    letter: str
    excerpt: str
    redirect: Ref | None


class Glossary(Out):
    game: str
    letters: tuple[str, ...]
    letter: str | None
    terms: tuple[Term, ...]


class StepOut(Out):
    step: Step
    entry: Ref | None
    keywords: tuple[Ref, ...]
    tokens: tuple[Token, ...]
    steps: tuple["StepOut", ...] = ()


class Sequence(Out):
    game: str
    name: str
    title: str
    url: str
    steps: tuple[StepOut, ...]


class SequenceList(Out):
    game: str
    sequences: tuple[Sequence, ...]
    priorities: tuple[Priority, ...]


class Symbols(Out):
    game: str
    icons: tuple[Icon, ...]
    tokens: tuple[Token, ...]
    dice: tuple[Die, ...]


class EntryChange(Out):
    entry: Ref
    change: Change


class Changes(Out):
    game: str
    edition: str
    history: tuple[Ref, ...]
    """The change histories that the book prints."""
    changes: tuple[EntryChange, ...]


class GameCoverage(Out):
    game: str
    entries: int
    official: int
    own: int
    summaries: int
    lost: int
    kinds: dict[str, int]
    icons_drawn: int
    icons: int
    book: BookReport | None


class Coverage(Out):
    games: tuple[GameCoverage, ...]


class About(Out):
    name: str
    version: str
    digest: str
    entries: int
    games: tuple[str, ...]
    licence: str
