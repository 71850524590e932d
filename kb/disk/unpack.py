"""A packed knowledge base as a folder: unpacked once per host into a cache named by its digest, and checked at each opening."""

import errno
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from grammar.cache import private
from kb.disk.pack import Pack, read_pack
from kb.disk.places import cache_folder
from kb.disk.sign import check, refuse_unsigned
from kb.errors import StoreError
from kb.search.searcher import check_index
from kb.search.tables import SCHEMA

KEPT, KEPT_DAYS = 8, 30
"""Copies that are never swept, and days without use after which others are."""


class IndexUnreadable(Exception):
    """The tables of the pack are not those of this version."""


def folder_of(path: Path) -> Path:
    """Where the files of a knowledge base are: the directory itself, or a packed file's copy in the cache."""
    if not path.is_file():
        refuse_unsigned(path)
        return path
    pack = read_pack(path)
    check(path, pack.digest)
    try:
        root = _root()
        folder = root / f"{pack.digest[:32]}-{SCHEMA}"
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
        _check(staged)
        shutil.rmtree(folder, ignore_errors=True)
        staged.rename(folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _check(staged: Path) -> None:
    try:
        check_index(staged)
    except StoreError as error:
        raise IndexUnreadable from error


def _sound(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether the copy is what was unpacked, byte by byte."""
    try:
        return all((folder / name).read_bytes() == body for name, body in files.items())
    except OSError:
        return False


def _sweep(root: Path) -> None:
    for left in root.glob(".nueva-*"):
        shutil.rmtree(left, ignore_errors=True)
    copies = sorted((p for p in root.glob("*-*") if p.is_dir()), key=lambda p: -p.stat().st_mtime)
    for old in copies[KEPT:]:
        if old.stat().st_mtime < time.time() - KEPT_DAYS * 86_400:
            shutil.rmtree(old, ignore_errors=True)
