"""A sixth game, from its folder alone: docs/add-a-game.md."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb.build import build_from, save
from kb.cli import main
from kb.search.searcher import Searcher, build_index
from kb.store import open_kb
from web.app import create_app
from web.rulings.database import database_url, upgrade

FAROS = Path(__file__).parent / "fixtures" / "games" / "faros"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("faros") / "kb"
    # The index of two of the six games: all of them take ten seconds.
    save(build_from(None, games=FAROS.parent), out,
         lambda entries, names, at: build_index([e for e in entries if e.game in ("xwing", "faros")], names, at))  # fmt: skip
    return out


@pytest.fixture(scope="module")
def client(kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(kb).test_client()


def test_the_knowledge_base_carries_the_game(kb: Path) -> None:
    here = open_kb(kb)
    assert list(here.games)[-1] == "faros" and here.games["faros"].facts.corto == "Faros"
    ids = {e.id for e in here.entries if e.game == "faros"}
    assert {"faros/niebla", "faros/guia", "faros/la-ronda"} <= ids
    niebla = here.get("faros/niebla")
    assert niebla.kind == "termino" and "bruma" in niebla.aliases and niebla.citation.book == "Manual del farero"
    assert [b.kind for b in niebla.blocks][-2:] == ["tabla", "tabla"]


PAGES = {
    "/faros": "Manual del farero, edición 1.0",
    "/faros/niebla": "Faros del estrecho, Manual del farero 1.0, «Niebla»",
    "/secuencias/faros/ronda": "Encender el faro",
    "/iconos/faros": "dado de viento",
    "/situaciones/faros": "Tiene más niebla",
    "/probabilidades/faros": "De este juego no hay tiradas",
    "/?juego=faros": "cuándo se apaga un faro",
    "/taller?juego=faros&texto=Tira+1+dado.": "Se entiende",
}


@pytest.mark.parametrize("path", PAGES)
def test_each_page_works_as_far_as_the_data_goes(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200 and PAGES[path] in answer.text


def test_its_cards_are_read_on_the_site_with_its_words(client: FlaskClient) -> None:
    card = {"game": "faros", "text": "Descarta 1 carta para robar 2 cartas."}
    assert client.post("/api/v1/compile", json=card).get_json()["status"] == "variante"  # «Si lo haces» is how it is printed
    assert client.post("/api/v1/lint", json={"cards": [card]}).status_code == 200
    assert (
        '<option value="faros" selected>' in client.get("/taller", query_string={"juego": "faros", "texto": card["text"]}).text
    )
    card_in = client.get("/api/v1/openapi.json").get_json()["components"]["schemas"]["CardIn"]
    assert "faros" in str(card_in["properties"]["game"])


def test_its_colour_and_its_drawings(client: FlaskClient) -> None:
    page = client.get("/").text
    sheet = page.split('href="/juegos.')[1].split('"')[0]
    assert ".g-faros{--g:#0b5c5c}" in client.get(f"/juegos.{sheet}").text
    assert 'id="i-faros-racha"' in client.get("/iconos/faros").text


def test_search_knows_its_names(kb: Path) -> None:
    with Searcher.open(kb) as searcher:
        assert searcher.search("bruma", game="faros").hits[0].id == "faros/niebla"
        named = searcher.search("qué hace la niebla en faros")
        assert named.game == "faros" and named.hits[0].id == "faros/niebla"


WRONG = {
    "sin nombre": ('nombre = "Faros del estrecho"\n', "", "«nombre» falta"),
    "color": ('"#0b5c5c"', '"verde"', "«colores.0» no vale"),
    "slug": ('slug = "faros"', 'slug = "taller"', "«taller» no vale como slug"),
    "toml": ("[[dados]]", "[[dados", "no es TOML"),
    "campo": ('libro = "Manual', 'editor = "x"\nlibro = "Manual', "«editor» no se conoce"),
}


WORDS = {
    "sustantivo": ('"faro m faro"', '"faro"', "«faro» de «nouns» no se entiende; se escribe «nave f nave»"),
    "firma": ('apagar = "quien?:jugador que:faro"', 'apagar = "jugador faro"', "no es la firma de un verbo"),
    "lista": ('adverbs = ["a repartir', 'kind_words = "Niebla estado"\nadverbs = ["a repartir', "«kind_words» es una lista"),
    "tabla": ('bearer = "jugador"', 'of = "jugador"', "no es TOML"),
    "toml": ("[verbs]", "[verbs", "no es TOML"),
}
LINES = [("juego.toml", "juego.toml", row) for row in WRONG.values()] + [
    ("palabras.toml", "palabras.toml:", row) for row in WORDS.values()
]


@pytest.mark.parametrize(("name", "place", "change"), LINES, ids=[*WRONG, *(f"palabras, {case}" for case in WORDS)])
def test_a_wrong_folder_is_one_sentence_with_its_place(
    name: str, place: str, change: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, told = change
    folder = shutil.copytree(FAROS, tmp_path / "faros")
    data = (folder / name).read_text("utf-8")
    (folder / name).write_text(data.replace(old, new, 1), "utf-8")
    assert main(["build", "--games", str(folder), "--out", str(tmp_path / "kb"), "--no-index"]) == 2
    said = capsys.readouterr().err.strip()
    assert told in said and place in said and "\n" not in said and not (tmp_path / "kb").exists()


def compiled(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """A process of its own: a game that is given stays known to the process."""
    command = [sys.executable, "-m", "web.cli", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_its_cards_are_read_with_its_words_alone() -> None:
    said = compiled("compile", FAROS / "cartas.jsonl", "--games", FAROS.parent, "--json")
    cards = [json.loads(line) for line in said.stdout.splitlines()]
    assert len(cards) == 20 and {card["status"] for card in cards} <= {"exacto", "variante"}, said.stderr
    texts = {card["id"]: card["canonical"] for card in cards}
    turned = "[racha]: Giras 1 de tus otros dados a una cara que muestra 1 resultado [calma]."
    assert texts["faros/13"].splitlines()[1] == turned
    assert texts["faros/17"] == "Si tienes 1 o menos faros viejos, no puedes jugar esta carta."
    assert texts["faros/19"] == "Vuelves a tirar este dado en vez de retirar este dado del muelle."
    (action,) = next(card["effects"] for card in cards if card["id"] == "faros/11")
    assert action["clase"] == "maniobra" and [cost["verbo"] for cost in action["pasos"][0]["coste"]] == ["agotar"]


def test_a_game_that_nobody_gave_is_not_known() -> None:
    said = compiled("compile", FAROS / "cartas.jsonl")
    assert said.returncode == 2 and "no se conoce el juego «faros»" in said.stderr
    assert "ya trae Reglario" in compiled("lint", "-", "--games", FAROS.parents[3] / "corpus" / "rebellion").stderr
