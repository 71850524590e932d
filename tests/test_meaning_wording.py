"""The canonical text speaks as the game's cards do."""

import pytest

from grammar.meaning.card import compile_card
from tests.cases import cases


@pytest.mark.parametrize(("text", "expected"), cases("sentido/voz.md"))
def test_a_text_is_said_back_in_the_voice_of_its_game(text: str, expected: str) -> None:
    game, said = text.split(": ", 1)
    assert compile_card(said, game).canonical == expected
    assert compile_card(expected, game).status == "exacto"
