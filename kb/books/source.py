"""A file to clean lines. Everything that can be wrong with a file is dealt with here, once."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kb.errors import ReadError
from kb.text import clean

MAX_BYTES = 16 * 1024 * 1024
"""The largest rulebook known is 0.3 MB; anything past this is not a rulebook."""


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    lines: tuple[str, ...]
    """Line n of the file is `lines[n - 1]`."""
    sha256: str
    warnings: tuple[str, ...] = ()


def read_source(path: Path) -> Source:
    """The text of one file, cleaned. Raises ReadError where there is no text to read."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            advice = "Divide el libro o quita lo que no sea su texto."
            raise ReadError(path, f"ocupa {size // 2**20} MB y el límite es {MAX_BYTES // 2**20} MB", advice)
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(path, f"no se puede leer ({error.strerror})", "Comprueba los permisos.") from error
    return source_from(path.name, data)


def source_from(name: str, data: bytes) -> Source:
    if not data.strip():
        raise ReadError(name, "está vacío", "Guarda en él el texto del reglamento.")
    if b"\x00" in data[:65536]:
        raise ReadError(name, "no es un fichero de texto", "Extrae antes el texto (por ejemplo con pdftotext).")
    text, warnings = _decode(data)
    return Source(name, tuple(clean(text).split("\n")), hashlib.sha256(data).hexdigest(), warnings)


def _decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        where = data[: error.start].count(b"\n") + 1
        note = f"no es UTF-8 (línea {where}); se ha leído como Latin-1 y puede haber letras cambiadas"
        return data.decode("cp1252", errors="replace"), (note,)
