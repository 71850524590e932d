"""Legión: the text of a card on a unit: keyword lines, weapon lines, surge charts, and sentences that act at their moment."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grammar.meaning.effect import Capacidad, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Rango, Value, Yo
from kb.play.errors import PlayError
from kb.play.games.legion.terms import terms
from kb.play.meaning.abilities import effects_of, refusal

CHARTS = {"incremento_de_ataque": "incremento_de_ataque", "incremento_de_defensa": "incremento_de_defensa"}


@dataclass(frozen=True)
class Card:
    keywords: tuple[str, ...] = ()
    weapons: tuple[Mapping[str, Any], ...] = ()
    charts: tuple[tuple[str, str], ...] = ()
    sentences: bool = False
    """It has something that acts at its moment."""


@lru_cache(maxsize=1024)
def card(name: str, text: str) -> Card:
    if why := refusal(text, "legion"):
        raise PlayError(f"la carta «{name}» no se entiende: {why}")
    keywords: list[str] = []
    weapons: list[Mapping[str, Any]] = []
    charts: list[tuple[str, str]] = []
    sentences = False
    for effect in effects_of(text, "legion"):
        if effect.clase == "arma":
            weapons.append(_weapon(effect))
        elif effect.clase == "palabras_clave":
            for thing in _had(effect):
                keywords += [_line(thing)] if thing.sort == "palabra_clave" else []
                charts += [_chart(thing)] if thing.sort == "conversion" else []
        elif constant := _gained(effect):
            keywords += map(_line, constant)  # «Esta unidad gana Precisión 1»: at all times
        else:
            sentences = True
    return Card(tuple(keywords), tuple(weapons), tuple(charts), sentences)


def _had(effect: Capacidad) -> Iterator[Cosa]:
    for item in effect.pasos:
        thing = item.role("que") if isinstance(item, Hecho) and item.verb == "tener" else None
        if isinstance(thing, Cosa):
            yield thing


def _gained(effect: Capacidad) -> tuple[Cosa, ...]:
    if effect.clase != "constante" or effect.cuando:
        return ()
    found: list[Cosa] = []
    for step in effect.pasos:
        plain = isinstance(step, Paso) and not (step.modo or step.si or step.cuando or step.coste or step.si_no)
        for fact in step.efecto if isinstance(step, Paso) and plain else (None,):
            thing = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "recibir" and not fact.circ else None
            if not isinstance(thing, Cosa) or thing.sort != "palabra_clave" or fact is None or fact.role("quien") != Yo():  # type: ignore[union-attr]
                return ()
            found.append(thing)
    return tuple(found)


def _line(thing: Cosa) -> str:
    """A keyword as a unit writes it: «Perforante 2», «Punto débil 1: posterior»."""
    number, about = "", []
    for cond in thing.filters:
        what = cond.role("que") if isinstance(cond, Hecho) else None
        if isinstance(what, Rango):
            number = f" {what.desde}"
        elif what is not None:
            about.append(_name(what))
    return f"{terms()[thing.noun].nombre}{number}" + (f": {', '.join(about)}" if about else "")


def _name(value: Value) -> str:
    return getattr(value, "nombre", "") or getattr(value, "id", "") or getattr(value, "noun", "")


def _chart(thing: Cosa) -> tuple[str, str]:
    (row,) = (cond for cond in thing.filters if isinstance(cond, Hecho))
    return _name(row.role("que")), _name(row.role("en"))  # type: ignore[arg-type]


def _weapon(effect: Capacidad) -> Mapping[str, Any]:
    dice: dict[str, int] = {}
    for item in effect.pasos:
        thing = item.role("que") if isinstance(item, Hecho) and item.verb == "tirar" else None
        if isinstance(thing, Cosa):
            (colour,) = (c.role("que") for c in thing.filters if isinstance(c, Hecho))
            assert isinstance(colour, Cual)
            dice[colour.id] = dice.get(colour.id, 0) + int(thing.qty.n)
    spans = [value for key, value in effect.cabecera if key == "alcance"]
    melee = any(isinstance(span, Cual) for span in spans)
    reach = next(([int(s.desde), int(s.hasta)] for s in spans if isinstance(s, Rango) and s.desde.isdigit()), None)
    kinds = (["cuerpo_a_cuerpo"] if melee else []) + (["a_distancia"] if reach else [])
    keywords = [_line(thing) for thing in _had(effect) if thing.sort == "palabra_clave"]
    return {"dados": dice, "cualidades": keywords, "tipos": kinds, "alcance": reach}


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
        if found.sentences:
            left[name] = text
    return {**unit, "cartas": left}
