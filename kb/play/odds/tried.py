"""A keyword tried in the odds of its game: an attack with it beside the same attack without it, as fields of its form."""

from kb.play.errors import PlayError
from kb.play.odds.game import ROLLED, odds_of


def tried(game: str, keyword: str) -> dict[str, str] | None:
    """The fields, or None where the odds of this game know no such keyword."""
    known = odds_of(game).tried if game in ROLLED else None
    try:
        return known(keyword) if known else None
    except PlayError:  # a title that the game does not write so on its cards: «Disparo lejano X»
        return None
