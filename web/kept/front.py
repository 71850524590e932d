"""The front door: a page that was already made is answered before Flask is asked. It is the same answer, sooner."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from kb.errors import KbError
from web.guard.headers import safe_headers
from web.kept.encoding import takes_gzip
from web.kept.pages import FRESH, KEEP, Page
from web.library import Library
from web.observe.tally import ASKED, KEPT, NOWHERE, ROUTE, Route
from web.rulings.desk import Desk

Headers = list[tuple[str, str]]
_MOST = 2048


@dataclass(frozen=True)
class Ready:
    """A page with its headers written out, plain and packed."""

    page: Page
    plain: Headers
    packed: Headers
    unchanged: Headers
    route: Route


def ready(page: Page, path: str, route: Route) -> Ready:
    common: Headers = [("ETag", page.etag), ("Cache-Control", FRESH), ("Vary", "Accept-Encoding"), *safe_headers(path)]
    told: Headers = [("Content-Type", page.mimetype), *common]
    packed = page.packed or b""
    return Ready(
        page,
        [*told, ("Content-Length", str(len(page.body)))],
        [*told, ("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))],
        common,
        route,
    )


@dataclass
class Front:
    inner: WSGIApplication
    library: Library
    desk: Desk | None
    _version: tuple[str, str] = ("", "")
    _ready: dict[str, Ready] = field(default_factory=dict)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return self.inner(environ, start)
        self._forget_if_old()
        path = environ["PATH_INFO"]
        key = f"{path}?{environ.get('QUERY_STRING', '')}"
        found = self._ready.get(key)
        if found is None:
            kept, version = self._ready, self._version
            environ[KEEP] = lambda page: self._keep(kept, version, key, environ, page)
            return self.inner(environ, start)
        environ[ROUTE], environ[KEPT] = found.route, True
        if found.page.asked is not None:
            environ[ASKED] = found.page.asked
        return _answer(found, environ, start)

    def _forget_if_old(self) -> None:
        """A new knowledge base or a new ruling makes every page new."""
        try:
            here = self.library.site()
        except KbError:
            return
        version = (here.kb.digest, self.desk.version(here) if self.desk else "")
        if version != self._version:
            self._ready, self._version = {}, version

    def _keep(self, kept: dict[str, Ready], version: tuple[str, str], key: str, environ: WSGIEnvironment, page: Page) -> None:
        """Into the table that was in force when the page was asked for, so that an old page never enters a new table."""
        if version == self._version and len(key) < 1000:
            if len(kept) >= _MOST:
                kept.clear()
            kept[key] = ready(page, environ["PATH_INFO"], environ.get(ROUTE, NOWHERE))


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
