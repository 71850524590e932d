"""What is installed is what the lock files say, file by file: each line a version and its hashes, and all that is asked for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def locked(name: str) -> dict[str, list[tuple[Version, Marker | None, int]]]:
    """By package: version, for whom, and how many hashes."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / name).read_text("utf-8"))
    found: dict[str, list[tuple[Version, Marker | None, int]]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        told, *hashes = line.split(" --hash=")
        row = Requirement(told)
        (pin,) = row.specifier
        assert pin.operator == "==" and all(re.fullmatch(r"sha256:[0-9a-f]{64}", one.strip()) for one in hashes), told
        found.setdefault(canonicalize_name(row.name), []).append((Version(pin.version), row.marker, len(hashes)))
    return found


def asked(group: str) -> list[Requirement]:
    rows: list[Requirement] = []
    for row in PROJECT["dependency-groups"][group]:
        rows += asked(row["include-group"]) if isinstance(row, dict) else [Requirement(row)]
    return rows


@pytest.mark.parametrize("name", FILES)
def test_every_line_has_its_hashes_and_no_host(name: str) -> None:
    assert all(hashes for rows in locked(name).values() for _, _, hashes in rows)
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text and not re.search(r"^\s*-(?!-hash)", text, re.MULTILINE)


def test_the_lock_has_all_that_is_asked_for() -> None:
    """Where not: `make lock`."""
    extras = [Requirement(row) for rows in PROJECT["project"]["optional-dependencies"].values() for row in rows]
    runtime = [Requirement(row) for row in PROJECT["project"]["dependencies"]] + extras + asked("build")
    for name, wanted in (("requirements.txt", runtime), ("requirements-dev.txt", [*runtime, *asked("dev")])):
        lock = locked(name)
        for row in wanted:
            versions = [version for version, _, _ in lock.get(canonicalize_name(row.name), [])]
            assert versions and all(version in row.specifier for version in versions), f"{name}: {row}: make lock"


def test_the_locks_agree() -> None:
    runtime, dev, uv = map(locked, FILES)
    for name, rows in {**runtime, **uv}.items():
        assert {(version, hashes) for version, _, hashes in rows} == {(version, hashes) for version, _, hashes in dev[name]}


def test_what_reaches_into_a_library_is_pinned_exactly() -> None:
    """web/server.py overrides methods of granian's Server."""
    rows = {canonicalize_name(r.name): r for r in map(Requirement, PROJECT["project"]["dependencies"])}
    assert str(rows["granian"].specifier).startswith("==")


def test_a_release_says_what_it_is_made_of() -> None:
    """`make release` writes the list from the lock; which is run by hand, as it takes seconds."""
    recipe = (ROOT / "Makefile").read_text("utf-8").split("\nrelease:")[1].split("\n\n")[0]
    assert "cyclonedx-py requirements requirements.txt" in recipe and "hatchling build" in recipe and "sha256sum" in recipe
