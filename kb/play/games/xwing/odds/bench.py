"""X-Wing: what `make bench` asks of its odds."""

from typing import Any

TYPICAL: dict[str, Any] = {
    "game": "xwing",
    "attack": {
        "dice": 6,
        "tokens": {"concentracion": 1, "blanco_fijado": 1},
        "cards": [
            "Mientras efectúas un ataque, puedes cambiar 1 resultado [impacto] por un resultado [crítico].",
            "Mientras efectúas un ataque, puedes volver a tirar 1 dado de ataque.",
        ],
    },
    "defense": {
        "dice": 5,
        "tokens": {"concentracion": 1, "evasion": 1},
        "cards": [
            "Mientras te defiendes, puedes volver a tirar 1 dado de defensa.",
            "Mientras te defiendes, puedes cambiar 1 de tus resultados de cara vacía por un resultado [evasión].",
        ],
    },
}
_AGAIN = (
    "Mientras efectúas un ataque, puedes volver a tirar 1 dado de ataque.",
    "Mientras efectúas un ataque, puedes volver a tirar hasta 2 dados de ataque.",
)
_AGAIN_DEFENDING = (
    "Mientras te defiendes, puedes volver a tirar 1 dado de defensa.",
    "Mientras te defiendes, puedes volver a tirar hasta 2 dados de defensa.",
)


def _question(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    return {"game": "xwing", "attack": {"dice": 6, **mine}, "defense": {"dice": 6, **theirs}}


LARGEST: tuple[dict[str, Any], ...] = (
    _question({"tokens": {"blanco_fijado": 1, "fuerza": 3, "calculo": 3}},
              {"tokens": {"evasion": 3, "calculo": 3, "refuerzo": 2}}),
    _question({"tokens": {"blanco_fijado": 1, "calculo": 2}, "cards": _AGAIN},
              {"tokens": {"evasion": 1, "calculo": 2}, "cards": _AGAIN_DEFENDING}),
)  # fmt: skip
