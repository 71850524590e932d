"""A worker that has just started answers its first reader with everything loaded, and has counted nobody."""

import gc
import os
import shutil
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from weakref import ref

import pytest
from werkzeug.test import Client

from grammar.game import GAMES
from grammar.lexicon.load import kept_lexicon
from kb.models import Entry
from kb.store import open_kb, write
from web.app import create_app, served_app
from web.behind import _DEAR, warm_behind
from web.library import Library, Site
from web.observe import tally
from web.warm import _PAGES, _WORK, settle, warm_grammars, warm_pages, warm_work


@pytest.fixture(autouse=True)
def thawed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("KB_WARM")
    yield
    gc.unfreeze()


def test_every_grammar_is_loaded() -> None:
    kept_lexicon.cache_clear()
    warm_grammars()
    assert kept_lexicon.cache_info().currsize == len(GAMES)
    before = kept_lexicon.cache_info().misses
    warm_grammars()
    assert kept_lexicon.cache_info().misses == before


def test_pages_are_made_and_nobody_is_counted(shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_DIR", str(shipped_kb))
    noted: list[object] = []
    monkeypatch.setattr(tally, "note", noted.append)
    monkeypatch.setattr("web.app.warm_behind", lambda app: None)  # it would go on behind the next tests
    app = served_app()
    assert noted == []
    templates = app.jinja_env.cache
    assert templates is not None
    assert len(templates) == len(app.jinja_env.list_templates())
    client = app.test_client()
    pages = (*_PAGES, *_WORK)
    assert {page: client.get(page, follow_redirects=True).status_code for page in pages} == dict.fromkeys(pages, 200)
    assert len(noted) >= len(pages)


def test_what_stays_is_left_to_itself_and_what_was_swapped_goes(indexed_kb: Path, tmp_path: Path) -> None:
    here = tmp_path / "kb"
    shutil.copytree(indexed_kb, here)
    library = Library(here)
    library.swapped = partial(settle, again=True)
    settle()
    assert gc.get_freeze_count() > 100_000
    old = ref(library.site())
    os.utime(here / "meta.json", (1, 1))
    deadline = time.monotonic() + 300
    while old() is not None and time.monotonic() < deadline:
        library.site()
        time.sleep(0.05)
    assert old() is None


def test_dear_pages_are_made_behind_the_readers(shipped_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = open_kb(shipped_kb)
    few = [entry for game in GAMES for entry in [e for e in kb.entries if e.game == game][:12]]
    write(tmp_path / "kb", few, kb.report, {})
    app = create_app(tmp_path / "kb")
    monkeypatch.setattr("web.behind.LATER", 0.0)
    warm_behind(app).join(60)
    site = app.extensions["library"].site()
    assert {f"bundle/{game}" for game in GAMES} <= set(site.pages._pages)
    monkeypatch.setattr("web.pages.coverage.coverage_view", None)  # nobody makes it again
    monkeypatch.setattr("web.pages.offline.entry_main", None)
    client = app.test_client()
    dear = [page.format(game) for page in _DEAR for game in GAMES]
    assert {page: client.get(page).status_code for page in dear} == dict.fromkeys(dear, 200)


def test_what_is_made_behind_ends_with_its_knowledge_base(
    shipped_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb = open_kb(shipped_kb)
    for name in ("una", "otra"):
        write(tmp_path / name, [e for e in kb.entries if e.game == "xwing"][:12], kb.report, {})
    app = create_app(tmp_path / "una")
    asked: list[str] = []

    def swap(here: Site, entry: Entry) -> None:
        asked.append(entry.id)
        app.extensions["library"] = Library(tmp_path / "otra")
        library._site = app.extensions["library"].site()

    library = app.extensions["library"]
    monkeypatch.setattr("web.behind.LATER", 0.0)
    monkeypatch.setattr("web.behind.effect_of", swap)
    warm_behind(app).join(60)
    assert len(asked) == 1 and not any(key.startswith("bundle") for key in library.site().pages._pages)


def test_without_a_knowledge_base_it_starts_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(tmp_path / "nada")
    warm_pages(app, Client(app))
    warm_work(app, Client(app))
    monkeypatch.setattr("web.behind.LATER", 0.0)
    warm_behind(app).join(60)
    assert app.test_client().get("/healthz").status_code == 200
