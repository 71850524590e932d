"""One shape for the steps: what simply happens, what several do together, in which time."""

from collections.abc import Mapping
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.said import STATES
from grammar.meaning.asked import asked
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.hanging import TOGETHER
from grammar.meaning.normal.order import key
from grammar.meaning.values import (
    EVERY,
    ONE,
    SIDES,
    Cosa,
    Cual,
    Hecho,
    It,
    Lista,
    Nombre,
    Papel,
    Pron,
    Qty,
    Ref,
    Value,
    Yo,
    parts,
)


def of_the_roll(steps: tuple[Item, ...]) -> tuple[Item, ...]:
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


def at_most(step: Item) -> Item:
    """«el defensor puede gastar como máximo 1 ficha», for nothing: he cannot spend more."""
    fact = step.efecto[0] if isinstance(step, Paso) and step.modo == "puede" and len(step.efecto) == 1 else None
    what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "gastar" else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho) or not isinstance(what, Cosa) or what.qty.op != "hasta":
        return step
    if step.coste or step.si_no or step.en_vez or what.id or fact.circ:
        return step
    return replace(step, modo="no_puede", efecto=(fact.put("que", replace(what, qty=Qty("mas_de", what.qty.n))),))


def in_its_time(step: Item) -> Item:
    """«mientras siga en juego, no se descarta durante la fase Final»: two moments, wherever the second is said."""
    fact = step.efecto[0] if isinstance(step, Paso) and step.cuando and len(step.efecto) == 1 and not step.coste else None
    if not isinstance(step, Paso) or not isinstance(fact, Hecho):
        return step
    phases = tuple(value for name, value in fact.circ if name == "durante" and isinstance(value, Cosa) and not value.filters)
    if len(phases) != 1:
        return step
    left = replace(fact, circ=tuple(item for item in fact.circ if item != ("durante", phases[0])))
    return replace(step, cuando=(*step.cuando, Momento("durante", tiempo=phases[0])), efecto=(left,))


ONGOING = ("mientras", "durante")
BOUND = STATES | {"elegir", "atacar", "declarar"}
"""What one would do anyway: «debe elegir a otra unidad» binds how."""


def simply(ability: Capacidad, carried: frozenset[str]) -> Capacidad:
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


def going_back(step: Item, back: Mapping[str, str]) -> Item:
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


def by_whoever(item: Item, verbs: frozenset[str]) -> Item:
    """«el defensor recibe 1 ficha y anula todos los resultados»: with no choice in it, one's doing it is another's."""
    if isinstance(item, Paso):
        if not verbs or item.modo:
            return item
        return replace(item, efecto=tuple(by_whoever(part, verbs) for part in item.efecto))
    if not isinstance(item, Hecho) or item.verb not in verbs or item.neg:
        return item  # «los resultados [evasión] no anulan los resultados [crítico]»: those do not, others do
    who, what = item.role("quien"), item.role("que")
    by_itself = isinstance(who, Cosa) and isinstance(what, Cosa) and who.sort == what.sort
    return item.put("quien", Yo()) if isinstance(what, Cosa) and what.qty == EVERY and not by_itself else item


USES = frozenset({"usar", "utilizar"})
ITSELF = (Papel("este_carta"), Papel("este_capacidad"))


def used_when(ability: Capacidad) -> Capacidad:
    """«Usa esta carta cuando X. …» is «puedes usar esta carta cuando X. …»: when it can be used, which nobody has to; and
    what it does is done by who uses it."""
    first = ability.pasos[0] if ability.pasos else None
    told = isinstance(first, Paso) and first.modo in ("", "puede")
    act = first.efecto[0] if told and first == Paso(first.modo, first.si, efecto=first.efecto[:1]) and first.efecto else None  # type: ignore[union-attr]
    if not isinstance(first, Paso) or not isinstance(act, Hecho) or not (ability.cuando or first.si):
        return ability
    if act.verb not in USES or act.role("quien") != Yo() or act.role("que") not in ITSELF or act.neg or act.circ:
        return ability
    if len(ability.pasos) == 1:
        return replace(ability, pasos=(replace(first, modo="puede"),))
    does = tuple(
        item
        for step in ability.pasos[1:]
        for item in (step.efecto if isinstance(step, Paso) and step == Paso(efecto=step.efecto) else (step,))
    )
    acts = [item for item in does if isinstance(item, Hecho)]
    mine = [act for act in acts if act.role("quien") == Yo()]
    if len(acts) == len(does) and acts[0] in mine and (acts[0].verb == "elegir" or mine == acts):
        return replace(ability, pasos=(replace(first, modo="puede", efecto=does),))  # «puedes elegir 1 figura. Si lo haces, …»
    return replace(ability, pasos=(replace(first, modo="puede", coste=first.efecto, efecto=does),))


def asked_once(item: Item, lexicon: Lexicon) -> Item:
    if not isinstance(item, Paso):
        return item
    within = item.modo not in ("", "es_capaz")  # «eres capaz de A. Si lo haces, B»: B is not what is allowed
    inner = tuple(
        act
        for part in (asked_once(part, lexicon) for part in item.efecto)
        for act in (part.efecto if within and isinstance(part, Paso) and part == Paso(efecto=part.efecto) else (part,))
    )  # «si lo haces, debes darle la vuelta»: it is turned
    return replace(
        item, si=asked(item.si, lexicon), efecto=inner, si_no=tuple(asked_once(part, lexicon) for part in item.si_no)
    )


def together(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """«recibes A y recibes B» is «recibes A y B», in one sentence or in two."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Paso):
            item = replace(item, coste=together(item.coste), efecto=together(item.efecto))
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


def each_as_many(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """«recibes tantas A como X y tantas B como Y»: two acts, as each is counted by itself."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Paso):
            item = replace(item, coste=each_as_many(item.coste), efecto=each_as_many(item.efecto))
            alone = len(item.efecto) > 1 and item == Paso(efecto=item.efecto) and all(_as_many(act) for act in item.efecto)
            made.extend(Paso(efecto=(act,)) for act in item.efecto) if alone else made.append(item)
            continue
        told = item.role("que") if isinstance(item, Hecho) else None
        many = isinstance(told, Lista) and told.conj == "y" and all(_counted(one) for one in told.items)
        made.extend([item.put("que", one) for one in told.items] if many else [item])  # type: ignore[union-attr]
    return tuple(made)


def option_told(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """«Si lo haces, elige una opción: A, o B»: what is chosen from belongs to the choice, and hangs on what it hangs on."""
    made: list[Item] = []
    for item in items:
        last = made[-1] if made else None
        plain = isinstance(item, Paso) and len(item.efecto) == 1 and item == Paso(efecto=item.efecto)
        chosen = last.efecto[-1] if isinstance(last, Paso) and last.efecto else None
        if plain and isinstance(last, Paso) and chooses_option(chosen) and isinstance(item, Paso) and _optional(item.efecto[0]):
            made[-1] = replace(last, efecto=(*last.efecto, *item.efecto))
        else:
            made.append(item)
    return tuple(made)


def chooses_option(item: Item | None) -> bool:
    what = item.role("que") if isinstance(item, Hecho) and item.verb == "elegir" and not item.neg else None
    return isinstance(what, Cosa) and what.noun == "opcion" and what.qty == ONE and not what.filters and not what.id


def _optional(item: Item) -> bool:
    if isinstance(item, Eleccion):
        return True
    return isinstance(item, Hecho) and any(isinstance(value, Lista) and value.conj == "o" for _, value in item.roles)


def _counted(value: Value | None) -> bool:
    return isinstance(value, Cosa) and value.qty.op == "segun" and not value.id


def _as_many(item: Item) -> bool:
    return isinstance(item, Hecho) and _counted(item.role("que"))


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


def each_undergoes(item: Item, verbs: frozenset[str]) -> Item:
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


def options_in_order(value: Any) -> Any:
    """«1 remoto o 1 nave» is «1 nave o 1 remoto», and so with «y», where nobody speaks of one of them again."""
    made = rebuilt(value, options_in_order) if isinstance(value, (Node, tuple)) else value
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


def _plainest(item: Any) -> tuple[bool, int, str, int, str]:
    """The plain ones first: what is said of a long one would be heard of all that follow; but where the last is, all are."""
    placed = any(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in item.filters)
    told = sum(isinstance(part, (Cosa, Hecho)) for part in parts(item))
    return not placed, told, item.noun, int(item.qty.n) if item.qty.n.isdigit() else 0, key(item)


def grown(step: Item, lexicon: Lexicon) -> Item:
    """«tu Agilidad aumenta en 1» is «incrementa tu Agilidad en 1»: nobody chooses, and you are told."""
    verbs, own = lexicon.data.get("growing", "").split(), lexicon.data.get("own_values", "").split()
    if not isinstance(step, Paso) or step.modo or {"continues", "third_person_bearer"} & lexicon.data.keys() or not verbs:
        return step

    def told(item: Item) -> Item:
        what = item.role("que") if isinstance(item, Hecho) and item.verb in verbs and not item.neg else None
        owners = (
            [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "de"] if isinstance(what, Cosa) else []
        )
        owner = owners[0] if len(owners) == 1 and isinstance(owners[0], (Yo, Ref, Papel)) else None
        if not isinstance(item, Hecho) or owner is None or item.role("quien") not in (None, Yo()):
            return item
        if owner != Yo() and (not isinstance(what, Cosa) or what.noun not in own):
            return item  # «la dificultad de esa maniobra»: it does nothing
        roles = tuple(role for role in item.roles if role[0] != "quien")
        return replace(item, roles=(("quien", owner), *roles), sujeto="")

    return replace(step, efecto=tuple(map(told, step.efecto)))
