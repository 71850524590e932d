"""Legión: the text of a card on a unit: keyword lines, weapon lines, surge charts, and sentences that act at their moment."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from grammar.compile import compile_text
from grammar.effects.reglas import Arma, Conversion, Cualidad, Cualidades
from grammar.game import Step, load_game
from kb.play.errors import PlayError
from kb.play.games.legion.ops import (
    Add,
    Cancel,
    Change,
    Chart,
    Choose,
    Cover,
    Dice,
    Effect,
    Flip,
    Forbid,
    Gain,
    Permit,
    Recolour,
    Reroll,
    Spend,
    Tokens,
    Wound,
)  # fmt: skip
from kb.play.games.legion.reading import read_rules
from kb.play.games.legion.verbs import Unreadable
from kb.play.keywords import terms

# What can be done during an attack, and to a unit at a moment of the round.
ATTACKING = (Cancel, Change, Add, Chart, Gain, Tokens, Wound, Forbid, Permit, Cover, Recolour, Dice, Reroll, Spend)
LIVING = (Tokens, Flip, Choose)
ROUND = frozenset(
    "impartir_ordenes comienzo_de_la_fase_de_activacion realizar_acciones tras_moverse final_de_la_activacion "
    "fase_final".split()
)
CHARTS = {"incremento_de_ataque": "incremento_de_ataque", "incremento_de_defensa": "incremento_de_defensa"}


@dataclass(frozen=True)
class Card:
    keywords: tuple[str, ...] = ()
    weapons: tuple[Mapping[str, Any], ...] = ()
    charts: tuple[tuple[str, str], ...] = ()
    effects: tuple[Effect, ...] = ()
    why_not: str = ""
    """Why its sentences are read but not run."""


@lru_cache(maxsize=1024)
def card(name: str, text: str) -> Card:
    result = compile_text(text, "legion")
    if result.status == "rechazado":
        raise PlayError(f"la carta «{name}» no se entiende: {result.diagnostics[0].message}")
    found = result.effects
    keywords = [_line(k) for effect in found if isinstance(effect, Cualidades) for k in effect.lista]
    weapons = tuple(_weapon(effect) for effect in found if isinstance(effect, Arma))
    charts = tuple((effect.de, effect.a) for effect in found if isinstance(effect, Conversion))
    try:
        effects = read_rules(name, found, result.canonical or text)
        for effect in effects:
            _runs(effect)
    except Unreadable as error:
        return Card(tuple(keywords), weapons, charts, (), str(error))
    # «Esta unidad gana Precisión 1»: at all times.
    constant = [effect for effect in effects if not effect.step]
    keywords += [_gained(op) for effect in constant for op in effect.ops if isinstance(op, Gain)]
    return Card(tuple(keywords), weapons, charts, tuple(effect for effect in effects if effect.step))


def _runs(effect: Effect) -> None:
    """A sentence acts only where the engine has its moment and can do there what it says."""
    known: tuple[type, ...] = ATTACKING if effect.step in attack_steps() else LIVING if effect.step in ROUND else ()
    if effect.step and not all(isinstance(op, known) for op in effect.ops):
        raise Unreadable(f"en «{effect.step}» no se ejecuta")


@cache
def attack_steps() -> frozenset[str]:
    game = load_game("legion")

    def walk(rows: tuple[Step, ...]) -> Iterator[str]:
        for row in rows:
            yield row.id
            yield from walk(row.pasos)

    return frozenset((*walk(game.ataque), "otros_efectos_posteriores"))


def _line(keyword: Cualidad) -> str:
    number = f" {keyword.valor}" if keyword.valor is not None else ""
    about = ", ".join(keyword.nombres)
    return f"{terms()[keyword.id].nombre}{number}" + (f": {about}" if about else "")


def _gained(op: Gain) -> str:
    term = terms()[op.keyword]
    return f"{term.nombre} {op.n}" if "X" in term.parametros else term.nombre


def _weapon(line: Arma) -> Mapping[str, Any]:
    dice: dict[str, int] = {}
    for row in line.dados:
        colour = row.color.removeprefix("color_")
        dice[colour] = dice.get(colour, 0) + row.cantidad
    kinds = (["cuerpo_a_cuerpo"] if line.cuerpo_a_cuerpo else []) + (["a_distancia"] if line.alcance else [])
    reach = [min(line.alcance), max(line.alcance)] if line.alcance else None
    return {"dados": dice, "cualidades": [_line(k) for k in line.cualidades], "tipos": kinds, "alcance": reach}


def expanded(unit: Any) -> Any:
    """A unit as given, with its cards' keywords, weapons and charts in their places; sentences stay on the card."""
    if not isinstance(unit, dict) or not isinstance(unit.get("cartas"), dict):
        return unit
    keywords, weapons = unit.get("cualidades", ()), unit.get("armas", {})
    if not isinstance(keywords, list | tuple) or not isinstance(weapons, dict):
        return unit  # refused by its fields
    unit = {**unit, "cualidades": list(keywords), "armas": dict(weapons)}
    left: dict[str, str] = {}
    for name, text in unit["cartas"].items():
        if not isinstance(text, str):
            raise ValueError(f"la carta «{name}» lleva su texto")
        found = card(name, text)
        unit["cualidades"] += found.keywords
        for i, weapon in enumerate(found.weapons):
            unit["armas"][name if not i else f"{name} {i + 1}"] = dict(weapon)
        for kind, into in found.charts:
            unit[CHARTS[kind]] = True if into == "bloqueo" else into
        if found.effects or found.why_not:
            left[name] = text
    return {**unit, "cartas": left}
