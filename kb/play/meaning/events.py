"""What happens, and the things that take part in it: an event is a verb with its roles bound."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ente:
    """Something that is there: a ship, an attack, an action that is being done, a card."""

    sort: str
    name: str = ""
    marks: frozenset[str] | None = None
    """Its qualities, where all of them are known; None: the world is asked."""
    of: str = ""
    number: int | None = None
    """Speed of a manoeuvre, range of an attack."""


@dataclass(frozen=True)
class Event:
    rel: str
    """antes, mientras, despues, comienzo, final, durante, iba_a; empty for a deed that is only asked about."""
    verb: str
    roles: Mapping[str, Ente] = field(default_factory=dict)
    modes: frozenset[str] = frozenset()
    """Adverbs: completamente, parcialmente."""
    parts: Mapping[str, Ente] = field(default_factory=dict)
    """Who plays which part: atacante, defensor, este_ataque."""
    number: int | None = None
    step: str = ""
    tiempo: str = ""
    """A phase or a step by its name, for events that are moments of the clock."""

    @property
    def who(self) -> Ente | None:
        return self.roles.get("quien") or self.roles.get("que")
