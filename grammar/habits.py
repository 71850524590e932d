"""What the workshop knows of one game beside its words: grammar/games/<juego>/taller.toml."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Habits:
    bias: float = 0.0
    """What the detector of games adds for it."""
    unspendable: tuple[str, ...] = ()
    """Colours of tokens that are suffered, not spent."""
    whenever: bool = False
    """Its errata ask for «mientras» where it was «cuando»."""
    undecided: bool = False
    """Abilities that ask for a decision do not count on some of its cards."""
    verbs: dict[str, str] = field(default_factory=dict)
    """Verb and sort of its object -> the verb of the cards."""


@cache
def habits(game: str) -> Habits:
    path = GAMES / game / "taller.toml"
    if not path.exists():
        return Habits()
    with path.open("rb") as file:
        data = tomllib.load(file)
    return Habits(**{**data, "unspendable": tuple(data.get("unspendable", ()))})
