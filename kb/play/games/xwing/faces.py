"""X-Wing: the dice of an attack as they are modified. A die is rolled again once at most, whatever it is changed to later."""

from collections import Counter
from collections.abc import Sequence

from kb.play.games.xwing import state as rules
from kb.play.games.xwing.dice_cards import DiceOp, Pool
from kb.play.games.xwing.state import Dice
from kb.play.run import Illegal, Log, Pending

FACES: dict[Pool, tuple[str, ...]] = {"ataque": rules.ATTACK_FACES, "defensa": rules.DEFENSE_FACES}


def shown(dice: Sequence[str]) -> str:
    return ", ".join(dice) or "nada"


def again(dice: Dice, pool: Pool) -> Counter[str]:
    """Of each face, the dice that have been rolled again."""
    return Counter(dice.repetidos.get(pool, {}))


def rerolled(dice: Dice, pool: Pool, lifted: Sequence[str], told: Sequence[str] | None, log: Log) -> Dice:
    """Every reroll of an attack is made here: who orders it, a token, a player or a card, makes no difference."""
    missing = Counter(lifted) - (Counter(dice.of(pool)) - again(dice, pool))
    for old in missing:
        why = f"no hay ningún dado con «{old}» que se pueda volver a tirar: cada dado, una vez"
        raise Illegal(why, rules.ONCE_PER_DIE)
    rolled = log.roll(told, len(lifted), FACES[pool], "los dados que se vuelven a tirar")
    left = list(dice.of(pool))
    for old in lifted:
        left.remove(old)
    return dice.put(pool, [*left, *rolled], again(dice, pool) + Counter(rolled))


def changed(dice: Dice, pool: Pool, faces: Sequence[str], to: str | None) -> Dice:
    """Dice turned to another face, or taken away (None). Of equal dice, first those that were rolled again: their owner
    keeps those that may still be."""
    now, marks = list(dice.of(pool)), again(dice, pool)
    for face in faces:
        if face not in now:
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", rules.MODIFY)
        now[now.index(face)] = to or ""
        if marks[face]:
            marks[face] -= 1
            marks[to or ""] += 1
    del marks[""]
    return dice.put(pool, [face for face in now if face], marks)


def without_choice(dice: Dice, op: DiceOp, card: str, where: str) -> list[str]:
    """The dice that an operation takes where nobody has told them; Pending where there is something to choose.

    As many as it says or, where there are fewer, all («¿Y si hay menos dados de los que se mandan repetir?»)."""
    able = Counter(face for face in dice.of(op.pool) if face in op.faces)
    if op.kind == "repetir":
        able -= again(dice, op.pool)
    n = able.total() if op.most is None else min(op.most, able.total())
    if n < able.total() and len(able) > 1:
        raise Pending(f"di en «{where}» qué dados toca «{card}»: {n} de {shown(list(able.elements()))}")
    return list(able.elements())[:n]


def applied(dice: Dice, op: DiceOp, chosen: Sequence[str], told: Sequence[str] | None, log: Log) -> Dice:
    if op.kind == "anadir":
        return dice.put(op.pool, [*dice.of(op.pool), *op.to[:1] * (op.most or 1)])
    if op.kind == "repetir":
        return rerolled(dice, op.pool, chosen, told, log)
    to = None if op.kind == "anular" else next((face for face in op.to if face in FACES[op.pool]), None)
    if op.kind == "cambiar" and to is None:
        return dice  # a face that the die does not have: nothing happens («Modificación de dados»)
    return changed(dice, op.pool, chosen, to)
