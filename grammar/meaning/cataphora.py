"""Who is told only afterwards: «Cuando se reagrupa, una unidad enemiga gana …» speaks of that unit from its first word.

The new subject of the first act takes the place of the subject that was left out before it; the act goes on with it.
"""

from collections.abc import Iterator
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import HERE
from grammar.meaning.bearer import owns_keyword
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import EVERY, ONE, THE, Cond, Cosa, Cual, Hecho, Junto, Lista, Nombre, Papel, Pron, Value, Yo, parts

LEFT_OUT = ("elidido", "su")
POINTING = ("el", "ella")
"""«Un Droide pierde 1 ficha cuando un Rebelde está a 2 casillas de él»."""


def told_first(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    if not ability.pasos:
        return ability
    ability = _of_the_named(_all_of_them(ability), lexicon)
    part = _part_acting(ability.pasos[0])
    if part is not None:  # «Al defender contra un ataque, el defensor …»: an infinitive has the subject of its sentence
        return replace(ability, cuando=tuple(_of_part(moment, part) for moment in ability.cuando))
    those = _those(ability)
    if those is not None:
        return those
    subject = _new_subject(ability.pasos[0], singled=not ability.cuando)
    if subject is None:
        return _told_by_condition(ability)
    goes_on: Value = Pron("elidido", subject.gender, subject.number, subject.at)
    first = ability.pasos[0]
    others = any(_tells_other(cond) for cond in first.si) if isinstance(first, Paso) else False
    if others or any(isinstance(part, Pron) and part.kind in POINTING for moment in ability.cuando for part in parts(moment)):
        goes_on = replace(subject, qty=THE, ref="ese", filters=(), at=-1)
    measured = _measured(ability, subject, replace(subject, qty=THE, ref="ese", at=-1))
    if measured is not None:
        return measured
    moments = [_filled_moment(moment, subject) for moment in ability.cuando]
    place = next((i for i, (_, done) in enumerate(moments) if done), None)
    if place is not None and not any(_subjects(moment) for moment in ability.cuando[:place]):
        cuando = tuple(
            made if i == place else old for i, ((made, _), old) in enumerate(zip(moments, ability.cuando, strict=True))
        )
        return replace(ability, cuando=cuando, pasos=(_going_on(first, subject, goes_on), *ability.pasos[1:]))
    if isinstance(first, Paso) and not any(_subjects(moment) for moment in ability.cuando):
        conds, done = _filled_conds(first.si, subject)
        if done:
            step = _going_on(replace(first, si=()), subject, goes_on)
            assert isinstance(step, Paso)
            return replace(ability, pasos=(replace(step, si=conds), *ability.pasos[1:]))
    return ability


def _of_the_named(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«Maul pierde 1 ficha al final de su activación», «… cuando un Rebelde está adyacente a él»: his, not the bearer's.

    Who is told only behind («Al final de su activación, Maul …») must be somebody's own name."""
    step = ability.pasos[0]
    acts = [*step.coste, *step.efecto] if isinstance(step, Paso) else [step]
    who = acts[0].role("quien") if acts and isinstance(acts[0], Hecho) else None
    definite = isinstance(who, Cosa) and (who.ref, who.qty, who.number) == ("el", THE, "s")
    if "continues" not in lexicon.data or not (definite or isinstance(who, Nombre)):
        return ability
    named = isinstance(who, Nombre) or (who.noun not in lexicon.data["anybody"].split() and not who.filters)  # type: ignore[union-attr]
    after = -1 if named else who.at  # type: ignore[union-attr]
    told = [_his(moment, who, after) for moment in ability.cuando]
    conds = tuple(_his_in(cond, who, after) for cond in step.si) if isinstance(step, Paso) else ()
    if tuple(told) == ability.cuando and (not isinstance(step, Paso) or conds == step.si):
        return ability
    step = replace(step, si=conds) if isinstance(step, Paso) else step
    if isinstance(who, Cosa):
        step = _going_on(step, who, replace(who, ref="ese", filters=(), at=-1))
    return replace(ability, cuando=tuple(told), pasos=(step, *ability.pasos[1:]))


def _his(moment: Momento, who: Any, after: int) -> Momento:
    whose = _swapped_pron(moment.tiempo, who, after, frozenset({"su"})) if moment.tiempo is not None else None
    return replace(moment, tiempo=whose, hechos=tuple(_his_in(fact, who, after) for fact in moment.hechos))


def _his_in(cond: Any, who: Any, after: int) -> Any:
    """«un Rebelde está adyacente a él»: nobody is near himself."""
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(_his_in(item, who, after) for item in cond.items))
    other = cond.role(cond.sujeto or "quien")
    if not isinstance(other, (Cosa, Nombre)):
        return cond
    roles = tuple((k, _swapped_pron(v, who, after, frozenset(POINTING)) if k in ("a", "de") else v) for k, v in cond.roles)
    return replace(cond, roles=roles)


def _swapped_pron(value: Any, who: Any, after: int, kinds: frozenset[str]) -> Any:
    if isinstance(value, Pron):
        fits = value.kind in kinds and value.at > after and value.number in ("-", "s")
        fits = fits and (not isinstance(who, Cosa) or "-" in (value.gender, who.gender) or value.gender == who.gender)
        return who if fits else value
    return rebuilt(value, lambda part: _swapped_pron(part, who, after, kinds)) if isinstance(value, (Node, tuple)) else value


def _all_of_them(ability: Capacidad) -> Capacidad:
    """«Los Soldados ganan 1 ficha mientras atacan»: all of them, who are told by no other word before."""
    step = ability.pasos[0]
    acts = [*step.coste, *step.efecto] if isinstance(step, Paso) else [step]
    who = acts[0].role("quien") if acts and isinstance(acts[0], Hecho) else None
    left_out = any(
        isinstance(part, Pron) and part.kind in LEFT_OUT and (part.number == "p" or part.kind == "su")
        for moment in ability.cuando
        for part in parts(moment)
    )
    if not left_out or not isinstance(who, Cosa) or (who.ref, who.number) != ("el", "p"):
        return ability
    every = replace(who, ref="", qty=EVERY)
    return replace(ability, pasos=(_going_on(step, who, every), *ability.pasos[1:]))


def _told_by_condition(ability: Capacidad) -> Capacidad:
    """«Cuando se defiende, si una unidad con BRÍO está herida, …»: the bearer, whom only the condition names."""
    first = ability.pasos[0]
    cond = first.si[0] if isinstance(first, Paso) and first.si else None
    told = cond.role("quien") if isinstance(cond, Hecho) else None
    if not isinstance(first, Paso) or not isinstance(told, Cosa) or not (_by_keyword(told, cond) or _whose_turn(ability, told)):
        return ability
    moments = [_filled_moment(moment, told) for moment in ability.cuando]
    if not moments or not moments[0][1] or any(map(_subjects, ability.cuando)) or told.qty != ONE:
        return ability
    conds = (_going_on(cond, told, Pron("elidido", told.gender, told.number, told.at)), *first.si[1:])
    cuando = (moments[0][0], *ability.cuando[1:])
    return replace(ability, cuando=cuando, pasos=(replace(first, si=conds), *ability.pasos[1:]))


def _by_keyword(told: Cosa, cond: Cond | None) -> bool:
    """«si una unidad con BRÍO está herida», «si una unidad posee las cualidades BRÍO y DUELISTA»."""
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "tener" else None
    items = what.items if isinstance(what, Lista) else (what,)
    has = all(isinstance(item, Cosa) and item.sort == "palabra_clave" for item in items)
    return any(map(owns_keyword, told.filters)) or has


def _whose_turn(ability: Capacidad, told: Cosa) -> bool:
    """«Al anotarse puntos, si un jugador …»: an infinitive that asks for a player is that player's."""
    whos = [fact.role("quien") for moment in ability.cuando for fact in moment.hechos]
    return told.sort == "jugador" and len(whos) == 1 and _unsaid(whos[0]) and told.sort in whos[0].sorts  # type: ignore[union-attr, arg-type]


def _measured(ability: Capacidad, subject: Cosa, goes_on: Value) -> Capacidad | None:
    """«Una unidad con BRÍO puede … después de que una unidad enemiga ataque a [alcance-2]»: the range is hers."""
    if not any(map(owns_keyword, subject.filters)) or not any(HERE in parts(moment) for moment in ability.cuando):
        return None
    filled = _in_place(ability.cuando, subject)
    return replace(ability, cuando=filled, pasos=(_going_on(ability.pasos[0], subject, goes_on), *ability.pasos[1:]))


def _in_place(value: Any, subject: Cosa, seen: list[bool] | None = None) -> Any:
    seen = [] if seen is None else seen
    if value == HERE:
        seen.append(True)
        return subject if len(seen) == 1 else replace(subject, qty=THE, ref="ese", filters=subject.filters, at=-1)
    return rebuilt(value, lambda part: _in_place(part, subject, seen)) if isinstance(value, (Node, tuple)) else value


def _tells_other(cond: Cond) -> bool:
    """A condition about somebody else, after whom the act does not go on without a name."""
    return isinstance(cond, Hecho) and isinstance(cond.role("quien"), (Cosa, Papel))


def _part_acting(step: Item) -> Papel | None:
    """Who has a part in the attack, if the first act is theirs."""
    acts = [*step.coste, *step.efecto] if isinstance(step, Paso) else [step]
    who = acts[0].role("quien") if acts and isinstance(acts[0], Hecho) else None
    return who if who in (Papel("atacante"), Papel("defensor")) else None


def _of_part(moment: Momento, part: Papel) -> Momento:
    facts = tuple(
        replace(f, roles=tuple((k, part if k == "quien" and _unsaid(v) else v) for k, v in f.roles))
        if (f.verb == "defender") == (part == Papel("defensor")) and not _of_the_other(f, part)  # no attacker defends
        else f
        for f in moment.hechos
    )
    return replace(moment, hechos=facts)


def _of_the_other(fact: Hecho, part: Papel) -> bool:
    """«Antes de convertir los resultados [incremento-de-defensa], el atacante …»: those are the defender's to change."""
    other = "ataque" if part == Papel("defensor") else "defensa"
    told = [what.id for what in parts(fact.role("que")) if isinstance(what, Cual)]
    return any(name == other or name.endswith("_" + other) for name in told)


def _unsaid(value: Value) -> bool:
    return (
        isinstance(value, Pron)
        and value.kind == "elidido"
        and value.gender == "-"
        and value.number == "s"
        and bool(value.sorts)
    )


def _new_subject(step: Item, singled: bool = False) -> Cosa | None:
    """The subject of the first act, if it is somebody new. `singled`: «Si está herido, el Rebelde más cercano …», too."""
    acts = [*step.coste, *step.efecto] if isinstance(step, Paso) else [step]
    first = acts[0] if acts else None
    while isinstance(first, Eleccion):
        first = first.opciones[0][0]
    if (isinstance(step, Paso) and step.cuando) or not isinstance(first, Hecho):
        return None
    who = first.role("quien")
    outermost = singled and isinstance(who, Cosa) and any(map(_is_extreme, who.filters))
    if (
        not isinstance(who, Cosa)
        or (who.ref and not outermost)
        or who.noun == ""
        or any(isinstance(f, Hecho) and f.verb in ("otro", "distinto") for f in who.filters)
    ):
        return None
    return who if who.qty.op in ("n", "todos") or outermost else None


def _is_extreme(fact: Cond) -> bool:
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(fact))


def _those(ability: Capacidad) -> Capacidad | None:
    """«Al colocarse por efecto de esta cualidad, las miniaturas no pueden …»: an infinitive has the subject of its sentence."""
    step = ability.pasos[0]
    first = step.efecto[0] if isinstance(step, Paso) and step.efecto and not step.coste and not step.si else step
    who = first.role("quien") if isinstance(first, Hecho) else None
    facts = [fact for moment in ability.cuando for fact in moment.hechos]
    if not isinstance(who, Cosa) or who.ref != "el" or who.number != "p" or who.qty != EVERY or len(facts) != 1:
        return None
    this = [part for part in parts(who) if part in (HERE, Yo()) or (isinstance(part, Cosa) and part.ref == "este")]
    if this or any(isinstance(part, Pron) for part in parts(who)):
        return None  # «las unidades a [alcance-1]»: told from the bearer, who does the other thing too
    name = next((n for n, v in facts[0].roles if n in ("quien", "que") and _unsaid(v) and who.sort in v.sorts), None)  # type: ignore[union-attr]
    if name is None:
        return None
    told = facts[0].put(name, who)
    cuando = tuple(replace(m, hechos=(told,)) if m.hechos else m for m in ability.cuando)
    goes_on = Pron("elidido", who.gender, "p", who.at)
    return replace(ability, cuando=cuando, pasos=(_going_on(step, who, goes_on), *ability.pasos[1:]))


def _subjects(moment: Momento) -> list[Value]:
    return [
        who
        for fact in moment.hechos
        for who in [fact.role(fact.sujeto or "quien")]
        if who is not None and not isinstance(who, (Pron, Yo))
    ]


def _filled_moment(moment: Momento, subject: Cosa) -> tuple[Momento, bool]:
    if moment.hechos:
        facts, done = _filled_conds(moment.hechos, subject)
        return replace(moment, hechos=facts), done  # type: ignore[arg-type]
    if not isinstance(moment.tiempo, Cosa):
        return moment, False
    made, done = _filled_time(moment.tiempo, subject)
    return replace(moment, tiempo=made), done


def _filled_time(time: Cosa, subject: Cosa) -> tuple[Cosa, bool]:
    """«al final del paso X de su activación»: whose it is, however deep."""
    filters, done = _filled_conds(time.filters, subject)
    if done:
        return replace(time, filters=filters), True
    for place, cond in enumerate(time.filters):
        inner = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
        made, done = _filled_time(inner, subject) if isinstance(inner, Cosa) and inner.sort == time.sort else (None, False)
        if done and isinstance(cond, Hecho) and made is not None:
            fact = cond.put("que", made)
            return replace(time, filters=(*time.filters[:place], fact, *time.filters[place + 1 :])), True
    return time, False


def _filled_conds(conds: tuple[Cond, ...], subject: Cosa) -> tuple[tuple[Cond, ...], bool]:
    """The first subject or possessor that was left out, filled; only if nobody else is told before it."""
    made: list[Cond] = []
    done = False
    told = False
    for cond in conds:
        if told and not done:
            made.append(cond)
            continue
        whose = _of_it(cond, subject) if isinstance(cond, Hecho) and not done else None
        if whose is not None:
            made.append(whose)
            done = True
            continue
        told = isinstance(cond, Hecho) and isinstance(cond.role(cond.sujeto or "quien"), (Cosa, Papel))  # somebody else goes on
        if not done and isinstance(cond, Junto):
            items, done = _filled_conds(cond.items, subject)
            cond = replace(cond, items=items)
        elif not done and isinstance(cond, Hecho):
            name = next(_left_out(cond, subject), None)
            if name is not None:
                cond = cond.put(name, subject)
                done = True
        made.append(cond)
    return tuple(made), done


def _of_it(fact: Hecho, subject: Cosa) -> Hecho | None:
    """«Si su líder está herido, una unidad enemiga …»: that unit's."""
    name = fact.sujeto or "quien"
    thing = fact.role(name)
    owned = thing.filters if isinstance(thing, Cosa) else ()
    of = next(
        (f for f in owned if isinstance(f, Hecho) and f.verb == "de" and next(_left_out(f, subject), None) == "que"), None
    )
    whose = of.role("que") if of is not None else None
    if not isinstance(thing, Cosa) or not isinstance(of, Hecho) or not isinstance(whose, Pron) or whose.kind != "su":
        return None
    if not 0 <= whose.at < subject.at or subject.qty != ONE:
        return None  # told after it, others may be meant too
    told = of.put("que", subject)
    made = replace(thing, filters=tuple(told if f is of else f for f in owned))
    return fact.put(name, made)


def _left_out(fact: Hecho, subject: Cosa) -> Iterator[str]:
    for name, value in fact.roles:
        if (
            isinstance(value, Pron)
            and value.kind in POINTING
            and name in ("de", "a")
            and value.gender == subject.gender
            and value.number == subject.number
            and value.at > subject.at >= 0
        ):
            yield name
        if (
            isinstance(value, Pron)
            and value.kind in LEFT_OUT
            and name in ("quien", "que")
            and (not value.sorts or value.sorts & {subject.sort, "cosa"})
        ) and (value.number in ("-", subject.number) or subject.number == "-"):
            yield name


def _going_on(value: Any, subject: Cosa, goes_on: Value) -> Any:
    """The same acts, whose subject is no news any more."""
    if isinstance(value, Hecho):
        return replace(
            value, roles=tuple((name, goes_on if name == "quien" and item == subject else item) for name, item in value.roles)
        )
    if isinstance(value, Eleccion):
        return replace(
            value, opciones=tuple(tuple(_going_on(i, subject, goes_on) for i in option) for option in value.opciones)
        )
    if isinstance(value, Paso):
        return replace(
            value,
            coste=tuple(_going_on(i, subject, goes_on) for i in value.coste),
            efecto=tuple(_going_on(i, subject, goes_on) for i in value.efecto),
        )
    return value
