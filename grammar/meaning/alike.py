"""Two ways to say one thing, made one before anything else is done with them: «cuando comience tu activación», «moverse»."""

from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import sort_of
from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import SOME, Cosa, Cual, Hecho, It, Qty, Ref, Self, Value, parts, verbs_in

EDGES = {"empezar": "comienzo", "terminar": "final"}


def alike(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """After binding, before the normal form."""
    ability = replace(ability, cuando=tuple(_at_an_edge(moment) for moment in ability.cuando))
    ability = _chosen_to_do(_to_the_end(_so_often(ability)))
    sees = str(lexicon.data.get("sees", "")).split()
    ability = _seen(ability, sees[0], sees[1], lexicon) if sees and sees[0] in verbs_in(ability) else ability
    other = {line: told.split() for line, told in lexicon.data.get("alike", {}).items()}
    moved = frozenset(lexicon.data.get("moved", "").split())
    ability = replace(ability, pasos=tuple(_unmoved(_at_most(step), moved) for step in _any_of_them(ability.pasos)))
    return _worded(ability, other) if verbs_in(ability) & {line.partition(" ")[0] for line in other} else ability


def outlived(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«si esa figura sobrevive» is «si esa figura no es derrotada». Before binding: it is spoken of all the same."""
    verb = str(lexicon.data.get("outlived", ""))
    told = verb and any(isinstance(part, Hecho) and part.verb == "sobrevivir" for part in parts(ability))
    return _outlived(ability, verb) if told else ability


def _outlived(value: Any, verb: str) -> Any:
    made = rebuilt(value, lambda part: _outlived(part, verb)) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Hecho) or made.verb != "sobrevivir":
        return made
    who = tuple(("que", value) for name, value in made.roles if name == "quien")
    return replace(made, verb=verb, roles=who, neg=not made.neg, sujeto="que")


def _so_often(ability: Capacidad) -> Capacidad:
    """«Durante tu activación, puedes atacar dos veces» is «puedes atacar dos veces durante tu activación»."""
    moment = ability.cuando[0] if len(ability.cuando) == 1 else None
    step = ability.pasos[0] if len(ability.pasos) == 1 else None
    fact = step.efecto[0] if isinstance(step, Paso) and len(step.efecto) == 1 and step.modo == "puede" else None
    if moment is None or moment.rel != "durante" or moment.tiempo is None or ability.limite or not isinstance(fact, Hecho):
        return ability
    often = [value.qty.n for key, value in fact.circ if key == "veces" and isinstance(value, Cosa) and value.qty.op == "n"]
    if len(often) != 1 or not isinstance(step, Paso) or step.cuando or ability.clase != "disparada":
        return ability
    once = replace(fact, circ=tuple(item for item in fact.circ if item[0] != "veces"))
    limit = (("veces", Cual(often[0], "numero")), ("por", moment.tiempo))
    return replace(ability, clase="constante", limite=limit, cuando=(), pasos=(replace(step, efecto=(once,)),))


def _to_the_end(ability: Capacidad) -> Capacidad:
    """«durante el resto de la ronda» is «hasta el final de la ronda»: how long something lasts."""
    if not any(isinstance(part, Cosa) and part.noun == "resto" for part in parts(ability)):
        return ability

    def told(value: Any) -> Any:
        made = rebuilt(value, told) if isinstance(value, (Node, tuple)) else value
        return replace(made, circ=tuple(map(ended, made.circ))) if isinstance(made, Hecho) and made.circ else made

    def ended(item: tuple[str, Value]) -> tuple[str, Value]:
        rest = item[1] if item[0] == "durante" else None
        if not isinstance(rest, Cosa) or rest.noun != "resto" or rest.id:
            return item
        return "hasta", replace(rest, noun="final")

    return told(ability)  # type: ignore[no-any-return]


def _chosen_to_do(value: Any) -> Any:
    """«puedes elegir retirar 1 ficha» is «puedes retirar 1 ficha»."""
    made = rebuilt(value, _chosen_to_do) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Paso) or made.modo != "puede":
        return made
    return replace(made, efecto=tuple(map(_done, made.efecto)), coste=tuple(map(_done, made.coste)))


def _done(item: Item) -> Item:
    act = item.role("que") if isinstance(item, Hecho) and item.verb == "elegir" and len(item.roles) == 2 else None
    if not isinstance(item, Hecho) or not isinstance(act, Hecho) or act.role("quien") != Self() or act.modal or act.neg:
        return item
    who = item.role("quien")
    if who is None:
        return item
    return replace(act, roles=tuple((k, who if k == "quien" else v) for k, v in act.roles), circ=(*act.circ, *item.circ))


def _seen(value: Any, verb: str, noun: str, lexicon: Lexicon) -> Any:
    """«que te vea» is «que tenga línea de visión hasta ti»."""
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _seen(part, verb, noun, lexicon))
    whom = made.role("que") if isinstance(made, Hecho) and made.verb == verb and len(made.roles) == 2 else None
    if (
        whom is None
        or whom == It()
        or made.role("quien") is None
        or sort_of(whom, lexicon) not in (None, lexicon.data["bearer"])
    ):
        return made
    known = lexicon.nouns[noun]
    to = Hecho("a", (("quien", It()), ("que", whom)))
    line = Cosa(noun, known.sort, SOME, gender="-", number="-", filters=(to,))
    return replace(made, verb="tener", roles=tuple((k, line if k == "que" else v) for k, v in made.roles))


def _at_most(step: Item) -> Item:
    """«puede tener como máximo 2 fichas» is «no puede tener más de 2»: nobody chooses to have them."""
    fact = step.efecto[0] if isinstance(step, Paso) and len(step.efecto) == 1 and step.modo == "puede" else None
    if not isinstance(step, Paso) or step.coste or step.si_no or not isinstance(fact, Hecho) or fact.verb != "tener":
        return step
    what = fact.role("que")
    if not isinstance(what, Cosa) or what.qty.op != "hasta" or what.id or fact.neg or fact.circ:
        return step
    return replace(step, modo="no_puede", efecto=(fact.put("que", replace(what, qty=Qty("mas_de", what.qty.n))),))


def _any_of_them(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«no pueden entrar en casillas adyacentes ni salir de ellas»: of any such, told twice or once."""
    bans = [step for step in steps if isinstance(step, Paso) and step.modo == "no_puede"]
    any_ = {p.id: p for p in parts(tuple(bans)) if isinstance(p, Cosa) and p.id and p.qty.op in ("algun", "masa")}
    others = {p.id for step in steps if step not in bans for p in parts(step) if isinstance(p, Ref)}
    told = {key: replace(thing, id=0) for key, thing in any_.items() if key not in others}

    def again(value: Any) -> Any:
        if isinstance(value, Ref):
            return told.get(value.id, value)
        made = rebuilt(value, again) if isinstance(value, (Node, tuple)) else value
        return replace(made, id=0) if isinstance(made, Cosa) and made.id in told else made

    return tuple(again(step) if step in bans else step for step in steps) if told and len(bans) > 1 else steps


def _unmoved(step: Item, moved: frozenset[str]) -> Item:
    """«las naves no pueden ser movidas» is «las naves no pueden moverse»: whoever would do it."""
    if not isinstance(step, Paso) or step.modo != "no_puede":
        return step

    def by_itself(fact: Item) -> Item:
        if not isinstance(fact, Hecho) or fact.verb not in moved or fact.role("quien") is not None:
            return fact
        who = [("quien", value) for name, value in fact.roles if name == "que"]
        return replace(fact, roles=(*who, *((k, Self() if k == "que" else v) for k, v in fact.roles)))

    return replace(step, efecto=tuple(map(by_itself, step.efecto)))


def _at_an_edge(moment: Momento) -> Momento:
    """«Cuando comience tu activación» is «al comienzo de tu activación»: of who begins it, whoever that is."""
    fact = moment.hechos[0] if len(moment.hechos) == 1 else None
    if fact is None or moment.rel != "cuando" or fact.verb not in EDGES or fact.neg or fact.past or fact.would or fact.circ:
        return moment
    who, what = fact.role("quien"), fact.role("que")
    time = what if what is not None else who
    if not isinstance(time, Cosa) or time.sort != "tiempo" or time.id or len(fact.roles) > 2:
        return moment
    if what is not None and isinstance(who, Cosa):
        time = _whose(time, who)
    elif what is not None and who not in [f.role("que") for f in time.filters if isinstance(f, Hecho) and f.verb == "de"]:
        return moment  # «cuando termines la ronda»: whose it is, nobody says
    return moment if time is None else Momento(EDGES[fact.verb], tiempo=time)


def _whose(time: Cosa, who: Cosa) -> Cosa | None:
    """«cuando un Héroe termine su activación»: of that Héroe, who is told there."""
    told = Ref(who.id) if who.id else None
    owners = [f for f in time.filters if isinstance(f, Hecho) and f.verb == "de"]
    if len(owners) != 1 or owners[0].role("que") != told:
        return None
    return replace(
        time, filters=tuple(f.put("que", who) if f is owners[0] and isinstance(f, Hecho) else f for f in time.filters)
    )


def _worded(value: Any, other: dict[str, list[str]]) -> Any:
    if not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _worded(part, other))
    if not isinstance(made, Hecho):
        return made
    what = made.role("que")
    for line, (verb, role) in other.items():
        old, _, prep = line.partition(" ")
        shown = isinstance(what, Cosa) and what.sort == "resultado" and not _incremented(what)
        if made.verb == old and made.role(prep) is not None and shown:
            return replace(made, verb=verb, roles=tuple((role if k == prep else k, v) for k, v in made.roles))
    return made


def _incremented(what: Cosa) -> bool:
    """«convierte un [incremento] en …» is a step of its own."""
    return any(isinstance(part, Cual) and part.id.startswith("incremento") for part in parts(what))
