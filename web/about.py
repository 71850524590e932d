"""What this is, whose games these are; and whether the service is alive and ready."""

import json
from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, render_template, request

from kb.errors import KbError
from web import api
from web.assets import by_url
from web.errors import WebError
from web.family import kept
from web.library import library, site
from web.models import About
from web.pages import JSON

bp = Blueprint("about", __name__)


def _version() -> str:
    try:
        return version("reglario")
    except PackageNotFoundError:
        return "0"


def about_view() -> About:
    here = site()
    return About(name="Reglario", version=_version(), digest=here.kb.digest, entries=len(here.kb.entries),
                 games=tuple(here.games), licence="MIT")  # fmt: skip


@bp.get("/about")
@kept
def about() -> str:
    return render_template("about.html", view=about_view())


@api.get(bp, "/about", summary="Versión, huella de la base de conocimiento y licencia", tag="sitio", response=About)
def about_json() -> About:
    return about_view()


@bp.get("/healthz")
def healthz() -> Response:
    return Response('{"status":"ok"}', content_type=JSON, headers={"Cache-Control": "no-store"})


@bp.get("/readyz")
def readyz() -> Response:
    """Ready means that a knowledge base is open; one that could not be replaced is told too."""
    try:
        digest, status = site().kb.digest[:12], 200
    except KbError:
        digest, status = "", 503
    told = {"status": "ok" if status == 200 else "sin_base", "digest": digest, "stale": library().error is not None}
    return Response(json.dumps(told), status, content_type=JSON, headers={"Cache-Control": "no-store"})


@bp.get("/static/<path:name>")
def static_file(name: str) -> Response:
    asset = by_url().get(f"/static/{name}")
    if asset is None:
        raise WebError(404, "no_encontrado", "Ese fichero no existe.")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if asset.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(asset.packed, content_type=asset.mimetype, headers={**headers, "Content-Encoding": "gzip"})
    return Response(asset.body, content_type=asset.mimetype, headers=headers)
