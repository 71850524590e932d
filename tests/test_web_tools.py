"""Workshop and odds, without JavaScript: the text, its findings and fixes; files of cards; the numbers and their picture."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.app import create_app
from web.pages.scenarios import EXAMPLE
from web.view.charts import at_least, percent

WRONG = "Mientras te defiendes, puedes gastar 1 ficha de Concentración para tirar 1 dado de defensa adiccional."


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


def test_findings_are_underlined_and_fixed_by_a_link(client: FlaskClient) -> None:
    page = client.get("/taller", query_string={"texto": WRONG, "juego": "xwing"}).text
    assert re.search(r'<u class="d-error" data-d="\d">adiccional</u>', page)
    link = re.search(r'class="fix" data-t="[^"]*" href="([^"]*)"', page)
    assert link is not None
    fixed = client.get(link[1].replace("&amp;", "&")).text
    assert "<u " not in fixed and "Se entiende" in fixed and "Redacción canónica" in fixed


def test_effect_is_shown_as_a_tree_with_its_rules(client: FlaskClient) -> None:
    page = client.get("/taller", query_string={"texto": WRONG.replace("adiccional", "adicional"), "juego": "xwing"}).text
    assert "<b>Cuesta</b> gasta 1 ficha de Concentración" in page
    assert 'href="/xwing/concentracion"' in page


def test_the_game_is_recognised(client: FlaskClient) -> None:
    text = "Mientras te defiendes, puedes gastar 1 [carga] para volver a tirar hasta 2 de tus dados de defensa."
    assert "X-Wing (reconocido)" in client.get("/taller", query_string={"texto": text}).text


def test_what_is_written_is_never_markup(client: FlaskClient) -> None:
    page = client.get("/taller", query_string={"texto": "<b>hola</b><script>alert(1)</script>"}).text
    assert "<script>alert" not in page and "<b>hola" not in page


def test_text_has_a_limit(client: FlaskClient) -> None:
    answer = client.post("/taller", data={"texto": "a" * 2001})
    assert answer.status_code == 400 and "2000" in answer.text


JSONL = json.dumps({"id": "mia/1", "game": "xwing", "name": "=1+1", "text": WRONG}) + "\n"
CSV = f'id,game,name,text\nmia/1,xwing,"=1+1","{WRONG}"\n'
YAML = f"- id: mia/1\n  game: xwing\n  name: '=1+1'\n  text: {WRONG}\n"


def send(client: FlaskClient, name: str, content: str | bytes, kind: str) -> tuple[int, str]:
    data = content.encode() if isinstance(content, str) else content
    answer = client.post("/taller/fichero", data={"fichero": (io.BytesIO(data), name), "formato": kind})
    return answer.status_code, answer.text


@pytest.mark.parametrize(("name", "content"), [("a.jsonl", JSONL), ("a.csv", CSV), ("a.yaml", YAML)])
def test_a_file_of_cards(client: FlaskClient, name: str, content: str) -> None:
    status, page = send(client, name, content, "tabla")
    assert status == 200 and "KB201" in page and "1 carta" in page
    status, sarif = send(client, name, content, "sarif")
    assert json.loads(sarif)["runs"][0]["results"][-1]["ruleId"] == "KB201"
    status, table = send(client, name, content, "csv")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[0]["nombre"] == "'=1+1", "a spreadsheet must not run it"
    assert rows[-1]["codigo"] == "KB201"


def test_a_part_of_a_longer_file_is_told_with_row_and_column_and_put_right(client: FlaskClient) -> None:
    """What the page asks for that sends a thousand cards part by part."""
    status, told = send(client, "a.csv", CSV, "revision")
    (card,) = json.loads(told)["cartas"]
    column = CSV.splitlines()[1].index("adiccional") + 1
    assert status == 200 and (card["estado"], card["linea"]) == ("rechazado", 2)
    assert ("KB201", 2, column) in [(one["codigo"], one["linea"], one["columna"]) for one in card["hallazgos"]]
    assert json.loads(told)["arreglado"] == CSV.replace("adiccional", "adicional")
    assert f"2:{column}" in send(client, "a.csv", CSV, "tabla")[1]


def test_a_file_with_too_much_work_is_told_as_far_as_it_goes(client: FlaskClient) -> None:
    long = "".join(
        json.dumps({"name": f"Carta {n}", "text": f"Puedes tirar {n} dados de ataque. " * 18}) + "\n" for n in range(20)
    )
    status, page = send(client, "a.jsonl", long, "tabla")
    assert (
        status == 200
        and "sin mirar" in page
        and "Carta 0" in page
        and "/taller?juego=xwing&amp;texto=Puedes%20tirar%2019" not in page
    )
    for kind in ("revision", "csv", "sarif", "arreglado"):  # which are whole or nothing
        status, told = send(client, "a.jsonl", long, kind)
        assert status == 400 and "Envía menos texto, o menos cartas" in told


def test_next_words_are_offered_and_what_was_promised_is_held_to(client: FlaskClient) -> None:
    asked = {"juego": "xwing", "texto": "Mientras te defiendes, puedes "}
    words = json.loads(client.post("/taller/seguir", data=asked).text)
    sure = [word for word in words if word["sigue"]]
    assert "gastar" in [word["palabra"] for word in words] and sure
    asked["texto"] += f"{sure[0]['palabra']} "
    again = json.loads(client.post("/taller/seguir", data={**asked, "sigue": sure[0]["sigue"], "comprueba": "1"}).text)
    assert sure[0]["sigue"].split()[0] in [word["palabra"] for word in again if word["sigue"] is not None]


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\n- text: *b\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.yaml", BOMB), ("a.jsonl", "{"),
     ("a.jsonl", b"\xff\xfe\x00"), ("a.csv", "uno,dos\n1,2\n"), ("a.csv", 'text\n"sin cerrar'),
     ("a.jsonl", '{"text": "a", "game": "ajedrez"}'), ("a.zip", b"PK\x03\x04" + b"\x00" * 100), ("", "x")],
)  # fmt: skip
def test_bad_files_are_refused(client: FlaskClient, name: str, content: str | bytes) -> None:
    status, page = send(client, name, content, "tabla")
    assert status == 400 and 'lang="es"' in page


def test_too_many_cards(client: FlaskClient) -> None:
    status, page = send(client, "a.jsonl", '{"text":"a"}\n' * 41, "tabla")
    assert status == 413 and "el límite es 40" in page


def test_odds_of_one_attack(client: FlaskClient) -> None:
    page = client.get("/probabilidades/xwing?a_dados=1&d_dados=0").text
    assert "50 %" in page and "0,50" in page and '<svg class="chart"' in page


def test_odds_compared(client: FlaskClient) -> None:
    page = client.get("/probabilidades/xwing?comparar=1&a_dados=1&d_dados=0&b_a_dados=2&b_d_dados=0").text
    assert "A: de daño" in page and "B: de daño" in page and 'rect class="s1"' in page


def test_odds_keep_an_unticked_box(client: FlaskClient) -> None:
    assert 'value="1" checked' in client.get("/probabilidades/legion?a_rojo=1&d_surge=1").text
    assert 'value="1" checked' not in client.get("/probabilidades/legion?a_rojo=1").text


@pytest.mark.parametrize(
    "asked", ["a_keywords=Inventada", "a_rojo=99999", "a_rojo=-1", "a_rojo=x", "a_surge=nada", "d_die=verde"]
)
def test_odds_say_what_is_wrong(client: FlaskClient, asked: str) -> None:
    assert client.get(f"/probabilidades/legion?{asked}").status_code == 200


def test_odds_limits(client: FlaskClient) -> None:
    assert client.get("/probabilidades/xwing?a_cards=" + "a" * 6001).status_code == 400
    assert client.get("/probabilidades/xwing?" + "&".join(f"x{n}=1" for n in range(100))).status_code == 400


def test_at_least() -> None:
    assert at_least([0.25, 0.5, 0.25]) == [1.0, 0.75, 0.25]
    assert (percent(0.382), percent(0.004), percent(0.0), percent(0.0001), percent(1.0)) == (
        "38 %",
        "0,4 %",
        "0 %",
        "<0,1 %",
        "100 %",
    )


def test_who_goes_first_cites_each_step(client: FlaskClient) -> None:
    page = client.get("/situaciones/xwing?j1=Ana&j2=Bea&n1=La+de+Bea&d1=2&n2=La+de+Ana&d2=1&n3=Chocar&t3=efecto_de_juego").text
    names = re.findall(r"<h2 class=\"th\">(.*?) <small>", page)
    resolved = [
        name for name, event in zip(names, re.findall(r"<p><b>(.*?)</b>:", page), strict=True) if event == "Se resuelve"
    ]
    assert resolved == ["Chocar", "La de Ana", "La de Bea"]
    assert re.search(r'href="/xwing/cola-de-capacidades#r[-\w]+"', page)


def test_who_goes_first_says_what_it_lacks(client: FlaskClient) -> None:
    assert "jugador_actual" in client.get("/situaciones/rebellion?n1=Una").text
    assert "Escribe al menos una" in client.get("/situaciones/legion").text
    assert client.get("/situaciones/legion?n1=" + "a" * 3001).status_code == 400


def test_a_fault_of_the_compiler_is_no_fault_of_the_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str, game: str, known: object = None) -> None:
        raise KeyError(text)

    monkeypatch.setattr("kb.cards.safely.compile_card", broken)
    monkeypatch.setattr("web.view.cards.findings", broken)
    answer = client.get("/taller?texto=Una+carta&juego=xwing")
    assert answer.status_code == 200 and "ha tropezado" in answer.text


def test_a_situation_is_played_with_its_rules(client: FlaskClient) -> None:
    page = client.get("/situaciones/escenario").text
    assert "Sale lo esperado" in page and 'href="/xwing/' in page
    changed = EXAMPLE.replace("impactos: 1", "impactos: 3")
    assert "No sale lo esperado" in client.post("/situaciones/escenario", data={"texto": changed}).text


@pytest.mark.parametrize(
    "text", ["", "{", "a: &a [*a]", "juego: ajedrez", "- 1", "juego: xwing\ntitulo: x\nentonces: {}\nsobra: 1"]
)
def test_a_wrong_situation_says_so(client: FlaskClient, text: str) -> None:
    answer = client.post("/situaciones/escenario", data={"texto": text})
    assert answer.status_code == 200 and 'class="warn"' in answer.text


def test_a_card_is_put_in_play(client: FlaskClient) -> None:
    text = "Después de que ejecutes completamente una maniobra azul, puedes recuperar 1 [carga]."
    page = client.get("/taller", query_string={"texto": text, "juego": "xwing"}).text
    assert "Ponla en juego" in page
    sent = client.get("/taller/prueba", query_string={"texto": text})
    assert sent.status_code == 303
    played = client.get(sent.headers["Location"]).text
    assert "Aquí la carta actúa" in played and "Aquí la carta no actúa" in played and "color: azul" in played
    mission = "Emprende esta Misión en cualquier sistema neutral. Si tiene éxito, gana 1 de Lealtad en este sistema."
    assert "Ponla en juego" in client.get("/taller", query_string={"texto": mission, "juego": "rebellion"}).text
    # Both situations of Rebellion pass what the page takes: the one in which the card acts is shown.
    sent = client.get("/taller/prueba", query_string={"texto": mission, "juego": "rebellion"})
    assert sent.status_code == 303 and "Aquí la carta actúa" in client.get(sent.headers["Location"]).text
    idle = "Preparación: Añade 1 carta de Mejora."  # nothing that a situation could show
    assert "Ponla en juego" not in client.get("/taller", query_string={"texto": idle, "juego": "xwing"}).text
    declined = client.get("/taller/prueba", query_string={"texto": "Baila con la luna de Endor."})
    assert declined.status_code == 200 and "no se puede poner en juego" in declined.text
