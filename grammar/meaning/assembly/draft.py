"""What grows while the sentences of an ability are read, and how they fail to make one."""

from dataclasses import dataclass, field

from grammar.meaning.effect import Item, Momento
from grammar.meaning.values import (
    Cond,
    Roles,
    Value,
)


class Senseless(Exception):
    """The sentences do not make an ability: why, and the place."""

    def __init__(self, reason: str, at: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


@dataclass
class Draft:
    cuando: list[Momento] = field(default_factory=list)
    limite: Roles = ()
    como: Value | None = None
    pasos: list[Item] = field(default_factory=list)
    sigue: tuple[Cond, ...] = ()
    """A condition that rules the sentences after it too: «Si tienes éxito»."""
    asked_first: bool = False
    """The last sentence began with a condition: «Recibe 1 ficha a menos que …» asks only about that."""
    qualified: bool = False
    """The moment asks for more than that it comes: «Mientras te defiendes y el atacante está dañado»."""


NOT_MET_OR_NOT_DONE = "no se sabe si eso es cuando no se cumple la condición o cuando no se hace: escribe cuál"


SO_OR_NOT = ("si_no_lo_es", "si_lo_es")
"""«Si no lo está», «si lo es»: otherwise, of what was asked last."""
DEPENDENT = ("si_lo_hace", "si_no_lo_hace", "si_no_puede", "si_no_hay", *SO_OR_NOT)
