"""What a card does: compiled operations -> changes of the table or of the attack in progress. One row per verb."""

from collections.abc import Callable, Iterable, Mapping

from grammar.effects import Operacion, Seleccion
from kb.play import moves
from kb.play.cite import cite
from kb.play.games.assault.amount import Act, Amount, amount, fight, icons_of, in_turn, modify, number, things
from kb.play.games.assault.conditions import relative
from kb.play.games.assault.dice import DICE_VERBS
from kb.play.games.assault.measure import STATES
from kb.play.games.assault.moves import Push, push
from kb.play.games.assault.scene import (
    ATTACK_ICONS,
    DEFENSE_ICONS,
    NotRun,
    Scene,
)
from kb.play.games.assault.selector import who
from kb.play.games.assault.state import POWER, condition, harm, heal, spot, strain
from kb.play.run import Pending

POINTS = cite("imperial-assault/puntos-de-movimiento#r-fd17f7", "se suman")
TEST = cite("imperial-assault/pruebas-de-atributo#r-campana", "prueba")
AFTER = frozenset({"explosion", "tajo", "recuperacion"})
FLAGS = frozenset({"gran_alcance", "movil", "descomunal"})


def act(op: Operacion, verbs: "Mapping[str, Callable[[Operacion], Act]] | None" = None) -> Act:
    """The change that an operation makes; NotRun with the reason where there is none."""
    table = VERBS if verbs is None else verbs
    if op.kind not in table:
        raise NotRun(f"«{op.kind.replace('_', ' ')}» se lee, pero no se ejecuta")
    if op.en_vez_de or op.en_vez_de_hacer or op.en_vez_de_eso or op.como_si or op.considerando:
        raise NotRun("sustituye a otro efecto")
    if left := _unheeded(op):
        raise NotRun(f"añade una circunstancia que el motor no mira ({left})")
    return table[op.kind](op)


CIRCUMSTANCES = (
    "durante", "lugares", "ademas_de", "usando", "sin_hacer", "limite", "para", "comparacion", "debido_a", "contigo", "desde",
    "sin", "entre", "a_traves_de",
)  # fmt: skip
HEEDED: dict[str, frozenset[str]] = {
    "mover": frozenset({"limite"}),
    "atacar": frozenset({"usando"}),
    "realizar": frozenset({"usando", "sin_hacer"}),
}
SAFE_ADVERBS = frozenset({"inmediatamente", "despues", "tambien", "ademas", "entonces"})


def _unheeded(op: Operacion) -> str:
    """Nothing that narrows what the verb says may be passed over."""
    heeded = HEEDED.get(op.kind, frozenset())
    named = [name for name in CIRCUMSTANCES if name not in heeded and getattr(op, name, None)]
    return ", ".join([*named, *(a for a in op.adverbios if a not in SAFE_ADVERBS)]).replace("_", " ")


# --- damage, strain, conditions, tokens --------------------------------------------------------------------------------------


def _suffer(op: Operacion) -> Act:
    rows = [(thing.objeto, amount(op, thing)) for thing in things(getattr(op, "que", None))]
    if any(kind not in ("dano", "tension") for kind, _ in rows):
        raise NotRun("sufre algo que no es daño ni tensión")

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            for kind, count in rows:
                n = count(scene)
                if kind == "tension" and n:
                    scene.table, _ = strain(scene.table, name, n, scene.log, scene.step)
                elif n:
                    scene.say(f"{name} sufre {n} de daño")
                    scene.table = harm(scene.table, name, n, scene.log, scene.step)

    return run


def _recover(op: Operacion) -> Act:
    rows = [(thing.objeto, amount(op, thing)) for thing in things(getattr(op, "que", None) or getattr(op, "de", None))]
    if any(kind not in ("dano", "tension") for kind, _ in rows):
        raise NotRun("recupera algo que no es daño ni tensión")

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            got = {kind: count(scene) for kind, count in rows}
            surplus = scene.table.strain_heals
            scene.table = heal(scene.table, name, got.get("dano", 0), got.get("tension", 0), scene.log, scene.step, surplus)

    return run


def _gain(op: Operacion) -> Act:
    """Conditions, tokens, movement points, results and keywords of the attack in progress."""
    return in_turn([_gain_one(op, thing) for thing in things(getattr(op, "que", None))])


def _gain_one(op: Operacion, thing: Seleccion) -> Act:
    kind, printed = thing.objeto, op.kind == "conceder"
    if kind in STATES:
        return _keyword(kind, 1, "") if printed else _acquire(kind)
    if kind in AFTER:
        return _keyword(kind, number(thing), next(iter(icons_of(thing)), "dano"))
    if kind == "perforante":
        n = number(thing)
        return lambda scene, names: modify(scene, names, "perforante", n)
    if kind in FLAGS:
        return lambda scene, names: None  # read beforehand: see `keywords` in assault/cards.py
    if kind in (*ATTACK_ICONS, *DEFENSE_ICONS):
        count = amount(op, thing)
        return lambda scene, names: modify(scene, names, kind, count(scene))
    if kind == "punto_de_movimiento":
        return _points(amount(op, thing))
    if kind.startswith("ficha_") and kind.removeprefix("ficha_") in ("dano", "incremento", "bloqueo", "evadir"):
        return _token(kind.removeprefix("ficha_"), amount(op, thing))
    raise NotRun(f"gana «{kind.replace('_', ' ')}», que el motor no lleva")


def _acquire(state: str) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            scene.table = condition(scene.table, name, state, scene.log, scene.step, scene.card, scene.words)

    return run


def _keyword(kind: str, n: int, icon: str) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        if scene.fight is not None and scene.fight.attacker in names:
            scene.fight.after.append((kind, n, icon, scene.words))

    return run


def _points(count: Amount) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            total = scene.table.figure(name).puntos + count(scene)
            scene.table = scene.table.change(name, puntos=total)
            scene.say(f"{name} gana {count(scene)} puntos de movimiento", POINTS)

    return run


def _token(kind: str, count: Amount) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            tokens: dict[str, int] = dict(scene.table.figure(name).fichas)  # type: ignore[arg-type]
            room = max(0, 2 - sum(tokens.values()))
            got = min(room, count(scene))
            scene.table = scene.table.change(name, fichas={**tokens, kind: tokens.get(kind, 0) + got})
            scene.say(f"{name} gana {got} fichas de Poder de {kind}", POWER)

    return run


# --- the rest ---------------------------------------------------------------------------------------------------------------


def _choose(op: Operacion) -> Act:
    found = who(getattr(op, "que", None) or op.a, relative)

    def run(scene: Scene, names: list[str]) -> None:
        scene.last = tuple(found(scene))
        scene.say(f"elige a {', '.join(scene.last) or 'nadie'}")

    return run


def _test(op: Operacion) -> Act:
    """An attribute test: heroes roll, elite figures have one success, the others none."""
    thing = next(iter(things(getattr(op, "que", None))))
    if thing.objeto not in ("prueba", "prueba_de_atributo"):
        raise NotRun(f"realiza «{thing.objeto.replace('_', ' ')}»: escríbelo como otro paso")

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            figure = scene.table.figure(name)
            if figure.heroe and name not in scene.told.exitos:
                raise Pending(f"falta saber cuántos éxitos saca {name} en la prueba de «{scene.card}» («exitos»)")
            won = scene.told.exitos.get(name, 1 if figure.elite else 0)
            scene.tests[name] = won
            scene.say(f"{name} {'supera' if won else 'falla'} la prueba con {won} éxitos", TEST)
        scene.last = tuple(names)

    return run


def _defeat(op: Operacion) -> Act:
    found = who(op.a or getattr(op, "que", None), relative) if op.voz != "pasiva" else None

    def run(scene: Scene, names: list[str]) -> None:
        for name in found(scene) if found is not None else names:
            scene.table = harm(scene.table, name, 1000, scene.log, scene.step)

    return run


def _push(op: Operacion) -> Act:
    steps = next(iter(things(getattr(op, "que", None))))
    whom = op.a
    if steps.objeto != "casilla":  # «empuja al defensor 1 casilla» names the figure first
        raise NotRun("empuja de un modo que no se mide")
    found = who(whom, relative) if whom is not None else None
    count = amount(op, steps)

    def run(scene: Scene, names: list[str]) -> None:
        for name in found(scene) if found is not None else scene.last:
            if scene.told.camino is None:
                raise Pending(f"falta decir por dónde se empuja a {name} («camino»), {count(scene)} casillas como mucho")
            order = Push(figura=name, camino=scene.told.camino, casillas=count(scene))
            scene.table, _ = push(scene.table, order, scene.log)

    return run


def _walk(op: Operacion) -> Act:
    """«mueve hasta 2 casillas»: the way is told."""
    thing = getattr(op, "que", None)
    if any(getattr(op, name, None) for name in ("puntos", "hacia", "proposito")):
        raise NotRun("se mueve hacia un objetivo: sólo en una instrucción")
    if not isinstance(thing, Seleccion) or thing.objeto != "casilla":
        raise NotRun("se mueve de un modo que no se mide")
    count = amount(op, thing)

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            way = scene.told.camino
            if way is None:
                raise Pending(f"falta decir por dónde se mueve {name} («camino»), {count(scene)} casillas como mucho")
            order = Push(figura=name, camino=way, casillas=count(scene))
            scene.table, _ = push(scene.table, order, scene.log)
            scene.say(f"{name} acaba en {spot(min(scene.table.board.figure(name).squares))}", moves.STEP)

    return run


def _end(op: Operacion) -> Act:
    thing = next(iter(things(getattr(op, "que", None))))
    if thing.objeto != "activacion":
        raise NotRun("termina algo que no es la activación")

    def run(scene: Scene, names: list[str]) -> None:
        scene.say("termina la activación")
        scene.table = scene.table.change(scene.owner, acciones=0, puntos=0)

    return run


def _needs_not(op: Operacion) -> Act:
    kinds = {t.objeto for t in _either(getattr(op, "que", None))}
    if not op.negada or kinds - {"linea_de_vision", "precision"}:
        raise NotRun("exige algo que no se comprueba")

    def run(scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        current.no_accuracy |= "precision" in kinds
        current.no_sight |= "linea_de_vision" in kinds

    return run


def _either(what: object) -> Iterable[Seleccion]:
    if isinstance(what, Seleccion):
        return [what.but(objeto=k) for k in (what.objeto, *what.y_objetos)]
    return things(what)


def _see_through(op: Operacion) -> Act:
    thing = next(iter(things(getattr(op, "que", None))))
    if not op.negada or thing.objeto != "linea_de_vision":
        raise NotRun("bloquea algo que no es la línea de visión")

    def run(scene: Scene, names: list[str]) -> None:
        fight(scene).see_through = True

    return run


VERBS: dict[str, Callable[[Operacion], Act]] = {
    **DICE_VERBS,
    "sufrir": _suffer,
    "recuperar": _recover,
    "recuperarse": _recover,
    "adquirir": _gain,
    "ganar": _gain,
    "conceder": _gain,
    "elegir": _choose,
    "realizar": _test,
    "hacer": _test,
    "derrotar": _defeat,
    "empujar": _push,
    "mover": _walk,
    "terminar": _end,
    "requerir": _needs_not,
    "bloquear": _see_through,
}
