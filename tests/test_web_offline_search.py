"""The browser's search is the server's: the same hits, passages, corrections and refusals, question by question."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kb.search.evaluate import questions_in
from kb.search.portable import portable
from kb.search.searcher import Searcher

HERE = Path(__file__).parent
QUERIES = HERE / "fixtures" / "queries"
STATIC = HERE.parent / "web" / "static"
NAMES = ("ajuste", "apartadas", "extranas_sin_respuesta", "frescas", "largas", "oblicuas_sin_respuesta", "sin_respuesta")
FILES = [QUERIES / f"{name}.jsonl" for name in NAMES]
STRANGE = [
    "",
    " ",
    "¿?",
    "ñandú",
    "perforante 2",
    "«»",
    "a" * 500,
    "🤖 asteroide",
    "LÍNEA DE VISIÓN",
    "1",
    "x" * 3,
    "hola",
    "hola, línea de visión, gracias",
]
OPERATED = [
    "ataque paso 2",
    "en la página 12",
    "movimiento página 14",
    '"línea de visión" cobertura',
    "fichas -escudo",
    "«zzz»",
    "ataque -dados -nave",
]
SAME = ("unanswered", "note", "corrected", "game")


@pytest.fixture(scope="module")
def answers(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("falta node para ejecutar la búsqueda del navegador")
    folder = tmp_path_factory.mktemp("navegador")
    questions = questions_in(FILES)
    asked = [[q.q, game] for n, q in enumerate(questions) for game in (q.game, None)[n % 2 :][:1]] + [
        [q, None] for q in (*STRANGE, *OPERATED)
    ]
    (folder / "indice.json").write_text(portable(shipped_kb), "utf-8")
    (folder / "preguntas.json").write_text(json.dumps(asked), "utf-8")
    command = [node, HERE / "fixtures" / "buscar.js", STATIC, folder / "indice.json", folder / "preguntas.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    with Searcher.open(shipped_kb) as searcher:
        own = [searcher.fresh(q or "", game).model_dump(mode="json") for q, game in asked]
    return [(q or "", mine, theirs) for (q, _), mine, theirs in zip(asked, own, json.loads(done.stdout), strict=True)]


def test_the_same_first_hit(answers: list[tuple[str, dict[str, Any], dict[str, Any]]]) -> None:
    wrong = [q for q, a, b in answers if [h["id"] for h in a["hits"][:1]] != [h["id"] for h in b["hits"][:1]]]
    assert len(wrong) <= 0.01 * len(answers), wrong


def test_the_same_passages_and_refusals(answers: list[tuple[str, dict[str, Any], dict[str, Any]]]) -> None:
    def told(answer: dict[str, Any]) -> object:
        hits = [(h["within"], h["anchor"], [p["text"] for p in h["passages"]]) for h in answer["hits"][:3]]
        return hits, [answer[name] for name in SAME]

    wrong = [q for q, a, b in answers if told(a) != told(b)]
    assert len(wrong) <= 0.02 * len(answers), wrong
