"""Who is meant, and whether a fact about them holds, in three values: yes, no, not told.

The two ask each other: a filter is a fact, and a fact speaks of whoever fits a filter."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from grammar.meaning.values import (
    SOME,
    WHOLE,
    Cond,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Qty,
    Rango,
    Ref,
    Self,
    Value,
    Yo,
    parts,
)
from kb.play.logic import Known, every, negated, some
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene

OF_A_LIST = -2
"""No number of the text: what was chosen between you and another."""
ASKED = -3
"""No number of the text either: the thing that a description is being asked of."""
COMPARED = -4
"""Nor this: one of those that are counted to see of whom there are the most."""
UNTOLD = Ente("desconocido")
"""Whoever it may be, of a kind of which the table keeps none."""


def holds(scene: Scene, cond: Cond, it: Ente | None = None) -> Known:
    if isinstance(cond, Junto):
        found = (holds(scene, item, it) for item in cond.items)
        return some(found) if cond.op == "o" else every(found)
    return negated(_fact(scene, cond, it), cond.neg != _nobody(cond))


def _nobody(fact: Hecho) -> bool:
    """«si ninguna nave está …»: the subject denies it, where no other word does; «no … ninguna» is denied once."""
    who = fact.role("quien") or fact.role("que")
    return isinstance(who, Cosa) and who.qty.op == "ningun" and not fact.neg


def all_hold(scene: Scene, conds: Iterable[Cond]) -> Known:
    return every(holds(scene, cond) for cond in conds)


def _fact(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    own = scene.world.facts.get(fact.verb)
    if own is not None:
        found = own(scene, fact, it)
        if found is not None:
            return found
    if fact.verb in GENERAL and not fact.would:
        return GENERAL[fact.verb](scene, fact, it)
    return None


def fits(scene: Scene, ente: Ente, thing: Cosa) -> Known:
    """Is this what the text names?"""
    best, thing = _superlatives(thing)
    if best:
        return candidates(scene, replace(thing, filters=(*thing.filters, *best))).get(ente, False)
    parts: list[Known] = [scene.world.is_a(scene, ente, thing)]
    if parts[0] is False:
        return False
    for cond in thing.filters:
        known = holds(scene, cond, ente)
        if known is False:
            return False
        parts.append(known)
    return every(parts)


def candidates(scene: Scene, thing: Cosa) -> dict[Ente, Known]:
    """Everything that it may be, with whether that is known."""
    best, thing = _superlatives(thing)
    things = scene.world.things(scene, thing)
    if things is None:
        return {UNTOLD: None}
    found = {ente: fits(scene, ente, thing) for ente in things}
    possible: dict[Ente, Known] = {ente: known for ente, known in found.items() if known is not False}
    for cond in best:
        possible = foremost(scene, cond, possible, int(thing.qty.n) if thing.qty.op == "n" and thing.qty.n.isdigit() else 1)
    if thing.qty.op == "el" and scene.event is not None:  # «la nave enemiga»: the one that takes part
        here = {*scene.event.roles.values(), *scene.event.parts.values()}
        narrowed: dict[Ente, Known] = {
            ente: known for ente, known in possible.items() if ente in here and (known or not thing.filters)
        }
        return narrowed or possible
    return possible


def _superlatives(thing: Cosa) -> tuple[tuple[Cond, ...], Cosa]:
    """«el más cercano», «con el mayor coste», «que ha sufrido más daño»: asked of all the others together."""
    best = tuple(cond for cond in thing.filters if superlative(cond))
    return best, replace(thing, filters=tuple(cond for cond in thing.filters if cond not in best)) if best else thing


def superlative(cond: Cond) -> bool:
    if not isinstance(cond, Hecho) or cond.neg:
        return False
    if most_of(cond):
        return True
    what = cond.role("que")
    if isinstance(what, Cual):
        return what.kind == "extremo"
    kinds = (f.role("que") for f in what.filters if isinstance(f, Hecho)) if isinstance(what, Cosa) else ()
    return any(isinstance(kind, Cual) and kind.kind == "medida" for kind in kinds)


def most_of(cond: Hecho) -> tuple[str, Cosa] | None:
    """«adyacente al mayor número de Rebeldes»: of what there have to be the most, and in which role."""
    return next(((role, value) for role, value in cond.roles if isinstance(value, Cosa) and value.qty.op == "maximo"), None)


def _how_many(scene: Scene, cond: Hecho, ente: Ente) -> int | None:
    """Of how many of them the condition holds; None where that is not known of some."""
    found = most_of(cond)
    if found is None:
        return scene.world.measure(scene, cond, ente)
    role, thing = found
    others = [one for one in candidates(scene, replace(thing, qty=SOME)) if one != ente]
    tests = [holds(scene.binding(COMPARED, one), cond.put(role, Ref(COMPARED)), ente) for one in others]
    return None if None in tests else sum(test is True for test in tests)


def foremost(scene: Scene, cond: Cond, possible: Mapping[Ente, Known], many: int = 1) -> dict[Ente, Known]:
    """Those that have most of it; ties stay, and where nobody has told how much, everybody may be."""
    assert isinstance(cond, Hecho)
    measured = {ente: _how_many(scene, cond, ente) for ente in possible}
    known = sorted((n for n in measured.values() if n is not None), reverse=True)
    if len(known) < len(measured):
        return dict.fromkeys(possible) if len(possible) > many else dict(possible)
    last = known[min(many, len(known)) - 1] if known else 0
    return {ente: possible[ente] for ente, n in measured.items() if n is not None and n >= last}


def known_as(scene: Scene, value: Value | None, it: Ente | None = None, self: Ente | None = None) -> tuple[Ente, ...] | None:
    """Who a value points at, where it points; None where it has to be looked for."""
    match value:
        case Yo():
            return (scene.me,)
        case It():
            return (it,) if it is not None else None
        case Self():
            return (self,) if self is not None else (scene.me,)
        case Papel(nombre):
            found = part(scene, nombre)
            return (found,) if found is not None else None
        case Ref(id):
            return scene.bound.get(id)
        case Nombre(nombre):
            return scene.world.named(scene, nombre)
        case Cosa() if value.id and value.id in scene.bound:
            return scene.bound[value.id]
    return None


def part(scene: Scene, name: str) -> Ente | None:
    told = scene.decision.papeles.get(name) if scene.decision is not None else None
    if told:
        return scene.world.entity(scene, told)
    for event in (scene.event, *scene.going):
        if event is not None and name in event.parts:
            return event.parts[name]
    if name == "protagonista":  # «tú o una nave aliada …, esa nave»: whichever of them it is about
        return scene.event.who if scene.event is not None else None
    if name == "elegida":  # «elige tu nave o una nave aliada. Esa nave …»
        return next(iter(scene.bound.get(OF_A_LIST, ())), None)
    return scene.world.part(scene, name)


def joined(conds: Iterable[Cond]) -> tuple[Cond, ...]:
    """«si más de 1 Rebelde está a 2 casillas y en línea de visión»: what is said of the same ones is asked of each of them."""
    found: list[Cond] = []
    for cond in conds:
        who = cond.role("quien") if isinstance(cond, Hecho) else None
        place = next((n for n, old in enumerate(found) if isinstance(who, Ref) and _tells_of(old, who.id)), None)
        if place is None or not isinstance(cond, Hecho):
            found.append(cond)
            continue
        old = found[place]
        assert isinstance(old, Hecho)
        thing = old.role("quien")
        assert isinstance(thing, Cosa)
        mine = cond.put("quien", It())
        more = replace(thing, filters=(*thing.filters, mine))
        found[place] = old.put("quien", more)
    return tuple(found)


def _tells_of(cond: Cond, id: int) -> bool:
    who = cond.role("quien") if isinstance(cond, Hecho) and not cond.neg else None
    return isinstance(who, Cosa) and who.id == id


def introduced(scene: Scene, conds: Iterable[Cond]) -> Scene:
    """«si hay una nave enemiga …, esa nave»: the condition introduces it."""
    for cond in conds:
        for thing in parts(cond):
            if isinstance(thing, Cosa) and thing.id and thing.id not in scene.bound:
                found = candidates(scene, thing)
                scene = scene.binding(thing.id, *found) if found else scene
    return scene


def over(scene: Scene, value: Value | None, it: Ente | None, test: Callable[[Ente], Known]) -> Known:
    """The test of whoever a role names: of all that it points at; of some, of all or of none that it describes."""
    if isinstance(value, Lista):
        found = (over(scene, item, it, test) for item in value.items)
        return some(found) if value.conj == "o" else every(found)
    pointed = known_as(scene, value, it)
    if pointed is not None:
        return every(test(ente) for ente in pointed) if pointed else None
    if not isinstance(value, Cosa):
        return None
    possible = candidates(scene, value)
    if value.qty.op in WHOLE:
        return every(some((negated(known), test(ente))) for ente, known in possible.items())
    return _counted([every((known, test(ente))) for ente, known in possible.items()], value.qty)


def _counted(found: list[Known], qty: Qty) -> Known:
    """Are there as many as it says? «1» is at least one; «ninguna», said under a negation, is some."""
    sure, maybe = sum(known is True for known in found), sum(known is not False for known in found)
    if qty.op in ("n", "al_menos") and qty.n.isdigit():
        need = int(qty.n)
        return (
            (maybe == 0 or (None if not sure else False)) if need == 0 else sure >= need or (None if maybe >= need else False)
        )
    if qty.op in ("algun", "ningun", "el", "masa", *WHOLE, "cualquiera"):
        return sure > 0 or (None if maybe else False)
    return compared(sure, qty) if sure == maybe else None


def compared(have: int, qty: Qty) -> Known:
    if qty.op in ("algun", "ningun", "masa", "el", *WHOLE, "cualquiera"):
        return have > 0
    if qty.op == "entre":
        low, _, high = qty.n.partition("-")
        return int(low) <= have <= int(high) if low.isdigit() and high.isdigit() else None
    if not qty.n.isdigit():
        return None
    n = int(qty.n)
    tests = {
        "n": have >= n if n else have == 0,
        "exacto": have == n,
        "al_menos": have >= n,
        "hasta": have <= n,
        "mas_de": have > n,
        "menos_de": have < n,
    }
    return tests.get(qty.op)


MEASURED = frozenset({"a", "dentro", "mas_alla", "n", "al_menos", "hasta"})
"""Ways to tell how far one thing is from another."""


def within(rango: Value | None, told: int | None) -> Known:
    if not isinstance(rango, Rango) or told is None or not rango.desde.isdigit():
        return None
    low = int(rango.desde)
    high = int(rango.hasta) if rango.hasta.isdigit() else None
    tests: dict[str, Known] = {
        "a": None if high is None else low <= told <= high,
        "dentro": None if high is None else told <= high,
        "mas_alla": told > (low if high is None else high),
        "n": told == low,
        "al_menos": told >= low,
        "hasta": told <= (low if high is None else high),
    }
    return tests.get(rango.modo, tests["a"])  # a range that the game measures in its own way, where that is what is told


def number(scene: Scene, value: Value | None) -> int | None:
    """A computed number: «la cantidad de cartas de Daño que tienes», «tu Iniciativa», 3."""
    if isinstance(value, Cuenta):
        return count(scene, value.de)
    if not isinstance(value, Cosa):
        return None
    if value.sort == "numero" and value.qty.n.isdigit():
        return int(value.qty.n)
    return scene.world.value(scene, value)


def number_of(scene: Scene, value: Value | None, it: Ente | None) -> int | None:
    """The same where it may be of the thing asked about: «cuya Iniciativa es menor», «con más escudos que tú»."""
    if it is None or not isinstance(value, Cosa):
        return number(scene, value)
    return number(*of_asked(scene, value, it))


def of_asked(scene: Scene, value: Cosa, it: Ente) -> tuple[Scene, Cosa]:
    """A thing that is of whatever is asked about («cuya maniobra revelada …»): told by who that is."""
    return scene.binding(ASKED, it), replace(value, filters=tuple(_asked(cond) for cond in value.filters))


def _asked(cond: Cond) -> Cond:
    if not isinstance(cond, Hecho) or cond.verb != "de" or cond.role("que") != It():
        return cond
    return cond.put("que", Ref(ASKED))


def amount_of(ente: Ente) -> bool:
    """How many of something were just spent, chosen…: «esa misma cantidad»."""
    return ente.sort == "cantidad"


def fixed(scene: Scene, thing: Cosa) -> Cosa:
    """«esa misma cantidad de naves», «tantos dados como …»: the thing with the number that it comes to; itself where nobody
    knows, or nothing of the kind is said."""
    said = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "cantidad" and f.role("quien") == It()]
    if thing.qty.op != "segun" or len(said) != 1:
        return thing
    order, value = next((item for item in said[0].roles if item[0] != "quien"), ("", None))
    n = number(scene, value)
    op = {"igual": "n", "menor_igual": "hasta", "mayor": "mas_de", "menor": "menos_de", "mayor_igual": "al_menos"}.get(order)
    if n is None or op is None:
        return thing
    return replace(thing, qty=Qty(op, str(n)), filters=tuple(f for f in thing.filters if f not in said))


def count(scene: Scene, value: Value | None) -> int | None:
    """How many there are of something."""
    if isinstance(value, Ref):
        found = scene.bound.get(value.id)
        return found[0].number if found and amount_of(found[0]) else len(found) if found is not None else None
    if not isinstance(value, Cosa):
        return None
    owner = next((f.role("que") for f in value.filters if isinstance(f, Hecho) and f.verb == "de" and not f.neg), None)
    pointed = known_as(scene, owner) if owner is not None else None
    if pointed and len(pointed) == 1:
        counted = scene.world.amount(scene, pointed[0], value)
        if counted is not None:
            return counted
    if owner is None and value.sort == "resultado":  # those on the table
        counted = scene.world.amount(scene, scene.me, value)
        if counted is not None:
            return counted
    possible = candidates(scene, value)
    return len(possible) if all(possible.values()) else None


def _is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    if (beside := fact.role("con")) is not None:  # «aliada con el defensor»: as that one sees it
        others = known_as(scene, beside, it)
        if not others or len(others) != 1:
            return None
        scene = replace(scene, me=others[0])
    if isinstance(what, Cual):
        quality = what
        return over(scene, fact.role("quien"), it, lambda ente: scene.world.quality(scene, ente, quality))
    if isinstance(what, Cosa):
        thing = what
        return over(scene, fact.role("quien"), it, lambda ente: fits(scene, ente, thing))
    if isinstance(what, Lista):
        each = (_is(scene, _with(fact, item), it) for item in what.items)
        return some(each) if what.conj == "o" else every(each)
    if isinstance(what, Yo | Ref | Papel):
        who, other = known_as(scene, fact.role("quien"), it), known_as(scene, what, it)
        return who == other if who and other else None
    return None


def _other(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    return it != scene.me if it is not None else None


def _owned(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    owner = fact.role("que")
    return over(
        scene, fact.role("quien"), it, lambda ente: over(scene, owner, it, lambda who: scene.world.owned(scene, ente, who))
    )


def _there_is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    if not isinstance(what, Cosa) or any(role != "que" for role, _ in fact.roles):
        return None  # «sobre el que haya …»: where it is has to be looked at, and only a game knows how
    counted = scene.world.amount(scene, scene.me, what)
    if counted is not None:
        return compared(counted, what.qty)
    return _counted(list(candidates(scene, what).values()), what.qty)


def _has(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    if isinstance(what, It) and it is not None:
        return over(scene, fact.role("quien"), it, lambda who: scene.world.owned(scene, it, who))
    if isinstance(what, Lista):
        each = (_has(scene, _with(fact, item), it) for item in what.items)
        return some(each) if what.conj == "o" else every(each)
    if not isinstance(what, Cosa) or {name for name, _ in fact.roles} - {"quien", "que"}:
        return None
    thing = what
    about = (f for f in thing.filters if isinstance(f, Hecho) and f.role("quien") == It())
    sizes = tuple(f for f in about if f.verb in ("compara", "valer"))
    if sizes and thing.sort == "valor":
        return _has_value(scene, fact, it, thing, sizes)

    def one(who: Ente) -> Known:
        have = scene.world.amount(scene, who, thing)
        return None if have is None else compared(have, thing.qty)

    return over(scene, fact.role("quien"), it, one)


def _has_value(scene: Scene, fact: Hecho, it: Ente | None, thing: Cosa, sizes: tuple[Hecho, ...]) -> Known:
    """«tiene una Iniciativa inferior a la tuya»: its own value, compared."""
    whose = Hecho("de", (("quien", It()), ("que", Ref(OWNER))))
    own = replace(thing, filters=(*(f for f in thing.filters if f not in sizes), whose), qty=Qty("el"))

    def one(who: Ente) -> Known:
        told = number(scene.binding(OWNER, who), own)
        return None if told is None else every(holds(scene, size, Ente(thing.sort, number=told)) for size in sizes)

    return over(scene, fact.role("quien"), it, one)


OWNER = -1
"""A place of its own among the referents of a text: whoever has the value that is compared."""


def _with(fact: Hecho, value: Value) -> Hecho:
    return Hecho(fact.verb, tuple((k, value if k == "que" else v) for k, v in fact.roles), fact.neg, fact.past)


def _at_range(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    origin, rango = fact.role("de"), fact.role("rango")

    def from_one(ente: Ente, of: Ente) -> Known:
        if ente.number is not None and ente.sort == "ataque":
            return within(rango, ente.number)
        if isinstance(rango, Rango) and rango.modo not in MEASURED:
            return None  # «a alcance de ataque 2» is no distance on the table
        found = {within(rango, n) for n in scene.world.distances(scene, ente, of)}
        return found.pop() if len(found) == 1 else None

    return over(scene, fact.role("quien"), it, lambda ente: over(scene, origin or Yo(), it, lambda of: from_one(ente, of)))


def _worth(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    who = fact.role("quien")
    told = it.number if isinstance(who, It) and it is not None else number_of(scene, who, it)
    if isinstance(what, Rango):
        return within(what, told)
    if isinstance(what, Cosa) and what.sort == "numero" and what.qty.op in BOUNDS:  # «es 3 o más»
        return None if told is None else compared(told, what.qty)
    wanted = number(scene, what)
    return None if told is None or wanted is None else told == wanted


BOUNDS = frozenset({"al_menos", "hasta", "mas_de", "menos_de", "entre"})


def _compare(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    who = fact.role("quien")
    told = it.number if isinstance(who, It) and it is not None else number_of(scene, who, it)
    for name, test in ORDERS.items():
        other = fact.role(name)
        if other is not None:
            than = number_of(scene, other, it)
            return None if told is None or than is None else test(told, than)
    return None


ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "mayor": lambda a, b: a > b,
    "menor": lambda a, b: a < b,
    "igual": lambda a, b: a == b,
    "mayor_igual": lambda a, b: a >= b,
    "menor_igual": lambda a, b: a <= b,
}
GENERAL: Mapping[str, Callable[[Scene, Hecho, Ente | None], Known]] = {
    "ser": _is,
    "otro": _other,
    "de": _owned,
    "hay": _there_is,
    "tener": _has,
    "a_alcance": _at_range,
    "valer": _worth,
    "compara": _compare,
}
