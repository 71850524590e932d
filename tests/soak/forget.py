"""What the site remembers of texts that were sent to it, forgotten: an input that is asked a second time costs what it did the
first time. Without this the best of three tries is that of the caches."""

import functools
import gc
from typing import Any

from grammar.meaning.compiler import LAST_READ
from web.kept.front import Front
from web.kept.pages import PageCache

FEWEST, MOST = 64, 2048
"""Bounds of the caches that hold texts, questions and their answers: smaller ones hold games, larger ones words."""
PACKAGES = ("grammar", "kb", "web")
_FOUND: list[Any] = []


def remember() -> None:
    """Which caches there are, before the collector is told to leave alone what there is."""
    gc.unfreeze()  # what is frozen is not looked up, and loading a game's words freezes all that there is
    _FOUND[:] = [thing for thing in gc.get_objects() if _keeps(thing)]
    gc.freeze()


def _keeps(thing: Any) -> bool:
    return isinstance(thing, Front) or (isinstance(thing, PageCache) and thing.size <= MOST) or _holds_texts(thing)


def _holds_texts(thing: Any) -> bool:
    if type(thing) is not functools._lru_cache_wrapper:
        return False
    ours = str(getattr(thing, "__module__", "")).split(".")[0] in PACKAGES
    return ours and FEWEST <= (thing.cache_info().maxsize or 0) <= MOST


def forget() -> None:
    LAST_READ.clear()
    for thing in _FOUND:
        if isinstance(thing, Front):
            thing._answers.clear()
        elif isinstance(thing, PageCache):
            thing._pages.clear()
        else:
            thing.cache_clear()
