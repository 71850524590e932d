"""Rebellion: missions, actions, objectives and tactics in our own words, with the terms of the book."""

import json

import pytest
from cases import cases

from grammar.compile import compile_text
from grammar.effects import dump, effect_adapter
from grammar.effects.reglas import Regla
from grammar.game import CORPUS, load_game
from grammar.lint import lint_text

OWN = [json.loads(line) for line in (CORPUS / "rebellion" / "cartas.jsonl").read_text("utf-8").splitlines()]
MOMENTS = [term.nombre for term in load_game("rebellion").vocabulario if term.clase == "momento"]


@pytest.mark.parametrize(("text", "expected"), cases("cards/rebellion.md"))
def test_cases(text: str, expected: str) -> None:
    result = compile_text(text, "rebellion")
    assert result.canonical == expected
    assert compile_text(expected, "rebellion").effects == result.effects


def test_our_own_cards_compile() -> None:
    declined = [card["id"] for card in OWN if compile_text(card["text"], "rebellion").status == "rechazado"]
    assert len(OWN) >= 60
    assert {card["kind"] for card in OWN} == {"mission", "action", "objective", "tactic"}
    assert len(declined) <= len(OWN) * 0.1, declined


def test_effects_survive_json() -> None:
    for card in OWN:
        result = compile_text(card["text"], "rebellion")
        stored = json.loads(json.dumps([dump(effect) for effect in result.effects]))
        assert tuple(effect_adapter().validate_python(stored)) == result.effects


@pytest.mark.parametrize("moment", MOMENTS)
def test_timing_words_are_headers(moment: str) -> None:
    (rule,) = compile_text(f"{moment}: Gana 1 de Lealtad en este sistema.", "rebellion").effects
    assert isinstance(rule, Regla) and rule.cabecera is not None
    assert rule.cabecera.startswith(moment[:4].lower().replace("ó", "o"))


def test_to_attempt_is_not_to_resolve() -> None:
    attempted = compile_text("Emprende esta Misión en el sistema Hoth.", "rebellion").effects
    resolved = compile_text("Resuelve esta Misión en el sistema Hoth.", "rebellion").effects
    verbs = [rule.clausulas[0].verbo for rule in (*attempted, *resolved) if isinstance(rule, Regla)]
    assert [verb.lema for verb in verbs if verb is not None] == ["emprender", "resolver"]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Tira 2 dados rojos.", "Tira 2 dados negros."),
        ("Gana 1 de Lealtad en este sistema.", "Pierde 1 de Lealtad en este sistema."),
        ("Destruye 1 nave Rebelde.", "Destruye 1 nave Imperial."),
        ("Coloca 1 AT-ST en la casilla 1.", "Coloca 1 AT-ST en la casilla 2."),
        ("Emprende esta Misión en un sistema leal al Imperio.", "Emprende esta Misión en un sistema leal a la Rebelión."),
        ("Tira 1 dado por cada icono [espionaje].", "Tira 1 dado por cada icono [diplomacia]."),
    ],
)
def test_a_change_of_meaning_changes_the_effect(text: str, other: str) -> None:
    one, two = compile_text(text, "rebellion"), compile_text(other, "rebellion")
    assert "rechazado" not in (one.status, two.status)
    assert one.effects != two.effects


def test_a_keyword_list_is_of_another_game() -> None:
    found = lint_text("Salto 1, Acometida, Perforante 2", "rebellion")
    assert next(finding.message for finding in found if finding.code == "KB216").startswith("Parece de Legión")
