"""Legión: what of a text the engine never runs, whatever the situation, each with its words and its reason."""

from collections.abc import Iterator
from functools import cache, lru_cache

from grammar.game import load_game
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.values import Cosa, Hecho, Papel
from kb.play.games.legion.verbs.on_table import TOLD
from kb.play.games.legion.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.legion.view import ENDS, LISTS, MOVES, ORDERS, named
from kb.play.games.legion.world import GAME
from kb.play.meaning.abilities import Ability, abilities_of, refusal, said
from kb.play.meaning.limits import limit_of
from kb.play.meaning.moments import relations, stative
from kb.play.meaning.notrun import Reason
from kb.play.meaning.perform import ENDURING, HANDLED, PLAIN, STANDS
from kb.play.meaning.standing import duration

RAISED: frozenset[tuple[str, str]] = frozenset({
    ("mientras", "atacar"), ("mientras", "defender"), ("mientras", "realizar"), ("despues", "atacar"), ("despues", "defender"),
    ("despues", "realizar"), ("despues", "volver_a_tirar"), ("mientras", "impartir"), ("despues", "impartir"),
    ("mientras", "recibir"), ("despues", "recibir"), ("mientras", "anadir"),
    ("iba_a", "tirar"), ("mientras", "activar"), ("mientras", "comprobar"), ("mientras", "entrar"), ("mientras", "escalar"),
    ("mientras", "mostrar"), ("despues", "mostrar"), ("mientras", "mover"), ("despues", "mover"), ("mientras", "pivotar"),
    ("mientras", "reagrupar"), ("despues", "derrotar"), ("despues", "desplegar"), ("despues", "resolver"),
    ("antes", "realizar"), ("despues", "herir"),
})  # fmt: skip
"""What the sequences of the game tell."""
CLOCK = frozenset({
    ("comienzo", "fase_de_activacion"), ("durante", "fase_final"), ("comienzo", "fase_final"), ("final", "activacion"),
    ("comienzo", "activacion"), ("durante", "activacion"), ("comienzo", "fase_de_mando"), ("durante", "fase_de_mando"),
    ("durante", "creacion_del_ejercito"), ("durante", "preparacion_de_la_partida"), ("durante", "resto"),
})  # fmt: skip
STANDING_VERBS = frozenset({"ignorar", "volver_a_tirar", "recibir", "perder"}) | MOVES | LISTS | ENDS | ORDERS
"""What is looked up where it matters: a keyword that is ignored, dice that each aim token rolls besides, a chart;
or told where a deed on the table comes."""
BANNED = (
    frozenset({"utilizar", "gastar", "sufrir", "beneficiar", "realizar", "recibir", "atacar", "dar_la_vuelta"}) | STANDING_VERBS
)
"""What is asked before it is done, or told."""


KNOWN = frozenset({
    ("despues", "este_ataque"), ("durante", "este_ataque"), ("durante", "este_activacion"), ("final", "este_ronda"),
    ("durante", "este_movimiento"), ("durante", "este_ronda"),
})  # fmt: skip


@lru_cache(maxsize=1024)
def never_run(text: str) -> tuple[str, ...]:
    """One sentence for each thing of a text that no situation makes happen; empty where everything can."""
    if refusal(text, GAME):
        return ()
    found = (line for ability in abilities_of(text, GAME) for line in _ability(ability))
    return tuple(dict.fromkeys(f"{why} («{words}»)" if words else why for why, words in found))


Line = tuple[Reason, str]


def _ability(ability: Ability) -> Iterator[Line]:
    if ability.clase in ("palabras_clave", "arma"):
        return  # lists, which have taken their places on the unit
    for moment in ability.moments:
        if not _raised(moment):
            whole = Capacidad(cuando=ability.moments, pasos=ability.steps)
            yield "ese momento no llega nunca en lo que se simula", said(whole, GAME)
            return
    if ability.whole.limite and limit_of(ability.whole) is None:
        yield "tiene una circunstancia que no se ejecuta", said(ability.whole, GAME)
    constant = ability.clase != "accion" and all(stative(moment) for moment in ability.moments)
    for item in ability.steps:
        for why, words in _item(item, constant):
            yield why, said(item, GAME) or words  # all of a step or nothing


@cache
def _steps() -> frozenset[str]:
    game, found = load_game(GAME), set()

    def walk(rows: tuple[object, ...]) -> None:
        for row in rows:
            found.add(row.nombre)  # type: ignore[attr-defined]
            walk(row.pasos)  # type: ignore[attr-defined]

    walk(game.ataque)
    for step in ("reagrupamiento", "realizar_acciones", "impartir_ordenes", "posiciones_preparadas"):
        found.add(named(step))
    return frozenset(found)


def _raised(moment: Momento) -> bool:
    if stative(moment):
        return True
    if moment.tiempo is None:
        return any((rel, fact.verb) in RAISED for fact in moment.hechos for rel in relations(moment))
    if isinstance(moment.tiempo, Papel):
        return (moment.rel, moment.tiempo.nombre) in KNOWN
    if not isinstance(moment.tiempo, Cosa):
        return True  # «durante ese paso»: told before
    names = [getattr(f.role("que"), "nombre", "") for f in moment.tiempo.filters if isinstance(f, Hecho) and f.verb == "llamar"]
    return names[0] in _steps() if names else any((rel, moment.tiempo.noun) in CLOCK for rel in relations(moment))


def _item(item: Item, constant: bool) -> Iterator[Line]:
    match item:
        case Hecho():
            yield from _fact(item, constant)
        case Eleccion():
            for option in item.opciones:
                for part in option:
                    yield from _item(part, constant)
        case Paso():
            yield from _step(item, constant)
        case Capacidad():
            yield "depende de algo que no se lleva aquí", said(item, GAME)


def _step(step: Paso, constant: bool) -> Iterator[Line]:
    if step.modo == "debe" and all(isinstance(fact, Hecho) and fact.verb == "atacar" for fact in step.efecto):
        return  # asked when a defender is declared (`pools`)
    if step.modo in STANDS:
        if any(isinstance(cond, Hecho) and cond.role("quien") == Papel("este_carta") for cond in step.si):
            yield "depende de algo que no se lleva aquí", said(step, GAME)  # tokens on a card
            return
        for fact in step.efecto:
            if not isinstance(fact, Hecho) or fact.verb not in BANNED or (step.modo != "no_puede" and not constant):
                yield "depende de algo que no se lleva aquí", said(step, GAME)
                return
        return
    if step.cuando and not all(_raised(moment) for moment in step.cuando):
        yield "ese momento no llega nunca en lo que se simula", said(step, GAME)
        return
    for part in (*step.coste, *step.efecto, *step.si_no):
        yield from _item(part, constant)


def _fact(fact: Hecho, constant: bool) -> Iterator[Line]:
    if constant and fact.verb not in STANDING_VERBS:
        yield "ese momento no llega nunca en lo que se simula", said(fact, GAME)
    elif fact.verb not in RUN and fact.verb not in STANDING_VERBS:
        yield "el verbo no se ejecuta en este juego", said(fact, GAME)
    elif _strange(fact):
        yield "tiene una circunstancia que no se ejecuta", said(fact, GAME)


LOOKED_UP_WITH = frozenset({("tirar", "en_vez_de")})
"""Circumstances that are looked up where they matter: the dice of a rally."""


def _strange(fact: Hecho) -> bool:
    """It has a circumstance that nobody sees to, or lasts until nobody knows when."""
    names = {name for name, _ in fact.circ if (fact.verb, name) not in LOOKED_UP_WITH}
    if names - HANDLED - CIRCUMSTANCES.get(fact.verb, frozenset()):
        return True
    if {name for name, _ in fact.roles} - PLAIN - ROLES.get(fact.verb, frozenset()):
        return True
    if fact.verb in TOLD or fact.verb in ("aumentar", "reducir"):
        return False  # told with its words, how long it lasts among them
    return bool(names & {"hasta", "durante"}) and fact.verb not in ENDURING and not duration(fact)
