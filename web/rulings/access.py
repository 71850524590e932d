"""Who is signed in, and whether a form is ours: the session, its token, and the desk of the running app."""

import secrets
from urllib.parse import quote

from flask import current_app, redirect, request, session
from werkzeug.wrappers import Response

from web.errors import WebError
from web.kept.pages import Asks, Rulings
from web.library import Site
from web.models import RulingOut
from web.observe.meters import ERRORS
from web.rulings.desk import Desk
from web.rulings.guard import Away
from web.rulings.shelf import shown
from web.rulings.tables import Judge


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


def sign_in(judge: Judge) -> None:
    """A new session from nothing, so that one given from outside is worth nothing."""
    session.clear()
    session.permanent = True
    session["juez"], session["sello"] = judge.id, judge.password[-16:]


def signed_judge() -> Judge | None:
    """The judge of this session; a changed password ends the sessions opened with the old one."""
    number = session.get("juez")
    judge = open_desk().judge(number) if isinstance(number, int) else None
    if judge is None or not secrets.compare_digest(str(session.get("sello")), judge.password[-16:]):
        return None
    return judge


def shown_judge() -> Judge | None:
    """The judge for whom a page is shown; nobody while the database is away, so that reading goes on."""
    try:
        return signed_judge()
    except Away:
        return None


def sign_in_first() -> Response:
    return redirect(f"/entrar?luego={quote(request.full_path.rstrip('?'))}", 303)


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
