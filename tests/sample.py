"""Long tests take a part of their cases in `make test`, and all of them in `make check` (`KB_WHOLE=1`)."""

import os
from collections.abc import Iterable
from zlib import crc32

WHOLE = os.environ.get("KB_WHOLE") == "1"


def part(texts: Iterable[str], of: int = 3) -> list[str]:
    """One in so many, always the same ones, wherever they stand; all where the whole is asked for."""
    return [text for text in texts if WHOLE or crc32(text.encode()) % of == 0]
