"""X-Wing's cards at work: every verb that runs has a scenario, a declined option changes nothing, what runs is counted."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import scenarios
from hypothesis import given
from hypothesis import strategies as st
from sample import WHOLE

from kb.cli import main
from kb.play.coverage import RUNNABLE
from kb.play.errors import PlayError
from kb.play.games.xwing import PLAY
from kb.play.games.xwing.census import census
from kb.play.games.xwing.verbs.table import RUN
from kb.play.meaning.abilities import NotUnderstood, abilities_of, refusal
from kb.play.run import run
from kb.play.tryout import play_card

FOLDER = Path(__file__).parent / "fixtures" / "scenarios" / "xwing"
OWN = Path(__file__).parent.parent / "corpus" / "xwing" / "cartas.jsonl"
OFFICIAL = Path(os.environ.get("KB_CARDS") or Path(__file__).resolve().parent.parent.parent / "shared" / "cards")
DOCUMENTS = [d for p in sorted(FOLDER.glob("*.yaml")) for d in scenarios(p)]


def texts(value: object) -> Iterator[str]:
    """Every card text of a situation."""
    for ship in value.get("naves", {}).values() if isinstance(value, dict) else ():
        for card in ship.get("cartas", {}).values():
            yield card if isinstance(card, str) else card["texto"]


def test_every_verb_that_runs_is_listed_and_has_a_scenario():
    assert set(RUN) <= set(RUNNABLE)
    used = {
        fact.verb
        for document in DOCUMENTS
        for text in texts(document.data.get("dado", {}))
        if not refusal(text, "xwing")
        for ability in abilities_of(text, "xwing")
        for fact in ability.facts()
    }
    assert set(RUN) - used == set()


EVERY = 4 if WHOLE else 10
"""Of the official cards one in so many, for time."""


def figures(path: Path, every: int = 1) -> tuple[int, int, int]:
    """Cards, those of which some ability runs, those of which all do."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()][::every]
    found = []
    for row in rows:
        try:
            found.append(census(row["text"]))
        except NotUnderstood:
            found.append(("no se entiende",))
    return len(rows), sum("" in row for row in found), sum(bool(row) and not any(row) for row in found)


def test_our_sample_cards_run():
    cards, partly, wholly = figures(OWN)
    assert partly >= 0.6 * cards
    assert wholly >= 0.5 * cards  # the census is honest now: it acts in its own moment, and the table ends otherwise


@pytest.mark.cards
def test_official_cards_run():
    if not OFFICIAL.is_dir():
        pytest.skip("faltan los textos oficiales (KB_CARDS o ../shared/cards)")
    cards, partly, wholly = figures(OFFICIAL / "xwing-oficial.jsonl", EVERY)
    assert cards > 400 // EVERY and partly >= 0.75 * cards and wholly >= 0.7 * cards, (cards, partly, wholly)


OPTIONAL = [
    "Después de que ejecutes completamente una maniobra azul, puedes recuperar 1 [carga].",
    "Antes de que te actives, puedes sufrir 1 de daño [impacto] para retirar 1 ficha roja.",
    "Al comienzo de la fase de Enfrentamiento, puedes transferir 1 de tus fichas verdes a otra nave que tengas a alcance 0-2.",
    "Después de que te defiendas, puedes obtener un Blanco fijado sobre el atacante.",
    "Mientras te defiendes, puedes cambiar 1 de tus resultados de cara vacía por un resultado [evasión].",
    "Después de que sufras daño, puedes gastar 1 [carga] para realizar una acción [concentración] roja.",
]
STEPS = [
    {"maniobra": {"nave": "a", "color": "azul"}},
    {"activa": {"nave": "a"}},
    {"fase": {"nombre": "enfrentamiento"}},
    {"sufre": {"nave": "a", "impactos": 1}},
    {"ataque": {"atacante": "b", "defensor": "a", "ataque": ["impacto", "vacia"], "defensa": ["vacia"], "modifica": []}},
]
SHIP = {"jugador": "Ana", "casco": 9, "agilidad": 1, "cargas": 1, "cargas_max": 3, "fichas": {"tension": 1, "evasion": 1}}


@given(st.lists(st.sampled_from(OPTIONAL), max_size=4), st.lists(st.sampled_from(STEPS), max_size=5), st.booleans())
def test_a_declined_option_changes_nothing(cards, steps, said):
    def state(own, decide):
        given_ = {"naves": {"a": {**SHIP, "cartas": own}, "b": {"jugador": "Bea", "ataque": 2}}, "alcances": {"a b": 2}}
        told = [{**step, "decide": decide} if decide else step for step in steps]
        report = run(PLAY, given_, told)
        return {name: {**ship, "cartas": None} for name, ship in report.estado["naves"].items()}, report.no_se_puede

    named = {f"c{n}": text for n, text in enumerate(cards)}
    assert state(named, dict.fromkeys(named, False) if said else {}) == state({}, {})


@given(st.permutations(list(range(4))))
def test_what_happens_does_not_depend_on_the_order_of_ships_of_one_side(order):
    """Obligatory effects on different ships: the same table whatever the order in which the ships are written."""
    card = "Al comienzo de la fase de Enfrentamiento, recibes 1 ficha de Concentración."
    given_ = {"naves": {f"n{i}": {"cartas": {f"c{i}": card}} for i in order}}
    report = run(PLAY, given_, [{"fase": {"nombre": "enfrentamiento"}}])
    assert {name: ship["fichas"] for name, ship in report.estado["naves"].items()} == {
        f"n{i}": {"concentracion": 1} for i in range(4)
    }


def test_a_card_is_put_in_play_at_its_moment(capsys):
    text = (
        "Después de que realices una acción [evasión], puedes elegir otra nave aliada. "
        "Si lo haces, esa nave recibe 1 ficha de Cálculos."
    )
    assert main(["run", "--carta", text]) == 0
    told = capsys.readouterr().out
    assert "accion: evasion" in told
    assert "nave elige a aliada" in told  # the only one that there is: nobody has to say it
    assert "hacia" not in told  # what changes nothing is not decided
    assert main(["run", "--carta", "Baila con la luna de Endor."]) == 2
    assert "no se entiende" in capsys.readouterr().err


def test_sample_cards_have_a_situation_in_which_they_act():
    rows = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    played = 0
    for row in rows:
        try:
            verdict = play_card(row["text"], "xwing")[1][0]
        except PlayError:
            continue
        played += 1
        assert verdict.diferencias == ()
        acted = any(event.efecto == "carta" or "«carta»" in event.texto for event in verdict.informe.eventos)
        assert acted or "«carta» lo prohíbe" in verdict.informe.no_se_puede
    assert played >= 25


def test_what_a_step_tells_and_nothing_looks_at_is_said():
    given = {"naves": {"a": {"jugador": "Ana"}, "b": {"jugador": "Bea"}}}
    bump = {"maniobra": {"nave": "a", "velocidad": 2, "solapa": ["b"], "dado": "critico"}}  # an enemy asks for no die
    assert run(PLAY, given, [bump]).sin_usar == ("«maniobra.dado» (paso 1)",)
    jam = {"accion": {"nave": "a", "accion": "evasion", "pierde": "calculos"}}
    assert run(PLAY, given, [jam]).sin_usar == ("«accion.pierde» (paso 1)",)
