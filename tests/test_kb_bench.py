"""The bench itself: promises told apart, noise stated, runs compared. Speeds are measured by `make bench`, not here."""

import json
from pathlib import Path

import pytest

from kb.bench import run as bench
from kb.bench.promises import PROMISES, Promise, kept, missing, table

MACHINE = {
    "python": "3.11",
    "nucleos": 2,
    "carga": 1.0,
    "trabajo_fijo_ms": 10.0,
    "ruido": 0.05,
    "trabajo_fijo_cpu_ms": 9.0,
    "ruido_cpu": 0.02,
    "dia": "2026-11-16",
}
GOOD = {"maquina": MACHINE, "lectura": {"lectura_entre_markdown": 4.0}, "sitio": {"entrada_entre_hello": 2.5, "cliente": "wrk"}}


def figures(**more: dict) -> dict:
    return json.loads(json.dumps({**GOOD, **more}))


def test_a_limit_holds_from_its_own_side() -> None:
    rows = {k.promise.figure: k.holds for k in kept(GOOD)}
    assert rows == {"lectura_entre_markdown": True, "entrada_entre_hello": True}
    worse = figures(lectura={"lectura_entre_markdown": 6.1}, sitio={"entrada_entre_hello": 0.4})
    assert [k.holds for k in kept(worse)] == [False, False]
    assert len(missing(GOOD)) == len(PROMISES) - 2


def test_every_issue_that_promises_a_speed_is_here() -> None:
    assert {p.issue for p in PROMISES} == {2, 4, 7, 8, 15, 19, 22}
    assert len({(p.bench, p.figure) for p in PROMISES}) == len(PROMISES)


def test_table_is_markdown() -> None:
    rows = list(kept(figures(lectura={"lectura_entre_markdown": 9.0})))
    lines = table(rows)
    assert lines[2].startswith("| leer los cinco") and "| NO | 2 |" in lines[2] and "| sí | 8 |" in lines[3]
    assert {line.count("|") for line in lines} == {6}


@pytest.mark.parametrize(
    ("noise", "value", "told"),
    [
        (0.02, 4.2, []),
        (0.02, 5.0, ["  lectura lectura_entre_markdown: 4 -> 5 (+25%)"]),
        (0.02, 3.0, ["  lectura lectura_entre_markdown: 4 -> 3 (-25%)"]),
        (0.30, 5.0, []),
    ],
)
def test_only_what_the_noise_does_not_explain_has_moved(noise: float, value: float, told: list[str]) -> None:
    after = figures(maquina={**MACHINE, "ruido_cpu": noise}, lectura={"lectura_entre_markdown": value}, nueva={"x": 1})
    assert bench.moved(GOOD, after) == told


def test_noise_is_the_spread_of_the_fixed_work() -> None:
    assert bench.noise([10.0] * 20) == 0
    assert bench.noise([10.0] * 10 + [12.0] * 10) == pytest.approx(2 / 11)
    assert len(bench.fixed_work(3)) == 3 and all(clock > 0 for clock, _ in bench.fixed_work(1))


def test_one_run_one_table_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    values = iter((0.9, 0.7, 0.2))
    mine = {"sitio": lambda: {"entrada_entre_hello": next(values)}}
    assert bench.main(["--only", "sitio"], mine) == 0 and not (tmp_path / bench.RESULT).exists(), "a part is not kept"
    monkeypatch.setattr(bench, "benches", lambda books: {})
    assert bench.main([], mine) == 0
    assert bench.main([], mine) == 1, "a broken promise is a finding"
    out = capsys.readouterr().out
    assert "Ruido de la máquina" in out and "Se cumplen 0 de 1." in out and "Sin medir: " in out
    assert json.loads((tmp_path / bench.RESULT).read_text("utf-8"))["sitio"] == {"entrada_entre_hello": 0.2}
    assert json.loads((tmp_path / bench.PREVIOUS).read_text("utf-8"))["sitio"] == {"entrada_entre_hello": 0.7}
    quiet = {"maquina": MACHINE, "sitio": {"entrada_entre_hello": 0.9}}
    for path, found in ((bench.RESULT, GOOD), (Path("otro.json"), quiet)):
        path.write_text(json.dumps(found), "utf-8")
    assert bench.main(["--compare", "otro.json"]) == 0
    assert "sitio entrada_entre_hello: 0.9 -> 2.5 (+178%)" in capsys.readouterr().out
    assert bench.main(["--compare", "no-existe.json"]) == 2


def test_a_promise_without_a_figure_is_said() -> None:
    extra = (Promise("nada", "x", "algo", "≤", 1, "s", 9),)
    assert list(kept(GOOD, extra)) == [] and missing(GOOD, extra) == list(extra)
