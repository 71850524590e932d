"""Feeds of rulings, of all, of a game or of an event: Atom and JSON Feed. Never kept for others: they name the address under
which this reader knows the site."""

import json
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, request

from grammar.figures import whole
from web.errors import WebError
from web.library import site
from web.models import RulingOut
from web.rulings.access import open_desk
from web.rulings.forms import VERDICTS
from web.rulings.frames import game_asked
from web.rulings.pages import standing

bp = Blueprint("feeds", __name__)
MOST = 50
_ATOM = "http://www.w3.org/2005/Atom"
_FRESH = {"Cache-Control": "private, max-age=60"}
ET.register_namespace("", _ATOM)


def _rows() -> tuple[list[RulingOut], str]:
    """The rulings asked for, last changed first, and what they are called."""
    game, asked = game_asked(), request.args.get("torneo", "")
    event = whole(asked)
    if asked and event is None:
        raise WebError(404, "no_encontrado", "No hay ningún torneo con ese número.")
    rows = [r for r in standing(open_desk().all(site())) if game in (None, r.game)]
    if asked:
        rows = [r for r in rows if r.event_id == event]
    told = "Dictámenes" + (f" de {site().game(game).facts.nombre}" if game else "") + (f" del torneo {event}" if asked else "")
    return rows[:MOST], told


def _content(row: RulingOut) -> str:
    verdict = f"{VERDICTS[row.verdict]}. " if row.verdict in VERDICTS else ""
    cites = "\n".join(f"- {c.cite}" for c in row.citations)
    over = f"Revocado por el dictamen {row.overruled_by}.\n\n" if row.overruled_by else ""
    return f"{over}{verdict}{row.answer}\n\nSe apoya en:\n{cites}"


@bp.get("/dictamenes/canal.atom")
def atom() -> Response:
    rows, title = _rows()
    host = request.host_url.rstrip("/")
    feed = ET.Element(f"{{{_ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": "es"})

    def add(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
        made = ET.SubElement(parent, f"{{{_ATOM}}}{name}", attributes)
        made.text = text
        return made

    add(feed, "title", f"{title} · Reglario")
    add(feed, "id", f"{host}{request.full_path.rstrip('?')}")
    add(feed, "link", rel="self", href=f"{host}{request.full_path.rstrip('?')}")
    add(feed, "link", rel="alternate", type="text/html", href=f"{host}/dictamenes")
    add(feed, "updated", rows[0].updated if rows else "2026-01-01T00:00:00+00:00")
    for row in rows:
        entry = add(feed, "entry")
        add(entry, "title", row.question)
        add(entry, "id", f"{host}{row.url}")
        add(entry, "link", rel="alternate", type="text/html", href=f"{host}{row.url}")
        add(entry, "published", row.created)
        add(entry, "updated", row.updated)
        add(add(entry, "author"), "name", row.author)
        add(entry, "category", term=row.game)
        add(entry, "content", _clean(_content(row)), type="text")
    body = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return Response(body, content_type="application/atom+xml; charset=utf-8", headers=_FRESH)


def _clean(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return "".join(c for c in text if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"))


@bp.get("/dictamenes/canal.json")
def json_feed() -> Response:
    rows, title = _rows()
    host = request.host_url.rstrip("/")
    items = [
        {"id": f"{host}{r.url}", "url": f"{host}{r.url}", "title": r.question, "content_text": _content(r),
         "date_published": r.created, "date_modified": r.updated, "authors": [{"name": r.author}], "tags": [r.game],
         "language": "es"}
        for r in rows
    ]  # fmt: skip
    here = f"{host}{request.full_path.rstrip('?')}"
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": f"{title} · Reglario", "language": "es",
            "home_page_url": f"{host}/dictamenes", "feed_url": here, "items": items}  # fmt: skip
    return Response(json.dumps(feed, ensure_ascii=False), content_type="application/feed+json; charset=utf-8", headers=_FRESH)
