"""What the JSON twins of the pages answer. An entry's own fields are those of kb.models."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from grammar.game import Die, Icon, Priority, Step, Token
from kb.models import BookReport, Change, Entry, Kind, Source
from kb.play.order import Timeline
from kb.play.scenario import Verdict
from web.guard.budgets import CARD_NAME, CARD_TEXT, CARDS_PER_CALL

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


class NodeOut(Out):
    """A part of an effect: its role, the words that say it, and where they stand in the canonical text."""

    role: str
    kind: str
    words: str
    span: tuple[int, int] | None
    children: tuple["NodeOut", ...] = ()


class EffectOut(Out):
    """What a definition does, as the compiler reads it."""

    status: Literal["exacto", "variante", "rechazado"]
    source: Source | None
    """Which text was compiled: the official one, or ours; none where neither is understood."""
    effects: tuple[dict[str, object], ...]
    canonical: str
    tree: tuple[NodeOut, ...]
    workshop: str | None
    odds: str | None
    """Addresses where it can be tried."""


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
    effect: EffectOut | None
    """What its definition does, where it defines something that the compiler understands."""


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


class CardCoverage(Out):
    """How many of our sample cards compile: as they are, in another wording, or not at all."""

    cards: int
    exact: int
    variant: int
    declined: int


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
    dialect: bool
    """The language of the game's cards has a grammar."""
    cards: CardCoverage | None
    """None where there is no dialect, or where it could not be measured."""
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


class CardIn(Out):
    """One card to compile. Without `game`, the game is recognised."""

    text: str = Field(min_length=1, max_length=CARD_TEXT)
    game: GameSlug | None = None
    id: str | None = Field(None, max_length=CARD_NAME)
    kind: str | None = Field(None, max_length=60)
    name: str | None = Field(None, max_length=CARD_NAME)


class CardsIn(Out):
    cards: tuple[CardIn, ...] = Field(min_length=1, max_length=CARDS_PER_CALL)


class FixOut(Out):
    span: tuple[int, int]
    text: str
    safe: bool


class DiagnosticOut(Out):
    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    span: tuple[int, int]
    expected: tuple[str, ...] = ()
    fix: FixOut | None = None


class CompileOut(Out):
    id: str | None
    game: str
    status: Literal["exacto", "variante", "rechazado"]
    effects: tuple[dict[str, object], ...]
    """Typed effects; their JSON Schema is what `kb schema effect` prints."""
    canonical: str
    diagnostics: tuple[DiagnosticOut, ...]
    fixed: str | None
    """The text with every safe fix applied."""
    tree: tuple[NodeOut, ...]
    cites: tuple[str, ...]
    """Ids of the entries of the terms that it uses."""


class WorkshopOut(Out):
    """The workshop's page: the text as it was sent, and what is understood of it, if there is any text."""

    text: str
    recognised: bool
    """The game was not told, but recognised."""
    result: CompileOut | None


class Finding(DiagnosticOut):
    card: int
    """Place of the card in the request."""
    id: str | None


class LintOut(Out):
    findings: tuple[Finding, ...]


class OddsOut(BaseModel):
    """The distribution that the game asks for: `damage`, `wounds`, `results` or `success`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    damage: tuple[float, ...] | None = None
    wounds: tuple[float, ...] | None = None
    results: tuple[float, ...] | None = None
    success: float | None = None
    expected: float | None = None
    hits: float | None = None
    crits: float | None = None
    left_out: tuple[str, ...] | None = None
    """Parts of the question that the calculation does not use."""


class SetUpOut(Out):
    """One side of a comparison: what the form holds and what comes out of it."""

    values: dict[str, str]
    chances: tuple[float, ...]
    """Of exactly 0, 1, 2…"""
    at_least: tuple[float, ...]
    expected: float | None
    success: float | None
    left_out: tuple[str, ...]
    error: str | None


class CalculatorOut(Out):
    form: str
    game: str
    outcome: str
    set_ups: tuple[SetUpOut, ...]


class SituationOut(Out):
    """Who goes first: the situation as it was understood, and its timeline or what is wrong with it."""

    game: str
    situation: dict[str, object] | None
    timeline: Timeline | None
    error: str | None


class ScenarioOut(Out):
    text: str
    verdicts: tuple[Verdict, ...]
    error: str | None


class BundleOut(Out):
    game: str
    entries: int
    url: str


class BundleList(Out):
    digest: str
    items: tuple[BundleOut, ...]


class CitedOut(Out):
    entry: str
    anchor: str | None
    cite: str
    text: str | None
    """The passage as it reads now."""
    changed: bool
    """It no longer reads as when it was cited."""
    lost: bool
    url: str


class RulingOut(Out):
    id: int
    game: str
    question: str
    answer: str
    cards: str
    event: str
    author: str
    created: str
    updated: str
    citations: tuple[CitedOut, ...]
    review: bool
    """A cited passage changed: the ruling should be looked at again."""
    url: str


class RulingList(Out):
    items: tuple[RulingOut, ...]
    total: int
    limit: int
    offset: int
