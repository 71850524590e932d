"""Legión runs: every keyword of the study that acts on dice has a scenario, and bad situations get one clear sentence."""

import json
import os
from pathlib import Path

import pytest
from cases import scenarios

from grammar.game import CORPUS
from kb.cli import main
from kb.play.errors import PlayError
from kb.play.games.legion.by_hand import BY_HAND
from kb.play.games.legion.cards import card
from kb.play.games.legion.coverage import how_they_run
from kb.play.games.legion.hand import HAND
from kb.play.games.legion.residue import PLAYED, TOLD
from kb.play.games.legion.runs import never_run
from kb.play.games.legion.state import Unit
from kb.play.games.legion.terms import terms
from kb.play.games.legion.words import agree
from kb.play.meaning.abilities import refusal
from kb.play.meaning.notrun import REASONS
from kb.play.scenario import play_document
from kb.play.tryout import play_card, tryable
from kb.play.yaml_io import documents
from kb.text import slugify

FOLDER = Path(__file__).parent / "fixtures" / "scenarios" / "legion"
DOCUMENTS = [d for path in sorted(FOLDER.glob("*.yaml")) for d in scenarios(path)]
STUDY = Path(os.environ.get("KB_STUDY", "../shared/study")) / "legion" / "effects.jsonl"
# Rules of the study that are no keyword or token: where the corpus has each.
RULES = {
    "acción: ataque": "legion/lanzar-los-dados-de-ataque#r-tirar",
    "cobertura por acobardamiento": "legion/aplicar-esquivas-y-cobertura#r-d65312",
}


TWO = "dado: {unidades: {a: {}, b: {}}}\ncuando:\n- ataque: {atacante: a, "


def tokens_in(value):
    """Every token written in a scenario."""
    if isinstance(value, dict):
        yield from value.get("fichas", ())
        for child in value.values():
            yield from tokens_in(child)
    elif isinstance(value, list):
        for child in value:
            yield from tokens_in(child)


@pytest.fixture(scope="module")
def told():
    """Every passage and entry cited by what happens, and every token in play, over all scenarios."""
    found = set()
    for document in DOCUMENTS:
        report = play_document(document).informe
        cites = {event.cita for event in report.eventos} | {report.regla}
        found |= cites | {cite.partition("#")[0] for cite in cites}
        found |= set(tokens_in(document.data))
    return found


def study_rows():
    if not STUDY.exists():
        return []
    rows = [json.loads(line) for line in STUDY.read_text("utf-8").splitlines()]
    return [row for row in rows if row["executability"] == "dice-sim"]


@pytest.mark.skipif(not STUDY.exists(), reason="the study is not beside the project")
def test_every_keyword_of_the_study_that_acts_on_dice_has_a_scenario(told):
    rows = study_rows()
    assert len(rows) == 78
    assert [row["name"] for row in rows if not row_is_told(row, told)] == []


def row_is_told(row, told):
    name = row["name"].lower().partition(" (")[0]
    if name in RULES:
        return RULES[name] in told
    slug = slugify(name)
    weapon = row["source"] == "keyword_weapon"
    mine = [t for t in terms().values() if (t.entrada or "").rpartition("/")[2] == slug]
    mine = [t for t in mine if t.clase.endswith("arma") == weapon] or mine
    if mine:
        return all(f"legion/{t.entrada}" in told for t in mine)
    token = slug.removeprefix("ficha-de-").removeprefix("fichas-de-").replace("-", "_")
    return bool({token, f"legion/{slug}"} & told)


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (
            "dado: {unidades: {a: {cualidades: [Perforantes 2]}}}",
            "«Perforantes 2» (quizá «Perforante»)",
        ),
        ("dado: {unidades: {a: {cualidades: [Guardián]}}}", "a la cualidad «Guardián» le falta su número"),
        ("dado: {unidades: {a: {cualidades: [Acometida 2]}}}", "«Acometida» no lleva número"),
        ("dado: {unidades: {a: {armas: {x: {dados: {}}}}}}", "un arma sin dados"),
        ("dado: {unidades: {a: {armas: {x: {dados: {verde: 1}}}}}}", "dado.unidades.a.armas.x.dados"),
        ("dado: {unidades: {a: {armas: {x: {dados: {rojo: -1}}}}}}", "0 o más"),
        ("dado: {unidades: {a: {armas: {x: {dados: {rojo: 1}, alcance: [3, 1]}}}}}", "está al revés"),
        ("dado: {unidades: {a: {fichas: {calma: 1}}}}", "no existe la ficha «calma»"),
        ("dado: {unidades: {a: {}, b: {}}}\ncuando: [{ataque: {atacante: a, defensor: b, armas: {x: 1}}}]", "ningún arma «x»"),
        ("dado: {unidades: {a: {}}}\ncuando: [{ataque: {atacante: a, dados: {rojo: 1}}}]", "falta decir a quién se ataca"),
        ("dado: {unidades: {a: {}}}\ncuando: [{ataque: {atacante: a, defensor: z, dados: {rojo: 1}}}]", "ninguna unidad «z»"),
        (
            "dado: {unidades: {a: {}, b: {}}}\n"
            "cuando: [{ataque: {atacante: a, defensor: b, dados: {rojo: 1}, reservas: [{defensor: b, dados: {rojo: 1}}]}}]",
            "no las dos cosas",
        ),
        (
            f"{TWO}orden: [2], reservas: [{{defensor: b, dados: {{rojo: 1}}}}]}}",
            "«orden» debe nombrar una vez cada reserva",
        ),
        (
            f"{TWO}defensor: b, dados: {{rojo: 1}}, cualidades: [Rapidez]}}",
            "no se conoce la cualidad «Rapidez»",
        ),
        (
            f"{TWO}defensor: b, dados: {{rojo: 1}}, ataque: [bloqueo]}}",
            "debe ser",
        ),
        (
            f"{TWO}defensor: b, dados: {{rojo: 2}}, ataque: [vacia]}}",
            "se tiran 2 dados y se dan 1 resultados",
        ),
    ],
)
def test_bad_situations_get_one_sentence(situation, words):
    with pytest.raises(PlayError) as caught:
        play_document(documents("s.yaml", f"juego: legion\ntitulo: t\n{situation}\nentonces: {{}}\n")[0])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


DEFINED = [term for term in terms().values() if term.definicion]


@pytest.mark.parametrize("term", DEFINED, ids=[term.id for term in DEFINED])
def test_a_definition_is_a_program(term):
    """It compiles, and what of it no situation makes happen is named with a reason of the one list."""
    assert not refusal(term.definicion, "legion")
    assert {line.split(" («")[0] for line in never_run(term.definicion)} <= set(REASONS)


def test_which_keywords_run_from_their_definition_and_which_by_hand():
    how = how_they_run()
    assert {keyword for keyword, _ in HAND} <= set(BY_HAND)
    assert all(BY_HAND.values())
    assert len(how["por_su_definicion"]) >= 150


def test_an_event_names_the_keyword_its_words_and_the_passage():
    document = documents(
        "s.yaml",
        "juego: legion\ntitulo: t\ndado: {unidades: {a: {}, b: {umbral: 4}}}\ncuando:\n"
        "- ataque: {atacante: a, defensor: b, dados: {rojo: 1}, cualidades: [Perforante 2], "
        "ataque: [impacto], defensa: [bloqueo]}\n"
        "entonces: {}\n",
    )[0]
    (event,) = [e for e in play_document(document).informe.eventos if e.efecto]
    assert (event.efecto, event.paso, event.cita) == ("Perforante 2", "8", "legion/perforante-x#r-inicio")
    assert "el atacante puede anular hasta" in event.palabras


def test_every_sample_card_of_the_corpus_is_taken_or_says_why_not():
    """Lists, weapons and charts take their places; sentences run or give a reason: none breaks the engine."""
    cards = [json.loads(line) for line in (CORPUS / "legion" / "cartas.jsonl").read_text("utf-8").splitlines()]
    run = set()
    read = [row for row in cards if not refusal(row["text"], "legion")]
    assert len(read) >= len(cards) - 3
    for row in read:
        found = card(row["name"], row["text"])
        assert found.keywords or found.weapons or found.charts or found.sentences, row["text"]
        if not never_run(row["text"]):
            run.add(row["kind"])
        Unit.model_validate({"cartas": {row["name"]: row["text"]}})
    assert {"unidad", "arma", "mejora"} <= run


def test_a_card_that_does_not_compile_is_refused_by_name():
    with pytest.raises(PlayError, match="la carta «x» no se entiende"):
        Unit.model_validate({"cartas": {"x": "Bailas un poco."}})


def test_every_keyword_is_on_one_list(capsys):
    """`kb run --list` says of each keyword whether it runs and how."""
    ids = [keyword for keywords in how_they_run().values() for keyword in keywords]
    assert {keyword for keyword in ids if ids.count(keyword) > 1} == set()
    assert set(ids) == set(terms())
    assert main(["run", "--list"]) == 0
    assert "cualidades_de_legion" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("anula 1 resultados bloqueo", "anula 1 resultado bloqueo"),
        ("1 resultados impacto pasan a critico", "1 resultado impacto pasa a crítico"),
        ("gana 2 fichas de ataque_apuntado", "gana 2 fichas de Ataque apuntado"),
        ("sufre 1 Heridas: caen 1 miniaturas y quedan 1", "sufre 1 Herida: cae 1 miniatura y queda 1"),
        ("11 dados y 2 fichas", "11 dados y 2 fichas"),
    ],
)
def test_sentences_agree_with_their_numbers(text, said):
    assert agree(text) == said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Cuando esta unidad recibe una orden, puede quitarse 1 ficha de Acobardamiento.",
            "a pierde 1 ficha de Acobardamiento",
        ),
        ("Alcance 1-3, 2 dados rojos, Perforante 1", "2 dados rojos"),
        ("Indómito, Sentido del peligro 2", "roj"),
    ],
)
def test_a_card_is_put_in_play_where_it_acts_and_where_it_does_not(text, told):
    _, (acts, idle) = play_card(text, "legion")
    assert any(told in event.texto for event in acts.informe.eventos)
    assert not acts.diferencias
    assert not idle.diferencias


def test_a_card_of_the_table_alone_is_not_offered():
    assert not tryable(
        "Una unidad que esté disputando una ficha de Punto de interés puede realizar una acción gratuita.", "legion"
    )


def test_what_a_definition_leaves_out_is_played_or_told() -> None:
    left_out = {term.id for term in terms().values() if term.falta or term.sin_definicion}
    assert left_out == PLAYED | set(TOLD)
    assert not PLAYED & set(TOLD)
