"""Card texts, compiled, as what they let a ship do to dice. What is no such thing is refused with its reason."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal

from grammar.meaning.effect import Item, Momento, Paso
from grammar.meaning.values import WHOLE, Cosa, Cual, Hecho, It, Junto, Lista, Papel, Value, Yo
from kb.play.errors import PlayError
from kb.play.meaning.abilities import WEAPONS, Ability, NotUnderstood, abilities_of
from kb.play.meaning.limits import limit_of
from kb.play.meaning.moments import stative
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.validation import Model

GAME = "xwing"
Pool = Literal["ataque", "defensa"]
OTHER: dict[Pool, Pool] = {"ataque": "defensa", "defensa": "ataque"}
FACES: dict[Pool, tuple[str, ...]] = {
    "ataque": ("vacia", "concentracion", "impacto", "critico"),
    "defensa": ("vacia", "concentracion", "evasion"),
}
ICONS = {
    "cara_vacia": "vacia",
    "concentracion": "concentracion",
    "impacto": "impacto",
    "critico": "critico",
    "evasion": "evasion",
}
DICE_VERBS = frozenset({"tirar", "volver_a_tirar", "cambiar", "anadir", "anular"})
KINDS = frozenset({"arco_frontal", "arco_trasero", "arco_torreta", "arco_torreta_doble", "arco_diana", "principal", "especial"})
ROLES: dict[str, Pool] = {"atacante": "ataque", "defensor": "defensa"}


class DiceOp(Model):
    kind: Literal["repetir", "cambiar", "anadir", "anular", "dados"]
    pool: Pool
    faces: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    most: int | None = None
    """None: all of them."""
    whole: bool = False
    """All or none."""


class DiceAbility(Model):
    moment: Pool
    """While attacking or while defending."""
    optional: bool
    kinds: tuple[str, ...] = ()
    """What the attack has to be: `arco_frontal`, `principal`; with a minus, what it must not be."""
    conditional: bool
    """It has a requirement that the dice alone do not decide."""
    costs: dict[str, int]
    ops: tuple[DiceOp, ...]
    when: Any = None
    """Its moment as compiled, for an engine that knows the situation."""
    step: Any = None
    """Its step as compiled: requirements and costs."""
    place: int = 0
    """Which ability of the card."""
    limit: tuple[int, str] | None = None
    """How often in which scope: «una vez por ronda»."""


class Unusable(PlayError):
    """The text is understood, or not, but it is no change of dice that can be computed."""


@lru_cache(maxsize=500)
def dice_abilities(text: str) -> tuple[DiceAbility, ...]:
    """The dice abilities of a card; raises Unusable with the reason."""
    try:
        abilities = abilities_of(text, GAME)
    except NotUnderstood as error:
        raise Unusable(error.reason) from None
    found = tuple(ability for each in abilities for ability in _abilities(each))
    if not found:
        raise Unusable("no cambia los dados de un ataque")
    return found


def _abilities(ability: Ability) -> Iterator[DiceAbility]:
    if ability.clase in WEAPONS or ability.clase == "accion":
        raise Unusable("es una acción o un armamento, no una capacidad sobre los dados")
    moments = [m for m in ability.moments if not stative(m)]
    if not any(m.rel == "mientras" for m in moments) or ability.clase != "disparada":
        return  # another ability of the same card, about something else
    if not any(fact.verb in DICE_VERBS for fact in ability.facts()):
        return
    if len(moments) != 1 or len(ability.moments) != 1:
        raise Unusable("su momento no es solo «mientras atacas» o «mientras te defiendes»")
    if ability.whole.limite and len(ability.steps) > 1:
        raise Unusable("hace varias cosas, y sólo tantas veces")
    told = {"when": ability.moments, "place": ability.place, "limit": limit_of(ability.whole)}
    for moment, narrowed, kinds in _moments(moments[0]):
        for step in ability.steps:
            yield _ability(step, moment, narrowed).model_copy(update={**told, "kinds": kinds, "step": step})


def _moments(moment: Momento) -> Iterator[tuple[Pool, bool, tuple[str, ...]]]:
    """(window, whether it asks for more than attacking or defending, kinds of attack)."""
    for fact in moment.hechos:
        if fact.role("quien") != Yo():
            raise Unusable("se aplica al ataque de otra nave")
        if fact.verb == "defender":
            yield "defensa", bool(fact.circ or fact.role("contra")), ()
        elif fact.verb == "efectuar":
            yield "ataque", *_attack(fact.role("que"), bool(fact.circ))
        else:
            raise Unusable("su momento no es atacar ni defenderse")


def _attack(what: Value | None, narrowed: bool) -> tuple[bool, tuple[str, ...]]:
    if not isinstance(what, Cosa) or what.sort != "ataque":
        raise Unusable("su momento no es atacar ni defenderse")
    row = stuff(what)
    kinds = list(row.ids("icono_arco", "rasgo"))
    rest = list(row.rest)
    for cond in row.rest:
        thing = cond.role("que") if isinstance(cond, Hecho) and cond.neg and cond.verb == "ser" else None
        ids = stuff(thing).ids("icono_arco") if isinstance(thing, Cosa) else (thing.id,) if isinstance(thing, Cual) else ()
        if len(ids) == 1 and ids[0] in KINDS:
            kinds.append(f"-{ids[0]}")
            rest.remove(cond)
    if what.noun != "ataque":
        kinds.append(what.noun.removeprefix("ataque_"))
    known = all(kind.removeprefix("-") in KINDS for kind in kinds) and len(row.ids("icono_arco")) <= 1
    more = bool(rest or row.on or set(row.kinds) - {"icono_arco", "rasgo"} or not known)
    return narrowed or more, tuple(kinds) if known else ()


def _ability(step: Item, moment: Pool, narrowed: bool) -> DiceAbility:
    if not isinstance(step, Paso):
        raise Unusable("da a elegir entre varios efectos")
    if step.modo not in ("", "puede", "debe") or step.cuando or step.en_vez:
        raise Unusable("prohíbe o condiciona en vez de cambiar dados")
    if step.si_no:
        raise Unusable("hace otra cosa si no se cumple")
    costs = dict(_cost(item) for item in step.coste)
    facts = [item for item in step.efecto if isinstance(item, Hecho)]
    if len(facts) != len(step.efecto):
        raise Unusable("da a elegir entre varios efectos")
    ops = tuple(dice_op(fact, moment) for fact in facts)
    for fact, op in zip(facts, ops, strict=True):
        if fact.role("quien") != Yo() and op.kind != "dados":
            raise Unusable("el cambio lo hace el otro bando")
    return DiceAbility(
        moment=moment, optional=step.modo == "puede", conditional=narrowed or bool(step.si), costs=costs, ops=ops
    )


def _cost(item: Item) -> tuple[str, int]:
    what = item.role("que") if isinstance(item, Hecho) else None
    other = "tiene un coste que no son sus cargas, su Fuerza ni sus fichas"
    if not isinstance(item, Hecho) or not isinstance(what, Cosa) or item.role("quien") != Yo() or item.circ:
        raise Unusable(other)
    row = stuff(what)
    if row.rest or row.on is not None or row.name or row.of not in (None, Yo()):
        raise Unusable(other)
    if item.verb == "recibir" and what.sort == "ficha":
        if len(row.ids("tipo_ficha")) != 1:
            raise Unusable("deja elegir la ficha que se recibe")
        return f"recibe_{row.ids('tipo_ficha')[0]}", _many(what) or 1
    if item.verb == "gastar" and what.sort == "carga" and row.ids("icono_carga") in (("carga",), ("fuerza",)):
        return row.ids("icono_carga")[0], _many(what) or 1
    if item.verb == "gastar" and what.sort == "ficha" and len(row.ids("tipo_ficha")) == 1:
        return row.ids("tipo_ficha")[0], _many(what) or 1
    raise Unusable(other)


def dice_op(fact: Hecho, speaker: Pool) -> DiceOp:
    """What an order does to which dice; `speaker` is the pool of the ship that bears the card."""
    que = fact.role("que")
    if isinstance(que, Lista):
        que = _either(que)
    if not isinstance(que, Cosa) or fact.circ or fact.neg:
        raise Unusable("la cantidad o los dados dependen de otra cosa")
    if que.sort not in ("dado", "resultado"):
        raise Unusable("no habla de dados")
    row = stuff(que)
    if fact.verb == "tirar":
        return _more_dice(fact, row, speaker)
    pool, faces = _target(fact, row, speaker)
    most = _many(que)
    whole = que.qty.op in WHOLE
    if fact.verb == "volver_a_tirar":
        return DiceOp(kind="repetir", pool=pool, faces=faces, most=most, whole=whole)
    if fact.verb == "anular":
        return DiceOp(kind="anular", pool=pool, faces=faces, most=most, whole=whole)
    if fact.verb == "anadir":
        return DiceOp(kind="anadir", pool=pool, to=faces[:1], most=most or 1)
    if fact.verb == "cambiar":
        por = fact.role("por")
        if not isinstance(por, Cosa):
            raise Unusable("no dice por qué se cambia")
        return DiceOp(kind="cambiar", pool=pool, faces=faces, to=_icons(stuff(por)) or (), most=most, whole=whole)
    raise Unusable(f"«{fact.verb}» no es un cambio de dados")


def _either(what: Lista) -> Cosa:
    """«1 de tus resultados de cara vacía o resultados [concentración]»: one of the first amount, of either face."""
    things = [item for item in what.items if isinstance(item, Cosa)]
    if what.conj != "o" or len(things) != len(what.items) or len({thing.noun for thing in things}) != 1:
        raise Unusable("nombra varias cosas a la vez")
    rows = [stuff(thing) for thing in things]
    if any(not row.only("icono_resultado", "de") for row in rows):
        raise Unusable("nombra varias cosas a la vez")
    either = _joined([cual for row in rows for cual in row.ids("icono_resultado")])
    first = things[0]
    others = tuple(f for f in first.filters if not (isinstance(f, Hecho) and f.verb == "ser"))
    return Cosa(first.noun, first.sort, first.qty, filters=(*others, either), id=first.id)


def _joined(ids: list[str]) -> Junto:
    from_each = tuple(Hecho("ser", (("quien", It()), ("que", Cual(id, "icono_resultado")))) for id in ids)
    return Junto("o", from_each)


def _more_dice(fact: Hecho, row: Stuff, speaker: Pool) -> DiceOp:
    traits = row.ids("rasgo")
    if len(traits) != 1 or traits[0] not in ("adicional", "menos") or not row.only("rasgo"):
        raise Unusable("tira dados por otro motivo")
    own = _whose(fact.role("quien"), speaker)
    pool: Pool = {"dado_de_ataque": "ataque", "dado_de_defensa": "defensa"}.get(row.noun, own)  # type: ignore[assignment]
    n = _amount(row) or 1
    return DiceOp(kind="dados", pool=pool, most=-n if traits[0] == "menos" else n)


def _whose(value: Value | None, speaker: Pool) -> Pool:
    """The pool of whoever does it."""
    if isinstance(value, Papel) and value.nombre in ROLES:
        return ROLES[value.nombre]
    if value is None or isinstance(value, Yo):
        return speaker
    if isinstance(value, Cosa) and value.sort == "nave" and stuff(value).ids("lado") == ("enemigo",):
        return OTHER[speaker]
    raise Unusable("no se sabe de quién son los dados")


def _target(fact: Hecho, row: Stuff, speaker: Pool) -> tuple[Pool, tuple[str, ...]]:
    """Which dice, and which of their faces."""
    icons = _icons(row)
    if row.noun in ("dado_de_ataque", "dado_de_defensa"):
        pool: Pool = "ataque" if row.noun == "dado_de_ataque" else "defensa"
    elif row.of is not None:
        pool = _whose(row.of, speaker)
    elif icons and "evasion" in icons:
        pool = "defensa"
    elif icons and {"impacto", "critico"} & set(icons):
        pool = "ataque"
    else:
        pool = _whose(fact.role("quien"), speaker)
    faces = icons if icons is not None else FACES[pool]
    if set(faces) - set(FACES[pool]):
        raise Unusable("nombra resultados que esos dados no tienen")
    return pool, faces


def _icons(row: Stuff) -> tuple[str, ...] | None:
    if not row.only("icono_resultado", "de"):
        raise Unusable("describe los dados de un modo que no se calcula")
    icons = row.ids("icono_resultado")
    if any(icon not in ICONS for icon in icons):
        raise Unusable("describe los dados de un modo que no se calcula")
    return tuple(ICONS[icon] for icon in icons) or None


def _many(thing: Cosa) -> int | None:
    return _amount(stuff(thing))


def _amount(row: Stuff) -> int | None:
    """How many; None for all or any number."""
    if row.qty.op in (*WHOLE, "cualquiera", "el", "algun", "masa"):
        return None
    if row.qty.op not in ("n", "hasta") or not row.qty.n.isdigit():
        raise Unusable("la cantidad depende de otra cosa")
    return int(row.qty.n)


def usable(texts: Iterable[str]) -> Iterator[tuple[str, tuple[DiceAbility, ...] | str]]:
    """Each text with its abilities, or with the reason why it takes no part."""
    for text in texts:
        try:
            yield text, dice_abilities(text)
        except Unusable as error:
            yield text, error.reason
