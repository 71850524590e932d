"""Legión, steps 4a and 4b with few dice: every die by colour and face, so that the best play is really the best.

Larger pools go by `rerolls`, which looks at fewer choices. Backwards in floats to choose, forwards in whole numbers.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb, prod

from kb.play.games.legion.odds.rerolls import CLOSE, EIGHT, Converted, Tokens
from kb.play.games.legion.odds.rules import AIM_DICE, COLOURS, CRIT, HIT, SURGE, Attack, attack_sides
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, mixed

FACES = CRIT + 1
State = tuple[int, ...]
"""Dice of each colour that show each face, colour by colour."""
Take = tuple[int, ...]
"""Dice of each colour to roll."""
MOST_STEPS = 6_000
"""States times ways to lift: beyond, the search would take more than a tenth of a second."""


def is_small(attack: Attack, pool: Take) -> bool:
    """Whether every choice can be weighed."""
    tokens = attack.aim + attack.observation
    colours = [n for n in pool if n]
    if not tokens or not attack.reroll:
        return False
    states = prod(comb(n + CRIT, CRIT) for n in colours)
    most = min(sum(pool), AIM_DICE + attack.lever("aim_dice"))
    die_by_die = sum(comb(sum(pool), n) for n in range(1, most + 1))
    lifts = min(die_by_die, comb(len(colours) * len(_wanted(attack)) + most, most))
    return states * lifts * tokens <= MOST_STEPS


def _wanted(attack: Attack) -> frozenset[int]:
    """Faces that may be rolled again. Also a crit, where «Duelista» pays for rolling anything again."""
    duel = attack.aiming_pays and HIT in attack.reroll
    return frozenset((*attack.reroll, *((CRIT,) if duel else ())))


def attack_roll(attack: Attack, pool: Take, value: Converted, budget: Budget) -> Outcome:
    return _Roll(attack, value, budget).outcome(pool)


class _Roll:
    def __init__(self, attack: Attack, value: Converted, budget: Budget) -> None:
        self.attack, self.value, self.budget = attack, value, budget
        self.sides = [attack_sides(colour) for colour in COLOURS]
        self.wanted = _wanted(attack)
        self.most = AIM_DICE + attack.lever("aim_dice")
        self.known: dict[tuple[State, Tokens], tuple[float, tuple[Tokens, State, Take] | None]] = {}
        self.rolled: dict[tuple[State, Take, Tokens], float] = {}

    def outcome(self, pool: Take) -> Outcome:
        tokens: Tokens = (self.attack.aim, self.attack.observation, False)
        # Every way carries the weight of all the dice that could still be rolled, so that ways stay whole numbers.
        levels = {tokens: self._cast({(0,) * (FACES * len(COLOURS)): EIGHT ** self._left(tokens)}, pool, 1)}
        ended: dict[tuple[State, Tokens], int] = {}
        while levels:
            tokens = max(levels, key=self._left)
            lifted = defaultdict[tuple[Tokens, Take], dict[State, int]](dict)
            for state, n in levels.pop(tokens).items():
                if choice := self._worth(state, tokens)[1]:
                    after, stay, take = choice
                    lifted[after, take][stay] = lifted[after, take].get(stay, 0) + n
                else:
                    ended[state, tokens] = ended.get((state, tokens), 0) + n
            for (after, take), ways in lifted.items():
                into = levels.setdefault(after, {})
                for state, n in self._cast(ways, take, EIGHT ** sum(take)).items():
                    into[state] = into.get(state, 0) + n
        return mixed((n, self._stop(state, tokens)) for (state, tokens), n in ended.items())

    def _left(self, tokens: Tokens) -> int:
        return tokens[0] * self.most + tokens[1]

    def _stop(self, state: State, tokens: Tokens) -> Outcome:
        hits, crits, surges = (sum(state[face::FACES]) for face in (HIT, CRIT, SURGE))
        return self.value(hits, crits, surges, tokens[0], tokens[2] and self.attack.aiming_pays)

    def _worth(self, state: State, tokens: Tokens) -> tuple[float, tuple[Tokens, State, Take] | None]:
        """The average of the best play, and its first move; None to stop here."""
        at = (state, tokens)
        if at not in self.known:
            self.budget.spend(4)
            found, choice = self._stop(state, tokens).average(), None
            for move in self._moves(state, tokens):
                if (gain := self._rolled(move[1], move[2], move[0])) > found + CLOSE:
                    found, choice = gain, move
            self.known[at] = found, choice
        return self.known[at]

    def _moves(self, state: State, tokens: Tokens) -> Iterator[tuple[Tokens, State, Take]]:
        aims, observation, aimed = tokens
        if aims:
            yield from (((aims - 1, observation, True), *lift) for lift in self._lifts(state, self.most))
        if observation:
            yield from (((aims, observation - 1, aimed), *lift) for lift in self._lifts(state, 1))

    def _lifts(self, state: State, most: int) -> Iterator[tuple[State, Take]]:
        """Every way to lift up to `most` dice: what stays, and what is rolled."""
        ranges = [range(min(n, most) + 1 if i % FACES in self.wanted else 1) for i, n in enumerate(state)]
        for take in product(*ranges):
            if 0 < sum(take) <= most:
                stay = tuple(n - t for n, t in zip(state, take, strict=True))
                yield stay, tuple(sum(take[c * FACES : (c + 1) * FACES]) for c in range(len(COLOURS)))

    def _rolled(self, state: State, take: Take, tokens: Tokens) -> float:
        """The average of rolling `take` beside `state`, die by die: what many rolls share is weighed once."""
        colour = next((c for c, n in enumerate(take) if n), None)
        if colour is None:
            return self._worth(state, tokens)[0]
        at = (state, take, tokens)
        if at not in self.rolled:
            self.budget.spend(2)
            rest = _less(take, colour)
            ways = enumerate(self.sides[colour])
            self.rolled[at] = sum(n * self._rolled(_with(state, colour, face), rest, tokens) for face, n in ways) / EIGHT
        return self.rolled[at]

    def _cast(self, ways: dict[State, int], take: Take, share: int) -> dict[State, int]:
        """The states after rolling `take` beside each of `ways`."""
        found = {state: n // share for state, n in ways.items()}
        for colour, dice in enumerate(take):
            for _ in range(dice):
                after: dict[State, int] = {}
                for state, n in found.items():
                    for face, m in enumerate(self.sides[colour]):
                        landed = _with(state, colour, face)
                        after[landed] = after.get(landed, 0) + n * m
                found = after
        return found


def _less(take: Take, colour: int) -> Take:
    return (*take[:colour], take[colour] - 1, *take[colour + 1 :])


def _with(state: State, colour: int, face: int) -> State:
    place = colour * FACES + face
    return (*state[:place], state[place] + 1, *state[place + 1 :])
