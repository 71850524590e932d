"""Home is the search: a box, the passages that answer, and an honest word when no book does."""

from itertools import chain, islice
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request
from pydantic import Field

from kb.models import Kind, Source
from kb.search.models import Answer, Completion, Hit
from kb.search.searcher import COMPLETED
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
from web.view.refs import VERDICTS
from web.view.render import Context, passage

bp = Blueprint("home", __name__)
TYPING = "1"
"""Value of `parcial` while somebody types; a list for words at rest is asked with another."""
_EXAMPLES = 4
CLOSE, SIDES, NEAR = 0.75, 3, 4
"""How near to the first another game's hit must come to stand beside it; how many; letters that a near term shares."""
KINDS = {
    "termino": "términos", "cualidad": "cualidades", "pregunta": "preguntas", "apartado": "apartados", "seccion": "secciones",
    "ejemplo": "ejemplos", "errata": "erratas", "carta": "cartas", "tabla": "tablas",
}  # fmt: skip
SOURCES = {"oficial": "texto oficial", "propio": "nuestras palabras"}


class Only(NamedTuple):
    kind: str | None = None
    source: str | None = None


@bp.get("/")
def home() -> Response:
    q = within("La consulta", " ".join(request.args.get("q", "").split()), MAX_QUERY)
    game = request.args.get("juego") or None
    if game is not None and game not in site().games:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    only = _only()
    part = request.args.get("parcial")
    here = site()
    rows, note = asked_rulings(here, Asks(words=q, game=game)) if q else ((), None)
    key = f"/{part is not None}/{part == TYPING}/{game}/{only}/{note and note.shown}/{q}"
    return respond(here.searches.get(key, lambda: page_from(_render(here, q, game, only, part, rows), rulings=note)))


def _only() -> Only:
    """Filters of the address; one that does not exist is as good as none."""
    kind, source = request.args.get("clase", ""), request.args.get("fuente", "")
    return Only(kind if kind in KINDS else None, source if source in SOURCES else None)


def _render(here: Site, q: str, game: str | None, only: Only, part: str | None, rulings: tuple[RulingOut, ...]) -> str:
    answer = searched(here, q, game, typing=part == TYPING, limit=SEARCH_PAGE, **only._asdict()) if q else None
    rows = _rows(here, answer) if answer else []
    nothing = answer is not None and part != TYPING and (answer.unanswered or not rows)
    contexts = {c.game: c for _, _, c in rows}
    return render_template(
        "home.html" if part is None else "results.html", q=q, game=game, answer=answer, max_query=MAX_QUERY,
        rulings=rulings, typing=part == TYPING, only=only, kinds=KINDS, sources=SOURCES,
        sides=_sides(answer) if answer else (), near=_near(here, answer) if answer and nothing else (),
        meant=here.finder.meant(q, answer.game) if answer and nothing else (),
        rows=[(hit, texts) for hit, texts, _ in rows], verdicts=VERDICTS, examples=_examples(here, game),
        sprites=[c.sprite() for c in contexts.values()], shelf=[game_out(here, slug) for slug in here.games],
    )  # fmt: skip


def _sides(answer: Answer) -> tuple[Hit, ...]:
    """Nobody said which game, and several answer: the best of each, side by side."""
    if answer.game is not None or answer.unanswered or not answer.hits:
        return ()
    best: dict[str, Hit] = {}
    for hit in answer.hits:
        if hit.score >= CLOSE * answer.hits[0].score:
            best.setdefault(hit.game, hit)
    return tuple(best.values())[:SIDES] if len(best) > 1 else ()


def _near(here: Site, answer: Answer) -> tuple[Completion, ...]:
    """Terms that begin like some word of the question, for a page without an answer."""
    words = sorted({w for w in significant(answer.q).split() if len(w) > NEAR}, key=len, reverse=True)
    found = (c for w in words for cut in (len(w), NEAR) for c in here.finder.complete(w[:cut], answer.game, 3))
    return tuple({c.id: c for c in found}.values())[:6]


def _examples(here: Site, game: str | None) -> tuple[str, ...]:
    """Questions to begin with: the game's own; without a game, the first of each. A game that gives none has its terms."""
    if game is None:
        return tuple(chain.from_iterable(_examples(here, slug)[:1] for slug in here.games))[:_EXAMPLES]
    terms = (e.title.lower() for e in here.by_game[game] if e.kind in ("termino", "seccion", "apartado") and len(e.title) < 30)
    return here.games[game].ejemplos or tuple(islice(terms, _EXAMPLES))


def searched(here: Site, q: str, game: str | None, typing: bool = False, **more: Any) -> Answer:
    """Asks the books, and tells the watch how it went. Half-typed words are no request to the editor."""
    with work("search", game or ""):
        answer = here.finder.search(q, game=game, **more)
    outcome = "sin_respuesta" if answer.unanswered else "corregida" if answer.corrected else "respondida"
    words = significant(q) if answer.unanswered and not typing else ""
    request.environ[ASKED] = Asked(outcome, "al_teclear" if typing else "enviada", words, answer.game or "")
    return answer


def _rows(here: Site, answer: Answer) -> list[tuple[object, object, Context]]:
    contexts = {game: here.context(game) for game in here.games}
    return [(hit, _texts(hit, contexts[hit.game], first=n == 0), contexts[hit.game]) for n, hit in enumerate(answer.hits)]


def _texts(hit: Hit, context: Context, first: bool) -> list[object]:
    """The first hit answers: its blocks are shown whole. Of the others, what matched."""
    if hit.question:
        return [passage(hit.question.reason, (), context)]
    if first and hit.passages:
        return [passage(part.text, part.marks, context) for part in hit.passages]
    return [passage(hit.passage, hit.marks, context)]


class SearchQuery(api.Query):
    q: str = Field(min_length=1, max_length=MAX_QUERY, description="Lo que se busca, como se diría hablando.")
    game: GameSlug | None = None
    kind: Kind | None = None
    source: Source | None = None
    limit: int = Field(10, ge=1, le=SEARCH_RESULTS)


@api.get(bp, "/search", summary="Busca una regla", tag="reglas", response=Answer, query=SearchQuery)
def search_json(query: SearchQuery) -> Answer:
    return searched(site(), query.q, query.game, kind=query.kind, source=query.source, limit=query.limit)


class CompleteQuery(api.Query):
    q: str = Field(min_length=1, max_length=COMPLETE_TEXT)
    game: GameSlug | None = None
    limit: int = Field(COMPLETED, ge=1, le=COMPLETIONS)


class Completions(Out):
    items: tuple[Completion, ...]


@api.get(bp, "/complete", summary="Completa un término", tag="reglas", response=Completions, query=CompleteQuery)
def complete_json(query: CompleteQuery) -> Completions:
    return Completions(items=tuple(site().finder.complete(query.q, query.game, query.limit)))
