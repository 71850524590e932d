"""Ten minutes of a tournament day against the real server: `python -m tests.soak.load --seconds 600`.

First it finds how many connections give the highest rate, then keeps that up (a closed loop), then asks at 70 % of it on a
fixed clock (an open loop), where a wait begins when a request was due: that is the honest p99. Prints one JSON line; exit 1
where there was any error or memory grew.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from statistics import linear_regression
from typing import Any

from kb.build import build_from, lexicons
from kb.search.searcher import build_index
from kb.store import open_kb, write
from tests.soak import material
from tests.soak.client import Client, Tally
from tests.soak.served import Served, digest, sampled, served
from tests.soak.traffic import SHARES, Traffic

CONNECTIONS = (2, 4, 8, 16, 32)
ENOUGH = 0.97
"""The fewest connections that reach this much of the best rate: more only wait longer."""
SHARE = 0.7
SETTLED = 0.2
"""Memory is judged after this part of the run: until then caches fill."""
GROWTH_SHARE, GROWTH_MB = 0.05, 12.0
"""Flat: the line through the samples rises by less than 5 % of the memory, or 12 MB, over the judged part."""


def knowledge_base() -> Path:
    """Of the official books where KB_BOOKS names them, else of the corpus we ship."""
    books = os.environ.get("KB_BOOKS")
    if not books:
        return material.shipped_kb()
    out = material.shipped_kb().parent / "oficial"
    built = build_from(Path(books))
    write(out, built.entries, built.report, built.repairs, lambda folder: build_index(built.entries, lexicons(), folder))
    return out


def load(
    kb: Path, seconds: float, open_seconds: float, step: float, seed: int, tell: bool = True, fill: float = 0.0,
    workers: int = 2,
) -> dict[str, Any]:  # fmt: skip
    entries = open_kb(kb).entries
    traffic = Traffic(entries, seed)
    with served(kb, workers) as here:
        client = Client(here.address, iter(traffic), traffic.etags)
        first = here.memory()
        client.closed(4, step)  # each worker loads its grammars and books
        best, tried = _best(client, step, tell)
        client.closed(best, fill)  # caches fill with pages and words, once
        cpu, own, start = here.cpu(), time.process_time(), time.monotonic()
        with sampled(here, max(0.5, min(5.0, seconds / 60))):
            steady = client.closed(best, seconds)
        wall = time.monotonic() - start
        used, mine = here.cpu() - cpu, time.process_time() - own
        clocked = client.open(max(64, best), open_seconds, steady.rate * SHARE)
        memory = growth(here, first)
        faults = here.faults()
    found: dict[str, Any] = {
        "kb": digest(kb)[:12], "entries": len(entries), "shares": SHARES, "connections": best, "tried": tried, "seed": seed,
        "closed": _told(steady), "open": {**_told(clocked), "asked_rate": round(steady.rate * SHARE, 1), "late": clocked.late},
        "cpu": {"server": round(used / wall, 2), "client": round(mine / wall, 2), "cores": os.cpu_count()},
        "memory": memory, "faults_in_log": faults,
    }  # fmt: skip
    return {**found, "ok": not (steady.errors or clocked.errors or faults or not memory["flat"])}


def _best(client: Client, step: float, tell: bool) -> tuple[int, dict[int, float]]:
    rates: dict[int, float] = {}
    for connections in CONNECTIONS:
        rates[connections] = round(client.closed(connections, step).rate, 1)
        if tell:
            print(f"carga: {connections} conexiones, {rates[connections]:.0f} peticiones/s", file=sys.stderr)
    return next(n for n, rate in rates.items() if rate >= ENOUGH * max(rates.values())), rates


def _told(tally: Tally) -> dict[str, Any]:
    return {
        "requests": tally.requests, "seconds": round(tally.seconds, 1), "rate": round(tally.rate, 1), "errors": tally.errors,
        "statuses": {str(k): n for k, n in sorted(tally.statuses.items())}, "failures": dict(tally.failures),
        "ms": tally.percentiles(),
    }  # fmt: skip


def growth(here: Served, first: int) -> dict[str, Any]:
    """The workers' memory over the judged part of the run, in megabytes."""
    end = here.samples[-1][0]
    judged = [(at, kb / 1024) for at, kb in here.samples if at >= SETTLED * end]
    slope = linear_regression(*zip(*judged, strict=True)).slope if len(judged) > 2 else 0.0
    rise, mean = slope * (1 - SETTLED) * end, sum(mb for _, mb in judged) / len(judged)
    limit = max(GROWTH_MB, GROWTH_SHARE * mean)
    return {
        "start_mb": round(first / 1024, 1), "settled_mb": round(judged[0][1], 1), "end_mb": round(judged[-1][1], 1),
        "highest_mb": round(max(kb for _, kb in here.samples) / 1024, 1), "rise_mb": round(rise, 2),
        "limit_mb": round(limit, 1), "samples": len(here.samples), "flat": rise < limit,
    }  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--open", type=float, default=120, help="seconds of the open loop")
    parser.add_argument("--step", type=float, default=6, help="seconds for each number of connections tried")
    parser.add_argument("--fill", type=float, default=60, help="seconds before it counts, in which caches fill")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    found = load(knowledge_base(), args.seconds, args.open, args.step, args.seed, fill=args.fill)
    print(json.dumps(found, ensure_ascii=False), flush=True)
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
