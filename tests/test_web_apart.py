"""Dear work apart: a hand that lasts too long or wants too much memory is ended by the system, and nobody else notices."""

import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from servers import until

from web.apart.clock import Clock, TooLong
from web.apart.door import Apart, Busy, is_dear
from web.apart.hands import Limits, keep_hands
from web.apart.room import open_room
from web.apart.wire import Ended, receive, send
from web.app import create_app
from web.guard.budgets import LEFT_APART


def _spin() -> None:
    while True:
        pass


BOMBS: dict[str, Any] = {
    "bucle": _spin,
    "expresion": lambda: re.match(r"(a+)+$", "a" * 40 + "b"),  # holds the interpreter: no thread of Python could stop it
    "potencia": lambda: 3 ** (10**9),
    "memoria": lambda: bytearray(2 * 1024**3),
    "listas": lambda: [[0] * 1000 for _ in range(10**7)],
    "sueño": lambda: time.sleep(60),
    "muerte": lambda: os.kill(os.getpid(), signal.SIGKILL),
}


def bomb_app() -> Flask:
    app = Flask("bombas")
    app.extensions["library"] = SimpleNamespace(watched=True, renew=lambda: _renewed())

    @app.post("/api/v1/compile")
    def compile_() -> Response:
        bomb = (request.get_json(silent=True) or {}).get("bomba")
        if bomb:
            BOMBS[bomb]()
        return Response(json.dumps({"pid": os.getpid(), "dicho": request.get_data().decode()}), content_type="application/json")

    @app.errorhandler(MemoryError)
    def no_room(_: MemoryError) -> Response:
        return Response("sin sitio", 503)

    return app


def _renewed() -> bool:
    """A new knowledge base, each time that the file is there."""
    mark = Path(os.environ["MARCA"])
    found = mark.exists()
    mark.unlink(missing_ok=True)
    return found


def bomb_hands(listener: socket.socket) -> None:
    keep_hands(listener, bomb_app, 2, QUICK)


QUICK = Limits(wall=1.5, cpu=0.4, memory=64 * 1024**2)
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # the server forks before it has any


@pytest.fixture(scope="module")
def mark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("marca") / "nueva"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, mark: Path) -> Iterator[str]:
    os.environ["MARCA"] = str(mark)
    with open_room(tmp_path_factory.mktemp("r"), "tests.test_web_apart:bomb_hands") as place:
        yield place


@pytest.fixture(scope="module")
def client(room: str, shipped_kb: Path) -> FlaskClient:
    app = create_app(shipped_kb)
    app.extensions["front"].inner = Apart(app.extensions["front"].inner, room)
    return app.test_client()


def ask(client: FlaskClient, **told: Any) -> Any:
    return client.post("/api/v1/compile", json=told)


def hand_of(client: FlaskClient) -> int:
    """Whoever answers next: on a busy machine a hand that was just ended has no successor yet."""
    answers: list[Any] = []
    assert until(lambda: answers.append(ask(client)) or answers[-1].status_code == 200), answers[-1].text
    return int(answers[-1].get_json()["pid"])


def test_done_apart(client: FlaskClient) -> None:
    answer = ask(client, texto="Tira 1 dado «añejo».")
    assert answer.status_code == 200 and answer.get_json()["pid"] != os.getpid()
    assert "añejo" in json.loads(answer.get_json()["dicho"])["texto"]
    assert answer.headers["X-Request-Id"]
    assert client.get("/xwing/ataque").status_code == 200  # the others are answered here


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs(client: FlaskClient, bomb: str) -> None:
    """503 with Retry-After, as the system ends what would not end; meanwhile readers are answered, and after it so is the next.
    How late a reader gets is `make soak SOAK=worst`'s to say."""
    answers: list[Any] = []
    bomber = threading.Thread(target=lambda: answers.append(ask(client.application.test_client(), bomba=bomb)))
    client.get("/xwing/ataque")
    bomber.start()
    while bomber.is_alive():
        assert client.get("/xwing/ataque").status_code == 200
        time.sleep(0.01)
    (answer,) = answers
    assert answer.status_code == 503
    if bomb not in ("memoria", "listas"):
        assert answer.headers["Retry-After"] == "5" and answer.get_json()["error"]["code"] == "fuera_de_plazo"
    assert until(lambda: ask(client).status_code == 200)


def test_processor_time_is_less_than_time() -> None:
    assert Limits().cpu < Limits().wall


def test_no_more_than_its_places(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some threads of a worker always stay with the readers."""
    answers: list[int] = []
    app = client.application
    door = app.extensions["front"].inner
    monkeypatch.setattr(door, "_room", threading.BoundedSemaphore(4))
    many = [
        threading.Thread(target=lambda: answers.append(ask(app.test_client(), bomba="sueño").status_code)) for _ in range(4)
    ]
    for one in many:
        one.start()
    assert until(lambda: door._room._value == 0), "all of them are inside"
    answer = ask(client)
    assert (
        answer.status_code == 503 and answer.headers["Retry-After"] == "2" and answer.get_json()["error"]["code"] == "ocupado"
    )
    assert client.get("/xwing/ataque").status_code == 200
    for one in many:
        one.join()
    assert answers == [503] * 4
    assert until(lambda: ask(client).status_code == 200)


def test_who_waits_its_turn_is_served(client: FlaskClient) -> None:
    """As many at once as have a place, however few hands there are; and a hand does no work for who has gone meanwhile."""
    app, answers = client.application, list[int]()
    many = [threading.Thread(target=lambda: answers.append(ask(app.test_client()).status_code)) for _ in range(LEFT_APART)]
    for one in many:
        one.start()
    for one in many:
        one.join()
    assert answers == [200] * LEFT_APART


def test_a_turn_that_does_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes it in time: the reader is told to come back, and that nothing lasted too long."""
    monkeypatch.setattr("web.apart.door.APART_WAIT", 0.2)
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/v1/odds", "wsgi.input": BytesIO()}
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen(1)
        door = Apart(lambda *_: [], str(tmp_path / "s"))
        with pytest.raises(Busy):
            door(environ, lambda *_: lambda _: None)
        assert door._room._value == LEFT_APART


def test_hands_are_replaced_with_the_knowledge_base(client: FlaskClient, mark: Path) -> None:
    before = {hand_of(client) for _ in range(6)}
    mark.touch()
    assert until(lambda: not mark.exists() and not any(Path(f"/proc/{hand}").exists() for hand in before))
    assert hand_of(client) not in before


def test_the_keeper_comes_back(client: FlaskClient) -> None:
    hand = hand_of(client)
    keeper = int(Path(f"/proc/{hand}/stat").read_text().split()[3])
    os.kill(keeper, signal.SIGKILL)
    assert until(lambda: not Path(f"/proc/{hand}").exists() and ask(client).status_code == 200)


def test_nothing_is_left_behind(tmp_path: Path, mark: Path) -> None:
    os.environ["MARCA"] = str(mark)
    with open_room(tmp_path, "tests.test_web_apart:bomb_hands") as place:
        app = create_app(tmp_path / "ninguna")
        app.extensions["front"].inner = Apart(app.extensions["front"].inner, place)
        hand = hand_of(app.test_client())
    assert until(lambda: not Path(f"/proc/{hand}").exists())
    assert ask(app.test_client()).status_code == 503  # nobody there: it says so


def slow_hands(listener: socket.socket) -> None:
    """The site takes its time to be read: the server may be gone when it is."""
    mark = Path(os.environ["MARCA"])
    mark.write_text(str(os.getpid()))
    until(lambda: not mark.exists())
    bomb_hands(listener)


def test_a_server_that_stops_while_it_starts_leaves_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "marca"
    monkeypatch.setenv("MARCA", str(mark))
    with open_room(tmp_path, "tests.test_web_apart:slow_hands"):
        assert until(lambda: mark.exists() and mark.read_text() != "")
        keeper = int(mark.read_text())
    mark.unlink()
    assert until(lambda: not Path(f"/proc/{keeper}").exists())


@pytest.mark.parametrize(
    ("method", "path", "query", "dear"),
    [("GET", "/taller", "", False), ("GET", "/taller", "texto=a", True), ("POST", "/api/v1/odds", "", True),
     ("GET", "/xwing/ataque", "", False), ("GET", "/", "q=ataque", False), ("POST", "/entrar", "", False),
     ("GET", "/api/v1/odds/xwing", "a=1", True), ("HEAD", "/taller", "texto=a", True)],
)  # fmt: skip
def test_what_is_dear(method: str, path: str, query: str, dear: bool) -> None:
    assert is_dear({"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}) is dear


def test_wire() -> None:
    here, there = socket.socketpair()
    with here, there:
        send(here, {"a": "ñ"}, b"\0" * 100_000)
        assert receive(there) == ({"a": "ñ"}, b"\0" * 100_000)
        here.sendall(b"\xff" * 8)
        with pytest.raises(Ended):
            receive(there)
        here.close()
        with pytest.raises(Ended):
            receive(there)


def test_the_clock_stops_who_lasts_too_long() -> None:
    clock = Clock()
    with pytest.raises(TooLong), clock.limit(cpu=0.2, wall=30):
        _spin()
    with pytest.raises(TooLong), clock.limit(cpu=30, wall=0.2):
        for _ in range(500):
            time.sleep(0.01)
    with pytest.raises(TooLong), clock.limit(cpu=0.2, wall=30):
        while True:
            try:
                _spin()
            except Exception:  # as a view of ours might
                continue


def test_the_clock_stops_nobody_else() -> None:
    """A row that ends just as it is due never hurts what the thread does next."""
    clock = Clock()
    for _ in range(8):
        try:
            with clock.limit(cpu=30, wall=0.1):
                time.sleep(0.1)
        except TooLong:
            pass
        for _ in range(20):
            time.sleep(0.005)
    with pytest.raises(KeyError), clock.limit(30, 30):
        raise KeyError
    assert clock._rows == {}
