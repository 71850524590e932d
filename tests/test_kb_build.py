"""Building: bad input gets a clear sentence, a build that dies leaves the old knowledge base or the new one, whole."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.build import build_from
from kb.cli import main
from kb.errors import StoreError
from kb.review.diff import diff_entries
from kb.store import open_kb, write
from tests.servers import until

BOOKS = Path(__file__).parent / "fixtures" / "books"


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "kb.cli", *map(str, args)], capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "libros").mkdir()
    return tmp_path / "libros"


BAD = {
    "vacio": (b"", "está vacío"),
    "blanco": (b" \n\n \t\n", "está vacío"),
    "binario": (b"\x7fELF\x00\x00\x01" * 100, "no es un fichero de texto"),
    "enorme": (b"LINEA\n\n" * 8_000_000, "MB y el límite es"),
    "latin1": (
        "FAROS\n\nLa guía de los faros explica cómo se encienden las linternas del arrecife.\n".encode("latin-1"),
        "Latin-1",
    ),
    "sin-titulos": (b"una frase.\n\notra frase.\n", "ningún título"),
    "desconocido": (
        "FAROS\n\nEsta guía explica cómo se encienden todas las linternas de la costa.\n".encode(),
        "libro desconocido",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_book_is_a_sentence_or_a_best_effort(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, expected = BAD[name]
    (folder / "libro.txt").write_bytes(data)
    (folder / "bueno.txt").write_bytes((BOOKS / "cierre.txt").read_bytes())
    status = main(["build", "--books", str(folder), "--out", str(folder.parent / "kb"), "--no-index"])
    err = capsys.readouterr().err
    assert status == 0
    assert expected in err
    assert "Traceback" not in err
    assert any(e.id == "bueno/ancla" for e in open_kb(folder.parent / "kb").entries)


def test_only_bad_books_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "libro.txt").write_bytes(b"")
    assert main(["build", "--books", str(folder), "--out", str(folder.parent / "kb")]) == 2
    assert "libro.txt: está vacío." in capsys.readouterr().err
    (folder / "otro.txt").write_bytes(b"")
    assert main(["build", "--books", str(folder), "--out", str(folder.parent / "kb")]) == 2
    assert "no hay ningún reglamento" in capsys.readouterr().err


def test_two_copies_of_one_book(folder: Path, capsys: pytest.CaptureFixture[str], books: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes((books / "rebellion.txt").read_bytes())
    assert main(["build", "--books", str(folder), "--out", str(folder.parent / "kb"), "--no-index"]) == 0
    assert "b.txt: es otra copia de «rebellion»; se usa a.txt." in capsys.readouterr().err


@pytest.mark.parametrize("out", ["/proc/kb", "/dev/null/kb"])
def test_unwritable_out(out: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--out", out, "--no-index"]) == 2
    err = capsys.readouterr().err
    assert "no se puede escribir" in err
    assert len(err.strip().splitlines()) == 1


def test_out_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mio.txt").write_text("no me borres")
    assert main(["build", "--out", str(tmp_path), "--no-index"]) == 2
    assert "no son de una base de conocimiento" in capsys.readouterr().err
    assert (tmp_path / "mio.txt").read_text() == "no me borres"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda kb: (kb / "meta.json").unlink(), "no hay ninguna base de conocimiento"),
        (lambda kb: (kb / "meta.json").write_text('{"schema": 0, "digest": ""}'), "es de una versión anterior"),
        (lambda kb: (kb / "entries.jsonl").write_text('{"id": "x"}\n'), "está dañada"),
        (lambda kb: (kb / "report.json").write_text("{"), "está dañada"),
    ],
)
def test_damaged_knowledge_base(tmp_path: Path, damage: object, sentence: str) -> None:
    write(tmp_path / "kb", [], {}, {})
    damage(tmp_path / "kb")  # type: ignore[operator]
    with pytest.raises(StoreError, match=sentence):
        open_kb(tmp_path / "kb")


def test_wrong_call_is_status_2_in_spanish() -> None:
    done = run("buid")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kb: ORDEN no puede ser «buid»: ¿querías decir «build»?")


def test_show_suggests_the_nearest(shipped_kb: Path) -> None:
    done = run("show", "xwing/cola-de-capacidade", "--kb", shipped_kb)
    assert done.returncode == 2
    assert done.stderr == "kb: No hay ninguna entrada «xwing/cola-de-capacidade». ¿Quisiste decir xwing/cola-de-capacidades?\n"


def test_shipped_corpus_builds_and_checks(tmp_path: Path) -> None:
    done = run("build", "--out", tmp_path / "kb", "--no-index")
    assert (done.returncode, done.stderr) == (0, "")  # silence in a pipe
    assert run("check", "--kb", tmp_path / "kb").returncode == 0
    games = {e.game for e in open_kb(tmp_path / "kb").entries}
    assert games == {"legion", "xwing", "rebellion", "imperial-assault", "leyendas"}


@pytest.mark.slow
def test_killed_at_any_moment_leaves_a_whole_knowledge_base(tmp_path: Path) -> None:
    """50 builds killed with SIGKILL at random moments: what is there is the old one or the new one, complete."""
    folder = tmp_path / "libros"
    folder.mkdir()
    for style in ("cierre", "alfabetico", "contenido", "relato"):
        (folder / f"{style}.txt").write_bytes((BOOKS / f"{style}.txt").read_bytes())
    out = tmp_path / "kb"
    # Read once; each build that is killed is a process of its own, born where one would begin to write.
    script = (
        "import os, signal, sys; from pathlib import Path; from kb.build import build_from; from kb.store import write;"
        "b = build_from(Path(sys.argv[1]), corpus=Path('/nonexistent'));"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN);"
        "write_on = lambda: [write(Path(sys.argv[2]), b.entries, b.report, b.repairs) for _ in range(40)];"
        "born = lambda: os.fork() or write_on() and os._exit(0);"
        "[print(born(), flush=True) for _ in sys.stdin]"
    )
    built = build_from(folder, corpus=Path("/nonexistent"))
    write(out, built.entries[:3], {}, {})
    whole = {3, len(built.entries)}
    rng = random.Random(2026)
    seen = set()
    command = [sys.executable, "-c", script, str(folder), str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as nursery:
        assert nursery.stdin and nursery.stdout
        for _ in range(50):
            nursery.stdin.write("\n")
            nursery.stdin.flush()
            child = int(nursery.stdout.readline())
            time.sleep(rng.uniform(0, 0.06))
            os.kill(child, signal.SIGKILL)
            assert until(lambda child=child: not Path(f"/proc/{child}").exists())  # type: ignore[misc]
            seen.add(len(open_kb(out).entries))
            assert seen <= whole
        nursery.stdin.close()
    write(out, built.entries, built.report, built.repairs)
    assert len(open_kb(out).entries) == len(built.entries)


def test_diff_of_two_editions(folder: Path) -> None:
    old = folder / "faros.txt"
    text = (BOOKS / "cierre.txt").read_text("utf-8")
    old.write_text(text, "utf-8")
    new = folder.parent / "faros.txt"
    new.write_text(text.replace("tres golpes", "cuatro golpes").replace("## PUERTO", "## PUERTO FRANCO"), "utf-8")
    done = run("diff", old, new, "--json")
    rows = {row["id"]: row for row in json.loads(done.stdout)["entries"]}
    assert done.returncode == 1
    (edit,) = rows["faros/casco"]["edits"]
    assert (edit["removed"], edit["added"]) == ("tres", "cuatro")
    assert rows["faros/puerto-franco"]["op"] == "nueva"
    assert rows["faros/puerto"]["op"] == "retirada"
    assert diff_entries([], []) == []


def test_entry_ids_survive_a_new_edition(folder: Path) -> None:
    text = (BOOKS / "alfabetico.txt").read_text("utf-8")
    (folder / "faros.txt").write_text(text, "utf-8")
    before = {e.id for e in build_from(folder, corpus=Path("/nonexistent")).entries if e.game == "faros"}
    (folder / "faros.txt").write_text(
        "PRÓLOGO\n\nNuevo texto de la segunda edición, mucho más largo que el anterior.\n\n" + text, "utf-8"
    )
    after = {e.id for e in build_from(folder, corpus=Path("/nonexistent")).entries if e.game == "faros"}
    assert before
    assert before <= after
