"""The cache of this user: what can be made again. Pickles lie there, which run whatever is in them: so it is nobody else's."""

import os
from pathlib import Path


def cache_root() -> Path:
    """KB_CACHE, or the folder that XDG names, or under the home; RuntimeError where the account has none."""
    if told := os.environ.get("KB_CACHE"):
        return Path(told)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "reglario"


def private(folder: Path) -> bool:
    """Makes it where it is missing; whether it is ours and nobody else may write there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & 0o022
