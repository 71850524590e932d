"""The shape of a dialect: what its lexicon takes before the shared tables."""

from dataclasses import dataclass, field

from grammar.language.closed import Closed


@dataclass(frozen=True)
class Dialect:
    name: str = ""
    targets: bool = False
    """Has targets between « »."""
    closed: dict[str, Closed] = field(default_factory=dict)
    """Small words, read before the shared ones."""
    determiners: dict[str, tuple[str, str]] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    own_verbs: frozenset[str] = frozenset()
    """Verbs that the shared tables read as another, and here mean what they say."""
    aliases: dict[str, str] = field(default_factory=dict)
    reflexive: frozenset[str] = frozenset()
    compound: dict[tuple[str, str], str] = field(default_factory=dict)
    modals: dict[str, str] = field(default_factory=dict)
    """Verbs that take an infinitive as «poder» does."""
    heads: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How a compound verb is conjugated: head and tail."""
