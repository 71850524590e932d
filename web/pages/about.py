"""What this is, whose games these are; and whether the service is alive and ready."""

import json
from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, render_template, request

from kb.errors import KbError
from web import api
from web.errors import RETRY_BASE, WebError
from web.kept.assets import by_url
from web.kept.encoding import takes_gzip
from web.kept.pages import JSON
from web.library import library, site
from web.models import About
from web.pages.family import kept
from web.rulings.access import desk

bp = Blueprint("about", __name__)
_NOT_OPENED = "La última base de conocimiento no se ha podido abrir: el registro del servidor dice cuál y por qué."
"""Anybody may ask: which file it is and what is wrong with it go to the log alone (`Library._load`)."""


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
    """Whether to send readers here: yes while rules can be read (200), also if a new knowledge base could not be opened or the
    rulings' database is away. That is told, but no reader would gain by being sent away: every host has the same database."""
    told: dict[str, object] = {"status": "ok", "digest": "", "stale": library().error is not None}
    try:
        here = site()
        told["digest"] = here.kb.digest[:12]
    except KbError:
        told["status"] = "sin_base"
    else:
        if found := desk():
            found.version(here)
            told["rulings"] = "no disponible" if found.away else "ok"
    if found := desk():
        told |= {"rulings_reason": found.away} if found.away else {}
    if library().error is not None:
        told["reason"] = _NOT_OPENED
    status = 200 if told["status"] == "ok" else 503
    answer = Response(json.dumps(told, ensure_ascii=False), status, content_type=JSON, headers={"Cache-Control": "no-store"})
    if status == 503:
        answer.headers["Retry-After"] = str(RETRY_BASE)
    return answer


@bp.get("/static/<path:name>")
def static_file(name: str) -> Response:
    asset = by_url().get(f"/static/{name}")
    if asset is None:
        raise WebError(404, "no_encontrado", "Ese fichero no existe.")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if asset.packed is not None and takes_gzip(request.headers.get("Accept-Encoding", "")):
        return Response(asset.packed, content_type=asset.mimetype, headers={**headers, "Content-Encoding": "gzip"})
    return Response(asset.body, content_type=asset.mimetype, headers=headers)
