"""`kb order`: situations as files, citations that exist, and what is refused."""

import json
from pathlib import Path

import pytest
from cases import scenarios

from kb.cli import main
from kb.play.errors import PlayError
from kb.play.order import order
from kb.play.order.check import differences
from kb.play.order.situation import Situation
from kb.play.yaml_io import documents

FOLDER = Path(__file__).parent / "fixtures" / "scenarios" / "orden"
CASES = [(f"{path.stem}:{doc.line(())}", doc) for path in sorted(FOLDER.glob("*.yaml")) for doc in scenarios(path)]


@pytest.mark.parametrize("document", [doc for _, doc in CASES], ids=[name for name, _ in CASES])
def test_situations(document):
    situation = document.checked(Situation)
    assert situation.espera is not None
    timeline = order(situation)
    assert differences(timeline, situation.espera) == []
    assert timeline == order(situation)  # the same twice


def test_twenty_abilities_at_once():
    rows = [{"nombre": f"c{i}", "jugador": "AB"[i % 2], "opcional": bool(i % 3), "provoca": [f"e{i}"]} for i in range(20)]
    situation = Situation.model_validate({"juego": "xwing", "jugadores": ["A", "B"], "capacidades": rows})
    assert len(order(situation).names("resuelve")) == 20


def test_a_chain_that_always_grows_is_stopped():
    rows = [{"nombre": "eco", "jugador": "A", "cuando": ["a"], "provoca": ["a"], "hace": {"ecos": 1}}]
    timeline = order(Situation.model_validate({"juego": "xwing", "suceso": "a", "jugadores": ["A"], "capacidades": rows}))
    assert timeline.ciclo
    assert timeline.pasos[-1].suceso == "ciclo"


def situation(text: str) -> Situation:
    return documents("s.yaml", text)[0].checked(Situation)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("juego: ajedrez\njugadores: [A]\ncapacidades: []\n", "s.yaml:1"),
        ("juego: xwing\njugadores: [A]\ncapacidades:\n  - nombre: x\n    jugador: A\n    requiere: [¿sí?]\n", "s.yaml:6"),
        ("juego: xwing\njugadores: [A]\ncapacidades:\n  - nombre: x\n    sueldo: 3\n", "s.yaml:5"),
        ("juego: xwing\njuego: legion\n", "repetido"),
        ("a: &x [1]\nb: *x\n", "alias"),
        ("a: [1\n", "YAML"),
    ],
)
def test_errors_name_their_line(text, words):
    with pytest.raises(PlayError) as caught:
        situation(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"capacidades": [{"nombre": "x", "jugador": "Z"}]}, "no está entre los jugadores"),
        ({"capacidades": [{"nombre": "x", "jugador": "A"}] * 2}, "dos capacidades"),
        ({"capacidades": [{"nombre": "x", "jugador": "A"}], "decisiones": {"y": ["usar"]}}, "«y»"),
        ({"juego": "legion", "capacidades": [{"nombre": "x", "jugador": "A"}]}, "prioridad"),
        ({"juego": "imperial-assault", "capacidades": [{"nombre": "x", "jugador": "A"}]}, "modo"),
        ({"juego": "rebellion", "capacidades": [{"nombre": "x", "jugador": "A"}]}, "jugador_actual"),
        ({"juego": "legion", "prioridad": "A", "capacidades": [{"nombre": "x", "jugador": "A", "provoca": ["z"]}]}, "no dice"),
    ],
)
def test_senseless_situations_are_refused(data, words):
    with pytest.raises(PlayError, match=words):
        order(Situation.model_validate({"juego": "xwing", "jugadores": ["A", "B"], **data}))


def test_command(tmp_path, capsys):
    file = tmp_path / "s.yaml"
    file.write_text("juego: xwing\njugadores: [A]\ncapacidades: [{nombre: x, jugador: A}]\nespera: {resuelve: [y]}\n", "utf-8")
    assert main(["order", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["pasos"][-1]["cita"] == "xwing/cola-de-capacidades#r-2d37bd"
    assert answer["diferencias"]
    assert main(["order", str(file)]) == 1
    assert "le llega el turno" in capsys.readouterr().out
    assert main(["order", str(tmp_path / "no.yaml")]) == 2
    assert "no se puede leer" in capsys.readouterr().err
