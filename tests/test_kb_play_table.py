"""A judge's table: the commonest calls are asked little and told right; hostile links and sentences get one sentence."""

import statistics
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar.steps import allow
from kb.forms import OrderTable
from kb.games import shipped_game
from kb.play.errors import PlayError
from kb.play.order.situation import Situation
from kb.play.scenario import PLAYS, Scenario
from kb.play.table.ask import answered
from kb.play.table.commands import piece_from
from kb.play.table.state import MOST_SAID, Answer, Piece, Said, Table, table_from
from kb.play.table.tell import scenario_of, tell
from kb.play.table.telling import Telling
from web.guard.budgets import TABLE_STEPS

HERE = Path(__file__).parent
CALLS: list[dict[str, Any]] = yaml.safe_load((HERE / "fixtures" / "mesa" / "llamadas.yaml").read_text("utf-8"))
MOST_ASKED = 4
"""Questions of the median call."""


def laid(call: dict[str, Any]) -> Table:
    pieces = (piece_from(text) for text in call.get("pon", ()))
    return Table(juego=call["juego"]).plus(*pieces, *(Said(frase=text) for text in call["di"]))


def _in_a_third(table: Table, data: OrderTable) -> Telling:
    """An ordinary call takes no more than a third of the work that the site allows it."""
    allow(TABLE_STEPS // 3)
    try:
        return tell(table, data)
    finally:
        allow(None)


@cache
def told(place: int) -> tuple[Table, Telling]:
    """The call asked and answered to its end."""
    call = CALLS[place]
    data, table, answers = shipped_game(call["juego"]).table, laid(call), list(call.get("responde", ()))
    assert data is not None
    telling = _in_a_third(table, data)
    while telling.pregunta is not None and answers:
        said = answered(telling.pregunta, answers.pop(0))
        table = table.plus(Answer(clave=telling.pregunta.clave, valor=said))
        telling = _in_a_third(table, data)
    assert not answers, f"sobran respuestas: {answers}"
    return table, telling


@pytest.mark.parametrize("place", range(len(CALLS)), ids=[call["llamada"] for call in CALLS])
def test_the_commonest_calls_are_told_right(place: int) -> None:
    call, (_, telling) = CALLS[place], told(place)
    asked = telling.pregunta.texto if telling.pregunta else ""
    assert (telling.tono, asked) == (call["tono"], "")
    assert call.get("sale", "") in telling.veredicto
    assert call.get("paso", "") in " / ".join(step.texto for step in telling.pasos)
    assert "sin" not in call or call["sin"] not in " / ".join(step.texto for step in telling.pasos)
    for fork, outcome in call.get("distinto", {}).items():
        assert outcome in next(each.sale for each in telling.alternativas if each.si == fork)


def test_few_questions_are_asked() -> None:
    assert statistics.median(told(place)[1].preguntas for place in range(len(CALLS))) <= MOST_ASKED


def test_every_step_of_every_call_is_cited() -> None:
    for place, call in enumerate(CALLS):
        telling = told(place)[1]
        assert telling.citas, call["llamada"]
        assert all("#" in step.cita for step in telling.pasos), call["llamada"]
        assert telling.tono != "no_se_puede" or "#" in telling.regla, call["llamada"]


def test_a_call_is_a_link_and_a_scenario() -> None:
    """The table comes back from its link, and the scenario that it gives away runs to the same end."""
    for place, call in enumerate(CALLS):
        table, telling = told(place)
        assert table_from(table.juego, telling.mesa) == table
        data = shipped_game(call["juego"]).table
        assert data is not None
        scenario = scenario_of(table, data)
        (Scenario if "cuando" in scenario else Situation).model_validate(scenario)
        assert len(telling.mesa) < 800


def test_every_game_of_the_engine_has_a_table() -> None:
    for game in PLAYS:
        data = shipped_game(game).table
        assert data is not None and data.habla is not None
        for row in data.habla.frase:
            if row.ejemplo:
                try:
                    telling = tell(Table(juego=game).plus(Said(frase=row.ejemplo)), data)
                    assert telling.tono
                except PlayError as error:  # said before anything happens, or without the cards that it is about
                    assert any(
                        why in error.reason for why in ("di antes", "pon en la mesa", "no toma parte", "no hay ninguna")
                    ), error


def test_what_the_rules_do_not_say_is_declined() -> None:
    """A fresh sample found it: such a figure attacked as if nothing were the matter."""
    data = shipped_game("imperial-assault").table
    assert data is not None
    with pytest.raises(PlayError, match="lo dice su carta"):
        tell(Table(juego="imperial-assault").plus(Said(frase="A está oculta"), Said(frase="A ataca a B")), data)


@pytest.mark.parametrize(("sayings", "why"), [
    ([Said(frase="A ataca a B")] * 7, "ocurren 6 cosas"),
    ([Piece(nombre=f"N{n}", texto="Puedes gastar 1 ficha de Evasión.") for n in range(13)], "caben 12"),
    ([Said(frase="A ataca a B " + "con letal 1 " * 18)], "enredada|no se entiende"),
])  # fmt: skip
def test_a_table_has_limits(sayings: list[Any], why: str) -> None:
    game = "legion" if "enredada" in why else "xwing"
    data = shipped_game(game).table
    assert data is not None
    with pytest.raises(PlayError, match=why):
        tell(Table(juego=game).plus(*sayings), data)


def test_stepping_back_forgets_the_last_thing() -> None:
    table = Table(juego="xwing").plus(Piece(nombre="A"), Said(frase="A hace Evasión"))
    assert table.back().dichos == table.dichos[:1]
    assert table.without(0).dichos == table.dichos[1:]


def test_what_is_not_known_branches() -> None:
    data = shipped_game("imperial-assault").table
    assert data is not None
    table = Table(juego="imperial-assault").plus(Said(frase="A ataca a B, saca 2 daño 3 precisión contra 1 bloqueo"))
    question = tell(table, data).pregunta
    assert question is not None
    telling = tell(table.plus(Answer(clave=question.clave, valor=answered(question, "no se sabe"))), data)
    assert telling.tono in ("depende", "pregunta")


@pytest.mark.parametrize("sentence", ["come pescado", "A", "pescado", "A salta", "a " * 100, "A ataca a B a alcance muchos"])
def test_what_is_not_understood_is_declined(sentence: str) -> None:
    data = shipped_game("xwing").table
    assert data is not None
    with pytest.raises(PlayError, match=r"no se entiende|demasiado enredada|no existe|debe ser"):
        tell(Table(juego="xwing").plus(Said(frase=sentence[:240])), data)


DECLINED: list[dict[str, str]] = yaml.safe_load((HERE / "fixtures" / "mesa" / "no_se_entienden.yaml").read_text("utf-8"))


@pytest.mark.parametrize("call", DECLINED, ids=lambda call: call["di"])
def test_what_could_be_turned_round_is_declined(call: dict[str, str]) -> None:
    """What a little word denies is no name and no fact: it is told which words were not understood."""
    data = shipped_game(call["juego"]).table
    assert data is not None
    with pytest.raises(PlayError, match=call["falta"]):
        tell(Table(juego=call["juego"]).plus(Said(frase=call["di"])), data)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_a_hostile_link_is_one_sentence(code: str) -> None:
    try:
        table = table_from("xwing", code)
        assert len(table.dichos) <= MOST_SAID
    except PlayError as error:
        assert "enlace" in error.reason


SAYINGS = (
    *(Piece(nombre="A"), Piece(nombre="B", lado=2), Piece(nombre="T", en="A", texto="Ataque: Gasta 1 [carga].")),
    *(Said(frase="A ataca a B"), Said(frase="A ataca a B con T"), Said(frase="A fija a B"), Said(frase="llega la fase final")),
    *(Said(frase="B tiene 1 Evasión"), Said(frase="B gasta 1 Evasión"), Said(frase="A usa T"), Said(frase="¿quién va antes?")),
    *(Answer(clave="alcance.0", valor="2"), Answer(clave="alcance.0", valor="?"), Answer(clave="ataque.0", valor="3")),
    *(Answer(clave="tirada.los_dados_de_ataque.0", valor="impacto=1"), Answer(clave="agilidad.0", valor="x")),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(SAYINGS), max_size=8))
def test_any_table_is_told_or_declined(sayings: list[Any]) -> None:
    data = shipped_game("xwing").table
    assert data is not None
    table = Table(juego="xwing").plus(*sayings)
    assert table_from("xwing", table.code()) == table
    try:
        tell(table, data)
    except PlayError as error:
        assert error.reason and "{" not in error.reason
