"""Readings that grammar and sorts allow and no table could play.

Conditions that never hold, moments that never meet, faces no die has.

Each check gives a reason in Spanish; a reading with one is dropped, and the reason is told where none is left.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import EXCLUSIVE, WHERE_ONLY, sort_of, states_of
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import replace
from grammar.meaning.values import (
    SIDES,
    SOME,
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

POINTS = frozenset({"comienzo", "final", "durante"})
"""Relations that put a moment inside its time."""
MANY = 10_000
GOALS = frozenset({"cuanto", "a", "hacia", "adyacente"})
"""Roles that tell how far or where to a thing goes."""
NOWHERE = frozenset({"tiempo", "dado", "ataque", "accion"})
ENDS = ({"impactar", "fallar"}, {"tener_exito", "fracasar"})
FARTHER = {"mas_cercano", "mas_alejado"}
GOES_ON = frozenset({"mientras", "cuando"})
STANCES = ({"neutral", "leal"},)
UNHURT = tuple({"sano", hurt} for hurt in ("herido", "inconsciente", "incapacitado"))
NEARNESS = frozenset({"relacion", "extremo"})


def senseless(ability: Capacidad, lexicon: Lexicon) -> str | None:
    """Why nobody could play it; nothing where it makes sense."""
    return next(_reasons(ability, lexicon), None)


def _bare_number(fact: Hecho) -> Iterator[str]:
    """«elige 1: …», where nobody has told one of what."""
    thing = fact.role("que")
    if (
        fact.verb == "elegir"
        and isinstance(thing, Cosa)
        and thing.noun == "numero"
        and thing.qty.op == "n"
        and thing.qty.n.isdigit()
        and not thing.filters
        and not thing.id
    ):
        yield f"no se dice de qué se elige {thing.qty.n}"


def _no_such(thing: Cosa, lexicon: Lexicon) -> Iterator[str]:
    """«un ataque principal especial»: what is the one is not the other."""
    never = str(lexicon.data.get("never", {}).get(thing.noun, "")).split()
    told = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser" and not f.neg] if never else []
    if any(isinstance(what, Cual) and (what.id in never or what.kind in never) for what in told):
        yield "no hay nada que sea las dos cosas"


def _said_and_denied(thing: Cosa) -> Iterator[str]:
    """«maniobra no estacionaria (0 [estacionaria])»: what the icon says is what the adjective denies."""
    told = [(f, f.role("que")) for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser"]
    words = {word[:-1] for f, what in told if isinstance(what, Cual) and not f.neg for word in what.id.split("_") if word[3:]}
    if any(f.neg and isinstance(what, Cual) and what.id[:-1] in words for f, what in told):
        yield "se dice y se niega lo mismo"


def _which_ones(step: Paso) -> Iterator[str]:
    """«Ciertas armas tienen la cualidad BRÍO»: which of them, the text does not say."""
    for fact in step.efecto if not step.modo else ():
        who = fact.role("quien") if isinstance(fact, Hecho) and fact.verb == "tener" else None
        what = fact.role("que") if isinstance(fact, Hecho) else None
        keyword = isinstance(what, Cosa) and what.sort in ("palabra_clave", "palabra_abierta")
        if keyword and isinstance(who, Cosa) and who.qty == SOME and not who.ref and not who.id:
            yield "no se dice cuáles la tienen"


def _made_of(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«Destruye 1 sistema de la mano de tu adversario»: in a hand there are cards."""
    where, what = fact.role("en"), fact.role("que")
    holds = str(lexicon.data.get("material", {}).get(where.noun, "")).split() if isinstance(where, Cosa) else []
    things = what.items if isinstance(what, Lista) else (what,)
    if holds and any(isinstance(t, Cosa) and t.sort not in holds and t.noun not in holds for t in things):
        yield "eso no está en ese lugar"


def _instead_of_what(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«sufre 2 [tensión] en vez de ese resultado»: what nobody suffers is not what is suffered otherwise."""
    slots = [role.sorts for role in lexicon.verbs.get(fact.verb, ())]
    others = [value for key, value in fact.circ if key == "en_vez_de" and isinstance(value, Cosa) and value.sort]
    if slots and any(not any(lexicon.fits(other.sort, sorts) for sorts in slots) for other in others):
        yield "lo que se hace no se hace con aquello en vez de lo que se hace"


def _into_itself(fact: Hecho) -> Iterator[str]:
    """«cambia 1 resultado [evasión] por 1 resultado [evasión]»: nothing changes."""
    what = fact.role("que")
    if fact.verb == "cambiar" and isinstance(what, Cosa) and what == fact.role("por") and not what.id:
        yield "lo que se cambia y aquello por lo que se cambia son lo mismo"


def _nobody_attacks(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«Tú y el atacante recibís 1 ficha», and nobody attacks: where the moment is yours to tell, the text tells it."""
    if ability.clase != "constante" or ability.cuando or {"continues", "third_person_bearer"} & lexicon.data.keys():
        return
    inside = list(parts(ability))
    acts = [act for part in inside if isinstance(part, Paso) for act in (*part.coste, *part.efecto, *part.si_no)]
    roles = any(isinstance(act, Hecho) and act.role("quien") in SIDES for act in acts)
    attack = any(isinstance(part, Cosa) and part.sort in ("ataque", "dado", "resultado") for part in inside)
    if (
        roles
        and not attack
        and Papel("este_ataque") not in inside
        and not any(isinstance(p, Paso) and p.cuando for p in inside)
    ):
        yield "nadie ataca, y se habla de quien ataca o se defiende"


def _of_each_or_all(step: Paso, things: Mapping[int, Cosa]) -> Iterator[str]:
    """«Elige hasta 2 naves. Si están dañadas, reciben 1 ficha»: each that is, or only if both are?"""
    done = {value for act in step.efecto if isinstance(act, Hecho) for name, value in act.roles if name in ("quien", "que")}
    for cond in step.si:
        who = cond.role("quien") if isinstance(cond, Hecho) and cond.verb in ("ser", "tener", "a_alcance", "en") else None
        group = things.get(who.id) if isinstance(who, Ref) else None
        many = group.qty.op if group is not None else ""
        several = many == "al_menos" or (many in ("n", "hasta", "cualquiera") and group is not None and group.qty.n != "1")
        if several and who in done and step.modo != "no_puede":
            yield "no se sabe si se pregunta por cada uno o por todos a la vez: escribe «cada uno de … que …»"


def _how_many(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«recibe ficha de Tensión»: how many?"""
    sorts = str(lexicon.data.get("never_bare", "")).split()
    told = fact.role("que")
    if not sorts or fact.verb in ("ser", "tener") or fact.verb not in lexicon.verbs or fact.role("quien") == It():
        return
    for what in told.items if isinstance(told, Lista) else (told,):
        if isinstance(what, Cosa) and what.qty.op == "masa" and what.sort in sorts and what.noun:
            yield "no se dice cuántos"


def _in_nobodys(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«si estás en el [arco-frontal]»: whose?"""
    place = fact.role("donde") if fact.verb == "en" else None
    if (
        not isinstance(place, Cosa)
        or place.qty.op != "el"
        or place.noun not in lexicon.data.get("owned", "").split()
        or place.id
    ):
        return
    if all(
        isinstance(f, Hecho) and isinstance(k := f.role("que"), Cual) and k.kind.startswith("icono_") for f in place.filters
    ):
        yield "no se dice de quién es el arco" if place.noun == "arco" else "no se dice de quién es el lugar"


def _faced(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«recibe tu Iniciativa boca arriba»: only a card has sides."""
    how, what = fact.role("resultado"), fact.role("que")
    sorts = str(lexicon.data.get("states", {}).get("cara", "")).split()
    if not sorts or not isinstance(how, Cual) or how.kind != "cara" or not isinstance(what, Cosa) or not what.sort:
        return
    if not any(sort.partition(":")[0] == what.sort for sort in sorts) and what.sort not in ("objeto", "cosa", "cara"):
        yield "no tiene dos caras"


def _instead_of_itself(fact: Hecho) -> Iterator[str]:
    """«afecta a cada Rebelde adyacente a X en vez de a cada Rebelde adyacente»: to X too, which is no change, or to whom?"""
    done = {value for _, value in fact.roles if isinstance(value, Cosa)}
    if any(key == "en_vez_de" and value in done for key, value in fact.circ):
        yield "lo que se hace y aquello en vez de lo que se hace son lo mismo"
    if fact.role("que") == Papel("este_accion") and ("en_vez_de", Yo()) in fact.circ:
        yield "la acción que ya realizas no la realiza otro en vez de ti"


def _pushed_whither(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«empuja al defensor a 2 casillas de ti»: how far off he is, or ends up? Nothing tells the one defender apart."""
    thing = fact.role("que")
    pushes = any(role.name == "cuanto" for role in lexicon.verbs.get(fact.verb, ()))
    if not pushes or fact.role("cuanto") is not None or not isinstance(thing, Cosa) or not thing.noun.startswith("papel_"):
        return
    if any(isinstance(f, Hecho) and f.verb == "a_alcance" for f in thing.filters):
        yield "no se sabe si esa distancia es donde está o donde acaba"


def _over_already(ability: Capacidad) -> Iterator[str]:
    """«Después de que efectúes un ataque, … efectúa este ataque»: it has been performed."""
    begun = any(
        (isinstance(what := fact.role("que"), Cosa) and what.sort == "ataque") or fact.verb == "defender"
        for moment in ability.cuando
        if moment.rel in ("despues", "mientras")
        for fact in moment.hechos
    )
    this = Papel("este_ataque")
    acts = [act for part in parts(ability.pasos) if isinstance(part, Paso) for act in (*part.coste, *part.efecto)]
    again = [act for act in acts if isinstance(act, Hecho) and act.verb == "efectuar" and act.role("que") == this]
    if begun and any(not act.circ and act.role("contra") is None and act.role("como") is None for act in again):
        yield "el ataque del que se habla ya se está efectuando, o ya se ha efectuado"


def _whither(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«Mueve 3 Soldados»: how far, or where to?"""
    if fact.verb in lexicon.data.get("whither", "").split() and not any(n in GOALS for n, _ in fact.roles):
        yield "no se dice cuánto ni adónde se mueve"


def _aimed_at(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«Elige una figura amiga y una hostil. El objetivo sufre …»: nobody attacks, and which of them is it?"""
    inside = parts(ability)
    if "continues" not in lexicon.data or Papel("defensor") not in inside:
        return
    fights = any(isinstance(p, Cosa | Papel) and sort_of(p, lexicon) in ("ataque", "dado", "resultado") for p in inside)
    attacks = ability.clase in lexicon.data.get("attack_headers", "").split()
    living = lexicon.data["animate"].split()
    chosen = [
        thing
        for fact in inside
        if isinstance(fact, Hecho) and fact.verb == "elegir"
        for thing in parts(fact.role("que"))
        if isinstance(thing, Cosa) and thing.sort in living
    ]
    acts = any(isinstance(p, Hecho) and p.verb in ("atacar", "defender", "declarar") for p in inside)
    if len(chosen) > 1 and not (fights or attacks or acts):
        yield "nadie ataca, y «el objetivo» puede ser más de uno"


def _out_of_what_is_seen(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«Mira la mano del adversario. Elige 1 carta»: of that hand, or of one's own?"""
    seen = False
    for fact in (part for part in parts(ability.pasos) if isinstance(part, Hecho)):
        what = fact.role("que")
        card = isinstance(what, Cosa) and what.sort in ("carta", "mision", "mano", "mazo")
        if not card or not isinstance(what, Cosa):
            continue
        bare = what.qty.op in ("n", "hasta") and not what.ref and not any(map(_tells_whence, what.filters))
        if seen and bare and fact.verb in lexicon.data.get("picks", "").split():
            yield "no se dice de dónde es la carta: de lo que se acaba de ver («de esas cartas», «de esa mano») o de otro sitio"
        seen = seen or fact.verb in lexicon.data.get("shows", "").split()


NUMBERED = frozenset({"n", "hasta", "algun", "todos"})


def _of_no_kind(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«Gana 1 ficha», «añádete los espacios»: of which kind?"""
    steps = [part for part in parts(ability.pasos) if isinstance(part, Paso) and part.modo != "no_puede"]
    gets = {"recibir", *lexicon.data.get("permanent", {})}
    for fact in (act for step in steps for act in step.efecto if isinstance(act, Hecho) and act.verb in gets):
        what = fact.role("que")
        if (
            not isinstance(what, Cosa)
            or what.filters
            or fact.neg
            or what.noun not in lexicon.data.get("of_some_kind", "ficha").split()
        ):
            continue
        if what.qty.op in ("n", "hasta") or (what.qty.op in NUMBERED and what.noun != "ficha"):
            noun = lexicon.nouns.get(what.noun)
            article = "el" if noun is not None and noun.gender == "m" else "la"
            yield f"no se dice de qué clase es {article} {noun.text if noun is not None else what.noun}"


def _tells_whence(cond: Cond) -> bool:
    return isinstance(cond, Hecho) and cond.verb in ("de", "entre", "en")


def _spoken_of_none(ability: Capacidad) -> Iterator[str]:
    """«si no ha derrotado a ninguna miniatura, puede atacarla»: there is none to speak of."""
    facts = [part for part in parts(ability) if isinstance(part, Hecho)]
    denied = {
        value.id
        for fact in facts
        if fact.neg
        for name, value in fact.roles
        if name != "quien" and isinstance(value, Cosa) and value.id and value.qty.op in ("algun", "ningun")
    }
    if not denied:
        return
    own = {id(part) for fact in facts if fact.neg for part in parts(fact)}
    if any(isinstance(part, Ref) and part.id in denied and id(part) not in own for part in parts(ability)):
        yield "se habla luego de algo que no hay"


def _one_of_each(ability: Capacidad) -> Iterator[str]:
    """«Cada jugador elige 1 Líder. Captúralo»: each has chosen his own."""
    chosen = {
        what.id: fact.role("quien")
        for fact in parts(ability)
        if isinstance(fact, Hecho) and fact.verb == "elegir" and _each(fact.role("quien"))
        if isinstance(what := fact.role("que"), Cosa) and what.id and what.qty.op == "n" and what.qty.n == "1"
    }
    for fact in parts(ability) if chosen else ():
        spoken = [value.id for _, value in fact.roles if isinstance(value, Ref)] if isinstance(fact, Hecho) else []
        who = fact.role("quien") if isinstance(fact, Hecho) else None
        if any(number in chosen and not _same_each(who, chosen[number]) for number in spoken):
            yield "cada uno ha elegido lo suyo: no se sabe de cuál se habla"


def _each(who: Any) -> bool:
    return isinstance(who, Cosa) and who.qty.op == "todos"


def _same_each(who: Any, chooser: Any) -> bool:
    """Each of them goes on, with what he chose."""
    return _each(who) or (isinstance(who, Ref) and isinstance(chooser, Cosa) and who.id == chooser.id)


def _beaten_by_itself(ability: Capacidad) -> Iterator[str]:
    """«Después de que ataques, si lo derrotas, …»: of nobody told, and so of you; an order may be («Derrota a esta figura»)."""
    asked = [part for step in parts(ability) if isinstance(step, Paso) for part in parts(step.si) if isinstance(part, Hecho)]
    if any(fact.verb in ("derrotar", "destruir") and fact.role("quien") == fact.role("que") is not None for fact in asked):
        yield "nadie se derrota a sí mismo"


def _on_both_sides(ability: Capacidad) -> Iterator[str]:
    """«Mientras te defiendes, si eres el atacante, …»: who defends is not."""
    facts = [fact for moment in ability.cuando for fact in moment.hechos]
    if not facts or any(fact.role("quien") != Yo() for fact in facts):
        return
    other = {"defender": "atacante", "efectuar": "defensor", "atacar": "defensor"}
    never = {other.get(fact.verb, "") for fact in facts}
    asked = [part for step in ability.pasos for part in parts(step) if isinstance(part, Hecho) and part.verb == "ser"]
    if any(fact.role("quien") == Yo() and {fact.role("que")} == {Papel(name) for name in never} for fact in asked):
        yield "nadie es a la vez atacante y defensor"


def _reasons(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    yield from _moments(ability.cuando)
    held = tuple(
        fact for moment in ability.cuando if moment.rel in GOES_ON and len(moment.hechos) == 1 for fact in moment.hechos
    )
    yield from _steps((*ability.coste, *ability.pasos), held, ability.cuando)
    things = {part.id: part for part in parts(ability) if isinstance(part, Cosa) and part.id}
    yield from _spoken_of_none(ability)
    yield from _over_already(ability)

    yield from _aimed_at(ability, lexicon)
    yield from _of_no_kind(ability, lexicon)
    yield from _out_of_what_is_seen(ability, lexicon)
    yield from _one_of_each(ability)
    yield from _beaten_by_itself(ability)
    yield from _on_both_sides(ability)
    yield from _nobody_attacks(ability, lexicon)
    for part in parts(ability):
        if isinstance(part, Cosa) and part.qty.op == "menos_de" and part.qty.n == "0":
            yield "no hay menos de cero"
        if isinstance(part, Cosa) and any(_not_itself(part, f) for f in part.filters):
            yield "nada deja de ser lo que es"
        if isinstance(part, Cosa):
            yield from _in_all(part)
            yield from _no_such(part, lexicon)
            yield from _said_and_denied(part)
            yield from _not_its_doing(part, lexicon)
            yield from _not_there(part, lexicon)
            yield from _together(part.filters)
            whose = [f.role("que") for f in part.filters if isinstance(f, Hecho) and f.verb == "de" and not f.neg]
            if len(whose) > 1:
                yield "tiene dos dueños"
            if part.noun.startswith("fase_") and any(isinstance(v, Cosa) and v.noun.startswith("fase_") for v in whose):
                yield "una fase no es parte de otra"
        elif isinstance(part, Junto):
            yield from _together(part.items) if part.op == "y" else _either(part.items)
        elif isinstance(part, Paso):
            yield from _of_each_or_all(part, things)
            yield from _which_ones(part)
        elif isinstance(part, Eleccion) and len(set(part.opciones)) < len(part.opciones):
            yield "las opciones son la misma"
        elif isinstance(part, Rango):
            yield from _wide(part, lexicon)
        elif isinstance(part, Hecho):
            yield from _bare_number(part)
            yield from _faced(part, lexicon)
            yield from _how_many(part, lexicon)
            yield from _instead_of_itself(part)
            yield from _instead_of_what(part, lexicon)
            yield from _pushed_whither(part, lexicon)
            yield from _whither(part, lexicon)
            yield from _to_itself(part)
            yield from _beside_nothing(part, lexicon)
            yield from _added(part, lexicon)
            yield from _exchanged(part)
            yield from _into_itself(part)
            yield from _made_of(part, lexicon)
            yield from _taken_for(part, things, lexicon)
            yield from _taken_for_nothing(part)
            yield from _in_nobodys(part, lexicon)
            yield from _reached(part, lexicon)
            yield from _one_of_them(part)
            yield from _partly_had(part)
            yield from _nobodys(part)
            yield from _done_to_a_place(part)
            yield from _common_time(part)
            yield from _seen_by_itself(part)
            yield from _seen_attack(part)
            yield from _misfit(part, things, lexicon)
    yield from _dice(ability, lexicon)
    yield from _rolls(ability.pasos, ability.cuando)
    yield from _gone(ability, lexicon)
    yield from _in_its_stead(ability, lexicon)


TOTAL = Cual("total", "rasgo")


def _in_all(thing: Cosa) -> Iterator[str]:
    """«unidades con una Resistencia total de 4 o menos»: together, and the effect would say of each."""
    had = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "tener"]
    several = thing.qty.op in ("algun", "masa", "todos", "cualquiera", "hasta") or (thing.qty.op == "n" and thing.qty.n != "1")
    for value in had:
        total = isinstance(value, Cosa) and any(isinstance(f, Hecho) and f.role("que") == TOTAL for f in value.filters)
        if total and several:
            yield "no se sabe si el total es de cada uno o de todos juntos"


# ---- who does it to whom
def _cannot(verb: str, name: str, sort: str, lexicon: Lexicon) -> bool:
    """Whether the verb asks for another sort in that role."""
    slot = next((role for role in lexicon.verbs.get(verb, ()) if role.name == name), None)
    return bool(sort) and slot is not None and not lexicon.fits(sort, slot.sorts)


def _not_there(thing: Cosa, lexicon: Lexicon) -> Iterator[str]:
    """«la figura derrotada de un grupo todavía en el tablero»: the group is; who was defeated is no longer there."""
    leaves = lexicon.data.get("leaves", {})
    done = [f.verb for f in thing.filters if isinstance(f, Hecho) and f.role("que") == It() and not f.neg]
    gone = {place for verb in done for place in str(leaves.get(verb, "")).split()}
    lies = [f.role("donde") for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    if any(isinstance(place, Cosa) and place.noun in gone for place in lies):
        yield "ya no está ahí"


def _not_its_doing(thing: Cosa, lexicon: Lexicon) -> Iterator[str]:
    """«los que fallen», of heroes: an attack fails, a hero fails his test."""
    for cond in thing.filters:
        if isinstance(cond, Hecho) and cond.role("quien") == It() and _cannot(cond.verb, "quien", thing.sort, lexicon):
            yield "lo que se dice de ello no puede hacerlo"


def _misfit(fact: Hecho, things: Mapping[int, Cosa], lexicon: Lexicon) -> Iterator[str]:
    """What a pronoun points to has the sort that the verb asks for, as if it had been named: no card places another."""
    for name, value in fact.roles:
        thing = things.get(value.id) if isinstance(value, Ref) else None
        this = lexicon.nouns.get(value.this or value.nombre) if isinstance(value, Papel) else None
        sort = thing.sort if thing is not None else this.sort if this is not None else ""
        if _cannot(fact.verb, name, sort, lexicon):
            yield "quien lo hace, o aquello a lo que se hace, no puede ser lo que se ha nombrado antes"
    what = fact.role("que")
    who = fact.role("quien")
    thing = things.get(who.id) if isinstance(who, Ref) else None
    sort = str(lexicon.data["bearer"]) if isinstance(who, Yo) else thing.sort if thing is not None else ""
    sorts = states_of(lexicon, what.id, what.kind) if isinstance(what, Cual) and fact.verb == "ser" else None
    if sort and sorts and sorts != "*" and not lexicon.fits(sort, frozenset(sorts.split())):
        yield "lo que se ha nombrado antes no puede estar así"


def _partly_had(fact: Hecho) -> Iterator[str]:
    """«tiene 1 peana parcialmente»: said of where something is."""
    if fact.verb == "tener" and any(isinstance(how, Cual) and how.id in WHERE_ONLY for _, how in fact.circ):
        yield "«parcialmente» y «totalmente» se dicen de dónde está algo"


def _one_of_them(fact: Hecho) -> Iterator[str]:
    """«toda nave con fichas debe retirar una de ellas»: of the tokens, and nothing says so but the sense."""
    who, what = fact.role("quien"), fact.role("que")
    told = who.id if isinstance(who, (Cosa, Ref)) else 0
    among = (
        [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "entre"] if isinstance(what, Cosa) else []
    )
    if told and fact.verb != "elegir" and Ref(told) in among:
        yield "quien lo hace sería uno de aquellos a los que se lo hace: di de qué cosas es"
    if fact.verb == "a_alcance" and isinstance(who, Lista) and fact.role("de") in who.items:
        yield "un alcance se mide entre dos: di de quién a quién"


def _seen_attack(fact: Hecho) -> Iterator[str]:
    """«un ataque contra las unidades … dentro de la línea de visión de X»: they are in it, and no attack is."""
    places = [place.role("donde") for key, place in fact.circ if key == "donde" and isinstance(place, Hecho)]
    if fact.verb == "atacar" and any(isinstance(where, Cosa) and where.sort == "linea" for where in places):
        yield "un ataque no está en ninguna línea de visión: lo está quien se ataca"


def _seen_by_itself(fact: Hecho) -> Iterator[str]:
    """«mientras esté a [alcance-1] de una unidad aliada y en su línea de visión»: never in one's own."""
    who, where = fact.role("quien"), fact.role("donde")
    if fact.verb != "en" or not isinstance(where, Cosa) or where.sort not in ("linea", "arco", "sector"):
        return
    owners = [f.role("que") for f in where.filters if isinstance(f, Hecho) and f.verb == "de"]
    mine = Ref(who.id) if isinstance(who, Cosa) and who.id else who
    if isinstance(mine, (Yo, Ref)) and mine in owners:
        yield "nadie está en su propia línea de visión ni en su propio arco"


def _done_to_a_place(fact: Hecho) -> Iterator[str]:
    """«atacar a una ficha»: «a» brings whom the verb is done to, and the verb takes no such thing."""
    if any(key == "donde" and isinstance(value, Hecho) and value.verb == "a" for key, value in fact.circ):
        yield "el verbo no admite lo que sigue a «a»"


def _nobodys(fact: Hecho) -> Iterator[str]:
    """«si tus fichas rojas son más que las fichas verdes»: whose the others are is not said."""
    if fact.verb != "compara":
        return
    counts = [value.de for _, value in fact.roles if isinstance(value, Cuenta) and isinstance(value.de, Cosa)]
    if len(counts) == 2 and counts[0].noun == counts[1].noun:
        first, other = ({f.verb for f in thing.filters if isinstance(f, Hecho)} for thing in counts)
        sided = any(isinstance(part, Cual) and part.kind in ("bando", "lado") for part in parts(counts[1].filters))
        if "de" in first and not other & {"de", "en", "a_alcance"} and not sided:
            yield "no se dice de quién es lo que se compara"


# ---- what it is, what it becomes
def _not_itself(thing: Cosa, cond: Cond) -> bool:
    """«una nave que no sea nave»."""
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and cond.neg else None
    return isinstance(what, Cosa) and what.noun == thing.noun and not what.filters


def _taken_for(fact: Hecho, things: Mapping[int, Cosa], lexicon: Lexicon) -> Iterator[str]:
    """«utiliza una capacidad de otra carta como si fuera tu carta»: no ability is a card; it is said of something else."""
    wider = {sort: {sort, *told.split()} for sort, told in lexicon.data.get("wider", {}).items()}
    for value in (value for key, value in fact.circ if key == "como_si"):
        who, what = (
            (value.role("quien"), value.role("que")) if isinstance(value, Hecho) and value.verb == "ser" else (None, None)
        )
        thing = things.get(who.id) if isinstance(who, Ref) else None
        if thing is None or not isinstance(what, Cosa) or not thing.sort or not what.sort:
            continue
        if "own_kind" not in lexicon.data:
            if what.sort in ("accion", "maniobra", "ataque") and thing.sort in lexicon.data.get("animate", "").split():
                yield "nadie es una acción"
            if (what.sort == "tiempo") != (thing.sort == "tiempo"):
                yield "se tomaría una cosa por otra de otra clase"
            continue
        kin = {thing.sort, *wider.get(thing.sort, ()), *(sort for sort, told in wider.items() if thing.sort in told)}
        if what.sort not in kin:
            yield "se tomaría una cosa por otra de otra clase"


def _exchanged(fact: Hecho) -> Iterator[str]:
    """«cambia 1 resultado por 1 maniobra»."""
    old, new = fact.role("que"), fact.role("por")
    if fact.verb == "cambiar" and isinstance(old, Cosa) and isinstance(new, Cosa) and old.sort == "resultado" != new.sort:
        yield "un resultado se cambia por otro resultado"


# ---- who is not there any more
def _gone(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«Después de que una nave sea destruida, recibe …»: not that one."""
    verbs = frozenset(lexicon.data.get("undergone", "").split())
    lost = {
        Ref(what.id) if isinstance(what, Cosa) and what.id else what
        for part in parts(ability)
        if isinstance(part, Hecho) and part.verb == "destruir" and not part.neg and not part.would
        for what in [part.role("que")]
        if what is not None
    }
    acts = [item for step in ability.pasos if isinstance(step, Paso) for item in (*step.coste, *step.efecto)]
    if any(isinstance(act, Hecho) and act.verb in verbs and act.role("quien") in lost - {Yo()} for act in acts):
        yield "lo destruido ya no está en juego"


def _in_its_stead(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«realiza la acción en tu lugar»: instead of you, no action that lies there; «el final de esa nave» is none."""
    sorts = {part.id: part.sort for part in parts(ability) if isinstance(part, Cosa) and part.id}
    lives = lexicon.data.get("animate", "").split()
    for thing in (part for part in parts(ability) if isinstance(part, Cosa)):
        for fact in (f for f in thing.filters if isinstance(f, Hecho)):
            where, whose = fact.role("donde"), fact.role("que")
            mine = isinstance(where, Cosa) and any(isinstance(f, Hecho) and f.verb == "de" for f in where.filters)
            if fact.verb == "en" and thing.sort == "accion" and mine and isinstance(where, Cosa) and where.sort == "lugar":
                yield "«en tu lugar» no dice qué se hace en vez de qué: escribe «en vez de»"
            if (
                thing.noun in ("final", "comienzo")
                and fact.verb == "de"
                and isinstance(whose, Ref)
                and sorts.get(whose.id) in lives
            ):
                yield "sólo un tiempo tiene comienzo y final"


def _to_itself(fact: Hecho) -> Iterator[str]:
    """Adjacent to itself, in sight of itself: nobody is; nor does one fight oneself."""
    who = fact.role("quien")
    if fact.verb in ("ser", "a_alcance") and Self() in (fact.role("a"), fact.role("de")):
        yield "nadie está cerca de sí mismo ni se ve a sí mismo"
    against = [fact.role(name) for name in ("contra", "de", "que")]
    if fact.verb in ("atacar", "defender", "empujar") and who is not None and who in against:
        yield "nadie se ataca a sí mismo"
    lock = fact.role("que")
    upon = [f.role("que") for f in lock.filters if isinstance(f, Hecho) and f.verb == "sobre"] if isinstance(lock, Cosa) else []
    if fact.verb == "obtener" and who is not None and who in upon:
        yield "nadie se fija a sí mismo"
    if fact.verb == "recibir" and who == Yo() and fact.role("que") == Papel("este_carta"):
        yield "«esta carta» ya es tuya: escribe «esa carta» si es la que se acaba de nombrar"
    aims = [value for name, value in fact.circ if name == "para" and isinstance(value, Hecho)]
    aimed = [value for aim in aims for name, value in aim.roles if name != "quien"]
    if isinstance(who, Cosa) and who.id and any(Ref(who.id) in parts((value,)) for value in aimed):
        yield "eso no va a quien lo hace"  # «una nave puede realizar una acción [blanco-fijado] para fijar a esa nave»
    if not isinstance(who, (Yo, Ref, Papel, Nombre)) or fact.circ:
        return
    what = fact.role("que")
    seen = [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "a"] if isinstance(what, Cosa) else []
    if (
        (fact.verb == "ser" and fact.role("a") == who)
        or (fact.verb == "a_alcance" and fact.role("de") == who)
        or (fact.verb == "tener" and isinstance(what, Cosa) and what.sort == "linea" and who in seen)
    ):
        yield "nadie está cerca de sí mismo ni se ve a sí mismo"


def _beside_nothing(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«adyacente a esta ronda», «la figura más alejada de 2 dados»: they are nowhere."""
    near = fact.role("a") if fact.verb == "ser" else fact.role("de") if fact.verb == "a_alcance" else None
    noun = near.nombre.removeprefix("este_") if isinstance(near, Papel) else ""
    sort = near.sort if isinstance(near, Cosa) else lexicon.nouns[noun].sort if noun in lexicon.nouns else ""
    if sort in NOWHERE and isinstance(what := fact.role("que"), Cual | None) and (what is None or what.kind in NEARNESS):
        yield "nada está cerca de lo que no está en la mesa"


def _common_time(fact: Hecho) -> Iterator[str]:
    """«cuando termine esta ronda»: it ends, and no unit ends it."""
    what = fact.role("que") if fact.verb in ("terminar", "empezar") and fact.role("quien") is not None else None
    noun = what.noun if isinstance(what, Cosa) else what.nombre.removeprefix("este_") if isinstance(what, Papel) else ""
    if noun in ("partida", "ronda", "fase") or noun.startswith("fase_"):
        yield "una ronda, una fase o la partida terminan solas: «al final de …»"


def _taken_for_nothing(fact: Hecho) -> Iterator[str]:
    """«puedes considerarla»: as what?"""
    if (
        fact.verb not in ("considerar", "tratar")
        or isinstance(fact.role("que"), Hecho)
        or fact.role("como")
        or fact.role("resultado")
    ):
        return
    if not any(key in ("como_si", "modo_de", "a_alcance") for key, _ in fact.circ):
        yield "no se dice como qué se considera"


def _added(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«añade 1 figura a tus resultados», «… a tu reserva de ataque»."""
    what, to = fact.role("que"), fact.role("a")
    pool = fact.verb == "anadir" and isinstance(to, Cosa) and to.sort == "reserva"
    if pool and isinstance(what, Cosa) and what.sort in lexicon.data.get("animate", "").split():
        yield "a una reserva se añaden dados"
    results = fact.verb == "anadir" and isinstance(to, Cosa) and to.sort == "resultado"
    if results and isinstance(what, Cosa) and what.sort not in ("resultado", "dado", "bono", "numero", "icono"):
        yield "a los resultados se añaden resultados"


def _side(fact: Hecho) -> str:
    """Which part of an attack who acts has in it."""
    if fact.verb == "defender":
        return "defensa"
    what = fact.role("que")
    return "ataque" if fact.verb == "efectuar" and isinstance(what, Cosa) and what.sort == "ataque" else ""


# ---- moments
def _moments(moments: Sequence[Momento]) -> Iterator[str]:
    """«al comienzo de la fase de Mando, al final de la fase de Recuperación»: no moment is both."""
    told = {m.tiempo.id: m.tiempo for m in moments if isinstance(m.tiempo, Cosa) and m.tiempo.id}
    timed = [
        (m.rel, told.get(m.tiempo.id, m.tiempo) if isinstance(m.tiempo, Ref) else m.tiempo)
        for m in moments
        if m.rel in POINTS and m.tiempo is not None
    ]
    named = {time.noun: time for _, time in timed if isinstance(time, Cosa)}
    timed = [
        (rel, named.get(time.nombre.removeprefix("este_"), time) if isinstance(time, Papel) else time) for rel, time in timed
    ]
    whiles = [fact for m in moments if m.rel == "mientras" for fact in m.hechos if len(m.hechos) == 1]
    sides = {(who, _side(fact)) for fact in whiles if (who := fact.role("quien")) is not None and _side(fact)}
    if len(sides) > len({who for who, _ in sides}):
        yield "nadie ataca y se defiende a la vez"
    phases = {time.noun for _, time in timed if isinstance(time, Cosa) and time.noun.startswith("fase_")}
    if len(phases) > 1:
        yield "no se está en dos fases a la vez"
    for time in {time for _, time in timed}:
        if {"comienzo", "final"} <= {rel for rel, other in timed if other == time}:
            yield "no es a la vez el comienzo y el final"


# ---- steps
def _steps(items: Sequence[Item], held: tuple[Cond, ...], before: Sequence[Momento]) -> Iterator[str]:
    pasos = [item for item in items if isinstance(item, Paso)]
    for step in pasos:
        conds = (*held, *step.si)
        yield from _together(conds)
        yield from _moments((*before, *step.cuando))
        yield from _acts((*step.coste, *step.efecto))
        if set(step.coste) & set(step.efecto):
            yield "cuesta lo mismo que da"
        if step.coste and any(isinstance(act, Hecho) and act.verb == "ser" and not act.circ for act in step.efecto):
            yield "ser algo no es nada que se haga"
        yield from _steps((*step.coste, *step.efecto), conds, (*before, *step.cuando))
        yield from _steps(step.si_no, held, (*before, *step.cuando))
    done = [act for item in items for act in (item.efecto if isinstance(item, Paso) and not item.si else (item,))]
    facts = [act for act in done if isinstance(act, Hecho)]
    if any(not act.neg and any(_undoes(other, act) for other in facts) for act in facts):
        yield "se hace y no se hace"
    for one in pasos:
        if one.modo == "no_puede" and any(replace(one, modo=other) in pasos for other in ("puede", "debe")):
            yield "se puede y no se puede"


def _undoes(other: Hecho, act: Hecho) -> bool:
    """«mueve 3 y no muevas»"""
    bare = all(name == "quien" for name, _ in other.roles)
    return other.neg and bare and not other.circ and (other.verb, other.role("quien")) == (act.verb, act.role("quien"))


def _acts(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Hecho) and any(_nothing(name, value) for name, value in item.roles if item.verb != "valer"):
            yield "la cantidad es cero"


def _nothing(name: str, value: Value) -> bool:
    """Zero of something; «tu Agilidad es 0» and «redúcela a 0» tell a value, which may be."""
    told = isinstance(value, Cosa) and not (name == "a" and value.sort == "numero")
    return told and isinstance(value, Cosa) and value.qty.op in ("n", "hasta") and value.qty.n == "0"


# ---- conditions
def _by_number(fact: Hecho) -> Hecho:
    """«en tu arco y fuera de tu arco»: the arc that was told, and told again, is one."""
    roles = tuple((k, Ref(v.id) if isinstance(v, Cosa) and v.id and k != "quien" else v) for k, v in fact.roles)
    return fact if roles == fact.roles else replace(fact, roles=roles)


def _together(conds: Sequence[Cond]) -> Iterator[str]:
    """What is said to hold at once."""
    facts = [_by_number(cond) for cond in conds if isinstance(cond, Hecho)]
    for index, fact in enumerate(facts):
        for other in facts[index + 1 :]:
            if (
                replace(fact, neg=not fact.neg) == other
                or _excluded(fact, other)
                or _apart(fact, other)
                or _counts(fact, other)
                or _ends_both(fact, other)
            ):
                yield "la condición no se cumple nunca"
            if _other_colour(fact, other):
                yield "lo que es de un color no es de otro: no se sabe qué se une a qué"


def _other_colour(a: Hecho, b: Hecho) -> bool:
    """«1 ficha roja que no sea de Tensión o naranja»: a red one is not orange anyway, so that something else is meant."""
    kinds = [f.role("que") for f in (a, b) if f.verb == "ser" and len(f.roles) == 2]
    colours = [kind.id for kind in kinds if isinstance(kind, Cual) and kind.kind == "color"]
    return len(set(colours)) == 2 and a.neg != b.neg and a.role("quien") == b.role("quien")


def _ends_both(a: Hecho, b: Hecho) -> bool:
    """An attack that hits and misses, a mission that succeeds and fails."""
    if {a.verb, b.verb} not in ENDS or a.role("quien") != b.role("quien"):
        return False
    return a.neg == b.neg


def _either(conds: Sequence[Cond]) -> Iterator[str]:
    facts = [cond for cond in conds if isinstance(cond, Hecho)]
    if any(replace(fact, neg=not fact.neg) in facts for fact in facts):
        yield "la condición se cumple siempre"


def _excluded(a: Hecho, b: Hecho) -> bool:
    """Face up and face down, allied and enemy."""
    if a.verb != "ser" or b.verb != "ser" or a.neg or b.neg or a.role("quien") != b.role("quien"):
        return False
    x, y = a.role("que"), b.role("que")
    if isinstance(x, Cual) and isinstance(y, Cual) and {x.id, y.id} in STANCES:
        return True
    if not isinstance(x, Cual) or not isinstance(y, Cual) or x.kind != y.kind or x.id == y.id:
        return False
    return x.kind in EXCLUSIVE or {x.id, y.id} in (FARTHER, *UNHURT)


def _apart(a: Hecho, b: Hecho) -> bool:
    """At range 1 and at range 3 of the same thing."""
    if (
        a.verb != "a_alcance"
        or b.verb != "a_alcance"
        or a.neg
        or b.neg
        or (a.role("quien"), a.role("de")) != (b.role("quien"), b.role("de"))
    ):
        return False
    x, y = a.role("rango"), b.role("rango")
    if (
        not isinstance(x, Rango)
        or not isinstance(y, Rango)
        or x.modo != "a"
        or y.modo != "a"
        or not all(n.isdigit() for n in (x.desde, x.hasta, y.desde, y.hasta))
    ):
        return False
    return int(x.hasta) < int(y.desde) or int(y.hasta) < int(x.desde)


def _counts(a: Hecho, b: Hecho) -> bool:
    """At least 2 of them and none of them."""
    if a.verb != b.verb or a.verb not in ("tener", "hay") or a.role("quien") != b.role("quien") or a.past != b.past:
        return False
    x, y = a.role("que"), b.role("que")
    if not isinstance(x, Cosa) or not isinstance(y, Cosa) or replace(x, qty=y.qty, id=0) != replace(y, id=0):
        return False
    one, two = _bounds(x.qty, a.neg), _bounds(y.qty, b.neg)
    return one is not None and two is not None and (one[1] < two[0] or two[1] < one[0])


def _bounds(qty: Qty, neg: bool) -> tuple[int, int] | None:
    number = int(qty.n) if qty.n.isdigit() else 1
    least = {"n": number, "al_menos": number, "algun": 1}.get(qty.op)
    if least is not None:
        return (0, least - 1) if neg else (least, MANY)
    if neg:
        return None
    return {"exacto": (number, number), "hasta": (0, number), "ningun": (0, 0)}.get(qty.op)


def _reached(fact: Hecho, lexicon: Lexicon) -> Iterator[str]:
    """«a alcance 7»: past the longest range there is."""
    band, most = fact.role("rango"), lexicon.data.get("reach")
    if (
        fact.verb == "a_alcance"
        and most is not None
        and isinstance(band, Rango)
        and band.hasta.isdigit()
        and int(band.hasta) > most
    ):
        yield f"el alcance no pasa de {most}"


def _wide(band: Rango, lexicon: Lexicon) -> Iterator[str]:
    """A range that the game's ruler does not have."""
    widest = lexicon.data.get("widest_range")
    if widest is not None and band.modo in ("a", "dentro", "mas_alla") and band.hasta.isdigit() and int(band.hasta) > widest:
        yield f"el alcance no pasa de {widest}"


# ---- dice
def _rolls(items: Sequence[Item], moments: Sequence[Momento]) -> Iterator[str]:
    """«Mientras otra nave se defiende, tira 1 dado de defensa menos»: she rolls, and it is said to you."""
    acting = {_kind(fact): fact.role("quien") for moment in moments for fact in moment.hechos if _kind(fact)}
    for item in items:
        if isinstance(item, Paso):
            yield from _rolls((*item.coste, *item.efecto), (*moments, *item.cuando))
            continue
        what = item.role("que") if isinstance(item, Hecho) and item.verb == "tirar" else None
        if not isinstance(item, Hecho) or not isinstance(what, Cosa):
            continue
        side = item.role("quien")
        sides = {"defensor": "dado_de_ataque", "atacante": "dado_de_defensa"}
        theirs = sides.get(side.nombre) if isinstance(side, Papel) else None
        if theirs == what.noun and any(_says(f, ("adicional", "menos")) for f in what.filters):
            yield "esos dados los tira el otro"  # «el defensor recibe 1 ficha y tira 1 dado de ataque adicional»
        if side != Yo():
            continue
        who = acting.get(what.noun.removeprefix("dado_de_"))
        more = any(_says(f, ("adicional", "menos")) for f in what.filters)
        if more and who is not None and who != Yo() and Yo() not in acting.values():
            yield "no se sabe quién tira"
        other = {"dado_de_defensa": "ataque", "dado_de_ataque": "defensa"}.get(what.noun)
        if more and other is not None and acting == {other: Yo()}:
            yield "esos dados los tira el otro"  # «Mientras efectúas un ataque, tira 1 dado de defensa menos»


def _says(cond: Cond, ids: tuple[str, ...]) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(what, Cual) and what.id in ids


def _dice(ability: Capacidad, lexicon: Lexicon) -> Iterator[str]:
    """«cambiar 1 de tus resultados [concentración] por un resultado [evasión]» in attack: no attack die has such a face."""
    faces = lexicon.dice
    if not faces:
        return
    rolled = _rolled(ability)
    for fact in (part for part in parts((ability.coste, ability.pasos)) if isinstance(part, Hecho)):
        for role, value in fact.roles:
            if isinstance(value, Cosa):
                yield from _face(value, _whose(value, fact, role), rolled, faces)
        if fact.verb == "cambiar" and not _one_die(fact, faces):
            yield "ningún dado tiene las dos caras"  # «cambia 1 resultado [evasión] por un resultado [impacto]»


def _one_die(fact: Hecho, faces: Any) -> bool:
    """Whether some die shows both what is changed and what it is changed into."""
    old, new = (
        {p.id for p in parts(value.filters) if isinstance(p, Cual) and p.kind == "icono_resultado"}
        if isinstance(value, Cosa) and value.sort == "resultado"
        else set()
        for value in (fact.role("que"), fact.role("por"))
    )
    return not old or not new or any(old & die and new & die for die in faces.values())


def _rolled(ability: Capacidad) -> dict[Value, str]:
    """Who rolls which dice; nothing of you where you may be doing either."""
    found: dict[Value, str] = {Papel("atacante"): "ataque", Papel("defensor"): "defensa"}
    mine = {_kind(fact) for moment in ability.cuando for fact in moment.hechos if fact.role("quien") == Yo()}
    if len(mine) == 1 and (kind := mine.pop()):
        found[Yo()] = kind
    return found


def _kind(fact: Hecho) -> str:
    what = fact.role("que")
    if fact.verb == "defender":
        return "defensa"
    attacks = fact.verb == "atacar" or (isinstance(what, Cosa) and what.sort == "ataque")
    return "ataque" if attacks else ""


def _whose(value: Cosa, fact: Hecho, role: str) -> Value | None:
    """Of whose dice a result is: its own owner, the other result's, or the roll's that it is added to."""
    for thing in (value, fact.role("que") if role == "por" else fact.role("a") if fact.verb == "anadir" else None):
        if isinstance(thing, Cosa):
            owner = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "de"), None)
            if owner is not None:
                return owner
    return None


def _face(value: Cosa, owner: Value | None, rolled: dict[Value, str], faces: Any) -> Iterator[str]:
    if value.sort != "resultado":
        return
    which = rolled.get(owner, "") if owner is not None else ""
    if isinstance(owner, Cosa) and owner.sort == "dado":
        which = owner.noun.removeprefix("dado_de_")
    if which not in faces:
        return
    for part in parts(value.filters):
        if isinstance(part, Cual) and part.kind == "icono_resultado" and part.id not in faces[which]:
            yield f"los dados de {which} no tienen esa cara"


__all__ = ["senseless"]
