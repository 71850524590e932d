"""The website and its JSON API: `create_app` opens a knowledge base and answers over it."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, request
from markupsafe import escape

from grammar.steps import allow
from kb.store import default_kb
from web import errors
from web.behind import warm_behind
from web.body import limit_work
from web.guard.gate import Gate
from web.guard.headers import safe_headers
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
    docs,
    entries,
    family,
    games,
    glossary,
    home,
    odds,
    offline,
    scenarios,
    sequences,
    situations,
    symbols,
    workshop,
)
from web.rulings import pages as rulings
from web.rulings.database import database_url, open_engine
from web.rulings.desk import Desk
from web.warm import settle, warm_pages

FAMILIES = (
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
    scenarios,
    offline,
    rulings,
    about,
    docs,
    metrics,
)


def create_app(kb: Path | None = None, exported: bool = False) -> Flask:
    """The site over the knowledge base at `kb`; without one, KB_DIR or the last that was built.

    `exported` leaves out of the pages what only a server can do.
    """
    app = Flask(__name__, static_folder=None)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    metrics.metrics_token()
    app.extensions["library"] = Library(kb or default_kb())
    if not exported:
        app.extensions["desk"] = Desk(open_engine(database_url()))
    app.config.update(
        SECRET_KEY=secret_key(),
        SESSION_COOKIE_NAME="reglario",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=production(),
        PERMANENT_SESSION_LIFETIME=timedelta(hours=12),
    )
    family.register(app)
    app.jinja_env.globals["exported"] = exported
    errors.register(app)
    for page_family in FAMILIES:
        app.register_blueprint(page_family.bp)
    app.after_request(_safe)
    app.session_interface = DeskSessions()
    front = app.extensions["front"] = Front(app.wsgi_app, app.extensions["library"], app.extensions.get("desk"))
    app.wsgi_app = front if exported else Gate(front, errors.renderer(app))  # type: ignore[method-assign, assignment]
    if not exported:
        watch.register(app, Notebook(app.extensions["desk"].engine))
    app.before_request(limit_work)
    app.teardown_request(lambda _: allow(None))
    return app


def served_app() -> Flask:
    """The site as a worker serves it: its first reader finds everything loaded."""
    app = create_app()
    warm_pages(app)
    settle()
    warm_behind(app)

    def swapped() -> None:
        settle()
        warm_behind(app)

    app.extensions["library"].swapped = swapped
    return app


_ELSEWHERE = '<!doctype html>\n<html lang="es">\n<title>Está en otro sitio</title>\n<p>Está en <a href="{0}">{0}</a>.\n'
"""For who is not taken there by the browser; werkzeug's own is in English."""


def _safe(response: Response) -> Response:
    if response.location is not None:
        parts = urlsplit(response.location)  # werkzeug's own name the host that the request claims: ours never do
        response.location = urlunsplit(("", "", "/" + parts.path.lstrip("/"), parts.query, parts.fragment))
        response.set_data(_ELSEWHERE.format(escape(response.location)))
    response.headers.extend(safe_headers(request.path))
    return response
