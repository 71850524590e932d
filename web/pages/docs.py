"""The API told to people, and its OpenAPI document."""

import json

from flask import Blueprint, Response, render_template

from web.api import OPERATIONS, PREFIX
from web.kept.pages import JSON, page_from, respond
from web.library import site
from web.openapi import document
from web.pages.about import about_view
from web.pages.family import kept

bp = Blueprint("docs", __name__)
EXAMPLES = {
    "/search": f"{PREFIX}/search?q=dos+naves+chocan&game=xwing",
    "/complete": f"{PREFIX}/complete?q=conc",
    "/entries": f"{PREFIX}/entries?game=rebellion&limit=5",
    "/entries/{id}": f"{PREFIX}/entries/xwing/cola-de-capacidades",
    "/previews/{id}": f"{PREFIX}/previews/xwing/cola-de-capacidades",
    "/games": f"{PREFIX}/games",
    "/games/{game}": f"{PREFIX}/games/xwing",
    "/games/{game}/glossary": f"{PREFIX}/games/xwing/glossary?letter=c",
    "/games/{game}/sequences": f"{PREFIX}/games/xwing/sequences",
    "/games/{game}/sequences/{name}": f"{PREFIX}/games/xwing/sequences/ataque",
    "/games/{game}/symbols": f"{PREFIX}/games/xwing/symbols",
    "/games/{game}/changes": f"{PREFIX}/games/legion/changes",
    "/workshop": f"{PREFIX}/workshop?juego=legion&texto=Perforante+1",
    "/odds/{form}": f"{PREFIX}/odds/xwing?a_dados=3&d_dados=2&comparar=1&b_a_dados=4&b_d_dados=2",
    "/situations/{game}": f"{PREFIX}/situations/xwing?n1=Una&n2=Otra&d2=2",
    "/scenario": f"{PREFIX}/scenario",
    "/offline": f"{PREFIX}/offline",
    "/rulings": f"{PREFIX}/rulings?game=xwing",
    "/coverage": f"{PREFIX}/coverage",
    "/about": f"{PREFIX}/about",
}


@bp.get("/api")
@kept
def api_docs() -> str:
    tags: dict[str, list[object]] = {}
    for operation in OPERATIONS.values():
        tags.setdefault(operation.tag, []).append(operation)
    return render_template("api.html", tags=tags, examples=EXAMPLES, prefix=PREFIX)


@bp.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    def make() -> str:
        return json.dumps(document(about_view().version), ensure_ascii=False)

    return respond(site().pages.get("openapi", lambda: page_from(make(), JSON)))
