"""The front door: a page that was already made is answered before Flask is asked. It is the same answer, sooner."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from kb.errors import KbError
from web.guard.headers import safe_headers
from web.kept.encoding import takes_gzip
from web.kept.pages import KEEP, Page
from web.library import Library
from web.observe.tally import ASKED, KEPT, NOWHERE, ROUTE, Route
from web.rulings.desk import Desk

Headers = list[tuple[str, str]]
_PLAIN, _ASKED, _LONGEST = 4096, 256, 1000
"""How many pages are kept: those of the site itself, and those that answer a question. Apart, so that questions of one reader
do not make all others wait for pages again. And the longest address of one."""


@dataclass
class Ready:
    """A page with its headers written out, plain and packed."""

    page: Page
    plain: Headers
    packed: Headers
    unchanged: Headers
    route: Route
    looked: str
    """The version of the rulings with which it was last found good."""


def ready(page: Page, path: str, route: Route, looked: str) -> Ready:
    common: Headers = [("ETag", page.etag), ("Cache-Control", page.freshness), ("Vary", "Accept-Encoding"), *safe_headers(path)]
    told: Headers = [("Content-Type", page.mimetype), *common]
    packed = page.packed or b""
    return Ready(
        page,
        [*told, ("Content-Length", str(len(page.body)))],
        [*told, ("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))],
        common,
        route,
        looked,
    )


@dataclass
class Front:
    inner: WSGIApplication
    library: Library
    desk: Desk | None
    _digest: str = ""
    _rulings: str = ""
    _ready: OrderedDict[str, Ready] = field(default_factory=OrderedDict)
    _answers: OrderedDict[str, Ready] = field(default_factory=OrderedDict)
    """Those with a question in their address."""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return self.inner(environ, start)
        self._forget_if_old()
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        key, kept = f"{path}?{query}", self._answers if query else self._ready
        found = kept.get(key)
        if found is None or not self._good(found):
            rulings = self._rulings
            environ[KEEP] = lambda page: self._keep(kept, rulings, key, environ, page)
            return self.inner(environ, start)
        environ[ROUTE], environ[KEPT] = found.route, True
        if found.page.asked is not None:
            environ[ASKED] = found.page.asked
        return _answer(found, environ, start)

    def _forget_if_old(self) -> None:
        """A new knowledge base makes every page new; a new ruling, those that show it."""
        try:
            here = self.library.site()
        except KbError:
            return
        if here.kb.digest != self._digest:
            self._ready, self._answers, self._digest = OrderedDict(), OrderedDict(), here.kb.digest
        if self.desk:
            self._rulings = self.desk.version(here)

    def _good(self, found: Ready) -> bool:
        """Whether it still shows the rulings that it should: asked once for each change of any."""
        now, told = self._rulings, found.page.rulings
        if found.looked != now:
            if told is not None and self.desk is not None and self.desk.shown(told.asks) != told.shown:
                return False
            found.looked = now
        return True

    def _keep(self, kept: OrderedDict[str, Ready], rulings: str, key: str, environ: WSGIEnvironment, page: Page) -> None:
        """Into the table that was in force when the page was asked for, so that an old page never enters a new table."""
        if (kept is self._ready or kept is self._answers) and len(key) < _LONGEST:
            kept[key] = ready(page, environ["PATH_INFO"], environ.get(ROUTE, NOWHERE), rulings)
            while len(kept) > (_PLAIN if kept is self._ready else _ASKED):
                kept.popitem(last=False)


def _answer(found: Ready, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    page = found.page
    if page.etag in environ.get("HTTP_IF_NONE_MATCH", ""):
        start("304 NOT MODIFIED", found.unchanged)
        return [b""]
    if page.packed is not None and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
        start("200 OK", found.packed)
        return [page.packed]
    start("200 OK", found.plain)
    return [page.body]
