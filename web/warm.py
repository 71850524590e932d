"""Before its first reader: a new worker reads grammars and templates once, so that nobody's question waits for it.

Without this the first card of each game took 70 to 280 ms of a worker, the first search 230, the first entry 140; and now and
then Python's collector went over half a million things that stay, 160 ms in the middle of somebody's request.
"""

import gc
import logging
from threading import Thread
from time import perf_counter, sleep
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import Client

from grammar.compile import compile_text
from grammar.game import GAMES
from kb.errors import KbError
from web.library import Library
from web.view.effects import effect_of

_CARD = urlencode({"juego": "xwing", "texto": "Tira 1 dado de ataque."})
_PAGES = (
    "/",
    "/?q=ataque",
    "/xwing/ataque",
    "/secuencias/xwing/ataque",
    f"/taller?{_CARD}",
    f"/taller/prueba?{_CARD}",
    "/probabilidades/xwing",
    "/situaciones/escenario",
    "/api/v1/search?q=ataque",
    "/api/v1/openapi.json",
)
"""One of each kind that reads tables of its own the first time."""
_DEAR = ("/cobertura", *(f"/sin-conexion/{game}.json" for game in GAMES))
"""Each takes a second or more to make: 13 s of a core all of them, most of it compiling what entries say."""
LATER = 10.0
"""Seconds after which they are made: a worker that has just started has readers to answer."""
log = logging.getLogger(__name__)


def warm_grammars() -> None:
    for game in GAMES:
        compile_text("Tira 1 dado.", game)


def warm_pages(app: Flask) -> None:
    """Asked behind the gate and the watch: nobody asked, so nothing is counted. A page that fails now says so to its reader."""
    began, client = perf_counter(), Client(app.extensions["front"])
    for template in app.jinja_env.list_templates():
        app.jinja_env.get_template(template)
    for page in _PAGES:
        client.get(page)
    log.info("warmed in %.1f s", perf_counter() - began)


def warm_behind(app: Flask) -> Thread:
    """Makes the dear pages off the readers' path, at half speed. Another knowledge base ends it, and begins its own."""
    thread = Thread(target=_warm_dear, args=(app,), daemon=True, name="warm")
    thread.start()
    return thread


def _warm_dear(app: Flask) -> None:
    sleep(LATER)
    library: Library = app.extensions["library"]
    try:
        entries = library.site().kb.entries
        for entry in entries:
            here = library.site()
            if here.kb.entries is not entries:
                return
            began = perf_counter()
            effect_of(here, entry)
            sleep(perf_counter() - began)
        client = Client(app.extensions["front"])
        for page in _DEAR:
            if library.site().kb.entries is entries:
                client.get(page)
    except KbError:  # no knowledge base: each page will say so to its reader
        return
    log.info("dear pages made")


def settle() -> None:
    """What is there now is there to stay: the collector need not look at it again. Also after a swap, so that the old knowledge
    base can go."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
