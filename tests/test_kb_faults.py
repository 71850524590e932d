"""Knowledge bases that are missing, cut short, mixed, older, newer, unreadable, or do not fit on the disk: one clear
sentence from the commands, a 503 from the site, and the old one goes on."""

import json
import os
import shutil
import subprocess
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from servers import until

from kb.build import lexicons
from kb.cli import main
from kb.disk.whole import checked
from kb.errors import StoreError
from kb.models import Entry
from kb.search.searcher import Searcher, build_index
from kb.store import open_kb, write
from web.app import create_app
from web.library import Library

NOBODY = 65534
pytestmark = pytest.mark.usefixtures("discreet")


@pytest.fixture(scope="module")
def small(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game only, with its index: quick to copy and to open."""
    out = tmp_path_factory.mktemp("pequeña") / "kb"
    put(out, of(shipped_kb, "rebellion"))
    return out


def of(kb: Path, game: str) -> list[Entry]:
    return [e for e in open_kb(kb).entries if e.game == game]


def put(out: Path, entries: list[Entry]) -> None:
    write(out, entries, {}, {}, lambda folder: build_index(entries, lexicons(), folder))


@pytest.fixture
def kb(small: Path, tmp_path: Path) -> Path:
    shutil.copytree(small, tmp_path / "kb")
    return tmp_path / "kb"


def sentences(err: str) -> list[str]:
    assert "Traceback" not in err
    return err.strip().splitlines()


def refused(kb: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> str:
    """What every door says of a knowledge base that is not whole: the commands, the site, and a site that had another."""
    for command in (["show", "rebellion/combate"], ["search", "combate"], ["check"]):
        assert main([*command, "--kb", str(kb)]) == 2, command
        (told,) = sentences(capsys.readouterr().err)
        assert told.startswith(f"kb: {kb}: ") and "kb build" in told
    app = create_app(kb)
    client = app.test_client()
    assert client.get("/healthz").status_code == 200
    for path in ("/", "/rebellion", "/?q=combate", "/rebellion/combate"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        assert "no está disponible" in answer.text
    assert client.get("/api/v1/search?q=combate").get_json()["error"]["code"] == "sin_base"
    ready = client.get("/readyz")
    assert ready.status_code == 503 and ready.get_json()["status"] == "sin_base"
    assert "registro" in ready.get_json()["reason"] and str(kb) in caplog.text, "the details go to the log"
    app.extensions["desk"].engine.dispose()
    return told


def files(kb: Path) -> list[str]:
    return list(json.loads((kb / "huellas.json").read_text()))


def test_cut_short_anywhere(kb: Path) -> None:
    for name in [*files(kb), "huellas.json"]:
        whole = (kb / name).read_bytes()
        for length in {0, 1, len(whole) // 2, len(whole) - 1}:
            (kb / name).write_bytes(whole[:length])
            with pytest.raises(StoreError, match="dañada"):
                open_kb(kb)
        (kb / name).write_bytes(whole)
    assert open_kb(kb).entries


@pytest.mark.parametrize("name", ["entries.jsonl", "meta.json", "huellas.json", "index/tables.json"])
def test_cut_in_half_is_told_at_every_door(
    kb: Path, name: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    whole = (kb / name).read_bytes()
    (kb / name).write_bytes(whole[: len(whole) // 2])
    assert "dañada" in refused(kb, capsys, caplog)


def test_cut_between_two_lines(kb: Path) -> None:
    """What looks like a shorter book, also where nothing is said of its files, as an older program wrote it."""
    (kb / "huellas.json").unlink()
    assert len(open_kb(kb).entries) > 10
    lines = (kb / "entries.jsonl").read_bytes().splitlines(keepends=True)
    (kb / "entries.jsonl").write_bytes(b"".join(lines[:10]))
    with pytest.raises(StoreError, match="dañada"):
        open_kb(kb)


def test_any_file_changed_or_missing(kb: Path) -> None:
    for name in files(kb):
        whole = (kb / name).read_bytes()
        middle = len(whole) // 2
        (kb / name).write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
        with pytest.raises(StoreError, match="dañada"):
            open_kb(kb)
        (kb / name).unlink()
        with pytest.raises(StoreError, match="incompleta" if name != "meta.json" else "no hay ninguna base"):
            open_kb(kb)
        (kb / name).write_bytes(whole)
    assert open_kb(kb).entries


GARBAGE = [
    b"", b"{", b"[]", b"5", b"null", b'"schema"', b"\xff\xfe\x00", b"[" * 100_000, b'{"schema": "uno"}', b'{"schema": 1}',
    b'{"schema": 1, "digest": 5}', b'{"schema": 1, "digest": "otra"}', b'{"schema": NaN}',
]  # fmt: skip


@pytest.mark.parametrize("garbage", [*GARBAGE, b'{"report.json": 5}', b'{"report.json": ["uno", null]}'])
@pytest.mark.parametrize("name", ["meta.json", "huellas.json", "entries.jsonl", "report.json"])
def test_garbage(kb: Path, name: str, garbage: bytes) -> None:
    (kb / "huellas.json").unlink()  # the check that would notice first is out of the way
    (kb / name).write_bytes(garbage)
    with pytest.raises(StoreError, match="dañada"):
        open_kb(kb)


@pytest.mark.parametrize(("schema", "said"), [(0, "versión anterior"), (7, "versión posterior")])
def test_another_schema(
    kb: Path, schema: int, said: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    (kb / "meta.json").write_text(json.dumps({"schema": schema}))
    assert said in refused(kb, capsys, caplog)


def test_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    assert "no hay ninguna base" in refused(tmp_path / "nada", capsys, caplog)


def test_without_an_index_search_says_so(shipped_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "kb", of(shipped_kb, "rebellion"), {}, {})
    assert main(["search", "combate", "--kb", str(tmp_path / "kb")]) == 2
    assert "no tiene índice de búsqueda" in sentences(capsys.readouterr().err)[0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda kb: shutil.rmtree(kb),
        lambda kb: (kb / "meta.json").write_text("{"),
        lambda kb: (kb / "meta.json").write_text('{"schema": 7}'),
        lambda kb: [path.write_bytes(b"") for path in kb.rglob("*") if path.is_file()],
    ],
    ids=["deleted", "garbage", "newer", "every file emptied in place"],
)
def test_the_old_one_goes_on(kb: Path, small: Path, damage: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """And the search too, from threads that had not asked yet; then a good one is taken again without a restart."""
    monkeypatch.setattr("web.library._LOOK_EVERY", 0.0)
    library = Library(kb)
    damage(kb)
    assert comes_true(library, lambda: library.error is not None)
    with pytest.raises(StoreError):
        Library(kb).site()  # a server that starts now has nothing to serve
    found: list[str] = []
    finder = Searcher.open(small)
    asked = Thread(target=lambda: found.append(finder.search("combate").hits[0].id))
    asked.start()
    asked.join()
    assert found[0].startswith("rebellion/")
    shutil.rmtree(kb, ignore_errors=True)
    put(kb, list(open_kb(small).entries[:20]))
    assert comes_true(library, lambda: library.error is None and len(library.site().kb.entries) == 20)


def comes_true(library: Library, seen: Callable[[], bool]) -> bool:
    """Sooner or later, and with no failed search meanwhile."""

    def searches_on() -> bool:
        assert library.site().finder.search("combate").hits
        return seen()

    return until(searches_on)


def test_an_open_index_needs_its_files_no_more(kb: Path) -> None:
    with Searcher.open(kb) as searcher:
        for path in kb.rglob("*"):
            if path.is_file():
                path.write_bytes(b"")
        shutil.rmtree(kb)
        hits: list[str] = []
        threads = [Thread(target=lambda: hits.append(searcher.search("combate en el espacio").hits[0].id)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(hits) == 3 and len(set(hits)) == 1


def test_two_builds_mixed_are_told(kb: Path, shipped_kb: Path, tmp_path: Path) -> None:
    put(tmp_path / "otra", of(shipped_kb, "leyendas"))
    for name in ("entries.jsonl", "meta.json", "huellas.json"):
        shutil.copy(kb / name, tmp_path / "suyo")
        shutil.copy(tmp_path / "otra" / name, kb / name)
        with pytest.raises(StoreError, match=r"dañada|incompleta"):
            checked(kb)
        shutil.copy(tmp_path / "suyo", kb / name)


# --- the disk and the permissions


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """A disk of so many kilobytes."""
    mounted: list[Path] = []

    def mount(kilobytes: int) -> Path:
        folder = tmp_path / f"disco-{len(mounted)}"
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], check=False, capture_output=True
        )
        if done.returncode:
            pytest.skip("no se puede montar un disco pequeño (hace falta ser root y poder montar tmpfs)")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def in_a_child(act: Callable[[], object], user: int | None = None) -> str:
    """Runs `act` in a process of its own and returns what it said of its failure, or «bien»."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            act()
            said = "bien"
        except StoreError as error:
            said = str(error)
        except BaseException:
            said = traceback.format_exc()
        os.write(writer, said.encode()[:4000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def as_nobody(act: Callable[[], object]) -> str:
    """Root may read and write anything, so a child stops being root."""
    if os.geteuid() != 0:
        pytest.skip("hace falta ser root para dejar de serlo")
    return in_a_child(act, NOBODY)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.7, 0.8, 0.9, 0.95])
def test_a_full_disk(small: Path, disk: Callable[[int], Path], share: float) -> None:
    """The shares stop the build in the entries and in the tables; the old one stays and nothing else does."""
    needed = sum(-(-path.stat().st_size // 4096) * 4 for path in small.rglob("*") if path.is_file())
    games = -(-(small / "games.json").stat().st_size // 4096) * 4  # the old one has them too
    folder = disk(24 + games + int(needed * share))
    entries = list(open_kb(small).entries)
    write(folder / "kb", entries[:1], {}, {})
    said = in_a_child(lambda: put(folder / "kb", entries))
    assert said.endswith("no se puede escribir (no queda sitio en el disco). Libera espacio en el disco.")
    assert len(open_kb(folder / "kb").entries) == 1
    assert [path.name for path in folder.iterdir()] == ["kb"]


@pytest.fixture
def reachable(kb: Path) -> Path:
    for parent in kb.parents[:4]:
        if parent != Path("/tmp"):
            parent.chmod(0o755)
    return kb


def test_another_user_may_serve_what_root_built(reachable: Path) -> None:
    put(reachable, list(open_kb(reachable).entries))

    def read() -> None:
        with Searcher.open(open_kb(reachable).path) as searcher:
            assert searcher.search("combate").hits

    with Searcher.open(reachable) as warm:  # a child that is nobody may not be able to import what this does
        warm.search("combate")
    assert as_nobody(read) == "bien"


@pytest.mark.parametrize("closed", ["", "meta.json", "entries.jsonl", "index/tables.json"])
def test_unreadable(reachable: Path, closed: str) -> None:
    (reachable / closed).chmod(0)
    said = as_nobody(lambda: print(open_kb(reachable)))
    assert said.endswith("no se puede leer la base de conocimiento. Comprueba los permisos.")


def test_unwritable(reachable: Path) -> None:
    entries = list(open_kb(reachable).entries[:3])
    said = as_nobody(lambda: write(reachable, entries, {}, {}))
    assert "no se puede escribir (falta permiso)" in said and "Comprueba los permisos" in said
    assert len(open_kb(reachable).entries) > 3
