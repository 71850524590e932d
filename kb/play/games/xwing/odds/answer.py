"""X-Wing in `kb odds`: the question, its cards and tokens -> one attack solved."""

from kb.play.games.xwing.odds import solve
from kb.play.games.xwing.odds.cards import card_options
from kb.play.games.xwing.odds.spec import XwingSpec
from kb.play.odds.budget import Budget
from kb.play.odds.game import Answer, Odds


def _answer(spec: XwingSpec, budget: Budget) -> Answer:
    mine = card_options(spec.attack.cards, defending=False)
    theirs = card_options(spec.defense.cards, defending=True)
    tokens, their_tokens = spec.attack.tokens.model_dump(), spec.defense.tokens.model_dump()
    attack = solve.Attack(
        attack_dice=_within(spec.attack.dice + mine.attack_dice + theirs.attack_dice),
        defense_dice=_within(spec.defense.dice + mine.defense_dice + theirs.defense_dice),
        attack_by_defender=theirs.on_attack,
        attack_by_attacker=(*solve.token_options(tokens, False, mine.wanted), *mine.on_attack),
        defense_by_attacker=mine.on_defense,
        defense_by_defender=(*solve.token_options(their_tokens, True, theirs.wanted), *theirs.on_defense),
        reinforce=spec.defense.tokens.refuerzo,
        attack_purse=solve.purse_of(tokens, mine.wanted),
        defense_purse=solve.purse_of(their_tokens, theirs.wanted),
    )
    found = solve.solve(attack, budget)
    answer: Answer = {"damage": found.probabilities(), "hits": found.average(1), "crits": found.average(2)}
    notes = {"left_out": mine.left_out + theirs.left_out, "left_out_why": mine.why + theirs.why}
    return {**answer, "expected": found.average(), **notes, "assumed": mine.assumed + theirs.assumed}


def _within(dice: int) -> int:
    return max(0, min(solve.MOST_DICE, dice))


ODDS = Odds(XwingSpec, _answer)
