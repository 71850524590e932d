"""Case files that a player can write: title, «.», text, «.», expected, «.». A failure names the line."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.play.yaml_io import Document, read_documents

FIXTURES = Path(__file__).parent / "fixtures"


def cases(path: str) -> list[Any]:
    """Parameters (text, expected) of a case file, each with its title and line as id."""
    found: list[Any] = []
    block: list[str] = []
    parts: list[str] = []
    start = 1
    for number, line in enumerate((FIXTURES / path).read_text(encoding="utf-8").split("\n"), 1):
        if line != ".":
            if not block and not parts and line.strip():
                start = number
            if block or line.strip() or parts:
                block.append(line)
            continue
        parts.append("\n".join(block).strip())
        block = []
        if len(parts) == 3:
            title, text, expected = parts
            found.append(pytest.param(text, expected, id=f"{path}:{start} {title}"))
            parts = []
    return found


@cache
def scenarios(path: Path) -> tuple[Document, ...]:
    """The documents of a file, which several tests read: YAML is slow, and each process reads it once."""
    return tuple(read_documents(path))
