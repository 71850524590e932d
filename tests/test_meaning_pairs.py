"""Minimal pairs of our own: one ruling, one effect; two rulings, two; nonsense, none. Declining is no mistake."""

import json
from functools import cache
from pathlib import Path

import pytest

from grammar.meaning.card import compile_card
from grammar.meaning.effect import Capacidad

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "fixtures/sentido/parejas.jsonl").read_text("utf-8").splitlines()
]


@cache
def effects(text: str, game: str) -> tuple[Capacidad, ...] | None:
    card = compile_card(text, game)
    return card.effects if card.status != "rechazado" else None


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_never_sure_and_wrong(case: dict[str, str]) -> None:
    found = {name: effects(case[name], case["game"]) for name in ("a", "b", "igual_a", "distinto_de") if name in case}
    if case["type"] == "rechazo":
        assert found["a"] is None
        return
    if None in found.values():
        return
    if case["type"] in ("igual", "lectura"):
        assert found["a"] == found["b" if "b" in found else "igual_a"]
    if case["type"] in ("distinto", "lectura"):
        assert found["a"] != found["b" if "b" in found else "distinto_de"]


def test_most_are_read() -> None:
    read = [case["id"] for case in CASES if case["type"] != "rechazo" and effects(case["a"], case["game"]) is not None]
    assert len(read) >= 0.85 * sum(case["type"] != "rechazo" for case in CASES), read
