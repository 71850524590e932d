"""What is forbidden to none and what in no order."""

import itertools
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.effect import Capacidad, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.order import key
from grammar.meaning.normal.refs import gives
from grammar.meaning.values import EVERY, SOME, THE, Cond, Cosa, Cual, Hecho, It, Papel, Qty, Ref, Yo, parts


def bans_in_order(steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """«no puede A y no puede B» is «no puede B ni A»: what is forbidden at once has no order."""
    made: list[Item] = []
    for ban, run in itertools.groupby(steps, key=_ban):
        group = list(run)
        made.extend(sorted(group, key=key) if ban is not None and not gives(tuple(group)) else group)
    return tuple(made)


def _ban(step: Item) -> Any:
    """What prohibitions of one who is known share; None for other steps: «no pueden coordinar ni ser coordinadas» stays."""
    if not isinstance(step, Paso) or step.modo != "no_puede" or step.coste:
        return None
    who = {fact.role("quien") if isinstance(fact, Hecho) else None for fact in step.efecto}
    known = len(who) == 1 and all(isinstance(one, (Yo, Papel, Ref)) for one in who)
    return (step.si, step.cuando, *who) if known else None


def forbidden(step: Item) -> Item:
    """«las fichas verdes no pueden ser gastadas» is «no se pueden gastar fichas verdes»: none of them."""
    if not isinstance(step, Paso) or step.modo != "no_puede":
        return step
    return replace(step, efecto=tuple(_of_none(_by_none(item)) for item in step.efecto))


def capped(ability: Capacidad, lexicon: Lexicon) -> Capacidad:
    """«tira un máximo de 3 dados» is «no puede tirar más de 3 dados», of verbs whose number the rules give; of others it is
    «hasta 3». Before the normal form."""
    if not any(isinstance(part, Qty) and part.cap for part in parts(ability)):
        return ability
    given = lexicon.data.get("given", "").split()

    def limit(value: Any) -> Any:
        if isinstance(value, Paso) and value.modo in ("", "debe") and not value.coste and len(value.efecto) == 1:
            fact = value.efecto[0]
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb in given else None
            if isinstance(fact, Hecho) and isinstance(what, Cosa) and what.qty.cap and not any(map(_more, what.filters)):
                most = replace(what, qty=Qty("mas_de", what.qty.n))
                value = replace(value, modo="no_puede", efecto=(fact.put("que", most),))
        if isinstance(value, Qty):
            return replace(value, cap=False)
        return rebuilt(value, limit) if isinstance(value, (Node, tuple)) else value

    return limit(ability)  # type: ignore[no-any-return]


def _more(cond: Cond) -> bool:
    """«como mucho 2 dados adicionales»: more than the rules give."""
    return isinstance(cond, Hecho) and cond.role("que") in (Cual("adicional", "rasgo"), Cual("menos", "rasgo"))


def none_but(step: Item, lexicon: Lexicon) -> Item:
    """«sólo puedes gastar fichas verdes» is «no puedes gastar fichas que no sean verdes»."""
    if not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(none_but(item, lexicon) for item in step.efecto))
    fact = step.efecto[0] if len(step.efecto) == 1 and step.modo in ("solo_puede", "no_puede") else None
    what = fact.role("que") if isinstance(fact, Hecho) and _of_the_object(fact) else None
    if isinstance(what, Cosa) and what.noun in lexicon.tokens and not what.filters:  # «Blancos fijados»: tokens, among others
        kind_of = Hecho("ser", (("quien", It()), ("que", Cual(what.noun, "tipo_ficha"))))
        what = replace(what, noun="ficha", sort="ficha", filters=(kind_of,))
    if not isinstance(fact, Hecho) or not isinstance(what, Cosa) or what.qty != SOME or what.id or len(what.filters) != 1:
        return step
    told = what.filters[0]
    if isinstance(told, Hecho) and told.verb == "contra" and not told.neg and step.modo == "solo_puede":
        against = _not_such(told)
        return (
            step
            if against is None
            else replace(step, modo="no_puede", efecto=(fact.put("que", replace(what, filters=(against,))),))
        )
    kind = _quality(told) if isinstance(told, Hecho) and told.neg == (step.modo == "no_puede") else None
    if kind is None or what.noun != what.sort:
        return step
    other = Hecho("ser", (("quien", It()), ("que", kind)), neg=True)
    return replace(step, modo="no_puede", efecto=(fact.put("que", replace(what, filters=(other,))),))


def _not_such(against: Hecho) -> Hecho | None:
    """«sólo … contra naves a alcance 1»: not against those that are not; of two things told of them nobody says which fails."""
    whom = against.role("que")
    if not isinstance(whom, Cosa) or whom.qty != SOME or whom.id or len(whom.filters) != 1:
        return None
    told = whom.filters[0]
    if not isinstance(told, Hecho) or told.circ or told.modal:
        return None
    if any(isinstance(part, Cosa) and part.id for part in parts(told)):
        return None
    return against.put("que", replace(whom, filters=(replace(told, neg=not told.neg),)))


def _of_the_object(fact: Hecho) -> bool:
    """Whether «sólo» can be said of nothing but the object: «sólo … como ataques adicionales» is of how."""
    return {key for key, _ in fact.roles} <= {"quien", "que"} and {key for key, _ in fact.circ} <= {"hasta", "durante"}


def _quality(cond: Hecho) -> Cual | None:
    """What it is said to be: «que no sean rojas», «que no sean [impulso]»."""
    what = cond.role("que") if cond.verb == "ser" and len(cond.roles) == 2 and not cond.circ else None
    if isinstance(what, Cosa) and what.qty.op == "masa" and len(what.filters) == 1 and not what.id:
        shown = what.filters[0]
        what = shown.role("que") if isinstance(shown, Hecho) and shown.verb == "ser" and not shown.neg else None
    return what if isinstance(what, Cual) else None


def able(step: Item) -> Item:
    """«puedes ejecutar maniobras rojas incluso aunque estés bajo tensión» is «eres capaz de …»: what is allowed, no choice."""
    if not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(map(able, step.efecto)))
    bare = step.modo == "puede" and not step.coste and not step.si_no
    return replace(step, modo="es_capaz") if bare and step.efecto and all(map(_even_so, step.efecto)) else step


def _even_so(item: Item) -> bool:
    what = item.role("que") if isinstance(item, Hecho) and any(key == "incluso_aunque" for key, _ in item.circ) else None
    if not isinstance(what, Cosa) or what.id:
        return False
    return what.qty == SOME or (what.qty == THE and what.sort == "accion")  # «la acción [camuflaje]»


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
    if not isinstance(item, Hecho) or not isinstance(what, Cosa) or what.qty not in (SOME, EVERY) or what.id:
        return item
    if item.role("quien") is None and len(item.roles) > 1:
        return item.put("que", replace(what, qty=EVERY))  # «no se pueden desplegar unidades aquí»: none of the units
    if what.qty == SOME:
        return item
    owned = any(isinstance(f, Hecho) and f.verb == "de" for f in what.filters)
    if owned:
        return item  # «tus dados»: they are told one by one
    return item.put("que", replace(what, qty=SOME))


def opposed(value: Any, lexicon: Lexicon) -> Any:
    """«si fracasas» is «si no tienes éxito»: where it is asked."""
    pairs = lexicon.data.get("opposite", {})
    made = rebuilt(value, lambda part: opposed(part, lexicon)) if pairs and isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Paso) or not made.si:
        return made
    return replace(
        made,
        si=tuple(
            replace(c, verb=pairs[c.verb], neg=not c.neg) if isinstance(c, Hecho) and c.verb in pairs else c for c in made.si
        ),
    )
