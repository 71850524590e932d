"""What the pages of the desk share: their frame, the rulings they show, and what a form of theirs may answer."""

from typing import Any

from flask import Response, render_template, request, session

from web.errors import WebError
from web.guard.budgets import RULING_TEXT
from web.kept.pages import HTML
from web.library import site
from web.models import RulingOut
from web.rulings.access import form_token, open_desk, shown_judge
from web.rulings.forms import VERDICTS, Filled
from web.rulings.guard import RETRY, Away

_WITH_TEXT = ("ruling_form.html", "signin.html", "ruling_act.html", "invitation.html")
_IN_HAND = "private, no-cache"
"""Of a form: under no-store the browser forgets what was typed, and going back to it would show it empty."""


def page(template: str, status: int = 200, **values: Any) -> Response:
    judge = shown_judge()
    body = render_template(template, judge=judge, token=form_token, away=open_desk().away, **values)
    fresh = _IN_HAND if template in _WITH_TEXT else "no-store"
    headers = {"Cache-Control": fresh, **({"Retry-After": str(RETRY)} if status == 503 else {})}
    return Response(body, status, content_type=HTML, headers=headers)


def form_page(
    id: int | None, form: Filled, wrong: str | None = None, status: int = 200, other: RulingOut | None = None
) -> Response:
    """The form that writes or corrects a ruling. `other`: the ruling as somebody else has left it meanwhile."""
    values = {"draft": form.draft, "sending": form.sending, "seen": form.seen, "verdicts": VERDICTS}
    return page("ruling_form.html", status, wrong=wrong, id=id, limits=RULING_TEXT, other=other, **values)


def all_rulings(latest: bool = False) -> tuple[RulingOut, ...]:
    """The rulings, those of the last two seconds too for a judge, who may have written them on another host."""
    return open_desk().all(site(), latest or bool(session and session.get("sesion")))


def one_ruling(id: int) -> RulingOut:
    found = next((row for latest in (False, True) for row in all_rulings(latest) if row.id == id), None)
    if found is None and (away := open_desk().away):
        raise Away(away)  # it may have been written since we last could look
    if found is None:
        raise WebError(404, "no_encontrado", "No hay ningún dictamen con ese número.")
    return found


def game_asked() -> str | None:
    game = request.args.get("juego") or None
    if game is not None and game not in site().games:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    return game


def told(error: Exception) -> str:
    """What an error of the desk says, as a sentence."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."
