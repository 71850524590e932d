"""What of a text a game never runs, whatever the situation, each with its words and its reason.

A game says what its sequences raise, which verbs it has and what it looks up; the walk over an ability is written once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.values import WHOLE, Cosa, Hecho, Papel
from kb.play.meaning.abilities import Ability, abilities_of, refusal, said
from kb.play.meaning.moments import SAME_REL, stative
from kb.play.meaning.notrun import Reason
from kb.play.meaning.perform import ENDURING, HANDLED, PLAIN, STANDS
from kb.play.meaning.scene import Verb
from kb.play.meaning.standing import duration

COUNTED = frozenset({"n", "hasta", "el", "algun", "masa", "al_menos", *WHOLE, "cualquiera", "mas", "menos", "exacto", "maximo"})
Left = tuple[Reason, str]


@dataclass(frozen=True)
class Running:
    """What a game runs."""

    game: str
    raised: frozenset[tuple[str, str]]
    """(relation, verb) that its sequences tell."""
    clock: frozenset[tuple[str, str]]
    """(relation, noun) of times that come: the start of an activation, the end of a round."""
    verbs: Mapping[str, Verb]
    circumstances: Mapping[str, frozenset[str]]
    roles: Mapping[str, frozenset[str]]
    standing: Callable[[Hecho], bool]
    """Orders that are looked up where they matter, and not carried out."""
    banned: frozenset[str]
    """Deeds that are asked about before they are done."""
    permitted: frozenset[str]
    limited: Callable[[Ability], bool]
    """Whether somebody keeps the count that an ability's limit asks for."""
    inner: Callable[[Capacidad], bool]
    """Abilities within an ability that it runs: the instructions of a list."""
    classes: Mapping[str, Reason]
    """Classes of ability that never run, with the reason."""


def never_run(game: Running, text: str) -> tuple[str, ...]:
    """One sentence for each thing of a text that no situation makes happen; empty where everything can."""
    if refusal(text, game.game):
        return ()
    lines = (line for ability in abilities_of(text, game.game) for line in _ability(game, ability))
    return tuple(dict.fromkeys(f"{why} («{words}»)" if words else why for why, words in lines))


def _ability(game: Running, ability: Ability) -> Iterator[Left]:
    if ability.clase in game.classes:
        yield game.classes[ability.clase], said(ability.whole, game.game)
        return
    for moment in ability.moments:
        if not comes_ever(game, moment):
            whole = Capacidad(cuando=ability.moments, pasos=ability.steps)
            yield "ese momento no llega nunca en lo que se simula", said(whole, game.game)
            return
    if ability.whole.limite and not game.limited(ability):
        yield "tiene una circunstancia que no se ejecuta", said(ability.whole, game.game)
    for item in ability.steps:
        for why, words in _item(game, item):  # all of a step or nothing: what would have gone with it does not happen either
            yield why, said(item, game.game) or words


def comes_ever(game: Running, moment: Momento) -> bool:
    if stative(moment):
        return True
    rel = SAME_REL.get(moment.rel, moment.rel)
    if moment.tiempo is not None:
        noun = moment.tiempo.noun if isinstance(moment.tiempo, Cosa) else ""
        if isinstance(moment.tiempo, Papel):
            noun = moment.tiempo.nombre.removeprefix("este_")
        return (rel, noun) in game.clock
    return any((rel, fact.verb) in game.raised for fact in moment.hechos)


def _item(game: Running, item: Item) -> Iterator[Left]:
    match item:
        case Hecho():
            yield from _fact(game, item)
        case Eleccion():
            for option in item.opciones:
                for part in option:
                    yield from _item(game, part)
        case Paso():
            yield from _step(game, item)
        case Capacidad():
            if not game.inner(item):
                yield "depende de algo que no se lleva aquí", said(item, game.game)
            for part in (*item.coste, *item.pasos) if game.inner(item) else ():
                yield from _item(game, part)


def _step(game: Running, step: Paso) -> Iterator[Left]:
    if step.modo in STANDS:
        known = {"no_puede": game.banned, "es_capaz": game.permitted}.get(step.modo, frozenset())
        if not all(isinstance(fact, Hecho) and fact.verb in known for fact in step.efecto):
            yield "depende de algo que no se lleva aquí", said(step, game.game)
        return
    if step.cuando and not all(comes_ever(game, moment) for moment in step.cuando):
        yield "ese momento no llega nunca en lo que se simula", said(step, game.game)
        return
    for part in (*step.coste, *step.efecto, *step.si_no):
        yield from _item(game, part)


def _fact(game: Running, fact: Hecho) -> Iterator[Left]:
    if game.standing(fact):
        return
    if fact.neg or fact.verb not in game.verbs:
        yield "el verbo no se ejecuta en este juego", said(fact, game.game)
    elif any(isinstance(v, Cosa) and v.qty.op not in COUNTED for name, v in fact.roles if name != "por"):
        yield "la cantidad depende de algo que no se lleva aquí", said(fact, game.game)
    elif _strange(game, fact):
        yield "tiene una circunstancia que no se ejecuta", said(fact, game.game)


def _strange(game: Running, fact: Hecho) -> bool:
    """It has a circumstance or a role that nobody sees to, or lasts until nobody knows when."""
    names = {name for name, _ in fact.circ}
    if names - HANDLED - game.circumstances.get(fact.verb, frozenset()):
        return True
    if {name for name, _ in fact.roles} - PLAIN - game.roles.get(fact.verb, frozenset()):
        return True
    return bool(names & {"hasta", "durante"}) and fact.verb not in ENDURING and not duration(fact)
