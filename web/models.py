"""What the JSON twins of the pages answer. An entry's own fields are those of kb.models."""

from collections.abc import Iterable
from typing import Annotated, Literal

from flask import current_app
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from grammar.game import Die, Icon, Priority, Step, Token
from kb.models import BookReport, Change, Edit, Entry, Kind, Outcome, Source
from kb.play.order import Timeline
from kb.play.quiz import Quiz
from kb.play.reach import Reach
from kb.play.scenario import Verdict
from kb.play.table.telling import Telling
from kb.quote.check import Quotation
from web.guard.budgets import CARD_NAME, CARD_TEXT, CARDS_PER_FILE

GAME_FORMAT, CARD_GAME_FORMAT = "juego", "juego-de-cartas"
"""Mark in a schema what is one of the games, or of those whose cards are read: the document lists those of the open base."""


def _among(slug: str, games: Iterable[str]) -> str:
    if slug not in games:
        raise PydanticCustomError("literal_error", "", {"expected": " o ".join(f"'{game}'" for game in games)})
    return slug


def _cards_known(slug: str) -> str:
    return _among(slug, current_app.extensions["library"].site().card_games)


def _present(slug: str) -> str:
    return _among(slug, current_app.extensions["library"].site().games)


GameSlug = Annotated[str, AfterValidator(_present), WithJsonSchema({"type": "string", "format": GAME_FORMAT})]
"""One of the games of the knowledge base that is open."""
CardGame = Annotated[str, AfterValidator(_cards_known), WithJsonSchema({"type": "string", "format": CARD_GAME_FORMAT})]
"""A game whose cards the compiler reads."""


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
    url: str
    """Of the passage that tells the step, or of its entry."""
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


class RulingTouched(Out):
    """A ruling that rests on what changed."""

    id: int
    question: str
    url: str
    review: bool
    """A cited passage is no longer what it was: somebody should look at it again."""


class EntryEdits(Out):
    """An entry that two editions have otherwise, and what its change touches."""

    entry: Ref
    new: bool
    edits: tuple[Edit, ...]
    keywords: tuple[str, ...]
    cards: tuple[str, ...]
    """Our sample cards that name it."""
    rulings: tuple[RulingTouched, ...]
    """The judges' rulings that cite it."""


class Changes(Out):
    game: str
    edition: str
    before: str
    """The edition that the build was given to compare with; empty where there was none."""
    edits: tuple[EntryEdits, ...]
    gone: tuple[str, ...]
    orphaned: tuple[RulingTouched, ...]
    """Rulings that cite an entry of this game that is no longer there."""
    outcomes: tuple[Outcome, ...] | None
    """Cards and scenarios that come out otherwise with the facts of the edition before; null where they were not run."""
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
    rules: Reach | None = None
    """Which passages of its rulebook situations have run."""


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
    game: CardGame | None = None
    id: str | None = Field(None, max_length=CARD_NAME)
    kind: str | None = Field(None, max_length=60)
    name: str | None = Field(None, max_length=CARD_NAME)


class CardsIn(Out):
    cards: tuple[CardIn, ...] = Field(min_length=1, max_length=CARDS_PER_FILE)


class FixOut(Out):
    span: tuple[int, int]
    text: str
    safe: bool


class ReadingOut(Out):
    says: str
    """What only this reading says."""
    text: str
    """The text that has only this one, or nothing."""


class DiagnosticOut(Out):
    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    span: tuple[int, int]
    expected: tuple[str, ...] = ()
    fix: FixOut | None = None
    readings: tuple[ReadingOut, ...] = ()


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
    understood: tuple[str, ...] = ()
    """What each ability was understood to say, in one plain sentence."""


class WorkshopOut(Out):
    """The workshop's page: the text as it was sent, and what is understood of it, if there is any text."""

    text: str
    recognised: bool
    """The game was not told, but recognised."""
    candidates: tuple[str, ...] = ()
    """Games that fit, the likeliest first, where the game was not told; none where the text is no card's."""
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


class TableOut(Out):
    """A judge's table: what it asks or tells, or what is wrong with the last thing said."""

    game: str
    telling: Telling | None
    error: str | None


class QuizOut(Out):
    game: str
    quiz: Quiz | None
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
    words: str | None
    """The passage as it read when it was cited; null where it was not kept."""
    text: str | None
    """The passage as it reads now."""
    changed: bool
    """It no longer reads as when it was cited."""
    lost: bool
    base: str
    """The digest of the knowledge base that it was cited from."""
    edition: str
    new_edition: bool
    """The book has had a later edition since."""
    url: str


class RulingOut(Out):
    id: int
    game: str
    question: str
    answer: str
    verdict: str
    """`si`, `no`, `depende`, or nothing."""
    cards: str
    event: str
    event_id: int | None
    status: Literal["vigente", "retirado"]
    appeal: str
    """Nothing, `abierta`, or how it ended: `confirmada`, `revocada`, `retirada`."""
    author: str
    author_id: int
    corrected_by: str | None
    confirmed_by: str | None
    acted_by: str | None
    """Who made the last revision."""
    reason: str
    """Why, in the words of who made it."""
    created: str
    updated: str
    revision: int
    """How many revisions it has; each has its address, `/dictamenes/{id}/r/{n}`."""
    overrules: int | None
    overruled_by: int | None
    until: str | None
    by_edition: bool
    expired: bool
    citations: tuple[CitedOut, ...]
    review: bool
    """A cited passage changed, or its time is over: the ruling should be looked at again."""
    url: str


class RevisionOut(Out):
    """One act on a ruling, and what the ruling said after it."""

    number: int
    act: str
    author: str
    author_id: int
    moment: str
    at: str | None
    """When it was done, by its author's clock, if it waited to be sent."""
    reason: str
    state: dict[str, object]
    seal: str
    url: str


class HistoryOut(Out):
    id: int
    whole: bool
    """The seals add up: nothing was changed or left out."""
    revisions: tuple[RevisionOut, ...]


class RulingList(Out):
    items: tuple[RulingOut, ...]
    total: int
    limit: int
    offset: int


class OEmbed(Out):
    """An entry inside another site's page (oembed.com)."""

    version: Literal["1.0"] = "1.0"
    type: Literal["rich"] = "rich"
    title: str
    html: str
    width: int
    height: int | None
    provider_name: Literal["Reglario"] = "Reglario"
    provider_url: str
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
    cache_age: int = 3600


class Download(Out):
    """A glossary as a file."""

    game: str
    edition: str
    format: str
    told: str
    file: str
    url: str


class Downloads(Out):
    schema_version: str
    licence: str
    digest: str
    items: tuple[Download, ...]


class QuotedAt(Out):
    """Where a quotation is, or what is nearest to it: its address, and how it is cited."""

    entry: str
    url: str
    cite: str


class QuotationOut(Quotation):
    at: tuple[QuotedAt, ...]
    """Of each of `places`, then of `nearest`."""
