"""Home is the search: a box, the passages that answer, and an honest word when no book does."""

from typing import Any

from flask import Blueprint, Response, render_template, request
from pydantic import Field

from grammar.game import GAMES
from kb.models import Kind
from kb.search.models import Answer, Completion
from web import api
from web.errors import WebError, within
from web.guard.budgets import COMPLETE_TEXT, COMPLETIONS, SEARCH_PAGE, SEARCH_RESULTS
from web.guard.budgets import QUERY_TEXT as MAX_QUERY
from web.kept.pages import Asks, page_from, respond
from web.library import Site, site
from web.models import GameSlug, Out, RulingOut
from web.observe.meters import work
from web.observe.tally import ASKED, Asked
from web.observe.unanswered import significant
from web.pages.games import game_out
from web.rulings.access import asked_rulings
from web.view.render import Context, passage

bp = Blueprint("home", __name__)
TYPING = "1"
"""Value of `parcial` while somebody types; a list for words at rest is asked with another."""
EXAMPLES = {
    None: ("dos naves chocan", "quién resuelve primero", "qué hace una ficha de Concentración", "línea de visión"),
    "legion": ("cuánto me cubre un muro", "pánico", "me disparan en cuerpo a cuerpo", "ataque apuntado"),
    "xwing": ("dos naves chocan", "cola de capacidades", "puedo disparar si estoy tensionado", "blanco fijado"),
    "rebellion": ("cuándo se revela la base", "retirada", "empate en una misión", "reclutar líderes"),
    "imperial-assault": ("línea de visión en diagonal", "descansar", "gastar incrementos", "abrir una puerta"),
    "leyendas": ("a quién ataca el Imperio", "activación imperial", "aturdimiento", "mover para confrontar"),
}


@bp.get("/")
def home() -> Response:
    q = within("La consulta", " ".join(request.args.get("q", "").split()), MAX_QUERY)
    game = request.args.get("juego") or None
    if game is not None and game not in GAMES:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    part = request.args.get("parcial")
    here = site()
    rows, note = asked_rulings(here, Asks(words=q, game=game)) if q else ((), None)
    key = f"/{part is not None}/{part == TYPING}/{game}/{note and note.shown}/{q}"
    return respond(here.searches.get(key, lambda: page_from(_render(here, q, game, part, rows), rulings=note)))


def _render(here: Site, q: str, game: str | None, part: str | None, rulings: tuple[RulingOut, ...]) -> str:
    answer = searched(here, q, game, typing=part == TYPING, limit=SEARCH_PAGE) if q else None
    rows = _rows(here, answer) if answer else []
    contexts = {c.game: c for _, _, c in rows}
    return render_template(
        "home.html" if part is None else "results.html", q=q, game=game, answer=answer, max_query=MAX_QUERY,
        rulings=rulings,
        rows=[(hit, text) for hit, text, _ in rows], examples=EXAMPLES[game],
        sprites=[c.sprite() for c in contexts.values()], shelf=[game_out(here, slug) for slug in here.games],
    )  # fmt: skip


def searched(here: Site, q: str, game: str | None, typing: bool = False, **more: Any) -> Answer:
    """Asks the books, and tells the watch how it went. Half-typed words are no request to the editor."""
    with work("search", game or ""):
        answer = here.finder.search(q, game=game, **more)
    outcome = "sin_respuesta" if answer.unanswered else "corregida" if answer.corrected else "respondida"
    words = significant(q) if answer.unanswered and not typing else ""
    request.environ[ASKED] = Asked(outcome, "al_teclear" if typing else "enviada", words, answer.game or "")
    return answer


def _rows(here: Site, answer: Answer) -> list[tuple[object, object, Context]]:
    contexts = {game: Context(game, here.kb.by_id) for game in GAMES}
    return [(hit, passage(hit.passage, hit.marks, contexts[hit.game]), contexts[hit.game]) for hit in answer.hits]


class SearchQuery(api.Query):
    q: str = Field(min_length=1, max_length=MAX_QUERY, description="Lo que se busca, como se diría hablando.")
    game: GameSlug | None = None
    kind: Kind | None = None
    limit: int = Field(10, ge=1, le=SEARCH_RESULTS)


@api.get(bp, "/search", summary="Busca una regla", tag="reglas", response=Answer, query=SearchQuery)
def search_json(query: SearchQuery) -> Answer:
    return searched(site(), query.q, query.game, kind=query.kind, limit=query.limit)


class CompleteQuery(api.Query):
    q: str = Field(min_length=1, max_length=COMPLETE_TEXT)
    game: GameSlug | None = None
    limit: int = Field(8, ge=1, le=COMPLETIONS)


class Completions(Out):
    items: tuple[Completion, ...]


@api.get(bp, "/complete", summary="Completa un término", tag="reglas", response=Completions, query=CompleteQuery)
def complete_json(query: CompleteQuery) -> Completions:
    return Completions(items=tuple(site().finder.complete(query.q, query.game, query.limit)))
