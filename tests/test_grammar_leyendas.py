"""Leyendas: what the co-operative mode ignores of a Deployment card."""

import pytest

from grammar.lint.run import lint_text
from grammar.undecided import is_ignored


@pytest.mark.parametrize(
    ("text", "ignored", "words"),
    [
        ("Al atacar, puedes volver a tirar 1 dado azul.", True, ["puedes"]),
        ("Elige una figura amiga adyacente. Esa figura recupera 1 [daño].", True, ["Elige"]),
        ("Elije una figura amiga.", True, ["Elije"]),
        ("Un Líder podrá elegirla.", True, ["podrá", "elegirla"]),
        ("Esta figura ha elegido al defensor.", True, ["elegido"]),
        ("La figura elegida sufre 1 [daño].", False, []),
        ("Esta figura no puede interactuar.", False, ["puede"]),
        ("Esta figura gana 1 ficha de Poder.", False, []),
        ("Al defenderse, aplica +1 [bloqueo] a los resultados de defensa.", False, []),
    ],
)
def test_ignored_in_the_cooperative_mode(text: str, ignored: bool, words: list[str]) -> None:
    verdict = is_ignored(text)
    assert verdict.ignorada is ignored
    assert [reason.palabra for reason in verdict.motivos] == words
    assert all(text[slice(*reason.span)] == reason.palabra for reason in verdict.motivos)
    assert verdict.mensaje.startswith("Se ignora" if ignored else "Se aplica")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Al atacar, puedes volver a tirar 1 dado de ataque.", True),
        ("Las figuras no pueden atacar.", False),
        ("Al atacar, aplica +2 Precisión.", False),
    ],
)
def test_the_workshop_says_what_an_imperial_card_loses(text, told):
    assert any(d.code == "KB217" for d in lint_text(text, "leyendas")) == told
    assert not any(d.code == "KB217" for d in lint_text(text, "imperial-assault"))
