"""Case files that a player can write: title, «.», text, «.», expected, «.». A failure names the line."""

import fcntl
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.formats import yaml_text
from kb.play import yaml_io
from kb.play.yaml_io import Document, read_documents

FIXTURES = Path(__file__).parent / "fixtures"
READ = Path(__file__).parent.parent / ".pytest_cache" / "escenarios"


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
    """The documents of a file, which several tests read. YAML is slow: what one process has read the others need not, as long
    as neither the file nor what reads it changes."""
    READ.mkdir(parents=True, exist_ok=True)
    kept = READ / f"{hashlib.sha256(_readers() + path.read_bytes()).hexdigest()}.json"
    with kept.with_suffix(".cerrojo").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            told = [[document.data, [*document.lines.items()]] for document in read_documents(path)]
            draft = kept.with_suffix(".a-medias")
            draft.write_text(json.dumps(told), "utf-8")
            draft.rename(kept)
    rows = json.loads(kept.read_text("utf-8"))
    return tuple(Document(name=str(path), data=data, lines={tuple(at): n for at, n in lines}) for data, lines in rows)


@cache
def _readers() -> bytes:
    return yaml.__version__.encode() + b"".join(Path(str(module.__file__)).read_bytes() for module in (yaml_text, yaml_io))
