"""Which of several readings a reader takes without noticing the others: few rules, each a habit of Spanish, none of one text.

A reading is the more strained the more often it goes against them; only the least strained ones count.
"""

from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import HERE, sort_of
from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import Cond, Cosa, Cual, Hecho, It, Junto, Lista, Nombre, Papel, Pron, Yo, parts


def places(value: Any) -> frozenset[int]:
    """Places of the nouns in it."""
    return frozenset(part.at for part in parts(value) if isinstance(part, Cosa) and part.at >= 0)


def strained(value: Any, lexicon: Lexicon) -> int:
    twice = _again_in_the_moment(value) if "continues" in lexicon.data else ()
    return sum(_strain(part, lexicon) for part in parts(value)) - sum(_strain(part, lexicon) for part in parts(twice))


def _again_in_the_moment(value: Any) -> tuple[Any, ...]:
    """«Al atacar, un Soldado adyacente …»: who attacks is told once, and as easily read as you."""
    if not isinstance(value, Capacidad):
        return ()
    acting = {part for part in parts((value.coste, value.pasos)) if isinstance(part, Cosa) and part.at >= 0}
    who = [fact.role("quien") for moment in value.cuando for fact in moment.hechos]
    return tuple(one for one in who if one in acting)


def _icon_apart(listed: Lista) -> int:
    """«el requisito [concentración] o [blanco-fijado]»: two icons of one noun, before an icon that is a thing by itself."""
    first, *others = listed.items
    if not isinstance(first, Cosa) or first.qty.op == "masa" or not any(map(_by_icon, first.filters)):
        return 0
    bare = (o for o in others if isinstance(o, Cosa) and o.qty.op == "masa" and o.noun == o.sort and len(o.filters) == 1)
    return sum(other.noun != first.noun and _by_icon(other.filters[0]) for other in bare)


def _by_icon(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" else None
    return isinstance(what, Cual) and what.kind.startswith("icono_")


def _strain(part: Any, lexicon: Lexicon) -> int:
    if isinstance(part, Cosa):
        known = "continues" in lexicon.data and part.noun in lexicon.data.get("roles", {}) and part.qty.op == "el"
        apart = int(
            part.noun.startswith("papel_") or (known and bool(part.filters))
        )  # «distinto del objetivo a 2 casillas»: there is one target, nothing tells it apart
        lies = part.sort == "grupo" and any(isinstance(f, Hecho) and f.verb == "en" for f in part.filters)
        return (
            _past_what_it_exceeds(part)
            + _past_somebody_bare(part)
            + _seen_by_the_attack(part)
            + _missed_by_nobody(part)
            + _near_past_its_target(part)
            + _keyword_past_its_owner(part, lexicon)
            + _past_where_it_was_done(part, lexicon)
            + _past_what_it_was_done_with(part, lexicon)
            + _near_past_its_place(part)
            + _past_whom_it_is_against(part, lexicon)
            + _past_where_it_ends(part)
            + _in_bare_places(part)
            + _owned_and_near(part)
            + sum(isinstance(f, Hecho) and any(key == "incluso_aunque" for key, _ in f.circ) for f in part.filters)
            + apart
            + int(lies)
            + _keyword_apart(part, lexicon)
            + _yours_in_yours(part)
            + _yours_in_anothers(part)
            + sum(_past_without_time(cond) for cond in part.filters)
            + _exception_to_the_one(part)
        )
    if isinstance(part, Lista):
        words = [isinstance(item, Cosa) and item.sort == "palabra_clave" for item in part.items]
        mixed = any(words) and not all(words)  # «un arma con BRÍO o con DUELISTA»: two keywords of one weapon
        return int(mixed) + _icon_apart(part) + sum(_joins_bare(item, lexicon) for item in part.items[1:])
    if isinstance(part, Hecho):
        return (
            _part_of_object(part, lexicon)
            + _instead_within(part)
            + _considered_nothing(part)
            + _range_from_nowhere(part)
            + _bare_have(part)
            + _placed_already(part, lexicon)
            + _chosen_number(part)
            + _chosen_by_another(part)
            + _somewhere_as_what_it_is(part)
            + _of_past_whom_it_is_against(part)
            + _bare_object(part, lexicon)
            + int(
                part.role("adyacente") is not None and (part.role("en") or part.role("a")) is not None
            )  # «en 1 casilla adyacente a X»
            + _step_of_a_purpose(part, lexicon)
            + _past_the_gerund(part, lexicon)
            + _past_a_verb(part, lexicon)
            + _past_the_purpose(part)
            + _place_of_what_was_done(part, lexicon)
            + _past_the_infinitive(part)
            + _range_past_a_verb(part, lexicon)
            + _thus_past_a_verb(part, lexicon)
            + _beside_nothing(part)
            + _moved_by_nobody(part)
            + _until_in_a_likeness(part)
            + _had_past_a_place(part)
            + _where_it_is_done(part, lexicon)
            + _to_many_squares(part, lexicon)
            + _she_moves(part, lexicon)
            + _time_past_a_participle(part, lexicon)
            + int(any(key == "hasta" and isinstance(value, Cosa) and value.noun == "vez" for key, value in part.circ))
            + int(any(value == ALSO for _, value in part.circ))  # «también sufre 1»: joins two acts, says not how
        )
    if isinstance(part, Momento):
        bare = part.rel == "cuando"  # «… los dados tirados por ella al resolver GUARDIÁN»
        return _purposed_moment(part) + sum(
            bare and isinstance(who := fact.role("quien"), Pron) and who.kind == "elidido" for fact in part.hechos
        )
    if isinstance(part, Paso):
        return _timed_cost(part) + sum(
            isinstance(item, Hecho) and item.verb == "ignorar" for item in part.coste
        )  # nobody pays by ignoring
    if isinstance(part, Capacidad):
        return _results_had(part, lexicon)
    return 0


def _purposed_moment(moment: Momento) -> int:
    """«Agota esta carta al atacar para volver a tirar 1 dado»: it is exhausted for that, not attacked for that."""
    return 2 * sum(key == "para" for fact in moment.hechos for key, _ in (*fact.circ, *fact.roles))


def _timed_cost(step: Paso) -> int:
    """«Agota esta carta al atacar para …»: «al atacar» is when all of it is done, not how it is paid."""
    paid = [item for item in step.coste if isinstance(item, Hecho)]
    return 2 * sum(key in ("al", "antes", "despues") for item in paid for key, _ in item.circ)


def _results_had(ability: Capacidad, lexicon: Lexicon) -> int:
    """«si tienes 4 o más [daño]»: what was suffered, where no attack of yours shows such results."""
    if any(fact.verb in ("atacar", "declarar") for moment in ability.cuando for fact in moment.hechos):
        return 0
    both = {icon for icon, sorts in lexicon.data.get("icon_sorts", {}).items() if "resultado" in str(sorts).split()[:1]}
    if not both:
        return 0
    had = [part.role("que") for part in parts(ability) if isinstance(part, Hecho) and part.verb == "tener"]
    return sum(isinstance(what, Cosa) and what.sort == "resultado" for what in had)


ALSO = Cual("tambien", "modo")


def _beside_nothing(fact: Hecho) -> int:
    """«despliega 1 grupo en el punto más cercano a un Rebelde»: «a» belongs to what is near, no act is done «to» a place."""
    return sum(key == "donde" and isinstance(value, Hecho) and value.verb == "a" for key, value in fact.circ)


def _moved_by_nobody(fact: Hecho) -> int:
    """«cada una puede moverse 2 casillas»: who is told without a noun does it; nobody does it to them."""
    what = fact.role("que")
    return int(fact.role("quien") is None and ((isinstance(what, Cosa) and not what.noun) or isinstance(what, Pron)))


def _until_in_a_likeness(fact: Hecho) -> int:
    """«trata sus armas como si tuvieran PERFORANTE 1 hasta el final de la ronda»: until then they are so treated."""
    like = [value for key, value in fact.circ if key == "como_si" and isinstance(value, Hecho)]
    return sum(key in ("hasta", "durante") for told in like for key, _ in told.circ)


def _instead_within(fact: Hecho) -> int:
    """«coordinar a naves a alcance 1-3 en vez de a alcance 1-2»: said of the act, not of the ships."""
    manner = [value for key, value in fact.circ if key == "modo_de" and isinstance(value, Hecho)]
    acts = any(
        key == "en_vez_de" and isinstance(v, Hecho) for how in manner for key, v in how.circ
    )  # «lánzala …, en vez de soltarla»
    return int(acts or (fact.verb == "a_alcance" and any(key == "en_vez_de" for key, _ in fact.circ)))


def _chosen_number(fact: Hecho) -> int:
    """«roba 3 cartas, elige 1»: one of them, not a number."""
    thing = fact.role("que")
    return int(fact.verb == "elegir" and isinstance(thing, Cosa) and thing.noun == "numero" and not thing.filters)


def _chosen_by_another(fact: Hecho) -> int:
    """«el atacante vuelve a tirar 1 dado a tu elección»: how he does it, where that can be said; not which die it is."""
    thing = fact.role("que")
    chosen = (
        [f.role("quien") for f in thing.filters if isinstance(f, Hecho) and f.verb == "elegir"]
        if isinstance(thing, Cosa)
        else []
    )
    return sum(who is not None and fact.role("quien") not in (None, who) for who in chosen)


def _somewhere_as_what_it_is(fact: Hecho) -> int:
    """«destruye 2 unidades que no sean AT-AT en este sistema»: where they are, or are destroyed; what they are is nowhere.
    The one of several, «la única figura de tu grupo en el tablero», is somewhere."""
    kind = fact.role("que") if fact.verb == "ser" else None
    if not isinstance(kind, Cosa) or kind.qty.op == "el":
        return 0
    return sum(isinstance(f, Hecho) and f.verb in ("en", "a_alcance") for f in kind.filters)


def _of_past_whom_it_is_against(fact: Hecho) -> int:
    """«se defiende contra ataques de esa unidad»: hers are the attacks."""
    return int(isinstance(fact.role("contra"), Cosa) and fact.role("de") is not None)


def _exception_to_the_one(thing: Cosa) -> int:
    """«cada figura a 2 casillas de tu objetivo, salvo él»: of several one is left out, never of the one there is."""
    return sum(isinstance(f, Hecho) and f.verb == "salvo" for f in thing.filters) if thing.qty.op == "el" else 0


def _part_of_object(fact: Hecho, lexicon: Lexicon) -> int:
    """«retira 1 dado de tu reserva»: where it is taken from, not whose it is."""
    thing = fact.role("que")
    slots = [
        role for role in lexicon.verbs.get(fact.verb, ()) if role.name in ("de", "contra") and fact.role(role.name) is None
    ]
    if not isinstance(thing, Cosa):
        return 0
    told = [(f.verb, f.role("que")) for f in thing.filters if isinstance(f, Hecho)]
    means = [role.sorts for role in lexicon.verbs.get(fact.verb, ()) if role.name == "con" and fact.role("con") is None]
    held = [value for verb, value in told if verb == "tener" and value is not None]
    return sum(sort_of(value, lexicon) in sorts for sorts in means for value in held) + sum(
        verb == slot.name
        and (slot.name == "contra" or isinstance(value, Pron) or (value is not None and sort_of(value, lexicon) in slot.sorts))
        for slot in slots
        for verb, value in told
    )


def _bare_object(fact: Hecho, lexicon: Lexicon) -> int:
    """«mueve 3 hacia el AT-AT Rebelde»: somebody who is moved is told with an article."""
    thing = fact.role("que")
    return int(
        isinstance(thing, Cosa)
        and thing.qty.op in ("masa", "algun")
        and thing.noun != thing.sort
        and thing.sort in lexicon.data.get("animate", "").split()
        and fact.role("quien") is not None
        and fact.role("cuanto") is not None
    )


def _thus_past_a_verb(fact: Hecho, lexicon: Lexicon) -> int:
    """«recibes 1 ficha por cada ficha retirada de esta manera»: retired so, not received so."""
    counted = [f for key, v in fact.circ if key == "por_cada" and isinstance(v, Cosa) for f in v.filters]
    done = any(isinstance(f, Hecho) and f.verb in lexicon.verbs and not f.circ for f in counted)
    return int(done and any(key == "modo" and v == Cual("asi", "modo") for key, v in fact.circ))


def _joins_bare(item: Any, lexicon: Lexicon) -> int:
    """«una figura Líder o Guardián»: two traits of one figure, not a figure or «Guardián»."""
    return int(
        isinstance(item, Cosa)
        and item.qty.op == "masa"
        and item.ref == ""
        and item.noun != item.sort
        and item.sort in (*lexicon.data.get("animate", "").split(), "tipo_accion")  # «fichas de Alerta y Esquiva»
    )


def _range_from_nowhere(fact: Hecho) -> int:
    """«a alcance 0-1 de una nave aliada»: the «de» after a range belongs to it."""
    near = fact.verb == "ser" and fact.role("a") == HERE  # «cada figura adyacente al objetivo»: so does «a» after «adyacente»
    return int(near or (fact.verb == "a_alcance" and fact.role("de") == HERE))


def _past_without_time(cond: Any) -> int:
    """«una nave a la que no hayas atacado en esta ronda»: the time belongs to what has happened."""
    how = (
        isinstance(cond, Hecho) and cond.role("con") is not None
    )  # «ataca a un Rebelde que no haya sido atacado usando 1 dado»
    if not isinstance(cond, Hecho) or not cond.past:
        return 0
    return int(how) + int(not any(key == "durante" for key, _ in cond.circ))


def _considered_nothing(fact: Hecho) -> int:
    """«considerando esa acción como si fuera roja»: as what is said with it."""
    return int(
        fact.verb == "considerar"
        and fact.role("como") is None
        and not isinstance(fact.role("que"), Hecho)
        and not any(k == "como_si" for k, _ in fact.circ)
    )


def _bare_have(fact: Hecho) -> int:
    """«fichas que tengas a alcance 1»: «que tengas» hardly stands alone."""
    who = fact.role("quien")
    if fact.verb == "tener" and fact.role("que") is None:
        return 1  # «se trata como si tuviese un punto más»: that is what it has
    return int(
        fact.verb == "tener" and fact.role("que") == It() and (who == Yo() or (isinstance(who, Pron) and who.kind == "elidido"))
    )


def _yours_in_yours(thing: Cosa) -> int:
    """«una acción que tengas en tu barra de acciones»: that is there, not one of yours that is there."""
    mine = Hecho("de", (("quien", It()), ("que", Yo())))
    places = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en"]
    return int(mine in thing.filters and any(isinstance(place, Cosa) and mine in place.filters for place in places))


def _yours_in_anothers(thing: Cosa) -> int:
    """«una nave con fichas verdes que tengas en tu arco»: whom you have there, not tokens of yours that it has."""
    mine = Hecho("de", (("quien", It()), ("que", Yo())))
    had = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "tener" and f.role("quien") == It()]
    return sum(isinstance(what, Cosa) and what.sort == "ficha" and mine in what.filters for what in had)


def _keyword_apart(thing: Cosa, lexicon: Lexicon) -> int:
    """«la cualidad VENENO X»: the name and its number belong to the noun, not to what follows."""
    bare = thing.noun == lexicon.data.get("keyword_noun") and thing.qty.op == "el" and not thing.filters
    return int(bare or (thing.sort == "palabra_clave" and thing.qty.op == "cualquiera"))


def _step_of_a_purpose(fact: Hecho, lexicon: Lexicon) -> int:
    """«no puede usar A para anular B durante el paso C»: a step is when one acts, not when what it is for happens."""
    inner = [value for key, value in (*fact.circ, *fact.roles) if key == "para"]
    done = [value for _, value in fact.roles if isinstance(value, Cosa)]
    told = [f for thing in done for f in thing.filters if isinstance(f, Hecho) and f.role("que") == It()]
    steps = [value for f in (*inner, *told) if isinstance(f, Hecho) for key, value in f.circ if key == "durante"]
    return sum(isinstance(step, Cosa) and step.noun == lexicon.data.get("step_noun") for step in steps)


def _past_the_gerund(fact: Hecho, lexicon: Lexicon) -> int:
    """«puede desplegarse colocando a su líder en territorio aliado»: what follows a gerund is said of it, if it can be."""
    found = 0
    for manner in (f for key, value in fact.circ if key == "modo_de" for f in parts(value) if isinstance(f, Hecho)):
        last = max((thing.at for thing in parts(manner) if isinstance(thing, Cosa)), default=-1)
        free = {role.name for role in lexicon.verbs.get(manner.verb, ()) if manner.role(role.name) is None}
        found += sum(
            name in free and isinstance(value, Cosa) and value.at > last >= 0 for name, value in fact.roles if name != "quien"
        )  # «…, reduciendo en 1 su coste por cada nave»: so is how often
        found += sum(key == "por_cada" and isinstance(value, Cosa) and value.at > last >= 0 for key, value in fact.circ)
    return found


def _past_the_purpose(fact: Hecho) -> int:
    """«usar cobertura para anular impactos obtenidos en una reserva»: what follows the purpose is said in it."""
    what_for = [value for key, value in (*fact.circ, *fact.roles) if key == "para"]
    last = max((thing.at for thing in parts(tuple(what_for)) if isinstance(thing, Cosa)), default=-1)
    return sum(isinstance(value, Cosa) and value.at > last >= 0 for name, value in fact.roles if name not in ("quien", "para"))


def _past_a_verb(fact: Hecho, lexicon: Lexicon) -> int:
    """«los dados tirados por ella al resolver GUARDIÁN»: «al» is said of the last thing that was told to be done;
    so is «de este modo»: «las fichas que haya gastado de este modo»."""
    if not any(key == "al" or value == Cual("asi", "modo") for key, value in fact.circ):
        return 0
    return sum(isinstance(inner, Hecho) and inner.verb in lexicon.verbs for _, value in fact.roles for inner in parts(value))


def _keyword_past_its_owner(thing: Cosa, lexicon: Lexicon) -> int:
    """«una carta de un [comandante] que posee la cualidad BRÍO»: who stands right before it has it, if he can."""
    owners = lexicon.data.get("owners", "").split()
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    told = [f.role("que") for f in facts if f.verb == "de"]
    told += [f.role("con") for f in facts if f.role("que") == It()]  # «una unidad equipada con un arma que posee …»
    nearer = [owner.at for owner in told if isinstance(owner, Cosa) and owner.sort in owners and owner.at > thing.at >= 0]
    words = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "tener"]
    named = [word.at for word in words if isinstance(word, Cosa) and word.sort == "palabra_clave"]
    return sum(bool(nearer) and at > max(nearer) for at in named)


def _past_where_it_was_done(thing: Cosa, lexicon: Lexicon) -> int:
    """«un resultado que es obtenido en la tirada»: where it was obtained, if one can obtain it there."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    where = [place for f in facts if f.verb == "en" and (place := f.role("donde")) is not None]
    open_ = [
        role.sorts
        for f in facts
        if f.role("que") == It() and f.role("en") is None
        for role in lexicon.verbs.get(f.verb, ())
        if role.name == "en"
    ]
    return sum(sort_of(place, lexicon) in sorts for place in where for sorts in open_)


def _past_what_it_was_done_with(thing: Cosa, lexicon: Lexicon) -> int:
    """«una unidad equipada con un arma»: that is what it was equipped with."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    held = [what for f in facts if f.verb == "tener" and (what := f.role("que")) is not None]
    open_ = [
        role.sorts
        for f in facts
        if (f.role("que") == It() or f.role("quien") == It()) and f.role("con") is None  # «que interactúe con un terminal»
        for role in lexicon.verbs.get(f.verb, ())
        if role.name == "con"
    ]
    return sum(sort_of(what, lexicon) in sorts for what in held for sorts in open_)


def _past_whom_it_is_against(thing: Cosa, lexicon: Lexicon) -> int:
    """«un ataque contra la figura que la ha derrotado»: that tells which figure, not which attack."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    whom = [who for f in facts if f.verb == "contra" and isinstance(who := f.role("que"), Cosa)]
    bare = any(who.ref == "el" and who.qty.op == "el" and not who.filters for who in whom)
    return sum(bare and f.past and f.verb in lexicon.verbs and f.role("quien") == It() for f in facts)


def _in_bare_places(thing: Cosa) -> int:
    """«las tropas de sistemas adyacentes»: the systems are; nobody says «las que están en sistemas»."""
    where = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en"]
    return sum(isinstance(p, Cosa) and p.qty.op in ("masa", "algun") and p.number == "p" and not p.filters for p in where)


ENDS = frozenset({"terminar", "empezar"})


def _past_where_it_ends(thing: Cosa) -> int:
    """«las unidades que terminen un movimiento a [alcance-1] de esta ficha»: there they end it, wherever they were."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    ends = any(f.verb in ENDS and f.role("quien") == It() and all(k != "a_alcance" for k, _ in f.circ) for f in facts)
    return int(ends and any(f.verb == "a_alcance" for f in facts))


def _near_past_its_place(thing: Cosa) -> int:
    """«una unidad en un sistema adyacente a la base»: the system is adjacent to it."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    where = [place.at for f in facts if f.verb == "en" and isinstance(place := f.role("donde"), Cosa)]
    near = [other.at for f in facts if f.verb == "ser" and isinstance(other := f.role("a"), Cosa)]
    here = any(f.verb == "ser" and isinstance(f.role("a"), (Pron, Papel)) for f in facts)  # «de un sistema adyacente a éste»
    return sum(at > place > thing.at >= 0 for place in where for at in near) + int(here and bool(where) and not near)


def _owned_and_near(thing: Cosa) -> int:
    """«1 [ficha-bloqueo] de una figura enemiga adyacente»: the figure is near, and her token is with her."""
    facts = [f for f in thing.filters if isinstance(f, Hecho)]
    owned = any(f.verb == "de" and isinstance(f.role("que"), Cosa) for f in facts)
    near = any(f.verb == "ser" and isinstance(what := f.role("que"), Cual) and what.kind == "relacion" for f in facts)
    return int(thing.sort == "ficha" and owned and near)


def _had_past_a_place(fact: Hecho) -> int:
    """«destruye 1 nave en un sistema con un Líder»: the system has him."""
    thing = fact.role("que")
    if not isinstance(thing, Cosa):
        return 0
    kept = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "tener"]
    had = [held.at for held in kept if isinstance(held, Cosa)]
    where = [value.at for name, value in fact.roles if name in ("en", "a", "desde") and isinstance(value, Cosa)]
    return sum(at > place > thing.at >= 0 for at in had for place in where)


def _where_it_is_done(fact: Hecho, lexicon: Lexicon) -> int:
    """«emprende esta Misión contra un Líder en un sistema»: it is attempted there."""
    slot = next((role for role in lexicon.verbs.get(fact.verb, ()) if role.name == "en"), None)
    against = fact.role("contra")
    if slot is None or fact.role("en") is not None or not isinstance(against, Cosa):
        return 0
    places = [f.role("donde") for f in against.filters if isinstance(f, Hecho) and f.verb == "en"]
    return sum(place is not None and sort_of(place, lexicon) in slot.sorts for place in places)


def _time_past_a_participle(fact: Hecho, lexicon: Lexicon) -> int:
    """«recupera 1 unidad destruida durante ese combate»: it was destroyed then."""
    thing = fact.role("que")
    if not isinstance(thing, Cosa) or fact.neg or not any(key == "durante" for key, _ in fact.circ):
        return 0
    done = [f for f in thing.filters if isinstance(f, Hecho) and f.verb in lexicon.verbs and f.role("que") == It()]
    return sum(f.role("quien") is None and not f.circ and not f.neg for f in done)


def _she_moves(fact: Hecho, lexicon: Lexicon) -> int:
    """«una figura puede sufrir 1 [tensión] para moverse 2»: she moves, and nobody moves her."""
    return int(fact.verb in lexicon.data.get("whither", "").split() and fact.role("quien") is None)


def _to_many_squares(fact: Hecho, lexicon: Lexicon) -> int:
    """«mueve 3 hacia el Rebelde que esté a 2 casillas de X»: how far he is; one moves to one square."""
    goal = fact.role("a")
    unit = lexicon.data.get("unit")
    if isinstance(goal, Nombre):
        return int(unit is not None)  # «mueve 3 para atacar a "D"»: whom
    return int(isinstance(goal, Cosa) and goal.noun == unit and goal.number == "p")


def _place_of_what_was_done(fact: Hecho, lexicon: Lexicon) -> int:
    """«coloca las fichas indicadas en esa carta»: where they are told, not where they are put."""
    thing = fact.role("que")
    told = [value.role("donde") for key, value in fact.circ if key == "donde" and isinstance(value, Hecho)]
    where = [place for place in (*told, fact.role("en")) if place is not None]
    if not isinstance(thing, Cosa) or not where:
        return 0
    inside = tuple(Hecho("en", (("quien", It()), ("donde", place))) for place in where)
    return _past_where_it_was_done(replace(thing, filters=(*thing.filters, *inside)), lexicon)


def _range_past_a_verb(fact: Hecho, lexicon: Lexicon) -> int:
    """«efectúa un movimiento que termina a [alcance-1] de X»: where it ends, if it can end at a range."""
    thing = fact.role("que")
    if not isinstance(thing, Cosa) or not any(key == "a_alcance" for key, _ in fact.circ):
        return 0
    return sum(
        isinstance(f, Hecho)
        and f.role("quien") == It()
        and not any(key == "a_alcance" for key, _ in f.circ)
        and any(role.name == "rango" for role in lexicon.verbs.get(f.verb, ()))
        for f in thing.filters
    )


def _past_what_it_exceeds(thing: Cosa) -> int:
    """«un terreno más alto que el terreno que pisa el líder»: what follows «que el terreno» is said of that one."""
    found = 0
    for cond in thing.filters:
        if not isinstance(cond, Hecho) or cond.verb != "compara":
            continue
        nearer = [c.at for c in parts(cond) if isinstance(c, Cosa) and c.sort == thing.sort and c.at > thing.at >= 0]
        for other in thing.filters:
            told = [c.at for c in parts(other) if isinstance(c, Cosa) and c.at >= 0] if other is not cond else []
            found += bool(nearer and told and min(told) > max(nearer))
    return found


def _seen_by_the_attack(thing: Cosa) -> int:
    """«un ataque contra una nave que te tiene en su [arco-frontal]»: hers, never the attack's."""
    own = Hecho("de", (("quien", It()), ("que", It())))
    places = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en"]
    theirs = (isinstance(w, Cosa) and any(_of_its_own(f) or f == own for f in w.filters) for w in places)
    return sum(theirs) if thing.sort == "ataque" else 0


def _of_its_own(cond: Cond) -> bool:
    whose = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
    return isinstance(whose, Pron) and whose.kind in ("su", "duenno")


def _missed_by_nobody(thing: Cosa) -> int:
    """«una nave efectúe un ataque que falle»: the attack misses; who makes it is not told again."""
    told = [f for f in thing.filters if isinstance(f, Hecho) and f.role("que") == It() and thing.sort == "ataque"]
    return sum(isinstance(who := f.role("quien"), Pron) and who.kind == "elidido" for f in told)


def _near_past_its_target(thing: Cosa) -> int:
    """«ataques contra naves que estén a alcance 1»: ships are somewhere, an attack is not."""
    target = any(isinstance(f, Hecho) and f.verb == "contra" and isinstance(f.role("que"), Cosa) for f in thing.filters)
    near = sum(isinstance(f, Hecho) and f.verb == "a_alcance" for f in thing.filters)
    return near if target and thing.sort == "ataque" else 0


def _past_somebody_bare(thing: Cosa) -> int:
    """«otra nave a alcance 1 de la nave que se ha defendido»: a relative tells the bare one beside it apart."""
    inner = [v for f in thing.filters if isinstance(f, Hecho) and f.verb == "a_alcance" for k, v in f.roles if k == "de"]
    bare = any(isinstance(v, Cosa) and (v.noun, v.ref) == (thing.noun, "el") and not v.filters for v in inner)
    return sum(bare and isinstance(f, Hecho) and f.past and f.role("quien") == It() for f in thing.filters)


def _past_the_infinitive(fact: Hecho) -> int:
    """«obliga al defensor a tirar 2 dados, en cualquier orden»: how is said of what he is made to do."""
    made = any(isinstance(value, Hecho) for name, value in fact.roles if name in ("a", "que"))
    return sum(made and key == "modo" for key, _ in fact.circ)


def _placed_already(fact: Hecho, lexicon: Lexicon) -> int:
    """«coloca 1 remoto en la zona de juego»: the place is where it goes, not where it was."""
    if fact.verb not in " ".join(str(lexicon.data.get(key, "")) for key in ("placing", "handed", "put_upon")).split():
        return 0
    thing = fact.role("que")
    told = [t for t in (thing.items if isinstance(thing, Lista) else (thing,)) if isinstance(t, Cosa)]
    told += [whose for t in told for f in t.filters if isinstance(f, Hecho) and f.verb == "de"
             and isinstance(whose := f.role("que"), Cosa)]  # fmt: skip
    placed = ("en", "a_alcance", "sobre", "en_contacto_con")
    either = [i for t in told for f in t.filters if isinstance(f, Junto) for i in f.items]  # «en tu casilla o en una adyacente»
    said = [*(f for t in told for f in t.filters), *either]
    return sum(f.verb in placed for f in said if isinstance(f, Hecho))
