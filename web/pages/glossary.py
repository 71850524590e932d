"""Glossary by game and letter."""

from collections import Counter

from flask import Blueprint, Response, redirect, render_template
from pydantic import Field
from werkzeug.wrappers import Response as WerkzeugResponse

from kb.dump.terms import is_term
from kb.models import Entry
from kb.text import alphabetical, fold
from web import api
from web.errors import WebError
from web.library import Site, site
from web.models import Glossary, Term
from web.pages.family import kept
from web.view.refs import ref
from web.view.render import excerpt, opening, plain

bp = Blueprint("glossary", __name__)


def letter_of(entry: Entry) -> str:
    """The letter under which an entry stands; figures go under `0`."""
    first = alphabetical(entry.title)[:1]
    return first if first.isalpha() else "0"


def _rows(here: Site, game: str) -> list[Entry]:
    return sorted((e for e in here.by_game[game] if is_term(e)), key=lambda e: alphabetical(e.title))


def letters_of(here: Site, game: str) -> tuple[str, ...]:
    """The letters of its glossary, without the terms: these take long to make."""
    return tuple(dict.fromkeys(map(letter_of, _rows(here, game))))


def glossary_view(here: Site, game: str, letter: str | None = None) -> Glossary:
    rows = _rows(here, game)
    letters = tuple(dict.fromkeys(map(letter_of, rows)))
    if letter is not None and letter not in letters:
        raise WebError(404, "no_encontrado", f"El glosario no tiene nada bajo «{letter}».", {"letters": list(letters)})
    terms = tuple(_term(here, e) for e in rows if letter in (None, letter_of(e)))
    return Glossary(game=game, letters=letters, letter=letter, terms=terms)


def _term(here: Site, entry: Entry) -> Term:
    to = here.kb.by_id.get(entry.redirect_best or entry.redirect or "")
    parent = here.kb.by_id.get(entry.parent or "")
    return Term(entry=ref(entry), within=parent.title if parent else None, letter=letter_of(entry),
                excerpt=excerpt(opening(entry), 130),
                redirect=ref(to) if to else None)  # fmt: skip


@bp.get("/glosario/<game:game>")
@kept
def glossary(game: str) -> str:
    return _page(game)


@bp.get("/glosario/<game:game>/<letter>")
def letter(game: str, letter: str) -> Response | WerkzeugResponse:
    if len(letter) == 1 and letter != letter.lower():
        return redirect(f"/glosario/{game}/{letter.lower()}", 308)
    return letter_page(game=game, letter=letter)


@kept
def letter_page(game: str, letter: str) -> str:
    return _page(game, letter)


def _page(game: str, letter: str | None = None) -> str:
    here = site()
    view = glossary_view(here, game, letter)
    context = here.context(game)
    twice = Counter(fold(term.entry.title) for term in view.terms)
    texts = {term.entry.id: plain(term.excerpt, context) for term in view.terms} if letter else {}
    return render_template("glossary.html", view=view, texts=texts, sprite=context.sprite(),
                           twice={t.entry.id for t in view.terms if twice[fold(t.entry.title)] > 1})  # fmt: skip


class GlossaryQuery(api.Query):
    letter: str | None = Field(None, pattern="^[a-z0]$", description="Una letra, o «0» para las cifras.")


@api.get(bp, "/games/<game:game>/glossary", summary="El glosario de un juego", tag="juegos", response=Glossary,
         query=GlossaryQuery)  # fmt: skip
def glossary_json(game: str, query: GlossaryQuery) -> Glossary:
    return glossary_view(site(), game, query.letter)
