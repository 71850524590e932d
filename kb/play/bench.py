"""Times of the engine, in milliseconds: `python -m kb.play.bench`."""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kb.play.odds.answer import odds
from kb.play.order import order
from kb.play.order.situation import Situation

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
_AGAIN = {
    "xwing": ("Mientras efectúas un ataque, puedes volver a tirar 1 dado de ataque.",
              "Mientras efectúas un ataque, puedes volver a tirar hasta 2 dados de ataque."),
    "xwing_defensa": ("Mientras te defiendes, puedes volver a tirar 1 dado de defensa.",
                      "Mientras te defiendes, puedes volver a tirar hasta 2 dados de defensa."),
    "asalto": ("Al atacar, puedes volver a tirar 1 dado de ataque.",),
    "asalto_defensa": ("Al defenderte, puedes volver a tirar 1 dado de defensa.",),
}  # fmt: skip
_SURGES = ("[incremento]: +2 [daño]", "[incremento]: +2 Precisión", "[incremento]: Perforante 3")
_FOUR = ("rojo", "azul", "verde", "amarillo")
_WALL = {"die": "rojo", "surge": True, "cover": "densa", "tokens": {"esquiva": 2}}


def _xwing(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    return {"game": "xwing", "attack": {"dice": 6, **mine}, "defense": {"dice": 6, **theirs}}


def _legion(dice: tuple[int, int, int], aims: int, *keywords: str, **defense: Any) -> dict[str, Any]:
    pool = dict(zip(("rojo", "negro", "blanco"), dice, strict=True))
    attack = {"dice": pool, "surge": "impacto", "tokens": {"ataque_apuntado": aims}, "keywords": keywords}
    return {"game": "legion", "attack": attack, "defense": {**_WALL, **defense}}


def _assault(dice: tuple[str, ...], defense: tuple[str, ...], mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()) -> Any:
    attack = {"dice": dice, "type": "a_distancia", "range": 5, "abilities": _SURGES, "cards": mine}
    return {"game": "imperial-assault", "attack": attack, "defense": {"dice": defense, "cards": theirs}}


LARGEST: dict[str, tuple[dict[str, Any], ...]] = {
    "xwing": (
        _xwing({"tokens": {"blanco_fijado": 1, "fuerza": 3, "calculo": 3}},
               {"tokens": {"evasion": 3, "calculo": 3, "refuerzo": 2}}),
        _xwing({"tokens": {"blanco_fijado": 1, "calculo": 2}, "cards": _AGAIN["xwing"]},
               {"tokens": {"evasion": 1, "calculo": 2}, "cards": _AGAIN["xwing_defensa"]}),
    ),
    "legion": (
        _legion((0, 6, 12), 2, "Perforante 2", "Crítico 2"),
        _legion((4, 4, 4), 2, "Precisión 1"),
        _legion((4, 4, 4), 2, "Precisión 1", "Antiblindaje 2", cover="ninguna", keywords=("Blindaje",)),
        _legion((8, 8, 8), 2, "Precisión 3"),
    ),
    "imperial-assault": (
        _assault(("rojo", "rojo", "azul", "verde", "amarillo"), ("negro", "negro", "blanco")),
        _assault(_FOUR, ("negro", "blanco"), _AGAIN["asalto"], _AGAIN["asalto_defensa"]),
        _assault(_FOUR, ("negro", "blanco"), _AGAIN["asalto"] * 2, _AGAIN["asalto_defensa"] * 2),
    ),
    "rebellion": ({"game": "rebellion", "mission": {"dice": 10, "bonus": 2}, "opposition": {"dice": 10}},),
}  # fmt: skip
"""The largest pools that players roll: with tokens, with keywords, with rerolls on both sides."""


def timed(task: Callable[[], object], runs: int = 5) -> float:
    """Best of `runs` in processor time, after one that warms the caches of dice: what it takes when nobody else is there."""
    task()
    times = []
    for _ in range(runs):
        start = time.process_time()
        task()
        times.append((time.process_time() - start) * 1000)
    return round(min(times), 2)


def bench_play() -> dict[str, float]:
    found = {"odds_typical_ms": timed(lambda: odds(TYPICAL))}
    for game, questions in LARGEST.items():
        found[f"odds_largest_{game}_ms"] = max(timed(partial(odds, question), 3) for question in questions)
    rows = [{"nombre": f"c{i}", "jugador": "AB"[i % 2], "opcional": i % 3 > 0, "provoca": [f"e{i}"]} for i in range(20)]
    queue = Situation.model_validate({"juego": "xwing", "jugadores": ["A", "B"], "capacidades": rows})
    return {**found, "order_20_abilities_ms": timed(lambda: order(queue))}


if __name__ == "__main__":
    print(json.dumps(bench_play(), indent=1))
