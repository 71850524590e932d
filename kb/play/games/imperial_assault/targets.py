"""Whom an instruction is about: who fits the criterion, the next best, at last the nearest Rebel (Leyendas)."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from grammar.meaning.values import Cosa, Cual, Hecho, Value
from kb.play.cite import cite
from kb.play.games.imperial_assault.measure import FAR, alive, spaces
from kb.play.games.imperial_assault.state import Table, rebel
from kb.play.games.imperial_assault.view import figure_of
from kb.play.meaning.conditions import candidates, foremost, known_as, superlative
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene
from kb.play.run import Pending

BEST = cite("leyendas/prioridad-de-objetivos#r-8e0bd1", "cumple el criterio")
LEGAL = cite("leyendas/prioridad-de-objetivos#r-8311b9", "objetivo legal")
CLOSEST = cite("leyendas/prioridad-de-objetivos#r-5fe9ca", "más cercana")
Legal = Callable[[str], bool]


def targets(scene: Scene, what: Value | None, name: str, legal: Legal) -> Iterator[str]:
    """In order of preference: who fits the criterion (ties: the nearest), the next best, at last the nearest Rebel."""
    tried: list[str] = []
    for group in _ranked(scene, what):
        for one in _nearest_first(scene, [e.name for e in group if e.sort == "figura" and e.name not in tried], name):
            tried.append(one)
            if legal(one):
                scene.say(f"su objetivo es {one}", BEST if len(tried) == 1 else LEGAL)
                yield one
    if not wants_rebel(scene, what):
        return
    table: Table = scene.state
    rest = [n for n in alive(table) if rebel(table.figure(n)) and n not in tried]
    for one in _nearest_first(scene, rest, name):
        if legal(one):
            scene.say(f"nadie cumple el criterio: su objetivo es {one}, la Rebelde más cercana", CLOSEST)
            yield one


def wants_rebel(scene: Scene, what: Value | None) -> bool:
    """A target of an attack or a walk is a Rebel at last; «otra figura Imperial» is not."""
    if isinstance(what, Cosa):
        ids = {q.id for f in what.filters if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual)}
        return what.noun in ("rebelde", "heroe", "aliado") or bool(ids & {"rebelde_objetivo", "rebelde", "enemigo"})
    found = known_as(scene, what) or ()
    return all(e.sort == "figura" and rebel(scene.state.figure(e.name)) for e in found)


def _ranked(scene: Scene, what: Value | None) -> Iterator[list[Ente]]:
    """The best, then the best of the others."""
    pointed = known_as(scene, what)
    if pointed is not None or not isinstance(what, Cosa):
        yield list(pointed or ())
        return
    best = [cond for cond in what.filters if superlative(cond)]
    plain = replace(what, filters=tuple(c for c in what.filters if c not in best))
    found = candidates(scene, plain)
    if scene.decision.elige and not best and any(e.name == scene.decision.elige for e in found):
        yield [e for e in found if e.name == scene.decision.elige]
    left = dict(found)
    if any(known is None for known in left.values()):
        if scene.decision.se_cumple is None:
            raise Pending(f"di con «se_cumple» si cumplen lo que pide «{scene.card}»: {', '.join(e.name for e in left)}")
        left = {e: k for e, k in left.items() if k or scene.decision.se_cumple}
    while left:
        top = dict(left)
        for cond in best:
            top = foremost(scene, cond, top)
        yield list(top)
        left = {e: k for e, k in left.items() if e not in top}


def _nearest_first(scene: Scene, names: list[str], origin: str) -> list[str]:
    here = figure_of(origin)
    far = {n: spaces(scene.state, here, figure_of(n)) for n in names}
    return sorted(names, key=lambda n: FAR if far[n] is None else far[n] or 0)
