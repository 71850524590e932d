"""Every endpoint has a row of limits, the docs say the same, and each limit is where the table says."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from tests.hostile import FIELDS, TEXTS, address
from web.app import create_app
from web.guard.budgets import BUDGETS, DOOR, PER_MINUTE, table
from web.rulings.database import database_url, upgrade

DOCS = Path(__file__).resolve().parent.parent / "docs" / "budgets.md"


@pytest.fixture(scope="module")
def app(indexed_kb: Path) -> Flask:
    upgrade(database_url())
    return create_app(indexed_kb)


def test_every_route_has_a_row(app: Flask) -> None:
    routes = {f"{m} {rule}" for rule in app.url_map.iter_rules() for m in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert routes == set(BUDGETS)


def test_the_docs_show_the_table() -> None:
    assert "\n".join(table()) in DOCS.read_text("utf-8")
    for name, number in PER_MINUTE.items():
        assert re.search(rf"^\| {name} \| {f'{number:,}' if number else 'no limit'} \|", DOCS.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("key", BUDGETS)
def test_the_gate_finds_the_row_by_its_address(key: str) -> None:
    method, rule = key.split(" ", 1)
    found, row = DOOR.row(method, address(rule)), BUDGETS[key]
    assert (found.rate, found.query) == (row.rate, row.query)


GETS, POSTS = ([key for key in BUDGETS if key.startswith(method)] for method in ("GET", "POST"))


@pytest.mark.parametrize("key", GETS)
def test_the_query_has_its_limit(app: Flask, key: str) -> None:
    path, most = address(key.split(" ", 1)[1]), BUDGETS[key].query
    client = app.test_client()
    asked = "q=a" if key in ("GET /api/v1/search", "GET /api/v1/complete") else ""
    assert client.get(f"{path}?{asked}{'&' * (most - len(asked))}").status_code in (200, 303, 404)
    answer = client.get(f"{path}?{'&' * (most + 1)}")
    assert answer.status_code == 414 and f"{most} caracteres" in answer.text


@pytest.mark.parametrize("key", POSTS)
def test_the_body_has_its_limit(app: Flask, key: str) -> None:
    path, most = address(key.split(" ", 1)[1]), BUDGETS[key].body
    client, kind = app.test_client(), "application/json" if "/api/" in key else "application/x-www-form-urlencoded"
    assert client.post(path, data=b" " * most, content_type=kind).status_code not in (413, 500)
    answer = client.post(path, data=b" " * (most + 1), content_type=kind)
    assert answer.status_code == 413 and f"{most // 1024} kB" in answer.text


def told(app: Flask, key: str, text: str) -> tuple[int, str]:
    method, rule = key.split(" ", 1)
    client, path = app.test_client(), address(rule)
    if key in TEXTS:
        sent = {"cards": [{"text": text, "game": "xwing"}]} if key.endswith("/lint") else TEXTS[key](text)
        answer = client.post(path, json=sent)
    elif method == "GET":
        answer = client.get(path, query_string={FIELDS[key]: text})
    else:
        answer = client.post(path, data={FIELDS[key]: text})
    return answer.status_code, answer.text


WITH_TEXT = [key for key, row in BUDGETS.items() if row.text and row.rate != "escribir" and key != "POST /taller/fichero"]


@pytest.mark.parametrize("key", WITH_TEXT)
def test_the_text_has_its_limit(app: Flask, key: str) -> None:
    assert key in {**FIELDS, **TEXTS}
    most = BUDGETS[key].text
    assert told(app, key, "a" * most)[0] in (200, 303, 404)  # 404: what a text that is no card puts in play
    status, text = told(app, key, "a" * (most + 1))
    assert status == 400 and f"{most} caracteres" in text


ABILITY = [{"nombre": f"n{n}", "jugador": "A"} for n in range(201)]
SCENARIO = "---\njuego: xwing\ntitulo: t\nentonces: {}\n"
CARDS = [{"text": "Tira 1 dado.", "game": "xwing"}] * 41
NUMBERS = {
    "GET /api/v1/search": lambda client, n: client.get("/api/v1/search", query_string={"q": "nave", "limit": n}),
    "GET /api/v1/complete": lambda client, n: client.get("/api/v1/complete", query_string={"q": "a", "limit": n}),
    "GET /api/v1/entries": lambda client, n: client.get("/api/v1/entries", query_string={"limit": n}),
    "GET /api/v1/rulings": lambda client, n: client.get("/api/v1/rulings", query_string={"limit": n}),
    "POST /api/v1/lint": lambda client, n: client.post("/api/v1/lint", json={"cards": CARDS[:n]}),
    "POST /api/v1/order": lambda client, n: client.post(
        "/api/v1/order", json={"juego": "xwing", "jugadores": ["A"], "capacidades": ABILITY[:n]}
    ),
    "GET /api/v1/scenario": lambda client, n: client.get("/api/v1/scenario", query_string={"texto": SCENARIO * n}),
    "GET /situaciones/escenario": lambda client, n: client.get("/situaciones/escenario", query_string={"texto": SCENARIO * n}),
    "POST /situaciones/escenario": lambda client, n: client.post("/situaciones/escenario", data={"texto": SCENARIO * n}),
    "GET /probabilidades/<slug>": lambda client, n: client.get(
        "/probabilidades/xwing", query_string={f"x{k}": "1" for k in range(n)}
    ),
    "POST /taller/fichero": lambda client, n: client.post(
        "/taller/fichero", data={"fichero": (BytesIO(b'{"text": "Tira 1 dado."}\n' * n), "a.jsonl")}
    ),
}


@pytest.mark.parametrize("key", NUMBERS)
def test_the_number_of_things_has_its_limit(app: Flask, key: str) -> None:
    client, most = app.test_client(), BUDGETS[key].results
    assert NUMBERS[key](client, most).status_code == 200
    answer = NUMBERS[key](client, most + 1)
    assert answer.status_code in (400, 413)
    assert str(most) in answer.text or key == "GET /probabilidades/<slug>"
