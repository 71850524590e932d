"""How much longer than usual a request may wait for its answer: for machines that are slow, or that others keep busy."""

import os

from kb.errors import StoreError

SETTING, MOST = "KB_PATIENCE", 1000


def patience() -> float:
    """By how much the deadlines of reading and of the rulings' database are multiplied: 1 where nobody says otherwise."""
    told = os.environ.get(SETTING) or "1"
    try:
        found = float(told)
    except ValueError:
        found = 0.0
    if not 1 <= found <= MOST:
        raise StoreError(SETTING, f"no se entiende «{told[:20]}»", f"Pon cuántas veces más se espera, de 1 a {MOST}.")
    return found
