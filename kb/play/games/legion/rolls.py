"""Legión: what dice show: as told, else with the seed, each with the sides of its colour."""

from collections.abc import Mapping, Sequence

from kb.play.games.legion.odds.rules import ATTACK_DIE, DEFENSE_DIE, attack_sides, sides
from kb.play.games.legion.state import ATTACK_FACES, DEFENSE_FACES
from kb.play.run import Log


def _faces(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for name, n in zip(names, counts, strict=True) for _ in range(n))


ATTACK_SIDES: Mapping[str, tuple[str, ...]] = {
    colour: _faces(("vacia", "incremento", "impacto", "critico"), attack_sides(colour)) for colour in ATTACK_DIE
}
DEFENSE_SIDES: Mapping[str, tuple[str, ...]] = {
    colour: _faces(("vacia", "incremento", "bloqueo"), sides(die, ("incremento", "bloqueo")))
    for colour, die in DEFENSE_DIE.items()
}


def attack_dice(log: Log, given: Sequence[str] | None, colours: Sequence[str], what: str) -> tuple[str, ...]:
    """What attack dice show: as told, else each with the sides of its colour."""
    if given is None and log.rng is not None:
        return tuple(log.rng.choice(ATTACK_SIDES[colour]) for colour in colours)
    return log.roll(given, len(colours), ATTACK_FACES, what)


def defense_dice(log: Log, given: Sequence[str] | None, colour: str, n: int, what: str) -> tuple[str, ...]:
    if given is None and log.rng is not None:
        return tuple(log.rng.choice(DEFENSE_SIDES[colour]) for _ in range(n))
    return log.roll(given, n, DEFENSE_FACES, what)
