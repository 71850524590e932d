"""The grammar around its rules: findings with a page each, and a cache that is nobody else's."""

import re
from pathlib import Path

import pytest

from grammar.cache import remembered
from grammar.lint import CATALOGUE

ROOT = Path(__file__).resolve().parent.parent


def test_every_code_has_its_page() -> None:
    page = (ROOT / "docs" / "diagnosticos.md").read_text(encoding="utf-8")
    assert [code for code in CATALOGUE if f"## {code}" not in page] == []
    used = {code for path in (ROOT / "grammar").rglob("*.py") for code in re.findall(r'"(KB\d{3})"', path.read_text("utf-8"))}
    assert sorted(used - set(CATALOGUE)) == []


def test_what_is_made_is_kept_where_nobody_else_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    made: list[int] = []

    def make() -> list[int]:
        made.append(len(made))
        return [len(made)]

    assert [remembered("algo", ("a",), make) for _ in range(2)] == [[1], [1]]
    assert remembered("algo", ("b",), make) == [2], "made of something else"
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    (tmp_path / "cache").chmod(0o777)
    assert remembered("algo", ("a",), make) == [3], "what somebody else may have written is not read"


@pytest.mark.parametrize("cache", ["/proc/no/se/puede", "/dev/null"])
def test_without_a_place_to_keep_it_it_is_made_each_time(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE", cache)
    assert [remembered("algo", ("a",), lambda: [1]) for _ in range(2)] == [[1], [1]]
