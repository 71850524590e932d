"""Books to knowledge base: the official texts the user gives, and ours beside them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grammar.game import CORPUS, GAMES, Names, load_lexicon
from kb.books.layers import with_overridden
from kb.books.merge import merged, with_backlinks, with_names
from kb.books.official import Book, read_book
from kb.books.shipped import shipped_entries
from kb.books.source import read_source
from kb.collector import without_collector
from kb.errors import ReadError
from kb.models import BookReport, Entry, Repair

Progress = Callable[[str], None]


@dataclass
class Built:
    """Everything a knowledge base will hold, and what the user should be told."""

    entries: list[Entry] = field(default_factory=list)
    report: dict[str, BookReport] = field(default_factory=dict)
    repairs: dict[str, list[Repair]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


def build_from(books: Path | None, progress: Progress = lambda text: None, corpus: Path = CORPUS) -> Built:
    """Reads the official books in a folder, if any, and the shipped ones; the former are shown first."""
    with without_collector():
        return _build(books, progress, corpus)


def _build(books: Path | None, progress: Progress, corpus: Path) -> Built:
    built = Built()
    official: dict[str, list[Entry]] = defaultdict(list)
    for book in _official(books, built, progress) if books is not None else ():
        official[book.profile.juego if book.known else book.profile.libro] += book.entries
        built.report[book.profile.libro] = book.report
        built.repairs[book.profile.libro] = book.repairs
    for game in GAMES:
        path = corpus / game / "libro.md"
        if not path.exists():
            built.entries += official.pop(game, [])
            continue
        progress(f"Nuestro texto: {game}")
        front, ours = shipped_entries(path)
        if game in official:
            built.entries += merged(official.pop(game), ours)
        else:
            built.entries += ours
            built.report[game] = _shipped_report(front.titulo, path, ours)
    for entries in official.values():
        built.entries += entries
    built.entries = with_overridden(with_backlinks(with_names(built.entries, lexicons(corpus))))
    return built


def lexicons(corpus: Path = CORPUS) -> Mapping[str, Mapping[str, Names]]:
    return {game: load_lexicon(game, corpus) for game in GAMES}


def _official(folder: Path, built: Built, progress: Progress) -> Iterable[Book]:
    if not folder.is_dir():
        raise ReadError(folder, "no es un directorio", "Da con --books el directorio de los reglamentos.")
    seen: dict[str, str] = {}
    paths = sorted(p for p in folder.iterdir() if p.is_file() and not p.name.startswith("."))
    for path in paths:
        progress(f"Leyendo {path.name}")
        try:
            book = read_book(read_source(path))
        except ReadError as error:
            built.warnings.append(str(error))
            continue
        name = book.profile.libro
        if name in seen:
            built.warnings.append(f"{path.name}: es otra copia de «{name}»; se usa {seen[name]}.")
            continue
        seen[name] = path.name
        built.warnings += [f"{path.name}: {warning}." for warning in book.report.warnings]
        yield book
    if not seen:
        raise ReadError(folder, "no hay ningún reglamento que se pueda leer", "Guarda en él los textos (.txt).")


def _shipped_report(title: str, path: Path, entries: Sequence[Entry]) -> BookReport:
    return BookReport(title=title, source=f"corpus/{path.parent.name}/{path.name}", sha256="", entries=len(entries),
                      dangling=sum(len(e.dangling) for e in entries))  # fmt: skip
