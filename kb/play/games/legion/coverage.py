"""Which keywords of Legión run, and how: from their compiled definition, by hand, or not at all."""

from collections.abc import Mapping
from functools import cache

from kb.play.games.legion.by_hand import BY_HAND
from kb.play.games.legion.runs import never_run
from kb.play.games.legion.terms import terms
from kb.play.meaning.abilities import refusal


@cache
def how_they_run() -> Mapping[str, frozenset[str]]:
    """Ids of the keywords, by how they run: whole from their definition, in part, by hand, or only read."""
    defined = {t.id: t.definicion for t in terms().values() if t.definicion and t.id not in BY_HAND}
    run = {id: text for id, text in defined.items() if not refusal(text, "legion")}
    whole = frozenset(id for id, text in run.items() if not never_run(text))
    rest = frozenset(terms()).difference(whole, BY_HAND)
    return {"por_su_definicion": whole, "a_mano": frozenset(BY_HAND), "solo_se_leen": rest}


def keywords_that_run() -> Mapping[str, list[str]]:
    """The same by name, to be shown."""
    return {how: sorted(terms()[keyword].nombre for keyword in keywords) for how, keywords in how_they_run().items()}
