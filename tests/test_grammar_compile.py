"""Text to effect and back: cases, declined texts, golden effects, and the whole of our own cards."""

import json
from pathlib import Path

import pytest
from cases import FIXTURES, cases

from grammar.compile import compile_text
from grammar.effects import dump, effect_adapter
from grammar.game import CORPUS

GOLDEN = Path(__file__).parent / "golden" / "xwing.txt"
OWN = [json.loads(line) for line in (CORPUS / "xwing" / "cartas.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("text", "expected"), cases("cards/xwing-exactas.md"))
def test_official_wording_comes_back_as_it_was(text: str, expected: str) -> None:
    result = compile_text(text)
    assert (result.status, result.canonical) == ("exacto", expected)
    assert result.diagnostics == ()


@pytest.mark.parametrize(("text", "expected"), cases("cards/xwing-variantes.md"))
def test_fan_wording_gives_the_canonical_one(text: str, expected: str) -> None:
    result = compile_text(text)
    assert (result.status, result.canonical) == ("variante", expected)
    assert result.effects == compile_text(expected).effects
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["KB001"]


@pytest.mark.parametrize(("text", "expected"), cases("errors/xwing.md"))
def test_what_is_not_understood_is_declined_at_its_place(text: str, expected: str) -> None:
    result = compile_text(text)
    found = result.diagnostics[0]
    assert result.status == "rechazado" and result.effects == ()
    assert f"{found.code} {found.message} «{text[found.span[0] : found.span[1]]}»" == expected


def test_expectations_are_in_words() -> None:
    (found,) = compile_text("Puedes gastar 1 [carga] tirar 1 dado.").diagnostics
    assert "«para» y un infinitivo" in found.expected


def test_effects_survive_json() -> None:
    for card in OWN:
        result = compile_text(card["text"])
        stored = json.loads(json.dumps([dump(effect) for effect in result.effects]))
        assert tuple(effect_adapter().validate_python(stored)) == result.effects


def test_our_own_cards_compile() -> None:
    declined = [card["id"] for card in OWN if compile_text(card["text"]).status == "rechazado"]
    assert len(declined) <= len(OWN) * 0.15, declined


def golden_lines() -> list[str]:
    lines = []
    for name in ("xwing-exactas", "xwing-variantes"):
        for case in cases(f"cards/{name}.md"):
            text = case.values[0]
            effects = json.dumps([dump(effect) for effect in compile_text(text).effects], ensure_ascii=False)
            lines.append(f"{text}|{effects}")
    return lines


def test_golden_effects() -> None:
    """Catches parser and printer changing together. `python tests/test_grammar_compile.py` writes the file again."""
    expected = GOLDEN.read_text(encoding="utf-8").splitlines()
    changed = [new for new, old in zip(golden_lines(), expected, strict=True) if new != old]
    assert changed[:3] == []


def test_fixtures_are_ours() -> None:
    assert (FIXTURES / "cards").is_dir()


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(golden_lines()) + "\n", encoding="utf-8")
