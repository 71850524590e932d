"""Spanish: conjugation, pronouns joined to verbs, plurals, agreement, contractions."""

import pytest

from grammar.explain.style import contract, series
from grammar.language.lemmas import VERBS
from grammar.language.nouns import agree, pluralize
from grammar.language.verbs import Mood, conjugate, inflect, with_clitic

FORMS: tuple[tuple[str, Mood, int, bool, str], ...] = (
    ("elegir", "subj", 3, False, "elija"),
    ("defender", "ind", 2, False, "defiendes"),
    ("atacar", "subj", 3, True, "ataquen"),
    ("efectuar", "ind", 3, False, "efectúa"),
    ("destruir", "ind", 3, False, "destruye"),
    ("obtener", "imp", 2, False, "obtén"),
    ("exponer", "pret", 3, False, "expuso"),
    ("infligir", "subj", 3, False, "inflija"),
    ("establecer", "subj", 2, False, "establezcas"),
    ("volver", "part", 0, False, "vuelto"),
    ("huir", "ger", 0, False, "huyendo"),
    ("realizar", "subj", 2, False, "realices"),
    ("estar", "isubj", 3, True, "estuvieran"),
    ("ser", "impf", 3, False, "era"),
    ("transferir", "pret", 3, False, "transfirió"),
)


@pytest.mark.parametrize(("lemma", "mood", "person", "plural", "form"), FORMS)
def test_conjugation(lemma: str, mood: Mood, person: int, plural: bool, form: str) -> None:
    assert inflect(lemma, mood, person, plural) == form


@pytest.mark.parametrize("lemma", VERBS)
def test_every_verb_has_all_the_forms_that_printing_needs(lemma: str) -> None:
    for mood in ("ind", "subj"):
        for person, plural in ((2, False), (3, False), (3, True)):
            assert inflect(lemma, mood, person, plural)  # type: ignore[arg-type]
    assert inflect(lemma, "imp", 2)
    assert len(conjugate(lemma)) > 20


@pytest.mark.parametrize(
    ("lemma", "mood", "clitic", "expected"),
    [
        ("colocar", "imp", "te", "colócate"),
        ("resolver", "imp", "la", "resuélvela"),
        ("dar", "imp", "le", "dale"),
        ("exponer", "inf", "la", "exponerla"),
        ("obtener", "imp", "lo", "obtenlo"),
        ("considerar", "ger", "la", "considerándola"),
    ],
)
def test_pronouns_joined_to_verbs(lemma: str, mood: Mood, clitic: str, expected: str) -> None:
    assert with_clitic(inflect(lemma, mood, 2 if mood == "imp" else 0), mood, clitic) == expected


def test_nouns_agree() -> None:
    assert [pluralize(word) for word in ("acción", "vez", "bomba", "selector")] == ["acciones", "veces", "bombas", "selectores"]
    assert agree("rojo", feminine=True, plural=True) == "rojas"
    assert agree("boca abajo", feminine=True, plural=True) == "boca abajo"
    assert agree("violeta", feminine=False, plural=True) == "violeta"


def test_small_words() -> None:
    assert contract("de", "el defensor") == "del defensor"
    assert contract("a", "el atacante") == "al atacante"
    assert contract("de", "ella") == "de ella"
    assert series(["a", "b", "c"], "o") == "a, b o c"
    assert series(["siete", "ocho"], "o") == "siete u ocho"
    assert series(["[x]", "[y]"], "barra") == "[x]/[y]"
