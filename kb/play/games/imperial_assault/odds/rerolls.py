"""Imperial Assault with cards: rerolls at their best. The attacker's cards first, then the defender's; each die once.

The decisions of a side do not depend on what the rival rolled, only their worth does: `Plan` lays them out once, and each plan
is then valued against every roll of the other side. Values are whole numbers over a common denominator.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from operator import mul

from kb.play.dice import Result
from kb.play.games.imperial_assault.odds import solve as game
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, certain, mixed

SIDES = 6
Die = tuple[str, Result]
"""Colour and what it shows."""
Pool = tuple[Die, ...]
"""Dice that may still be rolled again, in order."""


@dataclass(frozen=True)
class Reroll:
    most: int | None = None
    """None: all that fit, or none."""
    colours: tuple[str, ...] = ()

    def fits(self, colour: str) -> bool:
        return not self.colours or colour in self.colours


@dataclass(frozen=True)
class Table:
    attack: game.Attack
    mine: tuple[Reroll, ...]
    theirs: tuple[Reroll, ...]


@dataclass(frozen=True)
class Node:
    children: tuple[int, ...]
    ways: tuple[int, ...] = ()
    """Of each child, where dice are rolled; empty where the side chooses."""
    total: int = 0


class Plan:
    """What a side may do with its cards, from each roll (`roots`) to the sums of icons at which it ends (`ends`).

    Children come before their parents. A die that no card left can touch counts only by its icons, so that states with the
    same sum are one."""

    def __init__(self, dice: game.Dice, cards: tuple[Reroll, ...], budget: Budget) -> None:
        colours = dice.colours
        self.dice, self.cards, self.budget = dice, cards, budget
        self.reach = [{c for c in colours if any(rule.fits(c) for rule in cards[i:])} for i in range(len(cards) + 1)]
        self.nodes: list[Node | None] = []
        self.size = 0
        """What it takes to go through the nodes once."""
        self.ends: dict[Result, int] = {}
        self._known: dict[object, int] = {}
        found: dict[tuple[Pool, Result], int] = {((), game.NOTHING): 1}
        for colour in colours:
            budget.spend(2 * len(found))
            found = self._one_more(found, colour)
        self.roots: dict[int, int] = {}
        for (pool, total), n in found.items():
            root = self._choice(0, pool, total)
            self.roots[root] = self.roots.get(root, 0) + n

    def _one_more(self, found: Mapping[tuple[Pool, Result], int], colour: str) -> dict[tuple[Pool, Result], int]:
        after: dict[tuple[Pool, Result], int] = {}
        for (pool, total), n in found.items():
            for face, m in self.dice.thrown((colour,)).items():
                state = self._reachable(0, tuple(sorted((*pool, (colour, face)))), total)
                after[state] = after.get(state, 0) + n * m
        return after

    def _reachable(self, card: int, pool: Pool, total: Result) -> tuple[Pool, Result]:
        """Dice that the cards from `card` on cannot roll again are added to the sum."""
        kept = tuple([die for die in pool if die[0] in self.reach[card]])
        if len(kept) < len(pool):
            for colour, face in pool:
                total = total if colour in self.reach[card] else self.dice.plus(total, face)
        return kept, total

    def _node(self, key: object, node: Node | None) -> int:
        self.budget.spend()
        self.size += 2 + len(node.children if node else ())
        self._known[key] = len(self.nodes)
        self.nodes.append(node)
        return self._known[key]

    def _choice(self, card: int, pool: Pool, total: Result) -> int:
        pool, total = self._reachable(card, pool, total)
        key = (card, pool, total) if pool else total
        if key in self._known:
            return self._known[key]
        if not pool:
            self.ends[total] = self._node(key, None)
            return self.ends[total]
        options = [self._choice(card + 1, pool, total)]  # declining comes first: it wins where it is as good
        options += [self._roll(card + 1, kept, total, again) for kept, again in self._choices(pool, self.cards[card])]
        return self._node(key, Node(tuple(options)))

    def _choices(self, pool: Pool, card: Reroll) -> Iterator[tuple[Pool, tuple[str, ...]]]:
        """(dice that stay, colours of those that are rolled again), equal choices once."""
        fit = [i for i, die in enumerate(pool) if card.fits(die[0])]
        counts = [len(fit)] if card.most is None else range(1, min(card.most, len(fit)) + 1)
        seen: set[Pool] = set()
        for n in counts:
            for chosen in combinations(fit, n):
                taken = tuple(pool[i] for i in chosen)
                if not taken or taken in seen:
                    continue
                seen.add(taken)
                self.budget.spend((len(pool) + 3 * (len(seen) % 2)) // 6)  # one in two, and more where there is more to copy
                yield tuple(d for i, d in enumerate(pool) if i not in chosen), tuple(d[0] for d in taken)

    def _roll(self, card: int, kept: Pool, total: Result, again: tuple[str, ...]) -> int:
        kept, total = self._reachable(card, kept, total)
        key = ("tirar", card, kept, total, again)
        if key not in self._known:
            new = self.dice.thrown(again)
            self.budget.spend(len(new) // 4)
            children = tuple([self._choice(card, kept, self.dice.plus(total, result)) for result in new])
            self._node(key, Node(children, tuple(new.values()), SIDES ** len(again)))
        return self._known[key]

    def valued(self, ends: Mapping[Result, int], sign: int) -> list[int]:
        """The worth of every node to who chooses, given that of the ends, in parts of SIDES ** dice."""
        self._spend()
        worth = [0] * len(self.nodes)
        for total, at in self.ends.items():
            worth[at] = ends[total] * SIDES ** len(self.dice.colours)
        better, of = max if sign > 0 else min, worth.__getitem__
        for i, node in enumerate(self.nodes):
            if node is not None:
                values = map(of, node.children)
                worth[i] = sum(map(mul, node.ways, values)) // node.total if node.total else better(values)
        return worth

    def played(self, start: Mapping[int, int], worth: list[int], sign: int) -> dict[Result, int]:
        """How often each end is reached: ways of `start`, each SIDES ** dice times."""
        self._spend()
        reached = [0] * len(self.nodes)
        better, of = max if sign > 0 else min, worth.__getitem__
        for root, n in start.items():
            reached[root] = n * SIDES ** len(self.dice.colours)
        for i in range(len(self.nodes) - 1, -1, -1):
            node, n = self.nodes[i], reached[i]
            if node is None or not n:
                continue
            if node.total:
                n //= node.total
                for child, m in zip(node.children, node.ways, strict=True):
                    reached[child] += n * m
            else:
                reached[better(node.children, key=of)] += n
        return {total: reached[at] for total, at in self.ends.items() if reached[at]}

    def _spend(self) -> None:
        self.budget.spend(1 + self.size // PER_STEP)


PER_STEP = 100
"""Nodes and edges in the time of one step of `budget`."""


def solve(table: Table, budget: Budget) -> Outcome:
    """Damage when each side uses its rerolls, and the attacker its surges, as it suits it best on average."""
    attack = table.attack
    shields = Plan(game.defense_dice(attack), table.theirs, budget)
    swords = Plan(game.attack_dice(attack), table.mine, budget)
    hurt = game.hurting(attack)
    budget.spend(len(swords.ends) * len(shields.ends) // game.PAIRS_PER_STEP)
    harm = {roll: {shield: hurt(roll, shield) for shield in shields.ends} for roll in swords.ends}
    replies = {roll: shields.valued(harm[roll], -1) for roll in swords.ends}
    alike: dict[tuple[int, ...], list[int]] = {}  # defences that are worth the same against every roll
    for root in shields.roots:
        alike.setdefault(tuple([replies[roll][root] for roll in swords.ends]), []).append(root)
    faced: dict[Result, dict[int, int]] = {roll: {} for roll in swords.ends}
    for values, roots in alike.items():
        worth = swords.valued(dict(zip(swords.ends, values, strict=True)), 1)
        for roll, n in swords.played(swords.roots, worth, 1).items():
            faced[roll].update({root: n * shields.roots[root] for root in roots})
    found: dict[int, int] = {}
    for roll, start in faced.items():
        for shield, n in shields.played(start, replies[roll], -1).items():
            found[harm[roll][shield]] = found.get(harm[roll][shield], 0) + n
    size = max(found) + 1
    return mixed((n, certain(damage, size)) for damage, n in found.items())
