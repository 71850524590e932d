"""The site without network: a service worker, and one bundle per game with its entries and what their search needs."""

import json
from collections.abc import Iterator

from flask import Blueprint, Response, render_template

from kb.models import Entry
from kb.search.portable import portable
from kb.search.searcher import DIRECTORY
from web import api
from web.errors import WebError
from web.kept.assets import asset_url, assets
from web.kept.pages import JSON, Page, page_from, respond
from web.library import Site, sequences_of, site
from web.models import BundleList, BundleOut
from web.pages.entries import entry_main
from web.pages.family import colours_url, kept
from web.view.refs import KINDS, VERDICTS, sequence_url, titled

bp = Blueprint("offline", __name__)
SCRIPTS = ("raices.js", "buscador.js", "pintar.js")
SHELL = ("sitio.css", "tema.js", "sitio.js", "mesa.js", "cola.js", "tipos/literata-600.woff2", "icono.svg")


def bundle(here: Site, game: str) -> Page:
    """Every entry of a game: its page's main part, and its words by passage. Made once per knowledge base."""

    def make() -> Page:
        rows = [_row(here, entry) for entry in here.by_game[game]]
        name = here.games[game].corto or here.games[game].nombre
        return page_from(
            json.dumps(
                {"game": game, "name": name, "digest": here.kb.digest[:12], "entries": rows, "pages": list(_pages(here, game))},
                ensure_ascii=False,
            ),
            JSON,
        )

    return here.pages.get(f"bundle/{game}", make)


def _pages(here: Site, game: str) -> Iterator[str]:
    """What is kept beside the entries: book, glossary, sequences, icons, changes, rulings."""
    yield from (f"/{game}", f"/glosario/{game}", f"/secuencias/{game}", f"/iconos/{game}", f"/cambios/{game}", "/dictamenes")
    yield from (sequence_url(game, name) for name in sequences_of(here.games[game]))


def search_index(here: Site) -> Page:
    """The search itself, for browsers; made once per knowledge base."""

    def make() -> Page:
        titles = {e.title: titled(e) for e in here.kb.entries if titled(e) != e.title}
        games = {game: facts.corto or facts.nombre for game, facts in here.games.items()}
        labels = {"kinds": KINDS, "verdicts": VERDICTS, "games": games, "titles": titles}
        return page_from(f'{{"labels":{json.dumps(labels, ensure_ascii=False)},{portable(here.kb.path)[1:]}', JSON)

    return here.pages.get("indice", make)


@bp.get("/sin-conexion/indice.json")
def index_file() -> Response:
    here = site()
    if not (here.kb.path / DIRECTORY).is_dir():
        raise WebError(404, "no_encontrado", "Esta base de conocimiento no tiene índice de búsqueda.")
    return respond(search_index(here))


def _row(here: Site, entry: Entry) -> dict[str, object]:
    blocks = entry.blocks or (entry.summary.blocks if entry.summary else ())
    return {
        "id": entry.id,
        "title": titled(entry),
        "kind": KINDS[entry.kind],
        "up": [titled(up) for up in here.ancestors(entry)],
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
    shell = ["/", "/sin-conexion", "/sin-conexion/marco", colours_url(), *(asset_url(name) for name in SHELL)]
    scripts = json.dumps([asset_url(name) for name in SCRIPTS])
    text = f"const SHELL = {json.dumps(shell)};\nimportScripts(...{scripts});\n" + assets()["sw.js"].body.decode()
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, content_type="text/javascript; charset=utf-8", headers=headers)
