"""The count of work stops bombs, never an honest reader: each dear door answers the dearest of the ordinary requests in a third
of the steps that it is allowed (`web/guard/budgets.py`). The calls of the table are counted where they are told
(`test_kb_play_table.py`)."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import web.app
import web.body
from grammar import steps
from grammar.game import GAMES
from kb.play.quiz import quizzed
from kb.play.table.cards import shipped
from kb.play.table.state import Answer, Piece, Said, Table
from kb.play.yaml_io import documents
from tests.soak.forget import forget, remember
from web.app import create_app
from web.guard.budgets import APART, BUDGETS

ROOM = 3
SCENARIOS = Path(__file__).parent / "fixtures" / "scenarios"
FILES = {"xwing": "dificiles.yaml", "legion": "juez.yaml", "rebellion": "juez.yaml"}
QUESTIONS = {"legion": (14, 2, 3), "leyendas": (11, 18)}
"""Those whose cards have most to read; of other games the first two."""

Call = Callable[[FlaskClient], TestResponse]


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Each request is allowed a third; what it took of it."""
    took: list[int] = []

    def begin(most: int | None) -> None:
        steps.allow(None if most is None else most // ROOM)

    def end(most: int | None) -> None:
        left = steps._LEFT.get()
        took.append(0 if left is None else left[1] - left[0])
        steps.allow(most)

    monkeypatch.setattr(web.body, "allow", begin)
    monkeypatch.setattr(web.app, "allow", end)
    yield took
    steps.allow(None)


def cards_of(game: str, many: int = 6) -> list[dict[str, str]]:
    """As a reader has them, every fifth of ours; the page of files sends six at a time."""
    return [{"name": card.nombre, "text": card.texto, "game": game} for card in [*shipped(game).values()][::5][:many]]


def longest(game: str) -> str:
    return max((card.texto for card in shipped(game).values()), key=len)


def sent(cards: list[dict[str, str]], kind: str) -> Call:
    lines = "".join(json.dumps(card, ensure_ascii=False) + "\n" for card in cards).encode()
    return lambda client: client.post("/taller/fichero", data={"fichero": (io.BytesIO(lines), "c.jsonl"), "formato": kind})


def posted(path: str, value: object) -> Call:
    return lambda client: client.post(path, json=value)


def asked(path: str, **query: str) -> Call:
    return lambda client: client.get(path, query_string=query)


def run(game: str) -> Call:
    """Of the situations of a file, the one with most in it."""

    def call(client: FlaskClient) -> TestResponse:
        path = SCENARIOS / game / FILES.get(game, "libro.yaml")
        told = [each.data for each in documents(path.name, path.read_text("utf-8")) if "cuando" in each.data]
        return posted("/api/v1/run", max(told, key=lambda each: len(str(each))))(client)

    return call


def _duel() -> Table:
    """A full call at the table: two ships, three cards, an attack told to its end and an offer besides."""
    return Table(juego="xwing").plus(
        Piece(nombre="Tavik Oro"), Piece(nombre="Torpedos", en="Tavik Oro", texto="Ataque ([blanco-fijado]): Gasta 1 [carga]."),
        Piece(nombre="Astucia", en="Tavik Oro", texto="Después de que efectúes un ataque, recibe 1 ficha de Concentración."),
        Piece(nombre="B"), Piece(nombre="Aguante", en="B", texto="Mientras te defiendes, puedes repetir 1 dado de defensa."),
        Said(frase="B tiene 1 Evasión"), Said(frase="Tavik Oro tiene fijado a B"),
        Said(frase="Tavik Oro ataca a B a alcance 2 con Torpedos"), Answer(clave="valor.0", valor="4"),
    )  # fmt: skip


def _calls() -> Iterator[tuple[str, Call]]:
    for game in GAMES:
        text, cards = longest(game), cards_of(game)
        yield f"POST /api/v1/compile {game}", posted("/api/v1/compile", {"text": text, "game": game})
        yield f"GET /taller {game}", asked("/taller", juego=game, texto=text)
        yield f"GET /api/v1/workshop {game}", asked("/api/v1/workshop", juego=game, texto=text)
        yield (
            f"POST /api/v1/lint {game}",
            posted("/api/v1/lint", {"cards": [{k: c[k] for k in ("text", "game")} for c in cards]}),
        )
        for kind in ("tabla", "revision", "sarif", "csv", "arreglado"):
            yield f"POST /taller/fichero {game} {kind}", sent(cards, kind)
        yield f"POST /api/v1/run {game}", run(game)
    for game in quizzed():
        for number in QUESTIONS.get(game, (1, 2)):
            yield f"GET /practica/<game:game> {game} {number}", asked(f"/practica/{game}", n=str(number), r="1")
    code = _duel().code()
    for path in ("/mesa/xwing", "/api/v1/table/xwing", "/mesa/xwing/escenario.yaml"):
        yield f"GET {path} duel", asked(path, m=code)
    yield "GET /mesa/xwing said", asked("/mesa/xwing", m=code, frase="B gasta 1 Evasión")


CALLS = dict(_calls())


@pytest.mark.parametrize("name", CALLS)
def test_an_honest_request_needs_a_third_of_what_it_may(client: FlaskClient, spent: list[int], name: str) -> None:
    answer = CALLS[name](client)
    assert answer.status_code in (200, 303), answer.text[-600:]
    assert "Es demasiado trabajo" not in answer.text and "sin mirar" not in answer.text, spent
    assert len(spent) == 1


@pytest.mark.parametrize("game", GAMES)
def test_ten_ordinary_cards_go_into_one_request(client: FlaskClient, game: str) -> None:
    cards = [{name: card[name] for name in ("text", "game")} for card in cards_of(game, 10)]
    assert client.post("/api/v1/lint", json={"cards": cards}).status_code == 200
    assert "sin mirar" not in sent(cards_of(game, 10), "tabla")(client).text


def test_the_steps_are_counted_at_every_dear_door(client: FlaskClient, spent: list[int]) -> None:
    """Or having room would be no news: a text that nobody has sent before costs something wherever texts are read."""
    text = "Si tienes 2 o más fichas de Concentración, puedes gastar 1 [carga] para tirar 1 dado de ataque adicional."
    remember()  # nor asked: other files of this process ask the same questions of practice
    forget()
    for call in (
        posted("/api/v1/compile", {"text": text, "game": "xwing"}), asked("/taller", juego="xwing", texto=f"{text} Gana 1."),
        sent([{"name": "C", "text": f"Acción: {text}", "game": "xwing"}], "csv"), asked("/practica/legion", n="8123"),
        asked("/mesa/xwing", m=Table(juego="xwing").plus(Said(frase="C ataca a D a alcance 3")).code()),
    ):  # fmt: skip
        before = len(spent)
        assert call(client).status_code == 200
        assert spent[before] > 100
    assert {row.rate for rule, row in BUDGETS.items() if row.steps != BUDGETS["POST /api/v1/compile"].steps} <= APART
