"""Imperial Assault: damage, strain, recovery, defeat, conditions."""

from grammar.meaning.values import WHOLE, Cosa, Cual
from kb.play.cite import cite
from kb.play.games.imperial_assault.fight import Fight
from kb.play.games.imperial_assault.state import MARKS, Table, condition, heal, without
from kb.play.games.imperial_assault.verbs.reading import how_many, pieces, plain
from kb.play.games.imperial_assault.view import deed as event_of
from kb.play.games.imperial_assault.world import ABILITY, states_of
from kb.play.games.imperial_assault.wounds import hurt, strained
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal

COST = cite("imperial-assault/capacidades#r-campana", "sin pasar de su Resistencia")
HURTS = frozenset({"dano", "tension"})


def suffer(scene: Scene, deed: Deed) -> Scene:
    for thing in pieces(scene, deed.fact.role("que"), deed.fact):
        if not isinstance(thing, Cosa) or thing.sort not in HURTS:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        row = stuff(thing)
        if "rasgo" in row.kinds and row.ids("rasgo") == ("adicional",):
            row.kinds.pop("rasgo")  # «1 [daño] adicional»: on top of what was suffered
        plain(scene, row, deed.fact, "icono_dano", "icono_tension")
        n = how_many(scene, thing, deed)
        if deed.cost and thing.sort == "tension":
            _affordable(scene, deed.who.name, n)
        scene = _suffer(scene, deed.who, thing.sort, n)
    return scene


def _suffer(scene: Scene, who: Ente, sort: str, n: int) -> Scene:
    table: Table = scene.state
    if who.sort == "objeto":
        scene.say(f"{who.name} sufre {n} de daño", ABILITY)
        return scene
    if who.sort != "figura":
        raise scene.fail("actúa sobre algo que no se lleva aquí")
    if not n:
        scene.say(f"{who.name} no sufre nada", ABILITY)
        return scene
    if sort == "tension":
        return scene.on(strained(table, who.name, n, scene.log, scene.step, scene.card)[0])
    scene.say(f"{who.name} sufre {n} de daño", ABILITY)
    return scene.on(hurt(table, who.name, n, scene.log, scene.step, scene.me.name, scene.card))


def _affordable(scene: Scene, name: str, n: int) -> None:
    """Nobody may choose to suffer strain beyond the limit."""
    figure = scene.state.figure(name)
    if figure.heroe and scene.state.modo == "campana" and figure.tension + n > figure.resistencia:
        raise Illegal(f"{name} no puede elegir sufrir más tensión que su Resistencia", COST)


def recover(scene: Scene, deed: Deed) -> Scene:
    got = {"dano": 0, "tension": 0}
    for thing in pieces(scene, deed.fact.role("que"), deed.fact):
        if not isinstance(thing, Cosa) or thing.sort not in HURTS or deed.who.sort != "figura":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        plain(scene, stuff(thing), deed.fact, "icono_dano", "icono_tension")
        got[thing.sort] += how_many(scene, thing, deed)
    table: Table = scene.state
    return scene.on(heal(table, deed.who.name, got["dano"], got["tension"], scene.log, scene.step, table.strain_heals))


def defeat(scene: Scene, deed: Deed) -> Scene:
    scene, found = whom(scene, deed.fact.role("que"), ABILITY)
    for ente in found:
        if ente.sort != "figura":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        figure = scene.state.figure(ente.name)
        scene = scene.on(hurt(scene.state, ente.name, figure.vida * 2, scene.log, scene.step, scene.me.name, scene.card))
    return scene


def acquire(scene: Scene, deed: Deed) -> Scene:
    """A condition; bought with surges or printed as a keyword, it waits for the end of the attack."""
    what = deed.fact.role("que")
    if not isinstance(what, Cual) or what.kind != "estado":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    fight: Fight | None = scene.state.fight
    if deed.who.sort == "ataque" or (fight is not None and fight.window in ("gastar_incremento", "palabras_clave")):
        assert fight is not None
        waits = (what.id, 1, "", scene.words)
        return scene.on(scene.state.fighting(fight.but(after=(*fight.after, waits))))
    if deed.who.sort != "figura":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene.on(condition(scene.state, deed.who.name, what.id, scene.log, scene.step, scene.card, scene.words))


def discard(scene: Scene, deed: Deed) -> Scene:
    """Conditions of a figure; tokens of the mission."""
    what = deed.fact.role("que")
    if isinstance(what, Cual) and what.kind == "estado":
        return _lose(scene, deed.who, [what.id], deed.cost)
    if not isinstance(what, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    row = stuff(what)
    if what.sort == "estado" and deed.who.sort == "figura":
        plain(scene, row, deed.fact, "clase_estado", "de")
        fit = states_of(scene.state.figure(deed.who.name), row.ids("clase_estado"))
        chosen = fit if what.qty.op in WHOLE else [s for s in fit if s == scene.decision.elige] or fit[:1]
        return _lose(scene, deed.who, chosen, deed.cost)
    return remove_object(scene, deed)


def _lose(scene: Scene, who: Ente, states: list[str], cost: bool = False) -> Scene:
    had = [s for s in states if s in scene.state.figure(who.name).estados]
    if cost and not had:
        raise Illegal(f"{who.name} no tiene ningún estado de esos que descartar", ABILITY)
    for state in had:
        table: Table = scene.state
        scene = scene.on(table.change(who.name, estados=without(table.figure(who.name).estados, state)))
        scene.say(f"{who.name} descarta {state}", ABILITY)
        scene.log.past.append(event_of(scene.state, "despues", "descartar", {"quien": who}, scene.step)[0])
    if not had:
        scene.say(f"{who.name} no tiene nada que descartar", ABILITY)
    return scene


def mark(scene: Scene, deed: Deed) -> Scene:
    word = MARKS[deed.fact.verb]
    scene, found = whom(scene, deed.fact.role("que"), ABILITY)
    for ente in found:
        table: Table = scene.state
        if ente.sort == "figura":
            marks = dict.fromkeys((*table.figure(ente.name).marcas, word))
            scene = scene.on(table.change(ente.name, marcas=tuple(marks)))
        elif ente.sort == "objeto":
            marks = dict.fromkeys((*table.objetos[ente.name].marcas, word))
            marked = table.objetos[ente.name].model_copy(update={"marcas": tuple(marks)})
            scene = scene.on(table.model_copy(update={"objetos": {**table.objetos, ente.name: marked}}))
        else:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        scene.say(f"{ente.name} queda {word}", ABILITY)
    return scene


def remove_object(scene: Scene, deed: Deed) -> Scene:
    """A terminal, a token of the mission: it leaves the board."""
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "ficha":
        return _table_token(scene, deed, what)
    scene, found = whom(scene, what, ABILITY)
    for ente in found:
        if ente.sort != "objeto":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        gone = scene.state.objetos[ente.name].model_copy(update={"fuera": True})
        scene = scene.on(scene.state.model_copy(update={"objetos": {**scene.state.objetos, ente.name: gone}}))
        scene.say(f"se retira {ente.name} del tablero", ABILITY)
    return scene


def _table_token(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    table: Table = scene.state
    kind = (stuff(what).ids("tipo_ficha") or (what.noun,))[0]
    have = [name for name, n in table.fichas_de_mesa.items() if name.split()[0] == kind and n]
    if not have:
        raise Illegal(f"no hay ninguna ficha de {kind} que descartar", ABILITY)
    left = table.fichas_de_mesa[have[0]] - min(how_many(scene, what, deed), table.fichas_de_mesa[have[0]])
    scene.say(f"se descarta de {have[0]}: quedan {left}", ABILITY)
    return scene.on(table.model_copy(update={"fichas_de_mesa": {**table.fichas_de_mesa, have[0]: left}}))
