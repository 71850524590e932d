"""The website and its JSON API: `create_app` opens a knowledge base and answers over it."""

import os
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, request
from markupsafe import escape
from werkzeug.test import Client

from grammar.steps import allow
from kb.store import default_kb
from web import errors
from web.accounts import pages as accounts
from web.accounts.sessions import LASTS
from web.apart.door import Apart
from web.apart.room import PLACE
from web.behind import warm_behind
from web.body import limit_work
from web.events import pages as events
from web.fields import FieldRequest
from web.guard.gate import Gate
from web.guard.headers import PREFLIGHT, safe_headers
from web.guard.public import public_url
from web.guard.secret import production, secret_key
from web.guard.sessions import DeskSessions
from web.kept.front import Front
from web.library import Library
from web.observe import metrics, watch
from web.observe.unanswered import Notebook
from web.pages import (
    about,
    changes,
    coverage,
    discover,
    docs,
    dossier,
    downloads,
    embed,
    entries,
    family,
    games,
    glossary,
    home,
    odds,
    offline,
    practice,
    quotes,
    scenarios,
    sequences,
    show,
    situations,
    symbols,
    tables,
    workshop,
)
from web.rulings import entering, feeds, writing
from web.rulings import pages as rulings
from web.rulings.database import database_url, open_engine
from web.rulings.desk import Desk
from web.rulings.webhook import webhook_told
from web.warm import settle, warm_pages, warm_work, warms

FAMILIES = (
    family,
    home,
    entries,
    games,
    glossary,
    sequences,
    symbols,
    changes,
    coverage,
    workshop,
    odds,
    situations,
    practice,
    scenarios,
    tables,
    offline,
    show,
    discover,
    downloads,
    quotes,
    embed,
    dossier,
    rulings,
    feeds,
    writing,
    entering,
    accounts,
    events,
    about,
    docs,
    metrics,
)


def create_app(kb: Path | None = None, exported: bool = False) -> Flask:
    """The site over the knowledge base at `kb`; without one, KB_DIR or the last that was built.

    `exported` leaves out of the pages what only a server can do.
    """
    app = _pages(kb, exported)
    front = app.extensions["front"] = Front(app.wsgi_app, app.extensions["library"], app.extensions.get("desk"))
    app.wsgi_app = front if exported else Gate(front, errors.renderer(app))  # type: ignore[method-assign, assignment]
    if not exported:
        watch.register(app, Notebook(app.extensions["desk"].engine))
    return app


def _pages(kb: Path | None, exported: bool) -> Flask:
    """The pages and what each needs, without what stands before them."""
    app = Flask(__name__, static_folder=None)
    app.request_class = FieldRequest
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    metrics.metrics_token()
    public_url()
    app.extensions["library"] = Library(kb or default_kb())
    if not exported:
        app.extensions["desk"] = Desk(open_engine(database_url()))
        app.extensions["desk"].told = webhook_told()
    app.config.update(
        SECRET_KEY=secret_key(),
        SESSION_COOKIE_NAME="__Host-reglario" if production() else "reglario",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=production(),
        PERMANENT_SESSION_LIFETIME=LASTS,
    )
    family.register(app)
    app.jinja_env.globals["exported"] = exported
    errors.register(app)
    for page_family in FAMILIES:
        app.register_blueprint(page_family.bp)
    app.after_request(_safe)
    app.session_interface = DeskSessions()
    watch.tell_routes(app)
    app.before_request(limit_work)
    app.teardown_request(lambda _: allow(None))
    return app


def served_app() -> Flask:
    """The site as a worker serves it: its first reader finds everything loaded."""
    app = create_app()
    front: Front = app.extensions["front"]
    if warms():
        warm_pages(app, Client(front))
    if place := os.environ.get(PLACE):
        front.inner = Apart(front.inner, place)
    elif warms():
        warm_work(app, Client(front))

    def swapped(again: bool = True) -> None:
        settle(again)
        if warms():
            warm_behind(app)

    swapped(again=False)

    app.extensions["library"].swapped = swapped
    return app


def apart_app() -> Flask:
    """The site as it answers dear requests apart: a worker has already let them in, and counts them."""
    app = _pages(None, False)
    if warms():
        warm_work(app, Client(app))
    return app


def spoken_app(kb: Path) -> Flask:
    """The site's JSON behind its gate and without the judges' desk: what `kb mcp` and the bots ask."""
    app = _pages(kb, exported=True)
    front = Front(app.wsgi_app, app.extensions["library"], None)
    app.wsgi_app = Gate(front, errors.renderer(app))  # type: ignore[method-assign, assignment]
    return app


_ELSEWHERE = '<!doctype html>\n<html lang="es">\n<title>Está en otro sitio</title>\n<p>Está en <a href="{0}">{0}</a>.\n'
"""For who is not taken there by the browser; werkzeug's own is in English."""


def _safe(response: Response) -> Response:
    if response.location is not None:
        parts = urlsplit(response.location)  # werkzeug's own name the host that the request claims: ours never do
        response.location = urlunsplit(("", "", "/" + parts.path.lstrip("/"), parts.query, parts.fragment))
        response.set_data(_ELSEWHERE.format(escape(response.location)))
    response.headers.extend(safe_headers(request.path))
    if request.method == "OPTIONS" and request.path.startswith("/api/"):
        response.headers.extend(PREFLIGHT)
    return response
