"""Attacker and defender by their roles, however the moment tells the attack."""

from grammar.meaning.actions.said import STATES
from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import replace
from grammar.meaning.normal.facts import of_a_kind
from grammar.meaning.normal.moments import told_attack
from grammar.meaning.normal.order import quality_of
from grammar.meaning.normal.refs import exchanged, making_room, renumbered, swapped, uses
from grammar.meaning.values import ONE, Cond, Cosa, Cual, Hecho, It, Junto, Papel, Ref, Value, Yo, parts


def other_than_you(ability: Capacidad, sort: str) -> Capacidad:
    """«una nave aliada distinta de ti», the first that is told, is «otra nave aliada»."""
    mine = Hecho("distinto", (("quien", It()), ("de", Yo())))
    first = next((part for part in parts(ability) if isinstance(part, Cosa) and part.sort == sort), None)
    if first is None or mine not in first.filters:
        return ability
    other = replace(first, filters=tuple(Hecho("otro", (("quien", It()),)) if f == mine else f for f in first.filters))
    return swapped(ability, first, other)  # type: ignore[no-any-return]


OWN = Hecho("de", (("quien", It()), ("que", It())))


def _has_you(cond: Cond) -> bool:
    """«que te tiene en su [arco-frontal]»."""
    where = cond.role("donde") if isinstance(cond, Hecho) and cond.verb == "en" and cond.role("quien") == Yo() else None
    return isinstance(where, Cosa) and OWN in where.filters


def told_against(ability: Capacidad) -> Capacidad:
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
    if not asked or ship.noun not in ("nave", "papel_defensor") or not all(_side(f) for f in kept) or uses(asked) - {ship.id}:
        return ability
    whom = replace(against[0], roles=(("quien", It()), ("que", replace(ship, filters=kept, id=0))))
    left = tuple(whom if f is against[0] else f for f in attack.filters if f is not against[0] or kept)
    made = replace(attack, filters=left)
    moment = replace(ability.cuando[0], hechos=(fact.put("que", made),))
    conds = tuple(_asked_of(cond, Papel("defensor")) for cond in asked)
    steps = tuple(replace(i, si=(*conds, *i.si)) if isinstance(i, Paso) else Paso(si=conds, efecto=(i,)) for i in ability.pasos)
    whole = replace(ability, cuando=(moment,), pasos=steps)
    return renumbered(swapped(whole, Ref(ship.id), Papel("defensor")), ship.id) if ship.id else whole


def from_an_attack(ability: Capacidad) -> Capacidad:
    """«te defiendes de un ataque [torpedo]», «… efectuado por una nave dañada»: asked of the attack, and of who makes it."""
    fact = ability.cuando[0].hechos[0] if len(ability.cuando) == 1 and len(ability.cuando[0].hechos) == 1 else None
    attack = fact.role("contra") if fact is not None and fact.verb == "defender" else None
    if isinstance(attack, Cosa) and attack.noun == "nave":
        made_by = Hecho(
            "efectuar", (("quien", attack), ("que", It()))
        )  # «te defiendes contra una nave dañada»: from her attack
        attack = Cosa("ataque", "ataque", ONE, filters=(made_by,))
    if fact is None or not isinstance(attack, Cosa) or attack.sort != "ataque" or attack.qty != ONE or attack.ref or attack.id:
        return ability
    made = [f for f in attack.filters if isinstance(f, Hecho) and f.verb == "efectuar" and f.role("que") == It()]
    ship = made[0].role("quien") if len(made) == 1 and len(made[0].roles) == 2 and not made[0].neg else None
    plain = isinstance(ship, Cosa) and ship.qty == ONE and not ship.ref and ship.noun == "nave"
    if made and not (plain and isinstance(ship, Cosa) and all(_said_of_it(f) or _side(f) or _has_you(f) for f in ship.filters)):
        return ability
    if any(isinstance(i, Paso) and i.si_no for i in ability.pasos):
        return ability
    kinds = tuple(f for f in attack.filters if f not in made and of_a_kind(f))
    told = tuple(f for f in attack.filters if f not in made and f not in kinds)  # «… que está obstruido»
    if any(isinstance(part, Cosa) for part in parts(told)):
        return ability  # «un ataque cuya reserva incluye un arma …, esa arma»: told by what it has
    conds: tuple[Cond, ...] = tuple(_swapped_top(f, Papel("este_ataque")) for f in told)
    if kinds or attack.noun != "ataque":  # «un ataque principal»
        conds += (Hecho("ser", (("quien", Papel("este_ataque")), ("que", replace(attack, filters=kinds)))),)
    if isinstance(ship, Cosa):
        conds += tuple(_asked_of(f, Papel("atacante")) for f in ship.filters)
    moment = replace(ability.cuando[0], hechos=(replace(fact, roles=tuple(r for r in fact.roles if r[0] != "contra")),))
    steps = tuple(replace(i, si=(*conds, *i.si)) if isinstance(i, Paso) else Paso(si=conds, efecto=(i,)) for i in ability.pasos)
    whole = replace(ability, cuando=(moment,), pasos=steps)
    if not isinstance(ship, Cosa) or not ship.id:
        return whole
    return renumbered(swapped(whole, Ref(ship.id), Papel("atacante")), ship.id)  # type: ignore[no-any-return]


def _side(cond: Cond) -> bool:
    quality = quality_of(cond)
    return quality is not None and quality.kind == "lado"


def _said_of_it(cond: Cond) -> bool:
    """Whether a filter is a plain fact about the thing, so that it can be asked of somebody."""
    if isinstance(cond, Junto):
        return all(map(_said_of_it, cond.items))
    return cond.role("quien") == It() and not _side(cond) and cond.verb in (*STATES, "a_alcance", "en") and not cond.circ


def _asked_of(cond: Cond, who: Papel) -> Cond:
    """The filter as a condition on somebody; the place that has you is his."""
    return swapped(cond, OWN, OWN.put("que", who)) if _has_you(cond) else _swapped_top(cond, who)


def _swapped_top(cond: Cond, who: Papel) -> Cond:
    if isinstance(cond, Junto):
        return replace(cond, items=tuple(_swapped_top(item, who) for item in cond.items))
    return replace(cond, roles=tuple((k, who if v == It() else v) for k, v in cond.roles))


def by_roles(ability: Capacidad) -> Capacidad:
    """Mientras te defiendes, «el defensor» is you; while another ship attacks, «el atacante» is that ship."""
    ability = _target_by_role(_subject_by_number(ability))
    known: dict[str, set[Value]] = {"atacante": set(), "defensor": set()}
    facts = [fact for moment in ability.cuando for fact in moment.hechos]
    for fact in facts:
        who = fact.role("quien")
        if fact.verb == "defender" and who is not None:
            known["defensor"].add(_named(who))
            known["atacante"].add(Papel("atacante"))
        elif fact.verb in ("efectuar", "realizar", "declarar", "atacar") and who is not None and told_attack(fact):
            known["atacante"].add(_named(who))
            other = fact.role("contra") or fact.role("a") or (fact.role("que") if fact.verb == "atacar" else None)
            known["defensor"].add(_named(other) if other is not None else Papel("defensor"))
    table = {Papel(name): next(iter(found)) for name, found in known.items() if len(found) == 1}
    table = {old: new for old, new in table.items() if old != new and isinstance(new, (Yo, Ref, Papel))}
    return exchanged(ability, table) if table else ability


def _subject_by_number(ability: Capacidad) -> Capacidad:
    """«Cuando un Héroe ataca a una figura, el atacante …» is «… ese Héroe …»: who the moment tells has a number."""
    fact = _only_fight(ability)
    who = fact.role("quien") if fact is not None else None
    if fact is None or not isinstance(who, Cosa) or who.id or who.ref or who.qty != ONE:
        return ability
    part = Papel("defensor" if fact.verb == "defender" else "atacante")
    if not any(told == part for told in parts((ability.coste, ability.pasos))):
        return ability
    told = ability.cuando[0]
    number = 1 + max((p.id for p in parts(who) if isinstance(p, Cosa)), default=0)
    whole: Capacidad = making_room(replace(ability, cuando=()), number)
    fact = making_room(fact, number)
    return replace(whole, cuando=(replace(told, hechos=(fact.put("quien", replace(who, id=number)),)),))


def _target_by_role(ability: Capacidad) -> Capacidad:
    """«Cuando un Héroe ataca a una figura Imperial, esa figura …» is «… el defensor …»."""
    fact = _only_fight(ability)
    what = fact.role("que") if fact is not None else None
    whom = what if fact is not None and fact.verb == "atacar" else None
    if isinstance(what, Cosa) and what.sort == "ataque":
        against = [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "contra" and not f.neg]
        whom = against[0] if len(against) == 1 else None
    if not isinstance(whom, Cosa) or not whom.id or whom.ref or whom.qty != ONE:
        return ability
    bare = swapped(swapped(ability, whom, replace(whom, id=0)), Ref(whom.id), Papel("defensor"))
    return renumbered(bare, whom.id)  # type: ignore[no-any-return]


def _only_fight(ability: Capacidad) -> Hecho | None:
    """The attack that the moment tells, and nothing else."""
    facts = [fact for moment in ability.cuando for fact in moment.hechos]
    one = facts[0] if len(facts) == 1 and len(ability.cuando) == 1 else None
    return one if one is not None and not one.neg and (one.verb == "defender" or told_attack(one)) else None


def _named(value: Value) -> Value:
    return Ref(value.id) if isinstance(value, Cosa) and value.id else value


def taken_by_incremento(ability: Capacidad, defensive: frozenset[str]) -> Capacidad:
    """«[incremento]: -1 [esquivar]»: the attacker spends it, and the defender has a result less."""
    if ability.clase != "incremento" or not defensive:
        return ability

    def whose(item: Item) -> Item:
        if isinstance(item, Paso):
            return replace(item, efecto=tuple(map(whose, item.efecto)))
        what = item.role("que") if isinstance(item, Hecho) and item.verb == "recibir" else None
        less = isinstance(what, Cosa) and what.qty.op == "menos"
        if not isinstance(item, Hecho) or not isinstance(what, Cosa) or not less or item.role("quien") != Yo():
            return item
        shown = {quality.id for quality in parts(what) if isinstance(quality, Cual)}
        return item.put("quien", Papel("defensor")) if shown and shown <= defensive else item

    return replace(ability, pasos=tuple(map(whose, ability.pasos)))
