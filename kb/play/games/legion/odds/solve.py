"""Legión: one attack pool against one defender, steps 4c to 9 of the attack sequence of the Reglamento básico.

Each side plays its best at each window. What keywords and cards do to the dice comes as levers (`levers`).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

from kb.play.games.legion.odds import exact, rerolls
from kb.play.games.legion.odds.rerolls import Converted
from kb.play.games.legion.odds.rules import (
    BLANK,
    BLOCK,
    DEFENSE_DIE,
    SURGE,
    Attack,
    Defense,
    Take,
    converted,
    cover_of,
    pools_of,
    sharpened,
    sides,
    trades,
)  # fmt: skip
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, best, certain, mixed, padded
from kb.play.odds.pool import Change, Option, Reroll, Value, Window, play, pools, rolled_value


def solve(attack: Attack, budget: Budget) -> Outcome:
    """The best of what the attacker decides while the pool is formed: giving up a keyword's number, and which dice improve."""
    return best([_rolled(play, pool, budget) for play in trades(attack) for pool in pools_of(play)], 1)


def _rolled(attack: Attack, pool: Take, budget: Budget) -> Outcome:
    roll = exact.attack_roll if exact.is_small(attack, pool) else rerolls.attack_roll
    return roll(attack, pool, converted_value(attack, budget), budget)


def converted_value(attack: Attack, budget: Budget) -> Converted:
    """What follows the rerolls, from what the dice show then."""
    dice = sum(attack.dice.values())
    size = dice + 1
    end = _wounds(attack, dice, size, budget) if attack.defense else _results(size)
    return _converted_value(attack, dice, end, budget)


def _results(size: int) -> "End":
    return lambda hits, crits, aims, dodge, aimed: certain(hits + crits, size, hits, crits)


End = Callable[[int, int, int, int, bool], Outcome]
"""Value of (hits, crits, aim tokens left, dodge tokens of the attacker, whether one was spent to roll again), step 4."""


def _converted_value(attack: Attack, dice: int, end: End, budget: Budget) -> Converted:
    """Step 4c and what follows it, from (hits, crits, surges, aims left, whether one was spent to roll again)."""
    by_aim, by_dodge = attack.lever("lift_by_aim"), attack.lever("lift_by_dodge")

    @cache
    def value(hits: int, crits: int, surges: int, aims: int, aimed: bool) -> Outcome:
        h, c = converted(attack, hits, crits, surges)
        if not by_aim and not by_dodge:
            return end(h, c, aims, attack.dodge, aimed)
        aim_tokens, dodge_tokens = min(aims, by_aim), min(attack.dodge, by_dodge)
        options = [
            end(h + more, c + top, aims - min(used, aim_tokens), attack.dodge - max(0, used - aim_tokens), aimed)
            for used, more, top in sharpened(aim_tokens + dodge_tokens, dice - h - c, h)
        ]
        budget.spend(1 + len(options) // 4)
        return best(options, 1)

    return value


def _wounds(attack: Attack, dice: int, size: int, budget: Budget) -> End:
    d = attack.defense
    assert d is not None
    cover, lever = cover_of(attack), attack.standing().__getitem__
    white = sides(DEFENSE_DIE["blanco"], ("incremento", "bloqueo"))
    stops, passes = (white[BLOCK], sum(white) - white[BLOCK]) if cover == 1 else (white[SURGE] + white[BLOCK], white[BLANK])
    defended = _defended(attack, d, size, budget)
    dodges = 0 if lever("no_dodge") else d.dodge

    @cache
    def covered(hits: int, crits: int, aims: int, aimed: bool, blanks: int) -> Outcome:
        if not cover or not hits:
            return dodged(hits, crits, aims, aimed, blanks)
        parts = Counter({lever("cover_blocks"): 1})
        for _ in range(hits - lever("cover_fewer")):
            after: Counter[int] = Counter()
            for k, n in parts.items():
                after[k + 1] += n * stops
                after[k] += n * passes
            parts = after
        budget.spend(len(parts))
        return mixed((n, dodged(max(0, hits - k), crits, aims, aimed, blanks)) for k, n in parts.items())

    @cache
    def dodged(hits: int, crits: int, aims: int, aimed: bool, blanks: int) -> Outcome:
        options = []
        for n in range(dodges + 1):
            for on_crits in range(min(n, crits) + 1 if lever("dodge_crits") else 1):
                on_hits = min(n - on_crits, hits)
                options.append(modified(hits - on_hits, crits - on_crits, aims, aimed, blanks, n > 0))
        budget.spend(1 + len(options) // 4)
        return best(options, -1)

    @cache
    def modified(hits: int, crits: int, aims: int, aimed: bool, blanks: int, dodging: bool) -> Outcome:
        """Step 6, the attacker."""
        options = []
        for lethal in range(min(lever("aim_pierce"), aims) + 1):
            for impact in {0, min(hits, lever("hits_to_crits"))}:
                h, c = hits - impact, crits + impact
                if lever("crits_to_hits"):
                    h, c = h + c, 0
                # «Embestida»: blanks first, then hits; a crit cannot improve, and what was cancelled is no longer in the pool.
                ram = min(lever("any_to_crits"), blanks + h)
                h, c = h - max(0, ram - blanks), c + ram
                options.append(cancelled(h, c, aimed, lethal, dodging))
        budget.spend()
        return best(options, 1)

    @cache
    def cancelled(hits: int, crits: int, aimed: bool, lethal: int, dodging: bool) -> Outcome:
        """Step 6, the defender: armour, backup and guardians on hits, shields on either."""
        tokens = d.shields + lever("shields")
        shields = 0 if attack.melee else max(0, tokens - min(lever("shields_down"), hits + crits))
        divine = min(crits, max(0, lever("guard_crits") - hits))
        options = [defended(hits + crits, aimed, lethal, dodging)]
        hits, crits = hits - min(hits, lever("cancel_hits")), crits - divine
        options += [defended(hits + crits - s, aimed, lethal, dodging) for s in range(min(shields, hits + crits) + 1)]
        return best(options, -1)

    def start(hits: int, crits: int, aims: int, _dodge: int, aimed: bool) -> Outcome:
        return covered(hits, crits, aims, aimed, dice - hits - crits if lever("any_to_crits") else 0)

    return start


def _defended(attack: Attack, d: Defense, size: int, budget: Budget) -> Callable[[int, bool, int, bool], Outcome]:
    """Steps 7 to 9: one die per result, rerolls, surges, pierce, and the wounds."""
    die = sides(DEFENSE_DIE[d.die], ("incremento", "bloqueo"))

    @cache
    def wounds(results: int, aimed: bool, lethal: int, dodging: bool) -> Outcome:
        levers = attack.standing(aimed, dodging)
        pierce = max(0, levers["pierce"] + min(lethal, levers["aim_pierce"]))
        extra = min(d.suppression, levers["dice_by_suppression"]) + (pierce if levers["dice_by_pierce"] else 0)
        value: Value = lambda pool: certain(max(0, results - max(0, pool[BLOCK] - pierce)), results + 1)  # noqa: E731
        to_block = d.surge or levers["surge_blocks"] > 0
        options, faces = _defense_options(levers, d, to_block), die
        if to_block:
            # Every surge will be a block, and is rolled again only where a block is too: it counts as one at once.
            faces = (die[BLANK], 0, die[SURGE] + die[BLOCK])
        elif not d.surge_tokens:  # nothing will come of it
            faces = (die[BLANK] + die[SURGE], 0, die[BLOCK])
        rolled = results + extra if results else 0
        budget.spend(len(pools(rolled, faces)))
        value = play(Window(-1, options), faces, value, budget, 1 + results // 10)
        return padded(rolled_value(rolled, faces, value), size)

    return wounds


def _defense_options(levers: Mapping[str, int], d: Defense, to_block: bool) -> tuple[Option, ...]:
    options: list[Option] = []
    if levers["reroll"]:
        options.append(Reroll(frozenset({BLANK} if to_block else {BLANK, SURGE}), levers["reroll"]))
    if levers["reroll_all"]:
        options.append(Reroll(frozenset({BLANK, SURGE, BLOCK}), whole=True))
    if d.surge_tokens and not to_block:
        options.append(Change(frozenset({SURGE}), BLOCK, d.surge_tokens))
    return tuple(options)
