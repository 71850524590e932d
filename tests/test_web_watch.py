"""Each request has an id and one line in the log; and nothing that a reader sends is ever in it."""

import io
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from kb.errors import StoreError
from web.app import create_app
from web.finder import TitleFinder
from web.observe import tally
from web.observe.logs import ACCESS, Json, Text, log_config, log_level, log_style
from web.observe.meters import LOST_LINES
from web.rulings.database import database_url, upgrade

FIELDS = {"time", "level", "event", "id", "method", "route", "status", "ms", "bytes", "kept", "worker"}


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(shipped_kb).test_client()


class Log:
    def __init__(self, path: Path, formatter: logging.Formatter) -> None:
        self.file = path.open("a+", encoding="utf-8")
        self.handler = logging.StreamHandler(self.file)
        self.handler.setFormatter(formatter)

    def text(self) -> str:
        tally.drain()
        self.file.flush()
        return Path(self.file.name).read_text("utf-8")

    def lines(self) -> list[dict]:
        return [json.loads(line) for line in self.text().splitlines()]


@pytest.fixture(params=[Json], ids=["json"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    tally.drain(last=True)
    tally._said.clear()
    found = Log(tmp_path / "registro", request.param())
    loggers = [logging.getLogger(ACCESS), logging.getLogger()]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(found.handler)
        logger.setLevel(logging.INFO)
    yield found
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(found.handler)
        logger.setLevel(level)
    found.file.close()


def test_one_line_per_request(client: FlaskClient, log: Log) -> None:
    first = client.get("/xwing/cola-de-capacidades")
    again = client.get("/xwing/cola-de-capacidades")
    head = client.post("/api/v1/compile", json={"text": "Tira 1 dado de ataque.", "game": "xwing"})
    rows = [line for line in log.lines() if line["event"] == "request"]
    assert [set(row) for row in rows] == [FIELDS] * 3
    assert [row["id"] for row in rows] == [a.headers["X-Request-Id"] for a in (first, again, head)]
    assert [row["route"] for row in rows] == ["/<game:game>/<path:slug>"] * 2 + ["/api/v1/compile"]
    assert [row["kept"] for row in rows] == [False, True, False]
    assert [row["bytes"] for row in rows] == [len(a.data) for a in (first, again, head)]
    assert all(row["status"] == 200 and row["ms"] >= 0 for row in rows)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("0af7651916cd43dd8448eb211c80319c", True),
        ("7f9c24e8-3b12-4fef-91e0-56a2d5d9a3ab", True),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", True),
        ("", False),
        ("abc", False),
        ("a" * 65, False),
        ("ana.perez@example.com", False),
        ("ana-maria-perez-gomez", False),
        ("4111111111111111", False),
        ("600-123-123-600-123-123", False),
        ("0af7651916cd43dd8448eb211c80319c\n", False),
        ('0af7651916cd43dd8448eb211c80"319', False),
        ("٠af7651916cd43dd8448eb211c80319c", False),
    ],
)
def test_an_id_from_outside_only_if_it_looks_like_one(client: FlaskClient, given: str, taken: bool) -> None:
    answer = client.get("/healthz", environ_overrides={"HTTP_X_REQUEST_ID": given})
    assert (answer.headers["X-Request-Id"] == given) is taken
    assert re.fullmatch(r"[0-9a-f-]{16,64}", answer.headers["X-Request-Id"])


def test_ids_are_never_repeated(client: FlaskClient) -> None:
    ids = [client.get("/healthz").headers["X-Request-Id"] for _ in range(50)]
    assert len(set(ids)) == 50


def test_errors_tell_the_reference(client: FlaskClient) -> None:
    page = client.get("/xwing/nada-de-nada")
    assert f"<code>{page.headers['X-Request-Id']}</code>" in page.text
    wrong = client.get("/api/v1/search")
    assert wrong.get_json()["error"]["details"]["referencia"] == wrong.headers["X-Request-Id"]


SECRET = "zarzamora"  # what a reader is supposed to have said of themself: a name, a street, a password
HERE = {
    "X-Forwarded-For": "203.0.113.77", "User-Agent": SECRET, "Referer": f"https://{SECRET}.example/",
    "Cookie": f"reglario={SECRET}", "X-Request-Id": f"{SECRET}-{SECRET}", "Accept-Language": SECRET,
    "Origin": f"https://{SECRET}.example", "Authorization": f"Bearer {SECRET}",
}  # fmt: skip
DOORS = [
    ("GET", f"/?q={SECRET}", {}),
    ("GET", f"/?q={SECRET}&parcial=1", {}),
    ("GET", f"/?juego={SECRET}", {}),
    ("GET", f"/api/v1/search?q={SECRET}", {}),
    ("GET", f"/api/v1/search?q=a&{SECRET}=1", {}),
    ("GET", f"/api/v1/complete?q={SECRET}", {}),
    ("GET", f"/{SECRET}", {}),
    ("GET", f"/xwing/{SECRET}", {}),
    ("GET", f"/static/{SECRET}", {}),
    ("GET", f"/taller?texto={SECRET}", {}),
    ("GET", f"/probabilidades/xwing?a_dados={SECRET}", {}),
    ("GET", f"/situaciones/xwing?n1={SECRET}&j1={SECRET}", {}),
    ("GET", f"/dictamenes?q={SECRET}", {}),
    ("GET", f"/entrar?luego=/dictamenes/{SECRET}", {}),
    (SECRET.upper(), "/", {}),
    ("POST", "/taller", {"data": {"texto": SECRET}}),
    ("POST", "/taller/fichero", {"data": {"fichero": (io.BytesIO(SECRET.encode()), f"{SECRET}.jsonl")}}),
    ("POST", "/entrar", {"data": {"nombre": SECRET, "clave": SECRET}}),
    ("POST", "/dictamenes/nuevo", {"data": {"question": SECRET}}),
    ("POST", "/api/v1/compile", {"json": {"text": SECRET, "name": SECRET}}),
    ("POST", "/api/v1/lint", {"json": {"cards": [{"text": SECRET}]}}),
    ("POST", "/api/v1/odds", {"json": {"game": SECRET}}),
    ("POST", "/api/v1/order", {"json": {"juego": "xwing", "jugadores": [SECRET, "b"], "capacidades": []}}),
    ("POST", "/api/v1/run", {"json": {"juego": "legion", "titulo": SECRET}}),
]


def test_nothing_that_a_reader_sends_is_logged(client: FlaskClient, log: Log) -> None:
    for method, path, more in DOORS:
        client.open(path, method=method, headers=HERE, environ_overrides={"REMOTE_ADDR": "198.51.100.9"}, **more)
    found = client.get("/entrar", headers=HERE).text
    token = re.search(r'name="ficha" value="([^"]+)"', found)
    assert token is not None
    client.post("/entrar", data={"ficha": token[1], "nombre": SECRET, "clave": SECRET}, headers=HERE)
    text = log.text()
    assert text.count('"event": "request"') == len(DOORS) + 2
    assert not re.search(f"{SECRET}|203.0.113|198.51.100", text, re.IGNORECASE)


def test_a_fault_is_logged_without_its_words(client: FlaskClient, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: object, q: str, **_: object) -> None:
        raise ValueError(f"no puedo con {q}")

    here = client.application.extensions["library"].site()
    monkeypatch.setattr(TitleFinder, "search", fails)
    monkeypatch.setattr(type(here.finder), "search", fails)
    answer = client.get(f"/?q={SECRET}+falla")
    assert answer.status_code == 500 and answer.headers["X-Request-Id"] in answer.text
    fault = next(line for line in log.lines() if line["level"] == "error" and "error" in line)
    assert fault["error"] == "ValueError" and fault["id"] == answer.headers["X-Request-Id"] and fault["event"].endswith("at /")
    assert any(place.startswith("web/pages/home.py:") for place in fault["where"])
    assert SECRET not in log.text()


def test_a_fault_outside_flask_is_an_answer_too(shipped_kb: Path, log: Log) -> None:
    app = create_app(shipped_kb)

    def broken(environ: object, start: object) -> None:
        raise ValueError(SECRET)

    app.wsgi_app.inner = broken  # type: ignore[attr-defined]
    answer = app.test_client().get("/")
    assert answer.status_code == 500 and answer.headers["X-Request-Id"] in answer.text
    assert SECRET not in log.text() and "a layer of the site failed" in log.text()


def test_in_a_rush_kept_pages_share_lines_and_none_is_left_out(client: FlaskClient, log: Log) -> None:
    client.get("/xwing/ataque")
    tally.drain()
    tally._lock.acquire()  # as if the thread had no time
    for _ in range(tally.MOST_KEPT_LINES + 70):
        client.get("/xwing/ataque")
    client.get("/nada")
    tally._lock.release()
    rows = [line for line in log.lines() if line["event"] == "request" and line["route"] != "-"]
    assert sum(row.get("count", 1) for row in rows) == tally.MOST_KEPT_LINES + 71
    assert len(rows) <= tally.MOST_KEPT_LINES + 3
    assert any(line["route"] == "-" and line["status"] == 404 for line in log.lines())


def test_a_flood_of_refusals_is_a_line_a_second(client: FlaskClient, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(tally, "time", SimpleNamespace(monotonic=lambda: now[0], time=time.time, sleep=time.sleep))
    refused = lambda: [line for line in log.lines() if line.get("route") == "-"]  # noqa: E731
    for _ in range(40):
        client.get("/nada")
        client.post("/nada")
        tally.drain()
    assert [(row["method"], row.get("count", 1)) for row in refused()] == [("GET", 1), ("POST", 1)], "the first has its id"
    now[0] += 1.0
    assert [row.get("count", 1) for row in refused()] == [1, 1, 39, 39]
    client.get("/nada")
    assert len(refused()) == 4, "a second has not passed since"
    tally.drain(last=True)
    assert [row.get("count", 1) for row in refused()] == [1, 1, 39, 39, 1], "none is left out"


@pytest.mark.parametrize("log", [Text], indirect=True, ids=["texto"])
def test_readable_lines(client: FlaskClient, log: Log) -> None:
    id = client.get("/xwing/ataque").headers["X-Request-Id"]
    logging.getLogger("web.prueba").warning("something of %s", "ours")
    logging.getLogger("otro.paquete").warning("they say %s", SECRET)
    text = log.text()
    assert re.search(rf"^\d\d:\d\d:\d\d 200 GET  /<game:game>/<path:slug> [\d.]+ ms \d+ B( \*)? \[{id}\]$", text, re.MULTILINE)
    assert "something of ours" in text and "they say %s" in text and SECRET not in text


def test_form_and_level_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KB_LOG", "KB_LOG_LEVEL", "KB_ENV"):
        monkeypatch.delenv(name, raising=False)
    assert (log_style(), log_level()) == ("json", "info")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert log_style() == "texto"
    monkeypatch.setenv("KB_ENV", "production")
    assert log_style() == "json"
    monkeypatch.setenv("KB_LOG", "texto")
    monkeypatch.setenv("KB_LOG_LEVEL", "WARNING")
    assert log_config()["root"]["level"] == "WARNING" and log_config()["formatters"]["line"]["()"] == "web.observe.logs.Text"
    for name in ("KB_LOG", "KB_LOG_LEVEL"):
        monkeypatch.setenv(name, "a gritos")
        with pytest.raises(StoreError, match=name):
            log_config()
        monkeypatch.delenv(name)


def test_lines_that_nobody_reads_are_dropped_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "_PATIENCE", 0.01)
    reading, writing = os.pipe()
    lines = ["a" * 100] * 2000  # 200 kB: more than a pipe holds
    before = LOST_LINES._value.get()
    tally._send(writing, lines)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        got = pipe.read().decode().splitlines()
    assert set(got) == {"a" * 100} and len(got) + LOST_LINES._value.get() - before == 2000


def test_a_log_that_is_gone_stops_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    before = LOST_LINES._value.get()
    tally._send(writing, ["a"] * 10)
    os.close(writing)
    tally._send(writing, ["a"] * 10)
    assert LOST_LINES._value.get() - before == 20
