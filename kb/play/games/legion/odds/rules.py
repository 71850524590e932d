"""Legión: the two sides of an attack, and the rules that need no chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from kb.play.dice import die_faces
from kb.play.games.legion.odds.levers import AIMED, DODGED, TRADED, Lever, standing
from kb.play.odds.pool import Counts

COLOURS = ("rojo", "negro", "blanco")  # best first: rerolls prefer them in this order
ATTACK_DIE = {"rojo": "ataque_rojo", "negro": "ataque_negro", "blanco": "ataque_blanco"}
DEFENSE_DIE = {"rojo": "defensa_roja", "blanco": "defensa_blanca"}
BLANK, SURGE, HIT, CRIT = range(4)
BLOCK = 2
COVER = {"ninguna": 0, "ligera": 1, "densa": 2}
MOST_DICE = 24
AIM_DICE = 2  # «Lanzar los dados de ataque», paso 3


@dataclass(frozen=True)
class Defense:
    die: str
    surge: bool = False
    cover: int = 0
    dodge: int = 0
    surge_tokens: int = 0
    suppression: int = 0
    courage: int = 1
    smoke: int = 0
    shields: int = 0


@dataclass(frozen=True)
class Attack:
    dice: Mapping[str, int]
    surge: str | None = None
    aim: int = 0
    surge_tokens: int = 0
    observation: int = 0
    dodge: int = 0
    levers: tuple[Lever, ...] = ()
    """What the keywords and cards of both sides do to these dice."""
    traded: bool = False
    """The attacker gives up a keyword's number for what that pays."""
    melee: bool = False
    reroll: tuple[int, ...] = (BLANK, SURGE, HIT)
    """Faces the attacker is willing to roll again; all but crits unless the question narrows it."""
    defense: Defense | None = None
    _known: dict[tuple[bool, bool], Mapping[str, int]] = field(default_factory=dict, compare=False, repr=False)

    def standing(self, aimed: bool = False, dodged: bool = False) -> Mapping[str, int]:
        """What each lever is worth: before anything happens, or once a token has been spent."""
        at = (aimed, dodged)
        if at not in self._known:
            told = ((AIMED, aimed), (DODGED, dodged), (TRADED, self.traded))
            self._known[at] = standing(self.levers, frozenset(flag for flag, on in told if on))
        return self._known[at]

    def lever(self, kind: str) -> int:
        return self.standing()[kind]

    @property
    def aiming_pays(self) -> bool:
        """Something asks whether an aim token was spent to roll again."""
        return any(AIMED in lever.flags for lever in self.levers)


def sides(die: str, icons: tuple[str, ...]) -> Counts:
    faces = die_faces("legion", die, icons)
    return (sum(not any(f) for f in faces), *(sum(f[i] for f in faces) for i in range(len(icons))))


def attack_sides(colour: str) -> Counts:
    return sides(ATTACK_DIE[colour], ("incremento", "impacto", "critico"))


Take = tuple[int, ...]
"""Dice of each colour."""


def pools_of(attack: Attack) -> Iterator[Take]:
    """Step 4a: dice of each colour once lowered, then raised. The controller chooses which rise, each of them once
    («Mejorar y rebajar dados»)."""
    red, black, white = (attack.dice.get(c, 0) for c in COLOURS)
    if attack.lever("lowered"):
        red, black, white = 0, red, black + white
    raised = min(attack.lever("raised"), black + white)
    for to_black in range(max(0, raised - black), min(raised, white) + 1):
        to_red = raised - to_black
        yield red + to_red, black - to_red + to_black, white - to_black


def trades(attack: Attack) -> Iterator[Attack]:
    """A keyword's number may be given up where there is one, even one that may not be used («Dominio de Makashi»)."""
    yield attack
    paid = {lever.kind for lever in attack.levers if lever.n < 0}
    if attack.lever("trade") and any(lever.kind in paid and lever.n > 0 and not lever.flags for lever in attack.levers):
        yield replace(attack, traded=True, _known={})


def converted(attack: Attack, hits: int, crits: int, surges: int) -> tuple[int, int]:
    """Surges become crits up to «Crítico X», then what the unit card says, then hits by tokens; the rest go blank."""
    to_crit = surges if attack.surge == "critico" else min(surges, attack.lever("surge_crits"))
    rest = surges - to_crit
    to_hit = rest if attack.surge == "impacto" else min(rest, attack.surge_tokens + attack.lever("surge_hits"))
    return hits + to_hit, crits + to_crit


def sharpened(tokens: int, blanks: int, hits: int) -> Iterator[tuple[int, int, int]]:
    """«Puntería», «Dominio de Jar'Kai»: each token lifts a result one step (blank, hit, crit).

    Yields (tokens used, hits gained, crits gained)."""
    for up, top in product(range(tokens + 1), repeat=2):
        # `up` blanks become hits; `top` hits (old or new) become crits.
        if up + top <= tokens and up <= blanks and top <= hits + up:
            yield up + top, up - top, top


def cover_of(attack: Attack) -> int:
    """Raises first, then cuts; at most dense («Cobertura»)."""
    d = attack.defense
    if d is None or attack.melee or attack.lever("no_cover"):
        return 0
    suppressed = bool(d.suppression and d.suppression >= d.courage)
    raised = min(2, d.cover + suppressed + d.smoke + attack.lever("cover_up"))
    return max(0, raised - attack.lever("cover_down"))
