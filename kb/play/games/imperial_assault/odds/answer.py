"""Imperial Assault and Leyendas in `kb odds`: dice, abilities, keywords and cards -> one attack solved."""

from kb.play.games.imperial_assault.odds import rerolls, solve
from kb.play.games.imperial_assault.odds.abilities import read_ability
from kb.play.games.imperial_assault.odds.cards import read_cards
from kb.play.games.imperial_assault.odds.spec import ImperialAssaultSpec
from kb.play.odds.budget import Budget
from kb.play.odds.game import Answer, Odds
from kb.text import slugify

FOCUS = "concentracion"
"""The state that adds a green die to an attack."""


def _answer(spec: ImperialAssaultSpec, budget: Budget) -> Answer:
    a, d = spec.attack, spec.defense
    extra = tuple("verde" for k in a.keywords if slugify(k) == FOCUS)
    abilities = tuple(read_ability(text) for text in a.abilities)
    lines = [read_ability(text) for text in (*a.keywords, *d.keywords)]
    distance = None if a.type == "cuerpo_a_cuerpo" else (1 if a.range is None else a.range)
    mine = read_cards(a.cards, "atacante", a.type, distance)
    theirs = read_cards(d.cards, "defensor", a.type, distance)
    abilities += tuple(read_ability(text) for text in mine.surges)
    # A line without surge cost, printed among the abilities, always applies.
    fixed = solve.summed([*lines, *mine.gains, *theirs.gains, *(g for g in abilities if not g.surges)])
    attack = solve.Attack(
        (*a.dice, *extra, *mine.attack_dice, *theirs.attack_dice), (*d.dice, *mine.defense_dice, *theirs.defense_dice),
        distance, tuple(g for g in abilities if g.surges), fixed,
    )  # fmt: skip
    if mine.rerolls or theirs.rerolls:
        table = rerolls.Table(attack, tuple(mine.rerolls), tuple(theirs.rerolls))
        found = rerolls.solve(table, budget)
    else:
        found = solve.solve(attack, budget)
    aside = [part for gain in (*abilities, *lines) for part in gain.after if slugify(part) != FOCUS]
    answer: Answer = {"damage": found.probabilities(), "expected": found.average()}
    notes = {"left_out": aside + mine.left_out + theirs.left_out, "left_out_why": mine.why + theirs.why}
    return {**answer, **notes, "assumed": mine.assumed + theirs.assumed}


ODDS = Odds(ImperialAssaultSpec, _answer)
