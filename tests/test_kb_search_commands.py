"""`kb search`, `kb eval` and the bench, as other programs use them."""

import argparse
import io
import json
import shutil
from pathlib import Path

import pytest

from kb.errors import ReadError, StoreError
from kb.search.bench import bench_search
from kb.search.commands import register
from kb.search.searcher import Searcher

QUERIES = Path(__file__).parent / "fixtures" / "queries"


def kb(*words: str) -> int:
    parser = argparse.ArgumentParser()
    register(parser.add_subparsers())
    args = parser.parse_args(words)
    return int(args.run(args))


def test_batch(shipped_kb: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"q": "ataque", "game": "xwing"}, {"q": "perforente"}]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, lines)) + "\n\n"))
    assert kb("search", "--kb", str(shipped_kb), "--batch", "-", "--limit", "4", "--json") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [a["q"] for a in answers] == ["ataque", "perforente"]
    assert answers[1]["corrected"] == "perforante"
    hit = answers[0]["hits"][0]
    assert {"id", "game", "title", "lines", "score", "passage", "anchor"} <= hit.keys()
    assert len(answers[0]["hits"]) == 4
    assert answers[0]["ms"] > 0


def test_text(shipped_kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb("search", "perforante", "--game", "legion", "--kb", str(shipped_kb), "--explain") == 0
    out = capsys.readouterr().out
    assert "1. Perforante X" in out
    assert "título exacto" in out
    assert "También en: " in out


def test_wrong_calls(shipped_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kb("search", "--kb", str(shipped_kb)) == 2
    assert "falta la consulta" in capsys.readouterr().err
    assert kb("search", "ataque", "--game", "ajedrez", "--kb", str(shipped_kb)) == 2
    assert "ajedrez" in capsys.readouterr().err
    bad = tmp_path / "mal.jsonl"
    bad.write_text('{"q": "ataque"}\nesto no es JSON\n', "utf-8")
    with pytest.raises(ReadError, match=r"mal\.jsonl:2"):
        kb("search", "--kb", str(shipped_kb), "--batch", str(bad))
    with pytest.raises(StoreError, match="kb build"):
        kb("search", "ataque", "--kb", str(tmp_path))
    with pytest.raises(ReadError, match="preguntas"):
        kb("eval", str(bad), "--kb", str(shipped_kb))


def test_eval(shipped_kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(QUERIES / "ajuste.jsonl"), str(QUERIES / "sin_respuesta.jsonl")]
    assert kb("eval", *files, "--kb", str(shipped_kb), "--show", "1") == 0
    out = capsys.readouterr().out
    assert "estilo: errata" in out
    unanswerable = len((QUERIES / "sin_respuesta.jsonl").read_text("utf-8").splitlines())
    assert f"sin respuesta: reconocidas {unanswerable} de {unanswerable}" in out


def test_bench(indexed_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.search.bench.ROUNDS", 1)
    figures = bench_search(indexed_kb)
    assert {"veces_fts5_p50", "busqueda_p50_ms", "completar_p95_ms"} <= figures.keys()
    assert isinstance(figures["construir_indice_s"], float)


def test_damaged_index_is_said_in_one_sentence(shipped_kb: Path, tmp_path: Path) -> None:
    place = tmp_path / "kb"
    shutil.copytree(shipped_kb, place)
    (place / "index" / "tables.json").write_text("{", "utf-8")
    with pytest.raises(StoreError, match="kb build"):
        Searcher.open(place)


def test_readers_keep_answering_from_the_old_index(shipped_kb: Path, tmp_path: Path) -> None:
    """A rebuild puts a new directory in place; who has the old one open goes on with it."""
    place = tmp_path / "kb"
    shutil.copytree(shipped_kb, place)
    with Searcher.open(place) as old:
        before = old.fresh("fase de mando", "rebellion")
        place.rename(tmp_path / "vieja")
        shutil.copytree(shipped_kb, place)
        shutil.rmtree(tmp_path / "vieja")
        assert old.fresh("fase de mando", "rebellion").hits == before.hits
        assert old.fresh("cartas de objetivo", "rebellion").hits
        with Searcher.open(place) as new:
            assert new.fresh("fase de mando", "rebellion").hits == before.hits
