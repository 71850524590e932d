"""Imperial Assault (and Leyendas): seven steps of an attack, surges spent at their best (Guía de referencia, «Ataques»)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from kb.play.dice import Result, Ways, die_faces, ways
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, certain, mixed

GAME = "imperial-assault"
ATTACK_ICONS = ("dano", "incremento", "precision")
DEFENSE_ICONS = ("bloqueo", "evadir", "esquivar")
MOST_DICE = 10


@dataclass(frozen=True)
class Gain:
    """What an ability adds to an attack; costs `surges`."""

    surges: int = 0
    damage: int = 0
    pierce: int = 0
    accuracy: int = 0
    block: int = 0
    evade: int = 0
    surge_result: int = 0
    after: tuple[str, ...] = ()
    """What it does once the attack is resolved; it has no part in the damage."""


@dataclass(frozen=True)
class Attack:
    attack_dice: tuple[str, ...]
    defense_dice: tuple[str, ...]
    distance: int | None
    """Squares to the target of a ranged attack; None in melee, which needs no accuracy."""
    abilities: tuple[Gain, ...] = ()
    fixed: Gain = Gain()


def summed(gains: Iterable[Gain]) -> Gain:
    rows = list(gains)
    total = {
        f: sum(getattr(g, f) for g in rows)
        for f in ("surges", "damage", "pierce", "accuracy", "block", "evade", "surge_result")
    }
    return Gain(**total, after=tuple(a for g in rows for a in g.after))


NOTHING = (0, 0, 0)


@dataclass(frozen=True)
class Dice:
    colours: tuple[str, ...]
    icons: tuple[str, ...]
    most: Result
    """Of each icon, as many as can ever matter: one more changes nothing."""

    def plus(self, a: Result, b: Result) -> Result:
        return tuple(map(min, map(add, a, b), self.most))

    @lru_cache(maxsize=4096)  # noqa: B019 — plain values, few of them
    def thrown(self, colours: tuple[str, ...]) -> Ways:
        """All results of rolling these dice."""
        if not colours:
            return {NOTHING: 1}
        found: dict[Result, int] = {}
        faces = ways(die_faces(GAME, colours[-1], self.icons)).items()
        for result, n in self.thrown(colours[:-1]).items():
            for face, m in faces:
                told = self.plus(result, face)
                found[told] = found.get(told, 0) + n * m
        return found


ANY = 10**6


def attack_dice(attack: Attack) -> Dice:
    """Surges that no ability is left to take and no evade to cancel, and accuracy beyond the target, count no more."""
    fixed, spent = attack.fixed, attack.abilities
    surges = sum(a.surges for a in spent) + len(attack.defense_dice) + max(0, fixed.evade) + max(0, -fixed.surge_result)
    needed = 0 if attack.distance is None else max(1, attack.distance) - fixed.accuracy - sum(min(0, a.accuracy) for a in spent)
    return Dice(attack.attack_dice, ATTACK_ICONS, (ANY, surges, max(0, needed)))


def defense_dice(attack: Attack) -> Dice:
    """One dodge is as good as two."""
    return Dice(attack.defense_dice, DEFENSE_ICONS, (ANY, ANY, 1))


Offer = tuple[int, int, int]
"""Damage, pierce (less what it lets the rival block) and accuracy that surges buy together."""


@lru_cache(maxsize=512)
def offers(abilities: tuple[Gain, ...]) -> tuple[tuple[Offer, ...], ...]:
    """By surges to spend, what they can buy; each ability once an attack.

    Damage never falls with any of the three, so an offer that another one equals or exceeds in all is never missed."""
    best: list[dict[tuple[int, int], int]] = [{(0, 0): 0}]
    for gain in abilities:
        best += [{} for _ in range(gain.surges)]
        for paid in range(len(best) - 1, gain.surges - 1, -1):
            for (pierce, accuracy), hurt in tuple(best[paid - gain.surges].items()):
                bought = pierce + gain.pierce - gain.block, accuracy + gain.accuracy
                best[paid][bought] = max(hurt + gain.damage, best[paid].get(bought, hurt + gain.damage))
    rows: list[tuple[Offer, ...]] = []
    for row in best:
        rows.append(_useful({(hurt, *bought) for bought, hurt in row.items()} | set(rows[-1] if rows else ())))
    return tuple(rows)


def _useful(found: set[Offer]) -> tuple[Offer, ...]:
    kept: list[Offer] = []
    for offer in sorted(found, reverse=True):
        if not any(k[1] >= offer[1] and k[2] >= offer[2] for k in kept):  # none of them does less damage
            kept.append(offer)
    return tuple(kept)


def hurting(attack: Attack) -> Callable[[Sequence[int], Sequence[int]], int]:
    """Steps 5 to 7: the damage of a roll against a defence, the surges spent where they hurt most.

    It misses with a dodge, or with less accuracy than squares (at least 1 against an adjacent figure)."""
    fixed, bought = attack.fixed, offers(attack.abilities)
    most = len(bought) - 1

    def hurt(roll: Sequence[int], defense: Sequence[int]) -> int:
        if defense[2]:
            return 0
        block = defense[0] + fixed.block - fixed.pierce
        lacking = 0 if attack.distance is None else max(1, attack.distance) - roll[2] - fixed.accuracy
        found = 0
        for more, pierce, accuracy in bought[min(surges_left(attack, roll, defense), most)]:
            if attack.distance is None or accuracy >= lacking:
                found = max(found, roll[0] + fixed.damage + more - max(0, block - pierce))
        return found

    return hurt


def surges_left(attack: Attack, roll: Sequence[int], defense: Sequence[int]) -> int:
    """Step 4: each evade cancels a surge."""
    return max(0, roll[1] + attack.fixed.surge_result - max(0, defense[1] + attack.fixed.evade))


def solve(attack: Attack, budget: Budget) -> Outcome:
    red = attack_dice(attack).thrown(tuple(sorted(attack.attack_dice)))
    black = defense_dice(attack).thrown(tuple(sorted(attack.defense_dice)))
    budget.spend(len(red) * len(black) // PAIRS_PER_STEP)
    hurt = hurting(attack)
    found: dict[int, int] = {}
    for defense, m in black.items():
        for roll, n in red.items():
            damage = hurt(roll, defense)
            found[damage] = found.get(damage, 0) + n * m
    return mixed((n, certain(damage, max(found) + 1)) for damage, n in found.items())


PAIRS_PER_STEP = 4
"""Rolls of both sides that are weighed in the time of one step of `budget`."""
