"""Signatures of packed knowledge bases, and that nothing that comes in one is ever run."""

import json
import stat
from pathlib import Path

import pytest
from sources import files, imports_of, names_of, text_of

from kb.cli import main
from kb.disk.pack import pack_folder, read_pack, write_pack
from kb.disk.sign import TRUST, check, new_key, sign, signature_of
from kb.errors import StoreError
from kb.store import open_kb, write

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def pack(tmp_path: Path, shipped_kb: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    kb = open_kb(shipped_kb)
    write(tmp_path / "kb", kb.entries[:5], {}, {})
    return write_pack(pack_folder(tmp_path / "kb"), tmp_path)


@pytest.fixture
def key(tmp_path: Path) -> tuple[Path, str]:
    return tmp_path / "llave.pem", new_key(tmp_path / "llave.pem")


def test_without_trust_nothing_is_asked(pack: Path) -> None:
    assert len(open_kb(pack).entries) == 5 and len(open_kb(pack.parent / "kb").entries) == 5


def test_signed_and_trusted(pack: Path, key: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sign(pack, read_pack(pack).digest, key[0])
    link = tmp_path / "actual.kb"
    link.symlink_to(pack.name)
    keys = tmp_path / "llaves"
    keys.write_text(f"# los nuestros\n{new_key(tmp_path / 'otra.pem')}  # Ana\n{key[1]}\n")
    for told in (key[1], f"{new_key(tmp_path / 'más.pem')}, {key[1]}", str(keys)):
        monkeypatch.setenv(TRUST, told)
        assert len(open_kb(pack).entries) == len(open_kb(link).entries) == 5
    with pytest.raises(StoreError, match="empaquetadas y firmadas"):
        open_kb(tmp_path / "kb")


def test_what_is_not_trusted(pack: Path, key: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(TRUST, key[1])
    with pytest.raises(StoreError, match="no está firmada"):
        open_kb(pack)
    new_key(tmp_path / "otra.pem")
    place = sign(pack, read_pack(pack).digest, tmp_path / "otra.pem")
    with pytest.raises(StoreError, match="no se confía"):
        open_kb(pack)
    sign(pack, "0" * 64, key[0])
    with pytest.raises(StoreError, match="de otro contenido"):
        open_kb(pack)
    good = sign(pack, read_pack(pack).digest, key[0]).read_bytes()
    check(pack, read_pack(pack).digest)
    for bad in (b"", good[:-2], good + b"x", good.replace(b"\n", b"\r\n"), b"\xff" + good, good[:60] + b"A" + good[61:]):
        place.write_bytes(bad)
        with pytest.raises(StoreError):
            open_kb(pack)
    place.unlink()
    place.mkdir()
    with pytest.raises(StoreError, match="no se puede leer la firma"):
        open_kb(pack)


@pytest.mark.parametrize("told", ["ed25519:AAAA", "no-existe", "ed25519:" + "A" * 43 + "= y más", "/"])
def test_keys_that_are_none(told: str, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRUST, told)
    with pytest.raises(StoreError, match=TRUST):
        open_kb(pack)


def test_keys_are_private_and_never_overwritten(key: tuple[Path, str], pack: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(key[0].stat().st_mode) == 0o600 and key[1].startswith("ed25519:")
    with pytest.raises(StoreError, match="ya existe"):
        new_key(key[0])
    with pytest.raises(StoreError, match="no se puede escribir"):
        new_key(tmp_path / "no" / "hay")
    (tmp_path / "mala").write_text("x")
    rsa = ROOT / "README.md"
    for path, why in (
        (tmp_path / "mala", "no es una llave"),
        (tmp_path / "falta", "no se puede leer"),
        (rsa, "no es una llave"),
    ):
        with pytest.raises(StoreError, match=why):
            sign(pack, "0" * 64, path)
    signature_of(pack).mkdir()
    with pytest.raises(StoreError, match="no se puede escribir"):
        sign(pack, "0" * 64, key[0])


def test_commands(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", str(tmp_path / "k.pem")]) == 0
    public = capsys.readouterr().out.strip()
    out = tmp_path / "salida"
    out.mkdir()
    told = ["pack", "--kb", str(tmp_path / "kb"), "--out", str(out), "--sign", str(tmp_path / "k.pem"), "--json"]
    assert main(told) == 0
    answer = json.loads(capsys.readouterr().out)
    monkeypatch.setenv(TRUST, public)
    assert Path(answer["signature"]).exists() and len(open_kb(Path(answer["path"])).entries) == 5
    assert main(["show", open_kb(Path(answer["path"])).entries[0].id, "--kb", str(pack)]) == 2
    assert "no está firmada" in capsys.readouterr().err


RUNS = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "whoosh"}


def test_nothing_of_ours_reads_pickles() -> None:
    """Lark keeps a grammar's tables as one, in a cache that is this user's alone (grammar/cache.py)."""
    wrong = []
    for path in files():
        names = [name for node, _ in imports_of(path) for name in names_of(node)]
        wrong += [f"{path.name}: {name}" for name in names if name.split(".")[0] in RUNS]
        wrong += [f"{path.name}: allow_pickle"] if "allow_pickle" in text_of(path) else []
    assert wrong == []
