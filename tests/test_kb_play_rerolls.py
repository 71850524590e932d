"""Rerolls at their best, against the plainest search there is: every die apart, every subset, fractions all the way."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod

import pytest

from kb.play.bench import LARGEST, TYPICAL
from kb.play.dice import die_faces
from kb.play.games.imperial_assault.odds.abilities import read_ability
from kb.play.games.imperial_assault.odds.solve import ATTACK_ICONS, DEFENSE_ICONS, Attack, hurting
from kb.play.games.legion.odds import exact as legion_exact
from kb.play.games.legion.odds.rerolls import attack_roll
from kb.play.games.legion.odds.rules import COLOURS, Defense, attack_sides, pools_of
from kb.play.games.legion.odds.rules import Attack as LegionAttack
from kb.play.games.legion.odds.sides import read
from kb.play.games.legion.odds.solve import converted_value
from kb.play.odds.answer import odds
from kb.play.odds.budget import Budget
from web.guard.budgets import ODDS_STEPS

GAME = "imperial-assault"


def assault_by_force(dice, defense, distance, abilities, mine, theirs):
    """The average damage. A card is (how many dice, None for all; colours, empty for any)."""
    attack = Attack(tuple(dice), tuple(defense), distance, tuple(read_ability(a) for a in abilities))
    hurt = hurting(attack)
    faces = {c: die_faces(GAME, c, ATTACK_ICONS) for c in dice} | {c: die_faces(GAME, c, DEFENSE_ICONS) for c in defense}

    def lifts(pool, card):
        fit = [i for i, (c, _, again) in enumerate(pool) if not again and (not card[1] or c in card[1])]
        sizes = range(1, min(card[0], len(fit)) + 1) if card[0] is not None else [len(fit)] if fit else []
        return [set(chosen) for n in sizes for chosen in combinations(fit, n)]

    def rolls(pool, lifted):
        rows = [[(c, f, True) for f in faces[c]] if i in lifted else [(c, f, a)] for i, (c, f, a) in enumerate(pool)]
        return list(product(*rows))

    def average(values):
        values = list(values)
        return sum(values, Fraction(0)) / len(values)

    def total(pool):
        return tuple(sum(f[i] for _, f, _ in pool) for i in range(3))

    @cache
    def replied(card, red, black):
        if card == len(theirs):
            return Fraction(hurt(total(red), total(black)))
        again = [average(replied(card + 1, red, b) for b in rolls(black, lift)) for lift in lifts(black, theirs[card])]
        return min([replied(card + 1, red, black), *again])

    @cache
    def attacked(card, red, black):
        if card == len(mine):
            return replied(0, red, black)
        again = [average(attacked(card + 1, r, black) for r in rolls(red, lift)) for lift in lifts(red, mine[card])]
        return max([attacked(card + 1, red, black), *again])

    reds = product(*[[(c, f, False) for f in faces[c]] for c in dice])
    blacks = list(product(*[[(c, f, False) for f in faces[c]] for c in defense]))
    return average(attacked(0, r, b) for r in reds for b in blacks)


MINE = {
    (1, ()): "Al atacar, puedes volver a tirar 1 dado de ataque.",
    (2, ()): "Al atacar, puedes volver a tirar hasta 2 dados de ataque.",
    (1, ("rojo",)): "Al atacar, puedes volver a tirar 1 dado rojo.",
}
THEIRS = {
    (1, ()): "Al defenderte, puedes volver a tirar 1 dado de defensa.",
    (1, ("negro",)): "Al defenderte, puedes volver a tirar 1 dado negro.",
}
SURGES = (
    "[incremento]: +1 [daño]",
    "[incremento]: +2 Precisión",
    "[incremento]: Perforante 2",
    "[incremento][incremento]: +3 [daño]",
)


@pytest.mark.parametrize(
    ("dice", "defense", "distance", "abilities", "mine", "theirs"),
    [
        (["rojo", "azul"], ["negro"], None, SURGES[:1], [(1, ())], [(1, ())]),
        (["rojo", "rojo"], ["blanco"], None, SURGES, [(1, ()), (1, ("rojo",))], [(1, ())]),
        (["azul", "verde"], ["negro"], 4, SURGES, [(2, ())], [(1, ("negro",))]),
        (["azul", "amarillo"], ["blanco"], 5, SURGES[1:3], [(1, ()), (1, ())], [(1, ()), (1, ())]),
        (["verde"], ["negro", "blanco"], 2, SURGES[:2], [(1, ())], [(1, ("negro",)), (1, ())]),
        (["rojo", "azul", "verde"], [], 3, SURGES[:3], [(1, ())], []),
    ],
)
def test_imperial_assault_by_force(dice, defense, distance, abilities, mine, theirs):
    kind = {"type": "cuerpo_a_cuerpo"} if distance is None else {"type": "a_distancia", "range": distance}
    attack = {"dice": dice, "abilities": list(abilities), "cards": [MINE[c] for c in mine], **kind}
    answer = odds({"game": GAME, "attack": attack, "defense": {"dice": defense, "cards": [THEIRS[c] for c in theirs]}})
    assert not answer["left_out"]
    assert answer["expected"] == pytest.approx(float(assault_by_force(dice, defense, distance, abilities, mine, theirs)))
    assert sum(answer["damage"]) == pytest.approx(1)


def legion_by_force(attack):
    """The average of the best play: at each token, any dice that were not told to stay, whatever they show."""
    value = converted_value(attack, Budget())
    start = tuple(c for c, n in enumerate(next(pools_of(attack))) for _ in range(n))
    most = 2 + attack.lever("aim_dice")

    def rolled(colours):
        rows = [[((c, f), n) for f, n in enumerate(attack_sides(COLOURS[c])) if n] for c in colours]
        for dice in product(*rows):
            yield tuple(die for die, _ in dice), Fraction(prod(n for _, n in dice), 8 ** len(dice))

    @cache
    def worth(dice, aims, observation, aimed):
        shown = [sum(f == face for _, f in dice) for face in (2, 3, 1)]
        found = value(*shown, aims, aimed and attack.aiming_pays)
        options = [Fraction(found.vector[-3], found.total)]
        moves = [(n, aims - 1, observation, True) for n in range(1, most + 1) if aims]
        moves += [(1, aims, observation - 1, aimed)] if observation else []
        for n, *after in moves:
            for lifted in combinations(range(len(dice)), n):
                stay = [die for i, die in enumerate(dice) if i not in lifted]
                again = rolled([dice[i][0] for i in lifted])
                options.append(sum(p * worth(tuple(sorted((*stay, *new))), *after) for new, p in again))
        return max(options)

    return sum(p * worth(tuple(sorted(dice)), attack.aim, attack.observation, False) for dice, p in rolled(start))


CLOSE = Fraction(1, 10**9)
WALL = Defense("rojo", surge=True, cover=2, dodge=1)
PLATE = Defense("blanco")


@pytest.mark.parametrize(
    ("dice", "told", "short"),
    [
        ((1, 1, 1), {"aim": 1, "defense": WALL}, 0),
        ((1, 1, 1), {"aim": 2, "surge": "impacto", "defense": WALL, "keywords": ["Precisión 1"]}, 0),
        ((2, 0, 1), {"aim": 2, "surge": None, "defense": WALL, "keywords": ["Crítico 1"]}, 0.001),
        ((1, 0, 2), {"aim": 1, "surge": "impacto", "defense": WALL, "keywords": ["Crítico 1"], "observation": 1}, 0),
        ((2, 1, 0), {"aim": 2, "surge": "impacto", "defense": PLATE, "armour": True, "keywords": ["Antiblindaje 1"]}, 0.002),
        ((1, 1, 1), {"aim": 1, "surge": "critico", "defense": PLATE, "armour": True, "observation": 1}, 0),
        ((1, 1, 0), {"aim": 2, "surge": None, "defense": WALL, "keywords": ["Letal 1"], "surge_tokens": 1}, 0.02),
        ((0, 2, 1), {"aim": 2, "surge": "impacto", "defense": Defense("blanco", cover=1), "keywords": ["Puntería"]}, 0),
        ((1, 1, 1), {"aim": 1, "defense": Defense("rojo"), "melee": True, "keywords": ["Duelista"]}, 0.003),
        ((1, 1, 1), {"aim": 1, "surge": None, "defense": None, "surge_tokens": 1, "observation": 1}, 0.001),
    ],
)
def test_legion_by_force(dice, told, short):
    """Never more than the best play, and short of it at most by what docs/probabilidades.md says: a useful surge is not rolled
    again, and among equal faces the colour with most hits is, also where only crits count."""
    told, armour = dict(told), ("Blindaje",) if told.get("armour") else ()
    told.pop("armour", None)
    both = read(tuple(told.pop("keywords", ())), (), armour, (), told.get("melee", False))
    attack = LegionAttack(dict(zip(COLOURS, dice, strict=True)), levers=tuple(both.levers), **told)
    pool, best = next(pools_of(attack)), legion_by_force(attack)
    found = attack_roll(attack, pool, converted_value(attack, Budget()), Budget())
    assert best * (1 - Fraction(short)) - CLOSE < Fraction(found.vector[-3], found.total) < best + CLOSE
    assert sum(found.vector[:-3]) == found.total
    assert legion_exact.is_small(attack, pool)
    exact = legion_exact.attack_roll(attack, pool, converted_value(attack, Budget()), Budget())
    assert abs(best - Fraction(exact.vector[-3], exact.total)) < CLOSE
    assert sum(exact.vector[:-3]) == exact.total


@pytest.mark.parametrize(
    "question",
    [TYPICAL, LARGEST["xwing"][0], *LARGEST["legion"][:2], *LARGEST["imperial-assault"][:2]],
    ids=lambda q: q["game"],
)
def test_the_site_answers_what_players_roll(question):
    """Within the steps of one request: two aims with Precisión and 12 dice, a reroll on each side of Imperial Assault."""
    answer = odds(question, budget=Budget(ODDS_STEPS))
    assert sum(answer.get("damage") or answer["wounds"]) == pytest.approx(1)
