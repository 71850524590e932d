"""The effect of a text: abilities with their moment, conditions, costs and steps. What is ruled, not how it is worded."""

from dataclasses import fields, is_dataclass
from typing import Any, Union

from grammar.meaning.node import Node, node
from grammar.meaning.values import Cond, Hecho, Roles, Value


@node
class Momento(Node):
    rel: str
    """mientras, cuando, antes, despues, comienzo, final, durante, cada_vez, primera_vez, siguiente_vez."""
    hechos: tuple[Hecho, ...] = ()
    """One of them happens."""
    tiempo: Value | None = None


@node
class Eleccion(Node):
    """One of these, chosen by who acts."""

    opciones: tuple[tuple["Item", ...], ...]


@node
class Paso(Node):
    modo: str = ""
    """puede, debe, no_puede, puede_no, solo_puede, es_capaz; '' for what simply happens."""
    si: tuple[Cond, ...] = ()
    cuando: tuple[Momento, ...] = ()
    """A moment of its own, later than the ability's."""
    coste: tuple["Item", ...] = ()
    efecto: tuple["Item", ...] = ()
    si_no: tuple["Item", ...] = ()
    en_vez: bool = False
    """It replaces what would happen."""
    otra_vez: bool = False
    """Its condition is asked again, though a step before it had the same: what was done meanwhile may have changed it."""


Item = Union[Hecho, Eleccion, Paso, "Capacidad"]


@node
class Capacidad(Node):
    clase: str = "constante"
    """disparada, constante, reemplazo, accion, ataque, preparacion, incremento, instruccion, palabra_clave…

    `instrucciones` is a list of them.
    """
    cabecera: Roles = ()
    limite: Roles = ()
    cuando: tuple[Momento, ...] = ()
    coste: tuple[Item, ...] = ()
    pasos: tuple[Item, ...] = ()


def dump(value: Any) -> Any:
    """The effect as JSON: closed vocabulary, defaults left out."""
    if is_dataclass(value) and not isinstance(value, type):
        name = type(value).__name__
        return _SHAPES[name](value) if name in _SHAPES else _plain(value)
    if isinstance(value, tuple):
        return [dump(item) for item in value]
    return value


def _plain(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in fields(value):
        item = getattr(value, field.name)
        if item in ("", (), None, False):
            continue
        found[field.name] = _pairs(item) if field.name in ("cabecera", "limite", "circ") else dump(item)
    return found


def _pairs(items: Roles) -> dict[str, Any]:
    return {key: dump(value) for key, value in items}


def _hecho(value: Hecho) -> dict[str, Any]:
    found: dict[str, Any] = {"verbo": value.verb, **_pairs(value.roles)}
    for key, flag in (("no", value.neg), ("estado" if value.still else "ha_ocurrido", value.past), ("iba_a", value.would)):
        if flag:
            found[key] = True
    if value.modal:
        found["modo"] = value.modal
    if value.circ:
        found["circunstancias"] = [{"clase": key, "valor": dump(item)} for key, item in value.circ]
    return found


def _cosa(value: Any) -> dict[str, Any]:
    many = {"op": value.qty.op, **({"n": value.qty.n} if value.qty.n else {}), **({"total": True} if value.qty.total else {})}
    found: dict[str, Any] = {"cosa": value.noun, "cuanto": many}
    if value.filters:
        found["filtros"] = dump(value.filters)
    if value.id:
        found["id"] = value.id
    return found


_SHAPES: dict[str, Any] = {
    "Hecho": _hecho,
    "Cosa": _cosa,
    "Yo": lambda _: {"ref": "yo"},
    "It": lambda _: {"ref": "ello"},
    "Self": lambda _: {"ref": "si_mismo"},
    "Ref": lambda value: {"ref": value.id},
    "Papel": lambda value: {"papel": value.nombre},
    "Cual": lambda value: {"cual": value.id, "clase": value.kind},
    "Nombre": lambda value: {"nombre": value.nombre},
    "Rango": lambda value: {"desde": value.desde, "hasta": value.hasta, "modo": value.modo},
    "Lista": lambda value: {value.conj: dump(value.items)},
    "Cuenta": lambda value: {"cuenta": dump(value.de)},
    "Junto": lambda value: {value.op: dump(value.items)},
    "Eleccion": lambda value: {"eleccion": dump(value.opciones)},
    "Pron": lambda value: {"pronombre": value.kind},
}
