"""A knowledge base with games that nobody prepared the site for: every page and endpoint answers, as far as the data goes."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from kb.build import build_from, save
from kb.games import RESERVED
from kb.search.searcher import build_index
from kb.store import open_kb
from web.app import create_app
from web.rulings.database import database_url, upgrade

BOOKS = Path(__file__).parent / "fixtures" / "books"
_LINK = re.compile(r'(?:href|action)="(/[^"#]*)')
_OF_A_GAME = (
    "/{} /glosario/{} /secuencias/{} /iconos/{} /cambios/{} /probabilidades/{} /situaciones/{} /?juego={} /?q=turno&juego={}"
    " /situaciones/{}?n1=Una&n2=Otra&d2=2 /taller?juego={}&texto=Tira+1+dado. /dictamenes?juego={} /sin-conexion/{}.json"
    " /api/v1/search?q=turno&game={} /api/v1/complete?q=tu&game={} /api/v1/entries?game={} /api/v1/games/{}"
    " /api/v1/games/{}/glossary /api/v1/games/{}/sequences /api/v1/games/{}/symbols /api/v1/games/{}/changes"
    " /api/v1/situations/{} /api/v1/rulings?game={}"
).split()
_EVERYWHERE = (
    "/ /about /api /cobertura /sin-conexion /taller /taller/galeria /probabilidades /situaciones /dictamenes /sw.js"
    " /api/v1/openapi.json /api/v1/coverage /api/v1/games /api/v1/offline"
).split()


@pytest.fixture(scope="module")
def client(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Two books of games that are not ours, and one game of ours."""
    folder = tmp_path_factory.mktemp("libros")
    (folder / "taller.md").write_text("# El taller\n\nReglas.\n\n## El turno\n\nCada jugador tiene un turno.\n", "utf-8")
    (folder / "faros.txt").write_text((BOOKS / "relato.txt").read_text("utf-8"), "utf-8")
    built = build_from(folder, corpus=Path("/nonexistent"))
    built.entries += [entry for entry in open_kb(shipped_kb).entries if entry.game == "rebellion"]
    save(built, folder / "kb", build_index)
    upgrade(database_url())
    return create_app(folder / "kb").test_client()


def _strangers(client: FlaskClient) -> list[str]:
    games = [row["slug"] for row in client.get("/api/v1/games").get_json()["items"]]
    assert games[0] == "rebellion" and len(games) == 3
    return games[1:]


def _crawl(client: FlaskClient, start: list[str], games: list[str]) -> Iterator[tuple[str, int]]:
    """Every page that can be reached by links from these within the strangers' games, with its status."""
    seen, left = set(start), list(start)
    while left:
        path = left.pop()
        answer = client.get(path)
        yield path, answer.status_code
        if answer.mimetype == "text/html":
            for link in map(unescape, _LINK.findall(answer.text)):
                if link not in seen and any(game in link for game in games):
                    seen.add(link)
                    left += [link]


def test_every_page_of_an_unknown_game_answers(client: FlaskClient) -> None:
    strangers = _strangers(client)
    start = [page.format(game) for game in strangers for page in _OF_A_GAME] + list(_EVERYWHERE)
    start += [entry["url"] for game in strangers for entry in client.get(f"/api/v1/entries?game={game}").get_json()["items"]]
    start += [f"/api/v1/{kind}{path}" for path in start if path.count("/") > 1 and path.split("/")[1] in strangers
              for kind in ("entries", "previews")]  # fmt: skip
    wrong = []
    for path, status in _crawl(client, start, strangers):
        if status >= 400:
            wrong.append((path, status))
        if len(wrong) > 5:
            break
    assert wrong == []


@pytest.mark.parametrize("call", ["compile", "lint", "order", "odds", "run"])
def test_what_a_game_has_no_data_for_is_said(client: FlaskClient, call: str) -> None:
    for game in _strangers(client):
        card = {"game": game, "text": "Tira 1 dado."}
        body = {"compile": card, "lint": {"cards": [card]}, "order": {"juego": game, "capacidades": []}, "odds": {"game": game},
                "run": {"yaml": f"juego: {game}"}}[call]  # fmt: skip
        answer = client.post(f"/api/v1/{call}", json=body)
        assert answer.status_code == 400, answer.text
        assert answer.get_json()["error"]["message"]


def test_a_game_never_takes_the_address_of_a_page(client: FlaskClient) -> None:
    assert _strangers(client) == ["faros", "libro-taller"]
    rules: list[Rule] = list(client.application.url_map.iter_rules())
    first = {rule.rule.split("/")[1].split(".")[0] for rule in rules}
    assert {word for word in first if word and not word.startswith("<")} <= RESERVED
