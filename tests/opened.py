"""What is dear in a site and is not what a test is about: what a process has opened is not opened again for another site over
the same files, a text is compiled once, and a password costs little."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pytest
from argon2 import PasswordHasher

import kb.build
import kb.store
import web.library
from grammar.game import CORPUS
from grammar.meaning.card import Card, compile_card
from kb.books.shipped import Front, shipped_entries
from kb.games import FILE, GameData, read_game
from kb.models import Entry
from kb.play.meaning import abilities
from kb.search.searcher import DIRECTORY, Searcher
from kb.search.tables import FILE as TABLES
from kb.store import KnowledgeBase
from web.accounts import passwords
from web.finder import Finder, open_finder

KEPT = 24
HASHER = passwords._HASHER
"""The real one: 23 ms for each of the four hundred passwords that tests keep or try."""
_searcher, _knowledge_base = Searcher.open.__func__, kb.store._open  # type: ignore[attr-defined]


@lru_cache(maxsize=KEPT)
def _kept(*_: object) -> list[object]:
    """Of each thing; empty at first, filled by who opens it."""
    return []


def searcher(cls: type[Searcher], directory: Path, games: Mapping[str, GameData] | None = None) -> Searcher:
    """By what the files say, not by where they are: one that was changed or damaged is opened, or fails to be, for itself."""
    try:
        told = (directory / DIRECTORY / TABLES).read_bytes() + (directory / FILE).read_bytes()
    except OSError:
        return _searcher(cls, directory, games)  # type: ignore[no-any-return]
    kept = _kept("searcher", hashlib.sha256(told).hexdigest())
    if not kept:
        kept.append(_searcher(cls, directory, games))
    return kept[0]  # type: ignore[return-value]


def knowledge_base(path: Path) -> KnowledgeBase:
    """By its files as they are: whatever touches one, or its permissions, makes it another. A pack is always opened."""
    try:
        files = sorted(path.rglob("*")) if path.is_dir() and not path.is_symlink() else []
        told = [(str(each), each.stat().st_ino, each.stat().st_size, each.stat().st_ctime_ns) for each in files]
    except OSError:
        told = []
    kept = _kept("base", path, *told) if told else []
    if not kept:
        kept.append(_knowledge_base(path))
    return kept[0]  # type: ignore[return-value]


def finder(base: KnowledgeBase) -> Finder:
    """Of the same base, the same: it is only read."""
    kept = _kept("finder", id(base))
    if not kept or kept[0] is not base:
        kept[:] = [base, open_finder(base)]
    return kept[1]  # type: ignore[return-value]


def our_book(path: Path) -> tuple[Front, list[Entry]]:
    """Of the corpus, which a run does not change: each build takes the same entries, in a list of its own."""
    if not path.is_relative_to(CORPUS):
        return shipped_entries(path)
    kept = _kept("libro", path)
    if not kept:
        kept += shipped_entries(path)
    return kept[0], [*kept[1]]  # type: ignore[misc, return-value]


def game(folder: Path) -> GameData:
    if not folder.is_relative_to(CORPUS):
        return read_game(folder)
    kept = _kept("juego", folder)
    if not kept:
        kept.append(read_game(folder))
    return kept[0]  # type: ignore[return-value]


@lru_cache(maxsize=8192)
def compiled(text: str, game: str) -> Card:
    """The engine keeps the last 500 texts; the situations have two thousand, which several tests of a file walk through."""
    return compile_card(text, game)


@pytest.fixture(scope="session", autouse=True)
def opened_once() -> None:
    passwords._HASHER = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    abilities.compile_card = compiled  # type: ignore[attr-defined]
    kb.build.shipped_entries = our_book  # type: ignore[attr-defined]
    kb.build.read_game = game  # type: ignore[attr-defined]
    Searcher.open = classmethod(searcher)  # type: ignore[method-assign, assignment]
    kb.store._open = knowledge_base
    web.library.open_finder = finder
