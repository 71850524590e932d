"""Judges' accounts: made from the command line, checked with Argon2, locked after repeated failures."""

from datetime import datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from kb.errors import KbError
from web.guard.budgets import JUDGE_NAME, PASSWORD
from web.rulings.tables import Judge
from web.rulings.times import aware, now

MOST_FAILURES = 5
LOCKED_FOR = timedelta(minutes=15)
SHORTEST = 10
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's floor for Argon2id


class JudgeError(KbError):
    """An account that cannot be made or removed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}."


class Locked(Exception):
    """Too many failures; `until` says when to try again."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def add_judge(session: Session, name: str, password: str) -> None:
    name = name.strip()
    if not 1 <= len(name) <= JUDGE_NAME:
        raise JudgeError(f"el nombre debe tener entre 1 y {JUDGE_NAME} caracteres")
    if not SHORTEST <= len(password) <= PASSWORD:
        raise JudgeError(f"la contraseña debe tener entre {SHORTEST} y {PASSWORD} caracteres")
    judge = session.scalar(select(Judge).where(Judge.name == name))
    if judge is None:
        session.add(Judge(name=name, password=_HASHER.hash(password), failures=0))
    else:
        judge.password, judge.failures, judge.locked_until = _HASHER.hash(password), 0, None
    session.commit()


def signed_in(session: Session, name: str, password: str) -> Judge | None:
    """The judge, if the password is theirs. An unknown name costs the same time as a wrong password."""
    judge = session.scalar(select(Judge).where(Judge.name == name.strip()).with_for_update())
    if judge is None:
        _matches(_nobody(), password)
        return None
    if judge.locked_until is not None and aware(judge.locked_until) > now():
        raise Locked(aware(judge.locked_until))
    if _matches(judge.password, password):
        judge.failures, judge.locked_until = 0, None
        session.commit()
        return judge
    judge.failures += 1
    if judge.failures >= MOST_FAILURES:
        judge.failures, judge.locked_until = 0, now() + LOCKED_FOR
    session.commit()
    return None


def _matches(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    return _HASHER.hash("nadie-tiene-esta")
