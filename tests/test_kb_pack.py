"""Packed knowledge bases: one spelling for each content, every wrong byte noticed, unpacked once and safely."""

import errno
import hashlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.cli import main
from kb.disk.pack import (
    MANIFEST,
    MOST_BYTES,
    NAMES,
    REQUIRED,
    Pack,
    PackError,
    _header,
    is_pack,
    pack_folder,
    pack_from,
    read_pack,
    write_pack,
)
from kb.disk.unpack import KEPT, KEPT_DAYS, folder_of
from kb.errors import StoreError
from kb.search.searcher import Searcher, build_index
from kb.search.tables import SCHEMA
from kb.store import default_kb, open_kb, write
from web.app import create_app
from web.rulings.database import database_url

bodies = st.binary(max_size=1500)
packs = st.builds(
    lambda files, more: Pack({**files, **more}),
    st.fixed_dictionaries(dict.fromkeys(REQUIRED, bodies)),
    st.dictionaries(st.sampled_from(sorted(set(NAMES) - set(REQUIRED))), bodies),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def packed(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pack(pack_folder(shipped_kb), tmp_path_factory.mktemp("paquete"))


@pytest.fixture(scope="module")
def small(shipped_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game, with its index: quick to unpack."""
    kb, folder = open_kb(shipped_kb), tmp_path_factory.mktemp("chica")
    entries = [e for e in kb.entries if e.game == "rebellion"]
    write(folder / "kb", entries, kb.report, {}, lambda out: build_index(entries, {}, out))
    return write_pack(pack_folder(folder / "kb"), folder)


@given(packs)
def test_round_trip(pack: Pack) -> None:
    again = pack_from(pack.data)
    assert again.files == pack.files and again.digest == hashlib.sha256(pack.data).hexdigest()
    with tarfile.open(fileobj=io.BytesIO(pack.data)) as tar:  # any tar can read it
        members = {m.name: tar.extractfile(m).read() for m in tar.getmembers()}  # type: ignore[union-attr]
    assert members.pop(MANIFEST) and members == dict(pack.files)
    assert list(members) == sorted(members)


@given(packs, st.data())
@settings(max_examples=300)
def test_any_wrong_byte_is_noticed(pack: Pack, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(pack.data) - 1))
    flipped = data.draw(st.integers(1, 255))
    wrong = bytearray(pack.data)
    wrong[place] ^= flipped
    with pytest.raises(PackError):
        pack_from(bytes(wrong))


@given(packs, st.data())
def test_less_more_and_other_bytes_are_noticed(pack: Pack, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(pack.data) - 1))
    for wrong in (pack.data[:cut], pack.data + b"\0", pack.data + bytes(512), data.draw(bodies)):
        with pytest.raises(PackError):
            pack_from(wrong)


def test_every_byte_of_one_small_pack_is_watched() -> None:
    data = Pack({name: name.encode() for name in NAMES}).data
    for place in range(len(data)):
        with pytest.raises(PackError):
            pack_from(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


def tampered(name: str = "entries.jsonl", **changes: object) -> bytes:
    """A pack whose manifest lies, or one of whose files is a link, otherwise consistent."""
    empty = {"bytes": 0, "sha256": hashlib.sha256(b"").hexdigest()}
    ficheros = dict.fromkeys((name, *REQUIRED[1:]), empty)
    body = json.dumps({"formato": 1, "ficheros": ficheros, **changes}).encode()
    link = tarfile.TarInfo(name)
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    members = [link, *map(tarfile.TarInfo, REQUIRED[1:])]
    rest = b"".join(member.tobuf(tarfile.USTAR_FORMAT) for member in members)
    return _header(MANIFEST, len(body)) + body.ljust(-(-len(body) // 512) * 512, b"\0") + rest + bytes(1024)


def foreign(mode: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as tar:  # type: ignore[call-overload]
        tar.addfile(tarfile.TarInfo("otra.txt"))
    return out.getvalue()


WRONG: dict[str, tuple[bytes | Callable[[bytes], bytes], str]] = {
    "vacia": (b"", "no es una base de conocimiento empaquetada"),
    "texto": ("Había una vez.".encode(), "no es una base de conocimiento empaquetada"),
    "otro-tar": (foreign("w"), "no es una base de conocimiento empaquetada"),
    "comprimida": (foreign("w:gz"), "no es una base de conocimiento empaquetada"),
    "cortada": (lambda data: data[:-5000], "está incompleta: tiene"),
    "cortada-al-principio": (lambda data: data[:700], "está incompleta: le falta parte del manifiesto"),
    "con-cola": (lambda data: data + b"x", "está dañada: hay bytes que no son suyos"),
    "tocada": (lambda data: data.replace(b"Ataque", b"Ataqui", 1), "«entries.jsonl» no tiene la huella"),
    "mas-nueva": (tampered(formato=2), "formato más nuevo (2; se lee hasta el 1). Actualiza Reglario."),
    "formato-raro": (tampered(formato="uno"), "no se entiende su manifiesto"),
    "enlace": (tampered(), "hay bytes que no son suyos"),
    "hacia-arriba": (tampered("../../fuera"), "no tiene los ficheros"),
    "absoluta": (tampered("/etc/cron.d/x"), "no tiene los ficheros"),
    "manifiesto-hondo": (tampered(ficheros="[" * 20), "no se entiende su manifiesto"),
    "tamaño-negativo": (tampered(ficheros={"meta.json": {"bytes": -1, "sha256": "0" * 64}}), "no se entiende su manifiesto"),
    "tamaño-enorme": (tampered(ficheros={"meta.json": {"bytes": 10**15, "sha256": "0" * 64}}), "no se entiende su manifiesto"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_file_is_one_sentence(name: str, packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, sentence = WRONG[name]
    path = tmp_path / "mala.kb"
    path.write_bytes(made if isinstance(made, bytes) else made(packed.read_bytes()))
    assert main(["show", "xwing/ataque", "--kb", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"kb: {path}: ") and sentence in told and len(told.splitlines()) == 1
    assert not (tmp_path / "cache").exists(), "nothing is written before all is checked"


def test_a_name_that_lies_is_refused(packed: Path, tmp_path: Path) -> None:
    liar = tmp_path / "reglario-0123456789ab.kb"
    liar.write_bytes(packed.read_bytes())
    (tmp_path / "actual.kb").symlink_to(liar)
    for path in (liar, tmp_path / "actual.kb"):
        with pytest.raises(StoreError, match="su nombre dice 0123456789ab"):
            read_pack(path)
    with pytest.raises(StoreError, match="ese nombre es de otro contenido"):
        write_pack(read_pack(packed), liar)


def test_a_newer_knowledge_base_is_told(tmp_path: Path, packed: Path) -> None:
    files = dict(read_pack(packed).files)
    meta = json.loads(files["meta.json"])
    meta["schema"] += 1
    newer = write_pack(Pack({**files, "meta.json": json.dumps(meta).encode()}), tmp_path / "nueva.kb")
    with pytest.raises(StoreError, match=r"nueva\.kb: es de una versión posterior"):
        open_kb(newer)


def test_a_build_is_packed_whole_and_the_same_each_time(tmp_path: Path, packed: Path) -> None:
    """Two builds with other hash seeds give one file. What a build writes is in the pack, but for its prints."""
    out = tmp_path / "kb"
    command = [sys.executable, "-m", "kb.cli", "build", "--out", str(out)]
    subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "1"}, check=True, capture_output=True)
    assert pack_folder(out).name == packed.name
    written = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    assert written == {*NAMES, "huellas.json"}


def test_packed_answers_as_the_folder_does(shipped_kb: Path, packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = open_kb(shipped_kb), open_kb(packed)
    assert a.entries == b.entries and a.report == b.report and a.digest == b.digest
    with Searcher.open(a.path) as one, Searcher.open(b.path) as other:
        for q in ("dos naves chocan", "perforante", "quien resuelve primero"):
            assert one.fresh(q) == other.fresh(q)
    for order in (["show", "xwing/ataque"], ["search", "ataque"], ["pack", "--out", str(packed.parent)]):
        assert main([*order, "--kb", str(packed)]) == 0
    assert [p.name for p in packed.parent.iterdir()] == [packed.name], "packing a pack gives the same file"
    assert main(["diff", str(packed), str(shipped_kb)]) == 0


def test_damage_in_the_cache_is_mended(small: Path) -> None:
    folder = folder_of(small)
    for pattern in ("entries.jsonl", "index/tables.json", "meta.json"):
        (folder / pattern).write_bytes(b"roto")
        assert folder_of(small) == folder
        assert not any(p.read_bytes() == b"roto" for p in folder.rglob("*") if p.is_file())
    (folder / "meta.json").unlink()
    assert {e.game for e in open_kb(small).entries} == {"rebellion"}


def test_another_version_of_the_index_has_its_own_copy(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = folder_of(small)
    monkeypatch.setattr("kb.disk.unpack.SCHEMA", 99)
    assert folder_of(small) != old and old.is_dir(), "a host that still runs the old version goes on"


def test_a_knowledge_base_that_does_not_hold_together_is_not_packed(tmp_path: Path) -> None:
    write(tmp_path / "kb", [], {}, {})
    (tmp_path / "kb" / "entries.jsonl").write_text("{}\n")
    with pytest.raises(StoreError, match="cambia mientras se lee, o está dañada"):
        pack_folder(tmp_path / "kb")


def test_others_may_not_write_the_cache(small: Path, cache: Path) -> None:
    cache.mkdir(mode=0o777)
    cache.chmod(0o777)
    with pytest.raises(StoreError, match="otros usuarios pueden escribir en la caché"):
        folder_of(small)
    cache.chmod(0o700)
    (cache / "otra").mkdir()
    assert folder_of(small).is_dir()


def test_a_cache_that_cannot_be_written(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fichero").write_text("")
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "fichero" / "dentro"))
    with pytest.raises(StoreError, match="Da con KB_CACHE"):
        folder_of(small)


def test_an_account_without_a_home_is_told(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("KB_CACHE", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME", "KB_DATABASE_URL", "KB_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as for a service's account
    with pytest.raises(StoreError, match="XDG_CACHE_HOME: esta cuenta no tiene carpeta propia"):
        folder_of(small)
    with pytest.raises(StoreError, match="XDG_STATE_HOME"):
        database_url()
    assert default_kb() == Path("build/kb")


SCRIPT = "import sys; from pathlib import Path; from kb.store import open_kb; print(len(open_kb(Path(sys.argv[1])).entries))"


def opening(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], stdout=subprocess.PIPE, text=True)


def test_three_processes_at_once_and_one_that_dies(small: Path, cache: Path) -> None:
    """The first unpacks while the others wait; one that is killed leaves nothing that anybody would believe."""
    rng = random.Random(9)
    for _ in range(3):
        child = opening(small)
        while not list(cache.glob(".nueva-*")) and child.poll() is None:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.3))
        child.kill()
        child.communicate()
    children = [opening(small) for _ in range(3)]
    told = {child.communicate()[0] for child in children}
    assert told == {f"{len(open_kb(small).entries)}\n"}
    (kept,) = (p.name for p in cache.iterdir() if p.name != ".cerrojo")
    assert kept.startswith(read_pack(small).digest[:32])


def test_a_replaced_file_is_swapped_in(small: Path, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that is replaced, or a link that is moved; a damaged one is told and the old one goes on."""
    now = tmp_path / "actual.kb"
    now.symlink_to(small)
    client = create_app(now).test_client()
    assert client.get("/xwing/ataque").status_code == 404
    monkeypatch.setattr("web.library._LOOK_EVERY", 0.0)

    def comes_true(seen: Callable[[], bool]) -> bool:
        for _ in range(500):
            assert client.get("/rebellion").status_code == 200
            if seen():
                return True
            time.sleep(0.02)
        return False

    (tmp_path / "otra.kb").symlink_to(packed)
    (tmp_path / "otra.kb").replace(now)
    assert comes_true(lambda: client.get("/xwing/ataque").status_code == 200)
    (tmp_path / "mala.kb").write_bytes(packed.read_bytes()[:-700])
    (tmp_path / "mala.kb").replace(now)
    assert comes_true(lambda: json.loads(client.get("/readyz").data)["stale"])
    assert client.get("/xwing/ataque").status_code == 200
    write_pack(read_pack(small), now)
    assert comes_true(lambda: client.get("/xwing/ataque").status_code == 404)


def test_a_file_that_cannot_be_a_pack(tmp_path: Path) -> None:
    """No file, a folder, one that is too long: one sentence each, and nothing is read into memory first."""
    assert not is_pack(tmp_path / "nada.kb") and not is_pack(tmp_path)
    huge = tmp_path / "enorme.kb"
    with huge.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for path, why in ((huge, "el límite de una base empaquetada"), (tmp_path, "no se puede leer")):
        with pytest.raises(StoreError, match=why):
            read_pack(path)


def test_a_folder_that_is_being_replaced_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "kb", [], {}, {})
    whole = (tmp_path / "kb" / "meta.json").read_bytes()
    (tmp_path / "kb" / "meta.json").write_bytes(b"{")

    def later(_: float) -> None:
        (tmp_path / "kb" / "meta.json").write_bytes(whole)

    monkeypatch.setattr("kb.disk.pack.time.sleep", later)
    assert pack_folder(tmp_path / "kb").files["meta.json"] == whole


def test_what_cannot_be_written_leaves_nothing(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = read_pack(packed)
    (tmp_path / "fichero").write_text("")
    with pytest.raises(StoreError, match="no se puede escribir"):
        write_pack(pack, tmp_path / "fichero" / "base.kb")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("kb.disk.pack.os.fsync", full)
    with pytest.raises(StoreError, match="Comprueba el espacio"):
        write_pack(pack, tmp_path / "base.kb")
    assert [p.name for p in tmp_path.iterdir()] == ["fichero"]


def test_copies_that_nobody_uses_leave_the_cache(small: Path, cache: Path) -> None:
    """The newest stay, and so does whatever was used of late."""
    long_ago = time.time() - (KEPT_DAYS + 1) * 86_400
    cache.mkdir(mode=0o700)
    for n in range(KEPT + 2):
        (cache / f"{n:032x}-1").mkdir()
        os.utime(cache / f"{n:032x}-1", (long_ago + n, long_ago + n))
    (cache / ".nueva-abc").mkdir()
    (cache / f"{99:032x}-1").mkdir()
    made = folder_of(small)
    assert made.name == f"{read_pack(small).digest[:32]}-{SCHEMA}"
    newest = {f"{n:032x}-1" for n in (99, *range(3, KEPT + 2))}
    assert len(newest) == KEPT and {p.name for p in cache.iterdir()} - {made.name, ".cerrojo"} == newest


def test_copies_of_this_month_stay_however_many(small: Path, cache: Path) -> None:
    of_late = time.time() - KEPT_DAYS * 86_400 + 600
    cache.mkdir(mode=0o700)
    for n in range(KEPT + 3):
        (cache / f"{n:032x}-1").mkdir()
        os.utime(cache / f"{n:032x}-1", (of_late, of_late))
    (cache / ".nueva-cosa").write_text("")  # no folder: none of ours, and nothing fails
    folder_of(small)
    assert len([p for p in cache.iterdir() if p.is_dir()]) == KEPT + 4


def test_what_is_short_or_wrong_is_said_with_its_size() -> None:
    """A file cut in its first block is incomplete, one whose first block is wrong is damaged, and of the rest it is told how
    much is missing."""
    data = Pack(dict.fromkeys(REQUIRED, b"x")).data
    head = MANIFEST.encode() + b"\0"
    for text, why in ((head.ljust(511, b"7"), "está incompleta$"), (head.ljust(512, b"7"), "no se entiende su cabecera")):
        with pytest.raises(PackError) as caught:
            pack_from(text)
        assert re.search(why, caught.value.reason)
    for cut in (1, 512, 1024):
        with pytest.raises(PackError) as caught:
            pack_from(data[:-cut])
        assert caught.value.reason == f"está incompleta: tiene {len(data) - cut} bytes de {len(data)}"


def test_a_folder_that_never_settles_is_tried_five_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("kb.disk.pack.time.sleep", waits.append)
    with pytest.raises(StoreError, match="cambia mientras se lee"):
        pack_folder(tmp_path / "nada")
    assert waits == [0.1] * 5


def test_a_pack_is_written_wherever_it_is_told(tmp_path: Path) -> None:
    """Folders are made; what was there is replaced; anybody may read it and nobody but its owner write it."""
    pack = Pack(dict.fromkeys(REQUIRED, b"x"))
    for _ in range(2):
        made = write_pack(pack, tmp_path / "una" / "otra" / "base.kb")
        assert made.read_bytes() == pack.data and made.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("tables", [b'{"schema":4}', b"{", b"[]", b'{"schema":5,"records":[{}]}', b"\xff"])
def test_an_index_of_another_version_is_told(small: Path, tables: bytes, tmp_path: Path) -> None:
    """As it is unpacked: nothing of it is put in the cache."""
    made = write_pack(Pack({**read_pack(small).files, "index/tables.json": tables}), tmp_path / "otra.kb")
    for _ in range(2):
        with pytest.raises(StoreError, match="su índice es de otra versión"):
            folder_of(made)
    assert [p.name for p in (tmp_path / "cache").iterdir()] == [".cerrojo"]
