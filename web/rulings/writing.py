"""Forms of the desk: a ruling written or corrected, and every other act on one. What was typed is never lost."""

from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from kb.errors import StoreError
from web.errors import WebError, within
from web.events import store
from web.guard.budgets import PENDING, QUERY_TEXT, REASON, RULING_TEXT
from web.library import site
from web.models import RulingOut
from web.observe.unanswered import to_do
from web.rulings import forms
from web.rulings.access import (
    actor,
    is_ours,
    new_sending,
    open_desk,
    refuse_other_sites,
    sign_in_first,
    signed_judge,
)
from web.rulings.desk import Draft, Sent
from web.rulings.entering import sign_in_page
from web.rulings.forms import VERDICTS, Filled, clean, typed
from web.rulings.frames import form_page, game_asked, one_ruling, page, told
from web.rulings.guard import Away
from web.rulings.ledger import DeskError, NotAllowed, Overtaken
from web.rulings.pages import marked, ruling_page, standing
from web.rulings.passages import MOST_CITATIONS
from web.rulings.states import Act
from web.view.render import plain

bp = Blueprint("writing", __name__)
bp.before_request(refuse_other_sites)


@bp.route("/dictamenes/nuevo", methods=["GET", "POST"])
def new_ruling() -> Response | Redirect:
    lines = [within("La cita", line, QUERY_TEXT) for line in request.args.getlist("cita")[:MOST_CITATIONS]]
    cited, given = "\n".join(lines), request.args
    draft = Draft(
        game=cited.split("/")[0] if cited else given.get("juego", "")[:30], citations=cited,
        event_id=given.get("torneo", "")[:9],
        question=clean(given.get("pregunta", ""))[: RULING_TEXT["question"]],
        answer=clean(given.get("respuesta", ""))[: RULING_TEXT["answer"]],
        verdict=given.get("fallo", "") if given.get("fallo") in VERDICTS else "",
    )  # fmt: skip
    event = forms.number(draft.event_id)
    if request.method == "GET" and event is not None and signed_judge() is not None:
        found = open_desk().guard.ask(lambda connection: store.one(connection, event))
        draft = replace(draft, event=found.name if found else "", game=draft.game or (found.game if found else ""))
    over = forms.number(request.args.get("revoca", ""))
    if request.method == "GET" and over is not None:
        draft = replace(_draft(one_ruling(over)), answer="", verdict="", overrules=str(over))
    return _form(None, draft)


@bp.route("/dictamenes/<int:id>/editar", methods=["GET", "POST"])
def edit_ruling(id: int) -> Response | Redirect:
    if request.method == "POST":
        return _form(id, Draft())
    found = one_ruling(id)
    reviewed = "1" if request.args.get("revisado") == "1" else ""
    return _form(id, replace(_draft(found), reviewed=reviewed), str(found.revision))


def _draft(found: RulingOut) -> Draft:
    lines = "\n".join(f"{c.entry}#{c.anchor}" if c.anchor else c.entry for c in found.citations)
    return Draft(
        game=found.game, question=found.question, answer=found.answer, cards=found.cards, event=found.event, citations=lines,
        verdict=found.verdict, until=found.until or "", by_edition="1" if found.by_edition else "",
        event_id=str(found.event_id or ""),
    )  # fmt: skip


def _form(id: int | None, draft: Draft, seen: str = "") -> Response | Redirect:
    if request.method == "POST":
        return _written(id)
    return sign_in_first() if signed_judge() is None else form_page(id, Filled(draft, new_sending(), seen))


def _written(id: int | None) -> Response | Redirect:
    """The ruling, kept; or the form again with all that was typed, and why. Its sending is the same: kept once at most."""
    form = typed()
    try:
        judge = signed_judge()
        if judge is None:
            return sign_in_page(request.path, 401, _SIGN_IN.format("guardado", "Guardar: tu texto no se pierde"))
        if not is_ours():
            return form_page(id, form, _EXPIRED, 400)
        forms.own_author(judge.id)
        forms.check(form.draft)
        event = forms.number(form.draft.event_id)
        if id is None and event is not None:
            open_desk().guard.ask(lambda connection: store.check(connection, event, judge))
        sent = Sent(form.sending, form.revision if id else None, form.reason, form.at)
        return redirect(f"/dictamenes/{open_desk().write(site(), form.draft, actor(judge), id, sent)}", 303)
    except Overtaken:
        other = one_ruling(id or 0)
        return form_page(id, replace(form, seen=str(other.revision), sending=new_sending()), _OVERTAKEN, 409, other)
    except NotAllowed as error:
        return form_page(id, form, f"El dictamen no se ha guardado: {error}.", 403)
    except DeskError as error:
        return form_page(id, form, told(error), 400)
    except Away as error:
        return form_page(id, form, _UNSAVED[error.sure].format(f"la base de datos {error.reason}"), 503)
    except StoreError:
        return form_page(id, form, _UNSAVED[True].format("la base de conocimiento no está disponible"), 503)


_OVERTAKEN = (
    "El dictamen no se ha guardado: alguien lo ha cambiado mientras escribías. Tu texto sigue aquí, y debajo lo que dice "
    "ahora: si pulsas Guardar, el tuyo lo sustituye y el otro queda en el historial."
)
_SIGN_IN = "El dictamen no se ha {}: tu sesión ha caducado. Entra otra vez y pulsa {}."
_EXPIRED = "El dictamen no se ha guardado: el formulario ha caducado. Tu texto sigue aquí: pulsa Guardar otra vez."
_UNSAVED = {
    True: "El dictamen no se ha guardado: {}. Tu texto sigue aquí: pulsa Guardar dentro de unos segundos.",
    False: "No sabemos si el dictamen se ha guardado: {}. Tu texto sigue aquí: pulsa Guardar dentro de unos segundos y no se "
    "duplicará.",
}


class Ask(NamedTuple):
    """How an act is asked of a judge."""

    act: Act
    title: str
    button: str
    told: str
    reason: bool
    """Whether it has to say why."""


ASKS: dict[str, Ask] = {
    "retirar": Ask("retira", "Retirar el dictamen", "Retirar",
                   "Deja de mostrarse en listas y reglas. Su página queda, con tu nombre y el motivo, y tiene vuelta.", True),
    "restituir": Ask("restituye", "Restituir el dictamen", "Restituir", "Vuelve a estar vigente como estaba.", False),
    "apelar": Ask("apela", "Apelar el dictamen", "Apelar", "Lo verá el juez principal, que lo confirma o lo revoca.", False),
    "confirmar": Ask("confirma", "Confirmar el dictamen", "Confirmar", "Queda confirmado con tu nombre.", False),
    "revisar": Ask("revisa", "Revisar el dictamen", "Sigue valiendo",
                   "Sus pasajes se vuelven a citar como dicen ahora; los de antes quedan en el historial.", False),
}  # fmt: skip


def act_on(id: int) -> Response | Redirect:
    what = request.path.rpartition("/")[2]
    if request.method == "GET":
        return sign_in_first() if signed_judge() is None else _act_page(id, what, new_sending())
    return _acted(id, what)


for each in ASKS:
    bp.add_url_rule(f"/dictamenes/<int:id>/{each}", each, act_on, methods=["GET", "POST"])


def _act_page(id: int, what: str, sending: str, wrong: str | None = None, status: int = 200) -> Response:
    found = one_ruling(id)
    context = site().context(found.game)
    words = [(c, plain(c.words or "", context), marked(c.words or "", c.text or "")) for c in found.citations if c.changed]
    reason = request.form.get("motivo", "")[:REASON]
    return page("ruling_act.html", status, ruling=found, ask=ASKS[what], what=what, sending=sending, wrong=wrong,
                reason=reason, words=words, limit=REASON, sprite=context.sprite())  # fmt: skip


def _acted(id: int, what: str) -> Response | Redirect:
    ask, sending = ASKS[what], forms.sending()
    try:
        judge = signed_judge()
        if judge is None:
            wrong = f"No se ha hecho nada: tu sesión ha caducado. Entra otra vez y pulsa {ask.button}."
            return sign_in_page(f"/dictamenes/{id}/{what}", 401, wrong)
        if not is_ours():
            wrong = f"No se ha hecho nada: el formulario ha caducado. Pulsa {ask.button} otra vez."
            return _act_page(id, what, sending, wrong, 400)
        forms.own_author(judge.id)
        reason = within("El motivo", forms.clean(request.form.get("motivo", "")), REASON)
        if ask.reason and not reason:
            return _act_page(id, what, sending, "Hace falta el motivo.", 400)
        seen = forms.number(request.form.get("visto", ""))
        open_desk().act(site(), ask.act, actor(judge), id, Sent(sending, seen, reason, forms.sent_at()))
        return redirect(f"/dictamenes/{id}", 303)
    except Overtaken:
        wrong = f"No se ha hecho nada: alguien ha cambiado el dictamen entretanto. Mira lo que dice ahora y pulsa {ask.button}."
        return _act_page(id, what, new_sending(), wrong, 409)
    except NotAllowed as error:
        return ruling_page(one_ruling(id), 403, f"No se ha hecho nada: {error}.")
    except DeskError as error:
        raise WebError(404, "no_encontrado", told(error)) from error
    except Away as error:
        if not error.sure:
            wrong = f"No sabemos si se ha hecho: la base de datos {error.reason}. Pulsa {ask.button} otra vez: no se repetirá."
            return _act_page(id, what, sending, wrong, 503)
        return _act_page(id, what, sending, f"No se ha hecho nada: la base de datos {error.reason}.", 503)


@bp.get("/dictamenes/por-revisar")
def waiting() -> Response | Redirect:
    """What waits for somebody: appeals, passages that changed, rulings whose time is over."""
    if signed_judge() is None:
        return sign_in_first()
    rows = standing(open_desk().all(site(), latest=True))
    appeals, reviews = [r for r in rows if r.appeal == "abierta"], [r for r in rows if r.review]
    return page("rulings_waiting.html", appeals=appeals, reviews=reviews)


@bp.get("/dictamenes/pendientes")
def pending() -> Response | Redirect:
    """What was looked for and not found: for those who can do something about it."""
    if signed_judge() is None:
        return sign_in_first()
    game = game_asked()
    return page("pending.html", rows=open_desk().guard.ask(lambda session: to_do(session, game, PENDING)), game=game)
