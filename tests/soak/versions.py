"""The version before on the tables of this one, and back: `python -m tests.soak.versions --rolls 20 [--before COMMIT]`.

Three hosts behind our nginx over one PostgreSQL, with readers and a judge at work; each roll stops one host and starts it again
with the other version of the code. No read may fail, every acknowledged ruling must be there once with its history whole.
Prints one JSON line; exit 1 on any loss. Needs git, nginx and PostgreSQL.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.servers import ROOT, free_port, nginx_server, stop, until
from tests.soak.cluster import Missing, postgres
from tests.test_web_hosts import ADDRESSES, PASSWORD, Client
from web.rulings.database import open_engine
from web.rulings.ledger import adopt_all
from web.rulings.states import state_in, state_of, whole
from web.rulings.tables import Revision, Ruling

BEFORE = "ea64c78"
"""The last commit whose tables are those of migration 3."""
LIBRARIES = {BEFORE: ("whoosh3==3.54.0",)}
"""What it ran on and this version does not have."""


def unpacked(commit: str, folder: Path) -> Path:
    folder.mkdir()
    archive = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    for library in LIBRARIES.get(commit, ()):
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, library]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            raise Missing(f"falta {library}, que usaba la versión de antes")
    return folder


@dataclass
class Hosts:
    folder: Path
    trees: dict[str, Path]
    environment: dict[str, str]
    port: int
    place: tuple[str, int] = ("", 0)
    running: dict[str, tuple[str, "subprocess.Popen[bytes]"]] = field(default_factory=dict)

    def kb(self, version: str, *arguments: str, told: str = "") -> None:
        environment = {**self.environment, "PYTHONPATH": str(self.trees[version])}
        command = [sys.executable, "-m", "web.cli", *arguments]
        subprocess.run(
            command, env=environment, cwd=self.trees[version], input=told, text=True, check=True, capture_output=True
        )

    def start(self, address: str, version: str) -> None:
        environment = {**self.environment, "PYTHONPATH": str(self.trees[version])}
        command = [sys.executable, "-m", "web.cli", "serve", "--kb", str(self.folder / f"kb-{version}"), "--host", address,
                   "--port", str(self.port), "--workers", "1"]  # fmt: skip
        with (self.folder / f"{address}.log").open("ab") as log:
            server = subprocess.Popen(command, env=environment, cwd=self.trees[version], stdout=log, stderr=log,
                                      start_new_session=True)  # fmt: skip
        self.running[address] = version, server

    def ready(self, address: str) -> bool:
        line = http.client.HTTPConnection(address, self.port, timeout=5)
        with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
            line.request("GET", "/readyz")
            return line.getresponse().status == 200
        return False


@dataclass
class Traffic:
    place: tuple[str, int]
    paths: list[str]
    reads: int = 0
    failed: list[str] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    """Address of each acknowledged ruling, and its question."""
    again: int = 0
    end: threading.Event = field(default_factory=threading.Event)

    def read(self, number: int) -> None:
        client, step = Client(self.place), 0
        while not self.end.is_set():
            step += 1
            path = f"{self.paths[(step * 3 + number) % len(self.paths)]}?n={number}-{step}"
            try:
                status, text, _ = client.ask(path)
                if status != 200 or "</html>" not in text:
                    self.failed.append(f"{path}: {status}")
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(f"{path}: {type(error).__name__}")
                client.close()
                client = Client(self.place)
            self.reads += 1
            time.sleep(0.1)
        client.close()

    def judge(self) -> None:
        client, step = Client(self.place), 0
        while not self.end.is_set():
            step += 1
            ruling = {"game": "xwing", "question": f"¿Pregunta {step} de la ronda?", "answer": f"Respuesta {step}.",
                      "citations": "xwing/ataque", "envio": f"un-envio-del-rodaje-{step:06}"}  # fmt: skip
            while not self.end.is_set():
                try:
                    status, text, place = client.ask("/dictamenes/nuevo", ruling)
                except (OSError, http.client.HTTPException):
                    client.close()
                    client._line = None
                    continue
                if status == 303:
                    self.written[place] = ruling["question"]
                    time.sleep(0.2)  # leaves the machine to the hosts
                    break
                self.again += 1  # another version's session or token: the form comes back as it was, and is sent again
                hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
                if status == 401:
                    form = {**hidden, "nombre": "ana", "clave": PASSWORD}
                    with contextlib.suppress(OSError, http.client.HTTPException):
                        _, text, _ = client.ask("/entrar", form)
                        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
                if "ficha" in hidden:
                    ruling["ficha"] = hidden["ficha"]
        client.close()


def verdict(url: str, written: dict[str, str]) -> dict[str, int]:
    """What is wrong in the database, after what the version before wrote has entered the history."""
    engine = open_engine(url.replace("postgresql://", "postgresql+psycopg://"), patient=True)
    wrong = {"lost": 0, "double": 0, "history": 0, "unattributed": 0}
    with Session(engine) as session:
        adopt_all(session, lambda cited: cited)
        rows = {f"/dictamenes/{row.id}": row for row in session.scalars(select(Ruling)).unique()}
        wrong["lost"] = sum(place not in rows or rows[place].question != asked for place, asked in written.items())
        wrong["double"] = len(rows) - len({row.question for row in rows.values()})
        for row in rows.values():
            pages = session.scalars(select(Revision).where(Revision.ruling_id == row.id).order_by(Revision.number)).all()
            wrong["history"] += not pages or not whole(pages) or state_in(pages[-1]) != state_of(row)
            wrong["unattributed"] += any(page.author_id is None for page in pages)
        imported = len(session.scalars(select(Revision.id).where(Revision.act == "importa")).all())
    engine.dispose()
    return {**wrong, "rulings": len(rows), "by_the_version_before": imported}


def run(rolls: int, before: str, folder: Path) -> dict[str, object]:
    begun = time.monotonic()
    with postgres(fsync=False) as cluster, contextlib.ExitStack() as stack:
        environment = {
            **os.environ, "KB_DATABASE_URL": cluster.url, "KB_SECRET": "Zq8-una-llave-para-las-tres-maquinas-41",
            "KB_ENV": "production", "KB_PROXIES": "1", "KB_RATE": "0", "KB_LOG_LEVEL": "error", "KB_HANDS": "0",
            "KB_WARM": "0",
            "XDG_STATE_HOME": str(folder / "estado"), "KB_CACHE": str(folder / "cache-kb"),
        }  # fmt: skip
        hosts = Hosts(folder, {"antes": unpacked(before, folder / "antes"), "ahora": ROOT}, environment, free_port("0.0.0.0"))
        stack.callback(lambda: [stop(server) for _, server in hosts.running.values()])
        for version in hosts.trees:
            hosts.kb(version, "build", "--out", str(folder / f"kb-{version}"))
        hosts.kb("ahora", "judge", "add", "ana", "--password-stdin", told=PASSWORD + "\n")
        for address in ADDRESSES:
            hosts.start(address, "ahora")
        hosts.place = stack.enter_context(nginx_server(folder, [f"{address}:{hosts.port}" for address in ADDRESSES]))
        assert all(until(lambda a=address: hosts.ready(a), 900) for address in ADDRESSES)  # type: ignore[misc]
        traffic = Traffic(hosts.place, ["/xwing/ataque", "/xwing/capacidades", "/legion/perforante-x", "/glosario/xwing"])
        threads = [threading.Thread(target=traffic.read, args=(n,)) for n in range(2)]
        threads.append(threading.Thread(target=traffic.judge))
        for thread in threads:
            thread.start()
        done = 0
        for n in range(rolls):
            address = ADDRESSES[n % len(ADDRESSES)]
            version, server = hosts.running[address]
            stop(server)
            hosts.start(address, "ahora" if version == "antes" else "antes")
            if not until(lambda a=address: hosts.ready(a), 900):  # type: ignore[misc]
                traffic.failed.append(f"{address} did not start as {hosts.running[address][0]}")
                break
            reads, kept = traffic.reads, len(traffic.written)
            until(lambda r=reads, k=kept: traffic.reads > r + 20 and len(traffic.written) > k, 300)  # type: ignore[misc]
            done += 1
        traffic.end.set()
        for thread in threads:
            thread.join(60)
        found = verdict(cluster.url, traffic.written)
    return {
        "soak": "versiones", "before": before, "rolls": done, "reads": traffic.reads, "failed_reads": len(traffic.failed),
        "acknowledged": len(traffic.written), "sent_again": traffic.again, **found,
        "seconds": round(time.monotonic() - begun, 1), "first": traffic.failed[:1],
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=20)
    parser.add_argument("--before", default=BEFORE)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as folder:
        try:
            told = run(args.rolls, args.before, Path(folder))
        except Missing as error:
            print(json.dumps({"soak": "versiones", "skipped": str(error)}, ensure_ascii=False))
            return 0
    print(json.dumps(told, ensure_ascii=False))
    bad = ("failed_reads", "lost", "double", "history", "unattributed")
    return 1 if any(told[name] for name in bad) or told["rolls"] != args.rolls else 0


if __name__ == "__main__":
    sys.exit(main())
