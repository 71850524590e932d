"""The validator: one bad text per code, a good one without findings, safe fixes that settle."""

import pytest
from cases import cases

from grammar.compile import compile_text
from grammar.diagnostics import apply_fixes
from grammar.lint import CATALOGUE, lint_text


@pytest.mark.parametrize(("text", "expected"), cases("errors/xwing-lint.md"))
def test_each_rule_finds_its_case(text: str, expected: str) -> None:
    found = lint_text(text)
    assert expected in [diagnostic.code for diagnostic in found]
    assert all(0 <= d.span[0] <= d.span[1] <= len(text) for d in found)


@pytest.mark.parametrize("code", [code for code, rule in CATALOGUE.items() if rule.good])
def test_the_good_example_of_each_code_is_clean(code: str) -> None:
    assert code not in [diagnostic.code for diagnostic in lint_text(CATALOGUE[code].good)]


@pytest.mark.parametrize("code", [code for code, rule in CATALOGUE.items() if rule.bad])
def test_the_bad_example_of_each_code_is_found(code: str) -> None:
    assert code in [diagnostic.code for diagnostic in lint_text(CATALOGUE[code].bad)]


@pytest.mark.parametrize(("text", "expected"), cases("cards/xwing-exactas.md"))
def test_canonical_texts_raise_no_alarm(text: str, expected: str) -> None:
    assert [d for d in lint_text(text) if d.severity != "nota"] == []


@pytest.mark.parametrize(("text", "expected"), cases("errors/xwing-lint.md"))
def test_safe_fixes_settle_and_keep_the_meaning(text: str, expected: str) -> None:
    fixed = apply_fixes(text, lint_text(text))
    assert apply_fixes(fixed, lint_text(fixed)) == fixed
    before, after = compile_text(text), compile_text(fixed)
    if before.status != "rechazado":
        assert after.effects == before.effects
