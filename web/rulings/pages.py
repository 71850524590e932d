"""Pages of the desk for everyone: rulings to read, print and take as Markdown, each with its history and permalinks."""

from datetime import date
from itertools import pairwise
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from markupsafe import Markup, escape
from pydantic import Field

from grammar import figures
from kb.text import fold
from web import api
from web.errors import WebError, within
from web.guard.budgets import FILTER, QUERY_TEXT, RULINGS_LIST, RULINGS_PAGE
from web.kept.pages import Asks, Rulings
from web.library import site
from web.models import GameSlug, HistoryOut, RevisionOut, RulingList, RulingOut
from web.rulings.access import actor, asked_rulings, new_sending, open_desk, refuse_other_sites, shown_judge
from web.rulings.forms import VERDICTS, clean
from web.rulings.frames import all_rulings, game_asked, one_ruling, page
from web.rulings.passages import differences
from web.rulings.roles import acts_open
from web.rulings.states import TOLD, State, state_in, whole
from web.rulings.tables import Revision
from web.rulings.times import aware, calendar, clock, long_date, waited
from web.view.qr import qr
from web.view.render import Context, plain

bp = Blueprint("rulings", __name__)
bp.before_request(refuse_other_sites)
_MARKS = {"=": "{}", "-": "<del>{}</del>", "+": "<ins>{}</ins>"}
_COMPARED = {
    "question": "Pregunta", "answer": "Respuesta", "verdict": "Veredicto", "cards": "Cartas", "event": "Evento",
    "until": "Vale hasta", "status": "Estado", "appeal": "Apelación",
}  # fmt: skip


@bp.app_template_filter("dia")
def day(moment: str | date) -> str:
    """«17 de noviembre de 2026»."""
    return long_date(date.fromisoformat(moment[:10]) if isinstance(moment, str) else moment)


bp.add_app_template_filter(clock, "hora")
bp.add_app_template_filter(calendar, "momento")
bp.add_app_template_test(lambda row: waited(row.at, row.moment), "late")


@bp.get("/dictamenes")
def rulings() -> Response:
    return rulings_page()


def rulings_page(status: int = 200, wrong: str | None = None) -> Response:
    """All of them, or those that some words, a game, a card, a cited rule or an edition choose."""
    q, game = within("La consulta", request.args.get("q", ""), QUERY_TEXT), game_asked()
    chosen = {name: within("El filtro", clean(request.args.get(name, "")), FILTER) for name in ("carta", "regla", "edicion")}
    rows = open_desk().search(site(), q, game, RULINGS_LIST) if q.strip() else standing(all_rulings())
    rows = tuple(r for r in rows if game in (None, r.game) and _chosen(r, **chosen))
    start = figures.whole(request.args.get("desde"), 999_999) or 0
    kept = {"juego": game or "", "q": q, **chosen}
    return page(
        "rulings.html",
        status,
        wrong=wrong,
        rows=rows[start : start + RULINGS_PAGE],
        total=len(rows),
        start=start,
        per_page=RULINGS_PAGE,
        q=q,
        game=game,
        chosen=chosen,
        editions=sorted({c.edition for r in all_rulings() for c in r.citations if c.edition and game in (None, r.game)}),
        more=urlencode({name: value for name, value in kept.items() if value}),
        verdicts=VERDICTS,
    )


def _chosen(row: RulingOut, carta: str, regla: str, edicion: str) -> bool:
    """By a card that it names, by a rule that it cites (its id or words of its title), by the edition cited."""
    cited = " ".join(f"{c.entry} {c.cite}" for c in row.citations)
    return (
        fold(carta) in fold(row.cards)
        and (regla in cited or fold(regla) in fold(cited))
        and (not edicion or any(c.edition == edicion for c in row.citations))
    )


def standing(rows: tuple[RulingOut, ...]) -> tuple[RulingOut, ...]:
    return tuple(row for row in rows if row.status == "vigente")


@bp.get("/dictamenes/<int:id>")
def ruling(id: int) -> Response:
    return ruling_page(one_ruling(id))


def ruling_page(found: RulingOut, status: int = 200, wrong: str | None = None) -> Response:
    context = site().context(found.game)
    judge = shown_judge()
    can = acts_open(actor(judge), found.author_id, _stand(found)) if judge else frozenset()
    cited = [plain(c.words or c.text or "", context) for c in found.citations]
    address = f"{request.host_url.rstrip('/')}/dictamenes/{found.id}"
    return page(
        "ruling.html",
        status,
        ruling=found,
        paragraphs=_paragraphs(found.answer, context),
        cited=cited,
        can=can,
        verdicts=VERDICTS,
        sprite=context.sprite(),
        wrong=wrong,
        sending=new_sending(),
        address=address,
        host=request.host_url.rstrip("/"),
        drawn=qr(address),
    )


def _paragraphs(answer: str, context: Context) -> list[Markup]:
    return [plain(part.strip(), context) for part in answer.split("\n\n") if part.strip()]


def _stand(found: RulingOut) -> State:
    """As much of a ruling's state as says who may do what."""
    return State(
        game=found.game, question="", answer="", status=found.status, appeal=found.appeal, event_id=found.event_id,
        overruled_by=found.overruled_by, confirmed_id=0 if found.confirmed_by else None,
    )  # fmt: skip


@bp.get("/dictamenes/<int:id>/historial")
def history(id: int) -> Response:
    found = one_ruling(id)
    rows = open_desk().history(site(), id)
    states = [state_in(row) for row in rows]
    steps = [_compared(a, b) for a, b in pairwise([None, *states])]
    return page(
        "ruling_history.html", ruling=found, acts=list(zip(rows, steps, strict=True))[::-1], told=TOLD, whole=whole(rows)
    )


def _compared(before: State | None, after: State | None) -> list[tuple[str, Markup]]:
    """What an act changed, field by field and word by word; nothing for the first, which says it all."""
    assert after is not None
    if before is None:
        return []
    texts = [(name, str(getattr(before, field) or ""), str(getattr(after, field) or "")) for field, name in _COMPARED.items()]
    texts.append(("Pasajes", _cites(before), _cites(after)))
    return [(name, marked(old, new)) for name, old, new in texts if old != new]


def _cites(state: State) -> str:
    return "\n".join(f"{c.told}: «{c.words}»" if c.words else c.told for c in state.citations)


def marked(old: str, new: str) -> Markup:
    pieces = [_MARKS[mark].format(escape(text)) for mark, text in differences(old, new)]
    return Markup("".join(pieces))  # noqa: S704 - every piece is escaped above


@bp.get("/dictamenes/<int:id>/r/<int:number>")
def revision(id: int, number: int) -> Response:
    """What a ruling said after its revision `number`: the same for ever."""
    found = one_ruling(id)
    rows = open_desk().history(site(), id)
    row = next((row for row in rows if row.number == number), None)
    if row is None:
        raise WebError(404, "no_encontrado", "Ese dictamen no tiene esa revisión.")
    state, context = state_in(row), site().context(found.game)
    paragraphs, cited = _paragraphs(state.answer, context), [plain(c.words, context) for c in state.citations]
    last = number == len(rows)
    return page("ruling_revision.html", ruling=found, row=row, state=state, told=TOLD, last=last, verdicts=VERDICTS,
                paragraphs=paragraphs, cited=cited, sprite=context.sprite())  # fmt: skip


@bp.get("/dictamenes/<int:id>.md")
def ruling_markdown(id: int) -> Response:
    found = one_ruling(id)
    lines = [f"# {found.question}", ""]
    if found.status == "retirado":
        lines += [f"**Retirado.** {found.reason}", ""]
    if found.overruled_by:
        lines += [f"**Revocado por el dictamen {found.overruled_by}.**", ""]
    lines += [found.answer, "", "## Se apoya en", ""]
    lines += [f"- {c.cite}{' (ha cambiado: revisar)' if c.changed else ''}" for c in found.citations]
    signed = f"{found.author}, {day(found.created)}" + (f", corregido por {found.corrected_by}" if found.corrected_by else "")
    event = f", {found.event}" if found.event else ""
    lines += [
        "",
        f"{site().game(found.game).facts.nombre}. Dictamen {found.id}, revisión {found.revision}. {signed}{event}.",
        "",
    ]
    text = "\n".join(lines).replace("&", "&amp;").replace("<", "&lt;")
    headers = {"Content-Disposition": f'attachment; filename="dictamen-{id}.md"', "Cache-Control": "no-store"}
    return Response(text, content_type="text/markdown; charset=utf-8", headers=headers)


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
    rows = tuple(r for r in standing(all_rulings()) if query.game in (None, r.game))
    if query.q:
        rows = open_desk().search(site(), query.q, query.game, RULINGS_LIST)
    items = rows[query.offset : query.offset + query.limit]
    return RulingList(items=items, total=len(rows), limit=query.limit, offset=query.offset)


@api.get(bp, "/rulings/<int:id>", summary="Un dictamen", tag="dictámenes", response=RulingOut, cached=False,
         rulings=_noted)  # fmt: skip
def ruling_json(id: int) -> RulingOut:
    return one_ruling(id)


@api.get(bp, "/rulings/<int:id>/history", summary="Todas las revisiones de un dictamen, con lo que decía en cada una",
         tag="dictámenes", response=HistoryOut, cached=False, rulings=_noted)  # fmt: skip
def history_json(id: int) -> HistoryOut:
    one_ruling(id)
    rows = open_desk().history(site(), id)
    return HistoryOut(id=id, whole=whole(rows), revisions=tuple(map(_revision_out, rows)))


def _revision_out(row: Revision) -> RevisionOut:
    return RevisionOut(number=row.number, act=row.act, author=row.author.name, author_id=row.author_id,
                       moment=aware(row.moment).isoformat(), at=aware(row.at).isoformat() if row.at else None,
                       reason=row.reason, state=state_in(row).model_dump(mode="json"), seal=row.seal,
                       url=f"/dictamenes/{row.ruling_id}/r/{row.number}")  # fmt: skip
