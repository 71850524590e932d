"""A passage for showing to somebody (with its QR code), and a sheet of chosen rules to print: never kept, as each names the
address under which this reader knows the site."""

from typing import NamedTuple

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from kb.anchors import OWN
from kb.models import Entry
from web.errors import WebError, within
from web.guard.budgets import SHEET_TEXT
from web.kept.pages import HTML
from web.library import Site, site
from web.rulings.passages import PassageError, passages, words_of
from web.view.cite import cite
from web.view.qr import qr
from web.view.refs import entry_url
from web.view.render import plain


class Row(NamedTuple):
    entry: Entry
    text: Markup
    told: str
    url: str


bp = Blueprint("show", __name__)
MOST_RULES = 40


def _answer(template: str, status: int = 200, **values: object) -> Response:
    body = render_template(template, host=request.host_url.rstrip("/"), **values)
    return Response(body, status, content_type=HTML, headers={"Cache-Control": "no-store"})


@bp.get("/mostrar/<path:id>")
def shown(id: str) -> Response:
    here, point = site(), within("El punto", request.args.get("punto", ""), 40)
    here.kb.get(id)
    try:
        ((entry, block, anchor),) = passages(here, f"{id}#{point}" if point else id)
    except PassageError as error:
        raise WebError(404, "no_encontrado", f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    url = f"{request.host_url.rstrip('/')}{entry_url(entry.id, anchor or None)}"
    context = here.context(entry.game)
    words = plain(words_of(entry, block), context) if block else None
    told = cite(here, entry, block, "propio" if anchor.startswith(OWN) else None)
    return _answer(
        "show.html", entry=entry, words=words, told=told, url=url, anchor=anchor, drawn=qr(url), sprite=context.sprite()
    )


@bp.get("/hoja")
def sheet() -> Response:
    """One line each: the address of an entry or of a passage."""
    here, lines = site(), within("La lista", request.args.get("reglas", ""), SHEET_TEXT)
    rows, wrong, sprite = _rows(here, lines)
    return _answer("sheet.html", rows=rows, wrong=wrong, lines=lines, sprite=sprite)


def _rows(here: Site, lines: str) -> tuple[list[Row], str | None, Markup]:
    """The rules of the list, or what is wrong with it; and the drawings that they use."""
    if not lines.strip():
        return [], None, Markup("")
    try:
        found = passages(here, lines, MOST_RULES)
    except PassageError as error:
        return [], f"{str(error)[0].upper()}{str(error)[1:]}.", Markup("")
    context, rows = here.context(found[0][0].game), []
    for entry, block, anchor in found:
        own = here.context(entry.game)
        told = cite(here, entry, block, "propio" if anchor.startswith(OWN) else None)
        rows.append(Row(entry, plain(words_of(entry, block), own), told, entry_url(entry.id, anchor or None)))
        context.used.update(own.used)
    return rows, None, context.sprite()
