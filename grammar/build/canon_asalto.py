"""Imperial Assault: same meaning, other words. See canon.py."""

from collections.abc import Callable
from typing import Any

from grammar.effects import Seleccion

Fields = dict[str, Any]
DIRECT: frozenset[str] = frozenset({"elegir"})


def spends_movement(kind: str, fields: Fields) -> str:
    """«mueve 3»: a bare number is movement points; «reposicionar a 4»: spaces."""
    if kind == "mover" and _is_number(fields.get("que")):
        fields["puntos"] = fields.pop("que").cuenta
    if kind == "reposicionar" and _is_number(fields.get("a")):
        fields["distancia"] = fields.pop("a").cuenta
    return kind


def _is_number(value: Any) -> bool:
    return isinstance(value, Seleccion) and value.objeto == "uno" and value.cuenta is not None and value.relativa is None


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
