"""Where the official material is, if it is here at all. Tests that need it are skipped, visibly, where it is absent."""

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from discreet import discreet  # noqa: F401 - a fixture
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache
from once import once
from opened import opened_once  # noqa: F401 - a fixture
from patience import PATIENCE
from playwright.sync_api import expect
from werkzeug.routing import Rule

from kb.build import build_from, lexicons
from kb.search.searcher import build_index
from kb.store import open_kb, write

# jsonschema would load it for addresses in other alphabets, which no schema of ours asks for: two seconds of each process.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
# The same examples in each run, however busy the machine is: red means a fault. Others: `--hypothesis-profile=azar`.
settings.register_profile("firme", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("azar", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("firme")
expect.set_options(timeout=PATIENCE)

# What a process of tests holds is large and stays: looking it through after every few hundred objects is a tenth of its time.
gc.set_threshold(20_000, 20, 50)
SLOWEST = (
    "test_web_browser", "test_kb_play_scenarios", "test_web_processes", "test_web_hosts", "test_kb_play_xwing",
    "test_web_desk_browser", "test_corpus", "test_web_apart", "test_kb_play_meaning", "test_web_accounts", "test_web_hostile",
    "test_web_faults", "test_kb_play_imperial_assault", "test_web_events", "test_kb_play_table", "test_web_embed",
    "test_grammar_completion", "test_web_export", "test_kb_pack", "test_web_rulings", "test_soak_load", "test_kb_build",
    "test_web_pages", "test_soak_fuzz", "test_web_warm", "test_web_numbers", "test_kb_books_formats", "test_memory",
    "test_web_unanswered", "test_kb_play_legion_laws", "test_regexes", "test_web_mcp", "test_kb_faults",
    "test_kb_search_commands", "test_kb_diff", "test_kb_games", "test_meaning_laws", "test_meaning_pairs", "test_web_schema",
    "test_kb_search", "test_web_metrics", "test_web_rulings_history", "test_kb_play_legion_mutants", "test_grammar_lint",
    "test_web_discover", "test_kb_play_robust", "test_web_rulings_typed", "test_web_backup", "test_web_offline_search",
)  # fmt: skip
"""Files that take longest: begun first, so that no process is left with one at the end; those that wait for servers and
browsers between those that reckon."""
SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


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
def published() -> Path:
    path = _folder("KB_CARDS", "cards")
    if path is None:
        pytest.skip("faltan los textos de las cartas publicadas (KB_CARDS o ../shared/cards)")
    return path


@pytest.fixture(scope="session")
def study() -> Path:
    path = _folder("KB_STUDY", "study")
    if path is None:
        pytest.skip("falta el estudio de los reglamentos (KB_STUDY o ../shared/study)")
    return path


@pytest.fixture(scope="session")
def shipped_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the corpus that the project ships, with its index: for reading only, as all processes share it."""

    return once(tmp_path_factory, "sitio", lambda folder: _built(None, folder / "kb")) / "kb"


@pytest.fixture(scope="session")
def official_kb(books: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the official books."""
    return once(tmp_path_factory, "oficial", lambda folder: _built(books, folder / "kb")) / "kb"


def _built(books: Path | None, out: Path) -> None:
    built = build_from(books)
    write(out, built.entries, built.report, built.repairs, lambda at: build_index(built.entries, lexicons(), at))


@pytest.fixture(scope="session")
def indexed_kb(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with their index: for what is opened again and again, in processes of its own."""

    def make(folder: Path) -> None:
        entries = [e for e in open_kb(shipped_kb).entries if e.game in ("xwing", "rebellion")]
        write(folder / "kb", entries, {}, {}, lambda at: build_index(entries, lexicons(), at))

    return once(tmp_path_factory, "dos-juegos", make) / "kb"


@pytest.fixture(scope="session")
def xwing_kb(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game, without an index: quick to open."""
    out = tmp_path_factory.mktemp("sitio") / "kb"
    write(out, [e for e in open_kb(shipped_kb).entries if e.game == "xwing"], {}, {})
    return out


@pytest.fixture(scope="session")
def two_kb(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, without an index."""
    out = tmp_path_factory.mktemp("sitio") / "kb"
    write(out, [e for e in open_kb(shipped_kb).entries if e.game in ("xwing", "legion")], {}, {})
    return out


@pytest.fixture(scope="module", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the program remembers about its user (last build, rulings) stays out of the user's home in tests, and is each file's
    own: an account that one makes is not there for the next in the same process."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("estado"))
    os.environ["KB_HANDS"] = "0"  # servers of tests need no hands: only those of the metrics and test_web_apart have them
    os.environ["KB_WARM"] = "0"  # nor pages that nobody asks for: those of test_web_warm have them
    os.environ["KB_RATE"] = "0"  # all tests come from one address: those of the gate set their own rates


@pytest.fixture(scope="session", autouse=True)
def addresses() -> None:
    """Each site compiles a function for each of its rules that makes its addresses: half of the time that a site takes to make,
    and most of them are never asked for. In tests they are made when they are."""
    compiled = Rule._compile_builder

    def later(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        made: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            if not made:
                made.append(compiled(rule, append_unknown))
            return made[0](rule, **values)

        return build

    Rule._compile_builder = later  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Hundreds of sites are made, each with all its templates: these are compiled once."""
    folder = once(tmp_path_factory, "plantillas", lambda _: None)
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(folder))}


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
