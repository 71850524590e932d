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


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("rebellion", "Recluta 1 sistema.", "«reclutar» no va con «sistema»: va con"),
        ("xwing", "Puedes volver a tirar 1 nave.", "«volver a tirar» no va con «nave»: va con «dado»"),
        ("xwing", "Gasta 1 fase Final.", "«gastar» no va con «fase Final»"),
        ("xwing", "Realiza una acción [crítico].", "«[crítico]» no va con «acción»: es un resultado."),
        ("xwing", "Recibes 1 ficha de torpedo.", "«torpedo» no va con «ficha»: es un tipo de mejora."),
        ("legion", "Esta unidad gana 1 ficha de Puntería.", "«Puntería» no va con «ficha»: es una palabra clave."),
        ("imperial-assault", "Gana 1 ficha de Tajo.", "«Tajo» no va con «ficha»: es una palabra clave."),
        ("xwing", "Recibes 1 ficha de Lluvia.", "No se conoce «Lluvia»."),
    ],
)
def test_the_reason_is_told(game: str, text: str, reason: str) -> None:
    assert read_text(text, game)[1][0].message.startswith(reason)
