"""Odds pages: build an attack, see its exact distribution, compare it with another, share it by address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from pydantic import Field, RootModel

from kb.play.errors import PlayError
from kb.play.odds import odds
from kb.play.odds.budget import Budget
from kb.play.odds.spec import AssaultSpec, LegionSpec, RebellionSpec, XwingSpec
from web import api
from web.errors import WebError
from web.guard.budgets import ODDS_FIELDS, ODDS_STEPS, ODDS_TEXT
from web.kept.pages import page_from, respond
from web.library import site
from web.models import CalculatorOut, OddsOut, SetUpOut
from web.observe.meters import work
from web.pages.family import SHORT, kept
from web.view.charts import at_least, chart, percent
from web.view.dice_forms import FORMS, Form, question, values_from

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


def set_up(form: Form, values: dict[str, str], budget: Budget) -> SetUp:
    try:
        with work("odds", form.game):
            found = odds(question(form, values), budget=budget)
    except PlayError as error:
        return SetUp(values, error=str(error))
    chances = next((found[name] for name in ("damage", "wounds", "results") if name in found), ())
    return SetUp(values, tuple(chances), found.get("expected"), found.get("success"), tuple(found.get("left_out", ())))


@bp.get("/probabilidades")
@kept
def shelf() -> str:
    return render_template("odds_shelf.html", forms=FORMS.values())


@bp.get("/probabilidades/<slug>")
def calculator(slug: str) -> Response:
    form = _form(slug)
    _check_size(request.args)
    return respond(site().searches.get(request.full_path, lambda: page_from(_render(form))))


def _form(slug: str) -> Form:
    if slug not in FORMS:
        raise WebError(404, "no_encontrado", "No hay calculadora de eso.")
    return FORMS[slug]


def _check_size(sent: Mapping[str, str]) -> None:
    if len(sent) > ODDS_FIELDS or sum(map(len, sent.values())) > ODDS_TEXT:
        raise WebError(400, "peticion_incorrecta", f"La pregunta pasa de {ODDS_TEXT} caracteres.")


def set_ups(form: Form, sent: Mapping[str, str]) -> list[SetUp]:
    """One set-up, or the two that are compared; the second begins as the first."""
    budget = Budget(ODDS_STEPS)
    ups = [set_up(form, values_from(form, sent), budget)]
    if sent.get("comparar"):
        again = any(name.startswith(_SECOND) for name in sent)
        ups.append(set_up(form, values_from(form, sent, _SECOND if again else ""), budget))
    return ups


def _render(form: Form) -> str:
    sent = request.args.to_dict()
    ups, comparing = set_ups(form, sent), bool(sent.get("comparar"))
    shown = [list(up.chances) for up in ups if up.chances]
    told = " ".join(_told(form, up) for up in ups if up.chances)
    template = "odds_result.html" if "parcial" in sent else "odds.html"
    return render_template(
        template, form=form, forms=FORMS.values(), ups=ups, comparing=comparing, percent=percent, second=_SECOND,
        picture=chart(shown, told) if shown else None, least=[at_least(chances) for chances in shown],
        size=max(map(len, shown), default=0), short=SHORT,
        query=urlencode({name: value for name, value in sent.items() if name in OddsQuery.model_fields}),
    )  # fmt: skip


def _told(form: Form, up: SetUp) -> str:
    each = ", ".join(f"{n}: {percent(p)}" for n, p in enumerate(up.chances))
    return f"Probabilidad de cada cantidad {form.outcome if form.outcome.startswith('de') else 'de ' + form.outcome}: {each}."


_NAMES = dict.fromkeys(field.name for form in FORMS.values() for side in form.sides for field in side.fields)
OddsQuery = api.form_query("OddsQuery", ("comparar", *_NAMES, *(_SECOND + name for name in _NAMES)), ODDS_TEXT)
"""The fields of every form: the same words as in the address of its page."""


@api.get(bp, "/odds/<form>", summary="Una calculadora con sus campos, como su página", tag="partida",
         response=CalculatorOut, query=OddsQuery)  # fmt: skip
def calculator_json(form: str, query: api.Query) -> CalculatorOut:
    sent: dict[str, str] = query.model_dump(exclude_none=True)
    found = _form(form)
    _check_size(sent)
    return CalculatorOut(form=found.slug, game=found.game, outcome=found.outcome, set_ups=tuple(
        SetUpOut(values=up.values, chances=up.chances, at_least=tuple(at_least(list(up.chances))), expected=up.expected,
                 success=up.success, left_out=up.left_out, error=up.error)
        for up in set_ups(found, sent)
    ))  # fmt: skip


class OddsIn(RootModel[Annotated[XwingSpec | LegionSpec | AssaultSpec | RebellionSpec, Field(discriminator="game")]]):
    """One question of `kb odds`."""


@api.post(bp, "/odds", summary="Probabilidades exactas de un ataque o una misión", tag="partida", response=OddsOut, body=OddsIn)
def odds_json(body: OddsIn) -> OddsOut:
    try:
        with work("odds", body.root.game):
            return OddsOut.model_validate(odds(body.root.model_dump(), budget=Budget(ODDS_STEPS)))
    except PlayError as error:
        raise WebError(400, "pregunta_incorrecta", str(error)) from error
