"""Reading is counted: too long a text is declined at once, and too much work stops with a sentence."""

from collections.abc import Iterator

import pytest

from grammar import steps
from grammar.chart import Chart
from grammar.game import GAMES
from grammar.lint import lint_text
from grammar.meaning.card import compile_card
from grammar.meaning.compiler import LONGEST, MOST_WORDS, PER_TEXT, WORTH
from grammar.steps import TooManyWords, allow, spend
from web.guard.budgets import WORDS


@pytest.fixture(autouse=True)
def _no_limit_left() -> Iterator[None]:
    yield
    allow(None)


def spent(text: str, game: str) -> int:
    """Steps that compiling a text takes."""
    allow(1_000_000)
    compile_card(text, game)
    left = steps._LEFT.get()
    assert left is not None
    return 1_000_000 - left[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_too_long_is_declined_unread(game: str) -> None:
    text = "a" * (LONGEST + 1)
    assert spent(text, game) == 0
    found = compile_card(text, game)
    assert found.status == "rechazado" and "demasiado larg" in found.diagnostics[0].message
    assert lint_text(text, game)


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_that_is_too_long_is_declined(game: str) -> None:
    found = compile_card("Tira 1 dado y " * (MOST_WORDS // 4 + 1) + "tira 1 dado.", game)
    assert found.status == "rechazado"


@pytest.mark.parametrize("game", GAMES)
def test_work_is_counted_and_stops(game: str) -> None:
    text = "Tira 1 dado. " * 10
    cost = spent(text, game)
    assert cost >= PER_TEXT + 3 * 10
    allow(cost)
    compile_card(text, game)
    allow(cost - 1)
    with pytest.raises(TooManyWords, match=f"{cost - 1} palabras"):
        compile_card(text, game)


DEAR = "Después de que recibas {} ficha de Merma, obtén un Blanco fijado {} sobre una nave a alcance 0-1."
"""What repeats is begun anew at each place: thousands of items, of which ordinary sentences have some hundreds."""


def test_dear_sentences_count_as_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that one request may have read is bounded in items, too, however dear its sentences are for their words."""
    items: list[int] = []
    real = Chart._column

    def counted(self: Chart, end: int) -> None:
        before = self.items
        try:
            real(self, end)
        finally:
            items.append(self.items - before)

    monkeypatch.setattr(Chart, "_column", counted)
    allow(WORDS)
    with pytest.raises(TooManyWords):
        for n in range(80):
            compile_card(DEAR.format(n % 9, "sobre una " * (20 + n % 20)), "xwing")
    assert max(items) > 10 * WORTH, "or these are no dear sentences"
    assert sum(items) < 1.5 * WORDS * WORTH


def test_nothing_is_counted_where_nothing_was_allowed() -> None:
    allow(None)
    spend(10**9)
    allow(5)
    spend(5)
    with pytest.raises(TooManyWords):
        spend(1)
