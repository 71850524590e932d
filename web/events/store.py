"""Events in the database: made by a head judge, worked by judges, added to by their acts."""

import json
from collections.abc import Collection
from datetime import date, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from web.events.log import KINDS, Act
from web.rulings.ledger import DeskError, NotAllowed, turn
from web.rulings.tables import Event, EventAct, Judge, PlayerName, Works
from web.rulings.times import aware, now, waited


def events(session: Session) -> list[Event]:
    return list(session.scalars(select(Event).order_by(Event.day.desc(), Event.id.desc())))


def one(session: Session, id: int) -> Event | None:
    return session.get(Event, id)


def heads(session: Session, judge_id: int) -> frozenset[int]:
    return frozenset(session.scalars(select(Event.id).where(Event.head_id == judge_id)))


def workers(session: Session, id: int) -> list[Judge]:
    rows = session.scalars(select(Works).where(Works.event_id == id)).unique()
    return sorted((row.judge for row in rows), key=lambda judge: judge.name)


def works(session: Session, event: Event, judge: Judge) -> bool:
    return judge.id == event.head_id or session.get(Works, (event.id, judge.id)) is not None


def check(session: Session, id: int, judge: Judge) -> None:
    """A ruling of an event is written by who works it."""
    event = session.get(Event, id)
    if event is None:
        raise DeskError("ese torneo no existe")
    if not works(session, event, judge):
        raise NotAllowed("no trabajas en ese torneo")


def save(session: Session, judge: Judge, told: dict[str, str], id: int | None, sending: str) -> int:
    """Makes an event, or changes what its head judge set. The same sending twice is one event."""
    with session.begin():
        turn(session)
        again = session.scalar(select(Event.id).where(Event.sending == sending))
        if again is not None:
            return again
        event = session.get(Event, id) if id else Event(made_by=judge.id, created=now(), sending=sending)
        if event is None:
            raise DeskError("ese torneo no existe")
        if judge.role != "principal" and (id is None or judge.id != event.head_id):
            raise NotAllowed("eso solo puede hacerlo un juez principal")
        event.name, event.game = told["name"], told["game"]
        event.day, event.forget = _day(told["day"]), _day(told["forget"])
        if event.forget < event.day:
            raise DeskError("los nombres se borran después del torneo, no antes")
        event.penalties = told["penalties"] == "1"
        event.head_id = _judge(session, told["head"]).id if told["head"] else judge.id
        session.add(event)
        session.flush()
        names = {name for line in told["judges"].splitlines() if (name := " ".join(line.split()))}
        staff = {_judge(session, name).id for name in names} | {event.head_id}
        session.execute(delete(Works).where(Works.event_id == event.id))
        session.add_all(Works(event_id=event.id, judge_id=each) for each in sorted(staff))
        session.flush()
        return event.id


def _day(told: str) -> date:
    try:
        return date.fromisoformat(told)
    except ValueError:
        raise DeskError("la fecha no se entiende: se escribe 2027-01-31") from None


def _judge(session: Session, name: str) -> Judge:
    judge = session.scalar(select(Judge).where(Judge.name == name, Judge.disabled.is_(None)))
    if judge is None:
        raise DeskError(f"no hay ningún juez «{name[:60]}»")
    return judge


def add(session: Session, id: int, judge: Judge, kind: str, data: dict[str, str], sending: str, at: datetime | None,
        name: str = "") -> bool:  # fmt: skip
    """One more act; False where it was there already. Only who works the event adds to it."""
    with session.begin():
        turn(session)
        event = session.get(Event, id)
        if event is None or kind not in KINDS:
            raise DeskError("ese torneo no existe")
        if not works(session, event, judge):
            raise NotAllowed("no trabajas en ese torneo")
        if kind == "sancion" and not event.penalties:
            raise DeskError("este torneo no lleva sanciones")
        if session.get(EventAct, sending) is not None:
            return False
        session.add(EventAct(sending=sending, event_id=id, kind=kind, author_id=judge.id, moment=now(), at=at or now(),
                             data=json.dumps(data, ensure_ascii=False)))  # fmt: skip
        session.flush()
        if name and event.forget >= now().date():
            session.add(PlayerName(sending=sending, name=name))
    return True


def acts(session: Session, id: int, named: bool = True) -> list[Act]:
    """Of those who look from outside, none sees a name."""
    rows = session.scalars(select(EventAct).where(EventAct.event_id == id)).unique().all()
    names = {row.sending: row.name for row in session.scalars(select(PlayerName))} if named else {}
    return [
        Act(row.sending, row.kind, row.author.name, aware(row.at), json.loads(row.data), names.get(row.sending, ""),
            waited(row.at, row.moment))
        for row in rows
    ]  # fmt: skip


def forget(session: Session, today: date) -> int:
    """Deletes the names of players of the events whose day has come, and says how many. The acts stay."""
    over = select(EventAct.sending).join(Event, Event.id == EventAct.event_id).where(Event.forget < today)
    with session.begin():
        gone: Collection[object] = session.execute(
            delete(PlayerName).where(PlayerName.sending.in_(over)).returning(PlayerName.sending)
        ).all()
    return len(gone)
