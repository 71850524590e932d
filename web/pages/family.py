"""What every page family shares: pages kept by address, the game in the path, the values templates expect."""

from collections.abc import Callable
from functools import wraps

from flask import Flask, Response, request
from werkzeug.routing import BaseConverter

from grammar.game import GAMES
from web.kept.assets import asset_url
from web.kept.pages import page_from, respond
from web.library import site
from web.view.refs import KINDS, entry_url, mode_name, sequence_title, sequence_url, shown_title

SHORT = {
    "legion": "Legión",
    "xwing": "X-Wing",
    "rebellion": "Rebellion",
    "imperial-assault": "Imperial Assault",
    "leyendas": "Leyendas",
}


class GameConverter(BaseConverter):
    """`<game:game>`: only the games that exist, so that no page address can be taken for one."""

    regex = "|".join(GAMES)
    part_isolating = True


def kept(view: Callable[..., str]) -> Callable[..., Response]:
    """A page that depends only on its path: made at the first visit, then answered from memory."""

    @wraps(view)
    def answer(**values: str) -> Response:
        return respond(site().pages.get(request.path, lambda: page_from(view(**values))))

    return answer


def register(app: Flask) -> None:
    app.url_map.converters["game"] = GameConverter
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=asset_url, shown_title=shown_title, kind_label=KINDS, entry_url=entry_url, games=GAMES, short=SHORT,
        sequence_url=sequence_url, mode_name=mode_name, sequence_title=sequence_title,
    )  # fmt: skip
