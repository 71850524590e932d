"""A judge's table on the site, without JavaScript: a call from its first sentence to a ruling, links that are the whole state,
and what a hostile address gets."""

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
import yaml
from flask.testing import FlaskClient

from kb.play.errors import PlayError
from kb.play.scenario import PLAYS, Scenario
from kb.play.table.state import MOST_SAID, Piece, Said, Table
from web.app import create_app


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


def said(client: FlaskClient, **sent: str) -> str:
    """The page that a form leads to."""
    return client.get("/mesa/xwing", query_string=sent, follow_redirects=True).text


def code(page: str) -> str:
    found = re.search(r'href="/api/v1/table/xwing\?m=([^"]+)"', page)
    assert found is not None
    return found[1]


def tapped(client: FlaskClient, page: str, label: str) -> str:
    """The page behind a button."""
    found = re.search(rf'<a class="btn big[^"]*" href="([^"]+)">{label}</a>', page)
    assert found is not None, f"no hay ningún botón «{label}»"
    return client.get(unescape(found[1])).text


def test_a_call_from_its_sentence_to_its_ruling(client: FlaskClient) -> None:
    page = said(client, frase="A ataca a B a alcance 1")
    assert "¿Qué valor de ataque tiene A?" in page and "No se sabe" in page
    page = tapped(client, page, "3")
    assert "(4 dados)" in page and "Modificadores por alcance" in page
    page = said(client, m=code(page), clave="tirada.los_dados_de_ataque.0", c_impacto="2", c_critico="1")
    page = tapped(client, page, "2")
    page = said(client, m=code(page), clave="tirada.los_dados_de_defensa.0", c_evasion="1")
    assert re.search(r'id="veredicto">El ataque impacta: 1 impacto y 1 crítico', page)
    assert page.count('class="mr"') >= 6, "every step has its passage"
    page = said(client, m=code(page), frase="B tiene 1 Evasión")
    assert "Si B gasta 1 Evasión" in page
    ruling = re.search(r'href="(/dictamenes/nuevo\?[^"]+)">Hacer un dictamen', page)
    assert ruling is not None
    assert "pregunta=A+ataca+a+B+a+alcance+1" in unescape(ruling[1]) and "cita=xwing%2Fataque" in unescape(ruling[1])
    told = client.get("/mesa/xwing/escenario.yaml", query_string={"m": code(page)})
    assert "attachment" in told.headers["Content-Disposition"]
    Scenario.model_validate(yaml.safe_load(told.text))


def test_the_link_is_the_table(client: FlaskClient) -> None:
    table = Table(juego="xwing").plus(Piece(nombre="Tavik Oro"), Said(frase="Tavik Oro hace Evasión"))
    page = client.get("/mesa/xwing", query_string={"m": table.code()}).text
    assert "Tavik Oro hace Evasión" in page and f"m={table.back().code()}" in page
    twin = client.get("/api/v1/table/xwing", query_string={"m": table.code()}).get_json()
    assert twin["error"] is None and twin["telling"]["mesa"] == table.code()


def test_cards_are_put_down_by_name_by_text_and_as_a_list(client: FlaskClient) -> None:
    page = said(client, pon="Tavik Oro")
    page = said(client, m=code(page), pon="Torpedos", en="Tavik Oro", texto="Ataque ([blanco-fijado]): Gasta 1 [carga].")
    assert "Torpedos (lo lleva Tavik Oro)" in page
    page = said(client, m=code(page), frase="Tavik Oro ataca a B a alcance 2 con Torpedos")
    assert "No se puede" in page and "blanco fijado" in page
    listed = client.get("/mesa/rebellion", query_string={"lista": "Soldado\nAT-ST"}, follow_redirects=True).text
    assert "Soldado" in listed and "AT-ST" in listed


def test_what_is_not_understood_stays_in_the_form(client: FlaskClient) -> None:
    answer = client.get("/mesa/xwing", query_string={"frase": "come <b>pescado</b>"})
    assert answer.status_code == 200
    assert "No se entiende" in answer.text and "<b>pescado" not in answer.text and "come &lt;b&gt;pescado" in answer.text


def test_every_game_that_runs_has_its_table(client: FlaskClient) -> None:
    for game in PLAYS:
        page = client.get(f"/mesa/{game}").text
        assert "¿Qué pasa?" in page and "yaml" not in page.lower().replace("escenario.yaml", "")


@pytest.mark.parametrize("hostile", ["1", "1AAAA", "1" + "A" * 5999, "2abc", "1%00", "../../etc", "1" + "_" * 40])
def test_a_hostile_link_gets_one_sentence(client: FlaskClient, hostile: str) -> None:
    answer = client.get("/mesa/xwing", query_string={"m": hostile})
    assert answer.status_code == 200 and "no es el de una mesa" in answer.text
    assert client.get("/api/v1/table/xwing", query_string={"m": hostile}).get_json()["error"]
    assert client.get("/mesa/xwing/escenario.yaml", query_string={"m": hostile}).status_code == 404


@pytest.mark.parametrize(
    "sentence", ["Aa a B>", "A<b ataca a B>", "<A> ataca a <B>", "a" * 150 + " ataca a " + "b" * 70, "ataca a " + "b" * 200]
)
@pytest.mark.parametrize("game", ["xwing", "imperial-assault"])
def test_a_name_that_cannot_be_gets_one_sentence(client: FlaskClient, game: str, sentence: str) -> None:
    """Found by the fuzzer: whatever is heard as a name is a piece only where it may be one."""
    assert client.get(f"/mesa/{game}", query_string={"frase": sentence}, follow_redirects=True).status_code == 200
    code = Table(juego=game).plus(Said(frase=sentence)).code()
    assert client.get(f"/api/v1/table/{game}", query_string={"m": code}).status_code == 200


def test_a_full_table_says_so(client: FlaskClient) -> None:
    """As many things said as go into one, and as many characters: it is shown, and nothing more is offered."""
    full = Table(juego="xwing").plus(*(Said(frase=f"A tiene {n % 9} Evasión") for n in range(MOST_SAID - 1)))
    full = full.plus(Said(frase="A ataca a B"))
    for more in ({}, {"frase": "B tiene 1 Evasión"}, {"pon": "Q"}):
        page = client.get("/mesa/xwing", query_string={"m": full.code(), **more}, follow_redirects=True)
        assert page.status_code == 200
        assert (f"caben {MOST_SAID} cosas" in page.text) is bool(more)
    rng, wide = Random(1), Table(juego="xwing")
    with pytest.raises(PlayError):
        while True:
            longer = wide.plus(Said(frase="".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=230))))
            longer.code()
            wide = longer
    sent = {"m": wide.code(), "frase": "".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=230))}
    page = client.get("/mesa/xwing", query_string=sent, follow_redirects=True)
    assert page.status_code == 200 and "demasiado larga" in page.text


def test_no_cookie_is_set(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/mesa/xwing").headers
