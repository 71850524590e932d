"""Eight clients send the worst requests we know, as often as their address may, while others read kept pages: `python -m
tests.soak.worst --seconds 60`. Prints one JSON line; exit 1 where a reader was refused or p99 is over 200 ms.

Each attacker comes from an address of its own (127.0.0.11 and on), so that the rates of the site count them apart.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

from kb.store import open_kb
from tests.hostile import corpus, filled
from tests.soak import material
from tests.soak.client import Client, Tally
from tests.soak.served import served
from tests.soak.traffic import Request
from web.guard.budgets import PER_MINUTE

CLIENTS, READS = 8, 60
"""Attackers; and pages that readers ask for in a second."""
MOST_MS = 200.0
JSON, FORM, FILE = "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


def bomb(level: int) -> str:
    """The audit's: anchors that begin with a sign, each ten of the one before."""
    lists = [f"&-a{n} [{','.join([f'*-a{n - 1} '] * 10 if n else 'x' * 10)}]" for n in range(level)]
    return f"- text: Tira 1 dado.\n  x: [{', '.join(lists)}]\n  id: *-a{level - 1}\n"


def worst() -> list[tuple[str, str, str, bytes]]:
    """Method, address, kind and body: what was ever slow, filled up to its limit."""
    found: list[tuple[str, str, str, bytes]] = []
    for level in (5, 6, 7, 8):
        part = f'--x\r\nContent-Disposition: form-data; name="fichero"; filename="a.yaml"\r\n\r\n{bomb(level)}\r\n--x--\r\n'
        found.append(("POST", "/taller/fichero", FILE, part.encode()))
    for condition in (" " * 100, "a" + " " * 98 + "b"):
        rows = [{"nombre": f"n{n}", "jugador": "A", "requiere": [condition] * 3} for n in range(150)]
        told = {"juego": "xwing", "jugadores": ["A"], "capacidades": rows}
        found.append(("POST", "/api/v1/order", JSON, json.dumps(told).encode()))
    found += [("POST", "/api/v1/odds", JSON, json.dumps(row["question"]).encode()) for row in corpus("tiradas")]
    for row in corpus("textos"):
        if row["name"] in ("frases", "de verdad", "anidado", "comas", "cualidades"):
            text = filled(row, 1900)
            found.append(("POST", "/api/v1/compile", JSON, json.dumps({"text": text}).encode()))
            found.append(
                ("POST", "/api/v1/lint", JSON, json.dumps({"cards": [{"text": text, "game": "legion"}] * 10}).encode())
            )
            found.append(("POST", "/taller", FORM, urlencode({"texto": text}).encode()))
            found.append(("GET", "/taller/prueba?" + urlencode({"texto": text[:480], "juego": "xwing"}), "", b""))
            found.append(("GET", "/?" + urlencode({"q": text[:280]}), "", b""))
    return found


def attack(address: tuple[str, int], source: str, seconds: float, offset: int, told: "multiprocessing.Queue[Any]") -> None:
    """At the rate that an address may work, until the time is over; a late answer makes no later request wait twice."""
    statuses, requests = Counter[str](), worst()
    pace, start = 60 / PER_MINUTE["trabajar"], time.monotonic()
    line = http.client.HTTPConnection(*address, timeout=30, source_address=(source, 0))
    for number, (method, path, kind, body) in enumerate(
        cycle(requests[offset % len(requests) :] + requests[: offset % len(requests)])
    ):
        due = start + number * pace
        if time.monotonic() > start + seconds:
            break
        time.sleep(max(0.0, due - time.monotonic()))
        try:
            line.request(method, path, body or None, {"Content-Type": kind} if kind else {})
            answer = line.getresponse()
            answer.read()
            statuses[str(answer.status)] += 1
        except (OSError, http.client.HTTPException) as error:
            statuses[type(error).__name__] += 1
            line.close()
    line.close()
    told.put(statuses)


def read(address: tuple[str, int], paths: list[str], seconds: float) -> Tally:
    """Kept pages on a fixed clock: a wait begins when the page was due."""
    requests = [Request("entrada", f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), "") for path in paths]
    return Client(address, cycle(requests), {}).open(32, seconds, READS)


def run(seconds: float) -> dict[str, Any]:
    kb = material.shipped_kb()
    paths = [f"/{entry.id}" for entry in open_kb(kb).entries if not entry.redirect][:200]
    with served(kb, rates=True) as here:
        read(here.address, paths, max(5.0, seconds / 4))  # every worker makes and keeps them
        quiet = read(here.address, paths, seconds)
        spawn = multiprocessing.get_context("spawn")
        told: multiprocessing.Queue[Any] = spawn.Queue()
        attackers = [
            spawn.Process(target=attack, args=(here.address, f"127.0.0.{11 + n}", seconds + 5, n * 3, told), daemon=True)
            for n in range(CLIENTS)
        ]
        for one in attackers:
            one.start()
        time.sleep(5)  # they import their Python first
        attacked = read(here.address, paths, seconds)
        sent = sum((told.get(timeout=120) for _ in attackers), Counter[str]())
        faults = max(0, here.faults() - sent["503"])  # each 503 has its line
    ms = {name: tally.percentiles()["todas"] for name, tally in (("quiet", quiet), ("attacked", attacked))}
    failed = {name: tally.errors for name, tally in (("quiet", quiet), ("attacked", attacked))}
    wrong = {status: n for status, n in sent.items() if (status.startswith("5") and status != "503") or not status.isdecimal()}
    return {
        "soak": "lo peor que se conoce", "clients": CLIENTS, "attacks": dict(sorted(sent.items())), "wrong": wrong,
        "reads": attacked.requests, "failed_reads": failed["attacked"] + failed["quiet"], "faults_in_log": faults,
        "quiet_ms": ms["quiet"], "attacked_ms": ms["attacked"], "limit_ms": MOST_MS, "load": round(os.getloadavg()[0], 1),
        "ok": not (failed["attacked"] or wrong or faults) and ms["attacked"]["p99"] <= MOST_MS,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    found = run(parser.parse_args().seconds)
    print(json.dumps(found, ensure_ascii=False), flush=True)
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
