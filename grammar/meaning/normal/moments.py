"""When an ability enters: phases, what is about to come, what an attack's end is called."""

from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.verbs import got_by
from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.order import key
from grammar.meaning.normal.refs import gives, renumbered, swapped, uses
from grammar.meaning.values import ONE, THE, Cond, Cosa, Cual, Hecho, It, Junto, Papel, Ref, Value, Yo, parts


def in_a_phase(ability: Capacidad) -> Capacidad:
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


THIS_PHASE = Papel("este_fase")


def in_this_phase(ability: Capacidad) -> Capacidad:
    """«Al comienzo de la fase Final, …. Durante esa fase Final, …» is «… Durante esta fase, …»: the one that goes on."""
    told = [m.tiempo for m in ability.cuando if m.rel in ("comienzo", "durante") and isinstance(m.tiempo, Cosa)]
    phase = told[0] if len(told) == 1 else None
    if phase is None or not phase.noun.startswith("fase_") or phase.filters or phase.qty != THE or not ability.pasos:
        return ability
    steps = swapped(ability.pasos, Papel(f"este_{phase.noun}"), THIS_PHASE)
    if not phase.id:
        return _at_once(replace(ability, pasos=steps))
    steps = swapped(steps, Ref(phase.id), THIS_PHASE)
    moments = tuple(replace(m, tiempo=replace(phase, id=0)) if m.tiempo is phase else m for m in ability.cuando)
    return _at_once(renumbered(replace(ability, cuando=moments, pasos=steps), phase.id))


def _at_once(ability: Capacidad) -> Capacidad:
    """How long the one thing lasts that the moment tells, beside the moment."""
    first, *later = map(_while_it_goes_on, ability.pasos)
    during = (Momento("durante", tiempo=THIS_PHASE),)
    told = isinstance(first, Paso) and first.cuando == during and first != ability.pasos[0]
    if not told:
        return replace(ability, pasos=(first, *later))
    if later or not isinstance(first, Paso) or [m.rel for m in ability.cuando] != ["comienzo"]:
        return replace(ability, pasos=(ability.pasos[0], *later))
    return replace(ability, cuando=(*ability.cuando, *during), pasos=(replace(first, cuando=()),))


def _while_it_goes_on(step: Item) -> Item:
    """«no puede … hasta el final de esta fase»: during it, as it goes on already."""
    if not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(map(_while_it_goes_on, step.efecto)))
    ends = [("hasta", f) for f in (_circ(item, "hasta") for item in step.efecto)]
    if step.modo not in ("no_puede", "es_capaz") or step.cuando or not all(_its_end(value) for _, value in ends):
        return step
    bare = tuple(
        replace(i, circ=tuple(c for c in i.circ if c[0] != "hasta")) if isinstance(i, Hecho) else i for i in step.efecto
    )
    return replace(step, cuando=(Momento("durante", tiempo=THIS_PHASE),), efecto=bare)


def _circ(item: Item, name: str) -> Value | None:
    return next((value for key, value in item.circ if key == name), None) if isinstance(item, Hecho) else None


def _its_end(value: Value | None) -> bool:
    whose = (
        value.filters[0].role("que")
        if isinstance(value, Cosa) and len(value.filters) == 1 and isinstance(value.filters[0], Hecho)
        else None
    )
    return isinstance(value, Cosa) and value.noun == "final" and whose == THIS_PHASE


FIRST = ("modo", Cual("primero", "modo"))


def about_to(ability: Capacidad) -> Capacidad:
    """«Cuando vaya a ser derrotada, primero puede atacar» is «antes de ser derrotada, …»: nothing takes its place."""
    moment = ability.cuando[0] if len(ability.cuando) == 1 else None
    facts = moment.hechos if moment is not None else ()
    if moment is None or moment.rel != "cuando" or not facts or not all(fact.would and not fact.neg for fact in facts):
        return ability
    acts = [part for part in parts(ability.pasos) if isinstance(part, Hecho)]
    replaced = any(isinstance(part, Paso) and part.en_vez for part in parts(ability.pasos))
    replaced = replaced or any(name.startswith("en_vez") for act in acts for name, _ in act.circ)
    if ability.clase == "reemplazo" or replaced or uses(ability.pasos) & gives(facts) or any(act.neg for act in acts):
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


ENDS_OF_ATTACK = frozenset({"impactar", "fallar"})


def such(ability: Capacidad) -> Capacidad:
    """«Después de que reveles una maniobra, si es azul, …» is «… una maniobra azul»: what the moment's own thing is like."""
    facts = ability.cuando[0].hechos if len(ability.cuando) == 1 else ()
    what = facts[0].role("que") if len(facts) == 1 else None
    steps = [step for step in ability.pasos if isinstance(step, Paso)]
    if not isinstance(what, Cosa) or what.ref or len(steps) < len(ability.pasos) or any(step.si_no for step in steps):
        return ability
    this = Papel(f"este_{what.noun}")
    told = {c for c in (steps[0].si if steps else ()) if _of_it(c, this)}
    shared = [cond for cond in told if all(cond in step.si for step in steps)]
    if not shared:
        return ability
    own = tuple(_said_of_it(c) for c in shared)
    thing = replace(what, filters=tuple(sorted((*what.filters, *own), key=key)))
    fact = facts[0].put("que", thing)
    moment = replace(ability.cuando[0], hechos=(fact,))
    return replace(
        ability, cuando=(moment,), pasos=tuple(replace(s, si=tuple(c for c in s.si if c not in shared)) for s in steps)
    )


def _of_it(cond: Cond, this: Papel) -> bool:
    """«si es azul», «si es roja o blanca»."""
    if isinstance(cond, Junto):
        return cond.op == "o" and all(_of_it(item, this) for item in cond.items)
    return _is_quality(cond) and cond.role("quien") == this and not cond.neg


def _said_of_it(cond: Cond) -> Cond:
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(map(_said_of_it, cond.items)))
    return cond.put("quien", It())


def _is_quality(fact: Hecho) -> bool:
    return fact.verb == "ser" and isinstance(fact.role("que"), Cual) and not fact.past and not fact.circ and not fact.modal


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


def ended_attack(ability: Capacidad) -> Capacidad:
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


def told_as(moment: Momento, lexicon: Lexicon) -> Momento:
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
        return fact if fact.past or fact.neg else _got(fact, lexicon)

    return replace(moment, hechos=tuple(map(one, moment.hechos)))


def _got(fact: Hecho, lexicon: Lexicon) -> Hecho:
    what = fact.role("que")
    got = got_by(fact.verb, what, ONE, lexicon) if what is not None and fact.role("quien") is not None else None
    if got is None:
        return fact
    lock = replace(got[1], gender="-", number="-")
    return replace(fact, verb=got[0], roles=tuple((k, lock if k == "que" else v) for k, v in fact.roles), sujeto="")


def acts_told_as(step: Item, lexicon: Lexicon) -> Item:
    """«no puedes ser fijado por naves enemigas» is «las naves enemigas no pueden fijarte»."""
    if not isinstance(step, Paso):
        return step

    def one(item: Item) -> Item:
        if isinstance(item, Paso):
            return acts_told_as(item, lexicon)
        return _got(item, lexicon) if isinstance(item, Hecho) and not item.past else item

    return replace(step, coste=tuple(map(one, step.coste)), efecto=tuple(map(one, step.efecto)))


def by_itself(fact: Hecho, lexicon: Lexicon) -> Hecho:
    """«Cuando sea desplegada» is «cuando se despliegue»: nobody is told to do it."""
    if fact.verb not in lexicon.data.get("by_itself", "").split() or fact.role("quien") is not None or fact.past:
        return fact
    return replace(fact, roles=tuple(("quien" if name == "que" else name, value) for name, value in fact.roles))


def ones_attack(fact: Hecho) -> Hecho:
    """«después de resolver tu ataque» is «… un ataque»: nobody resolves another's."""
    what, who = fact.role("que"), fact.role("quien")
    own = Hecho("de", (("quien", It()), ("que", Yo())))
    if (
        not isinstance(what, Cosa)
        or what.sort != "ataque"
        or who != Yo()
        or what.qty != THE
        or what.filters != (own,)
        or what.id
    ):
        return fact
    return fact.put("que", replace(what, qty=ONE, ref="", filters=()))


def as_while(moment: Momento, lasting: frozenset[str], when: frozenset[str]) -> Momento:
    """«Cuando te defiendas» is «mientras te defiendes»: what lasts, and is told as a moment; or the other way round."""
    if moment.rel == "mientras" and moment.hechos and all(f.verb in when and not (f.past or f.neg) for f in moment.hechos):
        return replace(moment, rel="cuando")
    if moment.rel == "cuando" and moment.hechos and all(f.still for f in moment.hechos):
        return replace(moment, rel="mientras")  # «cuando la puerta está abierta»
    lasts = moment.rel == "cuando" and moment.hechos and all(f.verb in lasting and not f.past for f in moment.hechos)
    acts = all(f.verb == "defender" or told_attack(f) or _action(f) for f in moment.hechos)
    return replace(moment, rel="mientras") if lasts and acts else moment


STATIC = frozenset({"ignorar", "incrementar", "reducir", "tratar", "considerar", "volver_a_tirar"})
"""What holds while something goes on, or changes how it goes."""


def each_time(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«Cada vez que gastes 1 ficha, …» is «después de que gastes 1 ficha, …»; «cada vez que te defiendas» is «mientras».

    What takes no time is over when it has happened; of a manoeuvre, an action it depends on what is told of it.
    """
    at_once, lasting, longer = (frozenset(lexicon.data.get(k, "").split()) for k in ("at_once", "lasting", "longer"))
    moment = ability.cuando[0] if len(ability.cuando) == 1 else None
    if not at_once or moment is None or moment.rel not in ("cada_vez", "cuando") or ability.clase == "reemplazo":
        return ability
    steps = [part for part in parts(ability.pasos) if isinstance(part, Paso)]
    holds = any(step.modo in ("no_puede", "es_capaz", "solo_puede") for step in steps)
    acts = [part for part in parts(ability.pasos) if isinstance(part, Hecho)]
    holds = holds or any(act.verb in STATIC or "adicional" in {q.id for q in parts(act) if isinstance(q, Cual)} for act in acts)
    if any(step.en_vez for step in steps) or any(name.startswith("en_vez") for act in acts for name, _ in act.circ):
        return ability
    if not moment.hechos or any(fact.would or fact.past or fact.neg for fact in moment.hechos):
        return ability
    if moment.rel == "cuando":  # «cuando esta bomba detone» tells what it does then
        own = any(isinstance(part, Papel) and part.nombre.startswith("este_") for part in parts(moment.hechos))
        gone = all(_over(fact, at_once - {"detonar", "explotar"}) for fact in moment.hechos) and not own and not holds
        return replace(ability, cuando=(replace(moment, rel="despues"),)) if gone else ability
    over = all(_over(fact, at_once) or (fact.verb in longer and not holds) for fact in moment.hechos)
    goes_on = all(fact.verb in lasting | longer for fact in moment.hechos)
    rel = "despues" if over else "mientras" if goes_on and (holds or all(map(_fights, moment.hechos))) else moment.rel
    return replace(ability, cuando=(replace(moment, rel=rel),))


def _action(fact: Hecho) -> bool:
    what = fact.role("que")
    return isinstance(what, Cosa) and what.sort == "accion"


def _over(fact: Hecho, at_once: frozenset[str]) -> bool:
    what = fact.role("que")
    told = {f.verb for f in what.filters if isinstance(f, Hecho)} if isinstance(what, Cosa) else set()
    return fact.verb in at_once or bool(told & ENDS_OF_ATTACK)


STATES = frozenset({"ser", "tener", "en", "a_alcance", "hay"})


def under_while(ability: Capacidad) -> Capacidad:
    """«Mientras estás dañado, mientras te defiendes, …» is «mientras te defiendes, si estás dañado, …»."""
    held = [m for m in ability.cuando if m.rel == "mientras" and len(m.hechos) == 1 and _still(m.hechos[0])]
    others = [m for m in ability.cuando if m not in held]
    events = [m for m in others if m.hechos and m.rel in ("mientras", "despues", "antes", "cuando")]
    steps = [part for part in ability.pasos if isinstance(part, Paso)]
    if not held or len(events) != 1 or len(others) != 1 or len(steps) != len(ability.pasos) or gives(tuple(held)):
        return ability
    if any(step.si_no or step.cuando for step in steps):
        return ability
    conds = tuple(moment.hechos[0] for moment in held)
    return replace(ability, cuando=tuple(others), pasos=tuple(replace(step, si=(*conds, *step.si)) for step in steps))


def _still(fact: Hecho) -> bool:
    return not fact.circ and not fact.would and (fact.verb in STATES or fact.past)


def until_while(ability: Capacidad) -> Capacidad:
    """«Hasta el final de la ronda, mientras te defiendes, …» is «mientras te defiendes, … hasta el final de la ronda»."""
    ends = [m.tiempo for m in ability.cuando if m.rel == "hasta" and m.tiempo is not None]
    if not ends or any(m.rel not in ("hasta", "mientras") for m in ability.cuando):
        return ability
    told = tuple(("hasta", end) for end in ends)
    steps = tuple(_until(step, told) for step in ability.pasos)
    return replace(ability, cuando=tuple(m for m in ability.cuando if m.rel != "hasta"), pasos=steps)


def _until(item: Item, told: tuple[tuple[str, Value], ...]) -> Item:
    if isinstance(item, Hecho):
        return replace(item, circ=(*item.circ, *told))
    return replace(item, efecto=tuple(_until(part, told) for part in item.efecto)) if isinstance(item, Paso) else item


def _fights(fact: Hecho) -> bool:
    return fact.verb == "defender" or told_attack(fact)


def told_attack(fact: Hecho) -> bool:
    what = fact.role("que")
    return fact.verb == "atacar" or (isinstance(what, Cosa) and what.sort == "ataque") or what == Papel("este_ataque")
