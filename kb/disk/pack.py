"""A knowledge base as one immutable file, named by its sha256: a tar with one possible spelling for its content.

The manifest comes first, with the size and digest of each file; then the files, in order, with fixed times and owners. They
are stored, not compressed: what zlib writes depends on its version, and a file that is not compressed cannot be a bomb.
"""

import hashlib
import json
import os
import re
import struct
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kb.errors import StoreError

FORMAT = 1
MANIFEST = "reglario.json"
REQUIRED = ("entries.jsonl", "meta.json", "report.json")
NAMES = (*REQUIRED, "games.json", "index/tables.json", "repairs.jsonl")
"""The only names a pack may hold, so that no path in it is ever trusted."""
MOST_BYTES = 512 * 1024 * 1024
_MOST_MANIFEST = 64 * 1024
_BLOCK = 512
_FIRST = MANIFEST.encode() + b"\0"
_END = bytes(2 * _BLOCK)
_HEADER = struct.Struct("100s8s8s8s12s12s8sc100s6s2s32s32s8s8s155s12x")
_NAMED = re.compile(r"reglario-([0-9a-f]{12})\.kb")
_AGAIN = "Cópialo otra vez o vuelve a hacerlo con «kb pack»."


class FileRow(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    bytes: int = Field(ge=0, le=MOST_BYTES)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    formato: int
    ficheros: dict[str, FileRow]


class PackError(ValueError):
    """The bytes are no sound pack; the reason and the advice are in Spanish."""

    def __init__(self, reason: str, advice: str = _AGAIN) -> None:
        super().__init__(reason, advice)
        self.reason, self.advice = reason, advice


@dataclass(frozen=True)
class Pack:
    files: Mapping[str, bytes]

    @cached_property
    def data(self) -> bytes:
        """The one way of writing these files: what is equal has equal bytes, on any machine."""
        rows = {name: FileRow(bytes=len(body), sha256=_sha256(body)) for name, body in sorted(self.files.items())}
        manifest = Manifest(formato=FORMAT, ficheros=rows).model_dump_json(indent=1).encode() + b"\n"
        members = {MANIFEST: manifest, **{name: self.files[name] for name in rows}}
        return b"".join(part for name, body in members.items() for part in (_header(name, len(body)), _padded(body))) + _END

    @cached_property
    def digest(self) -> str:
        return _sha256(self.data)

    @property
    def name(self) -> str:
        return f"reglario-{self.digest[:12]}.kb"


def pack_from(data: bytes) -> Pack:
    """The pack in these bytes. Any other byte than those that `Pack.data` writes is noticed."""
    manifest, start = _manifest(data)
    end = start + sum(_BLOCK + _rounded(row.bytes) for row in manifest.ficheros.values()) + len(_END)
    if len(data) < end:
        raise PackError(f"está incompleta: tiene {len(data)} bytes de {end}")
    files = {}
    for name, row in sorted(manifest.ficheros.items()):
        body = data[start + _BLOCK : start + _BLOCK + row.bytes]
        if _sha256(body) != row.sha256:
            raise PackError(f"está dañada: «{name}» no tiene la huella que dice su manifiesto")
        files[name] = body
        start += _BLOCK + _rounded(row.bytes)
    pack = Pack(files)
    if pack.data != data:
        raise PackError("está dañada: hay bytes que no son suyos")
    return pack


def _manifest(data: bytes) -> tuple[Manifest, int]:
    """The manifest, and where the first file starts."""
    if not data.startswith(_FIRST):
        raise PackError("no es una base de conocimiento empaquetada", "Hazla con «kb pack».")
    size = _octal(data[124:135])
    if size is None or size > _MOST_MANIFEST or data[:_BLOCK] != _header(MANIFEST, size):
        raise PackError("está dañada: no se entiende su cabecera" if len(data) >= _BLOCK else "está incompleta")
    text = data[_BLOCK : _BLOCK + size]
    if len(text) < size:
        raise PackError("está incompleta: le falta parte del manifiesto")
    try:
        row = json.loads(text)
        newer = row["formato"]
        if isinstance(newer, int) and newer > FORMAT:
            raise PackError(f"es de un formato más nuevo ({newer}; se lee hasta el {FORMAT})", "Actualiza Reglario.")
        found = Manifest.model_validate(row)
    except PackError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError, ValidationError) as error:
        raise PackError("está dañada: no se entiende su manifiesto") from error
    if not set(REQUIRED) <= found.ficheros.keys() <= set(NAMES):
        raise PackError("no tiene los ficheros de una base de conocimiento")
    return found, _BLOCK + _rounded(size)


def _header(name: str, size: int) -> bytes:
    """A tar header of a plain file that depends on its name and size alone (POSIX ustar).

    Not `tarfile`'s: it leaves the device fields empty, and a pack made before would no longer have the bytes that name it.
    """
    zero = b"0000000\0"
    fields = [name.encode(), b"0000644\0", zero, zero, b"%011o\0" % size, b"%011o\0" % 0, b" " * 8, b"0",
              b"", b"ustar\0", b"00", b"", b"", zero, zero, b""]  # fmt: skip
    fields[6] = b"%06o\0 " % sum(_HEADER.pack(*fields))
    return _HEADER.pack(*fields)


def _octal(digits: bytes) -> int | None:
    return int(digits, 8) if re.fullmatch(rb"[0-7]{11}", digits) else None


def _rounded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _padded(body: bytes) -> bytes:
    return body + bytes(_rounded(len(body)) - len(body))


def _sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def is_pack(path: Path) -> bool:
    """Whether a file starts as a packed knowledge base does."""
    try:
        with path.open("rb") as file:
            return file.read(len(_FIRST)) == _FIRST
    except OSError:
        return False


def read_pack(path: Path) -> Pack:
    """Reads and checks a packed file; one clear sentence where it is not whole, not ours, or not what its name says."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > MOST_BYTES:
                raise StoreError(path, f"pasa de {MOST_BYTES // 1024**2} MB, el límite de una base empaquetada")
            data = file.read(MOST_BYTES)
        pack = pack_from(data)
    except PackError as error:
        raise StoreError(path, error.reason, error.advice) from error
    except OSError as error:
        raise StoreError(path, f"no se puede leer ({error.strerror})", "Comprueba los permisos.") from error
    named = _NAMED.fullmatch(path.resolve().name)
    if named and named[1] != pack.digest[:12]:
        raise StoreError(path, f"su nombre dice {named[1]} y su contenido es {pack.digest[:12]}", _AGAIN)
    return pack


def pack_folder(folder: Path) -> Pack:
    """The pack of a knowledge base on disk. One that is replaced while it is read is read again."""
    for _ in range(5):
        try:
            before = (folder / "meta.json").stat().st_ino
            files = {name: (folder / name).read_bytes() for name in NAMES if (folder / name).exists()}
            whole = json.loads(files["meta.json"])["digest"] == _sha256(files["entries.jsonl"] + files.get("games.json", b""))
            if whole and (folder / "meta.json").stat().st_ino == before:
                return Pack(files)
        except PermissionError as error:
            raise StoreError(folder, "no se puede leer la base de conocimiento", "Comprueba los permisos.") from error
        except (OSError, KeyError, ValueError):  # a build is putting another one there
            time.sleep(0.1)
    raise StoreError(folder, "la base de conocimiento cambia mientras se lee, o está dañada", "Vuelve a intentarlo.")


def write_pack(pack: Pack, out: Path) -> Path:
    """Writes the file whole or not at all; into a directory, under its own name."""
    target = out / pack.name if out.is_dir() else out
    named = _NAMED.fullmatch(target.name)
    if named and named[1] != pack.digest[:12]:
        raise StoreError(target, f"ese nombre es de otro contenido; el de este es {pack.name}", "Elige otro con --out.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            try:
                file.write(pack.data)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).chmod(0o644)
                Path(file.name).replace(target)
            except OSError:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise StoreError(target, f"no se puede escribir ({error.strerror})", "Comprueba el espacio y los permisos.") from error
    return target
