"""The API told to people, and its OpenAPI document."""

import json
from string import Formatter
from urllib.parse import quote_plus

from flask import Blueprint, Response, render_template

from grammar.game import GAMES
from web.api import OPERATIONS, PREFIX
from web.kept.pages import JSON, page_from, respond
from web.library import Site, sequences_of, site
from web.openapi import document
from web.pages.about import about_view
from web.pages.family import kept
from web.pages.glossary import letter_of

bp = Blueprint("docs", __name__)
EXAMPLES = {
    "/search": "/search?q={q}&game={game}",
    "/complete": "/complete?q={start}",
    "/entries": "/entries?game={game}&limit=5",
    "/entries/{id}": "/entries/{entry}",
    "/previews/{id}": "/previews/{entry}",
    "/games": "/games",
    "/games/{game}": "/games/{game}",
    "/games/{game}/glossary": "/games/{game}/glossary?letter={letter}",
    "/games/{game}/sequences": "/games/{game}/sequences",
    "/games/{game}/sequences/{name}": "/games/{game}/sequences/{sequence}",
    "/games/{game}/symbols": "/games/{game}/symbols",
    "/games/{game}/changes": "/games/{game}/changes",
    "/workshop": "/workshop?game={cards}&text=Tira+1+dado.",
    "/odds/{form}": "/odds/{form}?comparar=1",
    "/situations/{game}": "/situations/{game}?n1=Una&n2=Otra&d2=2",
    "/scenario": "/scenario",
    "/quiz/{game}": "/quiz/{game}?n=2",
    "/table/{game}": "/table/{game}",
    "/offline": "/offline",
    "/rulings": "/rulings?game={game}",
    "/coverage": "/coverage",
    "/dossier": "/dossier?list=",
    "/downloads": "/downloads",
    "/about": "/about",
}
"""A call of each kind, with what this knowledge base has to fill it."""


def examples(here: Site) -> dict[str, str]:
    """The calls that can be tried here: what no game has is left out."""
    game = max(here.games, key=lambda slug: len(sequences_of(here.games[slug])), default="")
    entry = next((e for e in here.by_game_entries(game) if e.kind in ("termino", "cualidad", "seccion", "apartado")), None)
    title = entry.title.lower() if entry else ""
    filled = {
        "game": game, "entry": entry.id if entry else "", "q": quote_plus(title), "start": quote_plus(title[:4]),
        "letter": letter_of(entry) if entry else "", "sequence": next(iter(sequences_of(here.games[game])), "") if game else "",
        "form": next((form.slug for data in here.kb.games.values() for form in data.dice), ""), "cards": GAMES[0],
    }  # fmt: skip
    calls = {path: call for path, call in EXAMPLES.items() if all(filled[name] for name in _holes(call))}
    return {path: PREFIX + call.format_map(filled) for path, call in calls.items()}


def _holes(call: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(call) if name]


@bp.get("/api")
@kept
def api_docs() -> str:
    tags: dict[str, list[object]] = {}
    for operation in OPERATIONS.values():
        tags.setdefault(operation.tag, []).append(operation)
    return render_template("api.html", tags=tags, examples=examples(site()), prefix=PREFIX)


@bp.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    def make() -> str:
        return json.dumps(document(about_view().version, site().games, site().card_games), ensure_ascii=False)

    return respond(site().pages.get("openapi", lambda: page_from(make(), JSON)))
