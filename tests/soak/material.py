"""What fuzzing starts from: the texts, cards, queries, scenarios and questions that the project ships. Nothing official."""

import json
import os
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from grammar.game import CORPUS, GAMES
from kb.build import build_from, lexicons
from kb.play.yaml_io import documents
from kb.search.searcher import build_index
from kb.store import write

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
_WORD = re.compile(r"\[[^\[\]\s]+\]|[\w-]+|[^\w\s]")
_YAML_BLOCK = re.compile(r"```yaml\n(.*?)```", re.DOTALL)


@cache
def shipped_kb() -> Path:
    """The knowledge base of the shipped corpus: that of `SOAK_KB`, or one in a folder that goes with the process."""
    if told := os.environ.get("SOAK_KB"):
        return Path(told)
    _KEPT.append(tempfile.TemporaryDirectory(prefix="reglario-soak-"))
    out = Path(_KEPT[-1].name) / "kb"
    built = build_from(None)
    write(out, built.entries, built.report, built.repairs, lambda folder: build_index(built.entries, lexicons(), folder))
    return out


_KEPT: list["tempfile.TemporaryDirectory[str]"] = []


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


@cache
def cards() -> tuple[tuple[str, str], ...]:
    """Game and text of our sample cards and of the texts that the tests compile."""
    found = [(card["game"], card["text"]) for game in GAMES for card in lines_of(CORPUS / game / "cartas.jsonl")]
    for path in sorted((FIXTURES / "cards").glob("*.md")) + sorted((FIXTURES / "errors").glob("*.md")):
        game = next((g for g in GAMES if path.name.startswith(g)), "xwing")
        blocks = [block.strip() for block in re.split(r"^\.$", path.read_text("utf-8"), flags=re.MULTILINE)]
        found += [(game, text) for text in blocks[1::3] if text]
    return tuple(found)


@cache
def paragraphs() -> tuple[str, ...]:
    """Paragraphs of our rulebooks: prose that is not a card's."""
    return tuple(
        p for game in GAMES for p in (CORPUS / game / "libro.md").read_text("utf-8").split("\n\n") if 40 < len(p) < 800
    )


@cache
def vocabulary(*texts: str) -> tuple[str, ...]:
    found = {word for text in texts for word in _WORD.findall(text)}
    return tuple(sorted(found))


@cache
def card_words() -> tuple[str, ...]:
    return vocabulary(*(text for _, text in cards()))


@cache
def queries() -> tuple[tuple[str, str | None], ...]:
    return tuple(
        (row["q"], row.get("game")) for path in sorted((FIXTURES / "queries").glob("*.jsonl")) for row in lines_of(path)
    )


@cache
def yaml_texts(order: bool) -> tuple[str, ...]:
    """The YAML documents of our fixtures (and of the documentation), one by one."""
    texts = []
    for path in sorted((FIXTURES / "scenarios").rglob("*.yaml")):
        if ("orden" in path.parts) == order:
            texts += re.split(r"^---$", path.read_text("utf-8"), flags=re.MULTILINE)
    if not order:
        texts += [t for t in _YAML_BLOCK.findall((ROOT / "docs" / "escenarios.md").read_text("utf-8")) if "entonces" in t]
    return tuple(t for t in texts if t.strip())


@cache
def yaml_values(order: bool) -> tuple[Any, ...]:
    return tuple(document.data for text in yaml_texts(order) for document in documents("s.yaml", text))


def names_in(values: tuple[Any, ...]) -> tuple[str, ...]:
    """Every key and every text leaf of some JSON values."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            found.update(value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif isinstance(value, str) and len(value) < 80:
            found.add(value)

    for value in values:
        walk(value)
    return tuple(sorted(found))


QUESTIONS: tuple[dict[str, Any], ...] = (
    {"game": "xwing", "attack": {"dice": 3, "tokens": {"concentracion": 1, "blanco_fijado": 1, "fuerza": 0, "calculo": 0},
     "cards": []}, "defense": {"dice": 2, "tokens": {"concentracion": 1, "evasion": 0, "calculo": 0, "refuerzo": 0},
     "cards": []}},
    {"game": "xwing", "attack": {"dice": 2, "cards": ["Mientras efectúas un ataque, puedes volver a tirar 1 dado de ataque."]},
     "defense": {"dice": 3, "tokens": {"evasion": 1}}},
    {"game": "legion", "attack": {"dice": {"rojo": 2, "negro": 1, "blanco": 0}, "surge": "impacto",
     "tokens": {"ataque_apuntado": 1, "incremento": 0}, "keywords": ["Perforante 1", "Crítico 2"]},
     "defense": {"die": "rojo", "surge": True, "tokens": {"esquiva": 1, "incremento": 0, "acobardamiento": 0},
     "cover": "ligera",
     "keywords": ["Blindaje 1"]}},
    {"game": "legion", "attack": {"dice": {"blanco": 4}, "type": "cuerpo_a_cuerpo", "reroll": ["vacia"]}},
    {"game": "imperial-assault", "attack": {"dice": ["rojo", "azul"], "type": "a_distancia", "range": 3,
     "abilities": ["[incremento]: +1 [daño]"], "keywords": []}, "defense": {"dice": ["negro"]}},
    {"game": "leyendas", "attack": {"dice": ["verde", "amarillo"]}, "defense": {"dice": ["blanco"], "keywords": []}},
    {"game": "rebellion", "attack": {"rojo": 3, "negro": 2}, "defense": {"rojo": 2, "negro": 1, "bloqueo": 1}},
    {"game": "rebellion", "mission": {"dice": 4, "bonus": 2}, "opposition": {"dice": 3}},
)  # fmt: skip
Maker = Callable[[], Any]


@cache
def calls() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Game and sentences of the calls at a judge's table."""
    path = FIXTURES / "mesa" / "llamadas.yaml"
    (document,) = documents(path.name, path.read_text("utf-8"))
    return tuple((str(row["juego"]), tuple(map(str, row["di"]))) for row in cast(list[Any], document.data))
