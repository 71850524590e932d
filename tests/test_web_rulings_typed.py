"""Nothing a judge typed is lost: a token or a session that ended gives the form back, filled in; pressing again suffices."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from web.accounts.judges import add_judge
from web.accounts.throttle import MOST_FOR_NAME
from web.app import create_app
from web.rulings.database import open_engine, upgrade

pytestmark = pytest.mark.usefixtures("discreet")
PASSWORD = "una contraseña larga"
TYPED = {
    "juego": "xwing",
    "pregunta": '¿Quién "va" antes?',
    "respuesta": "Primero el atacante;\ndespués, «el otro» <b> & los demás.",
    "citas": "xwing/ataque\nxwing/capacidades",
    "cartas": "Tavik Oro",
    "evento": "Open de Gijón",
    "envio": "un-envio-de-prueba-0001",
}


@pytest.fixture
def app(xwing_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    url = f"sqlite:///{tmp_path / 'dictamenes.sqlite'}"
    monkeypatch.setenv("KB_DATABASE_URL", url)
    upgrade(url)
    engine = open_engine(url)
    with Session(engine) as session:
        add_judge(session, "ana", PASSWORD)
    engine.dispose()
    made = create_app(xwing_kb)
    yield made
    made.extensions["desk"].engine.dispose()


@pytest.fixture
def judge(app: Flask) -> FlaskClient:
    client = app.test_client()
    entered = client.post("/entrar", data={**fields(client.get("/entrar")), "nombre": "ana", "clave": PASSWORD})
    assert entered.status_code == 303
    return client


def fields(page: TestResponse) -> dict[str, str]:
    """What a browser would send of the form that writes or signs in, as the page has it."""
    form = re.search(r'<form class="stack".*?</form>', page.text, re.DOTALL)
    assert form is not None, page.text
    found = dict(re.findall(r'<textarea [^>]*name="(\w+)"[^>]*>(.*?)</textarea>', form[0], re.DOTALL))
    for tag in re.findall(r"<input [^>]*>", form[0]):
        name, value = re.search(r' name="(\w+)"', tag), re.search(r' value="([^"]*)"', tag)
        assert name is not None
        found[name[1]] = value[1] if value else ""
    if chosen := re.search(r'<option value="([^"]*)" selected', form[0]):
        found["juego"] = chosen[1]
    return {name: html.unescape(value) for name, value in found.items()}


def told(page: TestResponse) -> str:
    found = re.search(r'<p class="warn" role="alert">([^<]+)</p>', page.text)
    assert found is not None, page.text
    return found[1]


def typed(page: TestResponse) -> dict[str, str]:
    return {name: value for name, value in fields(page).items() if name in TYPED}


def numbers(app: Flask) -> list[int]:
    return sorted(row["id"] for row in app.test_client().get("/api/v1/rulings").get_json()["items"])


def written(judge: FlaskClient) -> str:
    form = {**fields(judge.get("/dictamenes/nuevo")), **TYPED, "envio": "el-primer-envio-0000"}
    answer = judge.post("/dictamenes/nuevo", data=form)
    assert answer.status_code == 303
    return answer.headers["Location"]


@pytest.mark.parametrize("token", [None, "", "otra", "ñ"])
@pytest.mark.parametrize("where", ["/dictamenes/nuevo", "/dictamenes/1/editar"])
def test_an_expired_token_gives_the_form_back(app: Flask, judge: FlaskClient, where: str, token: str | None) -> None:
    place = written(judge)
    answer = judge.post(where, data=TYPED if token is None else {**TYPED, "ficha": token})
    assert answer.status_code == 400 and typed(answer) == TYPED
    assert "caducado" in told(answer) and "pulsa Guardar" in told(answer)
    assert numbers(app) == [1] and "Tavik Oro" in judge.get(place).text
    again = [judge.post(where, data=fields(answer)) for _ in range(2)]
    assert {a.status_code for a in again} == {303} and len({a.headers["Location"] for a in again}) == 1, "pressed twice, once"
    assert numbers(app) == ([1, 2] if where.endswith("nuevo") else [1])


@pytest.mark.parametrize("where", ["/dictamenes/nuevo", "/dictamenes/1/editar"])
def test_what_was_typed_survives_signing_in(app: Flask, judge: FlaskClient, where: str) -> None:
    """Also a wrong password and an expired sign-in form on the way; the password itself is never sent back."""
    written(judge)
    form = {**fields(judge.get(where)), **TYPED}
    judge.delete_cookie("reglario")
    page = judge.post(where, data=form)
    assert page.status_code == 401 and typed(page) == TYPED and "sesión ha caducado" in told(page)
    page = judge.post("/entrar", data={**fields(page), "nombre": "ana", "clave": "no es esta"})
    assert page.status_code == 401 and typed(page) == TYPED and fields(page)["nombre"] == "ana"
    page = judge.post("/entrar", data={**fields(page), "clave": PASSWORD, "ficha": "otra"})
    assert page.status_code == 400 and typed(page) == TYPED and PASSWORD not in page.text and "caducado" in told(page)
    page = judge.post("/entrar", data={**fields(page), "nombre": "a" * 61, "clave": PASSWORD})
    assert page.status_code == 400 and typed(page) == TYPED and "60 caracteres" in told(page)
    page = judge.post("/entrar", data={**fields(page), "nombre": "ana", "clave": PASSWORD})
    assert page.status_code == 200 and typed(page) == TYPED and "pulsa Guardar" in told(page) and PASSWORD not in page.text
    assert f'action="{where}"' in page.text and numbers(app) == [1], "signing in writes nothing by itself"
    answers = [judge.post(where, data=fields(page)) for _ in range(2)]
    assert {a.status_code for a in answers} == {303} and len({a.headers["Location"] for a in answers}) == 1
    assert numbers(app) == ([1, 2] if where.endswith("nuevo") else [1])


def test_typed_while_locked_or_without_a_database(app: Flask, tmp_path: Path) -> None:
    client = app.test_client()
    page = client.post("/dictamenes/nuevo", data=TYPED)
    for _ in range(MOST_FOR_NAME + 1):
        page = client.post("/entrar", data={**fields(page), "nombre": "ana", "clave": "no es esta"})
    assert page.status_code == 429 and typed(page) == TYPED
    for part in tmp_path.glob("dictamenes.sqlite*"):
        part.unlink()
    page = client.post("/entrar", data={**fields(page), "nombre": "ana", "clave": PASSWORD})
    assert page.status_code == 503 and typed(page) == TYPED


def test_an_expired_token_while_the_database_is_away(judge: FlaskClient, tmp_path: Path) -> None:
    for part in tmp_path.glob("dictamenes.sqlite*"):
        part.unlink()
    answer = judge.post("/dictamenes/nuevo", data={**TYPED, "ficha": "otra"})
    assert answer.status_code == 503 and typed(answer) == TYPED and "no se ha guardado" in told(answer)


def test_withdrawing_with_an_expired_token_or_session(app: Flask, judge: FlaskClient) -> None:
    where = f"{written(judge)}/retirar"
    page = judge.post(where, data={"ficha": "otra", "motivo": "Me equivoqué."})
    assert page.status_code == 400 and "No se ha hecho nada" in told(page) and numbers(app) == [1]
    assert fields(page)["motivo"] == "Me equivoqué."
    form = fields(page)
    judge.delete_cookie("reglario")
    page = judge.post(where, data=form)
    assert page.status_code == 401 and "No se ha hecho nada" in told(page) and numbers(app) == [1]
    entered = judge.post("/entrar", data={**fields(page), "nombre": "ana", "clave": PASSWORD})
    assert (entered.status_code, entered.headers["Location"]) == (303, where), "where its button is"
    form = {**fields(judge.get(where)), "motivo": "Me equivoqué."}
    assert [judge.post(where, data=form).status_code for _ in range(2)] == [303, 303] and numbers(app) == []


def test_leaving_with_an_expired_token_or_session(judge: FlaskClient) -> None:
    page = judge.post("/salir", data={"ficha": "otra"})
    assert page.status_code == 400 and "pulsa Salir" in told(page) and "Salir (ana)" in page.text
    judge.delete_cookie("reglario")
    assert judge.post("/salir", data={"ficha": "otra"}).headers["Location"] == "/dictamenes", "out already"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_form_of_another_site_is_not_given_back(app: Flask, judge: FlaskClient, site: str) -> None:
    """Else that site could fill in our forms for a judge, or give them another session than theirs."""
    written(judge)
    for where in ("/dictamenes/nuevo", "/dictamenes/1/editar", "/dictamenes/1/retirar", "/entrar", "/salir"):
        for client in (judge, app.test_client()):
            form = {**TYPED, "nombre": "ana", "clave": PASSWORD, "ficha": fields(judge.get("/dictamenes/nuevo"))["ficha"]}
            answer = client.post(where, data=form, headers={"Sec-Fetch-Site": site})
            assert answer.status_code == 403 and "Tavik" not in answer.text
            assert client is judge or "Set-Cookie" not in answer.headers
    assert numbers(app) == [1]


def test_a_base_that_is_away_keeps_the_text(app: Flask, judge: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    form = {**fields(judge.get("/dictamenes/nuevo")), **TYPED}
    library = app.extensions["library"]
    with monkeypatch.context() as patch:
        patch.setattr(library, "_site", None)
        answer = judge.post("/dictamenes/nuevo", data=form)
    assert answer.status_code == 503 and typed(answer) == TYPED and "no se ha guardado" in told(answer)
    assert judge.post("/dictamenes/nuevo", data=fields(answer)).status_code == 303
