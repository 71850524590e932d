"""Imperial Assault: rules of a mission that change the instructions of a group: one announces a list, and the list follows."""

from collections.abc import Iterator
from dataclasses import replace

from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Nombre, Papel, parts
from kb.play.cite import cite
from kb.play.games.imperial_assault.standing import board_of, covers
from kb.play.games.imperial_assault.state import Table
from kb.play.games.imperial_assault.view import figure_of
from kb.play.logic import every
from kb.play.meaning.abilities import effects_of, refusal, said
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.conditions import fits, holds, known_as
from kb.play.meaning.moments import some_fact, stative
from kb.play.meaning.scene import Scene
from kb.play.run import Log
from kb.text import identifier

LIST = cite("leyendas/lista-de-instrucciones#r-ee2fe2", "una acción por cada icono")
GRANTS = frozenset({"recibir", "usar", "cambiar"})
FOLLOWS = Papel("lo_que_sigue")


def announces(fact: Hecho) -> bool:
    """«… ganan:», «… usa las siguientes instrucciones:», «… cambia sus instrucciones por:»."""
    return fact.verb in GRANTS and not fact.neg and any(part == FOLLOWS for part in parts(fact))


def with_mission(table: Table, name: str, lines: tuple[str, ...], log: Log) -> tuple[str, ...]:
    """The list of a figure with what the rules of the mission, or its own cards, put before it, after it or in its place."""
    printed, given = lines, False
    own = [text for text in table.figure(name).cartas.values() if not refusal(text, table.game)]
    for place, text in [*enumerate(in_force(table, log)), *((-1, text) for text in own)]:
        if given and _lost(table, name, text, log):
            log.say("3", f"{name} pierde las instrucciones de la misión", LIST, text, text)
            lines, given = printed, False
        for where, whole, fact in _rules(text, table.game):
            scene = scene_of(board_of(table), table, Held(figure_of(name), text, text), None, (), log)
            if not _now(scene, whole.cuando) or (fact is not None and not _for(scene, whole, fact, name)):
                continue
            more = _following(table, place, text)
            if not more:
                continue
            source = "las reglas de la misión dan" if place >= 0 else "una carta suya da"
            log.say("3", f"{source} instrucciones a {name}", LIST, text, text)
            given = True
            lines = {"al_final_de_la_lista": (*lines, *more), "en_vez_de_la_lista": more}.get(where, (*more, *lines))
    return lines


def in_force(table: Table, log: Log) -> tuple[str, ...]:
    """The rules of the mission that count now: «Después de que … sea resuelto:» opens those that follow it, and «Estas
    reglas se aplican hasta que …» ends them all."""
    found: list[str] = []
    closed = False
    done = {identifier(told) for told in table.resueltos}
    for text in table.mision:
        until, after = _bounds(text, table.game)
        if until and identifier(until) in done:
            log.say("3", f"«{until}» se ha resuelto: estas reglas de la misión ya no se aplican", LIST, text, text)
            return ()
        if after:
            closed = identifier(after) not in done
            state = (
                "aún no se ha resuelto: las reglas que siguen no se aplican"
                if closed
                else "se ha resuelto: se aplica lo que sigue"
            )
            log.say("3", f"«{after}» {state}", LIST, text, text)
            found.append("")
        else:
            found.append("" if closed else text)
    return tuple(found)


def _bounds(text: str, game: str) -> tuple[str, str]:
    """The event that ends the rules, and the one that opens those that follow."""
    for whole in effects_of(text, game) if not refusal(text, game) else ():
        facts = [p for p in parts(whole.pasos) if isinstance(p, Hecho)]
        for fact in facts:
            until = next((v for k, v in fact.circ if k == "hasta"), None)
            named = [p.nombre for p in parts(until) if isinstance(p, Nombre)]
            if fact.role("que") == Papel("este_regla") and named:
                return named[0], ""
        named = [p.nombre for moment in whole.cuando for p in parts(moment) if isinstance(p, Nombre)]
        heads = whole.clase == "reglas_de_mision" and any(f.verb == "resolver" and f.role("que") == FOLLOWS for f in facts)
        if heads and named:
            return "", named[0]
    return "", ""


def loses(fact: Hecho) -> bool:
    """«… pierde estas instrucciones cuando …»."""
    return fact.verb == "perder" and fact.role("que") == Papel("este_instruccion")


def _lost(table: Table, name: str, text: str, log: Log) -> bool:
    for whole in effects_of(text, table.game) if text and not refusal(text, table.game) else ():
        for fact in (p for p in parts(whole.pasos) if isinstance(p, Hecho) and loses(p)):
            scene = scene_of(board_of(table), table, Held(figure_of(name), text, text), None, (), log)
            for thing in (p for p in parts(whole.cuando) if isinstance(p, Cosa) and p.id):
                if fits(scene, figure_of(name), replace(thing, id=0)):
                    scene = scene.binding(thing.id, figure_of(name))
            mine = known_as(scene, fact.role("quien")) == (figure_of(name),)
            if mine and all(some_fact(scene, moment) for moment in whole.cuando):
                return True
    return False


def _rules(text: str, game: str) -> Iterator[tuple[str, Capacidad, Hecho | None]]:
    """Where the list goes, the rule, and what it says; a bare heading is for whoever acts."""
    for whole in effects_of(text, game) if text and not refusal(text, game) else ():
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
    who = fact.role("quien")
    if isinstance(who, Cosa) and who.sort == "accion":  # «la primera acción de su lista gana: …»
        return bool(every(holds(scene, cond) for cond in conds)) and scene.me.name == name
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
    lists = [whole for whole in effects_of(text, table.game) if whole.clase == "instrucciones"]
    if lists:
        return tuple(said(replace(lists[0], pasos=(item,)), table.game) for item in lists[0].pasos)
    return table.mision[place + 1 : place + 2] if place >= 0 else ()
