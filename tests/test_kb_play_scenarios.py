"""Scenarios are tests: every document under fixtures/scenarios runs and comes out as it says."""

import json
from functools import cache
from pathlib import Path

import pytest
from cases import scenarios

from grammar.game import load_game
from kb.cli import main
from kb.play.coverage import RUNNABLE, only_read
from kb.play.errors import PlayError
from kb.play.scenario import PLAYS, play_document
from kb.play.yaml_io import documents
from kb.store import open_kb

FOLDER = Path(__file__).parent / "fixtures" / "scenarios"
FILES = [p for p in sorted(FOLDER.rglob("*.yaml")) if p.parent.name != "orden"]
CASES = [(f"{p.parent.name}/{p.stem}:{d.line(())}", d) for p in FILES for d in scenarios(p)]
ALL = [d for p in sorted(FOLDER.rglob("*.yaml")) for d in scenarios(p)]


@pytest.fixture(scope="module")
def entries(shipped_kb):
    return open_kb(shipped_kb).entries


@cache
def played(n):
    """What the scenario comes to, for all who ask."""
    return play_document(CASES[n][1])


@pytest.mark.parametrize("n", range(len(CASES)), ids=[name for name, _ in CASES])
def test_scenario(n):
    verdict = played(n)
    assert verdict.diferencias == ()
    assert verdict == play_document(CASES[n][1])  # the same twice
    assert all(event.cita for event in verdict.informe.eventos)


def test_enough_scenarios():
    assert len(ALL) >= 150


def test_every_action_has_a_scenario():
    used = {(d.data["juego"], name) for _, d in CASES for step in d.data.get("cuando", []) for name in step}
    missing = {(game, name) for game, play in PLAYS.items() for name in play.actions} - used
    assert {m for m in missing if m[0] != "leyendas" or m[1] not in PLAYS["imperial-assault"].actions} == set()


def steps(rows):
    for row in rows:
        yield row.numero
        yield from steps(row.pasos)


def test_steps_are_those_of_the_game():
    """Events name steps of juego.toml: the sequences are data."""
    wrong = set()
    for n, (_, document) in enumerate(CASES):
        game = load_game(document.data["juego"])
        base = load_game(game.sobre) if game.sobre else game
        known = {n for g in (game, base) for rows in (g.ataque, g.ronda, *g.secuencias.values()) for n in steps(rows)}
        wrong |= {(game.slug, e.paso) for e in played(n).informe.eventos if e.paso and e.paso not in known}
    assert wrong == set()


def test_what_is_read_but_not_run_is_listed(capsys):
    assert not set(RUNNABLE) & set(only_read())
    assert main(["run", "--list"]) == 0
    assert "solo_se_leen" in capsys.readouterr().out


def test_questions_exist_and_are_answered_by_the_engine(entries):
    questions = {e.id: e for e in entries if e.kind == "pregunta"}
    decided = {d.data["pregunta"] for d in ALL if d.data.get("pregunta")}
    assert decided - set(questions) == set()
    assert len(decided) >= 40
    plain = {id for id in decided if questions[id].verdict and questions[id].verdict.verdict in ("si", "no")}
    assert len(plain) >= 40


TWO = "dado: {unidades: {a: {}, b: {}}}\ncuando: [{ataque: {atacante: a, defensor: b, dados: {negro: 1}, ataque: [vacía], "
SLIPS = (
    (
        "xwing",
        "dado: {naves: {a: {fichas: {concentrasion: 1}}}}",
        "s.yaml:3: «dado.naves.a.fichas»: no existe la ficha «concentra",
    ),
    ("xwing", "dado: {naves: {a: {fichas: {concentrasion: 1}}}}", "quizá «concentracion»"),
    ("xwing", "dado: {naves: {a: {escudo: 1}}}", "quizá «escudos»"),
    ("xwing", "dado: {naves: {ala-x: {}}}\ncuando: [{repara: {nave: alax}}]", "s.yaml:4: «cuando.0.repara»"),
    ("xwing", "dado: {naves: {ala-x: {}}}\ncuando: [{repara: {nave: alax}}]", "no hay ninguna nave «alax»; quizá «ala-x»"),
    (
        "xwing",
        "dado: {naves: {a: {}}}\ncuando: [{accion: {nave: a, accion: evadir}}]",
        "no existe la acción «evadir»; se espera",
    ),
    ("xwing", "cuando: [{fase_finall: {}}]", "quizá «fase_final»"),
    ("xwing", "dado: {naves: {a: {}}}\ncuando: [{sufre: {nave: a, dano: 1}}]", "se espera nave, impactos, criticos"),
    ("legion", TWO + "usa: {Fanta: 1}}}]", "no hay ninguna carta «Fanta» en juego"),
    (
        "xwing",
        "dado: {naves: {a: {}}}\ncuando: [{accion: {nave: a, accion: evasion}, decide: {kalma: sí}}]",
        "carta «kalma» en juego",
    ),
    ("rebellion", "dado: {sistemas: {naboo: {}}}\ncuando: [{guarnicion: {sistema: nabo, terrestres: 1}}]", "quizá «naboo»"),
    ("imperial-assault", "dado: {figuras: {h: {bida: 10}}}", "quizá «vida»"),
    ("rebellion", "cuando: [{misiom: {}}]", "quizá «mision»"),
)
"""Slips of a judge: game, what is written, and what the message says."""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("juego: xwing\ntitulo: t\ndado:\n  naves:\n    a: {escudo: 1}\nentonces: {}\n", "s.yaml:5: «dado.naves.a.escudo»"),
        ("juego: xwing\ntitulo: t\ndado: {naves: {a: {fichas: {nada: 1}}}}\nentonces: {}\n", "no existe la ficha «nada»"),
        ("juego: xwing\ntitulo: t\ncuando:\n  - baila: {}\nentonces: {}\n", "s.yaml:4"),
        ("juego: xwing\ntitulo: t\ncuando:\n  - ataque: {atacante: a, defensor: b}\nentonces: {}\n", "no hay ninguna nave «a»"),
        ("juego: xwing\ntitulo: t\ndado: {naves: {a: {ataque: -3}}}\nentonces: {}\n", "0 o más"),
        (
            "juego: xwing\ntitulo: t\ndado: {naves: {a: {}, b: {}}}\ncuando:\n"
            "  - ataque: {atacante: a, defensor: b, alcance: 9}\nentonces: {}\n",
            "alcance",
        ),
        ("juego: imperial-assault\ntitulo: t\ndado: {tablero: 'xx'}\nentonces: {}\n", "tablero"),
        ("juego: legion\n", "«titulo»: falta"),
        ("juego: legion\ntitulo: [\n", "YAML"),
        ("juego: legion\ntitulo: a: b\n", "s.yaml:2: no es YAML válido: hay un «:» de más"),
        ("juego: legion\n\ttitulo: t\n", "un tabulador"),
        ("juego: legion\ntitulo: 'abc\n", "unas comillas no se cierran"),
        ("juego: legion\ndado: {a: 1\nentonces: {}\n", "falta una coma, o la llave que cierra"),
        ("juego: legion\ndado: [1, 2\nentonces: {}\n", "falta una coma, o el corchete"),
        ("juego: legion\n  titulo: t\n x: 1\n", "YAML válido:"),
        ("juego: legion\ntitulo: @hola\n", "va entre comillas"),
        *((f"juego: {game}\ntitulo: t\n{rest}\nentonces: {{}}\n", words) for game, rest, words in SLIPS),
    ],
)
def test_errors_name_their_line(text, words):
    with pytest.raises(PlayError) as caught:
        play_document(documents("s.yaml", text)[0])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


EXPECTED_WRONG = {
    "nabes: {a: {}}": "nabes: no existe; quizá «naves»",
    "naves: {a: {dnao: 0}}": "naves.a.dnao: no existe; quizá «dano»",
    "naves: {a: {fichas: {evasiom: 0}}}": "naves.a.fichas.evasiom: no existe; quizá «evasion»",
    "naves: {b: {dano: 1}}": "naves.b: no sale; se espera a",
    "resultado: {colro: 0}": "resultado.colro: no sale; quizá «color»",
    "naves: {a: {destruida: sí}}": "naves.a.destruida: se esperaba sí y sale no",
    "naves: {a: {blancos: [b]}}": "naves.a.blancos: se esperaba ['b'] y sale []",
}


@pytest.mark.parametrize(("wanted", "words"), EXPECTED_WRONG.items())
def test_a_slip_in_what_is_expected_is_no_zero(wanted, words):
    """A counter that is not there is 0; a name that does not exist is a slip, never a silent success."""
    head = "juego: xwing\ntitulo: t\ndado: {naves: {a: {casco: 2}}}\ncuando: [{acción: {nave: a, acción: Evasión}}]\n"
    found = play_document(documents("s.yaml", f"{head}entonces: {{{wanted}}}\n")[0])
    assert found.diferencias == (words,)


def test_the_page_of_fields_is_up_to_date(capsys):
    assert main(["run", "--campos"]) == 0
    assert capsys.readouterr().out == (FOLDER.parents[2] / "docs" / "escenarios-campos.md").read_text("utf-8")


def test_nothing_passed_in_is_changed():
    document = scenarios(FOLDER / "xwing" / "ataque.yaml")[0]
    before = json.dumps(document.data)
    play_document(document)
    assert json.dumps(document.data) == before


def test_command(tmp_path, capsys):
    file = tmp_path / "s.yaml"
    file.write_text(
        "juego: rebellion\ntitulo: t\ncuando: [{mision: {iconos: 1}}]\nentonces: {resultado: {exito: no}}\n", "utf-8"
    )
    assert main(["run", str(file)]) == 1
    assert "se esperaba no" in capsys.readouterr().out
    assert main(["run", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["informe"]["eventos"][0]["cita"] == "rebellion/revelar-una-mision#r-oposicion"
    assert main(["run", str(FOLDER / "rebellion" / "reglas.yaml")]) == 0
    assert main(["run", str(tmp_path / "nada.yaml")]) == 2


def test_one_bad_document_does_not_stop_the_file(tmp_path, capsys):
    file = tmp_path / "s.yaml"
    good = "juego: rebellion\ntitulo: {}\ncuando: [{{mision: {{iconos: 1}}}}]\n"
    file.write_text(f"{good.format('uno')}---\njuego: nada\n---\ntitulo: a: b\n---\n{good.format('dos')}", "utf-8")
    assert main(["run", str(file)]) == 2
    told = capsys.readouterr()
    assert "· uno" in told.out and "· dos" in told.out
    assert told.err.count("kb: ") == 2 and f"{file}:7" in told.err


def test_who_only_wants_to_know_expects_nothing(tmp_path, capsys):
    file = tmp_path / "s.yaml"
    file.write_text(
        "juego: xwing\ntitulo: t\ndado: {naves: {a: {}}}\ncuando: [{accion: {nave: a, accion: fijar_blanco, objetivo: a}}]\n"
    )
    assert main(["run", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["comprobado"] is False and "a sí misma" in answer["informe"]["no_se_puede"]
