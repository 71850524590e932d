"""Imperial Assault: same meaning, other words. See canon.py."""

from collections.abc import Callable
from typing import Any

from grammar.effects import Seleccion

Fields = dict[str, Any]
DIRECT: frozenset[str] = frozenset({"elegir"})
COUNTED: tuple[tuple[str, str, str], ...] = (("mover", "que", "puntos"), ("reposicionar", "a", "distancia"))
"""Verb, the complement that may be a bare number, and where the number goes."""


def spends_movement(kind: str, fields: Fields) -> str:
    """«mueve 3»: a bare number is movement points; «reposicionar a 4»: spaces."""
    for verb, name, field in COUNTED:
        what = fields.get(name)
        if kind != verb or not isinstance(what, Seleccion) or not _is_number(what):
            continue
        if what.complemento is not None:  # «mueve 4 a través de X»: X belongs to the movement, not to the number
            if what.complemento.prep in fields:
                return kind
            fields[what.complemento.prep] = what.complemento.que
        fields[field] = fields.pop(name).cuenta
    return kind


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, Seleccion)
        and value
        == Seleccion.of(
            objeto="uno", cuenta=value.cuenta, complemento=value.complemento, plural=value.plural, femenino=value.femenino
        )
        and value.cuenta is not None
    )


def attacks(kind: str, fields: Fields) -> str:
    """«atacar figuras» is «atacar a figuras»."""
    if kind == "atacar" and "que" in fields and "a" not in fields and not getattr(fields["que"], "clitico", False):
        fields["a"] = fields.pop("que")
    return kind


def moves(kind: str, fields: Fields) -> str:
    """«muévete 2 casillas» is «mueve 2 casillas»; «una figura defiende», «se defiende»."""
    if kind == "moverse" and "que" in fields:
        return "mover"
    return "defenderse" if kind == "defender" and "que" not in fields else kind


STEPS: tuple[Callable[[str, Fields], str], ...] = (moves, spends_movement, attacks)


def canonical_asalto(kind: str, fields: Fields) -> str:
    for step in STEPS:
        kind = step(kind, fields)
    return kind
