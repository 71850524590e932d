"""Wrong passwords counted by name and address together: who guesses waits, and the owner, elsewhere, never does.

The count is in the database, one for all hosts, and goes up before the password is looked at: guesses sent at once count too.
A name that nobody has is counted like any other.
"""

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from kb.text import fold
from web.rulings.tables import Attempt
from web.rulings.times import aware, now

WINDOW = timedelta(minutes=15)
MOST_FOR_NAME, MOST_FROM_ADDRESS = 5, 30
"""Failures from one address in a window: for one name, and for any."""


class Wait(Exception):
    """Too many failures; `until` says when to try again."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def keys(secret: str, name: str, address: str) -> dict[str, int]:
    """What an attempt is counted under, with the most of each."""
    told = {f"{address}\n{fold(name)}": MOST_FOR_NAME, f"{address}\n": MOST_FROM_ADDRESS}
    return {hashlib.sha256(f"{secret}\n{key}".encode()).hexdigest(): most for key, most in told.items()}


def attempt(session: Session, counted: dict[str, int]) -> None:
    """Counts one more; `Wait` where there have been too many."""
    moment, until = now(), None
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    session.execute(delete(Attempt).where(Attempt.ends < moment))
    for key, most in sorted(counted.items()):
        added = insert(Attempt).values(key=key, count=1, ends=moment + WINDOW)
        added = added.on_conflict_do_update(index_elements=[Attempt.key], set_={"count": Attempt.count + 1})
        session.execute(added)
        count, ends = session.execute(select(Attempt.count, Attempt.ends).where(Attempt.key == key)).one()
        if count > most:
            until = max(until or moment, aware(ends))
    session.commit()
    if until is not None:
        raise Wait(until)


def touched(session: Session, counted: dict[str, int]) -> None:
    """Writes what is there already: a name that nobody has costs a write too, as a refused account does."""
    session.execute(update(Attempt).where(Attempt.key.in_(counted)).values(count=Attempt.count))


def forgiven(session: Session, counted: dict[str, int]) -> None:
    """A right password: its own attempts from this address begin again, and it was no guess of the address's.

    At an event many sign in from one.
    """
    own = [key for key, most in counted.items() if most == MOST_FOR_NAME]
    session.execute(delete(Attempt).where(Attempt.key.in_(own)))
    shared = Attempt.key.in_(counted.keys() - set(own))
    session.execute(update(Attempt).where(shared, Attempt.count > 0).values(count=Attempt.count - 1))
