"""The site without network: a service worker, and one bundle per game with its entries and what their search needs."""

import json

from flask import Blueprint, Response, render_template

from kb.models import Entry
from web import api
from web.kept.assets import asset_url, assets
from web.kept.pages import JSON, Page, page_from, respond
from web.library import Site, site
from web.models import BundleList, BundleOut
from web.pages.entries import entry_main
from web.pages.family import kept
from web.view.refs import KINDS, shown_title

bp = Blueprint("offline", __name__)
SHELL = ("sitio.css", "sitio.js", "tipos/literata-600.woff2", "icono.svg")


def bundle(here: Site, game: str) -> Page:
    """Every entry of a game: its page's main part, and its words by passage. Made once per knowledge base."""

    def make() -> Page:
        rows = [_row(here, entry) for entry in here.by_game[game]]
        return page_from(json.dumps({"game": game, "digest": here.kb.digest[:12], "entries": rows}, ensure_ascii=False), JSON)

    return here.pages.get(f"bundle/{game}", make)


def _row(here: Site, entry: Entry) -> dict[str, object]:
    blocks = entry.blocks or (entry.summary.blocks if entry.summary else ())
    return {
        "id": entry.id,
        "title": shown_title(entry.title),
        "kind": KINDS[entry.kind],
        "up": [shown_title(up.title) for up in here.ancestors(entry)],
        "names": list(entry.aliases),
        "passages": [[block.anchor, block.text] for block in blocks],
        "main": entry_main(here, entry),
    }


@bp.get("/sin-conexion")
@kept
def offline() -> str:
    return render_template("offline.html", view=offline_view(site()))


def offline_view(here: Site) -> BundleList:
    return BundleList(digest=here.kb.digest[:12], items=tuple(
        BundleOut(game=game, entries=len(here.by_game[game]), url=f"/sin-conexion/{game}.json") for game in here.games
    ))  # fmt: skip


@api.get(bp, "/offline", summary="Los paquetes para llevar sin conexión", tag="sitio", response=BundleList)
def offline_json() -> BundleList:
    return offline_view(site())


@bp.get("/sin-conexion/<game:game>.json")
def bundle_file(game: str) -> Response:
    return respond(bundle(site(), game))


@bp.get("/sin-conexion/marco")
@kept
def frame() -> str:
    """An empty page of the site: without network, the service worker puts an entry in it."""
    return render_template("frame.html")


@bp.get("/sw.js")
def service_worker() -> Response:
    """Its text names the assets of this version, so that a new version is a new worker."""
    shell = ["/", "/sin-conexion", "/sin-conexion/marco", *(asset_url(name) for name in SHELL)]
    text = f"const SHELL = {json.dumps(shell)};\n" + assets()["sw.js"].body.decode()
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, content_type="text/javascript; charset=utf-8", headers=headers)
