"""X-Wing: which abilities of a text the engine runs. One runs where nothing of it is left out, whatever happens, and a
situation is found in which it acts in its own moment and the table ends otherwise than without it."""

from functools import lru_cache
from itertools import islice

from grammar.lexicon.load import lexicon_for
from grammar.wording.abilities import text_of
from grammar.wording.nouns import Unprintable
from kb.play.games.xwing.runs import never_run
from kb.play.games.xwing.tryout import acts, at_will, in_time
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability, abilities_of, refusal

TRIED = 150
"""Situations tried before it is said that none was found."""
NOT_FOUND = "no se ha hallado ninguna situación en la que actúe"
AT_WILL = frozenset({"accion", "preparacion", "final_de_la_partida"})
"""Classes whose use is a step of its own."""


def census(text: str) -> tuple[str, ...]:
    """For each ability of the card, why it does not run whole; empty where it does. Raises NotUnderstood."""
    found = []
    for ability in abilities_of(text, GAME):
        alone = _alone(text, ability)
        why = verdict(alone, ability)
        # one ability of a card may need another one of it: «eres capaz de ejecutar maniobras rojas …»
        found.append(verdict(text, ability) if why == NOT_FOUND and alone != text else why)
    return tuple(found)


@lru_cache(maxsize=500)
def verdict(text: str, ability: Ability) -> str:
    left = never_run(text)
    if left:
        return left[0]
    mine = next((each for each in abilities_of(text, GAME) if each.steps == ability.steps), None)
    if mine is None:
        return "no se halla sola"
    told = at_will if mine.clase in AT_WILL else in_time
    if any(acts(scenario) for scenario in islice(told(text, mine), TRIED)):
        return ""
    return NOT_FOUND


def _alone(text: str, ability: Ability) -> str:
    """The ability as a card of its own, so that no other one of its card acts for it."""
    try:
        alone = text_of((ability.whole,), lexicon_for(GAME))
    except Unprintable:
        return text
    found = () if refusal(alone, GAME) else abilities_of(alone, GAME)
    return alone if any(each.steps == ability.steps for each in found) else text
