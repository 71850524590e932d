"""Scenarios played on the page: a situation written as for `kb run`, and what happens in it, rule by rule."""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from pydantic import BaseModel, Field

from grammar.game import CORPUS, DEFAULT_GAME
from grammar.likeness import likeness
from kb.play.errors import PlayError
from kb.play.scenario import Scenario, Verdict, outcome, play_document
from kb.play.tryout import card_scenario, tried
from kb.play.yaml_io import Document, each_document
from web import api
from web.errors import WebError, within
from web.guard.budgets import SCENARIO_PARTS, SCENARIO_STEPS, TRYOUT_TEXT
from web.guard.budgets import SCENARIO_TEXT as MAX_TEXT
from web.guard.budgets import SCENARIOS as MOST
from web.kept.pages import HTML
from web.library import site
from web.models import ScenarioOut
from web.observe.meters import work
from web.pages.situations import cited

bp = Blueprint("scenarios", __name__)
EXAMPLE = (CORPUS / DEFAULT_GAME / "escenario.yaml").read_text("utf-8")
"""A situation of ours to begin with."""


@bp.get("/situaciones/escenario")
def scenario() -> Response:
    return _page(request.args.get("texto") or EXAMPLE, "scenario.html")


@bp.post("/situaciones/escenario")
def play_text() -> Response:
    return _page(request.form.get("texto", ""), "played.html")


@bp.get("/taller/prueba")
def put_in_play() -> Response:
    """A situation in which a card of the workshop acts, written where it can be changed; or why there is none."""
    text = within("El texto", request.args.get("texto", ""), TRYOUT_TEXT)
    try:
        with work("run"):
            scenario = card_scenario(text, request.args.get("juego") or _game_of(text), MAX_TEXT)
    except PlayError as error:
        return _shown(ScenarioOut(text=EXAMPLE, verdicts=(), error=f"{error.reason}."), "scenario.html")
    query = urlencode({"texto": within("El escenario", scenario, MAX_TEXT)})
    return Response(status=303, headers={"Location": f"/situaciones/escenario?{query}", "Cache-Control": "no-store"})


def _game_of(text: str) -> str:
    """The game whose words the card uses; of several, the first that can be played."""
    return next((game for game in likeness(text).candidates if game in tried()), DEFAULT_GAME)


def _page(text: str, template: str) -> Response:
    return _shown(scenario_view(text), template)


def _shown(view: ScenarioOut, template: str) -> Response:
    here = site()
    body = render_template(
        template, text=view.text, verdicts=view.verdicts, wrong=view.error, cited=lambda ref: cited(here, ref),
        max_text=MAX_TEXT, query=urlencode({"texto": view.text}) if view.text != EXAMPLE else "",
    )  # fmt: skip
    return Response(body, content_type=HTML, headers={"Cache-Control": "no-store"})


def scenario_view(text: str) -> ScenarioOut:
    text = within("El escenario", text.replace("\r\n", "\n"), MAX_TEXT)
    verdicts, wrong = _played(text)
    return ScenarioOut(text=text, verdicts=tuple(verdicts), error=wrong)


def _played(text: str) -> tuple[list[Verdict], str | None]:
    """Those that make sense, and one sentence for each that does not."""
    found = each_document("escenario", text)
    if not found:
        return [], "No hay ningún escenario."
    if len(found) > MOST:
        raise WebError(400, "peticion_incorrecta", f"Son demasiados escenarios a la vez: el límite es {MOST}.")
    with work("run"):
        played = [outcome(_short(document)) for document in found]
    wrong = [str(one).replace("escenario:", "Línea ", 1) for one in played if isinstance(one, PlayError)]
    return [one for one in played if isinstance(one, Verdict)], " ".join(wrong) or None


def _short(document: Document | PlayError) -> Document | PlayError:
    """The document, or why it is not played: each thing that happens may be a whole attack."""
    if isinstance(document, PlayError) or _steps(document.data) <= SCENARIO_STEPS:
        return document
    return document.error(f"en «cuando» pasan más de {SCENARIO_STEPS} cosas: pártelo en varios escenarios", ("cuando",))


def _steps(data: object) -> int:
    told = data.get("cuando") if isinstance(data, Mapping) else None
    return len(told) if isinstance(told, list | tuple) else 0


class ScenarioQuery(api.Query):
    text: str = Field("", max_length=MAX_TEXT)


@api.get(bp, "/scenario", summary="Escenarios jugados, como su página", tag="partida", response=ScenarioOut,
         query=ScenarioQuery, cached=False)  # fmt: skip
def scenario_json(query: ScenarioQuery) -> ScenarioOut:
    return scenario_view(query.text or EXAMPLE)


class RunIn(Scenario):
    """A scenario of `kb run`."""


@api.post(
    bp, "/run", summary="Juega una situación y dice qué pasa, regla por regla", tag="partida", response=Verdict, body=RunIn
)
def run_json(body: BaseModel) -> Verdict:
    told = body.model_dump(exclude_unset=True)
    if _parts(told) > SCENARIO_PARTS:
        raise WebError(400, "demasiado_trabajo", f"La situación pasa de {SCENARIO_PARTS} campos y elementos. Quita algunos.")
    try:
        with work("run"):
            document = _short(Document(name="escenario", data=told, lines={}))
            if isinstance(document, PlayError):
                raise document
            return play_document(document)
    except PlayError as error:
        raise WebError(400, "situacion_incorrecta", str(error)) from error


def _parts(value: object) -> int:
    """How many fields and elements it has, at any depth."""
    if isinstance(value, Mapping):
        return len(value) + sum(map(_parts, value.values()))
    return len(value) + sum(map(_parts, value)) if isinstance(value, list | tuple) else 0
