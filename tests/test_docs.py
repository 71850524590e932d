"""The documents say what is there: every command and game is told, every file and module they name exists."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from grammar.game import DEFAULT_GAME, GAMES
from grammar.meaning.card import compile_card
from kb.cli import REGISTERS, commands_of
from web import commands

ROOT = Path(__file__).resolve().parent.parent
PAGES = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "corpus" / "README.md")
_PATH = re.compile(r"`((?:kb|grammar|web|tests|corpus|deploy|docs)/[\w./-]*[\w/])`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_CODE = re.compile(r"`[^`\n]*`")
_EFFECT = re.compile(r"^> ([^\n]+)\n\n```json\n(.*?)\n```", re.M | re.S)
_MODULE = re.compile(r"python -m ((?:kb|grammar|web|tests)(?:\.\w+)*)")
_QUOTED = re.compile(r"`[^`]*`|«[^»]*»|^    .*$", re.M)
_SPANISH = re.compile(r"\b(?:el|la|los|que|de|una|se|por|con)\b")
_ENGLISH = re.compile(r"\b(?:the|of|and|is|that|it|what|with)\b")
SPANISH_NAMES = {"busqueda", "diagnosticos", "escenarios", "escenarios-campos", "probabilidades"}


def test_every_command_is_told() -> None:
    told = re.findall(r"^\| `kb ([a-z-]+)", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.M)
    assert sorted(told) == sorted(commands_of((*REGISTERS, commands.register)))


def test_every_game_has_its_folder_and_every_folder_its_game() -> None:
    assert {path.name for path in (ROOT / "corpus").iterdir() if path.is_dir()} == set(GAMES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_document_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    paths = [ROOT / found for found in _PATH.findall(text)] + [
        page.parent / found for found in _LINK.findall(_CODE.sub("", text))
    ]
    modules = set(_MODULE.findall(text))
    missing = [str(path) for path in paths if not path.exists()]
    assert missing + [name for name in modules if importlib.util.find_spec(name) is None] == []


def test_a_document_has_its_name_in_the_language_of_its_text() -> None:
    texts = {page.stem: _QUOTED.sub("", page.read_text("utf-8").lower()) for page in (ROOT / "docs").glob("*.md")}
    assert {name for name, text in texts.items() if len(_SPANISH.findall(text)) > len(_ENGLISH.findall(text))} == SPANISH_NAMES


def test_every_document_is_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen:
            continue
        seen.add(page)
        named = re.findall(r"(?:docs/)?([\w-]+\.md)", page.read_text("utf-8"))
        ahead += [path for name in named if (path := ROOT / "docs" / name).exists()]
    assert {path for path in PAGES if path.parent.name == "docs"} <= seen


def test_the_effects_that_are_shown_are_those_of_their_texts() -> None:
    shown = _EFFECT.findall((ROOT / "docs" / "effects.md").read_text("utf-8"))
    assert len(shown) == 2
    for text, effect in shown:
        assert compile_card(text, DEFAULT_GAME).as_dict()["effects"] == json.loads(effect)


def test_the_lines_of_security_name_tests_that_exist() -> None:
    rows = re.findall(r"^\| [\d–].*$", (ROOT / "docs" / "security.md").read_text("utf-8"), re.M)
    tests = {
        name
        for path in (ROOT / "tests").glob("test_*.py")
        for name in re.findall(r"^def test_(\w+)", path.read_text("utf-8"), re.M)
    }
    named = {name for row in rows for name in re.findall(r"(?<![\w`/])[a-z]+(?:_[a-z0-9]+){2,}(?![\w`(])", row)}
    assert len(rows) == 49 and len(named) > 40 and named - tests == set()
    assert sum(row.split("|")[3].strip() == "yes" for row in rows) >= 45
