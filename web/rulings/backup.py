"""A copy of the rulings in one file that either database can take back: JSON Lines, with a checksum at the end.

    {"reglario": "dictamenes", "formato": 1, ...}       {"cuenta": ...} each       {"dictamen": ..., with its citations} each
    {"sha256": of every byte before this line}

Whatever is wrong with a file is found before the database is touched.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from kb.errors import StoreError
from web.rulings.times import now

FORMAT = 1
MOST_BYTES = 1024**3
_AGAIN = "Usa otra copia."
Moment = Annotated[AwareDatetime, AfterValidator(lambda moment: moment.astimezone(UTC))]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Account(_Row):
    name: str = Field(min_length=1, max_length=60)
    password: str = Field(max_length=200)
    """Its Argon2id hash, never the password; nothing where it was left out."""


class Citation(_Row):
    entry: str = Field(max_length=200)
    anchor: str = Field(max_length=20)
    print: str = Field(max_length=64)
    told: str = Field(max_length=600)


class Kept(_Row):
    id: int = Field(ge=1, le=2**31 - 1)
    game: str = Field(max_length=30)
    question: str = Field(max_length=500)
    answer: str
    cards: str = Field(max_length=500)
    event: str = Field(max_length=200)
    author: str = Field(max_length=60)
    created: Moment
    updated: Moment
    sending: str | None = Field(max_length=40)
    citations: tuple[Citation, ...] = Field(min_length=1)


class _Head(_Row):
    reglario: Literal["dictamenes"]
    formato: Literal[1]
    hecho: Moment
    cuentas: int
    dictamenes: int


class Copy(_Row):
    accounts: tuple[Account, ...]
    rulings: tuple[Kept, ...]


def text_of(copy: Copy, moment: datetime | None = None) -> bytes:
    head = _Head(reglario="dictamenes", formato=FORMAT, hecho=moment or now(), cuentas=len(copy.accounts),
                 dictamenes=len(copy.rulings))  # fmt: skip
    lines = [head.model_dump_json()]
    lines += [f'{{"cuenta":{row.model_dump_json()}}}' for row in copy.accounts]
    lines += [f'{{"dictamen":{row.model_dump_json()}}}' for row in copy.rulings]
    body = "".join(line + "\n" for line in lines).encode()
    return body + _seal(body)


def _seal(body: bytes) -> bytes:
    return json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"


def copy_from(data: bytes, path: Path) -> Copy:
    """The copy in these bytes; one clear sentence where they are not one, not whole, or of a later version."""
    first = data.partition(b"\n")[0]
    _check_head(first, path)
    end = data.rstrip(b"\n").rfind(b"\n") + 1
    if data[end:] != _seal(data[:end]):
        raise StoreError(path, "la copia está incompleta o dañada: su huella no es la que dice", _AGAIN)
    try:
        head = _Head.model_validate_json(first)
        rows = [json.loads(line) for line in data[len(first) + 1 : end].splitlines()]
        accounts = tuple(Account.model_validate(row["cuenta"]) for row in rows[: head.cuentas])
        rulings = tuple(Kept.model_validate(row["dictamen"]) for row in rows[head.cuentas :])
    except (ValueError, LookupError, TypeError, RecursionError, ValidationError) as error:
        raise StoreError(path, "la copia no se entiende", _AGAIN) from error
    if len(rulings) != head.dictamenes or not _consistent(accounts, rulings):
        raise StoreError(path, "la copia se contradice: faltan o se repiten filas", _AGAIN)
    return Copy(accounts=accounts, rulings=rulings)


def _check_head(first: bytes, path: Path) -> None:
    try:
        head = json.loads(first)
        ours, version = head["reglario"] == "dictamenes", head["formato"]
    except (ValueError, LookupError, TypeError, RecursionError):
        ours, version = False, None
    if not ours or not isinstance(version, int):
        raise StoreError(path, "no es una copia de dictámenes", "Hazla con «kb rulings backup».")
    if version > FORMAT:
        raise StoreError(
            path, f"la copia es de un formato más nuevo ({version}; se lee hasta el {FORMAT})", "Actualiza Reglario."
        )


def _consistent(accounts: Sequence[Account], rulings: Sequence[Kept]) -> bool:
    names, ids = {a.name for a in accounts}, {r.id for r in rulings}
    sendings = [r.sending for r in rulings if r.sending is not None]
    whole = len(names) == len(accounts) and len(ids) == len(rulings) and len(set(sendings)) == len(sendings)
    return whole and all(r.author in names for r in rulings)


def read_copy(path: Path) -> Copy:
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > MOST_BYTES:
                raise StoreError(path, f"pasa de {MOST_BYTES // 1024**2} MB, el límite de una copia")
            return copy_from(file.read(), path)
    except OSError as error:
        raise StoreError(path, "no se puede leer la copia", "Comprueba el camino y los permisos.") from error


def write_copy(copy: Copy, path: Path) -> None:
    """Whole or not at all, readable by its owner alone; never over another file."""
    data = text_of(copy)
    if path.exists():
        raise StoreError(path, "ya existe", "Elige otro nombre: una copia no pisa a otra.")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                if copy_from(Path(file.name).read_bytes(), path) != copy:
                    raise StoreError(path, "lo escrito no es lo que había que escribir", "Comprueba el disco.")
                os.link(file.name, path)  # fails where somebody made it meanwhile
            finally:
                Path(file.name).unlink()
    except FileExistsError as error:
        raise StoreError(path, "ya existe", "Elige otro nombre: una copia no pisa a otra.") from error
    except OSError as error:
        raise StoreError(path, f"no se puede escribir ({error.strerror})", "Comprueba el espacio y los permisos.") from error
