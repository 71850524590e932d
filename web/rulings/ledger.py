"""How rulings are written: one act, one revision, in a turn of its own; whole or not at all, and never over another's."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import exists, false, func, select, text, update
from sqlalchemy.orm import Session

from web.rulings.guard import Away
from web.rulings.roles import Actor, may
from web.rulings.states import Act, CitedState, State, seal, show, state_of
from web.rulings.tables import Revision, Ruling, Schema
from web.rulings.times import aware, now

SCHEMA = "0006"
"""The last migration that this code knows."""
TURN = 716_203_555  # any number, the same on every host
LARGEST = 2**31 - 1
Fill = Callable[[CitedState], CitedState]


class DeskError(ValueError):
    """A ruling that cannot be taken as it is; the sentence says why."""


class Overtaken(DeskError):
    """A ruling that somebody else has changed since it was opened to be corrected."""


class NotAllowed(DeskError):
    """An act that is not this account's to do."""


@dataclass(frozen=True)
class Deed:
    """What somebody asks to be done with a ruling."""

    act: Act
    actor: Actor
    make: Callable[[State | None], State]
    """What it says afterwards, given what it says before."""
    ruling: int | None = None
    """None makes a new one."""
    sending: str | None = None
    """Sent twice, it is done once."""
    seen: int | None = None
    """The revision that its author had before their eyes; `Overtaken` if that is no longer the last."""
    reason: str = ""
    at: datetime | None = None


def record(session: Session, deed: Deed, fill: Fill) -> tuple[int, bool]:
    """The number of the ruling, and whether the deed was done now."""
    with session.begin():
        moment = turn(session)
        if (again := _done(session, deed)) is not None:
            return again, False
        if deed.ruling is None:
            row = _new(session, deed, moment)
            before = None
        else:
            row = _there(session, deed.ruling, fill)
            before = state_of(row)
            if deed.seen is not None and row.revision != deed.seen:
                if row.acted_id == deed.actor.id and deed.make(before) == before:
                    return row.id, False  # the same correction again: its answer was lost
                raise Overtaken("alguien lo ha cambiado entretanto")
            if not may(deed.act, deed.actor, row.author_id, before):
                raise NotAllowed(_NOT_YOURS if before.status == "vigente" or deed.act == "restituye" else _WITHDRAWN)
        after = deed.make(before)
        if after.overrules is not None and before is None:
            _overrule(session, after.overrules, row.id, deed, moment, fill)
        _append(session, row, deed, moment, after)
        number = row.id
    return number, True


_NOT_YOURS = "eso solo puede hacerlo quien lo escribió o quien tiene ese cargo"
_WITHDRAWN = "está retirado: antes hay que restituirlo"


def turn(session: Session) -> datetime:
    """Waits for its turn to write; a moment later than that of any other ruling, whatever the clocks of the hosts say.
    So each change moves the version that every host looks at. Refused where a later version of the program says so."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(TURN)))
    else:
        session.execute(update(Ruling).where(false()).values(event=""))  # changes nothing, but from here on it alone writes
    floor = session.scalar(select(Schema.floor))
    if floor is None or floor > SCHEMA:
        raise Away("es de una versión posterior del programa y desde esta solo se lee")
    last = session.scalar(select(func.max(Ruling.updated)))
    return max(now(), aware(last) + timedelta(microseconds=1)) if last else now()


def _done(session: Session, deed: Deed) -> int | None:
    if not deed.sending:
        return None
    found = session.scalar(select(Revision.ruling_id).where(Revision.sending == deed.sending))
    if found is None and deed.ruling is None:  # the version before keeps it there alone
        found = session.scalar(select(Ruling.id).where(Ruling.sending == deed.sending))
    return found


def _new(session: Session, deed: Deed, moment: datetime) -> Ruling:
    number = next_number(session)
    return Ruling(id=number, author_id=deed.actor.id, created=moment, sending=deed.sending, revision=0)


def next_number(session: Session) -> int:
    """One that no ruling ever had; in step with the count that PostgreSQL keeps for the version before."""
    last = max(session.scalar(select(func.max(Ruling.id))) or 0, session.scalar(select(Schema.last)) or 0) + 1
    session.execute(update(Schema).values(last=last))
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT setval(pg_get_serial_sequence('dictamen', 'id'), :last)"), {"last": last})
    return last


def _there(session: Session, number: int, fill: Fill) -> Ruling:
    row = session.get(Ruling, number) if number <= LARGEST else None
    if row is None:
        raise DeskError("ese dictamen no existe")
    adopt(session, row, fill)
    return row


def _append(session: Session, row: Ruling, deed: Deed, moment: datetime, after: State) -> None:
    row.revision += 1
    row.updated, row.reason, row.acted_id = moment, deed.reason, deed.actor.id
    show(row, after)
    session.add(row)
    session.flush()
    before = session.scalar(select(Revision.seal).where(Revision.ruling_id == row.id, Revision.number == row.revision - 1))
    made = Revision(ruling_id=row.id, number=row.revision, act=deed.act, author_id=deed.actor.id, moment=moment, at=deed.at,
                    sending=deed.sending, reason=deed.reason, state=after.model_dump_json())  # fmt: skip
    made.seal = seal(before or "", made)
    session.add(made)
    session.flush()


def _overrule(session: Session, number: int, by: int, deed: Deed, moment: datetime, fill: Fill) -> None:
    """The mark on the ruling that another one overrules, in the same transaction."""
    row = _there(session, number, fill)
    state = state_of(row)
    if not may("revoca", deed.actor, row.author_id, state) or state.overruled_by is not None:
        raise NotAllowed("ese dictamen no se puede revocar, o ya lo está" if state.overruled_by else _NOT_YOURS)
    appeal = "revocada" if state.appeal == "abierta" else state.appeal
    after = state.model_copy(update={"overruled_by": by, "appeal": appeal})
    _append(session, row, Deed("revoca", deed.actor, lambda _: after, number, reason=deed.reason, at=deed.at), moment, after)


def adopt(session: Session, row: Ruling, fill: Fill) -> None:
    """What the version before wrote without a revision gets one, by whom it names: its history begins or goes on there."""
    known = select(exists().where(
        Revision.ruling_id == row.id, Revision.number == row.revision, Revision.moment == row.updated))  # fmt: skip
    if session.scalar(known):
        return
    turn(session)
    state = state_of(row)
    state = state.model_copy(update={"citations": tuple(map(fill, state.citations))})
    actor, moment, acted = Actor(row.author_id), aware(row.updated), row.acted_id
    _append(session, row, Deed("importa", actor, lambda _: state, row.id), moment, state)
    row.acted_id = acted


def adopt_all(session: Session, fill: Fill) -> int:
    """How many there were. In a turn of its own."""
    known = exists().where(
        Revision.ruling_id == Ruling.id, Revision.number == Ruling.revision, Revision.moment == Ruling.updated)  # fmt: skip
    with session.begin():
        if not session.scalar(select(Ruling.id).where(~known).limit(1)):
            return 0
        rows = session.scalars(select(Ruling).where(~known).order_by(Ruling.id)).unique().all()
        for row in rows:
            adopt(session, row, fill)
    return len(rows)
