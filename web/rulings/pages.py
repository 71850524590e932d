"""Pages of the desk: rulings for everyone to read, print and take as Markdown; a form for the judges."""

import re
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, session
from pydantic import Field
from werkzeug.wrappers import Response as Redirect

from grammar.game import GAMES, load_game
from web import api
from web.budgets import JUDGE_NAME, PASSWORD, PENDING, QUERY_TEXT, RULING_TEXT, RULINGS_LIST, RULINGS_PAGE
from web.errors import WebError, within
from web.library import site
from web.meters import SIGN_INS, work
from web.models import GameSlug, RulingList, RulingOut
from web.pages import HTML
from web.render import Context, plain
from web.rulings.access import check_form, form_token, new_sending, open_desk, shown_judge, sign_in, sign_in_first, signed_judge
from web.rulings.desk import DeskError, Draft
from web.rulings.guard import RETRY, Away
from web.rulings.judges import Locked, signed_in
from web.rulings.times import now
from web.unanswered import to_do

bp = Blueprint("rulings", __name__)
_NAMES = {
    "question": "La pregunta",
    "answer": "La respuesta",
    "cards": "Las cartas",
    "event": "El evento",
    "citations": "Las citas",
}


_OURS = re.compile(r"/dictamenes(?:/[a-z0-9/]*)?")
"""Where signing in may lead."""


def _page(template: str, status: int = 200, **values: Any) -> Response:
    judge = shown_judge()
    body = render_template(template, judge=judge, token=form_token, away=open_desk().away, **values)
    headers = {"Cache-Control": "no-store", **({"Retry-After": str(RETRY)} if status == 503 else {})}
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
    q, game = within("La consulta", request.args.get("q", ""), QUERY_TEXT), request.args.get("juego") or None
    rows = _all()
    rows = open_desk().search(site(), q, game, 50) if q.strip() else tuple(r for r in rows if game in (None, r.game))
    start = int(request.args.get("desde", "0")) if request.args.get("desde", "0").isdecimal() else 0
    return _page(
        "rulings.html",
        rows=rows[start : start + RULINGS_PAGE],
        total=len(rows),
        start=start,
        per_page=RULINGS_PAGE,
        q=q,
        game=game,
    )


@bp.get("/dictamenes/<int:id>")
def ruling(id: int) -> Response:
    found = _one(id)
    context = Context(found.game, site().kb.by_id)
    paragraphs = [plain(part.strip(), context) for part in found.answer.split("\n\n") if part.strip()]
    texts = [plain(c.text, context) if c.text else None for c in found.citations]
    return _page("ruling.html", ruling=found, paragraphs=paragraphs, texts=texts, sprite=context.sprite())


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
    return _form(id, Draft(found.game, found.question, found.answer, found.cards, found.event, lines))


@bp.get("/dictamenes/pendientes")
def pending() -> Response | Redirect:
    """What was looked for and not found: for those who can do something about it."""
    if signed_judge() is None:
        return sign_in_first()
    game = request.args.get("juego") or None
    if game is not None and game not in GAMES:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    return _page("pending.html", rows=open_desk().guard.ask(lambda session: to_do(session, game, PENDING)), game=game)


def _form(id: int | None, draft: Draft) -> Response | Redirect:
    sending, wrong, status = new_sending(), None, 200
    try:
        judge = signed_judge()
        if judge is None:
            return sign_in_first()
        if request.method == "POST":
            check_form()
            draft, sending = _sent(), _sending()
            _check(draft)
            return redirect(f"/dictamenes/{open_desk().write(site(), draft, judge.id, id, sending)}", 303)
    except DeskError as error:
        wrong, status = f"{str(error)[0].upper()}{str(error)[1:]}.", 400
    except Away as error:
        if request.method == "GET":
            raise
        check_form()
        draft, sending, wrong, status = _sent(), _sending(), _UNSAVED[error.sure].format(error.reason), 503
    values = {"draft": draft, "sending": sending, "wrong": wrong, "id": id, "limits": RULING_TEXT}
    return _page("ruling_form.html", status, **values)


_UNSAVED = {
    True: "El dictamen no se ha guardado: la base de datos {}. Tu texto sigue aquí: pulsa Guardar dentro de unos segundos.",
    False: "No sabemos si el dictamen se ha guardado: la base de datos {}. Tu texto sigue aquí: pulsa Guardar dentro de unos "
    "segundos y no se duplicará.",
}


def _sending() -> str:
    """The one that came with the form; a new one where it has none that we could have given."""
    told = request.form.get("envio", "")
    return told if re.fullmatch(r"[\w-]{16,40}", told, re.ASCII) else new_sending()


def _sent() -> Draft:
    names = ("game", *RULING_TEXT)
    return Draft(**{name: request.form.get(name, "").replace("\r\n", "\n").replace("\x00", "").strip() for name in names})


def _check(draft: Draft) -> None:
    if draft.game not in GAMES:
        raise DeskError("hay que elegir el juego")
    for name, limit in RULING_TEXT.items():
        if len(getattr(draft, name)) > limit:
            raise DeskError(f"{_NAMES[name]} pasa de {limit} caracteres")
    if not draft.question or not draft.answer:
        raise DeskError("hacen falta la pregunta y la respuesta")


@bp.post("/dictamenes/<int:id>/borrar")
def remove_ruling(id: int) -> Redirect:
    check_form()
    if signed_judge() is None:
        return sign_in_first()
    _one(id)
    open_desk().remove(site(), id)
    return redirect("/dictamenes", 303)


@bp.route("/entrar", methods=["GET", "POST"])
def enter() -> Response | Redirect:
    after = request.values.get("luego", "")
    after = after if _OURS.fullmatch(after) else "/dictamenes"
    if request.method == "GET":
        return _page("signin.html", after=after, wrong=None)
    check_form()
    name = within("El nombre", request.form.get("nombre", ""), JUDGE_NAME)
    password = within("La contraseña", request.form.get("clave", ""), PASSWORD)
    try:
        with work("password"):
            judge = open_desk().guard.ask(lambda connection: signed_in(connection, name, password))
    except Locked as error:
        SIGN_INS.labels("bloqueado").inc()
        wait = int((error.until - now()).total_seconds()) + 1
        answer = _page(
            "signin.html", 429, after=after, wrong=f"Demasiados intentos. Prueba dentro de {wait // 60 + 1} minutos."
        )
        answer.headers["Retry-After"] = str(wait)
        return answer
    except Away as error:
        return _page("signin.html", 503, after=after, wrong=f"Ahora mismo no se puede entrar: la base de datos {error.reason}.")
    SIGN_INS.labels("falla" if judge is None else "entra").inc()
    if judge is None:
        return _page("signin.html", 401, after=after, wrong="El nombre o la contraseña no son correctos.")
    sign_in(judge)
    return redirect(after, 303)


@bp.post("/salir")
def leave() -> Redirect:
    check_form()
    session.clear()
    return redirect("/dictamenes", 303)


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
)
def rulings_json(query: RulingQuery) -> RulingList:
    rows = tuple(r for r in _all() if query.game in (None, r.game))
    if query.q:
        rows = open_desk().search(site(), query.q, query.game, RULINGS_LIST)
    items = rows[query.offset : query.offset + query.limit]
    return RulingList(items=items, total=len(rows), limit=query.limit, offset=query.offset)


@api.get(bp, "/rulings/<int:id>", summary="Un dictamen", tag="dictámenes", response=RulingOut, cached=False)
def ruling_json(id: int) -> RulingOut:
    return _one(id)
