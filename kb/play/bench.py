"""Times of the engine, in milliseconds: `python -m kb.play.bench`."""

import json
import time
from collections.abc import Callable
from typing import Any

from kb.play.odds import odds
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
LARGEST: dict[str, dict[str, Any]] = {
    "xwing": {
        "game": "xwing",
        "attack": {"dice": 6, "tokens": {"blanco_fijado": 1, "fuerza": 3, "calculo": 3}},
        "defense": {"dice": 6, "tokens": {"evasion": 3, "calculo": 3, "refuerzo": 2}},
    },
    "legion": {
        "game": "legion",
        "attack": {"dice": {"rojo": 0, "negro": 6, "blanco": 12}, "surge": "impacto", "tokens": {"ataque_apuntado": 2},
                   "keywords": ["Perforante 2", "Crítico 2"]},
        "defense": {"die": "rojo", "surge": True, "cover": "densa", "tokens": {"esquiva": 2}},
    },
    "imperial-assault": {
        "game": "imperial-assault",
        "attack": {"dice": ["rojo", "rojo", "azul", "verde", "amarillo"], "type": "a_distancia", "range": 5,
                   "abilities": ["[incremento]: +2 [daño]", "[incremento]: +2 Precisión", "[incremento]: Perforante 3"]},
        "defense": {"dice": ["negro", "negro", "blanco"]},
    },
    "rebellion": {"game": "rebellion", "mission": {"dice": 10, "bonus": 2}, "opposition": {"dice": 10}},
}  # fmt: skip


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
    for game, question in LARGEST.items():
        found[f"odds_largest_{game}_ms"] = timed(lambda question=question: odds(question), 3)  # type: ignore[misc]
    rows = [{"nombre": f"c{i}", "jugador": "AB"[i % 2], "opcional": i % 3 > 0, "provoca": [f"e{i}"]} for i in range(20)]
    queue = Situation.model_validate({"juego": "xwing", "jugadores": ["A", "B"], "capacidades": rows})
    return {**found, "order_20_abilities_ms": timed(lambda: order(queue))}


if __name__ == "__main__":
    print(json.dumps(bench_play(), indent=1))
