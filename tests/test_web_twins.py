"""The pages that are forms, as JSON: the same query string gives the same answer."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.app import create_app

TWINS = {
    "/taller": "/api/v1/workshop?texto=",
    "/taller?texto=Perforante+1&juego=legion": "/api/v1/workshop?texto=Perforante+1&juego=legion",
    "/probabilidades/xwing": "/api/v1/odds/xwing",
    "/probabilidades/xwing?a_dados=1&d_dados=0&otra=1": "/api/v1/odds/xwing?a_dados=1&d_dados=0",
    "/situaciones/legion": "/api/v1/situations/legion",
    "/situaciones/xwing?n1=Una+%26+otra&d1=2": "/api/v1/situations/xwing?n1=Una+%26+otra&d1=2",
    "/mesa/xwing": "/api/v1/table/xwing",
    "/practica/xwing": "/api/v1/quiz/xwing",
    "/practica/legion?n=3&r=1": "/api/v1/quiz/legion?n=3",
    "/situaciones/escenario": "/api/v1/scenario",
    "/situaciones/escenario?texto=juego%3A+ajedrez": "/api/v1/scenario?texto=juego%3A+ajedrez",
}


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


@pytest.mark.parametrize("page", TWINS)
def test_a_form_links_to_its_twin(client: FlaskClient, page: str) -> None:
    link = re.search(r'<link rel="alternate" type="application/json" href="([^"]*)"', client.get(page).text)
    assert link is not None and unescape(link[1]) == TWINS[page]
    assert client.get(unescape(link[1])).status_code == 200


def test_workshop(client: FlaskClient) -> None:
    query = {"texto": "Mientras te defiendes, puedes gastar 1 ficha de Evasión.", "juego": "xwing"}
    found = client.get("/api/v1/workshop", query_string=query).get_json()
    posted = client.post("/api/v1/compile", json={"text": query["texto"], "game": "xwing"}).get_json()
    assert found == {"text": query["texto"], "recognised": False, "candidates": [], "result": posted}
    nothing = {"text": "", "recognised": False, "candidates": [], "result": None}
    assert client.get("/api/v1/workshop?juego=").get_json() == nothing
    told = client.get("/api/v1/workshop", query_string={"texto": query["texto"]}).get_json()
    assert told["recognised"] and told["candidates"][0] == told["result"]["game"] == "xwing"
    assert told["result"] == posted


def test_odds(client: FlaskClient) -> None:
    found = client.get("/api/v1/odds/xwing?comparar=1&a_dados=1&d_dados=0&b_a_dados=2&b_d_dados=0").get_json()
    one, two = found["set_ups"]
    assert one["chances"] == pytest.approx([0.5, 0.5]) and one["at_least"] == pytest.approx([1, 0.5])
    assert two["expected"] == pytest.approx(1.0) and two["values"]["a_dados"] == "2"
    assert client.get("/api/v1/odds/legion?a_keywords=Inventada").get_json()["set_ups"][0]["error"]
    assert client.get("/api/v1/odds/rebellion-mision").get_json()["set_ups"][0]["success"] > 0


def test_situations(client: FlaskClient) -> None:
    found = client.get("/api/v1/situations/xwing?j1=Ana&j2=Bea&n1=La+de+Bea&d1=2&n2=La+de+Ana&d2=1").get_json()
    steps = [step["capacidad"] for step in found["timeline"]["pasos"] if step["suceso"] == "resuelve"]
    assert steps == ["La de Ana", "La de Bea"] and found["error"] is None
    assert found["situation"]["jugadores"] == ["Ana", "Bea"]
    assert "jugador_actual" in client.get("/api/v1/situations/rebellion?n1=Una").get_json()["error"]
    assert client.get("/api/v1/situations/legion").get_json()["situation"] is None


def test_scenario(client: FlaskClient) -> None:
    assert client.get("/api/v1/scenario").get_json()["verdicts"][0]["diferencias"] == []
    wrong = client.get("/api/v1/scenario?texto=juego%3A+ajedrez").get_json()
    assert wrong["verdicts"] == [] and wrong["error"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/workshop?texto=" + "a" * 2001, 400),
        ("/workshop?juego=ajedrez", 400),
        ("/odds/ajedrez", 404),
        ("/odds/xwing?otra=1", 400),
        ("/odds/xwing?a_cards=" + "a" * 6001, 400),
        ("/odds/xwing?a_cards=" + "a" * 4000 + "&d_cards=" + "a" * 4000, 400),
        ("/situations/ajedrez", 404),
        ("/situations/xwing?n1=" + "a" * 2000 + "&n2=" + "a" * 2000, 400),
        ("/scenario?texto=" + "a" * 11_001, 400),
    ],
)
def test_limits(client: FlaskClient, path: str, status: int) -> None:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == status and answer.get_json()["error"]["message"]
