"""/metrics as Prometheus reads it: true sums over all workers, few labels, closed to strangers."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from flask.testing import FlaskClient
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from grammar.game import GAMES
from kb.errors import StoreError
from web.app import create_app
from web.observe.meters import REGISTRY
from web.rulings.database import database_url, upgrade

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]
TOKEN = "una clave bastante larga"


def samples(text: str) -> Samples:
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for f in text_string_to_metric_families(text) for s in f.samples}


def value(found: Samples, name: str, **labels: str) -> float:
    return sum(n for (known, told), n in found.items() if known == name and labels.items() <= dict(told).items())


def games_told(text: str) -> set[str]:
    return {value for _, told in samples(text) for name, value in told if name == "game"}


@pytest.fixture(scope="module", autouse=True)
def before() -> set[str]:
    """Games that this process counted before this file: counters are of the process, and other tests have other books."""
    return games_told(generate_latest(REGISTRY).decode())


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(shipped_kb).test_client()


SEEN = [
    ("reglario_requests_total", {"route": "entradas", "method": "GET", "status": "200"}, 2),
    ("reglario_kept_pages_total", {"route": "entradas"}, 1),
    ("reglario_request_seconds_count", {"route": "entradas"}, 1),
    ("reglario_searches_total", {"outcome": "respondida", "how": "enviada"}, 2),
    ("reglario_searches_total", {"outcome": "corregida", "how": "al_teclear"}, 1),
    ("reglario_searches_total", {"outcome": "sin_respuesta", "how": "enviada"}, 1),
    ("reglario_unanswered_noted_total", {"game": "xwing"}, 1),
    ("reglario_compiled_total", {"game": "xwing", "status": "exacto"}, 1),
    ("reglario_compiled_total", {"game": "xwing", "status": "rechazado"}, 1),
    ("reglario_work_seconds_count", {"work": "odds", "game": "xwing"}, 1),
    ("reglario_work_seconds_count", {"work": "search"}, 3),
    ("reglario_errors_total", {"code": "no_encontrado"}, 1),
    ("reglario_requests_total", {"route": "ninguna", "method": "otro", "status": "404"}, 1),
    ("reglario_slow_requests_total", {"route": "api/tiradas"}, 1),
]


def test_what_happens_is_counted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    before = samples(client.get("/metrics").text)
    for path in ("/xwing/defensor", "/xwing/defensor", "/?q=cola+de+capacidades", "/?q=cola+de+capacidades"):
        client.get(path)
    client.get("/?q=consentracion&parcial=1")
    client.get("/api/v1/search?q=zorritrones+calvos&game=xwing")
    for text in ("Puedes tirar 1 dado de ataque adicional.", "Zorritrones calvos."):
        client.post("/api/v1/compile", json={"text": text, "game": "xwing"})
    client.open("/Nada/de/nada", method="PROPFIND")
    client.get("/metrics")
    monkeypatch.setenv("KB_SLOW_MS", "0")
    client.post("/api/v1/odds", json={"game": "xwing", "attack": {"dice": 2}, "defense": {"dice": 2}})
    after = samples(client.get("/metrics").text)
    grown = [(name, labels, value(after, name, **labels) - value(before, name, **labels)) for name, labels, _ in SEEN]
    assert grown == SEEN


def test_what_the_gate_refuses_is_counted_by_its_rate(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_RATE", "buscar=2")
    client = create_app(shipped_kb).test_client()
    before = samples(client.get("/metrics").text)
    assert [client.get("/?q=ataque").status_code for _ in range(4)] == [200, 200, 429, 429]
    after = samples(client.get("/metrics").text)
    for name, labels in (("rate_limited", {"route": "puerta/buscar"}), ("errors", {"code": "demasiadas_peticiones"})):
        assert value(after, f"reglario_{name}_total", **labels) - value(before, f"reglario_{name}_total", **labels) == 2


def test_few_labels_and_no_text_of_readers(client: FlaskClient, before: set[str]) -> None:
    for path in ("/?q=zarzamora", "/zarzamora", "/xwing/zarzamora", "/api/v1/search?q=zarzamora&game=zarzamora"):
        client.get(path, headers={"User-Agent": "zarzamora"})
    client.open("/", method="ZARZAMORA")
    text = client.get("/metrics").text
    assert "zarzamora" not in text.lower()
    labels = {(name, value) for _, told in samples(text) for name, value in told}
    assert games_told(text) - before <= {"", *GAMES}
    assert len({value for name, value in labels if name == "route"}) < 60


def test_the_knowledge_base_is_told(client: FlaskClient) -> None:
    found = samples(client.get("/metrics").text)
    about = client.get("/api/v1/about").get_json()
    assert value(found, "reglario_kb_entries") == about["entries"]
    assert value(found, "reglario_kb_info", digest=about["digest"][:12]) == 1
    assert time.time() - 3600 < value(found, "reglario_kb_loaded_timestamp_seconds") <= time.time()
    assert value(found, "reglario_kb_stale") == 0 and value(found, "reglario_kb_loads_total", outcome="bien") > 0


@pytest.mark.parametrize(
    ("token", "headers", "address", "status"),
    [
        ("", {}, "127.0.0.1", 200),
        ("", {}, "::1", 200),
        ("", {}, "192.0.2.1", 403),
        ("", {"X-Forwarded-For": "127.0.0.1"}, "127.0.0.1", 403),
        ("", {"X-Real-IP": "192.0.2.1"}, "127.0.0.1", 403),
        ("", {"Forwarded": "for=192.0.2.1"}, "127.0.0.1", 403),
        ("", {"Authorization": "Bearer "}, "192.0.2.1", 403),
        (TOKEN, {"Authorization": f"Bearer {TOKEN}"}, "192.0.2.1", 200),
        (TOKEN, {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "192.0.2.1"}, "127.0.0.1", 200),
        (TOKEN, {"Authorization": f"Bearer {TOKEN}x"}, "127.0.0.1", 403),
        (TOKEN, {"Authorization": "Bearer ñ"}, "127.0.0.1", 403),
        (TOKEN, {}, "127.0.0.1", 403),
    ],
)
def test_who_may_read_it(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, token: str, headers: dict[str, str],
                         address: str, status: int) -> None:  # fmt: skip
    monkeypatch.setenv("KB_METRICS_TOKEN", token)
    answer = client.get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": address})
    assert answer.status_code == status and answer.headers["Cache-Control"] == "no-store"


def test_a_short_token_is_refused_at_the_start(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_METRICS_TOKEN", "corta")
    with pytest.raises(StoreError, match="KB_METRICS_TOKEN"):
        create_app(shipped_kb)


@pytest.fixture(scope="module")
def server(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Two workers, as in production, with their log in a file."""
    upgrade(database_url())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("registro") / "log"
    environment = {
        **os.environ,
        "KB_DIR": str(shipped_kb),
        "KB_SECRET": "x" * 40,
        "KB_LOG": "json",
        "KB_RATE": "0",
        "KB_HANDS": "",
        "KB_PATIENCE": "60",
    }
    with log.open("wb") as out:
        command = [sys.executable, "-m", "web.server", "127.0.0.1", str(port), "2"]
        running = subprocess.Popen(command, env=environment, stderr=out, stdout=out)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(lambda: value(read(url), "reglario_workers") >= 1)
        yield url, log
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(300)


def read(url: str) -> Samples:
    with urlopen(f"{url}/metrics") as answer:
        return samples(answer.read().decode())


def _wait(true: object, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if true():  # type: ignore[operator]
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("it never came true")


def workers_in(log: Path) -> set[int]:
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return {line["worker"] for line in lines if line["event"] == "request" and line["route"] == "/<game:game>/<path:slug>"}


@pytest.mark.slow
def test_workers_add_up_also_when_one_dies(server: tuple[str, Path]) -> None:
    url, log = server
    asked = 0

    def ask() -> None:
        nonlocal asked
        with urlopen(Request(f"{url}/xwing/ataque", headers={"Connection": "close"})) as answer:
            assert answer.status == 200
        asked += 1

    def both_answered() -> bool:
        for _ in range(20):
            ask()
        time.sleep(0.3)
        return len(workers_in(log)) == 2

    def counted() -> bool:
        found = read(url)
        return value(found, "reglario_requests_total", route="entradas") == asked

    _wait(both_answered)
    _wait(counted)
    os.kill(min(workers_in(log)), signal.SIGKILL)
    _wait(lambda: value(read(url), "reglario_workers") == 2)
    for _ in range(10):
        try:
            ask()
        except OSError:
            continue  # the dead worker's connection
    _wait(counted)
    assert value(read(url), "reglario_kept_pages_total", route="entradas") >= asked - 3
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]  # every line whole, of workers and of granian
    assert {"time", "level", "event", "worker"} <= set.intersection(*map(set, lines))
    assert any(line["logger"].startswith("_granian") for line in lines if "logger" in line)
