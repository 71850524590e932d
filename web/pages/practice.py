"""Practice: a situation of one of our cards, what the reader thinks that comes out of it, and what does, step by step.

The number of the question and the answer given are in the address: nothing is kept, and a question can be passed on."""

from functools import partial

from flask import Blueprint, Response, render_template, request
from pydantic import Field

from grammar.figures import whole
from kb.anchors import passage_at
from kb.play.errors import PlayError
from kb.play.quiz import NUMBERS, Quiz, quiz, quizzed
from web import api
from web.errors import WebError
from web.kept.pages import page_from, respond
from web.library import Site, site
from web.models import QuizOut
from web.observe.meters import work
from web.pages.family import kept
from web.pages.situations import cited

bp = Blueprint("practice", __name__)
NO_QUESTIONS = "De este juego no hay preguntas de práctica: el motor no lo juega todavía, o nadie las ha hecho."


def games_with_questions(here: Site) -> list[str]:
    return [game for game in quizzed() if game in here.games]


@bp.get("/practica")
@kept
def shelf() -> str:
    return render_template("practice_shelf.html", asked=games_with_questions(site()))


@bp.get("/practica/<game:game>")
def practice(game: str) -> Response:
    here = site()
    return respond(here.searches.get(request.full_path, lambda: page_from(_render(here, game))))


def _render(here: Site, game: str) -> str:
    if game not in games_with_questions(here):
        return render_template("missing.html", game=game, title="Practica", why=NO_QUESTIONS)
    number = _whole("n", NUMBERS) or 1
    asked = _asked(game, number)
    said = _whole("r", len(asked.opciones))
    query = f"n={number}" if "n" in request.args else ""
    return render_template(
        "practice.html", game=game, quiz=asked, said=said, query=query, following=number % NUMBERS + 1,
        cited=partial(cited, here), passages=_passages(here, asked) if said else (),
    )  # fmt: skip


def _passages(here: Site, asked: Quiz) -> list[tuple[str, str, str]]:
    """Title, address and words of the rules that decide it."""
    found = []
    for ref in asked.claves:
        id, _, anchor = ref.partition("#")
        entry, known = here.kb.by_id.get(id), cited(here, ref)
        block = passage_at(entry, anchor) if entry else None
        if block and known:
            found.append((*known, block[0].text))
    return found


def _whole(name: str, most: int) -> int | None:
    """A number of the address; None where it says none."""
    told = request.args.get(name, "").strip()
    if not told:
        return None
    found = whole(told, most)
    if not found:
        raise WebError(400, "peticion_incorrecta", f"«{name}» es un número del 1 al {most}.")
    return found


def _asked(game: str, number: int) -> Quiz:
    try:
        with work("run", game):
            return quiz(game, number)
    except PlayError as error:
        raise WebError(404, "no_encontrado", f"{error.reason[:1].upper()}{error.reason[1:]}.") from error


class QuizQuery(api.Query):
    n: int = Field(1, ge=1, le=NUMBERS)


@api.get(bp, "/quiz/<game:game>", summary="Una pregunta de práctica: la situación, lo que podría salir y lo que sale",
         tag="partida", response=QuizOut, query=QuizQuery)  # fmt: skip
def quiz_json(game: str, query: QuizQuery) -> QuizOut:
    if game not in games_with_questions(site()):
        return QuizOut(game=game, quiz=None, error=NO_QUESTIONS)
    return QuizOut(game=game, quiz=_asked(game, query.n), error=None)
