"""Pictures of the pages in a real browser: `python -m web.screenshots OUT [URL]`, phone and desktop, light and dark."""

import sys
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from grammar.game import DEFAULT_GAME

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
SIZES = {"movil": (390, 844), "escritorio": (1280, 900)}
PAGES = {
    "inicio": "/",
    "busqueda": f"/?q=consentracion&juego={DEFAULT_GAME}",
    "entrada": f"/{DEFAULT_GAME}/ataque",
    "secuencia": f"/secuencias/{DEFAULT_GAME}/ataque",
    "taller": f"/taller?juego={DEFAULT_GAME}&texto=Mientras+te+defiendes%2C+puedes+gastar+1+ficha+de+Concentraci%C3%B3n"
    "+para+tirar+1+dado+de+defensa+adiccional.",
    "tiradas": f"/probabilidades/{DEFAULT_GAME}?a_dados=3&a_concentracion=1&d_dados=2&d_evasion=1",
}


def shoot(
    browser: Browser,
    base: str,
    out: Path,
    pages: dict[str, str],
    schemes: tuple[str, ...],
    full: bool = False,
    kind: str = "png",
) -> None:
    quality: dict[str, Any] = {"type": "jpeg", "quality": 72} if kind == "jpg" else {}
    for (size, (width, height)), scheme in product(SIZES.items(), schemes):
        phone = size == "movil"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=phone,
            is_mobile=phone,
        )
        page = context.new_page()
        for name, path in pages.items():
            page.goto(base + path, wait_until="networkidle")
            suffix = "-oscuro" if scheme == "dark" else ""
            page.screenshot(path=out / f"{name}-{size}{suffix}.{kind}", full_page=full, **quality)
        context.close()


def main(out: Path, base: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shoot(browser, base, out, PAGES, ("light",), kind="jpg")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000")
