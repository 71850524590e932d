"""A worker that has just started answers its first reader with everything loaded, and has counted nobody."""

import gc
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from grammar.game import GAMES
from grammar.parse import parser_for
from web.app import create_app, served_app
from web.library import Library
from web.observe import tally
from web.warm import _PAGES, settle, warm_grammars, warm_pages


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_every_grammar_is_loaded() -> None:
    parser_for.cache_clear()
    warm_grammars()
    assert parser_for.cache_info().currsize == len(GAMES)
    before = parser_for.cache_info().misses
    warm_grammars()
    assert parser_for.cache_info().misses == before


def test_pages_are_made_and_nobody_is_counted(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_DIR", str(shipped_kb))
    noted: list[object] = []
    monkeypatch.setattr(tally, "note", noted.append)
    app = served_app()
    assert noted == []
    templates = app.jinja_env.cache
    assert templates is not None
    assert len(templates) == len(app.jinja_env.list_templates())
    client = app.test_client()
    assert {page: client.get(page).status_code for page in _PAGES} == dict.fromkeys(_PAGES, 200)
    assert len(noted) == len(_PAGES)


def test_what_stays_is_left_to_itself_and_what_was_swapped_goes(shipped_kb: Path, tmp_path: Path) -> None:
    here = tmp_path / "kb"
    shutil.copytree(shipped_kb, here)
    library = Library(here)
    library.swapped = settle
    settle()
    assert gc.get_freeze_count() > 100_000
    old = ref(library.site())
    os.utime(here / "meta.json", (1, 1))
    deadline = time.monotonic() + 60
    while old() is not None and time.monotonic() < deadline:
        library.site()
        time.sleep(0.05)
    assert old() is None


def test_without_a_knowledge_base_it_starts_all_the_same(tmp_path: Path) -> None:
    app = create_app(tmp_path / "nada")
    warm_pages(app)
    assert app.test_client().get("/healthz").status_code == 200
