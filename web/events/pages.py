"""Pages of the table (`/mesa`) and of each event (`/torneo/<id>`): for everyone its rulings and pinned rules; for who works it
calls, penalties and the log. Every act is one small form, which a phone without network keeps and sends later."""

import csv
import io
from datetime import timedelta
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Redirect

from web.errors import WebError
from web.events import store
from web.events.log import PENALTIES, Board, board
from web.fields import ACT, EVENT
from web.guard.budgets import ACT_TEXT, EVENT_TEXT, PLAYER_NAME
from web.library import site
from web.models import RulingOut
from web.pages.tables import games_with_table
from web.rulings import forms
from web.rulings.access import (
    form_token,
    is_ours,
    new_sending,
    open_desk,
    refuse_other_sites,
    shown_judge,
    sign_in_first,
    signed_judge,
)
from web.rulings.entering import sign_in_page
from web.rulings.forms import clean
from web.rulings.frames import page, told
from web.rulings.guard import Away
from web.rulings.ledger import LARGEST, DeskError, NotAllowed
from web.rulings.pages import standing
from web.rulings.passages import PassageError, passages, words_of
from web.rulings.tables import Event, Judge
from web.rulings.times import now
from web.view.cards import inert
from web.view.cite import cite
from web.view.refs import entry_url
from web.view.render import plain

bp = Blueprint("events", __name__)
bp.before_request(refuse_other_sites)
_KEPT_FOR = timedelta(days=30)
"""How long names are kept where nobody says otherwise."""


@bp.get("/mesa")
def table() -> Response:
    judge = shown_judge()

    def read(connection: Session) -> list[tuple[Event, bool]]:
        store.forget(connection, now().date())
        return [(event, judge is not None and store.works(connection, event, judge)) for event in store.events(connection)]

    rows = open_desk().guard.ask(read)
    waiting = [r for r in standing(open_desk().all(site())) if r.review or r.appeal == "abierta"] if judge else []
    return page("table.html", rows=rows, waiting=len(waiting), now=now().date(), tables=games_with_table(site()))


@bp.get("/mesa/ficha")
def token() -> Response:
    """What a phone asks before it sends what it kept: the token of its session, and whose session it is."""
    judge = signed_judge()
    answer = jsonify(
        ficha=form_token() if judge else None, juez=judge.id if judge else None, nombre=judge.name if judge else None
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.route("/torneo/nuevo", methods=["GET", "POST"])
def new_event() -> Response | Redirect:
    return _form(None)


@bp.route("/torneo/<int:id>/ajustes", methods=["GET", "POST"])
def settings(id: int) -> Response | Redirect:
    return _form(id)


def _form(id: int | None) -> Response | Redirect:
    judge = signed_judge()
    if judge is None:
        return sign_in_first("/torneo/nuevo" if id is None else f"/torneo/{id}/ajustes")
    if id is not None:
        _event(id)
    if request.method == "GET":
        return _form_page(id, _now(id, judge), new_sending())
    typed = {name: clean(request.form.get(field, ""))[:EVENT_TEXT] for name, field in EVENT.items()}
    sending = forms.sending()
    if not is_ours():
        return _form_page(id, typed, sending, "No se ha guardado: el formulario ha caducado. Pulsa Guardar otra vez.", 400)
    if not typed["name"] or len(typed["name"]) > 120 or typed["game"] not in site().games:
        return _form_page(id, typed, sending, "Hacen falta un nombre de hasta 120 caracteres y el juego.", 400)
    try:
        number = open_desk().guard.ask(lambda connection: store.save(connection, judge, typed, id, sending))
    except NotAllowed as error:
        return _form_page(id, typed, sending, told(error), 403)
    except DeskError as error:
        return _form_page(id, typed, sending, told(error), 400)
    return redirect(f"/torneo/{number}", 303)


def _now(id: int | None, judge: Judge) -> dict[str, str]:
    """What the form begins with: the event as it is, or a new one today."""
    if id is None:
        today = now().date()
        return {"name": "", "game": "", "day": today.isoformat(), "forget": (today + _KEPT_FOR).isoformat(), "penalties": "",
                "head": judge.name, "judges": judge.name}  # fmt: skip
    event, staff = _event(id), open_desk().guard.ask(lambda connection: store.workers(connection, id))
    return {"name": event.name, "game": event.game, "day": event.day.isoformat(), "forget": event.forget.isoformat(),
            "penalties": "1" if event.penalties else "", "head": event.head.name,
            "judges": "\n".join(each.name for each in staff)}  # fmt: skip


def _form_page(id: int | None, typed: dict[str, str], sending: str, wrong: str = "", status: int = 200) -> Response:
    return page("event_form.html", status, id=id, typed=typed, sending=sending, wrong=wrong)


def _event(id: int) -> Event:
    found = open_desk().guard.ask(lambda connection: store.one(connection, id)) if id <= LARGEST else None
    if found is None:
        raise WebError(404, "no_encontrado", "No hay ningún torneo con ese número.")
    return found


def _board(event: Event) -> tuple[Board, bool]:
    """What happened there, and whether the one who asks works it; names of players only for those who do."""
    judge = shown_judge()

    def read(connection: Session) -> tuple[Board, bool]:
        store.forget(connection, now().date())
        mine = judge is not None and (judge.role == "principal" or store.works(connection, event, judge))
        return board(store.acts(connection, event.id, named=mine)), mine

    return open_desk().guard.ask(read)


def _rulings(id: int) -> list[RulingOut]:
    return [r for r in standing(open_desk().all(site(), latest=True)) if r.event_id == id]


def _pinned(rules: list[str]) -> tuple[list[tuple[str, str, Any, str]], Any]:
    """Address, citation and words of each pinned rule that still is there, and how it was pinned; and their drawings."""
    here, rows = site(), []
    context = here.context("")
    for rule in rules:
        try:
            ((entry, block, anchor),) = passages(here, rule)
        except PassageError:
            continue
        own = here.context(entry.game)
        words = plain(words_of(entry, block), own) if block else entry.title
        rows.append((entry_url(entry.id, anchor or None), cite(here, entry, block), words, rule))
        context.used.update(own.used)
    return rows, context.sprite()


@bp.get("/torneo/<int:id>")
def event(id: int) -> Response:
    return _event_page(_event(id))


def _event_page(found: Event, status: int = 200, wrong: str = "", typed: dict[str, str] | None = None) -> Response:
    state, mine = _board(found)
    pinned, sprite = _pinned(state.pinned)
    staff = [each.name for each in open_desk().guard.ask(lambda connection: store.workers(connection, found.id))]
    return page("event.html", status, event=found, board=state, mine=mine, pinned=pinned, rulings=_rulings(found.id),
                sprite=sprite, wrong=wrong, typed=typed or {}, sending=new_sending, now=now(), penalties=PENALTIES,
                limit=ACT_TEXT, name_limit=PLAYER_NAME, host=request.host_url.rstrip("/"),
                staff=[name for name in staff if name != found.head.name])  # fmt: skip


@bp.post("/torneo/<int:id>/actos")
def act(id: int) -> Response | Redirect:
    found, sending = _event(id), forms.sending()
    typed = {name: clean(request.form.get(field, ""))[:ACT_TEXT] for name, field in ACT.items()}
    kind, name = request.form.get("acto", "")[:12], clean(request.form.get("jugador", ""))[:PLAYER_NAME]
    try:
        judge = signed_judge()
        if judge is None:
            return sign_in_page(f"/torneo/{id}", 401, "No se ha guardado: tu sesión ha caducado. Entra y repítelo.")
        if not is_ours():
            return _event_page(found, 400, "No se ha guardado: el formulario ha caducado. Prueba otra vez.", typed)
        forms.own_author(judge.id)
        data = {key: value for key, value in typed.items() if value}
        _sound(kind, data)
        at = forms.sent_at()
        open_desk().guard.ask(lambda connection: store.add(connection, id, judge, kind, data, sending, at, name))
    except NotAllowed as error:
        return _event_page(found, 403, f"No se ha guardado: {error}.", typed)
    except DeskError as error:
        return _event_page(found, 400, f"No se ha guardado: {error}.", typed)
    except Away as error:
        told = "No se ha guardado" if error.sure else "No sabemos si se ha guardado"
        raise WebError(503, "sin_dictamenes", f"{told}: la base de datos {error.reason}. Prueba dentro de unos segundos.",
                       retry=5) from error  # fmt: skip
    return redirect(f"/torneo/{id}", 303)


_NEEDED = {"llamada": ("text",), "atiende": ("call",), "cierra": ("call",), "sancion": ("kind", "text"), "fija": ("rule",),
           "suelta": ("rule",), "nota": ("text",)}  # fmt: skip


def _sound(kind: str, data: dict[str, str]) -> None:
    if kind not in _NEEDED:
        raise DeskError("no se entiende lo que hay que hacer")
    if any(not data.get(name) for name in _NEEDED[kind]):
        raise DeskError("falta lo que hay que apuntar")
    if kind == "sancion" and data["kind"] not in PENALTIES:
        raise DeskError("la sanción es aviso o penalización")
    if kind == "fija":
        try:
            passages(site(), data["rule"], 1)
        except PassageError as error:
            raise DeskError(str(error)) from error


@bp.get("/torneo/<int:id>/registro")
def log(id: int) -> Response | Redirect:
    """All of it on paper: rulings, calls, penalties, in order."""
    found = _event(id)
    state, mine = _board(found)
    if not mine:
        return sign_in_first() if shown_judge() is None else _event_page(found, 403, "El registro es de quien trabaja aquí.")
    return page("event_log.html", event=found, board=state, rulings=_rulings(id))


@bp.get("/torneo/<int:id>.csv")
def log_csv(id: int) -> Response | Redirect:
    found = _event(id)
    state, mine = _board(found)
    if not mine:
        return sign_in_first() if shown_judge() is None else _event_page(found, 403, "El registro es de quien trabaja aquí.")
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["hora", "qué", "juez", "mesa", "texto", "jugador"])
    for row in state.acts:
        said = row.data.get("text") or row.data.get("rule", "")
        cells = [row.at.isoformat(timespec="seconds"), row.told, row.author, row.data.get("table", ""), said, row.name]
        writer.writerow([inert(cell) for cell in cells])
    for ruling in _rulings(id):
        cells = [ruling.created[:19], f"Dictamen {ruling.id}", ruling.author, "", f"{ruling.question} {ruling.answer}", ""]
        writer.writerow([inert(cell) for cell in cells])
    headers = {"Content-Disposition": f'attachment; filename="torneo-{id}.csv"', "Cache-Control": "no-store"}
    return Response("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)
