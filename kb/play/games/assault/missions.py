"""Imperial Assault: rules of a mission that change the instructions of a group: one announces a list, and the list follows."""

from collections.abc import Iterator

from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.values import Cual, Hecho, Nombre, Papel, parts
from kb.play.cite import cite
from kb.play.games.assault.standing import board_of, covers
from kb.play.games.assault.state import Table
from kb.play.games.assault.view import figure_of
from kb.play.logic import every
from kb.play.meaning.abilities import effects_of, refusal
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.conditions import holds
from kb.play.meaning.moments import some_fact, stative
from kb.play.meaning.scene import Scene
from kb.play.run import Log
from kb.text import identifier

LIST = cite("leyendas/lista-de-instrucciones#r-08ebfa", "una acción por cada icono")
GRANTS = frozenset({"recibir", "usar", "cambiar"})
FOLLOWS = Papel("lo_que_sigue")


def announces(fact: Hecho) -> bool:
    """«… ganan:», «… usa las siguientes instrucciones:», «… cambia sus instrucciones por:»."""
    return fact.verb in GRANTS and not fact.neg and any(part == FOLLOWS for part in parts(fact))


def with_mission(table: Table, name: str, lines: tuple[str, ...], log: Log) -> tuple[str, ...]:
    """The list of a figure with what the rules of the mission put before it, after it or in its place."""
    for place, text in enumerate(table.mision):
        for where, whole, fact in _rules(text, table.game):
            scene = scene_of(board_of(table), table, Held(figure_of(name), text, text), None, (), log)
            if not _now(scene, whole.cuando) or (fact is not None and not _for(scene, whole, fact, name)):
                continue
            more = _following(table, place, text)
            if not more:
                continue
            log.say("3", f"las reglas de la misión dan instrucciones a {name}", LIST, text, text)
            lines = {"al_final_de_la_lista": (*lines, *more), "en_vez_de_la_lista": more}.get(where, (*more, *lines))
    return lines


def _rules(text: str, game: str) -> Iterator[tuple[str, Capacidad, Hecho | None]]:
    """Where the list goes, the rule, and what it says; a bare heading is for whoever acts."""
    for whole in effects_of(text, game) if not refusal(text, game) else ():
        where = next((v.id for k, v in whole.cabecera if k == "nota" and isinstance(v, Cual)), "")
        if whole.clase == "reglas_de_mision" and not whole.pasos and where:
            yield where, whole, None
        for step in whole.pasos:
            for fact in step.efecto if isinstance(step, Paso) else ():
                if isinstance(fact, Hecho) and announces(fact):
                    changed = fact.verb in ("cambiar", "usar") or (isinstance(step, Paso) and step.en_vez)
                    yield ("en_vez_de_la_lista" if changed else where), whole, fact


def _for(scene: Scene, whole: Capacidad, fact: Hecho, name: str) -> bool:
    conds = [cond for step in whole.pasos if isinstance(step, Paso) for cond in step.si]
    return bool(every(holds(scene, cond) for cond in conds)) and covers(scene, fact, name)


def _now(scene: Scene, moments: tuple[Momento, ...]) -> bool:
    """«antes de que X sea resuelto», «mientras la puerta esté cerrada»."""
    for moment in moments:
        named = [p.nombre for p in parts(moment) if isinstance(p, Nombre)]
        if any(fact.verb == "resolver" for fact in moment.hechos) and named:
            done = identifier(named[0]) in {identifier(told) for told in scene.state.resueltos}
            if done is (moment.rel == "antes"):
                return False
        elif not (some_fact(scene, moment) if stative(moment) or moment.hechos else False):
            return False
    return True


def _following(table: Table, place: int, text: str) -> tuple[str, ...]:
    """The instructions of the same text, or the next text of the mission."""
    if any(whole.clase == "instrucciones" for whole in effects_of(text, table.game)):
        lines = [line for line in text.splitlines() if line.startswith(("[", "■"))]
        return tuple(lines)
    return table.mision[place + 1 : place + 2]
