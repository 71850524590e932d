"""Three web hosts from one packed file, one PostgreSQL, one Redis, behind the nginx we ship: one is killed, nothing is lost."""

import contextlib
import hashlib
import http.client
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from kb.disk.pack import Pack, pack_folder, read_pack, write_pack
from kb.store import open_kb
from tests.servers import ROOT, free_port, nginx_server, program, redis_server, stop, until

ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
PASSWORD = "una contraseña muy larga"
WORKING = 20
"""Requests in a minute that do work, from one address, wherever they land."""
TLS = ssl.create_default_context()
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE


@dataclass
class Client:
    """A browser, small: one connection, its cookies. `source` is the address it comes from."""

    place: tuple[str, int]
    source: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    _line: http.client.HTTPSConnection | None = None

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, text and Location."""
        body = urlencode(form).encode() if form is not None else None
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._line is None:
            self._line = http.client.HTTPSConnection(*self.place, timeout=300, context=TLS, source_address=(self.source, 0))
        self._line.request("POST" if form is not None else "GET", path, body, {"Host": "reglario.example", **headers})
        answer = self._line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            assert "Secure" in cookie and "HttpOnly" in cookie
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, text, answer.headers.get("Location", "")

    def hidden(self, path: str) -> dict[str, str]:
        """What the form of a page sends by itself."""
        status, text, _ = self.ask(path)
        found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
        assert "ficha" in found, (status, path)
        return found

    def close(self) -> None:
        if self._line is not None:
            self._line.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass
class Cluster:
    packed: Path
    environment: dict[str, str]
    folder: Path
    port: int
    place: tuple[str, int] = ("", 0)
    servers: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def kb(self, *arguments: str, **more: object) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "web.cli", *arguments]
        return subprocess.run(command, env=self.environment, cwd=ROOT, text=True, capture_output=True, check=True, **more)  # type: ignore[call-overload, no-any-return]

    def start(self, address: str) -> None:
        arguments = ["serve", "--kb", str(self.packed), "--host", address, "--port", str(self.port), "--workers", "1"]
        with (self.folder / f"{address}.log").open("ab") as log:
            self.servers[address] = subprocess.Popen(
                [sys.executable, "-m", "web.cli", *arguments], env=self.environment, cwd=ROOT, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def ready(self, address: str) -> str:
        """The digest of the knowledge base that this host shows; empty while it is not ready."""
        line = http.client.HTTPConnection(address, self.port, timeout=60)
        with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
            line.request("GET", "/readyz")
            answer = line.getresponse()
            return str(json.loads(answer.read())["digest"]) if answer.status == 200 else ""
        return ""

    def logs(self) -> str:
        return "\n".join(f"{path.name}: {path.read_text()[-1500:]}" for path in sorted(self.folder.glob("*.log")))


@pytest.fixture(scope="module")
def cluster(indexed_kb: Path, postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    for name, package in (("nginx", "nginx"), ("redis-server", "redis-server")):
        program(name, package)
    pytest.importorskip("limits", reason="falta el extra redis")
    folder = tmp_path_factory.mktemp("maquinas")
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE DATABASE maquinas")
    with contextlib.ExitStack() as stack:
        environment = {
            **os.environ,
            "KB_DATABASE_URL": postgres.replace("/postgres?", "/maquinas?"),
            "KB_REDIS_URL": stack.enter_context(redis_server(folder)),
            "KB_SECRET": "Zq8-una-llave-para-las-tres-maquinas-41",
            "KB_ENV": "production",
            "KB_PROXIES": "1",
            "KB_PATIENCE": "60",  # what is asked here is that nothing fails, on a busy machine too
            "KB_RATE": f"leer=1000000, buscar=1000000, escribir=1000000, trabajar={WORKING}",
            "KB_CACHE": str(folder / "cache-kb"),
        }
        packed = folder / "actual.kb"
        packed.symlink_to(write_pack(pack_folder(indexed_kb), folder))  # of two games: five starts of it
        made = Cluster(packed, environment, folder, free_port("0.0.0.0"))
        stack.callback(lambda: [stop(server) for server in made.servers.values()])
        for address in ADDRESSES:
            made.start(address)  # all at once: they unpack and migrate in turns
        made.kb("judge", "add", "ana", "--password-stdin", input=PASSWORD + "\n")
        made.place = stack.enter_context(nginx_server(folder, [f"{address}:{made.port}" for address in ADDRESSES]))
        assert all(until(lambda a=address: bool(made.ready(a))) for address in ADDRESSES), made.logs()  # type: ignore[misc]
        yield made


@dataclass
class Traffic:
    """Readers and a judge, until told to stop; what failed and what was acknowledged."""

    cluster: Cluster
    paths: list[str]
    reads: int = 0
    failed: list[object] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    """Address of each acknowledged ruling, and its question."""
    refused: list[object] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Traffic":
        self._threads = [threading.Thread(target=self._read, args=(n,)) for n in range(3)]
        self._threads.append(threading.Thread(target=self._judge))
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in self._threads), "somebody hangs"

    def goes_on(self) -> bool:
        """Whether some more is read and written from now on."""
        reads, written = self.reads, len(self.written)
        return until(lambda: self.reads > reads + 15 and len(self.written) > written + 1)

    def _read(self, number: int) -> None:
        with Client(self.cluster.place) as client:
            self._read_on(client, number)

    def _read_on(self, client: Client, number: int) -> None:
        step = 0
        while not self._end.is_set():
            step += 1
            path = self.paths[(step * 3 + number) % len(self.paths)]
            # An address that nobody asked for before: neither nginx nor the host has it kept.
            path = f"/?q={path[1:].replace('/', '+')}+{number}+{step}" if step % 4 == 0 else f"{path}?n={number}-{step}"
            try:
                status, text, _ = client.ask(path)
            except (OSError, http.client.HTTPException) as error:
                self.failed.append((path, error))
                return
            self.reads += 1
            time.sleep(0.4)  # leaves the machine to the hosts
            if status != 200 or "</html>" not in text:
                self.failed.append((path, status))

    def _judge(self) -> None:
        with Client(self.cluster.place) as client:
            self._judge_on(client)

    def _judge_on(self, client: Client) -> None:
        sent = {**client.hidden("/entrar"), "nombre": "ana", "clave": PASSWORD}
        if client.ask("/entrar", sent)[0] != 303:
            self.failed.append("the judge could not sign in")
            return
        step = 0
        while not self._end.is_set():
            step += 1
            question = f"¿Pregunta número {step} del torneo?"
            status, text, place = client.ask("/dictamenes/nuevo", {
                "game": "xwing", "question": question, "answer": f"Respuesta {step}.", "citations": "xwing/ataque",
                **client.hidden("/dictamenes/nuevo"),
            })  # fmt: skip
            if status != 303:
                self.refused.append((status, text[:200]))
                continue
            self.written[place] = question
            status, text, _ = client.ask(place)  # most likely on another host
            if status != 200 or question not in text:
                self.failed.append((place, status))
            time.sleep(0.4)


def edited(packed: Path) -> Pack:
    """The same knowledge base with another title: a new edition."""
    files = dict(read_pack(packed).files)
    files["entries.jsonl"] = files["entries.jsonl"].replace(b'"title":"Ataque"', b'"title":"Ataque nuevo"')
    digest = hashlib.sha256(files["entries.jsonl"] + files["games.json"]).hexdigest()
    return Pack({**files, "meta.json": json.dumps({**json.loads(files["meta.json"]), "digest": digest}).encode()})


def lines_of(cluster: Cluster) -> list[list[str]]:
    return [line.split() for line in (cluster.folder / "accesos.log").read_text().splitlines()]


def logged(cluster: Cluster, kept: str) -> bool:
    """Is that what the last line says? nginx writes it once the answer is sent."""
    return until(lambda: lines_of(cluster)[-1][6] == kept)


def test_one_of_three_is_killed_and_nothing_is_lost(cluster: Cluster) -> None:
    paths = [f"/{entry.id}" for entry in open_kb(cluster.packed).entries if entry.game == "xwing"][:200]
    killed, drained = ADDRESSES[1:]
    with Traffic(cluster, paths) as traffic:
        assert traffic.goes_on(), (traffic.failed, cluster.logs())
        stop(cluster.servers[killed], signal.SIGKILL)
        assert traffic.goes_on(), (traffic.failed, cluster.logs())
        stop(cluster.servers[drained])  # as an upgrade does: SIGTERM lets requests end
        assert traffic.goes_on(), (traffic.failed, cluster.logs())
        served = len(lines_of(cluster))
        for address in (killed, drained):
            cluster.start(address)
        assert all(until(lambda: bool(cluster.ready(address))) for address in (killed, drained)), cluster.logs()  # noqa: B023
        assert until(lambda: {f"[{a}:{cluster.port}]" for a in ADDRESSES} <= {row[7] for row in lines_of(cluster)[served:]}), (
            "all three serve again, once nginx tries those that failed"
        )
    assert traffic.failed == traffic.refused == []
    with Client(cluster.place) as reader:
        for place, question in traffic.written.items():
            status, text, _ = reader.ask(place)
            assert status == 200 and question in text and "xwing/ataque" in text
        # A list is renewed behind its readers: the host that answers may be a moment late, but never tells one twice.
        assert until(lambda: json.loads(reader.ask("/api/v1/rulings")[1])["total"] == len(traffic.written)), "each of them once"
    posts = {row[7] for row in lines_of(cluster) if row[2] == "POST" and row[3] == "303"}
    assert posts >= {f"[{address}:{cluster.port}]" for address in ADDRESSES}, "one session on every host"
    gone = {f"{address}:{cluster.port}" for address in (killed, drained)}
    tried_twice = [row for row in lines_of(cluster) if row[7].strip("[,") in gone and row[7].endswith(",")]
    assert tried_twice and all(row[3] in ("200", "303") for row in tried_twice), "a dead host was asked, another answered"


def test_a_new_edition_without_a_failed_read(cluster: Cluster) -> None:
    """A file beside the old one and a link moved: every host shows it, and no reader notices."""
    old = cluster.ready(ADDRESSES[0])
    write_pack(edited(cluster.packed), cluster.folder / "nueva.kb")
    link = cluster.folder / ".enlace"
    link.symlink_to("nueva.kb")
    with Traffic(cluster, ["/rebellion", "/xwing/defensor"]) as traffic:
        assert traffic.goes_on()
        link.replace(cluster.packed)
        assert until(lambda: all(cluster.ready(address) not in ("", old) for address in ADDRESSES)), cluster.logs()
        assert traffic.goes_on()
    assert traffic.failed == traffic.refused == []
    with Client(cluster.place) as reader:
        assert all("Ataque nuevo" in reader.ask(f"/xwing/ataque?n={n}")[1] for n in range(3))


def test_the_limit_is_one_for_all_hosts(cluster: Cluster) -> None:
    """Whoever comes from one address may ask so many times, not so many times three; another address has its own."""

    def refused(source: str) -> int:
        with Client(cluster.place, source=source) as client:
            return [client.ask(f"/taller?texto=Roba+una+carta&n={n}")[0] for n in range(2 * WORKING)].count(429)

    # Three limits of their own would refuse nobody. A minute may end in between, or Redis be late: then again.
    assert any(WORKING // 2 <= refused(f"127.0.0.{20 + n}") <= WORKING for n in range(5))
    with Client(cluster.place, source="127.0.0.10") as client:
        assert client.ask("/taller")[0] == 200


def test_pages_are_kept_by_nginx_and_outlive_every_host(cluster: Cluster) -> None:
    with Client(cluster.place) as client:
        first, second = (client.ask("/xwing/ataque") for _ in range(2))
        assert first[:2] == second[:2] and logged(cluster, "HIT")
        for path in ("/dictamenes", "/entrar", "/api/v1/rulings", "/healthz"):
            assert client.ask(path)[0] == 200 and logged(cluster, "BYPASS"), path
        assert client.ask("/metrics")[0] == client.ask("/readyz")[0] == 404
        for address in ADDRESSES:
            stop(cluster.servers[address])
        assert client.ask("/xwing/ataque")[1] == first[1]
        assert client.ask("/xwing/defensor?n=1")[0] == 502
