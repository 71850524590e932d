"""X-Wing: one attack, from the roll of 2a to the damage of 5 (Guía de referencia, «Ataque»)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from kb.play.dice import die_faces
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, certain
from kb.play.odds.pool import Add, Change, Counts, Option, Reroll, Value, Window, play, rolled_value

BLANK, EYE, HIT, CRIT = range(4)
EVADE = 2
ATTACK_ICONS = ("concentracion", "impacto", "critico")
DEFENSE_ICONS = ("concentracion", "evasion")
MOST_DICE = 6  # «Ataque», pasos 2a y 3a: siempre entre 0 y 6.


@dataclass(frozen=True)
class Attack:
    """The dice to roll and the options of each window, in the order of the book."""

    attack_dice: int
    defense_dice: int
    attack_by_defender: tuple[Option, ...] = ()
    attack_by_attacker: tuple[Option, ...] = ()
    defense_by_attacker: tuple[Option, ...] = ()
    defense_by_defender: tuple[Option, ...] = ()
    reinforce: int = 0
    attack_purse: Counts = ()
    """Tokens of the attacker for which its cards and their own use compete."""
    defense_purse: Counts = ()


def sides(die: str, icons: tuple[str, ...]) -> Counts:
    """How many sides of the die show each face, blank first."""
    faces = die_faces("xwing", die, icons)
    return (sum(not any(f) for f in faces), *(sum(f[i] for f in faces) for i in range(len(icons))))


RESOURCES = ("concentracion", "calculo", "fuerza", "evasion")


def purse_of(tokens: dict[str, int], wanted: frozenset[str]) -> Counts:
    """How many of each resource there are to share out; empty where no card wants any."""
    return tuple(min(tokens.get(name, 0), MOST_DICE) if name in wanted else 0 for name in RESOURCES) if wanted else ()


def cost_of(name: str, n: int = 1) -> Counts:
    return tuple(n if name == resource else 0 for resource in RESOURCES)


def token_options(tokens: dict[str, int], defending: bool, wanted: frozenset[str] = frozenset()) -> tuple[Option, ...]:
    """What a side's tokens let it do to its own dice. Those that a card also `wanted` are spent one by one from the purse."""
    free = {name: 0 if name in wanted else n for name, n in tokens.items()}
    return (*_free_options(free, defending), *_shared_options(tokens, defending, wanted))


def _shared_options(tokens: dict[str, int], defending: bool, wanted: frozenset[str]) -> Iterator[Option]:
    to, eyes = (EVADE if defending else HIT), frozenset({EYE})
    for name in RESOURCES:
        have = min(tokens.get(name, 0), MOST_DICE) if name in wanted else 0
        if name == "concentracion" and have:
            yield Change(eyes, to, cost=cost_of(name))
        elif name in ("calculo", "fuerza"):
            yield from (Change(eyes, to, 1, cost=cost_of(name)) for _ in range(have))
        elif name == "evasion" and defending:
            yield from (Change(frozenset({BLANK, EYE}), EVADE, 1, cost=cost_of(name)) for _ in range(have))


def _free_options(tokens: dict[str, int], defending: bool) -> tuple[Option, ...]:
    to = EVADE if defending else HIT
    eyes = frozenset({EYE})
    options: list[Option] = []
    if not defending:
        options += [Reroll(frozenset({BLANK, EYE, HIT}))] * min(tokens.get("blanco_fijado", 0), MOST_DICE)
    limited = tokens.get("calculo", 0) + tokens.get("fuerza", 0)
    if tokens.get("concentracion", 0):
        options.append(Change(eyes, to))
    elif limited:
        options.append(Change(eyes, to, limited))
    if defending and tokens.get("evasion", 0):
        options.append(Change(frozenset({BLANK, EYE}), EVADE, tokens["evasion"]))
    return tuple(options)


def neutralised(hits: int, crits: int, evades: int, reinforce: int = 0) -> tuple[int, int]:
    """Step 4: evades cancel hits, then crits; each reinforce token cancels one more while more than one is left."""
    off = min(evades, hits)
    hits, crits = hits - off, max(0, crits - (evades - off))
    for _ in range(reinforce):
        if hits + crits > 1:
            hits, crits = (hits - 1, crits) if hits else (hits, crits - 1)
    return hits, crits


def focused(
    own: tuple[Option, ...], other: tuple[Option, ...], die: Counts, dice: int, to: int
) -> tuple[tuple[Option, ...], Counts]:
    """Where every eye can be changed at will, eyes count as changed from the roll: the same answer, a quarter of the states.

    Not where the other side touches these dice first, nor where an option wants eyes for something better."""
    free = next((o for o in own if isinstance(o, Change) and o.faces == {EYE} and o.to == to and _enough(o, dice, own)), None)
    wants = any(isinstance(o, Change) and EYE in o.faces and HIT not in o.faces and o.to not in (to, EYE) for o in own)
    # A hit may be worth less than a chance of a crit: an eye that only an eye's reroll takes has to stay an eye.
    # Nothing is better than an evade.
    better = to < len(die) - 1
    wants = wants or (better and any(isinstance(o, Reroll) and EYE in o.faces and to not in o.faces for o in own))
    if free is None or other or wants:
        return own, die
    kept = tuple(_without_eyes(o, to) for o in own if o is not free)
    merged = tuple(0 if face == EYE else n + die[EYE] * (face == to) for face, n in enumerate(die))
    return tuple(o for o in kept if isinstance(o, Add) or o.faces), merged


def _enough(option: Change, dice: int, own: tuple[Option, ...]) -> bool:
    more = sum(o.count for o in own if isinstance(o, Add) and o.to == EYE)
    return not option.obligatory and not option.cost and (option.most is None or option.most >= dice + more)


def _without_eyes(option: Option, to: int) -> Option:
    if isinstance(option, Add):
        return replace(option, to=to) if option.to == EYE else option
    if isinstance(option, Change) and option.to == EYE:
        return replace(option, faces=option.faces - {EYE}, to=to)
    return replace(option, faces=option.faces - {EYE})


def solve(attack: Attack, budget: Budget) -> Outcome:
    size = attack.attack_dice + _added(attack) + 1
    on_red, red = focused(
        attack.attack_by_attacker, attack.attack_by_defender, sides("ataque", ATTACK_ICONS), attack.attack_dice, HIT
    )
    on_green, green = focused(
        attack.defense_by_defender, attack.defense_by_attacker, sides("defensa", DEFENSE_ICONS), attack.defense_dice, EVADE
    )

    @cache
    def end(hits: int, crits: int, evades: int) -> Outcome:
        left = neutralised(hits, crits, evades, attack.reinforce)
        return certain(sum(left), size, *left)

    @cache
    def defended(hits: int, crits: int) -> Outcome:
        if not hits + crits:
            return end(0, 0, 0)
        value: Value = lambda pool: end(hits, crits, pool[EVADE])  # noqa: E731
        value = play(Window(-1, on_green, attack.defense_purse), green, value, budget)
        value = play(Window(1, attack.defense_by_attacker), green, value, budget, later=_rerolled(on_green))
        return rolled_value(attack.defense_dice, green, value)

    value: Value = lambda pool: defended(pool[HIT], pool[CRIT])  # noqa: E731
    value = play(Window(1, on_red, attack.attack_purse), red, value, budget)
    value = play(Window(-1, attack.attack_by_defender), red, value, budget, later=_rerolled(on_red))
    return rolled_value(attack.attack_dice, red, value)


def _rerolled(options: tuple[Option, ...]) -> bool:
    """These dice may be rolled again: what was rolled again before them is kept apart (pasos 2b y 3b: una vez por ataque)."""
    return any(isinstance(o, Reroll) for o in options)


def _added(attack: Attack) -> int:
    return sum(o.count for o in (*attack.attack_by_attacker, *attack.attack_by_defender) if isinstance(o, Add))
