"""Rerolls at their best, against the plainest search there is: every die apart, every subset, fractions all the way."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from kb.play.dice import die_faces
from kb.play.odds import odds
from kb.play.odds.imperial_assault import ATTACK_ICONS, DEFENSE_ICONS, Attack, hurting, read_ability

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
