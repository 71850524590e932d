"""What definitions do, on the pages of their entries, and how many cards are understood: honestly in both."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from grammar.game import GAMES
from web.app import create_app
from web.view.cards import card_coverage, gallery


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


def keywords(client: FlaskClient, every: int = 1) -> Iterator[dict]:
    """One after another: each is compiled when it is asked for."""
    rows = client.get("/api/v1/entries?game=legion&kind=cualidad&limit=200").get_json()["items"]
    assert len(rows) > 150
    return (client.get(f"/api/v1/entries/{row['id']}").get_json() for row in rows[::every])


def test_a_keyword_shows_its_effect_and_where_to_try_it(client: FlaskClient) -> None:
    found = next(e for e in keywords(client) if e["effect"]["status"] != "rechazado")
    page = client.get(found["url"]).text
    assert "Qué hace, según el compilador" in page and '<ul class="tree">' in page
    assert "Leído del texto en nuestras palabras." in page and found["effect"]["source"] == "propio"
    assert "en el taller" in page
    assert found["effect"]["effects"] and found["effect"]["canonical"]


def test_what_is_not_understood_is_said(client: FlaskClient) -> None:
    found = next(e for e in keywords(client) if e["effect"]["status"] == "rechazado")
    assert found["effect"]["tree"] == [] and found["effect"]["source"] is None
    page = client.get(found["url"]).text
    assert "no entiende todavía toda esta definición" in page and '<ul class="tree">' not in page


def test_an_entry_that_defines_nothing_has_no_effect(client: FlaskClient) -> None:
    assert client.get("/api/v1/entries/xwing/cola-de-capacidades").get_json()["effect"] is None
    assert "según el compilador" not in client.get("/xwing/cola-de-capacidades").text


def test_every_link_to_try_it_works(client: FlaskClient) -> None:
    effects = [e["effect"] for e in keywords(client, every=5)]
    tried = [e["workshop"] for e in effects if e["workshop"]]
    assert len(tried) > 30
    assert all("Se entiende" in client.get(url).text for url in tried[::3])
    thrown = [e["odds"] for e in effects if e["odds"]]
    assert len(thrown) >= 6
    for url in thrown:
        page = client.get(url).text
        assert "no se conoce la cualidad" not in page and page.count('<svg class="chart"') == 1, url


def test_an_entry_is_compiled_once(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(text: str, game: str, names: tuple[str, ...]) -> None:
        calls.append(text)
        raise KeyError(text)

    monkeypatch.setattr("kb.cards.safely.compile_card", counted)
    client = create_app(shipped_kb).test_client()
    answer = client.get("/legion/perforante-x")
    assert answer.status_code == 200 and "no entiende todavía" in answer.text
    before = len(calls)
    assert client.get("/api/v1/entries/legion/perforante-x").status_code == 200
    assert len(calls) == before > 0


def test_a_tree_that_cannot_be_told_fails_no_page(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(effect: object, lexicon: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("web.view.cards.outline", broken)
    client = create_app(shipped_kb).test_client()
    assert client.get("/legion/perforante-x").status_code == 200
    assert client.get("/taller?juego=legion&texto=Perforante+1").status_code == 200


def test_the_official_definition_comes_first(official_kb: Path) -> None:
    client = create_app(official_kb).test_client()
    found = next(e for e in keywords(client) if e["effect"]["source"] == "oficial")
    assert found["effect"]["tree"]
    page = client.get(found["url"]).text
    assert "Leído del texto oficial." in page
    assert not re.search(r'class="nd" data-a', page), "there is no canonical text here to light"


@pytest.fixture
def measured_anew() -> Iterator[None]:
    card_coverage.cache_clear()
    yield
    card_coverage.cache_clear()


def test_cards_understood_add_up(client: FlaskClient) -> None:
    games = client.get("/api/v1/coverage").get_json()["games"]
    page = client.get("/cobertura").text
    assert {g["game"] for g in games} == set(GAMES)
    for g in games:
        assert g["dialect"] == (g["cards"] is not None)
        if g["cards"]:
            counts = [g["cards"][name] for name in ("cards", "exact", "variant", "declined")]
            assert counts[0] == len(gallery()[g["game"]]) == sum(counts[1:])
            assert "".join(f"<td>{n}</td>" for n in counts) in page


@pytest.mark.usefixtures("measured_anew")
def test_a_game_without_dialect_says_so(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("web.view.cards", "web.pages.coverage"):
        monkeypatch.setattr(f"{place}.has_words", lambda game: False)
    client = create_app(shipped_kb).test_client()
    assert "no habla todavía el idioma de sus cartas" in client.get("/cobertura").text
    assert all(not g["dialect"] and g["cards"] is None for g in client.get("/api/v1/coverage").get_json()["games"])


@pytest.mark.usefixtures("measured_anew")
def test_a_fault_of_the_compiler_leaves_coverage_unmeasured(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(cards: object) -> None:
        raise KeyError(cards)

    monkeypatch.setattr("web.view.cards.coverage", broken)
    assert "No se ha podido medir." in create_app(shipped_kb).test_client().get("/cobertura").text
