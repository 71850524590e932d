"""Legión: what `make bench` asks of its odds."""

from typing import Any

_WALL = {"die": "rojo", "surge": True, "cover": "densa", "tokens": {"esquiva": 2}}


def _question(dice: tuple[int, int, int], aims: int, *keywords: str, **defense: Any) -> dict[str, Any]:
    pool = dict(zip(("rojo", "negro", "blanco"), dice, strict=True))
    attack = {"dice": pool, "surge": "impacto", "tokens": {"ataque_apuntado": aims}, "keywords": keywords}
    return {"game": "legion", "attack": attack, "defense": {**_WALL, **defense}}


LARGEST: tuple[dict[str, Any], ...] = (
    _question((0, 6, 12), 2, "Perforante 2", "Crítico 2"),
    _question((4, 4, 4), 2, "Precisión 1"),
    _question((4, 4, 4), 2, "Precisión 1", "Antiblindaje 2", cover="ninguna", keywords=("Blindaje",)),
    _question((8, 8, 8), 2, "Precisión 3"),
)
