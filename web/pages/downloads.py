"""The glossaries for taking away, in each format, with licence and digest."""

from flask import Blueprint, Response, render_template

from kb.dump.commands import file_name
from kb.dump.formats import FORMATS, NOWHERE
from kb.dump.terms import LICENCE, SCHEMA, terms_of
from web import api
from web.errors import WebError
from web.guard.public import public_url
from web.kept.pages import page_from, respond
from web.library import Site, site
from web.models import Download, Downloads
from web.pages.family import kept

bp = Blueprint("downloads", __name__)


def downloads_view(here: Site) -> Downloads:
    rows = tuple(
        Download(game=game, edition=facts.edicion, format=form, told=FORMATS[form].told, file=file_name(here.kb, game, form),
                 url=f"/descargas/{game}.{form}")
        for game, facts in here.games.items() for form in FORMATS
    )  # fmt: skip
    return Downloads(schema_version=SCHEMA, licence=LICENCE, digest=here.kb.digest, items=rows)


@bp.get("/descargas")
@kept
def downloads() -> str:
    return render_template("downloads.html", view=downloads_view(site()), formats=FORMATS)


@api.get(bp, "/downloads", summary="Los glosarios enteros, por juego y formato", tag="sitio", response=Downloads)
def downloads_json() -> Downloads:
    return downloads_view(site())


@bp.get("/descargas/<game:game>.<form>")
def download(game: str, form: str) -> Response:
    if form not in FORMATS:
        raise WebError(404, "no_encontrado", f"Los glosarios se dan en {', '.join(FORMATS)}.")
    here, (write, mimetype, _) = site(), FORMATS[form]
    base = f"{public_url()}/" if public_url() else NOWHERE
    made = here.pages.get(f"/descargas/{game}.{form}", lambda: page_from(write(list(terms_of(here.kb, game)), base), mimetype))
    return respond(made)
