"""Spanish: conjugation, pronouns joined to verbs, plurals, agreement, contractions."""

import pytest

from grammar.game import GAMES
from grammar.language.nouns import agree, pluralize
from grammar.language.verbs import Mood, conjugate, inflect, with_clitic
from grammar.lexicon.load import lexicon_for

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


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_all_the_forms_that_printing_needs(game: str) -> None:
    lexicon = lexicon_for(game)
    lemmas = {lexicon.infinitives[verb] for verb in lexicon.verbs if verb in lexicon.infinitives}
    for lemma in sorted(lemma for lemma in lemmas if lemma.endswith(("ar", "er", "ir", "ír"))):  # not those of two words
        for mood in ("ind", "subj"):
            for person, plural in ((2, False), (3, False), (3, True)):
                assert inflect(lemma, mood, person, plural), lemma  # type: ignore[arg-type]
        assert len(conjugate(lemma)) > 20, lemma


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
