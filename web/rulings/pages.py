"""Pages of the desk: rulings for everyone to read, print and take as Markdown; a form for the judges."""

import re
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, session
from pydantic import Field
from werkzeug.wrappers import Response as Redirect

from grammar.game import GAMES, load_game
from kb.errors import StoreError
from web import api
from web.errors import WebError, within
from web.guard.budgets import JUDGE_NAME, PASSWORD, PENDING, QUERY_TEXT, RULING_TEXT, RULINGS_LIST, RULINGS_PAGE
from web.kept.pages import HTML, Asks, Rulings
from web.library import site
from web.models import GameSlug, RulingList, RulingOut
from web.observe.meters import SIGN_INS, work
from web.observe.unanswered import to_do
from web.rulings import forms
from web.rulings.access import (
    asked_rulings,
    form_token,
    is_ours,
    new_sending,
    open_desk,
    refuse_other_sites,
    shown_judge,
    sign_in,
    sign_in_first,
    signed_judge,
)
from web.rulings.desk import DeskError, Draft, Overtaken
from web.rulings.forms import Filled, carried, typed, writing
from web.rulings.guard import RETRY, Away
from web.rulings.judges import Locked, signed_in
from web.rulings.times import now
from web.view.render import Context, plain

bp = Blueprint("rulings", __name__)
bp.before_request(refuse_other_sites)
_OURS = re.compile(r"/dictamenes(?:/[a-z0-9/]*)?(?:\?cita=[\w/%.-]*)?", re.ASCII)
"""Where signing in may lead."""
_WITH_TEXT = ("ruling_form.html", "signin.html")
_IN_HAND = "private, no-cache"
"""Of a form: under no-store the browser forgets what was typed, and going back to it would show it empty."""


def _page(template: str, status: int = 200, **values: Any) -> Response:
    judge = shown_judge()
    body = render_template(template, judge=judge, token=form_token, away=open_desk().away, **values)
    fresh = _IN_HAND if template in _WITH_TEXT else "no-store"
    headers = {"Cache-Control": fresh, **({"Retry-After": str(RETRY)} if status == 503 else {})}
    return Response(body, status, content_type=HTML, headers=headers)


def _all(latest: bool = False) -> tuple[RulingOut, ...]:
    """The rulings, those of the last two seconds too for a judge, who may have written them on another host."""
    return open_desk().all(site(), latest or bool(session and session.get("juez")))


def _one(id: int) -> RulingOut:
    found = next((row for latest in (False, True) for row in _all(latest) if row.id == id), None)
    if found is None and (away := open_desk().away):
        raise Away(away)  # it may have been written since we last could look
    if found is None:
        raise WebError(404, "no_encontrado", "No hay ningún dictamen con ese número.")
    return found


@bp.get("/dictamenes")
def rulings() -> Response:
    return _rulings_page()


def _rulings_page(status: int = 200, wrong: str | None = None) -> Response:
    q, game = within("La consulta", request.args.get("q", ""), QUERY_TEXT), _game_asked()
    rows = _all()
    rows = open_desk().search(site(), q, game, 50) if q.strip() else tuple(r for r in rows if game in (None, r.game))
    start = int(request.args.get("desde", "0")) if request.args.get("desde", "0").isdecimal() else 0
    return _page(
        "rulings.html",
        status,
        wrong=wrong,
        rows=rows[start : start + RULINGS_PAGE],
        total=len(rows),
        start=start,
        per_page=RULINGS_PAGE,
        q=q,
        game=game,
    )


@bp.get("/dictamenes/<int:id>")
def ruling(id: int) -> Response:
    return _ruling_page(_one(id))


def _ruling_page(found: RulingOut, status: int = 200, wrong: str | None = None) -> Response:
    context = Context(found.game, site().kb.by_id)
    paragraphs = [plain(part.strip(), context) for part in found.answer.split("\n\n") if part.strip()]
    texts = [plain(c.text, context) if c.text else None for c in found.citations]
    values = {"ruling": found, "paragraphs": paragraphs, "texts": texts, "sprite": context.sprite(), "wrong": wrong}
    return _page("ruling.html", status, **values)


@bp.get("/dictamenes/<int:id>.md")
def ruling_markdown(id: int) -> Response:
    found = _one(id)
    lines = [f"# {found.question}", "", found.answer, "", "## Se apoya en", ""]
    lines += [f"- {c.cite}{' (ha cambiado: revisar)' if c.changed else ''}" for c in found.citations]
    lines += [
        "",
        f"{load_game(found.game).nombre}. {found.author}, {found.created[:10]}{', ' + found.event if found.event else ''}.",
        "",
    ]
    text = "\n".join(lines).replace("&", "&amp;").replace("<", "&lt;")
    headers = {"Content-Disposition": f'attachment; filename="dictamen-{id}.md"', "Cache-Control": "no-store"}
    return Response(text, content_type="text/markdown; charset=utf-8", headers=headers)


@bp.route("/dictamenes/nuevo", methods=["GET", "POST"])
def new_ruling() -> Response | Redirect:
    cited = within("La cita", request.args.get("cita", ""), QUERY_TEXT)
    return _form(None, Draft(game=cited.split("/")[0] if cited else "", citations=cited))


@bp.route("/dictamenes/<int:id>/editar", methods=["GET", "POST"])
def edit_ruling(id: int) -> Response | Redirect:
    if request.method == "POST":
        return _form(id, Draft())
    found = _one(id)
    lines = "\n".join(f"{c.entry}#{c.anchor}" if c.anchor else c.entry for c in found.citations)
    return _form(id, Draft(found.game, found.question, found.answer, found.cards, found.event, lines), found.updated)


@bp.get("/dictamenes/pendientes")
def pending() -> Response | Redirect:
    """What was looked for and not found: for those who can do something about it."""
    if signed_judge() is None:
        return sign_in_first()
    game = _game_asked()
    return _page("pending.html", rows=open_desk().guard.ask(lambda session: to_do(session, game, PENDING)), game=game)


def _game_asked() -> str | None:
    game = request.args.get("juego") or None
    if game is not None and game not in GAMES:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    return game


def _form(id: int | None, draft: Draft, seen: str = "") -> Response | Redirect:
    if request.method == "POST":
        return _written(id)
    return sign_in_first() if signed_judge() is None else _form_page(id, Filled(draft, new_sending(), seen))


def _form_page(
    id: int | None, form: Filled, wrong: str | None = None, status: int = 200, other: RulingOut | None = None
) -> Response:
    """`other`: the ruling as somebody else has left it meanwhile."""
    values = {"draft": form.draft, "sending": form.sending, "seen": form.seen}
    return _page("ruling_form.html", status, wrong=wrong, id=id, limits=RULING_TEXT, other=other, **values)


def _written(id: int | None) -> Response | Redirect:
    """The ruling, kept; or the form again with all that was typed, and why. Its sending is the same: kept once at most."""
    form = typed()
    try:
        judge = signed_judge()
        if judge is None:
            return _sign_in_page(request.path, 401, _SIGN_IN.format("guardado", "Guardar: tu texto no se pierde"))
        if not is_ours():
            return _form_page(id, form, _EXPIRED, 400)
        forms.check(form.draft)
        return redirect(f"/dictamenes/{open_desk().write(site(), form.draft, judge.id, id, form.sending, form.seen)}", 303)
    except Overtaken:
        other = _one(id or 0)
        return _form_page(id, replace(form, seen=other.updated), _OVERTAKEN, 409, other)
    except DeskError as error:
        return _form_page(id, form, f"{str(error)[0].upper()}{str(error)[1:]}.", 400)
    except Away as error:
        return _form_page(id, form, _UNSAVED[error.sure].format(f"la base de datos {error.reason}"), 503)
    except StoreError:
        return _form_page(id, form, _UNSAVED[True].format("la base de conocimiento no está disponible"), 503)


_OVERTAKEN = (
    "El dictamen no se ha guardado: alguien lo ha corregido mientras escribías. Tu texto sigue aquí, y debajo lo que dice "
    "ahora: si pulsas Guardar, el tuyo lo sustituye."
)
_SIGN_IN = "El dictamen no se ha {}: tu sesión ha caducado. Entra otra vez y pulsa {}."
_EXPIRED = "El dictamen no se ha guardado: el formulario ha caducado. Tu texto sigue aquí: pulsa Guardar otra vez."
_UNSAVED = {
    True: "El dictamen no se ha guardado: {}. Tu texto sigue aquí: pulsa Guardar dentro de unos segundos.",
    False: "No sabemos si el dictamen se ha guardado: {}. Tu texto sigue aquí: pulsa Guardar dentro de unos segundos y no se "
    "duplicará.",
}


@bp.post("/dictamenes/<int:id>/borrar")
def remove_ruling(id: int) -> Response | Redirect:
    if signed_judge() is None:
        return _sign_in_page(f"/dictamenes/{id}", 401, _SIGN_IN.format("borrado", "Borrar"))
    found = _one(id)
    if not is_ours():
        return _ruling_page(found, 400, "El dictamen no se ha borrado: el formulario ha caducado. Pulsa Borrar otra vez.")
    open_desk().remove(site(), id)
    return redirect("/dictamenes", 303)


def _sign_in_page(after: str, status: int = 200, wrong: str | None = None) -> Response:
    name = request.form.get("nombre", "")[:JUDGE_NAME]
    return _page("signin.html", status, after=after, wrong=wrong, name=name, carried=carried())


@bp.route("/entrar", methods=["GET", "POST"])
def enter() -> Response | Redirect:
    after = request.values.get("luego", "")
    after = after if _OURS.fullmatch(after) else "/dictamenes"
    if request.method == "GET":
        return _sign_in_page(after)
    if not is_ours():
        told = "No has entrado todavía: el formulario ha caducado. Escribe otra vez la contraseña y pulsa Entrar."
        return _sign_in_page(after, 400, told)
    try:
        name = within("El nombre", request.form.get("nombre", ""), JUDGE_NAME)
        password = within("La contraseña", request.form.get("clave", ""), PASSWORD)
        with work("password"):
            judge = open_desk().guard.ask(lambda connection: signed_in(connection, name, password))
    except Locked as error:
        SIGN_INS.labels("bloqueado").inc()
        wait = int((error.until - now()).total_seconds()) + 1
        answer = _sign_in_page(after, 429, f"Demasiados intentos. Prueba dentro de {wait // 60 + 1} minutos.")
        answer.headers["Retry-After"] = str(wait)
        return answer
    except Away as error:
        return _sign_in_page(after, 503, f"Ahora mismo no se puede entrar: la base de datos {error.reason}.")
    except WebError as error:
        return _sign_in_page(after, error.status, error.body.message)
    SIGN_INS.labels("falla" if judge is None else "entra").inc()
    if judge is None:
        return _sign_in_page(after, 401, "El nombre o la contraseña no son correctos.")
    sign_in(judge)
    is_writing, id = writing(after.partition("?")[0])
    if is_writing and carried():
        return _form_page(id, typed(), "Ya has entrado. Lo que escribiste está sin guardar: pulsa Guardar.")
    return redirect(after, 303)


@bp.post("/salir")
def leave() -> Response | Redirect:
    if "juez" in session and not is_ours():
        return _rulings_page(400, "No has salido: el formulario ha caducado. Para salir, pulsa Salir otra vez.")
    session.clear()
    return redirect("/dictamenes", 303)


def _noted() -> Rulings:
    return asked_rulings(site(), Asks())[1]


class RulingQuery(api.Query):
    q: str | None = Field(None, max_length=QUERY_TEXT)
    game: GameSlug | None = None
    limit: int = Field(20, ge=1, le=RULINGS_LIST)
    offset: int = Field(0, ge=0, le=1_000_000)


@api.get(
    bp,
    "/rulings",
    summary="Los dictámenes de los jueces",
    tag="dictámenes",
    response=RulingList,
    query=RulingQuery,
    cached=False,
    rulings=_noted,
)
def rulings_json(query: RulingQuery) -> RulingList:
    rows = tuple(r for r in _all() if query.game in (None, r.game))
    if query.q:
        rows = open_desk().search(site(), query.q, query.game, RULINGS_LIST)
    items = rows[query.offset : query.offset + query.limit]
    return RulingList(items=items, total=len(rows), limit=query.limit, offset=query.offset)


@api.get(bp, "/rulings/<int:id>", summary="Un dictamen", tag="dictámenes", response=RulingOut, cached=False,
         rulings=_noted)  # fmt: skip
def ruling_json(id: int) -> RulingOut:
    return _one(id)
