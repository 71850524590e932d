"""Whether a knowledge base on disk is whole: its schema, and every file as long and with the digest that was noted.

A build notes them in huellas.json and writes meta.json last. So a copy cut short, a disk that lost a page or two builds mixed
by hand are told, in one sentence, before anything is read from them.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.errors import StoreError

SCHEMA = 1
META, PRINTS = "meta.json", "huellas.json"
BUILD = "Constrúyela con «kb build»."
REBUILD = "Vuelve a construirla con «kb build»."


def seal(folder: Path, digest: str) -> None:
    """Writes huellas.json, then meta.json. Empty files are left out: an engine's locks, not data."""
    meta = json.dumps({"schema": SCHEMA, "digest": digest}).encode()
    found: dict[str, list[int | str]] = {META: [len(meta), hashlib.sha256(meta).hexdigest()]}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (size := path.stat().st_size):
            found[path.relative_to(folder).as_posix()] = [size, _digest(path)]
    (folder / PRINTS).write_text(json.dumps(found, indent=1), "utf-8")
    (folder / META).write_bytes(meta)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def settled(path: Path) -> Path:
    """Where a knowledge base is now: a build that was killed between two moves has set it aside."""
    aside = path.parent / f".{path.name}.anterior"
    return aside if not path.exists() and aside.exists() else path


def checked(folder: Path, path: Path | None = None) -> Mapping[str, Any]:
    """Its meta.json, once it is found whole. `path` is what the user calls it, where it is not the folder."""
    told = path or folder
    try:
        meta = _meta(folder, told)
        if (folder / PRINTS).exists():  # what was unpacked has its own (kb/disk/unpack.py); an older program noted none
            for name, (size, digest) in json.loads((folder / PRINTS).read_text("utf-8")).items():
                file = folder / name
                if file.stat().st_size != size or _digest(file) != digest:
                    raise StoreError(told, f"la base de conocimiento está dañada ({name})", REBUILD)
    except FileNotFoundError as error:
        raise missing(folder, told, error) from error
    except PermissionError as error:
        raise StoreError(told, "no se puede leer la base de conocimiento", "Comprueba los permisos.") from error
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(told, "la base de conocimiento está dañada", REBUILD) from error
    return meta


def missing(folder: Path, told: Path, error: FileNotFoundError) -> StoreError:
    if Path(str(error.filename)) == folder / META:
        return StoreError(told, "no hay ninguna base de conocimiento", BUILD)
    name = Path(str(error.filename)).name
    return StoreError(told, f"la base de conocimiento está incompleta (falta {name})", REBUILD)


def _meta(folder: Path, told: Path) -> Mapping[str, Any]:
    meta = json.loads((folder / META).read_text("utf-8"))
    schema = meta.get("schema") if isinstance(meta, dict) else None
    if not isinstance(schema, int) or (schema == SCHEMA and not isinstance(meta.get("digest"), str)):
        raise StoreError(told, f"la base de conocimiento está dañada ({META})", REBUILD)
    if schema < SCHEMA:
        raise StoreError(told, f"es de una versión anterior ({schema}, se espera {SCHEMA})", REBUILD)
    if schema > SCHEMA:
        advice = "Actualiza el programa o vuelve a construirla con «kb build»."
        raise StoreError(told, f"es de una versión posterior ({schema}, se espera {SCHEMA})", advice)
    found: Mapping[str, Any] = meta
    return found
