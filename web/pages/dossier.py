"""The dossier of a list: a printable sheet of what a player looks up at the table, also as one file that needs nothing else."""

from flask import Blueprint, Response, render_template, request
from pydantic import Field

from kb.lists.games import READERS, reader_for, recognised
from kb.lists.games.reader import split_text
from kb.lists.models import Dossier
from kb.text import fold
from web import api
from web.errors import WebError, within
from web.guard.budgets import LIST_TEXT, LISTED_TEXTS
from web.guard.public import host_url
from web.kept.pages import HTML
from web.library import Site, site
from web.models import GameSlug, RulingOut
from web.observe.meters import work
from web.rulings.access import desk
from web.rulings.guard import Away

bp = Blueprint("dossier", __name__)


def dossier_view(here: Site, text: str, game: str | None, texts: str) -> Dossier:
    chosen = game or recognised(text)
    if chosen not in here.games:
        raise WebError(404, "no_encontrado", "Esta base de conocimiento no tiene ese juego.")
    with work("dossier", chosen):
        return here.dossiers[chosen].make(reader_for(chosen).read(text), _texts(texts))


def _texts(lines: str) -> dict[str, str]:
    """Card texts of the reader, a line each: `Nombre: texto`."""
    return {name.strip(): text for name, text in map(split_text, lines.splitlines()) if text}


def _rulings(here: Site, made: Dossier) -> dict[str, list[RulingOut]]:
    """The judges' rulings that name each card."""
    found = desk()
    try:
        rows = [r for r in found.all(here) if r.status == "vigente" and r.game == made.game] if found else []
    except Away:
        rows = []
    told = [(f" {fold(f'{r.cards} {r.question}')} ", r) for r in rows]
    return {
        sheet.card.name: [
            r for words, r in told if any(f" {fold(n)} " in words for n in (sheet.card.name, sheet.card.other) if fold(n))
        ]
        for sheet in made.sheets
    }


@bp.route("/dossier", methods=["GET", "POST"])
def dossier() -> Response:
    here, sent = site(), request.form if request.method == "POST" else request.args
    text = within("La lista", sent.get("lista", "").replace("\r\n", "\n"), LIST_TEXT)
    texts = within("Los textos", sent.get("textos", "").replace("\r\n", "\n"), LISTED_TEXTS)
    game = sent.get("juego") or None
    made = dossier_view(here, text, game, texts) if text.strip() else None
    values = {"view": made, "text": text, "texts": texts, "game": game, "host": host_url(), "read": READERS,
              "most": LIST_TEXT, "most_texts": LISTED_TEXTS, "rulings": _rulings(here, made) if made else {}}  # fmt: skip
    headers = {"Cache-Control": "no-store"}
    if made is not None and sent.get("guardar"):
        headers["Content-Disposition"] = 'attachment; filename="dossier.html"'
        return Response(render_template("dossier_file.html", **values), content_type=HTML, headers=headers)
    return Response(render_template("dossier.html", **values), content_type=HTML, headers=headers)


class DossierQuery(api.Query):
    list: str = Field("", max_length=LIST_TEXT, description="XWS, o la lista como texto.")
    game: GameSlug | None = None
    texts: str = Field("", max_length=LISTED_TEXTS, description="Textos de tus cartas, «Nombre: texto» por línea.")


@api.get(bp, "/dossier", summary="El dossier de una lista: términos, preguntas, momentos y tiradas de sus cartas",
         tag="partida", response=Dossier, query=DossierQuery, cached=False)  # fmt: skip
def dossier_json(query: DossierQuery) -> Dossier:
    return dossier_view(site(), query.list, query.game, query.texts)
