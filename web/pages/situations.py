"""The judge's table: who goes first among simultaneous effects, as a timeline in which each step cites its rule."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from pydantic import BaseModel

from grammar.game import GAMES
from kb.forms import OrderTable
from kb.games import shipped_game
from kb.play.errors import PlayError
from kb.play.order import Timeline, order
from kb.play.order.situation import Situation
from kb.play.validation import checked
from web import api
from web.errors import WebError
from web.guard.budgets import SITUATION_ROWS as ROWS
from web.guard.budgets import SITUATION_TEXT
from web.kept.pages import page_from, respond
from web.library import Site, site
from web.models import SituationOut
from web.observe.meters import work
from web.pages.family import kept
from web.view.refs import passage_url, titled

bp = Blueprint("situations", __name__)
EVENTS = {
    "entra": "Entra en la cola", "no_entra": "No entra", "constante": "Vale siempre", "sustituye": "Sustituye",
    "resuelve": "Se resuelve", "sin_efecto": "Se resuelve en vano", "sale": "Sale de la cola", "pasa": "No se usa",
    "espera_retirada": "Espera para retirarse", "se_retira": "Se retira", "ciclo": "Se repite sin fin",
}  # fmt: skip
KINDS = {
    "capacidad": "capacidad",
    "efecto_de_juego": "efecto del juego",
    "constante": "constante",
    "sustitutivo": "sustitutivo",
}
NO_TABLE = "De este juego no se sabe quién va antes: su carpeta no trae «mesa.toml»."


def _fields(tables: Iterable[OrderTable | None]) -> tuple[str, ...]:
    """The fields of every form."""
    roles = dict.fromkeys(role for table in tables if table for role in table.papeles)
    return ("j1", "j2", "modo", *roles, *(f"{field}{n}" for n in range(1, ROWS + 1) for field in "ndtc"))


def _own_fields(here: Site) -> tuple[str, ...]:
    return _fields(data.table for data in here.kb.games.values())


def situation_from(game: str, table: OrderTable, sent: Mapping[str, str]) -> dict[str, Any] | None:
    """The situation that the form tells, or None where no ability has a name yet."""
    players = (sent.get("j1", "").strip() or "Ana", sent.get("j2", "").strip() or "Bruno")
    abilities = [_ability(sent, n, players) for n in range(1, ROWS + 1) if sent.get(f"n{n}", "").strip()]
    if not abilities:
        return None
    told: dict[str, Any] = {"juego": game, "jugadores": players, "capacidades": abilities}
    for role in table.papeles:
        if sent.get(role) in ("1", "2"):
            told[role] = players[int(sent[role]) - 1]
    if table.modos is not None:
        told["modo"] = sent.get("modo") or "escaramuza"
    return told


def _ability(sent: Mapping[str, str], n: int, players: tuple[str, str]) -> dict[str, Any]:
    kind = sent.get(f"t{n}") or "capacidad"
    owner = "" if kind == "efecto_de_juego" else players[1 if sent.get(f"d{n}") == "2" else 0]
    return {"nombre": sent[f"n{n}"].strip(), "jugador": owner, "tipo": kind, "clase": sent.get(f"c{n}", "")}


@bp.get("/situaciones")
@kept
def shelf() -> str:
    tables = [game for game, data in site().kb.games.items() if data.table]
    return render_template("situations.html", tables=tables)


@bp.get("/situaciones/<game:game>")
def situation(game: str) -> Response:
    _check_size(request.args)
    here = site()
    return respond(here.searches.get(request.full_path, lambda: page_from(_render(here, game))))


def _check_size(sent: Mapping[str, str]) -> None:
    if sum(map(len, sent.values())) > SITUATION_TEXT:
        raise WebError(400, "peticion_incorrecta", f"La situación pasa de {SITUATION_TEXT} caracteres.")


def situation_view(here: Site, game: str, sent: Mapping[str, str]) -> SituationOut:
    table = here.kb.games[game].table
    if table is None:
        return SituationOut(game=game, situation=None, timeline=None, error=NO_TABLE)
    told, timeline, wrong = situation_from(game, table, sent), None, None
    try:
        with work("order", game):
            timeline = order(checked(Situation, told)) if told else None
    except PlayError as error:
        wrong = str(error)
    return SituationOut(game=game, situation=told, timeline=timeline, error=wrong)


def _render(here: Site, game: str) -> str:
    sent, table = request.args.to_dict(), here.kb.games[game].table
    if table is None:
        return render_template("missing.html", game=game, title="Quién va antes", why=NO_TABLE)
    view, own = situation_view(here, game, sent), _own_fields(here)
    template = "timeline_result.html" if "parcial" in sent else "situation.html"
    return render_template(
        template, game=game, table=table, sent=sent, timeline=view.timeline, wrong=view.error,
        rows=range(1, ROWS + 1), query=urlencode({name: value for name, value in sent.items() if name in own}),
        kinds=KINDS, events=EVENTS, cited=partial(cited, here),
    )  # fmt: skip


def cited(here: Site, ref: str) -> tuple[str, str] | None:
    """Title and address of a step's citation, where this knowledge base has it."""
    id, _, anchor = ref.partition("#")
    entry = here.kb.by_id.get(id)
    return (titled(entry), passage_url(entry, anchor)) if entry else None


SituationQuery = api.form_query("SituationQuery", _fields(shipped_game(slug).table for slug in GAMES), SITUATION_TEXT)


@api.get(bp, "/situations/<game:game>", summary="Quién va antes, con los campos de su página", tag="partida",
         response=SituationOut, query=SituationQuery)  # fmt: skip
def situation_json(game: str, query: api.FormQuery) -> SituationOut:
    here = site()
    sent = query.sent(_own_fields(here))
    _check_size(sent)
    return situation_view(here, game, sent)


class OrderIn(Situation):
    """A situation of `kb order`."""


@api.post(bp, "/order", summary="Quién va antes entre efectos simultáneos", tag="partida", response=Timeline, body=OrderIn)
def order_json(body: BaseModel) -> Timeline:
    assert isinstance(body, Situation)
    try:
        with work("order", body.juego):
            return order(body)
    except PlayError as error:
        raise WebError(400, "situacion_incorrecta", str(error)) from error
