"""The workshop: a card's text checked as it is written, and files of cards checked at once."""

from typing import Literal
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape
from pydantic import Field

from grammar.game import GAMES
from grammar.lint import CATALOGUE
from kb.cards.files import Card
from kb.cards.output import as_sarif
from web import api
from web.errors import WebError, within
from web.guard.budgets import CARD_TEXT as MAX_TEXT
from web.guard.budgets import CARDS_PER_FILE as MAX_CARDS
from web.kept.pages import HTML
from web.library import Site, site
from web.models import CardIn, CardsIn, CompileOut, Finding, GameSlug, LintOut, WorkshopOut
from web.pages.family import kept
from web.view.cards import as_csv, compiled, gallery, lint_safely, recognised, uploaded
from web.view.refs import refs

bp = Blueprint("workshop", __name__)
STATUS = {
    "exacto": ("Se entiende", "La redacción es la canónica."),
    "variante": ("Se entiende", "La redacción canónica es otra."),
    "rechazado": ("No se entiende todo", "Lo subrayado no encaja en el idioma de las cartas."),
}


@bp.get("/taller")
def workshop() -> Response:
    return _page(request.args.get("texto", ""), request.args.get("juego") or None, "workshop.html")


@bp.post("/taller")
def check_text() -> Response:
    """The same as a fragment, while the text is being written: long texts do not fit an address."""
    return _page(request.form.get("texto", ""), request.form.get("juego") or None, "checked.html")


def _page(text: str, game: str | None, template: str) -> Response:
    if game is not None and game not in GAMES:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    here = site()
    view = workshop_view(here, text, game)
    text, result = view.text, view.result
    asked = {"texto": text, **({"juego": game} if game else {})}
    body = render_template(
        template, text=text, game=game, result=result, status=STATUS, underlined=_underlined(text, result),
        cites=refs(here, result.cites) if result else (), max_text=MAX_TEXT, catalogue=CATALOGUE, fix=_fix,
        samples={g: cards[:3] for g, cards in gallery().items()}, max_cards=MAX_CARDS, query=urlencode(asked),
    )  # fmt: skip
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def workshop_view(here: Site, text: str, game: str | None) -> WorkshopOut:
    text = within("El texto", text.replace("\r\n", "\n").strip("\n"), MAX_TEXT)
    result = compiled(text, game or recognised(text), here.by_game_entries(game), None) if text.strip() else None
    return WorkshopOut(text=text, recognised=result is not None and game is None, result=result)


def _underlined(text: str, result: CompileOut | None) -> Markup:
    """The text with each finding underlined; where two meet, the narrower one keeps the words."""
    kept_spans: list[tuple[int, int, int]] = []
    found = list(enumerate(result.diagnostics)) if result else []
    for number, d in sorted(found, key=lambda row: row[1].span[1] - row[1].span[0]):
        if d.span[0] < d.span[1] and not any(d.span[0] < b and a < d.span[1] for a, b, _ in kept_spans):
            kept_spans.append((*d.span, number))
    parts: list[str] = []
    at = 0
    for start, end, number in sorted(kept_spans):
        severity = dict(found)[number].severity
        words = escape(text[start:end])
        parts += [str(escape(text[at:start])), f'<u class="d-{severity}" data-d="{number}">{words}</u>']
        at = end
    return Markup("".join(parts) + str(escape(text[at:])))  # noqa: S704 - every piece is escaped above


def _fix(text: str, span: tuple[int, int], words: str) -> str:
    return text[: span[0]] + words + text[span[1] :]


@bp.get("/taller/galeria")
@kept
def samples() -> str:
    return render_template("gallery.html", cards=gallery())


@bp.post("/taller/fichero")
def check_file() -> Response:
    sent = request.files.get("fichero")
    if sent is None or not sent.filename:
        raise WebError(400, "peticion_incorrecta", "Falta el fichero.")
    game = request.form.get("juego") or None
    if game is not None and game not in GAMES:
        raise WebError(400, "peticion_incorrecta", "No conocemos ese juego.")
    cards = uploaded(sent.filename, sent.read(), game)
    kind = request.form.get("formato", "tabla")
    if kind == "sarif":
        found = [(card, diagnostic) for card in cards for diagnostic in lint_safely(card.text, card.game)]
        return _download(as_sarif(found), "application/sarif+json", "reglario.sarif")
    rows: list[tuple[Card, CompileOut]] = [(card, compiled(card.text, card.game, ())) for card in cards]
    if kind == "csv":
        return _download(as_csv(rows), "text/csv; charset=utf-8", "reglario.csv")
    counts = {name: sum(result.status == name for _, result in rows) for name in STATUS}
    body = render_template("file.html", rows=rows, counts=counts, status=STATUS)
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def _download(text: str, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, content_type=mimetype, headers=headers)


class WorkshopQuery(api.Query):
    texto: str = Field("", max_length=MAX_TEXT)
    juego: Literal[GameSlug, ""] = ""


@api.get(bp, "/workshop", summary="El taller con una carta, como su página", tag="cartas", response=WorkshopOut,
         query=WorkshopQuery, cached=False)  # fmt: skip
def workshop_json(query: WorkshopQuery) -> WorkshopOut:
    return workshop_view(site(), query.texto, query.juego or None)


@api.post(bp, "/compile", summary="Compila el texto de una carta: del texto al efecto y vuelta", tag="cartas",
          response=CompileOut, body=CardIn)  # fmt: skip
def compile_json(body: CardIn) -> CompileOut:
    here = site()
    game = body.game or recognised(body.text)
    return compiled(body.text, game, here.by_game_entries(game), body.id)


@api.post(bp, "/lint", summary="Revisa textos de carta", tag="cartas", response=LintOut, body=CardsIn)
def lint_json(body: CardsIn) -> LintOut:
    rows = []
    for number, card in enumerate(body.cards):
        game = card.game or recognised(card.text)
        rows += [Finding(card=number, id=card.id, **d.as_dict()) for d in lint_safely(card.text, game)]
    return LintOut(findings=tuple(rows))
