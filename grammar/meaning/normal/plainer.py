"""What is said in two ways of one thing, told by words of the game: its tables name them."""

from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.order import key, quality_of
from grammar.meaning.normal.refs import swapped
from grammar.meaning.values import EVERY, SOME, THE, Cosa, Cual, Hecho, It, Junto, Lista, Papel, Qty, Ref, Yo, parts

OTHER = Hecho("otro", (("quien", It()),))


def plainer(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """Each of the game's ways of saying one thing, as one."""
    told = parts(ability)
    ability = _one_more(ability) if OTHER in told else ability
    ability = _all_kinds(ability) if any(isinstance(part, Lista) for part in told) else ability
    ability = _this_turn(ability, str(lexicon.data.get("own_turn", "")))
    bulk = str(lexicon.data.get("bulk", "")).split()
    ability = _in_bulk(ability, bulk) if bulk else ability
    kinds = str(lexicon.data.get("compounds", "")).split()
    ability = _compound(ability, kinds, lexicon) if kinds else ability
    lasting = frozenset(str(lexicon.data.get("static", "")).split())
    ability = _banned_while(ability, lasting) if "bans_last" in lexicon.data else ability
    ability = changed_for(ability)
    antonyms, suffered = lexicon.data.get("antonyms", {}), lexicon.data.get("suffered", "").split()
    passed = lexicon.data.get("passed", "").split()
    harm = str(lexicon.data.get("harm", "")).split()
    ability = _harmed(ability, harm[0], harm[1], harm[2]) if harm else ability
    return _told(ability, antonyms, suffered, passed) if antonyms or suffered or passed else ability


def changed_for(value: Any) -> Any:
    """«cambia 2 resultados A por resultados B» is «… por 2 resultados B», «todos tus A por [B]» is «… por resultados B»."""
    made = rebuilt(value, changed_for) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Hecho) or made.verb != "cambiar":
        return made
    old, new = made.role("que"), made.role("por")
    if not isinstance(old, Cosa) or not isinstance(new, Cosa) or old.sort != "resultado" or new.sort != "resultado":
        return made
    if new.qty.op not in ("masa", "algun") or new.id or new.ref or not new.filters:
        return made
    return made.put("por", replace(new, qty=old.qty if old.qty.op == "n" else SOME))


def _harmed(value: Any, verb: str, shown: str, harm: str) -> Any:
    """«sufres 1 [crítico]» is «sufres 1 de daño [crítico]»: what the icon shows is what one suffers."""
    made = rebuilt(value, lambda part: _harmed(part, verb, shown, harm)) if isinstance(value, (Node, tuple)) else value
    what = made.role("que") if isinstance(made, Hecho) and made.verb == verb else None
    told = [quality_of(f) for f in what.filters if isinstance(f, Hecho)] if isinstance(what, Cosa) else []
    plain = bool(told) and all(q is not None and q.kind == "icono_" + shown for q in told) and len(told) == len(what.filters)  # type: ignore[union-attr]
    if not isinstance(what, Cosa) or what.noun != shown or what.ref or what.qty.op in ("el", "todos") or not plain:
        return made
    return made.put("que", replace(what, noun=harm, sort=harm))


def _compound(value: Any, kinds: list[str], lexicon: Lexicon) -> Any:
    """«un ataque que sea a distancia» is «un ataque a distancia», which the game has a noun for."""
    made = rebuilt(value, lambda part: _compound(part, kinds, lexicon)) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Cosa) or not made.filters:
        return made
    told = [(f, q) for f in made.filters if (q := quality_of(f)) and q.kind in kinds and isinstance(f, Hecho) and not f.neg]
    noun = f"{made.noun}_{told[0][1].id}" if len(told) == 1 and not told[0][0].circ else ""
    if noun not in lexicon.nouns:
        return made
    return replace(made, noun=noun, filters=tuple(f for f in made.filters if f is not told[0][0]))


def _in_bulk(value: Any, bulk: list[str]) -> Any:
    """«que tenga Lealtad» is «con Lealtad»: of what is not counted there is some or none."""
    made = rebuilt(value, lambda part: _in_bulk(part, bulk)) if isinstance(value, (Node, tuple)) else value
    some = isinstance(made, Cosa) and made.sort in bulk and made.qty == SOME and not made.id
    return replace(made, qty=Qty("masa")) if some else made


def _one_more(value: Any) -> Any:
    """«gana otra ficha de Esquiva» is «gana una ficha de Esquiva»: who gets one has one more."""
    made = rebuilt(value, _one_more) if isinstance(value, (Node, tuple)) else value
    what = made.role("que") if isinstance(made, Hecho) and made.verb == "recibir" else None
    if not isinstance(what, Cosa) or what.sort != "ficha" or OTHER not in what.filters or what.qty.op != "n":
        return made
    return made.put("que", replace(what, filters=tuple(f for f in what.filters if f != OTHER)))


def _all_kinds(value: Any) -> Any:
    """«sus fichas de Esquiva y sus fichas de Alerta» is «sus fichas de Esquiva y de Alerta»: all of either kind."""
    made = rebuilt(value, _all_kinds) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Lista) or made.conj != "y" or not all(isinstance(item, Cosa) for item in made.items):
        return made
    things = [item for item in made.items if isinstance(item, Cosa)]
    first = things[0]
    shared = [f for f in first.filters if all(f in thing.filters for thing in things)]
    own = [[f for f in thing.filters if f not in shared] for thing in things]
    kinds = [quality_of(told[0]) if len(told) == 1 and isinstance(told[0], Hecho) else None for told in own]
    alike = all(thing.noun == first.noun and thing.qty == EVERY and not thing.id for thing in things)
    if (
        not alike
        or len({kind.kind if kind else "" for kind in kinds}) != 1
        or kinds[0] is None
        or kinds[0].kind != "tipo_ficha"
    ):
        return made
    either = Junto("o", tuple(sorted((told[0] for told in own), key=key)))
    return replace(first, filters=(*shared, either))


STILL = frozenset({"ser", "tener"})


def _banned_while(ability: Capacidad, lasting: frozenset[str]) -> Capacidad:
    """«Si está trabada, no puede moverse» is «mientras está trabada, …»: a ban holds as long as its condition, and so does
    what is no act («si estás ionizado, tu Agilidad aumenta en 1»)."""
    steps = [step for step in ability.pasos if isinstance(step, Paso) and _holds(step, lasting)]
    conds = {step.si for step in steps}
    if ability.clase != "constante" or ability.cuando or len(steps) != len(ability.pasos) or len(conds) != 1:
        return ability
    told = next(iter(conds))
    state = told[0] if len(told) == 1 else None
    if not isinstance(state, Hecho) or state.verb not in STILL or state.role("quien") != Yo() or state.circ or state.past:
        return ability
    held = (Momento("mientras", (state,)),)
    return replace(ability, clase="disparada", cuando=held, pasos=tuple(replace(step, si=()) for step in steps))


def _holds(step: Paso, lasting: frozenset[str]) -> bool:
    if step.cuando or step.coste or step.si_no or step.en_vez:
        return False
    plain = step.modo == "" and all(isinstance(item, Hecho) and item.verb in lasting for item in step.efecto)
    return step.modo == "no_puede" or plain


def _this_turn(ability: Capacidad, noun: str) -> Capacidad:
    """«Al final de su activación, … durante su activación»: the moment tells whose it is, and the steps are in it."""
    own = Cosa(noun, noun, THE, filters=(Hecho("de", (("quien", It()), ("que", Yo()))),))
    this = Papel("este_" + noun)
    if not noun or len(ability.cuando) != 1 or ability.cuando[0].rel not in ("comienzo", "final", "durante"):
        return ability
    found = {part for part in parts(ability) if part == this or (isinstance(part, Cosa) and _alike(part, own))}
    whose = [part for part in found if isinstance(part, Cosa)]
    if this not in found or len(whose) != 1 or whose[0].id:
        return ability
    moment, steps = swapped(ability.cuando, this, whose[0]), swapped(ability.pasos, whose[0], this)
    return replace(ability, cuando=moment, pasos=steps)


def _alike(thing: Cosa, other: Cosa) -> bool:
    return thing.noun == other.noun and thing.qty == other.qty and thing.filters == other.filters


def _told(value: Any, antonyms: dict[str, str], suffered: list[str], passed: list[str]) -> Any:
    made = rebuilt(value, lambda part: _told(part, antonyms, suffered, passed)) if isinstance(value, (Node, tuple)) else value
    if isinstance(made, Paso):
        return _required(made, passed)
    if not isinstance(made, Hecho):
        return made
    what = made.role("que")
    if made.verb == "ser" and made.neg and isinstance(what, Cual) and what.id in antonyms:
        return replace(made.put("que", replace(what, id=antonyms[what.id])), neg=False)  # «que no esté herido» is «sano»
    if made.verb == "sufrir" and made.past and not made.circ and made.role("quien") == It() and _most(what, suffered):
        return replace(made, verb="tener", past=False)  # «que haya sufrido más [tensión]» is «con más [tensión]»
    return made


def _most(what: Any, suffered: list[str]) -> bool:
    kinds = {part.id for part in parts(what.filters) if isinstance(part, Cual)} if isinstance(what, Cosa) else set()
    return isinstance(what, Cosa) and what.noun in suffered and bool(kinds & {"mayor", "menor"})


def _required(step: Paso, passed: list[str]) -> Paso:
    """«debe superar una prueba para abrir la puerta» is «para poder abrir la puerta, debe superar …»: nobody must open it."""
    price = step.coste[0] if len(step.coste) == 1 else None
    done = step.efecto[0] if len(step.efecto) == 1 else None
    if step.modo != "debe" or not isinstance(price, Hecho) or not isinstance(done, Hecho) or price.verb not in passed:
        return step
    doer, who = done.role("quien"), price.role("quien")
    own = doer == who or (isinstance(doer, Ref) and isinstance(who, Cosa) and doer.id == who.id)
    if not own or done.modal or step.si_no:
        return step
    bare = replace(done, roles=tuple(role for role in done.roles if role[0] != "quien"))
    if isinstance(doer, Ref) and sum(part == doer for part in parts(step)) == 1 and isinstance(who, Cosa):
        price = price.put("quien", replace(who, id=0))
    return replace(step, coste=(), efecto=(replace(price, circ=(*price.circ, ("para", bare))),))
