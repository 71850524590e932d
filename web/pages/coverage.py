"""What is understood and what is not, per game, honestly."""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from flask import Blueprint, render_template

from grammar.lexicon.load import has_words
from kb.play.reach import Reach, noted, reach
from web import api
from web.library import Site, site
from web.models import Coverage, GameCoverage
from web.pages.family import kept
from web.view.cards import card_coverage
from web.view.refs import passage_url

bp = Blueprint("coverage", __name__)


def coverage_view(here: Site) -> Coverage:
    rules = {row.juego: row for row in reach(here.kb.entries, noted())}
    return Coverage(games=tuple(_of_game(here, game, rules) for game in here.games))


def _of_game(here: Site, game: str, rules: Mapping[str, Reach]) -> GameCoverage:
    entries = here.by_game[game]
    icons = here.drawings[game].values()
    return GameCoverage(
        game=game,
        entries=len(entries),
        official=sum(e.source == "oficial" for e in entries),
        own=sum(e.source == "propio" for e in entries),
        summaries=sum(e.summary is not None for e in entries),
        lost=sum(e.lost for e in entries),
        kinds=dict(Counter(e.kind for e in entries).most_common()),
        icons_drawn=sum(d.symbol is not None for d in icons),
        icons=len(icons),
        dialect=has_words(game),
        cards=card_coverage(game),
        book=here.kb.report.get(game),
        rules=rules.get(game),
    )


@bp.get("/cobertura")
@kept
def coverage() -> str:
    here = site()
    return render_template("coverage.html", view=coverage_view(here), place=partial(_place, here))


def _place(here: Site, ref: str) -> str:
    """The address of a passage that the engine cites: in the official text where that says it, else in ours."""
    id, _, anchor = ref.partition("#")
    return passage_url(here.kb.by_id[id], anchor)


@api.get(bp, "/coverage", summary="Qué se entiende de cada libro y qué no", tag="sitio", response=Coverage)
def coverage_json() -> Coverage:
    return coverage_view(site())
