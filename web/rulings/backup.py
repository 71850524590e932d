"""A copy of the rulings in one file that either database can take back: JSON Lines, with a checksum at the end.

    {"reglario": "dictamenes", "formato": 3, ...}       {"cuenta": ...} each       {"dictamen": ..., with its revisions} each
    {"torneo": ..., with its judges and acts} each      {"sha256": of every byte before this line}

Copies of format 1, without history, and of format 2, without events, are read too.
Whatever is wrong with a file is found before the database is touched.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from kb.errors import StoreError
from web.rulings.roles import Role
from web.rulings.states import Act, CitedState, State, whole
from web.rulings.tables import Revision
from web.rulings.times import now

FORMAT = 3
MOST_BYTES = 1024**3
_AGAIN = "Usa otra copia."
Moment = Annotated[AwareDatetime, AfterValidator(lambda moment: moment.astimezone(UTC))]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Account(_Row):
    id: int | None = Field(None, ge=1, le=2**31 - 1)
    """Its number, by which histories name it; format 1 has none."""
    name: str = Field(min_length=1, max_length=60)
    password: str = Field(max_length=200)
    """Its Argon2id hash, never the password; nothing where it was left out."""
    role: Role = "juez"
    disabled: Moment | None = None
    totp: str | None = Field(None, max_length=64)
    recovery: str = ""


class Old(_Row):
    """A ruling of format 1: what it said when the copy was made."""

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
    citations: tuple[CitedState, ...] = Field(min_length=1)


class Page(_Row):
    """A revision."""

    number: int = Field(ge=1)
    act: Act
    author: int
    moment: Moment
    at: Moment | None
    sending: str | None = Field(max_length=40)
    reason: str = Field(max_length=1000)
    state: str
    seal: str = Field(max_length=64)

    def row(self, ruling: int) -> Revision:
        return Revision(ruling_id=ruling, author_id=self.author, **self.model_dump(exclude={"author"}))


class Kept(_Row):
    id: int = Field(ge=1, le=2**31 - 1)
    author: int
    created: Moment
    sending: str | None = Field(max_length=40)
    revisions: tuple[Page, ...] = Field(min_length=1)

    @property
    def state(self) -> State:
        """What it says now."""
        return State.model_validate_json(self.revisions[-1].state)


class Done(_Row):
    """An act of an event, with the name of a player where it is still known."""

    sending: str = Field(max_length=40)
    kind: str = Field(max_length=12)
    author: int
    moment: Moment
    at: Moment
    data: str
    player: str | None = Field(None, max_length=80)


class Tournament(_Row):
    id: int = Field(ge=1, le=2**31 - 1)
    name: str = Field(max_length=120)
    game: str = Field(max_length=30)
    day: date
    head: int
    made_by: int
    created: Moment
    forget: date
    penalties: bool
    sending: str | None = Field(max_length=40)
    judges: tuple[int, ...] = ()
    acts: tuple[Done, ...] = ()


class _Head(_Row):
    reglario: Literal["dictamenes"]
    formato: Literal[1, 2, 3]
    hecho: Moment
    cuentas: int
    dictamenes: int
    torneos: int = 0
    ultimo: int = 0
    """The highest number that a ruling ever had."""


class Copy(_Row):
    accounts: tuple[Account, ...]
    rulings: tuple[Kept, ...] = ()
    old: tuple[Old, ...] = ()
    """Those of format 1."""
    events: tuple[Tournament, ...] = ()
    last: int = 0


def text_of(copy: Copy, moment: datetime | None = None) -> bytes:
    head = _Head(reglario="dictamenes", formato=FORMAT, hecho=moment or now(), cuentas=len(copy.accounts),
                 dictamenes=len(copy.rulings), torneos=len(copy.events), ultimo=copy.last)  # fmt: skip
    lines = [head.model_dump_json()]
    lines += [f'{{"cuenta":{row.model_dump_json()}}}' for row in copy.accounts]
    lines += [f'{{"dictamen":{row.model_dump_json()}}}' for row in copy.rulings]
    lines += [f'{{"torneo":{row.model_dump_json()}}}' for row in copy.events]
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
        last = head.cuentas + head.dictamenes
        told = [row["dictamen"] for row in rows[head.cuentas : last]]
        events = tuple(Tournament.model_validate(row["torneo"]) for row in rows[last:])
        rulings = tuple(map(Kept.model_validate, told)) if head.formato > 1 else ()
        old = tuple(map(Old.model_validate, told)) if head.formato == 1 else ()
        sound = _agree(accounts, rulings) and _consistent(accounts, old) and _held(accounts, events)
    except (ValueError, LookupError, TypeError, RecursionError, ValidationError) as error:
        raise StoreError(path, "la copia no se entiende", _AGAIN) from error
    if (len(told), len(events)) != (head.dictamenes, head.torneos) or not sound:
        raise StoreError(path, "la copia se contradice: faltan o se repiten filas", _AGAIN)
    return Copy(accounts=accounts, rulings=rulings, old=old, events=events, last=head.ultimo)


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


def _consistent(accounts: Sequence[Account], rulings: Sequence[Old]) -> bool:
    names, ids = {a.name for a in accounts}, {r.id for r in rulings}
    sendings = [r.sending for r in rulings if r.sending is not None]
    once = len(names) == len(accounts) and len(ids) == len(rulings) and len(set(sendings)) == len(sendings)
    return once and all(r.author in names for r in rulings)


def _agree(accounts: Sequence[Account], rulings: Sequence[Kept]) -> bool:
    """Each account and ruling once, every author known, every history whole."""
    known, ids = {a.id for a in accounts}, {r.id for r in rulings}
    sendings = [page.sending for r in rulings for page in r.revisions if page.sending is not None]
    once = len(ids) == len(rulings) and len(set(sendings)) == len(sendings)
    return once and all(
        {r.author, *(page.author for page in r.revisions)} <= known
        and r.state.citations != ()
        and whole(page.row(r.id) for page in r.revisions)
        for r in rulings
    )


def _held(accounts: Sequence[Account], events: Sequence[Tournament]) -> bool:
    """Each event and act once, everybody in them known."""
    known = {a.id for a in accounts}
    sendings = [act.sending for event in events for act in event.acts]
    once = len({event.id for event in events}) == len(events) and len(set(sendings)) == len(sendings)
    people = {id for event in events for id in (event.head, event.made_by, *event.judges, *(a.author for a in event.acts))}
    return once and people <= known


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
