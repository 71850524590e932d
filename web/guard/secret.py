"""The key that signs sessions: from the environment, and in production from nowhere else."""

import os
import secrets

from kb.errors import StoreError

SHORTEST = 32
FEWEST_SIGNS = 9
"""Different characters: a random secret of 32 has about 20, in hexadecimal about 14."""
_KNOWN = ("cambiame", "cámbiame", "cambia-me", "changeme", "change-me", "change_me", "secreto", "password", "contraseña",
          "ejemplo", "example", "reglario", "de-prueba", "default")  # fmt: skip
"""What stands in examples and in our own tests: a secret with one of these words is not one."""


def production() -> bool:
    return os.environ.get("KB_ENV") == "production"


def secret_key() -> str:
    """KB_SECRET; outside production, one made up for this run."""
    told = os.environ.get("KB_SECRET", "")
    if (production() or told) and len(told) < SHORTEST:
        raise StoreError("KB_SECRET", f"hace falta un secreto de {SHORTEST} caracteres o más", "Ponlo en el entorno.")
    if production() and guessable(told):
        hint = 'Haz uno con «python -c "import secrets; print(secrets.token_urlsafe(48))"».'
        raise StoreError("KB_SECRET", "ese secreto se adivina: es de ejemplo o tiene pocos signos distintos", hint)
    return told or secrets.token_urlsafe(48)


def guessable(secret: str) -> bool:
    """A word of examples, few signs, or one piece repeated."""
    repeated = secret in (secret + secret)[1:-1]
    return repeated or len(set(secret)) < FEWEST_SIGNS or any(word in secret.casefold() for word in _KNOWN)
