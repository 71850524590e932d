"""Accounts, on SQLite and on PostgreSQL: sessions that end everywhere, guesses that wait, passwords, codes, invitations."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pyotp
import pytest
from argon2 import Type
from flask import Flask
from flask.testing import FlaskClient
from opened import HASHER
from sqlalchemy import Engine, event, select, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.databases import emptied
from web.accounts import judges, second, throttle
from web.accounts.judges import JudgeError, add_judge
from web.accounts.passwords import hashed, why_not
from web.accounts.sessions import device_of
from web.app import create_app
from web.rulings.setup import main
from web.rulings.tables import Happened, Judge, Sitting

PASSWORD, OTHER = "una contraseña larga", "otra muy distinta, de verdad"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'd.sqlite'}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    monkeypatch.setenv("KB_DATABASE_URL", url)
    monkeypatch.setenv("KB_SECRET", "una clave para las pruebas de las cuentas")
    found = emptied(url)
    with Session(found) as session:
        add_judge(session, "ana", PASSWORD)
        add_judge(session, "cesar", PASSWORD, "principal")
    yield found
    found.dispose()


@pytest.fixture
def app(engine: Engine, xwing_kb: Path) -> Iterator[Flask]:
    made = create_app(xwing_kb)
    yield made
    made.extensions["desk"].engine.dispose()


def token(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="ficha" value="([^"]+)"', client.get(path).text)
    assert found is not None
    return found[1]


def enter(client: FlaskClient, password: str = PASSWORD, name: str = "ana", code: str = "", **more: object) -> TestResponse:
    form = {"ficha": token(client, "/entrar"), "nombre": name, "clave": password, "codigo": code}
    return client.post("/entrar", data=form, headers={"User-Agent": FIREFOX}, **more)  # type: ignore[arg-type]


def inside(client: FlaskClient) -> bool:
    return client.get("/dictamenes/nuevo").status_code == 200


def judge(app: Flask, name: str = "ana") -> FlaskClient:
    client = app.test_client()
    assert enter(client, name=name).status_code == 303
    return client


def copied(app: Flask, client: FlaskClient) -> FlaskClient:
    """Somebody who has a copy of the cookie."""
    other, cookie = app.test_client(), client.get_cookie("reglario")
    assert cookie is not None
    other.set_cookie("reglario", cookie.value)
    return other


def send(client: FlaskClient, where: str, **form: str) -> TestResponse:
    return client.post(where, data={"ficha": token(client, "/cuenta"), **form})


def test_leaving_ends_the_session_everywhere(app: Flask, xwing_kb: Path) -> None:
    client = judge(app)
    elsewhere = create_app(xwing_kb)
    thief, other = copied(app, client), copied(elsewhere, client)
    assert inside(thief) and inside(other)
    assert client.post("/salir", data={"ficha": token(client, "/cuenta")}).status_code == 303
    assert not inside(thief) and not inside(other) and not inside(client)
    elsewhere.extensions["desk"].engine.dispose()


def test_twelve_hours_however_busy(app: Flask, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    client = judge(app)
    with engine.begin() as connection:
        connection.execute(update(Sitting).values(ends=Sitting.ends - timedelta(hours=12, seconds=1)))
    assert not inside(client)


def test_a_changed_password_ends_the_other_sessions(app: Flask) -> None:
    client, other = judge(app), judge(app)
    assert send(client, "/cuenta/clave", clave="no es esta", nueva=OTHER).status_code == 400
    assert send(client, "/cuenta/clave", clave=PASSWORD, nueva="corta").status_code == 400
    assert inside(other), "nothing has changed"
    answer = send(client, "/cuenta/clave", clave=PASSWORD, nueva=OTHER)
    assert answer.status_code == 200 and "Contraseña cambiada" in answer.text
    assert inside(client) and not inside(other)
    assert enter(app.test_client()).status_code == 401 and enter(app.test_client(), OTHER).status_code == 303


def test_own_sessions_are_seen_and_ended(app: Flask) -> None:
    client, other, third = judge(app), judge(app), judge(app)
    page = client.get("/cuenta").text
    assert page.count("Firefox en Android") >= 3 and page.count("(esta)") == 1
    one = re.search(r'name="sesion" value="(\w+)"', page)
    assert one is not None
    assert send(client, "/cuenta/sesiones", sesion=one[1]).status_code == 200
    assert inside(client) and [inside(other), inside(third)].count(True) == 1
    assert send(client, "/cuenta/sesiones").status_code == 200
    assert inside(client) and not inside(other) and not inside(third)
    bystander = judge(app, "cesar")
    send(client, "/cuenta/sesiones", sesion=re.search(r'name="sesion" value="(\w+)"', page)[1])  # type: ignore[index]
    assert inside(bystander), "nobody ends another's"


def test_the_operator_stops_and_removes_accounts(app: Flask, engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    client = judge(app)
    assert main(["disable", "ana"]) == 0 and not inside(client) and enter(client).status_code == 401
    assert main(["enable", "ana"]) == 0 and enter(client).status_code == 303 and inside(client)
    assert main(["role", "ana", "editor"]) == 0
    assert main(["list"]) == 0 and "ana\t1\teditor" in capsys.readouterr().out
    assert main(["remove", "ana"]) == 0 and not inside(client) and enter(client).status_code == 401
    with Session(engine) as session:
        names = session.scalars(select(Judge.name).order_by(Judge.id)).all()
        assert names == ["persona retirada 1", "cesar"]
        for wrong in ("ana", "nadie"):
            with pytest.raises(JudgeError):
                judges.known(session, wrong)
        with pytest.raises(JudgeError, match="reservado"):
            add_judge(session, "persona retirada 9", PASSWORD)
        with pytest.raises(JudgeError, match="cargo"):
            judges.set_role(session, judges.known(session, "cesar"), "rey")


def test_who_guesses_waits_and_the_owner_does_not(app: Flask) -> None:
    """From one address; from another the right password enters at once. A name that nobody has is answered the same."""
    thief, elsewhere = app.test_client(), {"REMOTE_ADDR": "203.0.113.9"}
    known = [enter(thief, "no es esta").status_code for _ in range(throttle.MOST_FOR_NAME + 2)]
    unknown = [enter(thief, "no es esta", "nadie").status_code for _ in range(throttle.MOST_FOR_NAME + 2)]
    assert known == unknown == [401] * throttle.MOST_FOR_NAME + [429, 429]
    refused = enter(thief)
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 60, "not even with the right one, from there"
    assert enter(app.test_client(), environ_overrides=elsewhere).status_code == 303
    told = [re.sub(r'value="[^"]*"|\d+ minutos', "", enter(thief, "x", name).text) for name in ("ana", "nadie")]
    assert told[0] == told[1]
    many = [enter(thief, "no", f"n{n}").status_code for n in range(throttle.MOST_FROM_ADDRESS)]
    assert many[-1] == 429, "many names from one address"


def test_guesses_at_once_count_too(app: Flask, engine: Engine) -> None:
    counted = throttle.keys("secreto", "ana", "198.51.100.7")

    def guess(_: int) -> str:
        with Session(engine) as session:
            try:
                throttle.attempt(session, counted)
            except throttle.Wait:
                return "wait"
        return "tried"

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(guess, range(40))).count("tried") == throttle.MOST_FOR_NAME


def test_many_who_sign_in_from_one_address_are_no_guesses(app: Flask, engine: Engine) -> None:
    with Session(engine) as session:
        for n in range(2 * throttle.MOST_FROM_ADDRESS):
            counted = throttle.keys("secreto", f"juez {n}", "198.51.100.8")
            throttle.attempt(session, counted)
            throttle.forgiven(session, counted)


def test_a_right_password_forgives(app: Flask) -> None:
    client = app.test_client()
    for _ in range(3):
        assert [enter(client, "no es esta").status_code for _ in range(3)] == [401] * 3
        assert enter(client).status_code == 303


@pytest.mark.parametrize(
    "wrong",
    ["corta", "1234567890", "123456789012", "aaaaaaaaaaaa", "abcabcabcabc", "qwertyuiopas", "password1234", "contraseña12",
     "reglario1234", "imperial-assault", "ana ana ana ana", "x" * 201],
)  # fmt: skip
def test_passwords_that_are_refused(wrong: str) -> None:
    assert why_not(wrong, "ana") is not None


@pytest.mark.parametrize("good", [PASSWORD, OTHER, "caballo correcto batería", "tatooine-dos-soles", "k3F9 zzq! 0pLw"])
def test_passwords_that_are_taken(good: str) -> None:
    assert why_not(good, "ana") is None


def test_a_second_factor(app: Flask, engine: Engine) -> None:
    client = judge(app)
    page = client.get("/cuenta/codigo").text
    secret = re.search(r"<code>(\w+)</code>", page)
    assert secret is not None and "<svg" in page
    ficha = re.search(r'name="ficha" value="([^"]+)"', page)
    assert ficha is not None
    code = pyotp.TOTP(secret[1]).now()
    form = {"ficha": ficha[1], "clave": PASSWORD, "codigo": code}
    assert client.post("/cuenta/codigo", data={**form, "clave": "no es esta"}).status_code == 400
    answer = client.post("/cuenta/codigo", data=form)
    codes = re.findall(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>", answer.text)
    assert answer.status_code == 200 and len(codes) == second.CODES
    visitor = app.test_client()
    assert enter(visitor).status_code == 401, "the password alone is not enough"
    assert enter(visitor, code=code).status_code == 401, "a code that was used"
    later = pyotp.TOTP(secret[1]).at(int(time.time()) + 30)
    assert enter(visitor, code=later).status_code == 303
    assert enter(app.test_client(), code=codes[0]).status_code == 303
    assert enter(app.test_client(), code=codes[0]).status_code == 401, "each recovery code once"
    assert send(client, "/cuenta/codigo/quitar", clave=PASSWORD).status_code == 200
    assert enter(app.test_client()).status_code == 303


def test_an_invitation_makes_one_account(app: Flask) -> None:
    assert send(judge(app), "/cuenta/invitar", cargo="principal").status_code == 400, "only a head judge invites"
    head = judge(app, "cesar")
    page = send(head, "/cuenta/invitar", cargo="editor").text
    link = re.search(r"/invitacion/[\w-]+", page)
    assert link is not None
    guest, late = app.test_client(), app.test_client()
    form = {"ficha": token(guest, link[0]), "nombre": "Eva  Ruiz", "clave": "corta"}
    assert guest.post(link[0], data=form).status_code == 400
    assert guest.post(link[0], data={**form, "nombre": "ana", "clave": OTHER}).status_code == 400, "a name that is taken"
    spare = token(late, link[0])
    assert guest.post(link[0], data={**form, "clave": OTHER}).status_code == 303
    assert inside(guest) and "editor" in guest.get("/cuenta").text and "Eva Ruiz" in guest.get("/cuenta").text
    assert late.post(link[0], data={"ficha": spare, "nombre": "otra", "clave": OTHER}).status_code == 404
    assert app.test_client().get("/invitacion/no-es-nada").status_code == 404


def test_what_happened_is_told_by_number(app: Flask, engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="web.accounts.judges"):
        enter(app.test_client(), "no es esta")
        client = judge(app)
        enter(app.test_client(), "no es esta", "nadie")
    told = [(record.getMessage(), getattr(record, "data", {}).get("account")) for record in caplog.records]
    assert told == [("account: rechazada", 1), ("account: entrada", 1), ("account: desconocida", None)]
    assert not any("ana" in record.getMessage() or PASSWORD in record.getMessage() for record in caplog.records)
    assert "Intento de entrar rechazado" in client.get("/cuenta").text
    with Session(engine) as session:
        assert {row.judge_id for row in session.scalars(select(Happened))} == {1, 2}


@pytest.mark.parametrize("name", ["an\0a", "a" * 60, "ana' OR 1=1 --", "\u202eana", "ＡＮＡ"])
def test_odd_names_are_only_wrong(app: Flask, name: str) -> None:
    client = app.test_client()
    assert enter(client, "no es esta", name).status_code in (400, 401)
    assert client.get("/readyz").get_json()["rulings"] == "ok"


def test_forms_of_the_account_are_its_owners(app: Flask) -> None:
    stranger, client = app.test_client(), judge(app)
    assert stranger.get("/cuenta").status_code == 303
    for where in ("clave", "sesiones", "codigo", "codigo/quitar", "invitar"):
        assert stranger.post(f"/cuenta/{where}").headers["Location"].startswith("/entrar")
        assert client.post(f"/cuenta/{where}", data={"clave": PASSWORD}).status_code == 400
        assert client.post(f"/cuenta/{where}", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_cookie_in_production(xwing_kb: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_ENV", "production")
    monkeypatch.setenv("KB_SECRET", "7fJ2-kQ9v_Zr4xW8sLm1NbTc6YhUe3Ga5DpQi0Ok")
    app = create_app(xwing_kb)
    cookie = app.test_client().get("/entrar", base_url="https://reglario.example").headers["Set-Cookie"]
    assert cookie.startswith("__Host-reglario=") and "Secure" in cookie and "HttpOnly" in cookie and "Path=/" in cookie
    app.extensions["desk"].engine.dispose()


def test_devices_in_words() -> None:
    agents = {
        FIREFOX: "Firefox en Android",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604": "Safari en iPhone",
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/130.0 Safari/537 Edg/130.0": "Edge en Windows",
        "curl/8": "otro programa",
    }
    assert {agent: device_of(agent) for agent in agents} == agents


def test_a_refusal_costs_the_same_whoever_is_named(app: Flask, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash checked and one write, for a judge, for one who was stopped and for a name that nobody has."""
    costs: list[str] = []

    def checked(kept: str, password: str) -> bool:
        costs.append(kept[:9])
        return False

    def noted(connection: object, cursor: object, statement: str, *_: object) -> None:
        costs.append(statement[:6])

    monkeypatch.setattr(judges, "matches", checked)
    with Session(engine) as session:
        stopped = add_judge(session, "eva", PASSWORD)
        judges.disable(session, stopped)
        session.commit()

    spent = {}
    for name in ("ana", "eva", "nadie"):
        with Session(engine) as session:
            event.listen(engine, "before_cursor_execute", noted)
            assert judges.signed_in(session, name, "no-es-esta-clave", counted=throttle.keys("s", name, "a")) is None
            event.remove(engine, "before_cursor_execute", noted)
        at = costs.index("$argon2id")
        spent[name] = sum(cost in ("INSERT", "UPDATE") for cost in costs[at:])
        costs.clear()
    assert spent == {"ana": 1, "eva": 1, "nadie": 1}


def test_a_password_costs_what_owasp_asks() -> None:
    """Of the one that sites have: tests keep theirs cheaply."""
    assert HASHER.type is Type.ID and HASHER.memory_cost >= 19_456 and HASHER.time_cost >= 2
    assert not HASHER.check_needs_rehash(HASHER.hash(PASSWORD)) and HASHER.check_needs_rehash(hashed(PASSWORD))
