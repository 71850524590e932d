"""Whatever is written where a number goes, at every door that takes one: the same answer as to any other nonsense."""

import ast
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from grammar.figures import whole
from grammar.game import GAMES
from tests.hostile import corpus
from tests.sample import WHOLE
from web.app import create_app
from web.rulings.database import database_url, upgrade

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = {row["name"]: row["head"] + row["unit"] * row["times"] for row in corpus("cifras") if WHOLE or row.get("short")}
LOOKS = ("isdigit", "isnumeric", "isdecimal")
FORMS = (
    *(f"/probabilidades/{game}" for game in GAMES), *(f"/situaciones/{game}" for game in GAMES),
    *(f"/mesa/{game}" for game in GAMES), *(f"/practica/{game}" for game in GAMES), "/taller", "/taller/prueba", "/dossier",
    "/situaciones/escenario", "/hoja", "/oembed", "/", "/dictamenes", "/dictamenes/canal.atom", "/dictamenes/nuevo",
    "/compartir", "/api/v1/search", "/api/v1/rulings", "/api/v1/entries", "/api/v1/complete",
)  # fmt: skip
MORE = (
    "n",
    "r",
    "limit",
    "offset",
    "desde",
    "torneo",
    "revoca",
    "maxwidth",
    "maxheight",
    "m",
    "s",
    "e",
    "d1",
    "d2",
    "url",
    "p",
)
"""Fields that no form shows, as links or other programs send them."""
_NAMED = re.compile(r'<(?:input|select|textarea)\b[^>]*\bname="([^"]+)"')


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(shipped_kb).test_client()


@pytest.mark.parametrize("page", FORMS)
def test_every_field_of_every_form(client: FlaskClient, page: str) -> None:
    filled = {"n1": "Ana", "j1": "A", "texto": "Tira 1 dado."} if page.startswith(("/situaciones", "/taller")) else {}
    fields = dict.fromkeys((*_NAMED.findall(client.get(page, query_string=filled).text), *MORE))
    wrong = []
    for field in fields:
        for name, value in NUMBERS.items():
            answer = client.get(page, query_string={**filled, field: value})
            if answer.status_code >= 500:
                wrong.append((field, name, answer.status_code))
    assert wrong == []


KEYWORDS = (
    "Perforante {}",
    "{} [daño]",
    "+{} [daño]",
    "Crítico {}",
    "{}",
    "{}× Soldado",
    "{} dados rojos",
    "página {}",
    "{},{}",
)


@pytest.mark.parametrize("game", GAMES)
def test_words_with_a_number_in_the_odds(client: FlaskClient, game: str) -> None:
    fields = dict.fromkeys(_NAMED.findall(client.get(f"/probabilidades/{game}").text))
    for field in fields:
        for words in KEYWORDS:
            asked = {field: words.format(*[NUMBERS["cifras sin fin"]] * 2)}
            assert client.get(f"/probabilidades/{game}", query_string=asked).status_code < 500, (field, words[:20])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(each, (*path, key))
    if not isinstance(value, dict | list):
        yield path


def with_leaf(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    if not path:
        return leaf
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_leaf(value[path[0]], path[1:], leaf)
    return copy


BODIES: tuple[tuple[str, Any], ...] = (
    ("/api/v1/odds", {"game": "legion", "attack": {"dice": {"rojo": 2}, "keywords": ["Perforante 1"], "aims": 1},
                      "defense": {"die": "rojo", "cover": 1, "keywords": ["Blindaje 1"]}}),
    ("/api/v1/odds", {"game": "imperial-assault", "attack": {"dice": ["rojo"], "keywords": ["+1 [daño]"]},
                      "defense": {"dice": ["negro"]}}),
    ("/api/v1/order", {"juego": "xwing", "jugadores": ["A"],
                       "capacidades": [{"nombre": "a", "jugador": "A", "requiere": ["b >= 1"]}],
                       "hechos": {"b": 1}}),
    ("/api/v1/run", {"juego": "xwing", "titulo": "t", "semilla": 1, "dado": {"naves": {"a": {"jugador": "A", "casco": 3,
                     "fichas": {"tension": 1}}}}, "cuando": [{"sufre": {"nave": "a", "impactos": 1}}], "entonces": {}}),
    ("/api/v1/run", {"juego": "imperial-assault", "titulo": "t", "dado": {"tablero": ["..", ".."], "figuras": {"a": {
                     "casilla": [1, 1], "vida": 3}}}, "cuando": [{"sufre": {"figura": "a", "dano": 1}}], "entonces": {}}),
    ("/api/v1/compile", {"text": "Tira 1 dado.", "game": "xwing"}),
    ("/api/v1/quote", {"text": "alcance 1"}),
)  # fmt: skip


@pytest.mark.parametrize(("path", "body"), BODIES)
def test_every_value_of_a_body(client: FlaskClient, path: str, body: Any) -> None:
    """As a text, and as it stands where JSON has a number."""
    for at in leaves(body):
        for name, value in NUMBERS.items():
            sent = json.dumps(with_leaf(body, at, "\0")).replace('"\\u0000"', "%s")
            for told in (json.dumps(value), value):
                answer = client.post(path, data=(sent % told).encode(), content_type="application/json")
                assert answer.status_code < 500, (at, name)


@pytest.mark.parametrize("body", [body for path, body in BODIES if path == "/api/v1/run"], ids=["xwing", "imperial-assault"])
def test_every_value_of_a_scenario(client: FlaskClient, body: Any) -> None:
    for at in leaves(body):
        for name, value in NUMBERS.items():
            text = yaml.safe_dump(with_leaf(body, at, "ZZ"), allow_unicode=True).replace("ZZ", value)
            assert client.post("/situaciones/escenario", data={"texto": text}).status_code < 500, (at, name)


@pytest.mark.parametrize("name", NUMBERS)
def test_cells_of_a_sheet(client: FlaskClient, name: str) -> None:
    text = f"id,text,game\n{NUMBERS[name]},Tira {NUMBERS[name]} dados.,xwing\n"
    for kind in ("csv", "tsv", "md", "jsonl"):
        sent = {"fichero": (io.BytesIO(text.encode()), f"c.{kind}"), "juego": "xwing", "formato": "csv"}
        assert client.post("/taller/fichero", data=sent, content_type="multipart/form-data").status_code < 500


@pytest.mark.parametrize("told", ["²", "١", "+1", "-1", " 1", "1 ", "1_0", "1e3", "0x1", "", "9" * 5000, "1000"])
def test_what_is_no_number_up_to_999(told: str) -> None:
    assert whole(told, 999) is None


@pytest.mark.parametrize(("told", "number"), [("0", 0), ("007", 7), ("999", 999), ("0" * 5000 + "5", 5)])
def test_what_is_one(told: str, number: int) -> None:
    assert whole(told, 999) == number


def test_the_site_reads_numbers_in_one_place() -> None:
    """`isdigit` and `isdecimal` before an `int` of one's own: the one reader says both."""
    for path in sorted((ROOT / "web").rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        looked = {ast.unparse(c.func.value) for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr in LOOKS}
        read = {ast.unparse(c.args[0]) for c in calls if isinstance(c.func, ast.Name) and c.func.id == "int" and c.args}
        assert not looked & read, path
