"""The forms of the odds pages, as data: each field with the place of its value in the question that `kb.play.odds` answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["numero", "opcion", "casilla", "lista", "lineas", "dados"]


@dataclass(frozen=True)
class Field:
    name: str
    label: str
    kind: Kind
    path: str
    """Dotted place in the question; `dados` adds so many dice of the colour `label` to a list."""
    default: str = "0"
    top: int = 6
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Side:
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Form:
    slug: str
    game: str
    title: str
    outcome: str
    """What is counted, in the plural."""
    sides: tuple[Side, ...]


def _tokens(side: str, **labels: str) -> tuple[Field, ...]:
    place = "attack" if side == "a" else "defense"
    return tuple(Field(f"{side}_{id}", label, "numero", f"{place}.tokens.{id}") for id, label in labels.items())


def _words(side: str, label: str, path: str, hint: str, kind: Kind = "lista") -> Field:
    return Field(f"{side}_{path.rsplit('.', 1)[-1]}", label, kind, path, "", hint=hint)


_XWING = Form("xwing", "xwing", "Un ataque de X-Wing", "de daño", (
    Side("Atacante", (
        Field("a_dados", "Dados de ataque", "numero", "attack.dice", "3"),
        *_tokens("a", concentracion="Concentración", calculo="Cálculo", fuerza="Fuerza", blanco_fijado="Blanco fijado"),
        _words("a", "Textos de cartas", "attack.cards", "Uno por línea.", "lineas"),
    )),
    Side("Defensor", (
        Field("d_dados", "Dados de defensa", "numero", "defense.dice", "2"),
        *_tokens("d", concentracion="Concentración", evasion="Evasión", calculo="Cálculo", fuerza="Fuerza",
                 refuerzo="Refuerzo"),
        _words("d", "Textos de cartas", "defense.cards", "Uno por línea.", "lineas"),
    )),
))  # fmt: skip

_LEGION = Form("legion", "legion", "Un ataque de Legión", "heridas", (
    Side("Atacante", (
        Field("a_rojo", "Dados rojos", "numero", "attack.dice.rojo", "2", 12),
        Field("a_negro", "Dados negros", "numero", "attack.dice.negro", "2", 12),
        Field("a_blanco", "Dados blancos", "numero", "attack.dice.blanco", "0", 12),
        Field("a_surge", "Incrementos a", "opcion", "attack.surge", "",
              options=(("", "nada"), ("impacto", "impacto"), ("critico", "crítico"))),
        *_tokens("a", ataque_apuntado="Ataque apuntado", incremento="Incremento"),
        _words("a", "Cualidades", "attack.keywords", "Separadas por comas: Perforante 1, Crítico 2."),
    )),
    Side("Defensor", (
        Field("d_die", "Dado de defensa", "opcion", "defense.die", "blanco", options=(("blanco", "blanco"), ("rojo", "rojo"))),
        Field("d_surge", "Incrementos a bloqueo", "casilla", "defense.surge", ""),
        Field("d_cover", "Cobertura", "opcion", "defense.cover", "ninguna",
              options=(("ninguna", "ninguna"), ("ligera", "ligera"), ("densa", "densa"))),
        *_tokens("d", esquiva="Esquiva", incremento="Incremento", acobardamiento="Acobardamiento"),
        _words("d", "Cualidades", "defense.keywords", "Separadas por comas: Blindaje 1."),
    )),
))  # fmt: skip

_ASSAULT = Form("imperial-assault", "imperial-assault", "Un ataque de Imperial Assault", "de daño", (
    Side("Atacante", (
        *(Field(f"a_{c}", c, "dados", "attack.dice", n, 4)
          for c, n in (("rojo", "1"), ("azul", "1"), ("verde", "0"), ("amarillo", "0"))),
        Field("a_type", "Tipo", "opcion", "attack.type", "a_distancia",
              options=(("a_distancia", "a distancia"), ("cuerpo_a_cuerpo", "cuerpo a cuerpo"))),
        Field("a_range", "Distancia", "numero", "attack.range", "3", 20),
        _words("a", "Capacidades", "attack.abilities", "Una por línea: [incremento]: +1 [daño]", "lineas"),
        _words("a", "Textos de cartas", "attack.cards", "Uno por línea.", "lineas"),
    )),
    Side("Defensor", (
        *(Field(f"d_{c}", c, "dados", "defense.dice", n, 4) for c, n in (("negro", "1"), ("blanco", "0"))),
        _words("d", "Textos de cartas", "defense.cards", "Uno por línea.", "lineas"),
    )),
))  # fmt: skip

_COMBAT = Form("rebellion", "rebellion", "Una tirada de combate de Rebellion", "de daño", (
    Side("Atacante", (
        Field("a_rojo", "Dados rojos", "numero", "attack.rojo", "3", 10),
        Field("a_negro", "Dados negros", "numero", "attack.negro", "2", 10),
    )),
    Side("Defensor", (
        Field("d_rojo", "Salud roja", "numero", "defense.rojo", "0", 20),
        Field("d_negro", "Salud negra", "numero", "defense.negro", "0", 20),
        Field("d_bloqueo", "Daño que bloquea", "numero", "defense.bloqueo", "0", 10),
    )),
))  # fmt: skip

_MISSION = Form("rebellion-mision", "rebellion", "Una misión de Rebellion", "éxito", (
    Side("Quien la intenta", (
        Field("a_dados", "Dados", "numero", "mission.dice", "4", 10),
        Field("a_bonus", "Éxitos de más", "numero", "mission.bonus", "0", 10),
    )),
    Side("Quien se opone", (
        Field("d_dados", "Dados", "numero", "opposition.dice", "3", 10),
        Field("d_bonus", "Éxitos de más", "numero", "opposition.bonus", "0", 10),
    )),
))  # fmt: skip

FORMS = {form.slug: form for form in (_LEGION, _XWING, _ASSAULT, _COMBAT, _MISSION)}


def values_from(form: Form, sent: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """What each field holds: what was sent, or its default where nothing was. An unticked box sends nothing."""
    answered = any(prefix + field.name in sent for side in form.sides for field in side.fields)
    return {
        field.name: sent.get(prefix + field.name, "" if answered and field.kind == "casilla" else field.default)
        for side in form.sides
        for field in side.fields
    }


def question(form: Form, values: Mapping[str, str]) -> dict[str, Any]:
    """The question for `odds`, from the values of the form."""
    asked: dict[str, Any] = {"game": form.game}
    for side in form.sides:
        for field in side.fields:
            _put(asked, field, values[field.name])
    return asked


def _put(asked: dict[str, Any], field: Field, sent: str) -> None:
    *folders, name = field.path.split(".")
    spot = asked
    for folder in folders:
        spot = spot.setdefault(folder, {})
    match field.kind:
        case "numero":
            spot[name] = _number(sent)
        case "dados":
            spot.setdefault(name, []).extend([field.label] * min(_number(sent), 10))
        case "opcion":
            spot[name] = sent or None
        case "casilla":
            spot[name] = bool(sent)
        case "lista":
            spot[name] = [word.strip() for word in sent.split(",") if word.strip()]
        case "lineas":
            spot[name] = [line.strip() for line in sent.splitlines() if line.strip()]


def _number(sent: str) -> int:
    text = sent.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
