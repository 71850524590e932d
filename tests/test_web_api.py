"""The JSON API: one shape for answers, one for errors, and a document that tells the truth about both."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from kb.models import Entry
from web.api import OPERATIONS, PREFIX
from web.app import create_app
from web.guard.budgets import BUDGETS
from web.pages.docs import EXAMPLES, examples
from web.rulings.database import database_url, upgrade


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(shipped_kb).test_client()


@pytest.fixture(scope="module")
def document(client: FlaskClient) -> dict:
    return client.get(f"{PREFIX}/openapi.json").get_json()


def test_every_reading_operation_has_an_example() -> None:
    numbered = {"/rulings/{id}", "/rulings/{id}/history"}  # no ruling is there for sure: test_web_rulings reads one
    assert {path for method, path in OPERATIONS if method == "get"} == set(EXAMPLES) | numbered


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_run_and_keep_their_schema(client: FlaskClient, document: dict, path: str) -> None:
    answer = client.get(examples(client.application.extensions["library"].site())[path])
    assert answer.status_code == 200
    schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    errors = list(Draft202012Validator({**schema, "components": document["components"]}).iter_errors(answer.get_json()))
    assert errors == []


def test_entry_has_the_promised_fields(client: FlaskClient) -> None:
    entry = client.get(f"{PREFIX}/entries/xwing/cola-de-capacidades").get_json()
    assert set(Entry.model_fields) <= set(entry)
    assert entry["cite"] == "X-Wing, Guía de referencia 1.4.5, «Cola de capacidades», en palabras de Reglario"
    assert [b["title"] for b in entry["breadcrumb"]] == ["Glosario"]
    assert client.get(f"{PREFIX}/entries/xwing%2Fcola-de-capacidades").get_json() == entry


def test_search_has_the_promised_fields(client: FlaskClient) -> None:
    answer = client.get(f"{PREFIX}/search", query_string={"q": "cola de capacidades", "game": "xwing"}).get_json()
    assert answer["hits"][0]["id"] == "xwing/cola-de-capacidades"
    assert {"id", "game", "title", "lines", "score", "passage", "anchor"} <= set(answer["hits"][0])
    assert {"q", "hits", "corrected", "ms"} <= set(answer)


def test_pages_of_a_list_add_up(client: FlaskClient) -> None:
    url, ids = f"{PREFIX}/entries?game=rebellion&limit=30", []
    while url:
        page = client.get(url).get_json()
        ids += [row["id"] for row in page["items"]]
        url = page["next"]
    assert len(ids) == len(set(ids)) == page["total"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nada", 404, "no_encontrado"),
        ("/entries/xwing/nada", 404, "no_encontrado"),
        ("/games/ajedrez", 404, "no_encontrado"),
        ("/search", 400, "peticion_incorrecta"),
        ("/search?q=" + "a" * 601, 400, "peticion_incorrecta"),
        ("/search?q=a&limit=51", 400, "peticion_incorrecta"),
        ("/search?q=a&limit=nan", 400, "peticion_incorrecta"),
        ("/search?q=a&game=ajedrez", 400, "peticion_incorrecta"),
        ("/search?q=a&otro=1", 400, "peticion_incorrecta"),
        ("/games?otro=1", 400, "peticion_incorrecta"),
        ("/entries?offset=-1", 400, "peticion_incorrecta"),
        ("/games/xwing/glossary?letter=AA", 400, "peticion_incorrecta"),
        ("/games/xwing/sequences/nada", 404, "no_encontrado"),
    ],
)
def test_errors_have_one_shape(client: FlaskClient, path: str, status: int, code: str) -> None:
    answer = client.get(PREFIX + path)
    assert answer.status_code == status
    error = answer.get_json()["error"]
    assert set(error) == {"code", "message", "details"} and error["code"] == code and error["message"]


POSTS = {
    "/quote": {"text": "Esto no lo dice nadie", "entry": "xwing/ataque"},
    "/compile": {"text": "Puedes tirar 1 dado de ataque adicional.", "game": "xwing", "id": "mia"},
    "/lint": {"cards": [{"text": "Al final de la fase de activacion tira 1 dado.", "game": "xwing"}]},
    "/order": {"juego": "xwing", "jugadores": ["Ana", "Bea"], "capacidades": [{"nombre": "una", "jugador": "Bea"}]},
    "/run": {
        "juego": "legion",
        "titulo": "Uno",
        "dado": {"unidades": {"a": {}, "b": {"miniaturas": 3}}},
        "cuando": [
            {"ataque": {"atacante": "a", "defensor": "b", "dados": {"negro": 1}, "ataque": ["impacto"], "defensa": ["vacia"]}}
        ],
        "entonces": {"resultado": {"heridas": 0}},
    },
    "/odds": {"game": "xwing", "attack": {"dice": 3, "tokens": {"concentracion": 1}}, "defense": {"dice": 2}},
}


def test_every_working_operation_has_an_example() -> None:
    assert {path for method, path in OPERATIONS if method == "post"} == set(POSTS)


@pytest.mark.parametrize("path", POSTS)
def test_work_keeps_its_schema(client: FlaskClient, document: dict, path: str) -> None:
    answer = client.post(PREFIX + path, json=POSTS[path])
    assert answer.status_code == 200
    schema = document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert not list(Draft202012Validator({**schema, "components": document["components"]}).iter_errors(answer.get_json()))


def test_compile_answers_as_the_command_does(client: FlaskClient) -> None:
    answer = client.post(f"{PREFIX}/compile", json=POSTS["/compile"]).get_json()
    assert answer["id"] == "mia" and answer["status"] == "exacto" and answer["effects"][0]["clase"] == "constante"
    assert answer["canonical"] == POSTS["/compile"]["text"]


DEEP = "[" * 30_000
"""More than a quotation takes: there it is refused for its size, and one that fits for its depth."""
BODIES = ["", "{", "null", "[]", "NaN", '{"text": NaN}', '{"text": "a", "text": "b"}', '{"text": "\\ud800"}', DEEP,
          DEEP[:8_000], '{"text": 1}',
          '{"text": "' + "a" * 2001 + '"}', '{"otro": 1}', '{"text": "a", "game": "ajedrez"}']  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BODIES)
def test_wrong_bodies_are_refused(client: FlaskClient, path: str, body: str) -> None:
    answer = client.post(PREFIX + path, data=body.encode(), content_type="application/json")
    told = (413, "demasiado_grande") if len(body) > BUDGETS[f"POST {PREFIX}{path}"].body else (400, "peticion_incorrecta")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == told


def test_body_limits(client: FlaskClient) -> None:
    assert client.post(f"{PREFIX}/compile", data=b"a" * 70_000, content_type="application/json").status_code == 413
    assert client.post(f"{PREFIX}/compile", data=b"{}", content_type="text/plain").status_code == 415
    assert client.post(f"{PREFIX}/compile", data=b"\xff\xfe", content_type="application/json").status_code == 400


def test_wrong_method_says_which(client: FlaskClient) -> None:
    answer = client.delete(f"{PREFIX}/games")
    assert answer.status_code == 405 and "GET" in answer.headers["Allow"]
    assert answer.get_json()["error"]["code"] == "metodo_no_permitido"


def test_not_modified_and_open_to_other_sites(client: FlaskClient) -> None:
    first = client.get(f"{PREFIX}/entries/xwing/ataque")
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get(f"{PREFIX}/entries/xwing/ataque", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
