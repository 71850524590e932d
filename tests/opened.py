"""An index that a process has opened is not opened again for another site over the same files: it takes a second each time."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pytest

from kb.games import FILE, GameData
from kb.search.searcher import DIRECTORY, Searcher
from kb.search.tables import FILE as TABLES

KEPT = 3
_open = Searcher.open.__func__  # type: ignore[attr-defined]


@lru_cache(maxsize=KEPT)
def _opened(mark: str) -> list[Searcher]:
    """Nothing at first: filled by who opens it."""
    return []


def remembered(cls: type[Searcher], directory: Path, games: Mapping[str, GameData] | None = None) -> Searcher:
    """By what the files say, not by where they are: one that was changed or damaged is opened, or fails to be, for itself."""
    try:
        told = (directory / DIRECTORY / TABLES).read_bytes() + (directory / FILE).read_bytes()
    except OSError:
        return _open(cls, directory, games)  # type: ignore[no-any-return]
    kept = _opened(hashlib.sha256(told).hexdigest())
    if not kept:
        kept.append(_open(cls, directory, games))
    return kept[0]


@pytest.fixture(scope="session", autouse=True)
def opened_once() -> None:
    Searcher.open = classmethod(remembered)  # type: ignore[method-assign, assignment]
