"""How others find and show the site: each answer against the schema of its format."""

import json
import re
import struct
from pathlib import Path
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from flask.testing import FlaskClient
from lxml import etree

from kb.errors import StoreError
from kb.store import open_kb
from web.app import create_app
from web.rulings.database import database_url, upgrade
from web.view.picture import HEIGHT, WIDTH, drawable, first_sentence, width, wrapped

SCHEMAS = Path(__file__).parent / "fixtures" / "schemas"
HOME = "https://reglario.example"


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KB_URL", f"{HOME}/")
        app = create_app(shipped_kb)
        patch.undo()
    return app.test_client()


@pytest.fixture(autouse=True)
def known_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_URL", HOME)


def valid(body: bytes, schema: str) -> None:
    rules = etree.RelaxNG(etree.parse(SCHEMAS / f"{schema}.rng"))
    rules.assertValid(etree.fromstring(body))


def test_the_sitemap_has_every_entry_and_every_address_answers(client: FlaskClient, shipped_kb: Path) -> None:
    body = client.get("/sitemap.xml").data
    valid(body, "sitemap")
    places = [loc.text or "" for loc in ET.fromstring(body).iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(places) == len(set(places)) < 50_000
    assert {f"{HOME}/{e.id}" for e in open_kb(shipped_kb).entries if e.current} <= set(places)
    others = [p.removeprefix(HOME) for p in places if p.count("/") < 5][::40]
    assert [p for p in others if client.get(p).status_code != 200] == []


def test_robots_lead_to_the_sitemap_and_keep_the_desk_out(client: FlaskClient) -> None:
    text = client.get("/robots.txt").text
    assert f"Sitemap: {HOME}/sitemap.xml" in text and "Disallow: /cuenta" in text and text.startswith("User-agent: *")


def test_robots_may_read_what_llms_sends_programs_to(client: FlaskClient) -> None:
    rules = RobotFileParser()
    rules.parse(client.get("/robots.txt").text.splitlines())
    sent = re.findall(rf"{HOME}/[^)\s]*", client.get("/llms.txt").text)
    assert len(sent) > 8 and [place for place in sent if not rules.can_fetch("*", place)] == []
    assert not rules.can_fetch("*", f"{HOME}/api/v1/rulings") and not rules.can_fetch("*", f"{HOME}/cuenta")


def test_a_browser_can_take_the_search_into_its_bar(client: FlaskClient) -> None:
    body = client.get("/opensearch.xml").data
    valid(body, "opensearch")
    urls = [u.attrib for u in ET.fromstring(body).iter("{http://a9.com/-/spec/opensearch/1.1/}Url")]
    template = next(u["template"] for u in urls if u["type"] == "text/html")
    found = client.get(template.removeprefix(HOME).replace("{searchTerms}", "ataque"))
    assert found.status_code == 200 and "Ataque" in found.text
    typed, rows = client.get("/sugerencias?q=conc").json
    assert typed == "conc" and rows and all(row.casefold().startswith("conc") for row in rows[:1])


def test_a_language_model_is_told_where_things_are(client: FlaskClient) -> None:
    text = client.get("/llms.txt").text
    assert text.startswith("# Reglario\n\n> ")
    links = re.findall(r"\]\((\S+?)\):", text)
    assert len(links) > 10 and all(link.startswith(HOME) for link in links)
    wrong = [link for link in links if client.get(link.removeprefix(HOME)).status_code not in (200, 405)]
    assert wrong == []


def data_of(client: FlaskClient, path: str) -> dict[str, object]:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', client.get(path).text, re.S)
    assert len(found) == 1, path
    data: dict[str, object] = json.loads(found[0])
    jsonschema.validate(data, json.loads((SCHEMAS / "jsonld.json").read_text("utf-8")))
    return data


KINDS = {
    "/": ["WebSite"],
    "/glosario/xwing": ["DefinedTermSet"],
    "/legion/perforante-x": ["DefinedTerm", "BreadcrumbList"],
    "/xwing/valen-con-torreta-los-efectos-de-ataque-frontal": ["FAQPage", "BreadcrumbList"],
}


@pytest.mark.parametrize("path", KINDS)
def test_a_page_says_what_it_is(client: FlaskClient, path: str) -> None:
    graph = data_of(client, path)["@graph"]
    assert [thing["@type"] for thing in graph] == KINDS[path]  # type: ignore[attr-defined]


def test_every_entry_says_what_it_is_and_stays_light(client: FlaskClient, shipped_kb: Path) -> None:
    for entry in open_kb(shipped_kb).entries[::9]:
        data_of(client, f"/{entry.id}")


@pytest.mark.parametrize("path", ["/", "/xwing", "/xwing/ataque", "/glosario/legion/a", "/about"])
def test_a_page_has_one_address_and_a_picture(client: FlaskClient, path: str) -> None:
    text = client.get(f"{path}?x=1" if path != "/" else path).text
    assert re.findall(r'<link rel="canonical" href="([^"]+)">', text) == [HOME + path]
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', text))
    assert told.keys() == {"type", "title", "description", "url", "image"} and told["url"] == HOME + path
    answer = client.get(told["image"].removeprefix(HOME))
    assert answer.content_type == "image/png" and struct.unpack(">II", answer.data[16:24]) == (WIDTH, HEIGHT)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin" and len(answer.data) < 100_000
    again = client.get(told["image"].removeprefix(HOME), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_page_without_a_public_address_never_repeats_the_host_of_a_request(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, xwing_kb: Path
) -> None:
    monkeypatch.delenv("KB_URL")
    other = create_app(xwing_kb).test_client()
    text = other.get("/xwing/ataque", headers={"Host": "malo.example"}).text
    assert "malo.example" not in text and '<link rel="canonical" href="/xwing/ataque">' in text
    assert "malo.example" not in other.get("/nada", headers={"Host": "malo.example"}).text


@pytest.mark.parametrize("told", ["reglario.example", "https://a/b", "javascript:alert(1)", "https://"])
def test_a_public_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, xwing_kb: Path, told: str) -> None:
    monkeypatch.setenv("KB_URL", told)
    with pytest.raises(StoreError, match="KB_URL"):
        create_app(xwing_kb)


def test_another_site_can_show_an_entry(client: FlaskClient) -> None:
    page = client.get("/legion/perforante-x").text
    link = re.search(r'type="application/json\+oembed" href="([^"]+)"', page)
    assert link is not None
    told = client.get(link[1].replace("&amp;", "&")).json
    assert told["version"] == "1.0" and told["type"] == "rich" and told["title"] == "Perforante X"
    assert f'href="{HOME}/legion/perforante-x"' in told["html"] and "<script" not in told["html"]
    assert client.get("/oembed?url=https://otro.example/nada/nada").status_code == 404
    assert client.get(f"/oembed?format=xml&url={HOME}/xwing/ataque").status_code == 501
    assert client.get("/oembed").status_code == 404


SHARED = [
    ({"url": f"{HOME}/xwing/ataque"}, "/xwing/ataque"),
    ({"texto": f"Mira esto: {HOME}/legion/perforante-x#r2"}, "/legion/perforante-x"),
    ({"titulo": "Notas", "texto": "dos naves  chocan"}, "/?q=dos+naves+chocan"),
    ({"titulo": "ataque apuntado"}, "/?q=ataque+apuntado"),
    ({"url": "https://otro.example/x", "titulo": "cobertura"}, "/?q=cobertura"),
    ({}, "/"),
]


@pytest.mark.parametrize(("sent", "to"), SHARED)
def test_what_is_shared_goes_where_it_belongs(client: FlaskClient, sent: dict[str, str], to: str) -> None:
    assert client.get("/compartir", query_string=sent).location == to


def test_a_long_text_that_is_shared_goes_to_the_workshop(client: FlaskClient) -> None:
    answer = client.get("/compartir", query_string={"texto": "Tira 1 dado. " * 60})
    assert answer.location.startswith("/taller?texto=Tira+1+dado.") and client.get(answer.location).status_code == 200


def test_the_feed_of_rulings_is_atom(client: FlaskClient) -> None:
    valid(client.get("/dictamenes/canal.atom").data, "atom")


def test_lines_of_a_picture_stay_inside() -> None:
    text = drawable("Una frase larga ↶ con palabras " * 30)
    assert "↶" not in text
    lines = wrapped(text, 36, 1000, 4)
    assert len(lines) == 4 and lines[-1].endswith("…") and all(width(line, 36) <= 1000 for line in lines)
    assert all(width(line, 84) <= 500 for line in wrapped("x" * 400, 84, 500, 2))
    assert first_sentence("No. Nunca. Otra cosa.") == "No. Nunca."
    assert first_sentence("Tira un dado rojo de ataque. Después, otro.") == "Tira un dado rojo de ataque."


def test_the_glossaries_are_taken_away_in_every_format(client: FlaskClient) -> None:
    told = client.get("/api/v1/downloads").json
    page = client.get("/descargas").text
    assert told["licence"] == "MIT" and len(told["items"]) == 20
    assert all(f'href="{row["url"]}"' in page for row in told["items"])
    for row in told["items"][:4]:
        answer = client.get(row["url"])
        assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == "*"
        assert told["digest"] in answer.text and (row["format"] in ("jsonl", "csv") or f"{HOME}/" in answer.text)
    assert client.get("/descargas/xwing.pdf").status_code == 404
