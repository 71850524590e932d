"""What other sites' pages carry: one script, the names it marks and the passages it quotes. Stable addresses under /v1."""

import json

from flask import Blueprint, Response, request

from kb.anchors import OWN
from kb.lists.names import names_of, numbered_in
from web.errors import WebError, within
from web.guard.public import host_url
from web.kept.assets import assets
from web.kept.encoding import takes_gzip
from web.kept.pages import JSON, Page, page_from, respond
from web.library import Site, site
from web.rulings.passages import PassageError, passages, words_of
from web.view.cite import cite
from web.view.refs import entry_url, titled
from web.view.render import named, opening

bp = Blueprint("embed", __name__)
SCRIPT = "text/javascript; charset=utf-8"
"""With its letters told: a page that is written in others must not misread it."""


@bp.get("/v1/terminos.js")
def script() -> Response:
    asset = assets()["terminos.js"]
    headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding"}
    if asset.packed is not None and takes_gzip(request.headers.get("Accept-Encoding", "")):
        return Response(asset.packed, content_type=SCRIPT, headers={**headers, "Content-Encoding": "gzip"})
    return Response(asset.body, content_type=SCRIPT, headers=headers)


@bp.get("/v1/terminos/<game:game>.json")
def names(game: str) -> Response:
    here = site()
    return respond(here.pages.get(request.path, lambda: _names_page(here, game)))


def _names_page(here: Site, game: str) -> Page:
    told = {"game": game, "edition": here.games[game].edicion, "digest": here.kb.digest[:12],
            "names": names_of(here.kb, game), "numbered": numbered_in(here.kb, game)}  # fmt: skip
    return page_from(json.dumps(told, ensure_ascii=False), JSON)


@bp.get("/v1/cita/<path:id>.json")
def quoted(id: str) -> Response:
    """A passage, or the opening of an entry, with its citation and whole address."""
    here, point = site(), within("El punto", request.args.get("punto", ""), 40)
    found = here.kb.get(id)
    try:
        ((entry, block, anchor),) = passages(here, f"{found.id}#{point}" if point else found.id)
    except PassageError as error:
        raise WebError(404, "no_encontrado", f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    words = words_of(entry, block) if block else opening(entry)
    told = {
        "id": entry.id, "anchor": anchor or None, "title": titled(entry), "digest": here.kb.digest[:12],
        "words": named(words, here.drawings[entry.game]), "edition": entry.citation.edition,
        "cite": cite(here, entry, block, "propio" if anchor.startswith(OWN) else None),
        "url": f"{host_url()}{entry_url(entry.id, anchor or None)}",
    }  # fmt: skip
    return Response(json.dumps(told, ensure_ascii=False), content_type=JSON, headers={"Cache-Control": "private, max-age=600"})
