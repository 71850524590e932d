"""Other sites' pages: the script and the web component on a foreign origin under a strict policy; the share target, the theme
and the pictures, all in one real browser."""

import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.patience import PATIENCE
from tests.servers import free_port, listens, running
from web.screenshots import CHROMIUM, FLAGS

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"falta Chromium en {CHROMIUM} (apt install chromium)")
FOREIGN = """<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mi blog</title>
<main><h1>Mi lista</h1><p>Gasto una ficha de Concentración y otra de Evasión; las fichas de concentracion se quitan al final.
<a href="#x">Evasión enlazada</a> <code>Evasión</code></p>
<regla-cita id="xwing/concentracion">Concentración</regla-cita><regla-cita id="xwing/nada">esto queda</regla-cita></main>
<script nonce="n0" src="{site}/v1/terminos.js" data-juego="xwing" data-en="main" defer></script></html>"""
NUMBERED = """<!doctype html><html lang="es"><meta charset="utf-8"><title>Mi ejército</title>
<main><p>Tiene Blindaje 2 y no Blindaje; Perforante 1, Precisión 12x y blindaje xeno.</p></main>
<script nonce="n0" src="{site}/v1/terminos.js" data-juego="legion" data-en="main" defer data-todas></script></html>"""


@pytest.fixture(scope="module")
def site(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "web.cli", "serve", "--port", str(port), "--kb", str(shipped_kb), "--workers", "1"]
    with running(command, lambda: listens("127.0.0.1", port), tmp_path_factory.mktemp("sitio") / "log"):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def foreign(site: str) -> Iterator[str]:
    """A page of somebody else, who trusts nobody but our script and our data."""
    policy = (
        f"default-src 'none'; script-src 'nonce-n0'; connect-src {site}; base-uri 'none'; require-trusted-types-for 'script'"
    )

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = NUMBERED if "legion" in self.path else FOREIGN
            body = page.format(site=site).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", policy)
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/blog"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def watched(page: Page, allowed: str) -> list[str]:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda sent: None if re.match(allowed, sent.url) else wrong.append(sent.url))
    return wrong


def test_terms_are_marked_on_a_foreign_page_under_a_strict_policy(browser: Browser, site: str, foreign: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong = watched(page, rf"{site}/|http://localhost:")
    page.goto(foreign)
    marks = page.locator(".reglario-t")
    expect(marks.first).to_have_text("ficha de Concentración")
    assert "Evasión" in marks.all_inner_texts() and marks.count() == len(set(map(str.casefold, marks.all_inner_texts())))
    assert page.locator("code .reglario-t, a .reglario-t").count() == 0
    marks.first.hover()
    balloon = page.get_by_role("tooltip")
    expect(balloon).to_contain_text("Concentración")
    assert marks.first.get_attribute("aria-describedby") == balloon.get_attribute("id")
    page.keyboard.press("Escape")
    expect(balloon).to_have_count(0)
    marks.nth(1).focus()
    expect(balloon).to_be_visible()
    quoted = page.locator("regla-cita").first
    expect(quoted.locator("blockquote")).to_contain_text("Concentración")
    expect(quoted.locator("a")).to_have_attribute("href", f"{site}/xwing/concentracion")
    expect(page.locator("regla-cita").nth(1)).to_have_text("esto queda")
    assert context.cookies() == []
    assert [told for told in wrong if "404" not in told] == []
    context.close()


def test_a_keyword_with_its_number_is_the_rule_of_its_number(browser: Browser, foreign: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{foreign}/legion")
    marks = page.locator(".reglario-t")
    expect(marks.first).to_have_text("Blindaje 2")
    told = [(mark.inner_text(), str(mark.get_attribute("data-regla"))) for mark in marks.all()]
    assert told == [
        ("Blindaje 2", "legion/blindaje-x"), ("Blindaje", "legion/blindaje"), ("Perforante 1", "legion/perforante-x"),
        ("Precisión", "legion/precision-x"), ("blindaje", "legion/blindaje"),
    ]  # fmt: skip
    context.close()


def test_a_finger_opens_the_definition_before_the_page(browser: Browser, site: str, foreign: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(foreign)
    page.locator(".reglario-t").first.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("Abrir en Reglario")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") and page.url == foreign
    context.close()


def test_the_browser_takes_the_manifest_and_what_is_shared(browser: Browser, site: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong = watched(page, rf"{site}/")
    page.goto(site)
    told = context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == [] and "share_target" in told["data"] and "shortcuts" in told["data"]
    page.goto(f"{site}/compartir?texto=concentracion")
    expect(page).to_have_url(f"{site}/?q=concentracion")
    page.goto(f"{site}/compartir?url={site}/xwing/ataque")
    expect(page.locator("h1")).to_have_text("Ataque")
    image = page.locator('meta[property="og:image"]').get_attribute("content")
    drawn = "src => { const i = new Image(); i.src = src; return i.decode().then(() => [i.naturalWidth, i.naturalHeight]); }"
    assert page.evaluate(drawn, image) == [1200, 630]
    assert wrong == []
    context.close()


def test_the_theme_is_chosen_and_stays(browser: Browser, site: str) -> None:
    context = browser.new_context(color_scheme="light")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}/xwing/ataque")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    button = page.get_by_role("button", name="Tema: del sistema")
    button.click()
    page.get_by_role("button", name="Tema: claro").click()
    expect(page.get_by_role("button", name="Tema: oscuro")).to_be_visible()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    context.close()


def test_the_script_is_small_and_may_be_taken_anywhere(site: str) -> None:
    with urlopen(f"{site}/v1/terminos.js") as answer:
        assert len(answer.read()) <= 15_000
        assert answer.headers["Access-Control-Allow-Origin"] == "*" and "Set-Cookie" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
