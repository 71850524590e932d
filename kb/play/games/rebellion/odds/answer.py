"""Rebellion in `kb odds`: a combat roll, or a mission against its opposition."""

from kb.play.errors import PlayError
from kb.play.games.rebellion.odds.solve import combat, mission
from kb.play.games.rebellion.odds.spec import RebellionSpec
from kb.play.odds.budget import Budget
from kb.play.odds.game import Answer, Odds


def _answer(spec: RebellionSpec, _: Budget) -> Answer:
    if (spec.attack is None) == (spec.mission is None):
        raise PlayError("hace falta «attack» (una tirada de combate) o «mission» (una Misión), y solo uno de los dos")
    if spec.mission is not None:
        if spec.opposition is None:
            return {"success": 1.0, "rolled": False}
        good, ways = mission(spec.mission.dice, spec.mission.bonus, spec.opposition.dice, spec.opposition.bonus)
        return {"success": good / ways, "rolled": True}
    assert spec.attack is not None
    dice = spec.attack.model_dump()
    health = spec.defense.model_dump() if spec.defense else None
    block = health.pop("bloqueo") if health else 0
    found = combat(dice, health if health and any(health.values()) else None, block)
    return {"damage": found.probabilities(), "expected": found.average(), "specials": found.average(2)}


ODDS = Odds(RebellionSpec, _answer)
