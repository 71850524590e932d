"""Sessions kept in the database: ended there, they are over on every host at its next request. Twelve hours, however busy."""

import hashlib
import re
import secrets
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from web.rulings.tables import Judge, Sitting
from web.rulings.times import aware, now

LASTS = timedelta(hours=12)
_SEEN_EVERY = timedelta(minutes=5)
_PROGRAMS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
            ("Linux", "Linux"))  # fmt: skip
"""What a browser says of itself, and what we say of it; the first that fits."""


def device_of(agent: str) -> str:
    """«Firefox en Android»: enough for its owner to know it, no more."""
    program = next((told for part, told in _PROGRAMS if part in agent), "otro programa")
    system = next((told for part, told in _SYSTEMS if re.search(part, agent)), "")
    return f"{program} en {system}" if system else program


def _print(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def begin(session: Session, judge: Judge, device: str) -> str:
    """The secret of a new session, for the cookie. Those whose time is over go."""
    token, moment = secrets.token_urlsafe(32), now()
    session.execute(delete(Sitting).where(Sitting.ends < moment))
    ends = moment + LASTS
    session.add(Sitting(id=_print(token), judge_id=judge.id, created=moment, seen=moment, ends=ends, device=device))
    session.commit()
    return token


def judge_of(session: Session, token: str) -> Judge | None:
    row = session.get(Sitting, _print(token))
    if row is None or aware(row.ends) < now() or row.judge.disabled is not None:
        return None
    if now() - aware(row.seen) > _SEEN_EVERY:
        row.seen = now()
        session.commit()
    return row.judge


def end(session: Session, judge_id: int, but: str | None = None, only: str | None = None) -> None:
    """Ends the sessions of a judge: all, all but that of one secret, or only the one of a print."""
    ended = delete(Sitting).where(Sitting.judge_id == judge_id)
    if but is not None:
        ended = ended.where(Sitting.id != _print(but))
    if only is not None:
        ended = ended.where(Sitting.id == only)
    session.execute(ended)
    session.commit()


def end_one(session: Session, token: str) -> None:
    session.execute(delete(Sitting).where(Sitting.id == _print(token)))
    session.commit()


def open_ones(session: Session, judge_id: int, mine: str) -> list[tuple[Sitting, bool]]:
    """The sessions of a judge, newest first, and which of them is the one of this secret."""
    rows = session.scalars(
        select(Sitting).where(Sitting.judge_id == judge_id, Sitting.ends > now()).order_by(Sitting.seen.desc())
    )
    return [(row, row.id == _print(mine)) for row in rows]
