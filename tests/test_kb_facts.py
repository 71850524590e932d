"""The comparison of facts: what counts as a number or a modal word, and what becomes of each disagreement."""

from pathlib import Path

import pytest

from kb.agreement.claims import lacking, numbers_in
from kb.agreement.facts import Explanation, compare, explanations_from
from kb.agreement.modals import answers, says
from kb.errors import CorpusError
from kb.models import Block, BlockKind, Citation, Entry, Summary


def _block(text: str, kind: BlockKind = "parrafo") -> Block:
    return Block(anchor="p1", kind=kind, text=text, md=text)


def _entry(official: str, ours: str, kind: BlockKind = "parrafo") -> Entry:
    summary = Summary(text=ours, blocks=(_block(ours, kind),))
    citation = Citation(book="Guía", edition="1", section="Regla")
    return Entry(id="juego/regla", game="juego", book="juego", title="Regla", kind="termino", text=official,
                 blocks=(_block(official),), citation=citation, summary=summary)  # fmt: skip


def _found(official: str, ours: str, kind: BlockKind = "parrafo") -> list[str]:
    return [d.what for d in compare([_entry(official, ours, kind)], ()).open]


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("Roba una carta y descarta un dado.", set()),
        ("Roba 1 carta, tres dados y veinte fichas.", {"1", "3", "20"}),
        ("Un objeto a alcance 0–1 o entre 2 y 4.", {"0-1", "2-4"}),
        ("De tres a ocho naves.", {"3-8"}),
        ("La segunda vez, el tercer jugador.", {"2", "3"}),
        ("En los pasos 2b y 3 (ver la página 34), los dos jugadores tiran.", set()),
        ("R2-D2, un T-65 y la edición 1.4.5 del 09/06/2023.", set()),
        ("Una mesa de 90x180 cm, a ½ del líder y a ③.", {"90", "180", "3"}),
        ("Gana X fichas con Cualidad X.", set()),
    ],
)
def test_numbers(text: str, firm: set[str]) -> None:
    assert numbers_in(text).firm == firm


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("roba 1 carta", "roba una carta"),
        ("alcance 1-2", "a alcance 1 o 2"),
        ("2 jugadores", "ambos"),
        ("a 0 dados", "ningún dado"),
    ],
)
def test_words_answer_for_numbers(asked: str, other: str) -> None:
    assert lacking(numbers_in(asked), numbers_in(other)) == []


@pytest.mark.parametrize(
    ("modal", "text", "expected"),
    [
        ("no puede", "Ya no podrá atacar.", True),
        ("no puede", "Nunca se mueve.", True),
        ("no puede", "Tiene prohibido atacar.", True),
        ("no puede", "Puede atacar.", False),
        ("puede", "No puede atacar.", False),
        ("puede", "Podrás elegir.", True),
        ("debe", "Está obligado a atacar.", True),
        ("debe", "No está obligado a atacar.", False),
        ("debe", "Si una nave debe huir, se retira.", False),
        ("sólo", "Han Solo ataca.", False),
        ("hasta", "Tira hasta dos dados.", True),
        ("hasta", "Espera hasta la fase Final.", False),
    ],
)
def test_modals(modal: str, text: str, expected: bool) -> None:
    assert says(modal, text) is expected


def test_what_amounts_to_a_modal_answers_for_it() -> None:
    assert answers("puede", "El efecto es opcional.")
    assert not answers("puede", "El efecto ocurre.")


def test_each_kind_of_disagreement() -> None:
    assert _found("Roba 2 cartas.", "Roba 3 cartas.") == ["cifra propia: 3", "cifra oficial: 2"]
    assert _found("Roba 2 cartas y luego cinco dados.", "El jugador descarta 2 fichas rojas. Hay cinco dados.") == [
        "cifra fuera de sitio: 2"
    ]
    assert _found("La nave debe atacar.", "La nave no puede atacar.") == ["modal propio: no puede", "modal oficial: debe"]
    assert _found("Roba 2 cartas.", "Roba dos cartas.") == []


def test_examples_and_notes_are_not_asked_but_may_answer() -> None:
    assert _found("Roba 2 cartas. Por ejemplo, con 7 dados.", "Roba 2 cartas.") == []
    assert _found("Roba cartas.", "El escaneado imprime 9.", "nota") == []


def test_explained_is_not_shown_and_stale_is_reported() -> None:
    entry = _entry("Roba 2 cartas.", "Roba 3 cartas.")
    good = Explanation(entrada=entry.id, que=("cifra propia: 3", "cifra oficial: 2"), motivo="Errata.")
    old = Explanation(entrada=entry.id, que=("cifra propia: 8",), motivo="Ya no.")
    other = Explanation(entrada="otro/regla", que=("cifra propia: 8",), motivo="De un libro que no está.")
    result = compare([entry], (good, old, other))
    assert (result.compared, result.open, result.explained) == (1, (), 2)
    assert result.stale == ((entry.id, "cifra propia: 8"),)


def test_a_broken_file_of_explanations_says_so(tmp_path: Path) -> None:
    path = tmp_path / "explicaciones.toml"
    assert explanations_from(path) == ()
    path.write_text("[[explicacion]]\nentrada = 3\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="no se entiende"):
        explanations_from(path)
