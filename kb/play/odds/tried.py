"""A keyword tried in the odds of its game: an attack with it beside the same attack without it, as fields of its form."""

from kb.play.games.legion.odds.rules import ATTACK_KEYWORDS, DEFENSE_KEYWORDS
from kb.play.games.legion.terms import read_keyword

GAME = "legion"
_FIELDS = (("a_keywords", ATTACK_KEYWORDS), ("d_keywords", DEFENSE_KEYWORDS))
_ATTACK = {"a_rojo": "2", "a_negro": "2", "d_die": "blanco"}


def tried(game: str, keyword: str) -> dict[str, str] | None:
    """The fields, or None where the odds of this game know no such keyword."""
    if game != GAME:
        return None
    name, _ = read_keyword(keyword)
    for field, known in _FIELDS:
        if name in known:
            return {"comparar": "1", **_ATTACK, field: keyword, **{f"b_{key}": value for key, value in _ATTACK.items()}}
    return None
