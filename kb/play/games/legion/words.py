"""Sentences of events as players write them: numbers agree («sufre 1 Herida»), tokens and faces have their names."""

import re
from collections.abc import Sequence
from functools import cache

from grammar.game import load_game
from kb.play.games.legion.odds.rules import COLOURS

_PLURALS = {
    "resultados": "resultado", "fichas": "ficha", "Heridas": "Herida", "impactos": "impacto", "dados": "dado",
    "miniaturas": "miniatura", "escudos": "escudo", "bloqueos": "bloqueo", "críticos": "crítico", "incrementos": "incremento",
    "Esquivas": "Esquiva", "acciones": "acción", "puntos": "punto",
}  # fmt: skip
_ONE = re.compile(rf"\b1 ({'|'.join(_PLURALS)})\b((?: \w+)? pasan\b)?")
_FALL = re.compile(r"\bcaen (1 miniatura)\b")
_LEFT = re.compile(r"\bquedan 1\b")


_TOKEN = re.compile(r"\b(fichas? de|de) ([a-z]+(?:_[a-z]+)*)\b")
_FACE = re.compile(r"\b(critico|vacia)\b")


@cache
def _names() -> dict[str, str]:
    return {token.id: token.nombre for token in load_game("legion").fichas}


def dice_words(pool: Sequence[int]) -> str:
    """«2 dados rojos, 1 dado negro»."""
    said = [f"{n} dado {c}" if n == 1 else f"{n} dados {c}s" for c, n in zip(COLOURS, pool, strict=True) if n]
    return ", ".join(said) or "0 dados"


def agree(text: str) -> str:
    text = _TOKEN.sub(lambda m: f"{m[1]} {_names().get(m[2], m[2])}", text)
    text = _FACE.sub(lambda m: {"critico": "crítico", "vacia": "cara vacía"}[m[1]], text)
    text = _ONE.sub(lambda m: f"1 {_PLURALS[m[1]]}" + (m[2] or "").replace("pasan", "pasa"), text)
    return _LEFT.sub("queda 1", _FALL.sub(r"cae \1", text))
