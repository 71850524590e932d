"""Imperial Assault: which abilities of a text the engine runs. One runs where nothing of it is left out, and a situation is
found in which it acts in its own moment and the table ends otherwise than without it."""

from itertools import islice

from kb.play.games.assault import PLAY, staging
from kb.play.games.assault.fight import GAME
from kb.play.games.assault.runs import never_run
from kb.play.meaning.abilities import Ability, abilities_of
from kb.play.meaning.search import Situation, Staging, acts, answered

STAGING = Staging(PLAY, staging.tell, staging.answer, staging.without, staging.table, staging.names)
TRIED, WAYS = 170, 2
NOT_FOUND = "no se ha hallado ninguna situación en la que actúe"


def census(text: str) -> tuple[str, ...]:
    """For each ability of the card, why it does not run whole; empty where it does. Raises NotUnderstood."""
    return tuple(verdict(text, ability) for ability in abilities_of(text, GAME))


def verdict(text: str, ability: Ability) -> str:
    left = never_run(text)
    if left:
        return left[0]
    return "" if shown(text, ability) is not None else NOT_FOUND


def shown(text: str, ability: Ability) -> Situation | None:
    """A situation in which it acts."""
    for told in islice(staging.situations(text, ability), TRIED):
        if told.get("optional"):
            told = staging.tell(told, "usa", True)
        for way in range(WAYS):
            asked, report = answered(STAGING, told, way)
            if acts(STAGING, asked, report):
                return asked
            if asked == told:
                break
    return None
