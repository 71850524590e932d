"""What every page family shares: pages kept by address, the game in the path, the values templates expect."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Protocol
from zlib import crc32

from flask import Blueprint, Flask, Response, request
from werkzeug.routing import BaseConverter, IntegerConverter, ValidationError

from grammar.game import GAMES
from grammar.wording.plain import LEADS
from kb.errors import KbError
from kb.games import RESERVED, shelf_from
from kb.sequences import sequence_title
from web.guard.public import shared_url
from web.kept.assets import asset_url
from web.kept.pages import page_from, respond
from web.library import Site, sequences_of, site
from web.view import linked
from web.view.picture import PICTURED
from web.view.refs import KINDS, ORIGINS, entry_url, mode_name, sequence_url, shown_title, titled
from web.view.render import lost_icons

bp = Blueprint("family", __name__)
CSS = "text/css; charset=utf-8"


class GameConverter(BaseConverter):
    """`<game:game>`: only the games that this knowledge base has, so that no page address can be taken for one."""

    regex = rf"(?!(?:{'|'.join(sorted(RESERVED))})(?![a-z0-9-]))[a-z0-9-]+"
    part_isolating = True

    def to_python(self, value: str) -> str:
        try:
            known = value in site().games
        except KbError:  # without a knowledge base every page says so
            known = True
        if not known:
            raise ValidationError
        return value


class Short:
    """`short[game]`: how a game is called where there is little room, also one that has no entries here."""

    def __getitem__(self, slug: str) -> str:
        try:
            facts = site().game(slug).facts
        except KbError:
            facts = shelf_from({}, (slug,))[slug].facts
        return facts.corto or facts.nombre


class Shelf:
    """`games`: those of the knowledge base that is open now; where none is, those that the project ships."""

    def __iter__(self) -> Iterator[str]:
        try:
            return iter(site().games)
        except KbError:
            return iter(GAMES)


class NumberConverter(IntegerConverter):
    """`<int:id>`: no more figures than any database takes; a longer one is the number of nothing."""

    regex = r"\d{1,9}"


def kept(view: Callable[..., str]) -> Callable[..., Response]:
    """A page that depends only on its path: made at the first visit, then answered from memory."""

    @wraps(view)
    def answer(**values: str) -> Response:
        return respond(site().pages.get(request.path, lambda: page_from(view(**values))))

    return answer


def has(game: str) -> frozenset[str]:
    """The pages of a game that have something to show."""
    facts, here = site().games[game], site()
    found = {
        "secuencias": sequences_of(facts) or facts.prioridades, "iconos": facts.iconos or facts.fichas or facts.dados,
        "cambios": any(e.changes or e.edits or e.new or e.kind == "historial" for e in here.by_game[game]),
        "tiradas": here.kb.games[game].dice, "situaciones": here.kb.games[game].table,
    }  # fmt: skip
    return frozenset(name for name, there in found.items() if there)


@bp.get("/juegos.<digest>.css")
def colours(digest: str) -> Response:
    """The colour of each game, on paper and on a dark screen."""
    return Response(_colours(site()), content_type=CSS, headers={"Cache-Control": "public, max-age=31536000, immutable"})


def _colours(here: Site) -> str:
    own = {slug: facts.colores or _made(slug) for slug, facts in here.games.items()}
    light, system, chosen = (
        "".join(f"{where}.g-{slug}{{--g:{pair[where != '']}}}" for slug, pair in own.items())
        for where in ("", "html:not([data-tema=claro]) ", "[data-tema=oscuro] ")
    )
    return f"{light}@media (prefers-color-scheme:dark){{{system}}}{chosen}"


def _made(slug: str) -> tuple[str, str]:
    """A colour for a game that gives none: its hue from its name, its lightness such that it is read on either ground."""
    hue = crc32(slug.encode()) % 360
    return f"hsl({hue} 55% 30%)", f"hsl({hue} 70% 75%)"


def colours_url() -> str:
    """The sheet of colours by what is in it; without a knowledge base its address leads to nothing, and no page needs it."""
    try:
        return f"/juegos.{site().kb.digest[:8]}.css"
    except KbError:
        return "/juegos.0.css"


class Named(Protocol):
    """An entry, or what stands for it on a page: a result, its view."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...


def _titled(named: Named) -> str:
    entry = site().kb.by_id.get(named.id)
    return titled(entry) if entry else shown_title(named.title)


def register(app: Flask) -> None:
    app.url_map.converters.update(game=GameConverter, int=NumberConverter)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=asset_url, shown_title=shown_title, titled=_titled, lost_icons=lost_icons, kind_label=KINDS, entry_url=entry_url,
        games=Shelf(), short=Short(),
        sequence_url=sequence_url, mode_name=mode_name, sequence_title=sequence_title, has=has, origins=ORIGINS,
        colours_url=colours_url, leads=LEADS, shared_url=shared_url, linked=linked, site=site, pictured=PICTURED,
    )  # fmt: skip
