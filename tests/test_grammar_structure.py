"""The grammar itself: one reading, a builder per rule, a class per verb, findings with a page each."""

import re
from pathlib import Path

import pytest
from lark import Lark

from grammar.build.sentences import SentenceBuilder
from grammar.effects import BY_KIND
from grammar.game import GAMES
from grammar.language.lemmas import ALIASES, COMPOUND, HEADS, LEMMAS
from grammar.lint import CATALOGUE
from grammar.parse import GRAMMARS, build_parser

ROOT = Path(__file__).resolve().parent.parent
INLINED = {
    "nucleo",
    "nucleo_n",
    "sujeto",
    "sueltos",
    "args",
    "args_r",
    "vf",
    "vinf",
    "modal",
    "marcos",
    "colas",
    "rasgos",
    "atomos",
    "predicado",
    "predicado_r",
    "para",
    "arco_mas",
    "dativo_p",
    "sujeto_r",
}
"""Rules that their parent reads for itself."""


@pytest.mark.parametrize("game", [path.stem for path in GRAMMARS.glob("*.lark") if path.stem in (*GAMES, "shared")])
def test_no_text_has_two_readings(game: str) -> None:
    """Strict LALR: a conflict would be an error here, so the grammar has none and each text at most one tree."""
    assert isinstance(build_parser(game, cached=False), Lark)


def test_every_rule_has_its_builder() -> None:
    kept = [rule for rule in build_parser("xwing", cached=False).rules if not rule.options.expand1]
    rules = {str(rule.origin.name).rsplit("__", 1)[-1] for rule in kept}
    named = {rule for rule in rules if not re.search(r"_(star|plus)_\d+$", rule) and rule not in INLINED}
    assert sorted(rule for rule in named if not hasattr(SentenceBuilder, f"build_{rule}")) == []


def test_every_operation_can_be_said() -> None:
    """Each kind of operation is a verb that can be conjugated, or one with its reflexive pronoun."""
    assert sorted(kind for kind in BY_KIND if kind not in LEMMAS and kind.removesuffix("se") not in LEMMAS) == []
    assert {*ALIASES.values(), *COMPOUND.values()} <= {*LEMMAS.values()}
    assert set(HEADS) <= set(LEMMAS.values())


def test_every_code_has_its_page() -> None:
    page = (ROOT / "docs" / "diagnosticos.md").read_text(encoding="utf-8")
    assert [code for code in CATALOGUE if f"## {code}" not in page] == []
    used = {code for path in (ROOT / "grammar").rglob("*.py") for code in re.findall(r'"(KB\d{3})"', path.read_text("utf-8"))}
    assert sorted(used - set(CATALOGUE)) == []


def test_tables_are_kept_where_nobody_else_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark's are pickles: one that somebody planted would run."""
    monkeypatch.setenv("KB_CACHE", str(tmp_path))
    build_parser("rebellion", cached=True)
    folder = tmp_path / "gramaticas"
    kept = list(folder.iterdir())
    assert len(kept) == 1 and kept[0].stat().st_size > 10_000
    assert folder.stat().st_mode & 0o777 == 0o700
    kept[0].unlink()
    folder.chmod(0o777)
    build_parser("rebellion", cached=True)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("cache", ["/proc/no/se/puede", "/dev/null"])
def test_without_a_place_to_keep_them_they_are_made_each_time(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE", cache)
    assert build_parser("rebellion", cached=True).options.cache is False
