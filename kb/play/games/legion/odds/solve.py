"""Legión: one attack pool against one defender, steps 4c to 9 of the attack sequence of the Reglamento básico.

Each side plays its best at each window. Keywords count as fulfilled: who writes «Cazador de Jedi» says that it applies.
"""

from collections import Counter
from collections.abc import Callable
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
    makashi_plays,
    pools_of,
    sharpened,
    sides,
)  # fmt: skip
from kb.play.odds.budget import Budget
from kb.play.odds.outcome import Outcome, best, certain, mixed, padded
from kb.play.odds.pool import Change, Option, Reroll, Value, Window, play, pools, rolled_value


def solve(attack: Attack, budget: Budget) -> Outcome:
    """The best of what the attacker may decide while the pool is formed: using «Dominio de Makashi», and which dice improve."""
    return best([_rolled(play, pool, budget) for play in makashi_plays(attack) for pool in pools_of(play)], 1)


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
    return lambda hits, crits, aims, dodge, pierce: certain(hits + crits, size, hits, crits)


End = Callable[[int, int, int, int, int], Outcome]
"""Value of (hits, crits, aim tokens left, dodge tokens of the attacker, pierce gained) after step 4."""


def _converted_value(attack: Attack, dice: int, end: End, budget: Budget) -> Converted:
    """Step 4c and what follows it, from (hits, crits, surges, aims left, pierce gained)."""
    tokens_for = {"punteria": "aim", "dominio_de_jar_kai": "dodge"}

    @cache
    def value(hits: int, crits: int, surges: int, aims: int, pierce: int) -> Outcome:
        h, c = converted(attack, hits, crits, surges)
        if not any(attack.has(k) for k in tokens_for):
            return end(h, c, aims, attack.dodge, pierce)
        aim_tokens = aims if attack.has("punteria") else 0
        dodge_tokens = attack.dodge if attack.has("dominio_de_jar_kai") and attack.melee else 0
        options = [
            end(h + more, c + top, aims - min(used, aim_tokens), attack.dodge - max(0, used - aim_tokens), pierce)
            for used, more, top in sharpened(aim_tokens + dodge_tokens, dice - h - c, h)
        ]
        budget.spend(1 + len(options) // 4)
        return best(options, 1)

    return value


def _wounds(attack: Attack, dice: int, size: int, budget: Budget) -> End:
    d = attack.defense
    assert d is not None
    cover = cover_of(attack)
    white = sides(DEFENSE_DIE["blanco"], ("incremento", "bloqueo"))
    stops, passes = (white[BLOCK], sum(white) - white[BLOCK]) if cover == 1 else (white[SURGE] + white[BLOCK], white[BLANK])
    defended = _defended(attack, d, size, budget)
    dodges = 0 if attack.has("alta_velocidad") else d.dodge

    @cache
    def covered(hits: int, crits: int, aims: int, pierce: int, blanks: int) -> Outcome:
        if not cover or not hits:
            return dodged(hits, crits, aims, pierce, blanks)
        sure = 1 if attack.faces("furtivo") else 0
        rolled = hits - sure
        parts = Counter({sure: 1})
        for _ in range(rolled):
            after: Counter[int] = Counter()
            for k, n in parts.items():
                after[k + 1] += n * stops
                after[k] += n * passes
            parts = after
        budget.spend(len(parts))
        return mixed((n, dodged(hits - k, crits, aims, pierce, blanks)) for k, n in parts.items())

    @cache
    def dodged(hits: int, crits: int, aims: int, pierce: int, blanks: int) -> Outcome:
        options = []
        for n in range(dodges + 1):
            for on_crits in range(min(n, crits) + 1 if attack.faces("capacidad_de_maniobra") else 1):
                on_hits = min(n - on_crits, hits)
                options.append(modified(hits - on_hits, crits - on_crits, aims, pierce, blanks, n > 0))
        budget.spend(1 + len(options) // 4)
        return best(options, -1)

    @cache
    def modified(hits: int, crits: int, aims: int, pierce: int, blanks: int, dodging: bool) -> Outcome:
        """Step 6, the attacker."""
        armoured = attack.faces("blindaje") or attack.faces("blindaje_x")
        options = []
        for lethal in range(min(attack.has("letal"), aims) + 1):
            for impact in {0, min(hits, attack.has("antiblindaje") + attack.faces("punto_debil")) if armoured else 0}:
                h, c = hits - impact, crits + impact
                if attack.has("primitiva") and armoured:
                    h, c = h + c, 0
                # «Embestida»: blanks first, then hits; a crit cannot improve, and what was cancelled is no longer in the pool.
                ram = min(attack.has("embestida"), blanks + h)
                h, c = h - max(0, ram - blanks), c + ram
                options.append(cancelled(h, c, pierce + lethal, dodging))
        budget.spend()
        return best(options, 1)

    @cache
    def cancelled(hits: int, crits: int, pierce: int, dodging: bool) -> Outcome:
        """Step 6, the defender: armour, backup and guardians on hits, shields on either."""
        shields = 0 if attack.melee else max(0, attack.faces("escudado") - min(attack.has("ionica"), hits + crits))
        ranged = 0 if attack.melee else 2 * bool(attack.faces("asistencia")) + attack.faces("guardian")
        on_hits = hits if attack.faces("blindaje") else min(hits, attack.faces("blindaje_x") + ranged)
        divine = (
            min(crits, max(0, attack.faces("guardian") - hits)) if attack.faces("divina_influencia") and not attack.melee else 0
        )
        options = [defended(hits + crits, pierce, dodging)]
        hits, crits = hits - on_hits, crits - divine
        options += [defended(hits + crits - s, pierce, dodging) for s in range(min(shields, hits + crits) + 1)]
        return best(options, -1)

    def start(hits: int, crits: int, aims: int, _dodge: int, pierce: int) -> Outcome:
        return covered(hits, crits, aims, pierce, dice - hits - crits if attack.has("embestida") else 0)

    return start


def _defended(attack: Attack, d: Defense, size: int, budget: Budget) -> Callable[[int, int, bool], Outcome]:
    """Steps 7 to 9: one die per result, rerolls, surges, pierce, and the wounds."""
    die = sides(DEFENSE_DIE[d.die], ("incremento", "bloqueo"))
    makashi = attack.has("dominio_de_makashi") and attack.melee

    @cache
    def wounds(results: int, gained: int, dodging: bool) -> Outcome:
        pierce = attack.has("perforante") + gained - bool(makashi)
        immune = attack.faces("inmune_a_perforante") or (attack.faces("duelista") and attack.melee and dodging)
        # «Dominio de Makashi» silences «Inmune a Perforante» and «Duro de pelar», not the immunity to melee alone.
        proof = attack.melee and attack.faces("inmune_a_perforante_en_cuerpo_a_cuerpo")
        extra = min(d.suppression, attack.faces("sentido_del_peligro"))
        if attack.faces("duro_de_pelar") and not immune and not makashi:
            extra += pierce
        through = 0 if proof or (immune and not makashi) else max(0, pierce)
        value: Value = lambda pool: certain(max(0, results - max(0, pool[BLOCK] - through)), results + 1)  # noqa: E731
        options, faces = _defense_options(attack, d, dodging), die
        if _to_block(attack, d, dodging):
            # Every surge will be a block, and is rolled again only where a block is too: it counts as one at once.
            faces = (die[BLANK], 0, die[SURGE] + die[BLOCK])
        elif not d.surge_tokens:  # nothing will come of it
            faces = (die[BLANK] + die[SURGE], 0, die[BLOCK])
        rolled = results + extra if results else 0
        budget.spend(len(pools(rolled, faces)))
        value = play(Window(-1, options), faces, value, budget, 1 + results // 10)
        return padded(rolled_value(rolled, faces, value), size)

    return wounds


def _to_block(attack: Attack, d: Defense, dodging: bool) -> bool:
    """All the defender's surges become blocks."""
    return bool(
        d.surge
        or (attack.faces("desvio") and not attack.melee and not attack.has("alta_velocidad"))
        or attack.faces("completar_la_mision")
        or (attack.faces("bloqueo") and dodging)
    )


def _defense_options(attack: Attack, d: Defense, dodging: bool) -> tuple[Option, ...]:
    to_block = _to_block(attack, d, dodging)
    options: list[Option] = []
    if attack.faces("suerte_increible"):
        options.append(Reroll(frozenset({BLANK} if to_block else {BLANK, SURGE}), attack.faces("suerte_increible")))
    if attack.faces("dominio_de_soresu") and not attack.melee:
        options.append(Reroll(frozenset({BLANK, SURGE, BLOCK}), whole=True))
    if d.surge_tokens and not to_block:
        options.append(Change(frozenset({SURGE}), BLOCK, d.surge_tokens))
    return tuple(options)
