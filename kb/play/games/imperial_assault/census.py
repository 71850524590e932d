"""Imperial Assault: which abilities of a text the engine runs (`meaning/tryout.census`)."""

from kb.play.games.imperial_assault.staging import STAGING
from kb.play.meaning import tryout


def census(text: str) -> tuple[str, ...]:
    """For each ability of the card, why it does not run whole; empty where it does. Raises NotUnderstood."""
    return tryout.census(STAGING, text)
