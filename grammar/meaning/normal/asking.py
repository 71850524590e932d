"""Whether a condition that is told again is asked again: only if what was done meanwhile can have changed it."""

from collections.abc import Sequence
from typing import Any

from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.otherwise import SETTLED, named_only
from grammar.meaning.values import Cond, Cosa, Cual, Hecho, Junto, Ref, Value, Yo, parts

LASTING = frozenset({"tamano", "lado", "faccion", "calidad", "rasgo", "clase"})
"""Qualities that nothing takes away."""
PLACES = frozenset({"a_alcance", "en", "entre", "detras", "delante"})
SUPPLIES = frozenset({"recibir", "retirar", "gastar", "recuperar", "perder"})
ROLLED = frozenset({"dado", "resultado", "tirada", "cara"})
GONE = frozenset({"derrotar", "destruir"})
"""What nothing undoes."""
DOING = frozenset({"realizar", "efectuar", "ejecutar", "resolver", "utilizar", "interrumpir"})
"""Verbs that may bring anything about."""
RULES = frozenset({"no_puede", "puede_no", "solo_puede", "es_capaz"})


def asked_again(ability: Capacidad) -> Capacidad:
    """«Si estás bajo tensión, retira 1. Luego, si estás bajo tensión, …» asks twice; «si atacas, A. Si atacas, B» does not."""
    made = replace(ability, pasos=_asked(ability.pasos))
    return named_only(made) if made != ability else ability


def _asked(items: tuple[Item, ...]) -> tuple[Item, ...]:
    made: list[Item] = []
    told: dict[Any, Cond] = {}
    """What has been asked, as it was told the first time: it is the same condition."""
    for item in items:
        match item:
            case Paso():
                again = item.otra_vez and _changed(item.si, made)
                conds = item.si if again else tuple(told.get(_bare(cond), cond) for cond in item.si)
                item = replace(item, otra_vez=again, si=conds, efecto=_asked(item.efecto), si_no=_asked(item.si_no))
                told |= {_bare(cond): cond for cond in conds if _bare(cond) not in told}
            case Eleccion():
                item = replace(item, opciones=tuple(map(_asked, item.opciones)))
            case _:
                pass
        made.append(item)
    return tuple(made)


def _changed(conds: Sequence[Cond], before: Sequence[Item]) -> bool:
    """One of these was asked before, and what came after may have changed it."""
    for at, item in enumerate(before):
        told = {_bare(cond) for cond in item.si} if isinstance(item, Paso) else set()
        known = [cond for cond in conds if _bare(cond) in told]
        if any(not _stays(cond, before[at:]) for cond in known):
            return True
    return False


def _bare(value: Any) -> Any:
    """The same told again: «si el resultado es …» asks for that result the second time."""
    if isinstance(value, Cosa) and value.id:
        return Ref(value.id)
    return rebuilt(value, _bare) if isinstance(value, (Node, tuple)) else value


def _stays(cond: Cond, steps: Sequence[Item]) -> bool:
    if isinstance(cond, Junto):
        return all(_stays(item, steps) for item in cond.items)
    what = cond.role("que")
    done = (cond.past or cond.verb in GONE) and not cond.neg
    settled = done or cond.verb in SETTLED or (isinstance(what, Cual) and what.kind in LASTING)
    return settled or all(_leaves(act, cond) for step in steps for act in _acts(step))


def _acts(item: Item) -> list[Hecho]:
    """What a step does; what is only allowed or forbidden does nothing yet."""
    if isinstance(item, Paso):
        inner = (*item.coste, *item.efecto, *item.si_no) if item.modo not in RULES else ()
    elif isinstance(item, Eleccion):
        inner = tuple(act for option in item.opciones for act in option)
    else:
        return [item] if isinstance(item, Hecho) else []
    return [act for part in inner for act in _acts(part)]


def _leaves(act: Hecho, cond: Hecho) -> bool:
    """What is done to dice is not felt elsewhere; tokens move nobody."""
    what = act.role("que")
    sort = what.sort if isinstance(what, Cosa) else ""
    if cond.past:  # «si no has atacado»: only by attacking
        return act.verb != cond.verb and act.verb not in DOING
    if sort in ROLLED:
        return not any(isinstance(part, Cosa) and part.sort in ROLLED for part in parts(cond))
    if act.verb not in SUPPLIES or sort == "dano":
        return False
    return cond.verb in PLACES or _relation(cond) or _anothers(act.role("quien"), cond)


def _anothers(who: Value | None, cond: Hecho) -> bool:
    """What you get is nothing to a condition of that ship alone."""
    told = cond.role("quien")
    apart = isinstance(told, Ref) and isinstance(who, (Yo, Ref)) and told != who
    return apart and who not in parts(cond) and not any(isinstance(part, Cosa) for part in parts(cond))


def _relation(cond: Hecho) -> bool:
    what = cond.role("que")
    return isinstance(what, Cual) and what.kind == "relacion"
