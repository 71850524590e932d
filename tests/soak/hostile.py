"""The hostile corpus against every endpoint, timed: `python -m tests.soak.hostile`. A 5xx or an answer over its time fails.

The time is the thread's own, best of three once the endpoint is warm, so that the machine's other work counts little.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from kb.build import build_from, lexicons
from kb.search.searcher import build_index
from kb.store import write
from tests.hostile import Attack, attacks
from web.app import create_app
from web.guard.budgets import BUDGETS, MOST_MS
from web.rulings.database import database_url, upgrade

TRIES = 3


def measured(client: object, attack: Attack) -> tuple[int, float]:
    best, status = float("inf"), 0
    for _ in range(TRIES):
        start = time.thread_time()
        status = attack.send(client).status_code  # type: ignore[arg-type]
        best = min(best, (time.thread_time() - start) * 1000)
        if best < MOST_MS / 4:
            break
    return status, best


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_STATE_HOME=folder, KB_RATE="0", KB_LOG_LEVEL="error")
        built = build_from(None)
        out = Path(folder) / "kb"
        write(out, built.entries, built.report, built.repairs, lambda place: build_index(built.entries, lexicons(), place))
        upgrade(database_url())
        client = create_app(out).test_client()
        for game in ("xwing", "legion", "rebellion", "imperial-assault", "leyendas"):
            client.post("/api/v1/compile", json={"text": "Tira 1 dado.", "game": game})
        worst: list[tuple[float, int, str, str]] = []
        wrong: list[tuple[float, int, str, str]] = []
        number = 0
        for rule in BUDGETS:
            rows = []
            for attack in attacks(rule):
                number += 1
                status, took = measured(client, attack)
                rows.append((round(took, 1), status, rule, attack.name))
            worst += [max(rows)] if rows else []
            wrong += [row for row in rows if row[1] >= 500 or row[0] > BUDGETS[rule].ms]
            print(f"  {rule}: {max(rows)[0] if rows else 0} ms", file=sys.stderr, flush=True)
    top = sorted(worst, reverse=True)[:8]
    print(json.dumps({"requests": number, "limit_ms": MOST_MS, "worst": top, "wrong": wrong}, ensure_ascii=False))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
