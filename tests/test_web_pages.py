"""The pages, as a browser without JavaScript gets them: every family, its twin, its headers, its honesty."""

import gzip
import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from threading import Barrier
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from servers import until

from grammar.game import GAMES
from kb.games import shipped_game
from kb.models import Block, IconMark
from kb.store import open_kb, write
from web.app import create_app
from web.finder import TitleFinder
from web.kept.assets import STATIC, asset_url, assets
from web.kept.encoding import takes_gzip
from web.kept.pages import Page, PageCache, page_from
from web.rulings.database import database_url, upgrade
from web.view.icons import drawings_of
from web.view.refs import shown_title
from web.view.render import Context, lost_icons, plain

OF_A_GAME = ("/{}", "/glosario/{}", "/glosario/{}/a", "/secuencias/{}", "/secuencias/{}/ronda", "/iconos/{}", "/cambios/{}")
PAGES = ["/", "/?q=concentracion", "/?q=concentracion&juego=xwing", "/cobertura", "/about", "/api"]
PAGES += [page.format(game) for game in GAMES for page in OF_A_GAME]
PAGES += ["/sin-conexion", "/taller", "/taller?texto=Tira+1+dado+de+ataque.&juego=xwing", "/taller/galeria", "/probabilidades"]
PAGES += [f"/probabilidades/{form.slug}" for game in GAMES for form in shipped_game(game).dice]
PAGES += [
    *(f"/mesa/{game}" for game in GAMES),
    "/practica",
    *(f"/practica/{game}?n=2" for game in GAMES),
    "/practica/xwing?n=2&r=1",
    "/situaciones",
    "/situaciones/escenario",
    *(f"/situaciones/{game}?n1=Una&n2=Otra&d2=2" for game in GAMES),
]
PAGES += ["/xwing/cola-de-capacidades", "/legion/perforante-x", "/leyendas/apendice-1/estados", "/xwing/activacion"]


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    upgrade(database_url())
    return create_app(shipped_kb).test_client()


class Outline(HTMLParser):
    """What a reader of the page without eyes or script meets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]

    def carried(self) -> list[str]:
        """What the page needs beside itself: style, script, letters, icon."""
        links = [a for a in self.all("link") if a["rel"] in ("stylesheet", "icon", "preload")]
        return [str(a["href"]) for a in links] + [str(a["src"]) for a in self.all("script") if "src" in a]


def html(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return answer.text


@pytest.mark.parametrize("path", PAGES)
def test_page_is_whole(client: FlaskClient, path: str) -> None:
    page = Outline(html(client, path))
    assert page.all("html")[0]["lang"] == "es"
    assert len(page.all("h1")) == 1 and len(page.all("main")) == 1
    assert page.all("a")[0]["href"] == "#contenido"
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids)), "repeated ids"
    named = [a for a in page.all("input") if a.get("type") != "hidden"]
    labelled = {a.get("for") for a in page.all("label")}
    assert all(a.get("aria-label") or a.get("id") in labelled for a in named + page.all("select") + page.all("textarea"))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(b - a <= 1 for a, b in pairwise(levels)), levels


@pytest.mark.parametrize("path", PAGES)
def test_page_carries_nothing_inline_nor_foreign(client: FlaskClient, path: str) -> None:
    page = Outline(html(client, path))
    assert all(a.get("src", "").startswith("/static/") for a in page.all("script") if a.get("type") != "application/ld+json")
    assert not [attrs for _, attrs in page.tags if "style" in attrs or any(k.startswith("on") for k in attrs)]
    places = [a.get("href") or "" for a in page.all("link") + page.all("use") + page.all("a")]
    assert not [p for p in places if not p.startswith(("/", "#"))]


@pytest.mark.parametrize("path", PAGES)
def test_page_has_a_json_twin(client: FlaskClient, path: str) -> None:
    twins = [a for a in Outline(html(client, path)).all("link") if a.get("type") == "application/json"]
    assert len(twins) == 1
    assert client.get(str(twins[0]["href"])).is_json


NEW_RULING = "/dictamenes/nuevo"


def _without_end(link: str) -> bool:
    """What leads on and on: searches, texts, each passage, a table that every answer makes another, the next question."""
    return link.startswith(("/?", "/taller?", "/mostrar/")) or (link.startswith(("/mesa/", "/practica/")) and "?" in link)


def test_every_link_of_the_site_leads_somewhere(client: FlaskClient, shipped_kb: Path) -> None:
    """Some entries, and every page that they and the page families link to. All entries: test_web_export, on the copy."""
    seen: set[str] = set()
    there = {f"/{entry.id}": n % 8 == 0 for n, entry in enumerate(open_kb(shipped_kb).entries)}
    waiting = [*PAGES, *there]
    broken = []
    ids: dict[str, set[str]] = {}
    wanted: dict[tuple[str, str], str] = {}
    while waiting:
        path = waiting.pop()
        if path in seen or not there.get(path, True):
            continue
        seen.add(path)
        answer = client.get(path)
        if answer.status_code == 303 and path.startswith("/dictamenes/nuevo?"):  # a judge signs in first
            continue
        if answer.status_code != 200:
            broken.append((path, answer.status_code))
        elif answer.mimetype == "text/html":
            page = Outline(answer.text)
            ids[path] = {str(attrs["id"]) for _, attrs in page.tags if attrs.get("id")}
            links = [str(a.get("href") or "").partition("#") for a in page.all("a")]
            wanted |= {(link or path, anchor): path for link, _, anchor in links if anchor}
            # Every block offers «dictaminar»: one such address stands for all, and asks who one is. And «mostrar»: some
            # are asked for; the others differ only in their passage, whose anchor is looked for here.
            told = {NEW_RULING if link.startswith(f"{NEW_RULING}?") else link for link, _, _ in links if link}
            shown = sorted(link for link in told if link.startswith("/mostrar/"))
            named = {tuple(urlsplit(link).query.split("=", 1)) for link in shown if "?" in link}
            assert {anchor for name, anchor in named if name == "punto"} <= ids[path], path
            waiting += [link for link in told if not _without_end(link)] + shown[: len(seen) % 8 == 0]
    assert broken == [(NEW_RULING, 303)]
    assert [(path, *place) for place, path in wanted.items() if place[0] in ids and place[1] not in ids[place[0]]] == []
    assert len(seen) > 350


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("¿Vira el bote si sale * o **, o no?", "¿Vira el bote si sale [icono] o [icono], o no?"),
        ("¿Gasta 1 ☉ el ancla?", "¿Gasta 1 [icono] el ancla?"),
        ("Ancla [☉]", "Ancla"),
        ("Botes 2 (••) y 3 (•••)", "Botes 2 (••) y 3 (•••)"),
        ("El *Bote* vira", "El *Bote* vira"),
    ],
)
def test_a_title_has_no_glyphs_of_a_scan(title: str, shown: str) -> None:
    assert shown_title(title) == shown


def test_lost_icons_say_once_what_is_known_of_them() -> None:
    def mark(token: str, how: str) -> IconMark:
        return IconMark(token=token, printed="", confidence="baja", how=how)

    icons = (mark("[?]", "es un ancla o una vela"), mark("[ancla]", "la palabra"), mark("[?]", "es un ancla o una vela"))
    block = Block(anchor="r1", kind="parrafo", text="[?] [ancla] [?]", md="[?] [ancla] [?]", icons=icons)
    assert lost_icons(block) == ("es un ancla o una vela",)


def test_anchors_of_steps_exist(client: FlaskClient) -> None:
    page = Outline(html(client, "/legion/perforante-x"))
    steps = [str(a["href"]) for a in page.all("a") if "/secuencias/legion/ataque#" in str(a.get("href"))]
    assert steps
    ids = {attrs.get("id") for _, attrs in Outline(html(client, "/secuencias/legion/ataque")).tags}
    assert {step.split("#")[1] for step in steps} <= ids


def test_keyword_lights_its_step(client: FlaskClient) -> None:
    assert 'aria-current="step"' in html(client, "/legion/perforante-x")
    assert "/legion/perforante-x" in html(client, "/secuencias/legion/ataque")


def test_entry_tells_our_words_and_cites_them_as_ours(client: FlaskClient) -> None:
    page = html(client, "/xwing/cola-de-capacidades")
    assert "En nuestras palabras" in page and "Texto oficial" not in page
    assert 'data-cita="X-Wing, Guía de referencia 1.4.5, «Cola de capacidades», |, en palabras de Reglario"' in page
    (shown,) = set(re.findall(r'href="(/mostrar/[^"]+)"', page.split(">3</a>")[1].split("</li>")[0]))
    assert "«Cola de capacidades», paso 3, en palabras de Reglario" in html(client, shown)  # for who has no scripts
    assert 'id="r4" href="#r-' in page and 'id="r5" href="#r-' in page  # an old anchor still leads to its block


def test_a_link_that_names_its_edition_says_when_it_is_not_the_one_read(client: FlaskClient) -> None:
    path, told = "/xwing/cola-de-capacidades", "El enlace cita la edición"
    assert 'data-edicion="1.4.5"' in html(client, path) and told not in html(client, f"{path}?edicion=1.4.5")
    page = html(client, f"{path}?edicion=<1.4.0>")
    assert f"{told} &lt;1.4.0&gt;; aquí se lee la 1.4.5." in page and 'href="/cambios/xwing">Qué cambió' in page
    assert told not in html(client, path)  # and it is kept for nobody else
    assert client.get(f"{path}?edicion={'1' * 31}").status_code == 400


def test_a_redirection_of_the_book_is_no_mention(client: FlaskClient) -> None:
    page = html(client, "/xwing/escudos").split("Lo mencionan")[1].split("</ul>")[0]
    assert "/xwing/dano" in page and "/xwing/glosario/escudos" not in page


def test_each_edition_is_told_once(client: FlaskClient) -> None:
    heads = re.findall(r"<h2><a[^>]*>([^<]*)</a></h2>", html(client, "/cambios/legion"))
    assert heads == ["09.01.2026", "07.10.2025", "Versión 2.6.0"]


def test_a_mode_that_the_block_names_is_not_said_twice(client: FlaskClient) -> None:
    page = html(client, "/imperial-assault/capacidades")
    assert "<strong>Campaña:</strong>" in page and '<span class="mode">Campaña</span>' not in page


def test_a_step_leads_to_the_passage_that_tells_it(client: FlaskClient) -> None:
    page = html(client, "/secuencias/xwing/ataque")
    assert '<a class="t" href="/xwing/ataque#r-medir-el">Medir el alcance</a>' in page
    assert 'id="r-medir-el"' in html(client, "/xwing/ataque")


def test_no_line_parts_an_icon_from_its_comma(shipped_kb: Path) -> None:
    drawn = drawings_of(open_kb(shipped_kb).games["xwing"])
    told = str(plain("Gana ([impacto]), [crítico] y 1.", Context(game="xwing", entries={}, drawings=drawn)))
    assert '<span class="nb">(<svg' in told and "</svg>),</span> <svg" in told and "</svg> y 1." in told


def test_icons_are_drawn_with_their_name(client: FlaskClient) -> None:
    page = html(client, "/legion/perforante-x")
    assert '<symbol id="i-legion-bloqueo"' in page
    assert 'role="img"><title>bloqueo</title>' in page
    assert "[bloqueo]" not in page


def test_redirection_leads_to_its_entry(client: FlaskClient) -> None:
    assert '<p class="goto"><a class="t" href="/xwing/fase-de-activacion">' in html(client, "/xwing/activacion")


def test_question_says_its_verdict(client: FlaskClient) -> None:
    assert '<p class="verdict v-no">No</p>' in html(client, "/xwing/valen-con-torreta-los-efectos-de-ataque-frontal")


def test_search_without_javascript(client: FlaskClient) -> None:
    page = html(client, "/?q=concentracion&juego=xwing")
    assert 'class="hl" href="/xwing/concentracion' in page and "<mark>" in page
    assert 'value="concentracion"' in page and 'name="juego" value="xwing"' in page


def test_search_fragment_is_the_same_list(client: FlaskClient) -> None:
    part = html(client, "/?q=concentracion&juego=xwing&parcial=1")
    assert "<html" not in part
    assert part.strip() in html(client, "/?q=concentracion&juego=xwing")


def test_search_says_what_it_corrected(client: FlaskClient) -> None:
    assert "en vez de <s>consentracion</s>" in html(client, "/?q=consentracion&juego=xwing")


def test_search_is_honest_about_nothing(client: FlaskClient) -> None:
    assert "No lo dicen los libros" in html(client, "/?q=zzxxqq+kkwwy")
    page = html(client, "/?q=tenzionado&juego=xwing")
    assert "Quizá quisiste decir" in page and "/?q=Tensi%C3%B3n&amp;juego=xwing" in page


@pytest.mark.parametrize(
    "q", ['<script>alert("1")</script>', '"><img src=x onerror=1>', "{{7*7}}", "' OR 1=1 --", "\u202e\x00ñ\ud7ff"]
)
def test_search_escapes_what_it_is_told(client: FlaskClient, q: str) -> None:
    answer = client.get("/", query_string={"q": q})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text and "<img" not in answer.text and ">49<" not in answer.text


def test_too_long_a_query_is_told_its_limit(client: FlaskClient) -> None:
    assert "600 caracteres" in html(client, "/?q=" + "a" * 601, 400)


NOWHERE = [
    "/nada",
    "/xwing/nada",
    "/glosario/xwing/ñ",
    "/secuencias/xwing/nada",
    "/xwing/../../etc/passwd",
    "/static/sitio.css",
]
NOWHERE += ["/?juego=ajedrez", "/glosario/ajedrez", "/xwing/%00", "/xwing/" + "a" * 1000]


@pytest.mark.parametrize("path", NOWHERE)
def test_not_found_in_spanish(client: FlaskClient, path: str) -> None:
    page = html(client, path, 404)
    assert "No está en el libro" in page and 'lang="es"' in page


def test_not_found_offers_what_is_near(client: FlaskClient) -> None:
    assert 'href="/xwing/cola-de-capacidades"' in html(client, "/xwing/cola-de-capacidad", 404)


def test_one_address_per_page(client: FlaskClient) -> None:
    moved = client.get("/xwing/ataque/")
    assert moved.headers["Location"] == "/xwing/ataque"
    assert '<html lang="es">' in moved.text and '<a href="/xwing/ataque">' in moved.text
    assert client.get("/glosario/xwing/A").headers["Location"] == "/glosario/xwing/a"


@pytest.mark.parametrize("path", ["/", "/xwing/ataque", "/nada", "/api/v1/games", "/healthz"])
def test_safety_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "script-src 'self'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "Set-Cookie" not in headers


def test_pages_are_kept_by_the_reader(client: FlaskClient) -> None:
    first = client.get("/xwing/ataque")
    again = client.get("/xwing/ataque", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    packed = client.get("/xwing/ataque", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == first.data


ENCODINGS = {
    "gzip": True, "GZip": True, "gzip, deflate, br, zstd": True, "br;q=1.0, gzip;q=0.8, *;q=0.1": True, "x-gzip": True,
    "*": True,
    " gzip ; Q=0.001 ,": True, "gzip;q=1.000": True, "identity;q=0, *;q=0.5": True, "gzip;q=0.5, identity;q=0.5": True,
    "": False, "identity": False, "br, zstd": False, "gzipped": False, "not-gzip": False, "gzip;q=0": False,
    "gzip; q=0.000": False,
    "GZIP;Q=0": False, "*;q=0": False, "*, gzip;q=0": False, "gzip;q=0, *": False, "identity, gzip;q=0.5": False,
    "gzip;q=": False, "gzip;q=no": False, "gzip;q=-1": False, "gzip;q=2": False, "gzip;q=nan": False, "gzip;q=٠": False,
    "gzip;q=0.00001": False, "gzip gzip": False, ";;;,,,": False, "gzip," * 200: False,
}  # fmt: skip


@pytest.mark.parametrize(("accepted", "packed"), ENCODINGS.items(), ids=lambda value: str(value)[:40])
def test_packed_only_for_who_takes_it(client: FlaskClient, accepted: str, packed: bool) -> None:
    assert takes_gzip(accepted) is packed
    asset = asset_url("sitio.css")
    for path in ("/xwing/ataque", "/xwing/ataque", asset, "/about?nunca=vista-" + str(len(accepted))):
        if accepted.isascii():
            answer = client.get(path, headers={"Accept-Encoding": accepted})
            assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
            assert answer.headers["Vary"] == "Accept-Encoding" and answer.data.startswith(b"\x1f\x8b") is packed


def test_static_names_change_with_their_content(client: FlaskClient) -> None:
    for url in Outline(html(client, "/")).carried():
        answer = client.get(str(url))
        assert re.search(r"\.[0-9a-f]{8}\.\w+$", str(url))
        assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]


def test_entry_page_is_light(client: FlaskClient, shipped_kb: Path) -> None:
    """Everything that any entry page transfers fits in 60 kB."""

    def size(path: str) -> int:
        return len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)

    shared = sum(size(url) for url in Outline(html(client, "/xwing/ataque")).carried())
    entries = sorted(open_kb(shipped_kb).entries, key=lambda entry: -len(entry.model_dump_json()))
    heaviest = max(size(f"/{entry.id}") for entry in (*entries[:200], *entries[200::10]))  # a page grows with its entry
    assert shared + heaviest <= 60_000


def test_of_a_picture_the_numbers_that_point_are_not_shown(shipped_kb: Path, tmp_path: Path) -> None:
    """What a scan read in a picture is folded; of its bare numbers only the anchors stay, for the links that were given."""
    kb = open_kb(shipped_kb)
    read = ("NOMBRE", "1", "12 7", "Faro", "3", "9 Vela", "120")
    blocks = tuple(
        Block(anchor=f"r{n}", mark=f"r-m{n}", old=(f"r{n}",), kind="parrafo", text=t, md=t) for n, t in enumerate(read)
    )
    told = next(e for e in kb.entries if e.id == "rebellion/proyectos").model_copy(update={"blocks": blocks})
    write(tmp_path, [told, *(e for e in kb.entries if e.id != told.id)], kb.report, {})
    page = html(create_app(tmp_path).test_client(), "/rebellion/proyectos")
    folded = page.partition('<details class="lam">')[2].partition("</details>")[0]
    assert all(f'id="r-m{n}"' in folded and f'id="r{n}"' in folded for n in range(len(read)))
    assert re.findall(r'<div class="bt">([^<]*[^<\s])', folded) == ["NOMBRE", "Faro", "9 Vela"]


def test_alive_but_not_ready_without_a_knowledge_base(tmp_path: Path) -> None:
    client = create_app(tmp_path / "nada").test_client()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
    assert client.get("/").status_code == 503
    assert client.get("/api/v1/games").get_json()["error"]["code"] == "sin_base"


def test_a_rebuilt_knowledge_base_is_swapped_in(shipped_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = open_kb(shipped_kb)
    out = tmp_path / "kb"
    write(out, [e for e in kb.entries if e.game == "rebellion"], kb.report, {})
    app = create_app(out)
    client = app.test_client()
    assert client.get("/xwing/ataque").status_code == 404
    monkeypatch.setattr("web.library._LOOK_EVERY", 0.0)
    write(out, kb.entries, kb.report, {})
    assert _comes_true(client, lambda: client.get("/xwing/ataque").status_code == 200)
    (out / "meta.json").write_text("{")
    assert _comes_true(client, lambda: json.loads(client.get("/readyz").data)["stale"])


def _comes_true(client: FlaskClient, seen: Callable[[], bool]) -> bool:
    """Sooner or later, and with no failed request meanwhile."""

    def reads_on() -> bool:
        assert client.get("/rebellion").status_code == 200
        return seen()

    return until(reads_on)


def test_without_an_index_titles_are_found(shipped_kb: Path) -> None:
    finder = TitleFinder(open_kb(shipped_kb))
    assert finder.search("cola de capacidades", game="xwing").hits[0].id == "xwing/cola-de-capacidades"
    assert finder.search("").unanswered
    assert finder.complete("cola de c", "xwing")[0].id == "xwing/cola-de-capacidades"


@pytest.mark.parametrize("q", ["receta de paella", "cómo se juega al catan"])
def test_that_the_books_do_not_say_it_is_said_once(client: FlaskClient, q: str) -> None:
    text = client.get("/", query_string={"q": q}).text
    assert text.count("No lo dicen los libros") == 1 and text.count("Lo más cercano") + text.count("lo más parecido") <= 1


def test_the_front_door_answers_the_same(client: FlaskClient) -> None:
    """The first visit goes through Flask, the second does not: nobody can tell."""
    same = {"X-Request-Id": "0af7651916cd43dd8448eb211c80319c"}
    for path in ("/xwing/defensor", "/?q=defensor", "/api/v1/entries/xwing/defensor"):
        first, second = client.get(path, headers=same), client.get(path, headers=same)
        assert first.data == second.data
        assert sorted(first.headers.items()) == sorted(second.headers.items())
    assert client.head("/xwing/defensor").status_code == 200


def test_many_who_ask_at_once_wait_for_one_maker() -> None:
    made: list[int] = []
    pages, ready = PageCache(4), Barrier(5)

    def make() -> Page:
        made.append(1)
        time.sleep(0.05)
        return page_from("una")

    def ask() -> Page:
        ready.wait()
        return pages.get("a", make)

    with ThreadPoolExecutor(5) as pool:
        found = [job.result() for job in [pool.submit(ask) for _ in range(5)]]
    assert len(made) == 1 and len(set(map(id, found))) == 1

    def fail() -> Page:
        raise ValueError

    with pytest.raises(ValueError):
        pages.get("b", fail)
    assert pages._making == {}  # who asks for what is not there leaves nothing behind


def test_scripts_and_styles_travel_without_what_only_writers_read() -> None:
    for asset in assets().values():
        lines, written = asset.body.decode("utf-8", "replace").splitlines(), (STATIC / asset.name).read_text("utf-8", "replace")
        code = [line.strip() for line in written.splitlines() if line.strip() and not line.strip().startswith("//")]
        if asset.name.endswith(".js") and asset.name != "terminos.js":
            assert lines == code, asset.name
        elif asset.name.endswith(".css"):
            bare = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
            assert "/*" not in asset.body.decode() and [asset.body.decode().count(c) for c in "{};"] == [
                bare.count(c) for c in "{};"
            ]
