"""What a search answers."""

from kb.models import Kind, Lines, Model, Source

Span = tuple[int, int]


class Reason(Model):
    """One thing that made a hit win: the feature, how much it matched, what it added to the score."""

    feature: str
    value: float
    points: float
    detail: str = ""


class Part(Model):
    """A whole block, or an item of a list with its introduction."""

    anchor: str | None
    text: str
    marks: tuple[Span, ...] = ()


class Asked(Model):
    """A question of the FAQ that is a result of its own."""

    text: str
    verdict: str
    """`si`, `no`, `depende` or `explica`."""
    reason: str


class Hit(Model):
    id: str
    game: str
    title: str
    lines: Lines | None
    score: float
    passage: str
    """The sentence, bullet, step or FAQ pair that matched."""
    anchor: str | None
    """Anchor of the passage in the entry `within`."""
    within: str
    """The entry that holds the passage: the hit itself, or a question or example below it."""
    breadcrumb: tuple[str, ...]
    """Titles of its parents, from the book down."""
    kind: Kind
    source: Source
    marks: tuple[Span, ...]
    """Stretches of the passage that matched the query."""
    passages: tuple[Part, ...] = ()
    """Up to three whole blocks, the best first."""
    question: Asked | None = None
    """Where the hit is a question of the FAQ: its words, its verdict and why."""
    why: tuple[Reason, ...] = ()


class Homonym(Model):
    """The same term in another game."""

    id: str
    game: str
    title: str


class Answer(Model):
    q: str
    hits: tuple[Hit, ...]
    corrected: str | None
    """The query as it was understood, when slips were repaired."""
    unanswered: bool
    """No book answers this; the hits are only the nearest entries."""
    note: str | None = None
    """What the reader should know, in Spanish: why nobody answers, where the term is defined instead."""
    game: str | None = None
    """The game that was asked for, or that the query names."""
    homonyms: tuple[Homonym, ...] = ()
    understood: tuple[str, ...] = ()
    """With `explain`: each word of the query, what may stand for it and how much it weighs."""
    ms: float = 0.0


class Completion(Model):
    text: str
    id: str
    game: str
    title: str
    anchor: str | None = None
    """Of a step: where it stands in the entry."""
