"""Words of one game under another: declined with a sentence, never a fault. Each text here once was one."""

import pytest

from grammar.meaning.card import compile_card

CROSSED = [
    ("imperial-assault", "estás tus para alcance"),
    ("imperial-assault", "efectúes alcance"),
    ("leyendas", "Puedes añadir 1 resultado de Concentración."),
    ("xwing", "Reglas de misión: Todos los Oficiales Imperiales ganan:"),
]


@pytest.mark.parametrize(("game", "text"), CROSSED)
def test_words_of_another_game_are_declined(game: str, text: str) -> None:
    result = compile_card(text, game)
    assert result.status == "rechazado"
    assert result.diagnostics[0].message
