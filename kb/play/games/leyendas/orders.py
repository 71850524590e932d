"""Leyendas: the list of instructions of an Imperial group, figure by figure: cost, target, skipping, resolving."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from grammar.effects import Operacion, Seleccion
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.assault.amount import Act, things
from kb.play.games.assault.attack import Attack, DefenseResults, Face, Results, fought
from kb.play.games.assault.cards import BUILDERS, Ability, read_card
from kb.play.games.assault.conditions import relative
from kb.play.games.assault.measure import most_of, nearest
from kb.play.games.assault.operations import VERBS
from kb.play.games.assault.play import Cards, Held, equipped, run_clause
from kb.play.games.assault.scene import NotRun, Scene, Told, rebel
from kb.play.games.assault.selector import candidates
from kb.play.games.assault.state import AttackDie, Table, harm, without
from kb.play.games.leyendas import walk as way
from kb.play.run import Illegal, Log
from kb.play.validation import Model, told_by

COST = cite("leyendas/lista-de-instrucciones#r3", "una acción por cada icono")
SKIP = cite("leyendas/omitir-instrucciones#r2", "no cambiaría nada")
ONE_ATTACK = cite("leyendas/limite-de-una-accion-de-ataque#r1", "una acción de ataque")
BEST = cite("leyendas/prioridad-de-objetivos#r2", "cumple el criterio")
LEGAL = cite("leyendas/prioridad-de-objetivos#r3", "objetivo legal")
CLOSEST = cite("leyendas/prioridad-de-objetivos#r4", "más cercana")
BONUS = cite("leyendas/efecto-de-bonificacion#r1", "cada figura del grupo")
BLEEDING = cite("leyendas/apendice-1/estados#r2", "Hemorragia")
END = cite("leyendas/lista-de-instrucciones#r1", "acaba su activación")
CITES: tuple[Cite, ...] = (COST, SKIP, ONE_ATTACK, BEST, LEGAL, CLOSEST, BONUS, BLEEDING, END, *way.CITES)
BONUS_NAME = "bonificación"


class Roll(Model):
    """What comes up in an attack of the list."""

    ataque: tuple[Face, ...] | None = None
    defensa: tuple[Face, ...] | None = None
    resultados: Results | None = None
    resultados_de_defensa: DefenseResults | None = None
    usa: dict[str, Told] = Field(default_factory=dict)


class Orders(Model):
    """The activation of one Imperial figure by its list."""

    figura: str
    lista: Annotated[tuple[str, ...], Field(max_length=20)]
    bonificacion: str = ""
    objetivo: str | None = None
    """Whom [rebelde-objetivo] points at, where it is not the nearest Rebel."""
    acaba: dict[int, tuple[int, int]] = Field(default_factory=dict)
    """By number of instruction, where it ends among places as good."""
    ataques: tuple[Roll, ...] = ()
    usa: dict[str, Told] = Field(default_factory=dict)
    """By number of instruction («1») or name of card: dice, successes, whom."""


class Skip(Exception):
    """The instruction cannot be resolved; the reason and its rule."""

    def __init__(self, reason: str, rule: Cite) -> None:
        super().__init__(reason)
        self.reason, self.rule = reason, rule


# --- whom ------------------------------------------------------------------------------------------------------------------

Legal = Callable[[str], bool]


def targets(scene: Scene, what: Seleccion, legal: Legal) -> Iterator[str]:
    """In order of preference: who fits the criterion (ties: the nearest), the next best, at last the nearest Rebel."""
    criterion = (
        candidates(what.but(relativa=None, y_relativa=None), relative) if _compares(what) else candidates(what, relative)
    )
    tried: set[str] = set()
    while names := [n for n in _ranked(scene, what, criterion, tried) if n not in tried]:
        for name in _nearest_first(scene, names):
            tried.add(name)
            if legal(name):
                scene.say(f"su objetivo es {name}", BEST if len(tried) == 1 else LEGAL)
                yield name
    if what.prioridad or what.objeto == "rebelde_objetivo":
        rest = [n for n in scene.alive() if rebel(scene.table.figure(n)) and n not in tried]
        while near := nearest(scene, rest, scene.owner):
            for name in near:
                rest.remove(name)
                if legal(name):
                    scene.say(f"nadie cumple el criterio: su objetivo es {name}, la Rebelde más cercana", CLOSEST)
                    yield name


def _but(name: str) -> Legal:
    return lambda target: target != name


def _in_reach(scene: Scene, name: str) -> Legal:
    return lambda target: way.may_attack(scene, name, target)


def _compares(what: Seleccion) -> bool:
    """«que ha sufrido más [daño]»."""
    ops = what.relativa.frase.efecto.ops if what.relativa is not None else ()
    thing = getattr(ops[0], "que", None) if len(ops) == 1 and ops[0].kind == "sufrir" else None
    return isinstance(thing, Seleccion) and thing.cuenta is not None and thing.cuenta.tipo == "mas"


def _ranked(scene: Scene, what: Seleccion, found: Callable[[Scene], list[str]], tried: set[str]) -> list[str]:
    scene.hidden = frozenset(tried)
    try:
        names = found(scene)
        if names and _compares(what) and what.relativa is not None:
            thing = things(getattr(what.relativa.frase.efecto.ops[0], "que", None))[0]
            names = most_of(thing.objeto)(scene, names)
        return names
    finally:
        scene.hidden = frozenset()


def _nearest_first(scene: Scene, names: list[str]) -> list[str]:
    left, order = list(names), []
    while left:
        near = nearest(scene, left, scene.owner) if len(left) > 1 else left
        order += near
        left = [n for n in left if n not in near]
    return order


# --- what an instruction does -----------------------------------------------------------------------------------------------


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


def _goal(what: object) -> Seleccion:
    if not isinstance(what, Seleccion):
        raise NotRun("tiene varios objetivos")
    candidates(what if not _compares(what) else what.but(relativa=None), relative)  # refused now, not while it runs
    return what


def _towards(op: Operacion) -> Act:
    where: tuple[object, ...] = getattr(op, "hacia", None) or ()
    thing = getattr(op, "que", None)
    told = thing.cuenta if isinstance(thing, Seleccion) and thing.objeto == "casilla" else None
    n = told.valores[0] if told is not None and told.valores else _points(op)
    if len(where) != 1:
        raise NotRun("se mueve hacia varios sitios")
    goal = _goal(where[0])

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            target = next(targets(scene, goal, _but(name)), None)
            if target is None:
                raise Skip("no hay hacia quién moverse", SKIP)
            way.towards(scene, name, n, target)
            scene.kept = True

    return run


def _engage(op: Operacion, purpose: Operacion) -> Act:
    n, goal = _points(op), _goal(purpose.a or getattr(purpose, "que", None))

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            if not any(way.engage(scene, name, n, target) for target in targets(scene, goal, _but(name))):
                raise Skip("no puede quedar adyacente a nadie", way.ENGAGE)
            scene.kept = True

    return run


def _next_to(op: Operacion, purpose: Operacion) -> Act:
    """«para quedar adyacente a…»: the official groups' way to say engage."""
    if not any(str(a.id) == "adyacente" for g in getattr(purpose, "predicado", ()) for a in g.partes):
        raise NotRun("se mueve para algo que el motor no sabe hacer")
    other = purpose.predicado_con.que if purpose.predicado_con is not None else None
    n, goal = _points(op), _goal(other)
    count = goal.cuenta
    if count is not None and count.tipo in ("tantos", "o_mas"):
        least = purpose.limite.valores[0] if purpose.limite is not None else (count.valores[0] if count.valores else 1)
        found = candidates(goal.but(cuenta=None), relative)

        def many(scene: Scene, names: list[str]) -> None:
            for name in names:
                if not way.next_to_many(scene, name, n, [t for t in found(scene) if t != name], least):
                    raise Skip(f"no puede quedar adyacente a {least} o más", way.ENGAGE)
                scene.kept = True

        return many

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            if not any(way.engage(scene, name, n, target) for target in targets(scene, goal, _but(name))):
                raise Skip("no puede quedar adyacente a nadie", way.ENGAGE)
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
    n, goal, dice = _points(op), _goal(purpose.a or getattr(purpose, "que", None)), _dice(purpose)

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            for target in targets(scene, goal, _but(name)):
                if way.to_attack(scene, name, n, target):
                    _strike(scene, name, target, dice)
                    break
            else:
                raise Skip("no puede atacar a nadie", way.TO_ATTACK)

    return run


def _attack(op: Operacion) -> Act:
    what = _goal(op.a or getattr(op, "que", None))
    dice = _dice(op)
    many = what.cuenta.valores[0] if what.cuenta is not None and what.cuenta.valores and what.plural else 1
    goal = what.but(cuenta=None) if many > 1 else what

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            legal = list(islice(targets(scene, goal, _in_reach(scene, name)), many))
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


# --- the list --------------------------------------------------------------------------------------------------------------


def activate(table: Table, order: Orders, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    if rebel(figure):
        raise Illegal(f"{order.figura} no es Imperial: no se activa por una lista", END)
    table = equipped(table)
    if order.bonificacion:
        log.say("3", f"efecto de bonificación: {order.bonificacion}", BONUS, BONUS_NAME, order.bonificacion)
        table = table.change(order.figura, cartas={**figure.cartas, BONUS_NAME: order.bonificacion})
    table = table.change(order.figura, acciones=2, ataques=0).model_copy(update={"activa": order.figura})
    table = _window(table, order, "al_comienzo_de_la_activacion", log)
    rolls = list(order.ataques)
    done: list[bool] = []
    attacked = False
    for number, text in enumerate(order.lista, 1):
        if table.figure(order.figura).derrotada:
            break
        table, resolved, struck = _instruction(table, order, number, text, rolls, attacked, log)
        attacked |= struck
        done.append(resolved)
    if not table.figure(order.figura).derrotada:
        table = _window(table, order, "al_final_de_la_activacion", log)
    left = table.figure(order.figura).acciones
    cards = {k: v for k, v in table.figure(order.figura).cartas.items() if k != BONUS_NAME}
    table = table.change(order.figura, acciones=0, puntos=0, activada=True, cartas=cards).model_copy(update={"activa": None})
    log.say("5", f"{order.figura} acaba su activación", END)
    return table, {"hechas": done, "acciones_sin_usar": left, "ataques": len(order.ataques) - len(rolls)}


def _window(table: Table, order: Orders, window: str, log: Log) -> Table:
    told = {name: t for name, t in order.usa.items() if not name.isdigit()}
    cards = Cards(table, log, told, verbs="instrucciones")
    cards.open(window, "3", order.figura)
    return cards.table


def _instruction(
    table: Table, order: Orders, number: int, text: str, rolls: list[Roll], attacked: bool, log: Log
) -> tuple[Table, bool, bool]:
    """(table, whether it was resolved, whether it was the attack action)."""
    card = read_card(text, table.game, "instrucciones")
    if card.unread:
        raise PlayError(f"no se entiende la instrucción {number}: {card.unread}")
    if not card.abilities:
        log.say("4d", f"instrucción {number}: se entiende, pero no se ejecuta: {'; '.join(card.refused)}", END, text, text)
        return table, False, False
    name = order.figura
    cost, strikes = card.abilities[0].actions, "[acción-ataque]" in text
    if cost > table.figure(name).acciones:
        log.say("4a", f"instrucción {number}: cuesta {cost} acciones y quedan {table.figure(name).acciones}: se omite", COST)
        return table, False, False
    if strikes and attacked:
        log.say("4c", f"instrucción {number}: ya hizo su acción de ataque: se omite", ONE_ATTACK)
        return table, False, False
    scene = _scene(table, order, number, text, rolls, log)
    try:
        _resolve(scene, card.abilities, text)
    except Skip as skip:
        if scene.table == table or not scene.kept:
            log.say("4c", f"instrucción {number}: {skip.reason}: se omite", skip.rule)
            return table, False, False
    if scene.table == table and not scene.kept:
        log.say("4c", f"instrucción {number}: no cambiaría nada: se omite", SKIP)
        return table, False, False
    left = max(0, scene.table.figure(name).acciones - cost)
    table = scene.table.change(name, acciones=left)
    log.say("4d", f"instrucción {number}: resuelta por {cost} acciones", COST, text, text)
    for why in card.refused:
        log.say("4d", f"instrucción {number}: se entiende, pero no se ejecuta: {why}", END, text, text)
    return (bleed(table, name, log) if cost else table), True, strikes


def _scene(table: Table, order: Orders, number: int, text: str, rolls: list[Roll], log: Log) -> Scene:
    told = order.usa.get(str(number), Told())
    if number in order.acaba:
        told = told.model_copy(update={"camino": (order.acaba[number],)})
    scene = Scene(table, log, order.figura, f"instrucción {number}", text, "4d", told=told)
    scene.target, scene.rolls, scene.acting = order.objetivo, rolls, order.figura
    return scene


def _resolve(scene: Scene, abilities: tuple[Ability, ...], text: str) -> None:
    """All its sentences in order; those that change an attack wait for it inside."""
    inside = [a for a in abilities if a.event in ("ataque", "declara")]
    scene.during = [Held(scene.owner, scene.card, text, a, scene) for a in inside]
    cards = Cards(scene.table.model_copy(update={"figuras": {}}), scene.log, {scene.card: scene.told}, known={scene.card})
    for ability in abilities:
        if ability in inside:
            continue
        if ability.event == "tras_ataque" and scene.fight is None:
            continue
        for clause in ability.clauses:
            run_clause(Held(scene.owner, scene.card, text, ability, scene, used=True), clause, cards)


def bleed(table: Table, name: str, log: Log) -> Table:
    """After an instruction with an action icon; with one health left the condition goes."""
    figure = table.figure(name)
    if "hemorragia" not in figure.estados or figure.derrotada:
        return table
    log.say("4e", f"{name} sufre 1 de daño por la Hemorragia", BLEEDING)
    table = harm(table, name, 1, log, "4e")
    figure = table.figure(name)
    if not figure.derrotada and figure.vida - figure.dano == 1:
        log.say("4e", "queda a 1 de Vida: descarta la Hemorragia", BLEEDING)
        table = table.change(name, estados=without(figure.estados, "hemorragia"))
    return table


__all__ = ["CITES", "Orders", "activate", "bleed", "told_by"]
