"""Legión, steps 4a and 4b: the attack roll and what is rolled again, each token spent where it does most good."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from kb.play.odds.budget import Budget
from kb.play.odds.legion_rules import AIM_DICE, BLANK, COLOURS, CRIT, HIT, SURGE, Attack, attack_sides
from kb.play.odds.outcome import Outcome, best, mixed
from kb.play.odds.pool import Counts

Converted = Callable[[int, int, int, int, int], Outcome]
"""Value of (hits, crits, surges, aim tokens left, pierce gained) before step 4c."""
Dice = tuple[tuple[int, ...], ...]
"""Counts by face, each by colour where it matters which dice they are, else a total in a one-item tuple."""
SMALL = 8
"""Up to so many dice, rolling a hit again is weighed too; beyond, only against «Blindaje», where it is common. With many dice
the case (every hit surely cancelled, no blank left) is so rare that it does not show."""


@dataclass(frozen=True)
class Table:
    """How the attacker keeps dice apart: by colour where the face may be rolled again."""

    keep: tuple[bool, ...]
    surges: int
    """Surges that can become something; one more is worth `overflow`."""
    overflow: int | None

    @property
    def start(self) -> Dice:
        return tuple((0,) * (len(COLOURS) if k else 1) for k in self.keep)

    def put(self, state: Dice, colour: int, face: int) -> Dice:
        """One more die. Of too many surges, the best colour counts as `overflow`: it gains most if rolled again."""
        if face == SURGE and sum(state[SURGE]) >= self.surges:
            if self.overflow is None:
                return state
            lifted = next((i for i, n in enumerate(state[SURGE]) if n), colour)
            if len(state[SURGE]) > 1 and lifted < colour:
                state = self._add(self._add(state, lifted, SURGE, -1), colour, SURGE, 1)
                colour = lifted
            face = self.overflow
        return self._add(state, colour, face, 1)

    def _add(self, state: Dice, colour: int, face: int, n: int) -> Dice:
        row = state[face]
        i = colour if len(row) > 1 else 0
        return (*state[:face], (*row[:i], row[i] + n, *row[i + 1 :]), *state[face + 1 :])


def _table(attack: Attack, pool: tuple[int, ...], value: Converted) -> Table:
    dice, tokens = sum(pool), attack.aim + attack.observation
    all_crit = attack.surge == "critico" or bool(attack.has("cazador_de_jedi"))
    surges = attack.has("critico") + 2 * bool(attack.has("completar_la_mision")) + attack.surge_tokens
    overflow = CRIT if all_crit else HIT if attack.surge == "impacto" else BLANK if SURGE in attack.reroll else None
    surges = 0 if all_crit else surges
    asked = bool(tokens) and HIT in attack.reroll and (dice <= SMALL or bool(attack.faces("blindaje")))
    hits = asked and _hits_worth(attack, pool, tokens if dice <= SMALL else 1, value)
    blanks = bool(tokens) and BLANK in attack.reroll
    # Which of too many surges counts as blank: the best colour in a small pool, the last rolled in a large one.
    return Table((blanks, blanks and overflow == BLANK and dice <= SMALL, hits, False), surges, overflow)


def _hits_worth(attack: Attack, pool: tuple[int, ...], tokens: int, value: Converted) -> bool:
    """Can it ever pay to roll a hit again? Beside some other results, a die rolled up to `tokens` times against that hit."""
    dice = sum(pool)

    def gains(h: int, c: int, die: Counts) -> bool:
        faces = (
            value(h, c, 0, attack.aim, 0),
            value(h, c, 1, attack.aim, 0),
            value(h + 1, c, 0, attack.aim, 0),
            value(h, c + 1, 0, attack.aim, 0),
        )
        again = faces[BLANK]
        for _ in range(tokens):
            again = mixed((k, best([faces[f], again], 1)) for f, k in enumerate(die))
        return again.beats(faces[HIT])

    dies = [attack_sides(COLOURS[c]) for c, n in enumerate(pool) if n]
    return any(gains(h, c, die) for h in range(dice) for c in range(dice - h) for die in dies)


def attack_roll(attack: Attack, pool: tuple[int, ...], value: Converted, budget: Budget) -> Outcome:
    """Backwards in floats to choose, forwards in whole numbers to answer: the distribution is exact for the chosen play."""
    table = _table(attack, pool, value)
    colours = [attack_sides(c) for c in COLOURS]
    most = AIM_DICE + attack.has("precision")
    # Aim tokens have no other use: spending them all, one after another, is the best play and needs no search.
    greedy = not (table.keep[HIT] or attack.has("letal") or attack.has("punteria"))

    def stop(at: Spot) -> Outcome:
        state, aims, _, aimed = at
        pierce = int(aimed and bool(attack.has("duelista")) and attack.melee)
        return value(sum(state[HIT]), sum(state[CRIT]), sum(state[SURGE]), aims, pierce)

    def moves(at: Spot) -> Iterator[Move]:
        state, aims, observation, aimed = at
        if aims:
            yield from (((rest, aims - 1, observation, True), take) for rest, take in _takes(state, table.keep, most))
        if observation:
            yield from (((rest, aims, observation - 1, aimed), take) for rest, take in _takes(state, table.keep, 1))

    def rolled(at: Spot, take: tuple[int, ...]) -> Iterator[tuple[int, Move]]:
        """One of the lifted dice lands, the worst colour first: of too many surges the best colours are left over."""
        colour = max(i for i, n in enumerate(take) if n)
        rest = (*take[:colour], take[colour] - 1, *take[colour + 1 :])
        left = at[1] * most + at[2]
        for face, n in enumerate(colours[colour]):
            yield n, ((_trimmed(table.put(at[0], colour, face), left), *at[1:]), rest)

    @cache
    def worth(at: Spot) -> tuple[float, Move | None]:
        budget.spend()
        if greedy and (first := next(moves(at), None)):
            return 0.0, first
        found, choice = stop(at).average(), None
        for move in moves(at):
            if (gain := again(*move)) > found + 1e-12:
                found, choice = gain, move
        return found, choice

    @cache
    def again(at: Spot, take: tuple[int, ...]) -> float:
        budget.spend()
        if not any(take):
            return worth(at)[0]
        return sum(n * again(*move) for n, move in rolled(at, take)) / EIGHT

    # Every way carries the weight of all the dice that could still be rolled, so that ways stay whole numbers.
    whole = EIGHT ** (attack.aim * most + attack.observation)
    level: Counter[Move] = Counter({((table.start, attack.aim, attack.observation, False), pool): whole * EIGHT ** sum(pool)})
    ended: Counter[Spot] = Counter()
    while level:
        following: Counter[Move] = Counter()
        budget.spend(2 * len(level))  # each lands on several faces: dearer than a step of the search
        for (at, take), ways in level.items():
            if any(take):
                for n, move in rolled(at, take):
                    following[move] += ways * n // EIGHT
            elif choice := worth(at)[1]:
                following[choice] += ways
            else:
                ended[at] += ways
        level = following
    return mixed((ways, stop(at)) for at, ways in ended.items())


EIGHT = 8  # sides of every attack die
Spot = tuple[Dice, int, int, bool]
"""Dice, aim tokens, observation tokens, and whether an aim token was spent on a reroll."""
Move = tuple[Spot, tuple[int, ...]]
"""A spot and the dice of each colour still to land on it."""


def _trimmed(state: Dice, left: int) -> Dice:
    """Forgets what no reroll can reach: blanks beyond the dice still to be lifted, and colours when none is left."""
    if not left:
        return tuple((sum(row) if f != BLANK else 0,) for f, row in enumerate(state))
    blanks, hits = _nearest(state[BLANK], left), _nearest(state[HIT], left)
    others = sum(state[HIT]) - sum(hits)
    return (blanks, state[SURGE], (*hits[:-1], hits[-1] + others), state[CRIT])


def _nearest(row: tuple[int, ...], left: int) -> tuple[int, ...]:
    kept: list[int] = []
    for n in row:
        kept.append(min(n, left - sum(kept)))
    return tuple(kept)


def _takes(state: Dice, keep: tuple[bool, ...], most: int) -> Iterator[tuple[Dice, tuple[int, ...]]]:
    """Ways to lift up to `most` dice: how many of each face, the best colours of each face first (they gain most).

    Blanks first and always as many as fit: no result is worse, so lifting one more never hurts."""
    blanks = min(most, sum(state[BLANK])) if keep[BLANK] else 0
    hits = min(most - blanks, sum(state[HIT])) if keep[HIT] else 0
    for lift in range(hits + 1):
        if blanks + lift:
            rest, take = list(state), [0] * len(COLOURS)
            for face, n in ((BLANK, blanks), (HIT, lift)):
                row = list(rest[face])
                for colour in range(len(row) if n else 0):
                    k = min(n, row[colour])
                    row[colour], take[colour], n = row[colour] - k, take[colour] + k, n - k
                rest[face] = tuple(row)
            yield tuple(rest), tuple(take)
