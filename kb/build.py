"""Books to knowledge base: the official texts the user gives, and ours beside them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from grammar.game import CORPUS, GAMES, Names, load_lexicon
from kb.books.layers import with_overridden
from kb.books.merge import merged, with_backlinks, with_names
from kb.books.official import Book, read_book
from kb.books.passages import reviewed_in, with_passages, with_starts
from kb.books.shipped import shipped_entries
from kb.books.source import books_in, joined, read_source
from kb.books.weave import TAILORING, Tailoring, tailoring_from, woven
from kb.console.collector import without_collector
from kb.errors import CorpusError, ReadError
from kb.games import BOOK, FACTS, GameData, bare_game, games_in, read_game
from kb.models import BookReport, Entry, Repair
from kb.play.citations import unresolved
from kb.store import write

PASSAGES = "pasajes.toml"
"""Of a game: which official passage says what one of ours says, where somebody has looked."""
Progress = Callable[[str], None]
Lexicons = Mapping[str, Mapping[str, Names]]
"""By game, and by the entry that they are names of."""


@dataclass
class Built:
    """Everything a knowledge base will hold, and what the user should be told."""

    entries: list[Entry] = field(default_factory=list)
    report: dict[str, BookReport] = field(default_factory=dict)
    repairs: dict[str, list[Repair]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    games: dict[str, GameData] = field(default_factory=dict)
    """What is known of each game: the shipped ones, and those that the user gives."""

    @property
    def lexicons(self) -> Lexicons:
        return {slug: data.lexicon for slug, data in self.games.items()}


def build_from(books: Path | None, progress: Progress = lambda text: None, corpus: Path = CORPUS,
               games: Path | None = None) -> Built:  # fmt: skip
    """Reads the official books in a folder, if any, and those that games bring with them; the former are shown first."""
    with without_collector():
        return _build(books, progress, corpus, games)


def _build(books: Path | None, progress: Progress, corpus: Path, games: Path | None) -> Built:
    built = Built()
    folders = {game: corpus / game for game in GAMES} | (games_in(games) if games is not None else {})
    built.games = {slug: read_game(folder) for slug, folder in folders.items() if (folder / FACTS).is_file()}
    official: dict[str, list[Entry]] = defaultdict(list)
    for book in _official(books, built, progress) if books is not None else ():
        game = book.entries[0].game
        official[game] += book.entries
        built.report[book.profile.libro] = book.report
        built.repairs[book.profile.libro] = book.repairs
        built.games.setdefault(game, bare_game(game, book.report.title))
    ours: dict[str, list[Entry]] = {}
    for game, folder in folders.items():
        path = folder / BOOK
        if game not in GAMES and game not in official and not _is_ours(path):
            _own_book(game, folder, built, official, progress)
        if _is_ours(path):
            progress(f"Nuestro texto: {game}")
            front, own = shipped_entries(path)
            ours[game] = with_starts(own)
            if game not in official:
                built.report[game] = _shipped_report(front.titulo, path, ours[game])
    tailorings = {game: tailoring_from(folder / TAILORING) for game, folder in folders.items()}
    if official:
        ours = _woven_first(ours, built.lexicons, tailorings)
    for game, folder in folders.items():
        if game in official and game in ours:
            built.entries += with_passages(merged(official.pop(game), ours[game]), reviewed_in(folder / PASSAGES))
        else:
            built.entries += ours.get(game) or official.pop(game, [])
    for entries in official.values():
        built.entries += entries
    named = with_names(built.entries, built.lexicons)
    built.entries = with_overridden(with_backlinks(woven(named, built.lexicons, tailorings)))
    if corpus == CORPUS:
        _check_citations(built, corpus)
    return built


def _woven_first(
    ours: Mapping[str, list[Entry]], names: Lexicons, tailorings: Mapping[str, Tailoring]
) -> dict[str, list[Entry]]:
    """Our words with the links that they have without the books: what the books add may give a word another home, too."""
    found: dict[str, list[Entry]] = {game: [] for game in ours}
    for entry in woven(with_names(chain.from_iterable(ours.values()), names), names, tailorings):
        found[entry.game].append(entry)
    return found


def _check_citations(built: Built, corpus: Path) -> None:
    """What the engine cites has to be there, whichever books were read."""
    for cite in unresolved(built.entries, GAMES):
        path = corpus / cite.entry.partition("/")[0] / BOOK
        raise CorpusError(path, 1, f"la cita «{cite.ref}» del motor no lleva a ningún pasaje («{cite.about}»)")


def _is_ours(path: Path) -> bool:
    """Whether a book is in the format of corpus/README.md, with its kinds and links; any other is read by the general rules."""
    return path.is_file() and path.read_text("utf-8", "replace").startswith("+++")


def _own_book(game: str, folder: Path, built: Built, official: dict[str, list[Entry]], progress: Progress) -> None:
    """The book that a game brings in its folder, whatever its format."""
    path = next(iter(sorted(folder.glob("libro.*"))), None)
    if path is None:
        return
    progress(f"Leyendo {path.name} de {game}")
    book = read_book(read_source(path, progress), built.games[game].facts)
    official[game] = book.entries
    built.report[game], built.repairs[game] = book.report, book.repairs
    built.warnings += [f"{game}/{path.name}: {warning}." for warning in book.report.warnings]


def save(built: Built, out: Path, index: Callable[[Sequence[Entry], Lexicons, Path], None] | None) -> None:
    """Writes what was built, with its search index unless there is to be none."""
    make = partial(index, built.entries, built.lexicons) if index else None
    write(out, built.entries, built.report, built.repairs, make, built.games)


def lexicons(corpus: Path = CORPUS) -> Lexicons:
    return {game: load_lexicon(game, corpus) for game in GAMES}


def _official(folder: Path, built: Built, progress: Progress) -> Iterable[Book]:
    if not folder.is_dir():
        raise ReadError(folder, "no es un directorio", "Da con --books el directorio de los reglamentos.")
    seen: dict[str, str] = {}
    wrong: list[ReadError] = []
    for told, paths in books_in(folder):
        try:
            sources = []
            for path in paths:
                progress(f"Leyendo {path.name}")
                sources.append(read_source(path, progress))
            book = read_book(joined(told, sources))
        except ReadError as error:
            built.warnings.append(str(error))
            wrong.append(error)
            continue
        name = book.profile.libro
        if name in seen:
            built.warnings.append(f"{told}: es otra copia de «{name}»; se usa {seen[name]}.")
            continue
        seen[name] = told
        built.warnings += [f"{told}: {warning}." for warning in book.report.warnings]
        yield book
    if not seen and len(wrong) == 1:
        raise wrong[0]
    if not seen:
        advice = "Guarda en él los reglamentos: PDF, texto, Markdown o HTML."
        raise ReadError(folder, "no hay ningún reglamento que se pueda leer", advice)


def _shipped_report(title: str, path: Path, entries: Sequence[Entry]) -> BookReport:
    return BookReport(title=title, source=f"corpus/{path.parent.name}/{path.name}", sha256="", entries=len(entries),
                      dangling=sum(len(e.dangling) for e in entries))  # fmt: skip
