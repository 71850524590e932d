"""Gold of meaning: texts of our own, a player's reading of each as an effect, written down and checked by hand."""

import json
import re
from pathlib import Path

import pytest

from grammar.game import GAMES, load_game
from grammar.meaning.compiler import read_text
from grammar.meaning.effect import dump

FOLDER = Path(__file__).parent / "fixtures" / "sentido"
CASE = re.compile(r"^## (?P<name>[^\n]+)\n\n(?P<text>(?:>[^\n]*\n)+)\n```json\n(?P<effect>.*?)\n```", re.M | re.S)


def gold() -> list[tuple[str, str, str, str]]:
    found = []
    for game in GAMES:
        path = FOLDER / f"{game}.md"
        if path.exists():
            for case in CASE.finditer(path.read_text(encoding="utf-8")):
                text = "\n".join(line.removeprefix(">").strip() for line in case["text"].splitlines())
                found.append((game, case["name"], text, case["effect"]))
    return found


@pytest.mark.parametrize(("game", "name", "text", "effect"), gold(), ids=lambda value: value[:40])
def test_a_text_means_what_was_written_down(game: str, name: str, text: str, effect: str) -> None:
    abilities, problems = read_text(text, game)
    assert not problems
    assert json.loads(json.dumps(dump(abilities))) == json.loads(effect)


@pytest.mark.parametrize("game", ["legion"])
def test_every_definition_of_ours_is_understood(game: str) -> None:
    terms = [term for term in load_game(game).vocabulario if term.definicion]
    assert len(terms) > 50
    declined = {term.nombre: read_text(term.definicion or "", game)[1] for term in terms}
    assert not {name: problems for name, problems in declined.items() if problems}
