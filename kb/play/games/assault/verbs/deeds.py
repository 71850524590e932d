"""Imperial Assault: choosing, testing, interrupting, ending, using other abilities, following a list."""

from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cosa, Hecho, Nombre, Papel, Rango
from kb.play.cite import cite
from kb.play.games.assault.skip import Skip
from kb.play.games.assault.state import Table
from kb.play.games.assault.verbs.fighting import make_attack
from kb.play.games.assault.view import Use
from kb.play.games.assault.view import deed as event_of
from kb.play.games.assault.world import ABILITY
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
    """«… resuelven inmediatamente estas instrucciones:»: those that stand after it in the text."""
    lists = [whole for whole in effects_of(scene.words, scene.state.game) if whole.clase == "instrucciones"]
    if not lists:
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    table: Table = scene.state
    for item in lists[0].pasos:
        assert isinstance(item, Capacidad)
        ability = Ability(scene.place[0] if scene.place else 1, item, (), (*item.coste, *item.pasos))
        held = Held(deed.who, scene.card, scene.words)
        table = scene.log.happen(table, Use(held, ability, scene.step, scene.decision))
    return scene.on(table.counted())


def ready(scene: Scene, deed: Deed) -> Scene:
    scene, found = whom(scene, deed.fact.role("que"), ABILITY)
    for ente in found:
        scene = scene.on(scene.state.change(ente.name, activada=False))
        scene.say(f"{ente.name} se prepara", ABILITY)
    return scene


def toss(scene: Scene, deed: Deed) -> Scene:
    """A mission token is tossed: which side comes up is asked where it matters."""
    scene.say("se lanza al aire una ficha de misión", ABILITY)
    return scene.on(scene.state.counted())
