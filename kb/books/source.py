"""A file to clean lines. Everything that can be wrong with a file is dealt with here, once; each format has its reader."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grammar.figures import whole
from kb.books import pdf
from kb.books.html import is_html, marked_from
from kb.books.marked import front_title, opening_title
from kb.errors import ReadError
from kb.models import Excluded
from kb.text import clean

MAX_BYTES = 16 * 1024 * 1024
"""The largest rulebook known is 0.3 MB of text; anything past this is not one. A PDF carries its pictures with it."""
MAX_PDF_BYTES = 256 * 1024 * 1024
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
_READ = (*_MARKDOWN, ".txt", ".html", ".htm", ".xhtml", ".pdf")
_SPLIT_LIGATURE = re.compile(r"([ﬁﬂﬀﬃﬄ]) (?=[a-záéíóúüñ])")
_PART = re.compile(r"^(\d{1,3})[-_. ]")
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    lines: tuple[str, ...]
    """Line n of the file is `lines[n - 1]`; of a page or a PDF, of the text that was made from it."""
    sha256: str
    warnings: tuple[str, ...] = ()
    title: str = ""
    """What the book calls itself, where it says so."""
    marked: bool = False
    """Whether its headings are marked with `#`, by its author or by the reader of its format."""
    pages: Mapping[int, int] = field(default_factory=dict)
    """Line to printed page, where the format tells it."""
    aside: tuple[Excluded, ...] = ()
    """What the reader of the format put aside."""


def read_source(path: Path, progress: Progress = lambda text: None) -> Source:
    """The text of one file, cleaned. Raises ReadError where there is no text to read."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            most = MAX_PDF_BYTES if pdf.is_pdf(file.read(1024)) else MAX_BYTES
        if size > most:
            advice = "Divide el libro o quita lo que no sea su texto."
            raise ReadError(path, f"ocupa {size // 2**20} MB y el límite es {most // 2**20} MB", advice)
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(path, f"no se puede leer ({error.strerror})", "Comprueba los permisos.") from error
    return source_from(path.name, data, progress)


def source_from(name: str, data: bytes, progress: Progress = lambda text: None) -> Source:
    if not data.strip():
        raise ReadError(name, "está vacío", "Guarda en él el texto del reglamento.")
    digest = hashlib.sha256(data).hexdigest()
    if pdf.is_pdf(data):
        text = pdf.read_pdf(name, data, progress)
        return Source(name, text.lines, digest, text.warnings, text.title, marked=True, pages=text.pages)
    if b"\x00" in data[:65536] or data[:4] == b"PK\x03\x04":
        raise ReadError(name, "no es un fichero de texto ni un PDF", "Guarda el reglamento como PDF, texto, Markdown o HTML.")
    decoded, warnings = _decode(data)
    if is_html(data) or name.lower().endswith((".html", ".htm", ".xhtml")):
        marked, title = marked_from(decoded)
        return Source(name, tuple(clean(marked).split("\n")), digest, warnings, title, marked=True)
    lines = tuple(clean(_SPLIT_LIGATURE.sub(r"\1", decoded)).split("\n"))
    markdown = name.lower().endswith(_MARKDOWN)
    return Source(name, lines, digest, warnings, front_title(lines) or (opening_title(lines) if markdown else ""), markdown)


def _decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        where = data[: error.start].count(b"\n") + 1
        note = f"no es UTF-8 (línea {where}); se ha leído como Latin-1 y puede haber letras cambiadas"
        return data.decode("cp1252", errors="replace"), (note,)


def books_in(folder: Path) -> list[tuple[str, list[Path]]]:
    """The books of a folder, each with its files in order: a file, a folder of files, or files that are numbered."""
    here = sorted((p for p in folder.iterdir() if not p.name.startswith(".")), key=natural)
    numbered = [p for p in here if p.is_file() and _PART.match(p.name)]
    parts = numbered if len(numbered) > 1 and len({p.suffix for p in numbered}) == 1 else []
    books = [(p.name, [p]) for p in here if p.is_file() and p not in parts]
    if parts:
        books.append((folder.resolve().name + parts[0].suffix, parts))
    for place in (p for p in here if p.is_dir()):
        files = sorted((p for p in place.rglob("*") if p.is_file() and p.suffix.lower() in _READ), key=natural)
        if files:
            books.append((place.name + files[0].suffix, files))
    return books


def natural(path: Path) -> tuple[tuple[int, str], ...]:
    """`2.md` comes before `10.md`."""
    pieces = re.split(r"(\d+)", str(path).lower())
    return tuple((-1, piece) if (n := whole(piece)) is None else (n, "") for piece in pieces)


def joined(name: str, sources: Sequence[Source]) -> Source:
    """Several files as one book: a file without a title of its own has that of its name."""
    if len(sources) == 1:
        return sources[0]
    lines: list[str] = []
    pages: dict[int, int] = {}
    warnings: list[str] = []
    for source in sources:
        start = len(lines)
        if source.marked and not any(re.match(r"^(#\s|---$|\+\+\+$)", line) for line in source.lines[:3]):
            title = source.title or _PART.sub("", source.name.rsplit(".", 1)[0]).replace("-", " ").replace("_", " ").strip()
            lines += [f"# {title[:1].upper()}{title[1:]}", ""]
        pages |= {start + n: page for n, page in source.pages.items()}
        lines += [*source.lines, ""]
        warnings += [f"{source.name}: {told}" for told in source.warnings]
    digest = hashlib.sha256("".join(s.sha256 for s in sources).encode()).hexdigest()
    marked = any(source.marked for source in sources)
    return Source(name, tuple(lines), digest, tuple(warnings), "", marked, pages)
