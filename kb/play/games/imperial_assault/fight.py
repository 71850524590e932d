"""Imperial Assault: an attack in progress, as a value: every step makes a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kb.play.board import Square
from kb.play.dice import die_faces

GAME = "imperial-assault"
ATTACK_ICONS = ("dano", "incremento", "precision")
DEFENSE_ICONS = ("bloqueo", "evadir", "esquivar")
FACES = tuple("123456")
DEFENSE_DICE = frozenset({"negro", "blanco"})


@dataclass(frozen=True)
class Die:
    colour: str
    face: int
    again: bool = False
    """Already rolled again in this attack: no die is, twice."""

    def counts(self, icons: tuple[str, ...]) -> tuple[int, ...]:
        return die_faces(GAME, self.colour, icons)[self.face - 1]


@dataclass(frozen=True)
class Fight:
    attacker: str
    defender: str
    kind: str
    distance: int | None = None
    """Squares to the target; None in melee where there is no board."""
    target: frozenset[Square] = frozenset()
    attack_colours: tuple[str, ...] = ()
    defense_colours: tuple[str, ...] = ()
    attack: tuple[Die, ...] = ()
    defense: tuple[Die, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    """Results told as sums, without faces."""
    mods: Mapping[str, int] = field(default_factory=dict)
    after: tuple[tuple[str, int, str, str], ...] = ()
    """(keyword or condition, number, icon, words) that wait for the end of the attack."""
    dealt: int = 0
    missed: bool = False
    no_accuracy: bool = False
    no_sight: bool = False
    see_through: bool = False
    """Other figures do not stop its line of sight."""
    no_surges: bool = False
    """Its surges may not be spent."""
    blast_on: tuple[str, ...] | None = None
    """Whom its blast reaches, where a card says so."""
    resolved: bool = False
    window: str = ""
    """Window of juego.toml that is open."""
    waiting: tuple[tuple[str, Any, Any], ...] = ()
    """(window, scene, deed): what an ability said before its window had come."""

    def but(self, **changes: Any) -> "Fight":
        return replace(self, **changes)

    def pool(self, side: str) -> tuple[Die, ...]:
        return self.attack if side == "ataque" else self.defense

    def with_pool(self, side: str, dice: tuple[Die, ...]) -> "Fight":
        return replace(self, attack=dice) if side == "ataque" else replace(self, defense=dice)

    def colours(self, side: str) -> tuple[str, ...]:
        return self.attack_colours if side == "ataque" else self.defense_colours

    def with_colours(self, side: str, colours: tuple[str, ...]) -> "Fight":
        return replace(self, attack_colours=colours) if side == "ataque" else replace(self, defense_colours=colours)

    def modified(self, icon: str, n: int) -> "Fight":
        return replace(self, mods={**self.mods, icon: self.mods.get(icon, 0) + n})

    def mod(self, icon: str) -> int:
        return self.mods.get(icon, 0)

    def rolled(self, icon: str) -> int:
        """What the dice show, before modifiers."""
        total = self.totals.get(icon, 0)
        for dice, icons in ((self.attack, ATTACK_ICONS), (self.defense, DEFENSE_ICONS)):
            if icon in icons:
                total += sum(die.counts(icons)[icons.index(icon)] for die in dice)
        return total

    def count(self, icon: str) -> int:
        return max(0, self.rolled(icon) + self.mod(icon))

    def rerolled(self) -> int:
        return sum(die.again for die in (*self.attack, *self.defense))
