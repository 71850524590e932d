"""What is offered next while a card is written: the usual words first, and only what the sentence can go on with."""

import random

import pytest

from grammar.completion import complete
from grammar.game import GAMES, load_game
from grammar.meaning.card import compile_card
from grammar.own import understood_texts
from grammar.steps import allow
from grammar.witness import laid
from tests.sample import part
from tests.soak.completing import walk

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
def test_what_nobody_would_write_is_answered_in_bounded_work(text: str) -> None:
    """Counted, not timed: a beginning is read a few times at most, and proofs end where the words that may be read do."""
    allow(4000)
    try:
        complete(text, "xwing")
        complete(text, "xwing", proofs=20)
    finally:
        allow(None)


@pytest.mark.parametrize("game", GAMES)
def test_witnesses_are_understood(game: str) -> None:
    """Each of them in `make check`, as a walk may come to any; when the compiler has changed,
    `python -m tests.soak.completing sort`."""
    base = load_game(game).sobre
    texts = understood_texts(game)[: -len(understood_texts(base)) if base else None]
    assert [text for text in part(texts) if compile_card(text, game).status == "rechazado"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_over_what_is_sure_ends_in_a_text_that_is_understood(game: str) -> None:
    """Six of each game; ten thousand in `python -m tests.soak.completing walks`."""
    rng = random.Random(7)
    for proofs in (0, 0, 0, 0, 0, 1):
        text = walk(game, rng, proofs)
        assert compile_card(text, game).status != "rechazado", text


def test_a_word_that_is_offered_as_sure_brings_a_text_that_is_understood() -> None:
    before = "Después de que una nave enemiga situada en tu [arco-trasero] te ataque, puedes "
    found = complete(before, "xwing", proofs=6)
    assert sum(word.sure for word in found) >= 3
    for word in found:
        if word.rest is not None:
            assert compile_card(laid(before, word.text) + word.rest, "xwing").status != "rechazado", word
