"""Times of the engine, in milliseconds: `python -m kb.play.bench`. What is asked comes from each game (`odds/bench.py`)."""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from grammar.game import DEFAULT_GAME
from kb.play.odds.answer import odds
from kb.play.order import order
from kb.play.order.situation import Situation
from kb.play.plays import FOLDERS, has, part

PART = "odds.bench"
LARGEST: dict[str, tuple[dict[str, Any], ...]] = {game: part(game, PART).LARGEST for game in FOLDERS if has(game, PART)}
"""The largest pools that players roll: with tokens, with keywords, with rerolls on both sides."""
TYPICAL: dict[str, Any] = part(DEFAULT_GAME, PART).TYPICAL


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
    queue = Situation.model_validate({"juego": DEFAULT_GAME, "jugadores": ["A", "B"], "capacidades": rows})
    return {**found, "order_20_abilities_ms": timed(lambda: order(queue))}


if __name__ == "__main__":
    print(json.dumps(bench_play(), indent=1))
