"""What a ruling says at one moment, as a value: a revision keeps it whole, so that any moment can be shown again."""

import hashlib
import json
from collections.abc import Iterable
from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from web.rulings.tables import Cited, Revision, Ruling
from web.rulings.times import aware

Act = Literal["escribe", "corrige", "retira", "restituye", "apela", "confirma", "revoca", "revisa", "importa"]
Status = Literal["vigente", "retirado"]
Appeal = Literal["", "abierta", "confirmada", "revocada", "retirada"]
TOLD: dict[str, str] = {
    "escribe": "Escrito", "corrige": "Corregido", "retira": "Retirado", "restituye": "Restituido", "apela": "Apelado",
    "confirma": "Confirmado", "revoca": "Revocado", "revisa": "Revisado: sigue valiendo",
    "importa": "Tomado de una versión sin historial",
}  # fmt: skip
"""How each act is told on pages, before «por»."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CitedState(_Value):
    entry: str
    anchor: str = ""
    print: str = ""
    told: str = ""
    words: str = ""
    base: str = ""
    edition: str = ""


class State(_Value):
    game: str
    question: str
    answer: str
    verdict: str = ""
    cards: str = ""
    event: str = ""
    event_id: int | None = None
    status: Status = "vigente"
    appeal: Appeal = ""
    until: date | None = None
    by_edition: bool = False
    overrules: int | None = None
    overruled_by: int | None = None
    confirmed_id: int | None = None
    editor_id: int | None = None
    citations: tuple[CitedState, ...] = ()


_PLAIN = [name for name in State.model_fields if name != "citations"]


def state_of(row: Ruling) -> State:
    """What the tables of the present say."""
    cited = tuple(CitedState(**{name: getattr(c, name) for name in CitedState.model_fields}) for c in row.citations)
    return State(**{name: getattr(row, name) for name in _PLAIN}, citations=cited)


def show(row: Ruling, state: State) -> None:
    """Makes the tables of the present say this."""
    for name in _PLAIN:
        setattr(row, name, getattr(state, name))
    row.citations = [Cited(place=n, **cited.model_dump()) for n, cited in enumerate(state.citations)]


def state_in(revision: Revision) -> State:
    return State.model_validate_json(revision.state)


def seal(before: str, revision: Revision) -> str:
    """The print of a revision and of all those before it. Not of names: a person's may be replaced, their number stays."""
    told = [before, revision.ruling_id, revision.number, revision.act, revision.author_id, _moment(revision.moment),
            _moment(revision.at), revision.sending, revision.reason, revision.state]  # fmt: skip
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def _moment(moment: datetime | None) -> str | None:
    return aware(moment).isoformat() if moment else None


def whole(revisions: Iterable[Revision]) -> bool:
    """Whether a ruling's history adds up: numbered from one without gaps, each sealed over the one before."""
    before = ""
    for number, row in enumerate(revisions, 1):
        if row.number != number or row.seal != seal(before, row):
            return False
        before = row.seal
    return True
