"""Sentences of events agree with their numbers: «anula 1 resultado», «sufre 2 Heridas»."""

import re

_PLURALS = {
    "resultados": "resultado", "fichas": "ficha", "Heridas": "Herida", "impactos": "impacto", "dados": "dado",
    "miniaturas": "miniatura", "escudos": "escudo", "bloqueos": "bloqueo", "críticos": "crítico", "incrementos": "incremento",
    "Esquivas": "Esquiva", "acciones": "acción", "puntos": "punto",
}  # fmt: skip
_ONE = re.compile(rf"\b1 ({'|'.join(_PLURALS)})\b((?: \w+)? pasan\b)?")
_FALL = re.compile(r"\bcaen (1 miniatura)\b")
_LEFT = re.compile(r"\bquedan 1\b")


def agree(text: str) -> str:
    text = _ONE.sub(lambda m: f"1 {_PLURALS[m[1]]}" + (m[2] or "").replace("pasan", "pasa"), text)
    return _LEFT.sub("queda 1", _FALL.sub(r"cae \1", text))
