"""Where the program keeps what is its own: in the folders that XDG names, else under the user's home."""

import os
from pathlib import Path

from kb.errors import StoreError


def state_folder() -> Path:
    return _folder("XDG_STATE_HOME", ".local/state")


def cache_folder() -> Path:
    return _folder("XDG_CACHE_HOME", ".cache")


def _folder(variable: str, below: str) -> Path:
    if told := os.environ.get(variable):
        return Path(told) / "reglario"
    try:
        return Path.home() / below / "reglario"
    except RuntimeError as error:  # the accounts of services often have no home
        raise StoreError(variable, "esta cuenta no tiene carpeta propia", f"Di una en el entorno con {variable}.") from error
