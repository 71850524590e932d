"""Leyendas: what an instruction does: moves with a purpose, engages, repositions, attacks.

The other verbs are Imperial Assault's.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from pydantic import Field

from grammar.effects import Operacion, Seleccion
from kb.play.cite import Cite, cite
from kb.play.games.assault.amount import Act, things
from kb.play.games.assault.attack import Attack, DefenseResults, Face, Results, fought
from kb.play.games.assault.cards import BUILDERS
from kb.play.games.assault.conditions import relative
from kb.play.games.assault.operations import VERBS
from kb.play.games.assault.scene import NotRun, Scene, Told
from kb.play.games.assault.selector import candidates
from kb.play.games.assault.state import AttackDie
from kb.play.games.leyendas import walk as way
from kb.play.games.leyendas.targets import but, goal_of, in_reach, targets
from kb.play.validation import Model

SKIP = cite("leyendas/omitir-instrucciones#r-cf2072", "no cambiaría nada")
END = cite("leyendas/lista-de-instrucciones#r-d84586", "acaba su activación")


class Roll(Model):
    """What comes up in an attack of the list."""

    ataque: tuple[Face, ...] | None = None
    defensa: tuple[Face, ...] | None = None
    resultados: Results | None = None
    resultados_de_defensa: DefenseResults | None = None
    usa: dict[str, Told] = Field(default_factory=dict)


class Skip(Exception):
    """The instruction cannot be resolved; the reason and its rule."""

    def __init__(self, reason: str, rule: Cite) -> None:
        super().__init__(reason)
        self.reason, self.rule = reason, rule


def _points(op: Operacion) -> int:
    count = getattr(op, "puntos", None)
    if count is None or len(count.valores) != 1:
        raise NotRun("se mueve de un modo que no se mide")
    return int(count.valores[0])


def _mover(op: Operacion) -> Act:
    if getattr(op, "puntos", None) is None and not getattr(op, "hacia", ()):
        return VERBS["mover"](op)
    purpose = getattr(op, "proposito", None)
    if purpose is None:
        return _towards(op)
    if len(purpose.ops) != 1 or purpose.ops[0].kind not in PURPOSES:
        raise NotRun("se mueve para algo que el motor no sabe hacer")
    return PURPOSES[purpose.ops[0].kind](op, purpose.ops[0])


def _towards(op: Operacion) -> Act:
    where: tuple[object, ...] = getattr(op, "hacia", None) or ()
    thing = getattr(op, "que", None)
    told = thing.cuenta if isinstance(thing, Seleccion) and thing.objeto == "casilla" else None
    n = told.valores[0] if told is not None and told.valores else _points(op)
    if len(where) != 1:
        raise NotRun("se mueve hacia varios sitios")
    goal = goal_of(where[0])

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            target = next(targets(scene, goal, but(name)), None)
            if target is None:
                raise Skip("no hay hacia quién moverse", SKIP)
            way.towards(scene, name, n, target)
            scene.kept = True

    return run


def _engage(op: Operacion, purpose: Operacion) -> Act:
    return _beside(_points(op), goal_of(purpose.a or getattr(purpose, "que", None)))


def _beside(n: int, goal: Seleccion) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            if not any(way.engage(scene, name, n, target) for target in targets(scene, goal, but(name))):
                raise Skip("no puede quedar adyacente a nadie", way.ENGAGE)
            scene.kept = True

    return run


def _next_to(op: Operacion, purpose: Operacion) -> Act:
    """«para quedar adyacente a…»: the official groups' way to say engage."""
    if not any(str(a.id) == "adyacente" for g in getattr(purpose, "predicado", ()) for a in g.partes):
        raise NotRun("se mueve para algo que el motor no sabe hacer")
    other = purpose.predicado_con.que if purpose.predicado_con is not None else None
    n, goal = _points(op), goal_of(other)
    count = goal.cuenta
    if count is None or count.tipo not in ("tantos", "o_mas"):
        return _beside(n, goal)
    least = purpose.limite.valores[0] if purpose.limite is not None else (count.valores[0] if count.valores else 1)
    found = candidates(goal.but(cuenta=None), relative)

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            if not way.next_to_many(scene, name, n, [t for t in found(scene) if t != name], least):
                raise Skip(f"no puede quedar adyacente a {least} o más", way.ENGAGE)
            scene.kept = True

    return run


def _reposition(op: Operacion, purpose: Operacion) -> Act:
    n, wanted = _points(op), getattr(purpose, "distancia", None)
    if wanted is None or len(wanted.valores) != 1:
        raise NotRun("no dice a qué distancia se reposiciona")

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            way.reposition(scene, name, n, wanted.valores[0])
            scene.kept = True

    return run


def _to_attack(op: Operacion, purpose: Operacion) -> Act:
    n, goal, dice = _points(op), goal_of(purpose.a or getattr(purpose, "que", None)), _dice(purpose)

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            for target in targets(scene, goal, but(name)):
                if way.to_attack(scene, name, n, target):
                    _strike(scene, name, target, dice)
                    break
            else:
                raise Skip("no puede atacar a nadie", way.TO_ATTACK)

    return run


def _attack(op: Operacion) -> Act:
    what = goal_of(op.a or getattr(op, "que", None))
    dice = _dice(op)
    many = what.cuenta.valores[0] if what.cuenta is not None and what.cuenta.valores and what.plural else 1
    goal = what.but(cuenta=None) if many > 1 else what

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            legal = list(islice(targets(scene, goal, in_reach(scene, name)), many))
            if not legal:
                raise Skip("no puede atacar a nadie", way.TO_ATTACK)
            for target in legal:
                _strike(scene, name, target, dice)

    return run


PURPOSES: dict[str, Callable[[Operacion, Operacion], Act]] = {
    "atacar": _to_attack,
    "confrontar": _engage,
    "reposicionar": _reposition,
    "quedar": _next_to,
}


def _dice(op: Operacion) -> tuple[AttackDie, ...] | None:
    """«usando 1 dado rojo y 1 dado verde»."""
    tools = [use.que for use in op.usando if use.verbo == "usar"] + [getattr(op, "con", None)]
    found: list[Any] = []
    for tool in tools:
        if tool is None:
            continue
        for thing in things(tool):
            colours = [str(a.id) for g in thing.rasgos for a in g.partes if a.clase == "color"]
            if not thing.objeto.startswith("dado") or len(colours) != 1:
                raise NotRun("ataca con algo que no son dados de un color")
            n = thing.cuenta.valores[0] if thing.cuenta is not None and thing.cuenta.valores else 1
            found += colours * n
    return tuple(found) or None


def _strike(scene: Scene, name: str, target: str, dice: tuple[AttackDie, ...] | None) -> None:
    rolls: list[Roll] = scene.rolls
    roll = rolls.pop(0) if rolls else Roll()
    order = Attack(
        atacante=name, defensor=target, dados=dice, prioridad=True, accion=False, **roll.model_dump(exclude_none=True)
    )
    battle = fought(scene.table, order, scene.log, scene.during)
    scene.table, scene.fight, scene.target, scene.kept = battle.table, battle.fight, target, True
    scene.last = (target,)
    if scene.table.figure(name).derrotada:
        raise Skip(f"{name} ha sido derrotada", END)


BUILDERS["instrucciones"] = {**VERBS, "mover": _mover, "atacar": _attack}
