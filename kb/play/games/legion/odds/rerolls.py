"""Legión, steps 4a and 4b: the attack roll and what is rolled again, each token spent where it does most good.

Backwards in floats to choose, forwards in whole numbers to answer: the distribution is exact for the chosen play.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from kb.play.games.legion.odds.ops import ALL
from kb.play.games.legion.odds.rules import AIM_DICE, BLANK, COLOURS, CRIT, HIT, SURGE, Attack, attack_sides
from kb.play.games.legion.odds.table import FIRST, Table, Take, Thrown, counts, good, in_total, row, thrown, totals
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, mixed
from kb.play.odds.pool import Counts

Converted = Callable[[int, int, int, int, bool], Outcome]
"""Value of (hits, crits, surges, aim tokens left, whether one was spent to roll again) before step 4c."""
Tokens = tuple[int, int, bool]
"""Aim tokens, observation tokens, and whether an aim token was spent on a reroll."""
Ways = dict[int, int]
"""By state of the dice."""
Move = tuple[Tokens, int, Take]
"""What is left to spend, the dice that stay, and those that are rolled."""
SMALL = 8
"""Up to so many dice, rolling a hit again is weighed too; beyond, only against «Blindaje», where it is common. With many dice
the case (every hit surely cancelled, no blank left) is so rare that it does not show."""
EIGHT = 8  # sides of every attack die
PER_STEP = 25
"""Additions of numbers in the time of one step of `budget`."""


def attack_roll(attack: Attack, pool: tuple[int, ...], value: Converted, budget: Budget) -> Outcome:
    return _Roll(attack, _table(attack, pool, value), value, budget).outcome(pool)


def _table(attack: Attack, pool: tuple[int, ...], value: Converted) -> Table:
    dice, tokens = sum(pool), attack.aim + attack.observation
    critical, more = attack.lever("surge_crits"), attack.lever("surge_hits")
    all_crit, all_hit = attack.surge == "critico" or critical >= ALL, attack.surge == "impacto" or more >= ALL
    surges = min(dice, critical + more + attack.surge_tokens)
    overflow = CRIT if all_crit else HIT if all_hit else BLANK if SURGE in attack.reroll else None
    asked = bool(tokens) and HIT in attack.reroll and (dice <= SMALL or attack.lever("cancel_hits") >= ALL)
    # «Duelista» pays for rolling again at all: where no die is blank, a hit is lifted for its sake.
    duel = asked and dice <= SMALL and attack.aiming_pays and bool(attack.aim)
    hits = duel or (asked and _hits_worth(attack, pool, tokens if dice <= SMALL else 1, value))
    # Aim tokens without another use are all spent, one after another, whatever the other dice show.
    lazy = not (hits or attack.lever("aim_pierce") or attack.lever("lift_by_aim"))
    return Table(bool(tokens) and BLANK in attack.reroll, hits, 0 if all_crit else surges, overflow, lazy)


def _hits_worth(attack: Attack, pool: tuple[int, ...], tokens: int, value: Converted) -> bool:
    """Can it ever pay to roll a hit again? Beside some other results, a die rolled up to `tokens` times against that hit."""
    dice = sum(pool)

    def gains(h: int, c: int, die: Counts) -> bool:
        shown = ((h, c, 0), (h, c, 1), (h + 1, c, 0), (h, c + 1, 0))
        faces = [value(*row, attack.aim, False).average() for row in shown]
        again = faces[BLANK]
        for _ in range(tokens):
            again = sum(k * max(faces[f], again) for f, k in enumerate(die)) / EIGHT
        return again > faces[HIT] + CLOSE

    dies = [attack_sides(COLOURS[c]) for c, n in enumerate(pool) if n]
    return any(gains(h, c, die) for h in range(dice) for c in range(dice - h) for die in dies)


CLOSE = 1e-12
"""Averages nearer than this are equal: the same play, summed in another order."""


class _Roll:
    def __init__(self, attack: Attack, table: Table, value: Converted, budget: Budget) -> None:
        self.attack, self.table, self.value, self.budget = attack, table, value, budget
        self.most = AIM_DICE + attack.lever("aim_dice")
        self.known: dict[tuple[int, Tokens], tuple[float, Move | None]] = {}
        self.landed: dict[Tokens, dict[int, float]] = defaultdict(dict)
        """By tokens left, the worth of dice as they fall, before they are settled."""
        self.settled: dict[int, Ways] = defaultdict(dict)

    def outcome(self, pool: tuple[int, ...]) -> Outcome:
        tokens: Tokens = (self.attack.aim, self.attack.observation, False)
        # Every way carries the weight of all the dice that could still be rolled, so that ways stay whole numbers.
        start: Ways = {0: EIGHT ** self._left(tokens)}
        for colour, n in enumerate(pool):
            one = tuple(int(i == colour) for i in range(len(pool)))
            for _ in range(n):
                start = self._cast(start, one, tokens, {}, 1)
        return mixed((ways, self._stop(*at)) for at, ways in self._ends(tokens, start))

    def _left(self, tokens: Tokens) -> int:
        """Dice that may still be rolled again."""
        return tokens[0] * self.most + tokens[1]

    def _stop(self, state: int, aims: int, aimed: bool) -> Outcome:
        return self.value(*totals(state), aims, aimed and self.attack.aiming_pays)

    def _moves(self, state: int, tokens: Tokens) -> Iterator[Move]:
        aims, observation, aimed = tokens
        if aims:
            yield from (((aims - 1, observation, True), *lift) for lift in self.table.takes(state, self.most))
        if observation:
            yield from (((aims, observation - 1, aimed), *lift) for lift in self.table.takes(state, 1))

    def _choice(self, state: int, tokens: Tokens) -> Move | None:
        return next(self._moves(state, tokens), None) if self.table.lazy else self._worth(state, tokens)[1]

    def _worth(self, state: int, tokens: Tokens) -> tuple[float, Move | None]:
        """The average of the best play, and its first move; None to stop here."""
        at = (state, tokens)
        if at not in self.known:
            found, choice = self._stop(state, tokens[0], tokens[2]).average(), None
            self.budget.spend()
            for i, move in enumerate(self._moves(state, tokens)):
                self.budget.spend(i % 2)
                if (gain := self._rolled(*move)) > found + CLOSE:
                    found, choice = gain, move
            self.known[at] = found, choice
        return self.known[at]

    def _rolled(self, tokens: Tokens, stay: int, take: Take) -> float:
        landed, left, total = self.landed[tokens], self._left(tokens), 0.0
        results = thrown(self.table, take)
        self.budget.spend(len(results) // PER_STEP)
        for more, n in results:
            worth = landed.get(stay + more)
            if worth is None:
                state = self._settle(stay + more, left)
                worth = landed[stay + more] = self._worth(state, tokens)[0]
            total += n * worth
        return float(total / EIGHT ** sum(take))

    def _ends(self, tokens: Tokens, start: Ways) -> Iterator[tuple[tuple[int, int, bool], int]]:
        """(dice, aim tokens left, whether one was spent on a reroll) with the number of ways, when nobody rolls again."""
        levels, ended = {tokens: start}, defaultdict[tuple[int, bool], Ways](dict)
        while levels:
            tokens = max(levels, key=self._left)
            lifted = defaultdict[tuple[Tokens, Take], Ways](dict)
            self.budget.spend(len(levels[tokens]) // 2)
            for state, n in levels.pop(tokens).items():
                if choice := self._choice(state, tokens):
                    after, stay, take = choice
                    _add(lifted[after, take], stay, n)
                else:
                    _add(ended[0 if self.table.lazy else tokens[0], tokens[2]], state, n)
            for (after, take), ways in lifted.items():
                self._cast(ways, take, after, levels.setdefault(after, {}), EIGHT ** sum(take))
        for (aims, aimed), ways in ended.items():
            told = self._told(ways) if self.table.lazy else ways
            yield from (((state, aims, aimed), n) for state, n in told.items())

    def _cast(self, ways: Ways, take: Take, tokens: Tokens, into: Ways, share: int) -> Ways:
        """The states after rolling `take` beside each of `ways`, added to `into`."""
        return self._times(ways, thrown(self.table, take), self._left(tokens), into, share)

    def _times(self, ways: Ways, results: Thrown, left: int, into: Ways, share: int = 1) -> Ways:
        known = self.settled[left]
        self.budget.spend(1 + len(ways) * len(results) // PER_STEP)
        for stay, n in ways.items():
            n //= share
            for more, m in results:
                state = known.get(stay + more)
                if state is None:
                    state = self._settle(stay + more, left)
                into[state] = into.get(state, 0) + n * m
        return into

    def _settle(self, state: int, left: int) -> int:
        known = self.settled[left]
        if state not in known:
            self.budget.spend(int(len(known) % 4 == 0))
            # Where all that is not blank counts alike, the blanks follow from the rest: there is nothing to forget.
            known[state] = state if self.table.lazy and not self.table.surges else self.table.settled(state, left)
        return known[state]

    def _told(self, ways: Ways) -> Ways:
        """What the dice show that are not blank, one colour after another: the sum over n of `ways with n of them` times the
        faces of a die to the n-th, by Horner's rule."""
        by_good = defaultdict[Take, Ways](dict)
        for state, n in ways.items():
            _add(by_good[counts(row(state, HIT))], in_total(row(state, SURGE)) << FIRST[SURGE], n)
        for colour in range(len(COLOURS)):
            die, rows = good(self.table, colour), defaultdict[Take, dict[int, Ways]](dict)
            for dice, told in by_good.items():
                rows[(*dice[:colour], 0, *dice[colour + 1 :])][dice[colour]] = told
            by_good = defaultdict(dict)
            for others, told_by in rows.items():
                shown: Ways = {}
                for n in range(max(told_by), -1, -1):
                    shown = self._times(shown, die, 0, {})
                    for state, more in told_by.get(n, {}).items():
                        _add(shown, state, more)
                by_good[others] = shown
        return by_good[0, 0, 0]


def _add(ways: Ways, state: int, n: int) -> None:
    ways[state] = ways.get(state, 0) + n
