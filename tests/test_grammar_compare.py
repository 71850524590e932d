"""Two texts side by side: what one says and the other does not, by the effect or by a small signature. Texts of our own."""

import json
from pathlib import Path

import pytest

from grammar.compare import compare, language_of
from kb.cards.commands import main

GAME = "xwing"
SPANISH = (
    "Después de que te defiendas, puedes gastar 1 [carga] para retirar 2 fichas de Tensión de una nave aliada a alcance 0-1."
)
ENGLISH = "After you defend, you may spend 1 [carga] to remove 2 stress tokens from a friendly ship at range 0-1."
CHANGED = [
    ("1 [carga]", "3 [carga]", "El número 3: aquí una vez, allí no está"),
    ("2 fichas", "1 ficha", "El número 2"),
    ("puedes", "debes", "aquí «debe», allí «puede»"),
    ("aliada", "enemiga", "aquí «enemigo», allí «aliado»"),
    ("alcance 0-1", "alcance 0-2", "aquí «0-2», allí «0-1»"),
    ("Tensión", "Iones", "aquí «Iones», allí «Tensión»"),
    ("te defiendas", "no te defiendas", "Una negación"),
    ("Después de", "Antes de", "aquí «antes», allí «después de»"),
    ("[carga]", "[fuerza]", "aquí «fuerza», allí «carga»"),
]


def test_the_untouched_pair_shows_no_difference() -> None:
    assert (language_of(SPANISH), language_of(ENGLISH)) == ("es", "en")
    assert compare(SPANISH, ENGLISH, GAME).verdict == "parecidos"


def test_english_without_the_usual_little_words_is_english() -> None:
    english = "NUMBING VENOM: When a Rebel suffers [daño] from Needles, it becomes Weakened unless it discards 1 Power token."
    spanish = "Cuando un Rebelde sufre [daño] de Agujas, adquiere Debilidad a menos que descarte 1 ficha de Poder."
    assert (language_of(english), language_of(spanish)) == ("en", "es")
    assert compare(spanish, english, "imperial-assault").differences == ()


@pytest.mark.parametrize(("piece", "other", "told"), CHANGED)
def test_one_change_is_found(piece: str, other: str, told: str) -> None:
    found = compare(SPANISH.replace(piece, other, 1), ENGLISH, GAME)
    assert found.verdict == "distintos"
    assert any(told in line for line in found.differences)


def test_spanish_pairs_are_compared_by_their_effect() -> None:
    same = compare(
        "Mientras realizas un ataque, lanza 1 dado adicional.", "Mientras efectúas un ataque, tira 1 dado adicional.", GAME
    )
    assert (same.verdict, same.by_effect) == ("iguales", True)
    other = compare("Mientras te defiendes, tira 1 dado adicional.", "Mientras te defiendes, tira 2 dados adicionales.", GAME)
    assert other.verdict == "distintos" and any("aquí" in line and "allí" in line for line in other.differences)


def test_the_command_compares_files_by_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a.jsonl", SPANISH), ("b.jsonl", ENGLISH.replace("0-1", "0-2"))):
        (tmp_path / name).write_text(json.dumps({"id": "x", "text": text}), encoding="utf-8")
    assert main(["compare", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"), "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert row["id"] == "x" and row["verdict"] == "distintos"
