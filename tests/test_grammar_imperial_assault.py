"""Imperial Assault: keyword lines, abilities, instructions; the dialect over the shared core; the official texts outside."""

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from cases import cases

from grammar.build.asalto import AsaltoBuilder
from grammar.compile import Result, compile_text, printer_for
from grammar.effects import dump, effect_adapter
from grammar.game import CORPUS, load_game
from grammar.keywords import Keyword, bound, definition, keywords_of
from grammar.likeness import likeness, other_game
from grammar.lint import lint_text
from grammar.parse import build_parser

GAME = "imperial-assault"
CARDS = Path(os.environ.get("KB_CARDS") or Path(__file__).resolve().parent.parent.parent / "shared" / "cards")
OWN = [json.loads(line) for line in (CORPUS / GAME / "cartas.jsonl").read_text("utf-8").splitlines()]
FLOORS = {"surge": 1.0, "keyword": 1.0, "instruction": 0.85, "deployment-ability": 0.85, "bonus-effect": 0.88, "": 0.82}
"""Shares covered by kind; "" is all of them. They may rise, not fall."""
MUTATIONS = (
    (r"\b1\b", "2"), (r"\b2\b", "3"), (r"\bfigura amiga\b", "figura enemiga"), (r"\+1 \[daño\]", "+2 [daño]"),
    (r"\bPerforante \d", "Perforante 9"), (r"\bno puede\b", "puede"), (r"\[daño\]", "[tensión]"),
    (r"\bal comienzo\b", "al final"),
    (r"\bAl comienzo\b", "Al final"), (r"\bHéroe\b", "Rebelde"), (r"\bobjetivo\b", "atacante"), (r"\bhasta (?=\d)", ""),
    (r"\bmás cercano\b", "más alejado"), (r"\bo menos\b", "o más"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), cases("cards/imperial-assault.md"))
def test_case(text: str, expected: str) -> None:
    result = compile_text(text, GAME)
    assert (result.status, result.canonical) == ("exacto" if text == expected else "variante", expected)
    assert compile_text(expected, GAME).effects == result.effects


@pytest.mark.parametrize(("text", "expected"), cases("errors/imperial-assault.md"))
def test_declined_at_its_place(text: str, expected: str) -> None:
    result = compile_text(text, GAME)
    found = result.diagnostics[0]
    assert result.status == "rechazado" and result.effects == ()
    assert f"{found.code} {found.message} «{text[found.span[0] : found.span[1]]}»" == expected


def test_every_rule_has_its_builder() -> None:
    own = {"claves", "limitacion", "sin_inf", "y_mismo", "objetivo"}
    rules = {str(rule.origin.name) for rule in build_parser("leyendas", cached=False).rules}
    assert own <= rules
    assert sorted(rule for rule in own - {"y_mismo"} if not hasattr(AsaltoBuilder, f"build_{rule}")) == []


def test_our_own_cards_compile() -> None:
    assert [card["id"] for card in OWN if compile_text(card["text"], GAME).status == "rechazado"] == []


def test_effects_survive_json() -> None:
    for card in OWN:
        result = compile_text(card["text"], GAME)
        stored = json.loads(json.dumps([dump(effect) for effect in result.effects]))
        assert tuple(effect_adapter().validate_python(stored)) == result.effects


def test_figure_and_target_are_not_the_same() -> None:
    figure = compile_text("La figura sufre 1 [daño].", GAME)
    target = compile_text("El objetivo sufre 1 [daño].", GAME)
    assert figure.status == target.status == "exacto"
    assert figure.effects != target.effects


def test_moving_for_something_is_no_cost() -> None:
    (ability,) = compile_text("Mueve 3 para atacar a [rebelde-objetivo].", GAME).effects
    (clause,) = ability.oraciones[0].frases.partes
    (move,) = clause.efecto.ops
    assert clause.costes is None
    assert dump(move)["puntos"] == {"tipo": "exacta", "valores": [3]}
    assert dump(move)["proposito"]["ops"][0]["kind"] == "atacar"


def test_a_clause_belongs_to_the_figure_and_not_to_its_cost() -> None:
    text = "Otra figura del bando Imperial con un coste de figura de 4 o menos que pueda atacar ataca a un Rebelde."
    (ability,) = compile_text(text, GAME).effects
    subject = ability.oraciones[0].frases.partes[0].sujeto
    assert subject is not None and dump(subject)["relativa"]["frase"]["modo"] == "puede"


# -- keywords ---------------------------------------------------------------------------------------


def test_definitions_compile() -> None:
    terms = [term for term in load_game(GAME).vocabulario if term.definicion]
    assert len(terms) >= 7
    for term in terms:
        assert compile_text(term.definicion or "", GAME).status == "exacto"
        assert definition(term.id) != ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Perforante 2", "Al atacar, ignora hasta 2 resultados [bloqueo]."),
        ("Recuperación 3 [tensión]", "Después de resolver el ataque, recupera 3 [tensión]."),
    ],
)
def test_a_card_line_binds_the_definition(line: str, expected: str) -> None:
    (keyword,) = keywords_of(compile_text(line, GAME).effects)
    assert printer_for(GAME).text(bound(keyword)) == expected


def test_keywords_inside_a_sentence() -> None:
    effects = compile_text("Cada ataque de este grupo gana Perforante 1 y Tajo 2 [daño].", GAME).effects
    assert list(keywords_of(effects)) == [Keyword("perforante", 1), Keyword("tajo", 2, "dano")]


# -- which game -------------------------------------------------------------------------------------


def test_a_text_under_the_wrong_game_is_recognised() -> None:
    text = "[incremento]: Cada figura amiga a 3 o menos casillas gana 2 puntos de movimiento."
    assert likeness(text).game in (GAME, "leyendas")
    found = other_game(text, "xwing")
    assert found is not None and found.game in (GAME, "leyendas")
    assert other_game(text, GAME) is None
    assert any(d.code == "KB216" and d.message.startswith("Parece de ") for d in lint_text(text, "xwing"))


def test_no_game_is_guessed_from_nothing() -> None:
    assert other_game("Tira 1 dado.", GAME) is None
    assert other_game("", "xwing") is None


# -- any text at all ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "+" * 2900,
        "■ " * 1400,
        "« " * 1400,
        "[acción] " * 320,
        "a 3 casillas " * 220,
        ", luego " * 350,
        "Límite " * 400,
        "X " * 1400,
    ],
    ids=["signos", "puntos", "comillas", "costes", "distancias", "luego", "limites", "variables"],
)
@pytest.mark.parametrize("game", [GAME, "leyendas"])
def test_hostile_texts_get_an_answer_soon(text: str, game: str) -> None:
    start = time.process_time()
    result = compile_text(text, game)
    assert result.effects or result.diagnostics
    assert time.process_time() - start < 10  # what explodes never ends


# -- the official texts -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def official() -> list[tuple[dict[str, Any], Result]]:
    path = CARDS / f"{GAME}.jsonl"
    if not path.exists():
        pytest.skip("faltan los textos oficiales de carta (KB_CARDS o ../shared/cards)")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(row, compile_text(row["text"], GAME)) for row in rows]


@pytest.mark.cards
@pytest.mark.parametrize("kind", sorted(FLOORS))
def test_coverage_does_not_fall(official: list[tuple[dict[str, Any], Result]], kind: str) -> None:
    found = [result.status != "rechazado" for row, result in official if row["kind"] == kind or not kind]
    assert sum(found) / len(found) >= FLOORS[kind]


@pytest.mark.cards
def test_canonical_texts_are_fixed_points(official: list[tuple[dict[str, Any], Result]]) -> None:
    unstable = [r.canonical for _, r in official if r.effects and compile_text(r.canonical, GAME).effects != r.effects]
    assert unstable == []


@pytest.mark.cards
def test_effects_are_closed_vocabulary(official: list[tuple[dict[str, Any], Result]]) -> None:
    stored = [dump(effect) for _, result in official for effect in result.effects]
    assert len(effect_adapter().validate_python(stored)) == len(stored)


@pytest.mark.cards
def test_every_change_of_meaning_changes_the_effect(official: list[tuple[dict[str, Any], Result]]) -> None:
    silent = []
    for row, result in official:
        for pattern, new in MUTATIONS:
            mutant = re.sub(pattern, new, row["text"], count=1)
            if result.effects and mutant != row["text"] and compile_text(mutant, GAME).effects == result.effects:
                silent.append((pattern, row["text"]))
    assert silent == []
