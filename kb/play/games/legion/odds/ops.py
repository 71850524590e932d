"""Legión: an order of a compiled text as the dice understand it: «anular:impacto» and how many.

Whatever an order says that its name does not keep makes it none: nothing is dropped in silence."""

from collections.abc import Callable, Mapping

from grammar.meaning.effect import Eleccion, Item
from grammar.meaning.values import WHOLE, Cosa, Cual, Hecho, Papel, Ref, Value, Yo
from kb.play.meaning.stuff import Stuff, stuff

ALL = 99
"""More than there ever is: every die, every result."""
Op = tuple[str, int]


def named(item: Item) -> Op | None:
    """The name of an order and its number."""
    if isinstance(item, Eleccion):
        return _either(item)
    if not isinstance(item, Hecho) or item.neg or item.past or item.would or item.verb not in READ:
        return None
    return READ[item.verb](item)


def thing(fact: Hecho, role: str = "que") -> Stuff | None:
    what = fact.role(role)
    return stuff(what) if isinstance(what, Cosa) else None


def many(row: Stuff) -> int | None:
    if row.qty.op in (*WHOLE, "cualquiera", "algun"):
        return ALL
    return int(row.qty.n) if row.qty.op in ("n", "hasta") and row.qty.n.isdigit() else None


def faces(row: Stuff | None) -> str | None:
    """Results by their icon; «*», whichever."""
    if row is None or row.sort != "resultado" or not row.only("icono_resultado"):
        return None
    return "|".join(sorted(row.ids("icono_resultado"))) or "*"


def _told(name: str | None, n: int | None) -> Op | None:
    return None if name is None or n is None else (name, n)


def _cancel(fact: Hecho) -> Op | None:
    row = thing(fact)
    shown = faces(row)
    return _told(f"anular:{shown}", many(row)) if row and shown and not fact.circ else None


def _change(fact: Hecho) -> Op | None:
    row, into = thing(fact), faces(thing(fact, "por") or thing(fact, "en"))
    shown = faces(row)
    each = all(key == "por_cada" and isinstance(value, Ref) for key, value in fact.circ)
    return _told(f"cambiar:{shown}>{into}", many(row)) if row and shown and into and each else None


def _either(item: Eleccion) -> Op | None:
    """«cambia una cara vacía por [impacto] o un [impacto] por [crítico]»."""
    rows = [named(option[0]) if len(option) == 1 else None for option in item.opciones]
    return (" o ".join(sorted(row[0] for row in rows if row)), 1) if all(row and row[1] == 1 for row in rows) else None


def _receive(fact: Hecho) -> Op | None:
    """A line of the table of surges. (A keyword that is gained is read for itself.)"""
    row = thing(fact)
    if row is None or row.noun != "conversion" or len(row.rest) != 1 or row.kinds or row.of or fact.circ:
        return None
    turned = row.rest[0]
    if not isinstance(turned, Hecho) or turned.verb != "convertir":
        return None
    one, other = turned.role("que"), turned.role("en")
    return (f"tabla:{one.id}>{other.id}", ALL) if isinstance(one, Cual) and isinstance(other, Cual) else None


def _weapon_dice(fact: Hecho) -> Op | None:
    row = thing(fact)
    if row is None or not row.only("clase_de_dado", "de") or row.ids("clase_de_dado") != ("ataque",) or fact.circ:
        return None
    return _told(fact.verb, many(row)) if row.of in (None, Papel("este_arma")) else None


def _cover(fact: Hecho) -> Op | None:
    row, by = thing(fact), thing(fact, "en")
    if row is None or row.sort != "cobertura" or not row.only("de") or by is None or fact.circ:
        return None
    return _told(f"{fact.verb}:cobertura", many(by)) if row.of in (None, Yo(), Papel("defensor")) else None


def _roll(fact: Hecho) -> Op | None:
    """Dice more or fewer: a number, as many as a keyword's number, or one for each token."""
    row = thing(fact)
    if row is None or row.sort != "dado" or row.of or row.on or row.name or set(row.kinds) - {"rasgo", "clase_de_dado"}:
        return None
    manner = "menos" if row.ids("rasgo") == ("menos",) else "mas" if row.ids("rasgo") in (("adicional",), ("mas",)) else ""
    circ = dict(fact.circ)
    if not manner or set(row.ids("clase_de_dado")) - {"defensa"}:
        return None
    if row.rest:
        return _as_many(row, manner) if len(row.rest) == 1 and not circ else None
    if not circ:
        return _told(f"tirar:{manner}", many(row))
    return _for_each(circ, f"tirar:{manner}") if many(row) == 1 else None


def _as_many(row: Stuff, manner: str) -> Op | None:
    like = row.rest[0].role("igual") if isinstance(row.rest[0], Hecho) and row.rest[0].verb == "cantidad" else None
    of = stuff(like).of if isinstance(like, Cosa) and like.sort == "valor" else None
    return (f"tirar:{manner}={of.noun}", 1) if isinstance(of, Cosa) and of.sort == "palabra_clave" else None


def _for_each(circ: Mapping[str, Value], name: str) -> Op | None:
    """«por cada ficha de …, hasta un máximo de X»: what is counted belongs to the name."""
    each, cap = circ.get("por_cada"), circ.get("hasta_un_maximo")
    if set(circ) - {"por_cada", "hasta_un_maximo"} or not isinstance(each, Cosa):
        return None
    row = stuff(each)
    ids = row.ids("tipo_ficha") if row.only("tipo_ficha", "de") else row.ids("icono_resultado")
    most = int(cap.id) if isinstance(cap, Cual) and cap.id.isdigit() else ALL
    return (f"{name}*{'|'.join(sorted(ids))}", most) if ids and not row.rest else None


def _add(fact: Hecho) -> Op | None:
    row = thing(fact)
    shown = faces(row)
    return _told(f"anadir:{shown}", many(row)) if row and shown and not fact.circ else None


def _again(fact: Hecho) -> Op | None:
    row = thing(fact)
    if (
        row is None
        or row.sort != "dado"
        or not row.only("clase_de_dado", "rasgo", "de")
        or row.of not in (None, Papel("defensor"))
    ):
        return None
    kind, more, circ = row.ids("clase_de_dado"), row.ids("rasgo"), dict(fact.circ)
    if kind == ("defensa",) and not more and not circ:
        return _told("repetir:defensa" + (":todos" if row.qty.op in WHOLE else ""), many(row))
    each = circ.pop("por_cada", None)
    spent = stuff(each) if isinstance(each, Cosa) else None
    if kind != ("ataque",) or more != ("adicional",) or circ or spent is None or len(spent.rest) > 1:
        return None
    return _told(f"repetir:ataque*{'|'.join(spent.ids('tipo_ficha'))}", many(row))


def _turn(fact: Hecho) -> Op | None:
    row = thing(fact, "a") or thing(fact)
    if row is None or row.ids("tipo_ficha") != ("escudo",) or row.ids("estado") != ("activo",) or row.rest:
        return None
    return _for_each(dict(fact.circ), "voltear:escudo") if fact.circ else _told("voltear:escudo", many(row))


def _tokens(fact: Hecho) -> Op | None:
    row = thing(fact)
    if row is None or row.sort != "ficha" or not row.only("tipo_ficha") or len(row.ids("tipo_ficha")) != 1 or fact.circ:
        return None
    return _told(f"{fact.verb}:{row.ids('tipo_ficha')[0]}", many(row))


def _use(fact: Hecho) -> Op | None:
    row = thing(fact) or thing(fact, "de")
    return ("cobertura", ALL) if row is not None and row.sort == "cobertura" and row.only("de") and not fact.circ else None


READ: Mapping[str, Callable[[Hecho], Op | None]] = {
    "anular": _cancel, "cambiar": _change, "convertir": _change, "recibir": _receive, "mejorar": _weapon_dice,
    "rebajar": _weapon_dice, "aumentar": _cover, "reducir": _cover, "tirar": _roll, "anadir": _add, "volver_a_tirar": _again,
    "dar_la_vuelta": _turn, "tener": _tokens, "gastar": _tokens, "utilizar": _use, "beneficiar": _use,
}  # fmt: skip
