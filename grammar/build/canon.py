"""Same meaning, other words: what depends on the complements becomes the official wording.

Each function takes the kind of a verb and its complements, changes the complements in place and gives the kind back.
"""

from collections.abc import Callable
from typing import Any

from grammar.effects import Complemento, Cuenta, Lista, Seleccion

Fields = dict[str, Any]
# (verb, object) -> official verb.
BY_OBJECT: dict[tuple[str, str], str] = {
    ("lanzar", "dado"): "tirar", ("lanzar", "dado_de_ataque"): "tirar", ("lanzar", "dado_de_defensa"): "tirar",
    ("realizar", "ataque"): "efectuar", ("realizar", "maniobra"): "ejecutar", ("efectuar", "accion"): "realizar",
    ("efectuar", "maniobra"): "ejecutar", ("revelar", "carta_de_dano"): "exponer", ("efectuar", "impulso"): "realizar",
    ("efectuar", "tonel_volado"): "realizar", ("recibir", "dano"): "sufrir", ("obtener", "ficha"): "recibir",
    ("girar", "indicador"): "reorientar", ("girar", "arco_torreta"): "reorientar", ("eliminar", "ficha"): "retirar",
    ("colocar", "fuerzas"): "desplegar", ("realizar", "blanco_fijado"): "obtener", ("hacer", "blanco_fijado"): "obtener",
}  # fmt: skip
# Verbs that take who they reach without «a».
DIRECT: frozenset[str] = frozenset({"coordinar", "interferir", "elegir"})
LOCKING: frozenset[str] = frozenset({"fijar", "fijar_un_blanco", "fijar_como_blanco", "bloquear", "apuntar"})


def by_object(kind: str, fields: Fields) -> str:
    what = fields.get("que")
    if isinstance(what, Lista):
        what = what.partes[0]
    return BY_OBJECT.get((kind, what.objeto), kind) if isinstance(what, Seleccion) else kind


def turned_over(kind: str, fields: Fields) -> str:
    """«voltea esta carta» is «dale la vuelta a esta carta»."""
    if kind == "dar_la_vuelta" and "que" in fields and "a" not in fields:
        fields["a"] = fields.pop("que")
    return kind


def without_preposition(kind: str, fields: Fields) -> str:
    """«coordinar a una nave» is «coordinar una nave»."""
    whom = fields.get("a")
    if (
        kind in DIRECT
        and "que" not in fields
        and whom is not None
        and not getattr(whom, "clitico", False)
        and not getattr(whom, "doblado", False)
    ):
        fields["que"] = fields.pop("a")
    return kind


def locks(kind: str, fields: Fields) -> str:
    """«fijar esa nave», «fijar blanco a esa nave», «bloquear el objetivo» are «obtener un Blanco fijado sobre …»."""
    if kind not in LOCKING or "como" in fields or "como_si" in fields or fields.get("voz"):
        return kind
    found = [name for name in ("que", "a", "sobre") if name in fields]
    if len(found) != 1 or "predicado" in fields:
        return kind
    target = fields[found[0]]
    if isinstance(target, Seleccion) and target.objeto == "blanco_fijado":
        return kind
    if isinstance(target, Seleccion) and target.clitico:
        pronoun = {"lo": "el", "la": "ella", "los": "ellos", "las": "ellas"}.get(target.objeto)
        if pronoun is None:
            return kind
        target = Seleccion.of(objeto=pronoun)
    del fields[found[0]]
    fields["que"] = Seleccion.of(
        objeto="blanco_fijado",
        cuenta=Cuenta.of(tipo="exacta", valores=(1,)),
        complemento=Complemento.of(prep="sobre", que=target),
    )
    return "obtener"


def changes(kind: str, fields: Fields) -> str:
    """«cambiar A en B», «cambiar A a B», «convertir A en B» are «cambiar A por B»."""
    what = fields.get("que")
    if kind not in ("cambiar", "convertir") or "por" in fields or what is None:
        return kind
    if (
        isinstance(what, Seleccion)
        and what.complemento is not None
        and what.complemento.prep == "en"
        and _is_result(what.complemento.que)
    ):
        fields["por"] = what.complemento.que
        fields["que"] = what.but(complemento=None)
    elif _is_result(fields.get("a")):
        fields["por"] = fields.pop("a")
    elif _is_result(fields.get("en")):
        fields["por"] = fields.pop("en")
    return "cambiar" if "por" in fields else kind


def _is_result(value: Any) -> bool:
    return isinstance(value, Seleccion) and value.objeto == "resultado"


def passes(kind: str, fields: Fields) -> str:
    """«moverse a través de» is «pasar a través de»."""
    return "pasar" if kind == "moverse" and "a_traves_de" in fields else kind


def crosses(kind: str, fields: Fields) -> str:
    """«atravesar un obstáculo» is «pasar a través de un obstáculo»."""
    if kind != "atravesar":
        return kind
    if "que" in fields and not getattr(fields["que"], "clitico", False) and not fields.get("voz"):
        fields["a_traves_de"] = fields.pop("que")
        return "pasar"
    return kind


def defends(kind: str, fields: Fields) -> str:
    """«después de defender» is «después de que te defiendas»."""
    return "defenderse" if kind == "defender" and "que" not in fields else kind


def to_yours(kind: str, fields: Fields) -> str:
    """«te transfiere 1 ficha» is «transfiere 1 ficha a la tuya»."""
    whom = fields.get("a")
    if kind == "transferir" and isinstance(whom, Seleccion) and ((whom.clitico and whom.objeto == "te") or whom.doblado):
        fields["a"] = Seleccion.of(objeto="la_tuya")
    return kind


def leads(kind: str, fields: Fields) -> str:
    """«eres el líder» is «eres un jefe de ala»."""
    what = fields.get("que")
    if kind == "ser" and isinstance(what, Seleccion) and what.objeto == "jefe_de_ala" and what.articulo == "el":
        fields["que"] = what.but(articulo=None, cuenta=Cuenta.of(tipo="exacta", valores=(1,)))
    return kind


def consists(kind: str, fields: Fields) -> str:
    """«deben consistir en 2 naves» is «deben ser 2 naves»."""
    if kind == "consistir" and "en" in fields and "que" not in fields:
        fields["que"] = fields.pop("en")
        return "ser"
    return kind


STEPS: tuple[Callable[[str, Fields], str], ...] = (
    by_object,
    turned_over,
    without_preposition,
    locks,
    changes,
    passes,
    crosses,
    defends,
    to_yours,
    consists,
    leads,
)


def canonical_operation(kind: str, fields: Fields) -> str:
    for step in STEPS:
        kind = step(kind, fields)
    return kind
