"""The workshop: a card's text checked as it is written, and files of cards checked at once."""

import difflib
import json
import re
from functools import partial
from typing import Literal
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape
from pydantic import Field

from grammar.compare import compare
from grammar.completion import complete
from grammar.diagnostics import Fix, safe_fixes
from grammar.game import GAMES, load_whole
from grammar.likeness import likeness
from grammar.lint import CATALOGUE
from grammar.steps import TooMuchWork
from kb.cards.files import Card, Sheet, fixed
from kb.cards.output import as_sarif, place_in
from kb.play.tryout import tryable
from web import api
from web.errors import WebError, within
from web.guard.budgets import CARD_TEXT as MAX_TEXT
from web.guard.budgets import CARDS_PER_FILE as MAX_CARDS
from web.guard.budgets import TRYOUT_TEXT
from web.kept.pages import HTML
from web.library import Site, site
from web.models import CardGame, CardIn, CardsIn, CompileOut, DiagnosticOut, Finding, LintOut, WorkshopOut
from web.pages.family import kept
from web.view.cards import as_csv, compiled, counted, gallery, lint_safely, recognised, uploaded
from web.view.refs import refs
from web.view.render import Context, plain

bp = Blueprint("workshop", __name__)
NO_CARDS = "El compilador no habla todavía el idioma de las cartas de este juego."
OFFERED, PROOFS = 14, 6
"""Words that are offered while a text is written, and how many of them are tried when they are asked about again."""
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
    here = site()
    if game is not None and game not in here.card_games:
        return _no_cards(here, game)
    view = workshop_view(here, text, game)
    text, result = view.text, view.result
    asked = {"texto": text, **({"juego": game} if game else {})}
    drawing = result.game if result else game or GAMES[0]
    context = Context(drawing, {}, drawings=here.drawings.get(drawing, {}))
    drawn = partial(plain, context=context)
    palette = [(icon.token, icon.nombre) for icon in load_whole(game).iconos] if game else []
    body = render_template(
        template, text=text, game=game, result=result, status=STATUS, underlined=_underlined(text, result),
        cites=refs(here, result.cites) if result else (), max_text=MAX_TEXT, catalogue=CATALOGUE, fix=_fix,
        samples={g: cards[:3] for g, cards in gallery().items()}, max_cards=MAX_CARDS, query=urlencode(asked),
        card_games=here.card_games, tried=_tried(result, text),
        view=view, drawn=drawn, sprite=context.sprite, marked=_marked(text, result),
        palette=palette, alone=template == "checked.html",
    )  # fmt: skip
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def _tried(result: CompileOut | None, text: str) -> bool:
    """Whether a situation is found in which the card acts: else there is nothing to put in play."""
    if result is None or result.status == "rechazado" or len(text) > TRYOUT_TEXT:
        return False
    return tryable(text, result.game)


def _no_cards(here: Site, game: str) -> Response:
    """A game that the compiler does not know: said on its page where it is one of ours."""
    if game not in here.games:
        raise WebError(404, "no_encontrado", "No conocemos ese juego.")
    body = render_template("missing.html", game=game, title="Taller de cartas", why=NO_CARDS)
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def workshop_view(here: Site, text: str, game: str | None) -> WorkshopOut:
    text = within("El texto", text.replace("\r\n", "\n").strip("\n"), MAX_TEXT)
    if not text.strip():
        return WorkshopOut(text=text, recognised=False, result=None)
    fits = (game,) if game is not None else likeness(text).candidates
    if not fits:  # no card of ours: nothing is guessed
        return WorkshopOut(text=text, recognised=False, result=None)
    result = compiled(text, fits[0], here.by_game_entries(game), None)
    return WorkshopOut(text=text, recognised=game is None, candidates=fits if game is None else (), result=result)


def _marked(text: str, result: CompileOut | None) -> Markup:
    """The canonical wording with only the words that differ marked."""
    if result is None or not result.canonical:
        return Markup("")
    old, new = text.split(), re.split(r"(\s+)", result.canonical)
    words = new[::2]
    parts: list[str] = []
    for op, _, _, k, m in difflib.SequenceMatcher(None, old, words, autojunk=False).get_opcodes():
        for at in range(k, m):
            word = str(escape(words[at]))
            parts.append(f"<ins>{word}</ins>" if op != "equal" else word)
            parts.append(new[2 * at + 1] if 2 * at + 1 < len(new) else "")
    return Markup("".join(parts))  # noqa: S704 - every word is escaped above


def _underlined(text: str, result: CompileOut | None) -> Markup:
    """The text with each finding underlined; where two meet, the narrower one keeps the words.

    A note on the whole of it marks no word, and where nothing else was found nothing is shown: the card stands above.
    """
    kept_spans: list[tuple[int, int, int]] = []
    found = result.diagnostics if result else ()
    taken = bytearray(len(text))  # by character: hundreds of findings would have to be held against one another
    for number, d in sorted(enumerate(found), key=lambda row: row[1].span[1] - row[1].span[0]):
        start, end = d.span
        if start < end and not (d.severity == "info" and (start, end) == (0, len(text))) and taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * len(taken[start:end])
            kept_spans.append((start, end, number))
    parts: list[str] = []
    at = 0
    if not kept_spans:
        return Markup("")
    for start, end, number in sorted(kept_spans):
        words = escape(text[start:end])
        parts += [str(escape(text[at:start])), f'<u class="d-{found[number].severity}" data-d="{number}">{words}</u>']
        at = end
    return Markup("".join(parts) + str(escape(text[at:])))  # noqa: S704 - every piece is escaped above


def _fix(text: str, span: tuple[int, int], words: str) -> str:
    return text[: span[0]] + words + text[span[1] :]


@bp.get("/taller/galeria")
@kept
def samples() -> str:
    contexts = {game: Context(game, {}) for game in gallery()}
    drawn = {game: partial(plain, context=context) for game, context in contexts.items()}
    sprites = [context.sprite for context in contexts.values()]
    return render_template("gallery.html", cards=gallery(), drawn=drawn, sprites=sprites)


@bp.get("/taller/codigos")
@kept
def codes() -> str:
    """What each finding means: where the addresses of SARIF and of the editors lead."""
    return render_template("codes.html", rules=tuple(CATALOGUE.values()))


@bp.get("/taller/traduccion")
def translation() -> Response:
    a, b = (counted(within("El texto", request.args.get(name, ""), MAX_TEXT)) for name in ("texto", "otro"))
    game = request.args.get("juego") or None
    here = site()
    if game is not None and game not in here.card_games:
        return _no_cards(here, game)
    fits = likeness(a).candidates or likeness(b).candidates or (GAMES[0],)
    found = compare(a, b, game or fits[0]) if a.strip() and b.strip() else None
    body = render_template(
        "translation.html",
        a=a,
        b=b,
        game=game,
        found=found,
        used=game or fits[0],
        max_text=MAX_TEXT,
        card_games=here.card_games,
    )
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


@bp.post("/taller/seguir")
def next_words() -> Response:
    """What can be written next, while a text is being written: the likely words at once, asked again which of them are sure."""
    text = counted(within("El texto", request.form.get("texto", ""), MAX_TEXT))
    game = request.form.get("juego") or (likeness(text).candidates or (GAMES[0],))[0]
    proofs = PROOFS if request.form.get("comprueba") else 0
    promised = within("Lo que sigue", request.form.get("sigue", ""), MAX_TEXT)
    words = complete(text, game, OFFERED, proofs=proofs, promised=promised) if game in site().card_games else ()
    rows = [{"palabra": word.text, "sigue": word.rest} for word in words]
    return Response(json.dumps(rows, ensure_ascii=False), content_type="application/json; charset=utf-8")


@bp.post("/taller/fichero")
def check_file() -> Response:
    sent = request.files.get("fichero")
    if sent is None or not sent.filename:
        raise WebError(400, "peticion_incorrecta", "Falta el fichero.")
    game = request.form.get("juego") or None
    if game is not None and game not in site().card_games:
        raise WebError(400, "peticion_incorrecta", NO_CARDS if game in site().games else "No conocemos ese juego.")
    kind = request.form.get("formato", "tabla")
    try:
        sheet = uploaded(sent.filename, sent.read(), game)
    except WebError as error:
        if kind != "tabla":
            raise
        return _refused(sent.filename, error)
    cards = list(sheet.cards)
    if kind in ("sarif", "arreglado"):
        found = [(card, diagnostic) for card in cards for diagnostic in lint_safely(card.text, card.game)]
        if kind == "sarif":
            return _download(as_sarif(found), "application/sarif+json", "reglario.sarif")
        changes = [safe_fixes(tuple(d for other, d in found if other is card)) for card in cards]
        made, _ = fixed(sheet, changes)
        return _download(made, "application/octet-stream", f"arreglado{sheet.path.removeprefix('cartas')}")
    rows = _read(cards, whole=kind != "tabla")
    if kind == "revision":
        return _part(sheet, rows)
    if kind == "csv":
        return _download(as_csv(rows), "text/csv; charset=utf-8", "reglario.csv")
    counts = {name: sum(result.status == name for _, result in rows) for name in STATUS}
    place = partial(place_in, content=sheet.content)
    body = render_template("file.html", rows=rows, counts=counts, status=STATUS, note=sheet.note, place=place,
                           unread=cards[len(rows) :])  # fmt: skip
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def _read(cards: list[Card], whole: bool) -> list[tuple[Card, CompileOut]]:
    """What is said of each; of a file that need not be read whole, as far as the work of one request goes."""
    rows: list[tuple[Card, CompileOut]] = []
    try:
        for card in cards:
            rows.append((card, compiled(card.text, card.game, ())))
    except TooMuchWork:
        if whole or not rows:
            raise
    return rows


def _part(sheet: Sheet, rows: list[tuple[Card, CompileOut]]) -> Response:
    """Some cards of a longer file, for the page that sends it part by part: what is told of each, and the part put right."""
    changes = [
        tuple(Fix(*d.fix.span, d.fix.text) for d in result.diagnostics if d.fix is not None and d.fix.safe)
        for _, result in rows
    ]
    made, _ = fixed(sheet, changes)
    cards = [
        {
            "nombre": card.name or card.id, "juego": card.game, "texto": card.text, "estado": result.status,
            "linea": card.line, "celda": card.cell,
            "hallazgos": [_told(card, d, sheet) for d in result.diagnostics],
        }
        for card, result in rows
    ]  # fmt: skip
    told = {"cartas": cards, "nota": sheet.note, "arreglado": made.decode(sheet.encoding) if any(changes) else None}
    return Response(json.dumps(told, ensure_ascii=False), content_type="application/json; charset=utf-8")


def _told(card: Card, found: DiagnosticOut, sheet: Sheet) -> dict[str, object]:
    line, column = place_in(card, found.span[0], sheet.content)
    return {"linea": line, "columna": column, "codigo": found.code, "mensaje": found.message}


def _refused(name: str, error: WebError) -> Response:
    """What is wrong with a file comes back in the form, with its line."""
    body = render_template("file.html", rows=[], counts=dict.fromkeys(STATUS, 0), status=STATUS, note="",
                           refused=error.body.message, name=name[:80], unread=())  # fmt: skip
    return Response(body, status=error.status, content_type=HTML, headers={"Cache-Control": "no-store"})


def _download(text: str | bytes, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, content_type=mimetype, headers=headers)


class WorkshopQuery(api.Query):
    text: str = Field("", max_length=MAX_TEXT)
    game: CardGame | Literal[""] = ""


@api.get(bp, "/workshop", summary="El taller con una carta, como su página", tag="cartas", response=WorkshopOut,
         query=WorkshopQuery, cached=False)  # fmt: skip
def workshop_json(query: WorkshopQuery) -> WorkshopOut:
    return workshop_view(site(), query.text, query.game or None)


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
