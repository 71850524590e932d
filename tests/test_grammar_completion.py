"""What is offered next while a card is written: the usual words first, and only what the sentence can go on with."""

import pytest

from grammar.completion import Prefix, complete
from grammar.game import GAMES
from grammar.meaning.card import compile_card

CASES = [
    ("xwing", "", "mientras"),
    ("xwing", "Después de que ", "efectúes"),
    ("xwing", "Mientras efectúas un ataque ", "contra"),
    ("xwing", "Mientras efectúas un ataque contra el ", "defensor"),
    ("xwing", "Mientras te mueves, ", "ignoras"),
    ("xwing", "Acción: Gasta 1 [carga]. ", "si"),
    ("xwing", "Después de que te actives, puedes gastar 1 [carga] para darle la ", "vuelta"),
    ("xwing", "Repara 1 carta de Daño boca ", "arriba"),
    ("legion", "Después de que esta unidad ", "ataque"),
    ("imperial-assault", "Cuando ataques, ", "aplica"),
    ("rebellion", "Recluta 1 ", "líder"),
]


@pytest.mark.parametrize(("game", "text", "word"), CASES)
def test_the_next_word_is_offered(game: str, text: str, word: str) -> None:
    assert word in [found.text.split()[0].lower() for found in complete(text, game)]


@pytest.mark.parametrize(("game", "text", "word"), [("xwing", "Puedes gast", "gastar"), ("xwing", "Gasta 1 [ca", "[carga]")])
def test_the_word_that_is_begun_is_completed(game: str, text: str, word: str) -> None:
    assert complete(text, game)[0].text == word


@pytest.mark.parametrize("game", GAMES)
def test_a_full_stop_is_offered_only_where_the_text_is_understood(game: str) -> None:
    for text in ("Si ", "Después de que ", "Puedes gastar 1 ", "Gasta 1 [carga]", "Cada unidad aliada", "Elige 1 nave "):
        if any(found.text == "." for found in complete(text, game)):
            assert compile_card(f"{text.rstrip()}.", game).status != "rechazado", text


@pytest.mark.parametrize(
    "text", ["de la nave " * 27, "elige 1 nave " + "de la nave " * 180, "una nave o " * 100, "(" * 900, "o " * 900]
)
def test_what_nobody_would_write_is_answered_in_bounded_work(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: how often a place of the chart is asked whether somebody wants it."""
    asked = 0
    live = Prefix.live

    def counted(self: Prefix, at: int, symbol: str) -> bool:
        nonlocal asked
        asked += 1
        return live(self, at, symbol)

    monkeypatch.setattr(Prefix, "live", counted)
    complete(text, "xwing")
    assert asked < 200_000
