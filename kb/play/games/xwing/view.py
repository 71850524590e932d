"""X-Wing: what happens, and what a card sees of it: the table, its own ship, and who plays which part."""

from dataclasses import dataclass, field, replace
from typing import Literal

from kb.play.games.xwing.state import Ship, Table

Relation = Literal["antes", "mientras", "despues", "al_comienzo", "al_final", "durante"]


@dataclass(frozen=True)
class Happening:
    """One thing that happens to which abilities may react, in the words of the compiled effects."""

    relation: Relation
    verb: str
    """`efectuar`, `ejecutar`, `realizar`, `destruir`…, or `fase` and `paso`."""
    who: str = ""
    noun: str = ""
    """`ataque`, `maniobra`, `accion`, `ficha`, or the name of the phase."""
    qualities: frozenset[str] = frozenset()
    number: int | None = None
    """Speed of a manoeuvre, range of an attack."""
    roles: dict[str, str] = field(default_factory=dict)
    step: str = ""
    """Step of the attack in which it happens."""


@dataclass(frozen=True)
class View:
    table: Table
    me: str
    happening: Happening | None = None
    roles: dict[str, str] = field(default_factory=dict)
    that: tuple[str, ...] = ()
    """«Esa nave»: the ship that was just chosen or spoken of."""

    @property
    def ship(self) -> Ship:
        return self.table.ship(self.me)

    def role(self, name: str) -> str | None:
        told = self.happening.roles if self.happening else {}
        return self.roles.get(name) or told.get(name)

    def roles_here(self) -> tuple[str, ...]:
        """The ships that take part in the attack."""
        return tuple((self.happening.roles if self.happening else {}).values())

    def of(self, that: tuple[str, ...]) -> "View":
        return replace(self, that=that)
