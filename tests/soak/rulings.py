"""Rulings survive: `python -m tests.soak.rulings --kills 200 --database sqlite|postgres [--seed N]`.

Judges write over HTTP to a real server with sign-in, tokens and all, and the whole of it is killed with SIGKILL at a random
moment in the middle of that; with PostgreSQL, in one round of four it is the database that is killed. Started again, each
ruling that was acknowledged must be there whole, none may be there in part, and one whose answer was lost and that is sent
again must be there once. Prints one JSON line; exit 1 on any loss.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from kb.build import build_from
from kb.store import open_kb, write
from tests.soak.cluster import Missing, Postgres, postgres
from tests.soak.judge import BROKEN, PASSWORD, Judge
from tests.soak.served import free_port
from web.accounts.judges import add_judge
from web.rulings.database import open_engine, upgrade
from web.rulings.states import state_in, state_of, whole
from web.rulings.tables import Cited, Revision, Ruling

ROOT = Path(__file__).resolve().parent.parent.parent
WRITERS, MOST_CITED = 3, 8
LONGEST = 1.2
"""Seconds of writing before the blow, at most."""


@dataclass
class Book:
    """What judges sent, by the token of the form; and what they know of it."""

    sent: dict[str, dict[str, str]] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    """Token to the address that the answer gave: acknowledged."""
    edits: dict[str, str] = field(default_factory=dict)
    """Token of an acknowledged correction to the address of its ruling."""
    again: int = 0
    """Sent again because no answer came."""
    refused: int = 0
    """Answered 503: the judge knows, and has the text."""
    strange: list[str] = field(default_factory=list)
    """Answers that are neither."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Site:
    def __init__(self, kb: Path, url: str, port: int) -> None:
        self.port, self.group = port, 0
        told = {"KB_DIR": str(kb), "KB_DATABASE_URL": url, "KB_SECRET": "x" * 40, "KB_RATE": "0", "KB_LOG_LEVEL": "error",
                "KB_HANDS": "0", "KB_WARM": "0"}  # fmt: skip
        self.nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.nursery"], env={**os.environ, **told}, cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def start(self) -> None:
        assert self.nursery.stdin is not None and self.nursery.stdout is not None
        self.nursery.stdin.write(f"{self.port}\n")
        self.nursery.stdin.flush()
        self.group = int(self.nursery.stdout.readline())
        end = time.monotonic() + 300
        while time.monotonic() < end:
            with contextlib.suppress(*BROKEN):
                if Judge(self.port).ask("/readyz").status == 200:
                    return
            time.sleep(0.02)
        raise SystemExit("el servidor no arranca")

    def kill(self) -> None:
        """The server and its workers, as they stand."""
        os.killpg(self.group, signal.SIGKILL)
        while _there(self.group):
            time.sleep(0.005)

    def close(self) -> None:
        self.kill()
        assert self.nursery.stdin is not None and self.nursery.stdout is not None
        self.nursery.stdin.close()
        self.nursery.wait(300)
        self.nursery.stdout.close()


def _there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


class Writer(threading.Thread):
    """A judge who writes until the line breaks, and then stops; or, with the database away, until told."""

    def __init__(self, book: Book, judge: Judge, cited: list[str], seed: int, unsure: list[str]) -> None:
        super().__init__(daemon=True)
        self.book, self.judge, self.cited, self.rng = book, judge, cited, random.Random(seed)
        self.unsure, self.stop = unsure, threading.Event()
        """Tokens whose answer was lost."""

    def run(self) -> None:
        try:
            for token in list(self.unsure):
                self.book.again += 1
                self._send(token)
                self.unsure.remove(token)
            while not self.stop.is_set():
                self._write()
        except BROKEN:
            return

    def _write(self) -> None:
        form = self.judge.hidden("/dictamenes/nuevo")
        token = form["envio"]
        lines = self.rng.sample(self.cited, self.rng.randint(1, MOST_CITED))
        answer = f"Respuesta {token}. " + "Larga. " * self.rng.randint(0, 900)
        ruling = {**form, "game": "rebellion", "question": f"¿Pregunta {token}?", "answer": answer.strip(),
                  "citations": "\n".join(lines), "cards": "", "event": ""}  # fmt: skip
        with self.book.lock:
            self.book.sent[token] = ruling
        self.unsure.append(token)
        self._send(token)
        self.unsure.remove(token)
        if self.rng.random() < 0.4 and token in self.book.kept:
            self._correct(token)

    def _correct(self, token: str) -> None:
        """The same ruling with other words, sent twice: one more revision."""
        place = self.book.kept[token]
        form = self.judge.hidden(f"{place}/editar")
        ruling = {**self.book.sent[token], **form, "answer": f"Corregido {form['envio']}."}
        for _ in range(2):
            answer = self.judge.ask(f"{place}/editar", ruling)
            if answer.status == 303:
                with self.book.lock:
                    self.book.edits[form["envio"]] = place

    def _send(self, token: str) -> None:
        """Until it is acknowledged. What breaks the line leaves the token among those that are not sure."""
        ruling = self.book.sent[token]
        while True:
            ruling["ficha"] = self.judge.hidden("/entrar")["ficha"]
            answer = self.judge.send(ruling)
            if answer.status == 303 and answer.location.startswith("/dictamenes/"):
                with self.book.lock:
                    self.book.kept[token] = answer.location
                return
            if answer.status != 503 or ruling["answer"] not in answer.text or f'value="{token}"' not in answer.text:
                with self.book.lock:
                    self.book.strange.append(f"{answer.status}: {answer.text[:300]}")
                return
            self.book.refused += 1
            if self.stop.is_set():
                raise ConnectionError("told to stop while unsure")
            time.sleep(0.2)


def verdict(book: Book, engine: Engine) -> dict[str, list[str]]:
    """What is wrong with what is in the database, compared with what judges know."""
    with Session(engine) as session:
        rows = {r.sending: r for r in session.scalars(select(Ruling)).unique()}
        number = session.scalar(select(func.count(Ruling.id)))
        orphans = session.scalar(select(func.count(Cited.id)).where(Cited.ruling_id.not_in(select(Ruling.id))))
        pages: dict[int, list[Revision]] = {}
        for page in session.scalars(select(Revision).order_by(Revision.ruling_id, Revision.number)):
            pages.setdefault(page.ruling_id, []).append(page)
        wrong: dict[str, list[str]] = {"lost": [], "partial": [], "double": [], "history": [], "strange": list(book.strange)}
        if number != len(rows):
            wrong["double"].append(f"{number} rulings, {len(rows)} sendings")
        if orphans:
            wrong["partial"].append(f"{orphans} citations of no ruling")
        for token, place in book.kept.items():
            if token not in rows or f"/dictamenes/{rows[token].id}" != place:
                wrong["lost"].append(token)
        for token, place in book.edits.items():
            sent = [page.sending for page in pages.get(int(place.rpartition("/")[2]), ())]
            if sent.count(token) != 1:
                wrong["lost"].append(f"correction {token}: {sent.count(token)}")
        for token, row in rows.items():
            history = pages.get(row.id, [])
            if not history or not whole(history) or state_in(history[-1]) != state_of(row):
                wrong["history"].append(str(token))
                continue
            first, sent = state_in(history[0]), book.sent.get(token or "", {})
            cited = [f"{c.entry}#{c.anchor}" if c.anchor else c.entry for c in first.citations]
            texts = (first.question, first.answer, "\n".join(cited))
            if texts != (sent.get("question"), sent.get("answer"), sent.get("citations")):
                wrong["partial"].append(str(token))
    return wrong


def small_kb(folder: Path) -> tuple[Path, list[str]]:
    """One game without an index, so that a server starts quickly; and passages of it to cite."""
    built = build_from(None)
    write(folder / "kb", [e for e in built.entries if e.game == "rebellion"], {}, {})
    entries = open_kb(folder / "kb").entries
    return folder / "kb", [f"{e.id}#{b.mark}" for e in entries for b in e.blocks][:200]


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[str, Postgres | None]]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'dictamenes.sqlite'}", None
        return
    with postgres() as cluster:
        yield cluster.url, cluster


def run(kills: int, kind: str, seed: int, folder: Path, port: int) -> dict[str, object]:
    rng, book, begun = random.Random(seed), Book(), time.monotonic()
    kb, cited = small_kb(folder)
    blows = {"web": 0, "postgres": 0}
    unsure: list[list[str]] = [[] for _ in range(WRITERS)]
    with database(kind, folder) as (url, cluster):
        driver = url.replace("postgresql://", "postgresql+psycopg://")
        upgrade(driver)
        engine = open_engine(driver, patient=True)
        with Session(engine) as session:
            add_judge(session, "ana", PASSWORD)
        site = Site(kb, url, port)
        site.start()
        wrong: dict[str, list[str]] = {}
        judges = [Judge(port) for _ in range(WRITERS)]
        for judge in judges:  # once: a session outlives the server, and a sign-in that a blow cuts short counts as a guess
            judge.enter()
        for n in range(kills + 1):
            writers = [Writer(book, judges[k], cited, rng.randrange(2**32), unsure[k]) for k in range(WRITERS)]
            for writer in writers:
                writer.start()
            _some_written(book, writers)
            time.sleep(rng.uniform(0, LONGEST))
            if n == kills:
                _end(writers)
                break
            if cluster is not None and n % 4 == 3:
                blows["postgres"] += 1
                (cluster.kill if n % 8 == 7 else cluster.stop)()
                cluster.start()
                _end(writers)
                engine.dispose()
            else:
                blows["web"] += 1
                site.kill()
                _end(writers)
                site.start()
            wrong = verdict(book, engine)
            if any(wrong.values()):
                break
            if n % 20 == 19:
                print(
                    f"{kind}: {n + 1} golpes, {len(book.kept)} dictámenes confirmados, ninguno perdido",
                    file=sys.stderr,
                    flush=True,
                )
        if not any(wrong.values()):
            wrong = verdict(book, engine)
            wrong["unsure"] = [token for tokens in unsure for token in tokens]
        site.close()
        engine.dispose()
    return {
        "soak": "dictamenes", "database": kind, "seed": seed, "kills": sum(blows.values()), "blows": blows,
        "sent": len(book.sent), "acknowledged": len(book.kept), "corrected": len(book.edits),
        "sent_again": book.again, "refused_with_text": book.refused,
        "seconds": round(time.monotonic() - begun, 1), **{name: len(rows) for name, rows in wrong.items()},
        "first": next((rows[0] for rows in wrong.values() if rows), None),
    }  # fmt: skip


def _some_written(book: Book, writers: list[Writer]) -> None:
    """The blow falls while they write, not while they sign in: each has been acknowledged something or has stopped."""
    before, end = len(book.kept), time.monotonic() + 300
    while len(book.kept) < before + WRITERS and any(w.is_alive() for w in writers) and time.monotonic() < end:
        time.sleep(0.01)


def _end(writers: list[Writer]) -> None:
    for writer in writers:
        writer.stop.set()
    for writer in writers:
        writer.join(120)
        if writer.is_alive():
            writer.book.strange.append("a judge waits for ever")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--port", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as folder:
        try:
            told = run(args.kills, args.database, args.seed, Path(folder), args.port or free_port())
        except Missing as error:
            print(json.dumps({"soak": "dictamenes", "database": args.database, "skipped": str(error)}, ensure_ascii=False))
            return 0
    print(json.dumps(told, ensure_ascii=False))
    written = told["acknowledged"]
    assert isinstance(written, int)
    return 0 if told["first"] is None and told["kills"] == args.kills and written >= args.kills else 1


if __name__ == "__main__":
    sys.exit(main())
