"""Leyendas: whom an instruction is about: who fits the criterion, the next best, at last the nearest Rebel."""

from collections.abc import Callable, Iterator

from grammar.effects import Seleccion
from kb.play.cite import Cite, cite
from kb.play.games.assault.amount import things
from kb.play.games.assault.conditions import relative
from kb.play.games.assault.measure import most_of, nearest
from kb.play.games.assault.scene import NotRun, Scene, rebel
from kb.play.games.assault.selector import candidates
from kb.play.games.leyendas import walk as way

BEST = cite("leyendas/prioridad-de-objetivos#r-8e0bd1", "cumple el criterio")
LEGAL = cite("leyendas/prioridad-de-objetivos#r-8311b9", "objetivo legal")
CLOSEST = cite("leyendas/prioridad-de-objetivos#r-5fe9ca", "más cercana")
CITES: tuple[Cite, ...] = (BEST, LEGAL, CLOSEST)

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


def but(name: str) -> Legal:
    return lambda target: target != name


def in_reach(scene: Scene, name: str) -> Legal:
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


def goal_of(what: object) -> Seleccion:
    if not isinstance(what, Seleccion):
        raise NotRun("tiene varios objetivos")
    candidates(what if not _compares(what) else what.but(relativa=None), relative)  # refused now, not while it runs
    return what
