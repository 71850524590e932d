"""Fuzzing, the short way: inputs that once broke something, and a few hundred new ones with a fixed seed."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.soak.fuzz import DIED, SHARES, TARGETS, fuzz, settled
from tests.soak.material import ROOT
from tests.soak.shrink import shrink
from tests.soak.targets import Target

FIXTURES = Path(__file__).parent / "fixtures" / "fuzz"
KEPT = [
    pytest.param(path.stem, json.loads(line), id=f"{path.name}:{number}")
    for path in sorted(FIXTURES.glob("*.jsonl"))
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
]
INPUTS = 900
WARM, BUSY = 60.0, 10.0
"""How many times slower an input may be: the first of a target, and any other on a busy machine. `make soak` times them."""


@pytest.fixture(autouse=True, scope="module")
def same_kb(shipped_kb: Path) -> None:
    os.environ["SOAK_KB"] = str(shipped_kb)


@pytest.mark.parametrize(("name", "case"), KEPT)
def test_what_once_broke_holds(name: str, case: Any) -> None:
    # The first input of a target also makes what it reads: that has a minute, an input has not.
    settled(TARGETS[name], case, WARM)
    found, _, _, trace = settled(TARGETS[name], case, BUSY)
    assert found is None, trace


@pytest.mark.filterwarnings(
    "ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning"
)  # of werkzeug, where a form is refused
@pytest.mark.parametrize("name", TARGETS)
def test_a_short_run_finds_nothing(name: str) -> None:
    inputs = max(40, INPUTS * SHARES[name] // sum(SHARES.values()))
    report = fuzz(TARGETS[name], inputs, seed=7, untouched=inputs // 2, pace=BUSY)
    assert report.findings == []
    assert report.inputs == inputs and report.behaviours > 5


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris no tiene paquete para esta máquina")
def test_guided_by_coverage() -> None:
    """Each target under libFuzzer ends when it has its inputs, and says what it saw."""
    command = [sys.executable, "-m", "tests.soak.guided", "--target", "lector", "--inputs", "40"]
    watched = {**os.environ, "SOAK_WATCHED": "kb.books.outline kb.books.repair"}  # all of it takes half a minute
    done = subprocess.run(command, cwd=ROOT, env=watched, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout)
    assert report["inputs"] == 40 and report["behaviours"] > 5 and report["findings"] == []


def test_a_finding_is_made_small() -> None:
    case = {"a": ["xx", {"b": "largo y malo"}], "c": 12}
    small = shrink(case, lambda value: "malo" in json.dumps(value))
    assert small == {"a": [{"b": "malo"}]}
    assert shrink([-1, -9], lambda value: isinstance(value, list)) == []
    assert shrink(-9, lambda value: value < 0) == -1


def test_an_input_that_kills_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What dies is the process that receives; the run goes on in another."""
    monkeypatch.setattr("tests.soak.fuzz.FOLDER", tmp_path)

    def check(case: Any) -> int:
        if case == 3:
            os._exit(3)
        if case == 5:
            raise SystemExit(1)  # no Exception: what breaks off the fuzzer itself
        return int(case)

    target = Target("x", lambda: list(range(8)), lambda rng, case, pool: 7, check)
    report = fuzz(target, 10, 1, apart=True)
    assert report.inputs == 10 and report.behaviours == 6
    assert [(found["name"], found["times"], found["case"]) for found in report.findings] == [(DIED, 2, 3)]
    assert json.loads(next(tmp_path.iterdir()).read_text())["case"] == 3
