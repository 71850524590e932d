"""Questions of practice: always the same by their number, one right answer, and the engine's own steps behind it."""

import pytest

from kb.play.errors import PlayError
from kb.play.quiz import CHOICES, NUMBERS, questions, quiz, quizzed
from kb.play.quiz_choices import CANNOT
from kb.play.table.cards import shipped
from kb.play.table.words import NOTHING

GAMES = ("xwing", "legion", "imperial-assault", "leyendas", "rebellion")
NUMBERED = [(game, number) for game in GAMES for number in (1, 2, 7, NUMBERS)]


def test_every_game_has_questions() -> None:
    assert set(quizzed()) == set(GAMES)
    assert all(len(questions(game)) >= 15 for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_about_cards_that_we_ship(game: str) -> None:
    names = {card.nombre for card in shipped(game).values()}
    asked = [row.carta for row in questions(game)]
    assert len(set(asked)) == len(asked) and set(asked) <= names


@pytest.mark.parametrize(("game", "number"), NUMBERED)
def test_a_question_has_one_right_answer(game: str, number: int) -> None:
    found = quiz(game, number)
    assert found == quiz(game, number)
    assert 2 <= len(found.opciones) <= CHOICES and len(set(found.opciones)) == len(found.opciones)
    assert 1 <= found.acierto <= len(found.opciones)
    assert found.hay or found.ocurre
    assert found.pasos or found.motivo
    assert found.claves and all("#" in ref for ref in found.claves)
    assert all(step.cita for step in found.pasos)
    assert not any("{" in text or "None" in text for text in (*found.ocurre, *found.opciones, *found.dados))


def test_every_card_comes_before_any_comes_again() -> None:
    many = len(questions("xwing"))
    first = [quiz("xwing", number).carta for number in range(1, many + 1)]
    assert sorted(first) == sorted(row.carta for row in questions("xwing"))


@pytest.mark.parametrize(("game", "number"), [("ajedrez", 1), ("xwing", 0), ("xwing", NUMBERS + 1)])
def test_what_is_not_there_is_said(game: str, number: int) -> None:
    with pytest.raises(PlayError):
        quiz(game, number)


@pytest.mark.parametrize("game", GAMES)
def test_choices_do_not_give_themselves_away(game: str) -> None:
    """Of ten questions: three choices at least, and the right one is not the only one that says what changes."""
    for number in range(1, 11):
        found = quiz(game, number)
        blunt = [option for option in found.opciones if option in (CANNOT, NOTHING)]
        assert len(found.opciones) >= 3, (game, number)
        assert len(found.opciones) - len(blunt) >= 2, (game, number, found.opciones)


def test_ships_bear_names_of_our_own() -> None:
    pilots = {card.nombre for card in shipped("xwing").values() if card.clase == "pilot"}
    for number in range(1, 11):
        assert {piece.nombre for piece in quiz("xwing", number).hay} & pilots
