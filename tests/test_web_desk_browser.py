"""The judge's desk in a real browser at phone size: from a rule to a ruling, with and without network, at an event."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.test_web_browser import PASSWORD, TAKEN, WRONG_ALONE, at_rest, base, browser, holds, open_context  # noqa: F401 - two of them are fixtures
from web.screenshots import CHROMIUM

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"falta Chromium en {CHROMIUM} (apt install chromium)")


@pytest.fixture(scope="module")
def signed_in(browser: Browser, base: str) -> dict[str, object]:  # noqa: F811
    """What the browser of a head judge keeps who has signed in."""
    subprocess.run([sys.executable, "-m", "web.cli", "judge", "role", "ana", "principal"], check=True, capture_output=True)
    context = open_context(browser, "movil")
    page = context.new_page()
    page.goto(f"{base}/entrar?luego=/mesa")
    page.get_by_label("Nombre").fill("ana")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Entrar").click()
    expect(page.locator("h1")).to_have_text("Mesa")
    kept = dict(context.storage_state())
    context.close()
    return kept


@pytest.fixture
def phone(browser: Browser, signed_in: dict[str, object]) -> Iterator[BrowserContext]:  # noqa: F811
    """The phone of a head judge who has signed in."""
    context = open_context(browser, "movil", permissions=["clipboard-read", "clipboard-write"], storage_state=signed_in)
    yield context
    context.close()


class Taps:
    """A thumb that counts."""

    def __init__(self) -> None:
        self.count = 0

    def tap(self, page: Page, selector: str) -> None:
        self.count += 1
        spot = page.locator(selector).first
        spot.scroll_into_view_if_needed()
        spot.tap()


def typed(page: Page, question: str) -> None:
    """The form begins in the question; the rest is typing."""
    expect(page.locator("#pregunta")).to_be_focused()
    page.keyboard.type(question)
    page.locator("#respuesta").fill("Sí, siempre que haya alcance.")


def test_from_a_rule_to_a_ruling_in_four_taps(phone: BrowserContext, base: str) -> None:  # noqa: F811
    page, thumb = phone.new_page(), Taps()
    page.goto(f"{base}/xwing/ataque")
    block = page.locator(".text .b > .bt").first
    assert (block.bounding_box() or {"y": 999})["y"] < 700, "the rule is on the first screen"
    thumb.tap(page, ".text .b > .bt")
    expect(page.locator(".b.on > .bt > .cita > .ca").first).to_be_visible()
    for act in page.locator(".b.on > .bt > .cita > :is(.cb, .ca)").all():
        assert (act.bounding_box() or {"height": 0})["height"] >= 40, "under a thumb"
    thumb.tap(page, ".b.on a.ca:text('dictaminar')")
    typed(page, "¿Quién dispara antes?")
    thumb.tap(page, "button.go")
    expect(page.locator("h1")).to_have_text("¿Quién dispara antes?")
    expect(page.locator(".cites a")).to_contain_text("X-Wing")
    expect(page.locator(".cites blockquote")).to_contain_text("atacante")
    assert thumb.count <= 4
    page.close()


def test_the_same_without_network(phone: BrowserContext, base: str) -> None:  # noqa: F811
    page, thumb = phone.new_page(), Taps()
    page.goto(f"{base}/mesa")
    at_rest(page)
    page.goto(f"{base}/xwing/ataque")
    phone.set_offline(True)
    thumb.tap(page, ".text .b > .bt")
    thumb.tap(page, ".b.on a.ca:text('dictaminar')")
    expect(page.locator("#citas")).to_have_value(re.compile(r"^xwing/ataque#r-"))
    expect(page.locator("#juego")).to_have_value("xwing")
    page.locator("#pregunta").fill("¿Y sin cobertura?")
    page.locator("#respuesta").fill("También.")
    thumb.tap(page, "button.go")
    expect(page.locator("#cola")).to_contain_text("Por enviar (1)")
    expect(page.locator("#cola")).to_contain_text("¿Y sin cobertura?")
    assert thumb.count <= 4
    page.reload()
    expect(page.locator("#cola")).to_contain_text("Por enviar (1)")
    phone.set_offline(False)
    page.goto(f"{base}/mesa")
    holds(page, "!Object.keys(localStorage).some((key) => key.startsWith('cola:'))")  # sent, and taken off
    page.goto(f"{base}/dictamenes")
    expect(page.locator(".hl", has_text="¿Y sin cobertura?")).to_have_count(1)
    page.close()


def test_two_taps_from_anywhere_to_a_new_ruling(phone: BrowserContext, base: str) -> None:  # noqa: F811
    page = phone.new_page()
    for path in ("/legion/perforante-x", "/", "/probabilidades", "/nada"):
        thumb = Taps()
        page.goto(f"{base}{path}")
        thumb.tap(page, ".low a[href='/mesa']")
        thumb.tap(page, "a.btn.go:text('Nuevo dictamen')")
        expect(page.locator("h1")).to_have_text("Escribir un dictamen")
        expect(page.locator("#juego")).to_have_value("legion")
        assert thumb.count == 2
    expect(page.locator(".low [data-reglas]")).to_have_text("Legión")
    page.close()


def test_an_event_on_a_phone_that_loses_the_network(phone: BrowserContext, base: str) -> None:  # noqa: F811
    page = phone.new_page()
    page.goto(f"{base}/torneo/nuevo")
    page.get_by_label("Nombre", exact=True).fill("Open de Gijón")
    page.get_by_label("Juego", exact=True).select_option("xwing")
    page.get_by_label("Apuntar avisos").check()
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("h1")).to_have_text("Open de Gijón")
    place = page.url
    at_rest(page)
    holds(page, TAKEN.format(place))
    assert Axe().run(page, options=WRONG_ALONE).response["violations"] == []
    phone.set_offline(True)
    page.goto(place)
    for n in (4, 7):
        page.get_by_label("Mesa").first.fill(str(n))
        page.get_by_label("Pregunta").fill(f"¿Alcance en la mesa {n}?")
        page.get_by_role("button", name="Apuntarla").tap()
        expect(page.locator("#cola")).to_contain_text(f"¿Alcance en la mesa {n}?")
    expect(page.locator("#cola")).to_contain_text("Por enviar (2)")
    phone.set_offline(False)
    page.goto(place)
    expect(page.locator("#cola")).to_contain_text("Enviadas las 2")
    page.goto(place)
    expect(page.locator("h2", has_text="Llamadas abiertas (2)")).to_be_visible()
    page.get_by_role("button", name="Voy yo").first.tap()
    expect(page.locator(".calls li").first).to_contain_text("ana")
    page.get_by_role("button", name="Cerrar").first.tap()
    expect(page.locator("h2", has_text="Llamadas abiertas (1)")).to_be_visible()
    page.close()


def test_a_correction_without_network_that_somebody_overtook(
    phone: BrowserContext,
    browser: Browser,  # noqa: F811
    signed_in: dict[str, object],
    base: str,  # noqa: F811
) -> None:
    """What was typed waits on the phone; sent, it overwrites nothing: both texts are shown, and the judge decides."""
    page, second = phone.new_page(), open_context(browser, "movil", storage_state=signed_in)
    other = second.new_page()
    page.goto(f"{base}/dictamenes/nuevo?cita=xwing/ataque")
    typed(page, "¿Quién manda?")
    page.get_by_role("button", name="Guardar").tap()
    expect(page.locator("h1")).to_have_text("¿Quién manda?")
    place = page.url
    page.goto(f"{place}/editar")
    at_rest(page)
    phone.set_offline(True)
    page.locator("#respuesta").fill("Lo que se escribió sin red.")
    page.get_by_role("button", name="Guardar").tap()
    expect(page.locator("#cola")).to_contain_text("Se enviará en cuanto haya conexión")
    other.goto(f"{place}/editar")
    other.locator("#respuesta").fill("Lo que dijo otro entretanto.")
    other.get_by_role("button", name="Guardar").tap()
    expect(other.locator("main")).to_contain_text("Lo que dijo otro entretanto.")
    second.close()
    phone.set_offline(False)
    page.goto(f"{base}/mesa")
    page.get_by_role("button", name="Ver lo que dice ahora").tap()
    expect(page.locator("#respuesta")).to_have_value("Lo que se escribió sin red.")
    expect(page.locator("main dl")).to_contain_text("Lo que dijo otro entretanto.")
    page.locator("form[data-cola] button.go").tap()
    expect(page).to_have_url(place)
    expect(page.locator("main")).to_contain_text("Lo que se escribió sin red.")
    holds(page, "!Object.keys(localStorage).some((key) => key.startsWith('cola:'))")
    page.close()


SMALL = """[...document.querySelectorAll("main :is(button, .btn, .chip, select, summary, .check, input), .low a")]
  .filter((e) => e.checkVisibility() && !e.matches("[type=radio], [type=checkbox], .prov *"))
  .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 80))"""


def test_pages_of_the_desk_are_accessible(phone: BrowserContext, base: str) -> None:  # noqa: F811
    page = phone.new_page()
    page.goto(f"{base}/dictamenes/nuevo?cita=xwing/ataque")
    typed(page, "¿Accesible?")
    page.get_by_role("button", name="Guardar").tap()
    expect(page.locator("h1")).to_have_text("¿Accesible?")
    place = page.url.removeprefix(base)
    wrong = {}
    for path in (place, f"{place}/historial", f"{place}/r/1", f"{place}/retirar", f"{place}/revisar", f"{place}/editar",
                 "/mesa", "/dictamenes", "/dictamenes/por-revisar", "/cuenta", "/cuenta/codigo", "/torneo/nuevo",
                 "/mostrar/xwing/ataque?punto=r2", "/hoja?reglas=xwing/ataque", "/entrar"):  # fmt: skip
        page.goto(f"{base}{path}")
        found = [v["id"] for v in Axe().run(page, options=WRONG_ALONE).response["violations"]]
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        small = page.evaluate(SMALL)  # what a finger has to hit
        if found or wide or small:
            wrong[path] = (found, wide, small)
    assert wrong == {}
    page.close()


def test_the_desk_without_scripts(browser: Browser, base: str) -> None:  # noqa: F811
    """Everything but the queue: cite a passage, rule on it, appeal it, withdraw it, put it back."""
    context = open_context(browser, "movil", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{base}/xwing/ataque#r2")
    page.locator(".b a:text('citar'):visible").first.click()
    page.get_by_role("link", name="dictaminar").click()
    page.get_by_label("Nombre").fill("ana")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Entrar").click()
    page.get_by_label("Pregunta").fill("¿Sin guiones?")
    page.get_by_label("Respuesta").fill("Sí.")
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("h1")).to_have_text("¿Sin guiones?")
    page.get_by_role("button", name="Apelar").click()
    expect(page.locator("main")).to_contain_text("espera al juez principal")
    page.get_by_role("link", name="Retirar").click()
    page.get_by_label("Motivo").fill("Me equivoqué.")
    page.get_by_role("button", name="Retirar").click()
    expect(page.locator("main")).to_contain_text("Retirado")
    page.get_by_role("link", name="Restituir").click()
    page.get_by_role("button", name="Restituir").click()
    page.get_by_role("link", name=re.compile("Historial")).click()
    expect(page.locator(".hist > li")).to_have_count(4)
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_call_is_asked_and_told_on_a_phone(browser: Browser, base: str, script: bool) -> None:  # noqa: F811
    """One full call with a thumb at 390 × 844, also without JavaScript; axe finds nothing."""
    context = open_context(browser, "movil", java_script_enabled=script)
    page, thumb = context.new_page(), Taps()
    page.goto(f"{base}/mesa")
    thumb.tap(page, ".mgames a.g-xwing")
    expect(page.locator("h1")).to_have_text("Mesa de X-Wing")
    thumb.tap(page, ".taps a:text-is('A ataca a B')")
    expect(page.locator("#pregunta")).to_contain_text("alcance")
    thumb.tap(page, ".mo a:text-is('1')")
    expect(page.locator("#pregunta")).to_contain_text("valor de ataque")
    for button in page.locator(".mo a").all():
        assert (button.bounding_box() or {"height": 0})["height"] >= 44, "under a thumb"
    thumb.tap(page, ".mo a:text-is('3')")
    expect(page.locator("#pregunta")).to_contain_text("4 dados")
    thumb.tap(page, ".mc label:has(input[name=c_impacto][value='2'])")
    thumb.tap(page, ".mo button")
    expect(page.locator("#pregunta")).to_contain_text("Agilidad")
    thumb.tap(page, ".mo a:text-is('1')")
    thumb.tap(page, ".mo a:text-is('Vacía')")
    expect(page.locator("#veredicto")).to_contain_text("El ataque impacta: 2 impactos")
    assert thumb.count <= 9
    thumb.tap(page, ".mt .mr summary")
    expect(page.locator(".mt .mr blockquote").first).to_be_visible()
    if script:
        told = page.url
        assert Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]}).violations_count == 0
        thumb.tap(page, ".bar a:text-is('Un paso atrás')")
        expect(page.locator("#pregunta")).to_be_visible()
        page.goto(told)
        expect(page.locator("#veredicto")).to_contain_text("El ataque impacta")
    context.close()
