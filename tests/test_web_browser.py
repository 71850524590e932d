"""What a player and a judge do, in a real browser, at phone and desktop size. Skipped where there is no Chromium."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.patience import PATIENCE
from tests.sample import WHOLE
from tests.servers import free_port, until
from web.guard.budgets import BODIES_OF_ONE
from web.screenshots import CHROMIUM, FLAGS

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"falta Chromium en {CHROMIUM} (apt install chromium)")
PASSWORD = "una contraseña larga"
WRONG_ALONE = {"resultTypes": ["violations"]}
"""What is right is not described node by node: half of the time."""
SIZES = {"movil": (390, 844), "escritorio": (1280, 900)}
PAGES = ["/", "/?q=concentracion", "/xwing/ataque", "/xwing/cola-de-capacidades#r4", "/legion/perforante-x", "/legion",
         "/legion/alcances-especificos", "/glosario/xwing", "/glosario/xwing/c", "/secuencias/legion",
         "/secuencias/legion/ataque", "/iconos/imperial-assault",
         "/cambios/legion", "/cobertura", "/about", "/api", "/nada",
         "/taller?juego=xwing&texto=Al+final+de+la+fase+de+activacion+tira+1+dado.", "/taller/galeria", "/probabilidades",
         "/probabilidades/xwing?a_dados=3", "/practica/xwing?n=2&r=1", "/dictamenes", "/entrar",
         "/sin-conexion", "/probabilidades/legion?comparar=1&a_rojo=2"]  # fmt: skip


def answers(url: str) -> bool:
    try:
        with urlopen(f"{url}/readyz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="module")
def base(shipped_kb: Path) -> Iterator[str]:
    """The site on the production server, as `kb serve` runs it."""
    port = free_port()
    account = [sys.executable, "-m", "web.cli", "judge", "add", "ana", "--password-stdin"]
    subprocess.run(account, input=PASSWORD, text=True, check=True, capture_output=True)
    command = [sys.executable, "-m", "web.cli", "serve", "--port", str(port), "--kb", str(shipped_kb), "--workers", "1"]
    patient = {**os.environ, "KB_PATIENCE": "60"}  # a browser beside it takes most of the machine
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=patient)
    url = f"http://127.0.0.1:{port}"
    try:
        assert until(lambda: answers(url)), "the site did not start"
        yield url
    finally:
        server.terminate()
        server.wait(300)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def open_context(browser: Browser, size: str, **options: object) -> BrowserContext:
    width, height = SIZES[size]
    phone = size == "movil"
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, **options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    return context


BOTH = pytest.mark.parametrize("page", SIZES, indirect=True)
DESK = pytest.mark.parametrize("page", SIZES if WHOLE else ("escritorio",), indirect=True)
"""What a size changes is tried at both, all else on a phone, or where it is done; everything at both in `make check`."""


@pytest.fixture(params=SIZES if WHOLE else ("movil",))
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that notes whatever goes wrong in it: errors, and requests to other hosts."""
    context = open_context(browser, request.param, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda sent: None if "127.0.0.1" in sent.url else wrong.append(sent.url))
    yield page
    context.close()
    assert wrong == []


def holds(page: Page, script: str) -> None:
    """Waits until it is so. Not wait_for_function: that takes the promise itself for an answer, and waits for nothing."""
    assert until(lambda: bool(page.evaluate(script))), script


TAKEN = "caches.open('reglario-mesa').then((shelf) => shelf.match('{}')).then(Boolean)"


def at_rest(page: Page) -> None:
    """What the desk takes along has come, and its worker with it: no answer is on its way that would set a cookie."""
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    for path in ("/mesa", "/dictamenes/nuevo"):  # one after another
        holds(page, TAKEN.format(path))


def is_phone(page: Page) -> bool:
    return (page.viewport_size or {"width": 0})["width"] < 500


@BOTH
def test_from_a_question_to_the_passage_and_its_citation(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("#q").press_sequentially("cola de capacidades", delay=15)
    expect(page.locator(".hl").first).to_contain_text("Cola de capacidades")
    expect(page).to_have_url(re.compile(r"\?q=cola\+de\+capacidades$"))
    expect(page.locator("mark").first).to_be_visible()
    page.locator(".hl").first.click()
    expect(page.locator("h1")).to_have_text("Cola de capacidades")
    block = page.locator(".b:has(> #r6)")
    page.locator("#r6").click()
    cite = block.locator(".cb").first
    cite.click()
    expect(cite).to_have_text("copiado")
    quoted, address = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert quoted.startswith("«") and quoted.endswith(
        "» (X-Wing, Guía de referencia 1.4.5, «Cola de capacidades», punto 6, en palabras de Reglario)"
    )
    assert re.fullmatch(rf"{base}/xwing/cola-de-capacidades\?edicion=1\.4\.5#r-[\w-]+", address)


def test_words_at_rest_that_found_nothing_are_said_once(page: Page, base: str) -> None:
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto(base)
    with page.expect_request(re.compile("parcial=fin")) as said:
        page.locator("#q").fill("zorritrones calvos")  # at once: on a busy machine the half of it would be at rest too
    assert said.value.url.endswith("/?q=zorritrones+calvos&parcial=fin")
    page.locator("#q").fill("cola de capacidades")
    expect(page.locator(".hl").first).to_contain_text("Cola de capacidades")
    page.wait_for_timeout(2800)
    assert sum("parcial=fin" in url for url in asked) == 1, "what was found is not said"


@DESK
def test_keyboard_only(page: Page, base: str) -> None:
    page.goto(f"{base}/about")
    page.keyboard.press("/")
    page.keyboard.type("concentracion")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=concentracion")
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator(".hl").nth(1)
    expect(second).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*/concentracion*")  # whichever game comes first


def test_chips_narrow_the_search_and_history_comes_back(page: Page, base: str) -> None:
    page.goto(f"{base}/?q=ataque")
    page.locator(".chip[data-g=rebellion]").click()
    page.wait_for_url("**/?q=ataque&juego=rebellion")
    expect(page.locator(".hit:not(.g-rebellion)")).to_have_count(0)
    page.go_back()
    page.wait_for_url("**/?q=ataque")
    expect(page.locator(".chip[data-g='']")).to_have_attribute("aria-current", "true")


@BOTH
def test_term_preview(page: Page, base: str) -> None:
    page.goto(f"{base}/xwing/cola-de-capacidades")
    link = page.locator(".bt a:not([class])").first
    if is_phone(page):
        link.tap()
        expect(page.locator(".peek.sheet")).to_contain_text("Capacidades")
        page.locator(".peek .btn").tap()
        page.wait_for_url("**/xwing/capacidades")
    else:
        link.hover()
        expect(page.locator(".peek")).to_contain_text("Capacidades")
        page.mouse.move(0, 0)
        expect(page.locator(".peek")).to_have_count(0)


@DESK
def test_a_designer_fixes_a_card(page: Page, base: str) -> None:
    page.goto(f"{base}/taller")
    page.locator("#juego").select_option("xwing")
    wrong = "Mientras te defiendes, puedes gastar 1 ficha de Concentración para tirar 1 dado de defensa adiccional."
    page.locator("#texto").fill(wrong)
    expect(page.locator("u.d-error, u.d-warning").first).to_have_text("adiccional")
    page.locator(".diags .fix").last.click()
    expect(page.locator("#texto")).to_have_value(re.compile("defensa adicional"))
    expect(page.locator(".st-exacto")).to_be_visible()
    expect(page).to_have_url(re.compile(r"texto=.*defensa\+adicional"))
    page.locator(".nd[data-a]", has_text="mientras te defiendes").first.focus()
    expect(page.locator("#canonico mark")).to_contain_text("Mientras te defiendes")
    page.reload()
    expect(page.locator("#texto")).to_have_value(re.compile("defensa adicional"))


def test_the_icons_of_the_chosen_game_are_put_in_and_taken_back(page: Page, base: str) -> None:
    page.goto(f"{base}/taller")
    page.locator("#juego").select_option("imperial-assault")
    page.get_by_text("Iconos de Imperial Assault").click()
    page.locator("#texto").fill("Esta figura sufre 1")
    page.locator("[data-i='[daño]']").click()
    expect(page.locator("#texto")).to_have_value("Esta figura sufre 1 [daño] ")
    page.get_by_role("button", name="Deshacer").click()
    expect(page.locator("#texto")).to_have_value("Esta figura sufre 1")


def test_a_player_builds_odds_and_compares(page: Page, base: str) -> None:
    page.goto(f"{base}/probabilidades/xwing")
    expect(page.locator(".big-n strong")).to_be_visible()
    before = page.locator(".big-n strong").inner_text()
    page.locator("#a_concentracion").fill("1")
    expect(page.locator(".big-n strong")).not_to_have_text(before)
    page.get_by_role("button", name="Comparar con otra").click()
    expect(page.locator(".big-n")).to_have_count(2)
    page.locator("#b_d_dados").fill("0")
    expect(page.locator(".big-n.s1 strong")).not_to_have_text(page.locator(".big-n.s0 strong").inner_text())
    page.reload()
    expect(page.locator("#b_d_dados")).to_have_value("0")
    expect(page.locator("#a_concentracion")).to_have_value("1")


@BOTH
def test_nothing_is_wider_than_the_screen_nor_moves(page: Page, base: str) -> None:
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) window.shift += e.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    wide, moved = [], []
    if page.viewport_size and page.viewport_size["width"] == SIZES["movil"][0]:
        page.set_viewport_size({"width": 360, "height": 740})  # the narrowest that is still sold
    phone = page.viewport_size is not None and page.viewport_size["width"] < SIZES["escritorio"][0]
    for path in PAGES if WHOLE else PAGES[::2] if phone else PAGES[1::4]:  # little is wider than a desk
        if path == "/nada":  # a 404 is an error in the console, by right
            continue
        shifts = []
        for _ in range(5):  # what moves because the page says so moves each time; a machine that stalls may stall twice
            page.goto(base + path, wait_until="networkidle")
            shifts.append(page.evaluate("window.shift"))
            if shifts[-1] <= 0.02:
                break
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
        if min(shifts) > 0.02:
            moved.append((path, shifts))
    assert (wide, moved) == ([], [])


@pytest.mark.parametrize(("size", "scheme"), [("movil", "light"), ("escritorio", "dark")])
def test_axe_finds_nothing_serious(browser: Browser, base: str, size: str, scheme: str) -> None:
    """Every page, small and light or large and dark; both in `make check`."""
    context = open_context(browser, size, color_scheme=scheme)
    page = context.new_page()
    found = []
    for path in PAGES if WHOLE else PAGES[scheme == "dark" :: 2]:
        page.goto(base + path)
        violations = Axe().run(page, options=WRONG_ALONE).response["violations"]
        found += [
            (path, v["id"], [n["target"] for n in v["nodes"][:3]]) for v in violations if v["impact"] in ("serious", "critical")
        ]
    context.close()
    assert found == []


def test_without_javascript(browser: Browser, base: str) -> None:
    context = open_context(browser, "movil", java_script_enabled=False)
    page = context.new_page()
    page.goto(base)
    page.locator("#q").fill("concentracion")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/?q=concentracion")
    page.locator(".hl[href*='/xwing/concentracion']").first.click()
    page.wait_for_url("**/xwing/concentracion*")
    page.locator(".n").nth(1).click()
    page.locator(".b:target").get_by_role("link", name="citar").click()
    expect(page.locator("main")).to_contain_text("«Concentración», punto 2")
    context.close()


def test_prints_clean(browser: Browser, base: str) -> None:
    context = open_context(browser, "escritorio")
    page = context.new_page()
    page.goto(f"{base}/xwing/cola-de-capacidades")
    page.emulate_media(media="print")
    for hidden in (".top", ".gnav", ".side", ".foot"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".cita.all .ct")).to_be_visible()
    context.close()


def test_a_judge_writes_a_ruling_and_prints_it(browser: Browser, base: str, tmp_path: Path) -> None:
    context = open_context(browser, "escritorio")
    page = context.new_page()
    page.goto(f"{base}/dictamenes/nuevo")
    page.get_by_label("Nombre").fill("ana")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Entrar").click()
    page.get_by_label("Juego", exact=True).select_option("legion")
    page.get_by_label("Pregunta").fill("¿Perforante anula bloqueos de Guardián?")
    page.get_by_label("Respuesta").fill("Sí: también puede anular los de los dados tirados por Guardián.")
    page.get_by_label("Pasajes").fill(f"{base}/legion/perforante-x#r2")
    at_rest(page)
    context.clear_cookies()  # the session ends while they write: what they typed comes back after signing in
    page.get_by_role("button", name="Guardar").click()
    expect(page.get_by_role("alert")).to_contain_text("tu sesión ha caducado")
    page.get_by_label("Nombre").fill("ana")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Entrar").click()
    expect(page.get_by_label("Respuesta")).to_have_value("Sí: también puede anular los de los dados tirados por Guardián.")
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("h1")).to_have_text("¿Perforante anula bloqueos de Guardián?")
    expect(page.locator(".cites a")).to_contain_text("«Perforante X», punto 2")
    assert Axe().run(page).response["violations"] == []
    page.emulate_media(media="print")
    expect(page.locator(".noprint:visible")).to_have_count(0)
    expect(page.locator(".top")).to_be_hidden()
    page.pdf(path=tmp_path / "dictamen.pdf")
    assert (tmp_path / "dictamen.pdf").read_bytes().count(b"/Type /Page\n") == 1, "one clean page"
    page.emulate_media(media="screen")
    page.locator(".cites a").click()
    expect(page.locator(".faq", has_text="¿Perforante anula bloqueos")).to_be_visible()
    context.close()


def refused(base: str) -> bool:
    """Whether one more body of this address is turned away unread."""
    try:
        urlopen(Request(f"{base}/api/v1/quote", b"{}", {"Content-Type": "application/json"})).close()
    except HTTPError as error:
        with error:
            return error.code == 429
    return False


@pytest.mark.parametrize("session", ["in force", "ended"])
def test_a_form_refused_unread_is_not_lost(browser: Browser, base: str, session: str) -> None:
    """Without JavaScript, full of letters of three bytes: sent again by reloading; and there when one goes back."""
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{base}/dictamenes/nuevo")

    def sign_in() -> None:
        page.get_by_label("Nombre").fill("ana")
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Entrar").click()

    sign_in()
    page.get_by_label("Juego", exact=True).select_option("legion")
    page.get_by_label("Pregunta").fill("¿Se pierde?")
    page.get_by_label("Pasajes").fill("legion/perforante-x")
    page.get_by_label("Respuesta").fill("«Sí» — ")
    if session == "ended":
        context.clear_cookies()
        page.get_by_role("button", name="Guardar").click()
        sign_in()
        expect(page.get_by_role("alert")).to_contain_text("sin guardar")
    page.get_by_label("Respuesta").fill("…" * 8000)
    host, port = base.removeprefix("http://").split(":")
    slow = [socket.create_connection((host, int(port))) for _ in range(BODIES_OF_ONE)]
    for one in slow:
        one.sendall(b"POST /entrar HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
    assert until(lambda: refused(base)), "they hold the places of their address"
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("main")).to_contain_text("envíos a medias")
    expect(page.locator("main")).to_contain_text("recarga esta página")
    for one in slow:
        one.close()
    assert until(lambda: not refused(base))
    if session == "in force":
        page.go_back()
        expect(page.get_by_label("Pregunta")).to_have_value("¿Se pierde?")
        expect(page.get_by_label("Respuesta")).to_have_value("…" * 8000)
        page.get_by_role("button", name="Guardar").click()
    else:
        page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("¿Se pierde?")
    expect(page.locator("main")).to_contain_text("…" * 8000)
    context.close()


def test_offline_with_the_network_cut(browser: Browser, base: str) -> None:
    """After one visit to «Llevar sin conexión», the entries and the search of the chosen game go on without network."""
    context = open_context(browser, "movil")
    page = context.new_page()
    page.goto(f"{base}/sin-conexion")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.get_by_label("Legión").check()
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("#llevado")).to_contain_text("Listo")
    page.reload()
    context.set_offline(True)
    page.goto(base)
    page.locator("#q").press_sequentially("perforante", delay=20)
    expect(page.locator(".hl").first).to_have_text("Perforante X")
    page.locator(".hl").first.click()
    expect(page.locator("h1")).to_have_text("Perforante X")
    expect(page.locator("svg.ic").first).to_be_visible()
    page.locator(".side a").first.click()
    expect(page.locator("h1")).not_to_have_text("Perforante X")
    page.goto(f"{base}/?q=panico&juego=legion")
    expect(page.locator(".hit").first).to_be_visible()
    page.goto(f"{base}/xwing/ataque")
    expect(page.locator("h1")).to_have_text("Sin conexión")
    context.close()
