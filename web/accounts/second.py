"""The second factor: codes of an authenticator (TOTP), each taken once, and recovery codes for who loses it."""

import hashlib
import secrets
import time

import pyotp

from web.rulings.tables import Judge

_STEP = 30
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODES = 10


def new_secret() -> str:
    return pyotp.random_base32()


def address(secret: str, name: str) -> str:
    """What the QR code says to the authenticator."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name="Reglario")


def taken_at(secret: str, code: str, after: int = 0, moment: float | None = None) -> int | None:
    """The half minute of a right code, one either side of now, later than the last that was taken; None for a wrong one."""
    told = code.replace(" ", "")
    if not (told.isascii() and told.isdecimal()):
        return None
    step = int((time.time() if moment is None else moment) // _STEP)
    totp = pyotp.TOTP(secret)
    near = (step - 1, step, step + 1)
    return next((s for s in near if s > after and secrets.compare_digest(totp.generate_otp(s), told)), None)


def new_codes() -> list[str]:
    return ["-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(2)) for _ in range(CODES)]


def code_print(code: str) -> str:
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()


def passes(judge: Judge, code: str) -> bool:
    """Whether the code is right for this account now. What it uses up is noted on the account."""
    if judge.totp is None:
        return True
    step = taken_at(judge.totp, code, judge.totp_step)
    if step is not None:
        judge.totp_step = step
        return True
    left = judge.recovery.split()
    if (used := code_print(code)) in left:
        judge.recovery = "\n".join(kept for kept in left if kept != used)
        return True
    return False
