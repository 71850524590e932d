"""The gate: how often one address may ask, whose address counts, and Redis that comes and goes."""

import contextlib
import logging
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest
from flask.testing import FlaskClient
from servers import free_port, listens, until

from kb.errors import StoreError
from web.apart.clock import TooLong
from web.apart.door import Busy
from web.app import create_app
from web.guard import rates
from web.guard.budgets import BODIES, BODIES_OF_ONE, CPU, MOST_BODY, PER_MINUTE, RULING_TEXT, THREADS, WALL
from web.guard.gate import Gate
from web.guard.headers import safe_headers
from web.guard.inbox import Cut, Full, Inbox
from web.guard.patience import patience
from web.guard.public import shared_url
from web.guard.rates import Here, Shared, address, network, proxies_told, rates_told
from web.rulings.database import database_url, upgrade

COMPILE = {"text": "Tira 1 dado.", "game": "xwing"}


def client_with(kb: Path, patch: pytest.MonkeyPatch, **told: str) -> FlaskClient:
    for name, value in told.items():
        patch.setenv(name, value)
    upgrade(database_url())
    return create_app(kb).test_client()


def test_beyond_its_rate_an_address_is_told_to_wait(xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_with(xwing_kb, monkeypatch, KB_RATE="leer=2, trabajar=1")
    assert [client.get("/xwing/ataque").status_code for _ in range(3)] == [200, 200, 429]  # the second one is a kept page
    page, twin = client.get("/xwing/ataque"), client.get("/api/v1/games")
    assert page.status_code == twin.status_code == 429
    for answer in (page, twin):
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert answer.headers["Cache-Control"] == "no-store"
        assert set(safe_headers(answer.request.path)) <= set(answer.headers.items())
    assert "2 por minuto" in page.text and "<h1>" in page.text
    error = twin.get_json()["error"]
    assert set(error) == {"code", "message", "details"} and error["code"] == "demasiadas_peticiones"
    assert "2 por minuto" in error["message"]
    assert client.head("/xwing/ataque").status_code == 429


def test_kinds_and_addresses_are_counted_apart(xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_with(xwing_kb, monkeypatch, KB_RATE="leer=1, trabajar=1, buscar=1")
    for told in ("10.0.0.1", "10.0.0.2", "2001:db8:0:1::7"):
        asked = {"environ_base": {"REMOTE_ADDR": told}}
        assert [client.get("/about", **asked).status_code for _ in range(2)] == [200, 429]
        assert [client.get("/?q=ataque", **asked).status_code for _ in range(2)] == [200, 429]
        assert [client.post("/api/v1/compile", json=COMPILE, **asked).status_code for _ in range(2)] == [200, 429]
        assert client.get("/healthz", **asked).status_code == 200  # a probe is never refused
    neighbour = {"environ_base": {"REMOTE_ADDR": "2001:db8:0:1:ffff::1"}}
    assert client.get("/about", **neighbour).status_code == 429  # the same /64


def test_a_judge_is_told_that_a_form_refused_unread_is_not_lost(xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That it is so, in a browser: tests/test_web_browser.py."""
    client = client_with(xwing_kb, monkeypatch, KB_RATE="escribir=1, trabajar=1")
    typed = {name: "…" * most for name, most in RULING_TEXT.items()}
    full = {"data": typed, "content_type": "multipart/form-data"}
    assert client.post("/dictamenes/nuevo", **full).status_code == 401, "a form filled up to its limits fits"
    refused = client.post("/dictamenes/nuevo", **full)
    assert refused.status_code == 429 and "recarga esta página" in refused.text
    assert [client.post("/api/v1/compile", json=COMPILE).status_code for _ in range(2)] == [200, 429]
    assert "recarga" not in client.post("/api/v1/compile", json=COMPILE).text
    monkeypatch.setenv("KB_RATE", "0")
    long = create_app(xwing_kb).test_client().post("/dictamenes/nuevo", data={"answer": "…" * 8000})
    assert long.status_code == 413 and "Vuelve atrás" in long.text


@pytest.mark.parametrize(
    ("method", "path"), [("post", "/api/v1/compile"), ("POST", "//api/v1/compile"), ("Post", "////api/v1/compile")]
)
def test_the_same_request_in_another_dress_counts_the_same(
    method: str, path: str, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flask takes them for «POST /api/v1/compile»: so does the gate."""
    client = client_with(xwing_kb, monkeypatch, KB_RATE="trabajar=1")
    dressed = {"environ_overrides": {"REQUEST_METHOD": method, "PATH_INFO": path}}
    assert [client.post("/", json=COMPILE, **dressed).status_code for _ in range(2)] == [200, 429]
    assert client.post("/api/v1/compile", json=COMPILE).status_code == 429


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        (0, "1.1.1.1", "9.9.9.9"),  # nobody of ours wrote it
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),  # the first is what the client claimed
        (2, "6.6.6.6, 1.1.1.1, 10.0.0.1", "1.1.1.1"),
        (2, "1.1.1.1", "9.9.9.9"),  # one proxy is missing: no entry is ours for sure
        (1, "", "9.9.9.9"),
        (1, "no es una dirección", "9.9.9.9"),
        (1, "1" * 5000, "9.9.9.9"),
        (1, "::ffff:1.1.1.1", "1.1.1.1"),
        (1, "2001:db8:a:b:c:d:e:f", "20010db8000a000b::/64"),
    ],
)
def test_whose_address_counts(proxies: int, forwarded: str, counted: str) -> None:
    environ = {"REMOTE_ADDR": "9.9.9.9", **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})}
    assert address(environ, proxies) == counted


def test_what_is_no_address() -> None:
    assert [network(told) for told in ("", "x", "1.2.3", "1.2.3.4.5", "fe80::1%eth0\n")] == [
        "",
        "",
        "",
        "",
        "fe80000000000000::/64",
    ]


def test_rates_are_told_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KB_RATE")
    assert rates_told() == PER_MINUTE
    monkeypatch.setenv("KB_RATE", "0")
    assert set(rates_told().values()) == {0}
    monkeypatch.setenv("KB_RATE", " buscar = 7,escribir=0 ")
    assert rates_told() == {**PER_MINUTE, "buscar": 7, "escribir": 0}
    for wrong in ("buscar", "nada=3", "buscar=-1", "buscar=x", "7"):
        monkeypatch.setenv("KB_RATE", wrong)
        with pytest.raises(StoreError, match="KB_RATE"):
            rates_told()
    for wrong in ("x", "-1", "10", "1.5"):
        monkeypatch.setenv("KB_PROXIES", wrong)
        with pytest.raises(StoreError, match="KB_PROXIES"):
            proxies_told()
    assert patience() == 1
    monkeypatch.setenv("KB_PATIENCE", "2.5")
    assert patience() == 2.5
    for wrong in ("x", "0", "1001", "nan"):
        monkeypatch.setenv("KB_PATIENCE", wrong)
        with pytest.raises(StoreError, match="KB_PATIENCE"):
            patience()


def test_a_minute_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(rates.time, "time", lambda: clock[0])
    here = Here()
    assert [here.incr("a", 60) for _ in range(3)] == [1, 2, 3]
    assert here.get_expiry("a") == 1060
    clock[0] = 1061
    assert here.incr("a", 60) == 1
    clock[0] = 500  # set back: nobody is locked out until the old time comes again
    assert here.incr("a", 60) == 1


def test_counters_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_COUNTERS", 100)
    here = Here()
    for number in range(1000):
        here.incr(str(number), 60)
    assert len(here._rows) <= 100


class Slow:
    """A body whose sender has stopped in the middle; `go` lets the rest come."""

    def __init__(self) -> None:
        self.asked, self.go = Event(), Event()

    def read(self, size: int) -> bytes:
        self.asked.set()
        assert self.go.wait(30)
        return b"{}"


def sent(body: object, length: str = "2") -> dict[str, object]:
    return {"wsgi.input": body, "CONTENT_LENGTH": length}


def test_slow_senders_get_some_of_the_threads_and_no_more() -> None:
    inbox, slow = Inbox(), [Slow() for _ in range(BODIES)]
    with ThreadPoolExecutor(BODIES) as pool:
        who = [f"10.0.0.{n // BODIES_OF_ONE}" for n in range(BODIES)]
        jobs = [pool.submit(inbox.take, sent(body), name) for body, name in zip(slow, who, strict=True)]
        for body in slow:
            assert body.asked.wait(30)
        for name, mine in ((who[0], True), ("10.9.9.9", False)):
            with pytest.raises(Full) as full:
                inbox.take(sent(BytesIO(b"{}")), name)
            assert full.value.mine is mine
        for body in slow:
            body.go.set()
        for job in jobs:
            job.result(30)
    inbox.take(environ := sent(BytesIO(b"{}")), who[0])
    assert environ["wsgi.input"].read() == b"{}"  # type: ignore[attr-defined]


def test_behind_stuck_senders_nobody_waits() -> None:
    clock = [0.0]
    inbox, slow = Inbox(lambda: clock[0]), Slow()
    with ThreadPoolExecutor(BODIES_OF_ONE) as pool:
        jobs = [pool.submit(inbox.take, sent(slow), "a") for _ in range(BODIES_OF_ONE)]
        assert until(lambda: len(inbox._reading) == BODIES_OF_ONE)
        clock[0] = 1.0
        waited: list[float] = []
        inbox._changed.wait_for = lambda holds, timeout: bool(waited.append(timeout))  # type: ignore[method-assign, assignment, func-returns-value]
        with pytest.raises(Full):
            inbox.take(sent(BytesIO(b"{}")), "a")
        assert waited == []
        slow.go.set()
        for job in jobs:
            job.result(30)


def test_bodies_that_are_cut_or_endless() -> None:
    inbox = Inbox()
    with pytest.raises(Cut):
        inbox.take(sent(BytesIO(b"{"), "20"), "a")
    assert inbox._reading == {}
    environ = {"wsgi.input": BytesIO(b"a" * 1_000_000), "wsgi.input_terminated": True}  # chunked: no length is told
    inbox.take(environ, "a")
    assert environ["CONTENT_LENGTH"] == str(MOST_BODY + 1)  # type: ignore[comparison-overlap]
    untold = {"wsgi.input": BytesIO(b"{}")}
    inbox.take(untold, "a")
    assert "CONTENT_LENGTH" not in untold


def test_the_threads_that_are_left() -> None:
    assert BODIES_OF_ONE < BODIES < THREADS


class Redis:
    """A Redis server of the test's own."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("falta redis-server (apt-get install redis-server)")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        self.start()

    def start(self) -> None:
        self._server = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        assert until(lambda: listens("127.0.0.1", self.port)), "redis-server did not start"

    def stop(self) -> None:
        self._server.kill()
        self._server.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.stop()


def test_hosts_share_their_counts(redis: Redis, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "PATIENCE", 30)  # a busy machine that runs the tests is not an absent Redis
    told = {"KB_REDIS_URL": redis.url, "KB_RATE": "leer=3"}
    one, other = (client_with(xwing_kb, monkeypatch, **told) for _ in range(2))
    assert [c.get("/about").status_code for c in (one, other, one, other)] == [200, 200, 200, 429]
    assert 1 <= int(one.get("/about").headers["Retry-After"]) <= 60


def test_redis_goes_away_and_comes_back(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rates, "TRY_AGAIN", 0.05)
    monkeypatch.setattr(rates, "PATIENCE", 30)
    shared = Shared(redis.url)
    assert [shared.incr("a", 60) for _ in range(2)] == [1, 2]
    redis.stop()
    with caplog.at_level(logging.WARNING):
        assert [shared.incr("a", 60) for _ in range(50)] == list(range(1, 51))  # counted here meanwhile
        assert shared.get_expiry("a") > time.time()
        assert [r.message for r in caplog.records if r.name == rates.log.name] == [
            "Redis does not answer: rates are counted in each process until it is back"
        ]
    redis.start()
    assert until(lambda: not shared.away)
    assert shared.incr("a", 60) == 1  # a new server, shared again


def test_a_redis_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and says nothing: the gate asks once, and then counts here."""
    monkeypatch.setattr(rates, "TRY_AGAIN", 60)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        shared = Shared(f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        assert shared.away
        assert [shared.incr("a", 60) for _ in range(3)] == [1, 2, 3]


def test_an_address_that_is_no_redis() -> None:
    with pytest.raises(StoreError, match="KB_REDIS_URL"):
        Shared("redis://127.0.0.1:nada/0")
    with pytest.raises(StoreError, match="KB_REDIS_URL"):
        Shared("http://127.0.0.1/")


def test_without_its_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "HAS_REDIS", False)
    with pytest.raises(StoreError, match=r"reglario\[redis\]"):
        Shared("redis://127.0.0.1/0")


BEYOND: dict[str, tuple[str, dict[str, object], int, str]] = {
    "query": ("/xwing/ataque?" + "a" * 9000, {}, 414, "tras el «?» caben"),
    "path": ("/" + "a" * 3000, {}, 414, "La dirección es demasiado larga"),
    "headers": ("/xwing/ataque", {"headers": {"X-Largo": "a" * 40_000}}, 431, "Las cabeceras son demasiado largas"),
    "body of a reader": ("/xwing/ataque", {"data": b"hola", "content_type": "text/plain"}, 413, "no admite cuerpo"),
}


@pytest.mark.parametrize("what", BEYOND)
def test_beyond_its_limits_a_request_is_told_which(what: str, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, more, status, why = BEYOND[what]
    answer = client_with(xwing_kb, monkeypatch).get(path, **more)  # type: ignore[arg-type]
    assert answer.status_code == status and why in answer.text


def test_a_body_of_unknown_length_or_cut_is_not_kept(xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_with(xwing_kb, monkeypatch)
    chunked = client.post("/dictamenes/nuevo", environ_overrides={"HTTP_TRANSFER_ENCODING": "chunked"})
    assert chunked.status_code == 411 and "Content-Length" in chunked.text
    cut = client.post("/api/v1/compile", data=b"{", environ_overrides={"CONTENT_LENGTH": "100"})
    assert cut.status_code == 400 and "a medias" in cut.text


@pytest.mark.parametrize(("mine", "status"), [(True, 429), (False, 503)])
def test_too_many_bodies_at_once(mine: bool, status: int, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Inbox, environ: object, who: str) -> None:
        raise Full(mine)

    client = client_with(xwing_kb, monkeypatch)
    monkeypatch.setattr(Inbox, "take", full)
    answer = client.post("/api/v1/compile", json=COMPILE)
    assert answer.status_code == status and answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize(("raised", "code", "wait"), [(Busy(), "ocupado", "2"), (TooLong(), "fuera_de_plazo", None)])
def test_work_that_finds_no_room_or_takes_too_long(
    raised: BaseException, code: str, wait: str | None, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worn(environ: object, start: object) -> list[bytes]:
        raise raised

    client = client_with(xwing_kb, monkeypatch)
    gate = client.application.wsgi_app
    while not isinstance(gate, Gate):
        gate = gate.inner  # type: ignore[attr-defined]
    monkeypatch.setattr(gate, "inner", worn)
    for answer in (client.get("/api/v1/games"), client.post("/api/v1/compile", json=COMPILE)):
        assert answer.status_code == 503 and answer.get_json()["error"]["code"] == code
        assert int(answer.headers["Retry-After"]) >= 1 and wait in (None, answer.headers["Retry-After"])


def test_who_never_asked_has_no_minute_to_wait_for() -> None:
    assert abs(Here().get_expiry("nadie") - time.time()) < 5


class Far:
    """Redis as `limits` shows it, with an answer of its own for each question."""

    base_exceptions = OSError

    def incr(self, key: str, expiry: int) -> int:
        return 70

    def get_expiry(self, key: str) -> float:
        return 7000.0


@pytest.mark.parametrize(("away", "count", "ends"), [(False, 70, 7000.0), (True, 1, None)])
def test_counters_are_those_of_redis_while_it_answers(away: bool, count: int, ends: float | None) -> None:
    shared = Shared.__new__(Shared)
    shared._far, shared._here, shared.away = Far(), Here(), away  # type: ignore[assignment]
    assert shared.incr("leer/a", 60) == count
    assert shared.get_expiry("leer/a") == (ends or pytest.approx(time.time() + 60, abs=5))


@pytest.mark.parametrize(
    ("since", "stuck"), [((), True), ((99.9,), False), ((99.0,), True), ((99.0, 99.9), False), ((99.0, 98.0), True)]
)
def test_senders_are_stuck_when_all_of_them_have_stopped(since: tuple[float, ...], stuck: bool) -> None:
    inbox = Inbox(clock=lambda: 100.0)
    inbox._reading = {n: ("a", began, "") for n, began in enumerate(since)}
    assert inbox._stuck() is stuck


@pytest.mark.parametrize("drips", [False, True])
def test_a_body_without_end_is_hung_up_on_where_somebody_waits(monkeypatch: pytest.MonkeyPatch, drips: bool) -> None:
    """The thread that reads it is free again; a connection that was told something meanwhile is left alone."""
    monkeypatch.setattr("web.guard.inbox.ENDLESS", 0.3)
    monkeypatch.setattr("web.guard.inbox._LOOK_EVERY", 0.0)
    inbox, cut = Inbox(), []

    def reads(line: socket.socket) -> None:
        try:
            inbox.take({"CONTENT_LENGTH": "999", "wsgi.input": line.makefile("rb"), "REMOTE_ADDR": "127.0.0.1"}, "a")
        except Cut:
            cut.append(line)

    def enters() -> bool:
        for line in away[:BODIES_OF_ONE] if drips else ():
            with contextlib.suppress(OSError):
                line.sendall(b"x")
        for line in (here[-1], away[-1]):  # both ends are of this process
            line.sendall(b"x")
        try:
            inbox.take({"CONTENT_LENGTH": "1", "wsgi.input": BytesIO(b"x")}, "a")
        except Full:
            return False
        return True

    with socket.create_server(("127.0.0.1", 0)) as server, contextlib.ExitStack() as stack:
        away = [stack.enter_context(socket.create_connection(server.getsockname())) for _ in range(BODIES_OF_ONE + 1)]
        here = [stack.enter_context(server.accept()[0]) for _ in away]
        threads = [Thread(target=reads, args=(line,)) for line in here[:BODIES_OF_ONE]]
        for thread in threads:
            thread.start()
        assert until(lambda: len(inbox._reading) == BODIES_OF_ONE) and not enters()
        assert until(enters)
        for thread in threads:
            thread.join(60)
        assert sorted(map(id, cut)) == sorted(map(id, here[:BODIES_OF_ONE]))
        away[-1].sendall(b"sigo")
        assert until(lambda: here[-1].recv(4096).endswith(b"sigo"))


@pytest.mark.parametrize(
    ("method", "path", "watched"),
    [
        ("GET", "/about", True),
        ("GET", "/", True),
        ("POST", "/taller", False),
        ("POST", "/salir", False),
        ("GET", "/healthz", False),
    ],
)
def test_what_only_reads_is_watched_by_the_clock(
    method: str, path: str, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[tuple[float, float]] = []

    class Clock:
        @contextlib.contextmanager
        def limit(self, cpu: float, wall: float) -> Iterator[None]:
            limits.append((cpu, wall))
            yield

    monkeypatch.setenv("KB_PATIENCE", "3")
    gate = Gate(lambda environ, start: [b"bien"], lambda *_: b"")
    gate._clock = Clock()  # type: ignore[assignment]
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "REMOTE_ADDR": "10.0.0.1", "wsgi.input": BytesIO()}
    assert list(gate(environ, lambda *_: None)) == [b"bien"]  # type: ignore[arg-type, return-value]
    assert limits == ([(3 * CPU, 3 * WALL)] if watched else [])


@pytest.mark.parametrize(
    ("told", "found"),
    [("10.0.0.1", "10.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8:0:1::7", "20010db800000001::/64"), ("", ""),
     ("reglario", ""), ("10.0.0.256", "")],
)  # fmt: skip
def test_a_household_is_one_address(told: str, found: str) -> None:
    assert network(told) == found


@pytest.mark.parametrize(("size", "read"), [(0, 0), (10, 10), (MOST_BODY, MOST_BODY), (MOST_BODY + 1, 0)])
def test_a_body_is_read_up_to_the_largest_that_is_taken(size: int, read: int) -> None:
    body = BytesIO(b"a" * size)
    Inbox().take({"CONTENT_LENGTH": str(size), "wsgi.input": body}, "10.0.0.1")
    assert body.tell() == read


@pytest.mark.parametrize("mode", ["production", ""])
def test_headers_of_each_kind_of_answer(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_ENV", mode)
    ours, theirs = dict(safe_headers("/xwing/ataque")), dict(safe_headers("/api/v1/games"))
    assert ours["Cross-Origin-Resource-Policy"] == "same-origin" and "Access-Control-Allow-Origin" not in ours
    assert theirs["Access-Control-Allow-Origin"] == "*" and theirs.get("Cross-Origin-Resource-Policy") != "same-origin"
    assert all(("Strict-Transport-Security" in told) == (mode == "production") for told in (ours, theirs))


@pytest.mark.parametrize(
    ("url", "told"), [("", "/xwing/cañ%C3%B3n"), ("https://reglario.example/", "https://reglario.example/xwing/x")]
)
def test_the_address_of_a_kept_page(url: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_URL", url)
    assert shared_url("/xwing/cañón" if not url else "/xwing/x") == told.replace("ñ", "%C3%B1")
