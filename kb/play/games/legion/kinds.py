"""Legión: what a unit is, by the noun or the quality that a text says."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from kb.play.games.legion.state import Unit
from kb.play.logic import Known
from kb.text import identifier

RANKS = ("comandante", "agente", "tropa", "fuerzas_especiales", "apoyo", "pesada")


def _infantry(unit: Unit) -> bool:
    return not unit.vehiculo and not unit.repulsor


def _ranked(rank: str, unit: Unit) -> Known:
    return unit.categoria == rank if unit.categoria else None


KINDS: Mapping[str, Callable[[Unit], Known]] = {
    "unidad": lambda u: True,
    "vehiculo": lambda u: u.vehiculo or u.repulsor,
    "infanteria": _infantry,
    "infanteria_droide": lambda u: _infantry(u) and u.droide,
    "infanteria_clon": lambda u: _infantry(u) and u.clon,
    "droide": lambda u: u.droide,
    "clon": lambda u: u.clon,
    "repulsor": lambda u: u.repulsor,
    "acobardado": Unit.suppressed,
    "presa_del_panico": Unit.panics,
    "activado": lambda u: u.orden == "boca_abajo",
    "derrotado": lambda u: u.derrotada,
    "herido": lambda u: u.heridas > 0,
    "danado": lambda u: u.danado,
    **{rank: partial(_ranked, rank) for rank in RANKS},
}
"""What a unit is, by noun or by quality; what nobody told of it is not known."""


def kind_named(card: str) -> str:
    """The kind that a keyword names after its colon («Selección avanzada de blanco: vehículos 2»); empty: none of these."""
    told = identifier(re.sub(r"\d+", "", card.partition(":")[2]))
    return next((kind for kind in (told, told.removesuffix("s")) if kind in KINDS), "")
