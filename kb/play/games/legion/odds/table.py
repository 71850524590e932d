"""Legión: the dice of an attack roll as one number, five bits for each count, so that rolling dice is adding numbers.

Only what a later decision looks at is told apart: blanks by colour while they may be rolled again, hits by colour where that
can pay, surges by colour where those left over count as either. All else is a total.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kb.play.games.legion.odds.rules import BLANK, COLOURS, CRIT, HIT, SURGE, attack_sides

Take = tuple[int, ...]
"""Dice of each colour."""
Thrown = tuple[tuple[int, int], ...]
"""(what is added to a state, number of ways)."""
BITS = 5  # at most 24 dice
ROW = BITS * len(COLOURS)
"""A row: the dice that show one face, best colour first; a total stands in the place of the worst colour."""
ALL = (1 << ROW) - 1
LAST = len(COLOURS) - 1
FIRST = {BLANK: 0, SURGE: ROW, HIT: 2 * ROW, CRIT: 3 * ROW}


def place(face: int, colour: int = LAST) -> int:
    return FIRST[face] + (0 if face == CRIT else BITS * colour)


def row(state: int, face: int) -> int:
    return state >> FIRST[face] & ALL


@lru_cache(maxsize=8192)
def counts(dice: int) -> Take:
    """A row as the number of dice of each colour."""
    return tuple(dice >> BITS * colour & ((1 << BITS) - 1) for colour in range(len(COLOURS)))


def in_row(dice: Take) -> int:
    return sum(n << BITS * colour for colour, n in enumerate(dice))


@lru_cache(maxsize=8192)
def total(dice: int) -> int:
    return sum(counts(dice))


@lru_cache(maxsize=8192)
def nearest(dice: int, most: int) -> int:
    """Up to `most` dice of a row, the best colours first: they gain most if rolled again."""
    kept = []
    for n in counts(dice):
        kept.append(min(n, most))
        most -= kept[-1]
    return in_row(tuple(kept))


def totals(state: int) -> tuple[int, int, int]:
    """Hits, crits and surges."""
    return total(row(state, HIT)), state >> FIRST[CRIT], total(row(state, SURGE))


def in_total(dice: int) -> int:
    """A row without its colours."""
    return total(dice) << BITS * LAST


@dataclass(frozen=True)
class Table:
    """How the dice are told apart."""

    blanks: bool
    """Blanks may be rolled again."""
    hits: bool
    """Hits too."""
    surges: int
    """Surges that can become something; one more is worth `overflow`."""
    overflow: int | None
    """None: nothing, and nobody rolls it again."""
    lazy: bool
    """No decision looks at what the dice show that are not blank: they count as hits, and what each one shows is told at the
    end (`good`). Rolled once or twice, a die that is not blank is the same."""

    @property
    def apart(self) -> bool:
        """Surges are told apart by colour: those left over may be rolled again."""
        return bool(self.surges) and ((self.overflow == BLANK and self.blanks) or (self.overflow == HIT and self.hits))

    def meaning(self, face: int) -> int | None:
        """A surge that cannot be kept is at once what it overflows to."""
        return self.overflow if face == SURGE and not self.surges else face

    def adds(self, face: int, colour: int) -> int:
        """What a die adds to a state; 0 where it counts no more."""
        told = self.meaning(face)
        if told is None or (told == BLANK and not self.blanks):
            return 0
        if self.lazy and (told == CRIT or (told == SURGE and not self.apart)):
            told = HIT
        apart = {BLANK: True, SURGE: self.apart, HIT: self.hits or self.lazy, CRIT: False}[told]
        return 1 << place(told, colour if apart else LAST)

    def settled(self, state: int, left: int) -> int:
        """A state as it matters while up to `left` dice may be rolled again: forgets what no reroll can reach."""
        blanks, surges, hits = row(state, BLANK), row(state, SURGE), row(state, HIT)
        crits = state >> FIRST[CRIT] << FIRST[CRIT]
        if surges and (extra := total(surges) - self.surges) > 0:
            over = nearest(surges, extra)
            surges -= over
            if self.overflow == BLANK and self.blanks:
                blanks += over
            elif self.overflow == HIT:
                hits += over
        if not left:
            surges = in_total(surges)
        if self.hits:
            near = nearest(hits, left)
            hits = near + in_total(hits - near)
        return nearest(blanks, left) | surges << FIRST[SURGE] | hits << FIRST[HIT] | crits

    def takes(self, state: int, most: int) -> Iterator[tuple[int, Take]]:
        """Ways to lift up to `most` dice (what stays, what is lifted): how many of each face, the best colours first.

        Blanks first and always as many as fit: no result is worse, so lifting one more never hurts."""
        lifted, hits = nearest(row(state, BLANK), most), row(state, HIT)
        room = min(most - total(lifted), total(hits)) if self.hits else 0
        for n in range(room + 1):
            if lifted or n:
                more = nearest(hits, n)
                yield state - lifted - (more << FIRST[HIT]), counts(lifted + more)


@lru_cache(maxsize=4096)
def thrown(table: Table, take: Take) -> Thrown:
    """All results of rolling these dice."""
    colour = next((i for i, n in enumerate(take) if n), None)
    if colour is None:
        return ((0, 1),)
    found: dict[int, int] = {}
    for state, ways in thrown(table, (*take[:colour], take[colour] - 1, *take[colour + 1 :])):
        for more, n in _die(table, colour):
            found[state + more] = found.get(state + more, 0) + ways * n
    return tuple(found.items())


@lru_cache(maxsize=256)
def _die(table: Table, colour: int) -> Thrown:
    found: dict[int, int] = {}
    for face, n in enumerate(attack_sides(COLOURS[colour])):
        found[table.adds(face, colour)] = found.get(table.adds(face, colour), 0) + n
    if table.lazy:  # `good` counts its sides
        found[1 << place(HIT, colour)] = 1
    return tuple(found.items())


@lru_cache(maxsize=256)
def good(table: Table, colour: int) -> Thrown:
    """What a die of a lazy table shows that is not blank."""
    found: dict[int, int] = {}
    for face, n in enumerate(attack_sides(COLOURS[colour])):
        told = table.meaning(face)
        if told is not None and table.adds(face, colour) == 1 << place(HIT, colour):
            found[1 << place(told)] = found.get(1 << place(told), 0) + n
    return tuple(found.items())
