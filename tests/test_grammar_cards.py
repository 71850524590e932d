"""The official card texts, read from outside the project: coverage, gates, precision. Skipped where they are absent."""

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cases import FIXTURES

from grammar.compile import Result, compile_text
from grammar.effects import dump, effect_adapter
from grammar.lint import lint_text

CARDS = Path(os.environ.get("KB_CARDS") or Path(__file__).resolve().parent.parent.parent / "shared" / "cards")
FLOORS = {"xwing-oficial": 0.90, "xwing-comunidad": 0.74}
"""Shares covered; they may rise, not fall."""
pytestmark = pytest.mark.cards
MUTATIONS = (
    (r"\b1\b", "2"),
    (r"\baliada\b", "enemiga"),
    (r"\benemiga\b", "aliada"),
    (r"\[impacto\]", "[crítico]"),
    (r"\bno (?=puede)", ""),
    (r"\bde Tensión\b", "de Merma"),
    (r"\bMientras te defiendes\b", "Mientras efectúas un ataque"),
    (r"\bhasta (?=\d)", ""),
    (r"\botra nave\b", "una nave"),
)


def rows(name: str) -> list[dict[str, Any]]:
    path = CARDS / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("faltan los textos oficiales de carta (KB_CARDS o ../shared/cards)")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module", params=sorted(FLOORS))
def compiled(request: pytest.FixtureRequest) -> tuple[str, list[tuple[str, Result]]]:
    return request.param, [(row["text"], compile_text(row["text"])) for row in rows(request.param)]


def test_coverage_does_not_fall(compiled: tuple[str, list[tuple[str, Result]]]) -> None:
    name, found = compiled
    share = sum(result.status != "rechazado" for _, result in found) / len(found)
    assert share >= FLOORS[name]


def test_effects_are_closed_vocabulary(compiled: tuple[str, list[tuple[str, Result]]]) -> None:
    """The schema takes them: identifiers are ASCII, kinds are known, nothing is extra."""
    _, found = compiled
    stored = [dump(effect) for _, result in found for effect in result.effects]
    assert len(effect_adapter().validate_python(stored)) == len(stored)


def test_canonical_texts_are_fixed_points(compiled: tuple[str, list[tuple[str, Result]]]) -> None:
    _, found = compiled
    unstable = [
        result.canonical for _, result in found if result.effects and compile_text(result.canonical).effects != result.effects
    ]
    assert unstable == []


def test_every_change_of_meaning_changes_the_effect(compiled: tuple[str, list[tuple[str, Result]]]) -> None:
    _, found = compiled
    silent = []
    for text, result in found:
        for pattern, new in MUTATIONS:
            mutant = re.sub(pattern, new, text, count=1)
            if result.effects and mutant != text and compile_text(mutant).effects == result.effects:
                silent.append((pattern, text))
    assert silent == []


def test_lint_alarms_on_official_texts_are_few() -> None:
    """Alarms are reviewed by hand: they are misprints of the transcription. A rule gone wild would pass this bound."""
    texts = [row["text"] for row in rows("xwing-oficial")]
    alarmed = [text for text in texts if any(d.severity == "aviso" for d in lint_text(text))]
    assert len(alarmed) < 0.08 * len(texts)


def test_official_and_community_texts_of_a_card_mean_the_same() -> None:
    """Pairs where the community text says something else are listed with their reason."""
    listed = tomllib.loads((FIXTURES / "cards" / "xwing-pares.toml").read_text(encoding="utf-8"))["distinto"]
    known = {row["id"] for row in listed}
    pairs = [
        (compile_text(row["official"]), compile_text(row["community"]), row["community_id"]) for row in rows("xwing-pares")
    ]
    both = [(one, other) for one, other, name in pairs if one.effects and other.effects and name not in known]
    equal = sum(one.effects == other.effects for one, other in both)
    assert equal / len(both) >= 0.9
