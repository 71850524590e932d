"""How much and of what: the nouns and the numbers of a compiled operation of Imperial Assault."""

from collections.abc import Callable

from grammar.effects import Operacion, Seleccion
from grammar.effects.selection import Lista
from kb.play.cite import cite
from kb.play.games.assault.conditions import relative
from kb.play.games.assault.scene import ATTACK_ICONS, DEFENSE_ICONS, Fight, NotRun, Scene
from kb.play.games.assault.selector import candidates
from kb.play.run import Illegal

Act = Callable[[Scene, list[str]], None]
Amount = Callable[[Scene], int]
MODIFY = cite("imperial-assault/pasos-de-un-ataque#r-aplicar", "añaden o cancelan")


def things(what: object) -> list[Seleccion]:
    """«Gran alcance y Perforante 1» is one selection with two nouns, or a list."""
    if isinstance(what, Lista):
        return [part for item in what.partes for part in things(item)]
    if not isinstance(what, Seleccion):
        raise NotRun("no dice qué")
    if not what.y_objetos:
        return [what]
    if what.conj_objetos != "y":
        raise NotRun("da a elegir entre varias cosas")
    return [what.but(objeto=kind, y_objetos=(), conj_objetos=None) for kind in (what.objeto, *what.y_objetos)]


def icons_of(what: Seleccion) -> list[str]:
    return [str(a.id) for g in what.rasgos for a in g.partes if a.clase == "icono"]


def number(what: Seleccion) -> int:
    """Of a keyword: «Perforante 2»."""
    return next((a.valores[0] for g in what.rasgos for a in g.partes if a.clase == "numero" and a.valores), 1)


def amount(op: Operacion, what: Seleccion) -> Amount:
    base = _plain(op, what)
    if op.por_cada is None:
        return base
    each = _each(op.por_cada)
    return lambda scene: base(scene) * each(scene)


def _plain(op: Operacion, what: Seleccion) -> Amount:
    equal = what.comparacion.que if what.comparacion is not None and what.comparacion.relacion == "igual" else None
    as_many = op.como if what.cuenta is not None and what.cuenta.tipo == "tantos" else equal
    if as_many is not None:
        if not isinstance(as_many, Seleccion) or as_many.objeto != "resultado" or len(icons_of(as_many)) != 1:
            raise NotRun("la cantidad depende de otra cosa")
        icon = icons_of(as_many)[0]
        return lambda scene: scene.dice[icon]
    if what.comparacion is not None:
        raise NotRun("la cantidad depende de otra cosa")
    count = what.cuenta
    if count is None or (count.tipo == "cualquiera" and not count.valores):
        return lambda scene: 1
    if count.tipo not in ("exacta", "suma", "resta", "hasta", "exactamente") or len(count.valores) != 1:
        raise NotRun("la cantidad depende de otra cosa")
    n = -count.valores[0] if count.tipo == "resta" else count.valores[0]
    return lambda scene: n


def _each(what: object) -> Amount:
    if isinstance(what, Seleccion) and what.objeto in ("resultado", *ATTACK_ICONS, *DEFENSE_ICONS):
        icons = icons_of(what) or [what.objeto]
        if len(icons) != 1:
            raise NotRun("cuenta varias clases de resultado")
        icon = icons[0]
        return lambda s: s.dice[icon] if s.dice or s.fight is None else s.fight.rolled(icon)
    if not isinstance(what, Seleccion):
        raise NotRun("cuenta varias cosas")
    found = candidates(what, relative)
    return lambda scene: len(found(scene))


def fight(scene: Scene) -> Fight:
    if scene.fight is None:
        raise Illegal(f"«{scene.card}» sólo se usa en un ataque", MODIFY)
    return scene.fight


def in_turn(acts: list[Act]) -> Act:
    def run(scene: Scene, names: list[str]) -> None:
        for one in acts:
            one(scene, names)

    return run


def modify(scene: Scene, names: list[str], icon: str, n: int) -> None:
    """Results are added on the side they belong to: an attacker's block is nobody's."""
    current = scene.fight
    if current is None:
        return
    mine = current.attacker if icon in (*ATTACK_ICONS, "perforante") else current.defender
    if names and mine not in names:
        return
    current.mods[icon] += n
    scene.say(f"{n:+d} {icon}", MODIFY)
