"""Reading is counted: too long a text is declined at once, and too much work stops with a sentence."""

from collections.abc import Iterator

import pytest

from grammar import steps
from grammar.compile import compile_text
from grammar.game import GAMES
from grammar.lexing.raw import MAX_PIECES, MAX_STOPS, PER_TEXT, fits, pieces
from grammar.lint import lint_text
from grammar.steps import TooManyWords, allow, spend


@pytest.fixture(autouse=True)
def _no_limit_left() -> Iterator[None]:
    yield
    allow(None)


def spent(text: str, game: str) -> int:
    """Steps that compiling a text takes."""
    allow(1_000_000)
    compile_text(text, game)
    left = steps._LEFT.get()
    assert left is not None
    return 1_000_000 - left[0]


def test_limits_of_one_text() -> None:
    assert fits("a " * MAX_PIECES) and not fits("a " * (MAX_PIECES + 1))
    assert fits("." * MAX_STOPS) and not fits("." * (MAX_STOPS + 1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["a " * (MAX_PIECES + 1), "a: " * (MAX_STOPS + 1), "a.\n" * 400])
def test_what_is_too_long_is_declined_unread(text: str, game: str) -> None:
    assert spent(text, game) == 0
    found = compile_text(text, game)
    assert found.status == "rechazado" and "demasiado larg" in found.diagnostics[0].message
    assert lint_text(text, game)


@pytest.mark.parametrize("game", GAMES)
def test_work_is_counted_and_stops(game: str) -> None:
    text = "Tira 1 dado. " * 10
    cost = spent(text, game)
    assert cost >= PER_TEXT + len(pieces("Tira 1 dado. ")) * 10
    allow(cost)
    compile_text(text, game)
    allow(cost - 1)
    with pytest.raises(TooManyWords, match=f"{cost - 1} palabras"):
        compile_text(text, game)


def test_nothing_is_counted_where_nothing_was_allowed() -> None:
    allow(None)
    spend(10**9)
    allow(5)
    spend(5)
    with pytest.raises(TooManyWords):
        spend(1)
