"""Reading is counted: too long a text is declined at once, and too much work stops with a sentence."""

from collections.abc import Callable, Iterator

import pytest

from grammar import steps
from grammar.chart import Chart
from grammar.game import GAMES
from grammar.lint import lint_text, run
from grammar.lint.unknown import PER_UNKNOWN
from grammar.meaning.card import compile_card
from grammar.meaning.compiler import LONGEST, MOST_WORDS, PER_READING, PER_TEXT, PER_WORD
from grammar.steps import Room, TooMuchWork, allow, most, spend
from web.guard.budgets import STEPS


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
    with pytest.raises(TooMuchWork, match=f"{cost - 1} pasos"):
        compile_card(text, game)


DEAR = "Después de que recibas {} ficha de Merma, obtén un Blanco fijado {} sobre una nave a alcance 0-1."
"""What repeats is begun anew at each place: thousands of items, of which ordinary sentences have some hundreds."""


def test_all_that_the_charts_of_a_request_begin_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However dear the sentences are for their words."""
    items: list[int] = []
    real = Chart._column

    def counted(self: Chart, end: int) -> None:
        before = self.items
        try:
            real(self, end)
        finally:
            items.append(self.items - before)

    monkeypatch.setattr(Chart, "_column", counted)
    allow(STEPS)
    with pytest.raises(TooMuchWork):
        for n in range(80):
            compile_card(DEAR.format(n % 9, "sobre una " * (20 + n % 20)), "xwing")
    assert max(items) > 200, "or these are no dear sentences"
    assert sum(items) < 1.1 * STEPS


def test_unknown_words_and_readings_are_work() -> None:
    """Each word that nobody knows is compared with all; each reading of an ability is a meaning that is made."""
    unknown = " ".join(f"Tirahero{letter}" for letter in "bcdf")
    assert counted(lambda: lint_text(unknown, "xwing")) > 4 * PER_UNKNOWN
    said = "Puedes gastar 1 ficha de Concentración."
    assert spent(said, "xwing") > PER_READING + PER_WORD * 6


def counted(work: Callable[[], object]) -> int:
    allow(1_000_000)
    work()
    left = steps._LEFT.get()
    assert left is not None
    return 1_000_000 - left[0]


def test_a_room_is_left_with_what_it_spent() -> None:
    allow(100)
    room = Room(30)
    with room:
        spend(20)
        assert room.left == 10
    spend(80)
    with pytest.raises(TooMuchWork, match="100 pasos"):
        spend(1)


def test_a_room_that_is_full_is_told_from_all_that_was_allowed() -> None:
    for allowed, own in ((100, True), (10, False), (None, True)):
        allow(allowed)
        room = Room(30)
        with pytest.raises(TooMuchWork), room:
            spend(31)
        assert room.own is own
        assert most(1000) == {100: 70, 10: 0, None: 1000}[allowed]


def test_looking_for_what_was_meant_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past its steps a text is told where it stops, and a request that has fewer left than these says so."""
    text = "Elige 2 Rebeldes adyacentes entre sí."
    whole = counted(lambda: lint_text(text, "imperial-assault"))
    monkeypatch.setattr(run, "MOST_REPAIRING", 100)
    less = counted(lambda: lint_text(text, "imperial-assault"))
    assert less < whole / 2 and [d.severity for d in lint_text(text, "imperial-assault")] == ["error"]
    allow(less - 50)
    with pytest.raises(TooMuchWork):
        lint_text(text, "imperial-assault")


def test_nothing_is_counted_where_nothing_was_allowed() -> None:
    allow(None)
    spend(10**9)
    allow(5)
    spend(5)
    with pytest.raises(TooMuchWork):
        spend(1)
