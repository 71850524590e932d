"""Imperial Assault: choosing, testing, interrupting, ending, using other abilities, following a list."""

from dataclasses import replace

from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cosa, Hecho, Nombre, Papel, Rango, parts
from kb.play.cite import cite
from kb.play.games.imperial_assault.facts import defines_x, x_of
from kb.play.games.imperial_assault.skip import Skip
from kb.play.games.imperial_assault.state import Table, focused
from kb.play.games.imperial_assault.verbs.fighting import make_attack
from kb.play.games.imperial_assault.view import Use
from kb.play.games.imperial_assault.view import deed as event_of
from kb.play.games.imperial_assault.world import ABILITY
from kb.play.meaning.abilities import Ability, abilities_of, effects_of, refusal
from kb.play.meaning.board import Held
from kb.play.meaning.conditions import introduced
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Pending
from kb.text import identifier

TEST = cite("imperial-assault/pruebas-de-atributo#r-campana", "prueba")
SPEED = cite("imperial-assault/movimiento#r-28c438", "Velocidad")


def choose(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Cosa) and what.sort == "opcion":
        return _option(scene, deed, what)
    scene, found = whom(scene, what, ABILITY)
    if isinstance(what, Cosa):  # «el más alejado de la Celda. Empújalo hacia la celda»
        scene = introduced(scene, what.filters)
    scene.say(f"elige a {', '.join(ente.name for ente in found) or 'nadie'}", ABILITY)
    return scene


def _option(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """An option of the mission's event: by its number, or the first that can be."""
    told = next((f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "valer"), None)
    table: Table = scene.state
    if isinstance(told, Rango) and told.desde.isdigit():
        n = int(told.desde)
    elif any(q in stuff(what).ids("orden", "rasgo") for q in ("primero", "aplicable")):
        if scene.decision.cuantos is None:
            raise Pending(f"di en «cuantos» cuál es la primera opción que se puede aplicar por «{scene.card}»")
        n = int(scene.decision.cuantos)
    else:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"se elige la opción {n}", ABILITY)
    return scene.on(table.model_copy(update={"opcion": n}))


def perform(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Papel) and what.nombre == "lo_que_sigue":
        return follow_list(scene, deed)
    if not isinstance(what, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if what.sort == "prueba":
        return _test(scene, deed, what)
    if what.sort == "ataque":
        return make_attack(scene, deed, what)
    if what.sort == "instruccion":
        return follow_list(scene, deed)
    if what.noun == "interaccion":
        return interact(scene, deed)
    if what.sort == "movimiento":
        table: Table = scene.state
        speed = table.figure(deed.who.name).velocidad
        scene.say(f"{deed.who.name} gana {speed} puntos de movimiento", SPEED)
        return scene.on(table.change(deed.who.name, puntos=table.figure(deed.who.name).puntos + speed))
    raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)


def _test(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """An attribute test: heroes roll, elite figures have one success, the others none."""
    table: Table = scene.state
    name = deed.who.name
    figure = table.figure(name)
    kinds = stuff(what).ids("icono_atributo")
    if figure.heroe:
        table, _ = focused(table, name, scene.log, scene.step)
    table = table.testing(name, 0)
    roles = {"quien": deed.who, "que": Ente("prueba", "prueba", frozenset({"prueba", *kinds}))}
    table = scene.log.happen(table, event_of(table, "mientras", "realizar", roles, scene.step))
    if figure.heroe and name not in scene.decision.exitos:
        raise Pending(f"di en «exitos» cuántos saca {name} en la prueba de «{scene.card}»")
    won = scene.decision.exitos.get(name, 1 if figure.elite else 0) + table.tests.get(name, 0)
    scene.say(f"{name} {'supera' if won else 'falla'} la prueba con {won} éxitos", TEST)
    return scene.binding(what.id, roles["que"]).on(table.testing(name, won))


def interact(scene: Scene, deed: Deed) -> Scene:
    goal = deed.fact.role("con")
    words = ""
    if goal is not None:
        scene, found = whom(scene, goal, ABILITY)
        words = f" con {', '.join(ente.name for ente in found)}"
        if not found:
            raise Skip("no hay con qué interactuar", ABILITY)
    scene.say(f"{deed.who.name} interactúa{words}", ABILITY)
    roles = {"quien": deed.who}
    return scene.on(scene.log.happen(scene.state.counted(), event_of(scene.state, "despues", "interactuar", roles, scene.step)))


def interrupt(scene: Scene, deed: Deed) -> Scene:
    """«puede interrumpir para …»: it does that now."""
    order = deed.fact.role("para")
    verb = scene.world.verbs.get(order.verb) if isinstance(order, Hecho) else None
    if verb is None or not isinstance(order, Hecho):
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    scene.say(f"{deed.who.name} interrumpe", ABILITY)
    return verb(scene, Deed(order, deed.who, deed.times))


def finish(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    table: Table = scene.state
    if isinstance(what, Papel) and what.nombre == "este_activacion":
        scene.say(f"termina la activación de {deed.who.name}", ABILITY)
        return scene.on(table.change(deed.who.name, acciones=0, puntos=0, interrumpida=True))
    raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)


def use(scene: Scene, deed: Deed) -> Scene:
    """This card, or another ability of its bearer by its name."""
    what = deed.fact.role("que")
    if isinstance(what, Papel) and what.nombre == "este_carta":
        scene.say(f"{scene.me.name} usa «{scene.card}»", ABILITY)
        return scene
    if not isinstance(what, Nombre):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    table: Table = scene.state
    cards = {n: t for n, t in table.figure(deed.who.name).cartas.items() if identifier(n) == identifier(what.nombre)}
    for card, text in cards.items():
        for ability in abilities_of(text, table.game) if not refusal(text, table.game) else ():
            table = scene.log.happen(table, Use(Held(deed.who, card, text), ability, scene.step, scene.decision))
        return scene.on(table)
    raise scene.fail("depende de algo que no se lleva aquí", deed.fact)


def follow_list(scene: Scene, deed: Deed) -> Scene:
    """«… resuelven inmediatamente estas instrucciones:»: those after it in the text, or in the next one of the mission."""
    table: Table = scene.state
    lists = [whole for whole in effects_of(scene.words, table.game) if whole.clase == "instrucciones"]
    if lists:
        done = _each_instruction(scene, deed.who, scene.words)
        return done.on(done.state.counted())
    after = table.mision[table.mision.index(scene.words) + 1 :] if scene.words in table.mision else ()
    if not after or refusal(after[0], table.game):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    done = _each_instruction(scene, deed.who, after[0])
    return done.on(done.state.counted())


def ready(scene: Scene, deed: Deed) -> Scene:
    scene, found = whom(scene, deed.fact.role("que"), ABILITY)
    for ente in found:
        scene = scene.on(scene.state.change(ente.name, activada=False))
        scene.say(f"{ente.name} se prepara", ABILITY)
    return scene


def define(scene: Scene, deed: Deed) -> Scene:
    """«X es …»: what the sentences before it have already counted with."""
    if not defines_x(deed.fact):
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    found = x_of(scene)
    if found is None and scene.decision.cuantos is None:
        raise Pending(f"di en «cuantos» cuánto es X para «{scene.card}»")
    scene.say(f"X es {found if found is not None else scene.decision.cuantos}", ABILITY)
    return scene


def repeat(scene: Scene, deed: Deed) -> Scene:
    """«repite esta instrucción seleccionando ese Rebelde»: the same steps, for whoever it names."""
    what, how = deed.fact.role("que"), deed.circ("modo_de")
    this = isinstance(what, Papel) and what.nombre in ("este_instruccion", "este_capacidad")
    chosen = how.role("que") if isinstance(how, Hecho) and how.verb == "elegir" else None
    mine = next((one for one in _wholes(scene) if any(part == deed.fact for part in parts(one.pasos))), None)
    first = next((p for p in parts(mine.pasos) if isinstance(p, Cosa) and p.id), None) if mine is not None else None
    if not this or chosen is None or mine is None or first is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, found = whom(scene, chosen, ABILITY)
    one = replace(scene, bound={first.id: found}, chose=False)
    scene.say(f"se repite para {', '.join(ente.name for ente in found)}", ABILITY)
    held = Held(scene.me, scene.card, scene.words)
    ability = Ability(scene.place[0] if scene.place else 1, mine, (), mine.pasos)
    return scene.on(scene.log.happen(one.state, Use(held, ability, scene.step, scene.decision, one.bound)))


def _wholes(scene: Scene) -> list[Capacidad]:
    effects = effects_of(scene.words, scene.state.game)
    return [p for whole in effects for p in (*whole.pasos, whole) if isinstance(p, Capacidad)]


def mission_rules(scene: Scene, deed: Deed) -> Scene:
    """«Ver Reglas de misión»: the instructions that the mission gives."""
    what = deed.fact.role("que")
    if not isinstance(what, Cosa) or what.noun != "reglas_de_mision":
        raise scene.fail("el verbo no se ejecuta en este juego", deed.fact)
    texts = [text for text in scene.state.mision if not refusal(text, scene.state.game)]
    lists = [t for t in texts if all(w.clase == "instrucciones" for w in effects_of(t, scene.state.game))]
    if not lists:
        raise Skip("la misión no da ninguna instrucción", ABILITY)
    for text in lists:
        scene = _each_instruction(scene, deed.who, text)
    return scene.on(scene.state.counted())


def _each_instruction(scene: Scene, who: Ente, text: str) -> Scene:
    """The instructions of a text, one by one."""
    table: Table = scene.state
    found = effects_of(text, table.game)
    listed = [i for whole in found if whole.clase == "instrucciones" for i in whole.pasos if isinstance(i, Capacidad)]
    for n, item in enumerate(listed or found, 1):
        ability = Ability(n, item, (), (*item.coste, *item.pasos))
        table = scene.log.happen(table, Use(Held(who, scene.card, text), ability, scene.step, scene.decision))
    return scene.on(table)


def toss(scene: Scene, deed: Deed) -> Scene:
    """A mission token is tossed: which side comes up is asked where it matters."""
    scene.say("se lanza al aire una ficha de misión", ABILITY)
    return scene.on(scene.state.counted())
