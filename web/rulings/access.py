"""Who is signed in, and whether a form is ours: the session, its token, and the desk of the running app."""

import secrets
from urllib.parse import quote

from flask import current_app, g, redirect, request, session
from sqlalchemy import select
from werkzeug.wrappers import Response

from web.accounts import sessions
from web.errors import WebError
from web.kept.pages import Asks, Rulings
from web.library import Site
from web.models import RulingOut
from web.observe.meters import ERRORS
from web.rulings.desk import Desk
from web.rulings.guard import Away
from web.rulings.roles import Actor
from web.rulings.shelf import shown
from web.rulings.tables import Event, Judge


def desk() -> Desk | None:
    """None in an exported site, which has no rulings."""
    found: Desk | None = current_app.extensions.get("desk")
    return found


def open_desk() -> Desk:
    found = desk()
    if found is None:
        raise WebError(404, "no_encontrado", "Esta copia del sitio no tiene dictámenes.")
    return found


def asked_rulings(here: Site, asks: Asks) -> tuple[tuple[RulingOut, ...], Rulings]:
    """The rulings that a page shows, and the note by which it is known when they are no longer the ones."""
    found = desk()
    rows = found.answer(here, asks) if found else ()
    return rows, Rulings(asks, shown(rows))


def sign_in(token: str) -> None:
    """A new cookie from nothing, so that one given from outside is worth nothing; `token` is the secret of a new session."""
    session.clear()
    session.permanent = True
    session["sesion"] = token
    forget_judge()


def sign_out() -> None:
    """Ends the session on every host: a copy of the cookie is worth nothing from now on."""
    token = own_token()
    session.clear()
    forget_judge()
    if token:
        open_desk().guard.ask(lambda connection: sessions.end_one(connection, token))


def own_token() -> str:
    return str(session.get("sesion") or "")


def signed_judge() -> Judge | None:
    """The judge of this session, as the database knows it now; asked once for each request."""
    if "judge" not in g:
        token = own_token()
        g.judge = open_desk().guard.ask(lambda connection: sessions.judge_of(connection, token)) if token else None
    found: Judge | None = g.judge
    return found


def forget_judge() -> None:
    """After a change of the account: the rest of the request asks for it again."""
    g.pop("judge", None)


def shown_judge() -> Judge | None:
    """The judge for whom a page is shown; nobody while the database is away, so that reading goes on."""
    try:
        return signed_judge()
    except Away:
        return None


def actor(judge: Judge) -> Actor:
    """As the table of rights asks about it: with the events whose head judge it is."""
    if "heads" not in g:
        number = judge.id
        rows = select(Event.id).where(Event.head_id == number)
        g.heads = open_desk().guard.ask(lambda connection: frozenset(connection.scalars(rows)))
    return Actor(judge.id, judge.role, g.heads)


def sign_in_first(after: str = "") -> Response:
    return redirect(f"/entrar?luego={quote(after or request.full_path.rstrip('?'))}", 303)


def form_token() -> str:
    if "ficha" not in session:
        session["ficha"] = secrets.token_urlsafe(24)
    return str(session["ficha"])


def new_sending() -> str:
    """For a form that makes something: sent twice, because an answer was lost, it makes one."""
    return secrets.token_urlsafe(24)


def is_ours() -> bool:
    """Only a form that this site gave to this session is obeyed; any other is given back, to be sent again."""
    sent, known = request.form.get("ficha", ""), session.get("ficha")
    ours = bool(known) and secrets.compare_digest(sent.encode(), str(known).encode())
    if not ours:
        ERRORS.labels("formulario_caducado").inc()
    return ours


def refuse_other_sites() -> None:
    """What a page of another site sends is not even given back: it could fill in our forms for a judge. Browsers say where a
    form comes from in a header that no page can set; other programs do not say, and need the token all the same."""
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        raise WebError(403, "formulario_ajeno", "Este formulario viene de otro sitio. Ábrelo en Reglario y envíalo desde ahí.")
