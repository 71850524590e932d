"""What is dear to make is made once for all the processes of a run (pytest-xdist has two)."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

SHARED: Path | None = None
"""Where all runs of one process keep them, if somebody says so (tests/soak/mutation.py)."""


def once(places: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first process to ask fills; the others wait for it."""
    root = SHARED or places.getbasetemp()
    if SHARED is None and "PYTEST_XDIST_WORKER" in os.environ:  # each worker has a folder in that of the run
        root = root.parent
    folder, draft = root / f"{name}-hecho", root / f"{name}-a-medias"
    with (root / f"{name}.cerrojo").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft.mkdir(exist_ok=True)
            make(draft)
            draft.rename(folder)
    return folder
