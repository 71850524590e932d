"""Parts of the rulings by themselves: what a search is measured by, who may read the file, what a copy must agree in, what
waits to be told, what a form begins with from an event."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tests.databases import emptied
from web.accounts import throttle
from web.accounts.judges import add_judge
from web.app import create_app
from web.guard.budgets import READERS
from web.observe.meters import ERRORS
from web.rulings import backup, database, entering, frames, guard, times, vault
from web.rulings.shelf import Words
from web.rulings.webhook import Webhook

PASSWORD = "una contraseña larga"


@pytest.mark.parametrize(
    ("asked", "share"),
    [(["a"], 1.0), (["b"], 0.5), (["c"], 0.0), (["a", "b"], 0.75), (["a", "b", "c", "c"], 0.375), (["b", "a", "a"], 2.5 / 3)],
)
def test_words_of_the_question_count_double(asked: list[str], share: float) -> None:
    assert Words(frozenset({"a"}), frozenset({"a", "b"})).share(asked) == pytest.approx(share)


def test_the_file_and_its_journals_are_their_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.sqlite"
    parts = [path, tmp_path / "d.sqlite-wal", tmp_path / "d.sqlite-shm"]
    for part in parts:
        part.write_bytes(b"")
        part.chmod(0o644)
    database._own(path)
    assert [part.stat().st_mode & 0o777 for part in parts] == [0o600] * 3
    parts[1].chmod(0o640)
    monkeypatch.setattr("os.geteuid", lambda: 10**6)  # another's is left as it is
    database._own(path)
    assert parts[1].stat().st_mode & 0o777 == 0o640
    fresh = tmp_path / "e.sqlite"
    database._own(fresh)
    assert fresh.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("what", ["backup", "restore"])
def test_a_command_waits_for_a_busy_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setenv("KB_DATABASE_URL", f"sqlite:///{tmp_path / 'd.sqlite'}")
    assert vault.main(["backup", str(tmp_path / "antes.json")]) == 0
    seen: list[bool] = []
    opened = vault.open_engine

    def watched(url: str, patient: bool = False) -> Engine:
        seen.append(patient)
        return opened(url, patient)

    monkeypatch.setattr(vault, "open_engine", watched)
    told = {"backup": ["backup", str(tmp_path / "c.json")], "restore": ["restore", str(tmp_path / "antes.json"), "--replace"]}
    assert vault.main(told[what]) == 0
    assert seen == [True]


def event(**changes: Any) -> Any:
    return SimpleNamespace(**{"id": 1, "head": 1, "made_by": 2, "judges": [3], "acts": [act()], **changes})


def act(**changes: Any) -> Any:
    return SimpleNamespace(**{"author": 3, "sending": "a", **changes})


@pytest.mark.parametrize(
    ("events", "holds"),
    [
        ([event()], True),
        ([], True),
        ([event(), event(id=2, acts=[act(sending="b")])], True),
        ([event(), event(acts=[])], False),  # one event twice
        ([event(acts=[act(), act()])], False),
        ([event(), event(id=2)], False),  # one act in two events
        ([event(head=9)], False),
        ([event(made_by=9)], False),
        ([event(judges=[3, 9])], False),
        ([event(acts=[act(author=9)])], False),
    ],
)
def test_a_copy_has_each_event_and_act_once_and_knows_everybody(events: list[Any], holds: bool) -> None:
    accounts: list[Any] = [SimpleNamespace(id=id) for id in (1, 2, 3)]
    assert backup._held(accounts, events) is holds


@pytest.mark.parametrize(
    ("names", "rulings", "holds"),
    [
        (["ana"], [(1, "x", "ana"), (2, None, "ana"), (3, None, "ana")], True),
        (["ana", "ana"], [], False),
        (["ana"], [(1, "x", "ana"), (1, "y", "ana")], False),
        (["ana"], [(1, "x", "ana"), (2, "x", "ana")], False),
        (["ana"], [(1, "x", "bea")], False),
    ],
)
def test_an_old_copy_agrees_with_itself(names: list[str], rulings: list[tuple[int, str, str]], holds: bool) -> None:
    accounts: list[Any] = [SimpleNamespace(name=name) for name in names]
    rows: list[Any] = [SimpleNamespace(id=id, sending=sending, author=author) for id, sending, author in rulings]
    assert backup._consistent(accounts, rows) is holds


def test_all_that_waits_is_told_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Enough(Exception):
        pass

    sent: list[bytes] = []

    def send(body: bytes) -> None:
        sent.append(body)
        if len(sent) == 3:
            raise Enough

    hook = Webhook("https://localhost/x", "un secreto de prueba")
    monkeypatch.setattr(hook, "_send", send)
    for body in (b"1", b"2", b"3"):
        hook._waiting.put(body)
    with pytest.raises(Enough):
        hook._send_all()
    assert sent == [b"1", b"2", b"3"]


def test_a_patient_guard_waits_as_much_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For its turn and for the answer: a busy machine says so by KB_PATIENCE."""
    monkeypatch.setattr(guard, "DEADLINE", 0.2)
    monkeypatch.setattr(guard, "TURN", 0.2)
    monkeypatch.setenv("KB_PATIENCE", "60")
    engine = database.open_engine(f"sqlite:///{tmp_path / 'd.sqlite'}", patient=True)
    patient = guard.Guard(engine)
    assert patient.ask(lambda session: time.sleep(0.5) or "found") == "found"
    for _ in range(guard.DOORS):
        patient._doors.acquire()
    Timer(0.5, patient._doors.release).start()
    assert patient.ask(lambda session: "after a while") == "after a while"
    engine.dispose()


def test_dates_are_told_whole() -> None:
    assert [times.long_date(date(2026, month, 17)) for month in (1, 11, 12)] == [
        "17 de enero de 2026", "17 de noviembre de 2026", "17 de diciembre de 2026",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "used"),
    [
        ("postgres://a:b@host/d", "postgresql+psycopg://a:b@host/d"),
        ("postgresql://a:b@host/d", "postgresql+psycopg://a:b@host/d"),
        ("postgresql://a:postgres://@host/postgresql://", "postgresql+psycopg://a:postgres://@host/postgresql://"),
        ("sqlite:///d", "sqlite:///d"),
    ],
)
def test_postgresql_has_one_driver(told: str, used: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_DATABASE_URL", told)
    assert database.database_url() == used


def test_who_waits_for_postgresql_waits_as_long_as_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """`docs/faults.md`: nobody is left longer than the four seconds after which the site answers anyway."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(database, "create_engine", lambda url, **kwargs: given.update(kwargs))
    database.open_engine("postgresql+psycopg://a@host/d", patient=True)
    line = given.pop("connect_args")
    assert line == {"connect_timeout": 3, "tcp_user_timeout": 4000, "keepalives_idle": 5, "keepalives_interval": 2}
    assert given.pop("pool_size") + given.pop("max_overflow") == READERS
    assert given == {"pool_pre_ping": True, "pool_timeout": 3}


def test_a_database_that_goes_and_comes_is_told_once_each(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    engine = database.open_engine(f"sqlite:///{tmp_path / 'd.sqlite'}", patient=True)
    asked = guard.Guard(engine)
    for why in ("no responde", "no responde", None, None):
        asked._told(why)
    assert [record.getMessage() for record in caplog.records] == ["rulings database: no responde", "rulings database: bien"]
    engine.dispose()


@pytest.mark.parametrize("where", [False, True])
def test_a_ruling_is_looked_for_among_the_newest_too(where: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been written on another host a second ago; and it is not asked twice where it is already there."""
    asked: list[bool] = []

    def all_rulings(latest: bool = False) -> tuple[Any, ...]:
        asked.append(latest)
        return (SimpleNamespace(id=7),) if latest is where else ()

    monkeypatch.setattr(frames, "all_rulings", all_rulings)
    assert frames.one_ruling(7).id == 7
    assert asked == [False, True][: 1 + where]


@pytest.fixture
def client(two_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    url = f"sqlite:///{tmp_path / 'd.sqlite'}"
    monkeypatch.setenv("KB_DATABASE_URL", url)
    engine = emptied(url)
    with Session(engine) as session:
        add_judge(session, "cesar", PASSWORD, "principal")
    engine.dispose()
    app = create_app(two_kb)
    yield app.test_client()
    app.extensions["desk"].engine.dispose()


def token(client: FlaskClient) -> str:
    found = re.search(r'name="ficha" value="([^"]+)"', client.get("/entrar").text)
    assert found is not None
    return found[1]


def test_a_ruling_of_an_event_begins_with_its_name_and_game(client: FlaskClient) -> None:
    assert client.get("/dictamenes/nuevo?torneo=1").status_code in (200, 303), "nobody is told its name unasked"
    ficha = token(client)
    assert len(ficha) == 32 and len({ficha, token(client)}) == 1, "one for a session"
    client.post("/entrar", data={"ficha": ficha, "nombre": "cesar", "clave": PASSWORD})
    sent = {"name": "Open de Gijón", "game": "legion", "day": "2026-11-17", "forget": "2027-01-31", "head": "cesar",
            "judges": "", "ficha": token(client)}  # fmt: skip
    assert client.post("/torneo/nuevo", data=sent).status_code == 303
    begun = client.get("/dictamenes/nuevo?torneo=1").text
    assert 'value="Open de Gijón"' in begun and 'value="legion" selected' in begun
    cited = client.get("/dictamenes/nuevo?torneo=1&cita=xwing/ataque").text
    assert 'value="xwing" selected' in cited and 'value="Open de Gijón"' in cited
    none = client.get("/dictamenes/nuevo?torneo=77")
    assert none.status_code == 200 and "Open de Gijón" not in none.text


@pytest.mark.parametrize(("left", "minutes"), [(30.0, 1), (59.5, 1), (60.0, 2), (179.2, 3), (900.0, 16)])
def test_who_has_guessed_too_often_is_told_for_how_long(
    client: FlaskClient, left: float, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = datetime(2026, 11, 19, 12, tzinfo=UTC)

    def wait(*_: Any) -> None:
        raise throttle.Wait(moment + timedelta(seconds=left))

    monkeypatch.setattr(entering, "now", lambda: moment)
    monkeypatch.setattr(entering, "signed_in", wait)
    answer = client.post("/entrar", data={"ficha": token(client), "nombre": "cesar", "clave": PASSWORD})
    assert answer.status_code == 429 and answer.headers["Retry-After"] == str(int(left) + 1)
    assert f"dentro de {minutes} minutos" in answer.text


def test_only_forms_that_are_not_ours_are_counted(client: FlaskClient) -> None:
    def expired() -> float:
        return float(ERRORS.labels("formulario_caducado")._value.get())

    before = expired()
    client.post("/entrar", data={"ficha": token(client), "nombre": "cesar", "clave": "no es esta, seguro"})
    assert expired() == before
    for ficha in ("", "otra"):
        assert client.post("/entrar", data={"ficha": ficha, "nombre": "cesar", "clave": PASSWORD}).status_code != 303
    assert expired() == before + 2


@pytest.mark.parametrize("without", [[], ["--no-passwords"]])
def test_a_copy_has_passwords_unless_told(tmp_path: Path, without: list[str], client: FlaskClient) -> None:
    vault.main(["backup", *without, str(tmp_path / "copia.json")])
    (account,) = vault.read_copy(tmp_path / "copia.json").accounts
    assert bool(account.password) is not bool(without)
