"""Legión runs: every keyword of the study that acts on dice has a scenario, and bad situations get one clear sentence."""

import json
import os
from pathlib import Path

import pytest

from kb.play.errors import PlayError
from kb.play.games.legion_keywords import held, terms
from kb.play.scenario import play_document
from kb.play.yaml_io import documents, read_documents
from kb.text import slugify

FOLDER = Path(__file__).parent / "fixtures" / "scenarios" / "legion"
DOCUMENTS = [d for path in sorted(FOLDER.glob("*.yaml")) for d in read_documents(path)]
STUDY = Path(os.environ.get("KB_STUDY", "../shared/study")) / "legion" / "effects.jsonl"
# Rules of the study that are no keyword or token: where the corpus has each.
RULES = {
    "acción: ataque": "legion/lanzar-los-dados-de-ataque#r3",
    "cobertura por acobardamiento": "legion/aplicar-esquivas-y-cobertura#r7",
}


TWO = "dado: {unidades: {a: {}, b: {}}}\ncuando:\n- ataque: {atacante: a, "


def words_in(value):
    """Every keyword written in a scenario, as ids, and every token."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key == "cualidades":
                for bearer in ("unidad", "arma"):
                    yield from held(child, bearer)
            elif key in ("fichas", "gana"):
                yield from child
            yield from words_in(child)
    elif isinstance(value, list):
        for child in value:
            yield from words_in(child)


@pytest.fixture(scope="module")
def told():
    """Ids of keywords and tokens in play, and every passage cited, over all scenarios."""
    found = set()
    for document in DOCUMENTS:
        report = play_document(document).informe
        cites = {event.cita for event in report.eventos} | {report.regla}
        found |= cites | {cite.partition("#")[0] for cite in cites}
        found |= set(words_in([document.data.get("dado", {}), document.data.get("cuando", [])]))
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
    mine = [t.id for t in terms().values() if (t.entrada or "").rpartition("/")[2] == slug]
    mine = [t for t in mine if terms()[t].clase.endswith("arma") == weapon] or mine
    token = slug.removeprefix("ficha-de-").removeprefix("fichas-de-").replace("-", "_")
    return bool({*mine, token, f"legion/{slug}"} & told)


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
