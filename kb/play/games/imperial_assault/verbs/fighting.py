"""Imperial Assault: attacks that an ability or an instruction makes."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from grammar.meaning.values import ONE, WHOLE, Cosa, Hecho, It, Value
from kb.play.games.imperial_assault.attack import Attack, fought
from kb.play.games.imperial_assault.measure import friends
from kb.play.games.imperial_assault.skip import Skip
from kb.play.games.imperial_assault.state import Table
from kb.play.games.imperial_assault.targets import targets
from kb.play.games.imperial_assault.verbs.reading import colours_of
from kb.play.games.imperial_assault.view import figure_of
from kb.play.games.imperial_assault.walk import TO_ATTACK, may_attack
from kb.play.games.imperial_assault.world import ABILITY
from kb.play.meaning.conditions import candidates, known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Pending
from kb.play.validation import checked


def strike_at(scene: Scene, name: str, target: str, dice: tuple[str, ...] | None, kind: str | None = None) -> Scene:
    """One attack: what comes up is told by the list or by the decision."""
    table: Table = scene.state
    told: dict[str, Any] = dict(table.rolls[0]) if table.rolls else dict(scene.decision.ataque)
    order: dict[str, Any] = {"atacante": name, "defensor": target, "accion": False, "prioridad": table.listed, **told}
    if dice is not None:
        order["dados"] = dice
    if kind is not None:
        order["tipo"] = kind
    attack = checked(Attack, order, "ataque")
    decisions = scene.log.decisions
    scene.log.decisions = {**decisions, **attack.usa}
    try:
        battle = fought(table.rolled_one(), attack, scene.log, granted=True)
    finally:
        scene.log.decisions = decisions
    return scene.on(battle.table.counted())


def assail(scene: Scene, deed: Deed) -> Scene:
    """«ataca a …»: by the priority of targets, whoever can be attacked from where it stands."""
    fact, name = deed.fact, deed.who.name
    if scene.state.figure(name).derrotada:
        raise Skip(f"{name} ha sido derrotada", TO_ATTACK)
    dice = colours_of(scene, fact.role("con"), deed) if fact.role("con") is not None else None
    goal = fact.role("que")
    if scene.decision.objetivo or (goal is None and scene.chose) or _the_same(goal):  # its player says whom
        against = () if goal is None else (Hecho("contra", (("quien", It()), ("que", goal))),)
        return make_attack(scene, deed, Cosa("ataque", "ataque", ONE, filters=against))
    many = int(goal.qty.n) if isinstance(goal, Cosa) and goal.qty.op == "n" and goal.qty.n.isdigit() else 1
    every = isinstance(goal, Cosa) and goal.qty.op in WHOLE
    legal = list(islice(_goals(scene, goal, name), None if every else many))
    if not legal:
        raise Skip("no puede atacar a nadie", TO_ATTACK)
    for target in legal:
        bound = scene.binding(getattr(goal, "id", 0), figure_of(target))
        scene = strike_at(bound, name, target, dice)
        if scene.state.figure(name).derrotada:
            break
    return scene


def _goals(scene: Scene, goal: Value | None, name: str) -> Iterable[str]:
    """In order; each is told when it is asked for, and not before."""
    table: Table = scene.state

    def legal(target: str) -> bool:
        return target != name and (not table.tablero or may_attack(table, name, target))

    if goal is None:
        return [scene.decision.elige] if scene.decision.elige else [t for t in _enemies(table, name) if legal(t)][:1]
    if isinstance(goal, Cosa) and goal.qty.op in WHOLE:
        return [e.name for e, known in candidates(scene, goal).items() if known and legal(e.name)]
    return targets(scene, goal, name, legal)


def _enemies(table: Table, name: str) -> list[str]:
    return [n for n, f in table.figuras.items() if not f.derrotada and not f.fuera and not friends(table, n, name)]


def make_attack(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """«realiza un ataque [cuerpo-a-cuerpo] usando …»: its player chooses the target, among those that the text allows."""
    row = stuff(what)
    against = next((f.role("que") for f in row.rest if isinstance(f, Hecho) and f.verb == "contra"), None)
    kinds = row.ids("icono_tipo_ataque")
    kind = kinds[0] if kinds else None
    dice = colours_of(scene, deed.fact.role("con"), deed) if deed.fact.role("con") is not None else None
    name, table = deed.who.name, scene.state
    many = int(what.qty.n) if what.qty.op == "n" and what.qty.n.isdigit() else 1
    allowed = _allowed(scene, against, name)
    told = [n.strip() for n in (scene.decision.objetivo or "").split(",") if n.strip()] or (
        [] if scene.chose else [n.strip() for n in (scene.decision.elige or "").split(",") if n.strip()]
    )
    if not told and len(allowed) <= many:
        told = allowed
    if not told:
        raise Pending(f"di en «objetivo» a quién ataca {name} ({', '.join(allowed) or 'ninguna vale'})")
    for target in told[:many]:
        if target not in allowed:
            raise Illegal(f"«{scene.card}» no permite atacar a {target}", ABILITY)
        bound = scene.binding(what.id, Ente("ataque", "ataque", frozenset({"ataque"}), name)).binding(
            getattr(against, "id", 0), figure_of(target)
        )
        if table.figure(name).tipo is None and kind is None:
            raise Pending(f"falta el «tipo» del ataque de {name}")
        scene = strike_at(bound, name, target, dice, kind)
    return scene


def _the_same(whom: Value | None) -> bool:
    """«el mismo objetivo»: of the attack that was just made."""
    return isinstance(whom, Cosa) and any(isinstance(f, Hecho) and f.verb == "mismo" for f in whom.filters)


def _allowed(scene: Scene, against: Value | None, name: str) -> list[str]:
    table: Table = scene.state
    if _the_same(against):
        return [table.fought.defender] if table.fought is not None else []
    pointed = known_as(scene, against) if against is not None else None
    if pointed is not None:
        return [e.name for e in pointed if e.name != name]
    if isinstance(against, Cosa) and against.noun != "objetivo":
        return [e.name for e, known in candidates(scene, against).items() if known and e.name != name]
    return [
        n for n in _enemies(table, name) if not table.tablero or table.figure(name).tipo is None or may_attack(table, name, n)
    ]
