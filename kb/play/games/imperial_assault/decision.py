"""Imperial Assault: what a player decides about a card."""

from typing import Any

from pydantic import Field, field_validator

from kb.play.games.imperial_assault.state import Natural, Spot
from kb.play.meaning.scene import Decision


class Told(Decision):
    """What a scenario decides for a card."""

    dados: tuple[Natural, ...] | None = None
    """Which dice of the pool, counted from 1."""
    salen: tuple[Natural, ...] | None = None
    """Faces that come up when they are rolled again, or that the dice of the effect show."""
    camino: tuple[Spot, ...] | None = None
    exitos: dict[str, Natural] = Field(default_factory=dict)
    """Successes of each figure in the attribute test that the card asks for."""
    ataque: dict[str, Any] = Field(default_factory=dict)
    """What comes up in the attack that the card grants, as in a step «ataque»."""

    @field_validator("elige", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        """One name, or a list of them."""
        return ", ".join(str(name) for name in value) or None if isinstance(value, list | tuple) else value
