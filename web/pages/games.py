"""A game's own page: its book, its contents, its ways in."""

from flask import Blueprint, render_template

from kb.models import Entry
from web import api
from web.library import Site, sequences_of, site
from web.models import GameList, GameOut, GamePage, Outline
from web.pages.family import kept
from web.view.refs import ref

bp = Blueprint("games", __name__)


def game_out(here: Site, slug: str) -> GameOut:
    game, entries = here.games[slug], here.by_game[slug]
    own = sum(e.source == "propio" for e in entries) > len(entries) / 2
    return GameOut(slug=slug, name=game.nombre, book=game.libro, edition=game.edicion, mode_of=game.sobre,
                   in_force=game.vigencia.isoformat() if game.vigencia else None, source="propio" if own else "oficial",
                   entries=len(entries), questions=sum(e.kind == "pregunta" for e in entries),
                   sequences=tuple(sequences_of(game)), url=f"/{slug}")  # fmt: skip


def outline(here: Site, entry: Entry) -> Outline:
    below = tuple(outline(here, child) for child in here.children.get(entry.id, ()))
    return Outline(entry=ref(entry), page=entry.page, below=below)


def game_view(here: Site, slug: str) -> GamePage:
    roots = [e for e in here.children.get(None, ()) if e.game == slug]
    return GamePage(game=game_out(here, slug), contents=tuple(outline(here, e) for e in roots))


@bp.get("/<game:game>")
@kept
def game(game: str) -> str:
    return render_template("game.html", view=game_view(site(), game))


@api.get(bp, "/games", summary="Los juegos y su libro", tag="juegos", response=GameList)
def games_json() -> GameList:
    return GameList(items=tuple(game_out(site(), slug) for slug in site().games))


@api.get(bp, "/games/<game:game>", summary="Un juego con el índice de su libro", tag="juegos", response=GamePage)
def game_json(game: str) -> GamePage:
    return game_view(site(), game)
