"""What a card does to dice and results: add, remove, roll again, convert, ignore."""

from collections.abc import Callable
from dataclasses import dataclass

from grammar.effects import Operacion, Seleccion
from kb.play.cite import cite
from kb.play.games.assault.amount import MODIFY, Act, Amount, amount, fight, icons_of, in_turn, modify, things
from kb.play.games.assault.measure import STATES
from kb.play.games.assault.scene import ATTACK_ICONS, DEFENSE_ICONS, Die, NotRun, Scene
from kb.play.games.assault.state import HARMFUL, without
from kb.play.run import Illegal, Pending

REROLL = cite("imperial-assault/pasos-de-un-ataque#r-repetir", "más de una vez")
DICE = cite("imperial-assault/pasos-de-un-ataque#r-tirar-los", "Tirar los dados")
DEFENSE_DICE = frozenset({"negro", "blanco"})
MANY = 99
"""«cualquier cantidad»."""


def _apply(op: Operacion) -> Act:
    """«aplica +1 [bloqueo] a los resultados de defensa»: on whichever side the result belongs to."""
    rows = [(thing.objeto, amount(op, thing)) for thing in things(getattr(op, "que", None))]
    for kind, _ in rows:
        if kind not in (*ATTACK_ICONS, *DEFENSE_ICONS):
            raise NotRun(f"aplica «{kind.replace('_', ' ')}», que no es un resultado")

    def run(scene: Scene, names: list[str]) -> None:
        for kind, count in rows:
            modify(scene, names if scene.standing else [], kind, count(scene))

    return run


def _colours(thing: Seleccion) -> list[str]:
    return [str(a.id) for g in thing.rasgos for a in g.partes if a.clase == "color"]


def _add(op: Operacion) -> Act:
    acts: list[Act] = []
    for thing in things(getattr(op, "que", None)):
        if thing.objeto in (*ATTACK_ICONS, *DEFENSE_ICONS):
            acts.append(_apply(op))
            break
        colours = _colours(thing)
        if thing.objeto not in ("dado", "dado_de_ataque", "dado_de_defensa") or len(colours) != 1:
            raise NotRun("añade algo que no son dados de un color")
        acts.append(_add_dice(colours[0], amount(op, thing)))
    return in_turn(acts)


def _add_dice(colour: str, count: Amount) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        pool = current.defense_colours if colour in DEFENSE_DICE else current.attack_colours
        pool += [colour] * count(scene)
        scene.say(f"se añade {count(scene)} dado {colour}", DICE)

    return run


def _side(thing: Seleccion) -> str | None:
    """Which pool a die belongs to, where the words tell it."""
    words = thing.objeto + (
        f" {thing.complemento.que.objeto}" if thing.complemento and isinstance(thing.complemento.que, Seleccion) else ""
    )
    if "ataque_o_de_defensa" in words:
        return None
    if "defensa" in words or set(_colours(thing)) & DEFENSE_DICE:
        return "defensa"
    if "ataque" in words or _colours(thing):
        return "ataque"
    return None


def _remove(op: Operacion) -> Act:
    thing = next(iter(things(getattr(op, "que", None))))
    if thing.objeto in STATES | {"estado"}:
        return _discard(op, thing)
    side = _side(thing)
    if not thing.objeto.startswith("dado") or side is None:
        raise NotRun("retira algo que no son dados ni estados")
    count, colours = amount(op, thing), _colours(thing)

    def run(scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        pool = current.defense_colours if side == "defensa" else current.attack_colours
        for _ in range(min(count(scene), len(pool))):
            pool.remove(_which(scene, [c for c in pool if not colours or c in colours], side))

    return run


def _which(scene: Scene, pool: list[str], side: str) -> str:
    if not pool:
        raise Illegal(f"no hay ningún dado de {side} que retirar", DICE)
    chosen = scene.told.elige[0] if scene.told.elige else None
    if chosen is None and len(set(pool)) > 1:
        raise Pending(f"falta elegir qué dado de {side} se retira («elige»): {', '.join(sorted(set(pool)))}")
    colour = chosen or pool[0]
    if colour not in pool:
        raise Illegal(f"no hay ningún dado {colour} en la reserva de {side}", DICE)
    scene.say(f"se retira 1 dado {colour} de la reserva de {side}", DICE)
    return colour


def _replace(op: Operacion) -> Act:
    old, new = next(iter(things(getattr(op, "que", None)))), op.por
    if not isinstance(new, Seleccion) or len(_colours(new)) != 1 or len(_colours(old)) != 1:
        raise NotRun("sustituye dados que no nombra por su color")
    before, after = _colours(old)[0], _colours(new)[0]

    def run(scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        pool = current.defense_colours if before in DEFENSE_DICE else current.attack_colours
        if before in pool:
            pool[pool.index(before)] = after
            scene.say(f"un dado {before} se sustituye por uno {after}", DICE)

    return run


def _discard(op: Operacion, thing: Seleccion) -> Act:
    kinds = {str(a.id) for g in thing.rasgos for a in g.partes}
    every = thing.articulo in ("todo", "cada")

    def run(scene: Scene, names: list[str]) -> None:
        for name in names:
            states = scene.table.figure(name).estados
            fit = [s for s in states if thing.objeto in (s, "estado") and ("perjudicial" not in kinds or s in HARMFUL)]
            for state in fit if every else fit[:1]:
                scene.table = scene.table.change(name, estados=without(scene.table.figure(name).estados, state))
                scene.say(f"{name} descarta {state}")
                scene.did = True

    return run


@dataclass(frozen=True)
class RerollAct:
    """«vuelve a tirar hasta 2 dados de ataque»; `kb odds` asks it which and how many."""

    side: str | None
    colours: tuple[str, ...]
    most: int | None
    """None: all that fit."""

    def __call__(self, scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        where = self.side or ("ataque" if current.attacker in names else "defensa")
        pool = current.pool(where)
        fit = [die for die in pool if not self.colours or die.colour in self.colours]
        chosen = _picked(scene, pool, fit, self.most)
        if any(die.again for die in chosen):
            raise Illegal("un dado no se vuelve a tirar dos veces en el mismo ataque", REROLL)
        fresh = scene.roll([die.colour for die in chosen], f"los dados que repite «{scene.card}»", scene.told.salen)
        for die, new in zip(chosen, fresh, strict=True):
            scene.say(f"se vuelve a tirar 1 dado {die.colour}: de la cara {die.face} a la {new.face}", REROLL)
            die.face, die.again = new.face, True


def _reroll(op: Operacion) -> Act:
    thing = next(iter(things(getattr(op, "que", None))))
    if not thing.objeto.startswith("dado") or thing.relativa is not None:
        raise NotRun("vuelve a tirar dados que describe de un modo que no se calcula")
    every = thing.articulo in ("cada", "todo")
    count = thing.cuenta.valores[0] if thing.cuenta is not None and thing.cuenta.valores else MANY
    return RerollAct(_side(thing), tuple(_colours(thing)), None if every else count)


def _picked(scene: Scene, pool: list[Die], fit: list[Die], most: int | None) -> list[Die]:
    if most is None:
        return [die for die in fit if not die.again]
    if not pool:
        raise Pending("para repetir dados hay que dar sus caras («ataque» y «defensa»), no sólo los resultados")
    if scene.told.dados is None:
        if len(fit) == 1:
            return fit
        raise Pending(f"falta decir qué dados repite «{scene.card}» («dados»): 1 a {len(pool)}")
    if len(scene.told.dados) > most:
        raise Illegal(f"«{scene.card}» deja repetir como mucho {most}", REROLL)
    if any(not 1 <= i <= len(pool) or pool[i - 1] not in fit for i in scene.told.dados):
        raise Illegal(f"«{scene.card}» no deja repetir ese dado", REROLL)
    return [pool[i - 1] for i in scene.told.dados]


def _convert(op: Operacion) -> Act:
    rows = things(getattr(op, "que", None))
    first, extra = rows[0], rows[1:]
    icons = icons_of(first)
    goal = first.complemento.que if first.complemento is not None and first.complemento.prep == "en" else None
    if len(icons) != 1 or not isinstance(goal, Seleccion):
        raise NotRun("convierte algo que no son resultados")
    gains = [(t.objeto, amount(op, t)) for t in (goal, *extra)]
    if any(kind not in (*ATTACK_ICONS, *DEFENSE_ICONS) for kind, _ in gains):
        raise NotRun("convierte en algo que no son resultados")
    every = first.articulo in ("cada", "todo")
    most = first.cuenta.valores[0] if first.cuenta is not None and first.cuenta.valores else 1

    def run(scene: Scene, names: list[str]) -> None:
        current = fight(scene)
        there = current.count(icons[0])
        n = there if every else min(most, there)
        current.mods[icons[0]] -= n
        for kind, count in gains:
            current.mods[kind] += n * count(scene)
        scene.say(f"convierte {n} {icons[0]} en {', '.join(f'{n * c(scene)} {k}' for k, c in gains)}", MODIFY)

    return run


SURCHARGES = {"terreno_dificil": "terreno", "figura_enemiga": "figuras"}


def spared(op: Operacion) -> list[str]:
    """«ignora el coste adicional del terreno difícil y de las figuras enemigas»."""
    what = getattr(op, "que", None)
    if not isinstance(what, Seleccion) or what.objeto != "coste_adicional":
        return []
    inner = what.complemento.que if what.complemento is not None else None
    points = isinstance(inner, Seleccion) and inner.objeto == "punto_de_movimiento"
    causes = [t.objeto for t in things(op.por if points or inner is None else inner)]
    if not causes or set(causes) - set(SURCHARGES):
        raise NotRun("ignora un coste que el motor no lleva")
    return [SURCHARGES[cause] for cause in causes]


def _ignore(op: Operacion) -> Act:
    if spared(op):
        return lambda scene, names: None  # read beforehand: see `keywords` in assault/play.py
    thing = next(iter(things(getattr(op, "que", None))))
    if thing.objeto != "resultado" or icons_of(thing) != ["bloqueo"]:
        raise NotRun("ignora algo que no son resultados de bloqueo")
    count = amount(op, thing)
    return lambda scene, names: modify(scene, [], "perforante", count(scene))


def _roll(op: Operacion) -> Act:
    dice = [(t, amount(op, t)) for t in things(getattr(op, "que", None))]
    if any(not t.objeto.startswith("dado") or len(_colours(t)) != 1 for t, _ in dice):
        raise NotRun("tira dados que no nombra por su color")

    def run(scene: Scene, names: list[str]) -> None:
        colours = [_colours(t)[0] for t, count in dice for _ in range(count(scene))]
        for die in scene.roll(colours, f"los dados de «{scene.card}»", scene.told.salen):
            for icons in (ATTACK_ICONS, DEFENSE_ICONS):
                scene.dice.update(dict(zip(icons, die.counts(icons), strict=True)))
        shown = ", ".join(f"{n} {icon}" for icon, n in scene.dice.items() if n) or "nada"
        scene.say(f"tira {', '.join(colours)}: {shown}", DICE)

    return run


DICE_VERBS: dict[str, Callable[[Operacion], Act]] = {
    "aplicar": _apply,
    "anadir": _add,
    "retirar": _remove,
    "descartar": _remove,
    "reemplazar": _replace,
    "volver_a_tirar": _reroll,
    "convertir": _convert,
    "ignorar": _ignore,
    "tirar": _roll,
}
