"""The knowledge base on disk: written whole or not at all, opened with its schema checked.

entries.jsonl   one entry a line        report.json    what the reader did, per book
repairs.jsonl   every repair            index/         the search index
games.json      what is known of each game beside its book (kb/games.py)
huellas.json    print of each file      meta.json      schema, digest: written last (kb/disk/whole.py)
"""

import ctypes
import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from stat import S_ISREG

from kb import games as shelf
from kb.disk.places import state_folder
from kb.disk.unpack import folder_of
from kb.disk.whole import META, REBUILD, checked, missing, seal, settled
from kb.errors import NotFound, StoreError
from kb.games import GameData
from kb.models import BookReport, Entry, Repair

ENTRIES, REPORT, REPAIRS = "entries.jsonl", "report.json", "repairs.jsonl"
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_SWAPS = 5
"""Times that a knowledge base may be replaced while it is being opened."""


@dataclass(frozen=True)
class KnowledgeBase:
    path: Path
    entries: tuple[Entry, ...]
    report: Mapping[str, BookReport]
    digest: str
    games: Mapping[str, GameData]
    """What is known of each game that has entries, in the order of the shelf."""

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def formerly(self) -> Mapping[str, Entry]:
        """Ids that an entry has had: whoever kept one finds it."""
        return {id: entry for entry in self.entries for id in entry.formerly}

    def get(self, id: str) -> Entry:
        """The entry, or NotFound with the ids that look most like it."""
        if id in self.by_id:
            return self.by_id[id]
        if id in self.formerly:
            return self.formerly[id]
        tail = id.rsplit("/", 1)[-1]
        near = tuple(other for other in self.by_id if tail and other.rsplit("/", 1)[-1].startswith(tail[:6]))
        raise NotFound(id, near[:3])


def write(out: Path, entries: Iterable[Entry], report: Mapping[str, BookReport], repairs: Mapping[str, Iterable[Repair]],
          index: Callable[[Path], None] | None = None, games: Mapping[str, GameData] | None = None) -> None:  # fmt: skip
    """Writes a knowledge base beside `out` and puts it there in one move. `games` are those that the project does not ship."""
    with _staged(out) as folder:
        digest = hashlib.sha256()
        present: dict[str, None] = {}
        with (folder / ENTRIES).open("w", encoding="utf-8") as file:
            for entry in entries:
                line = entry.model_dump_json() + "\n"
                digest.update(line.encode())
                file.write(line)
                present[entry.game] = None
        here = shelf.written(shelf.shelf_from(games or {}, present).values())
        digest.update(here.encode())
        (folder / shelf.FILE).write_text(here, "utf-8")
        with (folder / REPAIRS).open("w", encoding="utf-8") as file:
            for book, rows in repairs.items():
                file.writelines(json.dumps({"book": book, **row.model_dump()}, ensure_ascii=False) + "\n" for row in rows)
        books = {book: row.model_dump(mode="json") for book, row in report.items()}
        (folder / REPORT).write_text(json.dumps({"books": books}, ensure_ascii=False, indent=1), "utf-8")
        if index is not None:
            index(folder)
        _readable(folder)
        seal(folder, digest.hexdigest())


@contextmanager
def _staged(out: Path) -> Iterator[Path]:
    """A folder beside `out` that becomes `out` at the end; removed where anything fails."""
    out = out.absolute()
    if out.exists() and not out.is_dir():
        raise StoreError(out, "ya existe y no es un directorio", "Elige otro con --out.")
    if out.is_dir() and any(out.iterdir()) and not (out / META).exists():
        raise StoreError(out, "tiene ficheros que no son de una base de conocimiento", "Elige otro directorio con --out.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _sweep(out)
        folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.nueva-", dir=out.parent))
    except OSError as error:
        raise _cannot_write(out, error) from error
    try:
        yield folder
        _sync(folder)
        _swap(folder, out)
    except OSError as error:
        raise _cannot_write(out, error) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_REASONS = {
    errno.ENOSPC: "no queda sitio en el disco",
    errno.EDQUOT: "no queda sitio en la cuota de disco",
    errno.EFBIG: "el fichero pasa del tamaño permitido",
    errno.EACCES: "falta permiso",
    errno.EPERM: "falta permiso",
    errno.EROFS: "el disco es de solo lectura",
    errno.ENOTDIR: "una parte del camino no es un directorio",
}
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def _cannot_write(out: Path, error: OSError) -> StoreError:
    advice = "Libera espacio en el disco." if error.errno in _FULL else "Comprueba los permisos o elige otro con --out."
    return StoreError(out, f"no se puede escribir ({_REASONS.get(error.errno or 0, error.strerror)})", advice)


def _sweep(out: Path) -> None:
    """Removes what a build that was killed left behind; puts back an old one that it had set aside."""
    aside = out.parent / f".{out.name}.anterior"
    if aside.exists() and not out.exists():
        aside.rename(out)
    for left in out.parent.glob(f".{out.name}.nueva-*"):
        if _stale(left):
            shutil.rmtree(left, ignore_errors=True)


def _stale(folder: Path) -> bool:
    """Another build may be writing now: only what is an hour old is rubbish."""
    newest = max((p.stat().st_mtime for p in [folder, *folder.iterdir()]), default=0.0)
    return newest < folder.parent.stat().st_mtime - 3600


def _readable(folder: Path) -> None:
    """The folder and some files of an engine are born as temporary ones, closed to others: who serves may be another user."""
    umask = os.umask(0)
    os.umask(umask)
    for path in (folder, *folder.rglob("*")):
        path.chmod((0o777 if path.is_dir() else 0o666) & ~umask)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())


def _swap(folder: Path, out: Path) -> None:
    """Puts the new folder at `out`. An exchange is atomic; where the file system has none, two moves that
    `_sweep` and `open_kb` can finish."""
    if not out.exists():
        folder.rename(out)
    elif not any(out.iterdir()):
        folder.replace(out)
    elif not _exchange(folder, out):
        aside = out.parent / f".{out.name}.anterior"
        shutil.rmtree(aside, ignore_errors=True)
        out.rename(aside)
        folder.rename(out)
        shutil.rmtree(aside, ignore_errors=True)


def _exchange(a: Path, b: Path) -> bool:
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    return bool(rename(_AT_FDCWD, os.fsencode(a), _AT_FDCWD, os.fsencode(b), _RENAME_EXCHANGE) == 0)


def open_kb(path: Path) -> KnowledgeBase:
    """Opens a directory or a packed file; one clear sentence where it is missing, half-written or of another schema."""
    for _ in range(_SWAPS):
        before = stamp(path)
        try:
            return _open(path)
        except StoreError:
            if stamp(path) == before:
                raise
    return _open(path)


def stamp(path: Path) -> tuple[int, int] | None:
    """Changes when another knowledge base is put there: what was read before and after is not the same one."""
    try:
        stat = path.stat()  # a packed file, which is replaced; or the directory's last file to be written
        stat = stat if S_ISREG(stat.st_mode) else (path / META).stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_mtime_ns


def _open(path: Path) -> KnowledgeBase:
    folder = folder_of(settled(path))
    meta = checked(folder, path)
    try:
        lines = (folder / ENTRIES).read_bytes()
        known = (folder / shelf.FILE).read_bytes() if (folder / shelf.FILE).exists() else b""  # an older program wrote none
        if hashlib.sha256(lines + known).hexdigest() != meta["digest"]:
            raise StoreError(path, f"la base de conocimiento está dañada ({ENTRIES})", REBUILD)
        entries = tuple(map(Entry.model_validate_json, lines.splitlines()))
        games = shelf.shelf_from(shelf.read(known.decode()) if known else {}, (entry.game for entry in entries))
        books = json.loads((folder / REPORT).read_text("utf-8"))["books"]
        report = {book: BookReport.model_validate(row) for book, row in books.items()}
    except FileNotFoundError as error:
        raise missing(folder, path, error) from error
    except PermissionError as error:
        raise StoreError(path, "no se puede leer la base de conocimiento", "Comprueba los permisos.") from error
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(path, "la base de conocimiento está dañada", REBUILD) from error
    return KnowledgeBase(folder, entries, report, meta["digest"], games)


def _pointer() -> Path:
    return state_folder() / "ultima"


def remember(out: Path) -> None:
    """Notes which knowledge base was built last; it is only a convenience, so it never fails a build."""
    try:
        pointer = _pointer()
        pointer.parent.mkdir(parents=True, exist_ok=True)
        pointer.write_text(str(out.absolute()), "utf-8")
    except (OSError, StoreError):
        return


def default_kb() -> Path:
    """KB_DIR, else the knowledge base that was built last, else build/kb."""
    if told := os.environ.get("KB_DIR"):
        return Path(told)
    try:
        last = Path(_pointer().read_text("utf-8").strip())
    except (OSError, StoreError):
        return Path("build/kb")
    return last if (last / META).exists() else Path("build/kb")
