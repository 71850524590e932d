"""Legión: what a player decides about a keyword or a card, beside what every game has."""

from kb.play.meaning.scene import Decision as Base


class Decision(Base):
    elegidas: tuple[str, ...] = ()
    """Units that it chooses."""
    ficha: str | None = None
    """The token taken of several."""
    dados: tuple[str, ...] | None = None
    """Results that it takes, where it says not which."""
    salen: tuple[str, ...] | None = None
    """What dice show that it rolls."""

    def chosen(self, role: str, second: bool, sort: str, several: bool) -> tuple[str, ...] | None:
        return self.elegidas or super().chosen(role, second, sort, several)


class Tacit(Decision):
    """Nobody says it: what is optional is used, and what the situation does not tell is as the text asks."""
