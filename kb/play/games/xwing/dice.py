"""X-Wing: operations of abilities on the dice of the attack that is being made."""

from collections import Counter

from grammar.effects import Operacion
from kb.play.cards import DiceOp, Pool, Unusable, dice_op
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.faces import applied, shown, without_choice
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.scene import Scene
from kb.play.games.xwing.state import Dice
from kb.play.run import Illegal

VERBS = {"repetir": "volver_a_tirar", "cambiar": "cambiar", "anadir": "anadir"}
"""Forms of modifying dice, as a prohibition names them. Cancelling is none («Modificación de dados»)."""
STEPS: dict[tuple[bool, str], str] = {
    (True, "ataque"): "2a", (False, "ataque"): "2b", (True, "defensa"): "3a", (False, "defensa"): "3b",
}  # fmt: skip
"""Where an ability «mientras» acts: what gives dice when they are rolled, what modifies them in its own step."""


def step_of(op: Operacion, pool: Pool) -> str | None:
    """The step in which an operation on dice happens; None where it is no such operation."""
    try:
        found = dice_op(op, pool, None)
    except Unusable:
        return None
    return STEPS[found.kind == "dados", found.pool]


def on_dice(scene: Scene, op: Operacion, name: str) -> Scene:
    dice = scene.table.dados
    if dice is None:
        raise scene.fail("cambia dados y no se está efectuando ningún ataque")
    speaker = name if name in scene.view.roles_here() else scene.view.happening.who if scene.view.happening else ""
    pool: Pool = "ataque" if speaker == scene.view.role("atacante") else "defensa"
    try:
        found = dice_op(op, pool, None)
    except Unusable as error:
        raise scene.fail(error.reason) from None
    if found.kind == "dados":
        more = {**dice.mas, found.pool: dice.mas.get(found.pool, 0) + (found.most or 0)}
        scene.say(f"«{scene.card}»: {found.most or 0:+d} dados de {found.pool}", rules.TIMING)
        return scene.on(scene.table.model_copy(update={"dados": dice.model_copy(update={"mas": more})}))
    owner = scene.view.role("atacante" if found.pool == "ataque" else "defensor") or ""
    if found.kind in VERBS:
        check(scene.table, Deed(name, VERBS[found.kind], "dado", dice_of=owner), scene.view.happening)
    changed = applied(dice, found, _chosen(scene, found, dice), scene.decision.sale, scene.log)
    scene.say(f"«{scene.card}»: {shown(changed.of(found.pool))}", rules.MODIFY)
    return scene.on(scene.table.model_copy(update={"dados": changed}))


def _chosen(scene: Scene, op: DiceOp, dice: Dice) -> list[str]:
    """The dice that it takes: those told, or all where there is nothing to choose."""
    told = scene.decision.dados
    if told is None or op.kind == "anadir":
        return without_choice(dice, op, scene.card, "dados")
    able = Counter(face for face in dice.of(op.pool) if face in op.faces)
    if (op.most is not None and len(told) > op.most) or Counter(told) - able:
        raise Illegal(f"«{scene.card}» no permite hacer eso con esos dados", rules.MODIFY_ATTACK)
    return list(told)
