"""Imperial Assault with cards: rerolls at their best. The attacker's cards first, then the defender's; each die once."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from kb.play.dice import Result, die_faces, rolled
from kb.play.odds import imperial_assault as game
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, best, certain, mixed

Die = tuple[str, Result, bool]
"""Colour, what it shows, whether it was rolled again."""
Pool = tuple[Die, ...]


@dataclass(frozen=True)
class Reroll:
    most: int | None = None
    """None: all that fit, or none."""
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    attack: game.Attack
    mine: tuple[Reroll, ...]
    theirs: tuple[Reroll, ...]


def solve(table: Table, budget: Budget) -> Outcome:
    """Damage when each side uses its rerolls, and the attacker its surges, as it suits it best on average."""
    return _Solver(table, budget).solve()


class _Solver:
    def __init__(self, table: Table, budget: Budget) -> None:
        self.table, self.budget = table, budget
        attack = table.attack
        most = sum(max(f[0] for f in die_faces(game.GAME, c, game.ATTACK_ICONS)) for c in attack.attack_dice)
        gains = max(0, attack.fixed.damage) + sum(max(0, a.damage) for a in attack.abilities)
        self.size = most + gains + 1
        self.hurt: dict[tuple[Result, Result], Outcome] = {}
        self.last: dict[tuple[Result, tuple[str, ...], Pool], Outcome] = {}
        self.replies: dict[tuple[int, Result, Pool], Outcome] = {}

    def solve(self) -> Outcome:
        attack = self.table.attack
        shields = list(_pools(attack.defense_dice, game.DEFENSE_ICONS))
        parts = []
        for dice, n in _pools(attack.attack_dice, game.ATTACK_ICONS):
            for shield, m in shields:
                parts.append((n * m, self._attacker(0, dice, shield)))
        return mixed(parts)

    def _attacker(self, card: int, dice: Pool, shield: Pool) -> Outcome:
        self.budget.spend()
        if card == len(self.table.mine):
            return self._defender(0, _sum(dice, 3), shield)
        options = [self._attacker(card + 1, dice, shield)]
        last = card + 1 == len(self.table.mine)
        for kept, again in _choices(dice, self.table.mine[card]):
            if last:
                options.append(self._rolled(_sum(kept, 3), again, shield))
                continue
            fresh = _fresh(again, game.ATTACK_ICONS)
            options.append(mixed((n, self._attacker(card + 1, _sorted((*kept, *more)), shield)) for more, n in fresh))
        return best(options, 1)

    def _rolled(self, kept: Result, again: tuple[str, ...], shield: Pool) -> Outcome:
        """Dice rolled for the last time: only their sum matters."""
        key = (kept, again, shield)
        if key not in self.last:
            new = rolled((die_faces(game.GAME, colour, game.ATTACK_ICONS) for colour in again), 3)
            self.budget.spend(len(new))
            self.last[key] = mixed((n, self._defender(0, _plus(kept, r), shield)) for r, n in new.items())
        return self.last[key]

    def _defender(self, card: int, roll: Result, shield: Pool) -> Outcome:
        key = (card, roll, shield)
        if key not in self.replies:
            self.budget.spend()
            self.replies[key] = self._reply(card, roll, shield)
        return self.replies[key]

    def _reply(self, card: int, roll: Result, shield: Pool) -> Outcome:
        if card == len(self.table.theirs):
            return self._damage(roll, _sum(shield, 3))
        options = [self._defender(card + 1, roll, shield)]
        for kept, again in _choices(shield, self.table.theirs[card]):
            parts = [
                (n, self._defender(card + 1, roll, _sorted((*kept, *more)))) for more, n in _fresh(again, game.DEFENSE_ICONS)
            ]
            options.append(mixed(parts))
        return best(options, -1)

    def _damage(self, roll: Result, shield: Result) -> Outcome:
        key = (roll, shield)
        if key not in self.hurt:
            attack = self.table.attack
            surges = game.surges_left(attack, roll, shield)
            sets = game.spendings(attack.abilities, surges)
            hurt = max(game.damage(attack, roll, shield, game.summed(spent)) for spent in sets)
            self.hurt[key] = certain(hurt, self.size)
        return self.hurt[key]


def _pools(colours: tuple[str, ...], icons: tuple[str, ...]) -> Iterator[tuple[Pool, int]]:
    """Every way the dice can fall, equal ones together, with how many ways."""
    found: Counter[Pool] = Counter()
    for dice, n in _fresh(colours, icons, again=False):
        found[_sorted(dice)] += n
    yield from found.items()


def _fresh(colours: tuple[str, ...], icons: tuple[str, ...], again: bool = True) -> Iterator[tuple[Pool, int]]:
    rows = [list(Counter(die_faces(game.GAME, c, icons)).items()) for c in colours]
    for faces in product(*rows):
        n = 1
        for _, ways_ in faces:
            n *= ways_
        yield tuple((c, face, again) for c, (face, _) in zip(colours, faces, strict=True)), n


def _choices(dice: Pool, card: Reroll) -> Iterator[tuple[Pool, tuple[str, ...]]]:
    """(dice that stay, colours of those that are rolled again), equal choices once."""
    fit = [i for i, (colour, _, again) in enumerate(dice) if not again and (not card.colours or colour in card.colours)]
    counts = [len(fit)] if card.most is None else range(1, min(card.most, len(fit)) + 1)
    seen: set[tuple[Die, ...]] = set()
    for n in counts:
        for chosen in combinations(fit, n):
            taken = tuple(dice[i] for i in chosen)
            if not taken or taken in seen:
                continue
            seen.add(taken)
            yield tuple(d for i, d in enumerate(dice) if i not in chosen), tuple(d[0] for d in taken)


def _sum(dice: Pool, width: int) -> Result:
    return tuple(sum(face[i] for _, face, _ in dice) for i in range(width))


def _plus(a: Result, b: Result) -> Result:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _sorted(dice: Pool) -> Pool:
    return tuple(sorted(dice))
