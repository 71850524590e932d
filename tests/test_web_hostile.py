"""Known killers of our stack against every endpoint: an answer or a 4xx, never a 5xx, never their words as markup or header."""

import csv
import gzip
import io
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from discreet import assert_discreet
from flask import Flask
from flask.testing import FlaskClient
from servers import free_port, listens, until
from sqlalchemy.orm import Session

from kb.build import lexicons
from kb.search.searcher import build_index
from kb.store import open_kb, write
from tests.hostile import TEXTS, address, attacks, corpus
from web.accounts.invites import invite
from web.accounts.judges import add_judge
from web.app import create_app
from web.events.store import save
from web.guard.budgets import BODIES, BUDGETS, CARDS_STEPS, MOST_HEADERS, MOST_PATH, SCENARIO_PARTS, SCENARIO_STEPS
from web.guard.headers import safe_headers
from web.rulings.database import database_url, open_engine, upgrade
from web.rulings.tables import Judge

WRITES = [rule for rule, row in BUDGETS.items() if row.rate == "escribir"]
EVERY = 9
"""Each endpoint gets every ninth killer, each different ones; all of them: `make soak SOAK=hostile`."""


@pytest.fixture(scope="module")
def app(shipped_kb: Path) -> Flask:
    upgrade(database_url())
    return create_app(shipped_kb)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Without a jar of its own, which would put away the cookies that a test sends."""
    return app.test_client(use_cookies=False)


def check(answer: object, path: str) -> None:
    assert answer.status_code < 500  # type: ignore[attr-defined]
    headers = answer.headers  # type: ignore[attr-defined]
    assert set(safe_headers(path)) <= set(headers.items())
    assert "b=c" not in headers.get("Set-Cookie", "") and not any("\n" in value or "\r" in value for value in headers.values())
    drawn = headers["Content-Type"].startswith("image/png")
    text = answer.data.decode("latin-1" if drawn else "utf-8")  # type: ignore[attr-defined]
    assert "Traceback" not in text
    if headers["Content-Type"].startswith("text/html"):
        assert "<b onclick" not in text and "<script>alert" not in text and "54439" not in text
    if path.startswith("/api/") and answer.status_code >= 400:  # type: ignore[attr-defined]
        error = json.loads(text)["error"]
        assert set(error) == {"code", "message", "details"} and error["message"]


@pytest.mark.parametrize("number", range(len(BUDGETS)), ids=list(BUDGETS))
def test_killers_on_every_endpoint(client: FlaskClient, number: int) -> None:
    rule = list(BUDGETS)[number]
    some = [attack for n, attack in enumerate(attacks(rule)) if (n + number) % EVERY == 0]
    assert some
    for attack in some:
        check(attack.send(client), attack.path)


def test_the_corpus_is_sent_whole() -> None:
    sent = {attack.name.split(" (")[0] for rule in BUDGETS for attack in attacks(rule)}
    assert {row["name"] for name in ("textos", "cuerpos", "ficheros") for row in corpus(name)} <= sent


def test_files_that_bomb(client: FlaskClient) -> None:
    """All of them: each of these once took seconds, or ended in a 500."""
    for attack in attacks("POST /taller/fichero"):
        if ".yaml" in attack.name or ".jsonl" in attack.name:
            assert 400 <= attack.send(client).status_code < 500 or "vacias" in attack.name, attack.name
    for content in (gzip.compress(b"a" * 10_000_000), b"PK\x03\x04" + b"\0" * 60_000):
        for name in ("a.zip", "a.yaml", "a.jsonl", "a.md", "../../etc/passwd", "a\0.csv", "con:.yaml", "a" * 5000):
            answer = client.post("/taller/fichero", data={"fichero": (io.BytesIO(content), name)})
            check(answer, "/taller/fichero")
            assert answer.status_code >= 400 or (name == "a.md" and content.startswith(b"PK"))  # text, and no card in it


@pytest.mark.parametrize(
    "body",
    [
        {"requiere": [" " * 20_000 + "!"]},  # the expression went over it by the cube of its length
        {"requiere": ["a" + " " * 20_000 + "= 1"]},
        {"requiere": ["a = " + "9" * 5_000]},
        {"nombre": "n" * 101},
    ],
)
def test_conditions_of_the_queue(client: FlaskClient, body: dict) -> None:
    ability = {"nombre": "una", "jugador": "A", **body}
    answer = client.post("/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": [ability]})
    assert answer.status_code == 400


def test_a_table_with_too_much_on_it(client: FlaskClient) -> None:
    """Each ship with a card is looked at by every other: 400 of them took a third of a second."""
    for number, status in ((SCENARIO_PARTS // 8, 200), (SCENARIO_PARTS // 2, 400)):
        ships = {f"a{n}": {"cartas": {"una": "Tira 1 dado."}, "casco": 3} for n in range(number)}
        answer = client.post("/api/v1/run", json={"juego": "xwing", "titulo": "t", "dado": {"naves": ships}, "entonces": {}})
        check(answer, "/api/v1/run")
        assert answer.status_code == status, answer.text[:300]
    assert f"{SCENARIO_PARTS} campos" in answer.text


def test_a_situation_in_which_too_much_happens(client: FlaskClient) -> None:
    """Twenty attacks of Legión, each with its keywords, took a seventh of a second."""
    units = {"a": {"cualidades": ["Crítico 1"]}, "b": {"cualidades": ["Blindaje 1"]}}
    attack = {"ataque": {"atacante": "a", "defensor": "b", "dados": {"rojo": 1}, "ataque": ["vacia"], "defensa": []}}
    for number, status in ((SCENARIO_STEPS, 200), (SCENARIO_STEPS + 1, 400)):
        told = {"juego": "legion", "titulo": "t", "dado": {"unidades": units}, "cuando": [attack] * number, "entonces": {}}
        answer = client.post("/api/v1/run", json=told)
        page = client.post("/situaciones/escenario", data={"texto": json.dumps(told, ensure_ascii=False)})
        assert (answer.status_code, page.status_code) == (status, 200), answer.text[:300]
        for text in (answer.text, page.text):
            assert (f"más de {SCENARIO_STEPS} cosas" in text) == (status == 400)


def test_a_queue_that_grows(client: FlaskClient) -> None:
    """It answered 57 MB."""
    storm = [{"nombre": f"n{n}", "jugador": "A", "cuando": ["suceso", "e"], "provoca": ["e"] * 20} for n in range(200)]
    answer = client.post("/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": storm})
    assert answer.status_code == 400 and "300000" in answer.get_json()["error"]["message"]
    plain = [{"nombre": f"n{n}", "jugador": "A"} for n in range(200)]
    answer = client.post("/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": plain})
    assert answer.status_code == 200 and len(answer.get_json()["pasos"]) == 400
    long = [{"nombre": f"{n:03}" + "n" * 97, "jugador": "A"} for n in range(60)]
    answer = client.post("/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": long})
    assert answer.status_code == 400 or len(answer.data) < 700_000  # 25 kB gave 4.2 MB


def test_odds_that_took_seconds(client: FlaskClient) -> None:
    asked = {"dice": {"rojo": 8, "negro": 8, "blanco": 8}, "tokens": {"ataque_apuntado": 6, "observacion": 6}}
    answer = client.post("/api/v1/odds", json={"game": "legion", "attack": asked, "defense": {"die": "rojo"}})
    assert answer.status_code == 400 and "demasiado grande" in answer.get_json()["error"]["message"]


def test_too_much_work_says_its_limit(client: FlaskClient) -> None:
    cards = [{"text": "Puedes tirar 1 dado de ataque adicional. " * 20, "game": "xwing"}] * 40
    answer = client.post("/api/v1/lint", json={"cards": cards})
    assert answer.status_code == 400 and f"{CARDS_STEPS} pasos" in answer.get_json()["error"]["message"]
    assert client.post("/api/v1/lint", json={"cards": cards[:1]}).status_code == 200


TRICKS = [
    "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "%252e%252e/x", "....//....//x", "..\\..\\x",
    "%5c..%5c..", "%00", "a%00b", "%c0%ae%c0%ae/x", "%ff%fe", "a;b", "~root", "%e2%80%ae", "con", "%0d%0aSet-Cookie:b=c",
    "a%0d%0ab/", "A%0d%0aB",
]  # fmt: skip
PLACES = ["/xwing/", "/api/v1/entries/", "/api/v1/previews/", "/static/", "/glosario/xwing/", "/secuencias/xwing/",
          "/dictamenes/", "/probabilidades/", "/api/v1/odds/", "/sin-conexion/", "/api/v1/games/xwing/sequences/"]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_path_tricks_find_nothing(client: FlaskClient, place: str) -> None:
    for trick in TRICKS:
        answer = client.get(place + trick)
        check(answer, place)
        assert answer.status_code in (308, 404), trick
        assert "root:" not in answer.text


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND", "X" * 500])
def test_methods_that_nobody_takes(client: FlaskClient, method: str) -> None:
    for path in ("/", "/xwing/ataque", "/api/v1/games", "/api/v1/compile", "/entrar", "/static/x"):
        answer = client.open(path, method=method, data=b"a" * 100)
        check(answer, path)
        assert answer.status_code == 405 and answer.headers["Allow"]


def test_head_and_options(client: FlaskClient) -> None:
    for path in ("/", "/xwing/ataque", "/api/v1/games", "/healthz"):
        for _ in range(2):  # the second time it is a kept page
            assert client.head(path).status_code == 200 and client.head(path).data == b""
            assert client.get(path).status_code == 200
        assert "GET" in client.options(path).headers["Allow"]


HEADERS = [
    {"Range": "bytes=0-"}, {"Range": "bytes=" + ",".join(f"{n}-{n}" for n in range(1000))}, {"Range": "bytes=9-1"},
    {"If-None-Match": ",".join(f'"{n:020}"' for n in range(500))}, {"If-None-Match": '"' * 5000},
    {"If-Modified-Since": "x" * 5000}, {"If-Range": "x"}, {"If-Match": "*"}, {"Expect": "100-continue"},
    {"Accept-Encoding": "a;q=0," * 500}, {"Accept": "*/*," * 1000}, {"Cookie": "reglario=" + "a" * 8000},
    {"Cookie": "a=b;" * 2000}, {"X-Request-Id": "a\tb" * 100}, {"Accept-Language": "\u00ff" * 1000},
    {"Content-Type": "a" * 5000},
]  # fmt: skip


@pytest.mark.parametrize("headers", HEADERS, ids=lambda headers: "".join(headers))
def test_headers_abused(client: FlaskClient, headers: dict[str, str]) -> None:
    for path in ("/xwing/ataque", "/?q=ataque", "/api/v1/games", "/dictamenes", "/entrar"):
        answer = client.get(path, headers=headers)
        check(answer, path)
        assert answer.status_code == 200


def test_limits_of_address_and_headers(client: FlaskClient) -> None:
    client.get("/xwing/ataque")
    for headers in ({"Cookie": "a" * MOST_HEADERS}, {f"X-{n}": "a" * 100 for n in range(200)}):
        for path in ("/xwing/ataque", "/api/v1/games", "/entrar"):
            answer = client.get(path, headers=headers)
            check(answer, path)
            assert answer.status_code == 431 and f"{MOST_HEADERS}" in answer.text
    fits, long = "/xwing/" + "a" * (MOST_PATH - 7), "/xwing/" + "a" * (MOST_PATH - 6)
    assert client.get(fits).status_code == 404
    assert client.get(long).status_code == 414 and f"{MOST_PATH} caracteres" in client.get(long).text


def test_bodies_where_there_should_be_none(client: FlaskClient) -> None:
    for path in ("/xwing/ataque", "/api/v1/games"):
        answer = client.get(path, data=b"a" * 65_536)
        check(answer, path)
        assert answer.status_code == 413 and "0 bytes" in answer.text
        assert client.get(path, headers={"Transfer-Encoding": "chunked"}).status_code == 413


def test_what_is_written_says_its_length(client: FlaskClient) -> None:
    """A body in chunks that is cut looks whole: half a ruling must not be kept."""
    for rule in WRITES:
        path = address(rule.split(" ")[1])
        answer = client.post(path, data=b"answer=La+mit", headers={"Transfer-Encoding": "chunked"})
        check(answer, path)
        assert answer.status_code == 411 and "Content-Length" in answer.text


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/xwing//ataque", "/xwing/ataque"),
        ("/glosario//xwing?a=b", "/glosario/xwing?a=b"),
        ("/xwing/", "/xwing"),
        ("/taller/", "/taller"),
        ("/probabilidades/xwing//", "/probabilidades/xwing"),
        ("/probabilidades/xwing/", "/probabilidades/xwing"),
        ("/api/v1/games/", "/api/v1/games"),
        ("/glosario/xwing/A", "/glosario/xwing/a"),
    ],
)
def test_no_address_is_taken_to_the_host_that_a_request_claims(client: FlaskClient, path: str, to: str) -> None:
    answer = client.get(path, headers={"Host": "otro.example"})
    check(answer, path)
    assert answer.status_code == 308 and answer.headers["Location"] == to and "otro.example" not in answer.text


CARD = {"text": "Tira 1 dado.", "game": "xwing"}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": gzip.compress(json.dumps(CARD).encode()), "headers": {"Content-Encoding": "gzip"}}, 400),
        ({"data": json.dumps(CARD), "content_type": "text/plain"}, 415),
        ({"data": json.dumps(CARD), "content_type": "application/json; charset=utf-16"}, 200),
        ({"data": json.dumps(CARD).encode("utf-16")}, 400),
        ({"data": b"\xef\xbb\xbf" + json.dumps(CARD).encode()}, 400),
        ({"data": json.dumps(CARD), "content_type": "application/x-www-form-urlencoded"}, 415),
        ({"data": '{"text": "a\\u202eb", "game": "xwing"}'}, 200),
        ({"data": '{"text": 1e999}'}, 400),
        ({"data": '{"text": "a", "text": "b"}'}, 400),
        ({"data": '{"text": "\\udfff"}'}, 400),
        ({"data": '{"text": -0}'}, 400),
        ({"data": json.dumps(CARD), "environ_overrides": {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}}, 200),
        ({"data": b"[" * 40_000, "environ_overrides": {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}}, 413),
        ({"data": json.dumps(CARD), "environ_overrides": {"CONTENT_LENGTH": "5000"}}, 400),
        ({"data": json.dumps(CARD), "environ_overrides": {"CONTENT_LENGTH": "-1"}}, 200),
        ({"data": json.dumps(CARD), "environ_overrides": {"CONTENT_LENGTH": "x"}}, 200),
    ],
)
def test_bodies_dressed_as_others(client: FlaskClient, sent: dict, status: int) -> None:
    answer = client.post("/api/v1/compile", **{"content_type": "application/json", **sent})
    check(answer, "/api/v1/compile")
    assert answer.status_code == status


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n="])
def test_no_cell_of_an_export_is_a_formula(client: FlaskClient, start: str) -> None:
    row = {"text": f'{start}cmd|"/c calc"!A1', "name": f"{start}1+1", "id": f"{start}HYPERLINK(1)", "game": "xwing"}
    sent = {"fichero": (io.BytesIO(json.dumps(row).encode()), "a.jsonl"), "formato": "csv"}
    cells = [cell for line in csv.reader(io.StringIO(client.post("/taller/fichero", data=sent).text)) for cell in line]
    assert sum(cell.startswith(f"'{start}") for cell in cells) >= 3
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


def test_nothing_that_is_sent_becomes_a_header(app: Flask) -> None:
    with Session(open_engine(database_url())) as session:
        add_judge(session, "Ana", "una-clave-larga")
    client = app.test_client()
    for after in ("/dictamenes\r\nSet-Cookie: b=c", "/dictamenes%0d%0aSet-Cookie: b=c", "//otro.example/", "https://otro.example",
                  "/\\otro.example", "/dictamenes\0"):  # fmt: skip
        client.delete_cookie("reglario")
        token = re.search(r'name="ficha" value="([^"]+)"', client.get("/entrar").text)
        assert token
        answer = client.post("/entrar", data={"nombre": "Ana", "clave": "una-clave-larga", "luego": after, "ficha": token[1]})
        check(answer, "/entrar")
        assert answer.status_code in (303, 400)
        if answer.status_code == 303:
            assert answer.headers["Location"].startswith("/dictamenes")


@pytest.mark.parametrize("rule", WRITES)
def test_no_write_without_a_token(app: Flask, rule: str) -> None:
    assert len(WRITES) == 18
    client = app.test_client()
    with Session(open_engine(database_url())) as session:
        judge = add_judge(session, "Bea", "una-clave-larga", "principal")
        judge.role = "principal"
        session.commit()
        link = invite(session, judge, "juez")
        days = {"day": "2026-11-17", "forget": "2026-12-17"}
        told = {"name": "Open", "game": "xwing", **days, "penalties": "", "head": "", "judges": ""}
        bea = session.get_one(Judge, judge.id)
        session.expunge(bea)
        session.commit()
        event = save(session, bea, told, None, secrets.token_urlsafe(20))
    page = client.get("/entrar").text
    token = re.search(r'name="ficha" value="([^"]+)"', page)
    assert token
    client.post("/entrar", data={"nombre": "Bea", "clave": "una-clave-larga", "ficha": token[1]})
    write_to = address(rule.split(" ", 1)[1])
    draft = {"game": "xwing", "question": "¿?", "answer": "Sí.", "citations": "xwing/ataque"}
    write_to = write_to.replace("/torneo/1", f"/torneo/{event}")
    if rule.endswith("<token>"):
        write_to = f"/invitacion/{link}"
    if "/dictamenes/<int:id>" in rule:
        page = client.get("/dictamenes/nuevo").text
        own = re.search(r'name="ficha" value="([^"]+)"', page)
        assert own
        made = client.post("/dictamenes/nuevo", data={**draft, "ficha": own[1]})
        write_to = write_to.replace("/1", "/" + made.headers["Location"].rsplit("/", 1)[1], 1)
    for wrong in ({}, {"ficha": ""}, {"ficha": "x" * 32}, {"ficha": "ñ"}):
        answer = client.post(write_to, data={**draft, "nombre": "Bea", "clave": "una-clave-larga", **wrong})
        assert answer.status_code == 400 and "formulario ha caducado" in answer.text


def test_every_kind_of_answer_carries_the_headers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client(use_cookies=False)
    etag = client.get("/xwing/ataque").headers["ETag"]
    asset = re.search(r'href="(/static/[^"]+\.css)"', client.get("/").text)
    assert asset
    kinds = {
        200: client.get("/xwing/ataque"), 304: client.get("/xwing/ataque", headers={"If-None-Match": etag}),
        308: client.get("/xwing/ataque/"), 404: client.get("/nada"), 405: client.delete("/"),
        413: client.post("/taller", data=b"a" * 70_000), 414: client.get("/?" + "a" * 5000),
        431: client.get("/", headers={"Cookie": "a" * 20_000}), 400: client.post("/entrar"),
        303: client.get("/dictamenes/nuevo"),
    }  # fmt: skip
    for status, answer in kinds.items():
        assert answer.status_code == status
        assert set(safe_headers(answer.request.path)) <= set(answer.headers.items()), status
    for path in (asset[1], "/sw.js", "/healthz", "/readyz", "/api/v1/openapi.json", "/sin-conexion/rebellion.json"):
        answer = client.get(path)
        assert answer.status_code == 200 and set(safe_headers(path)) <= set(answer.headers.items())
    policy = dict(safe_headers("/"))["Content-Security-Policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy and "script-src 'self';" in policy and "*" not in policy


def test_production_closes_cookies_and_asks_for_tls(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_ENV", "production")
    monkeypatch.setenv("KB_SECRET", "q7-Zt4mPw0_vXk2LbN9sRf6JhYc3DgEaUi8")
    client = create_app(shipped_kb).test_client()
    cookie = client.get("/entrar").headers["Set-Cookie"]
    assert "; Secure" in cookie and "; HttpOnly" in cookie and "; SameSite=Lax" in cookie
    for path in ("/", "/xwing/ataque", "/xwing/ataque", "/nada", "/api/v1/games", "/healthz"):
        answer = client.get(path)
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert "Set-Cookie" not in answer.headers
    assert client.get("/?" + "a" * 5000).headers["Strict-Transport-Security"]


NASTY = (
    '<script>alert(1)</script> <img src=x onerror=alert(2)> [a](javascript:alert(3)) "><svg onload=alert(4)> {{7*7}} dispara'
)


def test_what_a_book_says_is_never_markup(shipped_kb: Path, tmp_path: Path) -> None:
    """Entries that hold markup of their own: in the page, in the snippet of a search, in the preview, in the bundle."""
    source = open_kb(shipped_kb)
    victim = source.by_id["xwing/ataque"]
    block = victim.blocks[0] if victim.blocks else victim.summary.blocks[0]  # type: ignore[union-attr]
    bad = block.model_copy(update={"text": NASTY, "md": NASTY})
    if victim.blocks:
        victim = victim.model_copy(update={"title": "<b>Ataque</b>", "text": NASTY, "blocks": (bad, *victim.blocks[1:])})
    else:
        summary = victim.summary.model_copy(update={"text": NASTY, "blocks": (bad,)})  # type: ignore[union-attr]
        victim = victim.model_copy(update={"title": "<b>Ataque</b>", "summary": summary})
    entries = [victim if entry.id == victim.id else entry for entry in source.entries if entry.game == "xwing"]
    write(tmp_path / "kb", entries, {}, {}, lambda folder: build_index(entries, lexicons(), folder))
    client = create_app(tmp_path / "kb").test_client()
    page, search = client.get("/xwing/ataque").text, client.get("/?q=alert+onerror+dispara").text
    for text in (page, search, client.get("/glosario/xwing/a").text, client.get("/glosario/xwing").text):
        assert (
            "<script>alert" not in text and "<img src=x" not in text and "<svg onload" not in text and "<b>Ataque" not in text
        )
        assert not re.search(r"""(?:href|src|action)=["']?\s*javascript:""", text) and "49 dispara" not in text
    assert all("alert(1)" in re.sub(r"<[^>]+>", "", text) for text in (page, search))  # the words themselves are there


def test_a_base_that_lacks_a_game(shipped_kb: Path, tmp_path: Path) -> None:
    """Its addresses are well written, and there is nothing there."""
    kb = open_kb(shipped_kb)
    write(tmp_path / "kb", [e for e in kb.entries if e.game == "xwing"][:20], kb.report, {})
    client = create_app(tmp_path / "kb").test_client()
    rules = [rule.split(" ")[1] for rule in BUDGETS if "<game:game>" in rule and rule.startswith("GET")]
    for path in (address(rule.replace("<game:game>", "legion")) for rule in rules):
        answer = client.get(path)
        check(answer, path)
        assert answer.status_code == 404, path
    assert len(rules) > 12


@pytest.fixture(scope="module")
def served(xwing_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    told = {
        "KB_DIR": str(xwing_kb),
        "KB_SECRET": "x" * 40,
        "KB_RATE": "0",
        "KB_PATIENCE": "60",
        "XDG_STATE_HOME": str(tmp_path_factory.mktemp("estado")),
    }
    environment = {**os.environ, **told}
    subprocess.run([sys.executable, "-m", "web.rulings.setup"], env=environment, check=True)
    server = subprocess.Popen([sys.executable, "-m", "web.server", "127.0.0.1", str(port), "1"], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        assert until(lambda: listens("127.0.0.1", port)), "the site did not start"
        yield url
    finally:
        server.terminate()
        server.wait(300)


def test_slow_clients_stop_nobody(served: str) -> None:
    """Slow heads and slow bodies against the real server: readers are answered, and so is who sends a whole body after them."""
    host, port = served.removeprefix("http://").split(":")
    slow = []
    for number in range(60):
        one = socket.create_connection((host, int(port)))
        head = b"POST /api/v1/compile HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        one.sendall(head if number < 3 * BODIES else b"GET /xwing/ataque HTTP/1.1\r\nHost: x\r\nX-Lento: ")
        slow.append(one)
    for path in ("/xwing/ataque", "/?q=ataque", "/api/v1/games", "/readyz") * 3:
        with urlopen(served + path, timeout=300) as answer:
            assert answer.status == 200
    asked = Request(f"{served}/api/v1/compile", json.dumps(CARD).encode(), {"Content-Type": "application/json"})
    with pytest.raises(HTTPError) as refused:
        urlopen(asked, timeout=300).close()
    assert refused.value.code == 429 and refused.value.headers["Retry-After"]  # all of them came from this address
    refused.value.close()
    for one in slow:
        one.close()

    def taken() -> bool:
        try:
            with urlopen(asked, timeout=300) as answer:
                return bool(answer.status == 200)
        except HTTPError as error:
            error.close()
            return False

    assert until(taken), "nobody is slow any more, and it still refuses"


IDLE = (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0")
"""Connections that say nothing, nothing more, or speak HTTP/2 and ask for nothing."""


def test_idle_connections_stop_nobody(served: str) -> None:
    """With 256 places per process, as many that slept shut everybody out: those of HTTP/2 for as long as they liked."""
    host, port = served.removeprefix("http://").split(":")
    idle = []
    for number in range(600):
        one = socket.create_connection((host, int(port)))
        one.sendall(IDLE[number % len(IDLE)])
        idle.append(one)
    for path in ("/xwing/ataque", "/?q=ataque", "/readyz"):
        with urlopen(served + path, timeout=300) as answer:
            assert answer.status == 200
    for one in idle:
        one.close()


TELLING_TEXTS = [
    "/srv/reglario/kb: la base de conocimiento está dañada.", "la base de conocimiento está dañada (index/tables.json)",
    "KB_DATABASE_URL: no se puede abrir",
    "postgresql+psycopg://juez:clave@10.0.0.5/reglario", "unable to open dictamenes.sqlite",
    "connection to server at 127.0.0.1, port 5432 failed", "OperationalError", 'File "web/kept/front.py", line 3',
]  # fmt: skip


@pytest.mark.parametrize("text", TELLING_TEXTS)
def test_what_errors_may_not_tell_is_noticed(text: str) -> None:
    """The check under which the tests of faults run (`tests/discreet.py`) can fail."""
    assert_discreet("/xwing/ataque", 200, text)
    for path, status in (("/xwing/ataque", 503), ("/readyz", 200)):
        with pytest.raises(AssertionError, match="tells"):
            assert_discreet(path, status, text)


def test_other_sites_may_ask_the_api(client: FlaskClient) -> None:
    asks = {
        "Origin": "https://otro.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    for path in ("/api/v1/compile", "/api/v1/odds", "/api/v1/games"):
        answer = client.options(path, headers=asks)
        assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        assert answer.headers["Access-Control-Allow-Headers"] == "Content-Type"
    assert "Access-Control-Allow-Origin" not in client.options("/entrar", headers=asks).headers


@pytest.mark.parametrize("number", ["2147483648", "9223372036854775808", "9" * 300, "0", "999999999"])
def test_numbers_of_rulings_that_no_database_has(client: FlaskClient, number: str) -> None:
    """A 500 on SQLite, and on PostgreSQL a 503 with the database called away."""
    for path in (f"/dictamenes/{number}", f"/dictamenes/{number}.md", f"/api/v1/rulings/{number}"):
        answer = client.get(path)
        check(answer, path)
        assert answer.status_code == 404
    assert client.get("/readyz").status_code == 200


def test_a_null_in_a_name(client: FlaskClient) -> None:
    """PostgreSQL takes none: it was called away."""
    page = client.get("/entrar")
    token = re.search(r'name="ficha" value="([^"]+)"', page.text)
    assert token
    sent = {"nombre": "A\0na", "clave": "x", "ficha": token[1]}
    answer = client.post("/entrar", data=sent, headers={"Cookie": page.headers["Set-Cookie"].split(";")[0]})
    check(answer, "/entrar")
    assert answer.status_code == 400 and "nulo" in answer.text


def test_deep_json_that_is_well_formed(client: FlaskClient) -> None:
    deep: object = 1
    for _ in range(300):
        deep = [deep]
    for rule in TEXTS:
        answer = client.post(rule.split(" ")[1], data=json.dumps({"dado": deep}), content_type="application/json")
        assert answer.status_code == 400 and "anidado" in answer.text


def test_many_conditions_of_many_blanks(client: FlaskClient) -> None:
    """64 kB took 2.7 s of processor time: 620 conditions of a hundred blanks, each gone over by the cube of its length."""
    for condition in (" " * 100, "a" + " " * 98 + "b", "- " * 50, "." * 99 + "="):
        sent = [{"nombre": f"n{n}", "jugador": "A", "requiere": [condition] * 3} for n in range(200)]
        start = time.thread_time()
        answer = client.post("/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": sent})
        assert answer.status_code in (400, 413) and time.thread_time() - start < 1.5
