"""What a list is made of, and what the sheet says of each card."""

from typing import Any

from pydantic import Field

from kb.models import Model


class Listed(Model):
    """A card of a list."""

    id: str = ""
    """As list builders call it; empty where the list has names only."""
    name: str
    other: str = ""
    """Its name in English, where it is known."""
    kind: str = ""
    count: int = 1
    under: str = ""
    """The card that carries it."""
    namesakes: bool = False
    """Whether other cards of the game have its name."""
    text: str = ""
    """What its owner pasted: its text, its keywords."""


class Roster(Model):
    game: str
    name: str = ""
    cards: tuple[Listed, ...] = ()
    unknown: tuple[str, ...] = ()
    """What could not be told, as it was written."""


class Term(Model):
    id: str
    title: str
    definition: str
    steps: tuple[str, ...] = ()
    """When it acts: «El ataque, paso 8»."""


class Linked(Model):
    id: str
    title: str
    verdict: str = ""
    told: str = ""
    doubtful: bool = False
    """It names the card, or another of the same name, and does not say which."""


class Chance(Model):
    """Odds of an attack: what is rolled, against what, what is expected and how likely each amount is."""

    told: str
    expected: float
    chances: tuple[float, ...]


class Sheet(Model):
    """One card."""

    card: Listed
    entry: Linked | None = None
    terms: tuple[str, ...] = ()
    """Ids of the terms of the dossier that its text names."""
    questions: tuple[Linked, ...] = ()
    odds: tuple[Chance, ...] = ()


class Dossier(Model):
    game: str
    name: str
    book: str
    sheets: tuple[Sheet, ...]
    terms: tuple[Term, ...]
    """Each once, in alphabetical order."""
    unknown: tuple[str, ...]
    odds: tuple[Chance, ...] = ()
    """Where no card says its attack: the usual ones of the game."""
    digest: str


class Attack(Model):
    """An attack as `kb odds` is asked, and in words."""

    told: str
    question: dict[str, Any] = Field(default_factory=dict)
