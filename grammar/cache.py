"""The cache of this user: what can be made again, as JSON and databases that nobody else may write."""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


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


def remembered(name: str, made_of: Iterable[str], make: Callable[[], Any]) -> Any:
    """What `make` gives, as JSON, kept under the fingerprint of all that it is made of. Without a cache it is made again."""
    mark = hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:20]
    try:
        folder = cache_root()
        if not private(folder):
            return make()
        path = folder / f"{name}-{mark}.json"
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, RuntimeError, ValueError):
        return make()
    value = make()
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".tmp", delete=False, encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False)
        Path(file.name).replace(path)  # it appears whole, or not at all
    except OSError:
        return value
    return value
