"""Where the official material is, if it is here at all. Tests that need it are skipped, visibly, where it is absent."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from discreet import discreet  # noqa: F401 - a fixture

from kb.build import build_from, lexicons
from kb.search.searcher import build_index
from kb.store import open_kb, write

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def _folder(variable: str, name: str) -> Path | None:
    path = Path(os.environ.get(variable) or SHARED / name)
    return path if path.is_dir() else None


@pytest.fixture(scope="session")
def books() -> Path:
    path = _folder("KB_BOOKS", "books")
    if path is None:
        pytest.skip("faltan los reglamentos oficiales (KB_BOOKS o ../shared/books)")
    return path


@pytest.fixture(scope="session")
def study() -> Path:
    path = _folder("KB_STUDY", "study")
    if path is None:
        pytest.skip("falta el estudio de los reglamentos (KB_STUDY o ../shared/study)")
    return path


@pytest.fixture(scope="session")
def shipped_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the corpus that the project ships, with its index."""
    out = tmp_path_factory.mktemp("sitio") / "kb"
    built = build_from(None)
    write(out, built.entries, built.report, built.repairs, lambda folder: build_index(built.entries, lexicons(), folder))
    return out


@pytest.fixture(scope="session")
def xwing_kb(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game, without an index: quick to open."""
    out = tmp_path_factory.mktemp("sitio") / "kb"
    write(out, [e for e in open_kb(shipped_kb).entries if e.game == "xwing"], {}, {})
    return out


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the program remembers about its user (last build, rulings) stays out of the user's home in tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("estado"))
    os.environ["KB_HANDS"] = "0"  # servers of tests need no hands: only those of the metrics and test_web_apart have them
    os.environ["KB_RATE"] = "0"  # all tests come from one address: those of the gate set their own rates


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own on a socket, where Debian's PostgreSQL is installed and we may change user."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs or os.geteuid() != 0:
        pytest.skip("falta PostgreSQL (apt install postgresql)")
    folder = Path("/tmp") / f"reglario-pg-{os.getpid()}"
    folder.mkdir(mode=0o700)
    shutil.chown(folder, "postgres", "postgres")
    data, run = folder / "datos", {"user": "postgres", "cwd": "/", "check": True, "capture_output": True}
    subprocess.run([programs[-1] / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync"], **run)
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    subprocess.run([programs[-1] / "pg_ctl", "-D", data, "-o", options, "-w", "-l", folder / "log", "start"], **run)
    yield f"postgresql://postgres@/postgres?host={folder}"
    subprocess.run([programs[-1] / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **run)
    shutil.rmtree(folder)
