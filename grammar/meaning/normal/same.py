"""One verb for one act, one state for one token: what the game's tables say is the same."""

from collections.abc import Mapping
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.hanging import TOGETHER
from grammar.meaning.normal.order import quality_of
from grammar.meaning.otherwise import named_only
from grammar.meaning.shapes import lies
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
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
    Ref,
    Value,
    Yo,
    parts,
    verbs_in,
)


def in_state(value: Any, states: Mapping[str, str]) -> Any:
    """«si tiene alguna ficha de Tensión» is «si está bajo tensión»: the state that the token gives."""
    made = rebuilt(value, lambda part: in_state(part, states)) if isinstance(value, (Node, tuple)) else value
    what = made.role("que") if isinstance(made, Hecho) and made.verb == "tener" and len(made.roles) == 2 else None
    if not isinstance(made, Hecho) or not isinstance(what, Cosa) or what.noun != "ficha" or what.qty != SOME or what.id:
        return made
    kind = quality_of(what.filters[0]) if len(what.filters) == 1 and isinstance(what.filters[0], Hecho) else None
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


def borne(value: Any, worn: Mapping[str, str]) -> Any:
    """«está equipado con una mejora», «tiene equipada una mejora», «tiene una mejora equipada»: he has it."""
    if isinstance(value, Paso):
        told: dict[str, Any] = {
            name: tuple(
                rebuilt(i, lambda part: borne(part, worn)) if isinstance(i, Hecho) else borne(i, worn)
                for i in getattr(value, name)
            )
            for name in ("coste", "efecto", "si_no")
        }  # «equipa esta carta» is done, and no state
        return replace(value, si=borne(value.si, worn), cuando=borne(value.cuando, worn), **told)
    made = rebuilt(value, lambda part: borne(part, worn)) if isinstance(value, (Node, tuple)) else value
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
    return replace(made, verb="tener", roles=(("quien", who), ("que", thing)), past=False, still=False, sujeto="")


def one_act(value: Any, lexicon: Lexicon) -> Any:
    """One act, one verb: «efectúa un ataque contra X» is «ataca a X», «recibe una orden de X» is «X le imparte una orden»."""
    short, turned = lexicon.data.get("short", {}), lexicon.data.get("turned", {})
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: one_act(part, lexicon))
    if not isinstance(made, Hecho):
        return made
    what = made.role("que")
    if not isinstance(what, Cosa) or what.qty not in (ONE, SOME) or what.id:
        return _for_each(made)
    named = f"{made.verb} {what.noun}"
    if named in short:
        return _by_verb(made, what, short[named])
    return _by_giver(made, what, *turned[named].split()) if named in turned else _for_each(made)


def own_token(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«puede retirar una ficha de Veneno», where nobody else is told: one of its own."""
    verbs = set(lexicon.data.get("taking", "").split()) - set(lexicon.data.get("own", "").split())  # «pierde» says it
    lying = lexicon.data.get("lying", {})
    if not lying or not verbs & verbs_in(ability):
        return ability
    others = any(isinstance(part, Cosa) and part.sort == lexicon.data["bearer"] for part in parts(ability))
    if others:
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


def of_ones_own(value: Any, own: Mapping[str, list[str]]) -> Any:
    """«gasta 1 de tus fichas» is «gasta 1 ficha»: nobody can spend another's, so whose they are is told where it is not."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: of_ones_own(part, own))
    what = made.role("que") if isinstance(made, Hecho) else None
    if not isinstance(what, Cosa) or what.sort not in own.get(made.verb, ()) or made.role("quien") is None:
        return made
    if what.qty.op == "el":
        return made  # «tu Blanco fijado» is no other way to say «el Blanco fijado»
    mine = Hecho("de", (("quien", It()), ("que", made.role("quien"))))
    bare = replace(what, filters=tuple(cond for cond in what.filters if cond != mine))
    return made.put("que", bare)


def of_those_it_has(ability: Capacidad) -> Capacidad:
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


def taken_from(value: Any, verbs: frozenset[str], places: frozenset[str]) -> Any:
    """«las fichas no se retiran de esa nave» is «las fichas de esa nave no se retiran»: from whom tells whose they are."""
    made = rebuilt(value, lambda part: taken_from(part, verbs, places)) if isinstance(value, (Node, tuple)) else value
    what = made.role("que") if isinstance(made, Hecho) and made.verb in verbs else None
    whose = made.role("de") if what is not None else None
    if not isinstance(what, Cosa) or whose is None or (isinstance(whose, Cosa) and whose.sort in places):
        return made
    owned = replace(what, filters=(*what.filters, Hecho("de", (("quien", It()), ("que", whose)))))
    return replace(made, roles=tuple((k, owned if k == "que" else v) for k, v in made.roles if k != "de"))


def sided(value: Any, sides: Mapping[str, list[str]]) -> Any:
    """«una nave del jugador Rebelde» is «una nave Rebelde»: whose a thing is, where its side says the same."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: sided(part, sides))
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


def where_lying(value: Any) -> Any:
    """Conditions that say where somebody is, in their one shape."""
    made = rebuilt(value, where_lying) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Paso) or not made.si:
        return made
    alone = not any(isinstance(part, Ref) for part in parts(made.si))  # «está a 4 casillas y en línea de visión»: the same ones
    return replace(made, si=tuple(map(lies, made.si))) if alone else made


def where_it_lies(value: Any, still: frozenset[str]) -> Any:
    """«una bomba que tengas a alcance 1 detona» is «una bomba detona a alcance 1»: it happens where the thing lies."""
    if not still or not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: where_it_lies(part, still))
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


def as_held(value: Any, verbs: frozenset[str]) -> Any:
    """«una nave fijada por ti», «a la que estés fijando» is one that you have locked: a state, where it tells of which one."""
    made = rebuilt(value, lambda part: as_held(part, verbs)) if isinstance(value, (Node, tuple)) else value
    if isinstance(made, Cosa) and made.filters:
        return replace(made, filters=tuple(_held(cond, verbs) for cond in made.filters))
    return replace(made, si=tuple(_held(cond, verbs) for cond in made.si)) if isinstance(made, Paso) and made.si else made


def _held(cond: Cond, verbs: frozenset[str]) -> Cond:
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(_held(item, verbs) for item in cond.items))
    both = cond.role("quien") is not None and cond.role("que") is not None and not (cond.circ or cond.modal or cond.would)
    return replace(cond, past=True) if cond.verb in verbs and both else cond


def as_states(value: Any, acts: Mapping[str, tuple[str, str]]) -> Any:
    """«tienes un Blanco fijado sobre ella» is «la has fijado»: one state. What is to be done is no state."""
    if isinstance(value, Hecho):
        value = _as_done(value, acts)
    if isinstance(value, Paso):
        told: dict[str, Any] = {
            name: tuple(_inside(i, acts) for i in getattr(value, name)) for name in ("coste", "efecto", "si_no")
        }
        return replace(value, si=as_states(value.si, acts), cuando=as_states(value.cuando, acts), **told)
    return rebuilt(value, lambda part: as_states(part, acts)) if acts and isinstance(value, (Node, tuple)) else value


def _inside(item: Item, acts: Mapping[str, tuple[str, str]]) -> Item:
    return rebuilt(item, lambda part: as_states(part, acts)) if isinstance(item, Hecho) else as_states(item, acts)  # type: ignore[no-any-return]


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
