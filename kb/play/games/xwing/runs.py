"""X-Wing: what of a text the engine never runs, whatever the situation, each with its words and its reason."""

from collections.abc import Iterator
from functools import lru_cache

from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.values import WHOLE, Cosa, Hecho, Papel
from kb.play.games.xwing.standing import given_weapon, withheld
from kb.play.games.xwing.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.xwing.view import MODES
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability, abilities_of, refusal, said, to_come
from kb.play.meaning.limits import limit_of
from kb.play.meaning.moments import stative
from kb.play.meaning.notrun import Reason
from kb.play.meaning.perform import ENDURING, HANDLED, PLAIN, STANDS
from kb.play.meaning.standing import duration
from kb.play.meaning.stuff import stuff

RAISED: frozenset[tuple[str, str]] = frozenset({
    ("mientras", "efectuar"), ("despues", "efectuar"), ("mientras", "defender"), ("despues", "defender"),
    ("despues", "declarar"), ("despues", "convertirse"), ("despues", "impactar"),
    ("despues", "fallar"), ("antes", "tirar"), ("despues", "tirar"), ("antes", "ejecutar"), ("mientras", "ejecutar"),
    ("despues", "ejecutar"), ("despues", "realizar"), ("despues", "recibir"), ("iba_a", "recibir"),
    ("despues", "gastar"), ("despues", "retirar"), ("despues", "perder"), ("antes", "sufrir"),
    ("despues", "sufrir"), ("despues", "destruir"), ("antes", "activar"), ("despues", "activar"), ("antes", "intervenir"),
    ("despues", "intervenir"), ("antes", "revelar"), ("despues", "revelar"), ("despues", "obtener"), ("despues", "soltar"),
    ("despues", "lanzar"), ("despues", "coordinar"), ("despues", "interferir"), ("despues", "fracasar"), ("mientras", "mover"),
    ("despues", "infligir"), ("despues", "solapar"), ("despues", "desactivar"), ("despues", "detonar"),
    ("mientras", "realizar"), ("mientras", "desactivar"), ("iba_a", "soltar"), ("iba_a", "lanzar"), ("antes", "detonar"),
    ("despues", "recuperar"), ("iba_a", "sufrir"),
    ("antes", "recuperar"), ("antes", "recibir"), ("antes", "desplegar"), ("despues", "desplegar"), ("despues", "colocar"),
})  # fmt: skip
"""What the sequences of the game tell."""
CLOCK = frozenset({"comienzo", "final", "durante"})
PHASE_NOUNS = frozenset({
    "fase_de_planificacion", "fase_de_sistemas", "fase_de_activacion", "fase_de_enfrentamiento", "fase_final",
})  # fmt: skip
LOOKED_UP = frozenset({"no_puede", "es_capaz"})
STANDING_VERBS = frozenset({"reducir", "incrementar", "ignorar"})
SQUAD_VERBS = frozenset({"anadir", "eliminar", "perder", "equipar", "acoplar"})
"""Orders of constant abilities that are looked up where they matter."""
BANNED = frozenset({
    "gastar", "recibir", "retirar", "realizar", "modificar", "volver_a_tirar", "cambiar", "anadir", "obtener", "coordinar",
    "efectuar", "recuperar", "reorientar", "tirar",
})  # fmt: skip
"""What is asked before it is done."""
PERMITTED = frozenset({"realizar", "ejecutar", "efectuar", "reorientar", "mantener"})


@lru_cache(maxsize=500)
def never_run(text: str) -> tuple[str, ...]:
    """One sentence for each thing of a text that no situation makes happen; empty where everything can."""
    if refusal(text, GAME):
        return ()
    return tuple(dict.fromkeys(f"{why} («{words}»)" if words else why for why, words in _lines(text)))


def _lines(text: str) -> Iterator[tuple[Reason, str]]:
    for ability in abilities_of(text, GAME):
        yield from _ability(ability)


def _ability(ability: Ability) -> Iterator[tuple[Reason, str]]:
    for moment in ability.moments:
        late = ability.clase != "preparacion" and bool(moment.hechos) and all(fact.verb == "colocar" for fact in moment.hechos)
        if not _raised(moment) or to_come(moment) or late:
            yield (
                "ese momento no llega nunca en lo que se simula",
                said(Capacidad(cuando=ability.moments, pasos=ability.steps), GAME),
            )
            return
    if ability.whole.limite and limit_of(ability.whole) is None:
        yield "tiene una circunstancia que no se ejecuta", said(ability.whole, GAME)
    for item in ability.steps:
        for why, words in _item(item, not ability.moments and ability.clase == "constante", _lasts(ability)):
            # all of a step or nothing: what would have gone with it does not happen either
            yield why, said(item, GAME) or words


def _lasts(ability: Ability) -> bool:
    """While its moment lasts, its steps are looked up rather than performed."""
    return all(m.rel in ("mientras", "durante") for m in ability.moments)


def _raised(moment: Momento) -> bool:
    if stative(moment):
        return True
    if moment.tiempo is not None:
        if isinstance(moment.tiempo, Papel):
            return True
        noun = moment.tiempo.noun if isinstance(moment.tiempo, Cosa) else ""
        if noun == "tirada_de_dados":
            return moment.rel == "antes"  # said beside another moment that comes before them
        if noun == "preparacion":
            return moment.rel in ("final", "despues")
        return noun in PHASE_NOUNS or (noun == "paso" and moment.rel not in ("comienzo", "final"))
    rel = {"cuando": "mientras", "cada_vez": "despues"}.get(moment.rel, moment.rel)
    return any((rel, fact.verb) in RAISED and _between_ships(fact) for fact in moment.hechos)


def _between_ships(fact: Hecho) -> bool:
    """Overlaps are told of ships with ships; of how something happened, whether a manoeuvre was whole."""
    other = fact.role("con")
    if any(key == "modo" and getattr(value, "id", "") not in MODES for key, value in fact.circ):
        return False
    return fact.verb != "solapar" or not isinstance(other, Cosa) or other.sort == "nave"


def _item(item: Item, constant: bool, lasting: bool) -> Iterator[tuple[Reason, str]]:
    match item:
        case Hecho():
            yield from _fact(item, constant)
        case Eleccion():
            for option in item.opciones:
                for part in option:
                    yield from _item(part, constant, lasting)
        case Paso():
            yield from _step(item, constant, lasting)
        case Capacidad():
            yield "depende de algo que no se lleva aquí", said(item, GAME)


def _step(step: Paso, constant: bool, lasting: bool) -> Iterator[tuple[Reason, str]]:
    if step.modo in STANDS:
        yield from _stands(step)
        return
    if step.cuando and not all(_raised(moment) for moment in step.cuando):
        yield "ese momento no llega nunca en lo que se simula", said(step, GAME)
        return
    for part in (*step.coste, *step.efecto, *step.si_no):
        yield from _item(part, constant, lasting)


def _stands(step: Paso) -> Iterator[tuple[Reason, str]]:
    known = BANNED if step.modo == "no_puede" else PERMITTED
    for fact in step.efecto:
        if isinstance(fact, Paso) and step.modo == "es_capaz" and fact.modo == "no_puede":
            yield from _stands(fact)  # «Si lo haces, no puedes …»
            continue
        if step.modo == "solo_puede" and isinstance(fact, Hecho) and fact.verb in ("desplegar", "reorientar"):
            continue
        if step.modo not in LOOKED_UP or not isinstance(fact, Hecho) or fact.verb not in known or _said_too_much(step, fact):
            yield "depende de algo que no se lleva aquí", said(step, GAME)
            return
        what = fact.role("que")
        counted = fact.verb in ("volver_a_tirar", "mantener", "tirar") and isinstance(what, Cosa)
        if isinstance(what, Cosa) and what.qty.op in ("mas_de", "hasta") and not counted:
            yield "la cantidad depende de algo que no se lleva aquí", said(step, GAME)


def _said_too_much(step: Paso, fact: Hecho) -> bool:
    """Dice are capped, not forbidden; a turret is told where it may not turn."""
    what = fact.role("que")
    if fact.verb == "tirar":
        return not (isinstance(what, Cosa) and what.sort == "dado" and (_counts(what) or what.qty.op == "mas_de"))
    if fact.verb == "reorientar":
        return not isinstance(fact.role("hacia"), Cosa)
    return fact.verb == "efectuar" and step.modo == "es_capaz" and "desde" in dict(fact.roles)


def _fact(fact: Hecho, constant: bool) -> Iterator[tuple[Reason, str]]:
    if fact.verb == "mantener" or (constant and fact.verb == "efectuar" and fact.role("desde") is not None):
        return
    if fact.verb in ("considerar", "intervenir"):
        if not _considered(fact):
            yield "el verbo no se ejecuta en este juego", said(fact, GAME)
        return
    if constant:
        if fact.verb not in STANDING_VERBS and not _squad(fact) and not _given(fact) and not (fact.neg and withheld(fact)):
            reason: Reason = (
                "es de la preparación de la partida o del escuadrón"
                if fact.verb in ("anadir", "perder", "eliminar", "ser")
                else "el verbo no se ejecuta en este juego"
            )
            yield reason, said(fact, GAME)
        return
    if fact.neg:
        if not withheld(fact):
            yield "el verbo no se ejecuta en este juego", said(fact, GAME)
        return
    inner = fact.role("que")
    if fact.verb in ("lograr", "provocar") and isinstance(inner, Hecho):
        yield from _fact(inner, constant)
    elif fact.verb not in RUN and fact.verb not in STANDING_VERBS:
        yield "el verbo no se ejecuta en este juego", said(fact, GAME)
    elif _odd_amount(fact):
        yield "la cantidad depende de algo que no se lleva aquí", said(fact, GAME)
    elif _strange(fact):
        yield "tiene una circunstancia que no se ejecuta", said(fact, GAME)


def _squad(fact: Hecho) -> bool:
    """Slots, and ships that are carried: what «equipa» and «acopla» look up."""
    what = fact.role("que")
    if fact.verb == "acoplar":
        return True
    if fact.verb == "equipar":
        return fact.role("con") is not None
    return fact.verb in SQUAD_VERBS and isinstance(what, Cosa) and what.sort == "espacio" and bool(what.filters)


def _given(fact: Hecho) -> bool:
    """Weapons and turrets that a card adds (`attack`), and abilities of the ship that it takes the place of (`board`)."""
    what = fact.role("que")
    if fact.verb == "reemplazar":
        return isinstance(what, Cosa) and bool(stuff(what).name) and fact.role("por") == Papel("lo_que_sigue")
    if fact.verb != "recibir" or not isinstance(what, Cosa):
        return False
    return what.sort == "indicador" or (what.noun == "armamento_principal" and given_weapon(what) is not None)


def _considered(fact: Hecho) -> bool:
    """What somebody looks up (`considered.py`), or does (`deeds.consider`)."""
    what = fact.role("que")
    as_if = next((value for key, value in fact.circ if key == "como_si"), None)
    if fact.verb == "intervenir":
        return isinstance(fact.role("con"), Cosa) and {k for k, _ in fact.circ} <= {"en_vez_de"}
    if {k for k, _ in fact.circ} - {"como_si", "hasta", "durante"}:
        return False
    if isinstance(what, Hecho):
        of = what.role("quien")
        return what.verb == "valer" and isinstance(of, Cosa) and of.noun == "iniciativa"
    if isinstance(what, Papel):
        return what.nombre == "este_accion" and isinstance(as_if, Hecho)
    if not isinstance(what, Cosa):
        return False
    if what.noun in ("iniciativa", "agilidad"):
        return isinstance(as_if, Hecho) and as_if.verb in ("compara", "valer")
    return what.sort in ("accion", "requisito")


COUNTED = frozenset({"n", "hasta", "el", "algun", "masa", "al_menos", *WHOLE, "cualquiera"})


def _odd_amount(fact: Hecho) -> bool:
    """«esa misma cantidad de naves»: how many depends on something else."""
    things = [value for name, value in fact.roles if isinstance(value, Cosa) and name != "por"]
    return any(thing.qty.op not in COUNTED and not _counts(thing) for thing in things)


def _counts(thing: Cosa) -> bool:
    """«esa misma cantidad», «tantos como …»: the number is computed."""
    return thing.qty.op == "segun" and any(isinstance(f, Hecho) and f.verb == "cantidad" for f in thing.filters)


def _strange(fact: Hecho) -> bool:
    """It has a circumstance that nobody sees to, or lasts until nobody knows when."""
    names = {name for name, _ in fact.circ}
    if names - HANDLED - CIRCUMSTANCES.get(fact.verb, frozenset()):
        return True
    if {name for name, _ in fact.roles} - PLAIN - ROLES.get(fact.verb, frozenset()) and fact.verb not in STANDING_VERBS:
        return True
    return bool(names & {"hasta", "durante"}) and fact.verb not in ENDURING and not duration(fact)
