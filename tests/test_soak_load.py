"""The load run, the short way, and the frame of `make soak`: what it counts as a failure."""

from pathlib import Path

import pytest

from tests.soak import load, run
from tests.soak.client import Tally
from tests.soak.report import ABOUT, as_markdown
from tests.soak.served import Served
from tests.soak.traffic import SHARES

HOSTILE = {"requests": 9, "limit_ms": 100, "worst": [[3.5, 400, "/api/v1/odds", "NaN"]], "wrong": []}


@pytest.fixture(scope="module")
def loaded(shipped_kb: Path) -> dict:
    return load.load(shipped_kb, seconds=1.5, open_seconds=0.5, step=0.1, seed=1, tell=False, workers=1)


def test_a_few_seconds_of_a_tournament_day_have_no_error(loaded: dict) -> None:
    for loop in ("closed", "open"):
        assert loaded[loop]["errors"] == 0, loaded[loop]
        assert set(loaded[loop]["statuses"]) <= {"200", "304"}
    assert set(loaded["closed"]["ms"]) == {*SHARES, "todas"}
    assert loaded["faults_in_log"] == 0
    assert loaded["memory"]["end_mb"] > 50


@pytest.mark.parametrize(("per_minute", "flat"), [(0, True), (1, True), (40, False)])
def test_memory_that_rises_is_not_flat(per_minute: int, flat: bool) -> None:
    samples = [(float(at), int((300 + per_minute * at / 60) * 1024)) for at in range(0, 600, 5)]
    assert load.growth(Served(0, ("", 0), Path(), samples), samples[0][1])["flat"] is flat


def test_what_is_no_answer_is_an_error() -> None:
    tally = Tally()
    tally.statuses.update({200: 5, 304: 2, 429: 1, 500: 1})
    tally.failures["sin respuesta"] += 1
    assert tally.errors == 3


def test_every_step_is_explained_and_told(loaded: dict) -> None:
    assert set(run.STEPS) == set(ABOUT)
    line = {
        "target": "web",
        "seed": 1,
        "inputs": 9,
        "behaviours": 3,
        "cpu": 1.0,
        "slowest": 0.1,
        "memory_mb": 9,
        "findings": [],
    }
    broken = {**line, "target": "lector", "findings": [{"name": "líneas perdidas"}]}
    where = {"date": "2026-11-17 10:00 UTC", "commit": "abc", "machine": "una", "seconds": 3}
    results = {"fuzz": {"ok": False, "lines": [line, broken], **where}, "load": {"ok": True, "lines": [loaded], **where}}
    page = as_markdown({**results, "hostile": {"ok": True, "lines": [HOSTILE], **where}})
    assert "| lector | 9 | 1 | 3 | 1 | 0.10 | 9 | - | líneas perdidas |" in page
    assert (
        "**failed**" in page
        and "| `/api/v1/odds` | NaN | 400 | 3.5 |" in page
        and page.count("Not run yet.") == len(run.STEPS) - 3
    )
    assert as_markdown({}, page) == page, "what is not run keeps its figures"


def test_what_people_wrote_stays() -> None:
    """Beside the figures of a run, above and below them, and sections of no step."""
    run_of = {"ok": True, "lines": [{"n": 1}], "date": "2026-11-17 10:00 UTC", "commit": "abc", "machine": "una", "seconds": 3}
    page = as_markdown({})
    about = ABOUT["worst"]
    page = page.replace(f"{about}\n\nNot run yet.\n", f"{about}\n\nBefore it.\n\nSeen by hand.\n") + "\n## frozen\n\nBy hand.\n"
    first = as_markdown({"worst": run_of}, page)
    second = as_markdown({"worst": {**run_of, "commit": "def"}}, first)
    assert "commit abc" in first and "commit def" in second and "commit abc" not in second
    for text in (first, second):
        assert all(text.count(said) == 1 for said in ("Before it.", "Seen by hand.", "## frozen\n\nBy hand.\n", "| n | 1 |"))
    assert as_markdown({}, second) == second


def test_a_step_that_is_not_there_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(run.STEPS, "nada", run.Step("tests.soak.nada", ()))
    assert run.run("nada")["ok"] is False
