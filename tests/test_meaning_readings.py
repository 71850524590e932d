"""A text with two meanings is declined, and shows both: what each says, and the wording that says only that."""

import pytest

from grammar.meaning.card import compile_card

CASES = [
    (
        "xwing",
        "Después de que una nave aliada a alcance 0-1 de una nave enemiga con 1 ficha de Iones se defienda, pierdes 1 escudo.",
        {
            "Cuándo: después de que 1 nave aliada que está a alcance 0-1 de 1 nave enemiga con 1 ficha de Iones se defienda.",
            "Cuándo: después de que 1 nave aliada con 1 ficha de Iones que está a alcance 0-1 de 1 nave enemiga se defienda.",
        },
    ),
]


@pytest.mark.parametrize(("game", "text", "says"), CASES)
def test_both_readings_are_told(game: str, text: str, says: set[str]) -> None:
    card = compile_card(text, game)
    (found,) = card.diagnostics
    assert (card.status, found.code) == ("rechazado", "KB105")
    assert {reading.says for reading in found.readings} == says
    effects = [compile_card(reading.text, game).effects for reading in found.readings if reading.text]
    assert len(effects) == len(set(effects)) == len(says), "each wording is understood in its own way"
    assert "Capacidad(" not in str(card.as_dict()), "nothing of ours is shown"


def test_a_reading_without_words_is_told_all_the_same() -> None:
    """Nothing that is read makes the reader fall, whether or not it can be said back."""
    card = compile_card("Mientras tu casco sea 2 o menos, considera rojas todas tus acciones salvo [concentración].", "xwing")
    assert card.status == "rechazado"
