"""One meaning, one effect: what can be said in two orders or two shapes is put in one."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.frames import STATES
from grammar.meaning.actions.things import HERE, extreme
from grammar.meaning.actions.verbs import facts_of, got_by, implied, joined
from grammar.meaning.alike import alike
from grammar.meaning.asked import asked, at_least, near_you, one_is_enough
from grammar.meaning.assemble import only_pays
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.otherwise import named_only, one_otherwise, opposites_joined
from grammar.meaning.shapes import at_will, by_anybody, either_range, fact_shape, lies, steps
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Clause,
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
    Pron,
    Qty,
    Ref,
    Self,
    Value,
    Yo,
    parts,
)

VOLATILE = re.compile(r"(at|id)=-?\d+")
ENDS_OF_ATTACK = frozenset({"impactar", "fallar"})


def key(value: Any) -> str:
    """By what things of a list are put in order. A value remembers its own: it is asked each time a list is."""
    if not isinstance(value, Node):
        return VOLATILE.sub("", repr(value))
    try:
        return value._key  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        value._key = VOLATILE.sub("", repr(value))  # type: ignore[attr-defined]
        return value._key  # type: ignore[attr-defined, no-any-return]


def normal(ability: Capacidad) -> Capacidad:
    """Before binding: clauses in circumstances become facts, parts are put in order."""
    ability = replace(ability, limite=tuple(role for role in ability.limite if role[0] != "uso"))
    return _sorted(_flat(ability))  # type: ignore[no-any-return]


YOURSELF = (Papel("yo"), Papel("tu_nave"), Papel("tu_propia_nave"))
"""«esta figura», «tu nave»; the last is told by the verb too, where you do it: «gira tu nave»."""


def _flat(value: Any) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    if isinstance(value, Papel):
        return Yo() if value in YOURSELF else value
    if isinstance(value, Hecho) and value.role("que") == Papel("tu_propia_nave") and _flat(value.role("quien")) == Yo():
        value = replace(value, roles=tuple(role for role in value.roles if role[0] != "que"))
    if isinstance(value, Clause):
        subject = value.subject if value.subject is not None else implied(value.preds[0])
        facts = tuple(_flat(fact) for fact in facts_of(value, subject))
        return facts[0] if len(facts) == 1 else joined(value.conj, facts)
    return rebuilt(value, _flat)


def _faces_said(thing: Cosa) -> Cosa:
    """«resultados que sean [impacto] o [crítico]» are «resultados [impacto] o [crítico]»."""

    def told(cond: Cond) -> tuple[Cond, ...]:
        what = (
            cond.role("que") if isinstance(cond, Hecho) and cond == Hecho("ser", cond.roles) and len(cond.roles) == 2 else None
        )
        same = isinstance(what, Cosa) and what.noun == thing.noun == "resultado" and what.qty.op == "masa" and not what.id
        return what.filters if same and isinstance(what, Cosa) else (cond,)

    made = tuple(part for cond in thing.filters for part in told(cond))
    return thing if made == thing.filters else replace(thing, filters=made)


def _from_its_arc(thing: Cosa) -> Cosa:
    """«una nave enemiga en su [arco-frontal] a alcance 1»: the range is that of whose arc it is."""
    arcs = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    arc = arcs[0] if len(arcs) == 1 else None
    if not isinstance(arc, Cosa) or arc.sort != "arco":
        return thing
    owner = next((f.role("que") for f in arc.filters if isinstance(f, Hecho) and f.verb == "de"), None)
    if not isinstance(owner, (Pron, Papel)):
        return thing
    return replace(
        thing,
        filters=tuple(
            replace(f, roles=tuple((key, owner if (key, v) == ("de", HERE) else v) for key, v in f.roles))
            if isinstance(f, Hecho) and f.verb == "a_alcance"
            else f
            for f in thing.filters
        ),
    )


def _as_it_is(cond: Cond) -> Cond:
    """«1 puerta que esté cerrada», «que haya sido cerrada» is «1 puerta cerrada»; with its time it is what has been done."""
    if not isinstance(cond, Hecho) or cond.role("que") != It() or cond.role("quien") is not None or cond.neg:
        return cond
    if cond.would or cond.modal or cond.verb in ("ser", "tener"):
        return cond
    return replace(cond, past=any(key == "durante" for key, _ in cond.circ))


def _sorted(value: Any) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    if isinstance(value, Cosa):
        if extreme(value) and value.qty.op in ("masa", "algun"):
            value = replace(value, qty=THE)  # «con menos Vida», «con la menor Vida»
        if value.ref == "el" and value.qty.op == "n" and value.qty.n not in ("1", "x") and not _ranked(value):
            value = replace(value, qty=EVERY)  # «las dos opciones»: both
        value = _but_those(_as_before(_from_its_arc(_faces_said(value))))
        if not value.filters:
            return value
        return replace(value, filters=tuple(sorted(_joined(tuple(at_least(_sorted(f)) for f in value.filters), "y"), key=key)))
    if isinstance(value, Hecho) and value.verb == "salvo":
        other = value.role("que")
        if isinstance(other, Cosa) and len(other.filters) == 1 and isinstance(other.filters[0], Hecho):
            return replace(other.filters[0], neg=not other.filters[0].neg)  # «salvo las de Cálculos»: that are not
    if isinstance(value, Hecho):
        value = _counted_more(_one_no(_measured_from(_value_of(value))))
        if value.verb == "ser" and isinstance(value.role("que"), Cual) and value.role("que").kind == "figurado":
            state = Cual(value.role("que").id, "estado")
            value = replace(
                value, verb="tener", roles=tuple((k, state if k == "que" else v) for k, v in value.roles)
            )  # «está Oculto»
        what = value.role("que")
        if value.verb == "recibir" and isinstance(what, Cual) and what.kind == "estado" and not _is_attack(value.role("quien")):
            value = replace(value, verb="adquirir")
        if isinstance(what, Cual) and what.id.startswith("no_"):  # «no-única»
            bare = Cual(what.id.removeprefix("no_"), what.kind)
            value = replace(value, neg=not value.neg, roles=tuple((k, bare if k == "que" else v) for k, v in value.roles))
        roles = tuple(
            sorted(((k, _sorted(v)) for k, v in value.roles), key=lambda item: (item[0] != "quien", item[0] != "que", item[0]))
        )
        circ = tuple(sorted({(k, _sorted(v)): None for k, v in value.circ}, key=key)) if value.circ else ()  # nothing twice
        shaped = fact_shape(replace(value, roles=roles, circ=circ))
        if isinstance(shaped, Hecho):
            shaped = _neither_had(shaped)
        return _sorted(shaped) if isinstance(shaped, Junto) else shaped
    if isinstance(value, Junto):
        items = _joined(tuple(_sorted(item) for item in value.items), value.op)
        merged_range = either_range(items) if value.op == "o" else None
        if merged_range is not None:
            return merged_range
        return items[0] if len(items) == 1 else Junto(value.op, _in_order(items))
    if isinstance(value, Lista):
        items = tuple(
            part
            for item in value.items
            for part in (item.items if isinstance(item, Lista) and item.conj == value.conj else (item,))
        )
        made = _said_of_all(tuple(_sorted(item) for item in items))
        merged = _merged(made) if value.conj == "o" else None
        return merged if merged is not None else Lista(value.conj, made)
    if isinstance(value, Eleccion):
        options = Eleccion(tuple(tuple(_sorted(item) for item in option) for option in value.opciones))
        one = _one_choice(options)
        return one if one is options else _sorted(one)
    if isinstance(value, Paso):
        value = _spending(_price(replace(value, efecto=tuple(_either_act(item) for item in value.efecto))))
        step = rebuilt(at_will(value), _sorted)
        return replace(step, si=_in_order(_joined(at_least(step.si), "y")))
    if isinstance(value, Momento):
        made = rebuilt(_one_event(value), _sorted)
        points = any(
            isinstance(p, Pron | Ref) or getattr(p, "ref", "") == "ese" for p in parts(made.hechos)
        )  # «adyacente a él»
        return replace(made, hechos=at_least(made.hechos) if points else _in_order(at_least(made.hechos)))
    return rebuilt(value, _sorted)


def _one_event(moment: Momento) -> Momento:
    """«realices una acción A o realices una acción B» is «realices una acción A o B»."""
    first = moment.hechos[0] if len(moment.hechos) > 1 else None
    if first is None:
        return moment
    bare = {replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) for fact in moment.hechos}
    things = [fact.role("que") for fact in moment.hechos]
    if len(bare) > 1 or not all(isinstance(thing, Cosa) and not thing.id for thing in things):
        return moment
    whole = Lista("o", tuple(thing for thing in things if thing is not None))
    return replace(moment, hechos=(first.put("que", whole),))


def _price(step: Paso) -> Paso:
    """«puedes gastar 1 [carga] y realizar una acción»: what is spent first is the price of the rest."""
    if step.modo != "puede" or step.coste:
        return step
    spent = tuple(itertools.takewhile(lambda i: isinstance(i, Hecho) and i.verb == "gastar" and not i.neg, step.efecto))
    bought = step.efecto[len(spent) :]
    return replace(step, coste=spent, efecto=bought) if spent and bought else step


def _spending(step: Paso) -> Paso:
    """«puedes soltar 1 mina gastando 1 [carga]»: what is spent is the price."""
    fact = step.efecto[0] if len(step.efecto) == 1 and step.modo == "puede" and not step.coste else None
    how = [v for k, v in fact.circ if k == "modo_de"] if isinstance(fact, Hecho) else []
    paid = how[0] if len(how) == 1 else None
    if not isinstance(fact, Hecho) or not isinstance(paid, Hecho) or paid.verb != "gastar" or paid.neg:
        return step
    who = fact.role("quien")
    if who != Yo() or paid.role("quien") not in (Self(), Yo()):
        return step
    left = replace(fact, circ=tuple(item for item in fact.circ if item[0] != "modo_de"))
    return replace(step, coste=(paid.put("quien", who),), efecto=(left,))


def _counted_more(fact: Hecho) -> Hecho:
    """«tira -1 dado» is «tira 1 dado menos», «tira +1 dado», «1 dado adicional»."""
    what = fact.role("que") if fact.verb == "tirar" else None
    word = (
        {"mas": Cual("adicional", "rasgo"), "menos": Cual("menos", "rasgo")}.get(what.qty.op)
        if isinstance(what, Cosa)
        else None
    )
    if not isinstance(what, Cosa) or word is None or what.sort != "dado":
        return fact
    made = replace(what, qty=Qty("n", what.qty.n), filters=(*what.filters, Hecho("ser", (("quien", It()), ("que", word)))))
    return fact.put("que", made)


def _but_those(thing: Cosa) -> Cosa:
    """«1 dispositivo, salvo las minas» is «1 dispositivo que no sea una mina»."""
    return replace(thing, filters=tuple(_none_such(f, thing.sort) for f in thing.filters)) if thing.filters else thing


def _none_such(cond: Cond, sort: str) -> Cond:
    other = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "salvo" and not cond.neg else None
    if not isinstance(cond, Hecho) or not isinstance(other, Cosa) or other.filters or other.id or other.sort != sort:
        return cond
    if other.qty.op not in ("todos", "algun", "masa"):
        return cond
    return Hecho("ser", (("quien", It()), ("que", replace(other, qty=ONE, ref="", number="s"))), neg=True)


NONE = frozenset({"algun", "masa", "ningun"})
"""How what is denied is said: «no tienes fichas», «ninguna ficha»."""


def _neither_had(fact: Hecho) -> Cond:
    """«no tienes ninguna ficha verde ni ningún escudo»: you have none of the one and none of the other."""
    had = fact.role("que") if fact.verb == "tener" and fact.neg and not fact.modal and not fact.circ else None
    if isinstance(had, Cosa) and had.qty.op in NONE and not had.id:  # «no tienes fichas verdes ni rojas»
        either = next((f for f in had.filters if isinstance(f, Junto) and f.op == "o" and _of_a_kind(f)), None)
        if either is None:
            return fact
        kinds = (replace(had, filters=tuple(kind if f is either else f for f in had.filters)) for kind in either.items)
        return Junto("y", tuple(fact.put("que", one) for one in kinds))
    if not isinstance(had, Lista) or had.conj != "o":
        return fact
    if not all(isinstance(item, Cosa) and item.qty.op == "ningun" and not item.id for item in had.items):
        return fact
    each = (fact.put("que", item) for item in had.items)
    return Junto("y", tuple(each))


def _either_act(item: Item) -> Item:
    """«elige entre sufrir 1 daño o perder 1 escudo»: one of the two is done by who chooses."""
    what = item.role("que") if isinstance(item, Hecho) and item.verb == "elegir" and not item.neg and not item.circ else None
    if not isinstance(item, Hecho) or not isinstance(what, Junto) or what.op != "o" or len(item.roles) != 2:
        return item
    acts = [act for act in what.items if isinstance(act, Hecho) and act.role("quien") == Self() and not act.neg]
    who = item.role("quien")
    if len(acts) < len(what.items) or who is None:
        return item
    done = [replace(act, roles=tuple((k, who if v == Self() else v) for k, v in act.roles)) for act in acts]
    return Eleccion(tuple((act,) for act in done))


def _value_of(fact: Hecho) -> Hecho:
    """«con una Iniciativa mayor que la tuya» is «cuya Iniciativa es mayor que la tuya»: a value is compared, not had."""
    what, who = fact.role("que"), fact.role("quien")
    if (
        fact.verb != "tener"
        or fact.circ
        or fact.past
        or not isinstance(what, Cosa)
        or not isinstance(who, (It, Yo, Papel, Ref))
    ):
        return fact
    measures = [f for f in what.filters if isinstance(f, Hecho) and f.verb == "compara"]
    told = measures[0] if len(measures) == 1 else None
    kinds = tuple(f for f in what.filters if f is not told)  # «más Vida restante que tú»
    if any(not isinstance(f, Hecho) or f.verb != "ser" for f in kinds):
        return fact
    if not isinstance(told, Hecho) or told.verb != "compara" or told.role("quien") != It() or what.sort != "valor":
        return fact
    if what.qty not in (ONE, SOME, Qty("masa")):
        return fact
    owner = Hecho("de", (("quien", It()), ("que", who)))
    owned = replace(what, qty=THE, ref="" if isinstance(who, Ref) else "el", filters=tuple(sorted((owner, *kinds), key=key)))
    roles = tuple((key, owned if key == "quien" else value) for key, value in told.roles)
    return replace(told, roles=roles, neg=told.neg ^ fact.neg, modal=fact.modal)


def _ranked(thing: Cosa) -> bool:
    """«las 2 figuras más cercanas», «las 2 de mayor coste», «las 4 primeras»: that many of more."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida", "orden") for part in parts(thing.filters))


def _in_order(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Conditions in one order; as they were told while a subject that goes on is not bound yet."""
    return items if any(_open(item) for item in items) else tuple(sorted(items, key=key))


def _open(value: Any) -> bool:
    for part in parts(value):
        if isinstance(part, Pron) and part.kind in ("elidido", "tras"):
            return True
        if isinstance(part, Cosa) and (part.ref == "ese" or (part.noun == "" and part.qty == ONE and not part.filters)):
            return True  # «esa nave»; «… o te solapas con uno»
    return False


def _one_no(fact: Hecho) -> Hecho:
    """«no has soltado ningún dispositivo»: Spanish says twice what is denied once."""
    if not fact.neg:
        return fact
    roles = tuple((k, _any(v) if k != "quien" else v) for k, v in fact.roles)
    return fact if roles == fact.roles else replace(fact, roles=roles)


def _any(value: Value) -> Value:
    return replace(value, qty=SOME) if isinstance(value, Cosa) and value.qty.op == "ningun" else value


def _measured_from(fact: Hecho) -> Hecho:
    """«un Rebelde adyacente», «el Rebelde más cercano» without more: to the bearer."""
    what = fact.role("que")
    mutual = isinstance(fact.role("quien"), Lista)  # «como si A y B fueran adyacentes»: to each other
    if (
        fact.verb == "ser"
        and isinstance(what, Cual)
        and what.kind in ("relacion", "extremo")
        and not (fact.role("a") or mutual)
    ):
        return replace(fact, roles=(*fact.roles, ("a", HERE)))
    return fact


BEHIND = frozenset({"a_alcance", "en", "de", "sobre", "adyacente"})
"""What is said behind a noun and may be said of all the nouns before it."""


def _said_of_all(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """«1 bomba o 1 mina a alcance 1»: both of them are, as nothing of the kind is said of the first."""
    things = [item for item in items if isinstance(item, Cosa)]
    if len(things) < len(items) or len({(thing.sort, thing.qty, thing.ref) for thing in things}) != 1:
        return items
    shared = tuple(cond for cond in things[-1].filters if _behind(cond))
    if not shared or any(_behind(cond) for thing in things[:-1] for cond in thing.filters):
        return items
    if any(thing.noun == things[-1].noun and set(thing.filters) <= set(things[-1].filters) for thing in things[:-1]):
        return items  # «1 [carga] o 1 [carga] no recurrente de esa mejora»: said of both, the first would have the other in it
    return (*(replace(t, filters=tuple(sorted((*t.filters, *shared), key=key))) for t in things[:-1]), things[-1])


def _behind(cond: Cond) -> bool:
    return isinstance(cond, Hecho) and cond.verb in BEHIND


COUNTED = frozenset({"n", "hasta", "al_menos", "todos"})
"""So many of one kind or of the other are not so many of both."""


def _merged(items: tuple[Any, ...]) -> Any:
    """«1 ficha de Merma o 1 ficha de Iones» is «1 ficha de Merma o de Iones»: things that differ in one quality."""
    first = items[0]
    if len(items) < 2 or not all(
        isinstance(i, Cosa) and (i.noun, i.sort, i.qty, i.ref) == (first.noun, first.sort, first.qty, first.ref) for i in items
    ):
        return None
    common = [f for f in first.filters if all(f in i.filters for i in items)]
    rest = [[f for f in i.filters if f not in common] for i in items]
    if any(len(own) != 1 for own in rest) or (first.qty != ONE and not all(_alike(rest[0][0], own[0]) for own in rest)):
        return None
    if first.qty != ONE and first.qty.op in COUNTED:
        return None  # «3 cartas rojas o 3 cartas negras»: never 2 and 1
    joined = Junto("o", tuple(sorted(_joined(tuple(own[0] for own in rest), "o"), key=key)))
    return replace(first, filters=tuple(sorted((*common, joined), key=key)))


def _alike(a: Any, b: Any) -> bool:
    """The same kind of quality, so that «o» between them reads as one noun phrase."""
    kinds = [value.kind for cond in (a, b) for value in [_quality(cond)] if value is not None]
    return len(kinds) == 2 and kinds[0] == kinds[1]


def _quality(cond: Any) -> Cual | None:
    if isinstance(cond, Junto):
        cond = cond.items[0]
    value = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and not cond.neg else None
    return value if isinstance(value, Cual) else None


def _one_choice(value: Eleccion) -> Any:
    """«realizar A o realizar B» is «realizar A o B»; «colocar 1 en A o colocar 1 en B», «en A o B»."""
    facts = [option[0] if len(option) == 1 else None for option in value.opciones]
    first = facts[0]
    if not isinstance(first, Hecho):
        return value
    what = first.role("que")
    for name in ("que", "en") if isinstance(what, Cosa) and what.qty == ONE and not what.id else ("que",):
        rest = replace(first, roles=tuple(r for r in first.roles if r[0] != name))
        if all(
            isinstance(f, Hecho)
            and replace(f, roles=tuple(r for r in f.roles if r[0] != name)) == rest
            and f.role(name) is not None
            for f in facts
        ):
            whole = Lista("o", tuple(f.role(name) for f in facts))  # type: ignore[union-attr, misc]
            return first.put(name, whole)
    return value


def _joined(items: tuple[Any, ...], op: str) -> tuple[Any, ...]:
    """«A y (B y C)» is «A, B y C»; nothing twice."""
    found: list[Any] = []
    for item in items:
        for part in item.items if isinstance(item, Junto) and item.op == op else (item,):
            if part not in found:
                found.append(part)
    return tuple(found)


def settled(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """After binding: parts of the attack that the moment gives are said by who has them; steps hang on their choice."""
    ability = _in_a_phase(_about_to(alike(ability, lexicon)))
    ability = replace(ability, cuando=tuple(_told_as(moment, lexicon) for moment in ability.cuando))
    lasting = frozenset(str(lexicon.data.get("lasting", "")).split())
    told = [replace(m, hechos=tuple(_by_itself(by_anybody(fact), lexicon) for fact in m.hechos)) for m in ability.cuando]
    moments = tuple(_while(moment, lasting) for moment in told)
    ability = _other_than_you(replace(ability, cuando=moments), str(lexicon.data.get("bearer", "")))
    ability = _such(_ends(ability))
    ability = _parts(_against(ability if "continues" in lexicon.data else _from_an_attack(ability)))
    both = frozenset(str(lexicon.data.get("undergone", "")).split())
    ability = replace(ability, pasos=tuple(_each_undergoes(step, both) for step in ability.pasos))
    ability = replace(ability, pasos=_dependent(tuple(map(_forbidden, steps(_hung(ability.pasos))))))
    ability = one_otherwise(_paid_first(ability))
    acts = {told.split()[1]: (verb, told.split()[2]) for verb, told in lexicon.data.get("same_act", {}).items()}
    sides = {owner: told.split() for owner, told in lexicon.data.get("sides", {}).items()}
    ability = _sided(ability, sides) if sides else ability
    own = {verb: told.split() for verb, told in lexicon.data.get("ones_own", {}).items()}
    ability = _simply(ability, frozenset(lexicon.data.get("carried", "").split()))
    ability = _own(_of_those_it_has(ability), own) if own else ability
    ability = _own_token(_one_act(ability, lexicon), lexicon)
    ability = replace(ability, pasos=_bans_in_order(tuple(map(_in_its_time, ability.pasos))))
    back = lexicon.data.get("goes_back", {})
    ability = replace(ability, pasos=tuple(_going_back(step, back) for step in ability.pasos))
    still = frozenset(str(lexicon.data.get("where_it_lies", "")).split())
    ability = _each_by_itself(_lying(opposites_joined(_told_once(_opposed(_all_again(ability), lexicon)))))
    ability = replace(ability, pasos=_together(tuple(_asked(step, lexicon) for step in ability.pasos)))
    ability = ability if {"continues", "third_person_bearer"} & lexicon.data.keys() else near_you(one_is_enough(ability))
    ability = replace(ability, pasos=tuple(_grown(step, lexicon) for step in ability.pasos))
    verbs = {part.verb for part in parts(ability) if isinstance(part, Hecho)}
    worn = lexicon.data.get("borne", {})
    if verbs & worn.keys():
        ability = _borne(ability, worn)
        verbs.add("tener")
    states = lexicon.data.get("token_states", {})
    ability = _in_state(ability, states) if states and "tener" in verbs else ability
    ability = _done(ability, acts) if acts and "tener" in verbs else ability
    lying = {verb.partition(":")[0] for verb in still}
    ability = _where_it_lies(ability, still) if verbs & lying else ability
    ability = _sorted(_as_they_are(ability))
    ability = replace(ability, pasos=_of_the_roll(tuple(_paid_at_once(_at_most(step)) for step in ability.pasos)))
    return _options(ability) if any(isinstance(part, Lista) for part in parts(ability)) else ability


def _grown(step: Item, lexicon: Lexicon) -> Item:
    """«tu Agilidad aumenta en 1» is «incrementa tu Agilidad en 1»: nobody chooses, and you are told."""
    verbs = lexicon.data.get("growing", "").split()
    if not isinstance(step, Paso) or step.modo or {"continues", "third_person_bearer"} & lexicon.data.keys() or not verbs:
        return step

    def told(item: Item) -> Item:
        what = item.role("que") if isinstance(item, Hecho) and item.verb in verbs and not item.neg else None
        mine = isinstance(what, Cosa) and Hecho("de", (("quien", It()), ("que", Yo()))) in what.filters
        done = mine and isinstance(item, Hecho) and item.role("quien") is None
        return replace(item, roles=(("quien", Yo()), *item.roles), sujeto="") if done and isinstance(item, Hecho) else item

    return replace(step, efecto=tuple(map(told, step.efecto)))


def _in_state(value: Any, states: Mapping[str, str]) -> Any:
    """«si tiene alguna ficha de Tensión» is «si está bajo tensión»: the state that the token gives."""
    made = rebuilt(value, lambda part: _in_state(part, states)) if isinstance(value, (Node, tuple)) else value
    what = made.role("que") if isinstance(made, Hecho) and made.verb == "tener" and len(made.roles) == 2 else None
    if not isinstance(made, Hecho) or not isinstance(what, Cosa) or what.noun != "ficha" or what.qty != SOME or what.id:
        return made
    kind = _quality(what.filters[0]) if len(what.filters) == 1 and isinstance(what.filters[0], Hecho) else None
    if (
        kind is None
        or kind.id not in states
        or made.past
        or made.modal
        or made.circ
        or made.would
        or made.role("quien") is None
    ):
        return made
    return replace(made.put("que", Cual(states[kind.id], "estado")), verb="ser")


def _borne(value: Any, worn: Mapping[str, str]) -> Any:
    """«está equipado con una mejora», «tiene equipada una mejora», «tiene una mejora equipada»: he has it."""
    if isinstance(value, Paso):
        told: dict[str, Any] = {
            name: tuple(
                rebuilt(i, lambda part: _borne(part, worn)) if isinstance(i, Hecho) else _borne(i, worn)
                for i in getattr(value, name)
            )
            for name in ("coste", "efecto", "si_no")
        }  # «equipa esta carta» is done, and no state
        return replace(value, si=_borne(value.si, worn), cuando=_borne(value.cuando, worn), **told)
    made = rebuilt(value, lambda part: _borne(part, worn)) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Hecho):
        return made
    what = made.role("que")
    if made.verb == "tener" and isinstance(what, Cosa):
        bare = tuple(f for f in what.filters if not (isinstance(f, Hecho) and f.verb in worn and f.roles == (("que", It()),)))
        return made.put("que", replace(what, filters=bare)) if bare != what.filters else made
    noun = worn.get(made.verb)
    if noun is None or made.modal or made.circ or len(made.roles) != 2 or not (made.past or what == It()):
        return made
    who, thing = (what, made.role("con")) if made.role("con") is not None else (made.role("quien"), what)
    if isinstance(thing, Nombre):
        name = Hecho("llamar", (("quien", It()), ("que", thing)))
        thing = Cosa(noun, noun, THE, filters=(name,))
    if who is None or not isinstance(thing, Cosa) or thing.sort != noun:
        return made
    return replace(made, verb="tener", roles=(("quien", who), ("que", thing)), past=False, sujeto="")


def _of_the_roll(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«Tira 2 dados. Por cada resultado [impacto] que saques, …» is «Por cada resultado [impacto], …»: of that roll."""
    acts = [act for step in steps for act in (step.efecto if isinstance(step, Paso) else (step,))]
    rollers = {act.role("quien") for act in acts if isinstance(act, Hecho) and act.verb == "tirar"}
    mine = {Hecho("sacar", (("quien", who), ("que", It()))) for who in rollers if isinstance(who, (Yo, Papel, Ref))}

    def bare(value: Any) -> Any:
        made = rebuilt(value, bare) if isinstance(value, (Node, tuple)) else value
        if not isinstance(made, Hecho) or not any(name == "por_cada" for name, _ in made.circ):
            return made
        return replace(made, circ=tuple((k, told(v)) if k == "por_cada" else (k, v) for k, v in made.circ))

    def told(value: Value) -> Value:
        if not isinstance(value, Cosa) or value.sort != "resultado":
            return value
        return replace(value, filters=tuple(f for f in value.filters if f not in mine))

    return bare(steps) if mine and any(isinstance(part, Hecho) and part in mine for part in parts(steps)) else steps


def _paid_at_once(step: Item) -> Item:
    """«recibir 1 ficha y gastar 1 [carga] para A»: a price has no order, where no part of it speaks of another."""
    if not isinstance(step, Paso) or len(step.coste) < 2:
        return step
    plain = all(isinstance(i, Hecho) and i.verb in TOGETHER for i in step.coste) and not _gives(step.coste) | _uses(step.coste)
    return replace(step, coste=tuple(sorted(step.coste, key=key))) if plain else step


def _at_most(step: Item) -> Item:
    """«el defensor puede gastar como máximo 1 ficha», for nothing: he cannot spend more."""
    fact = step.efecto[0] if isinstance(step, Paso) and step.modo == "puede" and len(step.efecto) == 1 else None
    what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "gastar" else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho) or not isinstance(what, Cosa) or what.qty.op != "hasta":
        return step
    if step.coste or step.si_no or step.en_vez or what.id or fact.circ:
        return step
    return replace(step, modo="no_puede", efecto=(fact.put("que", replace(what, qty=Qty("mas_de", what.qty.n))),))


def _bans_in_order(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«no puede A y no puede B» is «no puede B ni A»: what is forbidden at once has no order."""
    made: list[Item] = []
    for ban, run in itertools.groupby(steps, key=_ban):
        group = list(run)
        made.extend(sorted(group, key=key) if ban is not None and not _gives(tuple(group)) else group)
    return tuple(made)


def _ban(step: Item) -> Any:
    """What prohibitions of one who is known share; None for other steps: «no pueden coordinar ni ser coordinadas» stays."""
    if not isinstance(step, Paso) or step.modo != "no_puede" or step.coste:
        return None
    who = {fact.role("quien") if isinstance(fact, Hecho) else None for fact in step.efecto}
    known = len(who) == 1 and all(isinstance(one, (Yo, Papel, Ref)) for one in who)
    return (step.si, step.cuando, *who) if known else None


def _in_its_time(step: Item) -> Item:
    """«mientras siga en juego, no se descarta durante la fase Final»: two moments, wherever the second is said."""
    fact = step.efecto[0] if isinstance(step, Paso) and step.cuando and len(step.efecto) == 1 and not step.coste else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho):
        return step
    phases = tuple(value for name, value in fact.circ if name == "durante" and isinstance(value, Cosa) and not value.filters)
    if len(phases) != 1:
        return step
    left = replace(fact, circ=tuple(item for item in fact.circ if item != ("durante", phases[0])))
    return replace(step, cuando=(*step.cuando, Momento("durante", tiempo=phases[0])), efecto=(left,))


def _in_a_phase(ability: Capacidad) -> Capacidad:
    """«Después de que te defiendas durante la fase Final» is «Durante la fase Final, después de que te defiendas»."""
    moment = ability.cuando[0] if len(ability.cuando) == 1 else None
    facts = moment.hechos if moment is not None else ()
    told = [{item for item in fact.circ if item[0] == "durante"} for fact in facts]
    times = set.intersection(*told) if told else set()
    (key, phase) = times.pop() if len(times) == 1 else ("", None)
    plain = (
        isinstance(phase, Cosa) and phase.noun.startswith("fase_") and phase.qty == THE and not phase.filters and not phase.id
    )
    if moment is None or phase is None or not plain or any(part == phase for part in parts(ability.pasos)):
        return ability
    bare = tuple(replace(fact, circ=tuple(item for item in fact.circ if item != (key, phase))) for fact in facts)
    return replace(ability, cuando=(replace(moment, hechos=bare), Momento("durante", tiempo=phase)))


FIRST = ("modo", Cual("primero", "modo"))


def _about_to(ability: Capacidad) -> Capacidad:
    """«Cuando vaya a ser derrotada, primero puede atacar» is «antes de ser derrotada, …»: nothing takes its place."""
    moment = ability.cuando[0] if len(ability.cuando) == 1 else None
    facts = moment.hechos if moment is not None else ()
    if moment is None or moment.rel != "cuando" or not facts or not all(fact.would and not fact.neg for fact in facts):
        return ability
    acts = [part for part in parts(ability.pasos) if isinstance(part, Hecho)]
    replaced = any(isinstance(part, Paso) and part.en_vez for part in parts(ability.pasos))
    replaced = replaced or any(name.startswith("en_vez") for act in acts for name, _ in act.circ)
    if ability.clase == "reemplazo" or replaced or _uses(ability.pasos) & _gives(facts) or any(act.neg for act in acts):
        return ability
    if not any(FIRST in act.circ for act in acts):
        return ability
    before = replace(moment, rel="antes", hechos=tuple(replace(fact, would=False) for fact in facts))
    return replace(ability, cuando=(before,), pasos=_dropped(ability.pasos, FIRST))


def _dropped(value: Any, role: tuple[str, Value]) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _dropped(part, role))
    return replace(made, circ=tuple(item for item in made.circ if item != role)) if isinstance(made, Hecho) else made


def _one_act(value: Any, lexicon: Lexicon) -> Any:
    """One act, one verb: «efectúa un ataque contra X» is «ataca a X», «recibe una orden de X» is «X le imparte una orden»."""
    short, turned = lexicon.data.get("short", {}), lexicon.data.get("turned", {})
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _one_act(part, lexicon))
    if not isinstance(made, Hecho):
        return made
    what = made.role("que")
    if not isinstance(what, Cosa) or what.qty not in (ONE, SOME) or what.id:
        return _for_each(made)
    named = f"{made.verb} {what.noun}"
    if named in short:
        return _by_verb(made, what, short[named])
    return _by_giver(made, what, *turned[named].split()) if named in turned else _for_each(made)


def _by_itself(fact: Hecho, lexicon: Lexicon) -> Hecho:
    """«Cuando sea desplegada» is «cuando se despliegue»: nobody is told to do it."""
    if fact.verb not in lexicon.data.get("by_itself", "").split() or fact.role("quien") is not None or fact.past:
        return fact
    return replace(fact, roles=tuple(("quien" if name == "que" else name, value) for name, value in fact.roles))


def _own_token(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«puede retirar una ficha de Veneno», where nobody else is told: one of its own."""
    verbs = set(lexicon.data.get("taking", "").split()) - set(lexicon.data.get("own", "").split())  # «pierde» says it
    lying = lexicon.data.get("lying", {})
    others = any(isinstance(part, Cosa) and part.sort == lexicon.data["bearer"] for part in parts(ability))
    if not lying or others:
        return ability

    def owned(value: Any) -> Any:
        made = rebuilt(value, owned) if isinstance(value, (Node, tuple)) else value
        what = made.role("que") if isinstance(made, Hecho) and made.verb in verbs and made.role("quien") == Yo() else None
        if not isinstance(what, Cosa) or what.noun not in lying or len(made.roles) != 2 or what.id:
            return made
        kinds = [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "ser"]
        lies = [isinstance(kind, Cual) and kind.id in lying[what.noun].split() for kind in kinds]
        if len(kinds) < len(what.filters) or not kinds or any(lies):
            return made
        mine = replace(what, filters=(*what.filters, Hecho("de", (("quien", It()), ("que", Yo())))))
        return made.put("que", mine)

    return owned(ability)  # type: ignore[no-any-return]


def _by_verb(fact: Hecho, what: Cosa, verb: str) -> Hecho:
    against = [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "contra" and not f.neg]
    whom = [*against, *(value for name, value in fact.roles if name == "contra")]
    told = {name for name, _ in fact.roles} - {"contra"}
    if any(isinstance(value, Cual) and value.id == "de_ningun_tipo" for _, value in fact.circ):
        return fact  # «movimientos de ningún tipo»: said of the noun
    if len(against) < len(what.filters) or len(whom) > 1 or not told <= {"quien", "que", "con", "rango"}:
        return fact  # «un ataque a distancia», «como acción gratuita»
    rest = tuple((name, value) for name, value in fact.roles if name not in ("que", "contra"))
    return replace(fact, verb=verb, roles=(*rest, *(("que", one) for one in whom if one is not None)))


def _by_giver(fact: Hecho, what: Cosa, verb: str, to: str, must: str = "") -> Hecho:
    told = [f for f in what.filters if isinstance(f, Hecho) and not f.neg]
    givers = [f.role("quien" if f.verb == verb else "que") for f in told if f.verb in ("de", verb)]
    who = fact.role("quien")
    if len(givers) < len(what.filters) or len(givers) > 1 or who is None or len(fact.roles) > 2 or (must and not givers):
        return fact
    by = tuple(("quien", giver) for giver in givers if giver is not None)
    return replace(fact, verb=verb, roles=(*by, ("que", replace(what, filters=())), (to, who)))


def _for_each(fact: Hecho) -> Hecho:
    """«gana tantas fichas como escudos tenga» is «gana 1 ficha por cada escudo que tenga»."""
    what = fact.role("que")
    if not isinstance(what, Cosa) or what.qty.op != "segun" or what.id or any(name == "por_cada" for name, _ in fact.circ):
        return fact
    told = [f for f in what.filters if isinstance(f, Hecho) and f.verb == "cantidad"]
    counted = told[0].role("igual") if len(told) == 1 and len(told[0].roles) == 2 else None
    thing = counted.de if isinstance(counted, Cuenta) else None
    if not isinstance(thing, Cosa) or thing.qty != EVERY or thing.id:
        return fact
    one = replace(what, qty=ONE, filters=tuple(f for f in what.filters if f is not told[0]))
    roles = tuple((name, one if name == "que" else value) for name, value in fact.roles)
    return replace(fact, roles=roles, circ=(*fact.circ, ("por_cada", replace(thing, qty=Qty("masa")))))


def _own(value: Any, own: Mapping[str, list[str]]) -> Any:
    """«gasta 1 de tus fichas» is «gasta 1 ficha»: nobody can spend another's, so whose they are is told where it is not."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _own(part, own))
    what = made.role("que") if isinstance(made, Hecho) else None
    if not isinstance(what, Cosa) or what.sort not in own.get(made.verb, ()) or made.role("quien") is None:
        return made
    if what.qty.op == "el":
        return made  # «tu Blanco fijado» is no other way to say «el Blanco fijado»
    mine = Hecho("de", (("quien", It()), ("que", made.role("quien"))))
    bare = replace(what, filters=tuple(cond for cond in what.filters if cond != mine))
    return made.put("que", bare)


def _of_those_it_has(ability: Capacidad) -> Capacidad:
    """«1 nave con 2 o más fichas verdes. Esa nave retira 1 de ellas»: 1 ficha verde, which is its own."""
    held: dict[Value, tuple[Cosa, Cosa]] = {}
    for owner in (part for part in parts(ability) if isinstance(part, Cosa)):
        had = (f.role("que") for f in owner.filters if isinstance(f, Hecho) and f.verb == "tener" and not f.neg)
        held.update({Ref(thing.id): (owner, thing) for thing in had if isinstance(thing, Cosa) and thing.id})
    if not held:
        return ability

    def plain(value: Any) -> Any:
        made = rebuilt(value, plain) if isinstance(value, (Node, tuple)) else value
        what = made.role("que") if isinstance(made, Hecho) and made.verb in TOGETHER else None
        among = what.filters[0] if isinstance(what, Cosa) and len(what.filters) == 1 and not what.id else None
        those = among.role("que") if isinstance(among, Hecho) and among.verb == "entre" else None
        if not isinstance(what, Cosa) or those not in held:
            return made
        owner, thing = held[those]
        if made.role("quien") not in (owner, Ref(owner.id)):
            return made
        return made.put("que", replace(what, noun=thing.noun, sort=thing.sort, ref="", filters=thing.filters))

    simple: Capacidad = plain(ability)
    return named_only(simple) if simple != ability else ability


ONGOING = ("mientras", "durante")
BOUND = STATES | {"elegir", "atacar", "declarar"}
"""What one would do anyway: «debe elegir a otra unidad» binds how."""


def _simply(ability: Capacidad, carried: frozenset[str]) -> Capacidad:
    """«Después de que …, debes retirar 1 ficha» is «…, retira 1 ficha», and so with «si tienes éxito». While something goes on,
    «debe» binds a choice; and without a moment it is a rule."""
    once = ability.clase in ("disparada", "accion") and not any(moment.rel in ONGOING for moment in ability.cuando)

    def told(step: Item) -> bool:
        return isinstance(step, Paso) and any(isinstance(cond, Hecho) and cond.verb in carried for cond in step.si)

    return replace(ability, pasos=tuple(_done_anyway(step) if once or told(step) else step for step in ability.pasos))


def _done_anyway(step: Item) -> Item:
    if not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(map(_done_anyway, step.efecto)), si_no=tuple(map(_done_anyway, step.si_no)))
    acts = all(isinstance(item, Eleccion) or (isinstance(item, Hecho) and item.verb not in BOUND) for item in step.efecto)
    ongoing = any(moment.rel in ONGOING for moment in step.cuando)
    return replace(step, modo="") if step.modo == "debe" and acts and not (step.coste or step.si_no or ongoing) else step


def _opposed(value: Any, lexicon: Lexicon) -> Any:
    """«si fracasas» is «si no tienes éxito»: where it is asked."""
    pairs = lexicon.data.get("opposite", {})
    made = rebuilt(value, lambda part: _opposed(part, lexicon)) if pairs and isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Paso) or not made.si:
        return made
    return replace(
        made,
        si=tuple(
            replace(c, verb=pairs[c.verb], neg=not c.neg) if isinstance(c, Hecho) and c.verb in pairs else c for c in made.si
        ),
    )


FIXED = frozenset({"bando", "lado", "rasgo_de_figura", "rasgo_fijo", "tamano"})
"""Kinds of qualities that nothing done in between changes."""


def _all_again(ability: Capacidad) -> Capacidad:
    """«Cada jugador descarta 1 carta y roba 1» is «… y cada jugador roba 1»: they are the same ones, whatever was done."""
    every = _all_told(ability.pasos)
    again = {ref: thing for ref, thing in every.items() if all(_fixed(cond) for cond in thing.filters)}
    if not again:
        return ability

    def told(fact: Item) -> Item:
        who = fact.role("quien") if isinstance(fact, Hecho) else None
        if not isinstance(fact, Hecho) or who not in again or sum(part == who for part in parts(fact)) > 1:
            return fact
        same = replace(again[who], id=0)
        return fact.put("quien", same)

    steps = tuple(
        replace(step, efecto=tuple(map(told, step.efecto)))
        if isinstance(step, Paso) and step == Paso(efecto=step.efecto)
        else step
        for step in ability.pasos
    )
    made = replace(ability, pasos=steps)
    for thing in sorted(again.values(), key=lambda one: -one.id):
        if Ref(thing.id) not in set(parts(made)):
            made = _renumbered(_swapped(made, thing, replace(thing, id=0)), thing.id)
    return made


def _fixed(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and len(cond.roles) == 2 else None
    return isinstance(what, Cual) and what.kind in FIXED


def _going_back(step: Item, back: Mapping[str, str]) -> Item:
    """«devuelve a este Líder a tu reserva» is «este Líder regresa a tu reserva»: nobody chooses who."""
    if not back or not isinstance(step, Paso) or step.modo:
        return step

    def goes(item: Item) -> Item:
        if not isinstance(item, Hecho) or item.verb not in back or {k for k, _ in item.roles} - {"quien", "que", "a"}:
            return item
        who, what, where = item.role("quien"), item.role("que"), item.role("a")
        if where is None or who not in (None, Yo()) or not isinstance(what, (Papel, Ref, Nombre)):
            return item
        return replace(item, verb=back[item.verb], roles=(("quien", what), ("a", where)))

    return replace(step, efecto=tuple(map(goes, step.efecto)))


def _told_once(ability: Capacidad) -> Capacidad:
    """«Durante esta activación, A y, durante esta activación, B»: the moment of the whole is not told of a part again."""
    over = {moment.tiempo for moment in ability.cuando if moment.rel == "durante" and not moment.hechos}
    if not over:
        return ability

    def plain(value: Any) -> Any:
        made = rebuilt(value, plain) if isinstance(value, (Node, tuple)) else value
        if not isinstance(made, Hecho) or not any(k == "durante" and v in over for k, v in made.circ):
            return made
        return replace(made, circ=tuple(item for item in made.circ if not (item[0] == "durante" and item[1] in over)))

    return replace(ability, pasos=plain(ability.pasos))


def _lying(value: Any) -> Any:
    """Conditions that say where somebody is, in their one shape."""
    made = rebuilt(value, _lying) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Paso) or not made.si:
        return made
    alone = not any(isinstance(part, Ref) for part in parts(made.si))  # «está a 4 casillas y en línea de visión»: the same ones
    return replace(made, si=tuple(map(lies, made.si))) if alone else made


def _sided(value: Any, sides: Mapping[str, list[str]]) -> Any:
    """«una nave del jugador Rebelde» is «una nave Rebelde»: whose a thing is, where its side says the same."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _sided(part, sides))
    if not isinstance(made, Cosa) or not made.filters:
        return made
    return replace(made, filters=tuple(dict.fromkeys(_of_side(cond, made.sort, sides) for cond in made.filters)))


def _of_side(cond: Cond, sort: str, sides: Mapping[str, list[str]]) -> Cond:
    owner = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
    if not isinstance(cond, Hecho) or not isinstance(owner, Papel) or sort not in sides.get(owner.nombre, [])[2:]:
        return cond
    side, kind = sides[owner.nombre][:2]
    whose = tuple((name, Cual(side, kind) if name == "que" else value) for name, value in cond.roles)
    return replace(cond, verb="ser", roles=whose)


def _options(value: Any) -> Any:
    """«1 remoto o 1 nave» is «1 nave o 1 remoto», and so with «y», where nobody speaks of one of them again."""
    made = rebuilt(value, _options) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Lista) or not all(isinstance(item, Cosa) for item in made.items):
        return made
    if any(
        isinstance(part, (Ref, Pron)) or getattr(part, "id", 0)
        for item in made.items
        for part in parts(item)
        if not isinstance(part, Cual)
    ):
        return made
    return replace(made, items=tuple(sorted(made.items, key=_plainest)))


def _where_it_lies(value: Any, still: frozenset[str]) -> Any:
    """«una bomba que tengas a alcance 1 detona» is «una bomba detona a alcance 1»: it happens where the thing lies."""
    if not still or not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _where_it_lies(part, still))
    place = next((verb.partition(":")[2] for verb in still if verb.partition(":")[0] == getattr(made, "verb", "")), None)
    role = place or "quien"
    who = made.role(role) if isinstance(made, Hecho) and place is not None else None
    there = [where for name, where in made.circ if name == "a_alcance" and isinstance(where, Hecho)] if who is not None else []
    things = who.items if isinstance(who, Lista) else (who,)
    if len(there) != 1 or not all(isinstance(thing, Cosa) for thing in things):
        return made
    near = replace(there[0], roles=(("quien", It()), *there[0].roles))
    lying = tuple(replace(thing, filters=(*thing.filters, near)) for thing in things if isinstance(thing, Cosa))
    told = replace(who, items=lying) if isinstance(who, Lista) else lying[0]
    return replace(
        made,
        roles=tuple((name, told if name == role else other) for name, other in made.roles),
        circ=tuple(item for item in made.circ if item[0] != "a_alcance"),
    )


def _plainest(item: Any) -> tuple[bool, int, str, int, str]:
    """The plain ones first: what is said of a long one would be heard of all that follow; but where the last is, all are."""
    placed = any(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in item.filters)
    told = sum(isinstance(part, (Cosa, Hecho)) for part in parts(item))
    return not placed, told, item.noun, int(item.qty.n) if item.qty.n.isdigit() else 0, key(item)


def _as_they_are(value: Any) -> Any:
    """Things by what they are, however it came about."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, _as_they_are)
    return replace(made, filters=tuple(map(_as_it_is, made.filters))) if isinstance(made, Cosa) and made.filters else made


def _done(value: Any, acts: Mapping[str, tuple[str, str]]) -> Any:
    """«tienes un Blanco fijado sobre ella» is «la has fijado»: one state. What is to be done is no state."""
    if isinstance(value, Hecho):
        value = _as_done(value, acts)
    if isinstance(value, Paso):
        told: dict[str, Any] = {
            name: tuple(_inside(i, acts) for i in getattr(value, name)) for name in ("coste", "efecto", "si_no")
        }
        return replace(value, si=_done(value.si, acts), cuando=_done(value.cuando, acts), **told)
    return rebuilt(value, lambda part: _done(part, acts)) if acts and isinstance(value, (Node, tuple)) else value


def _inside(item: Item, acts: Mapping[str, tuple[str, str]]) -> Item:
    return rebuilt(item, lambda part: _done(part, acts)) if isinstance(item, Hecho) else _done(item, acts)  # type: ignore[no-any-return]


def _as_done(fact: Hecho, acts: Mapping[str, tuple[str, str]]) -> Hecho:
    thing = fact.role("que")
    if fact.verb != "tener" or not isinstance(thing, Cosa) or thing.noun not in acts or thing.id or fact.past or fact.circ:
        return fact
    verb, link = acts[thing.noun]
    upon = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == link and not f.neg]
    upon += [value for name, value in fact.roles if name == link]
    plain = thing.qty in (ONE, SOME) and len(thing.filters) + len(fact.roles) == 3
    if len(upon) != 1 or upon[0] is None or fact.role("quien") is None or not plain:
        return fact
    who = tuple((name, value) for name, value in fact.roles if name == "quien")
    return replace(fact, verb=verb, roles=(*who, ("que", upon[0])), past=True)


def _each_by_itself(ability: Capacidad) -> Capacidad:
    """«cada nave enemiga recibe 1 ficha si está dañada» is «cada nave enemiga dañada …»: it is asked of each, not of all.

    What is so or was done; «a menos que pierda 1 escudo» is something to be done."""
    ability = replace(
        ability, pasos=tuple(_each_of_those(step, _all_told(ability.pasos[:at])) for at, step in enumerate(ability.pasos))
    )
    for at, step in enumerate(ability.pasos):
        who = _everybody(step)
        if not isinstance(step, Paso) or who is None:
            continue
        mine = Ref(who.id)
        asked = tuple(c for c in step.si if isinstance(c, Hecho) and c.role("quien") == mine and (c.past or c.verb in STATES))
        left = replace(step, si=tuple(c for c in step.si if c not in asked))
        rest = replace(ability, pasos=(*ability.pasos[:at], left, *ability.pasos[at + 1 :]))
        if asked and who.id not in _uses(rest):
            told = replace(who, id=0, filters=(*who.filters, *(_swapped(c, mine, It()) for c in asked)))
            return _each_by_itself(_renumbered(_swapped(rest, who, told), who.id))
    return ability


def _all_told(steps: tuple[Item, ...]) -> dict[Value, Cosa]:
    """Who was told one by one."""
    return {Ref(c.id): c for c in parts(steps) if isinstance(c, Cosa) and c.id and c.qty == EVERY}


def _each_of_those(step: Item, told: Mapping[Value, Cosa]) -> Item:
    """«Cada Héroe sufre 1 [daño] y, si está herido, 1 [tensión]»: each of them who is."""
    fact = step.efecto[0] if isinstance(step, Paso) and len(step.efecto) == 1 and not step.coste and not step.si_no else None
    who = fact.role("quien") if isinstance(fact, Hecho) else None
    group = told.get(who) if who is not None else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho) or group is None or who is None:
        return step
    asked = tuple(c for c in step.si if isinstance(c, Hecho) and c.role("quien") == who and (c.past or c.verb in STATES))
    left = replace(step, si=tuple(c for c in step.si if c not in asked))
    others = replace(left, efecto=(replace(fact, roles=tuple(role for role in fact.roles if role[0] != "quien")),))
    if not asked or who in parts(others):
        return step
    one = Hecho("entre", (("quien", It()), ("que", who)))
    each = Cosa(group.noun, group.sort, EVERY, filters=(one, *(_swapped(c, who, It()) for c in asked)))
    return replace(left, efecto=(fact.put("quien", each),))


def _everybody(step: Item) -> Cosa | None:
    """Of whom a step says what each of them does, where something else is said of them too."""
    first = step.efecto[0] if isinstance(step, Paso) and step.efecto and not step.coste and not step.si_no else None
    who = first.role("quien") if isinstance(first, Hecho) else None
    return who if isinstance(who, Cosa) and who.qty == EVERY and who.id else None


def _swapped(value: Any, old: Any, new: Any) -> Any:
    if value == old:
        return new
    return rebuilt(value, lambda part: _swapped(part, old, new)) if isinstance(value, (Node, tuple)) else value


def _renumbered(value: Any, gone: int) -> Any:
    """Without a number that nothing has any more."""
    if isinstance(value, (Cosa, Ref)) and value.id > gone:
        value = replace(value, id=value.id - 1)
    return rebuilt(value, lambda part: _renumbered(part, gone)) if isinstance(value, (Node, tuple)) else value


def _forbidden(step: Item) -> Item:
    """«las fichas verdes no pueden ser gastadas» is «no se pueden gastar fichas verdes»: none of them."""
    if not isinstance(step, Paso) or step.modo != "no_puede":
        return step
    return replace(step, efecto=tuple(_of_none(_by_none(item)) for item in step.efecto))


def _by_none(item: Item) -> Item:
    """«no pueden ser retiradas por unidades enemigas»: by none of them."""
    who = item.role("quien") if isinstance(item, Hecho) else None
    if not isinstance(item, Hecho) or not isinstance(who, Cosa) or who.qty != SOME:
        return item
    return item.put("quien", replace(who, qty=EVERY))


ANYWHERE = frozenset({"en", "a_traves_de", "sobre"})
"""Where nothing may be done: in any of them."""


def _of_none(item: Item) -> Item:
    if isinstance(item, Hecho) and any(
        k in ANYWHERE and isinstance(v, Cosa) and v.qty == EVERY and not v.id for k, v in item.roles
    ):
        item = replace(
            item,
            roles=tuple(
                (k, replace(v, qty=SOME) if k in ANYWHERE and isinstance(v, Cosa) and v.qty == EVERY and not v.id else v)
                for k, v in item.roles
            ),
        )  # «no pueden entrar en las casillas adyacentes»
    what = item.role("que") if isinstance(item, Hecho) else None
    if not isinstance(item, Hecho) or not isinstance(what, Cosa) or what.qty != EVERY or what.id:
        return item
    owned = any(isinstance(f, Hecho) and f.verb == "de" for f in what.filters)
    if owned or item.role("quien") is None:
        return item  # «tus dados»: they are told one by one
    return item.put("que", replace(what, qty=SOME))


def _such(ability: Capacidad) -> Capacidad:
    """«Después de que reveles una maniobra, si es azul, …» is «… una maniobra azul»: what the moment's own thing is like."""
    facts = ability.cuando[0].hechos if len(ability.cuando) == 1 else ()
    what = facts[0].role("que") if len(facts) == 1 else None
    steps = [step for step in ability.pasos if isinstance(step, Paso)]
    if not isinstance(what, Cosa) or what.ref or len(steps) < len(ability.pasos) or any(step.si_no for step in steps):
        return ability
    this = Papel(f"este_{what.noun}")
    told = {c for c in (steps[0].si if steps else ()) if isinstance(c, Hecho) and _is_quality(c) and c.role("quien") == this}
    shared = [cond for cond in told if not cond.neg and all(cond in step.si for step in steps)]
    if not shared:
        return ability
    own = tuple(c.put("quien", It()) for c in shared)
    thing = replace(what, filters=tuple(sorted((*what.filters, *own), key=key)))
    fact = facts[0].put("que", thing)
    moment = replace(ability.cuando[0], hechos=(fact,))
    return replace(
        ability, cuando=(moment,), pasos=tuple(replace(s, si=tuple(c for c in s.si if c not in shared)) for s in steps)
    )


def _is_quality(fact: Hecho) -> bool:
    return fact.verb == "ser" and isinstance(fact.role("que"), Cual) and not fact.past and not fact.circ and not fact.modal


def _paid_first(ability: Capacidad) -> Capacidad:
    """«Acción: Gasta 1 [carga] para A. B» is «Acción: Gasta 1 [carga]. A. B»: who does not pay does not perform it."""
    first = ability.pasos[0] if ability.pasos else None
    if ability.clase != "accion" or ability.coste or not isinstance(first, Paso) or not first.coste or first.modo:
        return ability
    spent = all(isinstance(i, Hecho) and i.verb == "gastar" for i in first.coste)  # «recibe 1 ficha» alone is no price
    if first.si or first.cuando or first.si_no or not spent:
        return ability
    return replace(ability, coste=first.coste, pasos=(replace(first, coste=()), *ability.pasos[1:]))


def _ended(item: Item) -> Item:
    """«Después de que efectúes un ataque, si impacta, …»: if it has."""
    if not isinstance(item, Paso):
        return item
    return replace(item, si=tuple(
        replace(c, past=True)
        if isinstance(c, Hecho) and c.verb in ENDS_OF_ATTACK and c.role("quien") == Papel("este_ataque") and not c.modal
        else c
        for c in item.si
    ))  # fmt: skip


def _ends(ability: Capacidad) -> Capacidad:
    """«un ataque que falle» in the moment is «si ese ataque ha fallado»."""
    if any(moment.rel == "despues" and any(map(_fights, moment.hechos)) for moment in ability.cuando):
        ability = replace(ability, pasos=tuple(map(_ended, ability.pasos)))
    if any(isinstance(step, Paso) and step.si_no for step in ability.pasos):
        return ability  # «de lo contrario» is not said of an attack that misses
    conds: list[Hecho] = []
    moments = []
    for moment in ability.cuando:
        if len(moment.hechos) != 1 or moment.rel != "despues":
            moments.append(moment)
            continue
        fact = moment.hechos[0]
        attack = fact.role("que")
        if isinstance(attack, Cosa) and attack.sort == "ataque":
            ends = [f for f in attack.filters if isinstance(f, Hecho) and f.verb in ENDS_OF_ATTACK]
            conds.extend(Hecho(f.verb, (("quien", Papel("este_ataque")),), f.neg, True) for f in ends)
            kept = replace(attack, filters=tuple(f for f in attack.filters if f not in ends))
            fact = fact.put("que", kept)
        moments.append(replace(moment, hechos=(fact,)))
    if not conds:
        return replace(ability, cuando=tuple(moments))
    steps = tuple(
        replace(i, si=(*conds, *i.si)) if isinstance(i, Paso) else Paso(si=tuple(conds), efecto=(i,)) for i in ability.pasos
    )
    return replace(ability, cuando=tuple(moments), pasos=steps)


def _told_as(moment: Momento, lexicon: Lexicon) -> Momento:
    """«se te asigna 1 ficha»: you receive it; «eres fijado por una nave»: it gets a lock on you."""

    def one(fact: Hecho) -> Hecho:
        what, to = fact.role("que"), fact.role("a")
        if (
            fact.verb == "asignar"
            and isinstance(what, Cosa)
            and what.sort == "ficha"
            and len(fact.roles) == 2
            and to is not None
        ):
            return replace(fact, verb="recibir", roles=(("quien", to), ("que", what)), sujeto="")
        got = got_by(fact.verb, what, ONE, lexicon) if what is not None and fact.role("quien") is not None else None
        if got is None or fact.past or fact.neg:
            return fact
        lock = replace(got[1], gender="-", number="-")
        return replace(fact, verb=got[0], roles=tuple((k, lock if k == "que" else v) for k, v in fact.roles), sujeto="")

    return replace(moment, hechos=tuple(map(one, moment.hechos)))


def _asked(item: Item, lexicon: Lexicon) -> Item:
    if not isinstance(item, Paso):
        return item
    inner = tuple(
        act
        for part in (_asked(part, lexicon) for part in item.efecto)
        for act in (part.efecto if item.modo and isinstance(part, Paso) and part == Paso(efecto=part.efecto) else (part,))
    )  # «si lo haces, debes darle la vuelta»: it is turned
    return replace(item, si=asked(item.si, lexicon), efecto=inner, si_no=tuple(_asked(part, lexicon) for part in item.si_no))


def _together(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """«recibes A y recibes B» is «recibes A y B», in one sentence or in two."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Paso):
            item = replace(item, coste=_together(item.coste), efecto=_together(item.efecto))
        last = made[-1] if made else None
        both: Item | None = None
        if isinstance(last, Hecho) and isinstance(item, Hecho):
            both = _both(last, item)
        elif isinstance(last, Paso) and isinstance(item, Paso) and len(last.efecto) == len(item.efecto) == 1:
            a, b = last.efecto[0], item.efecto[0]
            alike = last == Paso(si=item.si, cuando=item.cuando, efecto=last.efecto) and item == replace(
                last, efecto=item.efecto
            )
            act = _both(a, b) if alike and isinstance(a, Hecho) and isinstance(b, Hecho) else None
            both = replace(last, efecto=(act,)) if act is not None else None
        if both is not None:
            made[-1] = both
        else:
            made.append(item)
    return tuple(made)


TOGETHER = frozenset({"recibir", "sufrir", "perder", "recuperar", "gastar", "retirar"})


def _both(a: Hecho, b: Hecho) -> Hecho | None:
    """One act with both objects, if nothing else tells the two apart."""
    told = [[one for k, v in fact.roles if k == "que" for one in _items(v)] for fact in (a, b)]
    bare = [replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) for fact in (a, b)]
    if a.verb not in TOGETHER or a.circ or bare[0] != bare[1] or not all(told):
        return None
    if any(not isinstance(one, Cosa) or one.id or one.qty.op != "n" for one in (*told[0], *told[1])):
        return None
    whole = Lista("y", (*told[0], *told[1]))
    return a.put("que", whole)


def _items(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Lista) and value.conj == "y" else (value,)


def _each_undergoes(item: Item, verbs: frozenset[str]) -> Item:
    """«tú y el defensor recibís 1 ficha»: each of them does, one after the other; what they may do, both or neither."""
    if not isinstance(item, Paso) or (item.modo and not item.coste and not any(map(_choosing, item.efecto))):
        return item
    return replace(item, efecto=tuple(one for act in item.efecto for one in _by_each(act, verbs)))


def _choosing(item: Item) -> bool:
    return isinstance(item, Hecho) and item.verb == "elegir"


def _by_each(act: Item, verbs: frozenset[str]) -> tuple[Item, ...]:
    who = act.role("quien") if isinstance(act, Hecho) and act.verb in verbs else None
    if not isinstance(act, Hecho) or not isinstance(who, Lista) or who.conj != "y" or act.circ:
        return (act,)
    if not all(isinstance(one, (Yo, Papel, Cosa, Ref)) for one in who.items) or not set(who.items) & {Yo(), *SIDES}:
        return (act,)
    return tuple(act.put("quien", one) for one in who.items)


SIDES = (Papel("atacante"), Papel("defensor"))


def _other_than_you(ability: Capacidad, sort: str) -> Capacidad:
    """«una nave aliada distinta de ti», the first that is told, is «otra nave aliada»."""
    mine = Hecho("distinto", (("quien", It()), ("de", Yo())))
    first = next((part for part in parts(ability) if isinstance(part, Cosa) and part.sort == sort), None)
    if first is None or mine not in first.filters:
        return ability
    other = replace(first, filters=tuple(Hecho("otro", (("quien", It()),)) if f == mine else f for f in first.filters))
    return _swapped(ability, first, other)  # type: ignore[no-any-return]


def _while(moment: Momento, lasting: frozenset[str]) -> Momento:
    """«Cuando te defiendas» is «mientras te defiendes»: what lasts, and is told as a moment."""
    lasts = moment.rel == "cuando" and moment.hechos and all(f.verb in lasting and not f.past for f in moment.hechos)
    acts = all(f.verb == "defender" or _attack(f) for f in moment.hechos)
    return replace(moment, rel="mientras") if lasts and acts else moment


OWN = Hecho("de", (("quien", It()), ("que", It())))


def _has_you(cond: Cond) -> bool:
    """«que te tiene en su [arco-frontal]»."""
    where = cond.role("donde") if isinstance(cond, Hecho) and cond.verb == "en" and cond.role("quien") == Yo() else None
    return isinstance(where, Cosa) and OWN in where.filters


def _against(ability: Capacidad) -> Capacidad:
    """«un ataque contra una nave dañada» is «…, si el defensor está dañado»; «enemiga» stays with the ship."""
    fact = ability.cuando[0].hechos[0] if len(ability.cuando) == 1 and len(ability.cuando[0].hechos) == 1 else None
    attack = fact.role("que") if fact is not None and fact.verb == "efectuar" else None
    told = attack.filters if isinstance(attack, Cosa) and attack.sort == "ataque" else ()
    against = [f for f in told if isinstance(f, Hecho) and f.verb == "contra"]
    ship = against[0].role("que") if len(against) == 1 and not against[0].neg else None
    if fact is None or not isinstance(attack, Cosa) or not isinstance(ship, Cosa) or ship.qty != ONE or ship.ref:
        return ability
    asked = tuple(f for f in ship.filters if _said_of_it(f) or _has_you(f))
    kept = tuple(f for f in ship.filters if f not in asked)
    if any(isinstance(i, Paso) and i.si_no for i in ability.pasos):
        return ability  # «de lo contrario» would be of the defender too
    if not asked or ship.noun not in ("nave", "papel_defensor") or not all(_side(f) for f in kept) or _uses(asked) - {ship.id}:
        return ability
    whom = replace(against[0], roles=(("quien", It()), ("que", replace(ship, filters=kept, id=0))))
    left = tuple(whom if f is against[0] else f for f in attack.filters if f is not against[0] or kept)
    made = replace(attack, filters=left)
    moment = replace(ability.cuando[0], hechos=(fact.put("que", made),))
    conds = tuple(
        _swapped(cond, OWN, OWN.put("que", Papel("defensor"))) if _has_you(cond) else _swapped_top(cond, Papel("defensor"))
        for cond in asked
    )
    steps = tuple(replace(i, si=(*conds, *i.si)) if isinstance(i, Paso) else Paso(si=conds, efecto=(i,)) for i in ability.pasos)
    whole = replace(ability, cuando=(moment,), pasos=steps)
    return _renumbered(_swapped(whole, Ref(ship.id), Papel("defensor")), ship.id) if ship.id else whole


def _from_an_attack(ability: Capacidad) -> Capacidad:
    """«te defiendes de un ataque [torpedo]», «… efectuado por una nave dañada»: asked of the attack, and of who makes it."""
    fact = ability.cuando[0].hechos[0] if len(ability.cuando) == 1 and len(ability.cuando[0].hechos) == 1 else None
    attack = fact.role("contra") if fact is not None and fact.verb == "defender" else None
    if fact is None or not isinstance(attack, Cosa) or attack.sort != "ataque" or attack.qty != ONE or attack.ref or attack.id:
        return ability
    made = [f for f in attack.filters if isinstance(f, Hecho) and f.verb == "efectuar" and f.role("que") == It()]
    ship = made[0].role("quien") if len(made) == 1 and len(made[0].roles) == 2 and not made[0].neg else None
    plain = isinstance(ship, Cosa) and ship.qty == ONE and not ship.ref and ship.noun == "nave"
    if made and not (plain and isinstance(ship, Cosa) and all(_said_of_it(f) or _side(f) for f in ship.filters)):
        return ability
    if any(isinstance(i, Paso) and i.si_no for i in ability.pasos):
        return ability
    kinds = tuple(f for f in attack.filters if f not in made and _of_a_kind(f))
    told = tuple(f for f in attack.filters if f not in made and f not in kinds)  # «… que está obstruido»
    if any(isinstance(part, Cosa) for part in parts(told)):
        return ability  # «un ataque cuya reserva incluye un arma …, esa arma»: told by what it has
    conds: tuple[Cond, ...] = tuple(_swapped_top(f, Papel("este_ataque")) for f in told)
    if kinds or attack.noun != "ataque":  # «un ataque principal»
        conds += (Hecho("ser", (("quien", Papel("este_ataque")), ("que", replace(attack, filters=kinds)))),)
    if isinstance(ship, Cosa):
        conds += tuple(_swapped_top(f, Papel("atacante")) for f in ship.filters)
    moment = replace(ability.cuando[0], hechos=(replace(fact, roles=tuple(r for r in fact.roles if r[0] != "contra")),))
    steps = tuple(replace(i, si=(*conds, *i.si)) if isinstance(i, Paso) else Paso(si=conds, efecto=(i,)) for i in ability.pasos)
    whole = replace(ability, cuando=(moment,), pasos=steps)
    if not isinstance(ship, Cosa) or not ship.id:
        return whole
    return _renumbered(_swapped(whole, Ref(ship.id), Papel("atacante")), ship.id)  # type: ignore[no-any-return]


def _of_a_kind(cond: Cond) -> bool:
    return all(map(_of_a_kind, cond.items)) if isinstance(cond, Junto) else cond.verb == "ser"


def _side(cond: Cond) -> bool:
    quality = _quality(cond)
    return quality is not None and quality.kind == "lado"


def _said_of_it(cond: Cond) -> bool:
    """Whether a filter is a plain fact about the thing, so that it can be asked of somebody."""
    if isinstance(cond, Junto):
        return all(map(_said_of_it, cond.items))
    return cond.role("quien") == It() and not _side(cond) and cond.verb in (*STATES, "a_alcance", "en") and not cond.circ


def _swapped_top(cond: Cond, who: Papel) -> Cond:
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(_swapped_top(item, who) for item in cond.items))
    return replace(cond, roles=tuple((k, who if v == It() else v) for k, v in cond.roles))


def _parts(ability: Capacidad) -> Capacidad:
    """Mientras te defiendes, «el defensor» is you; while another ship attacks, «el atacante» is that ship."""
    known: dict[str, set[Value]] = {"atacante": set(), "defensor": set()}
    facts = [fact for moment in ability.cuando for fact in moment.hechos]
    for fact in facts:
        who = fact.role("quien")
        if fact.verb == "defender" and who is not None:
            known["defensor"].add(_named(who))
            known["atacante"].add(Papel("atacante"))
        elif fact.verb in ("efectuar", "realizar", "declarar", "atacar") and who is not None and _attack(fact):
            known["atacante"].add(_named(who))
            other = fact.role("contra") or fact.role("a") or (fact.role("que") if fact.verb == "atacar" else None)
            known["defensor"].add(_named(other) if other is not None else Papel("defensor"))
    table = {Papel(name): next(iter(found)) for name, found in known.items() if len(found) == 1}
    table = {old: new for old, new in table.items() if old != new and isinstance(new, (Yo, Ref, Papel))}
    return _replaced(ability, table) if table else ability


def _fights(fact: Hecho) -> bool:
    return fact.verb == "defender" or _attack(fact)


def _is_attack(value: Value | None) -> bool:
    return value == Papel("este_ataque") or (isinstance(value, Cosa) and value.sort == "ataque")


def _attack(fact: Hecho) -> bool:
    what = fact.role("que")
    return fact.verb == "atacar" or (isinstance(what, Cosa) and what.sort == "ataque") or what == Papel("este_ataque")


def _named(value: Value) -> Value:
    return Ref(value.id) if isinstance(value, Cosa) and value.id else value


def _replaced(value: Any, table: dict[Any, Any]) -> Any:
    if isinstance(value, Papel):
        return table.get(value, value)
    return rebuilt(value, lambda part: _replaced(part, table)) if isinstance(value, (Node, tuple)) else value


OF_A_LIST = 0
"""No number of a thing: «esa nave», chosen between you and another."""


def _hung(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«Esa nave pierde 1 escudo y tú recuperas 1», of the ship that one may choose: the whole sentence hangs on it."""
    made: list[Item] = []
    for step in steps:
        last = made[-1] if made else None
        whole = isinstance(step, Paso) and len(step.efecto) > 1 and step == Paso(efecto=step.efecto)
        if whole and isinstance(last, Paso) and last.modo == "puede" and _uses(step) & _gives(last.efecto):
            made[-1] = _paid(replace(last, efecto=(*last.efecto, *step.efecto)))  # type: ignore[union-attr]
        else:
            made.append(step)
    return tuple(made)


def _dependent(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """A step about something that an optional step chooses happens only with it."""
    made: list[Item] = []
    for step in steps:
        last = made[-1] if made else None
        if (
            isinstance(last, Paso)
            and last.modo == "puede"
            and isinstance(step, Paso)
            and not _tested(step)
            and _uses(step) & _gives(last.efecto)
            and not _lasting(step, last)
        ):
            plain = step.efecto if step == Paso(efecto=step.efecto) else (step,)
            if only_pays(last):  # «puede gastar hasta 2 fichas; por cada ficha gastada, …»: the price of what follows
                last = replace(last, coste=last.efecto, efecto=())
            made[-1] = _paid(replace(last, efecto=(*last.efecto, *plain)))
            continue
        if isinstance(step, Paso) and len(step.efecto) > 1 and step == Paso(efecto=step.efecto):
            made.extend(item if isinstance(item, Paso) else Paso(efecto=(item,)) for item in step.efecto)
            continue
        made.append(step)
    return tuple(made)


def _lasting(step: Paso, last: Paso) -> bool:
    """«Una unidad con BRÍO puede moverse. Esa unidad nunca puede tener más de 1 ficha»: so it is whether it moves or not."""
    timed = any(key in ("durante", "hasta") for part in parts(step) if isinstance(part, Hecho) for key, _ in part.circ)
    who = [part.role("quien") for part in last.efecto if isinstance(part, Hecho)]
    actors = {thing.id for thing in who if isinstance(thing, Cosa)}
    return step.modo == "no_puede" and not step.cuando and not timed and _uses(step) & _gives(last.efecto) <= actors


def _paid(step: Paso) -> Paso:
    """«puedes elegir 1 nave y gastar 1 [fuerza]. Esa nave …»: what is spent is the price, as after «si lo haces»."""
    spent = tuple(i for i in step.efecto if isinstance(i, Hecho) and i.verb == "gastar" and not i.neg and not _uses(i))
    chosen = any(isinstance(i, Hecho) and i.verb == "elegir" for i in step.efecto)
    if step.coste or not spent or not chosen:
        return step
    return replace(step, coste=spent, efecto=tuple(i for i in step.efecto if i not in spent))


def _tested(step: Paso) -> bool:
    """«Si no la supera»: whoever did not make the test has not passed it either."""
    subjects = [fact.role("quien") for fact in step.efecto if isinstance(fact, Hecho)]
    told = (*step.si, *(f for who in subjects if isinstance(who, Cosa) for f in who.filters))
    return any(isinstance(f, Hecho) and f.verb == "superar" for f in told)


def _uses(value: Any) -> set[int]:
    return {
        part.id if isinstance(part, Ref) else OF_A_LIST
        for part in parts(value)
        if isinstance(part, Ref) or part == Papel("elegida")
    }


def _gives(value: Any) -> set[int]:
    found = {part.id for part in parts(value) if isinstance(part, Cosa) and part.id}
    lists = (part for part in parts(value) if isinstance(part, Lista) and part.conj == "o")
    return found | {OF_A_LIST} if any({Yo(), *SIDES} & set(part.items) for part in lists) else found


__all__ = ["Momento", "normal", "settled"]


def _as_before(thing: Cosa) -> Cosa:
    """«otra maniobra con su misma dirección», of the one that is replaced, is «otra maniobra con la misma dirección»."""
    if Hecho("otro", (("quien", It()),)) not in thing.filters:
        return thing
    whose = Hecho("de", (("quien", It()), ("que", Papel(f"este_{thing.noun}"))))

    def plain(part: Any) -> Any:
        if isinstance(part, Lista):
            return replace(part, items=tuple(map(plain, part.items)))
        same = isinstance(part, Cosa) and any(isinstance(f, Hecho) and f.verb == "mismo" for f in part.filters)
        return replace(part, filters=tuple(f for f in part.filters if f != whose)) if same else part

    def told(cond: Cond) -> Cond:
        if not isinstance(cond, Hecho) or cond.verb != "tener":
            return cond
        return replace(cond, roles=tuple((key, plain(what) if key == "que" else what) for key, what in cond.roles))

    return replace(thing, filters=tuple(map(told, thing.filters)))
