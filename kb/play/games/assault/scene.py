"""What an ability looks at while it runs: the table, the attack in progress, whose it is, what was decided for it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from kb.play import grid
from kb.play.board import Figure as BoardFigure
from kb.play.board import Square
from kb.play.cite import Cite, cite
from kb.play.dice import die_faces
from kb.play.errors import PlayError
from kb.play.games.assault.state import Figure, Natural, Spot, Table
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model

GAME = "imperial-assault"
ATTACK_ICONS = ("dano", "incremento", "precision")
DEFENSE_ICONS = ("bloqueo", "evadir", "esquivar")
ABILITY = cite("imperial-assault/capacidades#r-b6470b", "capacidad")
CHOICE = cite("imperial-assault/capacidades#r-b6470b", "requisitos")
FACES = tuple("123456")


class NotRun(PlayError):
    """The text is understood, but the engine cannot run this of it."""


class Told(Model):
    """What a scenario decides for a card."""

    elige: tuple[str, ...] = ()
    dados: tuple[Natural, ...] | None = None
    """Which dice of the pool, counted from 1."""
    salen: tuple[Natural, ...] | None = None
    """Faces that come up when they are rolled again, or that the dice of the effect show."""
    camino: tuple[Spot, ...] | None = None
    exitos: dict[str, Natural] = Field(default_factory=dict)
    """Successes of each figure in the attribute test that the card asks for."""
    se_cumple: bool | None = None
    """Whether a requirement that the engine cannot check is met."""


@dataclass
class Die:
    colour: str
    face: int
    again: bool = False
    """Already rolled again in this attack: no die is, twice."""

    def counts(self, icons: tuple[str, ...]) -> tuple[int, ...]:
        return die_faces(GAME, self.colour, icons)[self.face - 1]


@dataclass
class Fight:
    """An attack in progress."""

    attacker: str
    defender: str
    kind: str
    distance: int | None
    """Squares to the target; None in melee where there is no board."""
    target: frozenset[Square] = frozenset()
    attack_colours: list[str] = field(default_factory=list)
    defense_colours: list[str] = field(default_factory=list)
    attack: list[Die] = field(default_factory=list)
    defense: list[Die] = field(default_factory=list)
    totals: Counter[str] = field(default_factory=Counter)
    """Results told as sums, without faces."""
    mods: Counter[str] = field(default_factory=Counter)
    after: list[tuple[str, int, str, str]] = field(default_factory=list)
    """(keyword or condition, number, icon, words) that wait for the end of the attack."""
    surges: dict[str, int] = field(default_factory=dict)
    dealt: int = 0
    missed: bool = False
    no_accuracy: bool = False
    no_sight: bool = False
    see_through: bool = False
    """Other figures do not stop its line of sight."""
    resolved: bool = False

    def pool(self, side: str) -> list[Die]:
        return self.attack if side == "ataque" else self.defense

    def rolled(self, icon: str) -> int:
        """What the dice show, before modifiers."""
        total = self.totals[icon]
        for dice, icons in ((self.attack, ATTACK_ICONS), (self.defense, DEFENSE_ICONS)):
            if icon in icons:
                total += sum(die.counts(icons)[icons.index(icon)] for die in dice)
        return total

    def count(self, icon: str) -> int:
        return max(0, self.rolled(icon) + self.mods[icon])


@dataclass
class Scene:
    table: Table
    log: Log
    owner: str
    card: str = ""
    words: str = ""
    step: str = ""
    fight: Fight | None = None
    acting: str | None = None
    """Who does what the moment speaks of: attacks, enters, is defeated."""
    target: str | None = None
    """The Rebel that an instruction aims at."""
    last: tuple[str, ...] = ()
    """«esa figura»."""
    told: Told = field(default_factory=Told)
    dice: Counter[str] = field(default_factory=Counter)
    """Results of the dice that the effect itself rolled."""
    tests: dict[str, int] = field(default_factory=dict)
    standing: bool = False
    """The clause has no moment: it only counts for its own figure."""
    did: bool = False
    hidden: frozenset[str] = frozenset()
    """Figures that do not count while the next best target is looked for."""
    rolls: list[Any] = field(default_factory=list)
    """What comes up in the attacks that an instruction makes, in order."""
    during: list[Any] = field(default_factory=list)
    """Sentences of the instruction that act inside its attack."""
    kept: bool = False
    """The instruction counts as resolved, whether it changed anything or not."""
    held: bool = True
    """Whether the requirement of the sentence before was met («de lo contrario»)."""

    @property
    def me(self) -> Figure:
        return self.table.figure(self.owner)

    def alive(self) -> list[str]:
        return [n for n, f in self.table.figuras.items() if not f.derrotada and not f.fuera and n not in self.hidden]

    def say(self, text: str, rule: Cite = ABILITY) -> None:
        self.log.say(self.step, text, rule, self.card, self.words)

    def choose(self, found: list[str], most: int, exact: bool = True) -> list[str]:
        """As told; all of them where there is nothing to choose; else somebody has to say."""
        if self.told.elige:
            if wrong := [n for n in self.told.elige if n not in found]:
                raise Illegal(f"«{self.card}» no deja elegir a {wrong[0]}; se puede a {', '.join(found) or 'nadie'}", CHOICE)
            if len(self.told.elige) > most:
                raise Illegal(f"«{self.card}» deja elegir como mucho {most}", CHOICE)
            return list(self.told.elige)
        if len(found) <= most and exact:
            return found
        for name in found:
            self.log.offer(self.owner, self.step, f"puedes elegir a {name} con «{self.card}»")
        raise Pending(f"falta elegir para «{self.card}» («elige»): {', '.join(found)}")

    def roll(self, colours: list[str], what: str, faces: tuple[int, ...] | None) -> list[Die]:
        shown = self.log.roll([str(f) for f in faces] if faces is not None else None, len(colours), FACES, what)
        return [Die(colour, int(face)) for colour, face in zip(colours, shown, strict=True)]


def on_board(table: Table, name: str) -> BoardFigure:
    return table.board.figure(name)


def spaces(scene: Scene, a: str, b: str) -> int:
    """Squares from one figure to the other, by the board or as the attack states them."""
    if scene.table.tablero:
        found = grid.distance(scene.table.board, on_board(scene.table, a).squares, on_board(scene.table, b).squares)
        return 1000 if found is None else found
    fight = scene.fight
    if fight is not None and {a, b} == {fight.attacker, fight.defender}:
        return fight.distance or 1
    raise Pending(f"hace falta dibujar el «tablero» para contar las casillas entre {a} y {b}")


def adjacent(scene: Scene, a: str, b: str) -> bool:
    if scene.table.tablero:
        return grid.figures_adjacent(scene.table.board, on_board(scene.table, a), on_board(scene.table, b))
    return a != b and spaces(scene, a, b) <= 1


def sees(scene: Scene, a: str, b: str) -> bool:
    return grid.sees(scene.table.board, on_board(scene.table, a), on_board(scene.table, b))


def rebel(figure: Figure) -> bool:
    return figure.heroe or figure.bando in ("rebelde", "rebeldes")


def side(figure: Figure) -> str:
    return "rebelde" if rebel(figure) else (figure.bando or "imperio")


def friends(scene: Scene, a: str, b: str) -> bool:
    return side(scene.table.figure(a)) == side(scene.table.figure(b))


Decisions = Mapping[str, Told]
