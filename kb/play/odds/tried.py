"""A keyword tried in the odds of its game: an attack with it beside the same attack without it, as fields of its form."""

from kb.play.odds.game import ROLLED, odds_of


def tried(game: str, keyword: str) -> dict[str, str] | None:
    """The fields, or None where the odds of this game know no such keyword."""
    known = odds_of(game).tried if game in ROLLED else None
    return known(keyword) if known else None
