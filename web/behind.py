"""Behind the readers: the pages that take seconds, made by a worker before anybody asks.

Apart from `web/warm.py`, which the server reads before it has said where its counters are: nothing there may load them.
"""

import logging
from threading import Thread
from time import perf_counter, sleep

from flask import Flask
from werkzeug.test import Client

from kb.errors import KbError
from web.library import Library
from web.view.effects import effect_of

_DEAR = ("/cobertura", "/sin-conexion/{}.json")
"""The second for each game. They take a second or more each, 13 s of a core in all, most of it compiling what entries say."""
LATER = 10.0
"""Seconds after which they are made: a worker that has just started has readers to answer."""
log = logging.getLogger(__name__)


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
        library.site().quotes.check("lo que nadie dice")  # the words of every rule, for who checks a quotation
        client = Client(app.extensions["front"])
        games = library.site().games
        for page in dict.fromkeys(page.format(game) for page in _DEAR for game in games):
            if library.site().kb.entries is entries:
                client.get(page)
    except KbError:  # no knowledge base: each page will say so to its reader
        return
    log.info("dear pages made")
