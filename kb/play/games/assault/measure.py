"""What is measured of a figure: traits, conditions, cost, health, distance; and who has most or least of it."""

from collections.abc import Callable

from grammar.effects import Seleccion
from grammar.effects.selection import Cuenta
from kb.play.games.assault.scene import NotRun, Scene, on_board, spaces
from kb.play.games.assault.state import HARMFUL
from kb.text import identifier

Names = Callable[[Scene], list[str]]
Test = Callable[[Scene, str], bool]
STATES = frozenset({"concentracion", "aturdimiento", "hemorragia", "debilidad", "oculto"})
EVERYBODY = 1000


def either(tests: list[Test]) -> Test:
    return lambda scene, name: any(test(scene, name) for test in tests)


def both(tests: list[Test]) -> Test:
    return lambda scene, name: all(test(scene, name) for test in tests)


def opposite(test: Test) -> Test:
    return lambda scene, name: not test(scene, name)


def small(scene: Scene, name: str) -> bool:
    if scene.table.tablero and name in scene.table.board.figures:
        return len(on_board(scene.table, name).squares) == 1
    return scene.table.figure(name).base == "1x1"


def has_trait(scene: Scene, name: str, trait: str) -> bool:
    return trait in {identifier(t) for t in scene.table.figure(name).rasgos}


def has_state(scene: Scene, name: str, thing: Seleccion) -> bool:
    states = set(scene.table.figure(name).estados)
    if thing.objeto != "estado":
        return thing.objeto in states
    kinds = {str(a.id) for g in thing.rasgos for a in g.partes}
    if "perjudicial" in kinds:
        states &= HARMFUL
    elif "beneficioso" in kinds:
        states -= HARMFUL
    return bool(states)


MEASURES: dict[str, Callable[[Scene, str], int]] = {
    "coste": lambda s, n: s.table.figure(n).coste,
    "coste_de_figura": lambda s, n: s.table.figure(n).coste,
    "vida": lambda s, n: s.table.figure(n).vida - s.table.figure(n).dano,
    "vida_restante": lambda s, n: s.table.figure(n).vida - s.table.figure(n).dano,
    "punto_de_salud": lambda s, n: s.table.figure(n).vida - s.table.figure(n).dano,
    "velocidad": lambda s, n: s.table.figure(n).velocidad,
    "dano": lambda s, n: s.table.figure(n).dano,
    "tension": lambda s, n: s.table.figure(n).tension,
}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "exacta": lambda a, b: a >= b,
    "exactamente": lambda a, b: a == b,
    "o_mas": lambda a, b: a >= b,
    "al_menos": lambda a, b: a >= b,
    "o_menos": lambda a, b: a <= b,
    "mas_de": lambda a, b: a > b,
    "menos_de": lambda a, b: a < b,
    "suma": lambda a, b: a >= b,
}
HIGHEST = {"mayor": 1, "mas": 1, "menor": -1, "menos": -1}


def compare(count: Cuenta | None, value: int) -> bool:
    """Does so many satisfy what the text asks? Without a number, one is enough."""
    if count is None or not count.valores:
        if count is not None and count.tipo not in ("cualquiera", "numero_de", "tantos"):
            raise NotRun("la cantidad depende de otra cosa")
        return value >= 1
    if count.tipo not in COMPARE:
        raise NotRun("la cantidad depende de otra cosa")
    return COMPARE[count.tipo](value, count.valores[0])


def is_measure(thing: Seleccion) -> bool:
    return thing.objeto in MEASURES and thing.objeto not in STATES


Pick = Callable[[Scene, list[str]], list[str]]


def extreme(value: Callable[[Scene, str], int], sign: int) -> Pick:
    def pick(scene: Scene, names: list[str]) -> list[str]:
        best = max((sign * value(scene, n) for n in names), default=0)
        return [n for n in names if sign * value(scene, n) == best]

    return pick


def most_of(measure: str) -> Pick:
    return extreme(MEASURES[measure], 1)


def nearest(scene: Scene, names: list[str], origin: str) -> list[str]:
    if len(names) < 2:
        return names
    far = {n: spaces(scene, origin, n) for n in names if n != origin}
    return [n for n in far if far[n] == min(far.values())]
