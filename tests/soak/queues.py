"""Phones that come back: `python -m tests.soak.queues --queues 100 --database sqlite|postgres`.

Each judge's phone has kept rulings and acts of an event while it had no network. It sends them in random order over lines that
are cut (half a request; a whole one whose answer never comes) and twice where it cannot know, and the server itself is killed
now and then. Afterwards each thing is there once, with its author and its own time, every history adds up and the event's
board is that of the acts in their own order. Prints one JSON line; exit 1 on anything lost, doubled or strange.
"""

import argparse
import contextlib
import json
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.servers import free_port
from tests.soak.cluster import Missing
from tests.soak.judge import BROKEN, PASSWORD, Judge
from tests.soak.rulings import Site, database, small_kb
from web.accounts.judges import add_judge
from web.events import store
from web.events.log import Act, board
from web.rulings.database import open_engine, upgrade
from web.rulings.states import state_in, state_of, whole
from web.rulings.tables import EventAct, Revision, Ruling
from web.rulings.times import aware

PHONES = 4
KILL_EVERY = 20
"""Queues between two blows to the server."""
CUTS = ("half", "deaf", "twice", None, None)


@dataclass(frozen=True)
class Item:
    path: str
    fields: dict[str, str]

    @property
    def sending(self) -> str:
        return self.fields["envio"]


def queue(rng: random.Random, number: int, author: int, event: str, rules: list[str]) -> list[Item]:
    """What one judge did in an hour without network, in the order in which they did it."""
    clock, items = datetime.now(UTC) - timedelta(hours=2), list[Item]()

    def did(path: str, **fields: str) -> str:
        nonlocal clock
        clock += timedelta(seconds=rng.randint(1, 300))
        sending = f"cola-{number:05}-{len(items):03}-{rng.getrandbits(64):016x}"
        items.append(Item(path, {**fields, "envio": sending, "autor": str(author), "hora": clock.isoformat()}))
        return sending

    acts = f"{event}/actos"
    for n in range(rng.randint(1, 3)):
        call = did(acts, acto="llamada", table=str(n + 1), text=f"¿Pregunta {n} de la cola {number}?")
        if rng.random() < 0.8:
            did(acts, acto="atiende", call=call)
        if rng.random() < 0.6:
            did(acts, acto="cierra", call=call)
    for n in range(rng.randint(1, 2)):
        did(
            "/dictamenes/nuevo", game="rebellion", question=f"¿Dictamen {n} de la cola {number}?", answer=f"Sí, {number}.",
            citations=rng.choice(rules), cards="", event="",
        )  # fmt: skip
    rule = rng.choice(rules)
    did(acts, acto="fija", rule=rule)
    if rng.random() < 0.5:
        did(acts, acto="suelta", rule=rule)
    if rng.random() < 0.5:
        did(acts, acto="sancion", kind="aviso", text=f"Aviso de la cola {number}.")
    return items


@dataclass
class Phone:
    """Sends as `web/static/cola.js` does: what is not acknowledged stays, and is tried again."""

    judge: Judge
    rng: random.Random
    gate: threading.Lock
    cuts: int = 0
    again: int = 0
    strange: list[str] = field(default_factory=list)

    def send_all(self, items: Iterable[Item]) -> None:
        left = list(items)
        self.rng.shuffle(left)
        while left:
            item = left.pop(self.rng.randrange(len(left)))
            if not self._sent(item):
                left.append(item)
                self.again += 1

    def _sent(self, item: Item) -> bool:
        cut = self.rng.choice(CUTS)
        try:
            ficha = json.loads(self.judge.ask("/mesa/ficha").text)["ficha"]
            if cut in ("half", "deaf"):
                self.cuts += 1
                self._cut(item, ficha, cut)
                return False
            for _ in range(2 if cut == "twice" else 1):
                answer = self.judge.ask(item.path, {**item.fields, "ficha": ficha or ""})
        except (*BROKEN, ValueError):
            time.sleep(0.1)
            return False
        if answer.status not in (303, 503):
            self.strange.append(f"{answer.status} at {item.path}: {answer.text[:300]}")
            return True
        return answer.status == 303

    def _cut(self, item: Item, ficha: str, how: str) -> None:
        body = urlencode({**item.fields, "ficha": ficha}).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.judge.cookies.items())
        head = (
            f"POST {item.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        told = head.encode() + body
        with socket.create_connection(("127.0.0.1", self.judge.port), 30) as line:
            line.sendall(told[: len(told) - self.rng.randint(1, len(body))] if how == "half" else told)
            time.sleep(self.rng.uniform(0, 0.05))


def verdict(session: Session, items: list[Item], author: int, event: int) -> dict[str, list[str]]:
    wrong: dict[str, list[str]] = {"lost": [], "doubled": [], "changed": [], "history": []}
    acts = {act.sending: act for act in session.scalars(select(EventAct).where(EventAct.event_id == event))}
    pages: dict[str | None, Revision] = {}
    for page in session.scalars(select(Revision)):
        if page.sending in pages:
            wrong["doubled"].append(str(page.sending))
        pages[page.sending] = page
    rulings = {row.id: row for row in session.scalars(select(Ruling)).unique()}
    told: list[Act] = []
    for item in items:
        row = acts.get(item.sending) if "acto" in item.fields else pages.get(item.sending)
        if row is None:
            wrong["lost"].append(item.sending)
            continue
        at = row.at
        if row.author_id != author or at is None or aware(at) != datetime.fromisoformat(item.fields["hora"]):
            wrong["changed"].append(item.sending)
        if isinstance(row, EventAct):
            data = {name: item.fields[name] for name in ("table", "text", "call", "kind", "rule") if name in item.fields}
            if row.kind != item.fields["acto"] or json.loads(row.data) != data:
                wrong["changed"].append(item.sending)
            told.append(Act(item.sending, row.kind, "", datetime.fromisoformat(item.fields["hora"]), data))
        elif not whole([row]) or state_in(row) != state_of(rulings[row.ruling_id]):
            wrong["history"].append(item.sending)
    wrong["doubled"] += sorted(acts.keys() - {item.sending for item in items})
    if len(rulings) != sum("acto" not in item.fields for item in items):
        wrong["doubled"].append(f"{len(rulings)} rulings")
    kept, meant = board(store.acts(session, event, named=False)), board(told)
    same = [(call.id, len(call.taken), len(call.closed)) for call in kept.calls] == [
        (call.id, len(call.taken), len(call.closed)) for call in meant.calls
    ]
    if not same or kept.pinned != meant.pinned or len(kept.penalties) != len(meant.penalties):
        wrong["changed"].append("the board")
    return wrong


def run(queues: int, kind: str, seed: int, folder: Path, port: int) -> dict[str, object]:
    rng, begun = random.Random(seed), time.monotonic()
    kb, rules = small_kb(folder)
    with database(kind, folder) as (url, _):
        driver = url.replace("postgresql://", "postgresql+psycopg://")
        upgrade(driver)
        engine = open_engine(driver, patient=True)
        with Session(engine) as session:
            author = add_judge(session, "ana", PASSWORD, "principal").id
        site = Site(kb, url, port)
        site.start()
        judges = [Judge(port) for _ in range(PHONES)]
        for judge in judges:
            judge.enter()
        form = {**judges[0].hidden("/torneo/nuevo"), "name": "Open", "game": "rebellion", "day": "2026-11-17",
                "forget": "2099-01-31", "penalties": "1", "head": "ana", "judges": "ana"}  # fmt: skip
        event = judges[0].ask("/torneo/nuevo", form).location
        rows = [queue(rng, n, author, event, rules) for n in range(queues)]
        phones = [Phone(judge, random.Random(rng.getrandbits(32)), threading.Lock()) for judge in judges]
        kills = 0
        for start in range(0, queues, KILL_EVERY):
            some = rows[start : start + KILL_EVERY]
            with ThreadPoolExecutor(PHONES) as pool:
                done = [pool.submit(phones[n].send_all, [i for row in some[n::PHONES] for i in row]) for n in range(PHONES)]
                time.sleep(rng.uniform(0.2, 2))
                site.kill()
                kills += 1
                site.start()
                for each in done:
                    each.result()
        items = [item for row in rows for item in row]
        with Session(engine) as session:
            wrong = verdict(session, items, author, int(event.rpartition("/")[2]))
        wrong["strange"] = [said for phone in phones for said in phone.strange]
        with contextlib.suppress(*BROKEN):
            site.close()
        engine.dispose()
    return {
        "soak": "colas", "database": kind, "seed": seed, "queues": queues, "items": len(items),
        "cuts": sum(phone.cuts for phone in phones), "kills": kills, "sent_again": sum(phone.again for phone in phones),
        "seconds": round(time.monotonic() - begun, 1), **{name: len(found) for name, found in wrong.items()},
        "first": next((found[0] for found in wrong.values() if found), None),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queues", type=int, default=100)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as folder:
        try:
            told = run(args.queues, args.database, args.seed, Path(folder), free_port())
        except Missing as error:
            print(json.dumps({"soak": "colas", "database": args.database, "skipped": str(error)}, ensure_ascii=False))
            return 0
    print(json.dumps(told, ensure_ascii=False))
    return 0 if told["first"] is None else 1


if __name__ == "__main__":
    sys.exit(main())
