"""Before its first reader: a new worker reads grammars and templates once, so that nobody's question waits for it.

Without this the first card of each game took 70 to 280 ms of a worker, the first search 230, the first entry 140; and now and
then Python's collector went over half a million things that stay, 160 ms in the middle of somebody's request.
"""

import gc
import logging
import os
from collections.abc import Iterable
from time import perf_counter
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import Client

from grammar.completion import complete
from grammar.game import DEFAULT_GAME, GAMES
from grammar.likeness import likeness
from grammar.lint import run as lint
from grammar.meaning.card import compile_card
from kb.play.table.state import Said, Table

_CARD = urlencode({"juego": DEFAULT_GAME, "texto": "Tira 1 dado de ataque."})
_TABLE = Table(juego=DEFAULT_GAME).plus(Said(frase="A ataca a B")).code()
_PAGES = (
    "/",
    "/?q=ataque",
    f"/{DEFAULT_GAME}/ataque",
    f"/secuencias/{DEFAULT_GAME}/ataque",
    "/api/v1/search?q=ataque",
    "/api/v1/openapi.json",
)
_WORK = (f"/taller?{_CARD}", f"/taller/prueba?{_CARD}", f"/probabilidades/{DEFAULT_GAME}", "/situaciones/escenario",
         f"/mesa/{DEFAULT_GAME}?m={_TABLE}", *(f"/practica/{game}" for game in GAMES))  # fmt: skip
"""One of each kind that reads tables of its own the first time."""
log = logging.getLogger(__name__)


def warms() -> bool:
    """KB_WARM=0: nothing is made before somebody asks for it."""
    return os.environ.get("KB_WARM") != "0"


def warm_grammars() -> None:
    for game in GAMES:
        compile_card("Tira 1 dado.", game)
        complete("", game)  # what is usual is learned once, by who forks the others


def warm_pages(app: Flask, client: Client) -> None:
    """Asked behind the gate and the watch: nobody asked, so nothing is counted. A page that fails now says so to its reader."""
    _warm(app, client, _PAGES)
    client.post("/api/v1/quote", json={"text": "Una nave a la que nadie ataca puede moverse."})


def warm_work(app: Flask, client: Client) -> None:
    """What works on a reader's text; nothing here asks the database, as the process may be forked afterwards."""
    for game in GAMES:
        lint.load(game)
        next_words = complete("Elige", game, proofs=1)
        likeness(" ".join(word.text for word in next_words))
    _warm(app, client, _WORK)


def _warm(app: Flask, client: Client, pages: Iterable[str]) -> None:
    began = perf_counter()
    for template in app.jinja_env.list_templates():
        app.jinja_env.get_template(template)
    for page in pages:
        client.get(page)
    log.info("warmed in %.1f s", perf_counter() - began)


def settle(again: bool = False) -> None:
    """What is there now is there to stay: the collector need not look at it again. `again`: after a swap, so that the old
    knowledge base can go; not the first time, as a worker that looks at all that the server had read has a copy of it."""
    if again:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
