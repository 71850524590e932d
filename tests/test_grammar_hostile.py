"""Any text at all: no crash, no silence, bounded time and memory."""

import time
import tracemalloc
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar.chart import MOST_ITEMS, Action, Actions, Chart
from grammar.lexicon.words import Token
from grammar.lint import lint_text
from grammar.meaning.card import compile_card
from grammar.meaning.compiler import MOST_SENTENCES

GAME = "xwing"
WORDS = (
    "mientras te defiendes efectúas un ataque si puedes gastar 1 2 [carga] para tirar dado de ataque adicional "
    "nave aliada que tengas a alcance 0-1 en tu [arco-diana] o y , . ( ) : ; no esa recibe ficha de Tensión "
    "Acción Estado Fuego cada por cada en vez de luego"
).split()
SIZE = 64 * 1024
ATTACKS = {
    "anidado": "elige 1 nave " + "de la nave " * (SIZE // 11),
    "parentesis": "(" * SIZE,
    "comas": ", " * (SIZE // 2),
    "palabra": "a" * SIZE,
    "iconos": "[impacto]" * (SIZE // 9),
    "combinantes": "a\u0301" * (SIZE // 2),
    "frases": "Tira 1 dado. " * (SIZE // 13),
    "corto_anidado": "elige 1 nave " + "de la nave " * 250,
    "corto_parentesis": "(" * 2900,
    "corto_o": "o " * 1450,
    "corto_desconocido": "xqzwvk " * 400,
    "corto_cabeceras": "Acción: " * 370,
    "corto_dos_puntos": "elige 1 nave " + "a: " * 900,
    "corto_comillas": '"a" ' * 700,
}


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gets_an_answer(text: str) -> None:
    result = compile_card(text, GAME)
    assert result.effects or result.diagnostics


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_words_get_one_stable_answer(words: list[str]) -> None:
    text = " ".join(words)
    result = compile_card(text, GAME)
    lint_text(text, GAME)
    if result.status == "rechazado":
        assert all(0 <= d.span[0] <= d.span[1] <= len(text) for d in result.diagnostics)
    else:
        assert compile_card(result.canonical, GAME).effects == result.effects


@pytest.mark.parametrize("name", ATTACKS)
def test_no_text_takes_long_or_much_memory(name: str) -> None:
    compile_card("Tira 1 dado.", GAME)
    tracemalloc.start()
    start = time.process_time()
    result = compile_card(ATTACKS[name], GAME)
    took = time.process_time() - start
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.effects or result.diagnostics
    assert took < 10  # 0.1 s on a quiet machine; tracing memory makes it several times slower, a text that explodes never ends
    assert peak < 200 * 2**20


REPEATED = {
    "tener": ("rebellion", "Inflige 1 de daño por cada 2 cazas que tengas {}en este sistema.", "[impacto]", 100),
    "clítico": ("xwing", "Añádete los espacios {} [sensores] y [tecnología].", "[impacto]", 40),
    "se": ("xwing", "Después de que te solapes con {} un obstáculo, puedes gastar 1 [carga].", "[impacto]", 20),
    "adjetivo": ("imperial-assault", "El primer {}ataque de este grupo gana +1 [daño].", "[daño] ", 40),
    "artículos": ("imperial-assault", "El Rebelde {}más cercano realiza una prueba de [perspicacia].", "una ", 40),
    "copulativo": ("imperial-assault", "Ataca a un Rebelde que todavía no haya sido {}atacado.", "una ficha ", 12),
    "demostrativos": ("legion", "Esta {}unidad gana Centinela.", "esa ", 140),
}
"""Found by fuzzing: each took .07 to .4 s."""


@pytest.mark.parametrize("name", REPEATED)
def test_what_repeats_is_given_up_soon(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, as a clock would not do on a busy machine: what the actions of the chart are given, some 40,000 in .1 s."""
    game, frame, unit, times = REPEATED[name]
    given = 0

    def begin(self: Chart, tokens: Sequence[Token], actions: Actions, kept: Any = (), most: int = MOST_ITEMS) -> None:
        def counted(action: Action) -> Action:
            def act(*values: Any) -> Sequence[Any]:
                nonlocal given
                given += len(values)
                return action(*values)

            return act

        begun(self, tokens, {name: counted(action) for name, action in actions.items()})

    begun = Chart.__init__
    monkeypatch.setattr(Chart, "__init__", begin)
    result = compile_card(frame.format(unit * times), game)
    assert result.status == "rechazado" and len(result.diagnostics) == 1
    assert 0 < given < 80_000


def test_a_card_has_few_sentences() -> None:
    result = compile_card("Tira 1 dado. " * (MOST_SENTENCES + 1), GAME)
    assert [d.code for d in result.diagnostics] == ["KB100"]
    assert compile_card("Tira 1 dado. " * MOST_SENTENCES, GAME).effects
