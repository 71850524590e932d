"""Imperial Assault (and Leyendas): seven steps of an attack, surges spent at their best (Guía de referencia, «Ataques»)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from kb.play.dice import Ways, die_faces, rolled
from kb.play.errors import PlayError
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


_PARTS: tuple[tuple[str, str], ...] = (
    (r"([+-]?\d+) \[daño\]", "damage"),
    (r"Perforante (\d+)", "pierce"),
    (r"([+-]?\d+) (?:\[precisión\]|Precisión)", "accuracy"),
    (r"([+-]?\d+) \[bloqueo\]", "block"),
    (r"([+-]?\d+) \[evadir\]", "evade"),
    (r"([+-]?\d+) \[incremento\]", "surge_result"),
)
# Keywords and states whose effect comes after the attack or elsewhere (Guía de referencia, «Incrementos»).
_AFTER = re.compile(
    r"(Explosión|Tajo|Recuperación) \d+.*|Aturdimiento|Hemorragia|Concentración|Debilidad|Oculto|Gana .*|Gran alcance|Móvil"
    r"|Descomunal",
    re.I,
)
_SURGE = re.compile(r"((?:\[incremento\]\s*)+):\s*(.*)")
_COMMA = re.compile(r",\s*|\s+y\s+")


def read_ability(text: str) -> Gain:
    """`[incremento]: +1 [daño], Perforante 1` or, without surges, what a keyword line adds."""
    found = _SURGE.fullmatch(text.strip())
    cost, body = (found[1].count("[incremento]"), found[2]) if found else (0, text.strip())
    values: dict[str, int] = {}
    after: list[str] = []
    for part in _COMMA.split(body.strip(" .")):
        for pattern, field in _PARTS:
            if number := re.fullmatch(pattern, part, re.I):
                values[field] = values.get(field, 0) + int(number[1])
                break
        else:
            if not _AFTER.fullmatch(part):
                raise PlayError(f"no se entiende «{part}» en «{text}»; se espera p. ej. «+1 [daño]» o «Perforante 2»")
            after.append(part)
    return Gain(surges=cost, after=tuple(after), **values)


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


@lru_cache(maxsize=2048)
def spendings(abilities: tuple[Gain, ...], surges: int) -> tuple[tuple[Gain, ...], ...]:
    """Every set of abilities that `surges` can pay; each ability once an attack. Nothing first."""
    sets = (chosen for n in range(len(abilities) + 1) for chosen in combinations(abilities, n))
    return tuple(chosen for chosen in sets if sum(g.surges for g in chosen) <= surges)


def missed(attack: Attack, accuracy: int, dodges: int) -> bool:
    """A dodge, or less accuracy than squares (at least 1 against an adjacent figure)."""
    return bool(dodges) or (attack.distance is not None and accuracy < max(1, attack.distance))


def damage(attack: Attack, roll: Sequence[int], defense: Sequence[int], spent: Gain) -> int:
    """Steps 6 and 7."""
    hurt, _, accuracy = roll
    block, _, dodges = defense
    fixed = attack.fixed
    if missed(attack, accuracy + fixed.accuracy + spent.accuracy, dodges):
        return 0
    stopped = max(0, block + fixed.block + spent.block - fixed.pierce - spent.pierce)
    return max(0, hurt + fixed.damage + spent.damage - stopped)


def surges_left(attack: Attack, roll: Sequence[int], defense: Sequence[int]) -> int:
    """Step 4: each evade cancels a surge."""
    return max(0, roll[1] + attack.fixed.surge_result - max(0, defense[1] + attack.fixed.evade))


def solve(attack: Attack, budget: Budget) -> Outcome:
    red = _roll(attack.attack_dice, ATTACK_ICONS)
    black = _roll(attack.defense_dice, DEFENSE_ICONS)
    budget.spend(len(red) * len(black))
    size = max(r[0] for r in red) + max(0, attack.fixed.damage) + sum(max(0, a.damage) for a in attack.abilities) + 1
    totals = {
        n: tuple({_effect(summed(s)) for s in spendings(attack.abilities, n)}) for n in range(max(r[1] for r in red) + 20)
    }
    found: dict[int, int] = {}
    for defense, m in black.items():
        for roll, n in red.items():
            options = totals[min(surges_left(attack, roll, defense), len(totals) - 1)]
            hurt = max(damage(attack, roll, defense, spent) for spent in options)
            found[hurt] = found.get(hurt, 0) + n * m
    return mixed((n, certain(hurt, size)) for hurt, n in found.items())


def _effect(gain: Gain) -> Gain:
    return Gain(damage=gain.damage, pierce=gain.pierce, accuracy=gain.accuracy)


def _roll(dice: tuple[str, ...], icons: tuple[str, ...]) -> Ways:
    return rolled((die_faces(GAME, die, icons) for die in dice), len(icons))
