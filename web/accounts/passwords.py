"""Passwords: long, not the ones that everybody tries first, kept as Argon2id hashes."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from grammar.game import GAMES
from web.guard.budgets import PASSWORD

SHORTEST = 12
_FEWEST_GUESSES = 1e8
"""As zxcvbn counts them, over its lists of leaked passwords, names, sequences, repeats and keyboards."""
_LOOKED_AT = 40
"""Characters that are weighed: more of them cannot make the first ones worse, and take time."""
_OURS = ("reglario", "dictamen", "dictamenes", "juez", "jueces", "contraseña", "contrasena", "clave", "torneo", "starwars",
         "estrella", "muerte", "halcon", "milenario", "fuerza", *GAMES)  # fmt: skip
"""Words that anybody would try here and no list of the world's has."""
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's floor for Argon2id


def why_not(password: str, name: str = "") -> str | None:
    """What is wrong with a password, as the end of a sentence that begins with «la contraseña»; None if nothing is."""
    if not SHORTEST <= len(password) <= PASSWORD:
        return f"debe tener entre {SHORTEST} y {PASSWORD} caracteres"
    told = zxcvbn(password[:_LOOKED_AT], user_inputs=[*_OURS, *name.split()], max_length=_LOOKED_AT)
    if float(told["guesses"]) < _FEWEST_GUESSES:
        return "es de las que se adivinan: usa varias palabras que no vayan juntas"
    return None


def hashed(password: str) -> str:
    return _HASHER.hash(password)


def matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def outdated(kept: str) -> bool:
    """Whether a hash was made with less work than today's."""
    return _HASHER.check_needs_rehash(kept)


@cache
def nobody() -> str:
    """The hash that an unknown name is checked against, so that it takes as long as a known one."""
    return _HASHER.hash("nadie-tiene-esta")
