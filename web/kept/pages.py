"""Pages that do not depend on the reader: rendered once per knowledge base, kept with their gzip and ETag."""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from flask import Response, has_request_context, request

from web.kept.encoding import takes_gzip
from web.observe.tally import ASKED, Asked

HTML = "text/html; charset=utf-8"
JSON = "application/json; charset=utf-8"
FRESH = "public, max-age=60, stale-while-revalidate=86400"
LIVE = "public, max-age=5"
"""Of a page that shows a ruling: kept for seconds, so that one that is withdrawn is soon gone; and for when no host answers."""
_WORTH_PACKING = 600
KEEP = "reglario.keep"
"""Where the front door leaves the function that keeps a page for the next reader."""


@dataclass(frozen=True)
class Asks:
    """What a page asks of the judges' rulings: those on an entry, those about some words; neither, all of them."""

    entry: str = ""
    words: str = ""
    game: str | None = None


@dataclass(frozen=True)
class Rulings:
    """The rulings that a page shows: it is good for as long as what it asks is answered by the same ones."""

    asks: Asks
    shown: Hashable


@dataclass(frozen=True)
class Page:
    body: bytes
    packed: bytes | None
    etag: str
    mimetype: str
    asked: Asked | None = None
    """The search that it answers: each time it is given, the search is counted again."""
    rulings: Rulings | None = None
    """None where it shows none: a new ruling is nothing to it."""

    @property
    def freshness(self) -> str:
        return LIVE if self.rulings is not None and self.rulings.shown else FRESH


def page_from(text: str, mimetype: str = HTML, rulings: Rulings | None = None) -> Page:
    body = text.encode("utf-8", "replace")
    packed = gzip.compress(body, 6, mtime=0) if len(body) > _WORTH_PACKING else None
    asked = request.environ.get(ASKED) if has_request_context() else None
    return Page(body, packed, f'"{hashlib.sha256(body).hexdigest()[:20]}"', mimetype, asked, rulings)


def respond(page: Page) -> Response:
    """The page as an answer: 304 where the reader has it already, gzip where it is understood."""
    environ = request.environ
    if page.asked is not None:
        environ[ASKED] = page.asked
    if keep := environ.get(KEEP):
        keep(page)
    headers = [("ETag", page.etag), ("Cache-Control", page.freshness), ("Vary", "Accept-Encoding")]
    if page.etag in environ.get("HTTP_IF_NONE_MATCH", ""):
        return Response(status=304, headers=headers)
    body = page.body
    if page.packed is not None and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
        body = page.packed
        headers.append(("Content-Encoding", "gzip"))
    return Response(body, headers=headers, content_type=page.mimetype)


@dataclass
class PageCache:
    """The latest `size` pages asked for, by address. Many who ask at once for a page that is not there wait for one maker."""

    size: int
    _pages: OrderedDict[str, Page] = field(default_factory=OrderedDict)
    _making: dict[str, Lock] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, key: str, make: Callable[[], Page]) -> Page:
        page = self._pages.get(key)
        return self._made(key, make) if page is None else page

    def _made(self, key: str, make: Callable[[], Page]) -> Page:
        with self._lock:
            turn = self._making.setdefault(key, Lock())
        with turn:
            try:
                page = self._pages.get(key) or make()
                with self._lock:
                    self._pages[key] = page
                    while len(self._pages) > self.size:
                        self._pages.popitem(last=False)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return page
