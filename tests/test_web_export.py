"""The exported site: every page and link, and its search in a browser on a plain file server."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from kb.errors import StoreError
from tests.patience import PATIENCE
from web.export import export
from web.screenshots import CHROMIUM, FLAGS

_LINK = re.compile(r'(?:href|src)="(/[^"?#]*|(?=#))(?:\?[^"#]*)?(?:#([^"]*))?"')
"""Its path, empty where it leads to the page itself, and its anchor."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture(scope="module")  # two games: links of all are followed in test_web_pages
def exported(indexed_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("copia") / "sitio"
    assert export(indexed_kb, out) > 500
    return out


@pytest.fixture(scope="module")
def base(exported: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(exported)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_links_of_the_copy_lead_to_files_and_to_what_is_in_them(exported: Path) -> None:
    """Every entry is here: no page of the site links to nothing."""
    links: set[tuple[str, str]] = set()
    ids: dict[str, set[str]] = {}
    for page in exported.rglob("index.html"):
        text, here = page.read_text("utf-8"), page.parent.relative_to(exported).as_posix().strip(".")
        ids[here] = set(re.findall(r'\bid="([^"]+)"', text))
        links |= {(link.strip("/") if link else here, anchor) for link, anchor in _LINK.findall(text)}
    assert [link for link, _ in links if not (exported / link).exists()] == []
    assert [(link, anchor) for link, anchor in links if anchor and link in ids and anchor not in ids[link]] == []


def test_what_is_not_a_copy_is_left_alone(shipped_kb: Path, tmp_path: Path) -> None:
    (tmp_path / "mio.txt").write_text("mio")
    with pytest.raises(StoreError):
        export(shipped_kb, tmp_path)
    assert (tmp_path / "mio.txt").read_text() == "mio"


@pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"falta Chromium en {CHROMIUM} (apt install chromium)")
def test_search_of_the_copy(base: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE)
        page.goto(base)
        page.locator("#q").press_sequentially("cola de capacidades", delay=20)
        expect(page.locator(".hl", has_text="Cola de capacidades").first).to_be_visible()
        page.locator(".chip[data-g=rebellion]").click()
        expect(page.locator(".hit.g-xwing")).to_have_count(0)
        page.goto(f"{base}/?q=concentracion")
        page.locator(".hl", has_text="Concentración").first.click()
        expect(page.locator("h1")).to_contain_text("Concentración")
        browser.close()
