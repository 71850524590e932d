"""Leyendas: instructions with their targets, the erratum of the book, and what the co-operative mode ignores."""

import json

import pytest
from cases import cases

from grammar.compile import compile_text
from grammar.effects import dump, effect_adapter
from grammar.game import CORPUS
from grammar.leyendas_ignora import ENTRIES, is_ignored
from grammar.lint.run import lint_text

GAME = "leyendas"
OWN = [json.loads(line) for line in (CORPUS / GAME / "cartas.jsonl").read_text("utf-8").splitlines()]
# The five worked instructions of the book, with the icons that its text has lost.
SAMPLES = (
    "[acción] Mueve 4 hacia « Fenn ».",
    "[acción] Mueve 3 para confrontar a « Diala ».",
    "Mueve 2 para reposicionar a 3.",
    "[acción-ataque] Ataca a: «Diala»",
    "[acción-ataque] Mueve 3 para atacar a: «la figura Rebelde más cercana»",
)
ERRATUM = "Mueve 3 para reposicionar a: « el Héroe con más Vida restante »"


@pytest.mark.parametrize(("text", "expected"), cases("cards/leyendas.md"))
def test_case(text: str, expected: str) -> None:
    result = compile_text(text, GAME)
    assert (result.status, result.canonical) == ("exacto" if text == expected else "variante", expected)
    assert compile_text(expected, GAME).effects == result.effects


@pytest.mark.parametrize("text", SAMPLES)
def test_worked_samples_compile(text: str) -> None:
    assert compile_text(text, GAME).status != "rechazado"


def test_the_erratum_is_declined_with_advice() -> None:
    result = compile_text(ERRATUM, GAME)
    (found,) = result.diagnostics
    assert (result.status, found.code) == ("rechazado", "KB104")
    assert "un número de casillas" in found.message and "«para atacar a»" in found.message
    assert "el Héroe con más Vida restante" in ERRATUM[slice(*found.span)]


def test_our_own_cards_compile() -> None:
    assert [card["id"] for card in OWN if compile_text(card["text"], GAME).status == "rechazado"] == []


def test_effects_survive_json() -> None:
    for card in OWN:
        result = compile_text(card["text"], GAME)
        stored = json.loads(json.dumps([dump(effect) for effect in result.effects]))
        assert tuple(effect_adapter().validate_python(stored)) == result.effects


def test_what_stands_between_quotes_is_a_priority() -> None:
    priority = compile_text("Ataca a « el Héroe más cercano ».", GAME)
    literal = compile_text("Ataca al Héroe más cercano.", GAME)
    assert priority.status == literal.status == "exacto"
    assert priority.effects != literal.effects
    assert dump(priority.effects[0])["oraciones"][0]["frases"]["partes"][0]["efecto"]["ops"][0]["a"]["prioridad"] is True


@pytest.mark.parametrize(
    ("text", "ignored", "words"),
    [
        ("Al atacar, puedes volver a tirar 1 dado azul.", True, ["puedes"]),
        ("Elige una figura amiga adyacente. Esa figura recupera 1 [daño].", True, ["Elige"]),
        ("Elije una figura amiga.", True, ["Elije"]),
        ("Un Líder podrá elegirla.", True, ["podrá", "elegirla"]),
        ("Esta figura ha elegido al defensor.", True, ["elegido"]),
        ("La figura elegida sufre 1 [daño].", False, []),
        ("Esta figura no puede interactuar.", False, ["puede"]),
        ("Esta figura gana 1 ficha de Poder.", False, []),
        ("Al defenderse, aplica +1 [bloqueo] a los resultados de defensa.", False, []),
    ],
)
def test_ignored_in_the_cooperative_mode(text: str, ignored: bool, words: list[str]) -> None:
    verdict = is_ignored(text)
    assert verdict.ignorada is ignored
    assert [reason.palabra for reason in verdict.motivos] == words
    assert all(text[slice(*reason.span)] == reason.palabra for reason in verdict.motivos)
    assert verdict.entradas == ENTRIES
    assert verdict.mensaje.startswith("Se ignora" if ignored else "Se aplica")


def test_a_verdict_is_json() -> None:
    found = is_ignored("Puedes elegir 1 figura.").as_dict()
    assert json.loads(json.dumps(found))["motivos"][1]["verbo"] == "elegir"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Al atacar, puedes volver a tirar 1 dado de ataque.", True),
        ("Las figuras no pueden atacar.", False),
        ("Al atacar, aplica +2 Precisión.", False),
    ],
)
def test_the_workshop_says_what_an_imperial_card_loses(text, told):
    assert any(d.code == "KB217" for d in lint_text(text, "leyendas")) == told
    assert not any(d.code == "KB217" for d in lint_text(text, "imperial-assault"))
