"""Judges' accounts: made, given a role, stopped, and replaced by a pseudonym; who signs in with which password and code."""

import logging
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from kb.errors import KbError
from web.accounts import second, sessions, throttle
from web.accounts.passwords import hashed, matches, nobody, outdated, why_not
from web.guard.budgets import JUDGE_NAME
from web.rulings.roles import ROLES
from web.rulings.tables import Happened, Judge
from web.rulings.times import now

log = logging.getLogger(__name__)
_STOPPED = "!"
"""Before a hash: no password is its, also for the version before, which knows nothing of stopped accounts."""
FORGET_AFTER = timedelta(days=180)
"""What happened to an account is kept for its owner this long."""
_PSEUDONYM = "persona retirada "


class JudgeError(KbError):
    """An account that cannot be made or changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}."


def happened(session: Session, judge_id: int, what: str, device: str = "") -> None:
    """For the log, which names accounts by their number alone, and for the owner of the account."""
    log.info("account: %s", what, extra={"data": {"account": judge_id}})
    session.add(Happened(judge_id=judge_id, moment=now(), what=what, device=device))


def checked_name(session: Session, name: str, new: bool = False) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= JUDGE_NAME:
        raise JudgeError(f"el nombre debe tener entre 1 y {JUDGE_NAME} caracteres")
    if name.startswith(_PSEUDONYM.strip()):
        raise JudgeError("ese nombre está reservado")
    if new and session.scalar(select(Judge.id).where(Judge.name == name)):
        raise JudgeError("ese nombre ya lo tiene otra cuenta")
    return name


def add_judge(session: Session, name: str, password: str, role: str | None = None) -> Judge:
    """A new account, or a new password for one that exists: its sessions end."""
    name = checked_name(session, name)
    if wrong := why_not(password, name):
        raise JudgeError(f"la contraseña {wrong}")
    judge = session.scalar(select(Judge).where(Judge.name == name))
    if judge is None:
        judge = Judge(name=name, password=hashed(password), failures=0, role=role or "juez")
        session.add(judge)
        session.flush()
        happened(session, judge.id, "creada")
    else:
        set_password(session, judge, password)
    session.commit()
    return judge


def set_password(session: Session, judge: Judge, password: str, but: str | None = None) -> None:
    """Ends the judge's sessions, but for the one in which they change it themselves."""
    judge.password, judge.failures, judge.locked_until, judge.disabled = hashed(password), 0, None, None
    happened(session, judge.id, "contraseña")
    sessions.end(session, judge.id, but)


def known(session: Session, name: str) -> Judge:
    judge = session.scalar(select(Judge).where(Judge.name == " ".join(name.split())))
    if judge is None:
        raise JudgeError(f"no hay ninguna cuenta «{name[:JUDGE_NAME]}»")
    return judge


def set_role(session: Session, judge: Judge, role: str) -> None:
    if role not in ROLES:
        raise JudgeError(f"el cargo es uno de estos: {', '.join(ROLES)}")
    judge.role = role
    happened(session, judge.id, f"cargo {role}")
    session.commit()


def disable(session: Session, judge: Judge) -> None:
    """It cannot sign in, and its sessions end; what it signed stays."""
    if judge.disabled is None:
        judge.disabled, judge.password = now(), f"{_STOPPED}{judge.password}"
    happened(session, judge.id, "suspendida")
    sessions.end(session, judge.id)


def enable(session: Session, judge: Judge) -> None:
    if judge.disabled is not None:
        judge.disabled, judge.password = None, judge.password.removeprefix(_STOPPED)
    happened(session, judge.id, "reactivada")
    session.commit()


def remove(session: Session, judge: Judge) -> None:
    """A person's right to have their name removed: a pseudonym stands for it everywhere, the history stays whole."""
    judge.name, judge.password, judge.disabled = pseudonym(judge.id), _STOPPED, now()
    judge.totp, judge.recovery = None, ""
    happened(session, judge.id, "retirada")
    sessions.end(session, judge.id)


def pseudonym(id: int) -> str:
    """What stands for the name of a person who asked to have it removed; the number goes on tying their acts together."""
    return f"{_PSEUDONYM}{id}"


def is_pseudonym(name: str) -> bool:
    return name.startswith(_PSEUDONYM)


def signed_in(session: Session, name: str, password: str, code: str = "", counted: dict[str, int] | None = None,
              device: str = "") -> Judge | None:  # fmt: skip
    """The judge, if password and code are theirs; `throttle.Wait` where this address has tried too often. An unknown name costs
    the same time, and is answered the same, as a wrong password."""
    counted = counted or {}
    throttle.attempt(session, counted)
    judge = session.scalar(select(Judge).where(Judge.name == " ".join(name.split())).with_for_update())
    stands = judge is not None and judge.disabled is None
    right = matches(judge.password if judge and stands else nobody(), password)  # a stopped one would fail at once
    if judge is None or not right or not stands or not second.passes(judge, code):
        if judge is None:
            log.info("account: %s", "desconocida")
            throttle.touched(session, counted)
        else:
            happened(session, judge.id, "rechazada", device)
        session.commit()
        return None
    if outdated(judge.password):
        judge.password = hashed(password)
    happened(session, judge.id, "entrada", device)
    throttle.forgiven(session, counted)
    session.execute(delete(Happened).where(Happened.judge_id == judge.id, Happened.moment < now() - FORGET_AFTER))
    session.commit()
    return judge
