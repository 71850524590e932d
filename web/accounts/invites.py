"""Invitations: a link that a head judge gives to one person, good for a week and for one account."""

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from web.accounts.judges import JudgeError, add_judge, checked_name, happened
from web.accounts.passwords import why_not
from web.rulings.roles import ROLES
from web.rulings.tables import Invitation, Judge
from web.rulings.times import aware, now

LASTS = timedelta(days=7)


def _print(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(session: Session, by: Judge, role: str) -> str:
    """The secret of the link. Nobody gives a role above judge but a head judge, who alone may invite."""
    if by.role != "principal":
        raise JudgeError("solo un juez principal invita")
    if role not in ROLES:
        raise JudgeError(f"el cargo es uno de estos: {', '.join(ROLES)}")
    token, moment = secrets.token_urlsafe(24), now()
    session.execute(delete(Invitation).where(Invitation.ends < moment))
    session.add(Invitation(id=_print(token), made_by=by.id, role=role, created=moment, ends=moment + LASTS))
    happened(session, by.id, "invita")
    session.commit()
    return token


def role_of(session: Session, token: str) -> str | None:
    """What the bearer of a link would be; None where it is used, over or never was."""
    row = session.get(Invitation, _print(token))
    return row.role if row is not None and aware(row.ends) > now() else None


def accept(session: Session, token: str, name: str, password: str) -> Judge:
    """A new account. Two who use the same link at once: the second finds it gone."""
    role, name = role_of(session, token), checked_name(session, name, new=True)
    if role is not None and (wrong := why_not(password, name)):
        raise JudgeError(f"la contraseña {wrong}")
    spent = session.execute(delete(Invitation).where(Invitation.id == _print(token)).returning(Invitation.id)).all()
    if role is None or not spent:
        raise JudgeError("la invitación ya se ha usado o ha caducado: pide otra")
    return add_judge(session, name, password, role)
