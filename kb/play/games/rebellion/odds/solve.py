"""Rebellion: a combat roll, and a mission against its opposition (Guía de referencia, «Dados», «Misiones»)."""

from collections.abc import Mapping

from kb.play.dice import Ways, die_faces, rolled
from kb.play.errors import PlayError
from kb.play.odds.outcome import Outcome, certain, mixed

GAME = "rebellion"
COLOURS = ("rojo", "negro", "verde")
ICONS = ("impacto", "impacto_directo", "especial")
MOST_COMBAT = 5  # of each colour, «Resolución de ataques»
MOST_MISSION = 10  # «Revelar una Misión», paso 5
SUCCESSES = (1, 1, 2)  # of each icon in a mission


def combat_roll(dice: Mapping[str, int], most: int = MOST_COMBAT) -> Ways:
    """Results as (hits of each colour…, direct hits, specials): a hit only reaches a unit of its colour."""
    total = []
    for i, colour in enumerate(COLOURS):
        n = min(dice.get(colour, 0), most)
        faces = die_faces(GAME, colour, ICONS)
        wide = tuple((*(hit if j == i else 0 for j in range(len(COLOURS))), direct, special) for hit, direct, special in faces)
        total += [wide] * n
    return rolled(total, len(COLOURS) + 2)


def useful_damage(result: tuple[int, ...], health: Mapping[str, int] | None) -> int:
    """Damage that can be assigned: all of it without `health`, else up to the health of each colour present."""
    *hits, direct, _ = result
    if health is None:
        return sum(hits) + direct
    rooms = [health.get(colour, 0) for colour in COLOURS]
    fits = [min(h, room) for h, room in zip(hits, rooms, strict=True)]
    return sum(fits) + min(direct, sum(rooms) - sum(fits))


def combat(dice: Mapping[str, int], health: Mapping[str, int] | None = None, block: int = 0) -> Outcome:
    """Damage of one roll; the second sum counts the specials."""
    roll = combat_roll(dice)
    size = sum(dice.values()) + 1
    return mixed((n, certain(max(0, useful_damage(r, health) - block), size, 0, r[-1])) for r, n in roll.items())


def mission_roll(dice: int) -> Mapping[int, int]:
    if dice > MOST_MISSION:
        raise PlayError(f"en una Misión se tiran como mucho {MOST_MISSION} dados", "dice")
    faces = tuple((sum(n * s for n, s in zip(f, SUCCESSES, strict=True)),) for f in die_faces(GAME, "rojo", ICONS))
    return {result[0]: n for result, n in rolled([faces] * dice, 1).items()}


def mission(dice: int, bonus: int, rival_dice: int, rival_bonus: int) -> tuple[int, int]:
    """Ways to succeed and ways in all: more successes than the rival, so that a tie fails."""
    mine, theirs = mission_roll(dice), mission_roll(rival_dice)
    good = sum(n * m for a, n in mine.items() for b, m in theirs.items() if a + bonus > b + rival_bonus)
    return good, sum(mine.values()) * sum(theirs.values())
