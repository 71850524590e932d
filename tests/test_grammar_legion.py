"""Legión: keyword lists, weapon lines, rules in prose; the book's own definitions and unit cards where they are at hand."""

import json
import os
import time
from pathlib import Path

import pytest
from cases import cases

from grammar.compile import compile_text
from grammar.cualidades import bind, combine, translate_keyword
from grammar.effects import dump, effect_adapter
from grammar.effects.reglas import Arma, Cualidades, Regla
from grammar.game import CORPUS, Term, load_game
from grammar.lexing.prosa import is_keyword
from grammar.lint import lint_text
from grammar.outlines import outline_of
from grammar.rules import printer_for
from kb.build import build_from

CARDS = Path(os.environ.get("KB_CARDS") or Path(__file__).resolve().parent.parent.parent / "shared" / "cards")
OWN = [json.loads(line) for line in (CORPUS / "legion" / "cartas.jsonl").read_text("utf-8").splitlines()]
KEYWORDS = [term for term in load_game("legion").vocabulario if is_keyword(term)]
PIECES = ("la unidad que ", "la unidad, la ficha, ", "PERFORANTE 2, ", "(", "y ", "zxcvb ", "con la cualidad ")
FLOOR = 0.95
"""Share of the book's definitions that compile; it may rise, not fall."""
COLORS = {"red": "rojo", "black": "negro", "white": "blanco"}
WAYS = (
    "que posee la cualidad", "que tiene la cualidad", "que posea la cualidad", "provista de la cualidad", "provista de",
    "dotada de la cualidad", "con la cualidad", "con",
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), cases("cards/legion.md"))
def test_cases(text: str, expected: str) -> None:
    result = compile_text(text, "legion")
    assert result.canonical == expected
    assert compile_text(expected, "legion").effects == result.effects


@pytest.mark.parametrize(("text", "expected"), cases("errors/legion.md"))
def test_declined_at_its_place(text: str, expected: str) -> None:
    result = compile_text(text, "legion")
    found = result.diagnostics[0]
    assert result.status == "rechazado" and result.effects == ()
    assert f"{found.code} {found.message} «{text[found.span[0] : found.span[1]]}»" == expected


@pytest.mark.parametrize("term", KEYWORDS, ids=lambda term: term.id)
def test_every_keyword_is_read_with_its_parameters(term: Term) -> None:
    """Each keyword of the book, with a number if it takes one, on a card line and between others."""
    said = f"{term.nombre} 2" if "X" in term.parametros else term.nombre
    named = {"capacidad": "Capacidad 1", "sector": "Posterior"}
    for parameter in term.parametros:
        if parameter != "X":
            said += f": {named.get(parameter, 'Soldados de Ostrava')}"
            break
    (line,) = compile_text(f"Acometida, {said}, Brío", "legion").effects
    assert isinstance(line, Cualidades) and len(line.lista) == 3
    found = line.lista[1]
    assert found.id in {term.id, f"{term.id}_x", term.id.removesuffix("_x")} or found.id.startswith("autodestruccion")
    assert found.valor == (2 if "X" in term.parametros else None)


@pytest.mark.parametrize("way", WAYS)
def test_the_ways_of_having_a_keyword_are_one(way: str) -> None:
    text = f"Una unidad {way} ÁGIL gana una ficha de Esquiva."
    assert compile_text(text, "legion").canonical == "Una unidad con la cualidad ÁGIL gana una ficha de Esquiva."


def test_weapon_line() -> None:
    (weapon,) = compile_text("Alcance 1-3, 2 dados rojos, Perforante 1", "legion").effects
    assert isinstance(weapon, Arma)
    assert dump(weapon) == {
        "kind": "arma", "alcance": [1, 3], "dados": [{"cantidad": 2, "color": "rojo"}],
        "cualidades": [{"id": "perforante_x", "valor": 1}],
    }  # fmt: skip


def test_a_definition_runs_with_the_numbers_of_a_card() -> None:
    definition = compile_text("El atacante anula hasta X resultados [bloqueo] y gana Y fichas de Alerta.", "legion")
    bound = printer_for("legion").text(bind(definition.effects, 2, 3))
    assert bound == "El atacante anula hasta 2 resultados [bloqueo] y gana 3 fichas de Alerta."


def test_numbers_add_up_as_the_book_says() -> None:
    once = "Precisión 1, Explorador 2, Reparación 1: Capacidad 2, Brío"
    (line,) = compile_text(f"{once}, {once}", "legion").effects
    assert isinstance(line, Cualidades)
    found = [(keyword.id, keyword.valor) for keyword in combine(line.lista)]
    assert found == [("precision_x", 2), ("explorador_x", 3), ("reparacion_x", 1), ("brio", None), ("reparacion_x", 1)]


def test_negations_and_numbers_are_in_the_effect() -> None:
    yes = compile_text("Esta unidad puede gastar 2 fichas de Esquiva.", "legion").effects
    no = compile_text("Esta unidad no puede gastar 2 fichas de Esquiva.", "legion").effects
    more = compile_text("Esta unidad puede gastar 3 fichas de Esquiva.", "legion").effects
    assert len({json.dumps(dump(effects)) for effects in (yes, no, more)}) == 3


def test_our_own_cards_compile_and_survive_json() -> None:
    for card in OWN:
        result = compile_text(card["text"], "legion")
        assert result.status != "rechazado", card["id"]
        stored = json.loads(json.dumps([dump(effect) for effect in result.effects]))
        assert tuple(effect_adapter().validate_python(stored)) == result.effects


def test_a_text_of_another_game_is_recognised() -> None:
    found = lint_text("Mientras te defiendes, puedes gastar 1 [carga] para tirar 1 dado de defensa adicional.", "legion")
    assert next(finding.message for finding in found if finding.code == "KB216").startswith("Parece de X-Wing")


def test_unknown_words_are_declined_at_their_place() -> None:
    text = "Una unidad aliada zarpa hacia el campo de batalla."
    (found,) = compile_text(text, "legion").diagnostics
    assert (found.code, text[found.span[0] : found.span[1]]) == ("KB101", "zarpa")


def test_the_outline_says_when_and_whether() -> None:
    (effect,) = compile_text("Cuando esta unidad ataca, no puede gastar fichas de Esquiva.", "legion").effects
    assert [part.role for part in outline_of(effect, "legion").children] == ["momento", "prohibido"]


@pytest.mark.parametrize("game", ["legion", "rebellion"])
@pytest.mark.parametrize(
    "piece", ["la unidad que ", "la unidad, la ficha, ", "PERFORANTE 2, ", "(", "y ", "zxcvb ", "con la cualidad "]
)
def test_no_text_takes_long_or_breaks(game: str, piece: str) -> None:
    for size in (900, 3000, 65536):
        start = time.process_time()
        result = compile_text(piece * (size // len(piece)), game)
        lint_text(piece * (size // len(piece)), game)
        assert result.diagnostics or result.effects
        assert time.process_time() - start < 20  # about 0.05 on an idle machine; what explodes never ends


# ---- official material ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def definitions(books: Path) -> list[tuple[str, str]]:
    entries = build_from(books).entries
    return [(entry.id, entry.text) for entry in entries if (entry.game, entry.kind) == ("legion", "cualidad")]


def test_definitions_of_the_book_compile(definitions: list[tuple[str, str]]) -> None:
    declined = [ident for ident, text in definitions if compile_text(text, "legion").status == "rechazado"]
    assert len(definitions) >= 176
    assert 1 - len(declined) / len(definitions) >= FLOOR, declined


def test_canonical_definitions_are_read_again_the_same(definitions: list[tuple[str, str]]) -> None:
    for ident, text in definitions:
        result = compile_text(text, "legion")
        if result.status != "rechazado":
            assert compile_text(result.canonical, "legion").effects == result.effects, ident
            assert all(isinstance(effect, Regla) for effect in result.effects), ident


@pytest.fixture(scope="module")
def units() -> list[dict[str, object]]:
    path = CARDS / "legion-unidades-en.jsonl"
    if not path.exists():
        pytest.skip("faltan las cartas de unidad en inglés (KB_CARDS o ../shared/cards)")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_keyword_lists_of_the_units_parse(units: list[dict[str, object]]) -> None:
    """Every list, in Spanish; keywords newer than the book have no Spanish name and are counted."""
    newer: set[str] = set()
    for unit in units:
        english = [str(name) for name in unit["keywords"]] if isinstance(unit["keywords"], list) else []
        spanish = [translate_keyword(name) for name in english]
        newer.update(name for name, said in zip(english, spanish, strict=True) if said is None)
        known = [said for said in spanish if said is not None]
        if known:
            (line,) = compile_text(", ".join(known), "legion").effects
            assert isinstance(line, Cualidades) and len(line.lista) == len(known), unit["id"]
    assert len(newer) <= 12, sorted(newer)


def test_weapons_of_the_units_parse(units: list[dict[str, object]]) -> None:
    for unit in units:
        weapons = unit["weapons"] if isinstance(unit["weapons"], list) else []
        for weapon in weapons:
            reach = [value for value in weapon["range"] if value] if isinstance(weapon["range"], list) else []
            parts = ["Cuerpo a cuerpo"] if isinstance(weapon["range"], list) and 0 in weapon["range"] else []
            parts += [f"Alcance {min(reach)}-{max(reach)}"] if reach else []
            parts += [f"{count} dados {COLORS[color]}s" for color, count in weapon["dice"].items()]
            parts += [said for name in weapon["keywords"] if (said := translate_keyword(name)) is not None]
            (line,) = compile_text(", ".join(parts), "legion").effects
            assert isinstance(line, Arma), (unit["id"], parts)
