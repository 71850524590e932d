"""A packed knowledge base as a folder: unpacked once per host into a cache named by its digest, and checked at each opening.

The postings of the search engines are derived here from the pack's own tables, never taken from it: opening an index of Whoosh
runs pickles, which nobody should accept from a file that was copied around.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from grammar.cache import private
from kb.errors import StoreError
from kb.pack import NAMES, Pack, read_pack
from kb.places import cache_folder
from kb.search.searcher import DIRECTORY, derive_engines, engines_told

DERIVED = "derivado.json"
"""The digests of what was derived, so that damage in the cache is noticed."""
KEPT, KEPT_DAYS = 8, 30
"""Copies that are never swept, and days without use after which others are."""


class IndexUnreadable(Exception):
    """The tables of the pack are not those of this version."""


def folder_of(path: Path) -> Path:
    """Where the files of a knowledge base are: the directory itself, or a packed file's copy in the cache."""
    if not path.is_file():
        return path
    pack = read_pack(path)
    try:
        root = _root()
        folder = root / f"{pack.digest[:32]}-{_engines()}"
        if not _sound(folder, pack.files):
            with _alone(root):
                if not _sound(folder, pack.files):
                    _unpack(pack, folder)
        os.utime(folder)
    except IndexUnreadable as error:
        raise StoreError(path, "su índice es de otra versión", "Actualiza Reglario o rehazla con «kb pack».") from error
    except OSError as error:
        full = error.errno == errno.ENOSPC
        advice = "Libera espacio en el disco." if full else "Da con KB_CACHE un directorio en el que se pueda escribir."
        raise StoreError(path, f"no se puede desempaquetar ({error.strerror})", advice) from error
    return folder


def _engines() -> str:
    """Part of the copy's name, so that an upgrade of an engine derives its own and both versions can run."""
    return hashlib.sha256(engines_told().encode()).hexdigest()[:8]


def _root() -> Path:
    """The user's cache; nobody else may write there."""
    root = cache_folder()
    if not private(root):
        raise StoreError(root, "otros usuarios pueden escribir en la caché", "Da otro directorio con KB_CACHE.")
    return root


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One process unpacks and the others wait for it; a process that dies lets go of the lock."""
    with (root / ".cerrojo").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _unpack(pack: Pack, folder: Path) -> None:
    """Only with the lock: whatever is half done in the cache was left by a process that died."""
    _sweep(folder.parent)
    staged = Path(tempfile.mkdtemp(prefix=".nueva-", dir=folder.parent))
    try:
        for name, body in pack.files.items():
            (staged / name).parent.mkdir(exist_ok=True)
            (staged / name).write_bytes(body)
        _derive(staged)
        (staged / DERIVED).write_text(json.dumps(_digests(staged)), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        staged.rename(folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _derive(staged: Path) -> None:
    try:
        derive_engines(staged)
    except StoreError as error:
        raise IndexUnreadable from error


def _digests(folder: Path) -> Mapping[str, str]:
    derived = (p for p in sorted(folder.joinpath(DIRECTORY).rglob("*")) if p.is_file() and p.stat().st_size)
    names = ((path.relative_to(folder).as_posix(), path) for path in derived)
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in names if name not in NAMES}


def _sound(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether the copy is what was unpacked, byte by byte."""
    try:
        same = all((folder / name).read_bytes() == body for name, body in files.items())
        return same and json.loads((folder / DERIVED).read_text("utf-8")) == _digests(folder)
    except (OSError, ValueError):
        return False


def _sweep(root: Path) -> None:
    for left in root.glob(".nueva-*"):
        shutil.rmtree(left, ignore_errors=True)
    copies = sorted((p for p in root.glob("*-*") if p.is_dir()), key=lambda p: -p.stat().st_mtime)
    for old in copies[KEPT:]:
        if old.stat().st_mtime < time.time() - KEPT_DAYS * 86_400:
            shutil.rmtree(old, ignore_errors=True)
