"""Odds pages: build an attack, see its exact distribution, compare it with another, share it by address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from pydantic import Field, RootModel

from grammar.game import GAMES
from kb.forms import DiceForm
from kb.games import GameData, shipped_game
from kb.play.errors import PlayError
from kb.play.odds.answer import odds
from kb.play.odds.budget import Budget
from kb.play.odds.spec import AnySpec
from web import api
from web.errors import WebError
from web.guard.budgets import ODDS_FIELDS, ODDS_STEPS, ODDS_TEXT
from web.kept.pages import page_from, respond
from web.library import Site, site
from web.models import CalculatorOut, OddsOut, SetUpOut
from web.observe.meters import work
from web.pages.family import kept
from web.view.charts import at_least, chart, percent
from web.view.dice_forms import question, values_from

bp = Blueprint("odds", __name__)
_SECOND = "b_"


@dataclass(frozen=True)
class SetUp:
    """One side of a comparison: what the form holds and what comes out of it."""

    values: dict[str, str]
    chances: tuple[float, ...] = ()
    expected: float | None = None
    success: float | None = None
    left_out: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True)
class Calculator:
    """A form of a game's folder, with the game it is of."""

    game: str
    form: DiceForm


def calculators(games: Mapping[str, GameData]) -> dict[str, Calculator]:
    """By the name of their address: one of these games, or of a game with several."""
    return {form.slug: Calculator(game, form) for game, data in games.items() for form in data.dice}


def set_up(of: Calculator, values: dict[str, str], budget: Budget) -> SetUp:
    try:
        with work("odds", of.game):
            found = odds(question(of.game, of.form, values), budget=budget)
    except PlayError as error:
        return SetUp(values, error=str(error))
    chances = next((found[name] for name in ("damage", "wounds", "results") if name in found), ())
    return SetUp(values, tuple(chances), found.get("expected"), found.get("success"), tuple(found.get("left_out", ())))


@bp.get("/probabilidades")
@kept
def shelf() -> str:
    return render_template("odds_shelf.html", calculators=calculators(site().kb.games).values())


@bp.get("/probabilidades/<slug>")
def calculator(slug: str) -> Response:
    here = site()
    of = calculators(here.kb.games).get(slug)
    if of is None and slug in here.games:
        return respond(here.pages.get(request.path, lambda: page_from(_none(slug))))
    if of is None:
        raise _unknown()
    _check_size(request.args)
    return respond(here.searches.get(request.full_path, lambda: page_from(_render(here, of))))


def _none(game: str) -> str:
    why = "De este juego no hay tiradas: su carpeta no trae «tiradas.toml»."
    return render_template("missing.html", game=game, title="Tiradas", why=why)


def _unknown() -> WebError:
    return WebError(404, "no_encontrado", "No hay calculadora de eso.")


def _check_size(sent: Mapping[str, str]) -> None:
    if len(sent) > ODDS_FIELDS or sum(map(len, sent.values())) > ODDS_TEXT:
        raise WebError(400, "peticion_incorrecta", f"La pregunta pasa de {ODDS_TEXT} caracteres.")


def set_ups(of: Calculator, sent: Mapping[str, str]) -> list[SetUp]:
    """One set-up, or the two that are compared; the second begins as the first."""
    budget = Budget(ODDS_STEPS)
    ups = [set_up(of, values_from(of.form, sent), budget)]
    if sent.get("comparar"):
        again = any(name.startswith(_SECOND) for name in sent)
        ups.append(set_up(of, values_from(of.form, sent, _SECOND if again else ""), budget))
    return ups


def _render(here: Site, of: Calculator) -> str:
    sent = request.args.to_dict()
    ups, comparing = set_ups(of, sent), bool(sent.get("comparar"))
    shown = [list(up.chances) for up in ups if up.chances]
    told = " ".join(_told(of.form, up) for up in ups if up.chances)
    template = "odds_result.html" if "parcial" in sent else "odds.html"
    own = set(_fields(here.kb.games))
    return render_template(
        template, of=of, form=of.form, calculators=calculators(here.kb.games).values(), ups=ups, comparing=comparing,
        percent=percent, second=_SECOND, picture=chart(shown, told) if shown else None,
        least=[at_least(chances) for chances in shown], size=max(map(len, shown), default=0),
        query=urlencode({name: value for name, value in sent.items() if name in own}),
    )  # fmt: skip


def _told(form: DiceForm, up: SetUp) -> str:
    each = ", ".join(f"{n}: {percent(p)}" for n, p in enumerate(up.chances))
    return f"Probabilidad de cada cantidad {form.cuenta if form.cuenta.startswith('de') else 'de ' + form.cuenta}: {each}."


def _fields(games: Mapping[str, GameData]) -> tuple[str, ...]:
    """The fields of every form: the same words as in the address of its page."""
    forms = (of.form for of in calculators(games).values())
    names = dict.fromkeys(field.nombre for form in forms for side in form.lados for field in side.campos)
    return ("comparar", *names, *(_SECOND + name for name in names))


OddsQuery = api.form_query("OddsQuery", _fields({slug: shipped_game(slug) for slug in GAMES}), ODDS_TEXT)


@api.get(bp, "/odds/<form>", summary="Una calculadora con sus campos, como su página", tag="partida",
         response=CalculatorOut, query=OddsQuery)  # fmt: skip
def calculator_json(form: str, query: api.FormQuery) -> CalculatorOut:
    games = site().kb.games
    sent = query.sent(_fields(games))
    found = calculators(games).get(form)
    if found is None:
        raise _unknown()
    _check_size(sent)
    return CalculatorOut(form=found.form.slug, game=found.game, outcome=found.form.cuenta, set_ups=tuple(
        SetUpOut(values=up.values, chances=up.chances, at_least=tuple(at_least(list(up.chances))), expected=up.expected,
                 success=up.success, left_out=up.left_out, error=up.error)
        for up in set_ups(found, sent)
    ))  # fmt: skip


class OddsIn(RootModel[Annotated[AnySpec, Field(discriminator="game")]]):
    """One question of `kb odds`."""


@api.post(bp, "/odds", summary="Probabilidades exactas de un ataque o una misión", tag="partida", response=OddsOut, body=OddsIn)
def odds_json(body: OddsIn) -> OddsOut:
    try:
        with work("odds", body.root.game):
            return OddsOut.model_validate(odds(body.root.model_dump(), budget=Budget(ODDS_STEPS)))
    except PlayError as error:
        raise WebError(400, "pregunta_incorrecta", str(error)) from error
