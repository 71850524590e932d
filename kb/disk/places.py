"""Where the program keeps what is its own: in the folders that XDG names, else under the user's home."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grammar.cache import cache_root
from kb.errors import StoreError


def state_folder() -> Path:
    if told := os.environ.get("XDG_STATE_HOME"):
        return Path(told) / "reglario"
    with _home("XDG_STATE_HOME"):
        return Path.home() / ".local/state" / "reglario"


def cache_folder() -> Path:
    with _home("XDG_CACHE_HOME"):
        return cache_root()


@contextmanager
def _home(variable: str) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # the accounts of services often have no home
        raise StoreError(variable, "esta cuenta no tiene carpeta propia", f"Di una en el entorno con {variable}.") from error
