"""A server that no longer answers but keeps its connections: how long a phone that has the rules with it waits for a search.

`python -m tests.soak.frozen --kb build/oficial`: all games are saved, the server's processes are stopped (SIGSTOP), and
questions are asked by their address, as a shared link is, until the first hit stands on the screen."""

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, expect, sync_playwright

from grammar.game import GAMES, load_game
from tests.soak.served import Served, served
from web.screenshots import CHROMIUM, FLAGS

LIMIT = 0.5
"""Seconds until the first hit (docs/busqueda.md)."""
PATIENCE = 240_000
"""Milliseconds: saving five games on a busy machine takes its time, and is not what is measured."""


def waits(browser: Browser, server: Served, questions: list[str]) -> list[float]:
    """Seconds until the first hit of each question, with the server stopped."""
    base = f"http://{server.address[0]}:{server.address[1]}"
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{base}/sin-conexion")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    for game in page.locator("main input[type=checkbox]").all():
        game.check()
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("#llevado")).to_contain_text("Listo", timeout=PATIENCE)
    page.reload()
    processes = server.tree()
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    found = []
    try:
        for q in questions:
            start = time.monotonic()
            page.goto(f"{base}/?q={quote(q)}", wait_until="commit")
            page.locator(".hit").first.wait_for(state="visible")
            found.append(time.monotonic() - start)
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)
        context.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kb", type=Path, required=True)
    asked = parser.parse_args()
    questions = [q for slug in GAMES for q in load_game(slug).ejemplos][:20]
    with served(asked.kb) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = waits(browser, server, questions)
        browser.close()
    first, rest = found[0], sorted(found[1:])
    print(json.dumps({
        "questions": len(found), "first_s": round(first, 3),
        "median_s": round(rest[len(rest) // 2], 3), "worst_s": round(rest[-1], 3),
    }))  # fmt: skip
    return int(max(found) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
