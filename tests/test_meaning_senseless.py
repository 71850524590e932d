"""Texts that no judge could apply: senseless, contradictory or ambiguous. None of them may be read."""

import re
from pathlib import Path

import pytest

from grammar.meaning.compiler import read_text

FILE = Path(__file__).parent / "fixtures" / "sentido" / "sin-sentido.md"
LINE = re.compile(r"^- «(?P<text>.*)» — (?P<why>.+)$")


def senseless() -> list[tuple[str, str]]:
    found, game = [], ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            game = line[3:]
        elif match := LINE.match(line):
            found.append((game, match["text"]))
    return found


@pytest.mark.parametrize(("game", "text"), senseless())
def test_what_makes_no_sense_is_declined(game: str, text: str) -> None:
    abilities, problems = read_text(text, game)
    assert problems, abilities


def test_there_are_a_hundred() -> None:
    assert len(senseless()) >= 100
