"""A text with two meanings is declined, and shows both: what each says, and the wording that says only that."""

import pytest

from grammar.meaning.card import compile_card

CASES = [
    (
        "xwing",
        "Mientras efectúas un ataque, si tienes fijado al defensor, tira 1 dado de ataque adicional.",
        {"Sólo si: has fijado al defensor.", "Sólo si: tienes Blancos fijados sobre el defensor."},
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
