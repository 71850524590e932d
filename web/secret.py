"""The key that signs sessions: from the environment, and in production from nowhere else."""

import os
import secrets

from kb.errors import StoreError

SHORTEST = 32


def production() -> bool:
    return os.environ.get("KB_ENV") == "production"


def secret_key() -> str:
    """KB_SECRET; outside production, one made up for this run."""
    told = os.environ.get("KB_SECRET", "")
    if len(told) >= SHORTEST:
        return told
    if production() or told:
        raise StoreError("KB_SECRET", f"hace falta un secreto de {SHORTEST} caracteres o más", "Ponlo en el entorno.")
    return secrets.token_urlsafe(48)
